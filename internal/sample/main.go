package sample

import (
	"flag"
	"os"
	"runtime/debug"
	"strconv"
	"testing"
)

// Main runs the tests of a package that allocates much, or has many laws. Call it from TestMain.
//
// The heap grows with GOGC=400 instead of 100, to five times the memory in use before a garbage collection, which saves
// up to a quarter of the time. Benchmarks and fuzzers run as usual, and a value of GOGC in the environment has
// precedence. A law of package rapid is tried 30 times instead of 100, unless all tests run completely or -rapid.checks
// is set.
func Main(m *testing.M) {
	flag.Parse()
	if os.Getenv("GOGC") == "" && flag.Lookup("test.bench").Value.String() == "" &&
		flag.Lookup("test.fuzz").Value.String() == "" {
		debug.SetGCPercent(400)
	}
	if f := flag.Lookup("rapid.checks"); f != nil && f.Value.String() == f.DefValue {
		if err := f.Value.Set(strconv.Itoa(Size(100, 30))); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
