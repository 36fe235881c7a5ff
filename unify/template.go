package unify

import "github.com/patgraph/patgraph/internal/reuse"

// A Template is a small graph that can be copied into a Graph any number of times: the solved pattern of a definition,
// say. Its edges lead to its own nodes by their numbers.
type Template struct {
	nodes     []templateNode
	edges     []Edge        // regions with the padding of table.go
	relations []Application // waiting; their arguments are nodes of the template
}

type templateNode struct {
	flat   Flat
	off, n int32
}

// Len returns the number of nodes.
func (t *Template) Len() int { return len(t.nodes) }

// Size returns the number of edges with padding.
func (t *Template) Size() int { return len(t.edges) }

// Flat returns the flat pattern of a node.
func (t *Template) Flat(i int32) Flat { return t.nodes[i].flat }

// Edges returns the edges of a node. The slice belongs to the template.
func (t *Template) Edges(i int32) []Edge {
	n := &t.nodes[i]
	return t.edges[n.off : n.off+n.n]
}

// Relate states that a relation holds for nodes of the template. It waits there, and runs in each copy.
func (t *Template) Relate(rel Relation, args ...Node) {
	t.relations = append(t.relations, Application{rel, args})
}

// Relations returns the relations that hold. The slice belongs to the template.
func (t *Template) Relations() []Application { return t.relations }

// Reset makes the template empty and keeps its memory.
func (t *Template) Reset() {
	t.nodes = t.nodes[:0]
	t.edges = t.edges[:0]
	t.relations = nil
}

// An Arena makes templates of known size, many in one slice.
type Arena struct {
	nodes []templateNode
	edges []Edge
}

// leastPiece is the size of the first slice.
const leastPiece = 1 << 8

// Reset makes the arena's memory free again, at least the last slice. The templates that were made from it must not be
// used any more.
func (a *Arena) Reset() { a.nodes, a.edges = a.nodes[:0], a.edges[:0] }

// New returns an empty template with memory for this many nodes and, with padding, edges (see Room).
func (a *Arena) New(nodes, edges int) Template {
	return Template{
		nodes: reuse.Carve(&a.nodes, nodes, leastPiece)[:0],
		edges: reuse.Carve(&a.edges, edges, leastPiece)[:0],
	}
}

// Room returns the number of edges, with padding, that a node with n edges takes in a template.
func Room(n int) int { return int(room(int32(n))) }

// Add appends a node.
func (t *Template) Add(f Flat, edges []Edge) int32 {
	n := templateNode{flat: f, off: int32(len(t.edges)), n: int32(len(edges))}
	t.edges = append(t.edges, edges...)
	for pad := int(room(n.n)) - len(edges); pad > 0; pad-- { // padded would not be inlined
		t.edges = append(t.edges, Edge{})
	}
	t.nodes = append(t.nodes, n)
	return int32(len(t.nodes) - 1)
}

// nodesPerStep is how many nodes are copied in the time of a step; see cancel.Watch.
const nodesPerStep = 8

// Instantiate appends a copy of a template and returns the first node: node i of the template is the result + i. The
// instance number is the caller's; Instance returns it. It costs the template's size. It returns false, and does
// nothing, if the copy would exceed the limit.
func (g *Graph) Instantiate(t *Template, instance int32) (Node, bool) {
	base := Node(len(g.nodes))
	if len(g.nodes)+len(t.nodes) > g.limit {
		g.exceeded = true
		return base, false
	}
	if len(t.nodes) >= nodesPerStep {
		g.watch.Steps(len(t.nodes) / nodesPerStep)
	}
	shift := int32(len(g.edges))
	g.nodes = extend(g.nodes, len(t.nodes))
	nodes := g.nodes[base:]
	for i := range t.nodes {
		x := &t.nodes[i]
		y := &nodes[i]
		y.parent, y.rep, y.flat = None, base+Node(i), withOrigin(x.flat, originInstance)
		y.off, y.n, y.why = x.off+shift, x.n, instance
	}
	g.edges = extend(g.edges, len(t.edges))
	edges := g.edges[shift:]
	for i, e := range t.edges {
		edges[i] = Edge{e.Label, e.To + base}
	}
	for _, a := range t.relations {
		args := make([]Node, len(a.Args))
		for i, n := range a.Args {
			args[i] = n + base
		}
		g.relate(Instance{Application: Application{a.Relation, args}, Use: instance})
	}
	g.done.instances++
	return base, true
}
