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

// An error can hide others: a recursive group stops at the first round with a conflict, and a definition in error
// constrains its users in no way. So once all clashes of a definition are explained, the program is derived again
// without the blamed constraints. A clash that remains does not depend on them, so it is an error of its own.

// Hidden errors are searched in so many rounds and within so many sites of a file; trials for one of them get a
// fraction of the usual budget.
const (
	maxHiddenRounds    = 8
	hiddenSitesPerFile = 300_000
	hiddenShare        = 4
)

// hidden reports errors that explained clashes hide: in their definitions, which may be recursive, and in the users of
// those, for which a definition in error has no constraints.
func (d *diagnoser) hidden(reported map[int32]*reportedClashes) {
	first := len(d.diagnostics)
	last := d.rounds(d.hiding(reported))
	last = d.explainAgain(first, last)
	if last != d {
		d.trials().Memory = last.Memory // for programs that are tried
	}
}

// rounds reports the errors that appear when the constraints of earlier errors are left out, repeatedly. It returns the
// last derivation.
func (d *diagnoser) rounds(hidden []int32) *diagnoser {
	last := d
	left := cmp.Or(d.options.HiddenSites, hiddenSitesPerFile)
	for round := 0; len(hidden) > 0 && round < maxHiddenRounds; round++ {
		if left -= last.Took(); left < 0 || d.Solver.Watch.Late() {
			break
		}
		next := last.without(last.allLeftOut())
		next.suspects = maps.Clone(last.suspects)
		if next.suspects == nil {
			next.suspects = make(map[blame.Place]bool)
		}
		for _, p := range last.suspected {
			next.suspects[p] = true
		}
		next.mistakes = last.mistakes
		before := len(d.diagnostics) // the first error of this round depends on the order of definitions
		for _, dg := range next.explainConflicts(hidden) {
			if dg.Explanation == nil {
				return last // no budget is left to explain it
			}
			dg.Secondary = dg.Secondary || slices.ContainsFunc(d.diagnostics[:before], func(o lang.Diagnostic) bool {
				return sameSides(&o, &dg)
			})
			if by := d.hiddenBy(&dg); by != nil {
				dg.After = by.Span
				at := d.File.Position(by.Span.Start).String()
				dg.Notes = append(dg.Notes, lang.Say("this shows only when what is wrong at %s is fixed", at))
			}
			d.report(dg)
		}
		if last = next; len(last.taken) == 0 {
			break
		}
	}
	return last
}

// explainAgain explains the errors that hide others anew, without the constraints of the hidden errors: a change that
// fixes only one of them reveals the others, so no change was accepted, or only one that removes them all. It returns
// the last derivation.
func (d *diagnoser) explainAgain(first int, last *diagnoser) *diagnoser {
	var found, unfixed []int32
	for i := range d.diagnostics[first:] {
		if dg := &d.diagnostics[first+i]; !dg.Secondary {
			found = append(found, d.defsCalled(dg.Definition)...)
		}
	}
	fixed := func(dg *lang.Diagnostic) bool {
		fixes := func(f lang.Fix) bool { return f.Checked && !d.trials().TakesMuch(&f) }
		return dg.Explanation == nil || slices.ContainsFunc(dg.Fixes, fixes)
	}
	for i := range d.diagnostics[:first] {
		if dg := &d.diagnostics[i]; !fixed(dg) {
			unfixed = append(unfixed, d.defsCalled(dg.Definition)...)
		}
	}
	below := d.trials().Below(found...)
	below = slices.DeleteFunc(below, func(def int32) bool { return !slices.Contains(unfixed, def) })
	holes := last.allLeftOut()
	for h := range d.taken {
		delete(holes, h)
	}
	if len(below) == 0 || len(holes) == 0 || d.Solver.Watch.Late() {
		return last
	}
	next := last.without(holes)
	list := next.explainConflicts(below)
	for i := range d.diagnostics[:first] {
		o := &d.diagnostics[i]
		at := slices.IndexFunc(list, func(dg lang.Diagnostic) bool {
			same := o.Definition == dg.Definition && sameSides(o, &dg)
			return same && !fixed(o) && dg.Explanation != nil && len(dg.Fixes) > 0
		})
		if at >= 0 && (len(o.Fixes) == 0 || !slices.Equal(o.Fixes[0].Edits, list[at].Fixes[0].Edits)) {
			o.Fixes, o.Help = list[at].Fixes, list[at].Help
			list = slices.Delete(list, at, at+1)
		}
	}
	return next
}

// without derives the program again, without some constraints. It reuses the memory of programs that were tried.
func (d *diagnoser) without(holes message.Holes) *diagnoser {
	w := d.trials()
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

// explainConflicts explains the conflicts of some definitions.
func (d *diagnoser) explainConflicts(of []int32) []lang.Diagnostic {
	reported := make(map[int32]*reportedClashes)
	slices.Sort(of)
	for _, def := range of {
		if len(d.Solver.Conflicts(def)) > 0 {
			d.conflicts(def, reported)
		}
	}
	return d.diagnostics
}

// hiding lists the definitions that may have hidden errors: those with errors and their users, unless a small change
// leaves no error in any of these.
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
	w := d.trials()
	fine := make([]bool, n)
	for _, def := range w.Above(d.smallRepairs...) {
		fine[def] = true
	}
	return slices.DeleteFunc(w.Above(explained...), func(def int32) bool { return fine[def] || d.reported(def) })
}

// hiddenBy returns the first reported error of a definition, or else of its dependencies.
func (d *diagnoser) hiddenBy(dg *lang.Diagnostic) *lang.Diagnostic {
	below := make(map[string]bool)
	for _, def := range d.trials().Below(d.defsCalled(dg.Definition)...) {
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

// smallChange is the maximum cost of a small change of the text, which is likely to be meant; see repair.Kind.
const smallChange = 24

// noteRepairs records whether a small change leaves no error in a definition and its users.
func (d *diagnoser) noteRepairs(def int32, repairs []repair.Repair) {
	small := func(m repair.Repair) bool { return m.Cost <= smallChange }
	if len(d.Solver.Conflicts(def)) > 0 && slices.ContainsFunc(repairs, small) {
		d.smallRepairs = append(d.smallRepairs, def)
	}
}

// defsCalled lists the definitions with a name: one, unless it is defined again.
func (d *diagnoser) defsCalled(name string) (list []int32) {
	for def := range int32(d.Definitions()) {
		if d.DefName(def) == name {
			list = append(list, def)
		}
	}
	return list
}

// suspectMargin is the maximum difference of scores between the likeliest place and a suspect.
const suspectMargin = 6

// suspect records the suspects of a contradiction, the likeliest first, and reports whether one of them may also be at
// fault for the error that hid it: then it is not a mistake of its own.
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
