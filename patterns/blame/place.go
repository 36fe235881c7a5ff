package blame

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
)

// A Place is a piece of syntax that states constraints: a site by itself, or the seam between it and the element before
// it in a composition.
type Place struct {
	Site int32
	Seam bool
}

// A Suspect is a place that may be at fault, with its features.
type Suspect struct {
	Place
	Def      int32 // -1 in a type definition
	Calls    int   // the number of calls from the definition of the contradiction to it
	Features Features
	Score    float64
	Span     lang.Span   // of its site; for a seam, of the element after it
	Label    lang.Span   // its label that is at fault, or the zero span
	fact     int         // in a type definition: the side of the contradiction that it states
	sole     bool        // a written type that a repair changes, and the best change writes nothing elsewhere
	alone    []lang.Span // if there is none: a few labels, each of which may be at fault
}

// Shown returns the span of a suspect in reports, which may be one of its labels.
func (s *Suspect) Shown() lang.Span {
	if !s.Label.Empty() {
		return s.Label
	}
	return s.Span
}

// Origin reports whether a suspect is only the origin of a clashing fact, in a callee or a type definition, and states
// no constraint of the core.
func (s *Suspect) Origin() bool { return s.Def < 0 || s.Features[featOrigin] == 1 }

// PlaceOf returns the place that states a constraint.
func (b *Blamer) PlaceOf(s explain.Source) Place {
	site := s.Reason.Site
	if s.Event >= 0 && b.Kind(site) == message.Composes {
		if part, ok := b.Graph.Site(b.Graph.Event(s.Event).Y); ok && part != site {
			return Place{part, true}
		}
	}
	return Place{Site: site}
}

// at returns a function that reports whether a place states a constraint.
func (b *Blamer) at(p Place) func(explain.Source) bool {
	return func(s explain.Source) bool { return b.PlaceOf(s) == p }
}

// inFilter reports whether a site is a part of a filter: it has no ends of its own.
func (b *Blamer) inFilter(site int32) bool {
	if b.Kind(site) != message.Filters {
		return false
	}
	whole := b.Parent(site)
	return whole >= 0 && b.Kind(whole) == message.Filters
}

// mostSaid is the maximum result of Says.
const mostSaid = 2

// Says rates the information of a place apart from the constraints that it is blamed for. A type or a filter has most.
// A product of several fields, and a seam before something with several parts, have less; anything else has none.
func (b *Blamer) Says(p Place) int {
	several := false
	switch {
	case p.Seam:
		several = len(b.Kids(p.Site)) > 1
	case b.IsAnnotation(p.Site):
		return mostSaid
	case b.Kind(p.Site) == message.Product:
		several = len(b.Slots(p.Site)) > 1
	}
	if several {
		return 1
	}
	return 0
}

// IsPart reports whether a place is only one part of the clash: it is not a type, a call or a merge, and does not
// combine parts.
func (b *Blamer) IsPart(p Place) bool {
	kind := b.Kind(p.Site)
	return !p.Seam && b.Says(p) == 0 && kind != message.Joins && kind != message.Calls
}
