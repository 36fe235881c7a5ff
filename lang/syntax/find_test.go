package syntax

import (
	"slices"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// Nodes are found by construct and by place: the outermost of those at one place.
func TestFind(t *testing.T) {
	tree := &Tree{File: lang.NewFile("in", []byte("f(a b)")),
		Nodes: []Node{{Op: 1, Start: 2, End: 3}, {Op: 1, Start: 4, End: 5}, {Op: 2, Start: 4, End: 5},
			{Op: 3, Start: 0, End: 6}}}
	if got := slices.Collect(tree.Of(1, 3)); !slices.Equal(got, []NodeID{0, 1, 3}) {
		t.Error(got)
	}
	for range tree.Of(1) {
		break // an iteration may end early
	}
	if !tree.Is(2, 1, 2) || tree.Is(2, 1) || tree.Is(NoNode, 0) || tree.Source(2) != "b" {
		t.Error("of one node")
	}
	for _, test := range []struct{ start, end, want int32 }{{4, 5, 2}, {2, 3, 0}, {2, 5, 3}, {0, 6, 3}, {5, 8, -1}} {
		if got := tree.Around(lang.Span{Start: test.start, End: test.end}); got != NodeID(test.want) {
			t.Errorf("%v: %d", test, got)
		}
	}
}
