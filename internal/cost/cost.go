// Package cost measures the memory and the processor time of work, for tests of how the cost grows with the size of the
// input. A limit in seconds would depend on how fast and how busy the machine is.
package cost

import (
	"math"
	"runtime"
)

// Allocated returns the number of bytes that f allocates, including allocations of other goroutines meanwhile.
func Allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// A Failer is the part of testing.TB that Linear needs.
type Failer interface {
	Helper()
	Errorf(format string, args ...any)
}

// clock returns the processor time used so far; tests replace it.
var clock = Used

// Linear fails a test of work that grows faster than linearly with its size. It does the work for a quarter of the size
// and for the whole size, which should need about four times as many bytes and four times as much processor time;
// quadratic growth would be sixteen times. A third of a second and some megabytes are always allowed. A time that is
// too long is measured again, because other work on the machine affects it a little.
func Linear(t Failer, size int, work func(size int)) {
	t.Helper()
	took := [2]float64{math.Inf(1), math.Inf(1)}
	var bytes [2]float64
	for range 3 {
		for i, n := range [2]int{size / 4, size} {
			for range 2 { // a pool keeps what it has for one collection
				runtime.GC()
			}
			from := clock()
			bytes[i] = float64(Allocated(func() { work(n) }))
			took[i] = min(took[i], (clock() - from).Seconds())
		}
		if bytes[1] <= 4e6+6.5*bytes[0] && took[1] <= 0.3+8*took[0] {
			return
		}
	}
	t.Errorf("of %d and of four times that: %.3f and %.3f s, and %.0f and %.0f bytes are allocated",
		size/4, took[0], took[1], bytes[0], bytes[1])
}
