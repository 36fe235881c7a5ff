package atomicfile

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// How temporary files are called. The name does not grow with that of the target,
// which may be as long as names can be.
const tempPrefix, tempSuffix = ".patgraph-", ".tmp"

// stillNew is how young a temporary file may be and not yet be claimed.
const stillNew = time.Minute

// removeStale removes what processes that were killed have left in a folder.
func removeStale(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if !e.Type().IsRegular() || !strings.HasPrefix(e.Name(), tempPrefix) || !strings.HasSuffix(e.Name(), tempSuffix) {
			continue
		}
		path := filepath.Join(dir, e.Name())
		if info, err := e.Info(); err != nil || time.Since(info.ModTime()) <= stillNew {
			continue
		}
		// Where nobody can say whether it is claimed it is kept.
		if abandoned, _ := IsAbandoned(path); abandoned {
			os.Remove(path)
		}
	}
}
