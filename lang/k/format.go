package k

import (
	"bytes"
	"slices"
	"sync"

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

// start prepares the printer for a tree.
func (m *formatter) start(t *Tree, width int) *printer {
	p := &m.p
	p.t = t
	// The previous text stays, since it is compared with this one.
	m.out[0], m.out[1] = m.out[1], m.out[0]
	p.Open(t.File.Src, t.Comments, width, m.out[0])
	p.align()
	return p
}

// whole formats a whole file. The result is valid until the call after the next.
func (m *formatter) whole(t *Tree, width int) []byte {
	p := m.start(t, width)
	if bytes.HasPrefix(p.Src, layout.BOM) {
		p.L.Out = append(p.L.Out, layout.BOM...)
	}
	p.file()
	return m.done(p)
}

// done returns the output of a printer. A comment that moves to the first line must not become a dialect header.
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

// settles reports whether the first line of a text sets its dialect.
func settles(src []byte) bool {
	_, _, _, ok := header(src)
	return ok
}

// ranges formats the definitions that touch some lines.
func (m *formatter) ranges(t *Tree, width int, lines []lang.LineRange) []byte {
	p := m.start(t, width)
	var present *Def
	p.Ranges(lines, func(yield func(int, lang.Span) bool) {
		t.definitions(func(i int, d *Def) bool { present = d; return yield(i, d.Span) })
	}, func(i int) { p.define(present, p.pads[i]) })
	return m.done(p)
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
