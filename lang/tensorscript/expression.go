package tensorscript

import "github.com/patgraph/patgraph/lang"

// A construct is what a frame reads.
type construct uint8

const (
	cBlock  construct = iota // statements in braces
	cExpr                    // operations, and stages behind them
	cBinary                  // operands and operators
	cUnit                    // an operand, or a stage
	cArgs                    // a name, perhaps with another one before it, and arguments
	cList                    // parts in parentheses, of a tuple or a view
	cIf                      // if, with else
	cOne                     // a word and what stands behind it: let, while, an assignment, a negation
)

// A mode says what operands are.
type mode uint8

const (
	ofValues mode = iota
	ofSizes
)

// A frame is a construct that is being read.
type frame struct {
	what  construct
	state uint8
	mode  mode
	op    Op
	flags Flags
	start int32
	at    int32
	open  int // the token of its bracket
	arg   int // that of the name of its last argument
	sym   lang.Sym
	base  int // of its nodes, in parser.stack
	ops   int // of its operators, in parser.ops
}

// An infix is an operator whose right side is being read.
type infix struct {
	kind  kind
	at    int32
	start int32 // of its left side
}

// push begins a construct at the present token.
func (p *parser) push(what construct, m mode) *frame {
	t := p.tok()
	p.frames = append(p.frames, frame{what: what, mode: m, start: t.start, at: t.start, base: len(p.stack), ops: len(p.ops)})
	return &p.frames[len(p.frames)-1]
}

func (p *parser) pop() { p.frames = p.frames[:len(p.frames)-1] }

// finish ends a construct with a node of all that it has.
func (p *parser) finish(f *frame) {
	x := *f
	p.pop()
	n := p.node(x.op, x.start, x.base)
	n.Flags, n.Sym, n.At = x.flags, x.sym, x.at
}

// run reads one construct.
func (p *parser) run(what construct, m mode) {
	base := len(p.frames)
	p.push(what, m)
	for len(p.frames) > base && !p.lost {
		f := &p.frames[len(p.frames)-1]
		switch f.what {
		case cBlock:
			p.statements(f)
		case cExpr:
			p.expr(f)
		case cBinary:
			p.binary(f)
		case cUnit:
			p.unit(f)
		case cArgs:
			p.args(f)
		case cList:
			p.parts(f)
		case cIf:
			p.ifElse(f)
		case cOne:
			p.one(f)
		}
	}
	p.frames = p.frames[:base]
}

// States of a block.
const (
	bOpen      uint8 = iota
	bNext            // a statement, a result, or the end
	bBetween         // a statement or a result was read
	bStatement       // what was read is surely a statement
)

// statements reads a block in braces.
func (p *parser) statements(f *frame) {
	switch f.state {
	case bOpen:
		f.open, f.op, f.state = p.i, OpBlock, bNext
		p.advance()
	case bNext:
		f.state = bBetween
		switch k := p.kind(); {
		case k == tRBrace || k == tEOF || p.elsewhere():
			p.none()
			p.endBlock(f)
		case k == tSemicolon:
			bad := p.bad
			p.needless()
			p.bad, f.state = p.bad || bad, bNext
		case k == tWhile:
			f.state = bStatement
			p.push(cOne, ofValues).op = OpWhile
		case p.is("let") && p.peek(1) == tName:
			f.state = bStatement
			p.push(cOne, ofValues).op = OpLet
		case k == tName && p.peek(1) == tEquals:
			f.state = bStatement
			p.push(cOne, ofValues).op = OpAssign
		default:
			p.push(cExpr, ofValues)
		}
	case bBetween, bStatement:
		var last *Node // what was read, if that could be read
		if len(p.stack) > f.base {
			last = &p.tree.Nodes[p.stack[len(p.stack)-1]]
		}
		half := last != nil && (last.Op == OpWhile || last.Op == OpIf && p.tree.Kids(p.stack[len(p.stack)-1])[2] == NoNode)
		k := p.kind()
		ends := k == tRBrace || k == tEOF || p.elsewhere()
		switch {
		case k == tSemicolon:
			p.advance()
			f.state = bNext
		case half, last != nil && last.Op == OpIf && !ends, ends && last == nil:
			f.state = bNext
		case ends && f.state == bBetween:
			p.endBlock(f)
		case ends, p.tok().line && (k.startsExpression() || k == tWhile):
			p.slip(lang.MissingSemicolon, p.behind(), "`;` is missing here", "`;` is missing", lang.Sure("add `;`", p.behind(), ";"))
			f.state = bNext
		case precedences[k] > 0 && last != nil && last.Op == OpPipe:
			p.fail("`|>`, `;` or `}`").Help = lang.Texts("put the stages before the operator into parentheses")
		default:
			p.fail("`|>`, `;` or `}`")
		}
	}
}

func (p *parser) endBlock(f *frame) {
	if p.closes(&p.toks[f.open], "`;` or `}`"); !p.lost {
		p.finish(f)
	}
}

// one reads what stands behind a word.
func (p *parser) one(f *frame) {
	switch {
	case f.state == 0:
		f.state = 1
		if f.op != OpAssign { // the word
			p.advance()
		}
		if f.op == OpLet || f.op == OpAssign {
			f.sym, f.at = p.tok().sym, p.tok().start
			if p.advance(); !p.expect(tEquals, "`=`") {
				return
			}
		}
		if f.op == OpNot {
			p.push(cUnit, ofValues)
		} else {
			p.push(cExpr, ofValues)
		}
	case f.state == 1 && f.op == OpWhile:
		f.state = 2
		p.body()
	default:
		p.finish(f)
	}
}

// body begins a block at the present token.
func (p *parser) body() {
	if p.kind() != tLBrace {
		p.fail("`{`")
		return
	}
	p.push(cBlock, ofValues)
}

func (p *parser) ifElse(f *frame) {
	switch f.state {
	case 0:
		f.op, f.state = OpIf, 1
		p.advance()
		p.push(cExpr, ofValues)
	case 1:
		f.state = 2
		p.body()
	case 2:
		f.state = 3
		switch {
		case !p.accept(tElse):
			p.none()
		case p.kind() == tIf:
			p.push(cIf, ofValues)
		default:
			p.body()
		}
	case 3:
		p.finish(f)
	}
}

// expr reads operations and the stages behind them.
func (p *parser) expr(f *frame) {
	switch {
	case f.state == 0:
		f.op, f.state = OpPipe, 1
		p.push(cBinary, ofValues)
	case p.accept(tPipe):
		p.push(cUnit, ofValues)
	case len(p.stack) == f.base+1:
		p.pop()
	default:
		p.finish(f)
	}
}

// binary reads operands and operators, of values or of sizes.
func (p *parser) binary(f *frame) {
	if f.state == 0 {
		f.state, f.at = 1, p.tok().start
		p.push(cUnit, f.mode)
		return
	}
	prec := precedences[p.kind()]
	if f.mode == ofSizes && prec < precedences[tPlus] {
		prec = 0
	}
	for len(p.ops) > f.ops && precedences[p.ops[len(p.ops)-1].kind] >= max(prec, 1) {
		op := p.ops[len(p.ops)-1]
		p.ops = p.ops[:len(p.ops)-1]
		n := p.node(OpBinary, op.start, len(p.stack)-2)
		n.At, n.Sym = op.at, p.syms.InternString(spellings[op.kind])
		f.at = op.start
	}
	if prec == 0 {
		p.pop()
		return
	}
	p.ops = append(p.ops, infix{p.kind(), p.tok().start, f.at})
	p.advance()
	f.state = 0
}

// unit reads an operand, or begins it.
func (p *parser) unit(f *frame) {
	m := f.mode
	p.pop()
	switch k := p.kind(); {
	case k == tInt:
		p.leaf(OpInt)
	case k == tFloat:
		p.leaf(OpFloat)
	case k == tLParen:
		f := p.push(cList, m)
		f.op, f.open = OpTuple, p.i
		p.advance()
	case k == tName && m == ofSizes:
		if p.text() == "_" {
			p.tok().sym = lang.NoSym
			p.leaf(OpHole)
			return
		}
		p.leaf(OpName)
	case k == tMinus && p.peek(1) == tInt:
		at := p.here().To(p.toks[p.i+1].span())
		d := p.say(lang.UnexpectedToken, at, "there are no negative numbers", "not a number of the language")
		if m == ofSizes {
			d.Fixes = lang.Perhaps(lang.Sure("write `_`, the size that is left open", at, "_"))
		}
		p.advance()
		p.leaf(OpInt)
	case m == ofSizes && p.reserved("a size"):
		p.node(OpBad, p.prevEnd(), len(p.stack))
	case m == ofSizes:
		p.missing("a size")
		p.giveUp()
	case k == tTrue, k == tFalse:
		p.leaf(OpBool)
	case k == tName, k == tSelf:
		switch next := p.peek(1); {
		case next == tDot || next == tLParen:
			p.push(cArgs, m)
		default:
			p.leaf(OpName)
		}
	case k == tView:
		f := p.push(cList, ofSizes)
		f.op, f.open = OpView, p.i+1
		p.advance()
		p.expect(tLParen, "`(` and the sizes of the view")
	case k == tNot:
		p.push(cOne, m).op = OpNot
	case k == tIf:
		p.push(cIf, m)
	default:
		p.missing("an expression")
		p.giveUp()
	}
}

// args reads `f(a=1)` or `o.m(a=1)`.
func (p *parser) args(f *frame) {
	switch f.state {
	case 0:
		f.op, f.state = OpCall, 1
		if p.peek(1) == tDot {
			f.op = OpMethod
			p.leaf(OpName)
			p.advance()
		}
		f.sym, f.at = p.tok().sym, p.tok().start
		switch p.kind() {
		case tName:
			p.advance()
		default:
			if !p.reserved("the name of a method") {
				p.fail("the name of a method")
				return
			}
		}
		if p.kind() != tLParen {
			p.finish(f)
			return
		}
		f.open = p.i
		if f.op == OpMethod {
			f.flags = FlagCalled
		}
		p.advance()
	case 1: // an argument, or the end
		switch k := p.kind(); {
		case k == tRParen:
			p.advance()
			p.finish(f)
		case k == tComma:
			p.comma("an argument")
		case (k == tName || k.isKeyword()) && p.peek(1) == tEquals:
			f.state, f.arg = 2, p.i
			p.advance()
			p.advance()
			p.push(cExpr, ofValues)
		case k.startsExpression():
			p.fail("an argument by its name").Help = lang.Texts("an argument is written with its name: `name=value`")
		default:
			p.endArgs(f)
		}
	case 2: // the value of an argument
		name := &p.toks[f.arg]
		p.node(OpArg, name.start, len(p.stack)-1).Sym = name.sym
		if f.state = 1; p.kind() != tRParen && !p.accept(tComma) {
			p.endArgs(f)
		}
	}
}

func (p *parser) endArgs(f *frame) {
	if p.closes(&p.toks[f.open], "`,` or `)`"); !p.lost && len(p.frames) > 0 && p.frames[len(p.frames)-1].what == cArgs {
		p.finish(&p.frames[len(p.frames)-1])
	}
}

// parts reads those of a tuple or a view.
func (p *parser) parts(f *frame) {
	what := "an expression"
	if f.mode == ofSizes {
		what = "a size"
	}
	switch k := p.kind(); {
	case f.state == 1 && k == tComma:
		f.state = 0
		if p.advance(); p.kind() == tRParen && f.op == OpTuple && len(p.stack) == f.base+1 {
			f.flags = FlagComma
		}
	case k == tRParen:
		p.advance()
		p.finish(f)
	case f.state == 1:
		p.closes(&p.toks[f.open], "`,` or `)`")
		if !p.lost && len(p.frames) > 0 && p.frames[len(p.frames)-1].what == cList {
			p.finish(&p.frames[len(p.frames)-1])
		}
	case k == tComma:
		p.comma(what)
	default:
		f.state = 1
		if f.mode == ofSizes {
			p.push(cBinary, ofSizes)
		} else {
			p.push(cExpr, ofValues)
		}
	}
}
