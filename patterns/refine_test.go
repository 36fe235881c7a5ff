package patterns

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// moore refines classes, over all nodes in each round, until the nodes of a class have targets of the same classes.
func moore(class []int32, arcs []arc) []int32 {
	for {
		keys := make([]string, len(class))
		for i, c := range class {
			keys[i] = fmt.Sprint(c)
		}
		sorted := slices.Clone(arcs)
		slices.SortFunc(sorted, func(a, b arc) int { return int(a.label - b.label) })
		for _, a := range sorted {
			keys[a.from] += fmt.Sprint(" ", a.label, ":", class[a.to])
		}
		next := renumber(keys)
		if slices.Max(next) == slices.Max(renumber(class)) {
			return next
		}
		class = next
	}
}

// renumber numbers values by their first place.
func renumber[T comparable](values []T) []int32 {
	number := make(map[T]int32)
	out := make([]int32, len(values))
	for i, v := range values {
		if _, ok := number[v]; !ok {
			number[v] = int32(len(number))
		}
		out[i] = number[v]
	}
	return out
}

// Refinement gives Moore's result, on automata that may lack edges.
func TestRefine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 24).Draw(t, "nodes")
		labels := rapid.IntRange(1, 4).Draw(t, "labels")
		class := renumber(rapid.SliceOfN(rapid.Int32Range(0, 2), n, n).Draw(t, "class"))
		var arcs []arc
		full := rapid.Bool().Draw(t, "full")
		for i := range n {
			for l := range labels {
				if full || rapid.IntRange(0, 2).Draw(t, "edge") > 0 {
					arcs = append(arcs, arc{int32(i), int32(l), rapid.Int32Range(0, int32(n-1)).Draw(t, "to")})
				}
			}
		}
		arcs = rapid.Permutation(arcs).Draw(t, "order")
		want := renumber(moore(class, arcs))
		got, blocks := refine(class, int(slices.Max(class))+1, arcs, labels+2, nil)
		if !slices.Equal(renumber(got), want) {
			t.Fatalf("blocks %v, want %v", got, want)
		}
		if int(slices.Max(got))+1 != blocks || int(slices.Max(want))+1 != blocks {
			t.Fatalf("%d blocks are not numbered without gaps: %v", blocks, got)
		}
	})
}

// A long cycle with one different node has as many blocks as nodes, the worst case of refinement round by round.
func TestRefineLongCycle(t *testing.T) {
	const n = 200_000
	class := make([]int32, n)
	var arcs []arc
	for i := range int32(n) {
		arcs = append(arcs, arc{i, 0, (i + 1) % n})
	}
	if _, blocks := refine(class, 1, arcs, 1, nil); blocks != 1 {
		t.Errorf("a plain cycle has %d blocks", blocks)
	}
	class[n/3] = 1
	if _, blocks := refine(class, 2, arcs, 1, nil); blocks != n {
		t.Errorf("a marked cycle has %d blocks", blocks)
	}
}
