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

// A LibraryFile is a file that a library entry refers to.
type LibraryFile struct {
	Name string // for display
	Path string // absolute
	// Refused is why no file can be read: a glob without a match, whose name and path are then the glob, a path that is
	// not a program of the archive, or a path outside of the tree. "" for a file that can be read.
	Refused string
	Help    []string
}

// Anywhere is the name of the flag that allows libraries outside of the tree.
const Anywhere = "library-anywhere"

// Bounds on the entries that a configuration's globs visit, and on the patterns without braces that a glob expands to;
// each visited entry is compared with all of them. Together they bound the work to some seconds.
const (
	mostEntries = 250_000
	mostBraces  = 64
)

// Libraries are the library files that the configuration names, in the order in which they precede a program. An entry
// is a path relative to the folder of the configuration, or a glob of such paths, which refers to the matching files
// with one of the extensions, ordered by path. A file that occurs twice counts at its first position.
//
// A configuration comes with programs from an unknown author. So entries must not leave their tree, by dots, an
// absolute path or a link, unless that is allowed.
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
		add(path, "it lies outside of "+t.called,
			"--"+Anywhere+" allows that; --with "+words.Quote("FILE")+" names one library")
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
			add(g.path(), fmt.Sprintf("the globs of its library look at more than %d files and folders", mostEntries),
				"folders before the first * or { make it look at less")
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

// members are the programs of the archive that an entry refers to, in order.
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
		if err == nil && g.matches(filepath.ToSlash(rel)) &&
			slices.ContainsFunc(extensions, func(e string) bool { return strings.HasSuffix(path, e) }) {
			found = append(found, path)
		}
	}
	return found
}

// LibraryFolders are the absolute paths of the folders in which changes may affect the matches of a library glob.
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

// A glob is a library entry: a pattern of paths below a folder.
type glob struct {
	folder  string // absolute
	pattern string
	parts   []string // of the pattern, one per path element; nil: any number of elements
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
	ok, _ := doublestar.Match(g.pattern, rel) // the pattern was validated when it was read
	return ok
}

// enters reports whether a folder may contain matches.
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

// walk visits the entries of folders that may contain matches, by path relative to the folder of the glob. It does not
// follow links, so it terminates; it reports false if it stops early because the bound on entries is exceeded.
func (g *glob) walk(left *int, visit func(rel string, e fs.DirEntry)) bool {
	filepath.WalkDir(g.folder, func(path string, e fs.DirEntry, err error) error {
		if path == g.folder || err != nil {
			return nil // an unreadable folder has no matches
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

// path is the absolute path of an entry.
func (c *Config) path(entry string) string {
	entry = filepath.FromSlash(entry)
	if filepath.IsAbs(entry) {
		return filepath.Clean(entry)
	}
	return filepath.Join(c.Dir, entry)
}

func isGlob(entry string) bool { return strings.ContainsAny(entry, `*?[{`) }

// shownBelow is a path in its form for output: relative to the current folder if possible.
func (f *Finder) shownBelow(path string) string {
	if rel, err := filepath.Rel(f.here, path); err == nil {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(path)
}

// alternatives is an upper bound on the number of patterns without braces that a glob expands to: the alternatives of a
// brace add up, adjacent braces multiply. It stops counting above the allowed number.
func alternatives(pattern string) int {
	if strings.Contains(pattern, "[") { // a brace within brackets may be literal
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
