package unify

// The merge history is the forest of parent links; rep is an index over it. Path halving changes only rep, and while
// marks are set it never makes a node older than a mark point past it, so that Rollback has to repair only the direct
// children of undone unions.

// Find returns the representative of a node's class: an amortised near-constant time walk that shortens the index.
func (g *Graph) Find(n Node) Node {
	if p := g.nodes[n].rep; p != n {
		return g.climb(p, n)
	}
	return n
}

// climb continues Find from n, whose index entry is p.
func (g *Graph) climb(p, n Node) Node {
	nodes := g.nodes
	last := g.marked // nodes from here on are newer than all marks
	for {
		q := nodes[p].rep
		switch {
		case q == p:
			return p
		case n < last && g.markBetween(n, q):
			n = p
		default:
			nodes[n].rep = q
			n = q
		}
		if p = nodes[n].rep; p == n {
			return n
		}
	}
}

// markBetween reports whether a mark was set after n and before q.
func (g *Graph) markBetween(n, q Node) bool {
	for i := len(g.marks) - 1; i >= 0 && g.marks[i] > n; i-- {
		if g.marks[i] <= q {
			return true
		}
	}
	return false
}

// FindAt returns the representative that a node had when the graph had t nodes. It follows parents, so it costs the
// height of the forest.
func (g *Graph) FindAt(n Node, t int) Node {
	for {
		p := g.nodes[n].parent
		if p == None || int(p) >= t {
			return n
		}
		n = p
	}
}

// A Past answers FindAt for times that never decrease. It follows what it found before, so that many answers cost
// little more than reading the nodes: the forest of a class that absorbed one node after the other is a chain.
type Past struct {
	graph *Graph
	up    map[Node]Node // a later representative of a node
}

// Past returns an empty Past of the graph.
func (g *Graph) Past() *Past { return &Past{g, make(map[Node]Node)} }

// FindAt is Graph.FindAt.
func (p *Past) FindAt(n Node, t int) Node {
	above := func(n Node) Node {
		if to, ok := p.up[n]; ok {
			return to
		}
		return p.graph.nodes[n].parent
	}
	root := n
	for to := above(root); to != None && int(to) < t; to = above(root) {
		root = to
	}
	for n != root {
		to := above(n)
		p.up[n], n = root, to
	}
	return root
}

// Parent returns the union that absorbed a node, or None.
func (g *Graph) Parent(n Node) Node { return g.nodes[n].parent }

// A Mark is a moment to which Rollback can return.
type Mark struct {
	nodes, edges, events, conflicts int32
	done                            counts
	relations                       *relationPosition // nil: there were no relations
	grown                           int32
	exceeded                        bool
}

// counts are the Stats that a graph keeps.
type counts struct{ unions, redundant, unfolded, instances int32 }

// Nodes, Events and Instances (of relations) return how many there were.
func (m *Mark) Nodes() int  { return int(m.nodes) }
func (m *Mark) Events() int { return int(m.events) }
func (m *Mark) Instances() int {
	if m.relations == nil {
		return 0
	}
	return int(m.relations.list)
}

// Mark returns the current moment. All events must have been performed. Every Mark must be ended, latest first, by
// Rollback or Release.
func (g *Graph) Mark() (m Mark) {
	m.nodes, m.edges, m.events, m.conflicts = int32(len(g.nodes)), int32(len(g.edges)), int32(len(g.events)),
		int32(len(g.conflicts))
	if m.done = g.done; g.relations != nil {
		m.relations = g.relations.position()
	}
	m.grown, m.exceeded = int32(len(g.grown)), g.exceeded
	g.marks = append(g.marks, Node(m.nodes))
	g.marked = Node(m.nodes)
	return m
}

// Rollback undoes everything since the mark and ends it. It costs what is undone.
func (g *Graph) Rollback(m Mark) {
	mark := Node(m.nodes)
	for n := Node(len(g.nodes)) - 1; n >= mark; n-- {
		x := &g.nodes[n]
		if x.origin() != originUnion {
			continue
		}
		e := g.events[x.why]
		g.detach(e.X, mark)
		g.detach(e.Y, mark)
	}
	for _, off := range g.grown[m.grown:] {
		delete(g.big, off)
	}
	g.grown = g.grown[:m.grown]
	if g.relations != nil {
		g.relations.rollback(m.relations, mark, Node(len(g.nodes)))
	}
	g.nodes = g.nodes[:m.nodes]
	g.edges = g.edges[:m.edges]
	g.events = g.events[:m.events]
	g.conflicts = g.conflicts[:m.conflicts]
	g.next = m.events
	g.exceeded = m.exceeded
	g.done = m.done
	g.Release(m)
}

// detach makes the last ancestor of n before the mark, or n itself, a representative again.
func (g *Graph) detach(n, mark Node) {
	if n >= mark {
		return
	}
	for {
		r := g.nodes[n].rep
		if r == n {
			return
		}
		if r >= mark {
			g.nodes[n].parent, g.nodes[n].rep = None, n
			return
		}
		n = r
	}
}

// Release ends a mark and keeps what was done since.
func (g *Graph) Release(m Mark) {
	g.marks = g.marks[:len(g.marks)-1]
	g.marked = 0
	if n := len(g.marks); n > 0 {
		g.marked = g.marks[n-1]
		return
	}
	g.grown = g.grown[:0]
	if g.relations != nil {
		g.relations.release()
	}
}
