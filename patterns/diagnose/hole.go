package diagnose

import (
	"maps"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/blame"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/tell"
	"github.com/patgraph/patgraph/unify"
)

// A Hole is a set of constraints that are left out of a program. It is one of three: the
// description of a site (no rule, no other site); the equations between a site and one
// other by one part of a rule; or everything that a call states.
type Hole struct {
	Rule, Part  uint8
	Site, Other int32 // Other is -1 for none
	Call        bool
}

// Holes are those of one derivation; nil is none.
type Holes map[Hole]bool

// HoleOf is the hole of an equation for a reason, with its second node, or of a
// description, for which the node is unify.None.
func HoleOf(p *tell.Program, r unify.Reason, y unify.Node) Hole {
	if p.Kind(r.Site) == tell.Calls {
		return Hole{Site: r.Site, Other: -1, Call: true}
	}
	if y == unify.None {
		return Hole{Site: r.Site, Other: -1}
	}
	h := Hole{Rule: r.Rule, Part: r.Part, Site: r.Site, Other: -1}
	if at, ok := p.Graph.Site(y); ok {
		h.Other = at
	}
	return h
}

// Moved finds the holes of a program in one with a changed text, given where its offsets
// are there. What the change replaced is no hole any more.
func (h Holes) Moved(old, changed *tell.Program, sites int32, at func(int32) int32) Holes {
	type place struct {
		construct *tell.Construct
		span      lang.Span
	}
	where := make(map[place]int32)
	moved := func(site int32) place {
		s := old.Span(site)
		return place{old.Construct(site), lang.Span{Start: at(s.Start), End: at(s.End)}}
	}
	for hole := range h {
		for _, site := range [2]int32{hole.Site, hole.Other} {
			if site >= 0 {
				where[moved(site)] = -1
			}
		}
	}
	for site := range sites {
		p := place{changed.Construct(site), changed.Span(site)}
		if _, ok := where[p]; ok {
			where[p] = site
		}
	}
	holes := make(Holes, len(h))
	for hole := range h {
		hole.Site = where[moved(hole.Site)]
		missing := hole.Site < 0
		if hole.Other >= 0 {
			hole.Other = where[moved(hole.Other)]
			missing = missing || hole.Other < 0
		}
		if !missing {
			holes[hole] = true
		}
	}
	return holes
}

// holeOf is the hole of a constraint.
func (d *diagnoser) holeOf(s explain.Source) Hole {
	if s.Use >= 0 {
		return Hole{Site: d.Solver.UseOf(s.Use).Site, Other: -1, Call: true}
	}
	y := unify.None
	if s.Event >= 0 {
		if e := d.Graph.Event(s.Event); !e.Cause.Describes() {
			y = e.Y
		}
	}
	return HoleOf(d.Program.Program, s.Reason, y)
}

// holesElsewhere are what a place of another definition states of a core, or else
// what it describes: that is where a signature has something from.
func (d *diagnoser) holesElsewhere(c *explain.Contradiction, p blame.Place) []Hole {
	var list []Hole
	for _, m := range c.Core {
		if d.blame().PlaceOf(m.Source) == p {
			list = append(list, d.holeOf(m.Source))
		}
	}
	if list == nil {
		list = []Hole{{Site: p.Site, Other: -1}}
	}
	return list
}

// takeOut notes constraints to be left out when the program is derived again.
func (d *diagnoser) takeOut(list ...Hole) {
	if d.taken == nil {
		d.taken = make(Holes)
	}
	for _, h := range list {
		d.taken[h] = true
	}
}

// allTaken is all that is left out of a derivation, and what will be.
func (d *diagnoser) allTaken() Holes {
	all := maps.Clone(d.LeftOut)
	if all == nil {
		all = make(Holes)
	}
	maps.Copy(all, d.taken)
	return all
}

// Stating states constraints in the graph of a program, but for those that are left out.
type Stating struct {
	Graph   *unify.Graph // of the program, at hand
	Of      *tell.Program
	LeftOut Holes
}

// LeavesOut reports whether an equation with a second node, or a description, is not
// stated.
func (s *Stating) LeavesOut(r unify.Reason, y unify.Node) bool {
	return s.LeftOut[HoleOf(s.Of, r, y)]
}

// Equal states that two nodes are one.
func (s *Stating) Equal(x, y unify.Node, r unify.Reason) {
	if s.LeftOut == nil || !s.LeavesOut(r, y) {
		s.Graph.Equal(x, y, r)
	}
}

// Describe states what a node is.
func (s *Stating) Describe(n unify.Node, f unify.Flat, edges []unify.Edge, r unify.Reason) {
	if s.LeftOut == nil || !s.LeavesOut(r, unify.None) {
		s.Graph.Describe(n, f, edges, r)
	}
}

// Named states which type a node is.
func (s *Stating) Named(n unify.Node, t unify.Head, r unify.Reason) {
	if s.LeftOut == nil || !s.LeavesOut(r, unify.None) {
		s.Graph.Named(n, t, r)
	}
}
