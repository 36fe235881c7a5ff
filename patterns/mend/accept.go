package mend

import (
	"slices"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/tell"
	"github.com/patgraph/patgraph/unify"
)

// accept reports whether a proposal removes the contradiction; affordable is false when
// the budget does not allow to find out. A proposal is tried on the definition and what
// it refers to first, and on what refers to the definition only if that went well.
func (r *Repairer) accept(p *Proposal, purse *purse) (ok, affordable bool) {
	whole := r.wholeFor(p)
	if r.sliceable {
		below := r.belowFor(p)
		if !below.has(p.edits) {
			return false, true // the definition does not depend on what it changes
		}
		if 4*below.Size < 3*whole.Size {
			if !purse.afford(below.Size) {
				return false, false
			}
			if !r.improves(below, p) {
				return false, true
			}
		}
	}
	if !purse.afford(whole.Size) {
		return false, false
	}
	return r.improves(whole, p), true
}

// belowFor returns the region of the definition with the contradiction and of all that it
// refers to.
func (r *Repairer) belowFor(p *Proposal) *Region {
	if len(p.Refs) > 0 || len(p.Types) > 0 {
		return r.Region(append([]int32{r.def}, p.Refs...), p.Types)
	}
	if r.below == nil {
		r.below = r.Region([]int32{r.def}, nil)
	}
	return r.below
}

// wholeFor returns the region that a proposal may have an effect on, with all that it
// refers to.
func (r *Repairer) wholeFor(p *Proposal) *Region {
	if len(p.Refs) > 0 || len(p.Types) > 0 {
		return r.Affected(p.def, append([]int32{r.def}, p.Refs...), p.Types)
	}
	if r.whole[p.def] == nil {
		r.whole[p.def] = r.Affected(p.def, []int32{r.def}, nil)
	}
	return r.whole[p.def]
}

// improves derives a region with a change and reports whether it is better than before.
func (r *Repairer) improves(part *Region, p *Proposal) bool {
	text, at := r.Changed(part, p.edits)
	t := r.Workshop.Try(text, at)
	if !part.Same(t) {
		return false
	}
	if part.whole && (t.Errors > r.Errors || t.Warnings > r.Warnings) || !part.whole && t.Errors > 0 {
		return false
	}
	if i, ok := slices.BinarySearch(part.Defs, r.def); ok && !r.gone(t, int32(i), at) {
		return false
	}
	before, after, cleared, left := 0, 0, 0, 0
	for i, d := range part.Defs {
		if t.DefName(int32(i)) != r.DefName(d) {
			return false
		}
		x, y := r.Solver.Derivation(d), t.Solver.Derivation(int32(i))
		if y.Bad && !x.Bad {
			return false
		}
		before, after = before+warningsOf(x), after+warningsOf(y)
		switch was, is := r.Solver.Conflicts(d), t.Solver.Conflicts(int32(i)); {
		case len(was) > 0 && len(is) == 0:
			cleared++
		case (len(is) > 0 || y.Breach != patterns.NoBreach) && r.concerns(p, d):
			left++
		}
		if (d == r.def || d == p.def) && t.anything(int32(i)) && !r.anything(d) {
			return false
		}
	}
	p.cleared = cleared
	p.checked = left == 0 && !r.holed(part)
	p.clean = p.checked && cleared == r.InError() && r.Errors == 0 && r.LeftOut == nil
	return after <= before
}

// concerns reports whether a definition may be derived otherwise with a proposal, or may hide
// what is still wrong with the definition of the contradiction.
func (r *Repairer) concerns(p *Proposal, d int32) bool {
	return p.def < 0 || r.above(d, p.def) || r.above(r.def, d) ||
		slices.ContainsFunc(p.Refs, func(ref int32) bool { return r.above(ref, d) })
}

// holed reports whether something is left out of a region, so that more may be wrong with
// it than its derivation shows.
func (r *Repairer) holed(part *Region) bool {
	for h := range r.LeftOut {
		if _, ok := slices.BinarySearch(part.Defs, r.Owner(h.Site)); ok {
			return true
		}
	}
	return false
}

// gone reports whether a definition has no error any more, or at least fewer than before
// and not this one.
func (r *Repairer) gone(t *Program, i int32, at func(int32) int32) bool {
	now := t.Solver.Conflicts(i)
	y := t.Solver.Derivation(i)
	if len(now) == 0 {
		return y.Breach == patterns.NoBreach && (!y.Bad || r.Misnamed != nil && r.Misnamed[r.def])
	}
	if r.strict || len(now) >= len(r.Solver.Conflicts(r.def)) {
		return false
	}
	key := r.conflict
	key.at = at(key.at)
	for _, c := range now {
		if t.conflictOf(t.Graph.Given(c.Event)) == key {
			return false
		}
	}
	return true
}

// anything reports whether a definition takes and gives anything. Then a change has only
// silenced it.
func (p *Program) anything(d int32) bool {
	x := p.Solver.Derivation(d)
	if !x.Derived {
		return false
	}
	in, out := p.Graph.Find(x.In()), p.Graph.Find(x.Out())
	return in != out && p.unknown(in) && p.unknown(out)
}

func (p *Program) unknown(n unify.Node) bool {
	return p.Graph.Flat(n) == unify.Open && len(p.Graph.Edges(n)) == 0
}

func warningsOf(x *patterns.Derivation) int {
	n := 0
	if x.Warn != patterns.NoWarn {
		n++
	}
	if x.Unsettled && x.Recursive {
		n++
	}
	return n
}

// A conflictKey identifies a conflict of a definition by what stands in the text, so that
// it can be found again in a changed text.
type conflictKey struct {
	at         int32 // where the construct begins that states the constraint
	rule, part uint8
	path       string
}

func (p *Program) conflictOf(given int32, path []unify.Label) conflictKey {
	c, _ := p.Graph.Event(given).Cause.Given()
	key := conflictKey{at: p.Span(c.Site).Start, rule: c.Rule, part: c.Part}
	for _, l := range path {
		key.path += "." + p.Label(p.Labels.Text(l))
	}
	return key
}

// stating returns the site that states what a site says: of a part of a type that is the
// whole type, of any other site it is the site itself.
func (w *Workshop) stating(e int32) int32 {
	for w.Kind(e) == tell.Other && w.parent[e] != none {
		e = w.parent[e]
	}
	return e
}
