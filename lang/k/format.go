package k

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
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
	var ds []lang.Diagnostic
	m.asked = d
	m.tree, ds = ParseReuse(f, d, m.tree, nil)
	var errors []lang.Diagnostic
	for _, d := range ds {
		if d.Severity == lang.Error {
			errors = append(errors, d)
		}
	}
	if errors != nil {
		return nil, errors
	}
	width := o.Width
	if width <= 0 {
		width = lang.DefaultLayoutWidth
	}
	var out []byte
	if len(o.Lines) == 0 {
		out = m.whole(m.tree, width)
	} else {
		out = m.ranges(m.tree, width, o.Lines)
	}
	if bytes.Equal(out, f.Src) {
		return bytes.Clone(out), nil // nothing is changed, nor would be
	}
	if what := m.differs(f.Name, out); what != "" {
		return nil, []lang.Diagnostic{{
			Code:    lang.Internal,
			Message: lang.Text("the layout was given up: " + what + "; this is a defect of patgraph, not of the program"),
		}}
	}
	return bytes.Clone(out), nil
}

// A formatter is the memory of Format.
type formatter struct {
	p           printer
	asked       Dialect
	tree, again *Tree
	out         [2][]byte
}

var formatters = sync.Pool{New: func() any { return new(formatter) }}

var bom = []byte("\ufeff")

// start makes the printer ready for a tree.
func (m *formatter) start(t *Tree, width int) *printer {
	p := &m.p
	p.t, p.src, p.comments, p.last = t, t.File.Src, t.Comments, 0
	l := &p.l
	l.limit, l.eol = width, "\n"
	if i := bytes.LastIndexByte(p.src, '\n'); i > 0 && p.src[i-1] == '\r' {
		l.eol = "\r\n"
	}
	l.atStart, l.space, l.blanked, l.col, l.indent = true, false, false, 0, 0
	// The text that was made last stays, for it is compared to this one.
	m.out[0], m.out[1] = m.out[1], m.out[0]
	l.out = m.out[0][:0]
	l.cells = l.cells[:0]
	p.align()
	return p
}

// whole lays a whole file out. The result is valid until the call after the next.
func (m *formatter) whole(t *Tree, width int) []byte {
	p := m.start(t, width)
	if bytes.HasPrefix(p.src, bom) {
		p.l.out = append(p.l.out, bom...)
	}
	p.file()
	return m.done(p)
}

// done returns what a printer has written. A comment that comes to stand in the first
// line must not settle a dialect that it did not settle.
func (m *formatter) done(p *printer) []byte {
	l := &p.l
	l.columns(p.src)
	if settles(l.out) && !settles(p.src) {
		at := 0
		if bytes.HasPrefix(l.out, bom) {
			at = len(bom)
		}
		l.out = slices.Insert(l.out, at, []byte(l.eol)...)
	}
	m.out[0] = l.out
	return l.out
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
	l := &p.l
	src := p.src
	done := int32(0) // up to here the source is dealt with
	line, counted := 1, int32(0)
	for i, d := range t.definitions {
		line += bytes.Count(src[counted:d.Span.Start], []byte("\n"))
		first := line
		line += bytes.Count(src[d.Span.Start:d.Span.End], []byte("\n"))
		counted = d.Span.End
		if !slices.ContainsFunc(lines, func(r lang.LineRange) bool { return first <= r.Last && line >= r.First }) {
			continue
		}
		p.dropComments(d.Span.Start)
		l.out = append(l.out, src[done:d.Span.Start]...)
		done = d.Span.End
		before := src[bytes.LastIndexByte(src[:d.Span.Start], '\n')+1 : d.Span.Start]
		l.col = utf8.RuneCount(before)
		l.atStart, l.indent = len(before) == 0, 0
		l.space = false
		p.last = d.Span.Start
		p.define(d, p.pads[i])
		// A line that ended anyway ends by itself, and what follows behind a line
		// comment needs a line of its own.
		rest, _, _ := bytes.Cut(src[done:], []byte("\n"))
		blank := len(bytes.TrimRight(rest, commentEnd+"\r")) == 0
		switch {
		case l.atStart && blank:
			l.out = bytes.TrimSuffix(l.out, []byte(l.eol))
		case !l.atStart && !blank && p.commented:
			l.newline(0)
		}
	}
	l.out = append(l.out, src[done:]...)
	return m.done(p)
}

// differs says in what a text differs from the tree that it was made from, other than
// in layout. Empty: in nothing.
func (m *formatter) differs(name string, out []byte) string {
	var ds []lang.Diagnostic
	m.again, ds = ParseReuse(lang.NewFile(name, out), m.asked, m.again, nil)
	for _, d := range ds {
		if d.Severity == lang.Error {
			return "what was written has a syntax error (" + d.Message.String() + ")"
		}
	}
	a, b := m.tree, m.again
	switch {
	case a.Dialect != b.Dialect:
		return "what was written is in another dialect"
	case !Equal(a, b) || a.incremental != b.incremental:
		return "what was written is another program"
	case len(a.Comments) != len(b.Comments):
		return fmt.Sprintf("of %d comments, %d were written", len(a.Comments), len(b.Comments))
	}
	for i, c := range a.Comments {
		if x, y := a.File.Src[c.Start:c.End], b.File.Src[b.Comments[i].Start:b.Comments[i].End]; !bytes.Equal(x, y) && !equalComments(x, y) {
			return "what was written has another comment"
		}
	}
	return ""
}

// equalComments compares two comments but for how their lines end.
func equalComments(a, b []byte) bool {
	for {
		i, j := bytes.IndexByte(a, '\n'), bytes.IndexByte(b, '\n')
		if i < 0 || j < 0 {
			return i == j && bytes.Equal(bytes.TrimRight(a, commentEnd), bytes.TrimRight(b, commentEnd))
		}
		if !bytes.Equal(bytes.TrimRight(a[:i], "\r"), bytes.TrimRight(b[:j], "\r")) {
			return false
		}
		a, b = a[i+1:], b[j+1:]
	}
}
