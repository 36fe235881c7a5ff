package unify_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/unify"
)

// At the limit of nodes no further request is performed, Exceeded reports it, and a higher limit allows more.
func TestLimit(t *testing.T) {
	g := unify.New(unify.NewHeads(), nil)
	var nodes []unify.Node
	for range 10 {
		nodes = append(nodes, g.Leaf(0))
	}
	g.SetLimit(14)
	g.Unify(unify.Reason{}, nodes...)
	if !g.Exceeded() || g.Len() != 14 {
		t.Fatalf("exceeded %v with %d nodes", g.Exceeded(), g.Len())
	}
	if g.Find(nodes[0]) != g.Find(nodes[4]) || g.Find(nodes[0]) == g.Find(nodes[5]) {
		t.Error("not the first four requests were performed")
	}
	g.Unify(unify.Reason{}, nodes[8], nodes[9])
	if g.Len() != 14 {
		t.Error("a request was performed after the limit")
	}
	g.SetLimit(100)
	if g.Exceeded() {
		t.Error("still exceeded after a new limit")
	}
	g.Unify(unify.Reason{}, nodes...)
	if g.Exceeded() || g.Find(nodes[0]) != g.Find(nodes[9]) {
		t.Error("the new limit is not obeyed")
	}
}

// If a copy would exceed the limit, neither it nor a later one is made.
func TestLimitOfCopies(t *testing.T) {
	g := unify.New(unify.NewHeads(), nil)
	a, b := g.Leaf(0), g.Leaf(0)
	var pattern unify.Template
	for range 5 {
		pattern.Add(unify.Open, nil)
	}
	g.SetLimit(6)
	mark := g.Mark()
	if _, ok := g.Instantiate(&pattern, 1); ok || g.Len() != 2 || !g.Exceeded() {
		t.Errorf("copied %v: %d nodes, exceeded %v", ok, g.Len(), g.Exceeded())
	}
	g.Unify(unify.Reason{}, a, b)
	if g.Find(a) == g.Find(b) {
		t.Error("a request was performed after the limit")
	}
	g.Rollback(mark)
	if g.Exceeded() {
		t.Error("still exceeded when that is taken back")
	}
	g.Unify(unify.Reason{}, a, b)
	if g.Find(a) != g.Find(b) {
		t.Error("a request within the limit was not performed")
	}
	// A limit exceeded before a mark is still exceeded after it.
	g.SetLimit(0)
	g.Unify(unify.Reason{}, a, b)
	mark = g.Mark()
	g.SetLimit(100)
	g.Rollback(mark)
	if !g.Exceeded() {
		t.Error("rollback forgot that the limit was exceeded before")
	}
}

// The work of a derivation is counted, and equal work counts equally.
func TestStats(t *testing.T) {
	w := gen.NewWorld(4)
	pair := w.Heads.Add(unify.Product,
		[]unify.HeadField{{Label: w.Labels[0], To: w.Named[1]}, {Label: w.Labels[1], To: w.Named[2]}})
	run := func() unify.Stats {
		g := unify.New(w.Heads, w.Index)
		r := unify.Reason{}
		a, b, c, d := g.Leaf(0), g.Leaf(0), g.Leaf(0), g.Leaf(0)
		g.Field(a, w.Labels[0], c, r)
		g.Named(b, pair, r)
		g.Unify(r, a, b)          // unfolds one part, and joins it to c
		g.Unify(r, a, b)          // redundant
		g.Named(d, w.Named[2], r) // two types that do not meet
		g.Unify(r, d, c)
		var pattern unify.Template
		pattern.Add(unify.Open, nil)
		g.Instantiate(&pattern, 0)
		return g.Stats()
	}
	want := unify.Stats{
		Nodes: 4 + 1 + 2 + 1, Edges: 1, Events: 4, Unions: 2, Redundant: 1, Unfolded: 1, Instances: 1, Conflicts: 1,
	}
	for range 2 {
		if diff := cmp.Diff(want, run()); diff != "" {
			t.Error(diff)
		}
	}
}

// Pairs of leaves behave like other leaves, also in memory that a rollback freed.
func TestLeafPairs(t *testing.T) {
	g := unify.New(unify.NewHeads(), nil)
	g.Grow(8, 4, 4)
	mark := g.Mark()
	a, b := g.Leaf(9), g.Leaf(9)
	g.Field(a, 1, b, unify.Reason{})
	g.Unify(unify.Reason{}, a, b)
	g.Rollback(mark)
	base := g.LeafPairs(3, 7)
	if g.Len() != 10 || base != 0 {
		t.Fatalf("%d nodes from %d", g.Len(), base)
	}
	for i := range unify.Node(10) {
		site, ok := g.Site(base + i)
		if !ok || site != 3+int32(i/2) || g.Flat(i) != unify.Open || len(g.Edges(i)) != 0 || g.Find(i) != i ||
			g.Parent(i) != unify.None {
			t.Errorf("leaf %d: site %d, %s, find %d", i, site, g.Flat(i).Form(), g.Find(i))
		}
	}
	if g.LeafPairs(3, 2) != 10 || g.Len() != 10 {
		t.Error("no sites are some leaves")
	}
}

// Every node has exactly one origin.
func TestOrigins(t *testing.T) {
	w := gen.NewWorld(3)
	pair := w.Heads.Add(unify.Product, []unify.HeadField{{Label: 1, To: w.Named[1]}})
	g := unify.New(w.Heads, w.Index)
	leaf := g.Leaf(41)
	g.Field(leaf, 1, g.Leaf(42), unify.Reason{})
	var pattern unify.Template
	pattern.Add(w.Heads.Flat(pair), nil)
	copied, _ := g.Instantiate(&pattern, 43)
	g.Unify(unify.Reason{}, leaf, copied) // event 0
	union := g.Find(leaf)
	part := union - 1
	for n, want := range map[unify.Node]string{leaf: "site41", copied: "instance43", union: "made0",
		part: "unfolded0"} {
		if got := why(g, n); got != want {
			t.Errorf("node %d: %s, want %s", n, got, want)
		}
	}
	if g.Flat(part).Head() != w.Named[1] || g.Flat(union).Head() != pair {
		t.Error("the head or its part is lost")
	}
	if g.Heads() != w.Heads || g.String() != "graph of 6 nodes, 2 events" {
		t.Errorf("%v", g)
	}
}

// Descriptions of one node accumulate, whatever the node's first description was.
func TestDescribeAgain(t *testing.T) {
	w := gen.NewWorld(3)
	g := unify.New(w.Heads, w.Index)
	n, x, y := g.Leaf(0), g.Leaf(0), g.Leaf(0)
	g.Field(n, 2, x, unify.Reason{})
	g.Field(n, 2, y, unify.Reason{Rule: 3, Part: 4, Site: 5})
	g.Describe(n, unify.MakeFlat(unify.Union, false), nil, unify.Reason{})
	if g.Find(x) == g.Find(y) {
		t.Error("performed before Solve")
	}
	g.Solve()
	if g.Find(x) != g.Find(y) || g.Flat(g.Find(n)).Form() != "<...>" {
		t.Errorf("x %d, y %d, %s", g.Find(x), g.Find(y), g.Flat(g.Find(n)).Form())
	}
	r, ok := g.Event(0).Cause.Given()
	if want := (unify.Reason{Rule: 3, Part: 4, Site: 5}); !ok || r != want {
		t.Errorf("reason %v", r)
	}
}

// Every event can be traced to its constraint, through decomposition and unfolding, and Describe marks the
// equations that it makes itself.
func TestGiven(t *testing.T) {
	heads := unify.NewHeads()
	leaf := heads.Add(unify.Product, nil)
	inner := heads.Add(unify.Product, []unify.HeadField{{Label: 2, To: leaf}})
	outer := heads.Add(unify.Product, []unify.HeadField{{Label: 1, To: inner}})
	g := unify.New(heads, nil)
	a, b, c, d := g.Leaf(10), g.Leaf(11), g.Leaf(12), g.Leaf(13)
	g.Field(a, 1, b, unify.Reason{Site: 20})
	g.Field(b, 2, c, unify.Reason{Site: 21})
	g.Equal(d, c, unify.Reason{Site: 22})
	g.Named(a, outer, unify.Reason{Rule: 3, Part: 4, Site: 23})
	g.Solve()
	if g.Event(0).Cause.Describes() || !g.Event(1).Cause.Describes() {
		t.Error("the second equation alone is made by a description")
	}
	for event, want := range map[int32][]unify.Label{0: nil, 1: nil, 2: {1}, 3: {1, 2}} {
		given, path := g.Given(event)
		if given != min(event, 1) || !slices.Equal(path, want) {
			t.Errorf("event %d follows from %d under %d", event, given, path)
		}
		if r, _ := g.Event(given).Cause.Given(); g.Reason(event) != r || r.Site != 22+given {
			t.Errorf("event %d has the reason %v, the constraint %v", event, g.Reason(event), r)
		}
	}
	if g.Events() != 4 {
		t.Errorf("%d events", g.Events())
	}
}

// Only index labels leave a vector possible.
func TestIndexLabels(t *testing.T) {
	var index unify.LabelSet
	index.Add(500)
	g := unify.New(unify.NewHeads(), index)
	n, m := g.Leaf(0), g.Leaf(0)
	g.Describe(n, unify.MakeFlat(unify.AnyShape, true), []unify.Edge{{Label: 500, To: m}}, unify.Reason{})
	if !g.Flat(n).Closed() || g.Flat(n).Shapes() != unify.AnyShape {
		t.Error("a new index is none")
	}
	g.Describe(m, unify.Open, []unify.Edge{{Label: 499, To: n}}, unify.Reason{})
	if g.Flat(m).Shapes()&unify.Vector != 0 {
		t.Error("a vector has a label that is not an index")
	}
	for _, l := range []unify.Label{0, 63, 64, 499, 501, 5000} {
		if index.Has(l) {
			t.Errorf("label %d is in the set", l)
		}
	}
}
