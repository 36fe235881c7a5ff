package syntax

import (
	"regexp"

	"github.com/patgraph/patgraph/lang"
)

// python matches lines that only Python has.
var python = regexp.MustCompile(`^\s*(import \w[\w.]*|from \w[\w.]* import |return |print\()` +
	`|^\s*((async )?def|class) \w+[^%{]*:\s*(#.*)?$` +
	`|^\s*(if|for|with) [^%{]*:\s*(#.*)?$` +
	`|^\w+ = \w[\w.]*\(`)

const (
	pythonErrors = 100 // how many errors are looked at
	pythonLine   = 500 // how long a line of Python is at most, in bytes
)

// Python replaces the syntax errors of a text that begins with Python by one, whose help says how the language is
// written. A text in which only one line is Python keeps the errors of its other lines. One whose first error says what
// to write instead keeps all: a line such as `return x` is meant in the language.
func Python(f *lang.File, ds []lang.Diagnostic, language, help string) []lang.Diagnostic {
	lines, first := make(map[int]bool), 0
	for _, d := range ds[:min(len(ds), pythonErrors)] {
		at := f.Position(d.Span.Start).Line
		if first == 0 && d.Severity == lang.Error {
			if first = at; len(d.Fixes) > 0 {
				return ds
			}
		}
		if line := f.Line(at); len(line) <= pythonLine && python.Match(line) {
			lines[at] = true
		}
	}
	if !lines[first] {
		return ds
	}
	kept, said := ds[:0], false
	for _, d := range ds {
		switch at := f.Position(d.Span.Start).Line; {
		case d.Severity == lang.Error && at == first && !said:
			said = true
			d.Message, d.Label = lang.Say("this is Python, not %s", language), lang.Text("a line of Python")
			d.Help, d.Fixes, d.Related = lang.Texts(help), nil, nil
		case d.Severity == lang.Error && (at == first || len(lines) > 1):
			continue
		}
		kept = append(kept, d)
	}
	return kept
}
