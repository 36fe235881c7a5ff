package relay

import "github.com/patgraph/patgraph/lang"

// typ reads a type, or a dimension.
func (p *parser) typ(f *frame) {
	m := f.mode
	start := f.start
	p.pop()
	switch k := p.kind(); k {
	case tWild:
		p.leaf(OpHole)
	case tQuestion:
		p.leaf(OpDynamic)
	case tInt:
		p.leaf(OpInt)
	case tFn:
		p.push(cFnType).mode = m
		p.advance()
	case tLParen:
		f := p.push(cTypes)
		f.mode = asTuple
		if m == inShape {
			f.mode = inShape
		}
		p.enter(f)
	case tName:
		next := p.peek(1).kind
		switch {
		case p.is("fun") && (next == tLParen || next == tLess || next == tLBrack):
			p.doc.note(p.here(), "`fun`")
			f := p.push(cFnType)
			f.flags, f.mode = FlagFun, m
			p.advance()
		case next == tLBrack && p.is("Tensor"):
			f := p.push(cTensor)
			p.advance()
			p.enter(f)
		case next == tLBrack && p.is("meta"):
			p.meta()
		case next == tLBrack:
			f := p.push(cTypes)
			f.sym = p.tok().sym
			p.advance()
			p.enter(f)
		default:
			p.leaf(OpTypeName)
		}
	case tBad:
		p.bad = true
		p.leaf(OpBad)
	case tMinus:
		p.fail("a type").Help = lang.Texts("a dimension is not negative")
	default:
		d := p.missing("a type")
		if k.isCloser() || k == tComma || k == tGreater || k == tLBrace || k == tEquals {
			p.node(OpBad, start, start, int32(len(p.stack)))
			return // what is around it is sound
		}
		if d.Code == lang.MissingExpression && k != tEOF && !p.tok().line {
			d.Code = lang.UnexpectedToken
			d.Message, d.Label = lang.Text(p.found()+" cannot stand here, where a type is expected"), lang.Text("expected a type")
		}
		p.giveUp()
	}
}

// types reads what stands in brackets and makes of it what the mode says.
func (p *parser) types(f *frame) {
	closer := p.toks[f.open].kind.partner
	if f.state == 0 {
		f.state = 1
		switch {
		case p.kind() == closer():
		case p.kind() != tLParen && p.endsBracket(f):
		case f.mode == asRel && p.kind() == tName && p.peek(1).kind == tEquals:
			p.push(cAttr)
		default:
			p.push(cBinary).mode = inTypes
		}
		return
	}
	if !p.comma(f, "`,` or `"+spellings[closer()]+"`") {
		return
	}
	switch f.mode {
	case asTuple:
		// With numbers in it, it can only be a shape.
		op := OpTupleType
		for _, id := range p.stack[f.base:] {
			switch p.tree.Nodes[id].Op {
			case OpInt, OpDynamic, OpBinary, OpMeta:
				op = OpShape
			}
		}
		p.finish(op)
	case inShape:
		p.finish(OpShape)
	case asTypes:
		p.finish(OpTypes)
	case asRel: // part of what is around it
		p.pop()
	default:
		p.finish(OpTypeCall)
	}
}

func (p *parser) tensor(f *frame) {
	switch f.state {
	case 0:
		f.state = 1
		p.push(cType).mode = inShape
	case 1:
		switch id := p.stack[len(p.stack)-1]; p.tree.Nodes[id].Op {
		case OpInt, OpDynamic:
			s := p.tree.Span(id)
			p.say(lang.UnexpectedToken, s, "the shape of a tensor stands in parentheses", "expected `(`").
				Help = lang.Texts("write `Tensor[(2, 3), float32]`")
			p.silent = true
		}
		if !p.need(p.accept(tComma), "`,` and an element type") {
			return
		}
		f.state = 2
		p.push(cType)
	case 2:
		p.accept(tComma)
		if p.need(p.closes(f, "`]`"), "`]`") {
			p.finish(OpTensor)
		}
	}
}

func (p *parser) fnType(f *frame) {
	switch f.state {
	case 0:
		f.state = 1
		if p.kind() == tLBrack { // as types are printed for programs of both dialects
			p.enter(p.push(cTyParams))
			return
		}
		p.tyParamsHere()
	case 1:
		f.state = 2
		if !p.need(p.kind() == tLParen, "`(`") {
			return
		}
		p.bracket(cTypes, asTypes)
	case 2:
		f.state = 3
		if p.need(p.accept(tArrow), "`->`") {
			p.push(cType).mode = inResult
		}
	case 3:
		if f.state = 4; f.mode == inResult {
			p.none()
			return
		}
		p.whereHere()
	case 4:
		p.finish(OpFnType)
	}
}

// data reads a declaration of a type from its parameters on.
func (p *parser) data(f *frame) {
	switch f.state {
	case 0:
		f.state = 1
		p.tyParamsHere()
	case 1:
		if p.kind() != tLBrace || p.tok().line && f.mode == inExtern {
			if f.flags&FlagArrows != 0 {
				p.fail("`{`")
				return
			}
			p.finish(OpData)
			return
		}
		if f.mode == inExtern {
			word := lang.Span{Start: f.start, End: f.start + int32(len("extern"))}
			p.slip(lang.UnexpectedToken, word, "an external type has no constructors", "nothing is known of it but its name",
				lang.Sure("declare a type with constructors", lang.Span{Start: f.start, End: p.afterExtern()}, ""))
		}
		p.enter(f)
		f.state = 2
	case 2:
		switch {
		case p.closes(f, "`}`"):
			p.finish(OpData)
		case p.kind() == tName:
			f.state = 3
			p.push(cCon)
		default:
			p.fail("a constructor or `}`")
		}
	case 3:
		f.state = 2
		switch k := p.kind(); {
		case p.accept(tComma), k == tRBrace, f.flags&FlagArrows != 0 && k == tName, p.endsBracket(f):
		case k == tName:
			at := p.prevEnd()
			p.slip(lang.UnexpectedToken, p.here(), p.found()+" cannot stand here, where `,` or `}` is expected", "expected `,` or `}`",
				lang.Sure("add `,`", lang.Span{Start: at, End: at}, ","))
		case k == tSemicolon:
			p.slip(lang.UnexpectedToken, p.here(), "constructors are separated by commas", "expected `,` or `}`", lang.Sure("write `,`", p.here(), ","))
			p.advance()
		default:
			p.fail("`,` or `}`")
		}
	case 4: // after what could not be read
		f.state = 2
		p.accept(tSemicolon)
	}
}

// afterExtern is where `type` begins behind an `extern`.
func (p *parser) afterExtern() int32 {
	for i := p.i; i >= 0; i-- {
		if p.toks[i].kind == tType {
			return p.toks[i].start
		}
	}
	return p.tok().start
}

func (p *parser) con(f *frame) {
	switch f.state {
	case 0:
		f.sym, f.state = p.tok().sym, 1
		p.advance()
		if p.accept(tColon) {
			f.flags, f.state = FlagArrows, 2
			if !p.need(p.kind() == tLParen, "`(`") {
				return
			}
		}
		if p.kind() == tLParen {
			p.bracket(cTypes, asTypes)
			return
		}
		p.none()
	case 1: // C(T)
		p.none()
		p.finish(OpCon)
	case 2: // C : (T) -> D
		f.state = 3
		if p.need(p.accept(tArrow), "`->`") {
			p.push(cType)
		}
	case 3:
		p.finish(OpCon)
	}
}
