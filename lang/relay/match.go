package relay

import "github.com/patgraph/patgraph/lang"

// match reads a match from what is matched on.
func (p *parser) match(f *frame) {
	switch f.state {
	case 0:
		f.state = 1
		p.push(cBinary)
	case 1:
		f.at = p.prevEnd()
		if n := &p.tree.Nodes[p.stack[len(p.stack)-1]]; n.Op != OpBlock || n.Flags&FlagParen != 0 {
			n.Flags &^= FlagParen // those are always written
		}
		if !p.need(p.kind() == tLBrace, "`{`") {
			return
		}
		p.enter(f)
		f.state = 2
	case 2:
		if p.closes(f, "`}`") {
			p.finish(OpMatch)
			return
		}
		// The clause begins where its pattern or its `case` does.
		f.first, f.state = int32(p.i), 3
		if p.caseHere(p.i) {
			p.doc.note(p.here(), "`case`")
			p.advance()
		} else if p.kind() == tSemicolon {
			p.slip(lang.UnexpectedToken, p.here(), "clauses are not separated by `;`", "not expected here", lang.Sure("delete the `;`", p.here(), ""))
			p.advance()
			f.state = 2
			return
		}
		p.push(cPattern)
	case 3:
		f.state = 4
		switch {
		case p.kind() == tFatArrow:
			p.v005.note(p.here(), "`=>`")
			p.advance()
			p.push(cBlock)
		case p.body():
		default:
			p.fail("`=>`")
		}
	case 4:
		first, cased := p.toks[f.first], p.caseHere(int(f.first))
		n := p.node(OpClause, first.start, p.prevEnd(), int32(len(p.stack)-2))
		if cased {
			n.Flags = FlagCase
		}
		f.state = 2
		if p.accept(tComma) || p.kind() == tRBrace || cased {
			return
		}
		if !p.endsBracket(f) {
			p.clauseComma()
		}
	case 6: // after what could not be read
		f.state = 2
		p.accept(tComma)
	}
}

// caseHere reports whether a token is the word before a clause, and no constructor of that name.
func (p *parser) caseHere(i int) bool {
	t, next := p.toks[i], p.toks[min(i+1, len(p.toks)-1)].kind
	return t.kind == tName && p.src[t.start:t.end] == "case" && next != tFatArrow && next != tComma
}

// clauseComma reports what stands behind a clause in the place of a comma.
func (p *parser) clauseComma() {
	at := p.prevEnd()
	if k := p.kind(); (k == tName || k == tLocal || k == tWild || k == tLParen) && p.tok().line {
		p.slip(lang.UnexpectedToken, lang.Span{Start: at, End: at}, "`,` is missing between two clauses", "expected `,`", lang.Sure("add `,`", lang.Span{Start: at, End: at}, ","))
		return
	}
	p.fail("`,` or `}`")
}

func (p *parser) pattern(f *frame) {
	if f.state == 1 {
		p.finish(OpConPat)
		return
	}
	switch p.kind() {
	case tWild:
		p.leaf(OpAny)
	case tLocal:
		p.pop()
		p.push(cVar).mode = asPattern
		return
	case tLParen:
		p.pop()
		p.enter(p.push(cPatterns))
		return
	case tName:
		f.sym, f.state = p.tok().sym, 1
		p.advance()
		if p.kind() == tLParen {
			f.flags = FlagCalled
			p.bracket(cPatterns, asPattern)
		}
		return
	case tInt, tFloat, tTrue, tFalse, tString:
		p.fail("a pattern").Help = lang.Texts("patterns have no literals: compare with `==` and `if`")
		return
	default:
		p.fail("a pattern")
		return
	}
	p.pop()
}

func (p *parser) patterns(f *frame) {
	if f.state == 0 {
		f.state = 1
		if p.kind() != tRParen {
			p.push(cPattern)
		}
		return
	}
	if !p.comma(f, "`,` or `)`") {
		return
	}
	if f.mode == asPattern {
		p.pop()
		return
	}
	p.finish(OpTuplePat)
}
