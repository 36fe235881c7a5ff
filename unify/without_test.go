package unify_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/unify"
)

// What Without answers for groups is what closures without each of them answer; with remove, what they answer one after the other.
func TestWithout(t *testing.T) {
	needed, both := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		var s *unify.System
		if rapid.Bool().Draw(t, "relations") {
			s = newShapes().late(t, 8, 30)
		} else {
			w := gen.NewWorld(rapid.IntRange(3, 12).Draw(t, "world"))
			w.AddHeads(t, rapid.IntRange(0, 4).Draw(t, "heads"))
			w.AddConstructors(t, rapid.IntRange(0, 4).Draw(t, "constructors"))
			count := rapid.IntRange(2, 12).Draw(t, "nodes")
			s = &unify.System{Heads: w.Heads, Index: w.Index, Nodes: count, Constraints: constraints(w, t, count, 24)}
		}
		n := len(s.Constraints)
		groups := make([][]int32, rapid.IntRange(0, 8).Draw(t, "groups"))
		for i := range n {
			for range rapid.IntRange(0, 2).Draw(t, "in") {
				if len(groups) > 0 {
					j := rapid.IntRange(0, len(groups)-1).Draw(t, "group")
					if !slices.Contains(groups[j], int32(i)) {
						groups[j] = append(groups[j], int32(i))
					}
				}
			}
		}
		for _, remove := range []bool{false, true} {
			got := s.Without(groups, remove)
			removed := make([]bool, n)
			for i, group := range groups {
				off := slices.Clone(removed)
				for _, c := range group {
					off[c] = true
				}
				want := !s.Close(off).OK()
				if got[i] != want {
					t.Fatalf("remove %v: without group %d of %v there is a contradiction: %v, should be %v\n%v", remove, i, groups, got[i], want, s.Constraints)
				}
				if want && remove {
					removed = off
					both++
				} else if !want {
					needed++
				}
			}
		}
	})
	if needed == 0 || both == 0 {
		t.Errorf("%d groups were needed, %d removed", needed, both)
	}
}
