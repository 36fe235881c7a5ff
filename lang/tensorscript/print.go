package tensorscript

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/layout"
	"github.com/patgraph/patgraph/lang/syntax"
)

// A printer writes declarations with the comments between them.
type printer struct {
	layout.Printer
	t    *Tree
	walk syntax.Walker[bool] // a visit knows whether its brackets are those of what it is a part of
}

type printed = syntax.Visit[bool]

// items are the declarations of the top level.
func (p *printer) items(yield func(int, lang.Span) bool) {
	for i := range p.t.Decls {
		if d := &p.t.Decls[i]; d.Of < 0 && !yield(i, d.Span) {
			return
		}
	}
}

// file prints a whole file.
func (p *printer) file() {
	for i, at := range p.items {
		p.CommentsAfter(at.Start)
		p.CommentLines(at.Start, true)
		p.Separate(at.Start)
		p.item(i)
	}
	end := int32(len(p.Src))
	p.CommentsAfter(end)
	p.CommentLines(end, false)
	p.L.NewLine(0)
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
	p.Commented = false
	p.CommentsAfter(d.Span.End)
	p.CommentLines(d.Span.End, false)
	p.Last = max(p.Last, d.Span.End)
}

// declaration adds one; of a block what stands before its brace.
func (p *printer) declaration(d *Decl) {
	l, name := &p.L, p.t.Syms.Text(d.Name)
	switch d.Kind {
	case DeclDim, DeclTensor:
		word := "dim "
		if d.Kind == DeclTensor {
			word = "tsr "
		}
		l.Str(word + name)
		p.Last = max(p.Last, d.NameSpan.End)
		p.equals(d)
	case DeclNode, DeclWeights, DeclGraph:
		l.Str([...]string{"node ", "weights ", "graph "}[d.Kind-DeclNode] + name)
	case DeclWeight:
		l.Str(name)
		p.Last = max(p.Last, d.NameSpan.End)
		p.equals(d)
	case DeclDef:
		l.Str("def " + name)
	}
	p.Last = max(p.Last, d.NameSpan.End)
	p.node(d.Root)
	if !d.IsBlock() && d.Kind != DeclDef {
		p.Semicolon(d.Span.End - 1)
		p.Last = max(p.Last, d.Span.End)
	}
}

// equals adds the sign before what a declaration declares.
func (p *printer) equals(d *Decl) {
	start := p.t.Span(d.Root).Start
	if d.Kind == DeclWeight {
		start = p.t.Nodes[d.Root].At
	}
	p.Gap(p.Seek('=', 0), layout.Space)
	p.Sign("=", start)
	p.Gap(start, layout.Space)
}

// block adds the declarations of a block.
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
	p.Sign("{", p.t.Decls[i+1].Span.Start)
	for k := range n {
		in := &p.t.Decls[i+1+k]
		if k == 0 {
			p.Gap(in.Span.Start, layout.Soft)
			l.Spaced()
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

// node adds a node and everything below it.
func (p *printer) node(id NodeID) { p.walk.Walk(&p.t.Tree, id, false, p.enter, p.before, p.after) }

func (p *printer) enter(_ *printed, n *Node) bool {
	p.Last = max(p.Last, n.Start)
	return true
}

// part adds what stands before a part of a bracket.
func (p *printer) part(i int, open string, id NodeID) {
	at := p.t.Span(id).Start
	p.Part(i, open, at, at)
}

// semicolon adds the end of a statement before a place, if it has one: of if and while only where
// else it would be the result.
func (p *printer) semicolon(stmt NodeID, before int32, last bool) {
	n := &p.t.Nodes[stmt]
	if n.Op == OpWhile || n.Op == OpIf && (!last || p.t.Kids(stmt)[2] == NoNode) {
		return
	}
	p.Sign(";", before)
}

// before adds what stands before a kid of a node, and reports whether the brackets of that are those of the node.
func (p *printer) before(v *printed, n *Node, kids []NodeID, i int) (within bool) {
	l, t := &p.L, p.t
	start := n.Start
	if kids[i] != NoNode {
		start = t.Span(kids[i]).Start
	}
	name := t.Syms.Text(n.Sym)
	switch n.Op {
	case OpTuple, OpParams:
		p.part(i, "(", kids[i])
	case OpTensor:
		p.part(i, "[", kids[i])
	case OpView:
		p.part(i, viewName(name)+"(", kids[i])
	case OpCall:
		p.part(i, name+"(", kids[i])
	case OpMethod:
		if i > 0 {
			p.part(i-1, "."+name+"(", kids[i])
		}
	case OpUse:
		if i == 0 {
			l.Str("use " + name + "::")
			p.Last = max(p.Last, n.At+int32(len(name)))
		}
		if n.Flags&FlagBraced != 0 {
			p.part(i, "{", kids[i])
		}
	case OpArg:
		l.Str(name + "=")
	case OpNot:
		l.Str("!")
	case OpBinary:
		if i == 0 {
			l.Begin(layout.Group)
			break
		}
		l.Str(" " + name)
		p.Last = max(p.Last, n.At+int32(len(name)))
		p.Gap(start, layout.Fill)
	case OpPipe:
		if i == 0 {
			l.Begin(layout.Group)
			break
		}
		p.Gap(p.Seek('|', t.Span(kids[i-1]).End), layout.Fill)
		p.Sign("|>", start)
		p.Last = max(p.Last, p.Last+1)
		p.Gap(start, layout.Space)
	case OpIf:
		switch {
		case i == 0:
			if !v.State {
				l.Begin(layout.Bracket)
			}
			l.Str("if ")
		case i == 1:
			l.Str(" ")
		case kids[2] != NoNode:
			l.Str(" else ")
		}
	case OpWhile:
		l.Str([...]string{"while ", " "}[i])
	case OpBlock:
		last := len(kids) - 1
		switch {
		case i == 0 && len(kids) == 1 && kids[0] == NoNode:
		case i == 0:
			if !v.State {
				l.Begin(layout.Bracket)
				l.Follow()
			}
			p.Sign("{", start)
			p.Gap(start, layout.Soft)
			l.Spaced()
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
	case OpLet:
		l.Str("let " + name + " =")
		p.Gap(start, layout.Space)
	case OpAssign:
		l.Str(name + " =")
		p.Gap(start, layout.Space)
	case OpHeader:
		l.Str([...]string{"<", " -> "}[i])
	case OpImport:
		l.Str(name)
		if kids[0] != NoNode {
			l.Str(" as ")
		}
	case OpWeight:
		if i == 0 {
			l.Str(name + "::")
		} else if kids[0] != NoNode {
			l.Str("::")
		}
	case OpDef:
		switch {
		case i == 1 && kids[1] != NoNode: // parameters are broken before it is
			l.Begin(layout.Group)
			l.Stiff()
			l.Str(" -> ")
		case i == 2:
			if kids[1] != NoNode {
				l.End()
			}
			l.Str(" ")
		}
	case OpParam:
		l.Str(name)
		if kids[0] != NoNode {
			l.Str(": ")
		}
	}
	return n.Op == OpIf && i > 0
}

// after adds what stands behind the kids of a node.
func (p *printer) after(v *printed, n *Node, kids []NodeID) {
	l, t := &p.L, p.t
	name, end := t.Syms.Text(n.Sym), n.End-1
	switch n.Op {
	case OpName, OpInt, OpFloat, OpBool:
		l.Str(name)
	case OpHole:
		l.Str("_")
	case OpTuple:
		if n.Flags&FlagComma != 0 {
			l.Str(",")
		}
		p.Parts(len(kids), "()", end)
	case OpParams:
		p.Parts(len(kids), "()", end)
	case OpTensor:
		p.Parts(len(kids), "[]", end)
	case OpView, OpCall:
		if n.Op == OpView {
			name = viewName(name)
		}
		if len(kids) == 0 {
			l.Str(name)
		}
		p.Parts(len(kids), "()", end)
	case OpMethod:
		if len(kids) == 1 {
			l.Str("." + name)
		}
		if n.Flags&FlagCalled != 0 {
			p.Parts(len(kids)-1, "()", end)
		}
	case OpUse:
		if n.Flags&FlagBraced != 0 {
			p.Parts(len(kids), "{}", p.Seek('}', 0))
		}
	case OpBinary, OpPipe:
		l.End()
	case OpIf:
		if !v.State {
			l.End()
		}
	case OpBlock:
		if len(kids) == 1 && kids[0] == NoNode {
			p.Nothing("{", "}", end)
			break
		}
		if p.Shut(end); !v.State {
			l.End()
		}
	case OpHeader:
		l.Str(">")
	}
	p.Last = max(p.Last, n.End)
}

// Text is how a node is written in one line, without comments: for messages.
func (t *Tree) Text(id NodeID) string {
	bare := *t
	bare.Comments = nil
	p := &printer{t: &bare}
	return p.Line(t.File.Src, t.Nodes[id].Start, func() { p.node(id) })
}

// viewName is the word that a view begins with.
func viewName(name string) string {
	if name == "" {
		return "view"
	}
	return name
}
