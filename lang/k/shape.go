package k

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// What a bracket of a type or a filter expects next.
const (
	sStart   uint8 = iota // a field, or the member of a vector
	sOperand              // the operand of a label with a colon
	sLabel                // the label of the last operand
	sDone                 // a comma or the closing bracket
	sSkip                 // the same, after skipped text
)

// hasFields reports whether the bracket contains labelled fields.
func hasFields(f *syntax.Frame) bool { return Fielded(ops[f.What]) }

// operandOf names the parts of a bracket.
func operandOf(f *syntax.Frame) string {
	if isFilter(f) {
		return "a filter"
	}
	return "a type"
}

// shape parses tokens within a type or the bracket of a filter.
func (p *parser) shape(f *syntax.Frame) {
	for {
		// Where an operand is allowed, "$" is its sign or an error; and a name as the whole type is an alias.
		k := p.Kind()
		if (f.State > sOperand || k != tDollar && (k != syntax.Name || f.What != fTypeBody)) && p.ends() {
			return
		}
		switch {
		case f.State > sOperand:
			p.afterOperand(f)
		case p.Toks[p.I+1].Kind == syntax.Colon && isLabel(k) && f.State == sStart && hasFields(f):
			p.label(true)
			f.Mode |= mPrefix
			f.State = sOperand
			p.advance()
		case isCode(f):
			p.code(f)
		case k == tEllipsis:
			if !hasFields(f) || f.State == sOperand {
				p.unexpected("")
				f.State = sSkip
			} else {
				f.Flags, f.State = FlagOpen, sDone
			}
			p.advance()
		case k == syntax.Question:
			p.signWithin("filters", "filter")
		case !p.operand(0):
			p.noOperand(f)
		}
		if f = p.Top(); f.What < fTypeBody || f.What == fSkipped {
			return
		}
	}
}

// code parses an operand of a type, or only its opening bracket.
func (p *parser) code(f *syntax.Frame) {
	switch k := p.Kind(); {
	case k == syntax.Name && f.What == fTypeBody:
		p.bareAlias(p.Here())
		f.State = sSkip
		p.advance()
	case k == syntax.Name, k == tAt:
		p.leafOf(OpCodeName)
		p.give()
	case codeKinds[k] != 0:
		p.enter(codeKinds[k], 0)
	case k == tDollar:
		p.signWithin("types", "type")
	default:
		p.noOperand(f)
	}
}

// signWithin reports the sign of a type or a filter within another one.
func (p *parser) signWithin(all, one string) {
	sign := p.Found()
	p.say(lang.UnexpectedToken, p.Here(), sign+" is not allowed within a "+one,
		all+" in a "+one+" are written without it").
		Fixes = lang.Sure("delete the "+sign, p.Here(), "")
	p.advance()
}

// bareAlias reports a type definition whose body is a name.
func (p *parser) bareAlias(name lang.Span) {
	if p.read == K6 {
		p.say(lang.TypeAlias, name, "a type that gets a second name is written with `@`", "a bare name").
			Fixes = lang.Sure("write `@"+lang.Clip(p.Text())+"`", lang.Span{Start: name.Start, End: name.Start}, "@")
		return
	}
	p.say(lang.TypeAlias, name, "a type definition needs braces, angles or square brackets", "a bare name").
		Notes = lang.Texts("only the later dialect k6 has other names for a type")
}

// operand parses a filter, or only its opening bracket if it is a bracket. It reports whether there is one. The mode is
// that of its bracket.
func (p *parser) operand(mode uint8) bool {
	switch k := p.Kind(); k {
	case syntax.Name:
		p.variable(mode)
	case syntax.LBrace, syntax.Less, syntax.LBrack, syntax.LParen:
		p.enter(filterKinds[k], mode)
	case tDollar:
		p.advance()
		switch k := p.Kind(); k {
		case syntax.Name, tAt:
			p.codeName(OpFilterCode)
			p.named(mode)
		case syntax.LBrace, syntax.Less, syntax.LBrack:
			p.enter(codeKinds[k], mode|mDollar)
		default:
			p.missing("a type")
			if f := p.Top(); isFilter(f) {
				f.State = sSkip
			}
		}
	default:
		return false
	}
	return true
}

// variable parses a filter that is a bare variable.
func (p *parser) variable(mode uint8) {
	whole, name := p.Here(), lang.Clip(p.Text())
	p.leafOf(OpFilterVar)
	if p.Kind() == syntax.Equals {
		whole = whole.To(p.Here())
		p.advance()
		if p.Kind() == syntax.Name {
			whole = whole.To(p.Here())
		}
		p.say(lang.RenamedVariable, whole, "the variable `"+name+"` cannot be given a second name",
			"only a bracket or a type can be named with `=`")
		if p.Kind() == syntax.Name {
			p.advance()
		}
	}
	p.filtered(mode)
}

// named parses the optional name after a filter.
func (p *parser) named(mode uint8) {
	if p.Kind() == syntax.Equals {
		p.advance()
		if t := p.Tok(); t.Kind == syntax.Name {
			n := &p.tree.Nodes[len(p.tree.Nodes)-1]
			n.Sym, n.End = t.Sym, t.End
			p.advance()
		} else {
			p.unexpected("a variable")
		}
	}
	p.filtered(mode)
}

// filtered passes a complete filter to the construct around it.
func (p *parser) filtered(mode uint8) {
	if mode&mQuery == 0 {
		p.give()
	} else {
		p.Node(OpFilter, p.Top().At, p.Height()-1)
	}
}

// give passes an operand to its bracket.
func (p *parser) give() {
	f := p.Top()
	f.Mode &^= mHole
	if f.State = sDone; hasFields(f) && f.Mode&mPrefix == 0 {
		f.State = sLabel
	}
}

// noOperand handles a token that does not begin an operand.
func (p *parser) noOperand(f *syntax.Frame) {
	empty := hasFields(f) && f.State == sStart && f.Mode&mComma == 0
	switch k := p.Kind(); {
	case k == syntax.Comma:
		p.missing(operandOf(f))
		p.nextField(f)
	case isCloser(k):
		if p.matches(f) && !empty {
			p.missing(operandOf(f))
		}
		p.closeShape(f)
	case isLabel(k):
		p.unexpected(operandOf(f))
		f.State = sSkip
		p.advance()
	default:
		p.unexpected("")
		f.State = sSkip
	}
}

// afterOperand parses one token where a label, a comma or a closing bracket is expected, or skips it.
func (p *parser) afterOperand(f *syntax.Frame) {
	switch k := p.Kind(); {
	case isLabel(k) && f.State == sLabel:
		p.label(false)
		f.State = sDone
		return
	case k == syntax.Comma && hasFields(f):
		p.noLabel(f)
		p.nextField(f)
		return
	case k == syntax.Comma && f.State == sDone && f.What != fTypeBody:
		p.unexpected("").Notes = lang.Texts("the elements of a vector have one type")
		f.State = sSkip
		p.advance()
		return
	case isCloser(k):
		if p.matches(f) {
			p.noLabel(f)
		}
		p.closeShape(f)
		return
	}
	if f.State != sSkip {
		p.unexpected("")
		f.State = sSkip
	}
	if isOpener(p.Kind()) {
		p.enter(fSkipped, 0)
	} else {
		p.advance()
	}
}

// noLabel reports an operand without its label.
func (p *parser) noLabel(f *syntax.Frame) {
	if f.State == sLabel {
		s := p.tree.Span(p.Stack[len(p.Stack)-1])
		p.say(lang.MissingLabel, s, "this field has no label", "nothing after it says which field it is").
			Help = lang.Texts("write `" + lang.Clip(p.Src[s.Start:s.End]) + " label`")
	}
}

// nextField begins the next field after a comma.
func (p *parser) nextField(f *syntax.Frame) {
	f.State = sStart
	p.comma(f)
}

// closeShape ends the innermost bracket at a closing one.
func (p *parser) closeShape(f *syntax.Frame) {
	if !p.closes(f) {
		return
	}
	if f.What == fFilterAny && p.read == K6 && (f.Flags != FlagOpen || p.Height() > f.Base) && !p.Silent {
		p.earlierDialect(int(f.Start), int(f.Start)+1, "a filter of any shape",
			"in k6 parentheses hold `...` alone; a product is `{X a, ...}`, a union `<X a, ...>`")
		p.Bad = true
	}
	if !hasFields(f) && p.Height() == f.Base {
		p.Node(OpBad, f.Start, f.Base)
	}
	filter, mode, dollar := isFilter(f), f.Mode, p.Toks[max(f.Open-1, 0)].Start
	p.shut()
	switch {
	case filter:
		p.named(mode)
	case mode&mDollar == 0:
		p.give()
	case mode&mQuery == 0 && isExpression(p.Top()):
		p.Node(OpType, dollar, p.Height()-1)
	default:
		p.Node(OpFilterCode, dollar, p.Height()-1)
		p.named(mode)
	}
}

// skip skips a token of a bracket in text that is not parsed.
func (p *parser) skip(f *syntax.Frame) {
	switch k := p.Kind(); {
	case p.ends():
	case isOpener(k):
		p.enter(fSkipped, 0)
	case isCloser(k):
		if p.closes(f) {
			p.exit()
			p.advance()
		}
	default:
		p.advance()
	}
}
