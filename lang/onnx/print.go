package onnx

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

// forms has the forms that do not depend on other things than the construct; see form.
var forms = syntax.NewForms(map[Op]string{
	OpHeader: "<%*>", OpSetting: "%n: %0", OpPairs: "[%*]", OpPair: "%n : %0", OpParams: "<%*>",
	OpInputs: "(%*)", OpOutputs: "(%*)", OpLocals: "<%*>", OpValue: "%(%0 %)%n%( =%_%1%)",
	OpLabel: "[%n]", OpNode: "%(%0%_%)%1 =%_%2%3%4%5", OpOperator: "%(%0.%)%n%(:%1%)", OpArgs: "(%*)",
	OpName: "%n", OpAbsent: `""`, OpDomain: "%n", OpAttrs: "<%*>", OpAttr: "%n%(: %0%)%( =%_%1%)", OpKind: "%n",
	OpInt: "%n", OpFloat: "%n", OpRef: "@%n", OpUnknown: "...", OpList: "[%*]", OpTensor: "%0 %1",
	OpTensorType: "%n", OpTypeCall: "%n(%*)", OpAny: "?",
})

var (
	withoutResults = syntax.NewForm("%(%0%_%)%1=%_%2%3%4%5")
	externalTensor = syntax.NewForm("%0 = %1")
	namedTensor    = syntax.NewForm("%0 %n %1")
	unknownData    = syntax.NewForm("{...}")
	shaped         = syntax.NewForm("%n[%*]")
)

// form returns the form of a node, or nil.
func (p *printer) form(n *Node, kids []NodeID) *syntax.Form {
	switch {
	case n.Op == OpNode && len(p.t.Kids(kids[1])) == 0:
		return withoutResults
	case n.Op == OpTensor && n.Sym != 0:
		return namedTensor
	case n.Op == OpTensor && p.t.Is(kids[1], OpPairs):
		return externalTensor // since `float []` is a type
	case n.Op == OpData && n.Flags&FlagUnknown != 0:
		return unknownData
	case n.Op == OpTensorType && n.Flags&FlagShaped != 0:
		return shaped
	case p.isRow(n, kids):
		return nil
	}
	return forms[n.Op]
}

// isRow reports whether a node is a list of literals, which fill their lines.
func (p *printer) isRow(n *Node, kids []NodeID) bool {
	return n.Op == OpData || n.Op == OpList && len(kids) > 0 && p.t.Is(kids[0], OpInt, OpFloat, OpString)
}

// items yields the declarations.
func (p *printer) items(yield func(int, lang.Span) bool) {
	for i := range p.t.Decls {
		if !yield(i, p.t.Decls[i].Span) {
			return
		}
	}
}

// item prints a declaration with the comments in it.
func (p *printer) item(i int) {
	d, l := &p.t.Decls[i], &p.L
	l.Reset()
	l.At(d.Span.Start)
	l.Begin(layout.Group)
	p.Last = max(p.Last, d.Span.Start)
	p.node(d.Root)
	l.End()
	l.Write()
	p.Ended(d.Span.End)
}

func (p *printer) node(id NodeID) { p.Walk(&p.t.Tree, id, false, p.enter, p.before, p.after) }

func (p *printer) enter(_ *printed, n *Node) bool {
	p.Last = max(p.Last, n.Start)
	return true
}

// before adds the text before a kid of a node.
func (p *printer) before(v *printed, n *Node, kids []NodeID, i int) (within bool) {
	if f := p.form(n, kids); f != nil {
		p.Before(f, v, n, kids, i)
		return false
	}
	l, start := &p.L, n.At
	if kids[i] != NoNode {
		start = p.t.Span(kids[i]).Start
	}
	switch n.Op {
	case OpModel:
		if i == 0 {
			l.Begin(layout.Bracket)
			l.Flush()
		} else if kids[0] != NoNode {
			p.Gap(start, layout.Line)
			l.Break()
		}
	case OpFunction:
		switch i {
		case 0:
			l.Begin(layout.Bracket)
			l.Flush()
		case 1:
			if kids[0] != NoNode {
				p.Gap(n.At, layout.Line)
				l.Break()
			}
			l.Begin(layout.Group)
			p.name(v.ID, n, kids[1])
		default:
			p.graph(i-2, kids[i], start)
		}
	case OpGraph:
		if i == 0 {
			l.Begin(layout.Group)
			p.name(v.ID, n, NoNode)
		}
		p.graph(i, kids[i], start)
	case OpResults, OpData, OpList:
		if i == 0 {
			l.Begin(layout.Group)
			l.Str(map[Op]string{OpData: "{", OpList: "["}[n.Op])
			break
		}
		p.Sign(",", start)
		p.Gap(start, layout.Fill)
	}
	return false
}

// name adds the name of a graph or a function, with a blank unless parameters follow.
func (p *printer) name(id NodeID, n *Node, params NodeID) {
	p.L.Str(p.t.Syms.Text(n.Sym))
	if params == NoNode {
		p.L.Str(" ")
	}
	p.Last = max(p.Last, p.t.NameSpan(id).End)
}

// graph adds the text before a part of a graph, counted from its inputs on.
func (p *printer) graph(i int, part NodeID, start int32) {
	switch l := &p.L; {
	case i == 1:
		l.Begin(layout.Group)
		l.Stiff()
		l.Str(" => ")
	case i == 2:
		if l.End(); part != NoNode {
			l.Str(" ")
		}
	case i == 3:
		l.Begin(layout.Bracket)
		l.Follow()
		l.Str(" ")
		p.Brace(start, start)
		l.Break()
	case i > 3:
		p.Gap(start, layout.Line)
		l.Break()
	}
}

// after adds the text after the kids of a node.
func (p *printer) after(v *printed, n *Node, kids []NodeID) {
	l, end := &p.L, n.End-1
	if f := p.form(n, kids); f != nil {
		p.After(f, v, n, kids)
	}
	signature := 3 // number of parts before the nodes
	switch n.Op {
	case OpModel:
		l.End()
	case OpFunction:
		signature = 5
		fallthrough
	case OpGraph:
		if len(kids) == signature {
			p.Nothing(" {", "}", end)
		} else {
			p.Shut(end)
			l.End()
		}
		if l.End(); n.Op == OpFunction {
			l.End()
		}
	case OpString:
		l.Written("", []byte(p.t.Syms.Text(n.Sym)))
	case OpResults:
		if len(kids) > 0 {
			l.End()
		}
	case OpData, OpList:
		switch closer := "}"; {
		case n.Flags&FlagUnknown != 0 || !p.isRow(n, kids):
		case len(kids) == 0:
			p.Nothing("{", closer, end)
		default:
			if n.Op == OpList {
				closer = "]"
			}
			p.Gap(end, layout.Tight)
			l.Str(closer)
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
