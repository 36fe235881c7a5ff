package explain_test

import (
	"slices"
	"testing"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// A story up to a step has exactly the constraints that were stated up to that step.
func TestStoryAtEachStep(t *testing.T) {
	p := derive(patterns.AutoRecursion,
		def("callee", is("in has b", in, open, part{"b", out})),
		def("f",
			same("2 is in", 2, in),
			is("in has a", in, open, part{"a", 3}),
			call("calls callee", "callee", 2, out),
		))
	x := explain.New(p.solver, p)
	whole, ok := x.Story(1, -1)
	if !ok || int(whole.Step) != len(whole.Events) || whole.Step != 4 {
		t.Fatalf("%d of %d steps", whole.Step, len(whole.Events))
	}
	var given []string
	for _, e := range whole.Events {
		r, ok := p.solver.Graph.Event(e).Cause.Given()
		if !ok {
			t.Fatalf("event %d follows from another", e)
		}
		given = append(given, p.saying(explain.Source{Event: e, Reason: r}))
	}
	if want := []string{"f 2 is in", "f in has a", "f calls callee", "f calls callee"}; !slices.Equal(given, want) {
		t.Errorf("the steps are %q", given)
	}
	for step, want := range []string{"(...)", "(...) in", "{...} in a", "{...} in a b", "{...} in a b"} {
		s, ok := x.Story(1, int32(step))
		if !ok || int(s.Step) != step {
			t.Fatalf("a story after %d steps, and not %d", s.Step, step)
		}
		cl := s.Closure()
		n := cl.Find(s.Local(p.base[1] + 2))
		flat, edges := cl.Class(n)
		got := flat.Form()
		if cl.Find(s.Local(p.base[1]+in)) == n {
			got += " in"
		}
		var labels []string
		for _, e := range edges {
			labels = append(labels, p.labels.Text(e.Label))
		}
		slices.Sort(labels)
		for _, l := range labels {
			got += " " + l
		}
		if got != want {
			t.Errorf("after %d steps 2 is %s, want %s", step, got, want)
		}
	}
	for i, place := range whole.Places {
		if place.Def != 1 || place.Node != unify.None && whole.Local(place.Node) != unify.Node(i) {
			t.Errorf("node %d is %d of %s", i, place.Node, p.defs[place.Def].name)
		}
	}
	if n := x.Size(1); n != whole.System.Nodes {
		t.Errorf("the definition has %d nodes, its story %d", n, whole.System.Nodes)
	}
}

// The steps of a recursive group are distributed over its members: each member has the steps that follow from its own
// constraints, and knows their unions.
func TestStepsOfAGroup(t *testing.T) {
	p := derive(patterns.Polymorphic,
		def("f", is("in has a", in, open, part{"a", 2}), is("in has a again", in, open, part{"a", 3}),
			call("calls g", "g", 2, out)),
		def("g", same("in is out", in, out), call("calls f", "f", in, 2)),
	)
	x := explain.New(p.solver, p)
	seen := make(map[int32]bool)
	for d := range p.defs {
		s, ok := x.Story(int32(d), -1)
		if !ok || len(s.Events) == 0 {
			t.Fatalf("no steps of %s", p.defs[d].name)
		}
		follows := 0
		for _, e := range s.Events {
			if seen[e] {
				t.Errorf("event %d is a step of two", e)
			}
			seen[e] = true
			cause := p.solver.Graph.Event(e).Cause
			if r, ok := cause.Given(); !ok {
				follows++
			} else if p.Owner(r.Site) != int32(d) {
				t.Errorf("event %d is a step of %s and stated by another", e, p.defs[d].name)
			}
			if n := x.Made(int32(d), e); n != unify.None {
				if made, ok := p.solver.Graph.Made(n); !ok || made != e {
					t.Errorf("node %d was not made by event %d", n, e)
				}
			}
		}
		if d == 0 && follows == 0 {
			t.Error("no step of f follows from another")
		}
	}
	if n, all := len(seen), p.solver.Graph.Events(); n != all {
		t.Errorf("%d events of %d are steps", n, all)
	}
	if x.Made(0, -5) != unify.None {
		t.Error("no event made a node")
	}
}

// A definition that was not derived has neither a story nor contradictions.
func TestNotDerived(t *testing.T) {
	f := def("f", same("in is out", in, out))
	f.leftOut = true
	p := derive(patterns.AutoRecursion, f)
	x := explain.New(p.solver, p)
	if _, ok := x.Story(0, -1); ok || x.Size(0) != 0 {
		t.Error("there is a story of what was not derived")
	}
	if all, rest := x.Contradictions(0, 5, firstOf); len(all) != 0 || rest != explain.NothingLeft {
		t.Errorf("%d contradictions, and left is %v", len(all), rest)
	}
}
