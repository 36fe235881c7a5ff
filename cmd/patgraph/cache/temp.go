package cache

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
)

// CreateFile makes a file that only its owner can read. As long as it is open, it is
// known to be in use.
func CreateFile(path string) (Writer, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	atomicfile.Claim(f)
	return f, nil
}

// removeStale removes temporary files whose process was killed. Should one be taken
// for such that is not, it is not published, and no harm is done.
func removeStale(dir string, temps []fs.DirEntry) {
	for _, e := range temps {
		path := filepath.Join(dir, e.Name())
		abandoned, known := atomicfile.IsAbandoned(path)
		if abandoned || !known && isOld(path) {
			os.Remove(path)
		}
	}
}

// isOld reports whether a file is too old, or too far in the future, to be one that is
// being written. It is for systems and disks where a claim cannot be seen.
func isOld(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && time.Since(info.ModTime()).Abs() > time.Hour
}
