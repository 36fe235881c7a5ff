package cli

import (
	"runtime"
	"testing"
)

// Workers take memory, so their number per processor is bounded.
func TestWorkers(t *testing.T) {
	processors := runtime.GOMAXPROCS(0)
	for asked, want := range map[int]int{0: processors, 1: 1, 7: 7, fewWorkers: fewWorkers,
		1_000_000: max(fewWorkers, workersEach*processors)} {
		if got := workers(asked); got != want {
			t.Errorf("-j %d: %d workers, want %d", asked, got, want)
		}
	}
}
