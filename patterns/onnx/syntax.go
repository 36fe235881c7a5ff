package onnx

import (
	"cmp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// The constructs of sites.
const (
	aModel  uint8 = iota
	aValue        // an input, an initializer, a declared type or an output
	aSize         // a written size or entry
	aNode         // a node
	aResult       // the name of a result
	aTensor       // a tensor in an attribute
)

var constructs = []message.Construct{
	aModel: {Name: "model", Kind: message.Other, Noun: "model", States: "this is %c"},
	aValue: {Name: "value", Kind: message.Declares, Value: true, Unsaid: true, Word: "value",
		States: "%q is declared here", Says: "this is %c", Origin: "%d says so here"},
	aSize: {Name: "size", Kind: message.Declares, Value: true, Unsaid: true, Word: "size", States: "%q is written here",
		Says: "%q is written here", Origin: "%d says %q here"},
	aNode:   {Name: "node", Kind: message.Other, Value: true, Unsaid: true, States: "%q is %c"},
	aResult: {Name: "result", Kind: message.Binds, Value: true, Unsaid: true, States: "%q is %c"},
	aTensor: {Name: "tensor", Kind: message.Declares, Value: true, Unsaid: true, Word: "tensor",
		States: "%q is written here", Says: "this is %c", Origin: "%d says so here"},
}

var rules = []message.Rule{
	byType:     {Name: "type"},
	byNode:     {Name: "node"},
	byUnknown:  {Name: "unknown"},
	byDeclared: {Name: "declared"},
	byBody:     {Name: "body", States: "%y flows through a graph in an attribute", Because: "it flows through a graph in an attribute"},
	byCall:     {Name: "function", States: "%q is a call of a function", Because: "the function gives it"},
	byEnds:     {Name: "model", Move: message.Same, Wiring: true},
}

var describes = []uint8{
	aModel: byEnds, aValue: byType, aSize: byType, aNode: byNode, aResult: byNode, aTensor: byType,
}

// words returns the words of reports, with those for the constructors of the program.
func (p *program) words() *message.Words {
	w := message.TupleWords()
	w.Field, w.Input, w.Output, w.Ends = "item", "the inputs", "the type", true
	w.Anything = "the declared type"
	w.Built = func(c unify.Constructor) string { return p.thing(c) }
	w.Part = partText
	w.Bracket = func(f unify.Flat, edges []unify.Edge) string {
		c := f.Constructor()
		switch {
		case f.Head() != unify.NoHead:
			return p.TypeExpression(f.Head())
		case c == unify.NoConstructor && f.Closed():
			return "(" + strings.TrimSuffix(strings.Repeat("…, ", len(edges)), ", ") + ")"
		case c == unify.NoConstructor:
			return "?"
		}
		return p.thing(c)
	}
	return &w
}

// partText names a part of a type.
func partText(labels []string) string {
	var list []string
	for i := len(labels) - 1; i >= 0; i-- {
		switch l := labels[i]; {
		case l == "elem":
			list = append(list, "the element type")
		case l == "shape" || l == "value":
			list = append(list, "the "+l)
		case l[0] == 'd':
			list = append(list, "item "+l[1:])
		default:
			list = append(list, "item "+l)
		}
	}
	return strings.Join(list, " of ")
}

// thing names a constructor, with an article.
func (p *program) thing(c unify.Constructor) string {
	for i, h := range p.binding.Heads {
		if h.Constructor == c && !Vocabulary.Heads[i].Types {
			return Vocabulary.Heads[i].Said
		}
	}
	if p.binding.IsList(c) {
		return "a list of " + message.Counted(len(p.Types.Heads().Parts(c)), "item")
	}
	name := p.Types.ConstructorName(c)
	if IsElement(name) {
		return "`" + name + "`"
	}
	return "the size " + p.sizeText(c)
}

func (p *program) sizeText(c unify.Constructor) string {
	return (&System{Binding: p.binding}).FormatSize(p.binding.SizeOf(c))
}

// pieces returns the pieces of the notation of a type: that of ONNX's text.
func (p *program) pieces(at message.Place) []message.Piece {
	f, fields := p.WhatIs(at)
	c := f.Constructor()
	part := func(i int) message.Place {
		for _, x := range fields {
			if x.Label == p.Types.Heads().Parts(c)[i] {
				return p.Part(at, x)
			}
		}
		return message.Place{}
	}
	switch {
	case f.Dynamic() && c == unify.NoConstructor && f.Head() == unify.NoHead:
		return []message.Piece{{Text: "?"}}
	case c == unify.NoConstructor && f.Closed() && f.IsProduct():
		list := p.Tuple(at, fields)
		if len(fields) == 1 {
			list[len(list)-1].Text = ")"
		}
		return list
	case c == unify.NoConstructor:
		return []message.Piece{{Text: "?"}}
	case p.binding.IsList(c):
		return p.Listed(at, fields, "", p.Types.Heads().Parts(c), "")
	}
	for i, h := range p.binding.Heads {
		if h.Constructor != c || Vocabulary.Heads[i].Types {
			continue
		}
		switch i {
		case Tensor:
			elem, shape := part(1), part(0)
			list := []message.Piece{{At: &elem}}
			g, items := p.WhatIs(p.ClassOf(shape))
			switch {
			case !p.binding.IsList(g.Constructor()):
				return append(list, message.Piece{Text: "[]"})
			case len(items) == 0:
				return list
			}
			return append(list, message.Piece{Text: "["}, message.Piece{At: &shape}, message.Piece{Text: "]"})
		case None:
			return []message.Piece{{Text: "none"}}
		}
		text := map[int]string{Sequence: "seq(", Optional: "optional(", Map: "map(", Sparse: "sparse_tensor("}[i]
		list := []message.Piece{{Text: text}}
		for k := range h.Labels {
			if k > 0 {
				list = append(list, message.Piece{Text: ", "})
			}
			x := part(k)
			list = append(list, message.Piece{At: &x})
		}
		return append(list, message.Piece{Text: ")"})
	}
	if name := p.Types.ConstructorName(c); IsElement(name) {
		return []message.Piece{{Text: name}}
	}
	return []message.Piece{{Text: p.sizeText(c)}}
}

// ShortSignature writes the types of the inputs and the outputs of a model.
func (p *program) ShortSignature(s *patterns.Scheme, in, out int32, most int) (takes, gives string) {
	f, _ := p.WhatIs(message.Place{Scheme: s, Node: in})
	if f == unify.Open {
		return "", "derived within another graph"
	}
	text := func(node int32) string { return p.Spell(message.Place{Scheme: s, Node: node}, most) }
	return "", text(in) + " -> " + text(out)
}

// mostShown is the maximum number of entries that are shown of a tensor.
const mostShown = 8

// scopeOf returns the path in the name of a node, as exporters write it: "encoder/layer.0" of "/encoder/layer.0/Add".
func scopeOf(name string) string {
	return strings.Trim(name[:max(0, strings.LastIndexByte(name, '/'))], "/")
}

// What is not known of a type, other than entries, in order of how much it is.
var unknownOf = [...]string{"", "a size", "the rank", "the type"}

// unknown returns an index of unknownOf.
func unknown(t Type) (what int) {
	switch {
	case t.Head == 0:
		what = 3
	case t.Head == Tensor+1 && !t.Ranked:
		what = 2
	case slices.Contains(t.Shape, Unknown):
		what = 1
	}
	for _, of := range t.Of {
		what = max(what, unknown(of))
	}
	return what
}

// givers lists the inputs of a node, and the outputs of its branches.
func (p *front) givers(node onnx.NodeID) []onnx.NodeID {
	t := p.tree
	values := slices.Clone(t.Args(node))
	for _, name := range branches {
		if a := t.Attr(node, name); a != onnx.NoNode && t.Is(t.Value(a), onnx.OpGraph) && p.isWhole(t.Value(a)) {
			values = append(values, t.Outputs(t.Value(a))...)
		}
	}
	return values
}

// unknownBefore returns the most that is not known of what gives a node something.
func (p *program) unknownBefore(d int32, s *System, node onnx.NodeID) (most int) {
	for _, id := range p.givers(node) {
		if def := p.names.Def[id]; def != onnx.NoNode && p.siteOf[def] >= 0 {
			_, out := p.Ends(d, p.siteOf[def])
			typ, decided := s.Read(out)
			if !decided { // a branch that never runs
				continue
			}
			if most = max(most, unknown(typ)); most == 0 && slices.Contains(typ.Entries, Unknown) {
				most = 1
			}
		}
	}
	return most
}

// defaults are the attributes that exporters write although every operator that has them takes these values without.
var defaults = []string{"auto_pad=\"NOTSET\"", "ceil_mode=0", "dilations=1", "group=1", "pads=0", "strides=1"}

// longestDetail is the maximum number of bytes of an attribute that is shown.
const longestDetail = 40

// details writes the attributes of a node, without long ones and those that say nothing.
func (p *program) details(node onnx.NodeID) string {
	var list []string
	for _, a := range p.tree.Attrs(node) {
		text := p.File.Text(p.tree.Span(a))
		name, value, _ := strings.Cut(strings.Join(strings.Fields(text), ""), "=")
		entries := strings.Split(strings.Trim(value, "[]"), ",")
		slices.Sort(entries)
		entries = slices.Compact(entries)
		if len(text) <= longestDetail && !(len(entries) == 1 && slices.Contains(defaults, name+"="+entries[0])) {
			list = append(list, text)
		}
	}
	return strings.Join(list, ", ")
}

// within says of which node a graph is an attribute, and which, and where the first value of the node is.
func (p *front) within(graph onnx.NodeID) (what string, at lang.Span) {
	t, up := p.tree, graph
	for ; !t.Is(up, onnx.OpNode); up = p.parents[up] {
		if t.Is(up, onnx.OpAttr) {
			what = strings.ReplaceAll(t.Plain(up), "_", "-")
		}
	}
	for _, id := range t.Results(up) {
		if t.Is(id, onnx.OpName) {
			return what + " of `" + t.Plain(id) + "`", t.NameSpan(id)
		}
	}
	return what, lang.Span{}
}

// consists lists the operators of the body of a function.
func (p *front) consists(function onnx.NodeID) string {
	if function == onnx.NoNode {
		return ""
	}
	var list []string
	for _, node := range p.tree.Body(function) {
		if len(list) == mostShown {
			list = append(list, "…")
			break
		}
		_, name, _ := p.tree.Operator(node)
		list = append(list, name)
	}
	return strings.Join(list, ", ")
}

// Stages lists the values of a graph with their types: its inputs and initializers, and the results of its nodes.
func (p *program) Stages(d int32) []patterns.Stages {
	if p.shown != nil {
		p = p.shown
	}
	t, g, main := p.tree, &p.graphs[d], d
	if g.of >= 0 {
		main = g.of
	}
	if g.id == onnx.NoNode || !p.graphs[main].whole {
		return []patterns.Stages{} // its values have other types at each call
	}
	if !p.Solver.Derivation(main).Derived {
		return nil
	}
	p.Solver.Restore(main)
	s := p.system()
	f := patterns.Stages{Function: p.Defs[d].Name, Span: p.Defs[d].NameSpan}
	if g.of >= 0 {
		f.Within, f.Node = p.within(g.id)
	}
	at := make(map[onnx.NodeID]int)     // by definition of a value: its stage
	given := make(map[onnx.NodeID]bool) // the values that are results
	for _, id := range t.Outputs(g.id) {
		given[p.names.Def[id]] = true
	}
	for _, id := range p.definitions(g.id) {
		if len(f.Stages) == patterns.MostStages {
			f.More++
			continue
		}
		_, out := p.Ends(main, p.siteOf[id])
		typ, decided := s.Read(out)
		stage := patterns.Stage{Value: t.Plain(id), Text: t.Plain(id), Type: s.Format(typ), Span: t.NameSpan(id), Same: -1,
			Given: given[id]}
		if len(typ.Entries) <= mostShown {
			stage.Entries = s.FormatEntries(typ)
		}
		if node := p.parents[p.parents[id]]; t.Is(node, onnx.OpNode) {
			_, operator, _ := t.Operator(node)
			stage.Span.End = t.Span(t.Kid(node, 2)).End // y = Relu
			stage.Text, stage.At = stage.Text+" = "+operator, p.callSpan(node)
			stage.Data, stage.Details = operator == "Constant", p.details(node)
			stage.Sizes = operator == "Shape" || operator == "Size"
			sized := len(t.Args(node)) > 0
			stage.Uses = p.consists(p.called(node))
			stage.Scope = scopeOf(cmp.Or(t.Label(node), stage.Value))
			if what := unknown(typ); decided && what > p.unknownBefore(main, s, node) {
				stage.Unknown = unknownOf[what]
			}
			for _, arg := range t.Args(node) {
				from, ok := at[p.names.Def[arg]]
				sized = sized && ok && (f.Stages[from].Data || f.Stages[from].Sizes)
				if ok && !slices.Contains(stage.From, from) {
					stage.From = append(stage.From, from)
					if x := &f.Stages[from]; x.Data && x.Scope == "" {
						x.Scope = stage.Scope // data belong to the first node that reads them
					}
				}
				if def := p.names.Def[arg]; !ok && def != onnx.NoNode && g.of >= 0 {
					if at := t.NameSpan(def); !slices.Contains(stage.Outside, at) {
						stage.Outside = append(stage.Outside, at)
					}
				}
			}
			stage.Sizes = stage.Sizes || sized
		} else {
			stage.Data = t.Data(id) != onnx.NoNode
		}
		at[id] = len(f.Stages)
		f.Stages = append(f.Stages, stage)
	}
	return []patterns.Stages{f}
}
