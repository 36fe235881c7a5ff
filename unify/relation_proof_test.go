package unify_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/unify"
)

// Every contradiction of a system with relations has a proof. The checker accepts it, and it depends only on the
// constraints that it cites. The same holds for every equality.
func TestRelationProofs(t *testing.T) {
	effects := 0
	rapid.Check(t, func(t *rapid.T) {
		w := newShapes()
		s := w.late(t, 10, 24)
		c := s.Close(nil)
		all := c.System()
		p := c.Contradiction()
		if c.OK() != (p == nil) {
			t.Fatalf("without contradiction: %v, and a proof: %v", c.OK(), p)
		}
		if p == nil {
			for x := range unify.Node(all.Nodes) {
				for y := range x {
					p := c.Equal(x, y)
					if same := c.Find(x) == c.Find(y); same != (p != nil) {
						t.Fatalf("proof of %d = %d: %v, and they are one: %v", x, y, p, same)
					}
					if p != nil {
						accepted(t, all, p)
						effects += rests(p)
					}
				}
				for _, f := range c.Facts(x, 3, func(unify.Claim) bool { return true }) {
					accepted(t, all, f.Proof)
				}
			}
			return
		}
		accepted(t, all, p)
		effects += rests(p)
		off := without(s, p.Cited())
		if s.Close(off).OK() {
			t.Fatalf("what the proof cites does not contradict itself: %v\n%v", p.Cited(), p.Steps)
		}
		// A larger system is contradictory, too.
		for _, i := range p.Cited() {
			off[i] = true
		}
		if !s.Close(off).OK() && s.Close(nil).OK() {
			t.Fatal("more constraints make no contradiction")
		}
	})
	if effects == 0 {
		t.Error("no proof was about effects of relations")
	}
}

// rests counts the steps of a proof that prove effects or failures of relations.
func rests(p *unify.Proof) (n int) {
	for _, st := range p.Steps {
		if st.Rule == unify.ByRelation {
			n++
		}
	}
	return n
}

func accepted(t *rapid.T, s *unify.System, p *unify.Proof) {
	t.Helper()
	if err := s.Check(p); err != nil {
		t.Fatalf("%v\n%s", err, show(s, p))
	}
	checkNeeded(t, s, p)
}

// late draws a system of constraints without an early contradiction: random systems usually have one before any
// relation has effects.
func (w *shapes) late(t *rapid.T, nodes, most int) *unify.System {
	count := rapid.IntRange(2, nodes).Draw(t, "nodes")
	s := &unify.System{Heads: w.heads, Nodes: count}
	for _, c := range w.statements(t, count, most) {
		s.Constraints = append(s.Constraints, c)
		if s.Close(nil).OK() {
			continue
		}
		if rapid.IntRange(0, 3).Draw(t, "end") == 0 {
			break
		}
		s.Constraints = s.Constraints[:len(s.Constraints)-1]
	}
	return s
}

// without leaves out all but some constraints.
func without(s *unify.System, but []int32) []bool {
	off := make([]bool, len(s.Constraints))
	for i := range off {
		off[i] = !slices.Contains(but, int32(i))
	}
	return off
}

// show writes a proof.
func show(s *unify.System, p *unify.Proof) string {
	var b strings.Builder
	for i, c := range s.Constraints {
		fmt.Fprintf(&b, "  c%d: %d %d %x %v", i, c.X, c.Y, c.Flat, c.Edges)
		if c.Of != nil {
			fmt.Fprint(&b, " ", c.Of.Relation.Key(), c.Of.Args)
		}
		b.WriteString("\n")
	}
	for _, f := range s.Fired {
		fmt.Fprintln(&b, "  fired", f)
	}
	for i, st := range p.Steps {
		fmt.Fprintln(&b, i+1, st)
	}
	return b.String()
}

// Constraints are removed as long as a contradiction remains; then every remaining one is needed, relations included.
func TestRelationCores(t *testing.T) {
	relations := 0
	rapid.Check(t, func(t *rapid.T) {
		w := newShapes()
		s := w.late(t, 8, 30)
		if s.Close(nil).OK() {
			return
		}
		off := make([]bool, len(s.Constraints))
		for i := range off {
			if off[i] = true; s.Close(off).OK() {
				off[i] = false
			}
		}
		for i := range off {
			if off[i] {
				continue
			}
			if off[i] = true; !s.Close(off).OK() {
				t.Fatalf("without constraint %d of the core there is a contradiction", i)
			}
			off[i] = false
			if s.Constraints[i].Of != nil {
				relations++
			}
		}
		c := s.Close(off)
		p := c.Contradiction()
		accepted(t, c.System(), p)
		for _, i := range p.Cited() {
			if off[i] {
				t.Fatalf("the proof cites constraint %d, which is left out", i)
			}
		}
		for i := range off {
			if !off[i] && !slices.Contains(p.Cited(), int32(i)) {
				t.Fatalf("the proof does without constraint %d of the core\n%s", i, show(c.System(), p))
			}
		}
	})
	if relations == 0 {
		t.Error("no core had a relation")
	}
}

// The checker rejects a proof with another number, clause, part, or premise.
func TestRelationsTampered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newShapes()
		w.tamper(t, w.late(t, 8, 30), make(map[string]int))
	})
	// Two shapes of 2 and 3 are broadcast; the result has one size, and 1 + 2 is 4.
	w := newShapes()
	is := func(n unify.Node, f unify.Flat, parts ...unify.Node) unify.Constraint {
		c := unify.Constraint{X: n, Y: unify.None, Flat: f, Event: -1}
		for i, p := range parts {
			c.Edges = append(c.Edges, unify.Edge{Label: w.labels[i], To: p})
		}
		return c
	}
	holds := func(name string, args ...unify.Node) unify.Constraint {
		return unify.Constraint{X: args[0], Y: unify.None, Flat: unify.Open, Event: -1,
			Of: &unify.Application{Relation: w.relation(name), Args: args}}
	}
	number := func(n unify.Node, i int) unify.Constraint { return is(n, w.heads.Built(w.numbers[i])) }
	tried := make(map[string]int)
	for _, last := range [][]unify.Constraint{
		{number(5, 1), holds("Rank", 4, 5), number(4, 2)},
		{holds("Rank", 4, 5), holds("Add", 5, 5, 6), number(6, 3)},
		{holds("Rank", 4, 5), holds("Equal", 5, 0), holds("Same", 5, 0)},
		{holds("Drop", 4, 5), holds("Drop", 5, 6), holds("Broadcast", 4, 5, 4), holds("Equal", 5, 0)},
	} {
		s := &unify.System{Heads: w.heads, Nodes: 7, Constraints: append([]unify.Constraint{
			number(0, 3), number(1, 1), is(2, w.heads.Built(w.rank[2]), 0, 1), is(3, w.heads.Built(w.rank[1]), 0),
			holds("Broadcast", 2, 3, 4),
		}, last...)}
		w.tamper(t, s, tried)
	}
	for what := range tamperings {
		if tried[what] == 0 {
			t.Errorf("no %s was changed", what)
		}
	}
}

// tamper tries all changes of a proof about the effects of relations, if a system has one, and counts them.
func (w *shapes) tamper(t interface {
	Helper()
	Fatalf(string, ...any)
}, given *unify.System, tried map[string]int) {
	t.Helper()
	c := given.Close(nil)
	p := c.Contradiction()
	for x := range unify.Node(c.System().Nodes) {
		for y := range x {
			if p == nil && c.Find(x) == c.Find(y) {
				if q := c.Equal(x, y); rests(q) > 0 {
					p = q
				}
			}
		}
	}
	if p == nil {
		return
	}
	if err := c.System().Check(p); err != nil {
		t.Fatalf("%v", err)
	}
	for what, tamper := range tamperings {
		for i := range p.Steps {
			s := *c.System()
			s.Constraints, s.Fired = slices.Clone(s.Constraints), slices.Clone(s.Fired)
			q := *p
			q.Steps = slices.Clone(p.Steps)
			st := &q.Steps[i]
			if st.Rule != unify.ByRelation && st.Rule != unify.ByFailure {
				continue
			}
			st.Premises = slices.Clone(st.Premises)
			if !tamper(w, &s, &q, st, &s.Fired[st.E]) {
				continue
			}
			tried[what]++
			if s.Check(&q) == nil {
				t.Fatalf("the checker accepts a proof with another %s:\n%s", what, show(&s, &q))
			}
		}
	}
}

// tamperings change a step that proves why a relation fires or fails, or its effects. They return false if there is
// nothing to change.
var tamperings = map[string]func(w *shapes, s *unify.System, p *unify.Proof, st *unify.ProofStep, f *unify.Firing) bool{
	"clause": func(_ *shapes, _ *unify.System, _ *unify.Proof, _ *unify.ProofStep, f *unify.Firing) bool {
		f.Clause++
		return true
	},
	"number": func(w *shapes, s *unify.System, _ *unify.Proof, _ *unify.ProofStep, f *unify.Firing) bool {
		for i := f.First; i < f.End; i++ {
			if n := slices.Index(w.numbers, s.Constraints[i].Flat.Constructor()); n >= 0 {
				s.Constraints[i].Flat = w.heads.Built(w.numbers[(n+1)%mostNumber])
				return true
			}
		}
		return false
	},
	"number that was read": func(w *shapes, s *unify.System, p *unify.Proof, st *unify.ProofStep, f *unify.Firing) bool {
		for _, i := range st.Premises {
			if p.Steps[i].Rule != unify.ByAnswer {
				continue
			}
			k := &s.Constraints[p.Steps[p.Steps[i].Premises[1]].C]
			n := slices.Index(w.numbers, k.Flat.Constructor())
			if n >= 0 && st.Rule == unify.ByRelation && s.Constraints[st.C].Of.Relation.Key() == "Add" {
				k.Flat = w.heads.Built(w.numbers[n+1])
				return true
			}
		}
		return false
	},
	"number of premises": func(_ *shapes, s *unify.System, p *unify.Proof, st *unify.ProofStep, _ *unify.Firing) bool {
		// None of these relations decides anything without an answer, except Same.
		st.Premises = nil
		return s.Constraints[st.C].Of.Relation.Key() != "Same" && st.Rule == unify.ByRelation &&
			s.Constraints[st.C].Of.Args[0] != s.Constraints[st.C].Of.Args[1]
	},
	"part": func(_ *shapes, s *unify.System, _ *unify.Proof, _ *unify.ProofStep, f *unify.Firing) bool {
		for i := f.First; i < f.End; i++ {
			if k := &s.Constraints[i]; len(k.Edges) > 0 {
				k.Edges = slices.Clone(k.Edges)
				k.Edges[0].To = (k.Edges[0].To + 1) % unify.Node(s.Nodes)
				return true
			}
		}
		return false
	},
	"equation": func(_ *shapes, s *unify.System, _ *unify.Proof, _ *unify.ProofStep, f *unify.Firing) bool {
		for i := f.First; i < f.End; i++ {
			if k := &s.Constraints[i]; k.Y != unify.None {
				k.Y = (k.Y + 1) % unify.Node(s.Nodes)
				return true
			}
		}
		return false
	},
	"order": func(_ *shapes, _ *unify.System, p *unify.Proof, st *unify.ProofStep, f *unify.Firing) bool {
		// An effect is cited without a proof of it.
		cited := slices.ContainsFunc(p.Steps,
			func(o unify.ProofStep) bool { return f.First <= o.C && o.C < f.End && o.Rule != unify.ByClash })
		*st = unify.ProofStep{Rule: unify.ByChain, X: st.X, Y: st.X}
		return cited && f.First < f.End
	},
	"outcome": func(_ *shapes, _ *unify.System, _ *unify.Proof, st *unify.ProofStep, f *unify.Firing) bool {
		if st.Rule = unify.ByRelation; f.State == unify.Fires {
			st.Rule = unify.ByFailure
		}
		return true
	},
	"node": func(_ *shapes, _ *unify.System, _ *unify.Proof, _ *unify.ProofStep, f *unify.Firing) bool {
		made := f.Base < f.Until
		f.Base, f.Until = 0, f.Until-f.Base
		return made
	},
	"whole": func(_ *shapes, s *unify.System, p *unify.Proof, st *unify.ProofStep, _ *unify.Firing) bool {
		for _, i := range st.Premises {
			if o := &p.Steps[i]; o.Rule == unify.ByAnswer || o.Rule == unify.ByPart {
				o.X = (o.X + 1) % unify.Node(s.Nodes)
				return s.Nodes > 1
			}
		}
		return false
	},
	"instance": func(_ *shapes, s *unify.System, _ *unify.Proof, st *unify.ProofStep, _ *unify.Firing) bool {
		for i, k := range s.Constraints {
			if k.Of != nil && k.X == st.X && int32(i) != st.C {
				st.C = int32(i)
				return true
			}
		}
		return false
	},
}
