package report

import (
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// bodies are the graphs of the expressions of definitions. A recursive group that was derived as a whole has one graph,
// keyed by its first member: each member may reach all of it.
type bodies map[int32]*groupBody

type groupBody struct {
	scheme *patterns.Scheme
	first  map[int32]int // by member: the index of its first root
}

// body returns a graph that contains a list of expressions, the first ones of a definition, and the index of its first
// root: the input of the first expression. The output follows, then the next expression.
func (m bodies) body(r *patterns.Result, d int32, list []patterns.Expression) (s *patterns.Scheme, first int) {
	if !r.Solver.Sharing(d) {
		return r.Solver.Quotient(ends(nil, list)...), 0
	}
	group := r.Solver.Group(d)
	g := m[group[0]]
	if g == nil {
		g = &groupBody{first: make(map[int32]int)}
		var roots []unify.Node
		for _, e := range group {
			g.first[e] = len(roots)
			roots = ends(roots, r.Front.Expressions(e))
		}
		g.scheme = r.Solver.Quotient(roots...)
		m[group[0]] = g
	}
	return g.scheme, g.first[d]
}

// ends appends the inputs and outputs of expressions.
func ends(roots []unify.Node, list []patterns.Expression) []unify.Node {
	for _, e := range list {
		roots = append(roots, e.In, e.Out)
	}
	return roots
}
