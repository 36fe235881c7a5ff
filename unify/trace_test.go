package unify_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/patgraph/patgraph/unify"
)

// One line for each kind of step, as the legend has them.
func TestTracer(t *testing.T) {
	heads := unify.NewHeads()
	number := heads.AddLiteral(unify.AllLiterals, nil, heads.Add(unify.Product, nil))
	pair := heads.Add(unify.Product, []unify.HeadField{{Label: 1, To: number}})
	story := func(g *unify.Graph) {
		a, b, c, d, e := g.Leaf(1), g.Leaf(2), g.Leaf(3), g.Leaf(4), g.Leaf(5)
		g.Field(a, 1, c, unify.Reason{})
		g.Field(b, 1, d, unify.Reason{})
		g.Unify(unify.Reason{Rule: 2, Part: 1, Site: 14}, a, b)
		g.Unify(unify.Reason{Rule: 2, Part: 1, Site: 15}, b, a)
		g.Named(e, pair, unify.Reason{})
		g.Unify(unify.Reason{Rule: 3}, a, e)
		g.Describe(d, unify.MakeFlat(unify.Product, true), nil, unify.Reason{Rule: 4, Site: 9})
		g.Solve()
	}
	var out strings.Builder
	g := unify.New(heads, nil)
	g.SetTracer(unify.NewTracer(&out, func(l unify.Label) string { return string(rune('w' + l)) }))
	story(g)
	want := `
#0 0 ≡ 1 → 5 (...) by R2.1@14
#1 2 ≡ 3 → 6 (...) by #0.x
#2 1 = 0 by R2.1@15
#3 0 ≡ 4 → 8 type by R3.0@0
#4 2 ≡ 7 → 9 type by #3!x
#5 3 ≢ 10 type against {} by R4.0@9
`
	if diff := cmp.Diff(strings.TrimPrefix(want, "\n"), out.String()); diff != "" {
		t.Error(diff)
	}
	// No output: no tracer, and a nil one.
	for _, silent := range []*unify.Tracer{nil, (*unify.Tracer)(nil)} {
		h := unify.New(heads, nil)
		h.SetTracer(silent)
		story(h)
		if dump(h) != dump(g) {
			t.Error("a tracer changes the outcome")
		}
	}
}
