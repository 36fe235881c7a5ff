//go:build !js

package atomicfile

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// The prefix and suffix of temporary files. The name does not contain that of the target, which may have the maximum
// length.
const tempPrefix, tempSuffix = ".patgraph-", ".tmp"

// looked are the folders that were cleaned: a process may write many files in a large folder, which is listed only
// once.
var looked sync.Map

func removeStaleOnce(dir string) {
	if _, before := looked.LoadOrStore(dir, true); !before {
		removeStale(dir)
	}
}

// removeStale removes the temporary files of killed processes from a folder.
func removeStale(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.Type().IsRegular() && strings.HasPrefix(e.Name(), tempPrefix) && strings.HasSuffix(e.Name(), tempSuffix) {
			removeAbandoned(filepath.Join(dir, e.Name()))
		}
	}
}
