package onnx

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// startsFunction reports whether the header of a function certainly begins at the current token: at the beginning of a
// line, with a setting.
func (p *parser) startsFunction() bool {
	t := p.Tok()
	return t.Kind == syntax.Less && t.Line && t.Indent == 0 && p.Peek(1).Kind == syntax.Name &&
		p.Peek(2).Kind == syntax.Colon && slices.Contains(Settings, p.Src[p.Peek(1).Start:p.Peek(1).End])
}

// startsNode reports whether a node certainly begins at the current token, with its results, a sign and an operator.
// If the node before it begins a line, this one does, too, and is not indented more.
func (p *parser) startsNode(last *syntax.Tok) bool {
	if t := p.Tok(); last.Line && (!t.Line || t.Indent > last.Indent) {
		return false
	}
	i := 0
	if p.Kind() == syntax.LBrack {
		if !isName(p.Peek(1).Kind) || p.Peek(2).Kind != syntax.RBrack {
			return false
		}
		i = 3
	}
	for isName(p.Peek(i).Kind) && p.Peek(i+1).Kind == syntax.Comma {
		i += 2
	}
	if isName(p.Peek(i).Kind) {
		i++
	}
	if p.Peek(i).Kind != syntax.Equals || !last.Line && !isName(p.Peek(i+1).Kind) {
		return false
	}
	switch p.Peek(i + 2).Kind {
	case syntax.Less, syntax.LParen, syntax.Dot, syntax.Colon:
		return true
	}
	return last.Line
}

// giveUp abandons the open constructs up to the innermost node, which becomes an OpBroken, and continues with the next
// node or at the end of the graph. In a header it continues after that, in a signature with the nodes.
func (p *parser) giveUp() {
	n := len(p.Frames) - 1
	for p.Frames[n].What != cNode && p.Frames[n].What > cGraph {
		n--
	}
	f := &p.Frames[n]
	first := &p.Toks[f.First]
	node, header := f.What == cNode, f.What != cGraph && f.State <= 1
	next := func(syntax.Kind, int) bool {
		return p.Kind() == syntax.EOF || p.startsFunction() || node && p.I > int(f.First) && p.startsNode(first)
	}
	if row := p.Top(); row.What == cList && row.Mode >= ofPairs { // the rest of it
		p.Skip(func(k syntax.Kind, depth int) bool {
			return next(k, depth) || k.IsOpener() || k.IsCloser() || k == syntax.FatArrow
		})
		p.Accept(p.Toks[row.Open].Kind.Partner())
	}
	p.Skip(func(k syntax.Kind, depth int) bool {
		switch {
		case next(k, depth):
			return true
		case node:
			return depth == 0 && k == syntax.RBrace
		case header:
			return depth == 0 && isName(k) && (p.Toks[p.I-1].Kind == syntax.Greater || p.Peek(1).Kind == syntax.LParen)
		}
		return depth == 0 && k == syntax.LBrace && p.startsBody()
	})
	for len(p.Frames) > n+1 { // what they have so far becomes part of the node
		p.Pop()
	}
	switch ends := p.Kind() == syntax.EOF || p.startsFunction(); {
	case node:
		p.Bad = f.Op != 0
		p.Finish(OpBroken)
	case ends:
		p.Lost = true
	case header:
		f.State = 1
	default:
		f.State = bodyState[f.What]
	}
}

// startsBody reports whether the brace that is the current token begins the nodes of a graph, not numbers.
func (p *parser) startsBody() bool {
	last := p.Toks[max(p.I-1, 0)].Kind
	return last == syntax.RParen || last == syntax.Greater
}

// closes parses the partner of a bracket. If it is missing and the current token certainly belongs to something else,
// that is reported, and parsing continues as if the bracket were after the previous token; otherwise it returns false.
func (p *parser) closes(open *syntax.Tok, expected string) bool {
	closer := open.Kind.Partner()
	if p.Lost || p.Accept(closer) {
		return !p.Lost
	}
	switch k := p.Kind(); {
	case k.IsCloser() && p.Peek(1).Kind == closer && closer != syntax.RBrace:
		p.Stray()
		p.Advance()
	case k.IsCloser() && closer != syntax.RBrace && k != syntax.RBrace:
		p.Slip(lang.MismatchedBracket, p.Here(), "`"+k.String()+"` closes `"+open.Kind.String()+"`",
			"expected `"+closer.String()+"`", lang.Sure("write `"+closer.String()+"`", p.Here(), closer.String())).
			Related = []lang.Related{{Span: open.Span(), Message: lang.Text("the bracket that is open")}}
		p.Advance()
	case k == syntax.EOF, p.startsFunction(),
		closer != syntax.RBrace && (k == syntax.RBrace || k == syntax.LBrace || k == syntax.LParen ||
			k == syntax.FatArrow || p.Tok().Line && p.startsNode(p.Tok())):
		p.Unclosed(open, "`"+closer.String()+"`")
		p.Silent = p.Silent || k == syntax.EOF
	default:
		d := p.Unexpected(expected)
		if isValue(k) && !p.Tok().Line && p.Peek(1).Kind != syntax.Equals {
			d.Fixes = lang.Perhaps(lang.Sure("add `,`", p.Behind(), ","))
		}
		p.GiveUp()
		return false
	}
	return true
}
