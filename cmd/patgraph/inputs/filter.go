package inputs

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// Globs are patterns of paths. A path matches if one of them matches it or a folder on it.
//
// In a pattern ? and * match any characters but a slash, [...] one of a set, {a,b} one of several texts, ** any
// folders, and \ escapes the next character. A pattern without a slash matches a name in any folder, a pattern with a
// slash the whole path; a leading slash only has this effect, and a trailing one means that the pattern matches only
// folders. Case matters.
type Globs []glob

type glob struct {
	pattern string
	whole   bool // matches the path, not only the name
	folders bool // matches only folders
}

// ParseGlobs parses patterns. The error says which pattern is invalid, and why.
func ParseGlobs(patterns []string) (Globs, error) {
	var list Globs
	for _, p := range patterns {
		var g glob
		g.pattern = strings.TrimPrefix(p, "./")
		if trimmed := strings.TrimRight(g.pattern, "/"); trimmed != g.pattern && !endsEscaped(trimmed) {
			g.folders, g.pattern = true, trimmed
		}
		g.whole = strings.Contains(g.pattern, "/")
		g.pattern = strings.TrimLeft(g.pattern, "/")
		switch {
		case g.pattern == "":
			return nil, errors.New(words.Quote(p) + " fits nothing")
		case !doublestar.ValidatePattern(g.pattern):
			return nil, errors.New(words.Quote(p) + " is not a valid glob: a bracket, a brace or a \\ in it has no end")
		}
		list = append(list, g)
	}
	return list, nil
}

// fit reports whether a pattern matches exactly the path of an entry.
func (l Globs) fit(name string, folder bool) bool {
	for i := range l {
		g := &l[i]
		if g.folders && !folder {
			continue
		}
		text := name
		if !g.whole {
			text = path.Base(name)
		}
		if ok, err := doublestar.Match(g.pattern, text); err == nil && ok {
			return true
		}
	}
	return false
}

// cover reports whether a pattern matches the path of an entry or a folder on it.
func (l Globs) cover(name string, folder bool) bool {
	return len(l) > 0 && anyOn(name, folder, l.fit)
}

// anyOn reports whether a predicate holds for a path or a folder on it.
func anyOn(name string, folder bool, holds func(name string, folder bool) bool) bool {
	for i := range len(name) {
		if name[i] == '/' && holds(name[:i], true) {
			return true
		}
	}
	return holds(name, folder)
}

// coverNamed is cover for a path that the user names, relative to the working directory. For a path outside of it only
// the last element is matched, since the names of the folders above are not chosen by the user.
func (l Globs) coverNamed(name string, folder bool) bool {
	if len(l) == 0 || name == "" {
		return false
	}
	if filepath.IsAbs(name) {
		if dir, err := os.Getwd(); err == nil {
			if rel, err := filepath.Rel(dir, name); err == nil && filepath.IsLocal(rel) {
				name = rel
			}
		}
	}
	shown := Shown(name)
	switch {
	case shown == ".":
		return false
	case !filepath.IsLocal(name):
		return l.fit(strings.TrimPrefix(shown, "/"), folder)
	}
	return l.cover(shown, folder)
}

// A Filter selects among the files that are found. A file that the user names is kept unless it is excluded.
type Filter struct {
	Include Globs // if there are any, only files that match one of them
	Exclude Globs // no files that match one of them
}

// passes reports whether a file that was found at a path within a folder or an archive is read.
func (f *Filter) passes(file string) bool {
	return (len(f.Include) == 0 || f.Include.cover(file, false)) && !f.Exclude.cover(file, false)
}

// endsEscaped reports whether the character after s would be escaped.
func endsEscaped(s string) bool {
	n := 0
	for strings.HasSuffix(s[:len(s)-n], `\`) {
		n++
	}
	return n%2 == 1
}
