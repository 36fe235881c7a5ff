package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// firstCollection is the GOGC percentage until the first garbage collection: the heap may grow to 16 MB. Most runs end
// before that, and collecting earlier costs a run over a large program a fifth of its time.
const firstCollection = 400

// collectLate delays the first garbage collection; later ones use the usual setting. A GOGC setting of the user is
// kept.
func collectLate() {
	if os.Getenv("GOGC") != "" {
		return
	}
	usual := debug.SetGCPercent(firstCollection)
	// The pointer keeps the mark out of a tiny-allocator block.
	mark := &struct{ byte *byte }{new(byte)}
	runtime.AddCleanup(mark, func(percent int) { debug.SetGCPercent(percent) }, usual)
}
