package blame

import (
	"math"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// Evidence from repairs: a place where a small change fixes the error is likelier at fault than one where no change
// does, and even likelier if that change fixes other errors, too.

// Repairable records which places the repairs of an error change; the best repair comes first. It reports whether any
// repair changes one of them. fixes are the changes to offer.
func (b *Blamer) Repairable(list []Suspect, repairs []repair.Repair, fixes []repair.Fix) bool {
	found := false
	written, used := b.writes(fixes)
	for i := range repairs {
		m := &repairs[i]
		sole := m.Clean && !used && written == (m.Kind.Class != repair.ByDrop && m.Kind.Class != repair.ByGap)
		for _, site := range m.Sites {
			for j := range list {
				if b.changes(list, j, site) {
					b.fixedBy(&list[j], repairs, i)
					list[j].sole = list[j].sole || sole && list[j].Def >= 0
					found = true
				}
			}
		}
	}
	return found
}

// writes reports whether the first change to offer writes something, and whether it does so in an expression that is no
// declaration.
func (b *Blamer) writes(fixes []repair.Fix) (written, used bool) {
	if len(fixes) == 0 {
		return false, false
	}
	f := &fixes[0]
	written = slices.ContainsFunc(f.Edits, func(e lang.Edit) bool { return e.Text != "" })
	return written, written && slices.ContainsFunc(f.Sites, func(site int32) bool {
		return b.Owner(site) >= 0 && !b.IsAnnotation(site)
	})
}

// fixedBy records that repair i changes a place. The first such repair is the best repair of the place.
func (b *Blamer) fixedBy(s *Suspect, repairs []repair.Repair, i int) {
	f, m := &s.Features, &repairs[i]
	f[featWide] = max(f[featWide], math.Log(float64(max(1, m.Cleared))))
	if f[featFixed] == 1 || f[featFixed2] == 1 {
		return
	}
	if i == 0 {
		f[featFixed] = 1
		if m.Near {
			f[featSure] = 1
		}
	} else {
		f[featFixed2] = 1
	}
	f[featBy+int(m.Kind.Class)] = 1
	switch m.Kind.Class {
	case repair.ByDrop:
		f[featDropSize] = f[featSize]
		fallthrough
	case repair.ByBracket, repair.BySwap:
		s.Label = lang.Span{} // not a label but the whole place is at fault
	case repair.ByField:
		if m.Edits[0].Span.Empty() { // another field is missing
			s.Label = lang.Span{}
		}
	}
	for _, e := range m.Edits {
		if slot, ok := b.slotAt(s.Place, e.Span); ok {
			if m.Kind.Class == repair.BySwap {
				s.Label = e.Span // either of two fields that are exchanged
				break
			}
			f[featRename] = 1
			if slot.Part >= 0 && (m.Near || b.onlyRename(s.Place, e.Span, repairs)) {
				s.Label = e.Span
			}
		}
	}
}

// onlyRename reports whether no repair renames another label of the place.
func (b *Blamer) onlyRename(p Place, label lang.Span, repairs []repair.Repair) bool {
	for i := range repairs {
		for _, e := range repairs[i].Edits {
			if _, ok := b.slotAt(p, e.Span); ok && e.Span != label {
				return false
			}
		}
	}
	return true
}

// gainOfBlame is how much the cost of a fix is reduced if it changes the likeliest place.
const gainOfBlame = 10

// SortFixes sorts fixes by their cost, which is lower for those that change the likeliest place. A certain first fix
// remains first.
func (b *Blamer) SortFixes(list []Suspect, fixes []repair.Fix) {
	if len(list) == 0 || len(fixes) == 0 || fixes[0].Grade == "machine" {
		return
	}
	cost := func(f *repair.Fix) int {
		if slices.ContainsFunc(f.Sites, func(site int32) bool { return b.changes(list, 0, site) }) {
			return f.Cost - gainOfBlame
		}
		return f.Cost
	}
	slices.SortStableFunc(fixes, func(x, y repair.Fix) int { return cost(&x) - cost(&y) })
}

// changes reports whether a repair at a site changes a place: the site itself, or the type, the filter or the part of a
// type definition that contains the site.
func (b *Blamer) changes(list []Suspect, j int, site int32) bool {
	p := list[j].Place
	switch {
	case p.Seam:
		return false
	case p.Site == site:
		return true
	case (b.Owner(p.Site) < 0) != (b.Owner(site) < 0), list[j].Def >= 0 && !b.IsAnnotation(p.Site):
		return false
	}
	inside := func(q Place) bool { return !q.Seam && b.First(q.Site) <= site && site <= q.Site }
	return inside(p) && !slices.ContainsFunc(list, func(s Suspect) bool { return inside(s.Place) && s.Site < p.Site })
}

// stayWork is how many graph nodes may be solved, for one contradiction, to find out which changes need no trial.
const stayWork = 200_000

// Stays returns a function that reports whether the contradiction remains, whatever replaces two sites: neither of them
// states a constraint of the core. If a single place is at fault, it also reports whether another contradiction of the
// definition remains without both.
func (b *Blamer) Stays(c *explain.Contradiction, list []Suspect) func(x, y int32) bool {
	// The expressions of a recursive definition also occur in its callees.
	single := !b.Solver.Derivation(c.Def).Recursive &&
		slices.ContainsFunc(list, func(s Suspect) bool { return s.Def >= 0 && s.Features[featHole] == 1 })
	left := stayWork
	return func(x, y int32) bool {
		if b.Owner(x) < 0 {
			return false
		}
		firstX, firstY := b.First(x), b.First(y)
		in := func(site int32) bool { return firstX <= site && site <= x || firstY <= site && site <= y }
		end := func(n unify.Node) bool {
			site, ok := b.Graph.Site(n)
			return ok && (site == x || site == y)
		}
		states := func(s explain.Source) bool {
			if in(s.Reason.Site) {
				return true
			}
			if s.Event < 0 {
				return false
			}
			ev := b.Graph.Event(s.Event)
			return end(ev.X) || end(ev.Y)
		}
		if !slices.ContainsFunc(c.Core, func(m explain.Cited) bool { return states(m.Source) }) {
			return true
		}
		if !single || b.Owner(x) != c.Def {
			return false
		}
		if left -= b.Explainer().Size(c.Def); left < 0 {
			return false
		}
		return !b.Explainer().Without(c.Def, states)
	}
}

// Stated returns a function that selects the constraints of a core that a place states by itself. If only these are
// left out, everything known about the rest remains.
func (b *Blamer) Stated(c *explain.Contradiction, p Place) func(explain.Source) bool {
	of := make(map[explain.SourceKey]bool)
	for i := range c.Core {
		if m := &c.Core[i]; len(m.Calls) == 0 && b.PlaceOf(m.Source) == p {
			of[m.Source.Key()] = true
		}
	}
	return func(s explain.Source) bool { return of[s.Key()] }
}
