package patterns_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// world presents a table to generators of constraints.
func (tb *table) world() *gen.World {
	w := &gen.World{Index: tb.labels.Index(), Heads: tb.Heads(), Named: slices.Clone(tb.known)}
	for _, n := range tb.names {
		w.Labels = append(w.Labels, tb.label[n])
	}
	for u := patterns.Type(len(tb.known) + 1); int(u) <= tb.Len(); u++ {
		w.Named = append(w.Named, u)
	}
	return w
}

// closedGraph draws a graph whose nodes are mostly closed, with few labels, so that many of them are equal.
func (tb *table) closedGraph(t *rapid.T) *unify.Graph {
	w := tb.world()
	g := unify.New(w.Heads, w.Index)
	n := rapid.IntRange(1, 14).Draw(t, "nodes")
	switch rapid.IntRange(0, 3).Draw(t, "many") {
	case 0:
		n += 50 // more than are compared one by one
	case 1, 2:
		n += 10
	}
	loose := rapid.IntRange(0, 12).Draw(t, "loose")
	for i := range n {
		g.Leaf(int32(i))
	}
	for i := range unify.Node(n) {
		if i == unify.Node(n-1) && loose%2 == 0 {
			break // an open end, so that little is a type
		}
		if rapid.IntRange(0, 12).Draw(t, "loose") < loose/3 {
			f, edges := w.Description(t, n)
			g.Describe(i, f, edges, unify.Reason{})
			continue
		}
		s := rapid.SampledFrom([]unify.Shape{unify.Product, unify.Product, unify.Union, unify.Vector}).Draw(t, "shape")
		labels := []unify.Label{unify.Member}[:rapid.SampledFrom([]int{1, 1, 1, 1, 0}).Draw(t, "member")]
		if s != unify.Vector {
			labels = w.Labels[:rapid.SampledFrom([]int{0, 1, 1, 2, 2, 2}).Draw(t, "labels")]
		}
		var edges []unify.Edge
		for _, l := range labels {
			// Targets close to their nodes make long chains, a common target many equal nodes.
			to := unify.Node(rapid.IntRange(0, n-1).Draw(t, "to"))
			switch rapid.IntRange(0, 5).Draw(t, "near") {
			case 0, 1, 2:
				to = min(i+1, unify.Node(n-1))
			case 3:
				to = unify.Node(n - 1)
			}
			edges = append(edges, unify.Edge{Label: l, To: to})
		}
		g.Describe(i, unify.MakeFlat(s, true), rapid.Permutation(edges).Draw(t, "edges"), unify.Reason{})
	}
	for range rapid.IntRange(0, 2).Draw(t, "equations") {
		node := rapid.IntRange(0, n-1)
		mark := g.Mark()
		conflicts := len(g.Conflicts())
		g.Unify(unify.Reason{}, unify.Node(node.Draw(t, "x")), unify.Node(node.Draw(t, "y")))
		if len(g.Conflicts()) > conflicts {
			g.Rollback(mark)
		} else {
			g.Release(mark)
		}
	}
	g.Solve()
	return g
}

// An equality says which classes of a graph and which types are the same by the rules of a Quotienter: the largest
// relation in which related ones are closed, alike, and have related parts. Classes come first, then types.
type equality struct {
	reps []unify.Node
	rep  map[unify.Node]int
	same [][]bool
	open []bool // something open is reachable
}

func (tb *table) equality(g *unify.Graph) *equality {
	q := &equality{rep: make(map[unify.Node]int)}
	for n := range unify.Node(g.Len()) {
		if g.Find(n) == n {
			q.rep[n] = len(q.reps)
			q.reps = append(q.reps, n)
		}
	}
	k := len(q.reps)
	type look struct {
		shape  unify.Shape
		atom   string
		labels []unify.Label
		to     []int
		open   bool
	}
	ofType := func(u patterns.Type) look {
		name, atom := tb.Atom(u)
		v := look{atom: name}
		if !atom {
			v.shape = tb.Shape(u)
			for _, f := range tb.Fields(u) {
				v.labels = append(v.labels, f.Label)
				v.to = append(v.to, k+int(f.To)-1)
			}
		}
		return v
	}
	var all []look
	for _, n := range q.reps {
		f := g.Flat(n)
		if f.Head() != unify.NoHead {
			all = append(all, ofType(f.Head()))
			continue
		}
		v := look{shape: f.Shapes()}
		if f.IsVector() {
			v.open = len(g.Edges(n)) == 0
		} else { // {} and <> are known completely
			v.open = !f.Closed() || f.Shapes() != unify.Product && !f.IsUnion()
		}
		edges := slices.Clone(g.Edges(n))
		slices.SortFunc(edges, func(a, b unify.Edge) int { return int(a.Label - b.Label) })
		for _, e := range edges {
			v.labels = append(v.labels, e.Label)
			v.to = append(v.to, q.rep[g.Find(e.To)])
		}
		all = append(all, v)
	}
	for u := patterns.Type(1); int(u) <= tb.Len(); u++ {
		all = append(all, ofType(u))
	}
	for i, v := range all {
		q.open = append(q.open, v.open)
		q.same = append(q.same, make([]bool, len(all)))
		for j, w := range all {
			q.same[i][j] = i == j || !v.open && !w.open && v.shape == w.shape && v.atom == w.atom &&
				slices.Equal(v.labels, w.labels)
		}
	}
	for changed := true; changed; {
		changed = false
		for i, v := range all {
			for _, to := range v.to {
				if q.open[to] && !q.open[i] {
					q.open[i], changed = true, true
				}
			}
			for j, w := range all {
				if i == j || !q.same[i][j] {
					continue
				}
				for x := range v.to {
					if !q.same[v.to[x]][w.to[x]] {
						q.same[i][j], changed = false, true
					}
				}
			}
		}
	}
	return q
}

// checkScheme compares a scheme with the definition.
func (tb *table) checkScheme(t *rapid.T, g *unify.Graph, s *patterns.Scheme, roots []unify.Node) {
	t.Helper()
	q := tb.equality(g) // now the types that were found are in the table
	class := func(n unify.Node) int { return q.rep[g.Find(n)] }
	k := s.Graph.Len()
	if len(s.Anchor) != k || len(s.Roots) != len(roots) {
		t.Fatalf("%d nodes with %d anchors, %d roots", k, len(s.Anchor), len(s.Roots))
	}
	// Correct: from the roots on, each node matches its anchor, and so do its edges. Numbered: breadth-first, so that
	// numbers appear in order.
	met := 0
	meet := func(i int32, n unify.Node) {
		if int(i) >= k || int(i) > met {
			t.Fatalf("node %d is met after %d others", i, met)
		}
		if int(i) == met {
			met++
		}
		if !q.same[class(s.Anchor[i])][class(n)] {
			t.Fatalf("node %d stands for %d, which is not %d", i, s.Anchor[i], n)
		}
	}
	for x, n := range roots {
		meet(s.Roots[x], n)
	}
	for i := range int32(k) {
		n := g.Find(s.Anchor[i])
		f := s.Graph.Flat(i)
		if !q.open[class(n)] {
			if f.Head() == unify.NoHead || !q.same[class(n)][len(q.reps)+int(f.Head())-1] || len(s.Graph.Edges(i)) > 0 {
				t.Fatalf("closed node %d is %s", n, f.Form())
			}
			continue
		}
		edges := slices.Clone(g.Edges(n))
		slices.SortFunc(edges, func(a, b unify.Edge) int { return int(a.Label - b.Label) })
		if f != g.Flat(n) || len(s.Graph.Edges(i)) != len(edges) {
			t.Fatalf("node %d is %s, %v; in the scheme %s, %v", n, g.Flat(n).Form(), edges, f.Form(), s.Graph.Edges(i))
		}
		for x, e := range s.Graph.Edges(i) {
			if e.Label != edges[x].Label {
				t.Fatalf("node %d has labels %v, not %v", i, s.Graph.Edges(i), edges)
			}
			meet(int32(e.To), edges[x].To)
		}
	}
	// Minimal: all nodes are reachable, and no two are the same.
	if met != k {
		t.Fatalf("%d of %d nodes are met", met, k)
	}
	for i := range k {
		for j := range i {
			if q.same[class(s.Anchor[i])][class(s.Anchor[j])] {
				t.Fatalf("nodes %d and %d are the same", i, j)
			}
		}
	}
}

// again copies a scheme into a new graph: the copy is its own quotient.
func (tb *table) again(t *rapid.T, quotienter *patterns.Quotienter, s *patterns.Scheme) {
	t.Helper()
	g := unify.New(tb.Heads(), tb.labels.Index())
	for range 3 {
		g.Leaf(0)
	}
	base, _ := g.Instantiate(&s.Graph, 0)
	var roots []unify.Node
	for _, i := range s.Roots {
		roots = append(roots, base+unify.Node(i))
	}
	if !quotienter.Scheme(g, roots...).Equal(s) {
		t.Fatal("the quotient of a quotient is another one")
	}
}

func drawRoots(t *rapid.T, g *unify.Graph, most int) []unify.Node {
	var roots []unify.Node
	for range rapid.IntRange(1, most).Draw(t, "roots") {
		roots = append(roots, unify.Node(rapid.IntRange(0, g.Len()-1).Draw(t, "root")))
	}
	return roots
}

// Quotients of graphs with many closed nodes are correct, minimal and idempotent.
func TestQuotientOfClosed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb := newTable("b", "a", "0", "1")
		if rapid.Bool().Draw(t, "with types") {
			tb.Intern(tb.automaton(t))
		}
		g := tb.closedGraph(t)
		quotienter := patterns.NewQuotienter(tb.Types)
		for i := range 3 { // the working memory is used again
			roots := drawRoots(t, g, 5)
			if i == 0 {
				for n := range unify.Node(min(g.Len(), 16)) {
					roots = append(roots, n)
				}
			}
			s := quotienter.Scheme(g, roots...)
			tb.checkScheme(t, g, s, roots)
			tb.again(t, quotienter, s)
			if !quotienter.Scheme(g, roots...).Equal(s) {
				t.Fatal("the same question has two answers")
			}
		}
	})
}

// Quotients of solved constraints are correct, and do not depend on the order of the constraints.
func TestQuotientKnowsNoOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb := newTable("b", "a", "0", "1", "2")
		tb.Intern(tb.automaton(t))
		w := tb.world()
		count := rapid.IntRange(2, 16).Draw(t, "nodes")
		g := unify.New(w.Heads, w.Index)
		for range count {
			g.Leaf(0)
		}
		sound := func(cs []unify.Constraint) bool { return len(gen.Replay(g, 0, cs).Conflicts()) == 0 }
		for _, c := range w.Constraints(t, count, rapid.IntRange(1, 30).Draw(t, "constraints"), sound) {
			if c.Y != unify.None {
				g.Equal(c.X, c.Y, unify.Reason{})
			} else {
				g.Describe(c.X, c.Flat, c.Edges, unify.Reason{})
			}
			g.Solve()
		}
		quotienter := patterns.NewQuotienter(tb.Types)
		var roots []unify.Node
		for i := range unify.Node(count) {
			roots = append(roots, i)
		}
		roots = rapid.Permutation(roots).Draw(t, "roots")[:rapid.IntRange(1, count).Draw(t, "some")]
		s := quotienter.Scheme(g, roots...)
		for range 4 {
			h := gen.Replay(g, 0, rapid.Permutation(g.Constraints(0, 0)).Draw(t, "order"))
			if len(h.Conflicts()) > 0 != (len(g.Conflicts()) > 0) {
				t.Fatalf("conflicts %v in one order, %v in another", g.Conflicts(), h.Conflicts())
			}
			if len(g.Conflicts()) == 0 && !quotienter.Scheme(h, roots...).Equal(s) {
				t.Fatal("quotients differ with the order of constraints")
			}
		}
		if len(g.Conflicts()) == 0 {
			tb.checkScheme(t, g, s, roots)
			tb.again(t, quotienter, s)
		}
	})
}

// Two long chains of closed nodes to one open end are one chain, whether the nodes are compared pairwise or all at
// once; to two open ends they are two. Many edges work too.
func TestQuotientSizes(t *testing.T) {
	for _, n := range []int{1, 2, 7, 8, 9, 40, 2000} {
		for _, ends := range []int{1, 2} {
			tb := newTable("n", "m", "l", "k", "j", "i", "h", "g", "f", "e", "d", "c", "b", "a")
			g := unify.New(tb.Heads(), tb.labels.Index())
			end := []unify.Node{g.Leaf(0), g.Leaf(0)}
			var roots []unify.Node
			for k := range 2 {
				to := end[k%ends]
				for range n {
					from := g.Leaf(0)
					var edges []unify.Edge
					for l := range unify.Label(14) {
						edges = append(edges, unify.Edge{Label: (l*5+3*unify.Label(k))%14 + 1, To: to})
					}
					g.Describe(from, unify.MakeFlat(unify.Product, true), edges, unify.Reason{})
					to = from
				}
				roots = append(roots, to)
			}
			s := patterns.NewQuotienter(tb.Types).Scheme(g, roots...)
			if got := s.Graph.Len(); got != ends*(n+1) {
				t.Errorf("%d nodes to %d ends: %d nodes", n, ends, got)
			}
			if (s.Roots[0] == s.Roots[1]) != (ends == 1) || len(s.Graph.Edges(0)) != 14 {
				t.Errorf("%d nodes to %d ends: roots %v", n, ends, s.Roots)
			}
			for i, e := range s.Graph.Edges(0) {
				if e.Label != unify.Label(i+1) {
					t.Errorf("edges are not in order: %v", s.Graph.Edges(0))
				}
			}
		}
	}
}

// Schemes differ if any of their parts differ.
func TestSchemeEqual(t *testing.T) {
	tb := newTable("a", "b")
	quotienter := patterns.NewQuotienter(tb.Types)
	var all []*patterns.Scheme
	for _, f := range []unify.Flat{unify.Open, unify.MakeFlat(unify.AnyShape, true),
		unify.MakeFlat(unify.Product, true)} {
		for _, labels := range [][]unify.Label{nil, {1}, {2}, {1, 2}} {
			for _, both := range []bool{false, true} {
				g := unify.New(tb.Heads(), tb.labels.Index())
				n := g.Leaf(0)
				var edges []unify.Edge
				for _, l := range labels {
					edges = append(edges, unify.Edge{Label: l, To: g.Leaf(0)})
				}
				g.Describe(n, f, edges, unify.Reason{})
				roots := []unify.Node{n, n}
				if both {
					roots[1] = g.Leaf(0)
				}
				all = append(all, quotienter.Scheme(g, roots...))
			}
		}
	}
	for i, a := range all {
		for j, b := range all {
			if a.Equal(b) != (i == j) {
				t.Errorf("schemes %d and %d equal: %v", i, j, i != j)
			}
		}
	}
}
