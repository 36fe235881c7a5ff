package message

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/unify"
)

// A Hole is a set of constraints that are left out of a program: the description of a site (no rule, no other site); or
// the equations between a site and one other by one part of a rule; or all constraints of a call.
type Hole struct {
	Rule, Part  uint8
	Site, Other int32 // Other is -1 for none
	Call        bool
}

// Holes are the holes of one derivation; nil: none.
type Holes map[Hole]bool

// HoleOf returns the hole that contains an equation with this reason and this second node, or a description, for which
// the node is unify.None.
func (p *Program) HoleOf(r unify.Reason, y unify.Node) Hole {
	if p.Kind(r.Site) == Calls {
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

// HolesMoved finds the holes of a program in a changed program with so many sites; at maps offsets of the old text to
// the new text. Holes in replaced text are dropped.
func (p *Program) HolesMoved(changed *Program, sites int32, at func(int32) int32) Holes {
	type place struct {
		construct *Construct
		span      lang.Span
	}
	where := make(map[place]int32)
	moved := func(site int32) place {
		s := p.Span(site)
		return place{p.Construct(site), lang.Span{Start: at(s.Start), End: at(s.End)}}
	}
	for hole := range p.LeftOut {
		for _, site := range [2]int32{hole.Site, hole.Other} {
			if site >= 0 {
				where[moved(site)] = -1
			}
		}
	}
	for site := range sites {
		here := place{changed.Construct(site), changed.Span(site)}
		if _, ok := where[here]; ok {
			where[here] = site
		}
	}
	holes := make(Holes, len(p.LeftOut))
	for hole := range p.LeftOut {
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

// LeavesOut reports whether an equation with this second node is left out; or, with unify.None as this node, whether a
// description or a relation is. A language that states a relation asks before.
func (p *Program) LeavesOut(r unify.Reason, y unify.Node) bool {
	return p.LeftOut != nil && (p.omitted[r] || len(p.LeftOut) > 0 && p.LeftOut[p.HoleOf(r, y)])
}

// Omit leaves out all constraints with these reasons.
func (p *Program) Omit(reasons map[unify.Reason]bool) {
	if p.omitted = reasons; p.LeftOut == nil && len(reasons) > 0 {
		p.LeftOut = Holes{} // LeavesOut is called only if this is not nil
	}
}

// Omits reports whether the constraints with a reason are left out.
func (p *Program) Omits(r unify.Reason) bool { return p.omitted[r] }

// Equal states that two nodes are equal, unless that is left out.
func (p *Program) Equal(x, y unify.Node, r unify.Reason) {
	if p.LeftOut == nil || !p.LeavesOut(r, y) {
		p.Graph.Equal(x, y, r)
	}
}

// Describe states the pattern of a node, unless that is left out.
func (p *Program) Describe(n unify.Node, f unify.Flat, edges []unify.Edge, r unify.Reason) {
	if p.LeftOut == nil || !p.LeavesOut(r, unify.None) {
		p.Graph.Describe(n, f, edges, r)
	}
}

// Named states the type of a node, unless that is left out.
func (p *Program) Named(n unify.Node, t unify.Head, r unify.Reason) {
	if p.LeftOut == nil || !p.LeavesOut(r, unify.None) {
		p.Graph.Named(n, t, r)
	}
}
