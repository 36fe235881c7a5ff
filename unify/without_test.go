package unify_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/unify"
)

// Without gives the same results for groups as one closure for each, without the group; with remove, the groups are
// removed one after the other.
func TestWithout(t *testing.T) {
	needed, both := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		s := system(t)
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
					t.Fatalf("remove %v: without group %d of %v there is a contradiction: %v, should be %v\n%v",
						remove, i, groups, got[i], want, s.Constraints)
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

// system is one of a few constraints, with relations or without.
func system(t *rapid.T) *unify.System {
	if rapid.Bool().Draw(t, "relations") {
		return newShapes().late(t, 8, 30)
	}
	w := gen.NewWorld(rapid.IntRange(3, 12).Draw(t, "world"))
	w.AddHeads(t, rapid.IntRange(0, 4).Draw(t, "heads"))
	w.AddConstructors(t, rapid.IntRange(0, 4).Draw(t, "constructors"))
	count := rapid.IntRange(2, 12).Draw(t, "nodes")
	return &unify.System{Heads: w.Heads, Index: w.Index, Nodes: count, Constraints: constraints(w, t, count, 24)}
}

// First finds the same value as one closure after another, with one value each.
func TestFirst(t *testing.T) {
	early := 0
	rapid.Check(t, func(t *rapid.T) {
		s := system(t)
		values, without := make([]int64, len(s.Constraints)), make([]bool, len(s.Constraints))
		for i := range values {
			values[i], without[i] = rapid.Int64Range(0, 9).Draw(t, "value"), rapid.IntRange(0, 5).Draw(t, "without") == 0
		}
		got, ok := s.First(values, without)
		for v := range int64(10) {
			off := slices.Clone(without)
			for i := range off {
				off[i] = off[i] || values[i] > v
			}
			if s.Close(off).OK() {
				continue
			}
			if !ok || got != v {
				t.Fatalf("%d %v, should be %d: %v of %v", got, ok, v, values, s.Constraints)
			}
			if v < 9 {
				early++
			}
			return
		}
		if ok {
			t.Fatalf("%d contradict nothing", got)
		}
	})
	if early == 0 {
		t.Error("no contradiction before the last value")
	}
}

// A summary can replace constraints without a contradiction; some of the constraints may stay beside it.
func TestSummarize(t *testing.T) {
	contradicting, further, open := 0, 0, 0
	check := func(t *rapid.T) {
		s := system(t)
		values := make([]int64, len(s.Constraints))
		for i := range values {
			values[i] = rapid.Int64Range(0, 9).Draw(t, "value")
		}
		last := rapid.Int64Range(-1, 9).Draw(t, "last")
		if first, ok := s.First(values, nil); ok {
			last = min(last, first-1)
		}
		summed, stay := make([]bool, len(values)), make([]bool, len(values))
		for i := range summed {
			summed[i] = values[i] <= last
			stay[i] = summed[i] && s.Constraints[i].Of == nil && rapid.IntRange(0, 3).Draw(t, "stays") == 0
		}
		m := s.Summarize(summed, stay)
		short := *s
		short.Nodes, short.Constraints = m.Nodes, nil
		var rest []int64
		state := func(c int32, value int64) {
			short.Constraints, rest = append(short.Constraints, s.Constraints[c]), append(rest, value)
		}
		for i := range summed {
			if !summed[i] || stay[i] {
				state(int32(i), values[i])
			}
		}
		for _, i := range m.Open {
			state(i, last)
		}
		for _, f := range m.Facts {
			short.Constraints, rest = append(short.Constraints, f.Constraint), append(rest, last)
		}
		got, ok := short.First(rest, nil)
		want, contradicts := s.First(values, nil)
		if ok != contradicts || got != want {
			t.Fatalf("%v: %v up to %d, should be %v up to %d", short.Constraints, ok, got, contradicts, want)
		}
		if short.Close(nil).OK() == contradicts {
			t.Fatalf("closed, it contradicts itself: %v, should be %v", !contradicts, contradicts)
		}
		if contradicts && slices.Contains(summed, true) {
			contradicting++
		}
		further += m.Nodes - s.Nodes
		open += len(m.Open)
	}
	for range 8 {
		rapid.Check(t, check)
	}
	t.Logf("%d contradict themselves, %d new nodes, %d relations that wait", contradicting, further, open)
	if contradicting == 0 || open == 0 {
		t.Error("something was not tried")
	}
}

// A chain of equations between two nodes that clash needs all of them. Finding this takes little more than linear time.
func TestWithoutIsLinear(t *testing.T) {
	work := func(n int) int {
		s := &unify.System{Nodes: n + 1, Watch: cancel.New(t.Context())}
		s.Constraints = []unify.Constraint{
			{X: 0, Y: unify.None, Flat: unify.MakeFlat(unify.Product, true), Event: -1},
			{X: unify.Node(n), Y: unify.None, Flat: unify.MakeFlat(unify.Union, true), Event: -1},
		}
		for i := range n {
			s.Constraints = append(s.Constraints, unify.Constraint{X: unify.Node(i), Y: unify.Node(i + 1), Event: -1})
		}
		groups := make([][]int32, len(s.Constraints))
		for i := range groups {
			groups[i] = []int32{int32(i)}
		}
		if contradicts := s.Without(groups, true); slices.Contains(contradicts, true) {
			t.Fatalf("a chain of %d equations does not need all of them: %v", n, contradicts)
		}
		return s.Watch.Spent()
	}
	if few, many := work(1000), work(16_000); float64(many) > 16*1.5*float64(few) {
		t.Errorf("%d steps for 1,000 equations, and %d for 16,000", few, many)
	} else {
		t.Logf("%d and %d steps", few, many)
	}
}
