package patterns_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/encoding"
	"gonum.org/v1/gonum/graph/encoding/dot"
	"gonum.org/v1/gonum/graph/flow"
	"gonum.org/v1/gonum/graph/multi"
	"gonum.org/v1/gonum/graph/path"
	"gonum.org/v1/gonum/graph/testgraph"
	"gonum.org/v1/gonum/graph/topo"
	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

func (tb *table) result() *patterns.Result {
	return &patterns.Result{Labels: tb.labels, Types: tb.Types}
}

// withLines lists the edges of a scheme graph as gonum's multigraphs do it, each
// as the lines that it stands for.
type withLines struct{ *patterns.SchemeGraph }

func (g withLines) Edge(uid, vid int64) graph.Edge {
	e := g.SchemeGraph.Edge(uid, vid)
	if e == nil {
		return nil
	}
	return multi.Edge{F: e.From(), T: e.To(), Lines: g.Lines(uid, vid)}
}

func (g withLines) Edges() graph.Edges {
	var list edgeList
	for _, e := range graph.EdgesOf(g.SchemeGraph.Edges()) {
		list.edges = append(list.edges, g.Edge(e.From().ID(), e.To().ID()))
	}
	if len(list.edges) == 0 {
		return graph.Empty
	}
	return &list
}

type edgeList struct {
	edges []graph.Edge
	next  int
}

func (l *edgeList) Next() bool       { l.next++; return l.next <= len(l.edges) }
func (l *edgeList) Len() int         { return len(l.edges) - l.next }
func (l *edgeList) Reset()           { l.next = 0 }
func (l *edgeList) Edge() graph.Edge { return l.edges[l.next-1] }

// schemeOf makes a scheme of gonum's test cases, with the nodes numbered from 0
// and a label of its own for each edge.
func schemeOf(nodes []graph.Node, edges []testgraph.WeightedLine) *patterns.SchemeGraph {
	ids := make(map[int64]bool)
	for _, n := range nodes {
		ids[n.ID()] = true
	}
	for _, e := range edges {
		ids[e.From().ID()], ids[e.To().ID()] = true, true
	}
	var order []int64
	for id := range ids {
		order = append(order, id)
	}
	slices.Sort(order)
	number := func(n graph.Node) unify.Node {
		i, _ := slices.BinarySearch(order, n.ID())
		return unify.Node(i)
	}
	syms := lang.NewSymbols(0)
	s := &patterns.Scheme{}
	for _, id := range order {
		var out []unify.Edge
		for i, e := range edges {
			if e.From().ID() == id {
				label := unify.Label(syms.InternString(fmt.Sprintf("l%d", i)))
				out = append(out, unify.Edge{Label: label, To: number(e.To())})
			}
		}
		s.Graph.Add(unify.Open, out)
	}
	labels := patterns.NewLabels(syms)
	r := &patterns.Result{Labels: labels, Types: patterns.NewTypes(labels)}
	return r.SchemeGraph(s)
}

// Scheme graphs keep the contract of gonum's graphs and multigraphs, on gonum's
// own cases.
func TestSchemeGraphContract(t *testing.T) {
	var all func(g *patterns.SchemeGraph) (graph.Graph, []testgraph.Edge)
	build := func(nodes []graph.Node, edges []testgraph.WeightedLine, self, absent float64) (graph.Graph, []graph.Node, []testgraph.Edge, float64, float64, bool) {
		s := schemeOf(nodes, edges)
		g, list := all(s)
		return g, graph.NodesOf(s.Nodes()), list, self, math.NaN(), true
	}
	for name, view := range map[string]func(g *patterns.SchemeGraph) (graph.Graph, []testgraph.Edge){
		"edges": func(g *patterns.SchemeGraph) (graph.Graph, []testgraph.Edge) {
			var list []testgraph.Edge
			for u := range int64(g.Nodes().Len()) {
				for v := range int64(g.Nodes().Len()) {
					if e := g.Edge(u, v); e != nil {
						list = append(list, e)
					}
				}
			}
			return g, list
		},
		"lines": func(g *patterns.SchemeGraph) (graph.Graph, []testgraph.Edge) {
			var list []testgraph.Edge
			for u := range int64(g.Nodes().Len()) {
				for v := range int64(g.Nodes().Len()) {
					for _, l := range graph.LinesOf(g.Lines(u, v)) {
						list = append(list, l)
					}
				}
			}
			return withLines{g}, list
		},
	} {
		all = view
		t.Run(name, func(t *testing.T) {
			t.Run("nodes", func(t *testing.T) { testgraph.ReturnAllNodes(t, build, true) })
			t.Run("node slice", func(t *testing.T) { testgraph.ReturnNodeSlice(t, build, true) })
			t.Run("node existence", func(t *testing.T) { testgraph.NodeExistence(t, build) })
			t.Run("adjacent", func(t *testing.T) { testgraph.ReturnAdjacentNodes(t, build, true, true) })
			t.Run("edge existence", func(t *testing.T) { testgraph.EdgeExistence(t, build, true) })
			t.Run("line existence", func(t *testing.T) { testgraph.LineExistence(t, build, true, true) })
			if name == "lines" {
				t.Run("all lines", func(t *testing.T) { testgraph.ReturnAllLines(t, build, true) })
			} else {
				t.Run("all edges", func(t *testing.T) { testgraph.ReturnAllEdges(t, build, true) })
				t.Run("edge slice", func(t *testing.T) { testgraph.ReturnEdgeSlice(t, build, true) })
			}
		})
	}
}

// A lineOf is a line of a graph, by numbers.
type lineOf struct {
	from, to int64
	label    unify.Label
}

// modelOf lists the lines of a scheme by definition: its edges, and those of
// types when they are unfolded, which get numbers as they are met.
func (tb *table) modelOf(s *patterns.Scheme, unfold bool) (lines []lineOf, nodes int) {
	types := make(map[patterns.Type]int64)
	var queue []patterns.Type
	for i := range int32(s.Graph.Len()) {
		types[s.Graph.Flat(i).Head()] = int64(i)
		queue = append(queue, s.Graph.Flat(i).Head())
		for _, e := range s.Graph.Edges(i) {
			lines = append(lines, lineOf{int64(i), int64(e.To), e.Label})
		}
	}
	for i := 0; unfold && i < len(queue); i++ {
		u := queue[i]
		if _, atom := tb.Atom(u); atom || u == patterns.NoType {
			continue
		}
		for _, f := range tb.Fields(u) {
			if _, met := types[f.To]; !met {
				types[f.To] = int64(len(queue))
				queue = append(queue, f.To)
			}
			lines = append(lines, lineOf{int64(i), types[f.To], f.Label})
		}
	}
	slices.SortFunc(lines, func(a, b lineOf) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.label, b.label))
	})
	return lines, len(queue)
}

// drawScheme draws a graph and takes a quotient of it.
func (tb *table) drawScheme(t *rapid.T) *patterns.Scheme {
	tb.Intern(tb.automaton(t))
	g := tb.closedGraph(t)
	return patterns.NewQuotienter(tb.Types).Scheme(g, drawRoots(t, g, 5)...)
}

func idsOf(it graph.Nodes) []int64 {
	var ids []int64
	for n := it.Len(); it.Next(); n-- {
		if it.Len() != n-1 {
			panic(fmt.Sprintf("%d are left, not %d", it.Len(), n-1))
		}
		ids = append(ids, it.Node().ID())
	}
	return ids
}

// A scheme graph has the lines of its scheme, in order, and both ways.
func TestSchemeGraph(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb := newTable("b", "a", "0", "1")
		s := tb.drawScheme(t)
		unfold := rapid.Bool().Draw(t, "unfold")
		lines, nodes := tb.modelOf(s, unfold)
		g := tb.result().SchemeGraph(s)
		if unfold {
			g = tb.result().UnfoldedGraph(s)
		}
		var all []int64
		for i := range int64(nodes) {
			all = append(all, i)
		}
		if diff := gocmp.Diff(all, idsOf(g.Nodes())); diff != "" {
			t.Fatal(diff)
		}
		for i, root := range s.Roots {
			if g.Root(i).ID() != int64(root) {
				t.Fatalf("root %d is node %d", i, g.Root(i).ID())
			}
		}
		if g.Root(-1) != nil || g.Root(len(s.Roots)) != nil {
			t.Fatal("there are roots that are none")
		}
		var edges, gotEdges [][2]int64
		for _, l := range lines {
			if k := len(edges); k == 0 || edges[k-1] != [2]int64{l.from, l.to} {
				edges = append(edges, [2]int64{l.from, l.to})
			}
		}
		for it := g.Edges(); it.Next(); {
			gotEdges = append(gotEdges, [2]int64{it.Edge().From().ID(), it.Edge().To().ID()})
		}
		if diff := gocmp.Diff(edges, gotEdges); diff != "" {
			t.Fatal(diff)
		}
		var got []lineOf
		for u := int64(-1); u <= int64(nodes); u++ {
			var from, to []int64
			for v := int64(-1); v <= int64(nodes); v++ {
				there := slices.Contains(edges, [2]int64{u, v})
				back := slices.Contains(edges, [2]int64{v, u})
				if there {
					from = append(from, v)
				}
				if back {
					to = append(to, v)
				}
				e := g.Edge(u, v)
				if g.HasEdgeFromTo(u, v) != there || (e != nil) != there || g.HasEdgeBetween(u, v) != (there || back) {
					t.Fatalf("an edge from %d to %d: %v, not %v", u, v, e, there)
				}
				for it := g.Lines(u, v); it.Next(); {
					l := it.Line().(*patterns.SchemeLine)
					if l.Text() != tb.labels.Text(l.Label()) || l.ID() != int64(l.Label()) || l.ReversedLine() != it.Line() {
						t.Fatalf("line %d is %s", l.ID(), l.Text())
					}
					if !slices.Contains(e.(*patterns.SchemeEdge).Labels(), l.Text()) {
						t.Fatalf("%s is not among %v", l.Text(), e.(*patterns.SchemeEdge).Labels())
					}
					got = append(got, lineOf{l.From().ID(), l.To().ID(), l.Label()})
				}
			}
			if diff := gocmp.Diff(from, idsOf(g.From(u))) + gocmp.Diff(to, idsOf(g.To(u))); diff != "" {
				t.Fatalf("from and to %d: %s", u, diff)
			}
			if (g.Node(u) == nil) != (u < 0 || u >= int64(nodes)) {
				t.Fatalf("node %d is %v", u, g.Node(u))
			}
			if u >= 0 && u < int64(s.Graph.Len()) && g.Node(u).(*patterns.SchemeNode).Flat() != s.Graph.Flat(int32(u)) {
				t.Fatalf("node %d is %v", u, g.Node(u))
			}
		}
		if diff := gocmp.Diff(lines, got, gocmp.AllowUnexported(lineOf{})); diff != "" {
			t.Fatal(diff)
		}
		if id := int64(1) << 40; g.Node(id) != nil || g.From(-id).Len()+g.To(id).Len() != 0 || g.Edge(0, id) != nil || g.Lines(id, id).Next() {
			t.Fatal("there are nodes beyond all numbers")
		}
	})
}

// What an iterator hands out may be changed, and it can be begun again.
func TestGraphIterators(t *testing.T) {
	tb := newTable("a", "b", "c")
	s := &patterns.Scheme{Roots: []int32{0, 1}}
	s.Graph.Add(unify.Open, []unify.Edge{{Label: 1, To: 0}, {Label: 2, To: 1}, {Label: 3, To: 1}})
	s.Graph.Add(unify.Open, nil)
	g := tb.result().SchemeGraph(s)
	for range 2 {
		for _, it := range []graph.Nodes{g.Nodes(), g.From(0)} {
			if it.Node() != nil || !it.Next() || it.Len() != 1 {
				t.Errorf("of two nodes %d are left", it.Len())
			}
			if left := graph.NodesOf(it); len(left) != 1 || left[0].ID() != 1 || it.Len() != 0 || it.Next() || it.Node() != nil {
				t.Errorf("%v is left", left)
			}
			it.Reset()
			list := graph.NodesOf(it)
			slices.Reverse(list)
			it.Reset()
			if !it.Next() || it.Node().ID() != 0 {
				t.Error("the iterator has changed")
			}
		}
		lines, edges := g.Lines(0, 1), g.Edges()
		if lines.Line() != nil || edges.Edge() != nil || !lines.Next() || !edges.Next() || lines.Len() != 1 || edges.Len() != 1 {
			t.Errorf("%d lines and %d edges are left", lines.Len(), edges.Len())
		}
		if l, e := graph.LinesOf(lines), graph.EdgesOf(edges); len(l) != 1 || l[0].ID() != 3 || len(e) != 1 || e[0].To().ID() != 1 || e[0].ReversedEdge() != e[0] {
			t.Errorf("%v and %v are left", l, e)
		}
	}
}

// A query allocates its iterator and nothing else.
func TestGraphAllocations(t *testing.T) {
	tb := newTable("a", "b")
	s := &patterns.Scheme{Roots: []int32{0, 1}}
	s.Graph.Add(unify.Open, []unify.Edge{{Label: 1, To: 0}, {Label: 2, To: 1}})
	s.Graph.Add(unify.Open, nil)
	g := tb.result().SchemeGraph(s)
	for name, c := range map[string]struct {
		most float64
		ask  func()
	}{
		"edge": {0, func() { g.Edge(0, 1); g.Edge(1, 0); g.Node(1); g.HasEdgeBetween(1, 0) }},
		"from": {1, func() {
			for it := g.From(0); it.Next(); {
				it.Node()
			}
		}},
		"lines": {1, func() {
			for it := g.Lines(0, 1); it.Next(); {
				it.Line()
			}
		}},
		"none": {0, func() { g.From(1); g.To(7); g.Lines(1, 0) }},
	} {
		if got := testing.AllocsPerRun(100, c.ask); got > c.most {
			t.Errorf("%s: %v allocations", name, got)
		}
	}
}

// gonum's algorithms find the same in the same order each time, and what
// Components finds: strongly connected components, self edges included.
func TestSchemeGraphWithGonum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb := newTable("b", "a", "0", "1")
		s := tb.drawScheme(t)
		lines, nodes := tb.modelOf(s, true)
		var edges [][2]int32
		for _, l := range lines {
			edges = append(edges, [2]int32{int32(l.from), int32(l.to)})
		}
		start, to := adjacency(nodes, edges)
		members, first := patterns.Components(start, to)
		var want [][]int64
		for c := range len(first) - 1 {
			var ids []int64
			for _, v := range members[first[c]:first[c+1]] {
				ids = append(ids, int64(v))
			}
			want = append(want, ids)
		}
		slices.SortFunc(want, slices.Compare)
		var before string
		for range 3 {
			g := tb.result().UnfoldedGraph(s)
			sccs := topo.TarjanSCC(g)
			text := fmt.Sprint(sccs)
			var got [][]int64
			for _, c := range sccs {
				var ids []int64
				for _, v := range c {
					ids = append(ids, v.ID())
				}
				slices.Sort(ids)
				got = append(got, ids)
			}
			slices.SortFunc(got, slices.Compare)
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Fatal(diff)
			}
			tree := flow.Dominators(g.Root(0), g)
			shortest := path.DijkstraFrom(g.Root(0), g)
			for i := range int64(nodes) {
				way, weight := shortest.To(i)
				text += fmt.Sprint(tree.DominatorOf(i), way, weight)
			}
			for _, marshal := range []func() ([]byte, error){
				func() ([]byte, error) { return dot.Marshal(g, "g", "", "") },
				func() ([]byte, error) { return dot.MarshalMulti(g, "g", "", "") },
			} {
				picture, err := marshal()
				if err != nil {
					t.Fatal(err)
				}
				text += string(picture)
			}
			if before != "" && text != before {
				t.Fatal("the same question has two answers")
			}
			before = text
		}
	})
}

// A reader is a graph that encoding/dot can read into, with the labels of its
// lines.
type reader struct {
	*multi.DirectedGraph
	labels []*label
}

type label struct {
	graph.Line
	text string
}

func (l *label) SetAttribute(a encoding.Attribute) error {
	if a.Key == "label" {
		l.text = a.Value
	}
	return nil
}

func (r *reader) NewLine(from, to graph.Node) graph.Line {
	l := &label{Line: r.DirectedGraph.NewLine(from, to)}
	r.labels = append(r.labels, l)
	return l
}

// DOT can be read back whatever the labels are: they are never HTML, never lose
// their quotes, and are on one line.
func TestSchemeGraphDOT(t *testing.T) {
	for text, want := range map[string]string{
		"plain":        `"plain"`,
		"two words":    `"two words"`,
		"<b>":          `"<b>"`,
		`"q"`:          `"\"q\""`,
		`a\lb`:         `"a\\lb"`,
		"a\nb":         `"\"a\\nb\""`,
		"é\u2028":      "\"é\u2028\"",
		"\xed\xa0\x80": `"\"\\ud800\""`,
		"node":         `"node"`,
		"":             `""`,
	} {
		tb := newTable(text, "other")
		s := &patterns.Scheme{Roots: []int32{0}}
		s.Graph.Add(unify.MakeFlat(unify.Union, false), []unify.Edge{{Label: tb.label[text], To: 0}})
		g := tb.result().SchemeGraph(s)
		for _, picture := range []func() ([]byte, error){
			func() ([]byte, error) { return dot.Marshal(g, "g", "", "\t") },
			func() ([]byte, error) { return dot.MarshalMulti(g, "g", "", "\t") },
		} {
			out, err := picture()
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(out), "label="+want) || !strings.Contains(string(out), `label="root 0: <...>"`) {
				t.Errorf("%q is written as\n%s", text, out)
			}
			r := &reader{DirectedGraph: multi.NewDirectedGraph()}
			if err := dot.UnmarshalMulti(out, r); err != nil || r.Nodes().Len() != 1 || len(r.labels) != 1 {
				t.Errorf("%q cannot be read back: %v\n%s", text, err, out)
			}
		}
	}
}

// A call graph has the references of the solver, each pair once and with their
// number, self references included; its components are those of the solver.
func TestCallGraph(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 8).Draw(t, "definitions")
		var edges [][2]int32
		if n > 0 {
			node := rapid.Int32Range(0, int32(n-1))
			edges = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [2]int32 {
				return [2]int32{node.Draw(t, "from"), node.Draw(t, "to")}
			}), 0, 3*n).Draw(t, "edges")
		}
		start, to := adjacency(n, edges)
		given := slices.Clone(to)
		tb := newTable("a")
		r := tb.result()
		for i := range n {
			r.Definitions = append(r.Definitions, patterns.Definition{Name: fmt.Sprintf("f%d", i), OK: i != 3})
		}
		if g := r.CallGraph(); g.Nodes().Len() != n || n > 0 && g.From(0) != graph.Empty {
			t.Fatal("without a solver there are references")
		}
		r.Solver = patterns.NewSolver(nil, nil, tb.Types, nil, make([]int32, n), start, to, make([]bool, n))
		g := r.CallGraph()
		if diff := gocmp.Diff(given, to); diff != "" {
			t.Fatalf("the solver's references have changed: %s", diff)
		}
		count := make(map[[2]int64]int)
		for _, e := range edges {
			count[[2]int64{int64(e[0]), int64(e[1])}]++
		}
		for u := int64(-1); u <= int64(n); u++ {
			var from, into []int64
			for v := int64(-1); v <= int64(n); v++ {
				want := count[[2]int64{u, v}]
				if want > 0 {
					from = append(from, v)
				}
				if count[[2]int64{v, u}] > 0 {
					into = append(into, v)
				}
				e := g.Edge(u, v)
				if (e != nil) != (want > 0) || g.HasEdgeFromTo(u, v) != (want > 0) {
					t.Fatalf("from %d to %d: %v, not %d", u, v, e, want)
				}
				if e != nil && (e.(*patterns.CallEdge).Count() != want || e.From() != g.Node(u) || e.To() != g.Node(v) || e.ReversedEdge() != e) {
					t.Fatalf("from %d to %d: %v, not %d", u, v, e, want)
				}
			}
			if diff := gocmp.Diff(from, idsOf(g.From(u))) + gocmp.Diff(into, idsOf(g.To(u))); diff != "" {
				t.Fatalf("from and to %d: %s", u, diff)
			}
			if c, ok := g.Node(u).(*patterns.CallNode); ok != (u >= 0 && u < int64(n)) || ok && c.Definition() != &r.Definitions[u] {
				t.Fatalf("node %d is %v", u, c)
			}
		}
		members, first := patterns.Components(start, to)
		if got := topo.TarjanSCC(g); len(got) != len(first)-1 {
			t.Fatalf("%v and %v, %v", got, members, first)
		}
		picture, err := dot.Marshal(g, "", "", "")
		if err != nil || strings.Contains(string(picture), "color=red") != (n > 3) || strings.Count(string(picture), "->") != len(count) {
			t.Fatalf("%v\n%s", err, picture)
		}
	})
}

// The merge history is the forest of parents, both ways.
func TestHistoryGraph(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb := newTable("b", "a", "0", "1")
		g := tb.closedGraph(t)
		h := patterns.NewHistoryGraph(g)
		children := make(map[unify.Node][]int64)
		for n := range unify.Node(g.Len()) {
			if p := g.Parent(n); p != unify.None {
				children[p] = append(children[p], int64(n))
			}
		}
		if got := len(graph.NodesOf(h.Nodes())); got != g.Len() {
			t.Fatalf("%d nodes, not %d", got, g.Len())
		}
		for n := range unify.Node(g.Len()) {
			id := int64(n)
			if diff := gocmp.Diff(children[n], idsOf(h.To(id))); diff != "" {
				t.Fatalf("into %d: %s", n, diff)
			}
			var up []int64
			if p := g.Parent(n); p != unify.None {
				up = []int64{int64(p)}
				e := h.Edge(id, int64(p))
				if e == nil || e.From().ID() != id || e.To().ID() != int64(p) || e.ReversedEdge() != e {
					t.Fatalf("the edge from %d is %v", n, e)
				}
				if !h.HasEdgeFromTo(id, int64(p)) || !h.HasEdgeBetween(int64(p), id) || h.HasEdgeFromTo(int64(p), id) {
					t.Fatalf("%d is not below %d", n, p)
				}
			}
			if diff := gocmp.Diff(up, idsOf(h.From(id))); diff != "" {
				t.Fatalf("from %d: %s", n, diff)
			}
			way, _ := path.DijkstraFrom(h.Node(id), h).To(int64(g.Find(n)))
			if len(way) == 0 || way[len(way)-1] != h.Node(int64(g.Find(n))) {
				t.Fatalf("the way up from %d is %v", n, way)
			}
		}
		for _, id := range []int64{-1, int64(g.Len()), 1 << 40} {
			if h.Node(id) != nil || h.From(id) != graph.Empty || h.To(id) != graph.Empty || h.Edge(id, 0) != nil || h.Edge(0, id) != nil || h.Edge(id, -1) != nil {
				t.Fatalf("there is a node %d", id)
			}
		}
		if sorted, err := topo.Sort(h); err != nil || len(sorted) != g.Len() {
			t.Fatalf("the history is no forest: %v", err)
		}
		if _, err := dot.Marshal(h, "", "", ""); err != nil {
			t.Fatal(err)
		}
	})
	if h := patterns.NewHistoryGraph(unify.New(unify.NewHeads(), nil)); h.Nodes() != graph.Empty || h.Node(0) != nil {
		t.Error("there are nodes in no history")
	}
}
