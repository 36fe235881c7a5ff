// Package cost says what work takes, for tests that hold how it grows: a limit in seconds would
// hold how fast and how busy a machine is.
package cost

import (
	"math"
	"runtime"
)

// Allocated is how many bytes f allocates, with what other goroutines do meanwhile.
func Allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// A Failer is what Linear needs of a test.
type Failer interface {
	Helper()
	Errorf(format string, args ...any)
}

// clock is what tells the time that work takes.
var clock = Used

// Linear fails a test of work that grows faster than its size. It does the work for a fourth of the
// size and for all of it, which is to take about four times the bytes and the time of processors;
// sixteen times would be quadratic. What is below a third of a second or some megabytes counts
// for nothing, and a time that is too long is measured again, for other work on the
// machine changes it a little.
func Linear(t Failer, size int, work func(size int)) {
	t.Helper()
	took := [2]float64{math.Inf(1), math.Inf(1)}
	for range 3 {
		var bytes [2]float64
		for i, n := range [2]int{size / 4, size} {
			runtime.GC()
			from := clock()
			bytes[i] = float64(Allocated(func() { work(n) }))
			took[i] = min(took[i], (clock() - from).Seconds())
		}
		if bytes[1] > 4e6+6.5*bytes[0] {
			t.Errorf("of %d and of four times that: %.0f and %.0f bytes are allocated", size/4, bytes[0], bytes[1])
			return
		}
		if took[1] <= 0.3+8*took[0] {
			return
		}
	}
	t.Errorf("of %d and of four times that: %.3f and %.3f s", size/4, took[0], took[1])
}
