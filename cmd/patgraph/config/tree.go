package config

import (
	"os"
	"path/filepath"
)

// A tree is the folder to which a configuration and what it names belong.
type tree struct {
	root   string // real; "": everything belongs to it
	called string
}

// treeAt is the tree that a folder, absolute, is in: its repository. Where there is none
// it is the working directory, if the folder lies there, else the folder itself; but a
// working directory that holds all that a user or a machine has sets no bound.
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
	if here := (tree{real(f.here), "the working directory"}); f.here != "" && here.has(dir) && filepath.Dir(here.root) != here.root && (err != nil || real(home) != here.root) {
		return here
	}
	return tree{real(dir), "the folder of its configuration"}
}

// treeOf is the tree in which the libraries of a configuration must lie.
func (f *Finder) treeOf(c *Config) tree {
	if f.Anywhere {
		return tree{}
	}
	return f.treeAt(c.Dir)
}

// has reports whether a path lies in the tree, wherever its links lead.
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
