package unify_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/unify"
)

// Tables with more labels than are searched linearly, undone and grown again: the hash index over them must follow.
func TestBigTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := &history{w: gen.NewWorld(150), inside: make(map[unify.Node]bool), events: make(map[int32]unify.Event)}
		h.g = unify.New(h.w.Heads, h.w.Index)
		for range 6 {
			h.leaf()
		}
		trunk := slices.Clone(h.program)
		wide := func(t *rapid.T) {
			n := rapid.SampledFrom(trunk).Draw(t, "node")
			first := rapid.IntRange(0, 130).Draw(t, "first")
			labels := h.w.Labels[first : first+rapid.IntRange(1, 20).Draw(t, "labels")]
			var edges []unify.Edge
			for _, l := range labels {
				// A few shared targets beside fresh ones make decompositions.
				to := rapid.SampledFrom(h.program).Draw(t, "to")
				if slices.Contains(trunk, to) {
					h.leaf()
					to = h.program[len(h.program)-1]
				}
				edges = append(edges, unify.Edge{Label: l, To: to})
			}
			exists, before := int(n) < len(h.made), h.g.Len()
			h.do(func(g *unify.Graph) {
				g.Describe(n, unify.Open, edges, unify.Reason{})
				g.Solve()
			})
			if exists && h.g.Len() == before {
				h.made[n] = h.entry(n)
			}
			h.cs = append(h.cs, unify.Constraint{X: n, Y: unify.None, Flat: unify.Open, Edges: edges})
		}
		t.Repeat(map[string]func(*rapid.T){
			"":       h.check,
			"wide":   wide,
			"wide 2": wide,
			"unify": func(t *rapid.T) {
				x, y := rapid.SampledFrom(trunk).Draw(t, "x"), rapid.SampledFrom(trunk).Draw(t, "y")
				h.do(func(g *unify.Graph) { g.Unify(unify.Reason{}, x, y) })
				h.cs = append(h.cs, unify.Constraint{X: x, Y: y})
			},
			"mark": func(t *rapid.T) {
				if len(h.marks) > 3 {
					t.Skip("enough marks")
				}
				h.mark()
			},
			"release": func(t *rapid.T) {
				if len(h.marks) == 0 {
					t.Skip("no mark")
				}
				h.release()
			},
			"rollback": func(t *rapid.T) {
				if len(h.marks) == 0 {
					t.Skip("no mark")
				}
				h.rollback(t)
			},
		})
		for len(h.marks) > 0 {
			h.rollback(t)
		}
	})
}

// A class that gets many labels one by one, and loses them by rollbacks, finds every label that it has and none that
// was undone.
func TestTableGrowsAndShrinks(t *testing.T) {
	const most = 300
	g := unify.New(unify.NewHeads(), nil)
	n := g.Leaf(0)
	targets := []unify.Node{g.Leaf(0)}
	var marks []unify.Mark
	for l := unify.Label(1); l < most; l++ {
		marks = append(marks, g.Mark())
		targets = append(targets, g.Leaf(0))
		g.Field(n, l, targets[l], unify.Reason{})
		g.Solve()
		// Looking up an existing label builds the index.
		probe := g.Leaf(0)
		g.Field(n, (l+1)/2, probe, unify.Reason{})
		g.Solve()
		if g.Find(probe) != g.Find(targets[(l+1)/2]) {
			t.Fatalf("with %d labels, label %d leads elsewhere", l, (l+1)/2)
		}
	}
	for l := unify.Label(most - 1); l >= 1; l-- {
		g.Rollback(marks[l-1])
		if got := len(g.Edges(g.Find(n))); got != int(l)-1 {
			t.Fatalf("%d labels after rollback, want %d", got, l-1)
		}
		// With other labels in the same places, the index must not have the old ones.
		mark := g.Mark()
		for k := range unify.Label(3) {
			probe := g.Leaf(0)
			g.Field(n, most+k, probe, unify.Reason{})
			g.Solve()
			if g.Find(probe) != probe && len(g.Edges(g.Find(n))) != int(l+k) {
				t.Fatalf("label %d was there already", most+k)
			}
		}
		if l%50 == 0 {
			if err := g.Verify(); err != nil {
				t.Fatal(err)
			}
		}
		g.Rollback(mark)
	}
}
