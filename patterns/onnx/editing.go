package onnx

import (
	"cmp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/relation"
)

var editing = &language.Editing{
	Names: func(r *patterns.Result) *language.Names { return r.Front.(*program).findNames() },
	Parts: func(r *patterns.Result) []lang.Span {
		t := r.Front.(*program).tree
		return t.Spans(t.All)
	},
	Hints: func(r *patterns.Result) []language.Hint { return r.Front.(*program).hints() },
	Call:  func(r *patterns.Result, at int32) (language.Call, bool) { return r.Front.(*program).operatorAt(at) },
	Words: func(string) language.Words {
		var names []string
		for _, o := range Operators().Operators {
			names = append(names, o.Names[0].Name)
		}
		slices.Sort(names)
		return language.Words{
			Functions: slices.Compact(names), Types: elements[1:], InName: language.InName(""),
		}
	},
	Brackets: "<>",
}

// findNames finds the values, the nodes with a label and the graphs of a file, and where they are used.
func (p *program) findNames() *language.Names {
	t := p.tree
	f := &language.Finder{}
	values, labels := make(map[onnx.NodeID]int32), []onnx.NodeID{}
	symbols := make([]int32, len(t.Decls))
	add := func(def onnx.NodeID, in int32) {
		span := t.Span(def)
		if up := p.parents[def]; t.Is(up, onnx.OpResults) {
			span = t.Span(p.parents[up])
		}
		values[def] = f.Add(language.Symbol{
			Name: t.Name(def), Kind: language.Field, At: t.NameSpan(def), Span: span, In: in, Definition: -1,
		})
	}
	for i := range t.Decls {
		d := &t.Decls[i]
		symbols[i] = f.Add(language.Symbol{
			Name: t.NameOf(d), Kind: language.Function, At: d.NameSpan, Span: d.Span, In: -1,
			Definition: p.definitionOf(t.Graph(d)),
		})
		f.Use(d.NameSpan, language.Function, symbols[i])
		for id := range d.Nodes {
			if t.Is(id, onnx.OpGraph, onnx.OpFunction) {
				for _, def := range p.definitions(id) {
					if p.names.Def[def] == def || p.names.Def[def] == onnx.NoNode {
						add(def, symbols[i])
					}
				}
			}
		}
	}
	use := func(id onnx.NodeID) {
		def := p.names.Def[id]
		if def == onnx.NoNode {
			def = id
		}
		if symbol, ok := values[def]; ok {
			f.Use(t.NameSpan(id), language.Field, symbol)
			return
		}
		f.Use(t.NameSpan(id), language.Field, -1)
	}
	for i := range t.Decls {
		for id := range t.Decls[i].Nodes {
			switch up := p.parents[id]; t.Nodes[id].Op {
			case onnx.OpValue:
				use(id)
			case onnx.OpName:
				switch {
				case t.Is(up, onnx.OpArgs, onnx.OpResults):
					use(id)
				case t.Is(up, onnx.OpTensorType):
					f.Use(t.NameSpan(id), language.TypeParameter, -1)
				}
			case onnx.OpLabel:
				labels = append(labels, id)
			case onnx.OpOperator:
				f.Use(t.NameSpan(id), language.Operator, p.operatorSymbol(f, id, symbols))
			case onnx.OpAttr:
				f.Use(t.NameSpan(id), language.Label, -1)
			case onnx.OpInt, onnx.OpFloat:
				f.Use(t.Span(id), language.Number, -1)
			case onnx.OpString:
				f.Use(t.Span(id), language.Text, -1)
			}
		}
	}
	for _, id := range labels { // after the values, which may have the same names
		node := p.parents[id]
		f.Use(t.Span(id), language.Label, f.Add(language.Symbol{
			Name: t.Name(id), Kind: language.Label, At: t.Span(id), Span: t.Span(node), In: -1, Definition: -1,
		}))
	}
	return f.Found(p.File, t.Comments)
}

// operatorSymbol returns the symbol of an operator: a function of the model, or one that is built in.
func (p *front) operatorSymbol(f *language.Finder, id onnx.NodeID, symbols []int32) int32 {
	domain, name, _ := p.tree.Operator(p.parents[id])
	if root := p.called(p.parents[id]); root != onnx.NoNode {
		for i := range p.tree.Decls {
			if p.tree.Decls[i].Root == root {
				return symbols[i]
			}
		}
	}
	return f.Builtin(domain+"."+name, name, language.Operator, func() string { return "" })
}

// hints are the types of the results of nodes.
func (p *program) hints() (list []language.Hint) {
	if p.shown != nil {
		p = p.shown
	}
	t, s := p.tree, p.system()
	for d := range p.graphs {
		g, main := &p.graphs[d], int32(d)
		if g.of >= 0 {
			main = g.of
		}
		if g.id == onnx.NoNode || !p.graphs[main].whole || !p.Solver.Derivation(main).Derived {
			continue
		}
		p.Solver.Restore(main)
		for _, node := range t.Body(g.id) {
			for _, id := range t.Results(node) {
				if !t.Is(id, onnx.OpName) || p.siteOf[id] < 0 {
					continue
				}
				_, out := p.Ends(main, p.siteOf[id])
				if typ, _ := s.Read(out); typ.Head != 0 {
					list = append(list, language.Hint{
						At: t.NameSpan(id).End, Lead: ": ", Text: s.Format(typ), Definition: -1,
					})
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b language.Hint) int { return cmp.Compare(a.At, b.At) })
	return list
}

// operatorAt returns the operator of the node around an offset, with its inputs and attributes.
func (p *front) operatorAt(at int32) (language.Call, bool) {
	t := p.tree
	node := t.Innermost(t.All, at, func(id onnx.NodeID) bool {
		return t.Is(id, onnx.OpNode) && at > t.NameSpan(t.Kid(id, 2)).End && at < t.Nodes[id].End
	})
	if node == onnx.NoNode {
		return language.Call{}, false
	}
	domain, name, _ := t.Operator(node)
	d := slices.IndexFunc(p.graphs, func(g graph) bool {
		return g.id != onnx.NoNode && t.FirstOf(g.id) <= node && node < g.id
	})
	if d < 0 {
		return language.Call{}, false
	}
	o := p.operator(plainDomain(domain), name, p.version(int32(d), plainDomain(domain)))
	if o == nil {
		return language.Call{}, false
	}
	c := language.Call{Name: name, Definition: -1, Active: -1}
	for _, in := range o.Params {
		c.Parameters = append(c.Parameters, paramText(in))
	}
	for _, a := range o.Accepts() {
		if a.Name != "outputs" && t.Attr(node, a.Name) == onnx.NoNode {
			c.Named = append(c.Named, a.Name)
		}
	}
	c.Signature = name + "(" + strings.Join(c.Parameters, ", ") + ")"
	for i, arg := range t.Args(node) {
		if s := t.Span(arg); s.Start <= at && at <= s.End {
			c.Active = min(i, len(c.Parameters)-1)
		}
	}
	return c, true
}

// paramText writes an input of an operator.
func paramText(in relation.Param) string {
	switch {
	case in.Several:
		return in.Name + "..."
	case in.Optional:
		return in.Name + "?"
	}
	return in.Name
}
