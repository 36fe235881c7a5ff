package atomicfile

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// How temporary files are called. The name does not grow with that of the target,
// which may be as long as names can be.
const tempPrefix, tempSuffix = ".patgraph-", ".tmp"

// looked are the folders that were looked at: a folder in which a process writes many files
// may have many, and is listed once.
var looked sync.Map

func removeStaleOnce(dir string) {
	if _, before := looked.LoadOrStore(dir, true); !before {
		removeStale(dir)
	}
}

// removeStale removes what processes that were killed have left in a folder.
func removeStale(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.Type().IsRegular() && strings.HasPrefix(e.Name(), tempPrefix) && strings.HasSuffix(e.Name(), tempSuffix) {
			removeAbandoned(filepath.Join(dir, e.Name()))
		}
	}
}
