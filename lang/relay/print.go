package relay

import (
	"bytes"

	"github.com/patgraph/patgraph/lang/layout"
	"github.com/patgraph/patgraph/lang/syntax"
)

// A printer writes declarations. The state of a visit is whether its node is a block with the brackets of the construct
// whose body it is.
type printer struct {
	syntax.Printer
	t   *Tree
	def bool // the first function to be printed is a definition's
}

type printed = syntax.Visit[bool]

// forms has the forms that depend neither on the brackets of a node nor on the dialect; see form.
var forms = syntax.NewForms(map[Op]string{
	OpLocal: "%n", OpGlobal: "%n", OpGraph: "%n", OpName: "%n", OpInt: "%n", OpFloat: "%n", OpBool: "%n",
	OpTypeName: "%n", OpKind: "%n", OpAny: "_", OpHole: "_", OpDynamic: "?",
	OpTuple: "(%*)", OpList: "[%*]", OpCall: "%0%1(%*)", OpAttr: "%n=%0", OpMeta: "meta[%n][%0]",
	OpRef: "ref(%*)", OpRefRead: "ref_read(%*)", OpRefWrite: "ref_write(%*)", OpConstant: "Constant(%*)",
	OpBinary: "%<%0 %o%~%1%>", OpLet: "let %0 =%_%1", OpBind: "%n =%_%0", OpFreeVar: "free_var %0",
	OpParams: "(%*)", OpTyParams: "[%*]", OpTyParam: "%n%(: %0%)", OpTypes: "(%*)",
	OpTupleType: "(%*)", OpShape: "(%*)", OpTensor: "Tensor[%*]", OpTypeCall: "%n[%*]", OpRel: "%n(%*)",
	OpTuplePat: "(%*)", OpConPat: "%n(%*)",
	OpProject: "%0.%1", OpCon: "%n%0%( ->%_%1%)",
	OpFnType: "%0%1%[ ->%_%2%]%(%<%~%3%>%)", OpFn: "%0%1%(%[ ->%_%2%]%)%(%<%~%3%>%)%4", // after their keywords
})

var (
	tupleOfOne = syntax.NewForm("(%*,)")
	angles     = syntax.NewForm("<%*>")
	uncalled   = syntax.NewForm("%n")
	ofNumber   = syntax.NewForm("(%0).%1")
	arrows     = syntax.NewForm("%n : %0%( ->%_%1%)")
	typed      = syntax.NewForm("%n%( : %0%)")
)

// form returns the form of a node, or nil.
func (p *printer) form(n *Node, kids []NodeID) *syntax.Form {
	switch n.Op {
	case OpTuple, OpTupleType, OpTuplePat:
		if len(kids) == 1 {
			return tupleOfOne
		}
	case OpTypes, OpTyParams:
		if n.Flags&FlagAngle != 0 {
			return angles
		}
	case OpConPat, OpRel:
		if n.Flags&FlagCalled == 0 {
			return uncalled
		}
	case OpTyParam:
		if p.doc() {
			return typed
		}
	case OpProject:
		if op := p.t.Nodes[kids[0]].Op; op == OpInt || op == OpFloat {
			return ofNumber
		}
	case OpCon:
		if n.Flags&FlagArrows != 0 {
			return arrows
		}
	}
	return forms[n.Op]
}

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
		p.Next(d.Span.Start)
		p.declaration(d)
	}
	end := int32(len(p.Src))
	if m := p.t.Metadata; !m.Empty() {
		end = m.Start
	}
	p.Rest(end)
	if m := p.t.Metadata; !m.Empty() {
		p.Separate(m.Start)
		p.L.Out = append(p.L.Out, bytes.TrimRight(p.Src[m.Start:], " \t\r\n")...)
		p.L.AtStart = false
	}
	p.L.NewLine(0)
}

// doc reports whether the blanks are those of dialect doc.
func (p *printer) doc() bool { return p.t.Dialect == Doc }

// colon returns the text before a type.
func (p *printer) colon() string {
	if p.doc() {
		return " : "
	}
	return ": "
}

// declaration prints a declaration with the comments in it.
func (p *printer) declaration(d *Decl) {
	root := d.Root
	if n := root; d.Kind == DeclExpr && p.t.Nodes[n].Op == OpBlock && p.t.Nodes[n].Flags == 0 {
		kids := p.t.Kids(n)
		for i, kid := range kids {
			if i > 0 {
				p.Next(p.start(kid))
			}
			p.item(d, kid, i < len(kids)-1)
		}
	} else {
		p.item(d, root, false)
	}
	p.Ended(d.Span.End)
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

// node prints a node and all its parts.
func (p *printer) node(id NodeID) { p.Walk(&p.t.Tree, id, false, p.enter, p.before, p.after) }

func (p *printer) enter(_ *printed, n *Node) bool {
	first := n.Start
	if n.Op == OpBlock && n.Flags&FlagParen != 0 {
		first = min(first, p.Seek('(', 0)+1)
	}
	p.Last = max(p.Last, first)
	return true
}

// start returns the beginning of a node: including the parentheses that are written around it, unless a comment follows
// them, which is then written before them, except for a block.
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

// open is brace after a text, for a body that ends a function or a clause.
func (p *printer) open(body NodeID, before string) bool {
	p.L.Begin(layout.Bracket)
	p.L.Follow()
	p.L.Str(before)
	return p.brace(body)
}

// brace adds the brace before a body, and reports whether the body has statements.
func (p *printer) brace(body NodeID) bool {
	n := &p.t.Nodes[body]
	p.Brace(p.t.Span(body).Start, p.start(body))
	statements := n.Op == OpBlock && n.Flags == 0
	if statements {
		p.L.Break()
	}
	return statements
}

// before adds the text before a kid of a node, and reports whether the kid is a block without its own brackets.
func (p *printer) before(v *printed, n *Node, kids []NodeID, i int) (body bool) {
	l, t := &p.L, p.t
	if i == 0 && n.Flags&FlagParen != 0 && n.Op != OpBlock { // a block writes its own
		l.Str("(")
	}
	if i == 0 && (n.Op == OpFn || n.Op == OpFnType) {
		p.function(n, kids[0])
	}
	if f := p.form(n, kids); f != nil {
		p.Before(f, v, n, kids, i)
		return n.Op == OpFn && i == 4 && p.open(kids[4], " ")
	}
	start := func() int32 {
		if kids[i] == NoNode {
			return n.Start
		}
		return p.start(kids[i])
	}
	name := func() string { return t.Syms.Text(n.Sym) }
	switch n.Op {
	case OpIf:
		switch i {
		case 0:
			l.Begin(layout.Bracket)
			l.Str("if (")
		case 1:
			l.Str(") ")
			return p.brace(kids[1])
		case 2:
			p.Shut(p.Seek('}', t.Span(kids[1]).End))
			l.Str(" else ")
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
			p.Brace(t.Span(kids[1]).Start, start())
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
	}
	return false
}

// function adds the keyword of a function or of its type, unless it is a definition's.
func (p *printer) function(n *Node, tyParams NodeID) {
	switch {
	case n.Op == OpFn && p.def && len(p.Visits) == 1:
		return
	case n.Op == OpFn:
		p.L.Begin(layout.Group)
		p.L.Str("fn")
	case n.Flags&FlagFun != 0:
		p.L.Str("fun")
	default:
		p.L.Str("fn")
	}
	if p.spaced(tyParams) {
		p.L.Str(" ")
	}
}

// constructor adds the text before a constructor.
func (p *printer) constructor(n *Node, kids []NodeID, i int, start int32) {
	l := &p.L
	switch {
	case i == 0:
	case i == 1:
		l.Begin(layout.Bracket)
		l.Str(" ")
		p.Brace(start, start)
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

// spaced reports whether a blank is between the keyword of a function and its first bracket.
func (p *printer) spaced(params NodeID) bool {
	if params == NoNode {
		return !p.doc()
	}
	return p.t.Nodes[params].Flags&FlagAngle == 0
}

// after adds the text after the kids of a node.
func (p *printer) after(v *printed, n *Node, kids []NodeID) {
	l := &p.L
	end := n.End - 1
	if f := p.form(n, kids); f != nil {
		p.After(f, v, n, kids)
	}
	switch n.Op {
	case OpString:
		l.Written("", p.Src[n.Start:n.End])
	case OpWhere:
		l.End()
	case OpIf:
		p.Shut(end)
		l.End()
	case OpFn:
		p.Shut(end)
		l.End()
		if !p.def || len(p.Visits) > 1 {
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

// Text writes a node in one line, without comments: for messages.
func (t *Tree) Text(id NodeID) string {
	bare := *t
	bare.Comments = nil
	p := &printer{t: &bare}
	p.Tree, p.Around = &bare.Tree, p.start
	return p.Line(t.File.Src, t.Nodes[id].Start, func() { p.node(id) })
}
