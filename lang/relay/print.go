package relay

import (
	"bytes"

	"github.com/patgraph/patgraph/lang/layout"
	"github.com/patgraph/patgraph/lang/syntax"
)

// A printer writes nodes with the comments between them.
type printer struct {
	layout.Printer
	t    *Tree
	walk syntax.Walker[bool] // a visit knows whether it is a block whose brackets are those of what it is the body of
	def  bool                // the function that is printed first is that of a definition
}

type printed = syntax.Visit[bool]

// file prints a whole file.
func (p *printer) file() {
	if v := p.t.Version; !v.Empty() {
		p.CommentLines(v.Start, false)
		p.Separate(v.Start)
		p.L.Put(p.Src[v.Start:v.End], int(v.End-v.Start))
		p.Last = v.End
	}
	for i := range p.t.Decls {
		d := &p.t.Decls[i]
		p.CommentsAfter(d.Span.Start)
		p.CommentLines(d.Span.Start, true)
		p.Separate(d.Span.Start)
		p.declaration(d)
	}
	end := int32(len(p.Src))
	if m := p.t.Metadata; !m.Empty() {
		end = m.Start
	}
	p.CommentsAfter(end)
	p.CommentLines(end, false)
	if m := p.t.Metadata; !m.Empty() {
		p.Separate(m.Start)
		p.L.Out = append(p.L.Out, bytes.TrimRight(p.Src[m.Start:], " \t\r\n")...)
		p.L.AtStart = false
	}
	p.L.NewLine(0)
}

// doc reports whether the blanks are those of that dialect.
func (p *printer) doc() bool { return p.t.Dialect == Doc }

// colon stands before a type.
func (p *printer) colon() string {
	if p.doc() {
		return " : "
	}
	return ": "
}

// declaration prints one with the comments in it.
func (p *printer) declaration(d *Decl) {
	root := d.Root
	if n := root; d.Kind == DeclExpr && p.t.Nodes[n].Op == OpBlock && p.t.Nodes[n].Flags == 0 {
		kids := p.t.Kids(n)
		for i, kid := range kids {
			if i > 0 {
				start := p.start(kid)
				p.CommentsAfter(start)
				p.CommentLines(start, true)
				p.Separate(start)
			}
			p.item(d, kid, i < len(kids)-1)
		}
	} else {
		p.item(d, root, false)
	}
	p.Commented = false
	p.CommentsAfter(d.Span.End)
	p.CommentLines(d.Span.End, false)
	p.Last = max(p.Last, d.Span.End)
}

// item prints a declaration, or a statement of the top level.
func (p *printer) item(d *Decl, root NodeID, semicolon bool) {
	l := &p.L
	l.Reset()
	l.At(d.Span.Start)
	l.Begin(layout.Group)
	p.Last = max(p.Last, d.Span.Start)
	p.def = d.Kind == DeclDef
	name := p.t.Syms.Text(d.Name)
	switch d.Kind {
	case DeclDef:
		l.Str("def " + name)
	case DeclType, DeclExtern:
		word := "type "
		if d.Kind == DeclExtern {
			word = "extern type "
		} else if p.t.Nodes[root].Flags&FlagArrows != 0 {
			word = "data "
		}
		l.Str(word + name)
	case DeclGlobal, DeclOperator:
		if p.Src[d.Span.Start] == 'o' && d.NameSpan.Start > d.Span.Start {
			l.Str("op ")
		}
		l.Str(name + " :")
		p.Last = d.NameSpan.End
		p.Gap(p.t.Span(root).Start, layout.Space)
	case DeclRelation:
		l.Verbatim(p.Src[d.Span.Start:d.Span.End])
		p.Last = d.Span.End
		p.DropComments(d.Span.End)
	default:
		l.At(p.t.Span(root).Start)
	}
	if d.Kind == DeclDef || d.Kind == DeclType || d.Kind == DeclExtern {
		p.Last = max(p.Last, d.NameSpan.End)
	}
	if root != NoNode {
		p.node(root)
	}
	if semicolon {
		l.Str(";")
	}
	l.End()
	l.Write()
}

// node prints a node and everything below it.
func (p *printer) node(id NodeID) { p.walk.Walk(&p.t.Tree, id, false, p.enter, p.before, p.after) }

func (p *printer) enter(_ *printed, n *Node) bool {
	first := n.Start
	if n.Op == OpBlock && n.Flags&FlagParen != 0 {
		first = min(first, p.Seek('(', 0)+1)
	}
	p.Last = max(p.Last, first)
	return true
}

// start is where a node begins: with the parentheses that are written around it, unless a
// comment follows them, which is then written before them but for a block.
func (p *printer) start(id NodeID) int32 {
	n := &p.t.Nodes[id]
	if n.Flags&FlagParen == 0 {
		return n.Start
	}
	at := min(p.Seek('(', 0), n.Start)
	for _, c := range p.Comments {
		if c.Start >= at {
			if c.Start < n.Start && n.Op != OpBlock {
				return n.Start
			}
			break
		}
	}
	return at
}

// part adds what stands before a part of a bracket.
func (p *printer) part(i int, open string, id NodeID) {
	p.Part(i, open, p.t.Span(id).Start, p.start(id))
}

// open adds the brace before a body, and reports whether that has statements.
func (p *printer) open(body NodeID, before string) bool {
	p.L.Begin(layout.Bracket)
	p.L.Follow()
	p.L.Str(before)
	p.Sign("{", p.t.Span(body).Start)
	return p.brace(body)
}

// brace adds what stands behind the brace before a body.
func (p *printer) brace(body NodeID) bool {
	n := &p.t.Nodes[body]
	p.Gap(p.start(body), layout.Soft)
	p.L.Spaced()
	statements := n.Op == OpBlock && n.Flags == 0
	if statements {
		p.L.Break()
	}
	return statements
}

// before adds what stands before a kid of a node, and reports whether that is a block without
// brackets of its own.
func (p *printer) before(v *printed, n *Node, kids []NodeID, i int) (body bool) {
	l, t := &p.L, p.t
	if i == 0 && n.Flags&FlagParen != 0 && n.Op != OpBlock { // which writes its own
		l.Str("(")
	}
	start := func() int32 {
		if kids[i] == NoNode {
			return n.Start
		}
		return p.start(kids[i])
	}
	name := func() string { return t.Syms.Text(n.Sym) }
	switch n.Op {
	case OpTuple, OpParams, OpTupleType, OpShape, OpTuplePat:
		p.part(i, "(", kids[i])
	case OpList:
		p.part(i, "[", kids[i])
	case OpTypes, OpTyParams:
		open := "("
		if n.Op == OpTyParams {
			open = "["
		}
		if n.Flags&FlagAngle != 0 {
			open = "<"
		}
		p.part(i, open, kids[i])
	case OpTypeCall:
		p.part(i, name()+"[", kids[i])
	case OpConPat, OpRel:
		p.part(i, name()+"(", kids[i])
	case OpTensor:
		p.part(i, "Tensor[", kids[i])
	case OpRef:
		p.part(i, "ref(", kids[i])
	case OpRefRead:
		p.part(i, "ref_read(", kids[i])
	case OpRefWrite:
		p.part(i, "ref_write(", kids[i])
	case OpConstant:
		p.part(i, "Constant(", kids[i])
	case OpMeta:
		l.Str("meta[" + name() + "][")
	case OpProject:
		if op := t.Nodes[kids[0]].Op; op == OpInt || op == OpFloat {
			l.Str([...]string{"(", ")"}[i])
		}
		if i == 1 {
			l.Str(".")
		}
	case OpCall:
		if i > 1 {
			p.part(i-2, "(", kids[i])
		}
	case OpAttr:
		l.Str(name() + "=")
	case OpBinary:
		if i == 0 {
			l.Begin(layout.Group)
		} else {
			l.Str(" " + name())
			p.Last = max(p.Last, n.At+int32(len(name())))
			p.Gap(start(), layout.Fill)
		}
	case OpFn:
		switch declared := p.def && len(p.walk.Visits) == 1; {
		case i == 0 && !declared:
			l.Begin(layout.Group)
			l.Str("fn")
			if p.spaced(kids[0]) {
				l.Str(" ")
			}
		case i == 2 && kids[2] != NoNode:
			p.result(start())
		case i == 3:
			if kids[2] != NoNode {
				l.End()
			}
			if kids[3] != NoNode {
				p.where(start())
			}
		case i == 4:
			if kids[3] != NoNode {
				l.End()
			}
			return p.open(kids[4], " ")
		}
	case OpIf:
		switch i {
		case 0:
			l.Begin(layout.Bracket)
			l.Str("if (")
		case 1:
			l.Str(") ")
			p.Sign("{", t.Span(kids[1]).Start)
			return p.brace(kids[1])
		case 2:
			p.Shut(p.Seek('}', t.Span(kids[1]).End))
			l.Str(" else ")
			p.Sign("{", t.Span(kids[2]).Start)
			return p.brace(kids[2])
		}
	case OpMatch:
		switch i {
		case 0:
			l.Str("match")
			if n.Flags&FlagPartial != 0 {
				l.Str("?")
			}
			if !p.doc() {
				l.Str(" ")
			}
			l.Str("(")
		case 1:
			l.Begin(layout.Bracket)
			l.Str(") ")
			p.Last = max(p.Last, n.At)
			p.Sign("{", t.Span(kids[1]).Start)
			p.Gap(start(), layout.Soft)
			l.Spaced()
		default:
			if t.Nodes[kids[i-1]].Flags&FlagCase == 0 {
				p.Sign(",", start())
			}
			p.Gap(start(), layout.Line)
			l.Apart()
		}
	case OpClause:
		switch cased := n.Flags&FlagCase != 0; {
		case i == 0:
			l.Begin(layout.Group)
			if cased {
				l.Str("case ")
			}
		case cased:
			return p.open(kids[1], " ")
		default:
			l.Str(" =>")
			p.Gap(start(), layout.Fill)
			if b := &t.Nodes[kids[1]]; b.Op == OpBlock && b.Flags == 0 {
				l.Break()
			}
		}
	case OpBlock:
		switch {
		case i == 0 && v.State:
		case i == 0 && n.Flags&FlagBraced != 0:
			l.Begin(layout.Bracket)
			l.Str("{")
			p.Last = max(p.Last, n.Start+1)
			p.Gap(start(), layout.Soft)
			l.Spaced()
			if len(kids) > 1 {
				l.Break()
			}
		case i == 0 && n.Flags&FlagParen != 0:
			l.Begin(layout.Bracket)
			l.Str("(")
			p.Gap(start(), layout.Soft)
			l.Break()
		case i == 0:
			l.Begin(layout.Bracket)
			l.Flush()
		default:
			p.Sign(";", start())
			p.Gap(start(), layout.Line)
			l.Break()
		}
	case OpLet:
		if i == 0 {
			l.Str("let ")
		} else {
			l.Str(" =")
			p.Gap(start(), layout.Space)
		}
	case OpBind:
		l.Str(name() + " =")
		p.Gap(start(), layout.Space)
	case OpFreeVar:
		l.Str("free_var ")
	case OpVar:
		last := i == len(kids)-1
		switch {
		case i == 0:
			l.Str(name())
			if !last {
				l.Str(" {")
			}
		case !last:
			l.Str(", ")
		default:
			l.Str("}")
		}
		if last && kids[i] != NoNode {
			l.Str(p.colon())
		}
	case OpTyParam:
		l.Str(name())
		if kids[0] != NoNode {
			l.Str(p.colon())
		}
	case OpFnType:
		switch {
		case i == 0 && n.Flags&FlagFun != 0:
			l.Str("fun")
		case i == 0:
			l.Str("fn")
		}
		switch {
		case i == 0 && p.spaced(kids[0]):
			l.Str(" ")
		case i == 2:
			p.result(start())
		case i == 3:
			l.End()
			if kids[3] != NoNode {
				p.where(start())
			}
		}
	case OpWhere:
		if i == 0 {
			l.Begin(layout.Group)
			l.Str("where ")
		} else {
			p.Sign(",", start())
			p.Gap(start(), layout.Fill)
		}
	case OpData:
		p.constructor(n, kids, i, start())
	case OpCon:
		switch {
		case i == 0:
			l.Str(name())
			if n.Flags&FlagArrows != 0 {
				l.Str(" : ")
			}
		case kids[1] != NoNode:
			l.Str(" ->")
			p.Gap(start(), layout.Space)
		}
	}
	return false
}

// result adds the arrow before the type of a result, in a group of its own: parameters are
// broken before it is.
func (p *printer) result(start int32) {
	p.L.Begin(layout.Group)
	p.L.Stiff()
	p.L.Str(" ->")
	p.Gap(start, layout.Space)
}

// where adds what stands before conditions, which begin a line if they do not fit.
func (p *printer) where(start int32) {
	p.L.Begin(layout.Group)
	p.Gap(start, layout.Fill)
}

// constructor adds what stands before one.
func (p *printer) constructor(n *Node, kids []NodeID, i int, start int32) {
	l := &p.L
	switch {
	case i == 0:
	case i == 1:
		l.Begin(layout.Bracket)
		l.Str(" ")
		p.Sign("{", start)
		p.Gap(start, layout.Soft)
		l.Spaced()
		if n.Flags&FlagArrows != 0 && len(kids) > 2 {
			l.Break()
		}
	case n.Flags&FlagArrows != 0:
		p.Gap(start, layout.Line)
		l.Break()
	default:
		p.Sign(",", start)
		p.Gap(start, layout.Line)
	}
}

// spaced reports whether a blank stands between the word of a function and its first bracket.
func (p *printer) spaced(params NodeID) bool {
	if params == NoNode {
		return !p.doc()
	}
	return p.t.Nodes[params].Flags&FlagAngle == 0
}

// after adds what stands behind the kids of a node.
func (p *printer) after(v *printed, n *Node, kids []NodeID) {
	l, t := &p.L, p.t
	end := n.End - 1
	switch n.Op {
	case OpLocal, OpGlobal, OpGraph, OpName, OpInt, OpFloat, OpTypeName, OpKind, OpBool:
		l.Str(t.Syms.Text(n.Sym))
	case OpString:
		l.Written("", p.Src[n.Start:n.End])
	case OpAny, OpHole:
		l.Str("_")
	case OpDynamic:
		l.Str("?")
	case OpTuple, OpTupleType, OpTuplePat:
		if len(kids) == 1 {
			l.Str(",")
		}
		p.Parts(len(kids), "()", end)
	case OpParams, OpShape, OpRef, OpRefRead, OpRefWrite, OpConstant:
		p.Parts(len(kids), "()", end)
	case OpList, OpTensor:
		p.Parts(len(kids), "[]", end)
	case OpTypes, OpTyParams:
		brackets := "()"
		switch {
		case n.Flags&FlagAngle != 0:
			brackets = "<>"
		case n.Op == OpTyParams:
			brackets = "[]"
		}
		p.Parts(len(kids), brackets, end)
	case OpTypeCall:
		if len(kids) == 0 {
			l.Str(t.Syms.Text(n.Sym))
		}
		p.Parts(len(kids), "[]", end)
	case OpConPat, OpRel:
		if len(kids) == 0 {
			l.Str(t.Syms.Text(n.Sym))
		}
		if n.Flags&FlagCalled != 0 {
			p.Parts(len(kids), "()", end)
		}
	case OpFnType:
		if kids[3] != NoNode {
			l.End()
		}
	case OpMeta:
		l.Str("]")
	case OpCall:
		p.Parts(len(kids)-2, "()", end)
	case OpBinary, OpWhere:
		l.End()
	case OpIf:
		p.Shut(end)
		l.End()
	case OpFn:
		p.Shut(end)
		l.End()
		if !p.def || len(p.walk.Visits) > 1 {
			l.End()
		}
	case OpMatch:
		if len(kids) == 1 {
			p.Nothing(") {", " }", end)
			break
		}
		p.Shut(end)
		l.End()
	case OpClause:
		if n.Flags&FlagCase != 0 {
			p.Shut(end)
			l.End()
		}
		l.End()
	case OpBlock:
		switch {
		case v.State:
		case n.Flags&FlagBraced != 0:
			p.Shut(end)
			l.End()
		case n.Flags&FlagParen != 0:
			p.Gap(p.Seek(')', n.End), layout.Outdent)
			l.Str(")")
			l.End()
		default:
			l.End()
		}
	case OpData:
		switch {
		case len(kids) > 1:
			p.Shut(end)
			l.End()
		case p.Src[end] == '}':
			p.Nothing(" {", " }", end)
		}
	}
	if n.Flags&FlagParen != 0 && n.Op != OpBlock {
		l.Str(")")
	}
	p.Last = max(p.Last, n.End)
	if n.Flags&FlagParen != 0 {
		p.Last = max(p.Last, p.Seek(')', n.End)+1)
	}
}

// Text is how a node is written in one line, without comments: for messages.
func (t *Tree) Text(id NodeID) string {
	bare := *t
	bare.Comments = nil
	p := &printer{t: &bare}
	return p.Line(t.File.Src, t.Nodes[id].Start, func() { p.node(id) })
}
