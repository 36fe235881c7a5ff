package syntax

import "strings"

// Recipe makes the step of a construct that is parsed in a fixed order. The text has the items, separated by blanks:
//
//	word    the current token, whatever it is
//	name    the current token, which becomes the name of the node
//	= -> ,  a required sign
//	,?      an optional sign
//
// All other words are keys of parts, the actions of the language, such as beginning a construct. At the end, a node is
// made of all parts. It panics if a word is none of these, which any test of a language detects.
func Recipe[L interface{ Parsing() *Parser }](op Op, text string, parts map[string]func(L, *Frame)) func(L, *Frame) {
	var items []func(L, *Frame)
	for _, word := range strings.Fields(text) {
		items = append(items, ingredient(word, parts))
	}
	return func(l L, f *Frame) {
		p := l.Parsing()
		for open := len(p.Frames); ; {
			if int(f.State) == len(items) {
				p.Finish(op)
				return
			}
			f.State++
			if items[f.State-1](l, f); p.Lost || len(p.Frames) != open { // a construct that was begun goes first
				return
			}
		}
	}
}

func ingredient[L interface{ Parsing() *Parser }](word string, parts map[string]func(L, *Frame)) func(L, *Frame) {
	switch part := parts[word]; {
	case part != nil:
		return part
	case word == "word":
		return func(l L, _ *Frame) { l.Parsing().Advance() }
	case word == "name":
		return func(l L, f *Frame) {
			p := l.Parsing()
			f.Sym, f.At = p.Tok().Sym, p.Tok().Start
			p.Advance()
		}
	}
	text, optional := strings.CutSuffix(word, "?")
	for sign := range Own {
		switch {
		case sign.String() != text:
		case optional:
			return func(l L, _ *Frame) { l.Parsing().Accept(sign) }
		default:
			return func(l L, _ *Frame) { l.Parsing().Expect(sign, "`"+text+"`") }
		}
	}
	panic("syntax: a recipe has no " + word)
}

// Parsing returns the parser that a language embeds.
func (p *Parser) Parsing() *Parser { return p }
