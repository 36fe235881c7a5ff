// Package tmpdir moves the directory for temporary files to a private place. Import it for this side effect.
//
// go-graphviz compiles its WebAssembly module while it is initialised, and keeps machine code in $TMPDIR/go-graphviz: a
// name that any user can prepare for another. So TMPDIR must be changed before that, and a main function runs too late.
// Go initialises packages one by one, always the first in the order of import paths whose dependencies are initialised.
// go-graphviz depends on github.com/tetratelabs/wazero, which comes after github.com/patgraph in that order and depends
// on all packages that this one depends on; so this package comes before wazero, and wazero before go-graphviz. A test
// of cmd/patgraph-graphviz checks where the files are.
package tmpdir

import (
	"os"
	"runtime"

	"github.com/patgraph/patgraph/graphviz/cache"
)

func init() {
	dir, err := cache.Dir()
	if err != nil {
		// Use a directory that cannot exist: go-graphviz then keeps no files. Every start of the program compiles anew,
		// which costs less than half a second.
		dir = os.DevNull + string(os.PathSeparator) + "none"
	}
	names := []string{"TMPDIR"}
	if runtime.GOOS == "windows" {
		names = []string{"TMP", "TEMP"}
	}
	for _, name := range names {
		_ = os.Setenv(name, dir) // it fails only for invalid names
	}
}
