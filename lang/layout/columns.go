package layout

import (
	"bytes"
	"cmp"
	"slices"
	"unicode/utf8"
)

// Columns: words that are aligned in the source stay aligned.
//
// This changes a finished layout by adding blanks only. A row is a line of the layout that has the words of one line of
// the source. Words of consecutive rows form a column if they begin at the same column of their source lines, at the
// same depth of brackets, and more than one blank occurs somewhere before one of them; comments at the ends of lines
// also form a column across rows without comments. Columns are aligned from left to right, each as far to the left as
// its words allow, and not at all if a line would become too wide.
//
// The result is stable: formatting again finds the same columns, one blank before one of their words, and further words
// of a column already in place. A line that was not a row may become one, but the columns of other rows ended there
// before.

// A cell is a word that begins its line or follows a blank.
type cell struct {
	out     int   // its offset in the output
	at      int32 // its offset in the source
	depth   int32 // number of groups that contain it
	column  int32 // number of characters before it in its row
	pad     int32 // additional blanks before it
	known   bool
	comment bool
}

// word records the source of the next word, if the piece has it.
func (l *Sheet) word(p *piece, depth int) {
	if p.at > 0 && depth <= deepest {
		l.next = cell{at: p.at, depth: int32(depth), known: true, comment: p.kind <= pLines}
	}
}

// addCell adds the cell of a word that is being written.
func (l *Sheet) addCell(out int) {
	if l.next.known {
		l.next.out = out
		l.cells = append(l.cells, l.next)
		l.next = cell{}
	}
}

// A row is a line of the output.
type row struct {
	cells      []cell
	start, end int   // in the output
	source     int   // offset of its line in the source
	ok         bool  // it has the words of one line of the source
	padded     bool  // there are several blanks before one of them
	width      int32 // including the added blanks
	wider      int32 // number of added blanks
}

// A column is a list of aligned words of rows.
type column struct {
	at       int // number of characters before it in source lines
	depth    int32
	trailing bool // its words are comments at the ends of lines
	padded   bool // there are several blanks somewhere before one of its words
	words    []place
}

type place struct{ row, cell int }

// columns aligns the columns of a source in the output.
func (l *Sheet) columns(src []byte) {
	l.findRows(src)
	added := 0
	for rest := l.rows; len(rest) > 0; {
		n, padded := 1, rest[0].padded
		for n < len(rest) && rest[n].ok && follows(&rest[n-1], &rest[n], l.Out, src) {
			padded = padded || rest[n].padded
			n++
		}
		if padded && n > 1 {
			added += l.align(rest[:n], src)
		}
		rest = rest[n:]
	}
	if added > 0 {
		l.pad(added)
	}
}

// align aligns the columns of consecutive rows, and returns the number of added blanks.
func (l *Sheet) align(rows []row, src []byte) (added int) {
	var all []*column
	var above, below []*column    // of the previous row and of this one, from left to right
	comments := map[int]*column{} // may continue across rows
	for i := range rows {
		r := &rows[i]
		counted := r.start
		for j := range r.cells {
			c := &r.cells[j]
			r.width += int32(utf8.RuneCount(l.Out[counted:c.out]))
			c.column, counted = r.width, c.out
		}
		r.width += int32(utf8.RuneCount(bytes.TrimRight(l.Out[counted:r.end], "\r")))
		last := len(r.cells) - 1
		if last == 0 && r.cells[0].comment {
			continue
		}
		below = nil
		padded, at, counted := false, 0, r.source
		for j := 1; j <= last; j++ {
			c := &r.cells[j]
			start, blanks := wordStart(src, c.at)
			at += utf8.RuneCount(src[counted:start])
			counted = start
			if blanks == 0 {
				continue
			}
			padded = padded || blanks > 1
			for len(above) > 0 && above[0].at < at {
				above = above[1:]
			}
			trailing := c.comment && j == last
			var x *column
			if trailing {
				x = comments[at]
			} else if len(above) > 0 && above[0].at == at && above[0].depth == c.depth {
				x = above[0]
			}
			if x == nil {
				x = &column{at: at, depth: c.depth, trailing: trailing}
				all = append(all, x)
			}
			x.padded = x.padded || padded
			x.words = append(x.words, place{i, j})
			if trailing {
				comments[at] = x
			} else {
				below = append(below, x)
			}
		}
		above = below
	}
	slices.SortStableFunc(all, func(a, b *column) int { return cmp.Compare(a.at, b.at) })
	for _, x := range all {
		if x.padded && len(x.words) > 1 {
			added += int(l.straighten(rows, x))
		}
	}
	return added
}

// findRows finds the lines of the output with words from the source.
func (l *Sheet) findRows(src []byte) {
	l.rows = l.rows[:0]
	source, looked := 0, 0 // source is the line start for the source searched up to looked
	for i := 0; i < len(l.cells); {
		first := &l.cells[i]
		r := row{start: bytes.LastIndexByte(l.Out[:first.out], '\n') + 1, end: len(l.Out)}
		if n := bytes.IndexByte(l.Out[first.out:], '\n'); n >= 0 {
			r.end = first.out + n
		}
		from := i
		for i < len(l.cells) && l.cells[i].out <= r.end {
			i++
		}
		r.cells = l.cells[from:i:i]
		start, _ := wordStart(src, first.at)
		if n := bytes.LastIndexByte(src[looked:max(looked, start)], '\n'); n >= 0 {
			source = looked + n + 1
		}
		r.source, looked = source, max(looked, start)
		end := max(first.at, l.cells[i-1].at)
		r.ok = start >= r.source && blank(l.Out[r.start:first.out]) && blank(src[r.source:start]) &&
			bytes.IndexByte(src[first.at:end], '\n') < 0
		for j := 1; r.ok && !r.padded && j < len(r.cells); j++ {
			_, blanks := wordStart(src, r.cells[j].at)
			r.padded = blanks > 1
		}
		l.rows = append(l.rows, r)
	}
}

// wordStart returns the beginning of a word including at most 100 parentheses before it, and the number of blanks
// before that.
func wordStart(src []byte, at int32) (start, blanks int) {
	start = int(at)
	for least := max(start-100, 0); start > least && src[start-1] == '('; {
		start--
	}
	for start-blanks > 0 && src[start-blanks-1] == ' ' {
		blanks++
	}
	return start, blanks
}

// blank reports whether a text is invisible.
func blank(text []byte) bool { return len(bytes.Trim(text, " \t\r\n\ufeff")) == 0 }

// follows reports whether only a line end is between two rows, or, within a definition, empty lines.
func follows(a, b *row, out, src []byte) bool {
	if !a.ok || !blank(out[a.end:b.start]) || b.start-a.end > len("\r\n") && b.cells[0].depth <= 1 {
		return false
	}
	last := int(a.cells[len(a.cells)-1].at)
	end := last + bytes.IndexByte(src[last:], '\n')
	return end >= last && end < b.source && blank(src[end:b.source])
}

// straighten aligns the words of a column, unless a line becomes too wide, and returns the number of added blanks.
func (l *Sheet) straighten(rows []row, x *column) (added int32) {
	target := int32(0)
	for _, w := range x.words {
		r := &rows[w.row]
		target = max(target, r.cells[w.cell].column+r.wider)
	}
	for _, w := range x.words {
		r := &rows[w.row]
		width, column := r.width+r.wider, r.cells[w.cell].column+r.wider
		if x.trailing {
			width = column // trailing comments do not count
		}
		if target > column && int(width+target-column) > l.Limit {
			return 0
		}
	}
	for _, w := range x.words {
		r := &rows[w.row]
		c := &r.cells[w.cell]
		c.pad = target - c.column - r.wider
		r.wider += c.pad
		added += c.pad
	}
	return added
}

// pad adds the blanks of all cells to the output.
func (l *Sheet) pad(added int) {
	from := len(l.Out)
	l.Out = slices.Grow(l.Out, added)[:from+added]
	to := len(l.Out)
	for i := len(l.cells) - 1; to > from; i-- {
		c := &l.cells[i]
		to -= copy(l.Out[to-(from-c.out):to], l.Out[c.out:from])
		from = c.out
		for range c.pad {
			to--
			l.Out[to] = ' '
		}
	}
}
