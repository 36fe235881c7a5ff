// Package cache finds the directory in which the compiled form of Graphviz is
// kept between pictures.
//
// What lies there is machine code that will be run, so nobody else may have
// written it: the directory belongs to the user and is closed to all others, or
// it is not used. It imports next to nothing, because package
// graphviz/render/tmpdir must be ready before Graphviz is.
package cache

import (
	"errors"
	"os"
	"path/filepath"
)

// Env names the environment variable by which a program that starts another
// hands it a directory to use instead. It is checked like any other.
const Env = "PATGRAPH_GRAPHVIZ_CACHE"

// Dir returns the private directory, which it makes if need be. The error says
// why there is none to be had; then pictures take longer.
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

// Check returns an error unless path is a directory, no link to one, that
// belongs to the user and that nobody else may enter.
func Check(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return errors.New(path + " is no directory")
	}
	return own(path, info)
}
