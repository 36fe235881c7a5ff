package tensorscript

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// elsewhere reports whether the current token certainly begins a declaration, and is not the name of an argument.
func (p *parser) elsewhere() bool {
	k := p.Kind()
	return (k == tDef || startsItem(k) && p.Tok().Line) && p.Peek(1).Kind != syntax.Equals
}

// giveUp abandons the open constructs up to the innermost block of statements and continues after the next `;` in it,
// or at its end. Outside of a block the declaration is lost.
func (p *parser) giveUp() {
	n := len(p.Frames) - 1
	for n >= 0 && p.Frames[n].What != cBlock {
		n--
	}
	if n < 0 {
		p.Lost = true
		return
	}
	p.Skip(func(k syntax.Kind, depth int) bool {
		p.Lost = k == syntax.EOF || p.elsewhere()
		return p.Lost || depth == 0 && (k == syntax.Semicolon || k == syntax.RBrace)
	})
	if !p.Lost {
		p.Resume(n).State = bBetween
	}
}

// closes parses the partner of a bracket. If it is missing and the current token certainly belongs to something else,
// that is reported, and parsing continues as if the bracket were after the previous token; otherwise it returns false.
func (p *parser) closes(open *syntax.Tok, expected string) bool {
	closer := open.Kind.Partner()
	if p.Lost || p.Accept(closer) {
		return !p.Lost
	}
	switch k := p.Kind(); {
	case closer == syntax.RBrack && k == syntax.RParen:
		if p.Peek(1).Kind == closer {
			p.Stray()
		} else {
			p.Slip(lang.MismatchedBracket, p.Here(), "`)` closes `[`", "expected `]`",
				lang.Sure("write `]`", p.Here(), "]")).
				Related = []lang.Related{{Span: open.Span(), Message: lang.Text("the bracket that is open")}}
		}
		p.Advance()
	case k == syntax.EOF, p.elsewhere(),
		k == syntax.Semicolon, closer != syntax.RBrace &&
			(k == syntax.RBrace || k == syntax.RParen || k == syntax.RBrack || k == syntax.LBrace ||
				k == syntax.Arrow || k == syntax.Greater || k == syntax.Pipe):
		p.unclosed(open)
	default:
		p.Fail(expected)
		return false
	}
	return true
}

// unclosed reports a bracket that is not closed after the previous token.
func (p *parser) unclosed(open *syntax.Tok) {
	p.Unclosed(open, "`"+open.Kind.Partner().String()+"`")
	p.Silent = p.Silent || p.Kind() == syntax.EOF
}
