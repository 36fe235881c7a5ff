package unify_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/unify"
)

// A history drives one graph through random requests and marks, and records what must hold for it by other means.
type history struct {
	w *gen.World
	g *unify.Graph

	log      []func(*unify.Graph)  // the requests that are not undone
	cs       []unify.Constraint    // the same as constraints
	program  []unify.Node          // nodes that constraints made
	made     []entry               // the first state of each node
	moments  []moment              // some earlier moments
	marks    []marked              // the open marks
	template *unify.Template       // of three nodes
	inside   map[unify.Node]bool   // nodes of program
	events   map[int32]unify.Event // as first seen
}

type entry struct {
	flat   unify.Flat
	edges  []unify.Edge
	parent unify.Node
	why    string
}

type moment struct {
	time int
	rep  []unify.Node
}

type marked struct {
	mark                            unify.Mark
	log, cs, program, made, moments int
	dump                            string
}

func newHistory(t *rapid.T) *history {
	h := &history{w: gen.NewWorld(40), inside: make(map[unify.Node]bool), events: make(map[int32]unify.Event)}
	h.w.AddHeads(t, rapid.IntRange(0, 4).Draw(t, "heads"))
	h.w.AddConstructors(t, rapid.IntRange(0, 4).Draw(t, "constructors"))
	h.g = unify.New(h.w.Heads, h.w.Index)
	h.template = new(unify.Template)
	for range 3 {
		f, edges := h.w.Description(t, 3)
		h.template.Add(h.consistent(f, edges), edges)
	}
	for range 4 {
		h.leaf()
	}
	return h
}

// consistent removes the vector from a pattern with labels that are not indices.
func (h *history) consistent(f unify.Flat, edges []unify.Edge) unify.Flat {
	if f.Head() == unify.NoHead && !f.IsVector() &&
		slices.ContainsFunc(edges, func(e unify.Edge) bool { return !h.w.Index.Has(e.Label) }) {
		return f &^ unify.Flat(unify.Vector)
	}
	return f
}

func (h *history) do(op func(*unify.Graph)) {
	h.log = append(h.log, op)
	op(h.g)
}

func (h *history) add(n unify.Node) {
	h.program = append(h.program, n)
	h.inside[n] = true
}

func (h *history) leaf() {
	h.add(unify.Node(h.g.Len()))
	h.do(func(g *unify.Graph) { g.Leaf(int32(g.Len())) })
}

// node draws a node to name in a constraint: one of the program, or the
// representative of its class.
func (h *history) node(t *rapid.T) (named, meant unify.Node) {
	meant = rapid.SampledFrom(h.program).Draw(t, "node")
	if rapid.IntRange(0, 9).Draw(t, "representative") == 0 {
		return h.g.Find(meant), meant
	}
	return meant, meant
}

func (h *history) describe(t *rapid.T) {
	n, meant := h.node(t)
	f, edges := h.w.Description(t, len(h.program))
	for i := range edges {
		edges[i].To = h.program[edges[i].To]
	}
	site := int32(len(h.log))
	before, exists := h.g.Len(), int(n) < len(h.made)
	h.do(func(g *unify.Graph) {
		g.Describe(n, f, edges, unify.Reason{Rule: 1, Site: site})
		g.Solve()
	})
	if exists && h.g.Len() == before {
		h.made[n] = h.entry(n) // a fresh leaf takes a description as its own
	}
	h.cs = append(h.cs, unify.Constraint{X: meant, Y: unify.None, Flat: f, Edges: edges})
}

func (h *history) field(t *rapid.T) {
	n, meant := h.node(t)
	to, _ := h.node(t)
	l := rapid.SampledFrom(h.w.Labels).Draw(t, "label")
	before := h.g.Len()
	h.do(func(g *unify.Graph) {
		g.Field(n, l, to, unify.Reason{Rule: 2})
		g.Solve()
	})
	if h.g.Len() == before && int(n) < len(h.made) {
		h.made[n] = h.entry(n)
	}
	h.cs = append(h.cs, unify.Constraint{X: meant, Y: unify.None, Flat: unify.Open,
		Edges: []unify.Edge{{Label: l, To: h.meaning(to)}}})
}

// meaning returns a node of the program in the class that a node had when it was made.
func (h *history) meaning(n unify.Node) unify.Node {
	for !h.inside[n] {
		event, ok := h.g.Made(n)
		if !ok {
			panic("an unfolded node")
		}
		e := h.g.Event(event)
		n = e.X
		if _, unfolded := h.g.UnfoldedBy(n); unfolded {
			n = e.Y
		}
	}
	return n
}

func (h *history) unify(t *rapid.T) {
	k := rapid.IntRange(2, 4).Draw(t, "many")
	var nodes []unify.Node
	var first unify.Node
	for i := range k {
		n, meant := h.node(t)
		nodes = append(nodes, n)
		if i == 0 {
			first = meant
		}
		h.cs = append(h.cs, unify.Constraint{X: first, Y: meant})
	}
	h.do(func(g *unify.Graph) { g.Unify(unify.Reason{Rule: 3}, nodes...) })
}

func (h *history) instantiate() {
	base := unify.Node(h.g.Len())
	h.do(func(g *unify.Graph) { g.Instantiate(h.template, int32(g.Len())) })
	for i := range int32(h.template.Len()) {
		h.add(base + unify.Node(i))
		var edges []unify.Edge
		for _, e := range h.template.Edges(i) {
			edges = append(edges, unify.Edge{Label: e.Label, To: e.To + base})
		}
		h.cs = append(h.cs, unify.Constraint{X: base + unify.Node(i), Y: unify.None, Flat: h.template.Flat(i),
			Edges: edges})
	}
}

func (h *history) mark() {
	var m unify.Mark
	h.remember()
	before := dump(h.g)
	at := marked{log: len(h.log), cs: len(h.cs), program: len(h.program), made: len(h.made), moments: len(h.moments),
		dump: before}
	m = h.g.Mark()
	h.log = append(h.log, func(g *unify.Graph) { g.Mark() })
	at.mark = m
	h.marks = append(h.marks, at)
}

func (h *history) release() {
	m := h.marks[len(h.marks)-1].mark
	h.marks = h.marks[:len(h.marks)-1]
	h.do(func(g *unify.Graph) { g.Release(m) })
}

func (h *history) rollback(t *rapid.T) {
	m := h.marks[len(h.marks)-1]
	h.marks = h.marks[:len(h.marks)-1]
	h.g.Rollback(m.mark)
	h.log, h.cs, h.moments = h.log[:m.log], h.cs[:m.cs], h.moments[:m.moments]
	for _, n := range h.program[m.program:] {
		delete(h.inside, n)
	}
	h.program = h.program[:m.program]
	h.made = h.made[:m.made]
	for i := range h.made {
		if p := h.made[i].parent; int(p) >= m.made {
			h.made[i].parent = unify.None
		}
	}
	for i := range h.events {
		if int(i) >= h.g.Events() {
			delete(h.events, i)
		}
	}
	if now := dump(h.g); now != m.dump {
		t.Fatalf("rolled back to\n%s\nnot to\n%s", now, m.dump)
	}
	h.compareWithReplay(t)
}

// compareWithReplay repeats all requests that are not undone in a new graph.
func (h *history) compareWithReplay(t *rapid.T) {
	g := unify.New(h.w.Heads, h.w.Index)
	for _, op := range h.log {
		op(g)
	}
	if got, want := dump(h.g), dump(g); got != want {
		t.Fatalf("after rollback\n%s\nwithout\n%s", got, want)
	}
}

// dump writes everything that a graph returns.
func dump(g *unify.Graph) string {
	var b strings.Builder
	for n := unify.Node(0); int(n) < g.Len(); n++ {
		fmt.Fprintf(&b, "%d %x %v %d %d %s\n", n, g.Flat(n), g.Edges(n), g.Parent(n), g.Find(n), why(g, n))
	}
	for i := range int32(g.Events()) {
		fmt.Fprintln(&b, g.Event(i))
	}
	fmt.Fprint(&b, g.Conflicts(), g.Stats(), g.Exceeded())
	return b.String()
}

func why(g *unify.Graph, n unify.Node) string {
	var s []string
	for name, ask := range map[string]func(unify.Node) (int32, bool){
		"made": g.Made, "site": g.Site, "instance": g.Instance, "unfolded": g.UnfoldedBy,
	} {
		if i, ok := ask(n); ok {
			s = append(s, fmt.Sprint(name, i))
		}
	}
	return strings.Join(s, " ") // any order
}

func (h *history) entry(n unify.Node) entry {
	return entry{h.g.Flat(n), slices.Clone(h.g.Edges(n)), h.g.Parent(n), why(h.g, n)}
}

// remember records the new entries and the current moment.
func (h *history) remember() {
	for len(h.made) < h.g.Len() {
		h.made = append(h.made, h.entry(unify.Node(len(h.made))))
	}
	for i := range int32(h.g.Events()) {
		if _, ok := h.events[i]; !ok {
			h.events[i] = h.g.Event(i)
		}
	}
	m := moment{time: h.g.Len()}
	for n := range h.g.Len() {
		m.rep = append(m.rep, h.g.Find(unify.Node(n)))
	}
	h.moments = append(h.moments, m)
}

// check checks what must hold after each step.
func (h *history) check(t *rapid.T) {
	g := h.g
	if err := g.Verify(); err != nil {
		t.Fatal(err)
	}
	for i := range h.made {
		n, was, is := unify.Node(i), &h.made[i], h.entry(unify.Node(i))
		if was.parent == unify.None {
			was.parent = is.parent
		}
		if was.flat != is.flat || was.parent != is.parent || was.why != is.why || !slices.Equal(was.edges, is.edges) {
			t.Fatalf("node %d was %v and is %v", n, *was, is)
		}
	}
	for i, e := range h.events {
		if g.Event(i) != e {
			t.Fatalf("event %d changed", i)
		}
	}
	h.remember()
	past := g.Past()
	for _, m := range h.moments {
		for n, rep := range m.rep {
			if got := g.FindAt(unify.Node(n), m.time); got != rep {
				t.Fatalf("FindAt(%d, %d) is %d; Find said %d then", n, m.time, got, rep)
			}
			if got := past.FindAt(unify.Node(n), m.time); got != rep {
				t.Fatalf("FindAt(%d, %d) of the past is %d; Find said %d then", n, m.time, got, rep)
			}
		}
	}
	h.compareWithDefinition(t)
}

func (h *history) compareWithDefinition(t *rapid.T) {
	g := h.g
	s := solve(h.w, g.Len(), h.cs)
	if unsat := len(g.Conflicts()) > 0; unsat == s.sat {
		t.Fatalf("conflicts: %v; by definition satisfiable: %v", g.Conflicts(), s.sat)
	}
	if !s.sat {
		return
	}
	if again := solve(h.w, g.Len(), g.Constraints(0, 0)); !again.sat {
		t.Fatal("the graph's own constraints say something else")
	}
	for i, x := range h.program {
		for _, y := range h.program[:i] {
			if got, want := g.Find(x) == g.Find(y), s.same(x, y); got != want {
				t.Fatalf("%d and %d one class: %v; by definition %v", x, y, got, want)
			}
		}
		f, labels := s.look(x)
		rep := g.Find(x)
		var got []unify.Label
		for _, e := range g.Edges(rep) {
			got = append(got, e.Label)
		}
		slices.Sort(got)
		if g.Flat(rep) != f || !slices.Equal(got, labels) {
			t.Fatalf("%d is %s %v; by definition %s %v", x, g.Flat(rep).Form(), got, f.Form(), labels)
		}
	}
}

func TestHistory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := newHistory(t)
		steps := map[string]func(*rapid.T){
			"leaf":        func(*rapid.T) { h.leaf() },
			"describe":    h.describe,
			"field":       h.field,
			"unify":       h.unify,
			"instantiate": func(*rapid.T) { h.instantiate() },
		}
		all := map[string]func(*rapid.T){
			"": h.check,
			"mark": func(t *rapid.T) {
				if len(h.marks) > 2 {
					t.Skip("enough marks")
				}
				h.mark()
			},
			"release": func(t *rapid.T) {
				if len(h.marks) == 0 {
					t.Skip("no mark")
				}
				h.release()
			},
			"rollback": func(t *rapid.T) {
				if len(h.marks) == 0 {
					t.Skip("no mark")
				}
				h.rollback(t)
			},
		}
		for name, step := range steps {
			all[name] = step
			// Undo conflicts, so that some histories are long.
			all["try to "+name] = func(t *rapid.T) {
				h.mark()
				conflicts := len(h.g.Conflicts())
				step(t)
				if len(h.g.Conflicts()) > conflicts {
					h.rollback(t)
				} else {
					h.release()
				}
			}
		}
		t.Repeat(all)
		h.compareWithReplay(t)
		for len(h.marks) > 0 {
			h.rollback(t)
		}
	})
}
