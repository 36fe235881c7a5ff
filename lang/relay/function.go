package relay

import "github.com/patgraph/patgraph/lang"

// fn reads a function from its type parameters on.
func (p *parser) fn(f *frame) {
	switch f.state {
	case 0:
		f.state = 1
		if f.mode != inExpression {
			f.start, f.at = p.tok().start, p.tok().start
		}
		p.tyParamsHere()
	case 1:
		f.state = 2
		if p.need(p.kind() == tLParen, "a list of parameters in `()`") {
			p.enter(p.push(cParams))
		}
	case 2:
		f.state = 3
		switch {
		case p.accept(tArrow):
			p.push(cType).mode = inResult
		case p.kind() == tColon:
			p.slip(lang.UnexpectedToken, p.here(), "`:` cannot stand here, where `->` is expected before the type of the result", "expected `->`",
				lang.Sure("write `->`", p.here(), "->"))
			p.advance()
			p.push(cType).mode = inResult
		default:
			p.none()
		}
	case 3:
		f.state = 4
		p.whereHere()
	case 4:
		f.state = 5
		if !p.body() {
			expected := "`{`"
			if p.stack[len(p.stack)-2] == NoNode && p.stack[len(p.stack)-1] == NoNode {
				expected = "`->` or `{`"
			}
			p.fail(expected)
		}
	case 5:
		p.finish(OpFn)
	}
}

// tyParamsHere reads type parameters if there are some.
func (p *parser) tyParamsHere() {
	switch p.kind() {
	case tLess:
		p.doc.note(p.here(), "type parameters in `<>`")
		f := p.push(cTyParams)
		f.flags = FlagAngle
		p.enter(f)
	case tLBrack:
		p.v005.note(p.here(), "type parameters in `[]`")
		p.enter(p.push(cTyParams))
	default:
		p.none()
	}
}

func (p *parser) whereHere() {
	if p.is("where") {
		p.push(cWhere)
		p.advance()
		return
	}
	p.none()
}

func (p *parser) params(f *frame) {
	if f.state == 0 {
		f.state = 1
		switch k := p.kind(); {
		case k == tRParen:
		case k == tLocal, k == tName && p.peek(1).kind != tEquals:
			p.push(cVar).mode = inParams
		case (k == tName || k.isKeyword()) && p.peek(1).kind == tEquals:
			p.push(cAttr)
		case p.endsBracket(f):
		default:
			p.fail("a parameter or `)`")
		}
		return
	}
	if p.comma(f, "`,` or `)`") {
		p.finish(OpParams)
	}
}

func (p *parser) tyParams(f *frame) {
	if f.state == 0 {
		f.state = 1
		if p.kind() == p.toks[f.open].kind.partner() {
			return
		}
		if !p.need(p.kind() == tName, "a type parameter") {
			return
		}
		t := p.tok()
		p.advance()
		base := int32(len(p.stack))
		if p.accept(tColon) {
			if k := p.kind(); k != tName {
				p.fail("a kind: `Type`, `BaseType`, `Shape` or `ShapeVar`")
				return
			}
			p.leaf(OpKind)
		} else {
			p.none()
		}
		p.node(OpTyParam, t.start, p.prevEnd(), base).Sym = t.sym
		return
	}
	expected := "`,` or `" + spellings[p.toks[f.open].kind.partner()] + "`"
	if p.comma(f, expected) {
		p.finish(OpTyParams)
	}
}

func (p *parser) where(f *frame) {
	switch f.state {
	case 0:
		f.state = 1
		if p.need(p.kind() == tName, "a relation") {
			p.push(cRel)
		}
	default:
		if p.kind() == tComma && p.peek(1).kind == tName {
			p.advance()
			f.state = 0
			return
		}
		p.finish(OpWhere)
	}
}

func (p *parser) rel(f *frame) {
	switch f.state {
	case 0:
		f.sym, f.state = p.tok().sym, 1
		p.advance()
		if p.kind() == tLParen {
			f.flags = FlagCalled
			p.bracket(cTypes, asRel)
		}
	default:
		p.finish(OpRel)
	}
}
