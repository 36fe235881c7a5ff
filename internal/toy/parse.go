package toy

import (
	"regexp"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// The operators of the syntax nodes.
const (
	number uint8 = iota
	text
	hole
	call     // of a definition
	variable // of a let
	read     // .a
	record
	chain // an expression and the fields that are read from it
	let
)

// A parser parses definitions, with a stack of its own.
type parser struct {
	at, end int // of the current definition
	tok     lang.Span
	text    string             // of the token; empty at the end
	named   bool               // it is a name
	last    int32              // the end of the previous token
	within  []message.Node     // records and lets
	scope   map[string][]int32 // by Name: its bindings, the innermost last
}

var (
	starts = regexp.MustCompile(`\n[A-Za-z_]`)
	token  = regexp.MustCompile(`^(?:[\x00- ]|#.*)*((?:let|in)\b|([A-Za-z_]\w*)|\d+|"[^"]*"|(?s:.)|$)`)
)

// The results of a parsing step that has not added a node.
const (
	open  int32 = -1 - iota // a part is next
	stuck                   // the next token is not allowed
)

func (p *program) parse() {
	for src := p.File.Src; p.end < len(src); {
		p.watch.Check()
		p.at, p.end = p.end, len(src)
		if next := starts.FindIndex(src[p.at:]); next != nil {
			p.end = p.at + next[0] + 1
		}
		if p.next(); p.text != "" {
			p.definition()
		}
	}
}

func (p *program) next() {
	m := token.FindSubmatchIndex(p.File.Src[p.at:p.end])
	p.last, p.tok = p.tok.End, lang.Span{Start: int32(p.at + m[2]), End: int32(p.at + m[3])}
	p.at, p.text, p.named = p.at+m[3], p.File.Text(p.tok), m[4] >= 0
}

// accept moves past the token if it is the wanted one.
func (p *program) accept(wanted bool) bool {
	if wanted {
		p.next()
	}
	return wanted
}

func (p *program) definition() {
	p.within, p.scope = nil, make(map[string][]int32)
	def := message.Definition{Name: p.text, NameSpan: p.tok, First: int32(len(p.Nodes)), Root: stuck}
	if p.accept(p.named) && p.accept(p.text == "=") {
		def.Root = p.expression()
	}
	if def.Bad = def.Root < 0 || p.text != ""; def.Bad {
		p.Wrong(lang.UnexpectedToken, p.tok, lang.Say("`%s` is unexpected", p.text))
		p.Nodes, def.Root, p.last = p.Nodes[:def.First], -1, p.tok.End
	}
	def.Span = lang.Span{Start: def.NameSpan.Start, End: p.last}
	p.Defs = append(p.Defs, def)
}

func (p *program) expression() int32 {
	e := p.operand()
	for e != stuck {
		switch {
		case e == open:
			e = p.operand()
		case p.text == ".":
			e = p.fields(e)
		case len(p.within) == 0:
			return e
		default:
			e = p.part(e)
		}
	}
	return stuck
}

// operand begins an expression.
func (p *program) operand() int32 {
	n := message.Node{Span: p.tok, Name: p.text, To: -1}
	switch {
	case p.accept(n.Name == "{"):
		n.Op = record
		p.within = append(p.within, n)
		return p.field(true)
	case p.accept(n.Name == "let"):
		n.Op, n.Name = let, p.text
		p.within = append(p.within, n)
		if p.accept(p.named) && p.accept(p.text == "=") {
			return open
		}
		return stuck
	case p.accept(n.Name == "_"):
		n.Op = hole
	case p.accept(p.named):
		n.Op = call
		if bound := p.scope[n.Name]; len(bound) > 0 {
			n.Op, n.To = variable, bound[len(bound)-1]
		}
	case p.accept(len(n.Name) > 1 && n.Name[0] == '"'):
		n.Op = text
	case !p.accept(n.Name >= "0" && n.Name < ":"):
		return stuck
	}
	return p.Add(n)
}

// slot returns the token as a label.
func (p *program) slot() message.Slot {
	return message.Slot{Label: unify.Label(p.syms.InternString(p.text)), Span: p.tok, Part: -1}
}

// field continues a record: with a field, or with its end.
func (p *program) field(more bool) int32 {
	n, slot := &p.within[len(p.within)-1], p.slot()
	if more && p.accept(p.named) && p.accept(p.text == ":") {
		n.Slots = append(n.Slots, slot)
		return open
	} else if (!more || len(n.Slots) == 0) && p.accept(p.text == "}") {
		return p.leave()
	}
	return stuck
}

// leave ends the innermost record or let.
func (p *program) leave() int32 {
	n := p.within[len(p.within)-1]
	p.within = p.within[:len(p.within)-1]
	n.Span.End = p.last
	return p.Add(n)
}

// part adds an expression to the innermost record or let.
func (p *program) part(e int32) int32 {
	n := &p.within[len(p.within)-1]
	n.Kids = append(n.Kids, e)
	switch {
	case n.Op == record:
		n.Slots[len(n.Slots)-1].Part = e
		return p.field(p.accept(p.text == ","))
	case len(n.Kids) == 2:
		p.scope[n.Name] = p.scope[n.Name][:len(p.scope[n.Name])-1]
		return p.leave()
	case p.accept(p.text == "in"):
		p.scope[n.Name] = append(p.scope[n.Name], e)
		return open
	}
	return stuck
}

// fields reads fields of an expression; `._` is a hole.
func (p *program) fields(of int32) int32 {
	n := message.Node{Op: chain, Span: p.Nodes[of].Span, Kids: []int32{of}}
	for start := p.tok; p.accept(p.text == "."); start = p.tok {
		part := message.Node{Op: read, Span: start.To(p.tok), Slots: []message.Slot{p.slot()}}
		if p.text == "_" {
			part.Op, part.Slots = hole, nil
		}
		if n.Kids, n.Span.End = append(n.Kids, p.Add(part)), p.tok.End; !p.accept(p.named) {
			return stuck
		}
	}
	return p.Add(n)
}
