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
		n := &nameFinder{p: r.Front.(*program), n: &language.Names{}, builtins: make(map[string]int32), bound: make(map[tensorscript.NodeID]int32)}
		n.all()
		return n.n
	},
	Parts: func(r *patterns.Result) []lang.Span { return r.Front.(*program).places() },
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
	p        *program
	n        *language.Names
	decls    []int32                       // by declaration: its number among things, or -1
	sizes    []int32                       // by size parameter
	bound    map[tensorscript.NodeID]int32 // by node that binds
	builtins map[string]int32              // operations, by their names with the module
}

func (n *nameFinder) thing(t language.Thing) int32 {
	n.n.Things = append(n.n.Things, t)
	return int32(len(n.n.Things) - 1)
}

// use notes a use of a thing, or of a name of some kind that nobody knows.
func (n *nameFinder) use(at lang.Span, kind language.Kind, thing int32) {
	binds := false
	if thing >= 0 {
		t := &n.n.Things[thing]
		kind, binds = t.Kind, !t.Builtin && t.At == at
	}
	n.n.Uses = append(n.n.Uses, language.Use{Span: at, Kind: kind, Thing: thing, Binds: binds})
}

var declared = [...]language.Kind{
	tensorscript.DeclDim: language.TypeName, tensorscript.DeclTensor: language.TypeName, tensorscript.DeclNode: language.Function,
	tensorscript.DeclWeight: language.Field, tensorscript.DeclDef: language.Function,
}

func (n *nameFinder) all() {
	t := n.p.tree
	n.decls = make([]int32, len(t.Decls))
	for i := range t.Decls {
		d := &t.Decls[i]
		n.decls[i] = -1
		switch d.Kind {
		case tensorscript.DeclUse, tensorscript.DeclWeights, tensorscript.DeclGraph:
			continue
		}
		thing := language.Thing{Name: t.Syms.Text(d.Name), Kind: declared[d.Kind], At: d.NameSpan, Span: d.Span, In: -1, Definition: n.p.def[i], Type: patterns.NoType}
		if of := n.p.names.Node[i]; d.Of >= 0 && of >= 0 {
			thing.In = n.decls[of]
		}
		if def := n.p.def[i]; def >= 0 {
			thing.Span = n.p.Defs[def].Span
		}
		n.decls[i] = n.thing(thing)
	}
	for _, s := range n.p.names.Sizes {
		in := int32(-1)
		if s.Of >= 0 {
			in = n.decls[s.Of]
		}
		n.sizes = append(n.sizes, n.thing(language.Thing{Name: t.Syms.Text(s.Name), Kind: language.TypeParameter, At: s.Span, Span: s.Span, In: in, Definition: -1, Type: patterns.NoType}))
	}
	for i := range t.Decls {
		d := &t.Decls[i]
		if d.Root != tensorscript.NoNode { // what binds stands before what is bound, also where it comes later in post-order
			for id := d.First; id <= d.Root; id++ {
				n.binder(id, int32(i))
			}
		}
	}
	for i := range t.Decls {
		d := &t.Decls[i]
		if !t.File.Homely(d.Span) {
			continue
		}
		switch thing := n.decls[i]; {
		case thing >= 0:
			n.use(d.NameSpan, 0, thing)
		case d.IsBlock() && n.p.names.Node[i] >= 0:
			n.use(d.NameSpan, 0, n.decls[n.p.names.Node[i]])
		case d.IsBlock():
			n.use(d.NameSpan, language.Function, -1)
		}
		if d.Root != tensorscript.NoNode {
			for id := d.First; id <= d.Root; id++ {
				n.read(id)
			}
		}
	}
	slices.SortStableFunc(n.n.Uses, func(a, b language.Use) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	for _, c := range t.Comments {
		if t.File.Homely(c) {
			n.n.Comments = append(n.n.Comments, c)
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
	thing := language.Thing{Kind: language.Variable, In: in, Definition: -1, Type: patterns.NoType}
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
	n.bound[id] = n.thing(thing)
}

// read reads what is named at a node.
func (n *nameFinder) read(id tensorscript.NodeID) {
	t := n.p.tree
	node := &t.Nodes[id]
	switch node.Op {
	case tensorscript.OpInt, tensorscript.OpFloat, tensorscript.OpBool:
		n.use(node.Span(), language.Number, -1)
	case tensorscript.OpArg:
		n.use(t.NameSpan(id), language.Label, -1)
	case tensorscript.OpParam, tensorscript.OpLet:
		n.use(t.NameSpan(id), 0, n.bound[id])
	case tensorscript.OpImport:
		thing := int32(-1)
		if n.p.names.Meaning[id] == tensorscript.MeansImport {
			thing = n.builtin(t.Name(n.p.parents[id]) + "." + t.Name(id))
		}
		n.use(t.NameSpan(id), language.Operator, thing)
		if alias, ok := n.bound[id]; ok {
			n.use(n.n.Things[alias].At, 0, alias)
		}
	case tensorscript.OpView:
		n.use(lang.Span{Start: node.Start, End: node.Start + int32(len("view"))}, language.Operator, n.builtin("prelude.view"))
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
	n.use(n.p.tree.NameSpan(id), kind, thing)
}

func (n *nameFinder) builtin(name string) int32 {
	i, ok := n.builtins[name]
	if !ok {
		_, short, _ := strings.Cut(name, ".")
		i = n.thing(language.Thing{Name: short, Kind: language.Operator, Builtin: true, In: -1, Definition: -1, Type: patterns.NoType, Page: operationPage(name)})
		n.builtins[name] = i
	}
	return i
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
	var b strings.Builder
	b.WriteString("```relation\n" + head + "\n```\n\na built-in operation; its type is told by\n\n```relation\n")
	for _, it := range Operations().Items {
		if c, ok := it.(*relation.Clause); ok && c.Name == o.Relation {
			b.Write(operations[c.Span.Start:c.Span.End])
			b.WriteByte('\n')
		}
	}
	b.WriteString("```")
	return b.String()
}

// places are those of all nodes of the home, and of its declarations.
func (p *program) places() []lang.Span {
	var list []lang.Span
	for i := range p.tree.Decls {
		d := &p.tree.Decls[i]
		if !p.File.Homely(d.Span) {
			continue
		}
		if d.Root != tensorscript.NoNode {
			for id := d.First; id <= d.Root; id++ {
				list = append(list, p.tree.Span(id))
			}
		}
		list = append(list, d.Span)
	}
	return list
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
	best := tensorscript.NoNode
	for i := range p.tree.Decls {
		d := &p.tree.Decls[i]
		if d.Root == tensorscript.NoNode || at < d.Span.Start || at > d.Span.End {
			continue
		}
		for id := d.First; id <= d.Root && best == tensorscript.NoNode; id++ {
			n := &p.tree.Nodes[id]
			if (n.Op == tensorscript.OpCall || n.Op == tensorscript.OpMethod) && at > p.tree.NameSpan(id).End && at < n.End {
				best = id
			}
		}
	}
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
