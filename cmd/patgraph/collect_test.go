package main

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/patgraph/patgraph/internal/await"
)

// The first collection is late; then the usual setting applies, and the user's setting is respected.
func TestCollectLate(t *testing.T) {
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	percent := func() int {
		now := debug.SetGCPercent(100)
		debug.SetGCPercent(now)
		return now
	}
	t.Setenv("GOGC", "30")
	if collectLate(); percent() != 100 {
		t.Errorf("GOGC is ignored: %d", percent())
	}
	t.Setenv("GOGC", "")
	if collectLate(); percent() != firstCollection {
		t.Errorf("the first collection comes at %d %%", percent())
	}
	if !await.Holds(func() bool { runtime.GC(); return percent() == 100 }) {
		t.Fatalf("after a collection it is %d %%", percent())
	}
}
