package k

import (
	"fmt"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// One mistake is reported once, because of three mechanisms:
//
//  - frame.broken: after an error no more errors of the same field are reported, up to its comma or closing bracket.
//    Nested brackets in it are still checked.
//  - parser.silent: after an error in the brackets themselves, or where the ends of tokens are uncertain, no more
//    errors of the definition are reported.
//  - A ";" ends a definition in any state, and so does the beginning of the next one where it is unlikely to be
//    anything else.

// say reports a syntax error, unless it may be a consequence of a reported one.
func (p *parser) say(code lang.Code, s lang.Span, message, label string) *lang.Diagnostic {
	f := p.top()
	quiet := p.silent || f.broken
	p.bad, f.broken = true, true
	if quiet {
		return &p.nowhere
	}
	return p.suspect(p.report(code, int(s.Start), int(s.End), message, label))
}

// suspect adds the place of a string that seems to contain a definition because of a missing quote.
func (p *parser) suspect(d *lang.Diagnostic) *lang.Diagnostic {
	if p.swallowed.End > 0 {
		d.Related = append(d.Related, lang.Related{Span: p.swallowed, Message: lang.Text(earlierEnd)})
	}
	return d
}

// unexpected reports the current token. The default for expected depends on the innermost bracket.
func (p *parser) unexpected(expected string) *lang.Diagnostic {
	if expected == "" {
		expected = p.expected()
	}
	return p.notHere(p.here(), p.found(), expected)
}

func (p *parser) notHere(s lang.Span, found, expected string) *lang.Diagnostic {
	return p.say(lang.UnexpectedToken, s,
		fmt.Sprintf("%s cannot stand here, where %s is expected", found, expected), "expected "+expected)
}

// missing reports that something is missing before the current token, or before the next definition if the body ended
// there.
func (p *parser) missing(what string, end outcome) {
	place := p.here()
	message := what + " is missing before " + p.found()
	f := p.top()
	if f.hole {
		p.bad = true
		return
	}
	f.hole = p.tok == tComma
	gap := int32(p.prevEnd)
	if end == headRead {
		gap = p.headGap
	}
	if p.tok == tEOF || end == headRead || end == atHead || strings.Contains(p.src[gap:p.start], "\n") {
		place = lang.Span{Start: gap, End: gap}
		message = what + " is missing here"
	}
	d := p.say(lang.MissingExpression, place, message, what+" is missing")
	if f.comma && p.tok.isCloser() {
		d.Help = lang.Texts("delete the `,` before the bracket")
	}
}

// found names the current token.
func (p *parser) found() string {
	switch p.tok {
	case tEOF:
		return "the end of the file"
	case tString:
		return "the string `" + lang.Clip(p.src[p.start:p.end]) + "`"
	}
	return "`" + lang.Clip(p.src[p.start:p.end]) + "`"
}

// sample returns the text of an expression for a hint.
func (p *parser) sample(e item) string { return lang.Clip(p.src[e.start:e.end]) }

// expected describes what is allowed at the current place.
func (p *parser) expected() string {
	f := p.top()
	closer := "`;`"
	switch {
	case f.opener != tEOF:
		closer = "`" + spellings[f.opener.partner()] + "`"
	case p.context == lang.MainName:
		closer = "the end of the file"
	}
	if family := f.kind.family(); family == inExpression || family == inSkipped {
		switch f.kind {
		case fProduct:
			return "an expression, a label, `,` or " + closer
		case fMerge, fVector:
			return "an expression, `,` or " + closer
		}
		return "an expression or " + closer
	}
	switch {
	case f.state == sLabel:
		return "a label"
	case f.state == sDone && f.kind.fieldedKind():
		return "`,` or " + closer
	case f.state == sDone:
		return closer
	}
	return f.kind.operand()
}

// unclosed reports, at the end of a definition, the innermost bracket that is still open, if any.
func (p *parser) unclosed(end lang.Span, why string) {
	if len(p.frames) == 1 {
		return
	}
	if f := p.top(); !p.silent && !f.broken && f.kind != fSkipped {
		p.openBracket(f, end, why)
	}
	p.unfinished = p.unfinished || p.tok == tEOF && !p.silent
	p.bad, p.silent = true, true
}

func (p *parser) openBracket(f *frame, end lang.Span, why string) {
	d := p.report(lang.UnclosedBracket, int(f.start), int(f.start)+1,
		fmt.Sprintf("this `%s` is never closed", spellings[f.opener]),
		fmt.Sprintf("no `%s` follows", spellings[f.opener.partner()]))
	d.Related = []lang.Related{{Span: end, Message: lang.Text(why)}}
	p.suspect(d)
}

// wrongCloser handles a closing bracket that does not match the innermost open one.
func (p *parser) wrongCloser() {
	closer := spellings[p.tok]
	opener := p.tok - tRBrace + tLBrace
	f := p.top()
	quiet := p.silent || f.broken || f.kind == fSkipped
	p.bad, p.silent = true, true
	switch {
	case len(p.frames) == 1:
		if !quiet {
			p.report(lang.StrayBracket, p.start, p.end, fmt.Sprintf("this `%s` closes nothing", closer),
				"no bracket is open here")
		}
		p.advance()
	case p.open[opener] > 0: // the brackets between are not closed
		if !quiet {
			p.openBracket(f, p.here(), fmt.Sprintf("this `%s` closes the `%s` around it", closer, spellings[opener]))
		}
		for p.top().opener != opener {
			p.exit()
		}
	default: // treat it as the right one
		if !quiet {
			d := p.report(lang.MismatchedBracket, p.start, p.end,
				fmt.Sprintf("`%s` does not close `%s`", closer, spellings[f.opener]),
				fmt.Sprintf("expected `%s`", spellings[f.opener.partner()]))
			d.Related = []lang.Related{{
				Span:    lang.Span{Start: f.start, End: f.start + 1},
				Message: lang.Text("the bracket that is open here"),
			}}
		}
		p.tok = f.opener.partner()
	}
}

// headHere reports whether a definition begins at the current token, a name or a dollar. Within brackets it must begin
// its line, and within those of a filter without indentation: "X=" is a common mistake there.
func (p *parser) headHere() bool {
	if len(p.frames) > 1 {
		i := p.start
		if p.top().kind.family() == inCode {
			i = p.lineIndent(i)
		}
		if i > 0 && p.src[i-1] != '\n' {
			return false
		}
	}
	if p.tok == tName {
		return p.equalsFollows()
	}
	return p.definitionAt(p.start)
}

// lineIndent returns the start of the blanks before i.
func (p *parser) lineIndent(i int) int {
	for i > 0 && (p.src[i-1] == ' ' || p.src[i-1] == '\t') {
		i--
	}
	return i
}
