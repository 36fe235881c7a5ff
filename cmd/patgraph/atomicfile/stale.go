package atomicfile

import (
	"os"
	"path/filepath"
	"time"
)

// How temporary files are called. The name does not grow with that of the target,
// which may be as long as names can be.
const tempPrefix, tempSuffix = ".patgraph-", ".tmp"

// stillNew is how young a temporary file may be and not yet be claimed.
const stillNew = time.Minute

// removeStale removes what processes that were killed have left in a folder.
func removeStale(dir string) {
	list, err := filepath.Glob(filepath.Join(escaped(dir), tempPrefix+"*"+tempSuffix))
	if err != nil {
		return
	}
	for _, path := range list {
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > stillNew && isAbandoned(path) {
			os.Remove(path)
		}
	}
}

// escaped is a path in which nothing is a pattern.
func escaped(path string) string {
	var b []byte
	for i := 0; i < len(path); i++ {
		switch path[i] {
		case '*', '?', '[', '\\':
			b = append(b, '\\')
		}
		b = append(b, path[i])
	}
	return string(b)
}
