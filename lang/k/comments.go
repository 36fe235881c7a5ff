package k

import (
	"bytes"
	"unicode/utf8"
)

// What follows is how a printer writes the comments of a text, and what it takes over
// of its line ends.

// commentsAfter writes the comments that stand in the line of what was written
// last, up to a place in the source.
func (p *printer) commentsAfter(before int32) {
	for !p.l.atStart && len(p.comments) > 0 && p.comments[0].Start < before && p.sameLine(p.comments[0].Start) {
		ended := p.isLineComment()
		p.l.space = true
		p.putComment()
		if ended {
			p.l.newline(0)
		}
	}
}

// commentLines writes the comments before a place in the source, each on a line
// of its own but one that leads what stands at the place, in its line.
func (p *printer) commentLines(before int32, leading bool) {
	l := &p.l
	for len(p.comments) > 0 && p.comments[0].Start < before {
		if !p.leading {
			p.separate(p.comments[0].Start)
		}
		p.putComment()
		if p.leading = leading && !p.commented && p.sameLine(before); p.leading {
			l.space = true
		} else {
			l.newline(0)
		}
	}
}

// separate ends the line, and leaves one empty when there is an empty one in the
// source before the given place.
func (p *printer) separate(start int32) {
	if p.leading {
		p.leading = false
		return
	}
	p.l.newline(0)
	if len(p.l.out) > 0 && p.last > 0 && p.lines(start) > 1 {
		p.l.emptyLine()
	}
}

// lines says whether lines end in the source between what was written last and a
// place: 0, 1 for yes, or 2 when there is an empty one.
func (p *printer) lines(before int32) int {
	switch before - p.last {
	case 1:
		if p.src[p.last] != '\n' {
			return 0
		}
		return 1
	case 2: // most often a comma and a space
		if p.src[p.last] != '\n' && p.src[p.last+1] != '\n' {
			return 0
		}
	}
	if p.last >= before {
		return 0
	}
	n := 0
	for gap := p.src[p.last:before]; ; n = 1 {
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
func (p *printer) putComment() {
	n := len(p.l.pieces)
	p.addComment()
	c := p.l.pieces[n]
	text := p.l.text[c.a:c.b]
	p.l.word(&c, 1)
	p.l.put(text, utf8.RuneCount(text))
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		p.l.col = utf8.RuneCount(text[i+1:])
	}
	p.l.pieces = p.l.pieces[:n]
}

// addComment adds the next comment to the layout.
func (p *printer) addComment() {
	c := p.comments[0]
	p.commented = p.isLineComment()
	p.comments = p.comments[1:]
	p.last = c.End
	p.l.comment(bytes.TrimRight(p.src[c.Start:c.End], commentEnd), c.Start)
}

// commentEnd are blanks that end no comment: only line comments have some there.
const commentEnd = " \t\v\f"

// sameLine reports whether a place in the source is in the line of what was
// written last.
func (p *printer) sameLine(start int32) bool {
	return p.last >= start || bytes.IndexByte(p.src[p.last:start], '\n') < 0
}

// gap adds a place where a line may break, or none for pText, and the comments
// that stand before a place in the source.
func (p *printer) gap(before int32, kind pieceKind) {
	l := &p.l
	if len(p.comments) == 0 || p.comments[0].Start >= before {
		if kind != pText {
			l.add(kind, p.marks(kind, before))
			l.follow(before)
		}
		return
	}
	// Those that trail what is before them.
	ended := false
	for len(p.comments) > 0 && p.comments[0].Start < before && p.sameLine(p.comments[0].Start) && !ended && !p.leads(before, kind) {
		ended = p.isLineComment()
		l.blank(!ended)
		p.addComment()
		if ended {
			l.add(pHard, 0)
			continue
		}
		switch kind {
		case pSoft:
			kind = pLine
		case pText:
			kind = pSpace
		case pTight:
			kind = pFill
		}
	}
	more := len(p.comments) > 0 && p.comments[0].Start < before
	own := more && !p.sameLine(p.comments[0].Start) // they stand on lines of their own
	if kind != pOutdent && kind != pText {
		to := before
		if more {
			to = p.comments[0].Start
		}
		l.add(kind, p.marks(kind, to))
	}
	for first := true; len(p.comments) > 0 && p.comments[0].Start < before; first = false {
		switch {
		case first && own, !first && !p.sameLine(p.comments[0].Start), !first && p.commented:
			l.add(pHard, p.blankMark(p.comments[0].Start, !first))
		case !first:
			l.blank(false)
		}
		p.addComment()
	}
	switch {
	case !more:
	case p.commented || !p.sameLine(before):
		l.add(pHard, p.blankMark(before, kind != pOutdent))
	case kind != pOutdent:
		l.blank(false)
	}
	if kind == pOutdent {
		l.add(kind, 0)
	}
	l.follow(before)
}

// semicolon ends a definition at a place in the source, after the comments before it.
func (p *printer) semicolon(at int32) {
	l := &p.l
	p.commented = false
	for len(p.comments) > 0 && p.comments[0].Start < at {
		if p.sameLine(p.comments[0].Start) {
			l.blank(false)
		} else {
			l.add(pHard, p.blankMark(p.comments[0].Start, true))
		}
		p.addComment()
	}
	if p.commented {
		l.add(pOutdent, mBreak)
	}
	l.str(";")
}

// leads reports whether the next comment, in the line of what was written before it,
// belongs to what comes next in a bracket: that stands in its line, too, and the
// opening bracket or a comma is before it.
func (p *printer) leads(before int32, kind pieceKind) bool {
	c := p.comments[0]
	if kind != pLine && kind != pSoft || p.isLineComment() || c.End > before || bytes.IndexByte(p.src[c.End:before], '\n') >= 0 {
		return false
	}
	return kind == pSoft || p.last >= c.Start || bytes.IndexByte(p.src[p.last:c.Start], ',') >= 0
}

// marks are those of the next place where a line may break, before a place in the
// source.
func (p *printer) marks(kind pieceKind, before int32) int32 {
	lines := 0
	switch kind {
	case pLine, pFill, pTight, pWeak, pSoft:
		lines = p.lines(before)
	}
	switch {
	case kind == pLine:
		bracket := &p.l.pieces[p.l.opens[len(p.l.opens)-1]]
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
	case kind == pSoft:
		p.l.pieces[p.l.opens[len(p.l.opens)-1]].b |= mApart
	}
	return mBreak
}

// blankMark marks the end of a line beyond which the source has an empty one.
func (p *printer) blankMark(before int32, wanted bool) int32 {
	if wanted && p.lines(before) > 1 {
		return mBlank
	}
	return 0
}

// isLineComment reports whether the next comment ends with its line.
func (p *printer) isLineComment() bool {
	return !bytes.HasPrefix(p.src[p.comments[0].Start:], []byte("/*"))
}
