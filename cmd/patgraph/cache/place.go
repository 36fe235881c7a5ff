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

// Env names the environment variable that says where results are kept: a directory,
// or "off".
const Env = "PATGRAPH_CACHE"

// Place returns the directory of results: the one that the user names, if any, else
// that of the environment. It is "" if none are to be kept; isPrivate says that nobody
// else may have to do with it, since the user has not named it.
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
