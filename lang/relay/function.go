package relay

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// fn parses a function from its type parameters on.
func (p *parser) fn(f *syntax.Frame) {
	switch f.State {
	case 0:
		f.State = 1
		if f.Mode != inExpression {
			f.Start, f.At = p.Tok().Start, p.Tok().Start
		}
		p.tyParamsHere()
	case 1:
		f.State = 2
		if p.Need(p.Kind() == syntax.LParen, "a list of parameters in `()`") {
			p.Enter(p.Push(cParams))
		}
	case 2:
		f.State = 3
		switch {
		case p.Accept(syntax.Arrow):
			p.Push(cType).Mode = inResult
		case p.Kind() == syntax.Colon:
			p.Slip(lang.UnexpectedToken, p.Here(),
				"`:` is unexpected: expected `->` before the type of the result", "expected `->`",
				lang.Sure("write `->`", p.Here(), "->"))
			p.Advance()
			p.Push(cType).Mode = inResult
		default:
			p.None()
		}
	case 3:
		f.State = 4
		p.whereHere()
	case 4:
		f.State = 5
		if !p.body() {
			expected := "`{`"
			if p.Stack[len(p.Stack)-2] == NoNode && p.Stack[len(p.Stack)-1] == NoNode {
				expected = "`->` or `{`"
			}
			p.Fail(expected)
		}
	case 5:
		p.Finish(OpFn)
	}
}

// tyParamsHere parses optional type parameters.
func (p *parser) tyParamsHere() {
	switch p.Kind() {
	case syntax.Less:
		p.doc.note(p.Here(), "type parameters in `<>`")
		f := p.Push(cTyParams)
		f.Flags = FlagAngle
		p.Enter(f)
	case syntax.LBrack:
		p.v005.note(p.Here(), "type parameters in `[]`")
		p.Enter(p.Push(cTyParams))
	default:
		p.None()
	}
}

func (p *parser) whereHere() {
	if p.Is("where") {
		p.Push(cWhere)
		p.Advance()
		return
	}
	p.None()
}

func (p *parser) params(f *syntax.Frame) {
	if f.State == 0 {
		f.State = 1
		switch k := p.Kind(); {
		case k == syntax.RParen:
		case k == tLocal, k == syntax.Name && p.Peek(1).Kind != syntax.Equals:
			p.Push(cVar).Mode = inParams
		case (k == syntax.Name || isKeyword(k)) && p.Peek(1).Kind == syntax.Equals:
			p.Push(cAttr)
		case p.endsBracket(f):
		default:
			p.Fail("a parameter or `)`")
		}
		return
	}
	if p.comma(f, "`,` or `)`") {
		p.Finish(OpParams)
	}
}

func (p *parser) tyParams(f *syntax.Frame) {
	if f.State == 0 {
		f.State = 1
		if p.Kind() == p.Toks[f.Open].Kind.Partner() {
			return
		}
		if !p.Need(p.Kind() == syntax.Name, "a type parameter") {
			return
		}
		t := p.Tok()
		p.Advance()
		base := p.Height()
		if p.Accept(syntax.Colon) {
			if k := p.Kind(); k != syntax.Name {
				p.Fail("a kind: `Type`, `BaseType`, `Shape` or `ShapeVar`")
				return
			}
			p.Leaf(OpKind)
		} else {
			p.None()
		}
		p.Node(OpTyParam, t.Start, base).Sym = t.Sym
		return
	}
	expected := "`,` or `" + p.Toks[f.Open].Kind.Partner().String() + "`"
	if p.comma(f, expected) {
		p.Finish(OpTyParams)
	}
}

func (p *parser) where(f *syntax.Frame) {
	switch f.State {
	case 0:
		f.State = 1
		if p.Need(p.Kind() == syntax.Name, "a relation") {
			p.Push(cRel)
		}
	default:
		if p.Kind() == syntax.Comma && p.Peek(1).Kind == syntax.Name {
			p.Advance()
			f.State = 0
			return
		}
		p.Finish(OpWhere)
	}
}

// related parses the optional arguments of a relation.
func (p *parser) related(f *syntax.Frame) {
	if p.Kind() == syntax.LParen {
		f.Flags = FlagCalled
		p.bracket(cTypes, asRel)
	}
}
