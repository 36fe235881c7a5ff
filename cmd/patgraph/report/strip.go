package report

import (
	"slices"
	"sort"
	"unicode/utf8"
)

// A strip is a line of source text as displayed: tabs are expanded, invisible characters are written as escapes, and
// parts of a line that is too long are left out. Columns count from 0.
type strip struct {
	style *Style
	line  []byte
	marks []piece
	width int
}

// A piece is a cluster of the line, or a mark for a part that is left out.
type piece struct {
	offset int // in the line, in bytes
	column int
	width  int
	text   string
	role   role
}

const tabStop = 4

// A stretch is a range of bytes or columns; the end is exclusive.
type stretch struct{ from, to int }

// near bounds the number of bytes around the places that are examined in a very long line: bytes further away are never
// displayed. So a report on a place costs the same in all lines.
const near = 1024

// newStrip displays a line around some places in it, within so many columns, 0 for any number.
func newStrip(style *Style, line []byte, columns int, places []place) *strip {
	s := &strip{style: style, line: line}
	if len(line) <= 4*near {
		s.marks = make([]piece, 0, len(line))
		s.add(0, len(line))
		return s
	}
	near := near
	if columns > 0 {
		near = min(near, utf8.UTFMax*columns)
	}
	s.marks = make([]piece, 0, 4*near)
	var keep []stretch
	for _, p := range places {
		keep = append(keep, stretch{p.from - near, p.from + near}, stretch{p.to - near, p.to + near})
	}
	if keep == nil {
		keep = append(keep, stretch{0, near})
	}
	at := 0
	for _, k := range merged(keep, 0, len(line), near) {
		from, to := s.boundary(k.from), s.boundary(k.to)
		s.gap(at, from)
		s.add(from, to)
		at = to
	}
	s.gap(at, len(line))
	return s
}

// boundary moves an offset back to the start of a character.
func (s *strip) boundary(offset int) int {
	for i := 0; i < utf8.UTFMax && offset > 0 && offset < len(s.line) && !utf8.RuneStart(s.line[offset]); i++ {
		offset--
	}
	return offset
}

func (s *strip) gap(from, to int) {
	if from < to {
		// The blanks distinguish it from three dots in the program.
		text := " " + s.style.ellipsis() + " "
		switch {
		case from == 0:
			text = text[1:]
		case to >= len(s.line):
			text = text[:len(text)-1]
		}
		s.put(piece{offset: from, width: width(text), text: text, role: faint})
	}
}

func (s *strip) put(p piece) {
	p.column = s.width
	s.marks = append(s.marks, p)
	s.width += p.width
}

func (s *strip) add(from, to int) {
	for offset, c := range clusters(string(s.line[from:to])) {
		p := piece{offset: from + offset, text: c}
		if c == "\t" {
			p.width = tabStop - s.width%tabStop
			p.text = "    "[:p.width]
		} else {
			shown, changed := s.style.visible(c)
			p.text, p.width = shown, width(shown)
			if changed {
				p.role = faint
			}
		}
		s.put(p)
	}
}

// column returns the display column of a byte offset in the line; after the end of the line it is the column after the
// last character.
func (s *strip) column(offset int) int {
	if offset >= len(s.line) {
		return s.width
	}
	i := sort.Search(len(s.marks), func(i int) bool { return s.marks[i].offset > offset }) - 1
	if i < 0 {
		return 0
	}
	return s.marks[i].column
}

// endColumn is column for the end of a span: the column after the character that contains the offset.
func (s *strip) endColumn(offset int) int {
	i := sort.Search(len(s.marks), func(i int) bool { return s.marks[i].offset >= offset })
	if i == len(s.marks) {
		return s.width
	}
	return s.marks[i].column
}

// A place is a part of the line that must be visible, with the columns that its label needs after it.
type place struct {
	stretch
	label int
}

// clip leaves out text far from the places, so that the line and the labels fit into the columns if possible.
func (s *strip) clip(columns int, places []place) {
	if columns <= 0 {
		return
	}
	if len(places) == 0 {
		places = []place{{}}
	}
	cols := make([]place, len(places))
	fits := s.width <= columns
	for i, p := range places {
		cols[i].from, cols[i].to = s.column(p.from), s.endColumn(p.to)
		cols[i].label = min(p.label, columns/2)
		fits = fits && cols[i].to+cols[i].label <= columns
	}
	if fits {
		return
	}
	// The largest radius around all places with which everything fits; then as much text after the last place as still
	// fits.
	radius := sort.Search(columns, func(r int) bool { return !s.fits(s.kept(cols, r, 0), cols, columns) }) - 1
	radius = max(radius, 3)
	extra := sort.Search(columns, func(e int) bool { return s.cost(s.kept(cols, radius, e), s.width) > columns }) - 1
	kept := s.kept(cols, radius, max(extra, 0))
	old := s.marks
	s.marks, s.width = nil, 0
	gapFrom := -1
	for _, p := range old {
		i := sort.Search(len(kept), func(i int) bool { return kept[i].to > p.column })
		if i < len(kept) && kept[i].from <= p.column {
			if gapFrom >= 0 {
				s.gap(gapFrom, p.offset)
				gapFrom = -1
			}
			s.put(p)
		} else if gapFrom < 0 {
			gapFrom = p.offset
		}
	}
	if gapFrom >= 0 {
		s.gap(gapFrom, len(s.line)+1)
	}
}

// fits reports whether the kept columns, and the labels after their places, fit.
func (s *strip) fits(kept []stretch, cols []place, columns int) bool {
	if s.cost(kept, s.width) > columns {
		return false
	}
	for _, c := range cols {
		if s.cost(kept, c.to)+c.label > columns {
			return false
		}
	}
	return true
}

// kept returns the columns within a radius of the ends of the places, and some more after the last place.
func (s *strip) kept(cols []place, radius, extra int) []stretch {
	var keep []stretch
	last := 0
	for _, c := range cols {
		keep = append(keep, stretch{c.from - radius, c.from + radius + 1}, stretch{c.to - radius - 1, c.to + radius})
		last = max(last, c.to)
	}
	keep = append(keep, stretch{last, last + radius + extra})
	return merged(keep, 0, s.width, 3)
}

// cost is the number of columns that stretches need up to a column, with the marks of the omitted parts.
func (s *strip) cost(kept []stretch, until int) int {
	e := width(s.style.ellipsis()) + 2
	n, at := 0, 0
	for _, k := range kept {
		if k.from >= until {
			break
		}
		if k.from > at {
			n += e
		}
		n += min(k.to, until) - k.from
		at = k.to
	}
	if at < until {
		n += e
	}
	return n
}

// merged sorts stretches, clamps them, and joins those at most a slack apart.
func merged(list []stretch, low, high, slack int) []stretch {
	for i := range list {
		list[i].from = min(max(list[i].from, low), high)
		list[i].to = max(min(list[i].to, high), low)
	}
	slices.SortFunc(list, func(a, b stretch) int { return a.from - b.from })
	var out []stretch
	for _, s := range list {
		if s.to < s.from {
			continue
		}
		if n := len(out); n > 0 && s.from <= out[n-1].to+slack {
			out[n-1].to = max(out[n-1].to, s.to)
			continue
		}
		out = append(out, s)
	}
	// A rest of a few columns at an edge is kept.
	if n := len(out); n > 0 {
		if out[0].from-low <= slack {
			out[0].from = low
		}
		if high-out[n-1].to <= slack {
			out[n-1].to = high
		}
	}
	return out
}
