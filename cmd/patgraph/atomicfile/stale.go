//go:build !js

package atomicfile

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
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

// abandoned is the time after which a temporary file that nobody writes to is taken for one of a killed process.
const abandoned = 24 * time.Hour

// removeStale removes the temporary files of killed processes from a folder.
func removeStale(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), tempPrefix) || !strings.HasSuffix(e.Name(), tempSuffix) {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > abandoned {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
