package tensorscript

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/layout"
	"github.com/patgraph/patgraph/lang/syntax"
)

type printer struct {
	syntax.Printer
	t *Tree
}

type printed = syntax.Visit[bool]

// forms has the forms that do not depend on flags; see form.
var forms = syntax.NewForms(map[Op]string{
	OpName: "%n", OpInt: "%n", OpFloat: "%n", OpBool: "%n", OpHole: "_",
	OpTuple: "(%*)", OpCall: "%n(%*)", OpMethod: "%0.%n", OpArg: "%n=%0",
	OpNot: "!%0", OpBinary: "%<%0 %o%~%1%>",
	OpLet: "let %n =%_%0", OpAssign: "%n =%_%0", OpWhile: "while %0 %1",
	OpIf: "%{if %0 %1%( else %2%)%}", OpTensor: "[%*]", OpHeader: "<%0 -> %1>",
	OpUse: "use %o::%0", OpImport: "%n%( as %0%)", OpWeight: "%n::%(%0::%)%1",
	OpDef: "%0%(%[ -> %1%]%) %2", OpParams: "(%*)", OpParam: "%n%(: %0%)",
})

var (
	tupleOfOne = syntax.NewForm("(%*,)")
	view       = syntax.NewForm("view(%*)")
	reshape    = syntax.NewForm("%n(%*)")
	braced     = syntax.NewForm("use %o::{%*}")
	called     = syntax.NewForm("%0.%n(%*)")
)

// form returns the form of a node, or nil.
func form(n *Node) *syntax.Form {
	switch {
	case n.Op == OpTuple && n.Flags&FlagComma != 0:
		return tupleOfOne
	case n.Op == OpView && n.Sym == lang.NoSym:
		return view
	case n.Op == OpView:
		return reshape
	case n.Op == OpUse && n.Flags&FlagBraced != 0:
		return braced
	case n.Op == OpMethod && n.Flags&FlagCalled != 0:
		return called
	}
	return forms[n.Op]
}

// items yields the declarations of the top level.
func (p *printer) items(yield func(int, lang.Span) bool) {
	for i := range p.t.Decls {
		if d := &p.t.Decls[i]; d.Of < 0 && !yield(i, d.Span) {
			return
		}
	}
}

// item prints a declaration of the top level with the comments in it.
func (p *printer) item(i int) {
	d, l := &p.t.Decls[i], &p.L
	l.Reset()
	l.At(d.Span.Start)
	l.Begin(layout.Group)
	p.Last = max(p.Last, d.Span.Start)
	p.declaration(d)
	if d.IsBlock() {
		p.block(i)
	}
	l.End()
	l.Write()
	p.Ended(d.Span.End)
}

var words = [...]string{
	DeclUse: "", DeclDim: "dim ", DeclTensor: "tsr ", DeclNode: "node ", DeclWeights: "weights ", DeclGraph: "graph ",
	DeclWeight: "", DeclDef: "def ",
}

// declaration adds a declaration; of a block only the text before its brace.
func (p *printer) declaration(d *Decl) {
	p.L.Str(words[d.Kind] + p.t.Syms.Text(d.Name))
	p.Last = max(p.Last, d.NameSpan.End)
	switch d.Kind {
	case DeclDim, DeclTensor, DeclWeight:
		p.equals(d)
	}
	p.node(d.Root)
	if !d.IsBlock() && d.Kind != DeclDef {
		p.Semicolon(d.Span.End - 1)
		p.Last = max(p.Last, d.Span.End)
	}
}

// equals adds the sign before the value of a declaration.
func (p *printer) equals(d *Decl) {
	start := p.t.Span(d.Root).Start
	if d.Kind == DeclWeight {
		start = p.t.Nodes[d.Root].At
	}
	p.Gap(p.Seek('=', 0), layout.Space)
	p.Sign("=", start)
	p.Gap(start, layout.Space)
}

func (p *printer) block(i int) {
	d, l := &p.t.Decls[i], &p.L
	end, n := d.Span.End-1, 0
	for k := i + 1; k < len(p.t.Decls) && p.t.Decls[k].Of == int32(i); k++ {
		n++
	}
	if n == 0 {
		p.Nothing(" {", "}", end)
		return
	}
	l.Begin(layout.Bracket)
	l.Follow()
	l.Str(" ")
	for k := range n {
		in := &p.t.Decls[i+1+k]
		if k == 0 {
			p.Brace(in.Span.Start, in.Span.Start)
		} else {
			p.Gap(in.Span.Start, layout.Line)
		}
		if n > 1 {
			l.Break()
		}
		p.Last = max(p.Last, in.Span.Start)
		l.Begin(layout.Group)
		p.declaration(in)
		l.End()
	}
	p.Shut(end)
	l.End()
}

func (p *printer) node(id NodeID) { p.Walk(&p.t.Tree, id, false, p.enter, p.before, p.after) }

func (p *printer) enter(_ *printed, n *Node) bool {
	p.Last = max(p.Last, n.Start)
	return true
}

// semicolon adds the end of a statement before a place: after if and while only where they would otherwise be the
// result.
func (p *printer) semicolon(stmt NodeID, before int32, last bool) {
	n := &p.t.Nodes[stmt]
	if n.Op == OpWhile || n.Op == OpIf && (!last || p.t.Kids(stmt)[2] == NoNode) {
		return
	}
	p.Sign(";", before)
}

// before adds the text before a kid of a node, and reports whether the kid's brackets are those of the node.
func (p *printer) before(v *printed, n *Node, kids []NodeID, i int) (within bool) {
	if f := form(n); f != nil {
		p.Before(f, v, n, kids, i)
		return n.Op == OpIf && i > 0
	}
	l, t := &p.L, p.t
	start := n.Start
	if kids[i] != NoNode {
		start = t.Span(kids[i]).Start
	}
	switch n.Op {
	case OpPipe:
		if i == 0 {
			l.Begin(layout.Group)
			break
		}
		p.Gap(p.Seek('|', t.Span(kids[i-1]).End), layout.Fill)
		p.Sign("|>", start)
		p.Last = max(p.Last, p.Last+1)
		p.Gap(start, layout.Space)
	case OpBlock:
		last := len(kids) - 1
		switch {
		case i == 0 && len(kids) == 1 && kids[0] == NoNode:
		case i == 0:
			if !v.State {
				l.Begin(layout.Bracket)
				l.Follow()
			}
			p.Brace(start, start)
			if last > 1 || last == 1 && kids[1] != NoNode {
				l.Break()
			}
		case kids[i] == NoNode:
			p.semicolon(kids[i-1], n.End-1, true)
		default:
			p.semicolon(kids[i-1], start, false)
			p.Gap(start, layout.Line)
			l.Break()
		}
	}
	return false
}

// after adds the text after the kids of a node.
func (p *printer) after(v *printed, n *Node, kids []NodeID) {
	l, end := &p.L, n.End-1
	if f := form(n); f != nil {
		p.After(f, v, n, kids)
	}
	switch n.Op {
	case OpPipe:
		l.End()
	case OpBlock:
		if len(kids) == 1 && kids[0] == NoNode {
			p.Nothing("{", "}", end)
			break
		}
		if p.Shut(end); !v.State {
			l.End()
		}
	}
	p.Last = max(p.Last, n.End)
}

// Text writes a node in one line, without comments: for messages.
func (t *Tree) Text(id NodeID) string {
	bare := *t
	bare.Comments = nil
	p := &printer{t: &bare}
	p.Tree = &bare.Tree
	return p.Line(t.File.Src, t.Nodes[id].Start, func() { p.node(id) })
}
