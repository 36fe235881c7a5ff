package syntax

import (
	"iter"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/layout"
)

// A Printer writes nodes of a tree with the comments between them. Most nodes have a form; the language itself writes
// the others.
type Printer struct {
	layout.Printer
	Tree         *Tree
	Walker[bool]                         // state: whether the brackets of the node are also those of the enclosing node
	Around       func(part NodeID) int32 // returns the beginning of the text around a part; nil: the part itself
}

// LayTree is Lay for the text of a tree. Comments within braces have blanks around them.
func (p *Printer) LayTree(t *Tree, width int, lines []lang.LineRange, items iter.Seq2[int, lang.Span], item func(i int),
	file func()) []byte {
	p.Tree, p.L.Braces = t, true
	return p.Lay(t.File.Src, t.Comments, width, lines, items, item, file)
}

// Differs describes how the layout of a tree differs from it, given whether both are equal; "" if it does not.
func (t *Tree) Differs(laid *Tree, equal bool) string {
	if !equal {
		return "what was written is another program"
	}
	return layout.OtherComments(t.File.Src, laid.File.Src, t.Comments, laid.Comments)
}

// A Form describes how nodes of one construct are written: as a text, in which `%` and a character mean
//
//	%0 … %9  a part
//	%n       the name
//	%o       the name, written between parts, as an operator
//	%_ %~    a blank; for the second the line may end instead
//	%< %>    text that is kept in one line if it fits
//	%[ %]    the same, but text before it is broken first
//	%{ %}    text that is broken like its braces, unless they are also those of the enclosing node
//	%( %)    text that is written only if the part in it exists
//	%*       all further parts, with commas, in the open bracket
//
// Parts are in their order. Between `%*` and the closing bracket, with which such a form ends, there may be text that
// ends the last part.
type Form struct {
	before [][]formPiece // by part
	after  []formPiece
	list   bool   // with `%*`: its parts begin at len(before), and `after` is the text before them
	open   string // the bracket
	last   string // the text that ends the last part
	close  string
}

type formPiece struct {
	verb byte // 0 for text
	text string
	part int // the part that must exist, or -1
}

// Forms are indexed by construct; nil for none.
type Forms [1 << 8]*Form

// NewForms parses forms. It panics if one is malformed, which any test of a language detects.
func NewForms(texts map[Op]string) *Forms {
	forms := new(Forms)
	for op, text := range texts {
		forms[op] = NewForm(text)
	}
	return forms
}

// NewForm parses a form, as NewForms does.
func NewForm(text string) *Form {
	f := new(Form)
	pieces, optional := []formPiece(nil), -1 // where the optional text begins
	for text != "" {
		literal, rest, verbs := strings.Cut(text, "%")
		if literal != "" {
			pieces = append(pieces, formPiece{text: literal, part: -1})
		}
		if text = rest; !verbs {
			break
		}
		verb := rest[0]
		text = rest[1:]
		switch {
		case IsDigit(verb):
			if int(verb-'0') != len(f.before) {
				panic("syntax: a part has another place")
			}
			f.before = append(f.before, pieces)
			pieces = nil
		case verb == '(':
			optional = len(pieces)
		case verb == ')':
			// The text before the part is already in f.before.
			part := len(f.before) - 1
			for _, some := range [][]formPiece{f.before[part][optional:], pieces} {
				for i := range some {
					some[i].part = part
				}
			}
		case verb == '*':
			open := &pieces[len(pieces)-1].text
			f.list, f.open, *open = true, (*open)[len(*open)-1:], (*open)[:len(*open)-1]
			f.last, f.close = text[:len(text)-1], text[len(text)-1:]
			text = ""
		case strings.IndexByte("no_~<>[]{}", verb) >= 0:
			pieces = append(pieces, formPiece{verb: verb, part: -1})
		default:
			panic("syntax: a form has no %" + string(verb))
		}
	}
	for _, piece := range pieces {
		if piece.verb == '_' || piece.verb == '~' ||
			f.list && piece.verb != 0 && piece.verb != 'n' && piece.verb != 'o' {
			panic("syntax: no part follows %" + string(piece.verb))
		}
	}
	f.after = pieces
	return f
}

// Before writes the text of a form before a part of a node.
func (p *Printer) Before(f *Form, v *Visit[bool], n *Node, kids []NodeID, i int) {
	if fixed := len(f.before); i >= fixed {
		open := ""
		if i == fixed {
			open = p.opens(f, n)
		}
		p.Part(i-fixed, open, p.Tree.Span(kids[i]).Start, p.start(kids[i]))
		return
	}
	for _, piece := range f.before[i] {
		if piece.part < 0 || kids[piece.part] != NoNode {
			p.piece(&piece, v, n, kids[i])
		}
	}
}

// After writes the text of a form after the parts of a node.
func (p *Printer) After(f *Form, v *Visit[bool], n *Node, kids []NodeID) {
	if f.list {
		of, at := len(kids)-len(f.before), n.End-1
		if p.Src[at] != f.close[0] {
			at = p.Seek(f.close[0], 0)
		}
		if of == 0 {
			p.text(strings.TrimSuffix(p.opens(f, n), f.open))
		} else {
			p.text(f.last)
		}
		p.Parts(of, f.open+f.close, at)
		return
	}
	for _, piece := range f.after {
		if piece.part < 0 || kids[piece.part] != NoNode {
			p.piece(&piece, v, n, NoNode)
		}
	}
}

// opens returns the text before the parts of a list, with its bracket.
func (p *Printer) opens(f *Form, n *Node) string {
	text := f.open
	for i := len(f.after) - 1; i >= 0; i-- {
		switch piece := &f.after[i]; piece.verb {
		case 0:
			text = piece.text + text
		case 'o':
			p.passName(n)
			fallthrough
		default:
			text = p.Tree.Syms.Text(n.Sym) + text
		}
	}
	return text
}

// passName records that the name of a node is written.
func (p *Printer) passName(n *Node) {
	p.Last = max(p.Last, n.At+int32(len(p.Tree.Syms.Text(n.Sym))))
}

func (p *Printer) text(s string) {
	if s != "" {
		p.L.Str(s)
	}
}

// start returns the beginning of a part, including the text around it.
func (p *Printer) start(part NodeID) int32 {
	if p.Around != nil {
		return p.Around(part)
	}
	return p.Tree.Span(part).Start
}

func (p *Printer) piece(piece *formPiece, v *Visit[bool], n *Node, next NodeID) {
	switch piece.verb {
	case 0:
		p.L.Str(piece.text)
	case 'n':
		p.L.Str(p.Tree.Syms.Text(n.Sym))
	case 'o':
		p.L.Str(p.Tree.Syms.Text(n.Sym))
		p.passName(n)
	case '_':
		p.Gap(p.start(next), layout.Space)
	case '~':
		p.Gap(p.start(next), layout.Fill)
	case '<':
		p.L.Begin(layout.Group)
	case '[':
		p.L.Begin(layout.Group)
		p.L.Stiff()
	case '{':
		if !v.State {
			p.L.Begin(layout.Bracket)
		}
	case '}':
		if !v.State {
			p.L.End()
		}
	case '>', ']':
		p.L.End()
	}
}
