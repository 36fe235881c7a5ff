package tensorscript

import "github.com/patgraph/patgraph/lang"

// say reports a syntax error, unless nothing more is to be said of the declaration.
func (p *parser) say(code lang.Code, s lang.Span, message, label string) *lang.Diagnostic {
	p.bad = true
	if p.silent {
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

// elsewhere reports whether the present token surely begins a declaration, and is no argument's name.
func (p *parser) elsewhere() bool {
	k := p.kind()
	return (k == tDef || k.startsItem() && p.tok().line) && p.peek(1) != tEquals
}

// expect goes past a token of a kind, or fails.
func (p *parser) expect(k kind, expected string) bool {
	if !p.accept(k) {
		p.fail(expected)
		return false
	}
	return true
}

// missing reports that something is missing at the present token, or behind what stands
// before it if that is on an earlier line.
func (p *parser) missing(what string) *lang.Diagnostic {
	if p.kind() == tBad {
		p.bad = true
		return &p.nowhere
	}
	if p.kind() == tEOF || p.tok().line {
		p.unfinished = p.unfinished || p.kind() == tEOF && !p.silent
		return p.say(lang.MissingExpression, p.behind(), what+" is missing here", what+" is missing")
	}
	return p.say(lang.MissingExpression, p.here(), what+" is missing before "+p.found(), what+" is missing")
}

// giveUp takes back what is open up to the innermost block of statements and goes on behind the next
// `;` in it, or where it ends. Without one the declaration is lost.
func (p *parser) giveUp() {
	n := len(p.frames) - 1
	for n >= 0 && p.frames[n].what != cBlock {
		n--
	}
	if n < 0 {
		p.lost = true
		return
	}
	for depth := 0; ; p.advance() {
		switch k := p.kind(); {
		case k == tEOF, p.elsewhere():
			p.lost = true
			return
		case depth == 0 && (k == tSemicolon || k == tRBrace):
			f := &p.frames[n]
			p.frames, p.stack, p.ops = p.frames[:n+1], p.stack[:f.base], p.ops[:f.ops]
			f.state = bBetween
			return
		case k.isOpener():
			depth++
		case k.isCloser():
			depth = max(depth-1, 0)
		}
	}
}

// closes reads the partner of a bracket. If it is missing that is reported, and reading goes on as
// if it stood behind what came last, where what is there surely belongs to something else.
func (p *parser) closes(open *tok, expected string) {
	closer := open.kind + (tRParen - tLParen)
	if p.lost || p.accept(closer) {
		return
	}
	switch k := p.kind(); {
	case closer == tRBrack && k == tRParen:
		if p.peek(1) == closer {
			p.slip(lang.StrayBracket, p.here(), "this `)` closes nothing", "one too many", lang.Sure("delete it", p.here(), ""))
			p.advance()
		} else {
			p.slip(lang.MismatchedBracket, p.here(), "`)` closes `[`", "expected `]`", lang.Sure("write `]`", p.here(), "]")).
				Related = []lang.Related{{Span: open.span(), Message: lang.Text("the bracket that is open")}}
		}
		p.advance()
	case k == tEOF, p.elsewhere(),
		k == tSemicolon, closer != tRBrace && (k == tRBrace || k == tRParen || k == tRBrack || k == tLBrace || k == tArrow || k == tGreater || k == tPipe):
		p.unclosed(open, spellings[closer])
	default:
		p.fail(expected)
	}
}

// unclosed reports a bracket that is not closed behind the token before.
func (p *parser) unclosed(open *tok, closer string) {
	p.unfinished = p.unfinished || p.kind() == tEOF && !p.silent
	s := p.here()
	if p.kind() == tEOF || p.tok().line {
		s = p.behind()
	}
	p.slip(lang.UnclosedBracket, s, "`"+spellings[open.kind]+"` is not closed before "+p.found(), "expected `"+closer+"`", lang.Sure("add `"+closer+"`", p.behind(), closer)).
		Related = []lang.Related{{Span: open.span(), Message: lang.Text("the bracket that is open")}}
	p.silent = p.silent || p.kind() == tEOF
}
