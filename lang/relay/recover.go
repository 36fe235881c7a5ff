package relay

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// giveUp abandons the open constructs up to the innermost brace and continues after the next `;` in it, or at its end.
func (p *parser) giveUp() {
	n := len(p.Frames) - 1
	for n >= 0 && (p.Frames[n].Open < 0 || p.Toks[p.Frames[n].Open].Kind != syntax.LBrace) {
		n--
	}
	if n < 0 && len(p.Frames) > 0 && p.Frames[0].What == cBlock {
		n = 0
	}
	// The comma after a clause comes after its arrow, whatever precedes that.
	arrow := n < 0 || p.Frames[n].What != cMatch || p.Frames[n].State != 3
	depth := 0
	for first := true; ; first = false {
		k := p.Kind()
		if k == syntax.EOF || p.startsDeclaration() ||
			n <= 0 && depth == 0 && p.Tok().Line && !first && startsExpression(k) && p.Tok().Indent <= p.margin {
			p.Lost = true
			return
		}
		switch {
		case k.IsOpener():
			depth++
		case k == syntax.RBrace && depth == 0:
			if n < 0 {
				p.Lost = true
				p.Advance()
				return
			}
			p.resume(n)
			return
		case k.IsCloser():
			if depth = max(depth-1, 0); depth == 0 && n < 0 && k == syntax.RBrace { // the body
				p.Lost = true
				p.Advance()
				return
			}
		case depth > 0:
		case k == syntax.Semicolon && n >= 0 && p.Frames[n].What == cBlock:
			p.resume(n)
			return
		case k == syntax.FatArrow:
			arrow = true
		case n >= 0 && p.Frames[n].What == cMatch && (k == syntax.Comma && arrow || p.Is("case") && !first):
			p.resume(n)
			return
		case k == syntax.Semicolon && n < 0:
			p.Lost = true
			return
		}
		p.Advance()
	}
}

// resume continues in a frame after an unreadable part.
func (p *parser) resume(n int) {
	f := p.Resume(n)
	p.Node(OpBad, p.PrevEnd(), p.Height())
	switch f.What {
	case cBlock:
		f.State = 1
	case cMatch:
		f.State = 6
	case cData:
		f.State = 4
	}
}

// closes parses the closing bracket of a frame. If it is missing, that is reported, and parsing continues as if it were
// after the previous token. It returns false at another token, which may be an error within the brackets.
func (p *parser) closes(f *syntax.Frame, expected string) bool {
	open := p.Toks[f.Open]
	closer := open.Kind.Partner()
	if p.Kind() == closer {
		p.Leave(f)
		p.Advance()
		return true
	}
	if !p.endsBracket(f) {
		return false
	}
	if p.unclosed > 0 && p.unclosedAt == p.I && len(p.Diags) > 0 { // one mistake, even if several brackets are missing
		d := &p.Diags[p.unclosed-1]
		d.Fixes[0].Edits[0].Text += closer.String()
		d.Fixes[0].Title = lang.Text("add `" + lang.Clip(d.Fixes[0].Edits[0].Text) + "`")
		p.Bad = true
		p.Leave(f)
		return true
	}
	before := len(p.Diags)
	if p.crowded == f.Open {
		p.Bad = true
	} else {
		p.Unclosed(&open, expected)
	}
	if len(p.Diags) > before {
		p.unclosed, p.unclosedAt = len(p.Diags), p.I
	}
	p.Silent = p.Silent || p.Kind() == syntax.EOF || p.startsDeclaration() || p.Kind().IsCloser() && !p.opened(p.Kind())
	p.Leave(f)
	return true
}

// lostCloser reports whether the innermost bracket is never closed, and the next token is on a new line that is not
// indented as the contents of that bracket would be.
func (p *parser) lostCloser() bool {
	next := p.Peek(1)
	if !next.Line {
		return false
	}
	n := len(p.Frames) - 1
	for n >= 0 && p.Frames[n].Open < 0 {
		n--
	}
	if n < 0 || p.Toks[p.Frames[n].Open].Kind == syntax.LBrace || next.Indent > p.Toks[p.Frames[n].Open].Indent {
		return false
	}
	if p.unmatched == nil {
		p.pairUp()
	}
	return p.unmatched[p.Frames[n].Open]
}

// pairUp finds the brackets that are never closed.
func (p *parser) pairUp() {
	p.unmatched = make(map[int32]bool)
	var open []int32
	for i := range p.Toks {
		switch k := p.Toks[i].Kind; {
		case k.IsOpener():
			open = append(open, int32(i))
		case k.IsCloser():
			at := len(open) - 1
			for k == syntax.RBrace && at >= 0 && p.Toks[open[at]].Kind != syntax.LBrace {
				at--
			}
			if at < 0 || p.Toks[open[at]].Kind.Partner() != k {
				continue
			}
			for _, o := range open[at+1:] {
				p.unmatched[o] = true
			}
			open = open[:at]
		}
	}
	for _, o := range open {
		p.unmatched[o] = true
	}
}

// opened reports whether an open bracket matches a closing token.
func (p *parser) opened(closer syntax.Kind) bool {
	for i := range p.Frames {
		if f := &p.Frames[len(p.Frames)-1-i]; f.Open >= 0 && p.Toks[f.Open].Kind.Partner() == closer {
			return true
		}
	}
	return false
}

// endsBracket reports whether the current token certainly comes after the bracket of a frame, which should have been
// closed before it.
func (p *parser) endsBracket(f *syntax.Frame) bool {
	t := p.Tok()
	closer := p.Toks[f.Open].Kind.Partner()
	if t.Kind == syntax.EOF || p.startsDeclaration() {
		return true
	}
	switch t.Kind {
	case tGlobal, syntax.Name:
		if n := len(p.Frames) - 2; n >= 0 && p.Frames[n].What == cMatch && t.Line && p.caseHere(p.I) {
			return true
		}
		// A token that is not indented more than the declaration, while other lines are.
		if closer != syntax.RBrace || !t.Line || t.Indent > p.margin || f.What != cBlock && f.State == 2 { // a part may begin
			return false
		}
		first := p.Toks[f.Open+1]
		return !first.Line || first.Indent > p.margin
	case syntax.Semicolon, syntax.RBrace, syntax.RBrack, syntax.RParen, syntax.Arrow, syntax.FatArrow,
		syntax.LBrace, tLet, tFreeVar:
		return closer != syntax.RBrace
	case syntax.LParen:
		return closer == syntax.Greater
	}
	return false
}
