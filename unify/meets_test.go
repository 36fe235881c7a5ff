package unify

// Meets reports whether the patterns with which some nodes were created, flat patterns and labels, have a common meet.
// It changes nothing.
func (g *Graph) Meets(nodes ...Node) bool {
	if len(nodes) == 2 {
		_, ok := g.meet(&g.nodes[nodes[0]], &g.nodes[nodes[1]])
		return ok
	}
	r := New(g.heads, g.index)
	to := r.Leaf(0)
	first := None
	for _, n := range nodes {
		m := r.Leaf(0)
		edges := make([]Edge, 0, g.nodes[n].n)
		for _, e := range g.Edges(n) {
			edges = append(edges, Edge{e.Label, to})
		}
		r.Describe(m, g.Flat(n), edges, Reason{})
		if first == None {
			first = m
		} else {
			r.Equal(first, m, Reason{})
		}
	}
	// The targets are one open node, so only the flat patterns can clash; parts of heads, which would be unfolded onto
	// it, are left out.
	for int(r.next) < len(nodes)-1 {
		r.next++
		r.perform(r.next - 1)
	}
	return len(r.conflicts) == 0
}
