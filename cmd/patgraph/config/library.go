package config

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// A LibraryFile is where an entry of a library leads to.
type LibraryFile struct {
	Name string // as shown
	Path string // absolute
	// Refused is why there is nothing to be read: a glob that no file matches, whose name
	// and path are those of the glob, a path that no program of the archive has, or a way
	// out of the tree. "" if there is something.
	Refused string
	Help    []string
}

// Anywhere says of the flag that lets libraries lie outside of the tree.
const Anywhere = "library-anywhere"

// Bounds on what the globs of a configuration look at, and on the patterns without braces that one stands for,
// each of which every file and folder is compared with. They make this the work of some
// seconds at most.
const (
	mostEntries = 250_000
	mostBraces  = 64
)

// Libraries are the files of the library that the configuration names, in the order in
// which they stand before a program. An entry is a path from the folder of the
// configuration, or a glob of such paths: that stands for the files that it matches and
// whose names end in one of the extensions, in the order of their paths. What stands for
// one file twice counts at its first place.
//
// A configuration comes with the programs, from whoever wrote them. So no entry leads out
// of their tree, be it by dots, by an absolute path or by a link, unless that is allowed.
func (f *Finder) Libraries(c *Config, extensions []string) []LibraryFile {
	var list []LibraryFile
	seen := make(map[string]bool)
	add := func(path, refused string, help ...string) {
		if !seen[path] {
			seen[path] = true
			list = append(list, LibraryFile{f.shownBelow(path), path, refused, help})
		}
	}
	t, left := f.treeOf(c), mostEntries
	outside := func(path string) {
		add(path, "it lies outside of "+t.called, "--"+Anywhere+" allows that; --with "+words.Quote("FILE")+" names one library")
	}
	for _, entry := range c.Library {
		if f.outer != nil {
			found := f.members(c, entry, extensions)
			for _, path := range found {
				add(path, "")
			}
			if len(found) == 0 {
				add(c.path(entry), "no program has such a path")
			}
			continue
		}
		if !isGlob(entry) {
			if path := c.path(entry); t.has(path) {
				add(path, "")
			} else {
				outside(path)
			}
			continue
		}
		g := c.glob(entry)
		if !t.has(g.folder) {
			outside(g.path())
			continue
		}
		var found []string
		whole := g.walk(&left, func(rel string, e fs.DirEntry) {
			path := filepath.Join(g.folder, filepath.FromSlash(rel))
			if slices.ContainsFunc(extensions, func(e string) bool { return strings.HasSuffix(rel, e) }) && g.matches(rel) &&
				(e.Type().IsRegular() || e.Type()&fs.ModeSymlink != 0 && t.has(path) && isFile(path)) {
				found = append(found, rel)
			}
		})
		switch {
		case !whole:
			add(g.path(), fmt.Sprintf("the globs of its library look at more than %d files and folders", mostEntries), "folders before the first * or { make it look at less")
		case len(found) == 0:
			add(g.path(), "no program has such a path")
		}
		if !whole {
			continue
		}
		slices.Sort(found)
		for _, rel := range found {
			add(filepath.Join(g.folder, filepath.FromSlash(rel)), "")
		}
	}
	return list
}

// members are the programs of the archive that an entry stands for, in order.
func (f *Finder) members(c *Config, entry string, extensions []string) (found []string) {
	g := c.glob(entry)
	for _, path := range f.programs {
		if !isGlob(entry) {
			if path == c.path(entry) {
				found = append(found, path)
			}
			continue
		}
		rel, err := filepath.Rel(g.folder, path)
		if err == nil && g.matches(filepath.ToSlash(rel)) && slices.ContainsFunc(extensions, func(e string) bool { return strings.HasSuffix(path, e) }) {
			found = append(found, path)
		}
	}
	return found
}

// LibraryFolders are the folders, absolute, in which a glob of a library may find more or
// fewer files at another time.
func (f *Finder) LibraryFolders(c *Config) []string {
	var list []string
	left := mostEntries
	for _, entry := range c.Library {
		if !isGlob(entry) {
			continue
		}
		g := c.glob(entry)
		if !f.treeOf(c).has(g.folder) {
			continue
		}
		list = append(list, g.folder)
		g.walk(&left, func(rel string, e fs.DirEntry) {
			if e.IsDir() {
				list = append(list, filepath.Join(g.folder, filepath.FromSlash(rel)))
			}
		})
	}
	return list
}

// A glob is one of a library: a pattern of paths below a folder.
type glob struct {
	folder  string // absolute
	pattern string
	parts   []string // of the pattern, one for each folder and the file; nil: any number
}

func (c *Config) glob(entry string) glob {
	base, pattern := doublestar.SplitPattern(filepath.ToSlash(entry))
	g := glob{folder: c.path(base), pattern: pattern}
	if !strings.Contains(pattern, "**") && !strings.ContainsAny(pattern, `{\`) {
		g.parts = strings.Split(pattern, "/")
	}
	return g
}

func (g *glob) path() string { return filepath.Join(g.folder, g.pattern) }

func (g *glob) matches(rel string) bool {
	ok, _ := doublestar.Match(g.pattern, rel) // it was checked when it was read
	return ok
}

// enters reports whether something may match in a folder.
func (g *glob) enters(rel string) bool {
	if g.parts == nil {
		return true
	}
	names := strings.Split(rel, "/")
	if len(names) >= len(g.parts) {
		return false
	}
	ok, _ := doublestar.Match(g.parts[len(names)-1], names[len(names)-1])
	return ok
}

// walk visits what lies in the folders in which a file may match, by paths from the folder
// of the glob. It follows no links, so it ends; it reports false where it ends early,
// because there is more than is left to be looked at.
func (g *glob) walk(left *int, visit func(rel string, e fs.DirEntry)) bool {
	filepath.WalkDir(g.folder, func(path string, e fs.DirEntry, err error) error {
		if path == g.folder || err != nil {
			return nil // what cannot be read has nothing that a glob could find
		}
		if *left--; *left < 0 {
			return fs.SkipAll
		}
		rel := filepath.ToSlash(strings.TrimPrefix(path[len(g.folder):], string(filepath.Separator)))
		if e.IsDir() && (e.Name() == ".git" || !g.enters(rel)) {
			return fs.SkipDir
		}
		visit(rel, e)
		return nil
	})
	return *left >= 0
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
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

// alternatives is for how many patterns without braces a glob stands at most: inner braces
// add up, neighbours multiply. It stops counting above what is allowed.
func alternatives(pattern string) int {
	if strings.Contains(pattern, "[") { // in which a brace may be none
		return 1 << min(strings.Count(pattern, ","), 10)
	}
	type level struct{ sum, product int }
	stack := []level{{0, 1}}
	for i := 0; i < len(pattern); i++ {
		top := &stack[len(stack)-1]
		switch pattern[i] {
		case '\\':
			i++
		case '{':
			stack = append(stack, level{0, 1})
		case ',':
			if len(stack) == 1 {
				break
			}
			top.sum, top.product = min(top.sum+top.product, mostBraces+1), 1
		case '}':
			if len(stack) > 1 {
				stack = stack[:len(stack)-1]
				outer := &stack[len(stack)-1]
				outer.product = min(outer.product*(top.sum+top.product), mostBraces+1)
			}
		}
	}
	return stack[0].product
}
