package tensorscript

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// The constructs that frames read.
const (
	cBlock  uint8 = iota // statements in braces
	cExpr                // operations, and stages behind them
	cBinary              // operands and operators
	cUnit                // an operand, or a stage
	cArgs                // a name, perhaps with another one before it, and arguments
	cList                // parts in parentheses, of a tuple or a view, or arguments
	cIf                  // if, with else
	cOne                 // a word and what stands behind it: let, while, an assignment, a negation
)

// The modes of frames say what operands are.
const (
	ofValues uint8 = iota
	ofSizes
)

// steps go on with a construct, the innermost one.
var steps = [...]func(*parser, *syntax.Frame){
	cBlock: (*parser).statements, cExpr: (*parser).expr, cBinary: (*parser).binary, cUnit: (*parser).unit,
	cArgs: (*parser).args, cList: (*parser).parts, cIf: (*parser).ifElse, cOne: (*parser).one,
}

// run reads one construct.
func (p *parser) run(what, m uint8) {
	p.Push(what).Mode = m
	syntax.Run(p, &p.Parser, steps[:])
}

// States of a block.
const (
	bOpen      uint8 = iota
	bNext            // a statement, a result, or the end
	bBetween         // a statement or a result was read
	bStatement       // what was read is surely a statement
)

// statements reads a block in braces.
func (p *parser) statements(f *syntax.Frame) {
	switch f.State {
	case bOpen:
		f.Op, f.State = OpBlock, bNext
		p.Enter(f)
	case bNext:
		f.State = bBetween
		switch k := p.Kind(); {
		case k == syntax.RBrace || k == syntax.EOF || p.elsewhere():
			p.None()
			p.endBlock(f)
		case k == syntax.Semicolon:
			bad := p.Bad
			p.needless()
			p.Bad, f.State = p.Bad || bad, bNext
		case k == tWhile:
			f.State = bStatement
			p.Push(cOne).Op = OpWhile
		case p.Is("let") && p.Peek(1).Kind == syntax.Name:
			f.State = bStatement
			p.Push(cOne).Op = OpLet
		case k == syntax.Name && p.Peek(1).Kind == syntax.Equals:
			f.State = bStatement
			p.Push(cOne).Op = OpAssign
		default:
			p.Push(cExpr)
		}
	case bBetween, bStatement:
		var last *Node // what was read, if that could be read
		if p.Height() > f.Base {
			last = &p.Tree.Nodes[p.Stack[p.Height()-1]]
		}
		half := last != nil && (last.Op == OpWhile || last.Op == OpIf && p.Tree.Kids(p.Stack[p.Height()-1])[2] == NoNode)
		k := p.Kind()
		ends := k == syntax.RBrace || k == syntax.EOF || p.elsewhere()
		switch {
		case k == syntax.Semicolon:
			p.Advance()
			f.State = bNext
		case half, last != nil && last.Op == OpIf && !ends, ends && last == nil:
			f.State = bNext
		case ends && f.State == bBetween:
			p.endBlock(f)
		case ends, p.Tok().Line && (startsExpression(k) || k == tWhile):
			p.Slip(lang.MissingSemicolon, p.Behind(), "`;` is missing here", "`;` is missing", lang.Sure("add `;`", p.Behind(), ";"))
			f.State = bNext
		case precedences[k] > 0 && last != nil && last.Op == OpPipe:
			p.Fail("`|>`, `;` or `}`").Help = lang.Texts("put the stages before the operator into parentheses")
		default:
			p.Fail("`|>`, `;` or `}`")
		}
	}
}

func (p *parser) endBlock(f *syntax.Frame) {
	if p.closes(&p.Toks[f.Open], "`;` or `}`") {
		p.Finish(f.Op)
	}
}

// one reads what stands behind a word.
func (p *parser) one(f *syntax.Frame) {
	switch {
	case f.State == 0:
		f.State = 1
		if f.Op != OpAssign { // the word
			p.Advance()
		}
		if f.Op == OpLet || f.Op == OpAssign {
			f.Sym, f.At = p.Tok().Sym, p.Tok().Start
			if p.Advance(); !p.Expect(syntax.Equals, "`=`") {
				return
			}
		}
		if f.Op == OpNot {
			p.Push(cUnit)
		} else {
			p.Push(cExpr)
		}
	case f.State == 1 && f.Op == OpWhile:
		f.State = 2
		p.body()
	default:
		p.Finish(f.Op)
	}
}

// body begins a block at the present token.
func (p *parser) body() {
	if p.Kind() != syntax.LBrace {
		p.Fail("`{`")
		return
	}
	p.Push(cBlock)
}

func (p *parser) ifElse(f *syntax.Frame) {
	switch f.State {
	case 0:
		f.Op, f.State = OpIf, 1
		p.Advance()
		p.Push(cExpr)
	case 1:
		f.State = 2
		p.body()
	case 2:
		f.State = 3
		switch {
		case !p.Accept(tElse):
			p.None()
		case p.Kind() == tIf:
			p.Push(cIf)
		default:
			p.body()
		}
	case 3:
		p.Finish(f.Op)
	}
}

// expr reads operations and the stages behind them.
func (p *parser) expr(f *syntax.Frame) {
	switch {
	case f.State == 0:
		f.Op, f.State = OpPipe, 1
		p.Push(cBinary)
	case p.Accept(syntax.Pipe):
		p.Push(cUnit)
	case p.Height() == f.Base+1:
		p.Pop()
	default:
		p.Finish(f.Op)
	}
}

// binary reads operands and operators, of values or of sizes.
func (p *parser) binary(f *syntax.Frame) {
	if f.State == 0 {
		f.State, f.At = 1, p.Tok().Start
		p.Push(cUnit).Mode = f.Mode
		return
	}
	prec := precedences[p.Kind()]
	if f.Mode == ofSizes && prec < precedences[syntax.Plus] {
		prec = 0
	}
	if p.Operator(f, prec, OpBinary) {
		f.State = 0
	}
}

// unit reads an operand, or begins it.
func (p *parser) unit(f *syntax.Frame) {
	m := f.Mode
	p.Pop()
	switch k := p.Kind(); {
	case k == syntax.Int:
		p.Leaf(OpInt)
	case k == syntax.Float:
		p.Leaf(OpFloat)
	case k == syntax.LParen:
		f := p.Push(cList)
		f.Mode, f.Op = m, OpTuple
		p.Enter(f)
	case k == syntax.Name && m == ofSizes:
		if p.Text() == "_" {
			p.Tok().Sym = lang.NoSym
			p.Leaf(OpHole)
			return
		}
		p.Leaf(OpName)
	case k == syntax.Minus && p.Peek(1).Kind == syntax.Int:
		at := p.Here().To(p.Toks[p.I+1].Span())
		d := p.Say(lang.UnexpectedToken, at, "there are no negative numbers", "not a number of the language")
		if m == ofSizes {
			d.Fixes = lang.Perhaps(lang.Sure("write `_`, the size that is left open", at, "_"))
		}
		p.Advance()
		p.Leaf(OpInt)
	case m == ofSizes && p.reserved("a size"):
		p.Node(OpBad, p.PrevEnd(), p.Height())
	case m == ofSizes:
		p.Missing("a size")
		p.giveUp()
	case k == tTrue, k == tFalse:
		p.Leaf(OpBool)
	case p.Is("reshape") && p.Peek(1).Kind == syntax.LParen && p.Peek(2).Kind != syntax.RParen && !(p.Peek(2).Kind == syntax.Name && p.Peek(3).Kind == syntax.Equals):
		f := p.Push(cList)
		f.Mode, f.Op, f.Sym, f.At = ofSizes, OpView, p.Tok().Sym, p.Tok().Start
		p.Advance()
		p.Enter(f)
	case k == syntax.Name, k == tSelf:
		if next := p.Peek(1).Kind; next == syntax.Dot || next == syntax.LParen {
			p.Push(cArgs)
		} else {
			p.Leaf(OpName)
		}
	case k == tView:
		f := p.Push(cList)
		f.Mode, f.Op = ofSizes, OpView
		if p.Advance(); p.Kind() != syntax.LParen {
			p.Fail("`(` and the sizes of the view")
			return
		}
		p.Enter(f)
	case k == syntax.Not:
		p.Push(cOne).Op = OpNot
	case k == tIf:
		p.Push(cIf)
	default:
		p.Missing("an expression")
		p.giveUp()
	}
}

// args reads the name before arguments, and perhaps one before that, as in `o.m(a=1)`.
func (p *parser) args(f *syntax.Frame) {
	f.What, f.Op = cList, OpCall
	if p.Peek(1).Kind == syntax.Dot {
		f.Op = OpMethod
		p.Leaf(OpName)
		p.Advance()
	}
	f.Sym, f.At = p.Tok().Sym, p.Tok().Start
	switch {
	case !p.reserved("the name of a method") && !p.Expect(syntax.Name, "the name of a method"):
	case p.Kind() != syntax.LParen:
		p.Finish(f.Op)
	default:
		if f.Op == OpMethod {
			f.Flags = FlagCalled
		}
		p.Enter(f)
	}
}

// parts reads those of a tuple or a view, or arguments. In state 1, one was read.
func (p *parser) parts(f *syntax.Frame) {
	arguments := f.Op == OpCall || f.Op == OpMethod
	if f.State == 1 && arguments {
		name := &p.Toks[f.First]
		p.Node(OpArg, name.Start, p.Height()-1).Sym = name.Sym
	}
	k := p.Kind()
	switch {
	case f.State == 1 && k == syntax.Comma:
		f.State = 0
		if p.Advance(); p.Kind() == syntax.RParen && f.Op == OpTuple && p.Height() == f.Base+1 {
			f.Flags = FlagComma
		}
	case f.State == 1 || k == syntax.RParen:
		p.endParts(f)
	case arguments:
		p.argument(f)
	case f.Mode == ofSizes:
		if !p.comma("a size") {
			f.State = 1
			p.Push(cBinary).Mode = ofSizes
		}
	default:
		if !p.comma("an expression") {
			f.State = 1
			p.Push(cExpr)
		}
	}
}

// argument begins to read one.
func (p *parser) argument(f *syntax.Frame) {
	switch k := p.Kind(); {
	case p.comma("an argument"):
	case (k == syntax.Name || isKeyword(k)) && p.Peek(1).Kind == syntax.Equals:
		f.State, f.First = 1, int32(p.I)
		p.Advance()
		p.Advance()
		p.Push(cExpr)
	case startsExpression(k):
		p.Fail("an argument by its name").Help = lang.Texts("an argument is written with its name: `name=value`")
	default:
		p.endParts(f)
	}
}

func (p *parser) endParts(f *syntax.Frame) {
	if p.closes(&p.Toks[f.Open], "`,` or `)`") {
		p.Finish(f.Op)
	}
}
