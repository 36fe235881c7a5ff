package gen

import "github.com/patgraph/patgraph/unify"

// Replay solves constraints, which may be any of a graph's in any order, in a new graph with the same heads: node
// from+i of the old graph is node i. Each description gets a node of its own that is then united with the described
// one, so that its place in the order matters. Constraints must not name unions or unfolded parts, because these become
// new nodes.
func Replay(g *unify.Graph, from unify.Node, cs []unify.Constraint) *unify.Graph {
	s := unify.System{Heads: g.Heads(), Index: g.Index(), Nodes: g.Len() - int(from)}
	for _, c := range cs {
		if c.Of != nil {
			a := &unify.Application{Relation: c.Of.Relation}
			for _, n := range c.Of.Args {
				a.Args = append(a.Args, n-from)
			}
			s.Constraints = append(s.Constraints,
				unify.Constraint{X: a.Args[0], Y: unify.None, Flat: unify.Open, Event: -1, Of: a})
			continue
		}
		x, y := c.X-from, c.Y-from
		if c.Y == unify.None {
			y = unify.Node(s.Nodes)
			s.Nodes++
			d := unify.Constraint{X: y, Y: unify.None, Flat: c.Flat}
			for _, e := range c.Edges {
				d.Edges = append(d.Edges, unify.Edge{Label: e.Label, To: e.To - from})
			}
			s.Constraints = append(s.Constraints, d)
		}
		s.Constraints = append(s.Constraints, unify.Constraint{X: x, Y: y})
	}
	return s.Solve(nil)
}
