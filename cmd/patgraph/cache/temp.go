package cache

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
)

// CreateFile makes a file that only its owner can read. While it is open, other processes know that it is in use.
func CreateFile(path string) (Writer, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	atomicfile.Claim(f)
	return f, nil
}

// removeStale removes temporary files of killed processes. If a file in use is removed by mistake, it is just not
// published.
func removeStale(dir string, temps []fs.DirEntry) {
	for _, e := range temps {
		path := filepath.Join(dir, e.Name())
		abandoned, known := atomicfile.IsAbandoned(path)
		if abandoned || !known && isOld(path) {
			os.Remove(path)
		}
	}
}

// isOld reports whether a file is too old, or too far in the future, to be still written. It is for systems and disks
// without locks.
func isOld(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && time.Since(info.ModTime()).Abs() > time.Hour
}
