package layout

import (
	"bytes"
	"iter"
	"slices"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
)

// A Printer writes the text that a language produces, and the comments of the source.
//
// A comment is written before the next gap. A comment in the line of the text before it stays there; others get their
// own lines.
type Printer struct {
	L         Sheet
	Src       []byte
	Comments  []lang.Span // not yet written
	Last      int32       // end, in the source, of the last written text
	Commented bool        // the last written comment ends with its line
	leading   bool        // that comment leads the definition in its line
}

// BOM is a byte order mark, which stays at the beginning of a text.
var BOM = []byte("\ufeff")

// Open begins a text of width columns, in the memory of an old one.
func (p *Printer) Open(src []byte, comments []lang.Span, width int, memory []byte) {
	p.Src, p.Comments, p.Last = src, comments, 0
	l := &p.L
	l.Limit, l.EOL = width, "\n"
	if i := bytes.LastIndexByte(src, '\n'); i > 0 && src[i-1] == '\r' {
		l.EOL = "\r\n"
	}
	l.AtStart, l.space, l.blanked, l.col, l.indent = true, false, false, 0, 0
	l.Out, l.cells = memory[:0], l.cells[:0]
}

// Lay returns the layout of a text of width columns: the whole text, which file writes, or, with line ranges, the
// definitions that touch one, which define writes. Without file the text consists of definitions only. The result is
// valid until the next call.
func (p *Printer) Lay(src []byte, comments []lang.Span, width int, lines []lang.LineRange,
	definitions iter.Seq2[int, lang.Span], define func(i int), file func()) []byte {
	p.Open(src, comments, width, p.L.Out)
	if file == nil {
		file = func() {
			for i, d := range definitions {
				p.Next(d.Start)
				define(i)
			}
			p.Rest(int32(len(src)))
			p.L.NewLine(0)
		}
	}
	switch {
	case len(lines) > 0:
		p.Ranges(lines, definitions, define)
	case bytes.HasPrefix(src, BOM):
		p.L.Out = append(p.L.Out, BOM...)
		file()
	default:
		file()
	}
	return p.Close()
}

// Line returns what node writes for a text from an offset on, in one line and without comments: for messages.
func (p *Printer) Line(src []byte, start int32, node func()) string {
	p.Src, p.Last = src, start
	p.L.AtStart = true
	node()
	p.L.Flat()
	return string(p.L.Out)
}

// Close aligns columns and returns the text.
func (p *Printer) Close() []byte {
	p.L.columns(p.Src)
	return p.L.Out
}

// Ranges formats the definitions that touch some lines, and copies the rest of the source. A definition after another
// one in its line stays there.
func (p *Printer) Ranges(lines []lang.LineRange, definitions iter.Seq2[int, lang.Span], define func(i int)) {
	l, src := &p.L, p.Src
	done := int32(0) // end of the source that is written already
	line, counted := 1, int32(0)
	for i, d := range definitions {
		line += bytes.Count(src[counted:d.Start], []byte("\n"))
		first := line
		line += bytes.Count(src[d.Start:d.End], []byte("\n"))
		counted = d.End
		if !slices.ContainsFunc(lines, func(r lang.LineRange) bool { return first <= r.Last && line >= r.First }) {
			continue
		}
		p.DropComments(d.Start)
		l.Out = append(l.Out, src[done:d.Start]...)
		done = d.End
		before := src[bytes.LastIndexByte(src[:d.Start], '\n')+1 : d.Start]
		l.col = utf8.RuneCount(before)
		l.AtStart, l.indent = len(before) == 0, 0
		l.space = false
		p.Last = d.Start
		define(i)
		// Keep the existing line end, and put text after a line comment on a new line.
		rest, _, _ := bytes.Cut(src[done:], []byte("\n"))
		blank := len(bytes.TrimRight(rest, commentEnd+"\r")) == 0
		switch {
		case l.AtStart && blank:
			l.Out = bytes.TrimSuffix(l.Out, []byte(l.EOL))
		case !l.AtStart && !blank && p.Commented:
			l.NewLine(0)
		}
	}
	l.Out = append(l.Out, src[done:]...)
}
