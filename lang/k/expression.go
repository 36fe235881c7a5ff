package k

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// The brackets of expressions, types and filters.
var (
	expressionKinds = [numTokens]uint8{syntax.LBrace: fProduct, syntax.Less: fMerge, syntax.LBrack: fVector,
		syntax.LParen: fParen}
	codeKinds   = [numTokens]uint8{syntax.LBrace: fCodeProduct, syntax.Less: fCodeUnion, syntax.LBrack: fCodeVector}
	filterKinds = [numTokens]uint8{syntax.LBrace: fFilterProduct, syntax.Less: fFilterUnion,
		syntax.LBrack: fFilterVector, syntax.LParen: fFilterAny}
)

// leaves are the constructs of words.
var leaves = [numTokens]Op{syntax.Name: OpRef, tAt: OpRef, syntax.Int: OpInt, syntax.String: OpString}

// marks are the signs before which a word may be a label or the name of a definition.
var marks = [numTokens]bool{syntax.Equals: true, syntax.Colon: true, syntax.Comma: true, syntax.RBrace: true}

// expression parses tokens within an expression.
func (p *parser) expression(f *syntax.Frame) {
	for !p.Lost {
		k := p.Kind()
		switch op := leaves[k]; { // conditions, since a jump by kind is often predicted wrongly
		case op != OpBad:
			if marks[p.Toks[p.I+1].Kind] && p.word(f) {
				f = p.Top()
			} else {
				p.leaf(f, op)
			}
		case k == syntax.Dot:
			p.labelled(f, OpDot)
		case isOpener(k):
			p.begins(f)
			p.enter(expressionKinds[k], 0)
			f = p.Top()
		case k == syntax.Comma && f.What >= fProduct:
			p.endPart(f)
			p.comma(f)
		case !isCloser(k):
			if p.sign(f, k); !isExpression(p.Top()) {
				return
			}
			f = p.Top()
		case p.closes(f):
			p.endPart(f)
			if f.What != fParen {
				p.shut()
			} else {
				start, empty := f.Start, p.Height() == f.Base
				p.exit()
				if p.advance(); empty {
					p.Node(OpIdentity, start, p.Height())
				}
			}
			f = p.Top()
		default:
			f = p.Top()
		}
	}
}

// sign parses another sign in an expression, and what belongs to it.
func (p *parser) sign(f *syntax.Frame, k syntax.Kind) {
	switch k {
	case syntax.Slash:
		p.labelled(f, OpDiv)
	case tBar:
		if p.read == K6 {
			p.labelled(f, OpVid)
		} else {
			p.leaf(f, OpPipe)
		}
	case tCaret:
		empty := p.Height() == f.Part
		if empty {
			p.say(lang.MissingExpression, p.Here(), "there is no expression before `^`", "nothing to box")
		}
		p.collapse(f)
		if p.advance(); !empty {
			f.At = p.Toks[f.First].Start
			p.Node(OpCaret, f.At, f.Part)
		}
	case tDollar:
		if p.headHere() {
			p.end()
			return
		}
		p.begins(f)
		p.advance()
		switch k := p.Kind(); {
		case k == syntax.Name, k == tAt:
			p.codeName(OpType)
		case codeKinds[k] != 0:
			p.enter(codeKinds[k], mDollar)
		default:
			p.missing("a type")
		}
	case syntax.Question:
		p.begins(f)
		p.advance()
		if !p.operand(mQuery) {
			p.missing("a filter")
		}
	case syntax.Semicolon, syntax.EOF:
		p.end()
	case tMark:
		p.say(lang.UnexpectedToken, p.Here(), p.Found()+" is allowed only at the beginning of a file",
			"not the beginning")
		p.advance()
	default:
		d := p.unexpected("")
		switch {
		case k == tEllipsis:
			d.Notes = lang.Texts("an ellipsis belongs in a filter")
		case k == syntax.Comma && f.What == fParen && p.call(f, d):
		case k == syntax.Comma && f.What == fParen:
			d.Help = lang.Texts("a vector is written `[a, b]`, a product `{a x, b y}`, a merge `<a, b>`")
		}
		p.advance()
	}
}

// begins records that a part of a composition begins at the current token.
func (p *parser) begins(f *syntax.Frame) {
	if p.Height() == f.Part {
		f.First = int32(p.I)
	}
	f.At = p.Tok().Start
}

// leaf makes the current token a part of a composition.
func (p *parser) leaf(f *syntax.Frame, op Op) {
	if op == OpString && p.read == K6 {
		p.earlierDialect(int(p.Tok().Start), int(p.Tok().End), "a string",
			"in k6 a text in quotes is a label and nothing else")
		p.Bad = true
	}
	p.begins(f)
	p.leafOf(op)
}

// labelled parses a sign and a label.
func (p *parser) labelled(f *syntax.Frame, op Op) {
	p.begins(f)
	sign := p.Here()
	p.advance()
	label := p.Tok()
	if !isLabel(label.Kind) {
		d := p.say(lang.MissingLabel, sign, "`"+p.Src[sign.Start:sign.End]+"` needs a label after it", missingLabel[op])
		switch {
		case op == OpVid && f.What == fMerge && p.Height() > f.Part:
			d.Label = lang.Text("expected `,`")
			d.Help = lang.Texts("the branches of a merge are separated by commas: `<a, b>`")
			d.Fixes = lang.Sure("write `,`", lang.Span{Start: p.Toks[p.I-2].End, End: sign.End}, ",")
		case op == OpVid:
			d.Notes = lang.Texts("in k4 a bare `|` opens a vector; k6 has no vectors")
		}
		p.Node(OpBad, sign.Start, p.Height())
		return
	}
	p.advance()
	n := p.Node(op, sign.Start, p.Height())
	n.Sym, n.At = label.Sym, label.Start
}

var missingLabel = map[Op]string{OpDot: "a projection without a label", OpVid: "a variant without a tag",
	OpDiv: "a projection without a tag"}

// codeName makes a node of the name of a type, the current token, and of the "$" before it.
func (p *parser) codeName(op Op) {
	dollar := p.Toks[p.I-1].Start
	p.leafOf(OpCodeName)
	p.Node(op, dollar, p.Height()-1)
}

// collapse makes one node of the current composition, unless it is empty.
func (p *parser) collapse(f *syntax.Frame) {
	if p.Height()-f.Part > 1 {
		p.Node(OpComp, p.Toks[f.First].Start, f.Part)
	}
}

// word handles a word before a sign with which it may be the label of a field or the name of the next definition.
func (p *parser) word(f *syntax.Frame) bool {
	first := p.Height() == f.Part
	switch sign := p.Peek(1).Kind; {
	case sign == syntax.Equals && p.headHere():
		p.end()
	case f.What != fProduct || f.Mode&mPrefix != 0 || first != (sign == syntax.Equals || sign == syntax.Colon):
		return false
	case first:
		p.label(true)
		if sign == syntax.Equals {
			p.unexpected("`:` after a label").Fixes = lang.Sure("write `:`", p.Here(), ":")
		}
		f.Mode |= mPrefix
		p.advance()
	default:
		f.Mode &^= mHole
		p.collapse(f)
		p.label(false)
		if f.Part = p.Height(); sign == syntax.Comma {
			p.comma(f)
		} else {
			p.shut()
		}
	}
	return true
}

// endPart ends a part of a bracket at a comma or at its end. A field has no label after it.
func (p *parser) endPart(f *syntax.Frame) {
	n := p.Height() - f.Part
	switch {
	case n == 0:
		what := "an expression"
		if f.What == fProduct && f.Mode&mPrefix == 0 {
			what = "a field"
		}
		if f.What != fParen && (f.Mode&(mPrefix|mComma) != 0 || p.Kind() == syntax.Comma) {
			p.missing(what)
		}
		return
	case f.What == fProduct && f.Mode&mPrefix == 0:
		p.noLabelAfter(f)
	case n > 1:
		p.collapse(f)
	}
	f.Mode &^= mHole
	f.Part = p.Height()
}

// noLabelAfter reports an expression without its label.
func (p *parser) noLabelAfter(f *syntax.Frame) {
	place := lang.Span{Start: f.At, End: p.PrevEnd()}
	text := lang.Clip(p.Src[place.Start:place.End])
	if int(f.First) == p.I-1 && leaves[p.Toks[f.First].Kind] != OpBad {
		p.say(lang.MissingLabel, place, "`"+text+"` alone is a label without an expression",
			"a field is an expression and a label").
			Help = lang.Texts("write `" + text + " label` or `() " + text + "`")
		return
	}
	d := p.say(lang.MissingLabel, place, "this field has no label", "an expression without a label after it")
	d.Help = lang.Texts("write `" + text + " label`")
	if first := p.Toks[f.First]; first.Kind == syntax.Name && int(f.First)+3 == p.I && first.End < place.Start {
		// The label may be written before its expression, as in other languages.
		name, read := p.Src[first.Start:first.End], p.Src[place.Start:place.End]
		d.Help = lang.Texts("a label comes after its expression: `" + lang.Clip(read+" "+name) + "`")
		if read == "."+name {
			span := lang.Span{Start: first.Start, End: place.End}
			d.Fixes = lang.Perhaps(lang.Sure("write `"+lang.Clip(read+" "+name)+"`", span, read+" "+name))
			d.Help = nil
		}
	}
}
