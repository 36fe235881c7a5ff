package explain_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// Constraints that are unrelated to the contradiction are in no core, and neither is wiring.
func TestCoreIsMinimal(t *testing.T) {
	p := derive(patterns.AutoRecursion, def("f",
		is("has a", in, closed, part{"a", 2}),
		is("a is a union", 2, union),
		wire(in, 3),
		is("out has a", out, open, part{"a", 4}),
		is("has b", 3, open, part{"b", 2}),
		same("out is its a", 4, out),
	))
	only(t, p, "f", "f has a", "f has b")
}

// A contradiction in the parts of two equated nodes needs both constraints.
func TestCoreOfParts(t *testing.T) {
	p := derive(patterns.AutoRecursion, def("f",
		is("in has a", in, open, part{"a", 2}),
		is("out has a", out, open, part{"a", 3}),
		is("a of in is {}", 2, closed),
		is("a of out is a union", 3, union),
		is("in has b", in, open, part{"b", 3}),
		same("out is in", in, out),
	))
	k := only(t, p, "f", "f in has a", "f out has a", "f a of in is {}", "f a of out is a union", "f out is in")
	if len(k.Path) != 1 || p.labels.Text(k.Path[0]) != "a" {
		t.Errorf("the sides clash below %v", k.Path)
	}
}

// It can follow from two constraints that a pattern is a vector, though neither of them states it alone.
func TestCoreOfVectors(t *testing.T) {
	p := derive(patterns.AutoRecursion, def("f",
		is("in is {0} or a vector", in, unify.MakeFlat(unify.Product|unify.Vector, false), part{"0", 2}),
		is("in is a vector", in, vector, part{patterns.MemberName, 3}),
		is("2 is {}", 2, closed),
		is("3 is a union", 3, union),
		is("out has a", out, open, part{"a", 3}),
	))
	only(t, p, "f", "f in is {0} or a vector", "f in is a vector", "f 2 is {}", "f 3 is a union")
}

// The order of constraints affects neither the core nor the contradictions.
func TestOrderOfConstraints(t *testing.T) {
	says := []statement{
		is("in is {a}", in, closed, part{"a", 2}),
		is("2 has b", 2, open, part{"b", out}),
		is("3 is {}", 3, closed),
		is("4 is a union", 4, union),
		same("2 is 3", 2, 3),
		is("out has c", out, open, part{"c", 4}),
	}
	rapid.Check(t, func(rt *rapid.T) {
		p := derive(patterns.AutoRecursion, def("f", rapid.Permutation(says).Draw(rt, "order")...))
		only(t, p, "f", "f 2 has b", "f 3 is {}", "f 2 is 3")
	})
}

// Of several contradictions the cheapest is reported first, then each that remains when places of the earlier ones are
// removed. Whether unreported ones remain is known.
func TestSeveralContradictions(t *testing.T) {
	p := derive(patterns.AutoRecursion, def("f",
		is("2 is {}", 2, closed),
		is("3 has a", 3, open, part{"a", 4}),
		same("2 is 3", 2, 3),
		is("in is {}", in, closed),
		is("in is a union", in, union),
	))
	all, complete := p.explained(t, "f", 5)
	if len(all) != 2 || !complete {
		t.Fatalf("%d contradictions, complete: %v", len(all), complete)
	}
	if got := p.core(all[0]); !slices.Equal(got, []string{"f in is a union", "f in is {}"}) {
		t.Errorf("first it is %q", got)
	}
	if got := p.core(all[1]); !slices.Equal(got, []string{"f 2 is 3", "f 2 is {}", "f 3 has a"}) {
		t.Errorf("then it is %q", got)
	}
	if taken := all[0].Taken; len(taken) != 1 || taken[0].Key() != all[0].Core[0].Source.Key() {
		t.Errorf("%v is taken out", taken)
	}
	if some, complete := p.explained(t, "f", 1); len(some) != 1 || complete {
		t.Errorf("of one: %d contradictions, complete: %v", len(some), complete)
	}
	if none, complete := p.explained(t, "f", 0); len(none) != 0 || complete {
		t.Errorf("of none: %d contradictions, complete: %v", len(none), complete)
	}
}

// A definition without the constraints of a place has no contradiction, or another one.
func TestWithout(t *testing.T) {
	p := derive(patterns.AutoRecursion, def("f",
		is("in is {}", in, closed),
		is("in is a union", in, union),
		is("2 is {}", 2, closed),
		is("2 has a", 2, open, part{"a", out}),
	))
	out := func(names ...string) func(explain.Source) bool {
		return func(s explain.Source) bool { return slices.Contains(names, p.saying(s)) }
	}
	x := explain.New(p.solver, p)
	if x.Without(0, out("f in is {}")) || !x.Without(0, out("f in is {}", "f 2 has a")) {
		t.Error("what is without contradictions is not known")
	}
	if x.Untouched(0, out("f in is {}")) {
		t.Error("contradictions are remembered that were not explained")
	}
	if all, _ := x.Contradictions(0, 5, firstOf); len(all) != 2 {
		t.Fatalf("%d contradictions", len(all))
	}
	if !x.Untouched(0, out("f in is {}")) || x.Untouched(0, out("f in is {}", "f 2 is {}")) ||
		x.Without(0, out("f in is {}")) {
		t.Error("what is left of the contradictions is not known")
	}
	g, at := x.Hole(0, out("f in is {}", "f 2 is {}"), p.base[0]+2, p.base[0])
	if len(g.Conflicts()) != 0 {
		t.Errorf("%d conflicts without both places", len(g.Conflicts()))
	}
	if got := fmt.Sprint(g.Flat(g.Find(at[0])).Form(), g.Flat(g.Find(at[1])).Form()); got != "{...}<...>" {
		t.Errorf("without them 2 and in are %s", got)
	}
}

// A derivable definition has no contradictions, and every other one has some, for any constraints in any order.
func TestRandomPrograms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mode := rapid.SampledFrom([]patterns.Recursion{patterns.AutoRecursion, patterns.Polymorphic,
			patterns.Monomorphic}).Draw(t, "recursion")
		names := []string{"f", "g", "h"}
		var defs, turned []definition
		for _, name := range names {
			says := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) statement {
				node := rapid.IntRange(0, 4)
				x, y := node.Draw(t, "x"), node.Draw(t, "y")
				switch rapid.IntRange(0, 5).Draw(t, "kind") {
				case 0:
					return same("equates", x, y)
				case 1:
					return wire(x, y)
				case 2:
					if y == x { // a reference has two nodes of its own
						y = (x + 1) % 5
					}
					return call("calls", rapid.SampledFrom(append(names, builtIn)).Draw(t, "callee"), x, y)
				case 3:
					return rapid.SampledFrom([]statement{
						is("describes", x, union), is("describes", x, vector, part{patterns.MemberName, y}),
						isPair("describes", x),
					}).Draw(t, "described")
				}
				var parts []part
				for _, l := range []string{"a", "0"} {
					if rapid.Bool().Draw(t, l) {
						parts = append(parts, part{l, node.Draw(t, "part")})
					}
				}
				flat := open
				if rapid.Bool().Draw(t, "closed") {
					flat = closed
				}
				return is("describes", x, flat, parts...)
			}), 0, 6).Draw(t, "says")
			defs = append(defs, def(name, says...))
			turned = append(turned, def(name, rapid.Permutation(says).Draw(t, "order")...))
		}
		p, q := derive(mode, defs...), derive(mode, turned...)
		p.declared = rapid.Bool().Draw(t, "declared")
		q.declared = p.declared
		x, y := explain.New(p.solver, p), explain.New(q.solver, q)
		for d, name := range names {
			all, rest := x.Contradictions(int32(d), 3, firstOf)
			for _, k := range all {
				sound(t, p, k)
			}
			if conflicts := len(p.solver.Conflicts(int32(d))); conflicts > 0 && len(all) == 0 {
				t.Fatalf("%d conflicts in %s, and no contradiction", conflicts, name)
			}
			if len(all) < 3 && rest != explain.NothingLeft {
				t.Fatalf("only %d contradictions of %s are explained", len(all), name)
			}
			again, _ := y.Contradictions(int32(d), 3, firstOf)
			if (len(all) == 0) != (len(again) == 0) {
				t.Fatalf("%d contradictions in %s, and %d in another order", len(all), name, len(again))
			}
		}
	})
}
