package config

import (
	"os"
	"path/filepath"
)

// A tree is the folder that a configuration and its libraries must be in.
type tree struct {
	root   string // without links; "": contains every path
	called string
}

// treeAt is the tree that contains an absolute folder: its repository. Without one it is the working directory, if that
// contains the folder, else the folder itself; but a working directory that contains all files of a user or a machine
// is not used as a bound.
func (f *Finder) treeAt(dir string) tree {
	for at := dir; ; {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return tree{real(at), "the repository"}
		}
		above := filepath.Dir(at)
		if above == at {
			break
		}
		at = above
	}
	home, err := os.UserHomeDir()
	if here := (tree{real(f.here), "the working directory"}); f.here != "" && here.has(dir) &&
		filepath.Dir(here.root) != here.root && (err != nil || real(home) != here.root) {
		return here
	}
	return tree{real(dir), "the folder of its configuration"}
}

// treeOf is the tree that must contain the libraries of a configuration.
func (f *Finder) treeOf(c *Config) tree {
	if f.Anywhere {
		return tree{}
	}
	return f.treeAt(c.Dir)
}

// has reports whether the tree contains a path, after following links.
func (t tree) has(path string) bool {
	if t.root == "" {
		return true
	}
	rel, err := filepath.Rel(t.root, real(path))
	return err == nil && filepath.IsLocal(rel)
}

// real is a path without links, as far as it exists.
func real(path string) string {
	missing := ""
	for at := path; ; {
		if found, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(found, missing)
		}
		above := filepath.Dir(at)
		if above == at {
			return path
		}
		missing = filepath.Join(filepath.Base(at), missing)
		at = above
	}
}
