package sound

import (
	"fmt"
	"slices"

	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// A joint collects the values that the nodes of a graph had in one call, and checks whether there are types, one for
// each node, that contain the values and that the patterns allow.
type joint struct {
	types  *instance
	graph  *unify.Graph
	values map[place][]eval.Value
	below  map[place]int32 // parts of patterns that the graph does not have
	wrong  error
}

// A place is a class of the graph or, with a label, a part below a class or below another such part that the graph does
// not have.
type place struct {
	node  int32 // a class, or -1 - i for a part
	label string
}

func newJoint(r *patterns.Result) *joint {
	return &joint{types: newInstance(r), graph: r.Solver.Graph, values: make(map[place][]eval.Value),
		below: make(map[place]int32)}
}

// add records that a node has a value.
func (j *joint) add(n unify.Node, v eval.Value) {
	if v.Kind() == eval.Open { // the pattern describes its members
		for _, p := range eval.Parts(v) {
			j.add(n, p)
		}
		return
	}
	j.put(int32(j.graph.Find(n)), v)
}

func (j *joint) fail(v eval.Value, f string, args ...any) {
	if j.wrong == nil {
		j.wrong = fmt.Errorf("%s "+f, append([]any{eval.Short(v, 80)}, args...)...)
	}
}

func (j *joint) part(n int32, label string) int32 {
	return patterns.Remember(&j.below, place{n, label}, func() int32 { return int32(-1 - len(j.below)) })
}

func (j *joint) put(n int32, v eval.Value) {
	flat, edges := unify.Open, []unify.Edge(nil)
	if n >= 0 {
		flat, edges = j.graph.Flat(unify.Node(n)), j.graph.Edges(unify.Node(n))
		if h := flat.Head(); h != unify.NoHead {
			if s := j.types.of(h); !j.types.has(s, v) {
				j.fail(v, "is not of the type %s", j.types.result.Types.Form(h))
			}
			return
		}
	}
	at := place{node: n}
	j.values[at] = append(j.values[at], v)
	text := j.types.result.Labels.Text
	shape := shapeOf(v)
	if shape == 0 { // a number, a text or a boolean
		if flat.Closed() || flat.Shapes() != unify.AnyShape && (flat.Shapes()&unify.Union == 0) {
			j.fail(v, "is where the pattern is %s", flat.Form())
		}
		return
	}
	if j.types.later && shape == unify.Union && flat.Shapes() == unify.Product {
		shape = unify.Product // of one field
	}
	if flat.Shapes()&shape == 0 {
		j.fail(v, "is where the pattern is %s", flat.Form())
		return
	}
	parts := eval.Parts(v)
	if shape == unify.Vector {
		for _, p := range parts {
			for _, e := range edges {
				j.put(int32(j.graph.Find(e.To)), p)
			}
			j.put(j.part(n, "[]"), p)
		}
		return
	}
	have := eval.Labels(v)
	for i, l := range have {
		e := slices.IndexFunc(edges, func(e unify.Edge) bool { return text(e.Label) == l })
		switch {
		case e >= 0:
			j.put(int32(j.graph.Find(edges[e].To)), parts[i])
		case flat.Closed():
			j.fail(v, "has the label %s, which the closed pattern has not", l)
		default:
			j.put(j.part(n, l), parts[i])
		}
	}
	if shape == unify.Product {
		for _, e := range edges {
			if !slices.Contains(have, text(e.Label)) {
				j.fail(v, "lacks the label %s, which the pattern has", text(e.Label))
			}
		}
	}
}

// shapeOf returns the shape of a value, or 0 for a value of a built-in type.
func shapeOf(v eval.Value) unify.Shape {
	switch v.Kind() {
	case eval.Product:
		return unify.Product
	case eval.Variant:
		return unify.Union
	case eval.Vector:
		return unify.Vector
	}
	return 0
}

// verdict returns an error for the first place whose values have no type in common.
func (j *joint) verdict() error {
	if j.wrong != nil {
		return j.wrong
	}
	for at, vs := range j.values {
		product := at.node >= 0 && j.graph.Flat(unify.Node(at.node)).Shapes() == unify.Product
		for _, v := range vs[1:] {
			if isLiteral(v) && shapeOf(vs[0]) == 0 || isLiteral(vs[0]) && shapeOf(v) == 0 {
				continue
			}
			if v.Kind() != vs[0].Kind() ||
				(product || v.Kind() == eval.Product) && !slices.Equal(eval.Labels(v), eval.Labels(vs[0])) {
				return fmt.Errorf("%s and %s are at places of one pattern", eval.Short(vs[0], 80), eval.Short(v, 80))
			}
		}
	}
	return nil
}

// A witness is an observer that checks the inputs and outputs of each expression against its patterns, call by call.
type witness struct {
	result *patterns.Result
	tree   *k.Tree
	root   map[k.NodeID]int32 // the definition whose body a node is
	calls  []*call
	wrong  error
	seen   int // values
}

// A call is one run of a definition.
type call struct {
	def   int32 // -1: of a definition that is not checked
	joint *joint
	left  int // how many values are still recorded
}

// valuesPerCall bounds the recorded values of one call, callsPerRun the recorded calls.
const (
	valuesPerCall = 40
	callsPerRun   = 6
)

func newWitness(r *patterns.Result, tree *k.Tree) *witness {
	w := &witness{result: r, tree: tree, root: make(map[k.NodeID]int32)}
	for d := range tree.Defs {
		w.root[tree.Defs[d].Root] = int32(d)
	}
	return w
}

// isSmall reports whether a value can be inspected part by part. Parts are shared, so few steps can make a value with
// more parts than fit into memory.
func isSmall(v eval.Value) bool {
	_, small := eval.AppendUpTo(nil, v, 4000)
	return small
}

func (w *witness) Enter(e k.NodeID, in eval.Value) {
	if d, ok := w.root[e]; ok {
		c := &call{def: -1}
		if isFinal(w.result, d) && w.seen < callsPerRun*valuesPerCall {
			c.def, c.left, c.joint = d, valuesPerCall, newJoint(w.result)
		}
		w.calls = append(w.calls, c)
	}
	w.add(e, in, false)
}

func (w *witness) Leave(e k.NodeID, in, out eval.Value) {
	if out != nil {
		w.add(e, out, true)
	}
	if _, ok := w.root[e]; ok && len(w.calls) > 0 {
		w.end()
	}
}

// end ends the innermost call.
func (w *witness) end() {
	c := w.calls[len(w.calls)-1]
	w.calls = w.calls[:len(w.calls)-1]
	if c.def >= 0 && w.wrong == nil {
		if err := c.joint.verdict(); err != nil {
			w.wrong = fmt.Errorf("within %s: %w", w.result.Definitions[c.def].Name, err)
		}
	}
}

func (w *witness) add(e k.NodeID, v eval.Value, out bool) {
	if len(w.calls) == 0 {
		return
	}
	c := w.calls[len(w.calls)-1]
	if c.def < 0 || c.left == 0 || !isSmall(v) {
		return
	}
	c.left--
	w.seen++
	n := w.result.Solver.Derivation(c.def).In() - 2*unify.Node(w.tree.Defs[c.def].Root-e)
	if out {
		n++
	}
	before := c.joint.wrong
	c.joint.add(n, v)
	if before == nil && c.joint.wrong != nil {
		side := map[bool]string{false: "takes", true: "gives"}[out]
		span := w.tree.Span(e)
		c.joint.wrong = fmt.Errorf("`%s` %s %w", w.tree.File.Src[span.Start:span.End], side, c.joint.wrong)
	}
}

// isFinal reports whether the patterns of a definition are more than necessary conditions: it has no error, and its
// recursion converged.
func isFinal(r *patterns.Result, d int32) bool {
	x := r.Solver.Derivation(d)
	return r.Definitions[d].OK && x.Derived && x.Converged && !x.Unsettled && x.Breach == patterns.NoBreach
}
