package relay

import (
	"github.com/patgraph/patgraph/lang"
)

// say reports a syntax error, unless nothing more is to be said of the declaration.
func (p *parser) say(code lang.Code, s lang.Span, message, label string) *lang.Diagnostic {
	p.bad = true
	if p.silent || p.wreck >= 0 && int(p.tok().start) > p.wreck {
		return &p.nowhere
	}
	return p.report(code, int(s.Start), int(s.End), message, label)
}

// slip reports a mistake of which it is sure what was meant; reading goes on as if that
// stood there.
func (p *parser) slip(code lang.Code, s lang.Span, message, label string, fixes []lang.Fix) *lang.Diagnostic {
	d := p.say(code, s, message, label)
	d.Fixes = fixes
	return d
}

// found names the present token.
func (p *parser) found() string {
	if p.kind() == tEOF {
		return "the end of the file"
	}
	return "`" + lang.Clip(p.text()) + "`"
}

// unexpected reports the present token, unless it is unreadable anyway.
func (p *parser) unexpected(expected string) *lang.Diagnostic {
	if p.kind() == tBad {
		p.bad = true
		return &p.nowhere
	}
	if p.kind() == tEOF {
		p.unfinished = p.unfinished || !p.silent
	}
	return p.say(lang.UnexpectedToken, p.here(), p.found()+" cannot stand here, where "+expected+" is expected", "expected "+expected)
}

// fail reports the present token and gives up what is open.
func (p *parser) fail(expected string) *lang.Diagnostic {
	d := p.unexpected(expected)
	p.giveUp()
	return d
}

// need gives up where something is not so, and reports whether it is.
func (p *parser) need(so bool, expected string) bool {
	if !so {
		p.fail(expected)
	}
	return so
}

// missing reports that something is missing at the present token, or behind what stands
// before it if that is on an earlier line.
func (p *parser) missing(what string) *lang.Diagnostic {
	if p.kind() == tBad {
		p.bad = true
		return &p.nowhere
	}
	if p.kind() == tEOF || p.tok().line {
		at := p.prevEnd()
		p.unfinished = p.unfinished || p.kind() == tEOF
		return p.say(lang.MissingExpression, lang.Span{Start: at, End: at}, what+" is missing here", what+" is missing")
	}
	return p.say(lang.MissingExpression, p.here(), what+" is missing before "+p.found(), what+" is missing")
}

// giveUp takes back what is open up to the innermost brace and goes on behind the next `;`
// in it, or where it ends.
func (p *parser) giveUp() {
	n := len(p.frames) - 1
	for n >= 0 && (p.frames[n].open < 0 || p.toks[p.frames[n].open].kind != tLBrace) {
		n--
	}
	if n < 0 && len(p.frames) > 0 && p.frames[0].what == cBlock {
		n = 0
	}
	depth := 0
	for first := true; ; first = false {
		k := p.kind()
		if k == tEOF || p.startsDeclaration() || n <= 0 && depth == 0 && p.tok().line && !first && k.startsExpression() && p.tok().indent <= p.margin {
			p.ended = true
			return
		}
		switch {
		case k.isOpener():
			depth++
		case k == tRBrace && depth == 0:
			if n < 0 {
				p.ended = true
				p.advance()
				return
			}
			p.resume(n)
			return
		case k.isCloser():
			if depth = max(depth-1, 0); depth == 0 && n < 0 && k == tRBrace { // the body
				p.ended = true
				p.advance()
				return
			}
		case depth > 0:
		case k == tSemicolon && n >= 0 && p.frames[n].what == cBlock:
			p.resume(n)
			return
		case n >= 0 && p.frames[n].what == cMatch && (k == tComma || p.is("case") && !first):
			p.resume(n)
			return
		case k == tSemicolon && n < 0:
			p.ended = true
			return
		}
		p.advance()
	}
}

// resume goes on in a frame behind a part that could not be read.
func (p *parser) resume(n int) {
	for len(p.frames) > n+1 {
		p.pop()
	}
	f := p.top()
	p.stack, p.ops = p.stack[:f.base], p.ops[:f.ops]
	at := p.prevEnd()
	p.node(OpBad, at, at, int32(len(p.stack)))
	switch f.what {
	case cBlock:
		f.state = 1
	case cMatch:
		f.state = 6
	case cData:
		f.state = 4
	}
}

// closes reads the closing bracket of a frame. If it is missing that is reported, and
// reading goes on as if it stood behind what came last. It reports false when what is there
// is something else, which may be a mistake within the brackets.
func (p *parser) closes(f *frame, expected string) bool {
	open := p.toks[f.open]
	closer := open.kind.partner()
	if p.kind() == closer {
		p.leave(f)
		p.advance()
		return true
	}
	if !p.endsBracket(f) {
		return false
	}
	at := p.prevEnd()
	s := p.here()
	if p.kind() == tEOF || p.tok().line {
		s = lang.Span{Start: at, End: at}
	}
	text := spellings[closer]
	p.unfinished = p.unfinished || p.kind() == tEOF && !p.silent
	if p.unclosed > 0 && p.unclosedAt == p.i && len(p.diags) > 0 { // one mistake, even if it takes several brackets
		d := &p.diags[p.unclosed-1]
		d.Fixes[0].Edits[0].Text += text
		d.Fixes[0].Title = lang.Text("add `" + lang.Clip(d.Fixes[0].Edits[0].Text) + "`")
		p.bad = true
		p.leave(f)
		return true
	}
	told := len(p.diags)
	d := p.slip(lang.UnclosedBracket, s, "`"+spellings[open.kind]+"` is not closed before "+p.found(), "expected "+expected,
		lang.Sure("add `"+text+"`", lang.Span{Start: at, End: at}, text))
	d.Related = []lang.Related{{Span: open.span(), Message: lang.Text("the bracket that is open")}}
	if len(p.diags) > told {
		p.unclosed, p.unclosedAt = len(p.diags), p.i
	}
	p.silent = p.silent || p.kind() == tEOF || p.startsDeclaration() || p.kind().isCloser() && !p.opened(p.kind())
	p.leave(f)
	return true
}

// opened reports whether a bracket is open that a token closes.
func (p *parser) opened(closer kind) bool {
	for i := range p.frames {
		if f := &p.frames[len(p.frames)-1-i]; f.open >= 0 && p.toks[f.open].kind.partner() == closer {
			return true
		}
	}
	return false
}

// endsBracket reports whether the present token surely stands behind the bracket of a frame,
// which should have been closed before it.
func (p *parser) endsBracket(f *frame) bool {
	t := p.tok()
	closer := p.toks[f.open].kind.partner()
	if t.kind == tEOF || p.startsDeclaration() {
		return true
	}
	switch t.kind {
	case tGlobal, tName:
		if n := len(p.frames) - 2; n >= 0 && p.frames[n].what == cMatch && t.line && p.caseHere(p.i) {
			return true
		}
		// What begins as far to the left as the declaration does, where other lines do not.
		if closer != tRBrace || !t.line || t.indent > p.margin || f.what != cBlock && f.state == 2 { // where a part may begin
			return false
		}
		first := p.toks[f.open+1]
		return !first.line || first.indent > p.margin
	case tSemicolon, tRBrace, tRBrack, tRParen, tArrow, tFatArrow, tLBrace, tLet, tFreeVar:
		return closer != tRBrace
	case tLParen:
		return closer == tGreater
	}
	return false
}
