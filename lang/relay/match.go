package relay

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// match parses a match from its subject on.
func (p *parser) match(f *syntax.Frame) {
	switch f.State {
	case 0:
		f.State = 1
		p.Push(cBinary)
	case 1:
		f.At = p.PrevEnd()
		if n := &p.Tree.Nodes[p.Stack[len(p.Stack)-1]]; n.Op != OpBlock || n.Flags&FlagParen != 0 {
			n.Flags &^= FlagParen // its parentheses are always written
		}
		if !p.Need(p.Kind() == syntax.LBrace, "`{`") {
			return
		}
		p.Enter(f)
		f.State = 2
	case 2:
		if p.closes(f, "`}`") {
			p.Finish(OpMatch)
			return
		}
		// The clause begins with its pattern or its `case`.
		f.First, f.State = int32(p.I), 3
		if p.caseHere(p.I) {
			p.doc.note(p.Here(), "`case`")
			p.Advance()
		} else if p.Kind() == syntax.Semicolon {
			p.Slip(lang.UnexpectedToken, p.Here(), "clauses are not separated by `;`", "not expected here",
				lang.Sure("delete the `;`", p.Here(), ""))
			p.Advance()
			f.State = 2
			return
		}
		p.Push(cPattern)
	case 3:
		switch {
		case p.Kind() == syntax.Arrow:
			f.State = 4
			p.Slip(lang.UnexpectedToken, p.Here(), "`->` is unexpected: expected `=>`", "expected `=>`",
				lang.Sure("write `=>`", p.Here(), "=>"))
			p.Advance()
			p.Push(cBlock)
		case p.Kind() == syntax.FatArrow:
			f.State = 4
			p.v005.note(p.Here(), "`=>`")
			p.Advance()
			p.Push(cBlock)
		case p.Kind() == syntax.LBrace:
			f.State = 4
			p.body()
		default:
			p.Fail("`=>`")
		}
	case 4:
		first, cased := p.Toks[f.First], p.caseHere(int(f.First))
		n := p.Node(OpClause, first.Start, p.Height()-2)
		if cased {
			n.Flags = FlagCase
		}
		f.State = 2
		if p.Accept(syntax.Comma) || p.Kind() == syntax.RBrace || cased {
			return
		}
		if !p.endsBracket(f) {
			p.clauseComma()
		}
	case 6: // after an unreadable clause
		f.State = 2
		p.Accept(syntax.Comma)
	}
}

// caseHere reports whether a token is the word before a clause, and not a constructor with that name.
func (p *parser) caseHere(i int) bool {
	t, next := p.Toks[i], p.Toks[min(i+1, len(p.Toks)-1)].Kind
	return t.Kind == syntax.Name && p.Src[t.Start:t.End] == "case" && next != syntax.FatArrow && next != syntax.Comma
}

// clauseComma reports the text after a clause that has no comma.
func (p *parser) clauseComma() {
	if k := p.Kind(); (k == syntax.Name || k == tLocal || k == tWild || k == syntax.LParen) && p.Tok().Line {
		p.Slip(lang.UnexpectedToken, p.Behind(), "`,` is missing between two clauses", "expected `,`",
			lang.Sure("add `,`", p.Behind(), ","))
		return
	}
	p.Fail("`,` or `}`")
}

func (p *parser) pattern(f *syntax.Frame) {
	if f.State == 1 {
		p.Finish(OpConPat)
		return
	}
	switch p.Kind() {
	case tWild:
		p.Leaf(OpAny)
	case tLocal:
		p.Pop()
		p.Push(cVar).Mode = asPattern
		return
	case syntax.LParen:
		p.Pop()
		p.Enter(p.Push(cPatterns))
		return
	case syntax.Name:
		f.Sym, f.State = p.Tok().Sym, 1
		p.Advance()
		if p.Kind() == syntax.LParen {
			f.Flags = FlagCalled
			p.bracket(cPatterns, asPattern)
		}
		return
	case syntax.Int, syntax.Float, tTrue, tFalse, syntax.String:
		p.Fail("a pattern").Help = lang.Texts("patterns have no literals: compare with `==` and `if`")
		return
	default:
		p.Fail("a pattern")
		return
	}
	p.Pop()
}

func (p *parser) patterns(f *syntax.Frame) {
	if f.State == 0 {
		f.State = 1
		if p.Kind() != syntax.RParen {
			p.Push(cPattern)
		}
		return
	}
	if !p.comma(f, "`,` or `)`") {
		return
	}
	if f.Mode == asPattern {
		p.Pop()
		return
	}
	p.Finish(OpTuplePat)
}
