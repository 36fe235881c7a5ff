package unify_test

import (
	"math/rand/v2"
	"testing"

	"github.com/patgraph/patgraph/unify"
)

// A head with many fields leads under each of its labels, and no other, to its
// own part, whatever the order in which the fields were given.
func TestWideHead(t *testing.T) {
	for _, size := range []int{1, 7, 8, 9, 10, 40} {
		heads := unify.NewHeads()
		var parts []unify.Head
		for range size {
			parts = append(parts, heads.Add(unify.Product, nil))
		}
		var fields []unify.HeadField
		for _, i := range rand.New(rand.NewPCG(1, uint64(size))).Perm(size) {
			fields = append(fields, unify.HeadField{Label: unify.Label(10 + 2*i), To: parts[i]})
		}
		wide := heads.Add(unify.Union, fields)
		for l := unify.Label(1); l < unify.Label(14+2*size); l++ {
			g := unify.New(heads, nil)
			n, to, h := g.Leaf(0), g.Leaf(0), g.Leaf(0)
			g.Field(n, l, to, unify.Reason{})
			g.Named(h, wide, unify.Reason{})
			g.Unify(unify.Reason{}, n, h)
			i := int(l-10) / 2
			if l < 10 || l%2 == 1 || i >= size {
				if len(g.Conflicts()) != 1 {
					t.Errorf("a head of %d fields has the label %d", size, l)
				}
				continue
			}
			if len(g.Conflicts()) > 0 || g.Flat(g.Find(to)).Head() != parts[i] {
				t.Errorf("in a head of %d fields label %d leads elsewhere", size, l)
			}
		}
		for i, f := range heads.Fields(wide) {
			if f.Label != unify.Label(10+2*i) {
				t.Errorf("fields are not sorted: %v", heads.Fields(wide))
			}
		}
	}
}

// Each label of a head is unfolded once for a class, also when the
// class grows or two classes of the head meet.
func TestUnfoldedOnce(t *testing.T) {
	heads := unify.NewHeads()
	h := unify.Head(heads.Len())
	heads.Add(unify.Union, []unify.HeadField{{Label: 1, To: h}, {Label: 2, To: h}})
	g := unify.New(heads, nil)
	class := func(labels ...unify.Label) unify.Node {
		n := g.Leaf(0)
		g.Named(n, h, unify.Reason{})
		for _, l := range labels {
			g.Field(n, l, g.Leaf(0), unify.Reason{})
			g.Solve()
		}
		return n
	}
	a := class(1, 1, 2, 1, 2)
	if got := g.Stats().Unfolded; got != 2 {
		t.Errorf("two labels were unfolded %d times", got)
	}
	b := class(1)
	c := class()
	g.Unify(unify.Reason{}, a, c, b)
	if got := g.Stats().Unfolded; got != 3 {
		t.Errorf("two and one labels were unfolded %d times", got)
	}
	g.Field(c, 2, g.Leaf(0), unify.Reason{})
	g.Solve()
	if got := g.Stats().Unfolded; got != 3 || len(g.Conflicts()) > 0 {
		t.Errorf("three labels were unfolded %d times", got)
	}
}

// The member of a vector type is unfolded once too, also if a class that has it meets one that does not.
func TestMemberUnfoldedOnce(t *testing.T) {
	heads := unify.NewHeads()
	h := heads.Add(unify.Vector, []unify.HeadField{{Label: unify.Member, To: heads.Add(unify.Product, nil)}})
	index := unify.LabelSet{1 << 1}
	for _, turned := range []bool{false, true} {
		g := unify.New(heads, index)
		known, vector, member := g.Leaf(0), g.Leaf(0), g.Leaf(0)
		g.Named(known, h, unify.Reason{})
		g.Field(known, 1, g.Leaf(0), unify.Reason{})
		g.Describe(vector, unify.MakeFlat(unify.Vector, true), []unify.Edge{{Label: unify.Member, To: member}},
			unify.Reason{})
		g.Solve()
		if turned {
			known, vector = vector, known
		}
		g.Unify(unify.Reason{}, known, vector)
		if got := g.Stats().Unfolded; got != 1 || g.Flat(g.Find(member)).Head() == unify.NoHead {
			t.Errorf("turned %v: the member was unfolded %d times", turned, got)
		}
	}
}

// Unfolding a recursive head along a cyclic pattern ends, and unites two cycles under one head to one whose length
// divides both.
func TestUnfoldingEnds(t *testing.T) {
	heads := unify.NewHeads()
	h := unify.Head(heads.Len())
	heads.Add(unify.Product, []unify.HeadField{{Label: 1, To: h}})
	g := unify.New(heads, nil)
	ring := func(n int) []unify.Node {
		var nodes []unify.Node
		for range n {
			nodes = append(nodes, g.Leaf(0))
		}
		for i := range nodes {
			g.Field(nodes[i], 1, nodes[(i+1)%n], unify.Reason{})
		}
		return nodes
	}
	six, four := ring(6), ring(4)
	g.Named(six[0], h, unify.Reason{})
	g.Solve()
	for _, n := range six {
		if g.Flat(g.Find(n)).Head() != h {
			t.Error("the head does not reach all of its cycle")
		}
	}
	g.Unify(unify.Reason{}, six[1], four[2])
	if g.Find(six[0]) != g.Find(six[2]) || g.Find(six[0]) == g.Find(six[1]) || g.Find(four[0]) != g.Find(six[1]) {
		t.Error("cycles of 6 and 4 did not become one of 2")
	}
	if err := g.Verify(); err != nil {
		t.Error(err)
	}
	if g.Len() > 60 {
		t.Errorf("it took %d nodes", g.Len())
	}
}

// The original implementation of k4 dropped constraints when it reached a recursive type again that it
// was unfolding: $n <.a .b, .b .c> with $n = <n a, {} b> asks for .c of a unit.
func TestRecursiveUnfolding(t *testing.T) {
	const la, lb, lc = 1, 2, 3
	heads := unify.NewHeads()
	unit := heads.Add(unify.Product, nil)
	n := unify.Head(heads.Len())
	heads.Add(unify.Union, []unify.HeadField{{Label: la, To: n}, {Label: lb, To: unit}})
	ab := func(g *unify.Graph, in, out unify.Node) {
		mid := g.Leaf(0)
		g.Field(in, la, mid, unify.Reason{})
		g.Field(mid, lb, out, unify.Reason{})
	}
	bc := func(g *unify.Graph, in, out unify.Node) {
		mid := g.Leaf(0)
		g.Field(in, lb, mid, unify.Reason{})
		g.Field(mid, lc, out, unify.Reason{})
	}
	named := func(g *unify.Graph, in, _ unify.Node) { g.Named(in, n, unify.Reason{}) }
	all := []func(*unify.Graph, unify.Node, unify.Node){ab, bc, named}
	permutations([]int{0, 1, 2}, func(p []int) {
		for _, atOnce := range []bool{false, true} {
			g := unify.New(heads, nil)
			in, out := g.Leaf(0), g.Leaf(0)
			for _, i := range p {
				all[i](g, in, out)
				if !atOnce {
					g.Solve()
				}
			}
			g.Solve()
			if len(g.Conflicts()) != 1 {
				t.Errorf("order %v, at once %v: %d conflicts", p, atOnce, len(g.Conflicts()))
			}
		}
	})
}
