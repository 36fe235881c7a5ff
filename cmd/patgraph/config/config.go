// Package config reads patgraph.toml: what a folder's programs are checked with
// where the command line does not say it. It is strict. A key it does not know, or
// a value that makes no sense, is an error with its place, and nothing of such a
// file counts, for a program that is checked by other rules than its author wrote
// down is not checked.
package config

import (
	"maps"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// FileName is how a configuration is called.
const FileName = "patgraph.toml"

// A Level is what a configuration makes of the diagnostics of a code.
type Level string

const (
	Error   Level = "error"
	Warning Level = "warning"
	Off     Level = "off"
)

var levels = []string{string(Error), string(Warning), string(Off)}

// A Config is what one file says. What it does not say is the zero value; Sets
// tells the two apart. It is not changed once it is read.
type Config struct {
	Name string // of the file, as shown; "" for no file
	Path string // of the file, absolute
	Dir  string // the folder that globs are relative to, absolute

	Dialect   string
	Recursion string
	Strict    bool
	patterns.Limits
	Size     int64 // bytes
	Severity map[lang.Code]Level
	Include  []string // globs of what is found in folders; none: everything
	Exclude  []string // globs of what is left out there, folders with all below them
	Library  []string // paths and globs of what stands before programs, from Dir
	Prelude  bool     // that of the language stands before them, too
	// Generalize says that what nothing decides in a definition is for its users to decide.
	Generalize bool

	// Problems are what is wrong with the file, in the order of their places. If
	// there are any nothing else but Name, Path, Dir and Text is to be used.
	Problems []lang.Diagnostic
	Text     *lang.File // the file; nil when it could not be read

	places map[string]lang.Span // of the keys that are set
}

// Keys are those that a file may have, in the order in which they are shown; those
// of severities are codes.
var Keys = []string{
	"dialect", "recursion", "strict", "limits.nodes", "limits.rounds", "limits.time", "limits.depth", "limits.work", "limits.size", "include", "exclude", "library", "prelude", "generalize",
}

// Sets reports whether the file has a key, such as limits.nodes or severity.P0407.
func (c *Config) Sets(key string) bool {
	_, ok := c.places[key]
	return ok
}

// Place is where in the file a key stands.
func (c *Config) Place(key string) lang.Span { return c.places[key] }

// Broken reports whether the file must not be used.
func (c *Config) Broken() bool { return len(c.Problems) > 0 }

// Codes are those whose severity the file sets, in order.
func (c *Config) Codes() []lang.Code {
	return slices.Sorted(maps.Keys(c.Severity))
}

// Apply gives diagnostics the severities of the file. The list is not changed; it
// is returned itself when there is nothing to change.
func Apply(levels map[lang.Code]Level, ds []lang.Diagnostic) []lang.Diagnostic {
	if !slices.ContainsFunc(ds, func(d lang.Diagnostic) bool { return levels[d.Code] != "" }) {
		return ds
	}
	out := make([]lang.Diagnostic, 0, len(ds))
	for _, d := range ds {
		switch levels[d.Code] {
		case Off:
			continue
		case Error:
			d.Severity = lang.Error
		case Warning:
			d.Severity = lang.Warning
		}
		out = append(out, d)
	}
	return out
}

// fixed says why the severity of the code of a page cannot be a level, "" when it can.
//
// A warning may be an error or off. An error may become a warning: it is still told,
// and only the exit status changes. It cannot be off, since a definition with an
// error counts as (...) --> (...) for its users: without a word about it, whatever
// depends on it would look sound. What concerns inputs and patgraph itself is no
// matter of taste at all.
func fixed(page lang.Page, level Level) string {
	switch code := page.Code; {
	case !code.OfProgram():
		return "the severity of " + string(code) + " cannot be changed: it is not about programs, and silence would look like success"
	case page.Severity == lang.Error && level == Off:
		return string(code) + " is an error, which can be a warning, but not off: what depends on a wrong definition would look sound"
	}
	return ""
}
