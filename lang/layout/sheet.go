package layout

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Sheet decides where the lines of one item break. What is to be written is
// first put down as a list of pieces: texts, places where a line may break, and
// groups of them. Then one pass from left to right writes it, in the manner of
// Oppen: a group that fits on its line is written flat; of one that does not, a
// bracket breaks at all of its places and a composition where it must, or where
// its author did.
//
// Time is linear, for a group's width is a difference of two sums; deep nesting
// needs no stack but the slice of frames, and indentation ends at maxIndent so
// that the output stays linear, too.
type Sheet struct {
	text   []byte // of all text pieces
	pieces []piece
	opens  []int32 // groups that are open while pieces are added
	place  int     // the last of pieces at which a line may break

	sum      []int32 // flat width of all pieces before i
	tail     []int32 // flat width from i on to the next place where a line may break
	nextHard []int32 // the first piece from i on that ends the line
	nexts    []places

	Braces  bool   // a blank stands within braces, where comments are
	Limit   int    // columns of a line
	EOL     string // what ends a line
	frames  []groupFrame
	Out     []byte
	col     int
	indent  int // of the current line
	AtStart bool
	space   bool // a space is due before the next text
	blanked bool // the line before is empty

	next  cell   // the word that is written next
	cells []cell // words that were written
	rows  []row

	Missed func() // tests hear of places where a line could have been broken; may be nil
}

const (
	indentBy  = 2
	maxIndent = 40

	// deepest is how many groups a line is within that is indented. Of millions of brackets
	// within each other, the indentation would be most of the text.
	deepest = 10_000
)

// MostPieces is how many pieces an item has at most; then Format gives up. Each takes about 100
// bytes. Tests have it smaller.
var MostPieces = 16_000_000

// tooLarge unwinds what lays an item of more pieces out.
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
	Tight               // nothing, or the end of a line where not even a path of projections fits
	Weak                // a space, or the end of a line where not even what is before a caret fits
	pHard               // the end of a line
	Group               // begins a composition that ends at piece a
	Bracket             // begins a bracket that ends at piece a
	pEnd                // ends a group
)

// A piece of text is text[a:b]. Of a group, a is its end; of a Fill, the next Fill
// of the group, or its end; of a Tight or Weak, the next of any of the three; of a
// Line, the next one of the bracket, or its Outdent. The marks of a bracket, and of a
// place where a line may break, are in b.
//
// Where the word stands in the source that is written next, if that is a comment itself
// or follows a place where a line may break, is in at.
type piece struct {
	kind Kind
	a, b int32
	at   int32
}

// Marks of places where a line may break.
const (
	mBreak int32 = 1 << iota // its author broke it, so it breaks unless its composition is flat; a bracket is not flat then
	mHard                    // its author broke it, and its composition is not flat
	mBlank                   // an empty line follows if it breaks
	mLine                    // its author broke it, so it breaks unless its bracket is flat

	mSpaced   // of a Soft or an Outdent: it is a space where it is not the end of a line
	mHugs     // of a bracket: it is rather broken than moved to the next line
	mLast     // of a bracket: it is broken if one before it in its group is, and stands as far to the left
	mFlush    // of a bracket: its lines are not indented
	mStiff    // of a group: what stands before it is broken first
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

// follow says of the last piece, if it is a place, which word of the source follows.
func (l *Sheet) follow(at int32) {
	if p := &l.pieces[len(l.pieces)-1]; p.kind > pLines {
		p.at = at
	}
}

// str adds text without line ends.
func (l *Sheet) Str(s string) {
	a := int32(len(l.text))
	l.text = append(l.text, s...)
	l.addText(pText, a)
}

// addText makes the text from a on a piece, or a part of the one before it.
func (l *Sheet) addText(kind Kind, a int32) {
	end := int32(len(l.text))
	if n := len(l.pieces); kind == pText && n > 0 && l.pieces[n-1].kind == pText {
		l.pieces[n-1].b = end
		return
	}
	l.pieces = append(l.pieces, piece{kind: kind, a: a, b: end})
}

// written adds text as it stands in the source, behind a sign.
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

// comment adds the text of a comment, which stands at a place in the source.
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

// blank adds a space unless there is one, or a place where a line may break, or
// what comes is to stand at an opening bracket.
func (l *Sheet) blank(atBracket bool) {
	if n := len(l.pieces); n > 0 {
		switch p := l.pieces[n-1]; p.kind {
		case Space, Line, Fill, Weak, pHard:
			return
		case pText:
			if c := l.text[max(p.b-1, 0)]; atBracket && p.b > p.a && strings.IndexByte("([{<", c) >= 0 && (c != '{' || !l.Braces) {
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

// fits reports whether all pieces fit on the line, as far as that can be told from how
// many bytes they have.
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

// addUp fills in the sums of widths, and reports whether a line has to end
// somewhere.
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

// measure fills in what else write needs to know of the pieces ahead.
func (l *Sheet) measure() {
	n := len(l.pieces)
	l.tail, l.nextHard = slices.Grow(l.tail[:0], n+1)[:n+1], slices.Grow(l.nextHard[:0], n+1)[:n+1]
	l.tail[n], l.nextHard[n] = 0, int32(n)
	// Going backwards, the innermost open group's next places to fill are on top.
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

// places are the next Fill of a group, the next of any kind of a composition, and the
// next of a bracket, or its end.
type places struct{ fill, any, line int32 }

func (l *Sheet) width(i int) int { return l.between(i, i+1) }

// between is the flat width of the pieces from i on, without j and those after it.
func (l *Sheet) between(i, j int) int { return int(l.sum[j] - l.sum[i]) }

// firstLine is the width of what a piece that ends the line has before that.
func (l *Sheet) firstLine(i int) int {
	p := l.pieces[i]
	if p.kind != pLines {
		return 0
	}
	text := l.text[p.a:p.b]
	return utf8.RuneCount(text[:bytes.IndexByte(text, '\n')])
}

// write appends the pieces to the output.
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
				l.stay(true)
			case !top.flat:
				l.NewLine(top.indent + indentBy)
				if p.b&mBlank != 0 {
					l.emptyLine()
				}
			default:
				l.stay(p.kind == Line || p.b&mSpaced != 0)
			}
		case pHard:
			top.broken = true
			l.NewLine(top.indent + indentBy)
			if p.b&mBlank != 0 {
				l.emptyLine()
			}
		case Fill, Tight, Weak:
			if top.flat || p.b&mBreak == 0 && l.stays(i, top.indent) {
				l.stay(p.kind != Tight)
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
				f.indent = top.indent // as if no comment stood before it
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

// stay goes on in the same line where it could be broken.
func (l *Sheet) stay(space bool) {
	if l.Missed != nil && !l.AtStart {
		l.Missed()
	}
	l.space = l.space || space
}

// joins reports whether the part of a bracket after the place i fits into the same line,
// or its first line does.
func (l *Sheet) joins(i int) bool {
	end, first := l.pieces[i].a, 0
	if hard := l.nextHard[i+1]; hard < end {
		end, first = hard, l.firstLine(int(hard))
	}
	return l.column()+l.width(i)+l.between(i+1, int(end))+first <= l.Limit
}

// stays reports whether the part of a composition after the place i goes on in
// the same line: because it fits, or because it is a bracket that is broken
// anyway, or whose parts read better below each other than all in the next line.
func (l *Sheet) stays(i, indent int) bool {
	next := l.pieces[i].a
	width := 0
	hard := l.nextHard[i+1] < next
	if hard {
		width = l.between(i+1, int(l.nextHard[i+1])) + l.firstLine(int(l.nextHard[i+1]))
	} else {
		width = l.between(i+1, int(next))
		if k := l.pieces[next].kind; k != Tight && k != Weak { // where it can break, too
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
	return hard || min(indent+indentBy, maxIndent)+width > l.Limit || l.hugs(i+1, next)
}

// hugs reports whether a bracket is rather broken than moved to the next line: one that says
// so, and one without a sign that ends a body of which nothing is broken yet.
func (l *Sheet) hugs(i int, next int32) bool {
	opener := l.pieces[i+1]
	if l.pieces[i].b&mHugs != 0 {
		return true
	}
	return opener.b-opener.a == 1 && len(l.frames) == 3 && !l.frames[2].broken && l.pieces[i].a+1 == next && l.pieces[next].kind == pEnd
}

// column is where the next text would begin, without a space that is due.
func (l *Sheet) column() int {
	switch {
	case l.AtStart:
		return l.indent
	case l.space:
		return l.col + 1
	}
	return l.col
}

// newline ends the line, unless nothing is on it, and sets the indentation of
// the next.
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

// emptyLine adds an empty line where one begins, unless there is one already.
func (l *Sheet) emptyLine() {
	if l.AtStart && !l.blanked {
		l.Out = append(l.Out, l.EOL...)
		l.blanked = true
	}
}

var spaces = bytes.Repeat([]byte{' '}, maxIndent)

// put writes text of some width.
func (l *Sheet) Put(text []byte, width int) {
	switch {
	case l.AtStart:
		l.Out = append(l.Out, spaces[:l.indent]...)
		l.col = l.indent
		l.wrote(len(l.Out))
	case l.space:
		l.Out = append(l.Out, ' ')
		l.col++
		l.wrote(len(l.Out))
	default:
		l.next = cell{}
	}
	l.AtStart, l.space, l.blanked = false, false, false
	l.Out = append(l.Out, text...)
	l.col += width
}

// flat appends the pieces to the output, all in one line.
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
				l.wrote(len(out))
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

// At says which word of the source is written next, in the outermost group.
func (l *Sheet) At(at int32) { l.next = cell{at: at, depth: 1, known: true} }

// Hug says of the bracket that begins last that it is rather broken than moved to the next line.
func (l *Sheet) Hug() { l.pieces[l.opens[len(l.opens)-1]].b |= mHugs }

// Stiff says of the group that begins last that what stands before it is broken first.
func (l *Sheet) Stiff() { l.pieces[l.opens[len(l.opens)-1]].b |= mStiff }

// Flush says of the bracket that begins last that its lines stand as far to the left as the one
// in which it begins.
func (l *Sheet) Flush() { l.pieces[l.opens[len(l.opens)-1]].b |= mFlush }

// Follow says of the bracket that begins last that it is broken if one before it in its group is,
// and that its lines are indented from those of the group.
func (l *Sheet) Follow() { l.pieces[l.opens[len(l.opens)-1]].b |= mLast }

// Insist says of the place that was added last that, if its author broke the line there, the
// composition is not flat.
func (l *Sheet) Insist() {
	if last := &l.pieces[l.place]; last.kind == Fill && last.b&mBreak != 0 {
		last.b |= mHard
	}
}

// Break says of the place that was added last that the line ends there.
func (l *Sheet) Break() {
	l.pieces[l.place].b |= mBreak | mHard | mLine
}

// Apart says of the Line that was added last that it breaks where its bracket does, whatever
// stood in one line before.
func (l *Sheet) Apart() {
	if last := &l.pieces[l.place]; last.kind == Line {
		last.b |= mLine
	}
}

// Spaced says of the Soft or the Outdent that was added last that it is a space where it is not
// the end of a line.
func (l *Sheet) Spaced() {
	if last := &l.pieces[l.place]; last.kind == Soft || last.kind == Outdent {
		last.b |= mSpaced
	}
}

// spaceOf is the width of a Soft or an Outdent.
func spaceOf(p *piece) int {
	if p.b&mSpaced != 0 {
		return 1
	}
	return 0
}

// Verbatim adds lines as they stand in the source, but for how they end.
func (l *Sheet) Verbatim(s []byte) { l.comment(s, 0) }
