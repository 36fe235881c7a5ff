package report

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"sort"
	"strconv"

	"github.com/patgraph/patgraph/lang"
)

// A frame is an excerpt of a source text in which the places of a diagnostic are marked: the primary place with ^^^,
// the others with ---.
//
//	  |
//	8 |   {{.x pred x, .y y} mult x, .yx y} add,
//	  |    -----------------         ^^^ the label of the rightmost place
//	  |    the label of another place
//
// A place of several lines is drawn along the margin:
//
//	3 |   f = {
//	  |  _____^
//	4 | |   .a b
//	5 | | };
//	  | |_^ its label
//
// and with a / in the margin if only blanks precede it in its first line.

// A mark is a place to mark.
type mark struct {
	span    lang.Span
	label   string
	primary bool
}

func (m *mark) role() role {
	if m.primary {
		return primary
	}
	return secondary
}

func (m *mark) glyph() string {
	if m.primary {
		return "^"
	}
	return "-"
}

// placed is a mark with its location in the file. Offsets are within the line.
type placed struct {
	mark
	first, last int // lines
	from, to    int // offsets in the first and the last line
	slot        int // its column in the margin, if it has several lines
	short       bool
	over        bool // its end is drawn
}

func (p *placed) long() bool { return p.last > p.first }

// fullBlock is the maximum number of lines of a place that is shown in full; of a longer place only the ends are shown.
const fullBlock = 5

type frame struct {
	style  *Style
	file   *lang.File
	marks  []*placed
	lines  []int
	margin int       // columns before the source text
	number int       // columns of the line numbers
	at     lang.Span // the first mark, in the joined file
	canvas canvas
}

// withheld reports whether an error of a code is shown without the text around its place: a file that is not a program
// may contain anything, such as a secret key.
func withheld(code lang.Code) bool {
	return code == lang.NotUTF8 || code == lang.TooLarge || code == lang.UnreadableInput
}

// framesOf returns the frames of marks, one for each part of the file with marks: the one of span comes first. A frame
// has lines of only one part.
func framesOf(style *Style, file *lang.File, span lang.Span, marks []mark) []*frame {
	parts := []lang.Part{file.PartAt(span.Start)}
	for _, m := range marks {
		if p := file.PartAt(m.span.Start); !slices.Contains(parts, p) {
			parts = append(parts, p)
		}
	}
	slices.SortStableFunc(parts[1:], func(a, b lang.Part) int { return cmp.Compare(a.Start, b.Start) })
	var frames []*frame
	for _, p := range parts {
		var local []mark
		var at lang.Span
		for _, m := range marks {
			if file.PartAt(m.span.Start) == p {
				if local == nil {
					at = m.span
				}
				m.span = p.Local(m.span)
				local = append(local, m)
			}
		}
		f := newFrame(style, p.File, local)
		f.at = at
		frames = append(frames, f)
	}
	return frames
}

// newFrame places marks in a file.
func newFrame(style *Style, file *lang.File, marks []mark) *frame {
	f := &frame{style: style, file: file}
	for _, m := range marks {
		f.marks = append(f.marks, f.place(m))
	}
	f.slots()
	f.choose()
	f.number = len(strconv.Itoa(f.lines[len(f.lines)-1]))
	return f
}

func (f *frame) place(m mark) *placed {
	size := int32(len(f.file.Src))
	start := min(max(m.span.Start, 0), size)
	end := min(max(m.span.End, start), size)
	p := &placed{mark: m}
	p.first, p.from = f.locate(start)
	if end == start {
		p.last, p.to = p.first, p.from
		return p
	}
	// A span that ends after a line end belongs to the line that ends there.
	p.last, p.to = f.locate(end - 1)
	p.to++
	return p
}

// locate returns the line of an offset and the offset within it. The cost does not depend on the length of the line.
func (f *frame) locate(offset int32) (line, within int) {
	start := func(line int) int32 {
		at, _ := f.file.Offset(line, 1)
		return at
	}
	line = 1 + sort.Search(f.file.Lines()-1, func(i int) bool { return start(i+2) > offset })
	return line, int(offset - start(line))
}

// slots assigns to marks of several lines their columns in the margin, so that two marks never share a column in a
// line; marks that begin first and reach furthest are outside.
func (f *frame) slots() {
	var long []*placed
	for _, p := range f.marks {
		if p.long() {
			long = append(long, p)
		}
	}
	slices.SortStableFunc(long, func(a, b *placed) int {
		return cmp.Or(a.first-b.first, b.last-a.last, a.from-b.from)
	})
	var until []int // by slot: the last line that it occupies
	for _, p := range long {
		line := f.file.Line(p.first)
		p.short = len(bytes.TrimLeft(line[:min(p.from, len(line))], " \t")) == 0
		for p.slot < len(until) && until[p.slot] >= p.first {
			p.slot++
		}
		if p.slot == len(until) {
			until = append(until, 0)
		}
		until[p.slot] = p.last
		// Of marks that begin in the same line, only one can have its corner there.
		for _, q := range long {
			if q == p {
				break
			}
			if q.first == p.first {
				p.short = false
			}
		}
	}
	if len(until) > 0 {
		f.margin = len(until) + 1
	}
}

// choose selects the lines to show.
func (f *frame) choose() {
	shown := make(map[int]bool)
	for _, p := range f.marks {
		shown[p.first], shown[p.last] = true, true
		if p.last-p.first < fullBlock {
			for l := p.first; l <= p.last; l++ {
				shown[l] = true
			}
		}
		// For an empty line, show the text before it.
		if p.primary && !p.long() && f.blank(p.first) {
			for l := p.first - 1; l >= max(1, p.first-3); l-- {
				if !f.blank(l) {
					shown[l] = true
					break
				}
			}
		}
	}
	f.lines = slices.Sorted(maps.Keys(shown))
	// A gap of one line is filled: the dots would take a line too.
	for i := len(f.lines) - 1; i > 0; i-- {
		if f.lines[i] == f.lines[i-1]+2 {
			f.lines = slices.Insert(f.lines, i, f.lines[i]-1)
		}
	}
}

func (f *frame) blank(line int) bool {
	text := f.file.Line(line)
	return len(text) <= near && len(bytes.TrimSpace(text)) == 0
}

// labelColumns is the number of columns for a label at a column, 0 for any.
func (f *frame) labelColumns(column int) int {
	if c := f.columns(); c > 0 {
		return max(c-(column-f.margin), 24)
	}
	return 0
}

// columns is the number of columns for source text, 0 for any.
func (f *frame) columns() int {
	if f.style.Width == 0 {
		return 0
	}
	return max(f.style.Width-f.number-4-f.margin, 16)
}

// draw draws the frame.
func (f *frame) draw() {
	for i, line := range f.lines {
		if i > 0 && line > f.lines[i-1]+1 {
			f.rails(f.canvas.newRow("..."), line, nil)
		}
		f.line(line)
	}
}

// rails draws the margin of a row in the middle of long marks: marks that began above the line, and the given marks of
// the line.
func (f *frame) rails(r, line int, begun []*placed) {
	for _, p := range f.marks {
		if p.long() && p.first < line && p.last >= line && !p.over {
			f.canvas.put(r, p.slot, "|", 1, p.role())
		}
	}
	for _, p := range begun {
		f.canvas.put(r, p.slot, "|", 1, p.role())
	}
}

// line draws a source line and its marks.
func (f *frame) line(line int) {
	var short, begin, end []*placed
	var places []place
	text := f.file.Line(line)
	see := func(from, to int, label string) {
		p := place{stretch: stretch{min(from, len(text)), min(to, len(text))}}
		if label != "" {
			p.label = 1 + width(f.style.prose(label))
		}
		places = append(places, p)
	}
	for _, p := range f.marks {
		switch {
		case !p.long() && p.first == line:
			short = append(short, p)
			see(p.from, p.to, p.label)
		case p.long() && p.first == line:
			begin = append(begin, p)
			see(p.from, p.from, "")
		case p.long() && p.last == line:
			end = append(end, p)
			see(p.to, p.to, p.label)
		}
	}
	s := newStrip(f.style, text, f.columns(), places)
	s.clip(f.columns(), places)
	r := f.canvas.newRow(strconv.Itoa(line))
	f.rails(r, line, nil)
	var begun []*placed
	for _, p := range begin {
		if p.short {
			f.canvas.put(r, p.slot, "/", 1, p.role())
			begun = append(begun, p)
		}
	}
	for _, m := range s.marks {
		f.canvas.put(r, f.margin+m.column, m.text, m.width, m.role)
	}
	f.shortMarks(line, s, short, begun)
	f.ends(line, s, end, begun)
	f.begins(line, s, begin, begun)
}

// append writes the frame.
func (f *frame) append(b []byte) []byte {
	gutter := func(text string) {
		pad := blanks(f.number - len(text) + 1)
		b = f.style.paint(b, faint, pad+text+" |")
	}
	gutter("")
	b = append(b, '\n')
	for r := range f.canvas.rows {
		row := &f.canvas.rows[r]
		if row.gutter == "..." {
			b = f.style.paint(b, faint, "...")
			if len(row.cells) > 0 {
				b = append(b, blanks(f.number)...)
			}
		} else {
			gutter(row.gutter)
		}
		from := len(b)
		b = append(b, ' ')
		if b = f.canvas.appendRow(b, f.style, r); len(b) == from+1 {
			b = b[:from]
		}
		b = append(b, '\n')
	}
	return b
}
