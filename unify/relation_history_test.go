package unify_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/unify"
)

// dumpAll writes everything that a graph with relations returns.
func dumpAll(g *unify.Graph) string {
	var b strings.Builder
	b.WriteString(dump(g))
	for i := range int32(g.Instances()) {
		x := g.InstanceOf(i)
		fmt.Fprintf(&b, "\n%s %v %v %d %v %v %d", x.Relation.Key(), x.Args, x.Reason, x.Use, x.Outcome, x.Waits, x.Runs)
		if x.State != unify.Waits {
			fmt.Fprint(&b, g.Reads(i))
		}
	}
	return b.String()
}

// A relationStory drives a graph with relations through random requests and marks.
type relationStory struct {
	w     *shapes
	g     *unify.Graph
	log   []func(*unify.Graph)
	marks []storyMark
	nodes map[unify.Node]string // entries as they were first seen, once they cannot change
	event []unify.Event
}

type storyMark struct {
	unify.Mark
	log  int
	dump string
}

func (s *relationStory) do(op func(*unify.Graph)) {
	s.log = append(s.log, op)
	op(s.g)
}

// state states something about existing nodes, or copies a template with a relation that waits.
func (s *relationStory) state(t *rapid.T) {
	if s.g.Len() < 4 {
		s.do(func(g *unify.Graph) { g.LeafPairs(0, 1) })
	}
	if rapid.IntRange(0, 5).Draw(t, "copy") == 0 {
		var pattern unify.Template
		pattern.Add(s.w.heads.Built(s.w.rank[2]),
			[]unify.Edge{{Label: s.w.labels[0], To: 1}, {Label: s.w.labels[1], To: 2}})
		pattern.Add(unify.Open, nil)
		pattern.Add(unify.Open|unify.Dynamic, nil)
		pattern.Add(unify.Open, nil)
		name := rapid.SampledFrom([]string{"Add", "Broadcast"}).Draw(t, "waits")
		pattern.Relate(s.w.relation(name), 1, 1, 3)
		s.do(func(g *unify.Graph) {
			g.Instantiate(&pattern, 7)
			g.Solve()
		})
		return
	}
	for _, c := range s.w.statements(t, min(s.g.Len(), 12), 3) {
		s.do(func(g *unify.Graph) {
			stateOne(g, c, unify.Reason{Rule: 1, Site: int32(c.X)})
			g.Solve()
		})
	}
}

func (s *relationStory) mark() {
	m := storyMark{log: len(s.log), dump: dumpAll(s.g)}
	m.Mark = s.g.Mark()
	s.log = append(s.log, func(g *unify.Graph) { g.Mark() })
	s.marks = append(s.marks, m)
}

func (s *relationStory) end(t *rapid.T, back bool) {
	m := s.marks[len(s.marks)-1]
	s.marks = s.marks[:len(s.marks)-1]
	if !back {
		s.do(func(g *unify.Graph) { g.Release(m.Mark) })
		return
	}
	s.g.Rollback(m.Mark)
	s.log = s.log[:m.log]
	for n := range s.nodes {
		if int(n) >= s.g.Len() || s.free(n) {
			delete(s.nodes, n)
		}
	}
	s.event = s.event[:min(len(s.event), s.g.Events())]
	if now := dumpAll(s.g); now != m.dump {
		t.Fatalf("rolled back to\n%s\nnot to\n%s", now, m.dump)
	}
	s.again(t)
}

// again repeats all requests that are not undone in a new graph.
func (s *relationStory) again(t *rapid.T) {
	g := unify.New(s.w.heads, nil)
	for _, op := range s.log {
		op(g)
	}
	if got, want := dumpAll(s.g), dumpAll(g); got != want {
		t.Fatalf("after rollback\n%s\nwithout\n%s", got, want)
	}
}

// free reports whether a node is a leaf that may still be described.
func (s *relationStory) free(n unify.Node) bool {
	_, leaf := s.g.Site(n)
	return leaf && s.g.Parent(n) == unify.None
}

// check checks after each step that nothing written has changed.
func (s *relationStory) check(t *rapid.T) {
	if err := s.g.Verify(); err != nil && len(s.g.Conflicts()) == 0 {
		t.Fatal(err)
	}
	for i := range s.g.Len() {
		n := unify.Node(i)
		entry := fmt.Sprint(s.g.Flat(n), s.g.Edges(n), why(s.g, n))
		if was, ok := s.nodes[n]; ok && was != entry {
			t.Fatalf("node %d was %s and is %s", n, was, entry)
		}
		if !s.free(n) {
			s.nodes[n] = entry
		}
	}
	for i := range s.g.Events() {
		e := s.g.Event(int32(i))
		if i == len(s.event) {
			s.event = append(s.event, e)
		} else if s.event[i] != e {
			t.Fatalf("event %d was %v and is %v", i, s.event[i], e)
		}
	}
}

// A rollback restores the graph exactly, with all waiting requests and instances; the graph then behaves as if nothing
// had been undone, and remaining parts do not change.
func TestRelationHistory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newShapes()
		s := &relationStory{w: w, g: unify.New(w.heads, nil), nodes: make(map[unify.Node]string)}
		t.Repeat(map[string]func(*rapid.T){
			"":      s.check,
			"state": s.state,
			"more":  s.state,
			"mark": func(t *rapid.T) {
				if len(s.marks) > 2 {
					t.Skip("enough marks")
				}
				s.mark()
			},
			"release": func(t *rapid.T) {
				if len(s.marks) == 0 {
					t.Skip("no mark")
				}
				s.end(t, false)
			},
			"rollback": func(t *rapid.T) {
				if len(s.marks) == 0 {
					t.Skip("no mark")
				}
				s.end(t, true)
			},
			"try": func(t *rapid.T) {
				s.mark()
				s.state(t)
				s.end(t, true)
			},
		})
		s.again(t)
		for len(s.marks) > 0 {
			s.end(t, true)
		}
	})
}

// A change of a class wakes the instances that wait for it, and no others: chains, stated in either direction, and many
// instances that wait for one pattern take a few runs each.
func TestRuns(t *testing.T) {
	w := newShapes()
	shape := func(g *unify.Graph, n unify.Node) {
		d := g.Leaf(0)
		g.Describe(d, w.heads.Built(w.numbers[3]), nil, unify.Reason{})
		g.Describe(n, w.heads.Built(w.rank[1]), []unify.Edge{{Label: w.labels[0], To: d}}, unify.Reason{})
		g.Solve()
	}
	blanks := func(g *unify.Graph, n unify.Node, many int) {
		for range many {
			g.Unify(unify.Reason{}, g.Leaf(0), n) // a variable that is read
		}
	}
	for name, run := range map[string]func(g *unify.Graph, n int){
		"a chain from its beginning": func(g *unify.Graph, n int) {
			at := g.Leaf(0)
			shape(g, at)
			for range n {
				next := g.Leaf(0)
				g.Relate(w.relation("Broadcast"), unify.Reason{}, at, at, next)
				g.Solve()
				at = g.Leaf(0)
				g.Unify(unify.Reason{}, at, next)
			}
		},
		"a chain whose beginning comes last": func(g *unify.Graph, n int) {
			start := g.Leaf(0)
			at := start
			for range n {
				next := g.Leaf(0)
				g.Relate(w.relation("Broadcast"), unify.Reason{}, at, at, next)
				g.Solve()
				blanks(g, next, 3)
				at = next
			}
			shape(g, start)
		},
		"a chain from its end": func(g *unify.Graph, n int) {
			first := g.LeafPairs(0, int32(n/2))
			for i := unify.Node(n - 1); i >= 0; i-- {
				g.Relate(w.relation("Broadcast"), unify.Reason{}, first+i, first+i, first+i+1)
				g.Solve()
			}
			shape(g, first)
		},
		"many that wait for one": func(g *unify.Graph, n int) {
			hole := g.Leaf(0)
			for range n {
				use := g.Leaf(0)
				g.Unify(unify.Reason{}, use, hole)
				g.Relate(w.relation("Drop"), unify.Reason{}, use, g.Leaf(0))
				g.Solve()
			}
			shape(g, hole)
		},
	} {
		for _, n := range []int{100, 1000, 10_000} {
			g := unify.New(w.heads, nil)
			run(g, n)
			for i := range int32(g.Instances()) {
				if x := g.InstanceOf(i); x.State != unify.Fires {
					t.Fatalf("%s of %d: instance %d waits for %v", name, n, i, x.Waits)
				}
			}
			if got := g.Stats(); got.Relations != n || got.Runs > 2*n || got.Nodes+got.Edges+got.Events > 20*n {
				t.Errorf("%s of %d: %+v", name, n, got)
			}
		}
	}
}

// A closure does not fire relations that read a class in conflict, so that a contradiction of two sizes causes no
// further contradictions.
func TestNothingFollowsFromAConflict(t *testing.T) {
	w := newShapes()
	number := func(n unify.Node, i int) unify.Constraint {
		return unify.Constraint{X: n, Y: unify.None, Flat: w.heads.Built(w.numbers[i])}
	}
	sum := &unify.Application{Relation: w.relation("Add"), Args: []unify.Node{0, 1, 2}}
	s := &unify.System{Heads: w.heads, Nodes: 3, Constraints: []unify.Constraint{
		number(0, 3), number(0, 4), number(1, 1), number(2, 9),
		{X: 0, Y: unify.None, Flat: unify.Open, Of: sum},
	}}
	c := s.Close(nil)
	if len(c.System().Fired) > 0 {
		t.Errorf("it fires: %v", c.System().Fired)
	}
	if got := c.Contradiction().Cited(); !slices.Equal(got, []int32{0, 1}) {
		t.Errorf("the contradiction rests on %v", got)
	}
	// Without the first or the second, the sum is wrong.
	for i, want := range [][]int32{{1, 2, 4, 3}, {0, 2, 4, 3}} {
		off := make([]bool, len(s.Constraints))
		off[i] = true
		c := s.Close(off)
		got := c.Contradiction().Cited()
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("without %d the contradiction rests on %v, want %v", i, got, want)
		}
		if err := c.System().Check(c.Contradiction()); err != nil {
			t.Error(err)
		}
	}
}

// A failure is a conflict with a kind and an event of its own; later requests are performed.
func TestFailure(t *testing.T) {
	w := newShapes()
	g := unify.New(w.heads, nil)
	a, b, c := g.Leaf(0), g.Leaf(0), g.Leaf(0)
	var trace strings.Builder
	g.SetTracer(unify.NewTracer(&trace, func(unify.Label) string { return "l" }))
	g.Describe(a, w.heads.Built(w.numbers[3]), nil, unify.Reason{})
	g.Describe(b, w.heads.Built(w.numbers[4]), nil, unify.Reason{})
	r := unify.Reason{Rule: 9, Site: 5}
	bad := g.Relate(w.relation("Equal"), r, a, b)
	good := g.Relate(w.relation("Add"), r, a, b, c)
	g.Solve()
	if x := g.InstanceOf(bad); x.State != unify.Fails {
		t.Fatalf("it is %v", x.Outcome)
	}
	k := g.Conflicts()
	if len(k) != 1 {
		t.Fatalf("%d conflicts", len(k))
	}
	if i, ok := g.Event(k[0].Event).Cause.Failed(); !ok || i != bad || g.Reason(k[0].Event) != r {
		t.Errorf("the conflict is %v, of instance %d", k[0], i)
	}
	if _, _, ok := g.Event(k[0].Event).Cause.Fired(); ok {
		t.Error("a failed run has effects")
	}
	if x := g.InstanceOf(good); x.State != unify.Fires || g.Flat(g.Find(c)) != w.heads.Built(w.numbers[7]) {
		t.Errorf("what holds is %v", x.Outcome)
	}
	last := int32(g.Events()) - 1
	if i, effect, ok := g.Event(last).Cause.Fired(); !ok || i != good || effect != 0 || g.Reason(last) != r {
		t.Errorf("the last step is by instance %d, effect %d", i, effect)
	}
	if got, _ := g.Given(last); got != last {
		t.Errorf("it follows from step %d", got)
	}
	want := "#0 0 ⊥ 0 Equal by I0\n#1 2 ≡ 3 → 4 constructor by I1.0\n"
	if trace.String() != want {
		t.Errorf("the trace is\n%swant\n%s", trace.String(), want)
	}
	if reads := g.Reads(good); !slices.Equal(reads, []unify.Node{a, b}) {
		t.Errorf("it read %v", reads)
	}
}
