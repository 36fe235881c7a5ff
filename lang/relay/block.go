package relay

import "github.com/patgraph/patgraph/lang"

// States of a block.
const (
	bStatement  uint8 = iota
	bExpression       // an expression was read
	bBinding          // a statement that is none was read
	bEnd
)

// block reads statements. In braces of its own it is a node (FlagBraced) or, as a body, is
// where braces have to be.
func (p *parser) block(f *frame) {
	switch f.state {
	case bStatement:
		switch k := p.kind(); {
		case k == tLet:
			f.state = bBinding
			p.push(cLet)
		case k == tGraph && p.peek(1).kind == tEquals:
			f.state = bBinding
			p.push(cBind)
		case k == tFreeVar:
			f.state = bBinding
			p.push(cFreeVar)
		case k == tRBrace || k == tRParen || k == tRBrack || k == tSemicolon || k == tComma || k == tEOF || p.startsDeclaration():
			p.missing("an expression")
			at := p.prevEnd()
			p.node(OpBad, at, at, int32(len(p.stack)))
			if k == tSemicolon {
				p.advance()
				return
			}
			f.state = bEnd
		default:
			f.state = bExpression
			p.push(cBinary).mode = f.mode
		}

	case bExpression:
		f.at = p.prevEnd()
		switch {
		case p.kind() == tSemicolon:
			semi := p.here()
			p.advance()
			if k := p.kind(); k == tRBrace || k == tRParen || f.open < 0 && (k == tEOF || p.startsDeclaration()) {
				p.slip(lang.UnexpectedToken, semi, "a block ends with an expression and not with `;`", "not expected here", lang.Sure("delete the `;`", semi, ""))
				f.state = bEnd
				return
			}
			f.state = bStatement
		default:
			f.state = bEnd
		}

	case bBinding:
		switch k := p.kind(); {
		case k == tSemicolon:
			p.advance()
			f.state = bStatement
		case k.startsExpression() && !p.startsDeclaration():
			p.semicolon()
			f.state = bStatement
		case f.open >= 0 && (k == tRParen || k == tRBrack):
			p.oneTooMany()
		case k == tRBrace || k == tRParen || k == tEOF || p.startsDeclaration():
			f.state = bStatement // which says what is missing
		default:
			p.fail("`;`")
		}

	case bEnd:
		switch k := p.kind(); {
		case f.open < 0 || p.closes(f, "`}`"):
			p.endBlock()
		case k.startsExpression() && p.tok().line:
			p.semicolon()
			f.state = bStatement
		case k == tRParen || k == tRBrack:
			p.oneTooMany()
			f.state = bExpression
		default:
			p.unexpected("an operator, `;` or `}`")
			p.advance()
			p.giveUp()
		}
	}
}

// oneTooMany reports a closing bracket that closes nothing, and goes past it.
func (p *parser) oneTooMany() {
	p.slip(lang.StrayBracket, p.here(), "this `"+spellings[p.kind()]+"` closes nothing", "one too many", lang.Sure("delete it", p.here(), ""))
	p.advance()
}

// semicolon reports that one is missing behind what was read last.
func (p *parser) semicolon() {
	at := p.prevEnd()
	p.slip(lang.MissingSemicolon, lang.Span{Start: at, End: at}, "a statement does not end with `;`", "`;` is missing here",
		lang.Sure("add `;`", lang.Span{Start: at, End: at}, ";")).
		Related = []lang.Related{{Span: p.here(), Message: lang.Text("the next one begins here")}}
}

// endBlock makes a node of statements, unless they are one expression. Without brackets of
// its own it is as large as they are.
func (p *parser) endBlock() {
	f := *p.top()
	if int32(len(p.stack))-f.base == 1 && f.flags&FlagBraced == 0 {
		p.pop()
		return
	}
	end := f.at
	if f.flags&FlagBraced != 0 {
		end = p.prevEnd()
	}
	p.pop()
	p.node(OpBlock, f.start, max(f.start, end), f.base).Flags = f.flags
}

// body begins a block in braces at the present token.
func (p *parser) body() bool {
	if p.kind() != tLBrace {
		return false
	}
	f := p.push(cBlock)
	p.enter(f)
	f.start = p.tok().start
	return true
}

func (p *parser) let(f *frame) {
	switch f.state {
	case 0:
		p.advance()
		f.state = 1
		p.bound()
	case 1:
		if !p.need(p.accept(tEquals), "`=`") {
			return
		}
		f.state = 2
		p.push(cBinary)
	case 2:
		p.finish(OpLet)
	}
}

func (p *parser) bind(f *frame) {
	if f.state == 0 {
		f.sym, f.state = p.tok().sym, 1
		p.advance()
		p.advance()
		p.push(cBinary)
		return
	}
	p.finish(OpBind)
}

func (p *parser) freeVar(f *frame) {
	if f.state == 0 {
		f.state = 1
		p.advance()
		p.bound()
		return
	}
	p.finish(OpFreeVar)
}

// bound reads the variable behind a word.
func (p *parser) bound() {
	if k := p.kind(); p.need(k == tLocal || k == tName, "a local variable, as in `%x`") {
		p.push(cVar)
	}
}

// variable reads what binds a name: in braces behind it there may be attributes, and a type
// behind a colon.
func (p *parser) variable(f *frame) {
	switch f.state {
	case 0:
		f.sym, f.state = p.tok().sym, 1
		if p.kind() == tName {
			text := p.text()
			f.sym = p.syms.InternString("%" + text)
			p.slip(lang.UnexpectedToken, p.here(), "the name of a local variable begins with `%`", "`%` is missing",
				lang.Sure("write `%"+lang.Clip(text)+"`", p.here(), "%"+text))
		}
		p.advance()
		if p.kind() == tLBrace && f.mode == inParams {
			f.open = int32(p.i)
			f.state = 4
			p.nest++
			p.advance()
		}
	case 1:
		f.state = 2
		if p.accept(tColon) {
			p.push(cType)
			return
		}
		p.none()
	case 2:
		p.finish(OpVar)
	case 4: // attributes
		switch {
		case p.kind() == tRBrace:
			p.leave(f)
			p.advance()
			f.state = 1
		case p.kind() == tName || p.kind().isKeyword():
			p.push(cAttr)
		case p.kind() == tComma:
			p.advance()
		default:
			p.fail("an attribute or `}`")
		}
	}
}
