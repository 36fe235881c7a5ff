package relay

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// States of a block.
const (
	bStatement  uint8 = iota
	bExpression       // an expression was parsed
	bResult           // an expression after `return` was parsed
	bBinding          // another statement was parsed
	bEnd
)

// block parses statements. In its own braces it is a node (FlagBraced); as a body, its braces are required.
func (p *parser) block(f *syntax.Frame) {
	switch f.State {
	case bStatement:
		switch k := p.Kind(); {
		case k == tLet:
			f.State = bBinding
			p.Push(cLet)
		case k == tGraph && p.Peek(1).Kind == syntax.Equals:
			f.State = bBinding
			p.Push(cBind)
		case p.bindsWithoutLet(f):
			p.addLet()
			f.State = bBinding
			p.Push(cLet).State = 1 // after its keyword
		case p.Is("return") && startsExpression(p.Peek(1).Kind):
			word := lang.Span{Start: p.Tok().Start, End: p.Peek(1).Start}
			p.Once(&p.returned, p.Here(), "the result of a block is its last expression, without `return`",
				"not needed here", lang.Edit{Span: word}, "leave out `return`", "leave out each `return`")
			p.Advance()
			f.State = bResult
			p.Push(cBinary).Mode = f.Mode
		case k == tFreeVar:
			f.State = bBinding
			p.Push(cFreeVar)
		case k == tDef && p.Peek(1).Kind == tGlobal && (!p.Tok().Line || p.Tok().Indent > p.margin):
			p.Say(lang.UnexpectedToken, p.Here(), "`def` is unexpected: a definition is not part of another one",
				"not expected here").
				Help = lang.Texts("a function within a function is `let %g = fn (…) { … };`")
			p.Silent = true
			f.State = bBinding
			p.Advance()
			p.Advance()
			p.Push(cFn)
		case f.Open >= 0 && (k == syntax.EOF || p.startsDeclaration()): // missing text is reported with the brace
			p.Node(OpBad, p.PrevEnd(), p.Height())
			f.State = bEnd
		case k == syntax.RBrace || k == syntax.RParen || k == syntax.RBrack || k == syntax.Semicolon ||
			k == syntax.Comma || k == syntax.EOF || p.startsDeclaration():
			p.Missing("an expression")
			p.Node(OpBad, p.PrevEnd(), p.Height())
			if k == syntax.Semicolon {
				p.Advance()
				return
			}
			f.State = bEnd
		default:
			f.State = bExpression
			p.Push(cBinary).Mode = f.Mode
		}

	case bExpression, bResult:
		f.At = p.PrevEnd()
		switch {
		case p.Kind() == syntax.Semicolon && p.lostCloser():
			f.State = bEnd // this state reports that the bracket is not closed
		case p.Kind() == syntax.Semicolon:
			semi := p.Here()
			p.Advance()
			if k := p.Kind(); k == syntax.RBrace || k == syntax.RParen ||
				f.Open < 0 && (k == syntax.EOF || p.startsDeclaration()) {
				if f.State == bResult && p.returned > 0 { // one mistake
					p.AlsoEdits(p.returned, lang.Edit{Span: semi})
					f.State = bEnd
					return
				}
				p.Slip(lang.UnexpectedToken, semi, "a block ends with an expression and not with `;`",
					"not expected here", lang.Sure("delete the `;`", semi, ""))
				f.State = bEnd
				return
			}
			f.State = bStatement
		default:
			f.State = bEnd
		}

	case bBinding:
		switch k := p.Kind(); {
		case k == syntax.Semicolon:
			p.Advance()
			f.State = bStatement
		case startsExpression(k) && !p.startsDeclaration():
			p.semicolon()
			f.State = bStatement
		case f.Open >= 0 && (k == syntax.RParen || k == syntax.RBrack):
			p.Stray()
		case k == syntax.RBrace || k == syntax.RParen || k == syntax.EOF || p.startsDeclaration():
			f.State = bStatement // this state reports what is missing
		default:
			p.Fail("`;`")
		}

	case bEnd:
		switch k := p.Kind(); {
		case f.Open < 0 || p.closes(f, "`}`"):
			p.endBlock()
		case startsExpression(k) && p.Tok().Line:
			p.semicolon()
			f.State = bStatement
		case k == syntax.RParen || k == syntax.RBrack:
			p.Stray()
			f.State = bExpression
		default:
			p.Unexpected("an operator, `;` or `}`")
			p.Advance()
			p.GiveUp()
		}
	}
}

// bindsWithoutLet reports whether a block's statement binds a variable in the way of other languages.
func (p *parser) bindsWithoutLet(f *syntax.Frame) bool {
	k, next := p.Kind(), p.Peek(1).Kind
	statement := f.Open >= 0 || len(p.Frames) == 1
	return statement && k == tLocal && (next == syntax.Equals || next == syntax.Colon) ||
		f.Open >= 0 && k == syntax.Name && next == syntax.Equals
}

// addLet reports that the `let` before the current token is missing, and perhaps the sign of the variable.
func (p *parser) addLet() {
	at, t := p.Here(), p.Tok()
	edit := lang.Edit{Span: lang.Span{Start: at.Start, End: at.Start}, Text: "let "}
	if t.Kind == syntax.Name {
		edit.Text += "%"
		t.Kind, t.Sym = tLocal, p.Syms.InternString("%"+p.Text())
	}
	p.Once(&p.unlet, at, "a variable is bound with `let`", "`let` is missing", edit,
		"write `"+edit.Text+lang.Clip(p.Text())+"`", "write `let` at each of these places")
}

// semicolon reports a missing semicolon after the previous token.
func (p *parser) semicolon() {
	p.Slip(lang.MissingSemicolon, p.Behind(), "a statement does not end with `;`", "`;` is missing here",
		lang.Sure("add `;`", p.Behind(), ";")).
		Related = []lang.Related{{Span: p.Here(), Message: lang.Text("the next one begins here")}}
}

// endBlock makes a node of statements, unless they are a single expression. Without its own brackets the node has the
// span of the statements.
func (p *parser) endBlock() {
	f := *p.Top()
	if p.Height()-f.Base == 1 && f.Flags&FlagBraced == 0 {
		p.Pop()
		return
	}
	end := f.At
	if f.Flags&FlagBraced != 0 {
		end = p.PrevEnd()
	}
	p.Pop()
	n := p.Node(OpBlock, f.Start, f.Base)
	n.Flags, n.End = f.Flags, max(f.Start, end)
}

// body begins a block in braces at the current token.
func (p *parser) body() bool {
	if p.Kind() != syntax.LBrace {
		return false
	}
	f := p.Push(cBlock)
	p.Enter(f)
	f.Start = p.Tok().Start
	return true
}

// bound parses the variable after a keyword.
func (p *parser) bound(*syntax.Frame) {
	if k := p.Kind(); p.Need(k == tLocal || k == syntax.Name, "a local variable, as in `%x`") {
		p.Push(cVar)
	}
}

// dotHere reports whether a dot and digits come next, without blanks: in a binder they are part of its name.
func (p *parser) dotHere() bool {
	dot, digits := p.Tok(), p.Peek(1)
	return dot.Kind == syntax.Dot && digits.Kind == syntax.Int && p.PrevEnd() == dot.Start && dot.End == digits.Start
}

// joined returns a name with the dot and the digits that come next.
func (p *parser) joined(name lang.Sym) lang.Sym {
	return p.Syms.InternString(p.Syms.Text(name) + "." + p.Syms.Text(p.Peek(1).Sym))
}

// variable parses a binder: a name with optional attributes in braces and an optional type after a colon.
func (p *parser) variable(f *syntax.Frame) {
	switch f.State {
	case 0:
		f.Sym, f.State = p.Tok().Sym, 1
		if p.Kind() == syntax.Name {
			text := p.Text()
			f.Sym = p.Syms.InternString("%" + text)
			p.Slip(lang.UnexpectedToken, p.Here(), "the name of a local variable begins with `%`", "`%` is missing",
				lang.Sure("write `%"+lang.Clip(text)+"`", p.Here(), "%"+text))
		}
		p.Advance()
		for p.dotHere() {
			f.Sym = p.joined(f.Sym)
			if p.dotted == nil {
				p.dotted = make(map[lang.Sym]bool)
			}
			p.dotted[f.Sym] = true
			p.Advance()
			p.Advance()
		}
		if p.Kind() == syntax.LBrace && f.Mode == inParams {
			f.State = 4
			p.Enter(f)
		}
	case 1:
		f.State = 2
		if p.Accept(syntax.Colon) {
			p.Push(cType)
			return
		}
		p.None()
	case 2:
		p.Finish(OpVar)
	case 4: // attributes
		switch {
		case p.Kind() == syntax.RBrace:
			p.Leave(f)
			p.Advance()
			f.State = 1
		case p.Kind() == syntax.Name || isKeyword(p.Kind()):
			p.Push(cAttr)
		case p.Kind() == syntax.Comma:
			p.Advance()
		default:
			p.Fail("an attribute or `}`")
		}
	}
}
