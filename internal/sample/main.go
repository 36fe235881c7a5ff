package sample

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// Main runs the tests of a package that allocate much. They collect garbage when the heap has grown to five times
// what is in use and not to twice that, which takes up to a fourth of the time from them. Benchmarks and fuzzers run as usual,
// and GOGC goes first. Call it from TestMain.
func Main(m *testing.M) {
	flag.Parse()
	if os.Getenv("GOGC") == "" && flag.Lookup("test.bench").Value.String() == "" && flag.Lookup("test.fuzz").Value.String() == "" {
		debug.SetGCPercent(400)
	}
	os.Exit(m.Run())
}
