package patterns_test

import (
	"fmt"
	"testing"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// rooted is a program of definitions with some roots each. In a definition without callees the first root is the number
// 3 and each of the others a hole; a later definition takes all roots of the previous one.
type rooted struct {
	*tensors
	roots  int
	solver *patterns.Solver
	base   []unify.Node
}

func (p *rooted) Open(d int32, roots []unify.Node) []unify.Node {
	p.base[d] = unify.Node(p.Len())
	for range p.roots {
		roots = append(roots, p.Leaf(d))
	}
	return roots
}

func (p *rooted) Derive(d int32) {
	if d == 0 {
		p.Equal(p.base[0], p.dim(3), unify.Reason{})
		p.Solve()
		return
	}
	var own []unify.Node
	for i := range p.roots {
		own = append(own, p.base[d]+unify.Node(i))
	}
	if roots, ok := p.solver.Use(d-1, d, own...); ok {
		p.Refer(d, own, roots)
	}
}

func (p *rooted) Refer(_ int32, own, roots []unify.Node) {
	for i := range own {
		p.Equal(own[i], roots[i], unify.Reason{})
	}
	p.Solve()
}

func (p *rooted) Note(int32, unify.Conflict) int32 { return 0 }

// A definition may have any number of roots: its signature has them all, each use has a node for each, and an underived
// definition has as many.
func TestRoots(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			p := &rooted{tensors: newTensors(), roots: n, base: make([]unify.Node, 4)}
			// The fourth is in error, and the third refers to itself.
			p.solver = patterns.NewSolver(nil, p.Graph, p.types, p, patterns.Calls{Size: []int32{1, 1, 1, 1},
				Start: []int32{0, 0, 1, 3, 3}, Callees: []int32{0, 1, 2}, Bad: []bool{false, false, false, true}})
			p.solver.SetRoots(n)
			p.solver.Run(func(d int32) (bool, patterns.Breach) { return d == 3, patterns.NoBreach })
			for d := range int32(3) {
				x, s := p.solver.Derivation(d), p.solver.Scheme(d)
				if len(x.Roots) != n || len(s.Roots) != n || x.In() != p.base[d] ||
					x.Out() != p.base[d]+unify.Node(n-1) {
					t.Errorf("definition %d has the roots %v, its signature %v", d, x.Roots, s.Roots)
				}
				if typ := s.Graph.Flat(s.Roots[0]).Head(); typ != p.types.Built(p.types.Number(3)) {
					t.Errorf("definition %d is the type %d", d, typ)
				}
				if v := p.solver.View(d); v.In != s.Roots[0] || v.Out != s.Roots[n-1] || v.Last-v.Root != n-1 {
					t.Errorf("the view of definition %d is %+v", d, v)
				}
			}
			if u := p.solver.UseOf(0); len(u.Own) != n || u.Own[0] != p.base[1] {
				t.Errorf("the first use has the nodes %v", u.Own)
			}
			if s := p.solver.Scheme(3); len(s.Roots) != n || s.Graph.Flat(s.Roots[n-1]) != unify.Open {
				t.Errorf("what is not known has the roots %v", s.Roots)
			}
		})
	}
}
