// Package cache finds the directory that keeps the compiled form of Graphviz between pictures.
//
// The directory holds machine code that will be run, so no other user may be able to write to it: it is used only if it
// belongs to the user and is closed to all others. The package imports next to nothing, because package
// graphviz/render/tmpdir must be initialised before Graphviz is.
package cache

import (
	"errors"
	"os"
	"path/filepath"
)

// Env names the environment variable by which a parent process passes the directory to use. That directory is checked
// like any other.
const Env = "PATGRAPH_GRAPHVIZ_CACHE"

// Dir returns the private directory and creates it if necessary. An error says why no directory can be used; drawing
// then works, but takes longer.
func Dir() (string, error) {
	if dir := os.Getenv(Env); dir != "" {
		return dir, Check(dir)
	}
	base, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := base
	if err := os.MkdirAll(base, 0o700); err != nil {
		return "", err
	}
	for _, name := range []string{"patgraph", "graphviz"} {
		dir = filepath.Join(dir, name)
		if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
			return "", err
		}
		if err := Check(dir); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// Check returns an error unless path is a directory (not a link to one) that belongs to the user and that no other user
// may enter.
func Check(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return errors.New(path + " is not a directory")
	}
	return own(path, info)
}
