package cost

import (
	"testing"
	"time"
)

type failures int

func (f *failures) Helper()               {}
func (f *failures) Errorf(string, ...any) { *f++ }

var kept [][]byte

func TestLinear(t *testing.T) {
	// A step takes one nanosecond of simulated time.
	steps := 0
	clock = func() time.Duration { return time.Duration(steps) }
	defer func() { clock = Used }()
	for name, c := range map[string]struct {
		size int
		work func(n int)
		want failures
	}{
		"nothing":          {0, func(int) {}, 0},
		"linear steps":     {2_000_000_000, func(n int) { steps += n }, 0},
		"quadratic steps":  {60_000, func(n int) { steps += n * n }, 1},
		"linear memory":    {40_000_000, func(n int) { kept = [][]byte{make([]byte, n)} }, 0},
		"quadratic memory": {5_000, func(n int) { kept = [][]byte{make([]byte, n*n)} }, 1},
	} {
		var got failures
		if Linear(&got, c.size, c.work); got != c.want {
			t.Errorf("%s: %d failures, want %d", name, got, c.want)
		}
	}
	kept = nil
}
