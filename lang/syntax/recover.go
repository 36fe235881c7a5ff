package syntax

import "github.com/patgraph/patgraph/lang"

// Say reports a syntax error, unless the declaration is silent.
func (p *Parser) Say(code lang.Code, s lang.Span, message, label string) *lang.Diagnostic {
	p.Watch.Nth(p.I)
	p.Bad = true
	again := p.said == p.I+1 // an error at this token is already reported
	p.said = p.I + 1
	if again || p.Silent || p.Wreck >= 0 && int(p.Tok().Start) > p.Wreck {
		return &p.nowhere
	}
	return p.Report(code, int(s.Start), int(s.End), message, label)
}

// Slip reports a mistake with only one possible meaning; parsing continues as if it were fixed.
func (p *Parser) Slip(code lang.Code, s lang.Span, message, label string, fixes []lang.Fix) *lang.Diagnostic {
	d := p.Say(code, s, message, label)
	d.Fixes = fixes
	return d
}

// Found names the current token.
func (p *Parser) Found() string {
	text := "`" + lang.Clip(p.Text()) + "`"
	switch p.Kind() {
	case EOF:
		return "the end of the file"
	case String:
		return "the string " + text
	}
	return text
}

// Unexpected reports the current token, unless it is unreadable anyway.
func (p *Parser) Unexpected(expected string) *lang.Diagnostic {
	if p.Kind() == BadToken {
		p.Bad = true
		return &p.nowhere
	}
	p.ends()
	return p.Say(lang.UnexpectedToken, p.Here(), p.Found()+" is unexpected: expected "+expected,
		"expected "+expected)
}

// Fail is Unexpected, and then gives up the open constructs.
func (p *Parser) Fail(expected string) *lang.Diagnostic {
	d := p.Unexpected(expected)
	p.GiveUp()
	return d
}

// Need fails unless a condition holds, and returns the condition. It is false if the declaration is lost.
func (p *Parser) Need(so bool, expected string) bool {
	if p.Lost {
		return false
	}
	if !so {
		p.Fail(expected)
	}
	return so
}

// Expect moves past a token of a kind, or fails.
func (p *Parser) Expect(k Kind, expected string) bool {
	return p.Need(!p.Lost && p.Accept(k), expected)
}

// Missing reports that something is missing at the current token, or after the previous one if that is on an earlier
// line.
func (p *Parser) Missing(what string) *lang.Diagnostic {
	if p.Kind() == BadToken {
		p.Bad = true
		return &p.nowhere
	}
	if p.ends(); p.Kind() == EOF || p.Tok().Line {
		return p.MissingHere(what)
	}
	return p.Say(lang.MissingExpression, p.Here(), what+" is missing before "+p.Found(), what+" is missing")
}

// MissingHere reports that something is missing after the previous token.
func (p *Parser) MissingHere(what string) *lang.Diagnostic {
	return p.Say(lang.MissingExpression, p.Behind(), what+" is missing here", what+" is missing")
}

// Unclosed reports a bracket that is not closed after the previous token; parsing continues as if it were.
func (p *Parser) Unclosed(open *Tok, expected string) *lang.Diagnostic {
	s, closer := p.Here(), open.Kind.Partner().String()
	if p.ends(); p.Kind() == EOF || p.Tok().Line {
		s = p.Behind()
	}
	d := p.Slip(lang.UnclosedBracket, s, "`"+open.Kind.String()+"` is not closed before "+p.Found(),
		"expected "+expected, lang.Sure("add `"+closer+"`", p.Behind(), closer))
	d.Related = []lang.Related{{Span: open.Span(), Message: lang.Text("the bracket that is open")}}
	return d
}

// ends records that the text ends where more of it is expected.
func (p *Parser) ends() {
	p.Unfinished = p.Unfinished || p.Kind() == EOF && !p.Silent
}

// Stray reports a closing bracket without an opening one, and moves past it.
func (p *Parser) Stray() {
	p.Needless(lang.StrayBracket, "this `"+p.Kind().String()+"` has no opening bracket", "one too many", "delete it")
}

// Needless reports a superfluous token, and moves past it.
func (p *Parser) Needless(code lang.Code, message, label, fix string) {
	p.Slip(code, p.Here(), message, label, lang.Sure(fix, p.Here(), ""))
	p.Advance()
}

// Once reports a mistake for the first time in a declaration, and adds the further times to that report. first is the
// number of the report from 1, or 0. The change has a title for one edit, and one for all.
func (p *Parser) Once(first *int, at lang.Span, message, label string, edit lang.Edit, one, all string) {
	if *first > 0 {
		d := &p.Diags[*first-1]
		d.Relate(at, "%s", label)
		d.Fixes[0].Title = lang.Text(all)
		p.AlsoEdits(*first, edit)
		return
	}
	d := p.Slip(lang.UnexpectedToken, at, message, label, lang.Sure(one, edit.Span, edit.Text))
	if last := len(p.Diags); last > 0 && d == &p.Diags[last-1] { // it is kept
		*first = last
	}
}

// AlsoEdits adds an edit to the change of a report.
func (p *Parser) AlsoEdits(number int, edit lang.Edit) {
	p.Bad = true
	f := &p.Diags[number-1].Fixes[0]
	f.Edits = append(f.Edits, edit)
}
