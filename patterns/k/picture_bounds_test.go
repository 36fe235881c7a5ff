package k

import (
	"runtime"
	"testing"
)

// Reasons name parts of signatures by the way to them, which is not looked for
// through all of a signature for each.
func TestReasonsOfLargeSignatures(t *testing.T) {
	r := analyze(doubling(12, "{.a p%[2]d a, .b p%[2]d b}", "{() a, () b}"))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for d := range r.Definitions {
		r.Front.Body(int32(d), -1)
	}
	runtime.ReadMemStats(&after)
	if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 500 {
		t.Errorf("it took %d MB", mb)
	}
}
