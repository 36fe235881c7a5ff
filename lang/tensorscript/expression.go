package tensorscript

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// The constructs of frames.
const (
	cBlock  uint8 = iota // statements in braces
	cExpr                // operations, and stages after them
	cBinary              // operands and operators
	cUnit                // an operand, or a stage
	cArgs                // a name, optionally with another one before it, and arguments
	cList                // parts in parentheses, of a tuple or a view, or arguments
	cIf                  // if, with else
	cLet                 //
	cAssign              //
	cWhile               //
	cNot                 // ! and an operand
)

// The modes of frames: the kind of operands.
const (
	ofValues uint8 = iota
	ofSizes
)

// parts are the actions of recipes.
var parts = map[string]func(*parser, *syntax.Frame){
	"expression": func(p *parser, _ *syntax.Frame) { p.Push(cExpr) },
	"operand":    func(p *parser, _ *syntax.Frame) { p.Push(cUnit) },
	"body":       (*parser).body, "else": (*parser).orElse,
}

// steps continue the innermost construct.
var steps = [...]func(*parser, *syntax.Frame){
	cBlock: (*parser).statements, cExpr: (*parser).expr, cBinary: (*parser).binary, cUnit: (*parser).unit,
	cArgs: (*parser).args, cList: (*parser).parts,
	cIf:     syntax.Recipe(OpIf, "word expression body else", parts),
	cLet:    syntax.Recipe(OpLet, "word name = expression", parts),
	cAssign: syntax.Recipe(OpAssign, "name = expression", parts),
	cWhile:  syntax.Recipe(OpWhile, "word expression body", parts),
	cNot:    syntax.Recipe(OpNot, "word operand", parts),
}

func (p *parser) run(what, m uint8) {
	p.Push(what).Mode = m
	syntax.Run(p, &p.Parser, steps[:])
}

// States of a block.
const (
	bOpen      uint8 = iota
	bNext            // a statement, a result, or the end
	bBetween         // a statement or a result was parsed
	bStatement       // a statement was certainly parsed
	bResult          // an expression after a superfluous return was parsed
)

// statements parses a block in braces.
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
			p.Push(cWhile)
		case p.Is("return") && startsExpression(p.Peek(1).Kind):
			word := lang.Span{Start: p.Tok().Start, End: p.Peek(1).Start}
			p.Once(&p.returned, p.Here(), "the result of a function is its last expression, without `return`",
				"not needed here", lang.Edit{Span: word}, "leave out `return`", "leave out each `return`")
			p.Advance()
			f.State = bResult
			p.Push(cExpr)
		case p.Is("let") && p.Peek(1).Kind == syntax.Name:
			f.State = bStatement
			p.Push(cLet)
		case k == syntax.Name && p.Peek(1).Kind == syntax.Equals:
			f.State = bStatement
			p.Push(cAssign)
		default:
			p.Push(cExpr)
		}
	case bBetween, bStatement, bResult:
		var last *Node // the parsed node, if it was readable
		if p.Height() > f.Base {
			last = &p.Tree.Nodes[p.Stack[p.Height()-1]]
		}
		half := last != nil && (last.Op == OpWhile ||
			last.Op == OpIf && p.Tree.Kids(p.Stack[p.Height()-1])[2] == NoNode)
		k := p.Kind()
		ends := k == syntax.RBrace || k == syntax.EOF || p.elsewhere()
		switch {
		case k == syntax.Semicolon:
			semi := p.Here()
			if p.Advance(); f.State == bResult && p.Kind() == syntax.RBrace {
				if p.returned > 0 {
					p.AlsoEdits(p.returned, lang.Edit{Span: semi}) // one mistake
				}
				return
			}
			f.State = bNext
		case half, last != nil && last.Op == OpIf && !ends, ends && last == nil:
			f.State = bNext
		case ends && f.State != bStatement:
			p.endBlock(f)
		case ends, p.Tok().Line && (startsExpression(k) || k == tWhile):
			p.Slip(lang.MissingSemicolon, p.Behind(), "`;` is missing here", "`;` is missing",
				lang.Sure("add `;`", p.Behind(), ";"))
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

// body begins a block at the current token.
func (p *parser) body(*syntax.Frame) {
	if p.Need(p.Kind() == syntax.LBrace, "`{`") {
		p.Push(cBlock)
	}
}

// orElse begins the else branch after a body.
func (p *parser) orElse(f *syntax.Frame) {
	switch {
	case !p.Accept(tElse):
		p.None()
	case p.Kind() == tIf:
		p.Push(cIf)
	default:
		p.body(f)
	}
}

// expr parses operations and the stages after them.
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

// binary parses operands and operators, of values or of sizes.
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

// unit parses an operand, or begins it.
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
	case k == syntax.String:
		p.Leaf(OpName)
	case k == tTrue, k == tFalse:
		p.Leaf(OpBool)
	case k == tView, p.reshapes():
		f := p.Push(cList)
		if f.Mode, f.Op = ofSizes, OpView; k == syntax.Name {
			f.Sym = p.Tok().Sym
		}
		p.Advance()
		if p.Need(p.Kind() == syntax.LParen, "`(` and the sizes of the view") {
			p.Enter(f)
		}
	case k == syntax.Name, k == tSelf:
		if next := p.Peek(1).Kind; next == syntax.Dot || next == syntax.LParen {
			p.Push(cArgs)
		} else {
			p.Leaf(OpName)
		}
	case k == syntax.Not:
		p.Push(cNot)
	case k == tIf:
		p.Push(cIf)
	default:
		p.Missing("an expression")
		p.giveUp()
	}
}

// reshapes reports whether the current token is the name `reshape` used like `view`: followed by sizes, not by named
// arguments.
func (p *parser) reshapes() bool {
	return p.Is("reshape") && p.Peek(1).Kind == syntax.LParen && p.Peek(2).Kind != syntax.RParen &&
		!(p.Peek(2).Kind == syntax.Name && p.Peek(3).Kind == syntax.Equals)
}

// args parses the name before arguments, and the optional one before that, as in `o.m(a=1)`.
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

// parts parses the parts of a tuple or a view, or arguments. In state 1, a part is complete.
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

func (p *parser) argument(f *syntax.Frame) {
	switch k := p.Kind(); {
	case p.comma("an argument"):
	case (k == syntax.Name || isKeyword(k)) && p.Peek(1).Kind == syntax.Equals:
		f.State, f.First = 1, int32(p.I)
		p.Advance()
		p.Advance()
		p.Push(cExpr)
	case startsExpression(k):
		applies := p.appliesAsPython(int(f.Open))
		again, known := p.unnamed(int(f.Open))
		if !again && !applies {
			p.Unexpected("an argument by its name").Help = lang.Texts("an argument is written with its name: `name=value`")
		}
		if !known {
			p.giveUp()
			return
		}
		f.State, f.First = 1, int32(p.I)
		p.Push(cExpr)
	default:
		p.endParts(f)
	}
}

func (p *parser) endParts(f *syntax.Frame) {
	if p.closes(&p.Toks[f.Open], "`,` or `)`") {
		p.Finish(f.Op)
	}
}
