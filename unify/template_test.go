package unify_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/unify"
)

// A copy of a pattern in an arena or in memory of its own, anywhere in a graph, equals the pattern; and copies are
// independent, however their tables grow.
func TestInstantiate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := gen.NewWorld(30)
		var arena unify.Arena
		var own, packed []*unify.Template
		for range rapid.IntRange(1, 4).Draw(t, "templates") {
			const count = 4
			var flats []unify.Flat
			var edges [][]unify.Edge
			room := 0
			for range count {
				f, e := w.Description(t, count)
				flats, edges = append(flats, f), append(edges, e)
				room += unify.Room(len(e))
			}
			a, b := new(unify.Template), arena.New(count, room)
			a.Add(unify.Open, []unify.Edge{{Label: 1, To: 0}})
			a.Reset()
			for i := range flats {
				if a.Add(flats[i], edges[i]) != int32(i) || b.Add(flats[i], edges[i]) != int32(i) {
					t.Fatal("nodes are not numbered in order")
				}
			}
			own, packed = append(own, a), append(packed, &b)
		}
		for i := range own {
			if own[i].Size() != packed[i].Size() || own[i].Len() != packed[i].Len() {
				t.Fatal("sizes differ")
			}
		}
		g, h := unify.New(w.Heads, w.Index), unify.New(w.Heads, w.Index)
		n := rapid.IntRange(1, 8).Draw(t, "copies")
		for k := range n {
			i := rapid.IntRange(0, len(own)-1).Draw(t, "template")
			base, _ := g.Instantiate(own[i], int32(k))
			if again, _ := h.Instantiate(packed[i], int32(k)); again != base {
				t.Fatal("copies have different nodes")
			}
			for j := range int32(own[i].Len()) {
				node := base + unify.Node(j)
				if g.Flat(node) != own[i].Flat(j) || len(g.Edges(node)) != len(own[i].Edges(j)) {
					t.Fatal("a copy differs")
				}
				for x, e := range g.Edges(node) {
					if o := own[i].Edges(j)[x]; e.Label != o.Label || e.To != o.To+base {
						t.Fatal("a copy leads elsewhere")
					}
				}
				if k, ok := g.Instance(node); !ok || int(k) != n && k < 0 {
					t.Fatal("a copy does not know its number")
				}
			}
		}
		// Random unions grow the tables in place: both graphs change alike.
		before := slices.Clone(own[0].Edges(0))
		for range 12 {
			x := unify.Node(rapid.IntRange(0, g.Len()-1).Draw(t, "x"))
			y := unify.Node(rapid.IntRange(0, g.Len()-1).Draw(t, "y"))
			g.Unify(unify.Reason{}, x, y)
			h.Unify(unify.Reason{}, x, y)
			if dump(g) != dump(h) {
				t.Fatal("graphs differ")
			}
		}
		if !slices.Equal(before, own[0].Edges(0)) {
			t.Fatal("the pattern changed")
		}
	})
}
