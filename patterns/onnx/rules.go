package onnx

import (
	"maps"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// The rules.
const (
	byType     uint8 = iota // a value has its written type and entries
	byNode                  // the relation of an operator holds between the inputs and outputs of a node
	byUnknown               // nothing is known of a value before the model runs
	byDeclared              // the declared type of a value whose node gives none
	byBody                  // a value flows into or out of a graph in an attribute
	byCall                  // a call of a function: its nodes, with the types of this call
	byEnds                  // a model has the types of its inputs and outputs
)

// A deriver derives the graph of a model.
type deriver struct {
	*System
	p     *program
	d     int32
	level int  // how many graphs and calls of functions contain the current node
	trial bool // its results are only read: it reports nothing, and its nodes are not recorded
	// Of a trial: the change that is tried, or nil, and whether the structure of a node is wrong.
	change *change
	bad    bool
}

// A frame is the graph of a model, or a call of a function.
type frame struct {
	site   int32       // of the call; -1: the graph of the model
	call   onnx.NodeID // the node of the graph of the model whose call this is or is within; NoNode: none
	caller onnx.NodeID // the node of the frame up that calls the function
	of     int32       // the definition with the imports
	body   onnx.NodeID // of the function, or NoNode
	values map[onnx.NodeID]unify.Node
	attrs  map[string]onnx.NodeID              // the attributes that are given to the parameters of the function
	added  *relation.Given                     // a further one, in a trial
	outer  func(onnx.NodeID) (t Type, ok bool) // of a graph that is derived by itself: the types of outer values; or nil
	up     *frame
	depth  int // of graphs that are derived by themselves
}

// deepest is the maximum depth of graphs within graphs and of calls of functions that is checked.
const deepest = 64

// Derive states the types of the values of a model, in the order in which its nodes run.
func (p *program) Derive(d int32) {
	g := &p.graphs[d]
	if !g.whole {
		return
	}
	b := &deriver{System: p.system(), p: p, d: d}
	p.uses[d] = slices.Grow(p.uses[d][:0], p.countNodes(d))
	f := &frame{site: -1, call: onnx.NoNode, of: d, body: onnx.NoNode}
	p.frames[d] = f
	b.signature(f, g.id)
	b.nodes(f, g.id)
	in, out := p.Opened(d, p.Defs[d].Root)
	r := unify.Reason{Rule: byEnds, Site: p.Defs[d].Root}
	b.ends(in, b.all(f, p.tree.Inputs(g.id), true), r)
	b.ends(out, b.all(f, p.tree.Outputs(g.id), false), r)
	p.Graph.Solve()
}

// all returns the patterns of the inputs or the outputs of a graph.
func (b *deriver) all(f *frame, values []onnx.NodeID, inputs bool) (list []unify.Node) {
	for _, id := range values {
		if !inputs {
			if id = b.p.names.Def[id]; id == onnx.NoNode {
				continue
			}
		}
		list = append(list, b.value(f, id))
	}
	return list
}

func (b *deriver) ends(n unify.Node, parts []unify.Node, r unify.Reason) {
	edges := make([]unify.Edge, len(parts))
	for i, part := range parts {
		edges[i] = unify.Edge{Label: b.Binding.FieldAt(i), To: part}
	}
	b.Graph.Describe(n, unify.MakeFlat(unify.Product, true), edges, r)
}

// site returns the site for what a node of the tree states.
func (b *deriver) site(f *frame, id onnx.NodeID) int32 {
	if f.site >= 0 {
		return f.site
	}
	for b.p.siteOf[id] < 0 {
		if id = b.p.parents[id]; id == onnx.NoNode {
			return b.p.Defs[b.d].Root
		}
	}
	return b.p.siteOf[id]
}

// value returns the pattern of the value that a place defines.
func (b *deriver) value(f *frame, id onnx.NodeID) unify.Node {
	if f.site >= 0 {
		return patterns.Remember(&f.values, id, func() unify.Node {
			if c := b.change; c != nil {
				if t, ok := c.values[id]; ok {
					return b.Add(f.site, unify.Reason{}, t)
				}
			}
			if f.outer != nil {
				if t, ok := f.outer(id); ok {
					return b.Add(f.site, unify.Reason{Rule: byBody, Site: f.site}, t)
				}
			}
			return b.Graph.Leaf(f.site)
		})
	}
	_, out := b.p.Opened(b.d, b.p.siteOf[id])
	return out
}

// signature states the types of the inputs and initializers of a graph.
func (b *deriver) signature(f *frame, graph onnx.NodeID) { b.signatureOf(f, graph, false) }

// signatureOf is signature, for a graph whose inputs may have types already.
func (b *deriver) signatureOf(f *frame, graph onnx.NodeID, given bool) {
	t := b.p.tree
	of := make(map[onnx.NodeID]onnx.NodeID) // by input: the initializer that is its default
	for _, id := range t.Locals(graph) {
		if t.Data(id) == onnx.NoNode {
			continue
		}
		if def := b.p.names.Def[id]; def != onnx.NoNode && slices.Contains(t.Inputs(graph), def) {
			of[def] = id
			continue
		}
		b.declare(f, id, id, true)
	}
	old := b.p.irVersion(b.d) == 3
	if given {
		b.Graph.Solve()
		return
	}
	for _, id := range t.Inputs(graph) {
		typed := id
		if weight, ok := of[id]; ok && (t.Type(id) == onnx.NoNode || old) {
			typed = weight
		}
		b.declare(f, id, typed, old)
	}
	b.Graph.Solve()
}

// irVersion returns the version of the format of a model, or 0.
func (p *front) irVersion(d int32) int64 {
	if v := p.tree.Setting(p.graphs[d].header, "ir_version"); v != onnx.NoNode {
		return p.tree.Int(v)
	}
	return 0
}

// declare states the type of an input or an initializer; the type is written at another place, if it is that of a
// default. Its entries are known only if a caller cannot change them.
func (b *deriver) declare(f *frame, id, at onnx.NodeID, entries bool) {
	n, typ := b.value(f, id), b.p.tree.Type(at)
	r := unify.Reason{Rule: byType, Site: b.site(f, id)}
	if typ == onnx.NoNode {
		b.unknown(n, r)
		return
	}
	data := onnx.NoNode
	if entries {
		data = b.p.tree.Data(at)
	}
	b.describe(f, n, typ, data, r)
}

func (b *deriver) unknown(n unify.Node, r unify.Reason) {
	b.Graph.Describe(n, unify.Open|unify.Dynamic, nil, r)
}

// describe states a written type of a node, with entries if they are written and may decide sizes.
func (b *deriver) describe(f *frame, n unify.Node, typ, data onnx.NodeID, r unify.Reason) {
	t := b.p.tree
	if !t.Is(typ, onnx.OpTensorType) {
		b.Graph.Equal(n, b.Add(r.Site, r, b.typeOf(typ)), r)
		return
	}
	elem := unify.None
	if name := t.Name(typ); IsElement(name) {
		elem = b.built(r.Site, r, b.Binding.Types.Constructor(name))
	} else {
		elem = b.mark(r.Site, r)
	}
	shape := unify.None
	if t.HasRank(typ) {
		shape = b.written(f, t.Kids(typ), r, b.size)
	} else {
		shape = b.mark(r.Site, r)
	}
	entries := unify.None
	if data != onnx.NoNode && t.Is(data, onnx.OpData) && b.p.isShort(data) && t.Name(typ) != "string" {
		entries = b.written(f, t.Kids(data), r, func(id onnx.NodeID) Size { return b.entry(id, t.Name(typ)) })
	} else {
		entries = b.mark(r.Site, r)
	}
	c := b.Binding.Heads[Tensor].Constructor
	labels := b.Graph.Heads().Parts(c)
	b.Graph.Describe(n, b.Graph.Heads().Built(c), []unify.Edge{
		{Label: labels[0], To: shape}, {Label: labels[1], To: elem}, {Label: labels[2], To: entries},
	}, r)
}

// written returns the list of some written sizes or entries.
func (b *deriver) written(f *frame, ids []onnx.NodeID, r unify.Reason, size func(onnx.NodeID) Size) unify.Node {
	parts := make([]unify.Node, len(ids))
	for i, id := range ids {
		site := b.site(f, id)
		if f.site < 0 && b.p.siteOf[id] >= 0 {
			_, parts[i] = b.p.Opened(b.d, site)
		} else {
			parts[i] = b.Graph.Leaf(site)
		}
		by := unify.Reason{Rule: byType, Site: site}
		if x := size(id); x == Unknown {
			b.unknown(parts[i], by)
		} else {
			b.Graph.Describe(parts[i], b.Graph.Heads().Built(b.Binding.SizeConstructor(x)), nil, by)
		}
	}
	return b.built(r.Site, r, b.Binding.ListOf(len(parts)), parts...)
}

// size returns a written size. A negative one is unknown.
func (b *deriver) size(id onnx.NodeID) Size {
	t := b.p.tree
	switch t.Nodes[id].Op {
	case onnx.OpInt:
		if n := t.Int(id); n >= 0 {
			return b.Binding.Sizes.Whole(n)
		}
	case onnx.OpName:
		if s, ok := b.Expression(t.Plain(id)); ok {
			return s
		}
		return b.Name(t.Plain(id))
	}
	return Unknown
}

// entry returns an entry of a tensor.
func (b *deriver) entry(id onnx.NodeID, elem string) Size {
	t := b.p.tree
	switch {
	case t.Is(id, onnx.OpInt) && !isFloat(elem):
		return b.Binding.Sizes.Whole(t.Int(id))
	case t.Is(id, onnx.OpInt, onnx.OpFloat):
		return b.Binding.Sizes.Fraction(t.Float(id))
	}
	return Unknown
}

func isFloat(elem string) bool {
	return elem == "float" || elem == "double" || elem == "float16" || elem == "bfloat16"
}

// typeOf returns a written type without entries.
func (b *deriver) typeOf(typ onnx.NodeID) Type {
	t := b.p.tree
	if t.Is(typ, onnx.OpTensorType) {
		x := Type{Head: Tensor + 1, Elem: t.Name(typ), Ranked: t.HasRank(typ)}
		if !IsElement(x.Elem) {
			x.Elem = ""
		}
		for _, d := range t.Kids(typ) {
			x.Shape = append(x.Shape, b.size(d))
		}
		return x
	}
	kids := t.Kids(typ)
	heads := map[string]int{"seq": Sequence, "optional": Optional, "map": Map, "sparse_tensor": Sparse}
	head, ok := heads[t.Name(typ)]
	if !ok {
		return Type{}
	}
	x := Type{Head: head + 1}
	if head == Map {
		x.Elem, kids = t.Name(kids[0]), kids[1:]
	}
	for _, kid := range kids {
		x.Of = append(x.Of, b.typeOf(kid))
	}
	return x
}

// nodes states the nodes of a graph.
func (b *deriver) nodes(f *frame, graph onnx.NodeID) {
	if b.level == deepest {
		if !b.p.noted["deepest"] {
			b.p.noted["deepest"] = true
			b.p.wrong(b.d, lang.NodeLimit, b.p.tree.NameSpan(graph), lang.Say(
				"graphs and functions that are nested more than %s deep are not checked", ordinal(deepest)))
		}
		return
	}
	b.level++
	defer func() { b.level-- }()
	for _, id := range b.p.body(graph) {
		b.p.watch.Step()
		if b.Graph.Exceeded() {
			return
		}
		if b.p.tree.Is(id, onnx.OpNode) {
			b.node(f, id)
			b.Graph.Solve()
		}
	}
}

// inputs returns the patterns of the inputs of a node, None for absent ones.
func (b *deriver) inputs(f *frame, id onnx.NodeID) (list []unify.Node) {
	t := b.p.tree
	for _, arg := range t.Args(id) {
		n := unify.None
		if t.Is(arg, onnx.OpName) {
			if def := b.p.names.Def[arg]; def != onnx.NoNode {
				n = b.value(f, def)
			} else {
				n = b.Graph.Leaf(b.site(f, id)) // an error has been reported
			}
		}
		list = append(list, n)
	}
	for len(list) > 0 && list[len(list)-1] == unify.None {
		list = list[:len(list)-1]
	}
	return list
}

// changed returns the inputs of a node as a change makes them.
func (b *deriver) changed(f *frame, id onnx.NodeID) []unify.Node {
	if c := b.change; c != nil && c.node == id && c.inputs != nil {
		return c.inputs(&step{deriver: b, frame: f, id: id})
	}
	return b.inputs(f, id)
}

// node states a node, and the types of its results if its operator does not give them.
func (b *deriver) node(f *frame, id onnx.NodeID) {
	t, p := b.p.tree, b.p
	domain, name, _ := t.Operator(id)
	domain = plainDomain(domain)
	results := p.resultsOf(id)
	outputs := make([]unify.Node, len(results))
	r := unify.Reason{Rule: byNode, Site: b.site(f, id)}
	for i, res := range results {
		if res != onnx.NoNode {
			outputs[i] = b.value(f, res)
		} else {
			outputs[i] = b.Graph.Leaf(r.Site)
		}
	}
	at := placed{r.Site, onnx.NoNode}
	if f.call != onnx.NoNode {
		at.inner = id
	}
	if p.omitted[at] {
		b.fallBack(f, id, results, false)
		return
	}
	if body := p.called(id); body != onnx.NoNode {
		b.call(f, id, body, outputs)
		return
	}
	if domain == "" && b.control(f, id, name, outputs) {
		return
	}
	o := p.operator(domain, name, p.version(f.of, domain))
	if o == nil {
		b.unknownOperator(f, id, domain, name)
		b.fallBack(f, id, results, true)
		return
	}
	attrs, ok := b.attributes(f, id, o)
	if !ok {
		b.fallBack(f, id, results, true)
		return
	}
	in := b.changed(f, id)
	if c := b.change; c != nil {
		if c.node == id && c.attrs != nil {
			attrs = c.attrs(attrs)
		}
		switch {
		case slices.ContainsFunc(results, func(res onnx.NodeID) bool { _, given := c.values[res]; return given }):
			return
		case c.passes == id && len(in) > 0 && len(outputs) > 0:
			b.Graph.Equal(outputs[0], in[0], r)
			return
		}
	}
	u := &Use{
		Operator: o, Inputs: in, Outputs: len(results), Attributes: attrs, Results: outputs,
		Site: r.Site, Reason: r,
	}
	st := b.State(u)
	if !b.trial {
		p.uses[b.d] = append(p.uses[b.d], use{id, f, o, u.Inputs, st.Outputs, st.First, st.End})
	}
	if len(st.Problems) > 0 || st.Misfit != "" {
		newer := domain == "" && p.graphs[f.of].versions[""] > newest()
		if newer {
			b.newerOperator(id, name)
		} else {
			b.misuse(f, id, u, &st)
		}
		b.fallBack(f, id, results, newer)
		return
	}
	b.Graph.Solve()
	for i := st.First; i < st.End; i++ {
		if b.Graph.InstanceOf(int32(i)).State == unify.Fails {
			b.fallBack(f, id, results, false)
			return
		}
	}
}

// fallBack states the declared types of results of which nothing is known. If nothing is declared, a result is unknown,
// or nothing is stated of it, so that what depends on it waits.
func (b *deriver) fallBack(f *frame, id onnx.NodeID, results []onnx.NodeID, unknown bool) {
	for _, res := range results {
		if res == onnx.NoNode {
			continue
		}
		n := b.value(f, res)
		if f := b.Graph.Flat(b.Graph.Find(n)); f != unify.Open {
			continue
		}
		r := unify.Reason{Rule: byDeclared, Site: b.site(f, res)}
		switch typ, ok := b.p.declared[res]; {
		case ok:
			b.Graph.Equal(n, b.Add(r.Site, r, b.typeOf(typ)), r)
		case unknown:
			b.unknown(n, unify.Reason{Rule: byUnknown, Site: r.Site})
		}
	}
}

// oldest is the oldest opset whose operators are all known.
const oldest = 7

// unknownOperator notes an operator without a relation. One that exists in another opset is an error.
func (b *deriver) unknownOperator(f *frame, id onnx.NodeID, domain, name string) {
	p := b.p
	at := p.tree.NameSpan(p.tree.Kid(id, 2))
	if v := p.version(f.of, ""); domain == "" && v < oldest {
		if !b.trial {
			p.note(b.d, "oldest", at, lang.Say(
				"%s imports opset %s; `%s` and some other operators are known only from opset %s on, and the types of "+
					"their results are those that the model declares, or unknown", p.importer(f.of), ordinal(int(v)), name,
				ordinal(oldest)))
		}
		return
	}
	if versions := Operators().Versions(name); domain == "" && len(versions) > 0 {
		first := ordinal(versions[len(versions)-1].Since)
		if !p.reported[at] && !b.trial {
			p.reported[at] = true
			dg := p.wrong(b.d, lang.UnknownOperator, at, lang.Say("`%s` exists since opset %s, but %s imports opset %s",
				name, first, p.importer(f.of), ordinal(int(p.version(f.of, domain)))))
			dg.Help = append(dg.Help, lang.Say("import opset %s or a later one", first))
			for _, o := range slices.Backward(versions) {
				dg.Fixes = append(dg.Fixes, p.importing(f.of, o.Since)...)
			}
		}
		return
	}
	full := name
	if domain != "" {
		full = domain + "." + name
	}
	if domain == "" && b.p.graphs[f.of].versions[""] <= newest() {
		if p.reported[at] || b.trial {
			return
		}
		p.reported[at] = true
		dg := p.wrong(b.d, lang.UnknownOperator, at, lang.Say("the operator `%s` does not exist", name))
		if p.operators == nil {
			p.operators = lang.NewSpeller()
			names := make(map[string]bool)
			for _, o := range Operators().Operators {
				names[o.Names[0].Name] = true
			}
			for _, name := range slices.Sorted(maps.Keys(names)) {
				p.operators.Add(name)
			}
		}
		misspelt(dg, []lang.Span{at}, p.operators.Near(name), func(near string) string { return near })
		return
	}
	text := lang.Say(
		"the operator `%s` is not known; the types of its results are those that the model declares, or unknown", full)
	if !b.trial {
		p.note(b.d, "operator "+full, at, text)
	}
}

// newerOperator notes an operator of a newer opset than is known, with attributes or inputs that it did not have
// before.
func (b *deriver) newerOperator(id onnx.NodeID, name string) {
	if !b.trial {
		b.p.note(b.d, "newer "+name, b.p.tree.NameSpan(b.p.tree.Kid(id, 2)), lang.Say(
			"`%s` has inputs or attributes that it does not have in opset %s, the newest one that is known; "+
				"the types of its results are those that the model declares, or unknown", name, ordinal(int(newest()))))
	}
}

// attributes returns the attributes of a node; ok is false if one has a value that is not kept.
func (b *deriver) attributes(f *frame, id onnx.NodeID, o *relation.Operator) (list []Attribute, ok bool) {
	t := b.p.tree
	for _, a := range t.Attrs(id) {
		value := t.Value(a)
		x := Attribute{Type: unify.None, Given: relation.Given{
			Name: t.Plain(a), Span: t.Span(a), NameSpan: t.NameSpan(a), ValueSpan: t.Span(value),
		}}
		if t.Is(value, onnx.OpRef) {
			if f.added != nil && f.added.Name == t.Plain(value) {
				x.Value = f.added.Value
				list = append(list, x)
				continue
			}
			given, known := f.attrs[t.Plain(value)]
			if !known {
				continue // the parameter has no value: the operator has its default
			}
			value, x.ValueSpan = given, t.Span(given)
		}
		if b.change != nil && slices.Contains(b.change.literals, value) {
			x.Value = b.change.literal
			list = append(list, x)
			continue
		}
		switch t.Nodes[value].Op {
		case onnx.OpUnknown:
			// No type depends on the floats of contributed operators; their number is only checked where it is known.
			if !ignores(o, t.Plain(a)) && !(isContributed(o.Names[0].Name) && t.Kind(a) == "floats") {
				return nil, false
			}
			continue
		case onnx.OpGraph:
			continue
		case onnx.OpTensor:
			r := unify.Reason{Rule: byType, Site: b.site(f, value)}
			x.Type = b.Graph.Leaf(r.Site)
			x.Value.Text = "a tensor"
			b.describe(f, x.Type, t.Type(value), t.Data(value), r)
		case onnx.OpTensorType, onnx.OpTypeCall:
			r := unify.Reason{Rule: byType, Site: b.site(f, value)}
			x.Type = b.Add(r.Site, r, b.typeOf(value))
			x.Value.Text = t.Source(value)
		default:
			x.Value = b.literal(value, t.Kind(a))
		}
		list = append(list, x)
	}
	return list, true
}

// literal returns the value of an attribute with a kind.
func (b *deriver) literal(id onnx.NodeID, kind string) relation.Value {
	t := b.p.tree
	switch t.Nodes[id].Op {
	case onnx.OpInt:
		if kind == "float" || kind == "floats" {
			return relation.FloatValue(t.Float(id))
		}
		return relation.IntValue(t.Int(id))
	case onnx.OpFloat:
		return relation.FloatValue(t.Float(id))
	case onnx.OpString:
		return relation.TextValue(t.Plain(id))
	case onnx.OpList:
		var list []relation.Value
		for _, kid := range t.Kids(id) {
			list = append(list, b.literal(kid, kind))
		}
		return relation.ListValue(list...)
	}
	return relation.NoValue
}

// misuse reports wrong attributes of a node, and inputs or outputs that are too many or too few.
func (b *deriver) misuse(f *frame, id onnx.NodeID, u *Use, st *Stated) {
	p, o, attrs := b.p, u.Operator, u.Attributes
	at := p.callSpan(id)
	if b.bad = b.bad || b.trial; b.trial || p.reported[at] {
		return
	}
	p.reported[at] = true
	name := o.Names[0].Name
	if st.Misfit != "" && (o.Relation == "Removed" || !slices.ContainsFunc(st.Problems, func(x relation.Problem) bool {
		return x.Given >= 0 && otherVersion(name, attrs[x.Given].Name) != nil
	})) {
		dg := p.wrong(b.d, lang.WrongCount, at, lang.Text(st.Misfit))
		version, other := inVersion(u)
		if by := replacements[name]; o.Relation == "Removed" && by != "" {
			dg.Notes = append(dg.Notes, lang.Text(by))
		}
		if n := len(u.Inputs); other != nil && other.Since > o.Since && n > len(o.Params) && n <= len(other.Params) {
			dg.Notes = append(dg.Notes, lang.Say("`%s` is an input of `%s` since opset %s",
				other.Params[n-1].Name, name, ordinal(inputSince(other, other.Params[n-1].Name))))
		}
		if version > 0 {
			dg.Fixes = p.importing(f.of, version)
		}
		dg.Fixes = append(dg.Fixes, p.without(id, most(o.Results), most(o.Params))...)
		return
	}
	for i := range st.Problems {
		x := &st.Problems[i]
		span := x.Span
		if span.Empty() {
			span = at
		}
		says := lang.Say("`%s`: %s", name, x.Message)
		var moved *relation.Operator
		if x.Kind == relation.UnknownAttribute && x.Given >= 0 {
			moved = otherVersion(name, attrs[x.Given].Name)
		}
		dg := p.wrong(b.d, lang.WrongAttribute, span, says)
		rank := -1
		if len(u.Inputs) > 0 && u.Inputs[0] != unify.None {
			if is, _ := b.Read(u.Inputs[0]); is.Ranked {
				rank = len(is.Shape)
			}
		}
		switch x.Kind {
		case relation.MissingAttribute:
			var call onnx.NodeID
			if dg.Fixes, call = p.required(f, id, o, rank); call != id {
				dg.Relate(p.callSpan(call), "this call does not give it")
			}
			continue
		case relation.WrongForm:
			given := &attrs[x.Given]
			if n := perWindow[given.Name] * (rank - 2); n > 0 && given.Value.Form == relation.IntForm {
				x.Fix = numbers(false, slices.Repeat([]int64{given.Value.Num}, n)).String()
			}
		}
		dg.Fixes = x.Fixes()
		switch {
		case moved != nil:
			p.moved(f, dg, id, o, moved, attrs[x.Given].Name)
		case (x.Kind == relation.UnknownAttribute || x.Kind == relation.RepeatedAttribute) && x.Fix == "" && x.Given >= 0:
			dg.Fixes = p.withoutAttribute(id, x.Span)
		}
	}
}

// otherVersion returns the newest version of an operator that has an attribute, or nil.
func otherVersion(name, attribute string) *relation.Operator {
	for _, o := range Operators().Versions(name) {
		if o.Takes(attribute) {
			return o
		}
	}
	return nil
}

// inVersion returns the next version of an operator that has the inputs and outputs of a node, or else the last one
// before, and the opset to import for it; nil if there is none.
func inVersion(u *Use) (version int, found *relation.Operator) {
	versions := Operators().Versions(u.Operator.Names[0].Name) // the newest first
	for i, o := range versions {
		other := *u
		other.Operator = o
		switch {
		case misfit(&other) != "" || o == u.Operator:
		case o.Since > u.Operator.Since:
			version, found = o.Since, o
		case version == 0:
			version, found = versions[i-1].Since-1, o
		}
	}
	return version, found
}

// What to use in place of operators that were removed.
var replacements = map[string]string{
	"Upsample": "`Resize` replaces it: its third input is `scales`",
	"Scatter":  "`ScatterElements` replaces it, with the same inputs",
}

// inputSince returns the first of the versions up to one of an operator that have an input with a name.
func inputSince(o *relation.Operator, input string) (since int) {
	for _, x := range Operators().Versions(o.Names[0].Name) { // the newest first
		isInput := slices.ContainsFunc(x.Params, func(p relation.Param) bool { return p.Name == input })
		switch {
		case x.Since > o.Since:
		case !isInput:
			return since
		default:
			since = x.Since
		}
	}
	return since
}

// moved says that an attribute belongs to another opset.
func (p *program) moved(f *frame, dg *lang.Diagnostic, id onnx.NodeID, o, other *relation.Operator, name string) {
	op := o.Names[0].Name
	is := "an attribute"
	for _, in := range o.Params {
		if in.Name == name {
			is = "an input"
		}
	}
	dg.Fixes, dg.Help = nil, nil
	switch {
	case other.Since > o.Since:
		dg.Message = lang.Say("`%s` has the attribute `%s` only since opset %s", op, name, ordinal(other.Since))
		dg.Fixes = p.importing(f.of, other.Since)
	case is == "an input":
		since := inputSince(o, name)
		dg.Message = lang.Say("`%s` of `%s` is an input since opset %s, not an attribute", name, op, ordinal(since))
		dg.Help = append(dg.Help, lang.Say(
			"make `%s` a constant input, or import an opset before %s", name, ordinal(since)))
		dg.Fixes = append(p.asInput(id, o, name), p.importing(f.of, since-1)...)
	default:
		dg.Message = lang.Say("`%s` has no attribute `%s` since opset %s", op, name, ordinal(o.Since))
		dg.Fixes = p.importing(f.of, o.Since-1)
	}
}

// importing returns the change that imports another version of the standard operators.
func (p *front) importing(d int32, version int) []lang.Fix {
	at := p.standard(d)
	if at == onnx.NoNode {
		return nil
	}
	return []lang.Fix{{
		Title: lang.Say("import opset %s", ordinal(version)), Grade: "maybe",
		Edits: []lang.Edit{{Span: p.tree.Span(at), Text: ordinal(version)}},
	}}
}

// Refer unifies nothing: no graph uses another one as a definition.
func (p *program) Refer(int32, []unify.Node, []unify.Node) {}

var _ patterns.Bodies = (*program)(nil)
