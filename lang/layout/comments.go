package layout

import (
	"bytes"
	"unicode/utf8"
)

// Comments and line ends of the source.

// Next begins a definition at a place in the source: on a new line, after the comments before it.
func (p *Printer) Next(start int32) {
	p.CommentsAfter(start)
	p.CommentLines(start, true)
	p.Separate(start)
}

// Ended ends a definition at a place, with its remaining comments.
func (p *Printer) Ended(end int32) {
	p.Commented = false
	p.Rest(end)
	p.Last = max(p.Last, end)
}

// Rest writes the remaining comments up to a place.
func (p *Printer) Rest(end int32) {
	p.CommentsAfter(end)
	p.CommentLines(end, false)
}

// CommentsAfter writes the comments up to a place in the source that are in the line of the last written text.
func (p *Printer) CommentsAfter(before int32) {
	for !p.L.AtStart && len(p.Comments) > 0 && p.Comments[0].Start < before && p.sameLine(p.Comments[0].Start) {
		ended := p.isLineComment()
		p.L.space = true
		p.putComment()
		if ended {
			p.L.NewLine(0)
		}
	}
}

// CommentLines writes the comments before a place in the source, each on its own line. If leading, a comment in the
// line of the place stays in that line.
func (p *Printer) CommentLines(before int32, leading bool) {
	l := &p.L
	for len(p.Comments) > 0 && p.Comments[0].Start < before {
		if !p.leading {
			p.Separate(p.Comments[0].Start)
		}
		p.putComment()
		if p.leading = leading && !p.Commented && p.sameLine(before); p.leading {
			l.space = true
		} else {
			l.NewLine(0)
		}
	}
}

// Separate ends the line, and adds an empty line if there is one in the source before the given place.
func (p *Printer) Separate(start int32) {
	if p.leading {
		p.leading = false
		return
	}
	p.L.NewLine(0)
	if len(p.L.Out) > 0 && p.Last > 0 && p.lines(start) > 1 {
		p.L.emptyLine()
	}
}

// lines returns 0 without a line end in the source between the last written text and a place, 2 if there is an empty
// line, and else 1.
func (p *Printer) lines(before int32) int {
	switch before - p.Last {
	case 1:
		if p.Src[p.Last] != '\n' {
			return 0
		}
		return 1
	case 2: // usually a comma and a space
		if p.Src[p.Last] != '\n' && p.Src[p.Last+1] != '\n' {
			return 0
		}
	}
	if p.Last >= before {
		return 0
	}
	n := 0
	for gap := p.Src[p.Last:before]; ; n = 1 {
		i := bytes.IndexByte(gap, '\n')
		if i < 0 {
			return n
		}
		gap = gap[i+1:]
		if rest := bytes.TrimLeft(gap, " \t\r\v\f"); len(rest) > 0 && rest[0] == '\n' {
			return 2
		}
	}
}

// putComment writes the next comment to the output.
func (p *Printer) putComment() {
	n := len(p.L.pieces)
	p.addComment()
	c := p.L.pieces[n]
	text := p.L.text[c.a:c.b]
	p.L.word(&c, 1)
	p.L.Put(text, utf8.RuneCount(text))
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		p.L.col = utf8.RuneCount(text[i+1:])
	}
	p.L.pieces = p.L.pieces[:n]
}

// addComment adds the next comment to the layout.
func (p *Printer) addComment() {
	c := p.Comments[0]
	p.Commented = p.isLineComment()
	p.Comments = p.Comments[1:]
	p.Last = c.End
	p.L.comment(bytes.TrimRight(p.Src[c.Start:c.End], commentEnd), c.Start)
}

// commentEnd has the blanks that are trimmed from comments: only line comments can end with some.
const commentEnd = " \t\v\f"

// sameLine reports whether a place in the source is in the line of the last written text.
func (p *Printer) sameLine(start int32) bool {
	return p.Last >= start || bytes.IndexByte(p.Src[p.Last:start], '\n') < 0
}

// Gap adds a place where a line may break, or none for pText, and the comments before a place in the source.
func (p *Printer) Gap(before int32, kind Kind) {
	l := &p.L
	if len(p.Comments) == 0 || p.Comments[0].Start >= before {
		if kind != pText {
			l.add(kind, p.marks(kind, before))
			l.follow(before)
		}
		return
	}
	// Comments that trail the text before them.
	ended := false
	for len(p.Comments) > 0 && p.Comments[0].Start < before && p.sameLine(p.Comments[0].Start) && !ended &&
		!p.leads(before, kind) {
		ended = p.isLineComment()
		l.blank(!ended)
		p.addComment()
		if ended {
			l.add(pHard, 0)
			continue
		}
		switch kind {
		case Soft:
			kind = Line
		case pText:
			kind = Space
		case Tight:
			kind = Fill
		}
	}
	more := len(p.Comments) > 0 && p.Comments[0].Start < before
	own := more && !p.sameLine(p.Comments[0].Start) // they are on their own lines
	if kind != Outdent && kind != pText {
		to := before
		if more {
			to = p.Comments[0].Start
		}
		marks := p.marks(kind, to)
		if trail := l.pieces[len(l.pieces)-1]; kind == Line && marks == 0 && trail.kind <= pLines && trail.at > 0 {
			// A comment trails only at the end of a line: within the line it would lead the next text.
			l.pieces[l.opens[len(l.opens)-1]].b |= mApart
			marks = mLine
		}
		l.add(kind, marks)
	}
	for first := true; len(p.Comments) > 0 && p.Comments[0].Start < before; first = false {
		switch {
		case first && own, !first && !p.sameLine(p.Comments[0].Start), !first && p.Commented:
			l.add(pHard, p.blankMark(p.Comments[0].Start, !first))
		case !first:
			l.blank(false)
		}
		p.addComment()
	}
	switch {
	case !more:
	case p.Commented || !p.sameLine(before):
		l.add(pHard, p.blankMark(before, kind != Outdent))
	case kind != Outdent:
		l.blank(false)
	}
	if kind == Outdent {
		l.add(kind, 0)
	}
	l.follow(before)
}

// Trail adds the comments before a place in the line of the last written text, up to one that ends with its line.
func (p *Printer) Trail(before int32) {
	for len(p.Comments) > 0 && p.Comments[0].Start < before && p.sameLine(p.Comments[0].Start) && !p.isLineComment() {
		p.L.blank(true)
		p.addComment()
	}
}

// Semicolon ends a definition at a place in the source, after the comments before it.
func (p *Printer) Semicolon(at int32) {
	l := &p.L
	p.Commented = false
	for len(p.Comments) > 0 && p.Comments[0].Start < at {
		if p.sameLine(p.Comments[0].Start) {
			l.blank(false)
		} else {
			l.add(pHard, p.blankMark(p.Comments[0].Start, true))
		}
		p.addComment()
	}
	if p.Commented {
		l.add(Outdent, mBreak)
	}
	l.Str(";")
}

// leads reports whether the next comment, in the line of the last written text, belongs to the next part of a bracket:
// that part is in the comment's line, too, and the comment is after the opening bracket or a comma.
func (p *Printer) leads(before int32, kind Kind) bool {
	c := p.Comments[0]
	if kind != Line && kind != Soft || p.isLineComment() || c.End > before ||
		bytes.IndexByte(p.Src[c.End:before], '\n') >= 0 {
		return false
	}
	return kind == Soft || p.Last >= c.Start || bytes.IndexByte(p.Src[p.Last:c.Start], ',') >= 0
}

// marks returns the marks of the next place where a line may break, before a place in the source.
func (p *Printer) marks(kind Kind, before int32) int32 {
	lines := 0
	switch kind {
	case Line, Fill, Tight, Weak, Soft:
		lines = p.lines(before)
	}
	switch {
	case kind == Line:
		bracket := &p.L.pieces[p.L.opens[len(p.L.opens)-1]]
		if lines == 0 {
			bracket.b |= mTogether
			return 0
		}
		bracket.b |= mApart
		if lines > 1 {
			return mLine | mBlank
		}
		return mLine
	case lines == 0:
		return 0
	case kind == Soft:
		p.L.pieces[p.L.opens[len(p.L.opens)-1]].b |= mApart
	}
	return mBreak
}

// blankMark returns the mark of a line end after which the source has an empty line.
func (p *Printer) blankMark(before int32, wanted bool) int32 {
	if wanted && p.lines(before) > 1 {
		return mBlank
	}
	return 0
}

// isLineComment reports whether the next comment ends with its line.
func (p *Printer) isLineComment() bool {
	return !bytes.HasPrefix(p.Src[p.Comments[0].Start:], []byte("/*"))
}

// DropComments skips the comments before a place, which are written in another way or not at all.
func (p *Printer) DropComments(before int32) {
	for len(p.Comments) > 0 && p.Comments[0].Start < before {
		p.Comments = p.Comments[1:]
	}
}
