// Package config reads patgraph.toml: the settings for a folder's programs, unless the command line sets them. It is
// strict: an unknown key or an invalid value is an error with its place, and no setting of such a file is used, since a
// program must not be checked by other rules than its author wrote down.
package config

import (
	"maps"
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// FileName is the name of configuration files.
const FileName = "patgraph.toml"

// A Level is the severity that a configuration gives to the diagnostics of a code.
type Level string

const (
	Error   Level = "error"
	Warning Level = "warning"
	Off     Level = "off"
)

var levels = []string{string(Error), string(Warning), string(Off)}

// A Config is the content of one file. It is immutable once read.
type Config struct {
	Name string // of the file, as shown; "" for no file
	Path string // of the file, absolute
	Dir  string // the folder that globs are relative to, absolute

	Values   map[string]string // by key, as text; all but the lists and severities
	Severity map[lang.Code]Level
	Include  []string // globs of files found in folders; none: everything
	Exclude  []string // globs of files left out there, and of folders with everything below them
	Library  []string // paths and globs of files that precede programs, relative to Dir

	// Problems are the errors in the file, ordered by place. If there are any, only Name, Path, Dir and Text may be
	// used.
	Problems []lang.Diagnostic
	Text     *lang.File // the file; nil if it could not be read

	places map[string]lang.Span // of the keys that are set
}

// Sets reports whether the file sets a key, such as limits.nodes or severity.P0407.
func (c *Config) Sets(key string) bool {
	_, ok := c.places[key]
	return ok
}

// Place is the place of a key in the file.
func (c *Config) Place(key string) lang.Span { return c.places[key] }

// Broken reports whether the file must not be used.
func (c *Config) Broken() bool { return len(c.Problems) > 0 }

// Codes are the codes whose severity the file sets, sorted.
func (c *Config) Codes() []lang.Code {
	return slices.Sorted(maps.Keys(c.Severity))
}

// Apply gives diagnostics the severities of the file. The list is not modified; it is returned itself if nothing
// changes.
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

// fixed returns why the severity of a code cannot be a level, "" if it can.
//
// A warning may become an error or off. An error may become a warning: it is still reported, and only the exit status
// changes. It cannot be off, since a definition with an error counts as (...) --> (...) for its users: without a
// report, everything that depends on it would look correct. Diagnostics about inputs and about patgraph itself cannot
// be changed.
func fixed(page lang.Page, level Level) string {
	switch code := page.Code; {
	case !code.OfProgram():
		return "the severity of " + string(code) +
			" cannot be changed: it is not about programs, and silence would look like success"
	case page.Severity == lang.Error && level == Off:
		return string(code) +
			" is an error, which can be a warning, but not off: what depends on a wrong definition would look sound"
	}
	return ""
}
