package report

import (
	"cmp"
	"slices"
	"strings"
)

// span is a mark of one line in display columns.
type span struct {
	*placed
	from, to int // of the glyphs
}

// shortMarks draws the marks of one line and their labels.
func (f *frame) shortMarks(line int, s *strip, short, begun []*placed) {
	if len(short) == 0 {
		return
	}
	spans := make([]span, len(short))
	for i, p := range short {
		from := f.margin + s.column(p.from)
		spans[i] = span{p, from, max(f.margin+s.endColumn(p.to), from+1)}
	}
	// Longer ones first, so that marks within them stay visible.
	slices.SortStableFunc(spans, func(a, b span) int {
		return cmp.Or((b.to-b.from)-(a.to-a.from), boolRank(a.primary)-boolRank(b.primary))
	})
	r := f.canvas.newRow("")
	f.rails(r, line, begun)
	for _, p := range spans {
		f.canvas.fill(r, p.from, p.to, p.glyph(), p.role())
	}
	labelled := slices.DeleteFunc(spans, func(p span) bool { return p.label == "" })
	if len(labelled) == 0 {
		return
	}
	hanging := f.inline(r, labelled)
	f.labelsBelow(line, hanging, begun)
}

func boolRank(b bool) int {
	if b {
		return 1
	}
	return 0
}

// inline writes the label of the last mark after it, if it fits, and returns the marks whose labels still have to be
// written.
func (f *frame) inline(r int, spans []span) []span {
	end := len(f.canvas.rows[r].cells)
	last := -1
	for i, p := range spans {
		if p.to == end {
			last = i // the mark drawn last has its glyph there
		}
	}
	if last < 0 {
		return spans
	}
	p := spans[last]
	label := f.style.prose(p.label)
	c := f.columns()
	tooWide := c > 0 && end+1+width(label)-f.margin > c && end > f.margin+8
	if tooWide || strings.Contains(label, "\n") {
		return spans
	}
	f.canvas.text(r, end+1, label, p.role())
	return slices.Delete(slices.Clone(spans), last, last+1)
}

// labelsBelow writes labels below their marks, from right to left, each connected to its mark by a line.
func (f *frame) labelsBelow(line int, spans []span, begun []*placed) {
	if len(spans) == 0 {
		return
	}
	slices.SortStableFunc(spans, func(a, b span) int { return b.from - a.from })
	bars := func(r, below int) {
		f.rails(r, line, begun)
		for _, p := range spans[below:] {
			if f.canvas.free(r, p.from) {
				f.canvas.put(r, p.from, "|", 1, p.role())
			}
		}
	}
	if len(spans) > 1 { // a single label is at the start of its mark and needs no line
		bars(f.canvas.newRow(""), 0)
	}
	for i, p := range spans {
		for _, part := range wrap(f.style.prose(p.label), f.labelColumns(p.from)) {
			r := f.canvas.newRow("")
			// The lines of other marks in the same column would cross the label.
			left := i + 1
			for left < len(spans) && spans[left].from == p.from {
				left++
			}
			bars(r, left)
			f.canvas.text(r, p.from, part, p.role())
		}
	}
}

// begins draws the corners where marks of several lines begin.
func (f *frame) begins(line int, s *strip, begin, begun []*placed) {
	slices.SortStableFunc(begin, func(a, b *placed) int { return a.slot - b.slot })
	for _, p := range begin {
		if p.short {
			continue
		}
		r := f.canvas.newRow("")
		at := f.margin + s.column(p.from)
		f.canvas.fill(r, p.slot+1, at, "_", p.role())
		f.canvas.put(r, at, p.glyph(), 1, p.role())
		f.rails(r, line, begun)
		begun = append(begun, p)
	}
}

// ends draws the corners where marks of several lines end, with their labels.
func (f *frame) ends(line int, s *strip, end, begun []*placed) {
	slices.SortStableFunc(end, func(a, b *placed) int { return b.slot - a.slot })
	for _, p := range end {
		r := f.canvas.newRow("")
		at := f.margin + max(s.endColumn(p.to)-1, 0)
		f.rails(r, line, begun)
		p.over = true
		for c := p.slot + 1; c < at; c++ {
			if f.canvas.free(r, c) || c >= f.margin {
				f.canvas.put(r, c, "_", 1, p.role())
			}
		}
		f.canvas.put(r, at, p.glyph(), 1, p.role())
		if p.label == "" {
			continue
		}
		for j, part := range wrap(f.style.prose(p.label), f.labelColumns(at+2)) {
			if j > 0 {
				r = f.canvas.newRow("")
				f.rails(r, line, begun)
			}
			f.canvas.text(r, at+2, part, p.role())
		}
	}
}
