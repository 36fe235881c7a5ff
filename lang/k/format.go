package k

import (
	"bytes"
	"slices"
	"sync"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/layout"
)

// Format lays the text of a program out anew, and returns it.
//
// A definition stands in one line if it fits; otherwise it is broken within its
// brackets, one part a line, and compositions where they must be. A bracket whose
// first part its author began on a new line stays broken, one that is broken keeps
// the lines of an author who put several parts in one, and a composition that
// does not fit breaks where its author broke it, before it breaks anywhere else.
// Equals signs, words and comments at the ends of lines that are below each other, in
// lines that follow each other, stay so. Projections that follow each other have no
// space between them: .a.b; and .a/b has none if its author wrote none. Literals and
// labels keep their spelling, fields the side of their label, empty lines stay
// between definitions and between the parts of a broken bracket, at most one at a
// time. Parentheses that mean nothing are left out. Comments
// stay where they are, as they are, save for blanks at their end. Lines end as the
// last one does (the first may be in a text), and a byte order mark at the start stays.
//
// With ranges of lines, only definitions that touch one are laid out, and every byte
// outside of them stays. A definition that begins behind another on its line stays
// there.
//
// The text is parsed again before it is returned, and has an equal tree and the same
// comments. If that fails, the diagnostic is a defect of ours. To lay it out once more
// changes nothing. A program with syntax errors has these diagnostics and no
// text; warnings are not told. It takes linear time.
func Format(f *lang.File, d Dialect, o lang.Layout) ([]byte, []lang.Diagnostic) {
	m := formatters.Get().(*formatter)
	defer formatters.Put(m)
	return layout.Format(f, o.Width, &m.trees,
		func(f *lang.File, _, old *Tree) (*Tree, []lang.Diagnostic) { return ParseReuse(f, d, old, nil) },
		func(t *Tree, width int) []byte {
			if len(o.Lines) == 0 {
				return m.whole(t, width)
			}
			return m.ranges(t, width, o.Lines)
		}, differs)
}

// A formatter is the memory of Format.
type formatter struct {
	p     printer
	trees [2]*Tree
	out   [2][]byte
}

var formatters = sync.Pool{New: func() any { return new(formatter) }}

// start makes the printer ready for a tree.
func (m *formatter) start(t *Tree, width int) *printer {
	p := &m.p
	p.t = t
	// The text that was made last stays, for it is compared to this one.
	m.out[0], m.out[1] = m.out[1], m.out[0]
	p.Open(t.File.Src, t.Comments, width, m.out[0])
	p.align()
	return p
}

// whole lays a whole file out. The result is valid until the call after the next.
func (m *formatter) whole(t *Tree, width int) []byte {
	p := m.start(t, width)
	if bytes.HasPrefix(p.Src, layout.BOM) {
		p.L.Out = append(p.L.Out, layout.BOM...)
	}
	p.file()
	return m.done(p)
}

// done returns what a printer has written. A comment that comes to stand in the first
// line must not settle a dialect that it did not settle.
func (m *formatter) done(p *printer) []byte {
	l := &p.L
	p.Close()
	if settles(l.Out) && !settles(p.Src) {
		at := 0
		if bytes.HasPrefix(l.Out, layout.BOM) {
			at = len(layout.BOM)
		}
		l.Out = slices.Insert(l.Out, at, []byte(l.EOL)...)
	}
	m.out[0] = l.Out
	return l.Out
}

// settles reports whether the first line of a text says in which dialect it is.
func settles(src []byte) bool {
	src, _, _ = bytes.Cut(src, []byte("\n"))
	if !bytes.Contains(src, []byte("dialect:")) {
		return false
	}
	_, _, _, ok := Header(string(src))
	return ok
}

// ranges lays those definitions out that touch some lines.
func (m *formatter) ranges(t *Tree, width int, lines []lang.LineRange) []byte {
	p := m.start(t, width)
	var present *Def
	p.Ranges(lines, func(yield func(int, lang.Span) bool) {
		t.definitions(func(i int, d *Def) bool { present = d; return yield(i, d.Span) })
	}, func(i int) { p.define(present, p.pads[i]) })
	return m.done(p)
}

// differs says in what a program differs from another one. Empty: in nothing.
func differs(a, b *Tree) string {
	switch {
	case a.Dialect != b.Dialect:
		return "what was written is in another dialect"
	case !Equal(a, b) || a.incremental != b.incremental:
		return "what was written is another program"
	}
	return layout.OtherComments(a.File.Src, b.File.Src, a.Comments, b.Comments)
}
