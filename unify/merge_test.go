package unify_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/unify"
)

// causes lists the causes of a graph's events from the given one on.
func causes(g *unify.Graph, from int) []string {
	var out []string
	for i := int32(from); int(i) < g.Events(); i++ {
		c := g.Event(i).Cause
		switch e, l, ok := c.From(); {
		case !ok:
			out = append(out, "given")
		case c.Unfolds():
			out = append(out, fmt.Sprintf("%d!%d", e, l))
		default:
			out = append(out, fmt.Sprintf("%d.%d", e, l))
		}
	}
	slices.Sort(out)
	return out
}

// When a class becomes a vector, the targets of all labels are united with the member. Each request names one of these
// labels, and the member's type is unfolded once.
func TestMergeVector(t *testing.T) {
	const i, j, k = 1, 2, 3
	index := unify.LabelSet{1<<i | 1<<j | 1<<k}
	heads := unify.NewHeads()
	part := heads.Add(unify.Product, nil)
	head := heads.Flat(heads.Add(unify.Vector, []unify.HeadField{{Label: unify.Member, To: part}}))
	vector := unify.MakeFlat(unify.Vector, false)
	closed := unify.MakeFlat(unify.AnyShape, true)
	member := []unify.Label{unify.Member}
	for _, c := range []struct {
		name   string
		a, b   claim
		causes []string
	}{
		{"a vector and nothing", claim{vector, member}, claim{unify.Open, nil}, nil},
		{"two vectors", claim{vector, member}, claim{vector, member}, []string{"0.0"}},
		{"a vector and labels", claim{vector, member}, claim{unify.Open, []unify.Label{i, j}}, []string{"0.1", "0.2"}},
		{"a vector of anything and labels", claim{vector, nil}, claim{unify.Open, []unify.Label{i, j}}, []string{"0.2"}},
		{"two closed sets", claim{closed, []unify.Label{i, j}}, claim{closed, []unify.Label{j, k}}, []string{"0.1", "0.2", "0.3"}},
		{"a type and nothing", claim{head, nil}, claim{unify.Open, nil}, nil},
		{"a type and a vector", claim{head, nil}, claim{vector, member}, []string{"0!0"}},
		{"a type and a vector of anything", claim{head, nil}, claim{vector, nil}, nil},
		{"a type and labels", claim{head, nil}, claim{closed, []unify.Label{i, j, k}}, []string{"0!0", "0.2", "0.3"}},
	} {
		for _, turned := range []bool{false, true} {
			a, b := c.a, c.b
			if turned {
				a, b = b, a
			}
			m := meet(worldOf(heads, index), a, b)
			m.g.Unify(unify.Reason{}, m.node[0], m.node[1])
			if err := m.g.Verify(); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			rep := m.g.Find(m.node[0])
			targets := slices.Concat(m.to...)
			if !m.g.Flat(rep).IsVector() || len(m.g.Edges(rep)) > 1 ||
				len(targets) > 0 && m.g.Edges(rep)[0].Label != unify.Member {
				t.Errorf("%s: %s with edges %v", c.name, m.g.Flat(rep).Form(), m.g.Edges(rep))
			}
			for _, n := range targets {
				if m.g.Find(n) != m.g.Find(targets[0]) {
					t.Errorf("%s: members differ", c.name)
				}
				if typed := m.g.Flat(m.g.Find(n)).Head() == part; typed != (c.a.flat == head) {
					t.Errorf("%s: member typed %v", c.name, typed)
				}
			}
			// In the other order another label may be first.
			if got := causes(m.g, 1); len(got) != len(c.causes) || !turned && !slices.Equal(got, c.causes) {
				t.Errorf("%s: causes %v, want %v", c.name, got, c.causes)
			}
		}
	}
}

// A clash changes nothing and is reported with the representatives at that moment; later requests are performed.
func TestClash(t *testing.T) {
	g := unify.New(unify.NewHeads(), nil)
	r := unify.Reason{}
	a, b, c, d, x, y := g.Leaf(0), g.Leaf(0), g.Leaf(0), g.Leaf(0), g.Leaf(0), g.Leaf(0)
	g.Describe(a, unify.MakeFlat(unify.Product, true), []unify.Edge{{Label: 1, To: x}}, r)
	g.Describe(b, unify.MakeFlat(unify.Union, true), []unify.Edge{{Label: 1, To: y}}, r)
	g.Unify(r, a, c)
	g.Unify(r, b, d)
	ra, rb, before := g.Find(a), g.Find(b), g.Len()
	g.Unify(r, c, d)
	cs := g.Conflicts()
	if len(cs) != 1 || cs[0] != (unify.Conflict{Event: 2, A: ra, B: rb}) {
		t.Fatalf("conflicts %v", cs)
	}
	if g.Len() != before || g.Find(a) == g.Find(b) || g.Find(x) == g.Find(y) {
		t.Error("a clash changed something")
	}
	g.Unify(r, x, y)
	g.Unify(r, d, a)
	if len(g.Conflicts()) != 2 || g.Find(x) != g.Find(y) {
		t.Error("it does not go on after a clash")
	}
	if err := g.Verify(); err != nil {
		t.Error(err)
	}
}

// Two long chains are united by decomposition, without recursion.
func TestLongChains(t *testing.T) {
	const n = 300_000
	g := unify.New(unify.NewHeads(), nil)
	a, b := chain(g, n), chain(g, n)
	g.Unify(unify.Reason{}, a, b)
	if g.Stats().Unions != n || g.Find(a+n-1) != g.Find(b+n-1) {
		t.Errorf("%d unions", g.Stats().Unions)
	}
	if e, l, ok := g.Event(n - 1).Cause.From(); !ok || g.Event(n-1).Cause.Unfolds() || e != n-2 || l != 1 {
		t.Error("the last cause is not the decomposition before it")
	}
}

// chain makes n nodes, each with the next under label 1.
func chain(g *unify.Graph, n int) unify.Node {
	first := g.LeafPairs(0, int32(n/2-1))
	for i := range unify.Node(n - 1) {
		g.Field(first+i, 1, first+i+1, unify.Reason{})
	}
	return first
}

// The families: two chains that are united, one class that gets many labels from many others, one class of all nodes
// with shared targets, and pairs that clash.
func BenchmarkSolve(b *testing.B) {
	shapes := []struct {
		name string
		make func(g *unify.Graph, n int)
	}{
		{"chain", func(g *unify.Graph, n int) {
			x, y := chain(g, n/2), chain(g, n/2)
			g.Equal(x, y, unify.Reason{})
		}},
		{"wide", func(g *unify.Graph, n int) {
			first := g.LeafPairs(0, int32(n/2-1))
			for i := range unify.Node(n / 2) {
				g.Field(first+2*i, unify.Label(1+i), first+2*i+1, unify.Reason{})
				g.Equal(first, first+2*i, unify.Reason{})
			}
		}},
		{"shared", func(g *unify.Graph, n int) {
			first := g.LeafPairs(0, int32(n/2-1))
			for i := range unify.Node(n) {
				to := (i*7919 + 13) % unify.Node(n)
				g.Field(first+i, unify.Label(1+i%8), first+to, unify.Reason{})
			}
			for i := range unify.Node(n - 1) {
				if i%16 != 0 {
					g.Equal(first+i, first+i+1, unify.Reason{})
				}
			}
		}},
		{"clash", func(g *unify.Graph, n int) {
			first := g.LeafPairs(0, int32(n/2-1))
			for i := range unify.Node(n / 2) {
				g.Describe(first+2*i, unify.MakeFlat(unify.Product, true), nil, unify.Reason{})
				g.Describe(first+2*i+1, unify.MakeFlat(unify.Union, true), nil, unify.Reason{})
				g.Equal(first+2*i, first+2*i+1, unify.Reason{})
			}
		}},
	}
	for _, s := range shapes {
		for _, n := range []int{1_000, 100_000} {
			b.Run(fmt.Sprintf("shape=%s/n=%d", s.name, n), func(b *testing.B) {
				var g *unify.Graph
				for b.Loop() {
					g = unify.New(unify.NewHeads(), nil)
					s.make(g, n)
					g.Solve()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/node")
				b.ReportMetric(float64(g.Stats().Unions), "unions/op")
			})
		}
	}
}

// worldOf returns the world of a test that has its own heads.
func worldOf(heads *unify.Heads, index unify.LabelSet) *gen.World {
	return &gen.World{Heads: heads, Index: index}
}
