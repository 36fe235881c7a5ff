package cache

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	private "github.com/patgraph/patgraph/graphviz/cache"
)

// ErrNowhere is returned if the system has no directory for caches.
var ErrNowhere = errors.New("the environment names no directory for caches")

// Env names the environment variable for the directory of cached results, or "off".
const Env = "PATGRAPH_CACHE"

// Place returns the directory of cached results: the given one, if any, else that of the environment. It is "" if
// results are not cached; isPrivate says that no other user may access it, since the user has not named it.
func Place(named string) (dir string, isPrivate bool, err error) {
	if named != "" {
		return named, false, nil
	}
	switch dir := os.Getenv(Env); dir {
	case "":
	case "off":
		return "", false, nil
	default:
		return dir, false, nil
	}
	dir, err = DefaultDir()
	return dir, true, err
}

// DefaultDir returns the directory of results in the user's cache directory.
func DefaultDir() (string, error) {
	base, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("%w (%w)", ErrNowhere, err)
	}
	return filepath.Join(base, "patgraph", "results"), nil
}

// Make makes a directory for a store if necessary. Its content is shown to the user, so a private directory must belong
// to the user and be closed to all others; one that the user has named may be shared.
func Make(dir string, isPrivate bool) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if isPrivate {
		return private.Check(dir)
	}
	return nil
}
