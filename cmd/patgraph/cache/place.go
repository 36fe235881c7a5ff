package cache

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	private "github.com/patgraph/patgraph/graphviz/cache"
)

// ErrNowhere is returned when the system does not say where caches lie.
var ErrNowhere = errors.New("the environment names no directory for caches")

// DefaultDir returns the directory of results below the user's cache directory.
func DefaultDir() (string, error) {
	base, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("%w (%w)", ErrNowhere, err)
	}
	return filepath.Join(base, "patgraph", "results"), nil
}

// Make makes a directory for a store unless there is one. What lies in it is shown
// to the user, so a private one must belong to the user and be closed to all
// others; one that the user has named may be shared.
func Make(dir string, isPrivate bool) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if isPrivate {
		return private.Check(dir)
	}
	return nil
}
