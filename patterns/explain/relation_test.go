package explain_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// next is a relation between numbers, which these tests write as closed products with that many of the labels a, b and
// c: the second is greater by one than the first; three has no successor.
type next struct{}

func (next) Key() string { return "Next" }

func (next) Run(v *unify.View) unify.Outcome {
	f, ok := v.Form(v.Arg(0))
	if !ok {
		v.Wait(v.Arg(0))
		return unify.Outcome{}
	}
	if len(f.Labels) == 3 || !f.Tuple {
		return unify.Outcome{State: unify.Fails}
	}
	var parts []unify.Ref
	for range len(f.Labels) + 1 {
		parts = append(parts, v.MakeTuple(nil))
	}
	v.Equate(v.Arg(1), v.MakeTuple([]unify.Label{1, 2, 3}[:len(parts)], parts...))
	return unify.Outcome{State: unify.Fires}
}

// inner is a relation between products: part a of the first equals the second.
type inner struct{}

func (inner) Key() string { return "Inner" }

func (inner) Run(v *unify.View) unify.Outcome {
	p, ok := v.Part(v.Arg(0), 1)
	if !ok {
		v.Wait(v.Arg(0))
		return unify.Outcome{}
	}
	v.Equate(p, v.Arg(1))
	return unify.Outcome{State: unify.Fires}
}

func holds(name string, rel unify.Relation, args ...int) statement {
	return statement{name: name, kind: relates, rel: rel, args: args}
}

// number is a statement that a node is a number; its parts are units.
func number(name string, x, n int) statement {
	var parts []part
	for _, l := range []string{"a", "b", "c"}[:n] {
		parts = append(parts, part{l, 20})
	}
	return is(name, x, closed, parts...)
}

func unit() statement { return is("unit", 20, closed) }

// If an effect of a relation contradicts the program, the core has the relation and its premises.
func TestRelationInCore(t *testing.T) {
	p := derive(patterns.AutoRecursion, def("f",
		unit(), number("one", 2, 1), holds("next", next{}, 2, 3), holds("next again", next{}, 3, 4),
		number("none", out, 0), same("result", 4, out), number("aside", 5, 2)))
	k := only(t, p, "f", "f one", "f next", "f next again", "f none", "f result")
	if k.Proof.Given == 0 {
		t.Error("the proof knows of no relation")
	}
	effects := 0
	for _, f := range k.Facts {
		if f.Relation > 0 {
			effects++
		}
	}
	if effects != 1 {
		t.Errorf("%d of the sides come from a relation", effects)
	}
}

// A relation that fails is a contradiction, together with its premises.
func TestFailureInCore(t *testing.T) {
	p := derive(patterns.AutoRecursion, def("f",
		unit(), number("three", 2, 3), wire(2, 3), holds("next", next{}, 3, 4), number("aside", 5, 2)))
	k := only(t, p, "f", "f three", "f next")
	if last := k.Proof.Steps[len(k.Proof.Steps)-1]; last.Rule != unify.ByFailure {
		t.Errorf("it ends by rule %d", last.Rule)
	}
}

// The core spans definitions: a caller contradicts an effect of a callee's relation.
func TestRelationOfCallee(t *testing.T) {
	f := def("f", unit(), number("one", 2, 1), holds("next", next{}, 2, out))
	p := derive(patterns.AutoRecursion, f, def("g",
		unit(), call("call", "f", 2, 3), number("none", 3, 0)))
	only(t, p, "g", "f one", "f next", "g call", "g none")
	p = derive(patterns.AutoRecursion, f, def("g",
		unit(), call("call", "f", 2, 3), holds("next", next{}, 3, 4), holds("and next", next{}, 4, 5)))
	only(t, p, "g", "f one", "f next", "g call", "g next", "g and next")
}

// A waiting relation of a callee runs in its caller, and the core has its premises.
func TestRelationWaitsForCaller(t *testing.T) {
	f := def("f", wire(in, 2), holds("next", next{}, 2, 3), wire(3, out))
	p := derive(patterns.AutoRecursion, f, def("g",
		unit(), number("one", 2, 1), call("call", "f", 2, 3), number("none", 3, 0)))
	all, complete := p.explained(t, "g", 5)
	if len(all) != 1 || !complete {
		t.Fatalf("%d contradictions, complete: %v", len(all), complete)
	}
	if all[0].Proof.Given == 0 {
		t.Error("the proof does without the relation")
	}
}

// The story of a definition has the effects of relations, and proves them.
func TestRelationInStory(t *testing.T) {
	p := derive(patterns.AutoRecursion,
		def("f", unit(), number("one", 2, 1), holds("next", next{}, 2, 3), holds("next again", next{}, 3, out)))
	x := explain.New(p.solver, p)
	s, ok := x.Story(0, -1)
	if !ok || len(s.Core) != len(s.System.Constraints) || len(s.Places) != s.System.Nodes {
		t.Fatalf("%v: %d of %d constraints, %d of %d places", ok, len(s.Core), len(s.System.Constraints),
			len(s.Places), s.System.Nodes)
	}
	found := s.Closure().Facts(s.Local(p.base[0]+out), 1, func(unify.Claim) bool { return true })
	if len(found) != 1 || len(found[0].Claim.Labels) != 3 {
		t.Fatalf("it is %v", found)
	}
	if err := s.System.Check(found[0].Proof); err != nil {
		t.Error(err)
	}
	if src := s.Core[found[0].C].Source; src.Relation == 0 || p.saying(src) != "f next again" {
		t.Errorf("it comes from %v", src)
	}
	// Before the second relation was stated, nothing is known.
	if events := x.Events(0); len(events) == 0 {
		t.Error("nothing happened")
	}
}

// For any statements, each contradiction has a minimal core with an accepted proof.
func TestRelationExplanations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		many := rapid.IntRange(1, 3).Draw(t, "definitions")
		var defs []definition
		for d := range many {
			says := []statement{unit()}
			node := func() int { return rapid.IntRange(0, 6).Draw(t, "node") }
			for i := range rapid.IntRange(1, 8).Draw(t, "statements") {
				name := string(rune('a' + i))
				switch rapid.IntRange(0, 6).Draw(t, "kind") {
				case 0, 1:
					says = append(says, number(name, node(), rapid.IntRange(0, 3).Draw(t, "number")))
				case 2:
					says = append(says, same(name, node(), node()))
				case 3, 4:
					says = append(says, holds(name, next{}, node(), node()))
				case 5:
					says = append(says, holds(name, inner{}, node(), node()))
				default:
					if d > 0 {
						says = append(says, call(name, string(rune('f'+rapid.IntRange(0, d-1).Draw(t, "callee"))),
							node(), node()))
					}
				}
			}
			defs = append(defs, def(string(rune('f'+d)), says...))
		}
		p := derive(patterns.AutoRecursion, defs...)
		x := explain.New(p.solver, p)
		for d := range many {
			all, _ := x.Contradictions(int32(d), 4, firstOf)
			if (len(all) > 0) != (len(p.solver.Conflicts(int32(d))) > 0) {
				t.Fatalf("definition %d has %d conflicts and %d contradictions", d,
					len(p.solver.Conflicts(int32(d))), len(all))
			}
			for _, k := range all {
				sound(t, p, k)
			}
			if s, ok := x.Story(int32(d), -1); ok {
				for _, f := range s.Closure().Facts(s.Local(p.base[d]+out), 3, func(unify.Claim) bool { return true }) {
					if err := s.System.Check(f.Proof); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	})
}
