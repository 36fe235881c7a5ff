package k

import "github.com/patgraph/patgraph/lang"

// A state is what a bracket of a type or a filter expects next.
type state uint8

const (
	sStart   state = iota // a field, or the member of a vector
	sOperand              // the operand of a label with a colon
	sLabel                // the label of the last operand
	sDone                 // a comma or the closing bracket
	sSkip                 // the same, after skipped text
)

// The brackets of expressions, types and filters.
var (
	expressionKinds = [numTokens]frameKind{tLBrace: fProduct, tLAngle: fMerge, tLBrack: fVector, tLParen: fParen}
	codeKinds       = [numTokens]frameKind{tLBrace: fCodeProduct, tLAngle: fCodeUnion, tLBrack: fCodeVector}
	filterKinds     = [numTokens]frameKind{tLBrace: fFilterProduct, tLAngle: fFilterUnion, tLBrack: fFilterVector,
		tLParen: fFilterAny}
)

// fieldedKind reports whether the bracket contains labelled fields.
func (k frameKind) fieldedKind() bool {
	return k != fTypeBody && k != fCodeVector && k != fFilterVector
}

// operand names the parts of a bracket.
func (k frameKind) operand() string {
	if k.family() == inFilter {
		return "a filter"
	}
	return "a type"
}

// ended reports whether a definition ends before the current token: at a ";", at the end of the file, or where another
// one begins.
func (p *parser) ended() outcome {
	switch p.tok {
	case tSemicolon, tEOF:
		p.unclosed(p.here(), "the definition ends here")
		return atEnd
	case tName, tDollar:
		if p.headHere() {
			p.unclosed(p.here(), "another definition begins here")
			return atHead
		}
	}
	return goOn
}

// shapes parses tokens within a type or the bracket of a filter.
func (p *parser) shapes() outcome {
	for {
		f := p.top()
		family := f.kind.family()
		if family != inCode && family != inFilter { // the expression around it, or skipped text
			return goOn
		}
		// Where an operand is allowed, "$" is its sign or an error; and a name as the whole type is an alias.
		if mayEnd := f.state > sOperand || p.tok != tDollar && (p.tok != tName || f.kind != fTypeBody); mayEnd {
			switch p.tok {
			case tSemicolon, tEOF, tName, tDollar:
				if o := p.ended(); o != goOn {
					return o
				}
			}
		}
		if f.state > sOperand {
			p.afterOperand(f)
			continue
		}
		switch {
		case p.tok == tName:
			name, sym := p.here(), p.sym
			if f.kind == fTypeBody {
				p.bareAlias(name)
				f.state = sSkip
				p.advance()
				continue
			}
			p.advance()
			switch {
			case p.tok == tColon && f.kind.fieldedKind() && f.state == sStart:
				p.prefixLabel(f, name, sym)
			case family == inCode:
				p.give(f, p.emit(OpCodeName, name, sym))
			default:
				p.variable(name, sym, -1)
			}
		case p.tok == tString, p.tok == tInt:
			p.quotedLabel(f)
		case family == inCode && p.tok == tAt:
			id := p.emit(OpCodeName, p.here(), p.sym)
			p.advance()
			p.give(f, id)
		case family == inCode && codeKinds[p.tok] != fBody:
			p.enter(codeKinds[p.tok], -1, -1)
		case family == inCode && p.tok == tDollar:
			p.signWithin("types", "type")
		case family == inFilter && p.tok == tEllipsis:
			if !f.kind.fieldedKind() || f.state == sOperand {
				p.unexpected("")
				f.state = sSkip
			} else {
				f.open, f.state = true, sDone
			}
			p.advance()
		case family == inFilter && p.tok == tQuestion:
			p.signWithin("filters", "filter")
		case family == inCode || !p.operand(-1):
			p.noOperand(f)
		}
	}
}

// signWithin reports the sign of a type or a filter within another one.
func (p *parser) signWithin(all, one string) {
	sign := p.found()
	p.say(lang.UnexpectedToken, p.here(), sign+" cannot stand within a "+one,
		all+" in a "+one+" are written without it").
		Fixes = lang.Sure("delete the "+sign, p.here(), "")
	p.advance()
}

// bareAlias reports a type definition whose body is a name.
func (p *parser) bareAlias(name lang.Span) {
	if p.read == K6 {
		p.say(lang.TypeAlias, name, "the name of a type that another name is given to begins with `@`", "a bare name").
			Fixes = lang.Sure("write `@"+lang.Clip(p.src[name.Start:name.End])+"`",
			lang.Span{Start: name.Start, End: name.Start}, "@")
		return
	}
	p.say(lang.TypeAlias, name, "a type definition needs braces, angles or square brackets", "a bare name").
		Notes = lang.Texts("only the later dialect k6 has other names for a type")
}

// operand parses a filter, or only its opening bracket if it is a bracket. It reports whether there is one. query is
// the offset of its "?", -1 within another filter.
func (p *parser) operand(query int32) bool {
	switch p.tok {
	case tName:
		name, sym := p.here(), p.sym
		p.advance()
		p.variable(name, sym, query)
	case tLBrace, tLAngle, tLBrack, tLParen:
		p.enter(filterKinds[p.tok], -1, query)
	case tDollar:
		dollar := int32(p.start)
		p.advance()
		switch p.tok {
		case tName, tAt:
			end := int32(p.end)
			code := p.emit(OpCodeName, p.here(), p.sym)
			p.advance()
			p.named(p.unary(OpFilterCode, code, dollar, end), query)
		case tLBrace, tLAngle, tLBrack:
			p.enter(codeKinds[p.tok], dollar, query)
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
	id := p.emit(OpFilterVar, name, sym)
	if p.tok == tEquals {
		whole := name.To(p.here())
		p.advance()
		if p.tok == tName {
			whole = whole.To(p.here())
		}
		v := "`" + lang.Clip(p.src[name.Start:name.End]) + "`"
		p.say(lang.RenamedVariable, whole, "the variable "+v+" cannot be given a second name",
			"only a bracket or a type can be named with `=`")
		if p.tok == tName {
			p.advance()
		}
	}
	p.filtered(id, query)
}

// named parses the optional name after a shape.
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

// filtered passes a complete filter to the construct around it.
func (p *parser) filtered(id NodeID, query int32) {
	if query < 0 {
		p.give(p.top(), id)
		return
	}
	end := p.nodes[id].End
	p.items = append(p.items, item{p.unary(OpFilter, id, query, end), query, end})
}

// give passes an operand to its bracket.
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

// prefixLabel makes the name before the colon, the current token, a label.
func (p *parser) prefixLabel(f *frame, label lang.Span, sym lang.Sym) {
	f.prefix = true
	f.label = Field{Label: sym, Start: label.Start, End: label.End, Prefix: true}
	f.state = sOperand
	p.advance()
}

// quotedLabel parses a number or a string, which must be followed by a colon to be a label here.
func (p *parser) quotedLabel(f *frame) {
	label, sym, found := p.here(), p.sym, p.found()
	p.advance()
	if p.tok == tColon && f.kind.fieldedKind() && f.state == sStart {
		p.prefixLabel(f, label, sym)
		return
	}
	p.notHere(label, found, f.kind.operand())
	f.state = sSkip
}

// noOperand handles a token that does not begin an operand.
func (p *parser) noOperand(f *frame) {
	empty := f.kind.fieldedKind() && f.state == sStart && !f.comma
	switch {
	case p.tok == tComma:
		p.missing(f.kind.operand(), goOn)
		p.comma(f)
	case p.tok.isCloser():
		if f.opener != tEOF && p.tok == f.opener.partner() && !empty {
			p.missing(f.kind.operand(), goOn)
		}
		p.closeShape(f)
	default:
		p.unexpected("")
		f.state = sSkip
	}
}

// afterOperand parses one token where a label, a comma or a closing bracket is expected, or skips it.
func (p *parser) afterOperand(f *frame) {
	switch {
	case p.tok.isLabel() && f.state == sLabel:
		p.addField(p.sym, p.here(), f.node)
		f.state = sDone
		p.advance()
		return
	case p.tok == tComma && f.kind.fieldedKind():
		p.noLabel(f)
		p.comma(f)
		return
	case p.tok == tComma && f.state == sDone && f.kind != fTypeBody:
		p.unexpected("").Notes = lang.Texts("the members of a vector have one type")
		f.state = sSkip
		p.advance()
		return
	case p.tok.isCloser():
		if f.opener != tEOF && p.tok == f.opener.partner() {
			p.noLabel(f)
		}
		p.closeShape(f)
		return
	}
	if f.state != sSkip {
		p.unexpected("")
		f.state = sSkip
	}
	if p.tok.isOpener() {
		p.enter(fSkipped, -1, -1)
	} else {
		p.advance()
	}
}

// noLabel reports an operand without its label.
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
func (p *parser) closeShape(f *frame) {
	if f.opener == tEOF || p.tok != f.opener.partner() {
		p.wrongCloser()
		return
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
			kid = p.emit(OpBad, lang.Span{Start: f.start, End: end}, 0)
		}
		id = p.unary(ops[f.kind], kid, f.start, end)
	}
	dollar, query := f.dollar, f.query
	p.exit()
	p.advance()
	switch {
	case family == inFilter:
		p.named(id, query)
	case dollar < 0:
		p.give(p.top(), id)
	case query < 0 && p.top().kind.family() == inExpression:
		p.items = append(p.items, item{p.unary(OpType, id, dollar, end), dollar, end})
	default:
		p.named(p.unary(OpFilterCode, id, dollar, end), query)
	}
}

// skip skips a bracket in text that is not parsed.
func (p *parser) skip() outcome {
	for {
		f := p.top()
		if f.kind != fSkipped {
			return goOn
		}
		if o := p.ended(); o != goOn {
			return o
		}
		switch {
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
