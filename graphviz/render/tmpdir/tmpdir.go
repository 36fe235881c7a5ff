// Package tmpdir moves the directory for temporary files to a private place, for
// the sake of what it does when it is imported.
//
// go-graphviz compiles its WebAssembly module while it is initialised, and keeps
// machine code in $TMPDIR/go-graphviz: a name that any user can prepare for
// another. So TMPDIR must be changed before that, and a main function is too
// late. Go initialises packages one by one, always the first in the order of
// import paths that depends on nothing uninitialised. go-graphviz depends on
// github.com/tetratelabs/wazero, which comes after github.com/patgraph in that
// order and depends on all that this package does; so this package comes before
// wazero, and wazero before go-graphviz. A test of cmd/patgraph-graphviz looks
// where the files are.
package tmpdir

import (
	"os"
	"runtime"

	"github.com/patgraph/patgraph/graphviz/cache"
)

func init() {
	dir, err := cache.Dir()
	if err != nil {
		// A directory that cannot exist: go-graphviz does without. Every start of the
		// program compiles anew then, which costs less than half a second.
		dir = os.DevNull + string(os.PathSeparator) + "none"
	}
	names := []string{"TMPDIR"}
	if runtime.GOOS == "windows" {
		names = []string{"TMP", "TEMP"}
	}
	for _, name := range names {
		_ = os.Setenv(name, dir) // it fails for names that no variable can have
	}
}
