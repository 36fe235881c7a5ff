package k

import "github.com/patgraph/patgraph/lang"

// A state says what a bracket of a type or a filter expects next.
type state uint8

const (
	sStart   state = iota // a field, or the member of a vector
	sOperand              // what a label with a colon belongs to
	sLabel                // the label of the operand just read
	sDone                 // a comma or the closing bracket
	sSkip                 // the same; what stands before it is not read
)

func codeKind(opener token) frameKind {
	switch opener {
	case tLBrace:
		return fCodeProduct
	case tLAngle:
		return fCodeUnion
	case tLBrack:
		return fCodeVector
	}
	return fSkipped
}

func filterKind(opener token) frameKind {
	switch opener {
	case tLBrace:
		return fFilterProduct
	case tLAngle:
		return fFilterUnion
	case tLBrack:
		return fFilterVector
	}
	return fFilterAny
}

// fieldedKind reports whether the bracket holds labelled fields.
func (k frameKind) fieldedKind() bool {
	return k != fTypeBody && k != fCodeVector && k != fFilterVector
}

// codes reads tokens while a type is being read.
func (p *parser) codes() outcome {
	for {
		f := p.top()
		if f.state > sOperand {
			o, again := p.afterOperand(f)
			if !again {
				return o
			}
			continue
		}
		switch p.tok {
		case tName:
			if len(p.frames) > 1 && p.headHere() {
				p.unclosed(p.here(), "another definition begins here")
				return atHead
			}
			name, sym := p.here(), p.sym
			if f.kind == fTypeBody {
				p.bareAlias(name)
				f.state = sSkip
				p.advance()
				continue
			}
			p.advance()
			if p.tok == tColon && f.kind.fieldedKind() && f.state == sStart {
				p.prefixLabel(f, name, sym)
				continue
			}
			p.give(f, p.emit(Node{Op: OpCodeName, Start: name.Start, End: name.End, Sym: sym}))
		case tAt:
			name := p.here()
			id := p.emit(Node{Op: OpCodeName, Start: name.Start, End: name.End, Sym: p.sym})
			p.advance()
			p.give(f, id)
		case tLBrace, tLAngle, tLBrack:
			p.enter(codeKind(p.tok), -1, -1)
		case tDollar:
			p.say(lang.UnexpectedToken, p.here(), "`$` cannot stand within a type", "types in a type are written without it").
				Fixes = fix("delete the `$`", p.here(), "")
			p.advance()
		case tString, tInt:
			p.quotedLabel(f)
		default:
			o, again := p.noOperand(f)
			if !again {
				return o
			}
		}
	}
}

// bareAlias reports a type definition whose body is a name.
func (p *parser) bareAlias(name lang.Span) {
	if p.read == K6 {
		p.say(lang.TypeAlias, name, "the name of a type that another name is given to begins with `@`", "a bare name").
			Fixes = fix("write `@"+clip(p.src[name.Start:name.End])+"`", lang.Span{Start: name.Start, End: name.Start}, "@")
		return
	}
	p.say(lang.TypeAlias, name, "a type definition needs braces, angles or square brackets", "a bare name").
		Notes = lang.Texts("only the later dialect k6 has other names for a type")
}

// filters reads tokens while the bracket of a filter is being read.
func (p *parser) filters() outcome {
	for {
		f := p.top()
		if f.kind.family() != inFilter { // a code within the filter, or the expression around it
			return goOn
		}
		if f.state > sOperand {
			o, again := p.afterOperand(f)
			if !again {
				return o
			}
			continue
		}
		switch p.tok {
		case tName:
			if p.headHere() {
				p.unclosed(p.here(), "another definition begins here")
				return atHead
			}
			name, sym := p.here(), p.sym
			p.advance()
			if p.tok == tColon && f.kind.fieldedKind() && f.state == sStart {
				p.prefixLabel(f, name, sym)
				continue
			}
			p.variable(name, sym, -1)
		case tEllipsis:
			if !f.kind.fieldedKind() || f.state == sOperand {
				p.unexpected("")
				f.state = sSkip
			} else {
				f.open, f.state = true, sDone
			}
			p.advance()
		case tQuestion:
			p.say(lang.UnexpectedToken, p.here(), "`?` cannot stand within a filter", "filters in a filter are written without it").
				Fixes = fix("delete the `?`", p.here(), "")
			p.advance()
		case tString, tInt:
			p.quotedLabel(f)
		default:
			if p.operand(-1) {
				continue
			}
			o, again := p.noOperand(f)
			if !again {
				return o
			}
		}
	}
}

// operand reads a filter: all of it or, when it is a bracket, the opening one.
// It reports whether there is one. The offset of its "?" is -1 inside of another
// filter.
func (p *parser) operand(query int32) bool {
	switch p.tok {
	case tName:
		name, sym := p.here(), p.sym
		p.advance()
		p.variable(name, sym, query)
	case tLBrace, tLAngle, tLBrack, tLParen:
		p.enter(filterKind(p.tok), -1, query)
	case tDollar:
		dollar := int32(p.start)
		p.advance()
		switch p.tok {
		case tName, tAt:
			end := int32(p.end)
			code := p.emit(Node{Op: OpCodeName, Start: int32(p.start), End: end, Sym: p.sym})
			p.advance()
			p.named(p.unary(OpFilterCode, code, dollar, end), query)
		case tLBrace, tLAngle, tLBrack:
			p.enter(codeKind(p.tok), dollar, query)
		default:
			p.missing("a type", goOn)
			if f := p.top(); f.kind.family() == inFilter {
				f.state = sSkip
			}
		}
	default:
		return false
	}
	return true
}

// variable ends a filter that is a bare variable.
func (p *parser) variable(name lang.Span, sym lang.Sym, query int32) {
	id := p.emit(Node{Op: OpFilterVar, Start: name.Start, End: name.End, Sym: sym})
	if p.tok == tEquals {
		whole := name.To(p.here())
		p.advance()
		if p.tok == tName {
			whole = whole.To(p.here())
		}
		v := "`" + clip(p.src[name.Start:name.End]) + "`"
		p.say(lang.RenamedVariable, whole, "the variable "+v+" cannot be given a second name", "only a bracket or a type can be named with `=`")
		if p.tok == tName {
			p.advance()
		}
	}
	p.filtered(id, query)
}

// named reads the name that may follow a shape.
func (p *parser) named(id NodeID, query int32) {
	if p.tok == tEquals {
		p.advance()
		if p.tok == tName {
			p.nodes[id].Sym = p.sym
			p.nodes[id].End = int32(p.end)
			p.advance()
		} else {
			p.unexpected("a variable")
		}
	}
	p.filtered(id, query)
}

// filtered hands a complete filter to what is around it.
func (p *parser) filtered(id NodeID, query int32) {
	if query < 0 {
		p.give(p.top(), id)
		return
	}
	end := p.nodes[id].End
	p.items = append(p.items, item{p.unary(OpFilter, id, query, end), query, end})
}

// give hands an operand to its bracket.
func (p *parser) give(f *frame, id NodeID) {
	f.node, f.hole = id, false
	switch {
	case !f.kind.fieldedKind():
		f.state = sDone
	case f.prefix:
		field := f.label
		field.Node = id
		p.pending = append(p.pending, field)
		f.state = sDone
	default:
		f.state = sLabel
	}
}

// prefixLabel takes the name before the colon at the current token as a label.
func (p *parser) prefixLabel(f *frame, label lang.Span, sym lang.Sym) {
	f.prefix = true
	f.label = Field{Label: sym, Start: label.Start, End: label.End, Prefix: true}
	f.state = sOperand
	p.advance()
}

// quotedLabel reads a number or a string, which only a colon makes a label here.
func (p *parser) quotedLabel(f *frame) {
	label, sym, found := p.here(), p.sym, p.found()
	p.advance()
	if p.tok == tColon && f.kind.fieldedKind() && f.state == sStart {
		p.prefixLabel(f, label, sym)
		return
	}
	what := "a type"
	if f.kind.family() == inFilter {
		what = "a filter"
	}
	p.notHere(label, found, what)
	f.state = sSkip
}

// noOperand deals with a token that begins no operand. It reports whether to go
// on in the same family of brackets.
func (p *parser) noOperand(f *frame) (outcome, bool) {
	what := "a type"
	if f.kind.family() == inFilter {
		what = "a filter"
	}
	empty := f.kind.fieldedKind() && f.state == sStart && !f.comma
	switch {
	case p.tok == tComma:
		p.missing(what, goOn)
		p.comma(f)
		return goOn, true
	case p.tok == tSemicolon, p.tok == tEOF:
		p.unclosed(p.here(), "the definition ends here")
		return atEnd, false
	case p.tok.isCloser():
		if f.opener != tEOF && p.tok == f.opener.partner() && !empty {
			p.missing(what, goOn)
		}
		return p.closeShape(f)
	}
	p.unexpected("")
	f.state = sSkip
	return goOn, true
}

// afterOperand reads one token where a label, a comma or a closing bracket is
// expected, or one that is skipped. It reports whether to go on in the same
// family of brackets.
func (p *parser) afterOperand(f *frame) (outcome, bool) {
	if (p.tok == tName || p.tok == tDollar) && p.headHere() {
		p.unclosed(p.here(), "another definition begins here")
		return atHead, false
	}
	switch {
	case p.tok.isLabel() && f.state == sLabel:
		p.pending = append(p.pending, Field{Label: p.sym, Start: int32(p.start), End: int32(p.end), Node: f.node})
		f.state = sDone
		p.advance()
		return goOn, true
	case p.tok == tComma && f.kind.fieldedKind():
		p.noLabel(f)
		p.comma(f)
		return goOn, true
	case p.tok == tComma && f.state == sDone && f.kind != fTypeBody:
		p.unexpected("").Notes = lang.Texts("the members of a vector have one type")
		f.state = sSkip
		p.advance()
		return goOn, true
	case p.tok == tSemicolon, p.tok == tEOF:
		p.unclosed(p.here(), "the definition ends here")
		return atEnd, false
	case p.tok.isCloser():
		if f.opener != tEOF && p.tok == f.opener.partner() {
			p.noLabel(f)
		}
		return p.closeShape(f)
	}
	if f.state != sSkip {
		p.unexpected("")
		f.state = sSkip
	}
	if p.tok.isOpener() {
		p.enter(fSkipped, -1, -1)
		return goOn, false
	}
	p.advance()
	return goOn, true
}

// noLabel reports an operand at whose end the label is missing.
func (p *parser) noLabel(f *frame) {
	if f.state != sLabel {
		return
	}
	n := &p.nodes[f.node]
	p.say(lang.MissingLabel, n.Span(), "this field has no label", "nothing after it says which field it is").
		Help = lang.Texts("write `" + p.sample(item{f.node, n.Start, n.End}) + " label`")
}

// comma begins the next field.
func (p *parser) comma(f *frame) {
	f.comma, f.broken, f.prefix = true, false, false
	f.state = sStart
	p.advance()
}

// closeShape ends the innermost bracket at a closing one.
func (p *parser) closeShape(f *frame) (outcome, bool) {
	if f.opener == tEOF || p.tok != f.opener.partner() {
		p.wrongCloser()
		return goOn, false
	}
	family := f.kind.family()
	end := int32(p.end)
	var id NodeID
	if f.kind.fieldedKind() {
		if f.kind == fFilterAny && p.read == K6 && (!f.open || len(p.pending) > int(f.pending)) && !f.broken {
			p.earlierDialect(int(f.start), int(f.start)+1, "a filter of any shape",
				"in k6 parentheses hold `...` alone; a product is `{X a, ...}`, a union `<X a, ...>`")
			p.bad, f.broken = true, true
		}
		id = p.fielded(f, end)
	} else {
		kid := f.node
		if kid == NoNode {
			kid = p.emit(Node{Op: OpBad, Start: f.start, End: end})
		}
		id = p.unary(f.kind.op(), kid, f.start, end)
	}
	shape := p.exit()
	p.advance()
	switch {
	case family == inFilter:
		p.named(id, shape.query)
	case shape.dollar < 0:
		p.give(p.top(), id)
		return goOn, true
	case shape.query < 0 && p.top().kind.family() == inExpression:
		p.items = append(p.items, item{p.unary(OpType, id, shape.dollar, end), shape.dollar, end})
	default:
		p.named(p.unary(OpFilterCode, id, shape.dollar, end), shape.query)
	}
	return goOn, false
}

// skip passes over a bracket in text that is not read.
func (p *parser) skip() outcome {
	for {
		f := p.top()
		if f.kind != fSkipped {
			return goOn
		}
		switch {
		case p.tok == tSemicolon, p.tok == tEOF:
			p.unclosed(p.here(), "the definition ends here")
			return atEnd
		case (p.tok == tName || p.tok == tDollar) && p.headHere():
			p.unclosed(p.here(), "another definition begins here")
			return atHead
		case p.tok.isOpener():
			p.enter(fSkipped, -1, -1)
		case p.tok == f.opener.partner():
			p.exit()
			p.advance()
		case p.tok.isCloser():
			p.wrongCloser()
		default:
			p.advance()
		}
	}
}
