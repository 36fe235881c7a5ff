package layout

import "bytes"

// Signs and brackets: trees do not have their places, so a printer finds these in the source, with the comments before
// them.

// Seek returns the next place of a character outside of comments, after a place and after the last written text; or
// that place if there is none.
func (p *Printer) Seek(c byte, from int32) int32 {
	from = max(from, p.Last)
	for _, comment := range p.Comments {
		if comment.Start < from {
			from = max(from, comment.End)
			continue
		}
		if i := bytes.IndexByte(p.Src[from:comment.Start], c); i >= 0 {
			return from + int32(i)
		}
		from = comment.End
	}
	if i := bytes.IndexByte(p.Src[from:], c); i >= 0 {
		return from + int32(i)
	}
	return from
}

// Sign adds a sign that is before a place, after the comments before it.
func (p *Printer) Sign(sign string, before int32) {
	at := min(p.Seek(sign[0], 0), before)
	if len(p.Comments) > 0 && p.Comments[0].Start < at {
		p.Trail(at)
	}
	p.L.Str(sign)
	p.Last = max(p.Last, min(at+1, before))
}

// Part adds the text before part i of a bracket: the opening text, or a comma. The part begins at a place; with the
// text around it, at another one.
func (p *Printer) Part(i int, open string, at, around int32) {
	if i == 0 {
		p.L.Begin(Bracket)
		n := len(open) - 1
		p.L.Str(open[:n])
		p.Sign(open[n:], at)
		p.Gap(around, Soft)
		return
	}
	p.Sign(",", around)
	p.Gap(around, Line)
}

// Parts adds the end of a bracket with n parts, whose closing bracket is at a place.
func (p *Printer) Parts(n int, brackets string, at int32) {
	if n == 0 {
		p.Nothing(brackets[:1], brackets[1:], at)
		return
	}
	p.Gap(at, Outdent)
	p.L.Str(brackets[1:])
	p.L.End()
}

// Nothing adds brackets with only comments between them, if anything.
func (p *Printer) Nothing(open, close string, at int32) {
	p.L.Str(open)
	p.Trail(at)
	if len(p.Comments) > 0 && p.Comments[0].Start < at {
		p.L.Begin(Bracket)
		p.Gap(at, Outdent)
		p.L.Str(close)
		p.L.End()
		return
	}
	p.L.Str(close)
}

// Brace adds the brace before contents that may be on their own lines. They begin at a place; with the text around
// them, at another one.
func (p *Printer) Brace(at, around int32) {
	p.Sign("{", at)
	p.Gap(around, Soft)
	p.L.Spaced()
}

// Shut adds the brace, at a place, that ends contents on their own lines.
func (p *Printer) Shut(at int32) {
	p.Gap(at, Outdent)
	p.L.Spaced()
	p.L.Str("}")
}
