package explain_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// A contradiction in a callee is reported at the callee's constraint, in each copy of a use.
func TestCalleesAreFollowed(t *testing.T) {
	p := derive(patterns.AutoRecursion,
		def("reads", is("in has a", in, open, part{"a", out}), is("in has b", in, open, part{"b", 2})),
		def("passes", call("calls reads", "reads", in, out)),
		def("main", is("2 is {a}", 2, closed, part{"a", 3}), call("calls passes", "passes", 2, out)),
	)
	k := only(t, p, "main", "main 2 is {a}", "main calls passes", "passes calls reads", "reads in has b")
	for _, c := range k.Core {
		want := map[string]int{"main": 0, "passes": 1, "reads": 2}[p.defs[c.Def].name]
		if len(c.Calls) != want {
			t.Errorf("%s is %d calls away", p.saying(c.Source), len(c.Calls))
		}
	}
	var origins []string
	for _, f := range k.Facts {
		if f.Origin != nil {
			origins = append(origins, fmt.Sprintf("%s, side %d, %d calls away", p.defs[f.Origin.Def].name, f.Side,
				len(f.Origin.Calls)))
		}
	}
	if !slices.Equal(origins, []string{"reads, side 0, 2 calls away"}) {
		t.Errorf("the sides come from %q", origins)
	}
}

// It follows from two constraints that a callee gives what it takes, and from one of them what it gives: the other is
// left out, though it was considered.
func TestCoreIsMinimizedInCallees(t *testing.T) {
	p := derive(patterns.AutoRecursion,
		def("f", is("out has a", out, open, part{"a", in}), is("out is its own a", out, open, part{"a", out})),
		def("main", call("calls f", "f", in, out), is("out is a union", out, union)),
	)
	only(t, p, "main", "main calls f", "main out is a union", "f out has a")
}

// The sides of a contradiction are those of its explanation, without those of callees.
func TestSides(t *testing.T) {
	p := derive(patterns.AutoRecursion,
		def("reads", is("in has a", in, open, part{"a", out})),
		def("main", is("2 is {}", 2, closed), call("calls reads", "reads", 2, out)),
	)
	k := only(t, p, "main", "main 2 is {}", "main calls reads", "reads in has a")
	x := explain.New(p.solver, p)
	sides := x.Sides(1)
	if len(sides) != len(k.Facts) {
		t.Fatalf("%d sides, and %d in the explanation", len(sides), len(k.Facts))
	}
	for i, f := range sides {
		if want := &k.Facts[i]; f.Node != want.Node || f.Use != want.Use || f.Origin != nil {
			t.Errorf("side %d is %+v, want %+v", i, f, want)
		}
	}
	if sides := x.Sides(0); sides != nil {
		t.Errorf("what has no contradiction has the sides %+v", sides)
	}
}

// Two uses of a callee are two copies: the input of one does not affect the other.
func TestUsesAreApart(t *testing.T) {
	id := def("id", same("gives what it takes", in, out))
	p := derive(patterns.AutoRecursion, id, def("main",
		is("2 is {}", 2, closed), is("3 is a union", 3, union),
		call("calls id", "id", 2, 4), call("calls id again", "id", 3, 5),
	))
	if all, complete := p.explained(t, "main", 5); len(all) != 0 || !complete {
		t.Errorf("%d contradictions, complete: %v", len(all), complete)
	}
	p = derive(patterns.AutoRecursion, id, def("main",
		is("2 is {}", 2, closed), is("4 is a union", 4, union),
		call("calls id", "id", 2, 3), call("calls id again", "id", 3, 4),
	))
	k := only(t, p, "main", "main 2 is {}", "main 4 is a union", "main calls id", "main calls id again",
		"id gives what it takes")
	copies := 0
	for i := range k.Copy {
		if m := k.Copy[i]; m >= 0 && p.saying(k.Core[m].Source) == "id gives what it takes" {
			copies++
		}
	}
	if copies != 2 {
		t.Errorf("%d copies of what id says", copies)
	}
}

// A type without a name has no single statement: the constraints by which the callee built it are reported.
func TestPartsOfTypes(t *testing.T) {
	for _, declared := range []bool{false, true} {
		p := derive(patterns.AutoRecursion,
			def("makes", is("gives {a}", out, closed, part{"a", 2}), is("a is {}", 2, closed)),
			def("main", call("calls makes", "makes", in, 2), is("2 has a", 2, open, part{"a", 3}),
				is("3 has b", 3, open, part{"b", 4})),
		)
		p.declared = declared
		only(t, p, "main", "main calls makes", "main 2 has a", "main 3 has b", "makes a is {}", "makes gives {a}")
	}
}

// A type that the program names is one fact, from which its parts follow.
func TestNamedTypes(t *testing.T) {
	defs := []definition{
		def("makes", isPair("gives a pair", out)),
		def("passes", call("calls makes", "makes", in, out)),
		def("main", call("calls passes", "passes", in, 2), is("2 has a", 2, open, part{"a", 3}),
			is("3 has b", 3, open, part{"b", 4})),
	}
	p := derive(patterns.AutoRecursion, defs...)
	p.declared = true
	k := only(t, p, "main", "main calls passes", "main 2 has a", "main 3 has b", "passes calls makes",
		"makes gives a pair")
	if len(k.Path) != 1 || p.labels.Text(k.Path[0]) != "a" {
		t.Errorf("the sides clash below %v", k.Path)
	}
	for _, f := range k.Facts {
		if f.Use >= 0 && (f.Side != 1 || f.Origin == nil || p.defs[f.Origin.Def].name != "makes") {
			t.Errorf("the type comes from %v on side %d", f.Origin, f.Side)
		}
	}
	// A type without a name is not stated by one constraint of makes, so the call counts as its statement.
	p = derive(patterns.AutoRecursion, defs...)
	only(t, p, "main", "main calls passes", "main 2 has a", "main 3 has b", "passes calls makes")
}

// If a pattern can only be a vector, the reason is traced to the callee.
func TestVectorsOfCallees(t *testing.T) {
	p := derive(patterns.AutoRecursion,
		def("f", is("in is a vector", in, vector, part{patterns.MemberName, 2}), is("2 is {}", 2, closed)),
		def("main",
			is("2 is {0} or a vector", 2, unify.MakeFlat(unify.Product|unify.Vector, false), part{"0", 3}),
			is("3 is a union", 3, union), call("calls f", "f", 2, out),
		),
	)
	only(t, p, "main", "main 2 is {0} or a vector", "main 3 is a union", "main calls f", "f in is a vector",
		"f 2 is {}")
}

// A built-in function is not traced further: the call states its signature.
func TestBuiltInIsOpaque(t *testing.T) {
	p := derive(patterns.AutoRecursion, def("main",
		is("2 is {b}", 2, closed, part{"b", 3}), call("calls it", builtIn, 2, out), is("4 is a union", 4, union),
	))
	k := only(t, p, "main", "main 2 is {b}", "main calls it")
	for _, f := range k.Facts {
		if f.Use >= 0 && (f.Origin != nil || f.Side != 0) {
			t.Errorf("what the built-in function says comes from %v on side %d", f.Origin, f.Side)
		}
	}
	p = derive(patterns.AutoRecursion, def("main", call("calls it", builtIn, in, 2), is("2 is a union", 2, union)))
	only(t, p, "main", "main 2 is a union", "main calls it")
}

// A reference within a group takes the signature of the previous round, which follows from fewer constraints: here
// from the input as found in the first round.
func TestEarlierRounds(t *testing.T) {
	p := derive(patterns.AutoRecursion, def("f",
		is("in has a", in, open, part{"a", 2}),
		is("2 is {}", 2, closed),
		call("calls itself", "f", 2, out),
	))
	k := only(t, p, "f", "f 2 is {}", "f calls itself", "f in has a")
	for _, c := range k.Core {
		if want := p.saying(c.Source) == "f in has a"; want != (len(c.Calls) == 1) {
			t.Errorf("%s is %d calls away", p.saying(c.Source), len(c.Calls))
		}
	}
}

// The result of a round is proved from that round and earlier ones: a reference of a definition to itself cannot prove
// its own result.
func TestRoundsAreNotCircular(t *testing.T) {
	p := derive(patterns.Polymorphic,
		def("f",
			same("in is 2", in, 2), same("2 is 3", 2, 3), same("3 is 4", 3, 4), same("4 is 5", 4, 5),
			is("5 has a", 5, open, part{"a", 6}),
			call("calls itself", "f", in, out),
		),
		def("main", is("2 is {}", 2, closed), call("calls f", "f", 2, out)),
	)
	k := only(t, p, "main", "main 2 is {}", "main calls f", "f calls itself", "f in is 2", "f 2 is 3", "f 3 is 4",
		"f 4 is 5", "f 5 has a")
	for _, c := range k.Core {
		if len(c.Calls) > 2 {
			t.Errorf("%s is %d calls away", p.saying(c.Source), len(c.Calls))
		}
	}
}

// The members of a group that share their patterns are explained in one piece.
func TestMonomorphicGroup(t *testing.T) {
	defs := []definition{
		def("f", is("in has a", in, open, part{"a", 2}), call("calls g", "g", in, out)),
		def("g", is("in is {}", in, closed), call("calls f", "f", 2, out)),
	}
	p := derive(patterns.Monomorphic, defs...)
	for _, name := range []string{"f", "g"} {
		k := only(t, p, name, "f calls g", "f in has a", "g in is {}")
		for _, c := range k.Core {
			if len(c.Calls) > 0 {
				t.Errorf("%s is %d calls away", p.saying(c.Source), len(c.Calls))
			}
		}
	}
	x := explain.New(p.solver, p)
	if got := x.Together(0); len(got) != 2 {
		t.Errorf("explained together: %v", got)
	}
	p = derive(patterns.Polymorphic, defs...)
	x = explain.New(p.solver, p)
	if got := x.Together(1); !slices.Equal(got, []int32{1}) {
		t.Errorf("explained together with polymorphic patterns: %v", got)
	}
}

// One explanation traces a limited number of uses; for the others it takes their signatures.
func TestContextsAreBounded(t *testing.T) {
	defs := []definition{def("f0", is("in has a", in, open, part{"a", out}))}
	for i := 1; i <= 300; i++ {
		defs = append(defs, def(fmt.Sprint("f", i), call("calls on", fmt.Sprint("f", i-1), in, out)))
	}
	defs = append(defs, def("main", is("2 is {}", 2, closed), call("calls on", "f300", 2, out)))
	p := derive(patterns.AutoRecursion, defs...)
	all, complete := p.explained(t, "main", 5)
	if len(all) != 1 || !complete {
		t.Fatalf("%d contradictions, complete: %v", len(all), complete)
	}
	deepest := 0
	for _, c := range all[0].Core {
		deepest = max(deepest, len(c.Calls))
	}
	if got := p.core(all[0]); deepest < 50 || deepest > 100 || slices.Contains(got, "f0 in has a") {
		t.Errorf("%d calls are looked into, for %q", deepest, got)
	}
}
