package onnx

import (
	"slices"
	"strconv"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// control states a node with graphs in its attributes; false if its operator has none.
func (b *deriver) control(f *frame, id onnx.NodeID, name string, outputs []unify.Node) bool {
	switch name {
	case "If":
		b.choose(f, id, outputs)
	case "Loop":
		b.loop(f, id, outputs)
	case "Scan":
		b.scan(f, id, outputs)
	case "SequenceMap":
		b.each(f, id, outputs)
	default:
		return false
	}
	return true
}

// graphOf returns the graph that is an attribute of a node, or NoNode.
func (b *deriver) graphOf(id onnx.NodeID, name string) onnx.NodeID {
	t := b.p.tree
	if a := t.Attr(id, name); a != onnx.NoNode && t.Is(t.Value(a), onnx.OpGraph) {
		return t.Value(a)
	}
	b.wrongOnce(lang.WrongAttribute, b.p.callSpan(id), lang.Say("the attribute `%s` of `%s` is missing", name,
		t.Plain(t.Kid(id, 2))))
	return onnx.NoNode
}

// wrongOnce reports an error, once for a place.
func (b *deriver) wrongOnce(code lang.Code, at lang.Span, text lang.Phrase) *lang.Diagnostic {
	if b.bad = b.bad || b.trial; b.trial || b.p.reported[at] {
		return &lang.Diagnostic{}
	}
	b.p.reported[at] = true
	return b.p.wrong(b.d, code, at, text)
}

// results returns the patterns of the outputs of a graph.
func (b *deriver) results(f *frame, graph onnx.NodeID) (list []unify.Node) {
	for _, out := range b.p.tree.Outputs(graph) {
		n := unify.None
		if def := b.p.names.Def[out]; def != onnx.NoNode {
			n = b.value(f, def)
		}
		list = append(list, n)
	}
	return list
}

// choose states an If: a result has what the types of both branches have in common, or the type of one branch if the
// condition is known.
func (b *deriver) choose(f *frame, id onnx.NodeID, outputs []unify.Node) {
	yes, no := b.graphOf(id, "then_branch"), b.graphOf(id, "else_branch")
	if yes == onnx.NoNode || no == onnx.NoNode {
		return
	}
	decided := Unknown
	if in := b.inputs(f, id); len(in) > 0 && in[0] != unify.None {
		b.takes(id, 0, "the condition of `If`", in[0], "bool")
		if c, _ := b.Read(in[0]); c.Valued && len(c.Entries) == 1 {
			decided = c.Entries[0]
		}
	}
	var of [2][]unify.Node
	for i, graph := range [2]onnx.NodeID{yes, no} {
		if n, known := decided.Number(); known && decided != Unknown && (n != 0) != (i == 0) {
			b.p.note(b.d, "branch", b.p.tree.NameSpan(graph), lang.Say(
				"this branch of `If` is not checked: it never runs, since the condition is always %s",
				strconv.FormatBool(n != 0)))
			continue
		}
		b.signature(f, graph)
		b.nodes(f, graph)
		of[i] = b.results(f, graph)
		if len(of[i]) != len(outputs) && len(of[i]) < len(outputs) {
			b.wrongOnce(lang.WrongCount, b.p.tree.NameSpan(graph), lang.Say("this branch has %s, but the `If` has %s",
				lang.Count(len(of[i]), "output", "outputs"), lang.Count(len(outputs), "output", "outputs")))
			return
		}
	}
	r := unify.Reason{Rule: byBody, Site: b.site(f, id)}
	for i, out := range outputs {
		switch {
		case of[0] == nil || of[1] == nil:
			if one := slices.Concat(of[0], of[1]); one[i] != unify.None {
				b.Graph.Equal(out, one[i], r)
			}
		case of[0][i] != unify.None && of[1][i] != unify.None:
			x, ok := b.Read(of[0][i])
			y, also := b.Read(of[1][i])
			if !ok || !also {
				continue // it follows from an error
			}
			if x.Elem != "" && y.Elem != "" && x.Head == y.Head && x.Elem != y.Elem {
				dg := b.wrongOnce(lang.ElementsDiffer, b.p.callSpan(id), lang.Say(
					"the branches give different element types: `%s` and `%s`", x.Elem, y.Elem))
				for k, graph := range [2]onnx.NodeID{yes, no} {
					at := b.p.tree.Outputs(graph)[i]
					dg.Relate(b.p.tree.NameSpan(at), "this is `%s`", b.Format([2]Type{x, y}[k]))
				}
				dg.Fixes = append(b.p.converting(no, i, x.Elem), b.p.converting(yes, i, y.Elem)...)
				continue
			}
			b.Graph.Equal(out, b.Add(r.Site, r, Join(x, y)), r)
		}
	}
}

// converting returns the change that gives an output of a branch another element type: by the Cast that computes it, or
// by a further one.
func (p *program) converting(graph onnx.NodeID, output int, elem string) []lang.Fix {
	t := p.tree
	out := t.Outputs(graph)[output]
	def := p.names.Def[out]
	if !t.Is(p.parents[def], onnx.OpResults) {
		return nil
	}
	node, to := p.parents[p.parents[def]], ordinal(int(elementNumbers[elem]))
	if !slices.Contains(t.Body(graph), node) {
		return nil // another graph computes it
	}
	g := p.draft()
	typ := t.Type(out)
	if a := t.Attr(node, "to"); a != onnx.NoNode && t.Is(t.Value(a), onnx.OpInt) {
		edits := []lang.Edit{g.Replace(t.Value(a), to)}
		if typ != onnx.NoNode && t.Is(typ, onnx.OpTensorType) {
			at := t.Span(typ)
			at.End = at.Start + int32(len(t.Name(typ)))
			edits = append(edits, lang.Edit{Span: at, Text: elem})
		}
		return []lang.Fix{g.Fix("write `to = "+to+"`", edits...)}
	}
	name := p.fresh(t.Plain(def) + "_cast")
	cast := "Cast<to = " + to + ">(" + t.Text(def) + ")"
	return []lang.Fix{g.Fix("insert `"+cast+"`",
		repair.Insert(t.Span(node).End, "\n"+p.indent(node)+name+" = "+cast), g.Replace(out, name))}
}

// Join returns what two types have in common.
func Join(x, y Type) Type {
	if x.Head != y.Head {
		return Type{}
	}
	out := Type{Head: x.Head}
	if x.Elem == y.Elem {
		out.Elem = x.Elem
	}
	if out.Ranked = x.Ranked && y.Ranked && len(x.Shape) == len(y.Shape); out.Ranked {
		out.Shape = joined(x.Shape, y.Shape)
	}
	if out.Valued = x.Valued && y.Valued && len(x.Entries) == len(y.Entries) && out.Ranked; out.Valued {
		out.Entries = joined(x.Entries, y.Entries)
	}
	if len(x.Of) == len(y.Of) {
		for i := range x.Of {
			out.Of = append(out.Of, Join(x.Of[i], y.Of[i]))
		}
	} else if x.Head != 0 {
		return Type{}
	}
	return out
}

func joined(x, y []Size) []Size {
	list := make([]Size, len(x))
	for i := range x {
		if list[i] = x[i]; x[i] != y[i] {
			list[i] = Unknown
		}
	}
	return list
}

// is states the type of an input of a graph in an attribute: before the nodes of the graph, which are before its node.
func (b *deriver) is(f *frame, id onnx.NodeID, t Type) {
	r := unify.Reason{Rule: byBody, Site: b.site(f, id)}
	b.Graph.Equal(b.value(f, id), b.Add(r.Site, r, t), r)
}

// read returns the type of a pattern. Of one that follows from an error, ok is false.
func (b *deriver) read(n unify.Node) (t Type, ok bool) {
	if n == unify.None {
		return Type{Head: None + 1}, true
	}
	return b.Read(n)
}

// loose returns a type with the same element type and nothing else.
func loose(t Type) Type {
	switch t.Head {
	case Tensor + 1:
		return Unranked(t.Elem)
	case 0:
		return Type{}
	}
	return Type{Head: t.Head, Elem: t.Elem, Of: make([]Type, len(t.Of))}
}

// loop states a Loop. A value that is carried from one turn to the next keeps the parts of its type that no turn
// changes.
func (b *deriver) loop(f *frame, id onnx.NodeID, outputs []unify.Node) {
	body := b.graphOf(id, "body")
	if body == onnx.NoNode {
		return
	}
	t, in, site := b.p.tree, b.inputs(f, id), b.site(f, id)
	for len(in) < 2 {
		in = append(in, unify.None)
	}
	formal := t.Inputs(body)
	if n := len(in) - 2; len(formal) != n+2 {
		b.wrongOnce(lang.WrongCount, t.NameSpan(body), lang.Say(
			"the body of `Loop` has %s, not %d: the number of the turn, the condition, and %s that the node carries",
			lang.Count(len(formal), "input", "inputs"), n+2, lang.Count(n, "value", "values")))
		return
	}
	carried := make([]Type, len(in)-2)
	for i, n := range in[2:] {
		x, ok := b.read(n)
		if !ok {
			return
		}
		carried[i] = x
		if t := b.declares(formal[2+i], onnx.NoNode, x); t.Elem != x.Elem {
			carried[i] = t
		}
	}
	b.takes(id, 0, "the number of turns of `Loop`", in[0], "int64")
	b.takes(id, 1, "the condition of `Loop`", in[1], "bool")
	carried = b.settled(f, id, body, carried)
	b.is(f, formal[0], TensorOf("int64"))
	b.is(f, formal[1], TensorOf("bool"))
	for i, x := range carried {
		b.is(f, formal[2+i], x)
	}
	b.signatureOf(f, body, true)
	b.nodes(f, body)
	results := b.results(f, body)
	turns := Unknown
	if m, _ := b.read(in[0]); m.Valued && len(m.Entries) == 1 && b.never(f, body, in[1]) {
		turns = m.Entries[0]
	}
	r := unify.Reason{Rule: byBody, Site: site}
	for i, out := range outputs {
		switch {
		case i < len(carried):
			b.Graph.Equal(out, b.Add(site, r, carried[i]), r)
		case i+1 < len(results):
			x, ok := b.read(results[i+1])
			if ok && x.Head == Tensor+1 {
				x.Valued, x.Entries = false, nil
				x.Shape = append([]Size{turns}, x.Shape...)
				b.Graph.Equal(out, b.Add(site, r, x), r)
			}
		default:
			b.wrongOnce(lang.WrongCount, b.p.callSpan(id), lang.Say("`Loop` has %s, but its body gives %s after the condition",
				lang.Count(len(outputs), "output", "outputs"), lang.Count(len(results)-1, "value", "values")))
			return
		}
	}
}

// never reports whether a loop never ends before its number of turns: its condition is always true.
func (b *deriver) never(f *frame, body onnx.NodeID, first unify.Node) bool {
	results := b.p.tree.Outputs(body)
	if len(results) == 0 {
		return false
	}
	holds := func(n unify.Node) bool {
		x, _ := b.read(n)
		return x.Valued && len(x.Entries) == 1 && x.Entries[0] == 1
	}
	if first != unify.None && !holds(first) {
		return false
	}
	def := b.p.names.Def[results[0]]
	if def == onnx.NoNode {
		return false
	}
	for { // the condition of the turn before, passed on
		if formal := b.p.tree.Inputs(body); len(formal) > 1 && def == formal[1] {
			return true
		}
		node := b.p.parents[b.p.parents[def]]
		if !b.p.tree.Is(node, onnx.OpNode) {
			return holds(b.value(f, def))
		}
		_, name, _ := b.p.tree.Operator(node)
		args := b.p.tree.Args(node)
		if name != "Identity" || len(args) != 1 || !b.p.tree.Is(args[0], onnx.OpName) ||
			b.p.names.Def[args[0]] == onnx.NoNode {
			return holds(b.value(f, def))
		}
		def = b.p.names.Def[args[0]]
	}
}

// settled returns the types of the values that a body carries, such that no turn changes them: parts that a turn
// changes are unknown. Each turn is derived in a graph of its own.
func (b *deriver) settled(f *frame, id, body onnx.NodeID, carried []Type) []Type {
	var s *deriver
	var g *frame
	for turn := range 4 {
		after, ok := b.turn(f, body, func(in *deriver, of *frame, formal []onnx.NodeID) {
			s, g = in, of
			s.is(g, formal[0], TensorOf("int64"))
			s.is(g, formal[1], TensorOf("bool"))
			for i, x := range carried {
				s.is(g, formal[2+i], x)
			}
		})
		if !ok && turn == 0 && f.depth < maxTrials {
			return carried // the first turn fails, where the error is reported
		}
		if !ok || len(after) < len(carried)+1 {
			break
		}
		same := true
		next := make([]Type, len(carried))
		swapped := 0
		if turn == 0 {
			swapped = b.condition(body, after)
		}
		for i, x := range carried {
			formal, output := b.p.tree.Inputs(body)[2+i], b.p.tree.Outputs(body)[1+i]
			if turn == 0 && swapped == i+1 {
				after[i+1] = x
			} else if turn == 0 {
				after[i+1] = b.keeps("Loop", formal, output, 1+i, x, after[i+1], false)
				b.declares(formal, output, after[i+1])
			}
			next[i] = Join(x, after[i+1])
			if item := b.p.inserted(id, body, i); turn == 0 && len(x.Of) == 1 && item != onnx.NoNode {
				if t, ok := s.read(s.value(g, item)); ok && t.Elem == x.Of[0].Elem {
					t.Valued, t.Entries = false, nil
					next[i] = SequenceOf(t)
				}
			}
			same = same && equalTypes(next[i], x)
		}
		if same {
			return carried
		}
		carried = next
	}
	list := make([]Type, len(carried))
	for i, x := range carried {
		list[i] = loose(x)
	}
	return list
}

// inserted returns the value that each turn of a Loop inserts into a sequence that it carries and that is empty at
// first, or NoNode. All items of the sequence have the type of that value.
func (p *front) inserted(loop, body onnx.NodeID, carried int) onnx.NodeID {
	t := p.tree
	madeBy := func(name onnx.NodeID, operator string) onnx.NodeID {
		if def := p.names.Def[name]; def != onnx.NoNode && t.Is(p.parents[def], onnx.OpResults) {
			node := p.parents[p.parents[def]]
			if _, is, _ := t.Operator(node); is == operator {
				return node
			}
		}
		return onnx.NoNode
	}
	node := madeBy(t.Outputs(body)[1+carried], "SequenceInsert")
	if node == onnx.NoNode || madeBy(t.Args(loop)[2+carried], "SequenceEmpty") == onnx.NoNode {
		return onnx.NoNode
	}
	if args := t.Args(node); len(args) > 1 && p.names.Def[args[0]] == t.Inputs(body)[2+carried] {
		return p.names.Def[args[1]]
	}
	return onnx.NoNode
}

func equalTypes(x, y Type) bool {
	return x.Head == y.Head && x.Elem == y.Elem && x.Ranked == y.Ranked && slices.Equal(x.Shape, y.Shape) &&
		x.Valued == y.Valued && slices.Equal(x.Entries, y.Entries) && slices.EqualFunc(x.Of, y.Of, equalTypes)
}

// turn derives a graph in an attribute by itself, with inputs that given states, and returns the types of its outputs.
// Types of outer values are copied.
func (b *deriver) turn(f *frame, body onnx.NodeID, given func(*deriver, *frame, []onnx.NodeID)) (list []Type, ok bool) {
	if f.depth >= maxTrials {
		return nil, false
	}
	s := &deriver{
		System: NewSystem(unify.New(b.p.Types.Heads(), b.p.Labels.Index()), b.Binding),
		p:      b.p, d: b.d, level: b.level, trial: true, change: b.change,
	}
	s.Fixed = b.Fixed
	g := &frame{
		site: max(f.site, 0), call: f.call, of: f.of, attrs: f.attrs, body: f.body, depth: f.depth + 1,
		values: make(map[onnx.NodeID]unify.Node), outer: func(id onnx.NodeID) (Type, bool) {
			if b.p.tree.FirstOf(body) <= id && id <= body {
				return Type{}, false
			}
			t, ok := b.Read(b.value(f, id))
			return t, ok
		},
	}
	given(s, g, b.p.tree.Inputs(body))
	s.signatureOf(g, body, true)
	s.nodes(g, body)
	s.Graph.Solve()
	for _, n := range s.results(g, body) {
		x, ok := s.read(n)
		if !ok {
			return nil, false
		}
		list = append(list, x)
	}
	return list, true
}

// maxTrials is the maximum depth at which turns of loops within loops are derived by themselves.
const maxTrials = 3

// scan states a Scan: its inputs go into the body without their axes, and its outputs get them back.
func (b *deriver) scan(f *frame, id onnx.NodeID, outputs []unify.Node) {
	body := b.graphOf(id, "body")
	if body == onnx.NoNode {
		return
	}
	t, in, site := b.p.tree, b.inputs(f, id), b.site(f, id)
	batch := 0
	if b.p.version(f.of, "") == 8 {
		if batch = 1; len(in) > 0 {
			in = in[1:] // sequence_lens
		}
	}
	n := 0
	if a := t.Attr(id, "num_scan_inputs"); a != onnx.NoNode {
		if list, ok := t.Ints(t.Value(a)); ok && len(list) == 1 {
			n = int(list[0])
		}
	}
	formal := t.Inputs(body)
	if n < 1 || n > len(in) || len(formal) != len(in) {
		b.wrongOnce(lang.WrongCount, t.NameSpan(body), lang.Say(
			"the body of `Scan` has %s, but the node gives it %s and scans the last %s",
			lang.Count(len(formal), "input", "inputs"), lang.Count(len(in), "value", "values"), ordinal(n)))
		return
	}
	axes := func(name string, i int) int {
		if a := t.Attr(id, name); a != onnx.NoNode {
			if list, ok := t.Ints(t.Value(a)); ok && i < len(list) {
				return int(list[i])
			}
		}
		return 0
	}
	states := len(in) - n
	length, width, first := Unknown, Unknown, onnx.NoNode
	types := make([]Type, len(in))
	for i, node := range in {
		x, ok := b.read(node)
		if !ok {
			return
		}
		x.Valued, x.Entries = false, nil
		if x.Ranked && batch == 1 && len(x.Shape) > 0 {
			if width == Unknown {
				width = x.Shape[0]
			}
			x.Shape = x.Shape[1:]
		}
		if i >= states && x.Ranked {
			k := axes("scan_input_axes", i-states)
			if k < 0 {
				k += len(x.Shape)
			}
			if k < 0 || k >= len(x.Shape) {
				b.wrongOnce(lang.RelationFails, b.p.callSpan(id), lang.Say(
					"the input `%s` has the rank %s, so it has no axis %s to "+
						"scan", t.Plain(formal[i]), ordinal(len(x.Shape)), ordinal(k)))
				return
			}
			d := x.Shape[k]
			_, one := length.Number()
			_, two := d.Number()
			switch {
			case length == Unknown:
				length, first = d, formal[i]
			case d != Unknown && d != length && one && two:
				b.wrongOnce(lang.SizesDiffer, b.p.callSpan(id), lang.Say(
					"`Scan` goes through `%s` in %s turns and through `%s` in %s",
					t.Plain(first), b.FormatSize(length), t.Plain(formal[i]), b.FormatSize(d)))
				return
			}
			x.Shape = slices.Delete(slices.Clone(x.Shape), k, k+1)
		}
		types[i] = x
	}
	for turn := range 4 {
		after, ok := b.turn(f, body, func(s *deriver, g *frame, formal []onnx.NodeID) {
			for i, x := range types {
				s.is(g, formal[i], x)
			}
		})
		same := ok && len(after) >= states
		for i := range types[:states] {
			if !same {
				break
			}
			if turn == 0 {
				after[i] = b.keeps("Scan", formal[i], t.Outputs(body)[i], i, types[i], after[i], true)
			}
			next := Join(types[i], after[i])
			same = equalTypes(next, types[i])
			types[i] = next
		}
		if same || !ok {
			break
		}
	}
	for i, x := range types {
		b.is(f, formal[i], x)
	}
	b.signatureOf(f, body, true)
	b.nodes(f, body)
	r := unify.Reason{Rule: byBody, Site: site}
	results := b.results(f, body)
	for i, out := range outputs {
		if i >= len(results) {
			b.wrongOnce(lang.WrongCount, b.p.callSpan(id), lang.Say("`Scan` has %s, but its body gives %s",
				lang.Count(len(outputs), "output", "outputs"), lang.Count(len(results), "value", "values")))
			return
		}
		x, ok := b.read(results[i])
		if !ok || x.Head != Tensor+1 {
			continue
		}
		x.Valued, x.Entries = false, nil
		if i < states {
			x = types[i]
		} else if x.Ranked {
			k := axes("scan_output_axes", i-states)
			if k < 0 {
				k += len(x.Shape) + 1
			}
			if k < 0 || k > len(x.Shape) {
				continue
			}
			x.Shape = slices.Insert(slices.Clone(x.Shape), k, length)
		}
		if x.Ranked && batch == 1 {
			x.Shape = append([]Size{width}, x.Shape...)
		}
		b.Graph.Equal(out, b.Add(site, r, x), r)
	}
}

// each states a SequenceMap: the items of sequences go into the body, and its outputs are the items of sequences.
func (b *deriver) each(f *frame, id onnx.NodeID, outputs []unify.Node) {
	body := b.graphOf(id, "body")
	if body == onnx.NoNode {
		return
	}
	formal, site := b.p.tree.Inputs(body), b.site(f, id)
	for i, n := range b.inputs(f, id) {
		x, ok := b.read(n)
		if !ok || i >= len(formal) {
			return
		}
		if x.Head == Sequence+1 && len(x.Of) == 1 {
			x = x.Of[0]
		}
		b.is(f, formal[i], x)
	}
	b.signatureOf(f, body, true)
	b.nodes(f, body)
	r := unify.Reason{Rule: byBody, Site: site}
	results := b.results(f, body)
	for i, out := range outputs {
		if i < len(results) {
			if x, ok := b.read(results[i]); ok {
				x.Valued, x.Entries = false, nil
				b.Graph.Equal(out, b.Add(site, r, SequenceOf(x)), r)
			}
		}
	}
}

// call states the nodes of a function for one call.
func (b *deriver) call(f *frame, id, body onnx.NodeID, outputs []unify.Node) {
	t, site := b.p.tree, b.site(f, id)
	for up := f; up != nil; up = up.up {
		if up.body == body {
			b.wrongOnce(lang.UsedBefore, b.p.callSpan(id), lang.Say("the function `%s` calls itself", t.Plain(t.Kid(id, 2))))
			return
		}
	}
	g := &frame{
		site: site, call: id, caller: id, of: b.p.definitionOf(body), body: body, up: f, depth: f.depth,
		values: make(map[onnx.NodeID]unify.Node), attrs: make(map[string]onnx.NodeID),
	}
	if f.call != onnx.NoNode {
		g.call = f.call
	}
	for _, a := range t.Params(body) {
		if v := t.Value(a); v != onnx.NoNode {
			g.attrs[t.Plain(a)] = v
		}
	}
	for _, a := range t.Attrs(id) {
		v := t.Value(a)
		if t.Is(v, onnx.OpRef) {
			given, ok := f.attrs[t.Plain(v)]
			if !ok {
				continue
			}
			v = given
		}
		g.attrs[t.Plain(a)] = v
	}
	if c := b.change; c != nil && c.call == id {
		g.added = &c.gives
	}
	in, formal := b.changed(f, id), t.Inputs(body)
	if len(in) > len(formal) {
		dg := b.wrongOnce(lang.WrongCount, b.p.callSpan(id), lang.Say("the function `%s` takes %s, not %s",
			t.Plain(t.Kid(id, 2)), lang.Count(len(formal), "input", "inputs"), ordinal(len(in))))
		dg.Relate(t.NameSpan(body), "the function is here")
		dg.Fixes = b.p.without(id, len(t.Outputs(body)), len(formal))
		return
	}
	for i, x := range formal {
		if g.values[x] = unify.None; i < len(in) {
			g.values[x] = in[i]
		}
	}
	b.nodes(g, body)
	results := b.results(g, body)
	r := unify.Reason{Rule: byCall, Site: site}
	for i, out := range outputs {
		if i >= len(results) {
			dg := b.wrongOnce(lang.WrongCount, b.p.callSpan(id), lang.Say("the function `%s` has %s, not %s",
				t.Plain(t.Kid(id, 2)), lang.Count(len(results), "output", "outputs"), ordinal(len(outputs))))
			dg.Relate(t.NameSpan(body), "the function is here")
			dg.Fixes = b.p.without(id, len(results), len(formal))
			return
		}
		if results[i] != unify.None {
			b.Graph.Equal(out, results[i], r)
		}
	}
}

// definitionOf returns the definition of a graph or a function.
func (p *front) definitionOf(id onnx.NodeID) int32 {
	return int32(slices.IndexFunc(p.graphs, func(g graph) bool { return g.id == id }))
}
