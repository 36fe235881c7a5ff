package relay

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/layout"
)

// Format formats the text of a program and returns it.
//
// A declaration is in one line if it fits and has no statements, which have their own lines; otherwise it is broken
// within its brackets, one part a line, and operations where they must be. A bracket whose first part is on a new line
// in the source stays broken, and so does a body. Blanks are those of the dialect: `%x: T` and `match (%x)` in v005,
// `%x : T` and `match(%x)` in doc. Aligned columns stay aligned. Numbers, strings and relations keep their spelling,
// empty lines stay, at most one at a time. Parentheses around operations and blocks stay; other redundant ones are
// removed, and so are commas after the last part, except in a tuple of one. Comments stay in their places. All lines
// get the ending of the last one, and a byte order mark at the start stays; the section of metadata does not change.
//
// With ranges of lines, only declarations that touch one are formatted, and all other bytes stay.
//
// The text is parsed again before it is returned: it has an equal tree and the same comments. If that fails, the
// diagnostic is an internal error. Formatting again, in the same dialect, changes nothing, except that a comment
// between two tokens where no line can break may move. For a program with syntax errors, these diagnostics are returned
// and no text; warnings are not returned. It takes linear time.
func Format(f *lang.File, d Dialect, o lang.Layout) ([]byte, []lang.Diagnostic) {
	return formatting.Format(f, o, func(f *lang.File, first, old *Tree) (*Tree, []lang.Diagnostic) {
		if first != nil {
			d = first.Dialect
		}
		return ParseReuse(f, d, old, nil)
	})
}

var formatting = layout.Formatter[printer, Tree]{
	Lay: func(p *printer, t *Tree, width int, lines []lang.LineRange) []byte {
		p.t, p.Around = t, p.start
		return p.LayTree(&t.Tree, width, lines, p.items, func(i int) { p.declaration(&t.Decls[i]) }, p.file)
	},
	Differs: func(a, b *Tree) string { return a.Differs(&b.Tree, Equal(a, b)) },
}

// items yields the declarations.
func (p *printer) items(yield func(int, lang.Span) bool) {
	for i := range p.t.Decls {
		if !yield(i, p.t.Decls[i].Span) {
			return
		}
	}
}
