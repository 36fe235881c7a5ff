package diagnose

import (
	"cmp"
	"maps"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/blame"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
)

// An error can hide others: a recursive group stops at the first round with a conflict,
// and a definition in error says nothing to its users. So once all clashes of a definition
// are explained, the program is derived again without the constraints that are blamed.
// Whatever clashes then needs none of those, so it is an error of its own.

// What is hidden is looked for so many times, in so many sites of a file, and trials for
// one error are bounded to a part of the usual.
const (
	maxHiddenRounds    = 8
	hiddenSitesPerFile = 300_000
	hiddenShare        = 4
)

// hidden reports what clashes hide that were all explained: in their definitions,
// which may be recursive, and in those that use them, for which a definition in error
// says nothing.
func (d *diagnoser) hidden(reported map[int32]*reportedClashes) {
	first := len(d.diagnostics)
	last := d.rounds(d.hiding(reported))
	last = d.again(first, last)
	if last != d {
		d.work().Memory = last.Memory // for programs that are tried
	}
}

// rounds reports what shows when the errors reported before are left out, and so on. It
// returns the last derivation.
func (d *diagnoser) rounds(hidden []int32) *diagnoser {
	last := d
	left := cmp.Or(d.options.HiddenSites, hiddenSitesPerFile)
	for round := 0; len(hidden) > 0 && round < maxHiddenRounds; round++ {
		if left -= last.Took(); left < 0 || d.Solver.Watch.Late() {
			break
		}
		next := last.without(last.allTaken())
		next.suspects = maps.Clone(last.suspects)
		if next.suspects == nil {
			next.suspects = make(map[blame.Place]bool)
		}
		for _, p := range last.suspected {
			next.suspects[p] = true
		}
		next.mistakes = last.mistakes
		before := len(d.diagnostics) // which of this round is reported first depends on the order of definitions
		for _, dg := range next.some(hidden) {
			if dg.Explanation == nil {
				return last // there is no work left to explain it
			}
			dg.Secondary = dg.Secondary || slices.ContainsFunc(d.diagnostics[:before], func(o lang.Diagnostic) bool { return sameSides(&o, &dg) })
			if by := d.hides(&dg); by != nil {
				dg.After = by.Span
				dg.Notes = append(dg.Notes, lang.Say("this shows only when what is wrong at %s is fixed", d.File.Position(by.Span.Start).String()))
			}
			d.report(dg)
		}
		if last = next; len(last.taken) == 0 {
			break
		}
	}
	return last
}

// again explains the errors that hide others anew, without what is wrong besides: a
// change that fixes one of them lets the others show, so none was accepted, or only one
// that takes away what has them, too. It returns the last derivation.
func (d *diagnoser) again(first int, last *diagnoser) *diagnoser {
	var found, unfixed []int32
	for i := range d.diagnostics[first:] {
		if dg := &d.diagnostics[first+i]; !dg.Secondary {
			found = append(found, d.defsCalled(dg.Definition)...)
		}
	}
	fixed := func(dg *lang.Diagnostic) bool {
		return dg.Explanation == nil || slices.ContainsFunc(dg.Fixes, func(f lang.Fix) bool { return f.Checked && !d.work().TakesMuch(&f) })
	}
	for i := range d.diagnostics[:first] {
		if dg := &d.diagnostics[i]; !fixed(dg) {
			unfixed = append(unfixed, d.defsCalled(dg.Definition)...)
		}
	}
	below := d.work().Below(found...)
	below = slices.DeleteFunc(below, func(def int32) bool { return !slices.Contains(unfixed, def) })
	holes := last.allTaken()
	for h := range d.taken {
		delete(holes, h)
	}
	if len(below) == 0 || len(holes) == 0 || d.Solver.Watch.Late() {
		return last
	}
	next := last.without(holes)
	list := next.some(below)
	for i := range d.diagnostics[:first] {
		o := &d.diagnostics[i]
		at := slices.IndexFunc(list, func(dg lang.Diagnostic) bool {
			return !fixed(o) && dg.Explanation != nil && o.Definition == dg.Definition && len(dg.Fixes) > 0 && sameSides(o, &dg)
		})
		if at >= 0 && (len(o.Fixes) == 0 || !slices.Equal(o.Fixes[0].Edits, list[at].Fixes[0].Edits)) {
			o.Fixes, o.Help = list[at].Fixes, list[at].Help
			list = slices.Delete(list, at, at+1)
		}
	}
	return next
}

// without diagnoses the program once more, without some constraints. It takes the memory
// of programs that were tried.
func (d *diagnoser) without(holes message.Holes) *diagnoser {
	w := d.work()
	memory := w.Memory
	w.Memory = nil
	next := d.Without(holes, memory)
	next.Explainer().Continue(d.Explainer())
	return &diagnoser{
		Derived: next, options: d.options, unended: d.unended,
		explained: d.explained, steps: d.steps, holes: d.holes,
		budget: &repair.Budget{Left: d.budget.Left, Each: d.budget.Each / hiddenShare},
	}
}

// some explains the conflicts of some definitions.
func (d *diagnoser) some(of []int32) []lang.Diagnostic {
	reported := make(map[int32]*reportedClashes)
	slices.Sort(of)
	for _, def := range of {
		if len(d.Solver.Conflicts(def)) > 0 {
			d.conflicts(def, reported)
		}
	}
	return d.diagnostics
}

// hiding lists the definitions that may have errors that are hidden: those with errors
// and what uses them, unless a small change leaves no error in any of these.
func (d *diagnoser) hiding(reported map[int32]*reportedClashes) []int32 {
	var explained []int32
	n := int32(d.Definitions())
	for def := range n {
		if len(d.Solver.Conflicts(def)) == 0 {
			continue
		}
		if t := reported[d.Explainer().Together(def)[0]]; t != nil && t.rest == explain.NothingLeft {
			explained = append(explained, def)
		}
	}
	w := d.work()
	fine := make([]bool, n)
	for _, def := range w.Above(d.smallRepairs...) {
		fine[def] = true
	}
	return slices.DeleteFunc(w.Above(explained...), func(def int32) bool { return fine[def] || d.reported(def) })
}

// hides returns the error reported first of a definition, or else of what it refers to.
func (d *diagnoser) hides(dg *lang.Diagnostic) *lang.Diagnostic {
	below := make(map[string]bool)
	for _, def := range d.work().Below(d.defsCalled(dg.Definition)...) {
		below[d.DefName(def)] = true
	}
	var other *lang.Diagnostic
	for i := range d.diagnostics {
		switch o := &d.diagnostics[i]; {
		case o.Explanation == nil:
		case o.Definition == dg.Definition:
			return o
		case other == nil && below[o.Definition]:
			other = o
		}
	}
	return other
}

// smallChange is what a small change of the text costs at most, so that it is likely to
// be what is meant; see repair.Kind.
const smallChange = 24

// noteRepairs notes whether a small change leaves no error in a definition, nor in those
// that use it.
func (d *diagnoser) noteRepairs(def int32, repairs []repair.Repair) {
	if len(d.Solver.Conflicts(def)) > 0 && slices.ContainsFunc(repairs, func(m repair.Repair) bool { return m.Cost <= smallChange }) {
		d.smallRepairs = append(d.smallRepairs, def)
	}
}

// defsCalled lists the definitions of a name: one, unless it is defined again.
func (d *diagnoser) defsCalled(name string) (list []int32) {
	for def := range int32(d.Definitions()) {
		if d.DefName(def) == name {
			list = append(list, def)
		}
	}
	return list
}

// suspectMargin is how much less likely than the likeliest a place may be to be
// suspected.
const suspectMargin = 6

// suspect notes the places that a contradiction may be blamed for, the likeliest
// first, and reports whether one of them may be at fault for what hid it, too: then
// it is no mistake of its own.
func (d *diagnoser) suspect(places []blame.Suspect) bool {
	again := false
	for i := range places {
		if p := &places[i]; i == 0 || p.Score > places[0].Score-suspectMargin && d.blame().IsPart(p.Place) {
			d.suspected = append(d.suspected, p.Place)
			again = again || d.suspects[p.Place]
		}
	}
	return again
}
