package tensorscript

import (
	"cmp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/relation"
)

var editing = &language.Editing{
	Names: func(r *patterns.Result) *language.Names {
		n := r.Front.(*program).things()
		n.uses()
		return n.Found(r.File, n.p.tree.Comments)
	},
	Parts: func(r *patterns.Result) []lang.Span {
		t := r.Front.(*program).tree
		return t.Spans(t.All)
	},
	Hints: stageHints,
	Call:  func(r *patterns.Result, at int32) (language.Call, bool) { return r.Front.(*program).call(at) },
	Words: func(string) language.Words {
		var names []string
		for _, module := range known() {
			names = append(names, module...)
		}
		slices.Sort(names)
		return language.Words{
			Functions: names,
			InName: func(c byte) bool {
				return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
			},
		}
	},
	Keywords: tensorscript.Keywords(),
}

// A nameFinder finds the names of a program.
type nameFinder struct {
	language.Finder
	p     *program
	decls []int32                       // by declaration: its number among things, or -1
	sizes []int32                       // by size parameter
	bound map[tensorscript.NodeID]int32 // by node that binds
}

var declared = [...]language.Kind{
	tensorscript.DeclDim: language.TypeName, tensorscript.DeclTensor: language.TypeName, tensorscript.DeclNode: language.Function,
	tensorscript.DeclWeight: language.Field, tensorscript.DeclDef: language.Function,
}

// things finds what has a name.
func (p *program) things() *nameFinder {
	t := p.tree
	n := &nameFinder{p: p, decls: make([]int32, len(t.Decls)), bound: make(map[tensorscript.NodeID]int32)}
	for i := range t.Decls {
		d := &t.Decls[i]
		n.decls[i] = -1
		switch d.Kind {
		case tensorscript.DeclUse, tensorscript.DeclWeights, tensorscript.DeclGraph:
			continue
		}
		thing := language.Thing{Name: t.Syms.Text(d.Name), Kind: declared[d.Kind], At: d.NameSpan, Span: d.Span, In: -1, Definition: n.p.def[i]}
		if of := n.p.names.Node[i]; d.Of >= 0 && of >= 0 {
			thing.In = n.decls[of]
		}
		if def := n.p.def[i]; def >= 0 {
			thing.Span = n.p.Defs[def].Span
		}
		n.decls[i] = n.Thing(thing)
	}
	for _, s := range n.p.names.Sizes {
		in := int32(-1)
		if s.Of >= 0 {
			in = n.decls[s.Of]
		}
		n.sizes = append(n.sizes, n.Thing(language.Thing{Name: t.Syms.Text(s.Name), Kind: language.TypeParameter, At: s.Span, Span: s.Span, In: in, Definition: -1}))
	}
	for i := range t.Decls { // what binds stands before what is bound, also where it comes later in post-order
		for id := range t.Decls[i].Nodes {
			n.binder(id, int32(i))
		}
	}
	return n
}

// called are the names of the things of some sort that the program has.
func (n *nameFinder) called(is func(*language.Thing) bool) (list []string) {
	for i := range n.Things {
		if t := &n.Things[i]; !t.Builtin && is(t) {
			list = append(list, t.Name)
		}
	}
	return list
}

// uses finds where names stand.
func (n *nameFinder) uses() {
	t := n.p.tree
	for i := range t.Decls {
		d := &t.Decls[i]
		if !t.File.Homely(d.Span) {
			continue
		}
		switch thing := n.decls[i]; {
		case thing >= 0:
			n.Use(d.NameSpan, 0, thing)
		case d.IsBlock() && n.p.names.Node[i] >= 0:
			n.Use(d.NameSpan, 0, n.decls[n.p.names.Node[i]])
		case d.IsBlock():
			n.Use(d.NameSpan, language.Function, -1)
		}
		for id := range d.Nodes {
			n.read(id)
		}
	}
}

// binder notes what a node binds.
func (n *nameFinder) binder(id tensorscript.NodeID, decl int32) {
	t := n.p.tree
	in := int32(-1)
	if of := n.p.names.Node[decl]; of >= 0 {
		in = n.decls[of]
	}
	thing := language.Thing{Kind: language.Variable, In: in, Definition: -1}
	switch t.Nodes[id].Op {
	case tensorscript.OpParam, tensorscript.OpLet:
		thing.Name, thing.At, thing.Span = t.Name(id), t.NameSpan(id), t.Span(id)
	case tensorscript.OpDef: // the parameter that is not written
		thing.Name, thing.Builtin = "x", true
	case tensorscript.OpImport:
		other := t.Kids(id)[0]
		if other == tensorscript.NoNode {
			return
		}
		thing.Name, thing.Kind, thing.At, thing.Span = t.Name(other), language.Operator, t.Span(other), t.Span(id)
	default:
		return
	}
	n.bound[id] = n.Thing(thing)
}

// read reads what is named at a node.
func (n *nameFinder) read(id tensorscript.NodeID) {
	t := n.p.tree
	node := &t.Nodes[id]
	switch node.Op {
	case tensorscript.OpInt, tensorscript.OpFloat, tensorscript.OpBool:
		n.Use(node.Span(), language.Number, -1)
	case tensorscript.OpArg:
		n.Use(t.NameSpan(id), language.Label, -1)
	case tensorscript.OpParam, tensorscript.OpLet:
		n.Use(t.NameSpan(id), 0, n.bound[id])
	case tensorscript.OpImport:
		thing := int32(-1)
		if n.p.names.Meaning[id] == tensorscript.MeansImport {
			thing = n.builtin(t.Name(n.p.parents[id]) + "." + t.Name(id))
		}
		n.Use(t.NameSpan(id), language.Operator, thing)
		if alias, ok := n.bound[id]; ok {
			n.Use(n.Things[alias].At, 0, alias)
		}
	case tensorscript.OpView:
		n.Use(lang.Span{Start: node.Start, End: node.Start + int32(len("view"))}, language.Operator, n.builtin("prelude.view"))
	case tensorscript.OpName:
		if up := n.p.parents[id]; up == tensorscript.NoNode || t.Nodes[up].Op != tensorscript.OpImport {
			n.named(id, language.Variable)
		}
	case tensorscript.OpCall, tensorscript.OpMethod, tensorscript.OpWeight:
		n.named(id, language.Operator)
	}
}

// named is a name that stands for something bound elsewhere; the kind is that of names of which
// nobody knows what they stand for.
func (n *nameFinder) named(id tensorscript.NodeID, kind language.Kind) {
	thing := int32(-1)
	switch at := n.p.names.At[id]; n.p.names.Meaning[id] {
	case tensorscript.MeansImport:
		if alias, ok := n.bound[tensorscript.NodeID(at)]; ok {
			thing = alias
		} else {
			thing = n.builtin(n.p.importOf(id))
		}
	case tensorscript.MeansDim, tensorscript.MeansTensor, tensorscript.MeansNode, tensorscript.MeansWeight, tensorscript.MeansFunction:
		thing = n.decls[at]
	case tensorscript.MeansSize:
		thing = n.sizes[at]
	case tensorscript.MeansParam, tensorscript.MeansLet:
		thing = n.bound[tensorscript.NodeID(at)]
	}
	n.Use(n.p.tree.NameSpan(id), kind, thing)
}

func (n *nameFinder) builtin(name string) int32 {
	_, short, _ := strings.Cut(name, ".")
	return n.Builtin(name, short, language.Operator, func() string { return operationPage(name) })
}

// operationHead spells an operation with what goes in and the arguments that are given by name.
func operationHead(name string, o *relation.Operator) (head string, params, names []string) {
	for _, p := range o.Params {
		params, names = append(params, p.Name), append(names, p.Name)
	}
	for _, a := range o.Accepts() {
		names = append(names, a.Name)
		text := a.Name
		if a.Forms != 0 {
			text += ": " + a.Forms.String()
		}
		if !a.Required() {
			text += " = " + a.Value().String()
		}
		params = append(params, text)
	}
	return name + "(" + strings.Join(params, ", ") + ")", params, names
}

func operationPage(name string) string {
	o := Operations().Operator(name)
	if o == nil {
		return ""
	}
	head, _, _ := operationHead(name, o)
	return "```relation\n" + head + "\n```\n\na built-in operation; its type is told by\n\n" + Operations().Page(o.Relation)
}

// stageHints are behind each value of a pipe and behind each stage.
func stageHints(r *patterns.Result) []language.Hint {
	var list []language.Hint
	for d := range r.Definitions {
		for _, f := range r.Stages(int32(d)) {
			for _, s := range f.Stages {
				if r.File.Homely(s.Span) && s.Type != "error" {
					list = append(list, language.Hint{At: s.Span.End, Lead: ": ", Text: s.Type, Definition: -1})
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b language.Hint) int { return cmp.Compare(a.At, b.At) })
	return slices.CompactFunc(list, func(a, b language.Hint) bool { return a.At == b.At && a.Text == b.Text })
}

// call is an operation or a constructor with its arguments.
func (p *program) call(at int32) (language.Call, bool) {
	best := p.tree.Innermost(p.tree.All, at, func(id tensorscript.NodeID) bool {
		n := &p.tree.Nodes[id]
		return (n.Op == tensorscript.OpCall || n.Op == tensorscript.OpMethod) && at > p.tree.NameSpan(id).End && at < n.End
	})
	if best == tensorscript.NoNode {
		return language.Call{}, false
	}
	c := language.Call{Name: p.tree.Name(best), Of: p.tree.NameSpan(best), Definition: -1, Active: -1}
	of := best
	if up := p.parents[best]; up != tensorscript.NoNode && p.tree.Nodes[up].Op == tensorscript.OpWeight {
		of, c.Name = up, p.tree.Name(up)+"::"+c.Name
	}
	switch p.names.Meaning[of] {
	case tensorscript.MeansImport:
		o := Operations().Operator(p.importOf(of))
		if o == nil {
			return language.Call{}, false
		}
		var all, names []string
		c.Signature, all, names = operationHead(c.Name, o)
		through := min(1, len(all)) // goes through the pipe and is not written
		c.Parameters, c.Named = all[through:], names[through:]
		if of != best {
			c.Signature = c.Name + "(" + strings.Join(c.Parameters, ", ") + ")"
		}
	case tensorscript.MeansNode:
		c.Definition = p.def[p.names.At[of]]
	default:
		return language.Call{}, false
	}
	names := c.Named
	c.Named = nil
	for i, name := range names {
		switch a := p.argument(best, name); {
		case a == tensorscript.NoNode:
			c.Named = append(c.Named, name)
		case p.tree.Nodes[a].Start <= at && at <= p.tree.Nodes[a].End:
			c.Active = i
		}
	}
	return c, true
}
