package patterns_test

import (
	"cmp"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/graph/multi"
	"gonum.org/v1/gonum/graph/topo"
	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/patterns"
)

// adjacency is a graph in the form that Components takes.
func adjacency(n int, edges [][2]int32) (start, to []int32) {
	slices.SortStableFunc(edges, func(a, b [2]int32) int { return cmp.Compare(a[0], b[0]) })
	start = make([]int32, n+1)
	for _, e := range edges {
		start[e[0]+1]++
		to = append(to, e[1])
	}
	for i := range n {
		start[i+1] += start[i]
	}
	return start, to
}

// Components are those of gonum, callees first, each in increasing order.
func TestComponents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "nodes")
		node := rapid.Int32Range(0, int32(n-1))
		edges := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [2]int32 {
			return [2]int32{node.Draw(t, "from"), node.Draw(t, "to")}
		}), 0, 2*n).Draw(t, "edges")
		start, to := adjacency(n, edges)
		members, first := patterns.Components(start, to)

		g := multi.NewDirectedGraph()
		for i := range n {
			g.AddNode(multi.Node(i))
		}
		for i, e := range edges {
			g.SetLine(multi.Line{F: multi.Node(e[0]), T: multi.Node(e[1]), UID: int64(i)})
		}
		var want [][]int32
		for _, c := range topo.TarjanSCC(g) {
			var ids []int32
			for _, v := range c {
				ids = append(ids, int32(v.ID()))
			}
			slices.Sort(ids)
			want = append(want, ids)
		}
		var got [][]int32
		place := make([]int, n)
		for c := range len(first) - 1 {
			ids := members[first[c]:first[c+1]]
			if !slices.IsSorted(ids) {
				t.Fatalf("members %v are not in order", ids)
			}
			for _, v := range ids {
				place[v] = c
			}
			got = append(got, ids)
		}
		for _, e := range edges {
			if place[e[1]] > place[e[0]] {
				t.Fatalf("%d leads to %d, which comes later", e[0], e[1])
			}
		}
		slices.SortFunc(got, slices.Compare)
		slices.SortFunc(want, slices.Compare)
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// Depth costs no stack.
func TestComponentsDeep(t *testing.T) {
	const n = 1_000_000
	start, to := make([]int32, n+1), make([]int32, n)
	for i := range int32(n) {
		start[i+1], to[i] = i+1, (i+1)%n
	}
	members, first := patterns.Components(start, to)
	if len(first) != 2 || len(members) != n {
		t.Errorf("a cycle has %d components", len(first)-1)
	}
	start[n]-- // the last node now leads nowhere
	members, first = patterns.Components(start, to[:n-1])
	if len(first) != n+1 || members[0] != n-1 || members[n-1] != 0 {
		t.Errorf("a chain has %d components, from %d", len(first)-1, members[0])
	}
	if members, first := patterns.Components([]int32{0}, nil); len(members) != 0 || len(first) != 1 {
		t.Errorf("no nodes have components %v %v", members, first)
	}
}
