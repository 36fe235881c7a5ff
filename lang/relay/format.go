package relay

import (
	"sync"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/layout"
)

// Format lays the text of a program out anew, and returns it.
//
// A declaration stands in one line if it fits and has no statements, which have lines of their
// own; otherwise it is broken within its brackets, one part a line, and operations where they must
// be. A bracket whose first part its author began on a new line stays broken, and so does a body.
// Blanks are those of the dialect: `%x: T` and `match (%x)` in v005, `%x : T` and `match(%x)` in
// doc. What stood below each other in columns stays so. Numbers, strings and relations keep their
// spelling, empty lines stay, at most one at a time. Parentheses around operations and blocks stay,
// others that mean nothing are left out, and so are commas behind the last part, but for that of a
// tuple of one. Comments stay where they are. Lines end as the last one does, and a byte order mark
// at the start stays; the section of metadata is not touched.
//
// With ranges of lines, only declarations that touch one are laid out, and every byte outside of
// them stays.
//
// The text is parsed again before it is returned, and has an equal tree and the same comments. If
// that fails, the diagnostic is a defect of ours. To lay it out once more, in the same
// dialect, changes nothing; only a comment that stands between two tokens where no line can break
// may still move. A program with syntax errors has these diagnostics and no text; warnings are not told. It takes
// linear time.
func Format(f *lang.File, d Dialect, o lang.Layout) ([]byte, []lang.Diagnostic) {
	m := formatters.Get().(*formatter)
	defer formatters.Put(m)
	return layout.Format(f, o.Width, &m.trees,
		func(f *lang.File, first, old *Tree) (*Tree, []lang.Diagnostic) {
			if first != nil {
				d = first.Dialect
			}
			return ParseReuse(f, d, old, nil)
		},
		func(t *Tree, width int) []byte { return m.laid(t, width, o.Lines) }, differs)
}

// A formatter is the memory of Format.
type formatter struct {
	p     printer
	trees [2]*Tree
}

var formatters = sync.Pool{New: func() any { return new(formatter) }}

// laid is the layout of a tree, or of some lines, which is valid until the next call.
func (m *formatter) laid(t *Tree, width int, lines []lang.LineRange) []byte {
	p := &m.p
	p.t, p.Tree, p.Around, p.L.Braces = t, &t.Tree, p.start, true
	return p.Lay(t.File.Src, t.Comments, width, lines, p.items, func(i int) { p.declaration(&t.Decls[i]) }, p.file)
}

// items are the declarations.
func (p *printer) items(yield func(int, lang.Span) bool) {
	for i := range p.t.Decls {
		if !yield(i, p.t.Decls[i].Span) {
			return
		}
	}
}

// differs says in what a program differs from another one. Empty: in nothing.
func differs(a, b *Tree) string {
	return layout.Differs(Equal(a, b), a.File.Src, b.File.Src, a.Comments, b.Comments)
}
