package patterns

import (
	"strconv"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/encoding"

	"github.com/patgraph/patgraph/unify"
)

// A HistoryGraph is the merge history of a graph as gonum sees it: a forest in
// which an edge leads from each node to the union that took it in, if one did.
// Upwards are the later, wider classes, at the top the representatives; two nodes
// were made equal by the first union above both.
//
// It is a view: it costs nothing to make, and shows what the graph has when it is
// asked. Nodes (HistoryNode) and edges (HistoryEdge) are made on the way.
type HistoryGraph struct{ g *unify.Graph }

var (
	_ graph.Directed      = HistoryGraph{}
	_ encoding.Attributer = HistoryNode{}
)

// NewHistoryGraph returns the merge history of a graph.
func NewHistoryGraph(g *unify.Graph) HistoryGraph { return HistoryGraph{g} }

func (h HistoryGraph) has(id int64) bool { return 0 <= id && id < int64(h.g.Len()) }

// up returns the union that took a node in, or unify.None.
func (h HistoryGraph) up(id int64) unify.Node {
	if !h.has(id) {
		return unify.None
	}
	return h.g.Parent(unify.Node(id))
}

// Node returns the node with the number, or nil.
func (h HistoryGraph) Node(id int64) graph.Node {
	if !h.has(id) {
		return nil
	}
	return HistoryNode{h.g, unify.Node(id)}
}

// Nodes returns all nodes, in the order in which they came to be.
func (h HistoryGraph) Nodes() graph.Nodes {
	if h.g.Len() == 0 {
		return graph.Empty
	}
	return &historyWalk{begin(h.g.Len()), h}
}

// From returns the union that took a node in.
func (h HistoryGraph) From(id int64) graph.Nodes {
	p := h.up(id)
	if p == unify.None {
		return graph.Empty
	}
	return &nodeWalk{cursor: begin(1), nodes: []graph.Node{HistoryNode{h.g, p}}}
}

// To returns the two nodes that a union took in. It costs the height of the
// forest.
func (h HistoryGraph) To(id int64) graph.Nodes {
	if !h.has(id) {
		return graph.Empty
	}
	n := unify.Node(id)
	event, ok := h.g.Made(n)
	if !ok || int(event) >= h.g.Events() {
		return graph.Empty
	}
	e := h.g.Event(event)
	x, y := h.g.FindAt(e.X, int(n)), h.g.FindAt(e.Y, int(n))
	if h.g.Parent(x) != n || h.g.Parent(y) != n {
		return graph.Empty // the graph forgets its events
	}
	return &nodeWalk{cursor: begin(2), nodes: []graph.Node{HistoryNode{h.g, min(x, y)}, HistoryNode{h.g, max(x, y)}}}
}

// HasEdgeFromTo reports whether v is the union that took u in.
func (h HistoryGraph) HasEdgeFromTo(uid, vid int64) bool {
	p := h.up(uid)
	return p != unify.None && int64(p) == vid
}

// HasEdgeBetween is HasEdgeFromTo in either direction.
func (h HistoryGraph) HasEdgeBetween(xid, yid int64) bool {
	return h.HasEdgeFromTo(xid, yid) || h.HasEdgeFromTo(yid, xid)
}

// Edge returns the edge from u to v, a HistoryEdge, or nil.
func (h HistoryGraph) Edge(uid, vid int64) graph.Edge {
	if !h.HasEdgeFromTo(uid, vid) {
		return nil
	}
	return HistoryEdge{HistoryNode{h.g, unify.Node(uid)}, HistoryNode{h.g, unify.Node(vid)}}
}

type historyWalk struct {
	cursor
	h HistoryGraph
}

func (w *historyWalk) Node() graph.Node {
	if !w.inside() {
		return nil
	}
	return w.h.Node(int64(w.at))
}

func (w *historyWalk) NodeSlice() []graph.Node { return rest(w, w.Node) }

// A HistoryNode is a node of a HistoryGraph.
type HistoryNode struct {
	g *unify.Graph
	n unify.Node
}

// ID is the node's number.
func (n HistoryNode) ID() int64 { return int64(n.n) }

// Node is the node in the unify.Graph, which can be asked why it is there.
func (n HistoryNode) Node() unify.Node { return n.n }

// String is the node's number and what it looked like when it came to be.
func (n HistoryNode) String() string { return strconv.Itoa(int(n.n)) + " " + n.g.Flat(n.n).Form() }

// DOTID names the node in DOT: n0, n1, …
func (n HistoryNode) DOTID() string { return "n" + strconv.Itoa(int(n.n)) }

// Attributes say how encoding/dot draws the node: a union as an ellipse, any other
// node as a box.
func (n HistoryNode) Attributes() []encoding.Attribute {
	shape := "box"
	if _, union := n.g.Made(n.n); union {
		shape = "ellipse"
	}
	return []encoding.Attribute{{Key: "label", Value: dotText(n.String())}, {Key: "shape", Value: shape}}
}

// A HistoryEdge leads from a node to the union that took it in.
type HistoryEdge struct{ from, to HistoryNode }

// From is the node.
func (e HistoryEdge) From() graph.Node { return e.from }

// To is the union.
func (e HistoryEdge) To() graph.Node { return e.to }

// ReversedEdge is the edge itself: it leads one way only.
func (e HistoryEdge) ReversedEdge() graph.Edge { return e }
