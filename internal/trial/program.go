package trial

import (
	"testing"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// Permuted solves the constraints of each definition of a result in other orders, and checks that the order has no
// effect: neither on whether there is a contradiction nor, up to normalize, on the type. It returns the number of
// definitions without and with a contradiction.
func Permuted(t testing.TB, r *patterns.Result, name string, order func([]unify.Constraint) []unify.Constraint,
	normalize func(string) string) (sound, wrong int) {
	g := r.Solver.Graph
	for i := range r.Definitions {
		i := int32(i)
		x := r.Solver.Derivation(i)
		if !x.Derived || r.Solver.Sharing(i) {
			continue
		}
		first, end := r.Solver.Nodes(i)
		events, eventsEnd := r.Solver.Events(i)
		var cs []unify.Constraint
		for _, c := range g.Constraints(first, events) {
			switch {
			case c.Of != nil:
				if c.Of.Args[0] < end {
					cs = append(cs, c)
				}
			case c.X < end && c.Event < eventsEnd:
				cs = append(cs, c)
			}
		}
		want := len(r.Solver.Conflicts(i)) > 0
		if want {
			wrong++
		} else {
			sound++
		}
		for range 3 {
			h := gen.Replay(g, first, order(cs))
			if err := h.Verify(); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if got := len(h.Conflicts()) > 0; got != want {
				t.Errorf("%s: a contradiction is %v in another order: %s", r.Definitions[i].Name, got, name)
				break
			}
			if want {
				continue
			}
			s := patterns.NewQuotienter(r.Types).Scheme(h, x.In()-first, x.Out()-first)
			a := r.Front.Signature(s, s.Roots[0], s.Roots[1])
			v := r.Solver.View(i)
			if b := r.Front.Signature(v.Scheme, v.In, v.Out); normalize(a) != normalize(b) {
				t.Errorf("%s is %s, and %s in another order: %s", r.Definitions[i].Name, b, a, name)
				break
			}
		}
	}
	return sound, wrong
}
