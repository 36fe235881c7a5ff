package config

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// A LibraryFile is where an entry of a library leads to.
type LibraryFile struct {
	Name string // as shown
	Path string // absolute
	// Empty is that the entry is a glob that no file matches, whose name and path are
	// those of the glob.
	Empty bool
}

// Libraries are the files of the library that the configuration names, in the order in
// which they stand before a program. An entry is a path from the folder of the
// configuration, or a glob of such paths: that stands for the files that it matches and
// whose names end in one of the extensions, in the order of their paths. What stands for
// one file twice counts at its first place.
func (f *Finder) Libraries(c *Config, extensions []string) []LibraryFile {
	var list []LibraryFile
	seen := make(map[string]bool)
	add := func(path string, empty bool) {
		if !seen[path] {
			seen[path] = true
			list = append(list, LibraryFile{f.shownBelow(path), path, empty})
		}
	}
	for _, entry := range c.Library {
		if !isGlob(entry) {
			add(c.path(entry), false)
			continue
		}
		base, glob := doublestar.SplitPattern(filepath.ToSlash(entry))
		folder := c.path(base)
		found, _ := doublestar.Glob(os.DirFS(folder), glob, doublestar.WithFilesOnly()) // it was checked when it was read
		found = slices.DeleteFunc(found, func(path string) bool {
			return !slices.ContainsFunc(extensions, func(e string) bool { return strings.HasSuffix(path, e) })
		})
		slices.Sort(found)
		for _, path := range found {
			add(filepath.Join(folder, filepath.FromSlash(path)), false)
		}
		if len(found) == 0 {
			add(filepath.Join(folder, glob), true)
		}
	}
	return list
}

// LibraryFolders are the folders, absolute, in which a glob of a library may find more or
// fewer files at another time.
func (c *Config) LibraryFolders() []string {
	var list []string
	for _, entry := range c.Library {
		if !isGlob(entry) {
			continue
		}
		base, glob := doublestar.SplitPattern(filepath.ToSlash(entry))
		folder := c.path(base)
		list = append(list, folder)
		if !strings.Contains(glob, "/") {
			continue
		}
		filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
			if err == nil && e.IsDir() && path != folder {
				list = append(list, path)
			}
			return nil // what cannot be read has nothing that a glob could find
		})
	}
	return list
}

// path is a path of the file, absolute.
func (c *Config) path(entry string) string {
	entry = filepath.FromSlash(entry)
	if filepath.IsAbs(entry) {
		return filepath.Clean(entry)
	}
	return filepath.Join(c.Dir, entry)
}

func isGlob(entry string) bool { return strings.ContainsAny(entry, `*?[{`) }

// shownBelow is a path as it stands in output: from the current folder, where there is
// a way.
func (f *Finder) shownBelow(path string) string {
	if rel, err := filepath.Rel(f.here, path); err == nil {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(path)
}

// libraryPaths takes the entries of a library.
func libraryPaths(key string, v any, to *[]string) string {
	return texts(key, v, to, func(s string) bool {
		return s != "" && s != "-" && (!isGlob(s) || doublestar.ValidatePattern(s))
	}, "is no path and no glob", "files such as [\"core.k\", \"lib/*.k\"]")
}
