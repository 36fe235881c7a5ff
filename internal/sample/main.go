package sample

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// Main runs the tests of a package that allocates much, with GOGC=400 instead of 100: the heap grows to five times the
// memory in use before a garbage collection, which saves up to a quarter of the time. Benchmarks and fuzzers run as
// usual, and a value of GOGC in the environment has precedence. Call it from TestMain.
func Main(m *testing.M) {
	flag.Parse()
	if os.Getenv("GOGC") == "" && flag.Lookup("test.bench").Value.String() == "" &&
		flag.Lookup("test.fuzz").Value.String() == "" {
		debug.SetGCPercent(400)
	}
	os.Exit(m.Run())
}
