package relay

import "github.com/patgraph/patgraph/lang"

// A construct is what a frame reads.
type construct uint8

const (
	cBlock    construct = iota // statements, in braces or up to what is no part of them
	cLet                       // let %x = e
	cBind                      // %0 = e
	cFreeVar                   // free_var %x
	cVar                       // %x : T
	cBinary                    // operands and operators
	cPostfix                   // an operand with calls and projections behind it
	cCall                      // (…) behind a callee
	cAttr                      // k=v
	cList                      // […] in an attribute
	cParen                     // (…)
	cFn                        // parameters, a type, a body
	cParams                    //
	cTyParams                  //
	cWhere                     //
	cRel                       //
	cIf                        //
	cRef                       // ref, ref_read, ref_write
	cConstant                  //
	cMatch                     //
	cPattern                   //
	cPatterns                  // (…) of patterns
	cType                      //
	cTypes                     // (…), […] or <…> of types or dimensions
	cTensor                    //
	cFnType                    //
	cData                      //
	cCon                       //
)

// A mode says where a construct stands.
type mode uint8

const (
	plain        mode = iota
	inAttr            // strings and lists may stand there
	inTypes           // types and dimensions are operands
	inShape           // a bracket is a shape
	inExpression      // a function that is one, and not what follows the name of a definition
	inExtern          // no constructors
	inParams          // attributes may follow a variable
	asTuple           // of brackets: what they become
	asTypes           //
	asRel             //
	asPattern         //
)

// step goes on with the innermost construct.
func (p *parser) step(f *frame) {
	switch f.what {
	case cBlock:
		p.block(f)
	case cLet:
		p.let(f)
	case cBind:
		p.bind(f)
	case cFreeVar:
		p.freeVar(f)
	case cVar:
		p.variable(f)
	case cBinary:
		p.binary(f)
	case cPostfix:
		p.postfix(f)
	case cCall:
		p.call(f)
	case cAttr:
		p.attr(f)
	case cList:
		p.list(f)
	case cParen:
		p.paren(f)
	case cFn:
		p.fn(f)
	case cParams:
		p.params(f)
	case cTyParams:
		p.tyParams(f)
	case cWhere:
		p.where(f)
	case cRel:
		p.rel(f)
	case cIf:
		p.ifElse(f)
	case cRef:
		p.ref(f)
	case cConstant:
		p.constant(f)
	case cMatch:
		p.match(f)
	case cPattern:
		p.pattern(f)
	case cPatterns:
		p.patterns(f)
	case cType:
		p.typ(f)
	case cTypes:
		p.types(f)
	case cTensor:
		p.tensor(f)
	case cFnType:
		p.fnType(f)
	case cData:
		p.data(f)
	case cCon:
		p.con(f)
	}
}

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
				p.slip(lang.UnexpectedToken, semi, "a block ends with an expression and not with `;`", "not expected here", fix("delete the `;`", semi, ""))
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
	p.slip(lang.StrayBracket, p.here(), "this `"+spellings[p.kind()]+"` closes nothing", "one too many", fix("delete it", p.here(), ""))
	p.advance()
}

// semicolon reports that one is missing behind what was read last.
func (p *parser) semicolon() {
	at := p.prevEnd()
	p.slip(lang.MissingSemicolon, lang.Span{Start: at, End: at}, "a statement does not end with `;`", "`;` is missing here",
		fix("add `;`", lang.Span{Start: at, End: at}, ";")).
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
		if k := p.kind(); k != tLocal && k != tName {
			p.fail("a local variable, as in `%x`")
			return
		}
		p.push(cVar)
	case 1:
		if !p.accept(tEquals) {
			p.fail("`=`")
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
		if k := p.kind(); k != tLocal && k != tName {
			p.fail("a local variable, as in `%x`")
			return
		}
		p.push(cVar)
		return
	}
	p.finish(OpFreeVar)
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
				fix("write `%"+clip(text)+"`", p.here(), "%"+text))
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
		g := p.push(cTypes)
		g.mode, g.flags = asTypes, FlagAngle
		p.enter(g)
	case t.kind == tLParen && !(t.line && p.nest == 0):
		p.none()
		f.state = 2
	case t.kind == tLBrack && !t.line && p.squareArguments():
		f.state = 2
		g := p.push(cTypes)
		g.mode, g.flags = asTypes, FlagAngle
		p.enter(g)
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
		d.Fixes = fix("write `<` and `>`", p.here(), "<")
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
			d.Fixes = fix("write the number without a blank", lang.Span{Start: minus.Start, End: next.start}, "-")
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
		if p.kind() != tLBrack {
			p.fail("`[`")
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
		if !p.accept(tRBrack) {
			p.fail("`]`")
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
			perhaps(fix("add `,`", lang.Span{Start: at, End: at}, ",")))
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
		if !p.accept(tEquals) {
			p.fail("`=`")
			return
		}
		p.push(cBinary).mode = inAttr
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
		if p.kind() != tLParen {
			p.fail("a list of parameters in `()`")
			return
		}
		p.enter(p.push(cParams))
	case 2:
		f.state = 3
		switch {
		case p.accept(tArrow):
			p.push(cType)
		case p.kind() == tColon:
			p.slip(lang.UnexpectedToken, p.here(), "`:` cannot stand here, where `->` is expected before the type of the result", "expected `->`",
				fix("write `->`", p.here(), "->"))
			p.advance()
			p.push(cType)
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
		if p.kind() != tName {
			p.fail("a type parameter")
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
		if p.kind() != tName {
			p.fail("a relation")
			return
		}
		p.push(cRel)
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
			g := p.push(cTypes)
			g.mode = asRel
			p.enter(g)
		}
	default:
		p.finish(OpRel)
	}
}

func (p *parser) ifElse(f *frame) {
	switch f.state {
	case 0:
		f.state = 1
		if p.kind() != tLParen {
			p.fail("a condition in `()`")
			return
		}
		p.enter(f)
		p.push(cBlock)
	case 1:
		if !p.closes(f, "`)`") {
			p.fail("`)`")
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
		if p.kind() != tLParen {
			p.fail("`(`")
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
			if !p.closes(f, "`,` or `)`") {
				p.fail("`)`")
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
		if !p.accept(tComma) {
			p.fail("`,`")
			return
		}
		if f.state++; f.state == 2 {
			p.push(cType).mode = inShape
		} else {
			p.push(cType)
		}
	case 3:
		p.accept(tComma)
		if !p.closes(f, "`)`") {
			p.fail("`)`")
			return
		}
		p.finish(OpConstant)
	}
}

// match reads a match from what is matched on.
func (p *parser) match(f *frame) {
	switch f.state {
	case 0:
		f.state = 1
		p.push(cBinary)
	case 1:
		f.at = p.prevEnd()
		if n := &p.tree.Nodes[p.stack[len(p.stack)-1]]; n.Op != OpBlock || n.Flags&FlagParen != 0 {
			n.Flags &^= FlagParen // those are always written
		}
		if p.kind() != tLBrace {
			p.fail("`{`")
			return
		}
		p.enter(f)
		f.state = 2
	case 2:
		if p.closes(f, "`}`") {
			p.finish(OpMatch)
			return
		}
		// The clause begins where its pattern or its `case` does.
		f.first, f.state = int32(p.i), 3
		if p.caseHere(p.i) {
			p.doc.note(p.here(), "`case`")
			p.advance()
		} else if p.kind() == tSemicolon {
			p.slip(lang.UnexpectedToken, p.here(), "clauses are not separated by `;`", "not expected here", fix("delete the `;`", p.here(), ""))
			p.advance()
			f.state = 2
			return
		}
		p.push(cPattern)
	case 3:
		f.state = 4
		switch {
		case p.kind() == tFatArrow:
			p.v005.note(p.here(), "`=>`")
			p.advance()
			p.push(cBlock)
		case p.body():
		default:
			p.fail("`=>`")
		}
	case 4:
		first, cased := p.toks[f.first], p.caseHere(int(f.first))
		n := p.node(OpClause, first.start, p.prevEnd(), int32(len(p.stack)-2))
		if cased {
			n.Flags = FlagCase
		}
		f.state = 2
		if p.accept(tComma) || p.kind() == tRBrace || cased {
			return
		}
		if !p.endsBracket(f) {
			p.clauseComma()
		}
	case 6: // after what could not be read
		f.state = 2
		p.accept(tComma)
	}
}

// caseHere reports whether a token is the word before a clause, and no constructor of that name.
func (p *parser) caseHere(i int) bool {
	t, next := p.toks[i], p.toks[min(i+1, len(p.toks)-1)].kind
	return t.kind == tName && p.src[t.start:t.end] == "case" && next != tFatArrow && next != tComma
}

// clauseComma reports what stands behind a clause in the place of a comma.
func (p *parser) clauseComma() {
	at := p.prevEnd()
	if k := p.kind(); (k == tName || k == tLocal || k == tWild || k == tLParen) && p.tok().line {
		p.slip(lang.UnexpectedToken, lang.Span{Start: at, End: at}, "`,` is missing between two clauses", "expected `,`", fix("add `,`", lang.Span{Start: at, End: at}, ","))
		return
	}
	p.fail("`,` or `}`")
}

func (p *parser) pattern(f *frame) {
	if f.state == 1 {
		p.finish(OpConPat)
		return
	}
	switch p.kind() {
	case tWild:
		p.leaf(OpAny)
	case tLocal:
		p.pop()
		p.push(cVar).mode = asPattern
		return
	case tLParen:
		p.pop()
		p.enter(p.push(cPatterns))
		return
	case tName:
		f.sym, f.state = p.tok().sym, 1
		p.advance()
		if p.kind() == tLParen {
			f.flags = FlagCalled
			g := p.push(cPatterns)
			g.mode = asPattern
			p.enter(g)
		}
		return
	case tInt, tFloat, tTrue, tFalse, tString:
		p.fail("a pattern").Help = lang.Texts("patterns have no literals: compare with `==` and `if`")
		return
	default:
		p.fail("a pattern")
		return
	}
	p.pop()
}

func (p *parser) patterns(f *frame) {
	if f.state == 0 {
		f.state = 1
		if p.kind() != tRParen {
			p.push(cPattern)
		}
		return
	}
	if !p.comma(f, "`,` or `)`") {
		return
	}
	if f.mode == asPattern {
		p.pop()
		return
	}
	p.finish(OpTuplePat)
}
