package unify_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/unify"
)

// remembered is a relation whose runs are stored.
type remembered struct {
	*rule
	runs *unify.Runs
}

func (r *remembered) Remember() *unify.Runs { return r.runs }

// historyOf writes the state of a graph and how it was derived.
func historyOf(g *unify.Graph) (lines []string) {
	for n := range unify.Node(g.Len()) {
		lines = append(lines, fmt.Sprint("node ", n, g.Parent(n), g.Flat(n), g.Edges(n)))
	}
	for i := range int32(g.Events()) {
		lines = append(lines, fmt.Sprint("event ", i, g.Event(i)))
	}
	for i := range int32(g.Instances()) {
		x := g.InstanceOf(i)
		lines = append(lines, fmt.Sprint("instance ", i, x.Outcome, x.Since, x.Until, x.Waits, x.Runs, g.Reads(i)))
	}
	return append(lines, fmt.Sprint(g.Conflicts()))
}

// The history is the same whether a relation runs or uses a stored run.
func TestRemembered(t *testing.T) {
	w := newShapes()
	runs := make(map[string]*unify.Runs)
	found, kept := 0, 0
	check := func(t *rapid.T) {
		if rapid.IntRange(0, 99).Draw(t, "forgets") == 0 {
			clear(runs)
		}
		count := rapid.IntRange(2, 10).Draw(t, "nodes")
		cs := w.statements(t, count, 16)
		want := historyOf(stated(unify.New(w.heads, nil), count, cs, false))
		for i := range cs {
			if of := cs[i].Of; of != nil {
				r := of.Relation.(*rule)
				if runs[r.name] == nil {
					runs[r.name] = new(unify.Runs)
				}
				of.Relation = &remembered{r, runs[r.name]}
			}
		}
		for range 2 {
			g := stated(unify.New(w.heads, nil), count, cs, false)
			if got := historyOf(g); !slices.Equal(got, want) {
				t.Fatalf("\n%v\nand with runs that are kept\n%v", want, got)
			}
		}
		for _, rs := range runs {
			found, kept = max(found, rs.Found()), max(kept, rs.Kept())
		}
	}
	for range 10 { // it depends on chance whether runs are found again
		if rapid.Check(t, check); found >= 10 && kept >= 5 {
			break
		}
	}
	if found < 10 || kept < 5 {
		t.Errorf("of no relation more than %d runs were kept and %d found", kept, found)
	}
}

// Using a stored run allocates nothing.
func TestRememberedAllocations(t *testing.T) {
	w := newShapes()
	g := unify.New(w.heads, nil)
	g.Grow(1<<16, 1<<16, 1<<16)
	broadcast := &remembered{w.relation("Broadcast"), new(unify.Runs)}
	at := g.Leaf(0)
	d := g.Leaf(0)
	g.Describe(d, w.heads.Built(w.numbers[3]), nil, unify.Reason{})
	g.Describe(at, w.heads.Built(w.rank[1]), []unify.Edge{{Label: w.labels[0], To: d}}, unify.Reason{})
	step := func() {
		args := []unify.Node{at, at, g.Leaf(0)}
		g.RelateKept(broadcast, unify.Reason{}, args)
		g.Solve()
		at = args[2]
	}
	for range 300 {
		step()
	}
	if n := testing.AllocsPerRun(200, step); n > 1 {
		t.Errorf("a step of a chain takes %v allocations", n)
	}
}

// One node as two arguments differs from two nodes of a class: only for the latter is their equality a read.
func TestRememberedNodes(t *testing.T) {
	w := newShapes()
	build := func(r unify.Relation) *unify.Graph {
		g := unify.New(w.heads, nil)
		shape := func(size unify.Node) unify.Node {
			n := g.Leaf(0)
			g.Describe(n, w.heads.Built(w.rank[1]), []unify.Edge{{Label: w.labels[0], To: size}}, unify.Reason{})
			return n
		}
		for range 6 {
			m, n := g.Leaf(0), g.Leaf(0)
			g.Unify(unify.Reason{}, m, n)
			g.Relate(r, unify.Reason{}, shape(m), shape(n), g.Leaf(0))
		}
		size := g.Leaf(0)
		g.Relate(r, unify.Reason{}, shape(size), shape(size), g.Leaf(0))
		both := shape(g.Leaf(0))
		g.Relate(r, unify.Reason{}, both, both, g.Leaf(0))
		g.Solve()
		return g
	}
	r := w.relation("Broadcast")
	want, got := historyOf(build(r)), historyOf(build(&remembered{r, new(unify.Runs)}))
	if !slices.Equal(got, want) {
		t.Errorf("\n%v\nand with runs that are kept\n%v", want, got)
	}
}
