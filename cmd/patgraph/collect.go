package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// firstCollection is by how many percent of its least the heap grows before it is
// collected for the first time: to 16 MB. Most runs have ended by then, and collecting
// costs one of a large program a fifth of its time.
const firstCollection = 400

// collectLate puts the first garbage collection off. From that on memory is managed as
// usual. What the user says about it (GOGC) stays.
func collectLate() {
	if os.Getenv("GOGC") != "" {
		return
	}
	usual := debug.SetGCPercent(firstCollection)
	// With a pointer in it the mark is no part of a block of small values.
	mark := &struct{ byte *byte }{new(byte)}
	runtime.AddCleanup(mark, func(percent int) { debug.SetGCPercent(percent) }, usual)
}
