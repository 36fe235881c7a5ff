package cost

import "testing"

type failures int

func (f *failures) Helper()               {}
func (f *failures) Errorf(string, ...any) { *f++ }

var kept [][]byte

func TestLinear(t *testing.T) {
	steps := 0
	for name, c := range map[string]struct {
		size int
		work func(n int)
		want failures
	}{
		"nothing":          {0, func(int) {}, 0},
		"linear steps":     {200_000_000, func(n int) { count(&steps, n) }, 0},
		"quadratic steps":  {60_000, func(n int) { count(&steps, n*n) }, 1},
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

//go:noinline
func count(steps *int, n int) {
	for range n {
		*steps++
	}
}
