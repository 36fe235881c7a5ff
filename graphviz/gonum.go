package graphviz

import (
	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/iterator"
	"gonum.org/v1/gonum/graph/traverse"
)

// neighbours are the adjacency lists of a picture, by index, as a graph of gonum. Iterators keep the order of the
// slices, so that walks are deterministic.
//
// The walks of package traverse do not recurse. The dominators of gonum do, so dominate.go has its own. Gonum's
// packages path and simple would link linear algebra, 4 MB of program.
type neighbours [][]int

var _ traverse.Graph = neighbours(nil)

// A place is a node by its index.
type place int64

// ID is the index.
func (n place) ID() int64 { return int64(n) }

type arrow [2]place

func (a arrow) From() graph.Node         { return a[0] }
func (a arrow) To() graph.Node           { return a[1] }
func (a arrow) ReversedEdge() graph.Edge { return arrow{a[1], a[0]} }

// From returns the successors of a node.
func (n neighbours) From(id int64) graph.Nodes {
	list := make([]graph.Node, len(n[id]))
	for i, to := range n[id] {
		list[i] = place(to)
	}
	return iterator.NewOrderedNodes(list)
}

// Edge returns an edge that From lists.
func (n neighbours) Edge(from, to int64) graph.Edge {
	return arrow{place(from), place(to)}
}

// withSource adds a node with edges to the given nodes, and returns it.
func (n neighbours) withSource(nodes []int) (neighbours, graph.Node) {
	return append(n, nodes), place(len(n))
}

// beside lists, by node, its neighbours in either direction.
func (p *Picture) beside() neighbours {
	b := make(neighbours, len(p.Nodes))
	for i := range p.Edges {
		e := &p.Edges[i]
		if e.From == e.To {
			continue
		}
		b[e.From] = append(b[e.From], e.To)
		b[e.To] = append(b[e.To], e.From)
	}
	return b
}

// forward lists, by node, the successors by edges of a role.
func (p *Picture) forward(r Role) (to neighbours, some bool) {
	to = make(neighbours, len(p.Nodes))
	for i := range p.Edges {
		if e := &p.Edges[i]; e.Role == r {
			some = true
			if e.From != e.To {
				to[e.From] = append(to[e.From], e.To)
			}
		}
	}
	return to, some
}
