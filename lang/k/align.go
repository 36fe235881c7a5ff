package k

import (
	"bytes"

	"github.com/patgraph/patgraph/lang/layout"
)

// align finds definitions in consecutive lines whose author aligned their equals signs, and computes the additional
// blanks after their names.
//
// Definitions with aligned signs in the output also have aligned signs in the source, or names of equal width; so
// formatting again finds the same groups.
func (p *printer) align() {
	p.pads = p.pads[:0]
	first, widest := 0, 0 // of the group
	sign, end := int32(-1), int32(0)
	close := func() {
		for i := first; i < len(p.pads); i++ {
			p.pads[i] = widest - p.pads[i]
		}
		first, widest = len(p.pads), 0
	}
	comments := p.t.Comments
	for _, d := range p.t.definitions {
		width, at := p.head(d)
		if at < 0 || at != sign || !p.nextLine(end, d.Span.Start) {
			close()
		}
		p.pads = append(p.pads, width)
		widest = max(widest, width)
		sign, end = at, d.Span.End
		for len(comments) > 0 && comments[0].Start < end {
			if comments[0].Start > d.Span.Start {
				sign = -1 // the comment may end up between this definition and the next
			}
			comments = comments[1:]
		}
	}
	close()
}

// head returns the width of a definition's name and the distance of its equals sign from its start: -1 without an
// equals sign, or more than blanks before it, or if the name is not the first in its line.
func (p *printer) head(d *Def) (width int, sign int32) {
	name := d.NameSpan
	width = len(p.t.Syms.Text(d.Name))
	if d.Type {
		width++
	}
	if d.Bad || d.Main || name.Start != d.Span.Start || int(name.End-name.Start) != width {
		return width, -1
	}
	begin := d.Span.Start
	for begin > 0 && (p.Src[begin-1] == ' ' || p.Src[begin-1] == '\t') {
		begin--
	}
	if begin > 0 && p.Src[begin-1] != '\n' && !bytes.Equal(p.Src[:begin], layout.BOM) {
		return width, -1 // there is text before it
	}
	at := name.End
	for p.Src[at] == ' ' {
		at++
	}
	if p.Src[at] != '=' {
		return width, -1
	}
	return width, at - d.Span.Start
}

// nextLine reports whether a place is the first of the line after another's.
func (p *printer) nextLine(from, to int32) bool {
	gap := p.Src[from:to]
	i := bytes.IndexByte(gap, '\n')
	return i >= 0 && len(bytes.Trim(gap[i+1:], " \t")) == 0
}
