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

// body returns a graph that contains the expressions of a definition, and the index of its first root: the input of the
// first expression. The output follows, then the next expression.
func (m bodies) body(r *patterns.Result, d int32) (s *patterns.Scheme, first int) {
	if !r.Solver.Sharing(d) {
		return r.Solver.Quotient(ends(nil, r, d)...), 0
	}
	group := r.Solver.Group(d)
	g := m[group[0]]
	if g == nil {
		g = &groupBody{first: make(map[int32]int)}
		var roots []unify.Node
		for _, e := range group {
			g.first[e] = len(roots)
			roots = ends(roots, r, e)
		}
		g.scheme = r.Solver.Quotient(roots...)
		m[group[0]] = g
	}
	return g.scheme, g.first[d]
}

// ends appends the inputs and outputs of a definition's expressions.
func ends(roots []unify.Node, r *patterns.Result, d int32) []unify.Node {
	for _, e := range r.Front.Expressions(d) {
		roots = append(roots, e.In, e.Out)
	}
	return roots
}
