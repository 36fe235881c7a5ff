package patterns

import (
	"slices"
	"strconv"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/encoding"
)

// A CallGraph is the reference graph of a program as gonum sees it: its nodes
// (*CallNode) are the definitions, by their numbers, and an edge (*CallEdge)
// leads from a definition to each that it refers to, itself included. Its
// strongly connected components are the groups that the solver derives together.
//
// It can be read by several goroutines at once.
type CallGraph struct {
	adjacency
	all   []CallNode
	edges []CallEdge // by the number of the edge
}

var (
	_ graph.Directed      = (*CallGraph)(nil)
	_ encoding.Attributer = (*CallNode)(nil)
	_ encoding.Attributer = (*CallEdge)(nil)
)

// CallGraph returns the reference graph of the program. It costs its size, times
// the logarithm of the most references of a definition.
func (r *Result) CallGraph() *CallGraph {
	g := &CallGraph{all: make([]CallNode, len(r.Definitions))}
	g.nodes = make([]graph.Node, len(g.all))
	for d := range g.all {
		g.all[d] = CallNode{int32(d), &r.Definitions[d]}
		g.nodes[d] = &g.all[d]
	}
	var tail, head []int32
	for d := range g.all {
		if r.Solver == nil {
			break // not yet solved
		}
		callees := slices.Clone(r.Solver.callees(int32(d)))
		slices.Sort(callees)
		for i, c := range callees {
			if i == 0 || callees[i-1] != c {
				tail, head = append(tail, int32(d)), append(head, c)
				g.edges = append(g.edges, CallEdge{from: &g.all[d], to: &g.all[c]})
			}
			g.edges[len(g.edges)-1].count++
		}
	}
	g.connect(tail, head)
	return g
}

// Edge returns the edge from u to v, a *CallEdge, or nil. It costs a binary search
// and allocates nothing.
func (g *CallGraph) Edge(uid, vid int64) graph.Edge {
	e, ok := g.edge(uid, vid)
	if !ok {
		return nil
	}
	return &g.edges[e]
}

// A CallNode is a definition of a CallGraph.
type CallNode struct {
	id  int32
	def *Definition
}

// ID is the number of the definition.
func (n *CallNode) ID() int64 { return int64(n.id) }

// Definition is the definition.
func (n *CallNode) Definition() *Definition { return n.def }

// String is the name of the definition.
func (n *CallNode) String() string { return n.def.Name }

// DOTID names the definition in DOT: d0, d1, …, since a wrong program can have
// several of one name.
func (n *CallNode) DOTID() string { return "d" + strconv.Itoa(int(n.id)) }

// Attributes say how encoding/dot draws the definition: as a box with its name, in
// red when there is an error in it.
func (n *CallNode) Attributes() []encoding.Attribute {
	list := []encoding.Attribute{{Key: "label", Value: dotText(n.def.Name)}, {Key: "shape", Value: "box"}}
	if !n.def.OK {
		list = append(list, encoding.Attribute{Key: "color", Value: "red"})
	}
	return list
}

// A CallEdge leads from a definition to one that it refers to.
type CallEdge struct {
	from, to *CallNode
	count    int
}

// From is the definition that refers.
func (e *CallEdge) From() graph.Node { return e.from }

// To is the definition that is referred to.
func (e *CallEdge) To() graph.Node { return e.to }

// ReversedEdge is the edge itself: it leads one way only.
func (e *CallEdge) ReversedEdge() graph.Edge { return e }

// Count is the number of references, at least one.
func (e *CallEdge) Count() int { return e.count }

// Attributes make encoding/dot write the number of references at the arrow, where
// there are several.
func (e *CallEdge) Attributes() []encoding.Attribute {
	if e.count == 1 {
		return nil
	}
	return []encoding.Attribute{{Key: "label", Value: strconv.Itoa(e.count)}}
}
