package patterns_test

import (
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// reversed is the relation that one shape is another with its axes reversed.
type reversed struct{ *tensors }

func (r reversed) Key() string { return "Reversed" }

func (r reversed) Run(v *unify.View) unify.Outcome {
	f, ok := v.Form(v.Arg(0))
	if !ok {
		v.Wait(v.Arg(0))
		return unify.Outcome{}
	}
	if f.Constructor != r.shape {
		return unify.Outcome{State: unify.Fails}
	}
	d0, _ := v.Part(v.Arg(0), r.labels["d0"])
	d1, _ := v.Part(v.Arg(0), r.labels["d1"])
	v.Equate(v.Arg(1), v.Make(r.shape, d1, d0))
	return unify.Outcome{State: unify.Fires}
}

// twice is the relation that one number is twice another.
type twice struct {
	*tensors
	name string
}

func (r twice) Key() string { return "Twice" + r.name }

func (r twice) Run(v *unify.View) unify.Outcome {
	f, ok := v.Form(v.Arg(0))
	if !ok {
		v.Wait(v.Arg(0))
		return unify.Outcome{}
	}
	n, ok := r.types.NumberOf(f.Constructor)
	if !ok {
		return unify.Outcome{State: unify.Fails}
	}
	v.Equate(v.Arg(1), v.Make(r.types.Number(2*n)))
	return unify.Outcome{State: unify.Fires}
}

// oneDefinition derives a definition of two nodes, with the relations that a test states.
type oneDefinition struct {
	*tensors
	solver *patterns.Solver
	body   func(in, out unify.Node)
	in     unify.Node
}

func (d *oneDefinition) Open(_ int32, roots []unify.Node) []unify.Node {
	d.in = d.LeafPairs(0, 0)
	return append(roots, d.in, d.in+1)
}

func (d *oneDefinition) Derive(int32) {
	d.body(d.in, d.in+1)
	d.Solve()
}

func (d *oneDefinition) Refer(int32, []unify.Node, []unify.Node) {}
func (d *oneDefinition) Note(int32, unify.Conflict) int32        { return 0 }

func derived(x *tensors, where bool, body func(in, out unify.Node)) *patterns.Solver {
	d := &oneDefinition{tensors: x, body: body}
	d.solver = patterns.NewSolver(nil, x.Graph, x.types, d,
		patterns.Calls{Size: []int32{1}, Start: []int32{0, 0}, Bad: []bool{false}})
	d.solver.Where = where
	d.solver.Run(func(int32) (bool, patterns.Breach) { return false, patterns.NoBreach })
	return d.solver
}

// A waiting relation of a definition is a condition of its signature, and runs where the signature is used.
func TestWhere(t *testing.T) {
	x := newTensors()
	middle := unify.None
	s := derived(x, true, func(in, out unify.Node) {
		middle = x.Leaf(0)
		aside, known := x.Leaf(0), x.Leaf(0)
		x.Relate(reversed{x}, unify.Reason{}, in, middle)
		x.Relate(reversed{x}, unify.Reason{}, middle, out)
		x.Relate(reversed{x}, unify.Reason{}, aside, x.Leaf(0)) // it waits forever
		x.Relate(twice{x, ""}, unify.Reason{}, x.dim(4), known) // it holds
	}).Scheme(0)
	if s.Graph.Len() != 3 || len(s.Graph.Relations()) != 2 {
		t.Fatalf("the signature has %d nodes and the relations %v", s.Graph.Len(), s.Graph.Relations())
	}
	first, second := s.Graph.Relations()[0], s.Graph.Relations()[1]
	if first.Args[0] != 0 || first.Args[1] != 2 || second.Args[0] != 2 || second.Args[1] != 1 {
		t.Errorf("they hold of %v and %v", first.Args, second.Args)
	}
	base, _ := x.Instantiate(&s.Graph, 0)
	x.Solve()
	d, e := x.Leaf(0), x.Leaf(0)
	x.Unify(unify.Reason{}, base, x.build(x.shape, d, e))
	out := x.Find(base + 1)
	if x.Flat(out).Constructor() != x.shape || x.Find(x.Edges(out)[0].To) != x.Find(d) {
		t.Errorf("reversed twice it is %s %v", x.Flat(out).Form(), x.Edges(out))
	}
	if err := x.Verify(); err != nil {
		t.Error(err)
	}
	// Without Where, they are left out.
	x = newTensors()
	relate := func(in, out unify.Node) { x.Relate(reversed{x}, unify.Reason{}, in, out) }
	if s := derived(x, false, relate).Scheme(0); len(s.Graph.Relations()) > 0 {
		t.Errorf("the signature has %v", s.Graph.Relations())
	}
}

// A relation that waits for a part of a pattern that users can decide is kept, even if none of its arguments is open.
func TestWherePartsOfArguments(t *testing.T) {
	x := newTensors()
	s := derived(x, true, func(in, out unify.Node) {
		d, hidden := x.Leaf(0), x.Leaf(0)
		x.Unify(unify.Reason{}, in, x.build(x.shape, d, x.dim(3)))
		x.Unify(unify.Reason{}, hidden, x.build(x.shape, d, x.dim(5)))
		x.Relate(twice{x, ""}, unify.Reason{}, x.tupleless(hidden), out)
	}).Scheme(0)
	if len(s.Graph.Relations()) != 1 {
		t.Errorf("the signature has the relations %v", s.Graph.Relations())
	}
}

// tupleless is a node that is a pair of a shape and an open pattern; a relation waits for the pattern forever.
func (x *tensors) tupleless(n unify.Node) unify.Node {
	pair := x.Leaf(0)
	x.Describe(pair, unify.MakeFlat(unify.Product, false), []unify.Edge{{Label: x.labels["0"], To: n}}, unify.Reason{})
	return pair
}

// The order of statements does not change a signature with conditions that have different relations.
func TestWhereIsCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type holds struct {
			rel  string
			a, b int
		}
		var all []holds
		for range rapid.IntRange(1, 6).Draw(t, "relations") {
			all = append(all, holds{strconv.Itoa(len(all)), rapid.IntRange(0, 4).Draw(t, "a"),
				rapid.IntRange(0, 4).Draw(t, "b")})
		}
		scheme := func(all []holds) (*tensors, *patterns.Scheme) {
			x := newTensors()
			return x, derived(x, true, func(in, out unify.Node) {
				nodes := []unify.Node{in, out, x.Leaf(0), x.Leaf(0), x.Leaf(0)}
				for _, h := range all {
					x.Relate(twice{x, h.rel}, unify.Reason{}, nodes[h.a], nodes[h.b])
				}
			}).Scheme(0)
		}
		_, one := scheme(all)
		_, two := scheme(rapid.Permutation(all).Draw(t, "order"))
		if !one.Equal(two) {
			t.Fatalf("%v\nin another order\n%v", one.Graph.Relations(), two.Graph.Relations())
		}
	})
}
