package trial

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
	"pgregory.net/rapid"
)

// A statedUse is an operator with some nodes of a pool, the last one for its result.
type statedUse struct {
	op    *relation.Operator
	attrs []relation.Value
	nodes []int
}

// TestOrder tests that the order in which relations are stated, and so run, has no effect: neither on whether there is
// a contradiction nor, without one, on the types. Uses of operators are drawn from a pool, in the notation of examples
// but without arguments, and their arguments from some types.
func (s *Set) TestOrder(t *testing.T, pool, types []string) {
	f := s.Read(t, s.Text)
	counts := make(map[bool]int)
	known := 0
	rapid.Check(t, func(t *rapid.T) {
		var nodes []string
		for range rapid.IntRange(2, 7).Draw(t, "nodes") {
			nodes = append(nodes, rapid.SampledFrom(types).Draw(t, "type"))
		}
		var uses []statedUse
		for range rapid.IntRange(1, 8).Draw(t, "uses") {
			e, err := ParseExample(rapid.SampledFrom(pool).Draw(t, "op") + " -> x")
			if err != nil {
				t.Fatal(err)
			}
			u := statedUse{op: f.Operator(e.Name)}
			u.attrs, _ = u.op.Attributes(e.Attrs)
			for range u.op.Of().Arity {
				u.nodes = append(u.nodes, rapid.IntRange(0, len(nodes)-1).Draw(t, "node"))
			}
			uses = append(uses, u)
		}
		once, bad := s.solve(nodes, uses)
		counts[bad]++
		if !strings.Contains(once, "_") {
			known++
		}
		for range 3 {
			twice, worse := s.solve(nodes, rapid.Permutation(uses).Draw(t, "order"))
			if bad != worse || !bad && once != twice {
				t.Fatalf("%v: %v %s, and in another order %v %s", nodes, bad, once, worse, twice)
			}
		}
	})
	if counts[true] == 0 || counts[false] == 0 || known == 0 {
		t.Errorf("contradictions: %v, %d without holes", counts, known)
	}
}

// solve returns the types after all relations have run, and whether there is a contradiction.
func (s *Set) solve(types []string, uses []statedUse) (string, bool) {
	b := s.Bench()
	var nodes []unify.Node
	for _, text := range types {
		n, err := b.Add(text)
		if err != nil {
			panic(err)
		}
		nodes = append(nodes, n)
	}
	for _, u := range uses {
		args := make([]unify.Node, len(u.nodes))
		for i, n := range u.nodes {
			args[i] = nodes[n]
		}
		for _, r := range b.Binding.Rules(u.op.Of(), u.attrs) {
			b.Relate(r, unify.Reason{}, args...)
		}
	}
	b.Solve()
	if err := b.Verify(); err != nil {
		return err.Error(), true
	}
	v := b.Binding.Over(b.Graph)
	var list []string
	for _, n := range nodes {
		list = append(list, b.Print(v, v.Number(n)))
	}
	return strings.Join(list, ", "), len(b.Conflicts()) > 0
}
