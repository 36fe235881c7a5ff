package k

import (
	"bytes"
	"io"

	"github.com/patgraph/patgraph/lang"
)

// Print writes a tree as source text in canonical layout: one definition a line
// or, when that would be too wide, broken within its brackets; fields as
// `expression label`; no parentheses, quotes and escapes that are not needed;
// single blank lines between definitions where the source has some. Comments are
// kept, each as near to its place as the layout allows.
//
// Reading the output gives an equal tree, and printing that the same text. This
// holds for trees without syntax errors; a bad definition is copied as it is.
func Print(w io.Writer, t *Tree) error {
	p := &printer{t: t, src: t.File.Src, comments: t.Comments}
	p.file()
	_, err := w.Write(p.l.out.Bytes())
	return err
}

// PrintNode returns an expression, a type or a filter in one line, without
// comments. A type has no dollar and a filter no question mark before it, since
// these belong to the nodes above.
func PrintNode(t *Tree, id NodeID) string {
	p := &printer{t: t, src: t.File.Src}
	p.expression(id)
	p.l.atStart = true
	p.l.flat()
	return p.l.out.String()
}

// A printer turns nodes and comments into pieces of layout, in source order.
//
// A comment is written in front of the next place where a gap is. When it stands
// in the line of what was written before it, it stays there; else it gets lines
// of its own.
type printer struct {
	t        *Tree
	src      []byte
	l        layout
	comments []lang.Span // those not yet written
	last     int32       // where in the source ends what was written last
	visits   []visit
}

// A visit is a node that is being printed.
type visit struct {
	id    NodeID
	next  int32 // the child to print next
	paren bool  // it stands in parentheses
}

func (p *printer) file() {
	l := &p.l
	l.atStart = true
	if p.t.incremental {
		mark := "+++"
		if p.t.Dialect == K6 {
			mark = "~"
		}
		l.put([]byte(mark))
		l.newline(0)
	}
	defs, types := p.t.Defs, p.t.Types
	for len(defs) > 0 || len(types) > 0 {
		isType := len(defs) == 0 || len(types) > 0 && types[0].Span.Start < defs[0].Span.Start
		var span lang.Span
		if isType {
			span = types[0].Span
		} else {
			span = defs[0].Span
		}
		start := span.Start
		if !isType && defs[0].Main && !defs[0].Bad {
			start = p.t.Nodes[defs[0].Root].Start // there may be comments after a redundant parenthesis
		}
		p.commentLines(start)
		p.separate(start)
		l.reset()
		l.begin(pGroup)
		switch {
		case isType && types[0].Bad, !isType && defs[0].Bad:
			l.comment(p.src[span.Start:span.End])
			p.last = span.End
			for len(p.comments) > 0 && p.comments[0].Start < span.End {
				p.comments = p.comments[1:]
			}
		case isType:
			p.last = types[0].NameSpan.End
			l.str("$", p.t.Syms.Text(types[0].Name), " =")
			p.gap(p.t.Nodes[types[0].Root].Start, pSpace)
			p.expression(types[0].Root)
			l.str(";")
		case defs[0].Main:
			p.last = start
			p.expression(defs[0].Root)
		default:
			p.last = defs[0].NameSpan.End
			l.str(p.t.Syms.Text(defs[0].Name), " =")
			p.gap(p.t.Nodes[defs[0].Root].Start, pSpace)
			p.expression(defs[0].Root)
			l.str(";")
		}
		l.end()
		l.write()
		if isType {
			types = types[1:]
		} else {
			defs = defs[1:]
		}
		next := int32(len(p.src))
		if len(defs) > 0 {
			next = defs[0].Span.Start
		}
		if len(types) > 0 {
			next = min(next, types[0].Span.Start)
		}
		p.commentsAfter(next)
		p.commentLines(span.End)
		p.last = max(p.last, span.End)
		p.commentsAfter(next)
		l.newline(0)
	}
	p.commentLines(int32(len(p.src)))
	l.newline(0)
}

// commentsAfter writes the comments that stand in the line of what was written
// last, up to a place in the source.
func (p *printer) commentsAfter(before int32) {
	for len(p.comments) > 0 && p.comments[0].Start < before && p.sameLine(p.comments[0].Start) {
		ended := p.isLineComment()
		p.l.space = true
		p.putComment()
		if ended {
			p.l.newline(0)
		}
	}
}

// commentLines writes the comments before a place in the source, each on a line
// of its own.
func (p *printer) commentLines(before int32) {
	for len(p.comments) > 0 && p.comments[0].Start < before {
		p.separate(p.comments[0].Start)
		p.putComment()
		p.l.newline(0)
	}
}

// separate ends the line, and leaves one empty when there is an empty one in the
// source before the given place.
func (p *printer) separate(start int32) {
	p.l.newline(0)
	if p.l.out.Len() == 0 || p.last == 0 || p.last >= start {
		return
	}
	lines := 0
	for _, c := range p.src[p.last:start] {
		if c == '\n' {
			lines++
		}
	}
	if lines > 1 {
		p.l.out.WriteByte('\n')
	}
}

// putComment writes the next comment to the output.
func (p *printer) putComment() {
	n := len(p.l.pieces)
	p.addComment()
	c := p.l.pieces[n]
	p.l.put(p.l.text[c.a:c.b])
	p.l.pieces = p.l.pieces[:n]
}

// addComment adds the next comment to the layout.
func (p *printer) addComment() {
	c := p.comments[0]
	p.comments = p.comments[1:]
	p.last = c.End
	p.l.comment(bytes.TrimRight(p.src[c.Start:c.End], " \t\v\f"))
}

// sameLine reports whether a place in the source is in the line of what was
// written last.
func (p *printer) sameLine(start int32) bool {
	return p.last >= start || bytes.IndexByte(p.src[p.last:start], '\n') < 0
}

// gap adds a place where a line may break, or none for pText, and the comments
// that stand before a place in the source.
func (p *printer) gap(before int32, kind pieceKind) {
	l := &p.l
	ended := false
	for len(p.comments) > 0 && p.comments[0].Start < before && p.sameLine(p.comments[0].Start) && !ended {
		ended = p.isLineComment()
		l.blank()
		p.addComment()
		if ended {
			l.add(pHard)
		} else if kind == pSoft {
			kind = pLine
		} else if kind == pText {
			kind = pSpace
		}
	}
	own := len(p.comments) > 0 && p.comments[0].Start < before
	if kind != pOutdent && kind != pText {
		l.add(kind)
	}
	for first := true; len(p.comments) > 0 && p.comments[0].Start < before; first = false {
		if first || !p.sameLine(p.comments[0].Start) {
			l.add(pHard)
		} else {
			l.blank()
		}
		p.addComment()
	}
	if own {
		l.add(pHard)
	}
	if kind == pOutdent {
		l.add(kind)
	}
}

// isLineComment reports whether the next comment ends with its line.
func (p *printer) isLineComment() bool {
	return !bytes.HasPrefix(p.src[p.comments[0].Start:], []byte("/*"))
}

// expression adds a node and everything below it.
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

// step adds what stands before the next child of a node, which it returns with
// whether it needs parentheses, or what stands after the last.
func (p *printer) step(v *visit) (kid NodeID, paren bool) {
	l, t := &p.l, p.t
	n := &t.Nodes[v.id]
	i := v.next
	v.next++
	switch n.Op {
	case OpIdentity:
		l.str("()")
	case OpRef, OpInt, OpCodeName, OpFilterVar:
		l.str(t.Syms.Text(n.Sym))
	case OpString:
		a := int32(len(l.text))
		l.text = appendQuoted(l.text, t.Syms.Text(n.Sym))
		l.pieces = append(l.pieces, piece{pText, a, int32(len(l.text))})
	case OpDot:
		l.label(t.Dialect, ".", t.Syms.Text(n.Sym))
	case OpVid:
		l.label(t.Dialect, "|", t.Syms.Text(n.Sym))
	case OpDiv:
		l.label(t.Dialect, "/", t.Syms.Text(n.Sym))
	case OpPipe:
		l.str("|")

	case OpType, OpFilter, OpFilterCode:
		// The sign is written by the kid when that is a bracket, to be one with it.
		if i > 0 {
			if n.Op == OpFilterCode {
				p.filterName(n)
			}
			break
		}
		kid := t.Kids(v.id)[0]
		switch t.Nodes[kid].Op {
		case OpCodeName, OpFilterVar:
			l.str(p.sign(len(p.visits) - 1))
		}
		return kid, false

	case OpComp, OpCaret:
		kids := t.Kids(v.id)
		if i == 0 {
			if v.paren {
				l.str("(")
			}
			l.begin(pGroup)
			return kids[0], n.Op == OpComp && t.Nodes[kids[0]].Op == OpComp
		}
		if int(i) < len(kids) {
			kid := &t.Nodes[kids[i]]
			p.gap(kid.Start, pFill)
			return kids[i], kid.Op == OpComp || kid.Op == OpCaret
		}
		if n.Op == OpCaret {
			p.gap(n.End-1, pFill)
			l.str("^")
		}
		l.end()
		if v.paren {
			l.str(")")
		}

	default:
		return p.bracket(v, n, i), false
	}
	p.last = max(p.last, n.End)
	return NoNode, false
}

// signs stand before types and filters.
var signs = [numOps]string{OpType: "$", OpFilter: "?", OpFilterCode: "$"}

// sign is what stands directly before a name or a bracket: the signs of the node
// visits[i] and of those around it.
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

// The brackets of operations.
var brackets = [numOps]string{
	OpProduct: "{}", OpVariant: "{}", OpMerge: "<>", OpVector: "[]",
	OpCodeProduct: "{}", OpCodeUnion: "<>", OpCodeVector: "[]",
	OpFilterAny: "()", OpFilterProduct: "{}", OpFilterUnion: "<>", OpFilterVector: "[]",
}

// bracket is step for brackets.
func (p *printer) bracket(v *visit, n *Node, i int32) (kid NodeID) {
	l, t := &p.l, p.t
	b := brackets[n.Op]
	var fields []Field
	var kids []NodeID
	if n.Op.Fielded() {
		fields = t.Fields(v.id)
	} else {
		kids = t.Kids(v.id)
	}
	count := int32(len(fields) + len(kids))
	if i == 0 {
		l.begin(pBracket)
		l.str(p.sign(len(p.visits)-2), b[:1])
		p.last = max(p.last, n.Start+1)
	} else if fields != nil {
		f := fields[i-1]
		if !f.Prefix {
			p.gap(f.Start, pSpace)
		} else {
			l.add(pSpace)
		}
		l.label(t.Dialect, "", t.Syms.Text(f.Label))
		p.last = max(p.last, f.End)
	}
	kind := pSoft
	if i > 0 && (i < count || n.Open) {
		l.str(",")
		kind = pLine
	}
	if i < count {
		if fields != nil {
			kid = fields[i].Node
			p.gap(t.Nodes[kid].Start, kind)
			return kid
		}
		kid = kids[i]
		p.gap(t.Nodes[kid].Start, kind)
		return kid
	}
	end := n.End - 1
	if n.Sym != lang.NoSym {
		end -= int32(len(t.Syms.Text(n.Sym)))
	}
	if n.Open {
		p.gap(end, kind)
		l.str("...")
	}
	p.gap(end, pOutdent)
	l.str(b[1:])
	l.end()
	p.filterName(n)
	p.last = max(p.last, n.End)
	return NoNode
}

// filterName adds the name of a filter, if it has one.
func (p *printer) filterName(n *Node) {
	if n.Sym != lang.NoSym {
		p.l.str("=", p.t.Syms.Text(n.Sym))
	}
}
