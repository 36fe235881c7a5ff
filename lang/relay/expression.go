package relay

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// binary parses operands and operators, of expressions or of dimensions.
func (p *parser) binary(f *syntax.Frame) {
	if f.State == 0 {
		f.State, f.At = 1, p.Tok().Start
		if f.Mode == inTypes {
			p.Push(cType)
		} else {
			p.Push(cPostfix).Mode = f.Mode
		}
		return
	}
	k := p.Kind()
	prec := precedences[k]
	switch {
	case f.Mode == inTypes && prec < 10, k == syntax.Less && p.Tok().Paired,
		p.Nest == 0 && p.Tok().Line && k == syntax.Minus:
		prec = 0
	}
	if p.Operator(f, prec, OpBinary) {
		f.State = 0
	}
}

// postfix parses an operand and the calls and projections after it.
func (p *parser) postfix(f *syntax.Frame) {
	t := p.Tok()
	switch {
	case f.State == 0:
		f.State = 1
		p.operand(f.Mode)
	case f.State == 2 && t.Kind != syntax.LParen: // their bracket is not closed, which is already reported
		p.GiveUp()
	case f.State == 2: // the type arguments of a call are parsed
		f.State = 1
		g := p.Push(cCall)
		g.Start, g.At, g.Base = f.Start, t.Start, f.Base
		p.Enter(g)
	case t.Kind == syntax.Dot && p.Peek(1).Kind == syntax.Int:
		if p.dottedName() {
			return
		}
		p.Advance()
		p.Leaf(OpInt)
		n := p.Node(OpProject, f.Start, f.Base)
		n.At = t.Start
	case t.Kind == syntax.Less && t.Paired:
		p.doc.note(t.Span(), "type arguments in `<>`")
		f.State = 2
		p.bracket(cTypes, asTypes).Flags = FlagAngle
	case t.Kind == syntax.LParen && !(t.Line && p.Nest == 0):
		p.None()
		f.State = 2
	case t.Kind == syntax.LBrack && !t.Line && p.squareArguments():
		f.State = 2
		p.bracket(cTypes, asTypes).Flags = FlagAngle
	default:
		p.Pop()
	}
}

// dottedName parses the dot and the digits after a local if they are part of its name: the declaration binds that name.
func (p *parser) dottedName() bool {
	if p.dotted == nil || !p.dotHere() {
		return false
	}
	id := p.Stack[len(p.Stack)-1]
	if id == NoNode || p.Tree.Nodes[id].Op != OpLocal || p.Tree.Nodes[id].End != p.Tok().Start {
		return false
	}
	name := p.joined(p.Tree.Nodes[id].Sym)
	if !p.dotted[name] {
		return false
	}
	p.Advance()
	p.Tree.Nodes[id].Sym, p.Tree.Nodes[id].End = name, p.Tok().End
	p.Advance()
	return true
}

// squareArguments reports type arguments in square brackets, as in @f[int32](1), if they begin at the current token.
func (p *parser) squareArguments() bool {
	if k := p.Toks[max(p.I-1, 0)].Kind; p.Bad || k != tGlobal && k != tLocal && k != syntax.Name {
		return false
	}
	depth := 0
	for i := p.I; ; i++ {
		switch k := p.Toks[i].Kind; {
		case k == syntax.LBrack:
			depth++
		case k == syntax.RBrack:
			depth--
		case k == syntax.EOF, k == syntax.Semicolon, k == syntax.LBrace, k == syntax.RBrace, k == syntax.Equals:
			return false
		}
		if depth > 0 {
			continue
		}
		if p.Toks[i+1].Kind != syntax.LParen {
			return false
		}
		d := p.Say(lang.UnexpectedToken, p.Here(), "type arguments are written in `<>`", "expected `<`")
		d.Fixes = lang.Sure("write `<` and `>`", p.Here(), "<")
		d.Fixes[0].Edits = append(d.Fixes[0].Edits, lang.Edit{Span: p.Toks[i].Span(), Text: ">"})
		return true
	}
}

// operand parses an operand, or begins it.
func (p *parser) operand(m uint8) {
	switch k := p.Kind(); k {
	case tLocal:
		p.Leaf(OpLocal)
	case tGlobal:
		p.Leaf(OpGlobal)
	case tGraph:
		p.Leaf(OpGraph)
	case syntax.Int:
		p.Leaf(OpInt)
	case syntax.Float:
		p.Leaf(OpFloat)
	case tTrue, tFalse:
		p.Leaf(OpBool)
	case syntax.String:
		if m != inAttr {
			p.Say(lang.UnexpectedToken, p.Here(), "a string can only be the value of an attribute", "no expression")
		}
		p.Leaf(OpString)
	case syntax.Name:
		switch {
		case p.Peek(1).Kind == syntax.LBrack && p.Is("meta"):
			p.meta()
		case p.Is("Constant") && p.Peek(1).Kind == syntax.LParen && p.Peek(3).Kind == syntax.Comma &&
			(p.Peek(2).Kind == syntax.Int || p.Peek(2).Kind == syntax.Float || p.Peek(2).Kind == tTrue ||
				p.Peek(2).Kind == tFalse):
			f := p.Push(cConstant)
			p.Advance()
			p.Enter(f)
		default:
			p.Leaf(OpName)
		}
	case syntax.LParen:
		f := p.Push(cParen)
		f.Mode = m
		p.Enter(f)
	case syntax.LBrack:
		if m != inAttr {
			p.Fail("an expression").Help =
				lang.Texts("a tuple is written `(a, b)`; lists can only be values of attributes")
			return
		}
		p.Enter(p.Push(cList))
	case syntax.LBrace:
		f := p.Push(cBlock)
		f.Flags = FlagBraced
		p.Enter(f)
	case tFn:
		f := p.Push(cFn)
		f.Mode = inExpression
		p.Advance()
	case tIf:
		p.Push(cIf)
		p.Advance()
	case tMatch, tMatchPartial:
		f := p.Push(cMatch)
		if k == tMatchPartial {
			f.Flags = FlagPartial
		}
		p.Advance()
	case tRef, tRefRead, tRefWrite:
		p.Push(cRef).Sym = p.Tok().Sym
		p.Advance()
	case syntax.Minus:
		minus := p.Here()
		d := p.Say(lang.UnexpectedToken, minus, "there is no unary minus", "nothing to subtract from")
		if next := p.Peek(1); next.Kind == syntax.Int || next.Kind == syntax.Float {
			d.Fixes = lang.Sure("write the number without a blank", lang.Span{Start: minus.Start, End: next.Start}, "-")
		} else {
			d.Help = lang.Texts("write `negative(…)`")
		}
		p.Advance()
		p.Push(cPostfix).Mode = m
	case syntax.BadToken:
		p.Bad = true
		if p.Advance(); isOperand(p.Kind()) && !p.Tok().Line { // an operator of another language
			p.Push(cPostfix).Mode = m
			return
		}
		p.Node(OpBad, p.PrevEnd(), p.Height())
	case tLet, tFreeVar:
		p.Push(cBlock).Mode = m // an error in Relay, but the meaning is clear
	default:
		d := p.Missing("an expression")
		if d.Code == lang.MissingExpression && k != syntax.EOF && !k.IsCloser() && k != syntax.Semicolon &&
			k != syntax.Comma {
			d.Code = lang.UnexpectedToken
			d.Message = lang.Text(p.Found() + " is unexpected: expected an expression")
			d.Label, d.Span = lang.Text("expected an expression"), p.Here()
		}
		if k.IsCloser() || k == syntax.Comma || k == syntax.Semicolon {
			p.Node(OpBad, p.PrevEnd(), p.Height())
			return // the brackets around it are correct
		}
		p.GiveUp()
	}
}

// meta parses meta[Key][3].
func (p *parser) meta() {
	start := p.Tok().Start
	p.Advance()
	var key lang.Sym
	for part := range 2 {
		if !p.Need(p.Kind() == syntax.LBrack, "`[`") {
			return
		}
		p.Advance()
		if part == 0 {
			key = p.Tok().Sym
		}
		if want := [...]syntax.Kind{syntax.Name, syntax.Int}[part]; p.Kind() != want {
			p.Fail([...]string{"the name of a type", "an index"}[part])
			return
		}
		if part == 0 {
			p.Advance()
		} else {
			p.Leaf(OpInt)
		}
		if !p.Expect(syntax.RBrack, "`]`") {
			return
		}
	}
	p.Node(OpMeta, start, p.Height()-1).Sym = key
}

// call parses arguments up to the closing parenthesis.
func (p *parser) call(f *syntax.Frame) {
	if f.State == 0 {
		switch k := p.Kind(); {
		case k == syntax.RParen, k == syntax.EOF, p.startsDeclaration():
			f.State = 1
		case (k == syntax.Name || isKeyword(k)) && p.Peek(1).Kind == syntax.Equals:
			f.State = 1
			p.Push(cAttr)
		default:
			f.State = 1
			p.Push(cBlock)
		}
		return
	}
	if p.comma(f, "`,` or `)`") {
		p.Finish(OpCall)
	}
}

// comma parses the text after an element of a bracket: a comma, after which the frame continues in state 0, or the
// closing bracket, for which it returns true.
func (p *parser) comma(f *syntax.Frame, expected string) bool {
	switch {
	case p.Accept(syntax.Comma):
		f.State = 0
	case p.closes(f, expected):
		return true
	case startsElement(p.Kind()) && !p.Tok().Line && f.What != cTypes:
		f.State = 0
		if p.crowded == f.Open {
			return false
		}
		p.crowded = f.Open
		p.Slip(lang.UnexpectedToken, p.Here(), p.Found()+" is unexpected: expected "+expected,
			"expected "+expected,
			lang.Perhaps(lang.Sure("add `,`", p.Behind(), ",")))
	default:
		p.Fail(expected)
	}
	return false
}

func (p *parser) list(f *syntax.Frame) {
	if f.State == 0 {
		f.State = 1
		if p.Kind() != syntax.RBrack {
			p.Push(cBinary).Mode = inAttr
		}
		return
	}
	if p.comma(f, "`,` or `]`") {
		p.Finish(OpList)
	}
}

// paren parses a tuple, or an expression in parentheses.
func (p *parser) paren(f *syntax.Frame) {
	switch f.State {
	case 0:
		f.State = 1
		if p.Kind() != syntax.RParen {
			p.Push(cBlock).Mode = f.Mode
		}
	default:
		comma := p.Kind() == syntax.Comma
		if !p.comma(f, "`,` or `)`") {
			if comma {
				f.Flags = FlagCalled // a tuple, even with one part
			}
			return
		}
		if tuple := f.Flags != 0; tuple || len(p.Stack)-int(f.Base) != 1 {
			f.Flags = 0
			p.Finish(OpTuple)
			return
		}
		p.Pop()
		if id := p.Stack[len(p.Stack)-1]; id != NoNode {
			switch n := &p.Tree.Nodes[id]; n.Op {
			case OpBinary, OpFn, OpIf, OpMatch, OpBlock:
				if n.Flags&FlagBraced == 0 {
					n.Flags |= FlagParen
				}
			}
		}
	}
}

// condition, then and orElse parse the parts of an if.
func (p *parser) condition(f *syntax.Frame) {
	if p.Need(p.Kind() == syntax.LParen, "a condition in `()`") {
		p.Enter(f)
		p.Push(cBlock)
	}
}

func (p *parser) then(f *syntax.Frame) {
	if p.Need(p.closes(f, "`)`"), "`)`") && !p.body() {
		p.Fail("`{`")
	}
}

func (p *parser) orElse(*syntax.Frame) {
	if p.Kind() != tElse {
		d := p.Missing("`else`")
		if d.Code == lang.MissingExpression {
			d.Help = lang.Texts("`if` is an expression, so it gives a value in either case")
		}
		p.None()
		return
	}
	p.Advance()
	if p.Kind() == tIf {
		p.Unexpected("`{`").Help = lang.Texts("write `else { if (…) { … } else { … } }`")
		p.Push(cIf)
		p.Advance()
		return
	}
	if !p.body() {
		p.Fail("`{`")
	}
}

// ref parses the arguments of ref, ref_read and ref_write.
func (p *parser) ref(f *syntax.Frame) {
	switch f.State {
	case 0:
		if !p.Need(p.Kind() == syntax.LParen, "`(`") {
			return
		}
		p.Enter(f)
		f.State = 1
	case 1:
		f.State = 2
		if p.Kind() != syntax.RParen {
			p.Push(cBlock)
		}
	case 2:
		if !p.Accept(syntax.Comma) {
			f.State = 3
			if !p.Need(p.closes(f, "`,` or `)`"), "`)`") {
				return
			}
			break
		}
		f.State = 1
	}
	if f.State != 3 {
		return
	}
	op, want := OpRef, 1
	switch p.Syms.Text(f.Sym) {
	case "ref_read":
		op = OpRefRead
	case "ref_write":
		op, want = OpRefWrite, 2
	}
	name := p.Syms.Text(f.Sym)
	at := lang.Span{Start: f.Start, End: f.Start + int32(len(name))}
	f.Sym = lang.NoSym
	if n := len(p.Stack) - int(f.Base); n != want {
		says := "`" + name + "` takes one expression"
		if want == 2 {
			says = "`" + name + "` takes two expressions: a reference and what is written to it"
		}
		p.Say(lang.UnexpectedToken, at, says, "not so many")
	}
	p.Finish(op)
}
