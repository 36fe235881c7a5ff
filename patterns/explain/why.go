package explain

import (
	"slices"

	"github.com/patgraph/patgraph/unify"
)

// A Story is the constraints of a definition at some moment. It answers why things are as they are. Instances of
// callees count as stated by the references to them.
type Story struct {
	Def    int32
	Events []int32 // of the graph: the steps of the definition's derivation, in order
	Step   int32   // how many of them were performed
	System *unify.System
	Core   []Cited // by constraint of System; for an effect, its relation
	Places []Place // by node of System
	base   *base
	all    *unify.Closure
}

// Story returns the constraints of a definition after a number of the steps of its derivation; all of them if it is
// negative. It returns false for a definition that was not derived.
func (x *Explainer) Story(def, step int32) (*Story, bool) {
	b := x.base(baseKey{def, -1})
	if b == nil {
		return nil, false
	}
	s := &Story{Def: def, Events: x.events(def), base: b}
	s.Step = int32(len(s.Events))
	if whole := b.story; step < 0 && whole != nil { // of another member of the group
		s.System, s.Core, s.Places, s.all = whole.System, whole.Core, whole.Places, whole.all
		return s, true
	}
	if step < 0 {
		b.story = s
	} else if step < s.Step {
		s.Step = step
		b = x.until(b, s.Events, step)
	}
	s.all = b.closure()
	s.System = s.all.System()
	s.Core, s.Places = make([]Cited, len(b.source), len(s.System.Constraints)),
		make([]Place, b.sys.Nodes, s.System.Nodes)
	for i, src := range b.source {
		s.Core[i] = Cited{Def: x.front.Owner(src.Reason.Site), Source: src, Claim: b.sys.Constraints[i].Claim()}
	}
	for i := range s.Places {
		s.Places[i] = x.place(b, unify.Node(i))
	}
	for i := range s.System.Fired {
		f := &s.System.Fired[i]
		fact := s.Core[f.C]
		for j := f.First; j < f.End; j++ {
			fact.Claim = s.System.Constraints[j].Claim()
			s.Core = append(s.Core, fact)
		}
		for range f.Until - f.Base {
			s.Places = append(s.Places, Place{Def: fact.Def, Node: unify.None, Use: fact.Source.Use,
				Relation: fact.Source.Relation})
		}
	}
	return s, true
}

// Local returns the node of the system for a node of the graph.
func (s *Story) Local(n unify.Node) unify.Node { return s.base.local(n) }

// Closure returns the consequences of the constraints.
func (s *Story) Closure() *unify.Closure { return s.all }

// Events lists the events of a definition's derivation: nil if it was not derived. For a member of a group they cost
// less than its Story, which has the whole group.
func (x *Explainer) Events(def int32) []int32 {
	x.solver.Restore(def)
	if !x.solver.Derivation(def).Derived {
		return nil
	}
	return x.events(def)
}

// events lists the events of a definition's derivation: those of its group that follow from its own constraints.
func (x *Explainer) events(def int32) []int32 {
	r := x.rangeOf(def)
	if r.events == nil {
		events := make(map[int32][]int32)
		g := x.solver.Graph
		first, end := x.solver.Events(def)
		owner := make([]int32, end-first)
		for i := first; i < end; i++ {
			c := g.Event(i).Cause
			var o int32
			if p, _, ok := c.From(); ok {
				o = owner[p-first]
			} else {
				o = x.front.Owner(g.Reason(i).Site)
			}
			owner[i-first] = o
			events[o] = append(events[o], i)
		}
		r.events = events
	}
	return r.events[def]
}

// Made returns the node that an event of a definition's derivation made, or None.
func (x *Explainer) Made(def, event int32) unify.Node {
	r := x.rangeOf(def)
	if r.made == nil {
		g := x.solver.Graph
		first, last := x.solver.Events(def)
		made := slices.Repeat([]unify.Node{unify.None}, int(last-first))
		lo, end := x.solver.Nodes(def)
		for n := lo; n < end; n++ {
			if e, ok := g.Made(n); ok && first <= e && e < last {
				made[e-first] = n
			}
		}
		r.made = made
	}
	first, _ := x.solver.Events(def)
	if i := int(event - first); 0 <= i && i < len(r.made) {
		return r.made[i]
	}
	return unify.None
}

// until removes constraints that were stated after a step. A description has no step of its own; it is stated with its
// site, and sites are stated in order.
func (x *Explainer) until(b *base, events []int32, step int32) *base {
	limit, site := int32(-1), int32(-1)
	if step > 0 {
		limit = events[step-1]
	}
	for _, i := range events[:step] {
		if r, ok := x.solver.Graph.Event(i).Cause.Given(); ok {
			site = max(site, r.Site)
		}
	}
	t := &base{def: b.def, graph: b.graph, nodes: b.nodes, inside: b.inside, uses: b.uses}
	sys := *b.sys
	sys.Constraints = slices.Clone(b.sys.Constraints)
	t.sys, t.source = &sys, b.source
	for i, src := range b.source {
		late := src.Event > limit
		switch {
		case src.Relation > 0:
			late = x.solver.Graph.InstanceOf(src.Relation-1).Since > limit
		case src.Event < 0:
			late = src.Reason.Site > site
		}
		if src.Use >= 0 {
			late = late || x.solver.UseOf(src.Use).Events > limit
		}
		if late {
			sys.Constraints[i].X = unify.None
		}
	}
	return t
}
