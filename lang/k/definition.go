package k

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// definition parses one definition or the main expression. Unreadable text before a definition does not belong to it.
func (p *parser) definition() {
	t, from, fields := p.tree, p.Mark(), len(p.tree.fields)
	p.labels, p.mute, p.depth, p.swallowed = p.labels[:0], false, 0, lang.Span{}
	if p.I >= p.stop {
		p.context = ""
		p.reports(p.Tok().Start)
	}
	name, sign := p.head()
	isType := p.Kind() == tDollar
	main := sign != syntax.Equals && (sign != syntax.Colon || isType || name.Kind != syntax.Name)
	if main && p.Kind() == syntax.Semicolon {
		p.applyFinding()
		p.Bad, p.Silent = false, false
		p.Needless(lang.UnexpectedToken, "there is no definition before this `;`", "nothing ends here", "delete the `;`")
		return
	}
	defs := &t.Defs
	if isType && !main {
		defs = &t.Types
	}
	*defs = append(*defs, Def{})
	d := &(*defs)[len(*defs)-1]
	d.Name, d.NameSpan, d.Span, d.Main, d.Type = name.Sym, p.Here().To(name.Span()), p.Here(), main, isType && !main
	if main {
		p.main(d)
	} else {
		p.define(d)
	}
	d.First, d.Root = p.Declared(from, !main || !p.hasMain && !p.library)
	if d.Bad, d.Depth = p.Bad, int32(p.depth); d.Root == NoNode {
		t.fields = t.fields[:fields]
	}
	p.Of(from, func() string { return p.context })
	if main {
		if kept := !p.hasMain && (!d.Bad || p.Kind() == syntax.EOF); !kept || p.library {
			t.Defs = t.Defs[:len(t.Defs)-1]
			p.hasMain = p.hasMain || kept
		} else {
			d.Name, p.hasMain = p.Syms.InternString(lang.MainName), true
		}
	}
	p.Accept(syntax.Semicolon)
}

// head returns the name at the current token, which may follow a "$", and the kind of the token after it.
func (p *parser) head() (name *syntax.Tok, after syntax.Kind) {
	i := 0
	if p.Kind() == tDollar {
		i = 1
	}
	if name = p.Peek(i); leaves[name.Kind] == OpBad || name.Kind == syntax.String {
		return name, syntax.EOF
	}
	return name, p.Peek(i + 1).Kind
}

// headSpan returns the place of the name that begins a definition at the current token, with its "$".
func (p *parser) headSpan() lang.Span {
	name, _ := p.head()
	return p.Here().To(name.Span())
}

// headHere reports whether a definition begins at the current token. Within brackets it must begin its line: within
// those of a type after any indentation, within those of an expression with indentation only after other parts of a
// composition, and otherwise without indentation, because "X=" is a common mistake in a filter.
func (p *parser) headHere() bool {
	t, f := p.Tok(), p.Top()
	name, after := p.head()
	if after != syntax.Equals || name.Kind == syntax.Int {
		return false
	}
	if p.Nest > 0 && !(t.Line && (t.Indent == 0 || isCode(f) || isExpression(f) && p.Height() > f.Part)) {
		return false
	}
	// In a filter, `$t=X` is a type with a variable.
	return t.Kind != tDollar || f.What < fFilterAny || codeKinds[p.Peek(3).Kind] != 0 || p.Peek(3).Kind == tAt
}

// define parses a definition, whose sign may be ":" by mistake.
func (p *parser) define(d *Def) {
	body := fBody
	p.context = p.Src[d.NameSpan.Start:d.NameSpan.End]
	if text := p.Syms.Text(d.Name); d.Type && len(p.context) != len(text)+1 { // with blanks
		p.context = "$" + text
	}
	p.applyFinding()
	p.Bad, p.Silent, p.mute = false, false, false
	if d.Type {
		body = fTypeBody
		p.advance()
	}
	switch p.Kind() {
	case syntax.Int: // reported by the scanner
		p.Bad, p.Silent, p.mute = true, true, true
	case tAt:
		at := lang.Span{Start: p.Tok().Start, End: p.Tok().Start + 1}
		p.say(lang.UnexpectedToken, p.Here(), "a name that is defined has no `@`", "expected a name without `@`").
			Fixes = lang.Sure("delete the `@`", at, "")
	}
	if p.advance(); p.Kind() == syntax.Colon {
		p.unexpected("`=`")
		p.advance()
	}
	if p.Kind() == syntax.Equals {
		p.advance()
	}
	if p.read == K4 && p.Kind() == syntax.Less && d.Type && slices.Contains(BuiltinTypes, p.Syms.Text(d.Name)) {
		p.mayBeLater(d.NameSpan)
	}
	p.body(body)
	d.Span.End = p.PrevEnd()
	switch {
	case p.Kind() == syntax.Semicolon:
		d.Span.End = p.Tok().End
	case !p.Silent:
		x := p.Report(lang.MissingSemicolon, int(d.Span.End), int(d.Span.End),
			"the definition of `"+lang.Clip(p.context)+"` does not end with `;`", "`;` is missing here")
		x.Fixes = lang.Sure("add `;`", x.Span, ";")
		if p.Kind() != syntax.EOF {
			x.Related = []lang.Related{{Span: p.headSpan(), Message: lang.Text("the next definition begins here")}}
		}
		p.once(x)
	}
}

// main parses the main expression. It belongs at the end of the file; elsewhere it is kept if it is the only one.
func (p *parser) main(d *Def) {
	p.context = lang.MainName
	p.applyFinding()
	p.body(fMain)
	d.Span.End = p.PrevEnd()
	d.NameSpan = d.Span
	switch bad := p.Bad; {
	case p.Silent, p.Kind() == syntax.EOF:
	case p.Kind() == syntax.Semicolon:
		x := p.say(lang.AfterMain, p.Here(), "the main expression ends with the file and not with `;`",
			"not expected here")
		x.Related = []lang.Related{{Span: d.Span,
			Message: lang.Text("this is read as the main expression, because there is no `name =` before it")}}
		p.Bad = bad
	default:
		p.say(lang.AfterMain, p.headSpan(), "the main expression is not the last thing in the file",
			"a definition after it")
	}
}

// body parses up to the end of a definition or of the main expression.
func (p *parser) body(what uint8) {
	for p.Push(what); !p.Lost; {
		switch f := p.Top(); {
		case isExpression(f):
			p.expression(f)
		case f.What != fSkipped:
			p.shape(f)
		default:
			p.skip(f)
		}
	}
}

// ends ends the body if it ends at the current token, and reports whether it does.
func (p *parser) ends() bool {
	switch k := p.Kind(); {
	case k == syntax.Semicolon, k == syntax.EOF:
	case k == syntax.Name && p.Toks[p.I+1].Kind == syntax.Equals && p.headHere(), k == tDollar && p.headHere():
	default:
		return false
	}
	p.end()
	return true
}

// end ends the body at a semicolon, at the end of the file, or where another definition begins.
func (p *parser) end() {
	f, ends := p.Top(), p.Kind() == syntax.EOF
	p.Lost = true
	p.Unfinished = p.Unfinished || ends && (p.Nest > 0 && !p.mute || !p.Bad && f.What != fMain)
	if p.Nest == 0 && p.Height() > 0 {
		p.collapse(f)
		return
	}
	what, at, why := "an expression", p.Here(), "the definition ends here"
	if f.What == fTypeBody {
		what = "a type"
	}
	if ends = ends || p.Kind() == syntax.Semicolon; !ends {
		at, why = p.headSpan(), "another definition begins here"
	}
	switch {
	case p.Nest > 0:
		if !p.Silent && f.What != fSkipped {
			p.openBracket(f, at, why)
		}
		p.Bad, p.Silent, p.mute = true, true, true
		clear(p.open[:])
	case ends:
		p.missing(what)
	default:
		p.once(p.MissingHere(what))
	}
}
