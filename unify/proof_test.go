package unify_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/unify"
)

// For any constraints, a closure finds a contradiction exactly if no solution exists. The contradiction has a proof
// that the checker accepts. Without a contradiction, two nodes are equal exactly if there is a proof of it.
func TestProofs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := gen.NewWorld(rapid.IntRange(3, 12).Draw(t, "world"))
		w.AddHeads(t, rapid.IntRange(0, 4).Draw(t, "heads"))
		w.AddConstructors(t, rapid.IntRange(0, 4).Draw(t, "constructors"))
		count := rapid.IntRange(2, 12).Draw(t, "nodes")
		cs := constraints(w, t, count, 24)
		s := &unify.System{Heads: w.Heads, Index: w.Index, Nodes: count, Constraints: cs}
		c := s.Close(nil)
		want := solve(w, count, cs)
		if c.OK() != want.sat {
			t.Fatalf("without contradiction: %v, solvable: %v\n%v", c.OK(), want.sat, cs)
		}
		p := c.Contradiction()
		if (p == nil) != want.sat {
			t.Fatalf("proof of a contradiction: %v, solvable: %v\n%v", p, want.sat, cs)
		}
		if p != nil {
			if err := s.Check(p); err != nil {
				t.Fatalf("%v\n%v\n%v", err, p.Steps, cs)
			}
			checkNeeded(t, s, p)
			return
		}
		for x := range count {
			for y := range count {
				same := want.same(unify.Node(x), unify.Node(y))
				if got := c.Find(unify.Node(x)) == c.Find(unify.Node(y)); got != same {
					t.Fatalf("%d = %d is %v, should be %v\n%v", x, y, got, same, cs)
				}
				p := c.Equal(unify.Node(x), unify.Node(y))
				if (p != nil) != same {
					t.Fatalf("proof of %d = %d: %v\n%v", x, y, p, cs)
				}
				if p == nil {
					continue
				}
				if err := s.Check(p); err != nil {
					t.Fatalf("%v\n%v\n%v", err, p.Steps, cs)
				}
				if last := p.Steps[len(p.Steps)-1]; last.X != unify.Node(x) || last.Y != unify.Node(y) {
					t.Fatalf("the proof of %d = %d proves %d = %d", x, y, last.X, last.Y)
				}
			}
		}
	})
}

// checkNeeded removes each constraint that a proof cites: the checker must then reject the proof.
func checkNeeded(t *rapid.T, s *unify.System, p *unify.Proof) {
	for _, i := range p.Cited() {
		less := *s
		less.Constraints = append([]unify.Constraint(nil), s.Constraints...)
		less.Constraints[i].X = unify.None
		if less.Check(p) == nil {
			t.Fatalf("the proof passes without constraint %d, which it cites", i)
		}
	}
}

// The constraints cited by a proof are contradictory without the others.
func TestProofCites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := gen.NewWorld(rapid.IntRange(3, 12).Draw(t, "world"))
		w.AddHeads(t, rapid.IntRange(0, 4).Draw(t, "heads"))
		w.AddConstructors(t, rapid.IntRange(0, 4).Draw(t, "constructors"))
		count := rapid.IntRange(2, 12).Draw(t, "nodes")
		s := &unify.System{Heads: w.Heads, Index: w.Index, Nodes: count, Constraints: constraints(w, t, count, 24)}
		p := s.Close(nil).Contradiction()
		if p == nil {
			return
		}
		off := make([]bool, len(s.Constraints))
		for i := range off {
			off[i] = true
		}
		for _, i := range p.Cited() {
			off[i] = false
		}
		if s.Close(off).OK() {
			t.Fatalf("what the proof cites does not contradict itself: %v\n%v", p.Cited(), s.Constraints)
		}
	})
}

// The checker rejects proofs that were tampered with.
func TestCheckTampered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := gen.NewWorld(6)
		w.AddHeads(t, 3)
		w.AddConstructors(t, 3)
		count := rapid.IntRange(2, 12).Draw(t, "nodes")
		s := &unify.System{Heads: w.Heads, Index: w.Index, Nodes: count, Constraints: constraints(w, t, count, 24)}
		p := s.Close(nil).Contradiction()
		if p == nil {
			return
		}
		i := rapid.IntRange(0, len(p.Steps)-1).Draw(t, "step")
		st := &p.Steps[i]
		switch {
		case st.Rule == unify.ByClash:
			st.Premises = st.Premises[:len(st.Premises)-2]
		case st.Rule == unify.ByChain:
			st.X = (st.X + 1) % unify.Node(count)
			if len(st.Premises) == 0 {
				st.Y = (st.X + 1) % unify.Node(count)
			}
		case len(st.Premises) > 0:
			st.Premises = st.Premises[1:]
		default:
			st.C = int32(len(s.Constraints))
		}
		if s.Check(p) == nil {
			t.Fatalf("the checker accepts a proof whose step %d was changed: %v", i+1, p.Steps)
		}
	})
}
