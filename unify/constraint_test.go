package unify_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/unify"
)

// state applies constraints to new leaves 0 … count-1, all of them before
// solving or one by one.
func state(w *gen.World, count int, cs []unify.Constraint, atOnce bool) *unify.Graph {
	return stated(unify.New(w.Heads, w.Index), count, cs, atOnce)
}

func stated(g *unify.Graph, count int, cs []unify.Constraint, atOnce bool) *unify.Graph {
	for i := range count {
		g.Leaf(int32(i))
	}
	for i, c := range cs {
		stateOne(g, c, unify.Reason{Site: int32(i)})
		if !atOnce {
			g.Solve()
		}
	}
	g.Solve()
	return g
}

func stateOne(g *unify.Graph, c unify.Constraint, r unify.Reason) {
	switch {
	case c.Of != nil:
		g.Relate(c.Of.Relation, r, c.Of.Args...)
	case c.Y != unify.None:
		g.Equal(c.X, c.Y, r)
	default:
		g.Describe(c.X, c.Flat, c.Edges, r)
	}
}

// agrees compares a graph on the nodes below count with the definition.
func agrees(t *rapid.T, g *unify.Graph, s *solution, count int) {
	t.Helper()
	if err := g.Verify(); err != nil {
		t.Fatal(err)
	}
	if sat := len(g.Conflicts()) == 0; sat != s.sat {
		t.Fatalf("satisfiable: %v; by definition %v", sat, s.sat)
	}
	if !s.sat {
		return
	}
	for x := range unify.Node(count) {
		for y := range x {
			if got := g.Find(x) == g.Find(y); got != s.same(x, y) {
				t.Fatalf("%d and %d one class: %v", x, y, got)
			}
		}
		rep := g.Find(x)
		var labels []unify.Label
		for _, e := range g.Edges(rep) {
			labels = append(labels, e.Label)
		}
		slices.Sort(labels)
		if f, want := s.look(x); g.Flat(rep) != f || !slices.Equal(labels, want) {
			t.Fatalf("%d is %s %v; by definition %s %v", x, g.Flat(rep).Form(), labels, f.Form(), want)
		}
	}
}

// The order of constraints does not matter: each permutation, solved one by one or all at once or through Replay, gives
// the result of the definition.
func TestOrderNeverMatters(t *testing.T) { rapid.Check(t, orderNeverMatters) }

func FuzzSolve(f *testing.F) { f.Fuzz(rapid.MakeFuzz(orderNeverMatters)) }

func orderNeverMatters(t *rapid.T) {
	w := gen.NewWorld(12)
	w.AddHeads(t, rapid.IntRange(0, 5).Draw(t, "heads"))
	w.AddConstructors(t, rapid.IntRange(0, 5).Draw(t, "constructors"))
	count := rapid.IntRange(2, 20).Draw(t, "nodes")
	cs := constraints(w, t, count, rapid.IntRange(1, 40).Draw(t, "constraints"))
	s := solve(w, count, cs)
	g := state(w, count, cs, false)
	agrees(t, g, s, count)
	for range 3 {
		cs := rapid.Permutation(cs).Draw(t, "order")
		agrees(t, state(w, count, cs, true), s, count)
		own := rapid.Permutation(g.Constraints(0, 0)).Draw(t, "order")
		agrees(t, gen.Replay(g, 0, own), s, count)
	}
}

// Removing constraints never makes a conflict, and the constraints from a later node on form a system of their own.
func TestReplayOfParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := gen.NewWorld(12)
		w.AddHeads(t, 3)
		w.AddConstructors(t, 3)
		const count = 8
		first := constraints(w, t, count, 6)
		g := state(w, count, first, false)
		from, events := unify.Node(g.Len()), int32(g.Events())
		for i := range count {
			g.Leaf(int32(i))
		}
		second := constraints(w, t, count, 8)
		for _, c := range second {
			if c.Y != unify.None {
				g.Equal(c.X+from, c.Y+from, unify.Reason{})
				continue
			}
			edges := slices.Clone(c.Edges)
			for i := range edges {
				edges[i].To += from
			}
			g.Describe(c.X+from, c.Flat, edges, unify.Reason{})
		}
		g.Solve()
		own := g.Constraints(from, events)
		agrees(t, gen.Replay(g, from, own), solve(w, count, second), count)
		keep := rapid.SliceOfN(rapid.Bool(), len(own), len(own)).Draw(t, "keep")
		var some []unify.Constraint
		for i, c := range own {
			if keep[i] {
				some = append(some, c)
			}
		}
		if len(gen.Replay(g, from, own).Conflicts()) == 0 && len(gen.Replay(g, from, some).Conflicts()) > 0 {
			t.Fatal("fewer constraints make a conflict")
		}
	})
}

// Verify detects an inconsistent history: a request that waits.
func TestVerifyWaiting(t *testing.T) {
	g := unify.New(unify.NewHeads(), nil)
	a, b := g.Leaf(0), g.Leaf(0)
	g.Equal(a, b, unify.Reason{})
	if g.Verify() == nil {
		t.Error("an event is waiting, and Verify is content")
	}
	g.Solve()
	if err := g.Verify(); err != nil {
		t.Error(err)
	}
}

// The constraints of a graph are the descriptions of its leaves and copies, then the stated equations, and nothing that
// follows from them.
func TestConstraints(t *testing.T) {
	w := gen.NewWorld(3)
	g := unify.New(w.Heads, w.Index)
	a, b, c := g.Leaf(1), g.Leaf(2), g.Leaf(3)
	r := unify.Reason{Rule: 7}
	g.Field(a, w.Labels[1], c, r)
	g.Named(b, w.Named[2], r) // its structure is unfolded below
	g.Unify(r, a, b)
	var pattern unify.Template
	pattern.Add(unify.MakeFlat(unify.Union, false), []unify.Edge{{Label: w.Labels[0], To: 1}})
	pattern.Add(unify.Open, nil)
	base, _ := g.Instantiate(&pattern, 5)
	cs := g.Constraints(0, 0)
	if len(cs) != 4 {
		t.Fatalf("%d constraints: %v", len(cs), cs)
	}
	if cs[0].X != a || cs[1].X != b || cs[2].X != base || cs[2].Edges[0].To != base+1 {
		t.Errorf("descriptions of %d, %d, %d", cs[0].X, cs[1].X, cs[2].X)
	}
	if eq := cs[3]; eq.X != a || eq.Y != b || eq.Event != 0 {
		t.Errorf("equation %v", eq)
	}
	if g.Find(c) == c || g.Flat(g.Find(c)).Head() != w.Named[0] {
		t.Error("the part was not unfolded")
	}
	if got := g.Constraints(base, int32(g.Events())); len(got) != 1 {
		t.Errorf("constraints from the copy on: %v", got)
	}
}
