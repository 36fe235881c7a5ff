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

// Globs are patterns of paths. A path is one of theirs when one of them fits it or
// a folder on it.
//
// In a pattern ? and * are any characters but a slash, [...] is one of a set, {a,b}
// one of several, ** any folders, and \ takes the meaning from what follows. A
// pattern without a slash is about a name wherever it is, one with a slash about
// the whole path; a slash at its beginning says the latter only, one at its end that
// it is about folders. Letters count as they are written, in large or small.
type Globs []glob

type glob struct {
	pattern string
	whole   bool // about the path, not a name
	folders bool // only about folders
}

// ParseGlobs reads patterns. The error says which one is none, and why.
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

// fit reports whether a pattern fits the very path of an entry.
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

// cover reports whether a pattern fits the path of an entry or a folder on it.
func (l Globs) cover(name string, folder bool) bool {
	return len(l) > 0 && anyOn(name, folder, l.fit)
}

// anyOn reports whether something holds of a path or a folder on it.
func anyOn(name string, folder bool, holds func(name string, folder bool) bool) bool {
	for i := range len(name) {
		if name[i] == '/' && holds(name[:i], true) {
			return true
		}
	}
	return holds(name, folder)
}

// coverNamed reports the same of a path that the user names. It counts from the
// working directory; of one that leads elsewhere only the end is looked at, since
// what the folders above are called is no choice of files.
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

// A Filter chooses among the files that are found. What is named itself passes
// unless it is excluded.
type Filter struct {
	Include Globs // when there are any, only these
	Exclude Globs // and none of these
}

// passes reports whether a file is to be read that was found at a path within a
// folder or an archive.
func (f *Filter) passes(file string) bool {
	return (len(f.Include) == 0 || f.Include.cover(file, false)) && !f.Exclude.cover(file, false)
}
