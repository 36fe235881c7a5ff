package repair

import (
	"slices"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// accept reports whether a proposal removes the contradiction; affordable is false if the budget is too small to find
// out. The proposal is tried on the definition and its dependencies first, and on its dependents only if that succeeds.
func (r *Repairer) accept(p *Proposal, allowed *allowance) (ok, affordable bool) {
	whole := r.wholeFor(p)
	if r.sliceable {
		below := r.belowFor(p)
		if !below.has(p.edits) {
			return false, true // the definition does not depend on the changed text
		}
		if 4*below.Size < 3*whole.Size {
			if ok, affordable = r.try(below, p, allowed); !ok {
				return false, affordable
			}
		}
	}
	return r.try(whole, p, allowed)
}

// try reports whether a change improves a region, if the budget allows the trial.
func (r *Repairer) try(part *Region, p *Proposal, allowed *allowance) (ok, affordable bool) {
	o := r.Known(part, p.edits)
	if o != nil && !r.strict {
		// Where errors remain, their keys are needed.
		s := o.state(r.def)
		if s.conflicts > 0 && s.keys == nil && s.conflicts < len(r.Solver.Conflicts(r.def)) {
			o = nil
		}
	}
	if o == nil {
		if !allowed.afford(part.Size, p.cost) {
			return false, false
		}
		of := r.def
		if r.strict {
			of = -1
		}
		o = r.Outcome(part, p.edits, of)
	}
	return r.improves(part, p, o), true
}

// belowFor returns the region of the definition with the contradiction and its dependencies.
func (r *Repairer) belowFor(p *Proposal) *Region {
	if len(p.Refs) > 0 || len(p.Types) > 0 {
		return r.Region(append([]int32{r.def}, p.Refs...), p.Types)
	}
	if r.below == nil {
		r.below = r.Region([]int32{r.def}, nil)
	}
	return r.below
}

// wholeFor returns the region that a proposal may affect, with its dependencies.
func (r *Repairer) wholeFor(p *Proposal) *Region {
	if len(p.Refs) > 0 || len(p.Types) > 0 {
		return r.Affected(p.def, append([]int32{r.def}, p.Refs...), p.Types)
	}
	if r.whole[p.def] == nil {
		r.whole[p.def] = r.Affected(p.def, []int32{r.def}, nil)
	}
	return r.whole[p.def]
}

// improves reports whether a change improves a region.
func (r *Repairer) improves(part *Region, p *Proposal, o *Outcome) bool {
	if !o.same {
		return false
	}
	if part.whole && (o.errors > r.Errors || o.warns > r.Warnings) || !part.whole && o.errors > 0 {
		return false
	}
	if _, ok := slices.BinarySearch(part.Defs, r.def); ok && !r.removed(o) {
		return false
	}
	if p.kind.Class != ByLabel && r.staysBaseless(part, o) {
		return false // a function that is never defined was not meant
	}
	before, after, cleared, left := 0, 0, 0, 0
	next := o.touched
	for _, d := range part.Defs {
		for len(next) > 0 && next[0].def < d {
			next = next[1:]
		}
		var y state
		if len(next) > 0 && next[0].def == d {
			y = next[0]
		}
		x := r.Solver.Derivation(d)
		if y.bad && !x.Bad {
			return false
		}
		before, after = before+warningsOf(x), after+y.warnings
		switch {
		case len(r.Solver.Conflicts(d)) > 0 && y.conflicts == 0:
			cleared++
		case len(r.Solver.Conflicts(d)) == 0 && y.conflicts > 0 && r.Solver.SameGroup(d, r.def):
			return false // the error has moved to another member of the group
		case (y.conflicts > 0 || y.breach) && (r.concerns(p, d) || y.conflicts > len(r.Solver.Conflicts(d))):
			left++
		}
		if (d == r.def || d == p.def) && y.anything && !r.isUnconstrained(d) {
			return false
		}
	}
	p.cleared = cleared
	p.checked = left == 0 && !r.leavesOut(part)
	p.clean = p.checked && cleared == r.InErrorWith(r.def) && r.LeftOut == nil
	return after <= before
}

// staysBaseless reports whether the definition needs a function that gives no value, also after a change.
func (r *Repairer) staysBaseless(part *Region, o *Outcome) bool {
	if r.baseless == nil {
		r.baseless = []int32{}
		for _, d := range r.Below(r.def) {
			if r.Solver.Derivation(d).Baseless {
				r.baseless = append(r.baseless, d)
			}
		}
	}
	return slices.ContainsFunc(r.baseless, func(d int32) bool {
		_, changed := slices.BinarySearch(part.Defs, d)
		return !changed || o.state(d).baseless
	})
}

// concerns reports whether a proposal may change the derivation of a definition, or whether the definition may hide
// remaining errors of the definition with the contradiction.
func (r *Repairer) concerns(p *Proposal, d int32) bool {
	return p.def < 0 || r.dependsOn(d, p.def) || r.dependsOn(r.def, d) ||
		slices.ContainsFunc(p.Refs, func(ref int32) bool { return r.dependsOn(ref, d) })
}

// leavesOut reports whether constraints of a region are left out, so that it may have errors that its derivation does
// not show.
func (r *Repairer) leavesOut(part *Region) bool {
	for h := range r.LeftOut {
		if _, ok := slices.BinarySearch(part.Defs, r.Owner(h.Site)); ok {
			return true
		}
	}
	return false
}

// removed reports whether the definition has no error left, or at least fewer than before and not this one.
func (r *Repairer) removed(o *Outcome) bool {
	s := o.state(r.def)
	if s.conflicts == 0 {
		return !s.breach && (!s.bad || r.Misnamed != nil && r.Misnamed[r.def])
	}
	if r.strict || r.alone || s.conflicts >= len(r.Solver.Conflicts(r.def)) {
		return false
	}
	key := r.conflict
	key.at = o.at(key.at)
	return !slices.Contains(s.keys, key)
}

// isUnconstrained reports whether the input and output of a definition are unconstrained. Then a change has only
// silenced the error.
func (p *Program) isUnconstrained(d int32) bool {
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
	if x.Baseless {
		n++
	}
	return n + x.Unreached
}

// A conflictKey identifies a conflict of a definition by its place in the text, so that it can be found in a changed
// text.
type conflictKey struct {
	at         int32 // where the construct that states the constraint begins
	rule, part uint8
	path       string
}

func (p *Program) conflictOf(r unify.Reason, path []unify.Label) conflictKey {
	key := conflictKey{at: p.Span(r.Site).Start, rule: r.Rule, part: r.Part}
	for _, l := range path {
		key.path += "." + p.Label(p.Labels.Text(l))
	}
	return key
}

// stating returns the site that states the constraints of a site: for a part of a type, the whole type; for any other
// site, the site itself.
func (w *Trials) stating(e int32) int32 {
	for w.Kind(e) == message.Other && w.Parent(e) != none {
		e = w.Parent(e)
	}
	return e
}
