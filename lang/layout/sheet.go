package layout

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Sheet decides where the lines of one item break. The item is first added as a list of pieces: texts, places where a
// line may break, and groups of them. Then one pass from left to right writes it, in the manner of Oppen: a group that
// fits on its line is written flat; otherwise a bracket breaks at all of its places, and a composition where it must,
// or where its author did.
//
// The time is linear, since a group's width is a difference of two sums. Deep nesting uses only the slice of frames as
// a stack, and indentation ends at maxIndent, so that the output is linear, too.
type Sheet struct {
	text   []byte // of all text pieces
	pieces []piece
	opens  []int32 // groups that are not ended yet
	place  int     // index of the last piece where a line may break

	sum      []int32 // flat width of all pieces before i
	tail     []int32 // flat width from i to the next place where a line may break
	nextHard []int32 // the first piece from i on that ends the line
	nexts    []places

	Braces  bool   // comments within braces have blanks around them
	Limit   int    // columns of a line
	EOL     string // line ending
	frames  []groupFrame
	Out     []byte
	col     int
	indent  int // of the current line
	AtStart bool
	space   bool // a space is due before the next text
	blanked bool // the previous line is empty

	next  cell   // the next word
	cells []cell // the written words
	rows  []row

	Missed func() // called where a line could break but does not; for tests, may be nil
}

const (
	indentBy  = 2
	maxIndent = 40

	// deepest is the maximum number of groups around an indented line. With millions of nested brackets, most of the
	// text would be indentation.
	deepest = 10_000
)

// MostPieces is the maximum number of pieces of an item, above which Format fails. Each takes about 100 bytes. Tests
// set a lower one.
var MostPieces = 16_000_000

// tooLarge is the panic for an item with more pieces.
type tooLarge struct{}

type Kind uint8

const (
	pText   Kind = iota // text[a:b]
	pLines              // the same, and it contains line ends
	Space               // a space
	Line                // a space, or the end of a line in a broken bracket
	Soft                // nothing, or the end of a line in a broken bracket
	Outdent             // the same, before the closing bracket
	Fill                // a space, or the end of a line where a composition must break
	Tight               // nothing, or the end of a line if not even a path of projections fits
	Weak                // a space, or the end of a line if not even the expression before a caret fits
	pHard               // the end of a line
	Group               // begins a composition that ends at piece a
	Bracket             // begins a bracket that ends at piece a
	pEnd                // ends a group
)

// A piece of text is text[a:b]. Of a group, a is its end; of a Fill, the next Fill of the group, or its end; of a Tight
// or Weak, the next of any of the three; of a Line, the next one of the bracket, or its Outdent. b has the marks of a
// bracket, and of a place where a line may break.
//
// at is the offset in the source of a comment, or of the word after a place where a line may break.
type piece struct {
	kind Kind
	a, b int32
	at   int32
}

// Marks of places where a line may break.
const (
	mBreak int32 = 1 << iota // broken in the source: breaks unless its composition is flat; a bracket is not flat then
	mHard                    // its author broke it, and its composition is not flat
	mBlank                   // an empty line follows if it breaks
	mLine                    // its author broke it, so it breaks unless its bracket is flat

	mSpaced   // of a Soft or an Outdent: a space unless it ends a line
	mHugs     // of a bracket: break it rather than move it to the next line
	mLast     // of a bracket: it breaks if an earlier one in its group does, and has the group's indentation
	mFlush    // of a bracket: its lines are not indented
	mStiff    // of a group: the text before it breaks first
	mApart    // of a bracket: its author began a part on a new line
	mTogether // of a bracket: its author began a part in the line of another one
	mTable    = mApart | mTogether
)

type groupFrame struct {
	flat    bool
	bracket bool
	table   bool // a bracket keeps the lines of its author
	broken  bool // a line ended in this composition
	parts   bool // one of its brackets is broken
	indent  int
}

func (l *Sheet) Reset() {
	l.text, l.pieces, l.opens, l.place = l.text[:0], l.pieces[:0], l.opens[:0], 0
}

func (l *Sheet) add(kind Kind, marks int32) {
	if len(l.pieces) >= MostPieces {
		panic(tooLarge{})
	}
	if kind >= Line && kind <= Weak {
		l.place = len(l.pieces)
	}
	l.pieces = append(l.pieces, piece{kind: kind, b: marks})
}

// follow sets the offset of the next word in the source, if the last piece is a place.
func (l *Sheet) follow(at int32) {
	if p := &l.pieces[len(l.pieces)-1]; p.kind > pLines {
		p.at = at
	}
}

// Str adds text without line ends.
func (l *Sheet) Str(s string) {
	a := int32(len(l.text))
	l.text = append(l.text, s...)
	l.addText(pText, a)
}

// addText adds the text from a on as a piece, or appends it to the previous one.
func (l *Sheet) addText(kind Kind, a int32) {
	end := int32(len(l.text))
	if n := len(l.pieces); kind == pText && n > 0 && l.pieces[n-1].kind == pText {
		l.pieces[n-1].b = end
		return
	}
	l.pieces = append(l.pieces, piece{kind: kind, a: a, b: end})
}

// Written adds text as in the source, after a sign.
func (l *Sheet) Written(sign string, s []byte) {
	a := int32(len(l.text))
	l.text = append(l.text, sign...)
	kind := pText
	if bytes.IndexByte(s, '\n') >= 0 {
		kind = pLines
	}
	l.text = append(l.text, s...)
	l.addText(kind, a)
}

// comment adds the text of a comment at a place in the source.
func (l *Sheet) comment(s []byte, at int32) {
	a := int32(len(l.text))
	kind := pText
	for {
		i := bytes.IndexByte(s, '\n')
		if i < 0 {
			break
		}
		kind = pLines
		l.text = append(l.text, bytes.TrimRight(s[:i], "\r")...)
		l.text = append(l.text, l.EOL...)
		s = s[i+1:]
	}
	l.text = append(l.text, s...)
	l.pieces = append(l.pieces, piece{kind: kind, a: a, b: int32(len(l.text)), at: at})
}

// blank adds a space unless there is one, or a place where a line may break, or the next text follows an opening
// bracket (for atBracket).
func (l *Sheet) blank(atBracket bool) {
	if n := len(l.pieces); n > 0 {
		switch p := l.pieces[n-1]; p.kind {
		case Space, Line, Fill, Weak, pHard:
			return
		case pText:
			if c := l.text[max(p.b-1, 0)]; atBracket && p.b > p.a && strings.IndexByte("([{<", c) >= 0 &&
				(c != '{' || !l.Braces) {
				return
			}
		}
	}
	l.add(Space, 0)
}

func (l *Sheet) Begin(kind Kind) {
	l.opens = append(l.opens, int32(len(l.pieces)))
	l.add(kind, 0)
}

func (l *Sheet) End() {
	n := len(l.opens) - 1
	l.pieces[l.opens[n]].a = int32(len(l.pieces))
	l.opens = l.opens[:n]
	l.add(pEnd, 0)
}

// fits reports whether all pieces fit on the line, as far as their byte lengths can show.
func (l *Sheet) fits() bool {
	n := l.column() + len(l.text)
	for i := range l.pieces {
		switch p := &l.pieces[i]; p.kind {
		case Space:
			n++
		case Line, Fill, Weak:
			n++
			if p.b&mHard != 0 {
				return false
			}
		case Soft, Outdent:
			n += spaceOf(p)
			if p.b&mBreak != 0 {
				return false
			}
		case pLines, pHard:
			return false
		}
	}
	return n <= l.Limit
}

// addUp computes the sums of widths, and reports whether some line must end.
func (l *Sheet) addUp() (hard bool) {
	n := len(l.pieces)
	l.sum = slices.Grow(l.sum[:0], n+1)[:n+1]
	total := 0
	for i := range l.pieces {
		l.sum[i] = int32(total)
		switch p := &l.pieces[i]; p.kind {
		case pText:
			total += utf8.RuneCount(l.text[p.a:p.b])
		case Space:
			total++
		case Line, Fill, Weak:
			total++
			hard = hard || p.b&mHard != 0
		case Soft, Outdent:
			total += spaceOf(p)
			hard = hard || p.b&mBreak != 0
		case pLines:
			total += utf8.RuneCount(l.text[p.a:p.b])
			hard = true
		case pHard:
			hard = true
		}
	}
	l.sum[n] = int32(total)
	return hard
}

// measure computes the other data about later pieces that Write needs.
func (l *Sheet) measure() {
	n := len(l.pieces)
	l.tail, l.nextHard = slices.Grow(l.tail[:0], n+1)[:n+1], slices.Grow(l.nextHard[:0], n+1)[:n+1]
	l.tail[n], l.nextHard[n] = 0, int32(n)
	// Backwards, the entry of the innermost open group is on top.
	next := l.nexts[:0]
	for i := n - 1; i >= 0; i-- {
		p := &l.pieces[i]
		tail, hard := l.tail[i+1]+l.sum[i+1]-l.sum[i], l.nextHard[i+1]
		switch p.kind {
		case pHard, pLines:
			tail, hard = int32(l.firstLine(i)), int32(i)
		case Line, Soft, Outdent:
			tail = 0
			if p.b&mBreak != 0 {
				hard = int32(i)
			}
			if len(next) > 0 {
				top := &next[len(next)-1]
				p.a, top.line = top.line, int32(i)
			}
		case Fill:
			tail = 0
			if p.b&mHard != 0 {
				hard = int32(i)
			}
			top := &next[len(next)-1]
			p.a = top.fill
			top.fill, top.any = int32(i), int32(i)
		case Tight, Weak:
			top := &next[len(next)-1]
			p.a, top.any = top.any, int32(i)
		case pEnd:
			next = append(next, places{int32(i), int32(i), int32(i)})
		case Group, Bracket:
			next = next[:len(next)-1]
			if p.b&mStiff != 0 && int(hard) > int(p.a) {
				tail = l.tail[p.a] + l.sum[p.a] - l.sum[i]
			}
		}
		l.tail[i], l.nextHard[i] = tail, hard
	}
	l.nexts = next
}

// places are the next Fill of a group, the next place of any kind of a composition, and the next place of a bracket, or
// the end.
type places struct{ fill, any, line int32 }

func (l *Sheet) width(i int) int { return l.between(i, i+1) }

// between returns the flat width of the pieces from i up to j, excluding j.
func (l *Sheet) between(i, j int) int { return int(l.sum[j] - l.sum[i]) }

// firstLine returns the width of a piece up to its first line end.
func (l *Sheet) firstLine(i int) int {
	p := l.pieces[i]
	if p.kind != pLines {
		return 0
	}
	text := l.text[p.a:p.b]
	return utf8.RuneCount(text[:bytes.IndexByte(text, '\n')])
}

// Write appends the pieces to the output.
func (l *Sheet) Write() {
	if len(l.text) <= l.Limit && l.fits() {
		l.Flat()
		return
	}
	if hard := l.addUp(); !hard && l.column()+l.between(0, len(l.pieces)) <= l.Limit {
		l.Flat()
		return
	}
	l.measure()
	l.frames = append(l.frames[:0], groupFrame{})
	for i, p := range l.pieces {
		top := &l.frames[len(l.frames)-1]
		l.word(&p, len(l.frames))
		switch p.kind {
		case pText:
			l.Put(l.text[p.a:p.b], l.width(i))
		case pLines:
			text := l.text[p.a:p.b]
			l.Put(text, 0)
			l.col = utf8.RuneCount(text[bytes.LastIndexByte(text, '\n')+1:])
		case Space:
			l.space = true
		case Line, Soft, Outdent:
			switch {
			case !top.flat && p.kind == Outdent:
				l.NewLine(top.indent)
			case top.table && p.kind == Line && p.b&mLine == 0 && l.joins(i):
				l.continueLine(true)
			case !top.flat:
				l.NewLine(top.indent + indentBy)
				if p.b&mBlank != 0 {
					l.emptyLine()
				}
			default:
				l.continueLine(p.kind == Line || p.b&mSpaced != 0)
			}
		case pHard:
			top.broken = true
			l.NewLine(top.indent + indentBy)
			if p.b&mBlank != 0 {
				l.emptyLine()
			}
		case Fill, Tight, Weak:
			if top.flat || p.b&mBreak == 0 && l.stays(i, top.indent) {
				l.continueLine(p.kind != Tight)
			} else {
				top.broken = true
				l.NewLine(top.indent + indentBy)
			}
		case Group, Bracket:
			f := groupFrame{indent: l.indent}
			f.flat = top.flat || l.nextHard[i] > p.a && l.column()+l.between(i, int(p.a))+int(l.tail[p.a]) <= l.Limit
			f.bracket = p.kind == Bracket
			if p.b&mLast != 0 {
				f.flat = f.flat && !top.parts
				f.indent = top.indent
			}
			if p.b&mFlush != 0 {
				f.indent -= indentBy
			}
			if p.kind == Bracket {
				f.table = !f.flat && p.b&mTable == mTable
			} else if len(l.frames) == 2 || i > 0 && l.pieces[i-1].kind == Group {
				f.indent = top.indent // as if there was no comment before it
			}
			l.frames = append(l.frames, f)
		case pEnd:
			parts := !top.flat && top.bracket || top.parts
			l.frames = l.frames[:len(l.frames)-1]
			if parts {
				l.frames[len(l.frames)-1].parts = true
			}
		}
	}
}

// continueLine continues in the same line at a place where it could break.
func (l *Sheet) continueLine(space bool) {
	if l.Missed != nil && !l.AtStart {
		l.Missed()
	}
	l.space = l.space || space
}

// joins reports whether the part of a bracket after the place i, or its first line, fits into the same line.
func (l *Sheet) joins(i int) bool {
	end, first := l.pieces[i].a, 0
	if hard := l.nextHard[i+1]; hard < end {
		end, first = hard, l.firstLine(int(hard))
	}
	return l.column()+l.width(i)+l.between(i+1, int(end))+first <= l.Limit
}

// stays reports whether the part of a composition after the place i continues in the same line: because it fits, or
// because it is a bracket that breaks anyway, or whose parts read better on separate lines than all in the next line.
func (l *Sheet) stays(i, indent int) bool {
	next := l.pieces[i].a
	width := 0
	hard := l.nextHard[i+1] < next
	if hard {
		width = l.between(i+1, int(l.nextHard[i+1])) + l.firstLine(int(l.nextHard[i+1]))
	} else {
		width = l.between(i+1, int(next))
		if k := l.pieces[next].kind; k != Tight && k != Weak { // it can break there, too
			width += int(l.tail[next])
		}
	}
	from := l.column() + l.width(i)
	if from+width <= l.Limit {
		return true
	}
	if l.pieces[i+1].kind != Bracket || from+l.width(i+2) > l.Limit {
		return false
	}
	return hard || min(indent+indentBy, maxIndent)+width > l.Limit || l.breaksInPlace(i+1, next)
}

// breaksInPlace reports whether a bracket is broken rather than moved to the next line: if it is marked so, or has no
// sign and ends a body that is not broken yet.
func (l *Sheet) breaksInPlace(i int, next int32) bool {
	opener := l.pieces[i+1]
	if l.pieces[i].b&mHugs != 0 {
		return true
	}
	return opener.b-opener.a == 1 && len(l.frames) == 3 && !l.frames[2].broken && l.pieces[i].a+1 == next &&
		l.pieces[next].kind == pEnd
}

// column returns where the next text would begin, including a due space.
func (l *Sheet) column() int {
	switch {
	case l.AtStart:
		return l.indent
	case l.space:
		return l.col + 1
	}
	return l.col
}

// NewLine ends the line, unless it is empty, and sets the indentation of the next.
func (l *Sheet) NewLine(indent int) {
	if !l.AtStart {
		l.Out = append(l.Out, l.EOL...)
		l.blanked = false
	}
	l.AtStart, l.space = true, false
	l.indent = min(indent, maxIndent)
	if len(l.frames) > deepest {
		l.indent = 0
	}
}

// emptyLine adds an empty line at the beginning of a line, unless there is one already.
func (l *Sheet) emptyLine() {
	if l.AtStart && !l.blanked {
		l.Out = append(l.Out, l.EOL...)
		l.blanked = true
	}
}

var spaces = bytes.Repeat([]byte{' '}, maxIndent)

// Put writes text of a given width.
func (l *Sheet) Put(text []byte, width int) {
	switch {
	case l.AtStart:
		l.Out = append(l.Out, spaces[:l.indent]...)
		l.col = l.indent
		l.addCell(len(l.Out))
	case l.space:
		l.Out = append(l.Out, ' ')
		l.col++
		l.addCell(len(l.Out))
	default:
		l.next = cell{}
	}
	l.AtStart, l.space, l.blanked = false, false, false
	l.Out = append(l.Out, text...)
	l.col += width
}

// Flat appends the pieces to the output, all in one line.
func (l *Sheet) Flat() {
	if l.AtStart {
		l.Put(nil, 0)
	}
	out, space, depth := l.Out, l.space, 1
	for i := range l.pieces {
		p := &l.pieces[i]
		l.word(p, depth)
		switch p.kind {
		case pText, pLines:
			if space {
				out = append(out, ' ')
				l.addCell(len(out))
			}
			out = append(out, l.text[p.a:p.b]...)
			space, l.next = false, cell{}
		case Space, Line, Fill, Weak:
			space = true
		case Soft, Outdent:
			space = space || p.b&mSpaced != 0
		case Group, Bracket:
			depth++
		case pEnd:
			depth--
		}
	}
	l.Out, l.space = out, false
}

// At sets the offset in the source of the next word, in the outermost group.
func (l *Sheet) At(at int32) { l.next = cell{at: at, depth: 1, known: true} }

// Hug marks the innermost open bracket: break it rather than move it to the next line.
func (l *Sheet) Hug() { l.pieces[l.opens[len(l.opens)-1]].b |= mHugs }

// Stiff marks the innermost open group: the text before it breaks first.
func (l *Sheet) Stiff() { l.pieces[l.opens[len(l.opens)-1]].b |= mStiff }

// Flush marks the innermost open bracket: its lines have the indentation of the line in which it begins.
func (l *Sheet) Flush() { l.pieces[l.opens[len(l.opens)-1]].b |= mFlush }

// Follow marks the innermost open bracket: it breaks if an earlier one in its group does, and its lines are indented
// relative to the group.
func (l *Sheet) Follow() { l.pieces[l.opens[len(l.opens)-1]].b |= mLast }

// Insist marks the last added place: if its author broke the line there, the composition is not flat.
func (l *Sheet) Insist() {
	if last := &l.pieces[l.place]; last.kind == Fill && last.b&mBreak != 0 {
		last.b |= mHard
	}
}

// Break ends the line at the last added place.
func (l *Sheet) Break() {
	l.pieces[l.place].b |= mBreak | mHard | mLine
}

// Apart makes the last added Line break whenever its bracket does, even if the source has it in one line.
func (l *Sheet) Apart() {
	if last := &l.pieces[l.place]; last.kind == Line {
		last.b |= mLine
	}
}

// Spaced makes the last added Soft or Outdent a space unless it ends a line.
func (l *Sheet) Spaced() {
	if last := &l.pieces[l.place]; last.kind == Soft || last.kind == Outdent {
		last.b |= mSpaced
	}
}

// spaceOf returns the width of a Soft or an Outdent.
func spaceOf(p *piece) int {
	if p.b&mSpaced != 0 {
		return 1
	}
	return 0
}

// Verbatim adds lines as in the source, except for their line endings.
func (l *Sheet) Verbatim(s []byte) { l.comment(s, 0) }
