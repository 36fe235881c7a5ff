package k

import (
	"bytes"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/layout"
)

// A printer turns nodes and comments into pieces of layout, in source order.
//
// A comment is written before the next gap. A comment in the line of the text before it stays there; others get their
// own lines.
type printer struct {
	layout.Printer
	t      *Tree
	visits []visit
	pads   []int // by definition: additional blanks before its equals sign
}

// A visit is a node that is being printed.
type visit struct {
	id    NodeID
	next  int32 // the child to print next
	paren bool  // it is in parentheses
	dots  bool  // its ellipsis is written
}

// file prints a whole file.
func (p *printer) file() {
	l := &p.L
	l.AtStart = true
	if p.t.incremental {
		mark := p.mark()
		p.CommentLines(mark, true)
		p.Separate(mark)
		text := p.markText()
		l.Put(text, len(text))
		p.Last = mark + int32(len(text))
	}
	for i, d := range p.t.definitions {
		p.Next(d.Span.Start)
		p.define(d, p.pads[i])
	}
	p.Rest(int32(len(p.Src)))
	l.NewLine(0)
}

// mark returns the place of the incremental mark, which only comments precede.
func (p *printer) mark() int32 {
	at := int32(0)
	for _, c := range p.t.Comments {
		if i := bytes.Index(p.Src[at:c.Start], p.markText()); i >= 0 {
			return at + int32(i)
		}
		at = c.End
	}
	return at + int32(bytes.Index(p.Src[at:], p.markText()))
}

// markText returns the text of the mark.
func (p *printer) markText() []byte {
	if p.t.Dialect == K6 {
		return []byte("~")
	}
	return []byte("+++")
}

// definitions yields definitions of functions and of types in the order of the source, numbered.
func (t *Tree) definitions(yield func(int, *Def) bool) {
	i, j := 0, 0
	for n := range len(t.Defs) + len(t.Types) {
		var d *Def
		if i == len(t.Defs) || j < len(t.Types) && t.Types[j].Span.Start < t.Defs[i].Span.Start {
			d = &t.Types[j]
			j++
		} else {
			d = &t.Defs[i]
			i++
		}
		if !yield(n, d) {
			return
		}
	}
}

// define prints a definition with the comments in it, and additional blanks before its equals sign.
func (p *printer) define(d *Def, pad int) {
	l := &p.L
	if d.Main && !d.Bad {
		// Comments may follow a redundant parenthesis.
		if start := p.start(d.Root); len(p.Comments) > 0 && p.Comments[0].Start < start {
			p.CommentLines(start, true)
			p.Separate(start)
		}
	}
	l.Reset()
	l.At(d.Span.Start)
	l.Begin(layout.Group)
	switch {
	case d.Bad:
		l.Verbatim(p.Src[d.Span.Start:d.Span.End])
		p.Last = d.Span.End
		p.DropComments(d.Span.End)
	case d.Main:
		p.Last = p.start(d.Root)
		l.At(p.Last)
		p.expression(d.Root)
	default:
		p.Last = d.NameSpan.End
		if d.Type {
			l.Str("$")
		}
		l.Str(p.t.Syms.Text(d.Name))
		for range pad {
			l.Str(" ")
		}
		l.Str(" =")
		p.Gap(p.start(d.Root), layout.Space)
		p.expression(d.Root)
		p.Semicolon(d.Span.End - 1)
	}
	l.End()
	l.Write()
	p.Ended(d.Span.End)
}

// expression adds a node and all its parts.
func (p *printer) expression(id NodeID) {
	p.visits = append(p.visits[:0], visit{id: id})
	for len(p.visits) > 0 {
		v := &p.visits[len(p.visits)-1]
		if kid, paren := p.step(v); kid != NoNode {
			p.visits = append(p.visits, visit{id: kid, paren: paren})
		} else {
			p.visits = p.visits[:len(p.visits)-1]
		}
	}
}

// start returns the place of the first token of an expression that is not a parenthesis.
func (p *printer) start(id NodeID) int32 {
	for {
		n := &p.t.Nodes[id]
		if n.Op != OpComp && n.Op != OpCaret {
			return n.Start
		}
		id = p.t.Kids(id)[0]
	}
}

// step adds the text before the next child of a node and returns the child and whether it needs parentheses; or it adds
// the text after the last child.
func (p *printer) step(v *visit) (kid NodeID, paren bool) {
	l, t := &p.L, p.t
	n := &t.Nodes[v.id]
	i := v.next
	v.next++
	switch n.Op {
	case OpIdentity:
		l.Str("()")
	case OpRef, OpInt, OpCodeName, OpFilterVar:
		l.Str(t.Syms.Text(n.Sym))
	case OpString:
		l.Written("", p.Src[n.Start:n.End])
	case OpDot, OpVid, OpDiv:
		p.label(string(p.Src[n.Start]), t.DotLabelSpan(v.id))
	case OpPipe:
		l.Str("|")

	case OpType, OpFilter, OpFilterCode:
		// If the kid is a bracket, it writes the sign, as one word with the bracket.
		if i > 0 {
			if n.Op == OpFilterCode {
				p.filterName(n)
			}
			break
		}
		kid := t.Kids(v.id)[0]
		switch t.Nodes[kid].Op {
		case OpCodeName, OpFilterVar:
			l.Str(p.sign(len(p.visits) - 1))
		}
		return kid, false

	case OpComp, OpCaret:
		kids := t.Kids(v.id)
		if i == 0 {
			if v.paren {
				l.Str("(")
			}
			l.Begin(layout.Group)
			return kids[0], n.Op == OpComp && t.Nodes[kids[0]].Op == OpComp
		}
		if int(i) < len(kids) {
			kid, kind := &t.Nodes[kids[i]], layout.Fill
			if p.tight(&t.Nodes[kids[i-1]], kid) {
				kind = layout.Tight
			}
			p.Gap(p.start(kids[i]), kind)
			if bracketed(kid.Op) {
				l.Insist()
			}
			return kids[i], kid.Op == OpComp || kid.Op == OpCaret
		}
		if n.Op == OpCaret {
			p.Gap(n.End-1, layout.Weak)
			l.Str("^")
		}
		l.End()
		if v.paren {
			l.Str(")")
		}

	default:
		return p.bracket(v, n, i), false
	}
	p.Last = max(p.Last, n.End)
	return NoNode, false
}

// tight reports whether two parts of a composition are written without a space: consecutive projections, those with a
// slash only if the source has no space.
func (p *printer) tight(a, b *Node) bool {
	switch {
	case a.Op == OpDot && b.Op == OpDot:
		return true
	case a.Op == OpDot || a.Op == OpDiv:
		return (b.Op == OpDot || b.Op == OpDiv) && a.End == b.Start
	}
	return false
}

// signs are written before types and filters.
var signs = [numOps]string{OpType: "$", OpFilter: "?", OpFilterCode: "$"}

// sign returns the text directly before a name or a bracket: the signs of the node visits[i] and of the nodes around
// it.
func (p *printer) sign(i int) string {
	s := ""
	for ; i >= 0; i-- {
		sign := signs[p.t.Nodes[p.visits[i].id].Op]
		if sign == "" {
			break
		}
		s = sign + s
	}
	return s
}

// brackets are the brackets of operations.
var brackets = [numOps]string{
	OpProduct: "{}", OpVariant: "{}", OpMerge: "<>", OpVector: "[]",
	OpCodeProduct: "{}", OpCodeUnion: "<>", OpCodeVector: "[]",
	OpFilterAny: "()", OpFilterProduct: "{}", OpFilterUnion: "<>", OpFilterVector: "[]",
}

// bracketed reports whether an expression begins with a bracket, possibly after the sign of a type or filter.
func bracketed(op Op) bool { return op == OpType || op == OpFilter || brackets[op] != "" }

// bracket is step for brackets.
func (p *printer) bracket(v *visit, n *Node, i int32) (kid NodeID) {
	l, t := &p.L, p.t
	b := brackets[n.Op]
	fields, kids := t.Fields(v.id), t.Kids(v.id)
	count := int32(len(kids))
	open := n.Flags == FlagOpen
	if i == 0 {
		l.Begin(layout.Bracket)
		l.Str(p.sign(len(p.visits)-2) + b[:1])
		if b[0] == '<' {
			l.Hug()
		}
		p.Last = max(p.Last, n.Start+1)
	} else if fields != nil && !fields[i-1].Prefix {
		p.Gap(fields[i-1].Start, layout.Space)
		p.fieldLabel(&fields[i-1])
	}
	kind := layout.Soft
	if i > 0 && (i < count || open && !v.dots) {
		l.Str(",")
		kind = layout.Line
	}
	end := n.End - 1
	if n.Sym != lang.NoSym {
		end -= int32(len(t.Syms.Text(n.Sym)))
	}
	if open && !v.dots {
		to := end
		if i < count {
			to = fields[i].Start
			if !fields[i].Prefix {
				to = p.start(fields[i].Node)
			}
		}
		at := p.ellipsis(to)
		if at < 0 && i == count {
			at = end
		}
		if at >= 0 {
			p.Gap(at, kind)
			l.Str("...")
			p.Last = max(p.Last, min(at+3, end))
			v.dots = true
			if i < count {
				l.Str(",")
				kind = layout.Line
			}
		}
	}
	if i < count {
		if fields != nil && fields[i].Prefix {
			p.Gap(fields[i].Start, kind)
			p.fieldLabel(&fields[i])
			l.Str(":")
			kind = layout.Space
		}
		p.Gap(p.start(kids[i]), kind)
		return kids[i]
	}
	p.Gap(end, layout.Outdent)
	l.Str(b[1:])
	l.End()
	p.filterName(n)
	p.Last = max(p.Last, n.End)
	return NoNode
}

// ellipsis returns the place of an ellipsis between the last written text and a place in the source, or -1. The tree
// does not have its place.
func (p *printer) ellipsis(before int32) int32 {
	at := p.Last
	dots := []byte("...")
	for _, c := range p.Comments {
		if c.Start >= before {
			break
		}
		if i := bytes.Index(p.Src[min(at, c.Start):c.Start], dots); i >= 0 {
			return at + int32(i)
		}
		at = max(at, c.End)
	}
	if i := bytes.Index(p.Src[min(at, before):before], dots); i >= 0 {
		return at + int32(i)
	}
	return -1
}

func (p *printer) fieldLabel(f *Field) {
	p.label("", f.LabelSpan())
	p.Last = max(p.Last, f.End)
}

// label adds a label after its sign.
func (p *printer) label(sign string, at lang.Span) {
	p.L.Written(sign, p.Src[at.Start:at.End])
}

// filterName adds the name of a filter, if it has one.
func (p *printer) filterName(n *Node) {
	if n.Sym != lang.NoSym {
		p.L.Str("=")
		p.L.Str(p.t.Syms.Text(n.Sym))
	}
}
