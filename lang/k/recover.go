package k

import (
	"fmt"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// One mistake is reported once, because of three mechanisms:
//
//  - Parser.Silent: after an error no more errors of the same field are reported, up to its comma or closing bracket.
//    Nested brackets in it are still checked.
//  - parser.mute: after an error in the brackets themselves, or where the ends of tokens are uncertain, no more errors
//    of the definition are reported.
//  - A ";" ends a definition in any state, and so does the beginning of the next one where it is unlikely to be
//    anything else.

// say reports a syntax error, unless it may be a consequence of a reported one.
func (p *parser) say(code lang.Code, s lang.Span, message, label string) *lang.Diagnostic {
	return p.once(p.Say(code, s, message, label))
}

// once completes a report, the last one of its field. A string that seems to contain a definition because of a missing
// quote may be the cause.
func (p *parser) once(d *lang.Diagnostic) *lang.Diagnostic {
	if !p.Silent && p.swallowed.End > 0 {
		d.Related = append(d.Related, lang.Related{Span: p.swallowed, Message: lang.Text(earlierEnd)})
	}
	p.Silent = true
	return d
}

// unexpected reports the current token. The default for expected depends on the innermost bracket.
func (p *parser) unexpected(expected string) *lang.Diagnostic {
	if expected == "" {
		expected = p.expected()
	}
	return p.once(p.Unexpected(expected))
}

// missing reports that something is missing before the current token.
func (p *parser) missing(what string) {
	f := p.Top()
	if f.Mode&mHole != 0 {
		p.Bad = true
		return
	}
	if p.Kind() == syntax.Comma {
		f.Mode |= mHole
	}
	if p.Kind() == syntax.EOF {
		p.once(p.MissingHere(what))
		return
	}
	d := p.once(p.Missing(what))
	if f.Mode&mComma != 0 && isCloser(p.Kind()) {
		d.Help = lang.Texts("delete the `,` before the bracket")
	}
}

// closer returns the sign that closes a bracket.
func (p *parser) closer(f *syntax.Frame) string { return p.Toks[f.Open].Kind.Partner().String() }

// expected describes what is allowed at the current place.
func (p *parser) expected() string {
	f := p.Top()
	closer := "`;`"
	switch {
	case f.Open >= 0:
		closer = "`" + p.closer(f) + "`"
	case f.What == fMain:
		closer = "the end of the file"
	}
	switch {
	case f.What == fProduct:
		return "an expression, a label, `,` or " + closer
	case f.What == fMerge, f.What == fVector:
		return "an expression, `,` or " + closer
	case isExpression(f):
		return "an expression or " + closer
	case f.State == sLabel:
		return "a label"
	case f.State == sDone && hasFields(f):
		return "`,` or " + closer
	case f.State == sDone:
		return closer
	}
	return operandOf(f)
}

// openBracket reports a bracket that is not closed before a place.
func (p *parser) openBracket(f *syntax.Frame, end lang.Span, why string) {
	open := p.Toks[f.Open].Span()
	d := p.Report(lang.UnclosedBracket, int(open.Start), int(open.End),
		fmt.Sprintf("this `%s` is never closed", p.Toks[f.Open].Kind), fmt.Sprintf("no `%s` follows", p.closer(f)))
	d.Related = []lang.Related{{Span: end, Message: lang.Text(why)}}
	p.once(d)
}

// matches reports whether the current token closes a bracket.
func (p *parser) matches(f *syntax.Frame) bool {
	return f.Open >= 0 && p.Kind() == p.Toks[f.Open].Kind.Partner()
}

// closes reports whether the current token, a closing bracket, closes the innermost open one. If it does not, that is
// reported: it closes one around it, or nothing, or it is replaced by the right one.
func (p *parser) closes(f *syntax.Frame) bool {
	if p.matches(f) {
		return true
	}
	closer, opener := p.Kind().String(), syntax.Less
	if p.Kind() != syntax.Greater {
		opener = p.Kind() - (syntax.RParen - syntax.LParen)
	}
	quiet := p.Silent || f.What == fSkipped
	switch {
	case p.Nest == 0:
		if !quiet {
			p.Report(lang.StrayBracket, int(p.Tok().Start), int(p.Tok().End),
				fmt.Sprintf("this `%s` has no opening bracket", closer), "no bracket is open here")
		}
		p.advance()
	case p.open[opener] > 0: // the brackets between are not closed
		if !quiet {
			p.openBracket(f, p.Here(), fmt.Sprintf("this `%s` closes the `%s` around it", closer, opener))
		}
		for p.Toks[p.Top().Open].Kind != opener {
			p.exit()
		}
	default: // treat it as the right one
		if !quiet {
			d := p.Report(lang.MismatchedBracket, int(p.Tok().Start), int(p.Tok().End),
				fmt.Sprintf("`%s` does not close `%s`", closer, p.Toks[f.Open].Kind),
				fmt.Sprintf("expected `%s`", p.closer(f)))
			d.Related = []lang.Related{{
				Span:    p.Toks[f.Open].Span(),
				Message: lang.Text("the bracket that is open here"),
			}}
		}
		p.Tok().Kind = p.Toks[f.Open].Kind.Partner()
	}
	p.Bad, p.Silent, p.mute = true, true, true
	return false
}

// call reports whether a parenthesis with a comma, the current token, is the call of a function in the notation of other
// languages: `f(a, b)`. It adds how that is written in k.
func (p *parser) call(f *syntax.Frame, d *lang.Diagnostic) bool {
	if f.Open == 0 {
		return false
	}
	open, name := p.Toks[f.Open], p.Toks[f.Open-1]
	if name.Kind != syntax.Name || name.End != open.Start {
		return false
	}
	text := p.Src[name.Start:name.End]
	if !slices.Contains(Builtins, text) || p.read == K6 {
		d.Help = lang.Texts("a function follows its argument: `{a x, b y} " + text + "`")
		return true
	}
	d.Help = lang.Texts("a function follows its argument: `[a, b] " + text + "`")
	depth := 0
	for i := int(f.Open); i < len(p.Toks) && i-int(f.Open) < longCall; i++ {
		switch p.Toks[i].Kind {
		case syntax.LParen:
			depth++
		case syntax.RParen:
			depth--
		}
		if depth > 0 {
			continue
		}
		fresh := "[" + p.Src[open.End:p.Toks[i].Start] + "] " + text
		d.Fixes = lang.Perhaps(lang.Sure("write `"+lang.Clip(fresh)+"`",
			lang.Span{Start: name.Start, End: p.Toks[i].End}, fresh))
		break
	}
	return true
}

// longCall is the maximum number of tokens of a call that is rewritten.
const longCall = 100
