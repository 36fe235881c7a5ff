package k

import "github.com/patgraph/patgraph/lang"

// expressions parses tokens within an expression.
func (p *parser) expressions() outcome {
	f := p.top()
	for {
		switch p.tok {
		case tName:
			p.leaf(OpRef)
		case tInt:
			p.leaf(OpInt)
		case tString:
			p.strings = true
			p.leaf(OpString)
		case tDot:
			p.labelled(OpDot)
		case tSlash:
			p.labelled(OpDiv)
		case tAt:
			p.leaf(OpRef)
		case tPipe:
			if p.read == K6 {
				p.labelled(OpVid)
				continue
			}
			p.leaf(OpPipe)
			p.nodes[len(p.nodes)-1].Sym = lang.NoSym

		case tCaret:
			if int(f.comp) == len(p.items) {
				p.say(lang.MissingExpression, p.here(), "there is no expression before `^`", "nothing to box")
				p.advance()
				continue
			}
			e := p.collapse(f.comp)
			e.end = int32(p.end)
			e.node = p.unary(OpCaret, e.node, e.start, e.end)
			p.items[len(p.items)-1] = e
			p.advance()

		case tDollar:
			dollar := int32(p.start)
			p.advance()
			p.typeAfter(dollar)
			return goOn
		case tQuestion:
			query := int32(p.start)
			p.advance()
			if !p.operand(query) {
				p.missing("a filter", goOn)
			}
			return goOn

		case tLBrace, tLAngle, tLBrack, tLParen:
			p.enter(expressionKinds[p.tok], -1, -1)
			f = p.top()

		case tComma:
			switch f.kind {
			case fProduct:
				p.endField(f)
			case fMerge, fVector:
				p.endElement(f)
			default:
				d := p.unexpected("")
				if f.kind == fParen {
					d.Help = lang.Texts("a vector is written `[a, b]`, a product `{a x, b y}`, a merge `<a, b>`")
				}
				p.advance()
				continue
			}
			f.comma, f.broken, f.prefix = true, false, false
			p.advance()

		case tRBrace, tRBrack, tRAngle, tRParen:
			if f.opener == tEOF || p.tok != f.opener.partner() {
				p.wrongCloser()
				return goOn
			}
			p.closeExpression(f)
			f = p.top()

		case tColon:
			if f.kind == fProduct && !f.prefix && p.loneLabel(f) {
				p.takeLabel(f)
			} else {
				p.unexpected("")
			}
			p.advance()

		case tEquals:
			if o := p.equals(f); o != goOn {
				return o
			}

		case tSemicolon, tEOF:
			p.unclosed(p.here(), "the definition ends here")
			return atEnd

		case tMark:
			p.say(lang.UnexpectedToken, p.here(), p.found()+" stands only at the beginning of a file",
				"not the beginning")
			p.advance()

		default:
			p.unexpected("").Notes = lang.Texts("an ellipsis belongs in a filter")
			p.advance()
		}
	}
}

// leaf makes the current token an item.
func (p *parser) leaf(op Op) {
	p.push(op, p.here(), p.sym)
	p.advance()
}

// labelled parses a sign and a label.
func (p *parser) labelled(op Op) {
	sign := p.here()
	p.advance()
	if !p.tok.isLabel() {
		d := p.say(lang.MissingLabel, sign, "`"+p.src[sign.Start:sign.End]+"` needs a label after it", missingLabel[op])
		if op == OpVid {
			d.Notes = lang.Texts("in k4 a bare `|` opens a vector; k6 has no vectors")
		}
		p.push(OpBad, sign, lang.NoSym)
		return
	}
	p.push(op, sign.To(p.here()), p.sym)
	p.nodes[len(p.nodes)-1].first = int32(p.start)
	p.advance()
}

var missingLabel = map[Op]string{OpDot: "a projection without a label", OpVid: "a variant without a tag",
	OpDiv: "a projection without a tag"}

// typeAfter parses the text after a "$" in an expression.
func (p *parser) typeAfter(dollar int32) {
	switch p.tok {
	case tName, tAt:
		name, sym := p.here(), p.sym
		p.advance()
		p.typeName(dollar, name, sym)
	case tLBrace, tLAngle, tLBrack:
		p.enter(codeKinds[p.tok], dollar, -1)
	default:
		p.missing("a type", goOn)
	}
}

// typeName makes `$name` an item.
func (p *parser) typeName(dollar int32, name lang.Span, sym lang.Sym) {
	code := p.emit(OpCodeName, name, sym)
	p.items = append(p.items, item{p.unary(OpType, code, dollar, name.End), dollar, name.End})
}

// collapse makes one item of the composition that begins at items[from], which is not empty.
func (p *parser) collapse(from int32) item {
	part := p.items[from:]
	e := part[0]
	if len(part) > 1 {
		e.end = part[len(part)-1].end
		first := int32(len(p.kids))
		for _, i := range part {
			p.kids = append(p.kids, i.node)
		}
		e.node = p.emitInner(OpComp, e.start, e.end, first, int32(len(part)))
		p.items = append(p.items[:from], e)
	}
	return e
}

// isToken reports whether an item is a single token without parentheses and the last node.
func (p *parser) isToken(i item, ops ...Op) bool {
	if int(i.node) != len(p.nodes)-1 {
		return false
	}
	n := &p.nodes[i.node]
	if n.Start != i.start || n.End != i.end {
		return false
	}
	for _, op := range ops {
		if n.Op == op {
			return true
		}
	}
	return false
}

// loneLabel reports whether the field is a single token that can be a label, directly before the current token.
func (p *parser) loneLabel(f *frame) bool {
	n := len(p.items)
	return n == int(f.comp)+1 && p.isToken(p.items[n-1], OpRef, OpInt, OpString) &&
		int(p.items[n-1].end) == p.prevEnd
}

// takeLabel makes the only item of a field its label.
func (p *parser) takeLabel(f *frame) {
	n := p.nodes[len(p.nodes)-1]
	f.prefix = true
	f.label = Field{Label: n.Sym, Start: n.Start, End: n.End, Prefix: true}
	p.nodes = p.nodes[:len(p.nodes)-1]
	p.items = p.items[:len(p.items)-1]
}

// addField adds a field whose label is not written first.
func (p *parser) addField(label lang.Sym, s lang.Span, e NodeID) {
	p.pending = append(p.pending, Field{})
	f := &p.pending[len(p.pending)-1]
	f.Label, f.Start, f.End, f.Node = label, s.Start, s.End, e
}

// endField ends a field of a product, at a comma or at its bracket.
func (p *parser) endField(f *frame) {
	n := len(p.items) - int(f.comp)
	f.hole = f.hole && n == 0
	switch {
	case f.prefix && n == 0:
		p.missing("an expression", goOn)
	case f.prefix:
		field := f.label
		field.Node = p.collapse(f.comp).node
		p.pending = append(p.pending, field)
	case n == 0:
		if p.tok == tComma || f.comma {
			p.missing("a field", goOn)
		}
	default:
		last := p.items[len(p.items)-1]
		place := lang.Span{Start: last.start, End: last.end}
		if !p.isToken(last, OpRef, OpInt, OpString) {
			p.say(lang.MissingLabel, place, "this field has no label", "an expression without a label after it").
				Help = lang.Texts("write `" + p.sample(last) + " label`")
			break
		}
		if n == 1 {
			p.say(lang.MissingLabel, place,
				"`"+lang.Clip(p.file.Text(place))+"` alone is a label without an expression",
				"a field is an expression and a label").
				Help = lang.Texts("write `" + p.sample(last) + " label` or `() " + p.sample(last) + "`")
			break
		}
		label := p.nodes[len(p.nodes)-1]
		p.nodes = p.nodes[:len(p.nodes)-1]
		p.items = p.items[:len(p.items)-1]
		p.addField(label.Sym, label.Span(), p.collapse(f.comp).node)
	}
	p.items = p.items[:f.comp]
}

// endElement ends an element of a merge or a vector, at a comma or at its bracket.
func (p *parser) endElement(f *frame) {
	if int(f.comp) == len(p.items) {
		if p.tok == tComma || f.comma {
			p.missing("an expression", goOn)
		}
		return
	}
	f.hole = false
	p.collapse(f.comp)
	f.comp++
}

// closeExpression ends the bracket of an expression.
func (p *parser) closeExpression(f *frame) {
	e := item{NoNode, f.start, int32(p.end)}
	switch f.kind {
	case fParen:
		if int(f.comp) == len(p.items) {
			e.node = p.emit(OpIdentity, lang.Span{Start: e.start, End: e.end}, 0)
		} else {
			e.node = p.collapse(f.comp).node
		}
	case fProduct:
		p.endField(f)
		e.node = p.fielded(f, e.end)
	default:
		p.endElement(f)
		first := int32(len(p.kids))
		for _, i := range p.items[f.items:] {
			p.kids = append(p.kids, i.node)
		}
		e.node = p.emitInner(ops[f.kind], e.start, e.end, first, int32(len(p.kids))-first)
	}
	p.exit()
	p.items = append(p.items, e)
	p.advance()
}

// fielded adds the node of a bracket with fields.
func (p *parser) fielded(f *frame, end int32) NodeID {
	fields := p.pending[f.pending:]
	op := ops[f.kind]
	if op == OpProduct && len(fields) == 1 && p.read == K4 {
		op = OpVariant
	}
	id := p.emitInner(op, f.start, end, int32(len(p.fields)), int32(len(fields)))
	p.nodes[id].Open = f.open
	p.fields = append(p.fields, fields...)
	return id
}

// equals decides the meaning of a "=" in an expression. After a name it begins another definition: always outside of
// brackets, and within brackets if the name begins a line in a way that a label does not.
func (p *parser) equals(f *frame) outcome {
	if n := len(p.items); n > int(f.comp) && int(p.items[n-1].end) == p.prevEnd {
		last := p.items[n-1]
		isName, isType := p.isToken(last, OpRef), p.isToken(last, OpType)
		if isType && p.nodes[last.node-1].Op != OpCodeName {
			isType = false
		}
		if (isName || isType) && (len(p.frames) == 1 || p.beginsLine(int(last.start), n-int(f.comp))) {
			p.takeHead(last, isType)
			p.unclosed(p.head.span, "another definition begins here")
			return headRead
		}
		if f.kind == fProduct && !f.prefix && p.loneLabel(f) {
			p.unexpected("`:` after a label").Fixes = lang.Sure("write `:`", p.here(), ":")
			p.takeLabel(f)
			p.advance()
			return goOn
		}
	}
	p.unexpected("")
	p.advance()
	return goOn
}

// beginsLine reports whether the token at i, the nth part of a composition, begins a line as a definition does.
func (p *parser) beginsLine(i, nth int) bool {
	j := p.lineIndent(i)
	return (j == 0 || p.src[j-1] == '\n') && (j == i || nth > 1)
}

// takeHead makes the last item the left side of the next definition.
func (p *parser) takeHead(last item, isType bool) {
	p.head = head{p.nodes[last.node].Sym, lang.Span{Start: last.start, End: last.end}, isType}
	p.hasHead = true
	p.items = p.items[:len(p.items)-1]
	p.nodes = p.nodes[:last.node]
	if isType {
		p.head.name = p.nodes[last.node-1].Sym
		p.nodes = p.nodes[:last.node-1]
		p.kids = p.kids[:len(p.kids)-1]
	}
	p.headGap = p.bodyStart
	if n := len(p.items); n > 0 {
		p.headGap = max(p.headGap, p.items[n-1].end)
	}
	if f := p.top(); f.opener != tEOF {
		p.headGap = max(p.headGap, f.start+1)
	}
}
