package patterns

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gonum.org/v1/gonum/graph"
)

// What was found, as graphs of gonum.org/v1/gonum/graph: a scheme (SchemeGraph),
// the references between definitions (CallGraph) and the merge history
// (HistoryGraph), to be given to gonum's algorithms, such as flow.Dominators,
// path.DijkstraFrom, topo.SortStabilized and encoding/dot. All of them
//
//   - can only be read. What they return may be kept and changed;
//   - are in order: every iterator goes by ascending number, so that algorithms
//     which depend on the order give the same result each time;
//   - have self edges where there are some, which gonum's own graphs refuse;
//   - answer about nodes that do not exist as gonum asks for: nil, false, empty.
//
// A query allocates at most its iterator; nodes, edges and lines are made once,
// save those of a HistoryGraph, which are made when they are asked for.
//
// Several of gonum's algorithms recurse, topo.TarjanSCC and flow.Dominators among
// them, so that graphs of millions of nodes can exhaust the stack. The solver
// itself uses Components.
//
// Why the iterators are not those of gonum's package iterator: its NodeSlice hands
// out the array that it goes through, which would have to be copied for each
// query, and its edges and lines are counted one too many after the first.

// adjacency is a directed graph of at most one edge for each ordered pair, in
// ascending order both ways. Invariants:
//
//  1. The successors of u are to[start[u]:start[u+1]], ascending; edge number e
//     leads to to[e].
//  2. The predecessors of v are from[into[v]:into[v+1]], ascending, and are those
//     of which v is a successor.
type adjacency struct {
	nodes      []graph.Node
	start, to  []int32
	into, from []int32
}

// connect sets the edges, tail and head of each, which are in the order of tail
// and then head, each once. It keeps head.
func (a *adjacency) connect(tail, head []int32) {
	n := len(a.nodes)
	a.start, a.into = make([]int32, n+1), make([]int32, n+1)
	for e, u := range tail {
		a.start[u+1]++
		a.into[head[e]+1]++
	}
	for i := range n {
		a.start[i+1] += a.start[i]
		a.into[i+1] += a.into[i]
	}
	a.to, a.from = head, make([]int32, len(tail))
	at := slices.Clone(a.into)
	for e, v := range head {
		a.from[at[v]] = tail[e]
		at[v]++
	}
}

func (a *adjacency) has(id int64) bool { return 0 <= id && id < int64(len(a.nodes)) }

// edge returns the number of the edge between two nodes. It costs a binary search.
func (a *adjacency) edge(uid, vid int64) (int, bool) {
	if !a.has(uid) || !a.has(vid) {
		return 0, false
	}
	first := int(a.start[uid])
	e, ok := slices.BinarySearch(a.to[first:a.start[uid+1]], int32(vid))
	return first + e, ok
}

// Node returns the node with the number, or nil.
func (a *adjacency) Node(id int64) graph.Node {
	if !a.has(id) {
		return nil
	}
	return a.nodes[id]
}

// Nodes returns all nodes.
func (a *adjacency) Nodes() graph.Nodes {
	if len(a.nodes) == 0 {
		return graph.Empty
	}
	return &nodeWalk{cursor: begin(len(a.nodes)), nodes: a.nodes}
}

// From returns the nodes that edges from a node lead to.
func (a *adjacency) From(id int64) graph.Nodes { return a.some(id, a.start, a.to) }

// To returns the nodes from which edges lead to a node.
func (a *adjacency) To(id int64) graph.Nodes { return a.some(id, a.into, a.from) }

func (a *adjacency) some(id int64, start, list []int32) graph.Nodes {
	if !a.has(id) || start[id] == start[id+1] {
		return graph.Empty
	}
	ids := list[start[id]:start[id+1]]
	return &nodeWalk{cursor: begin(len(ids)), nodes: a.nodes, ids: ids}
}

// HasEdgeFromTo reports whether an edge leads from u to v. It costs a binary
// search in the successors of u.
func (a *adjacency) HasEdgeFromTo(uid, vid int64) bool {
	_, ok := a.edge(uid, vid)
	return ok
}

// HasEdgeBetween is HasEdgeFromTo in either direction.
func (a *adjacency) HasEdgeBetween(xid, yid int64) bool {
	return a.HasEdgeFromTo(xid, yid) || a.HasEdgeFromTo(yid, xid)
}

// cursor is what the iterators have in common: a place among n, from -1 on.
type cursor struct{ at, n int }

func begin(n int) cursor { return cursor{-1, n} }

func (c *cursor) Next() bool {
	c.at = min(c.at+1, c.n)
	return c.at < c.n
}

func (c *cursor) Len() int     { return max(c.n-c.at-1, 0) }
func (c *cursor) Reset()       { c.at = -1 }
func (c *cursor) inside() bool { return 0 <= c.at && c.at < c.n }

// rest returns what an iterator has left as a slice of its own, and ends it.
func rest[T any](c interface {
	Len() int
	Next() bool
}, item func() T) []T {
	if c.Len() == 0 {
		return nil
	}
	list := make([]T, 0, c.Len())
	for c.Next() {
		list = append(list, item())
	}
	return list
}

// nodeWalk goes through the nodes with the given numbers, or all when ids is nil.
type nodeWalk struct {
	cursor
	nodes []graph.Node
	ids   []int32
}

func (w *nodeWalk) Node() graph.Node {
	switch {
	case !w.inside():
		return nil
	case w.ids == nil:
		return w.nodes[w.at]
	}
	return w.nodes[w.ids[w.at]]
}

func (w *nodeWalk) NodeSlice() []graph.Node { return rest(w, w.Node) }

// dotText quotes a text for encoding/dot, which takes what is quoted already as
// it is. Left to itself, it takes <...> for HTML and "a" for a. A text that
// cannot be shown as it stands is shown as a JSON string.
func dotText(s string) string {
	if !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
		var b strings.Builder
		writeJSONString(&b, s)
		s = b.String()
	}
	return `"` + dotEscapes.Replace(s) + `"`
}

var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
