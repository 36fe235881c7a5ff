package patterns_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// A pattern for output is numbered by the texts of labels, not by their numbers, and so is independent of the program's
// symbols.
func TestPattern(t *testing.T) {
	want := patterns.Pattern{
		Roots: []int32{0, 1},
		Nodes: []patterns.PatternNode{
			{Flat: unify.MakeFlat(unify.Product|unify.Union, false), Edges: []patterns.PatternEdge{{Label: "10", To: 2}, {Label: "9", To: 3}, {Label: "a", To: 0}}},
			{Flat: unify.MakeFlat(unify.Union, false)},
			{Flat: unify.MakeFlat(unify.Vector, false), Edges: []patterns.PatternEdge{{Label: "vector-member", To: 1}}},
			{Type: 1},
		},
	}
	for _, names := range [][]string{{"10", "9", "a"}, {"a", "9", "10"}, {"9", "z", "a", "10"}} {
		tb := newTable(names...)
		g := unify.New(tb.Heads(), tb.labels.Index())
		in, vector, unit, out := g.Leaf(0), g.Leaf(0), g.Leaf(0), g.Leaf(0)
		g.Named(unit, tb.known[0], unify.Reason{})
		g.Describe(out, unify.MakeFlat(unify.Union, false), nil, unify.Reason{})
		g.Describe(vector, unify.MakeFlat(unify.Vector, false), []unify.Edge{{Label: unify.Member, To: out}},
			unify.Reason{})
		for name, to := range map[string]unify.Node{"a": in, "9": unit, "10": vector} {
			g.Field(in, tb.label[name], to, unify.Reason{})
		}
		g.Solve()
		want.Nodes[3].Flat = g.Flat(g.Find(unit))
		r := &patterns.Result{Labels: tb.labels, Types: tb.Types}
		got := r.Pattern(patterns.NewQuotienter(tb.Types).Scheme(g, in, out))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("labels %v: %s", names, diff)
		}
	}
}

// If a type has several aliases, the first one names it, but a built-in type keeps its own name. Consequences of other
// diagnostics are not counted.
func TestResultNamesAndCounts(t *testing.T) {
	tb, types := define(t, `$a = {int x}; $b = {int x}; $c = [a];`)
	r := &patterns.Result{Types: tb.Types, TypeDefs: []patterns.TypeDef{
		{Name: "unknown", Type: patterns.NoType},
		{Name: "a", Type: types["a"]}, {Name: "b", Type: types["b"]}, {Name: "number", Type: tb.known[1]},
	}}
	for u, want := range map[patterns.Type]string{types["a"]: "a", types["b"]: "a", tb.known[1]: "int",
		types["c"]: "", patterns.NoType: ""} {
		if got, ok := r.TypeName(u); got != want || ok != (want != "") {
			t.Errorf("type %d is named %q, want %q", u, got, want)
		}
	}
	r.Diagnostics = []lang.Diagnostic{
		{Severity: lang.Error}, {Severity: lang.Error, Secondary: true}, {Severity: lang.Warning}, {Severity: lang.Error},
	}
	if r.Errors() != 2 || r.Warnings() != 1 {
		t.Errorf("%d errors, %d warnings", r.Errors(), r.Warnings())
	}
}
