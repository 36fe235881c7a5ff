package k

import (
	"bytes"
	"unicode/utf8"
)

// A layout decides where the lines of one item break. What is to be written is
// first put down as a list of pieces: texts, places where a line may break, and
// groups of them. Then one pass from left to right writes it, in the manner of
// Oppen: a group that fits on its line is written flat; of one that does not, a
// bracket breaks at all of its places and a composition where it must.
//
// Time is linear, for a group's width is a difference of two sums; deep nesting
// needs no stack but the slice of frames, and indentation ends at maxIndent so
// that the output stays linear, too.
type layout struct {
	text   []byte // of all text pieces
	pieces []piece
	opens  []int32 // groups that are open while pieces are added

	sum      []int   // flat width of all pieces before i
	tail     []int   // flat width from i on to the next place where a line may break
	nextHard []int32 // the first piece from i on that ends the line

	frames  []groupFrame
	out     bytes.Buffer
	col     int
	indent  int // of the current line
	atStart bool
	space   bool // a space is due before the next text
}

const (
	lineWidth = 80
	indentBy  = 2
	maxIndent = 40
)

type pieceKind uint8

const (
	pText    pieceKind = iota // text[a:b]
	pLines                    // the same, and it contains line ends
	pSpace                    // a space
	pLine                     // a space, or the end of a line in a broken bracket
	pSoft                     // nothing, or the end of a line in a broken bracket
	pOutdent                  // the same, before the closing bracket
	pFill                     // a space, or the end of a line where a composition must break
	pHard                     // the end of a line
	pGroup                    // begins a composition that ends at piece a
	pBracket                  // begins a bracket that ends at piece a
	pEnd                      // ends a group
)

type piece struct {
	kind pieceKind
	a, b int32 // pFill: a is the next pFill of the group, or its end
}

type groupFrame struct {
	flat   bool
	indent int
}

func (l *layout) reset() {
	l.text, l.pieces, l.opens = l.text[:0], l.pieces[:0], l.opens[:0]
}

func (l *layout) add(kind pieceKind) { l.pieces = append(l.pieces, piece{kind: kind}) }

// str adds text, without line ends.
func (l *layout) str(parts ...string) {
	a := int32(len(l.text))
	for _, s := range parts {
		l.text = append(l.text, s...)
	}
	l.pieces = append(l.pieces, piece{pText, a, int32(len(l.text))})
}

// label adds a label in its shortest form, after a sign.
func (l *layout) label(d Dialect, before, s string) {
	a := int32(len(l.text))
	l.text = append(l.text, before...)
	if d.isLabel(s) {
		l.text = append(l.text, s...)
	} else {
		l.text = appendQuoted(l.text, s)
	}
	l.pieces = append(l.pieces, piece{pText, a, int32(len(l.text))})
}

// comment adds the text of a comment.
func (l *layout) comment(s []byte) {
	a := int32(len(l.text))
	kind := pText
	for i, c := range s {
		if c == '\r' && i+1 < len(s) && s[i+1] == '\n' {
			continue
		}
		if c == '\n' {
			kind = pLines
		}
		l.text = append(l.text, c)
	}
	l.pieces = append(l.pieces, piece{kind, a, int32(len(l.text))})
}

// blank adds a space unless there is one, or a place where a line may break.
func (l *layout) blank() {
	if n := len(l.pieces); n > 0 {
		switch l.pieces[n-1].kind {
		case pSpace, pLine, pFill, pHard:
			return
		}
	}
	l.add(pSpace)
}

func (l *layout) begin(kind pieceKind) {
	l.opens = append(l.opens, int32(len(l.pieces)))
	l.add(kind)
}

func (l *layout) end() {
	n := len(l.opens) - 1
	l.pieces[l.opens[n]].a = int32(len(l.pieces))
	l.opens = l.opens[:n]
	l.add(pEnd)
}

// measure fills in what write needs to know of the pieces ahead.
func (l *layout) measure() {
	n := len(l.pieces)
	l.sum, l.tail, l.nextHard = l.sum[:0], l.tail[:0], l.nextHard[:0]
	total := 0
	for i := range l.pieces {
		l.sum = append(l.sum, total)
		total += l.width(i)
	}
	l.sum = append(l.sum, total)
	l.tail = append(l.tail, make([]int, n+1)...)
	l.nextHard = append(l.nextHard, make([]int32, n+1)...)
	l.nextHard[n] = int32(n)
	// Going backwards, the innermost open group's next place to fill is on top.
	next := l.opens[:0]
	for i := n - 1; i >= 0; i-- {
		p := &l.pieces[i]
		l.tail[i], l.nextHard[i] = l.tail[i+1]+l.width(i), l.nextHard[i+1]
		switch p.kind {
		case pHard, pLines:
			l.nextHard[i] = int32(i)
			l.tail[i] = 0
		case pLine, pSoft, pOutdent:
			l.tail[i] = 0
		case pFill:
			l.tail[i] = 0
			p.a, next[len(next)-1] = next[len(next)-1], int32(i)
		case pEnd:
			next = append(next, int32(i))
		case pGroup, pBracket:
			next = next[:len(next)-1]
		}
	}
	l.opens = next
}

func (l *layout) width(i int) int {
	switch p := l.pieces[i]; p.kind {
	case pText, pLines:
		return utf8.RuneCount(l.text[p.a:p.b])
	case pSpace, pLine, pFill:
		return 1
	}
	return 0
}

// write appends the pieces to the output.
func (l *layout) write() {
	l.measure()
	l.frames = append(l.frames[:0], groupFrame{})
	for i, p := range l.pieces {
		top := &l.frames[len(l.frames)-1]
		switch p.kind {
		case pText, pLines:
			l.put(l.text[p.a:p.b])
		case pSpace:
			l.space = true
		case pLine, pSoft, pOutdent:
			switch {
			case !top.flat && p.kind == pOutdent:
				l.newline(top.indent)
			case !top.flat:
				l.newline(top.indent + indentBy)
			case p.kind == pLine:
				l.space = true
			}
		case pHard:
			l.newline(top.indent + indentBy)
		case pFill:
			if top.flat || l.stays(i, top.indent) {
				l.space = true
			} else {
				l.newline(top.indent + indentBy)
			}
		case pGroup, pBracket:
			flat := top.flat || l.nextHard[i] > p.a && l.column()+l.sum[p.a]-l.sum[i]+l.tail[p.a] <= lineWidth
			l.frames = append(l.frames, groupFrame{flat, l.indent})
		case pEnd:
			l.frames = l.frames[:len(l.frames)-1]
		}
	}
}

// stays reports whether the part of a composition after the place i goes on in
// the same line: because it fits, or because it is a bracket that has to be
// broken anyway.
func (l *layout) stays(i, indent int) bool {
	next := l.pieces[i].a
	width := 0
	hard := l.nextHard[i+1] < next
	if hard {
		width = l.sum[l.nextHard[i+1]] - l.sum[i+1]
	} else {
		width = l.sum[next] - l.sum[i+1] + l.tail[next]
	}
	if l.column()+1+width <= lineWidth {
		return true
	}
	return l.pieces[i+1].kind == pBracket && (hard || indent+indentBy+width > lineWidth)
}

// column is where the next text would begin, without a space that is due.
func (l *layout) column() int {
	switch {
	case l.atStart:
		return l.indent
	case l.space:
		return l.col + 1
	}
	return l.col
}

// newline ends the line, unless nothing is on it, and sets the indentation of
// the next.
func (l *layout) newline(indent int) {
	if !l.atStart {
		l.out.WriteByte('\n')
	}
	l.atStart, l.space = true, false
	l.indent = min(indent, maxIndent)
}

var spaces = bytes.Repeat([]byte{' '}, maxIndent)

func (l *layout) put(text []byte) {
	switch {
	case l.atStart:
		l.out.Write(spaces[:l.indent])
		l.col = l.indent
	case l.space:
		l.out.WriteByte(' ')
		l.col++
	}
	l.atStart, l.space = false, false
	l.out.Write(text)
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		l.col, text = 0, text[i+1:]
	}
	l.col += utf8.RuneCount(text)
}

// flat appends the pieces to the output, all in one line.
func (l *layout) flat() {
	for _, p := range l.pieces {
		switch p.kind {
		case pText, pLines:
			l.put(l.text[p.a:p.b])
		case pSpace, pLine, pFill:
			l.space = true
		}
	}
}
