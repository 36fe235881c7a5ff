package relay

import "github.com/patgraph/patgraph/lang"

// binary reads operands and operators, of expressions or of dimensions.
func (p *parser) binary(f *frame) {
	if f.state == 0 {
		f.state, f.at = 1, p.tok().start
		if f.mode == inTypes {
			p.push(cType)
		} else {
			p.push(cPostfix).mode = f.mode
		}
		return
	}
	k := p.kind()
	prec := precedences[k]
	switch {
	case f.mode == inTypes && prec < 10, k == tLess && p.tok().pair > 0, p.nest == 0 && p.tok().line && k == tMinus:
		prec = 0
	}
	for len(p.ops) > int(f.ops) && precedences[p.ops[len(p.ops)-1].kind] >= max(prec, 1) {
		op := p.ops[len(p.ops)-1]
		p.ops = p.ops[:len(p.ops)-1]
		n := p.node(OpBinary, op.start, p.prevEnd(), int32(len(p.stack)-2))
		n.At, n.Sym = op.at, p.syms.InternString(spellings[op.kind])
		f.at = op.start
	}
	if prec == 0 {
		p.pop()
		return
	}
	p.ops = append(p.ops, infix{k, p.tok().start, f.at})
	p.advance()
	f.state = 0
}

// postfix reads an operand and the calls and projections behind it.
func (p *parser) postfix(f *frame) {
	t := p.tok()
	switch {
	case f.state == 0:
		f.state = 1
		p.operand(f.mode)
	case f.state == 2: // of a call, type arguments have been read
		f.state = 1
		g := p.push(cCall)
		g.start, g.at, g.base = f.start, t.start, f.base
		p.enter(g)
	case t.kind == tDot && p.peek(1).kind == tInt:
		p.advance()
		p.leaf(OpInt)
		n := p.node(OpProject, f.start, p.prevEnd(), f.base)
		n.At = t.start
	case t.kind == tLess && t.pair > 0:
		p.doc.note(t.span(), "type arguments in `<>`")
		f.state = 2
		p.bracket(cTypes, asTypes).flags = FlagAngle
	case t.kind == tLParen && !(t.line && p.nest == 0):
		p.none()
		f.state = 2
	case t.kind == tLBrack && !t.line && p.squareArguments():
		f.state = 2
		p.bracket(cTypes, asTypes).flags = FlagAngle
	default:
		p.pop()
	}
}

// squareArguments reports type arguments in the brackets of the other declarations, as in
// @f[int32](1), if such begin at the present token.
func (p *parser) squareArguments() bool {
	if k := p.toks[max(p.i-1, 0)].kind; p.bad || k != tGlobal && k != tLocal && k != tName {
		return false
	}
	depth := 0
	for i := p.i; ; i++ {
		switch k := p.toks[i].kind; {
		case k == tLBrack:
			depth++
		case k == tRBrack:
			depth--
		case k == tEOF, k == tSemicolon, k == tLBrace, k == tRBrace, k == tEquals:
			return false
		}
		if depth > 0 {
			continue
		}
		if p.toks[i+1].kind != tLParen {
			return false
		}
		d := p.say(lang.UnexpectedToken, p.here(), "type arguments stand in `<>`", "expected `<`")
		d.Fixes = lang.Sure("write `<` and `>`", p.here(), "<")
		d.Fixes[0].Edits = append(d.Fixes[0].Edits, lang.Edit{Span: p.toks[i].span(), Text: ">"})
		return true
	}
}

// operand reads what is not made of operands, or begins it.
func (p *parser) operand(m mode) {
	switch k := p.kind(); k {
	case tLocal:
		p.leaf(OpLocal)
	case tGlobal:
		p.leaf(OpGlobal)
	case tGraph:
		p.leaf(OpGraph)
	case tInt:
		p.leaf(OpInt)
	case tFloat:
		p.leaf(OpFloat)
	case tTrue, tFalse:
		p.leaf(OpBool)
	case tString:
		if m != inAttr {
			p.say(lang.UnexpectedToken, p.here(), "a string stands only as the value of an attribute", "no expression")
		}
		p.leaf(OpString)
	case tName:
		switch {
		case p.peek(1).kind == tLBrack && p.is("meta"):
			p.meta()
		case p.is("Constant") && p.peek(1).kind == tLParen && p.peek(3).kind == tComma && (p.peek(2).kind == tInt || p.peek(2).kind == tFloat || p.peek(2).kind == tTrue || p.peek(2).kind == tFalse):
			f := p.push(cConstant)
			p.advance()
			p.enter(f)
		default:
			p.leaf(OpName)
		}
	case tLParen:
		f := p.push(cParen)
		f.mode = m
		p.enter(f)
	case tLBrack:
		if m != inAttr {
			p.fail("an expression").Help = lang.Texts("a tuple is written `(a, b)`; lists stand only as values of attributes")
			return
		}
		p.enter(p.push(cList))
	case tLBrace:
		f := p.push(cBlock)
		f.flags = FlagBraced
		p.enter(f)
	case tFn:
		f := p.push(cFn)
		f.mode = inExpression
		p.advance()
	case tIf:
		p.push(cIf)
		p.advance()
	case tMatch, tMatchPartial:
		f := p.push(cMatch)
		if k == tMatchPartial {
			f.flags = FlagPartial
		}
		p.advance()
	case tRef, tRefRead, tRefWrite:
		p.push(cRef).sym = p.tok().sym
		p.advance()
	case tMinus:
		minus := p.here()
		d := p.say(lang.UnexpectedToken, minus, "there is no minus sign of one operand", "nothing to subtract from")
		if next := p.peek(1); next.kind == tInt || next.kind == tFloat {
			d.Fixes = lang.Sure("write the number without a blank", lang.Span{Start: minus.Start, End: next.start}, "-")
		} else {
			d.Help = lang.Texts("write `negative(…)`")
		}
		p.advance()
		p.push(cPostfix).mode = m
	case tBad:
		p.bad = true
		p.leaf(OpBad)
	case tLet, tFreeVar:
		p.push(cBlock).mode = m // a mistake in Relay, and what is meant is clear
	default:
		d := p.missing("an expression")
		if d.Code == lang.MissingExpression && k != tEOF && !k.isCloser() && k != tSemicolon && k != tComma {
			d.Code = lang.UnexpectedToken
			d.Message = lang.Text(p.found() + " cannot stand here, where an expression is expected")
			d.Label, d.Span = lang.Text("expected an expression"), p.here()
		}
		if k.isCloser() || k == tComma || k == tSemicolon {
			at := p.prevEnd()
			p.node(OpBad, at, at, int32(len(p.stack)))
			return // the brackets around it are sound
		}
		p.giveUp()
	}
}

// meta reads meta[Key][3].
func (p *parser) meta() {
	start := p.tok().start
	p.advance()
	var key lang.Sym
	for part := range 2 {
		if !p.need(p.kind() == tLBrack, "`[`") {
			return
		}
		p.advance()
		if part == 0 {
			key = p.tok().sym
		}
		if want := [...]kind{tName, tInt}[part]; p.kind() != want {
			p.fail([...]string{"the name of a type", "an index"}[part])
			return
		}
		if part == 0 {
			p.advance()
		} else {
			p.leaf(OpInt)
		}
		if !p.need(p.accept(tRBrack), "`]`") {
			return
		}
	}
	p.node(OpMeta, start, p.prevEnd(), int32(len(p.stack)-1)).Sym = key
}

// call reads arguments up to the closing parenthesis.
func (p *parser) call(f *frame) {
	if f.state == 0 {
		switch k := p.kind(); {
		case k == tRParen, k == tEOF, p.startsDeclaration():
			f.state = 1
		case (k == tName || k.isKeyword()) && p.peek(1).kind == tEquals:
			f.state = 1
			p.push(cAttr)
		default:
			f.state = 1
			p.push(cBlock)
		}
		return
	}
	if p.comma(f, "`,` or `)`") {
		p.finish(OpCall)
	}
}

// comma reads what stands behind an element of brackets: a comma, after which the frame goes
// on in state 0, or the closing bracket, when it reports true.
func (p *parser) comma(f *frame, expected string) bool {
	switch {
	case p.accept(tComma):
		f.state = 0
	case p.closes(f, expected):
		return true
	case p.kind().startsElement() && !p.tok().line && f.what != cTypes:
		at := p.prevEnd()
		p.slip(lang.UnexpectedToken, p.here(), p.found()+" cannot stand here, where "+expected+" is expected", "expected "+expected,
			lang.Perhaps(lang.Sure("add `,`", lang.Span{Start: at, End: at}, ",")))
		f.state = 0
	default:
		p.fail(expected)
	}
	return false
}

func (p *parser) attr(f *frame) {
	switch f.state {
	case 0:
		f.sym, f.state = p.tok().sym, 1
		p.advance()
		if p.need(p.accept(tEquals), "`=`") {
			p.push(cBinary).mode = inAttr
		}
	default:
		p.finish(OpAttr)
	}
}

func (p *parser) list(f *frame) {
	if f.state == 0 {
		f.state = 1
		if p.kind() != tRBrack {
			p.push(cBinary).mode = inAttr
		}
		return
	}
	if p.comma(f, "`,` or `]`") {
		p.finish(OpList)
	}
}

// paren reads a tuple, or an expression in parentheses.
func (p *parser) paren(f *frame) {
	switch f.state {
	case 0:
		f.state = 1
		if p.kind() != tRParen {
			p.push(cBlock).mode = f.mode
		}
	default:
		comma := p.kind() == tComma
		if !p.comma(f, "`,` or `)`") {
			if comma {
				f.flags = FlagCalled // a tuple, even of one
			}
			return
		}
		if tuple := f.flags != 0; tuple || len(p.stack)-int(f.base) != 1 {
			f.flags = 0
			p.finish(OpTuple)
			return
		}
		p.pop()
		if id := p.stack[len(p.stack)-1]; id != NoNode {
			switch n := &p.tree.Nodes[id]; n.Op {
			case OpBinary, OpFn, OpIf, OpMatch, OpBlock:
				if n.Flags&FlagBraced == 0 {
					n.Flags |= FlagParen
				}
			}
		}
	}
}

func (p *parser) ifElse(f *frame) {
	switch f.state {
	case 0:
		f.state = 1
		if !p.need(p.kind() == tLParen, "a condition in `()`") {
			return
		}
		p.enter(f)
		p.push(cBlock)
	case 1:
		if !p.need(p.closes(f, "`)`"), "`)`") {
			return
		}
		f.state = 2
		if !p.body() {
			p.fail("`{`")
		}
	case 2:
		f.state = 3
		if p.kind() != tElse {
			d := p.missing("`else`")
			if d.Code == lang.MissingExpression {
				d.Help = lang.Texts("`if` is an expression, so it gives a value in either case")
			}
			p.none()
			return
		}
		p.advance()
		if p.kind() == tIf {
			p.unexpected("`{`").Help = lang.Texts("write `else { if (…) { … } else { … } }`")
			p.push(cIf)
			p.advance()
			return
		}
		if !p.body() {
			p.fail("`{`")
		}
	case 3:
		p.finish(OpIf)
	}
}

// ref reads the arguments of ref, ref_read and ref_write.
func (p *parser) ref(f *frame) {
	switch f.state {
	case 0:
		if !p.need(p.kind() == tLParen, "`(`") {
			return
		}
		p.enter(f)
		f.state = 1
	case 1:
		f.state = 2
		if p.kind() != tRParen {
			p.push(cBlock)
		}
	case 2:
		if !p.accept(tComma) {
			f.state = 3
			if !p.need(p.closes(f, "`,` or `)`"), "`)`") {
				return
			}
			break
		}
		f.state = 1
	}
	if f.state != 3 {
		return
	}
	op, want := OpRef, 1
	switch p.syms.Text(f.sym) {
	case "ref_read":
		op = OpRefRead
	case "ref_write":
		op, want = OpRefWrite, 2
	}
	name := p.syms.Text(f.sym)
	at := lang.Span{Start: f.start, End: f.start + int32(len(name))}
	f.sym = lang.NoSym
	if n := len(p.stack) - int(f.base); n != want {
		says := "`" + name + "` takes one expression"
		if want == 2 {
			says = "`" + name + "` takes two expressions: a reference and what is written to it"
		}
		p.say(lang.UnexpectedToken, at, says, "not so many")
	}
	p.finish(op)
}

func (p *parser) constant(f *frame) {
	switch f.state {
	case 0:
		f.state = 1
		p.push(cPostfix)
	case 1, 2:
		if !p.need(p.accept(tComma), "`,`") {
			return
		}
		if f.state++; f.state == 2 {
			p.push(cType).mode = inShape
		} else {
			p.push(cType)
		}
	case 3:
		p.accept(tComma)
		if p.need(p.closes(f, "`)`"), "`)`") {
			p.finish(OpConstant)
		}
	}
}
