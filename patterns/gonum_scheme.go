package patterns

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/encoding"

	"github.com/patgraph/patgraph/unify"
)

// A SchemeGraph is a scheme as gonum sees it. Its nodes have the numbers of the
// scheme's nodes. It is two graphs at once: as a graph.Directed, it has one edge
// (*SchemeEdge) from a pattern to a part, under however many labels; as a
// graph.DirectedMultigraph, it has a line (*SchemeLine) for each label. So
// dot.Marshal draws an arrow with several labels where dot.MarshalMulti draws
// several arrows.
//
// Types are nodes (*SchemeNode) without edges, as in the scheme, or are unfolded:
// then those that are met on the way have numbers after the scheme's own,
// breadth-first, each type once. Atoms have no parts.
//
// It can be read by several goroutines at once.
type SchemeGraph struct {
	adjacency
	all   []SchemeNode
	edges []SchemeEdge // by the number of the edge
	lines []SchemeLine // in the order of the edges and then of label numbers
	roots []int32
}

var (
	_ graph.Directed           = (*SchemeGraph)(nil)
	_ graph.DirectedMultigraph = (*SchemeGraph)(nil)
	_ encoding.Attributer      = (*SchemeNode)(nil)
	_ encoding.Attributer      = (*SchemeEdge)(nil)
	_ encoding.Attributer      = (*SchemeLine)(nil)
)

// SchemeGraph returns a scheme, such as Solver.Scheme gives, as a graph of gonum
// in which types have no parts. It costs the size of the scheme, times the
// logarithm of the most labels of a node.
func (r *Result) SchemeGraph(s *Scheme) *SchemeGraph { return r.schemeGraph(s, false) }

// UnfoldedGraph is SchemeGraph with the parts of types: what can be reached from
// the scheme's roots in any way. It costs the size of that.
func (r *Result) UnfoldedGraph(s *Scheme) *SchemeGraph { return r.schemeGraph(s, true) }

func (r *Result) schemeGraph(s *Scheme, unfold bool) *SchemeGraph {
	g := &SchemeGraph{roots: s.Roots}
	type line struct {
		from, to int32
		label    unify.Label
	}
	var lines []line
	number := make(map[Type]int32) // of types
	add := func(f unify.Flat) int32 {
		n := SchemeNode{id: int32(len(g.all)), flat: f}
		if t := f.Head(); t != NoType {
			n.name, _ = r.TypeName(t)
			if _, met := number[t]; !met {
				number[t] = n.id
			}
		}
		g.all = append(g.all, n)
		return n.id
	}
	for i := range int32(s.Graph.Len()) {
		add(s.Graph.Flat(i))
	}
	for i, root := range s.Roots {
		g.all[root].root = append(g.all[root].root, rootName(i, len(s.Roots)))
	}
	for i := int32(0); int(i) < len(g.all); i++ {
		t := g.all[i].Type()
		if t == NoType {
			for _, e := range s.Graph.Edges(i) {
				lines = append(lines, line{i, int32(e.To), e.Label})
			}
			continue
		}
		if _, atom := r.Types.Atom(t); atom || !unfold {
			continue
		}
		for _, f := range r.Types.Fields(t) {
			to, met := number[f.To]
			if !met {
				to = add(r.Types.heads.Flat(f.To))
			}
			lines = append(lines, line{i, to, f.Label})
		}
	}
	slices.SortFunc(lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.label, b.label))
	})
	g.nodes = make([]graph.Node, len(g.all))
	for i := range g.all {
		g.nodes[i] = &g.all[i]
	}
	var tail, head []int32
	g.lines = make([]SchemeLine, len(lines))
	for i, l := range lines {
		from, to := &g.all[l.from], &g.all[l.to]
		g.lines[i] = SchemeLine{from, to, l.label, r.Labels.Text(l.label)}
		if i == 0 || lines[i-1].from != l.from || lines[i-1].to != l.to {
			tail, head = append(tail, l.from), append(head, l.to)
			g.edges = append(g.edges, SchemeEdge{from, to, g.lines[i:i:len(lines)]})
		}
		e := &g.edges[len(g.edges)-1]
		e.lines = e.lines[:len(e.lines)+1]
	}
	g.connect(tail, head)
	return g
}

func rootName(i, of int) string {
	if of != 2 {
		return "root " + strconv.Itoa(i)
	}
	return [...]string{"in", "out"}[i]
}

// Root returns the node of one of the scheme's roots, for a signature 0 for the
// input and 1 for the output, or nil.
func (g *SchemeGraph) Root(i int) *SchemeNode {
	if i < 0 || i >= len(g.roots) {
		return nil
	}
	return &g.all[g.roots[i]]
}

// Edge returns the edge from u to v, a *SchemeEdge, or nil. It costs a binary
// search and allocates nothing.
func (g *SchemeGraph) Edge(uid, vid int64) graph.Edge {
	e, ok := g.edge(uid, vid)
	if !ok {
		return nil
	}
	return &g.edges[e]
}

// Lines returns the lines from u to v, a *SchemeLine for each label, in the order
// of label numbers.
func (g *SchemeGraph) Lines(uid, vid int64) graph.Lines {
	e, ok := g.edge(uid, vid)
	if !ok {
		return graph.Empty
	}
	lines := g.edges[e].lines
	return &lineWalk{begin(len(lines)), lines}
}

// Edges returns all edges, in the order of the numbers of the nodes that they
// lead from and then to.
func (g *SchemeGraph) Edges() graph.Edges {
	if len(g.edges) == 0 {
		return graph.Empty
	}
	return &edgeWalk{begin(len(g.edges)), g.edges}
}

type edgeWalk struct {
	cursor
	edges []SchemeEdge
}

func (w *edgeWalk) Edge() graph.Edge {
	if !w.inside() {
		return nil
	}
	return &w.edges[w.at]
}

func (w *edgeWalk) EdgeSlice() []graph.Edge { return rest(w, w.Edge) }

type lineWalk struct {
	cursor
	lines []SchemeLine
}

func (w *lineWalk) Line() graph.Line {
	if !w.inside() {
		return nil
	}
	return &w.lines[w.at]
}

func (w *lineWalk) LineSlice() []graph.Line { return rest(w, w.Line) }

// A SchemeNode is a pattern of a SchemeGraph.
type SchemeNode struct {
	id   int32
	flat unify.Flat
	name string   // of a type that has one
	root []string // which roots it is
}

// ID is the node's number: in the scheme, save for parts of types, which have
// numbers after those.
func (n *SchemeNode) ID() int64 { return int64(n.id) }

// Flat is what the pattern looks like without its edges.
func (n *SchemeNode) Flat() unify.Flat { return n.flat }

// Type is the type that the pattern is, or NoType.
func (n *SchemeNode) Type() Type { return n.flat.Head() }

// String is the name of a type that has one, else the brackets of the pattern, as
// in {...}.
func (n *SchemeNode) String() string {
	switch {
	case n.name != "":
		return n.name
	case n.Type() != NoType:
		open, end := brackets(n.flat.Shapes())
		return string([]byte{open, end})
	}
	return n.flat.Form()
}

// DOTID names the node in DOT: n0, n1, …
func (n *SchemeNode) DOTID() string { return "n" + strconv.Itoa(int(n.id)) }

// Attributes say how encoding/dot draws the node: a product is a box, a union a
// diamond, a vector a box in depth, and what is none of them yet an ellipse. The
// border is dashed where further labels may come, and a type is filled. A root
// says which it is.
func (n *SchemeNode) Attributes() []encoding.Attribute {
	shape := "ellipse"
	switch n.flat.Shapes() {
	case unify.Product, unify.Product | unify.Vector:
		shape = "box"
	case unify.Union:
		shape = "diamond"
	case unify.Vector:
		shape = "box3d"
	}
	label := n.String()
	if n.root != nil {
		label = strings.Join(n.root, ", ") + ": " + label
	}
	list := []encoding.Attribute{{Key: "label", Value: dotText(label)}, {Key: "shape", Value: shape}}
	switch {
	case n.Type() != NoType:
		list = append(list, encoding.Attribute{Key: "style", Value: "filled"})
	case !n.flat.Closed() && !n.flat.IsVector():
		list = append(list, encoding.Attribute{Key: "style", Value: "dashed"})
	}
	return list
}

// A SchemeEdge leads from a pattern to a part of it.
type SchemeEdge struct {
	from, to *SchemeNode
	lines    []SchemeLine
}

// From is the pattern.
func (e *SchemeEdge) From() graph.Node { return e.from }

// To is the part.
func (e *SchemeEdge) To() graph.Node { return e.to }

// ReversedEdge is the edge itself: it leads one way only.
func (e *SchemeEdge) ReversedEdge() graph.Edge { return e }

// Labels are the texts of the labels under which the part stands, in the order in
// which people read them. The slice is a new one.
func (e *SchemeEdge) Labels() []string {
	labels := make([]string, len(e.lines))
	for i := range e.lines {
		labels[i] = e.lines[i].text
	}
	slices.SortFunc(labels, ComparePrint)
	return labels
}

// Attributes make encoding/dot write the labels at the arrow.
func (e *SchemeEdge) Attributes() []encoding.Attribute {
	return []encoding.Attribute{{Key: "label", Value: dotText(strings.Join(e.Labels(), ", "))}}
}

// A SchemeLine leads from a pattern to the part under one label.
type SchemeLine struct {
	from, to *SchemeNode
	label    unify.Label
	text     string
}

// From is the pattern.
func (l *SchemeLine) From() graph.Node { return l.from }

// To is the part.
func (l *SchemeLine) To() graph.Node { return l.to }

// ReversedLine is the line itself: it leads one way only.
func (l *SchemeLine) ReversedLine() graph.Line { return l }

// ID is the number of the label: a pattern has each label once.
func (l *SchemeLine) ID() int64 { return int64(l.label) }

// Label is the label.
func (l *SchemeLine) Label() unify.Label { return l.label }

// Text is the text of the label: of a vector's members MemberName.
func (l *SchemeLine) Text() string { return l.text }

// Attributes make encoding/dot write the label at the arrow.
func (l *SchemeLine) Attributes() []encoding.Attribute {
	return []encoding.Attribute{{Key: "label", Value: dotText(l.text)}}
}
