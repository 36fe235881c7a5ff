package relay

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// typ parses a type, or a dimension.
func (p *parser) typ(f *syntax.Frame) {
	m := f.Mode
	start := f.Start
	p.Pop()
	switch k := p.Kind(); k {
	case tWild:
		p.Leaf(OpHole)
	case syntax.Question:
		p.Leaf(OpDynamic)
	case syntax.Int:
		p.Leaf(OpInt)
	case tFn:
		p.Push(cFnType).Mode = m
		p.Advance()
	case syntax.LParen:
		f := p.Push(cTypes)
		f.Mode = asTuple
		if m == inShape {
			f.Mode = inShape
		}
		p.Enter(f)
	case syntax.Name:
		next := p.Peek(1).Kind
		switch {
		case p.Is("fun") && (next == syntax.LParen || next == syntax.Less || next == syntax.LBrack):
			p.doc.note(p.Here(), "`fun`")
			f := p.Push(cFnType)
			f.Flags, f.Mode = FlagFun, m
			p.Advance()
		case next == syntax.LBrack && p.Is("Tensor"):
			f := p.Push(cTensor)
			p.Advance()
			p.Enter(f)
		case next == syntax.LBrack && p.Is("meta"):
			p.meta()
		case next == syntax.LBrack:
			f := p.Push(cTypes)
			f.Sym = p.Tok().Sym
			p.Advance()
			p.Enter(f)
		default:
			p.Leaf(OpTypeName)
		}
	case syntax.BadToken:
		p.Bad = true
		p.Leaf(OpBad)
	case syntax.Minus:
		p.Fail("a type").Help = lang.Texts("a dimension is not negative")
	default:
		d := p.Missing("a type")
		if k.IsCloser() || k == syntax.Comma || k == syntax.Greater || k == syntax.LBrace || k == syntax.Equals {
			p.Node(OpBad, start, p.Height())
			return // the construct around it is correct
		}
		if d.Code == lang.MissingExpression && k != syntax.EOF && !p.Tok().Line {
			d.Code = lang.UnexpectedToken
			d.Message, d.Label = lang.Text(p.Found()+" is unexpected: expected a type"),
				lang.Text("expected a type")
		}
		p.GiveUp()
	}
}

// types parses the contents of brackets and makes the node that the mode selects.
func (p *parser) types(f *syntax.Frame) {
	closer := p.Toks[f.Open].Kind.Partner
	if f.State == 0 {
		f.State = 1
		switch {
		case p.Kind() == closer():
		case p.Kind() != syntax.LParen && p.endsBracket(f):
		case f.Mode == asRel && p.Kind() == syntax.Name && p.Peek(1).Kind == syntax.Equals:
			p.Push(cAttr)
		default:
			p.Push(cBinary).Mode = inTypes
		}
		return
	}
	if !p.comma(f, "`,` or `"+closer().String()+"`") {
		return
	}
	switch f.Mode {
	case asTuple:
		// With numbers in it, it can only be a shape.
		op := OpTupleType
		for _, id := range p.Stack[f.Base:] {
			switch p.Tree.Nodes[id].Op {
			case OpInt, OpDynamic, OpBinary, OpMeta:
				op = OpShape
			}
		}
		p.Finish(op)
	case inShape:
		p.Finish(OpShape)
	case asTypes:
		p.Finish(OpTypes)
	case asRel: // part of the construct around it
		p.Pop()
	default:
		p.Finish(OpTypeCall)
	}
}

// element parses the comma after the shape of a tensor, and begins the element type.
func (p *parser) element(*syntax.Frame) {
	switch id := p.Stack[len(p.Stack)-1]; p.Tree.Nodes[id].Op {
	case OpInt, OpDynamic:
		s := p.Tree.Span(id)
		p.Say(lang.UnexpectedToken, s, "the shape of a tensor is written in parentheses", "expected `(`").
			Help = lang.Texts("write `Tensor[(2, 3), float32]`")
		p.Silent = true
	}
	if p.Expect(syntax.Comma, "`,` and an element type") {
		p.Push(cType)
	}
}

// shut parses the closing bracket of a construct without further parts.
func (p *parser) shut(f *syntax.Frame) {
	closer := "`" + p.Toks[f.Open].Kind.Partner().String() + "`"
	p.Need(p.closes(f, closer), closer)
}

// generics parses the optional type parameters of a function type.
func (p *parser) generics(*syntax.Frame) {
	if p.Kind() == syntax.LBrack { // as types are printed for programs of both dialects
		p.Enter(p.Push(cTyParams))
		return
	}
	p.tyParamsHere()
}

// data parses a declaration of a type from its parameters on.
func (p *parser) data(f *syntax.Frame) {
	switch f.State {
	case 0:
		f.State = 1
		p.tyParamsHere()
	case 1:
		if p.Kind() != syntax.LBrace || p.Tok().Line && f.Mode == inExtern {
			if f.Flags&FlagArrows != 0 ||
				f.Mode != inExtern && p.Kind() == syntax.Name && (!p.Tok().Line || p.Tok().Indent > p.margin) {
				before := p.Behind()
				p.Fail("`{`").Fixes = lang.Perhaps(lang.Sure("add `{`", before, " {"))
				return
			}
			p.Finish(OpData)
			return
		}
		if f.Mode == inExtern {
			word := lang.Span{Start: f.Start, End: f.Start + int32(len("extern"))}
			p.Slip(lang.UnexpectedToken, word, "an external type has no constructors",
				"nothing is known of it but its name",
				lang.Sure("declare a type with constructors", lang.Span{Start: f.Start, End: p.afterExtern()}, ""))
		}
		p.Enter(f)
		f.State = 2
	case 2:
		switch {
		case p.closes(f, "`}`"):
			p.Finish(OpData)
		case p.Kind() == syntax.Name:
			f.State = 3
			p.Push(cCon)
		default:
			p.Fail("a constructor or `}`")
		}
	case 3:
		f.State = 2
		switch k := p.Kind(); {
		case p.Accept(syntax.Comma), k == syntax.RBrace, f.Flags&FlagArrows != 0 && k == syntax.Name, p.endsBracket(f):
		case k == syntax.Name:
			p.Slip(lang.UnexpectedToken, p.Here(), p.Found()+" is unexpected: expected `,` or `}`",
				"expected `,` or `}`",
				lang.Sure("add `,`", p.Behind(), ","))
		case k == syntax.Semicolon:
			p.Slip(lang.UnexpectedToken, p.Here(), "constructors are separated by commas", "expected `,` or `}`",
				lang.Sure("write `,`", p.Here(), ","))
			p.Advance()
		default:
			p.Fail("`,` or `}`")
		}
	case 4: // after an unreadable constructor
		f.State = 2
		p.Accept(syntax.Semicolon)
	}
}

// afterExtern returns the place of `type` after an `extern`.
func (p *parser) afterExtern() int32 {
	for i := p.I; i >= 0; i-- {
		if p.Toks[i].Kind == tType {
			return p.Toks[i].Start
		}
	}
	return p.Tok().Start
}

func (p *parser) con(f *syntax.Frame) {
	switch f.State {
	case 0:
		f.Sym, f.State = p.Tok().Sym, 1
		p.Advance()
		if p.Accept(syntax.Colon) {
			f.Flags, f.State = FlagArrows, 2
			if !p.Need(p.Kind() == syntax.LParen, "`(`") {
				return
			}
		}
		if p.Kind() == syntax.LParen {
			p.bracket(cTypes, asTypes)
			return
		}
		p.None()
	case 1: // C(T)
		p.None()
		p.Finish(OpCon)
	case 2: // C : (T) -> D
		f.State = 3
		if p.Expect(syntax.Arrow, "`->`") {
			p.Push(cType)
		}
	case 3:
		p.Finish(OpCon)
	}
}
