package k

import (
	"bytes"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/layout"
)

// Format formats the text of a program and returns it.
//
// A definition is in one line if it fits; otherwise it is broken within its brackets, one part a line, and compositions
// where they must be. A bracket whose first part is on a new line in the source stays broken, a broken one keeps lines
// with several parts, and a composition that does not fit breaks at its line breaks in the source before it breaks
// anywhere else. Equals signs, words and trailing comments that are aligned in consecutive lines stay aligned.
// Consecutive projections have no space between them: .a.b; .a/b has none if there is none in the source. Literals and
// labels keep their spelling, fields the side of their label. Empty lines stay between definitions and between the
// parts of a broken bracket, at most one at a time. Redundant parentheses are removed. Comments stay in their places,
// unchanged except for blanks at their end. All lines get the ending of the last one (the first may be in a string),
// and a byte order mark at the start stays.
//
// With ranges of lines, only definitions that touch one are formatted, and all other bytes stay. A definition after
// another one in its line stays there.
//
// The text is parsed again before it is returned: it has an equal tree and the same comments. If that fails, the
// diagnostic is an internal error. Formatting again changes nothing. For a program with syntax errors, these
// diagnostics are returned and no text; warnings are not returned. It takes linear time.
func Format(f *lang.File, d Dialect, o lang.Layout) ([]byte, []lang.Diagnostic) {
	return formatting.Format(f, o, func(f *lang.File, _, old *Tree) (*Tree, []lang.Diagnostic) {
		return ParseReuse(f, d, old, nil)
	})
}

var formatting = layout.Formatter[printer, Tree]{Lay: lay, Differs: differs}

// lay returns the layout of a tree. A comment that moves to the first line must not become a dialect header. A text
// whose dialect only its layout shows, such as `|(0)`, stays as it is.
func lay(p *printer, t *Tree, width int, lines []lang.LineRange) []byte {
	p.t, p.Src = t, t.File.Src
	p.align()
	var present *Def
	out := p.Lay(t.File.Src, t.Comments, width, lines, func(yield func(int, lang.Span) bool) {
		t.definitions(func(i int, d *Def) bool { present = d; return yield(i, d.Span) })
	}, func(i int) { p.define(present, p.pads[i]) }, p.file)
	if settles(out) && !settles(p.Src) {
		at := 0
		if bytes.HasPrefix(out, layout.BOM) {
			at = len(layout.BOM)
		}
		out = slices.Insert(out, at, []byte(p.L.EOL)...)
	}
	if t.guessed {
		if again, _ := Parse(lang.NewFile(t.File.Name, out)); again.Dialect != t.Dialect {
			return slices.Clone(p.Src)
		}
	}
	return out
}

// settles reports whether the first line of a text sets its dialect.
func settles(src []byte) bool {
	_, _, _, ok := header(src)
	return ok
}

// differs describes how a program differs from another one; "" if it does not.
func differs(a, b *Tree) string {
	switch {
	case a.Dialect != b.Dialect:
		return "what was written is in another dialect"
	case !Equal(a, b) || a.incremental != b.incremental:
		return "what was written is another program"
	}
	return layout.OtherComments(a.File.Src, b.File.Src, a.Comments, b.Comments)
}
