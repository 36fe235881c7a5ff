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

// A small language of shapes: constants are numbers, and a shape has sizes. Its relations are like those of a real
// language.
type shapes struct {
	heads   *unify.Heads
	labels  []unify.Label       // of sizes, and of tuples
	rank    []unify.Constructor // shapes by rank
	numbers []unify.Constructor
}

const mostRank, mostNumber = 4, 40

func newShapes() *shapes {
	w := &shapes{heads: unify.NewHeads()}
	for i := range mostRank {
		w.labels = append(w.labels, unify.Label(i+1))
	}
	for r := range mostRank + 1 {
		w.rank = append(w.rank, w.heads.AddConstructor(w.labels[:r]...))
	}
	for range mostNumber {
		w.numbers = append(w.numbers, w.heads.AddConstructor())
	}
	return w
}

func (w *shapes) number(v *unify.View, x unify.Ref) (n int, ok bool) {
	f, ok := v.Form(x)
	if !ok {
		return 0, false
	}
	n = slices.Index(w.numbers, f.Constructor)
	return n, n >= 0
}

// sizes returns the sizes of a shape; wrong: it is not a shape.
func (w *shapes) sizes(v *unify.View, x unify.Ref) (sizes []unify.Ref, ok, wrong bool) {
	f, ok := v.Form(x)
	if !ok || slices.Index(w.rank, f.Constructor) < 0 {
		return nil, false, ok
	}
	for _, l := range f.Labels {
		p, ok := v.Part(x, l)
		if !ok {
			return nil, false, false
		}
		sizes = append(sizes, p)
	}
	return sizes, true, false
}

// rule is one of the relations, by name.
type rule struct {
	*shapes
	name string
	run  func(*shapes, *unify.View) unify.Outcome
}

func (r *rule) Key() string                     { return r.name }
func (r *rule) Run(v *unify.View) unify.Outcome { return r.run(r.shapes, v) }
func fires(clause int32) unify.Outcome          { return unify.Outcome{State: unify.Fires, Clause: clause} }
func fails(clause, guard int32) unify.Outcome {
	return unify.Outcome{State: unify.Fails, Clause: clause, Guard: guard}
}
func waits(v *unify.View, x ...unify.Ref) unify.Outcome {
	v.Wait(x...)
	return unify.Outcome{}
}

// arity is how many arguments each relation has.
var arity = map[string]int{"Same": 2, "Broadcast": 3, "Add": 3, "Rank": 2, "Drop": 2, "Holes": 2, "First": 2,
	"Marked": 2, "Equal": 2}

func (w *shapes) relation(name string) *rule {
	return &rule{w, name, map[string]func(*shapes, *unify.View) unify.Outcome{
		"Same": func(_ *shapes, v *unify.View) unify.Outcome {
			v.Equate(v.Arg(0), v.Arg(1))
			return fires(0)
		},
		"Broadcast": broadcast, "Add": add, "Rank": rankOf, "Drop": drop, "Holes": holes, "First": first, "Marked": passOn, "Equal": equal,
	}[name]}
}

// broadcast: shapes are aligned at the right; of two sizes one is 1, or they are equal.
func broadcast(w *shapes, v *unify.View) unify.Outcome {
	a, ok, wrong := w.sizes(v, v.Arg(0))
	b, also, wrongToo := w.sizes(v, v.Arg(1))
	switch {
	case wrong:
		return fails(0, 0)
	case wrongToo:
		return fails(0, 1)
	case !ok || !also:
		return waits(v, v.Arg(0), v.Arg(1))
	}
	if len(a) < len(b) {
		a, b = b, a
	}
	out := slices.Clone(a)
	var open []unify.Ref
	for i, q := range b {
		at := len(a) - len(b) + i
		p := a[at]
		m, mok := w.number(v, p)
		n, nok := w.number(v, q)
		switch {
		case mok && m == 1:
			out[at] = q
		case nok && n == 1 || v.Same(p, q):
		case mok && nok && m != n:
			return fails(0, int32(2+at))
		case !mok || !nok:
			open = append(open, p, q)
		}
	}
	if len(open) > 0 {
		return waits(v, open...)
	}
	v.Equate(v.Arg(2), v.Make(w.rank[len(out)], out...))
	return fires(0)
}

// add: the third number is the sum of the others.
func add(w *shapes, v *unify.View) unify.Outcome {
	m, ok := w.number(v, v.Arg(0))
	n, also := w.number(v, v.Arg(1))
	if !ok || !also {
		for i, ok := range []bool{ok, also} {
			if _, known := v.Form(v.Arg(i)); known && !ok {
				return fails(0, int32(i))
			}
		}
		return waits(v, v.Arg(0), v.Arg(1))
	}
	if m+n >= mostNumber {
		return fails(1, 0)
	}
	v.Equate(v.Arg(2), v.Make(w.numbers[m+n]))
	return fires(0)
}

// rankOf: a shape has a number of sizes.
func rankOf(w *shapes, v *unify.View) unify.Outcome {
	f, ok := v.Form(v.Arg(0))
	switch n := slices.Index(w.rank, f.Constructor); {
	case !ok:
		return waits(v, v.Arg(0))
	case n < 0:
		return fails(0, 0)
	default:
		v.Equate(v.Make(w.numbers[n]), v.Arg(1))
		return fires(0)
	}
}

// drop: a shape without its first size; a shape without sizes is unchanged.
func drop(w *shapes, v *unify.View) unify.Outcome {
	s, ok, wrong := w.sizes(v, v.Arg(0))
	switch {
	case wrong:
		return fails(1, 0)
	case !ok:
		return waits(v, v.Arg(0))
	case len(s) == 0:
		v.Equate(v.Arg(0), v.Arg(1))
		return fires(0)
	}
	v.Equate(v.Make(w.rank[len(s)-1], s[1:]...), v.Arg(1))
	return fires(1)
}

// holes: a shape with a number of sizes, the first two of them equal.
func holes(w *shapes, v *unify.View) unify.Outcome {
	n, ok := w.number(v, v.Arg(0))
	if _, known := v.Form(v.Arg(0)); known && (!ok || n > mostRank) {
		return fails(0, 0)
	}
	if !ok {
		return waits(v, v.Arg(0))
	}
	var parts []unify.Ref
	for i := range n {
		if i == 1 {
			parts = append(parts, parts[0])
		} else {
			parts = append(parts, v.MakeHole())
		}
	}
	v.Equate(v.Arg(1), v.Make(w.rank[n], parts...))
	return fires(0)
}

// first: the second argument is a tuple with only the first part of a tuple.
func first(w *shapes, v *unify.View) unify.Outcome {
	f, ok := v.Form(v.Arg(0))
	switch {
	case !ok:
		return waits(v, v.Arg(0))
	case !f.Tuple || len(f.Labels) == 0:
		return fails(0, 0)
	}
	p, ok := v.Part(v.Arg(0), f.Labels[0])
	if !ok {
		return waits(v, v.Arg(0))
	}
	v.Equate(v.Arg(1), v.MakeTuple(f.Labels[:1], p))
	return fires(0)
}

// passOn: a marked pattern has a marked image.
func passOn(_ *shapes, v *unify.View) unify.Outcome {
	if !v.Dynamic(v.Arg(0)) {
		return waits(v, v.Arg(0))
	}
	v.Equate(v.MakeDynamic(), v.Arg(1))
	return fires(0)
}

// equal only states that two constants are equal, or two patterns.
func equal(_ *shapes, v *unify.View) unify.Outcome {
	if v.Same(v.Arg(0), v.Arg(1)) {
		return fires(0)
	}
	f, ok := v.Form(v.Arg(0))
	g, also := v.Form(v.Arg(1))
	switch {
	case !ok || !also:
		return waits(v, v.Arg(0), v.Arg(1))
	case f.Constructor != g.Constructor:
		return fails(0, 0)
	case len(f.Labels) > 0:
		return waits(v, v.Arg(0), v.Arg(1)) // until they are equal
	}
	return fires(0)
}

// statements draws constraints on the nodes below count.
func (w *shapes) statements(t *rapid.T, count, most int) []unify.Constraint {
	node := func() unify.Node { return unify.Node(rapid.IntRange(0, count-1).Draw(t, "node")) }
	names := make([]string, 0, len(arity))
	for name := range arity {
		names = append(names, name)
	}
	slices.Sort(names)
	var cs []unify.Constraint
	for range rapid.IntRange(1, most).Draw(t, "many") {
		c := unify.Constraint{X: node(), Y: unify.None, Event: -1}
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0, 1:
			c.Y = node()
		case 2, 3:
			c.Flat = w.heads.Built(w.numbers[rapid.IntRange(0, 3).Draw(t, "number")])
		case 4:
			built := rapid.SampledFrom(w.rank[:4]).Draw(t, "rank")
			c.Flat = w.heads.Built(built)
			for _, l := range w.heads.Parts(built) {
				if rapid.IntRange(0, 9).Draw(t, "lacks a part") > 0 {
					c.Edges = append(c.Edges, unify.Edge{Label: l, To: node()})
				}
			}
		case 5:
			n := rapid.IntRange(0, 2).Draw(t, "fields")
			c.Flat = rapid.SampledFrom([]unify.Flat{unify.MakeFlat(unify.Product, true),
				unify.MakeFlat(unify.Product, false), unify.Open | unify.Dynamic}).Draw(t, "flat")
			if !c.Flat.Dynamic() {
				for _, l := range w.labels[:n] {
					c.Edges = append(c.Edges, unify.Edge{Label: l, To: node()})
				}
			}
		default:
			name := rapid.SampledFrom(names).Draw(t, "relation")
			c.Of = &unify.Application{Relation: w.relation(name)}
			for range arity[name] {
				c.Of.Args = append(c.Of.Args, node())
			}
			c.X, c.Flat = c.Of.Args[0], unify.Open
		}
		cs = append(cs, c)
	}
	return cs
}

// classes writes the classes of the nodes below count, in a form that depends on no order.
func classes(g *unify.Graph, count int) string {
	if len(g.Conflicts()) > 0 {
		return "contradiction"
	}
	var b strings.Builder
	number := make(map[unify.Node]int)
	var queue []unify.Node
	visit := func(n unify.Node) int {
		r := g.Find(n)
		if _, ok := number[r]; !ok {
			number[r] = len(number)
			queue = append(queue, r)
		}
		return number[r]
	}
	for n := range unify.Node(count) {
		fmt.Fprint(&b, visit(n), " ")
	}
	for i := 0; i < len(queue); i++ {
		edges := slices.Clone(g.Edges(queue[i]))
		slices.SortFunc(edges, func(a, b unify.Edge) int { return int(a.Label - b.Label) })
		fmt.Fprintf(&b, "\n%d: %x", i, g.Flat(queue[i]))
		for _, e := range edges {
			fmt.Fprintf(&b, " %d:%d", e.Label, visit(e.To))
		}
	}
	return b.String()
}

// performed states constraints in an order, with the instances of relations in another.
func performed(t *rapid.T, w *shapes, count int, cs []unify.Constraint, atOnce bool) *unify.Graph {
	g := unify.New(w.heads, nil)
	g.PickRun(func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "next run") })
	return stated(g, count, cs, atOnce)
}

// The order does not matter: neither that of constraints nor that in which relations run, whether all constraints are
// stated before solving or not. The closure gives the same.
func TestOrderOfRelations(t *testing.T) { rapid.Check(t, orderOfRelations) }

func FuzzRelations(f *testing.F) { f.Fuzz(rapid.MakeFuzz(orderOfRelations)) }

func orderOfRelations(t *rapid.T) {
	w := newShapes()
	count := rapid.IntRange(2, 10).Draw(t, "nodes")
	cs := w.statements(t, count, 16)
	g := performed(t, w, count, cs, false)
	want := classes(g, count)
	for range 3 {
		cs := rapid.Permutation(cs).Draw(t, "order")
		for _, atOnce := range []bool{true, false} {
			h := performed(t, w, count, cs, atOnce)
			if got := classes(h, count); got != want {
				t.Fatalf("\n%s\nin another order\n%s", want, got)
			}
			if want != "contradiction" {
				if err := h.Verify(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	s := &unify.System{Heads: w.heads, Nodes: count, Constraints: cs}
	if got := classes(s.Solve(nil), count); got != want {
		t.Fatalf("\n%s\nas a system\n%s", want, got)
	}
	if got := classes(gen.Replay(g, 0, g.Constraints(0, 0)), count); got != want {
		t.Fatalf("\n%s\nreplayed\n%s", want, got)
	}
	c := s.Close(nil)
	if c.OK() != (want != "contradiction") {
		t.Fatalf("closed, without contradiction: %v\n%s", c.OK(), want)
	}
	if !c.OK() {
		return
	}
	for x := range unify.Node(count) {
		for y := range x {
			if got, want := c.Find(x) == c.Find(y), g.Find(x) == g.Find(y); got != want {
				t.Fatalf("closed, %d = %d is %v", x, y, got)
			}
		}
		if f, _ := c.Class(x); f != g.Flat(g.Find(x)) {
			t.Fatalf("closed, %d is %s, not %s", x, f.Form(), g.Flat(g.Find(x)).Form())
		}
	}
}

// Outside of runs, a part of a named type is a node, if the graph has it.
func TestPartsOutsideOfRuns(t *testing.T) {
	heads := unify.NewHeads()
	unit := heads.Add(unify.Product, nil)
	pair := heads.Add(unify.Product, []unify.HeadField{{Label: 1, To: unit}, {Label: 2, To: unit}})
	g := unify.New(heads, nil)
	n, first := g.Leaf(0), g.Leaf(0)
	g.Named(n, pair, unify.Reason{})
	g.Field(n, 1, first, unify.Reason{})
	g.Solve()
	var v unify.View
	v.Over(g)
	for label, want := range map[unify.Label]bool{1: true, 2: false} {
		part, ok := v.Part(unify.NodeRef(n), label)
		at, isNode := part.Node()
		if !ok || isNode != want || isNode && g.Find(at) != g.Find(first) {
			t.Errorf("part %d is %v, %v, the node %v: %v", label, part, ok, isNode, at)
		}
	}
	if n := testing.AllocsPerRun(1, func() {
		for range 10_000 {
			v.Form(unify.NodeRef(n))
		}
	}); n > 0 {
		t.Errorf("questions outside of runs are recorded: %v allocations", n)
	}
}
