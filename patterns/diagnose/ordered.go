package diagnose

import (
	"fmt"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/blame"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
)

// Ordered is the interface of RunOrdered to a derived program of a language whose texts are read from the top to the
// bottom, such as networks. The place of an error is its fault: the constraint that completes the contradiction in this
// order. P is the language's type of derived programs, and E its evidence about one fault.
type Ordered[P, E any] interface {
	// Table returns the tables of the program, with the errors of its text and its names.
	Table() *message.Basic

	// Order returns where a reader meets a constraint: a number from 0, smaller is earlier. Constraints of one place may
	// have the same number.
	Order(explain.Source) int64
	// LeaveOut selects the constraint at fault, and others that a report about it explains: the search for the next
	// contradiction ignores them.
	LeaveOut(message.Fault) func(explain.Source) bool
	// Without derives the program again without the constraints at fault, so that each side of a fault keeps the type
	// that it has by itself. ok is false if a limit stopped the derivation of a definition.
	Without([]message.Fault) (without P, ok bool)

	// Others returns the diagnostics of a definition without contradictions.
	Others(d int32) []lang.Diagnostic
	// DescribeFault returns the diagnostic of a fault, without an explanation, and the evidence about it. without is the
	// zero value if there is no such program.
	DescribeFault(f message.Fault, without P) (lang.Diagnostic, E)
	// Least returns the diagnostic of a fault that needs the least work.
	Least(message.Fault) lang.Diagnostic
	// Join merges those reports of a definition that one mistake causes.
	Join(d int32, list []*Report[E]) []*Report[E]
	// Notes returns the diagnostics that need the program without the constraints at fault: the program itself if it has
	// no faults, and the zero value if Without failed.
	Notes(without P) []lang.Diagnostic
	// CompleteExplanation adds to the explanation of a report what only the language knows.
	CompleteExplanation(*Report[E])

	// Guesser tries changes of the whole text. errors are those of the text.
	Guesser(errors []lang.Diagnostic) *repair.Guesser
	// Guesses lists changes that may fix an error.
	Guesses(*Report[E]) Guesses

	// Suspects lists the places that may be at fault, with their features, and the weights of these. The changes that fix
	// the error are evidence, the best one first: those at the places of the fault or, if there are none, guesses.
	Suspects(*Report[E], []repair.Repair) ([]blame.Candidate, []blame.Weight)
}

// A Repairing program also proposes changes at the places of a fault, which repair.Trials tries before the guesses.
type Repairing[E any] interface {
	// Repairable returns the program for trials.
	Repairable() *repair.Program
	// Places lists the places at which changes are proposed, the likeliest first.
	Places(*Report[E]) []repair.Place
	// ProposeAt proposes changes at one of these places.
	ProposeAt(*Report[E], *repair.Repairer, repair.Spot)
}

// A Restating program says what an error is about again, once its first change is known, after which no error is left:
// the change shows which of the sides was wrong.
type Restating[E any] interface {
	Restate(*Report[E])
}

// A Report is an error, warning or note of an ordered program.
type Report[E any] struct {
	lang.Diagnostic
	message.Fault      // its Contradiction is nil if the diagnostic is not about one
	Evidence      E    // about the fault
	Alone         bool // the definition has no other fault
}

// Guesses are changes that may fix an error.
type Guesses struct {
	List   func() []repair.Guess // nil: none
	Bounds repair.Bounds
	// Instead: if no guess fixes the error, the fixes that the diagnostic already has are tried as guesses.
	Instead bool
	// Named: the fixes write what the help of the diagnostic lists; one that was not tried is not offered.
	Named bool
	// Ranked: the suspects are ranked even if the error has no explanation.
	Ranked bool
}

// OrderedOptions select the diagnostics of an ordered program.
type OrderedOptions struct {
	// Brief omits explanations and changes.
	Brief bool
	// Sketch adds the data of a picture to explanations.
	Sketch bool
	// Certify adds the proofs as plain data to explanations.
	Certify bool
	// Steps is the budget of explanations; the zero value has the defaults.
	Steps explain.Steps
	// Observe, if not nil, gets each explained fault with all its suspects.
	Observe func(*lang.Diagnostic, []blame.Candidate)
}

// RunOrdered returns the diagnostics of a program: those of its text and its names, and those of its types.
func RunOrdered[P Ordered[P, E], E any](p P, o OrderedOptions) []lang.Diagnostic {
	run := ordered[P, E]{program: p.Table().Program, p: p, options: o, budget: repair.NewBudget()}
	return run.run()
}

// mostFaults is the maximum number of contradictions that are explained per definition.
const mostFaults = 50

// farFetched is the cost from which a change is offered only if it leaves no error.
const farFetched = 24

// An ordered diagnoses one program.
type ordered[P Ordered[P, E], E any] struct {
	program *message.Program
	p       P
	options OrderedOptions
	trials  *repair.Trials // made for the first fault that needs it
	budget  *repair.Budget // of trials
	guesser *repair.Guesser

	explained int // number of faults with an explanation
}

func (o *ordered[P, E]) run() []lang.Diagnostic {
	x := o.program.Explainer()
	x.Allow(o.options.Steps)
	x.Order = o.p.Order
	var list []*Report[E]
	add := func(ds []lang.Diagnostic) {
		for _, dg := range ds {
			list = append(list, &Report[E]{Diagnostic: dg})
		}
	}
	table := o.p.Table()
	add(table.Known)
	var all []faults
	left, more := lang.MaxErrors, false
	table.EachSorted(o.program.Solver.Watch, func(d int32) {
		if left == 0 {
			more = true
			return
		}
		f := o.faults(d)
		more = more || len(f.list) > left
		f.list = f.list[:min(len(f.list), left)]
		left -= len(f.list)
		all = append(all, f)
	}, func(d int32) { add(o.p.Others(d)) })
	without := o.p
	if len(all) > 0 {
		without = o.without(all)
	}
	first := len(list)
	for i := range all {
		list = append(list, o.reports(&all[i], without)...)
	}
	if o.isTooLarge() && first < len(list) {
		list[first].Notes = append(list[first].Notes, lang.Text(
			"types after this error may be wrong or missing: the program is too large to be derived again without it"))
	}
	add(o.p.Notes(without))
	if more {
		add([]lang.Diagnostic{lang.Unreported(o.program.File.End())})
	}
	var ds []lang.Diagnostic
	for _, r := range list {
		ds = append(ds, r.Diagnostic)
	}
	if o.options.Brief {
		return ds
	}
	o.guesser = o.p.Guesser(lang.Errors(ds))
	for i, r := range list {
		o.change(r)
		ds[i] = r.Diagnostic
	}
	gatherFixed(ds, o.program.File)
	return ds
}

// gatherFixed makes an error a consequence of an earlier one whose first change fixes all errors, if this one offers the
// same change first, or none that fixes all errors. It takes linear time.
func gatherFixed(ds []lang.Diagnostic, f *lang.File) {
	first := make(map[string]*lang.Diagnostic) // by change; "": the first one
	for i := range ds {
		d, change := &ds[i], ""
		if d.Severity != lang.Error || d.Secondary {
			continue
		}
		if len(d.Fixes) > 0 && d.Fixes[0].Clean {
			change = fmt.Sprint(d.Fixes[0].Edits)
		}
		report := first[change]
		if report == nil && change != "" {
			if first[change] = d; first[""] == nil {
				first[""] = d
			}
		}
		if report == nil {
			continue
		}
		if d.Secondary = true; change == "" {
			d.Fixes = nil // those that leave errors
		}
		report.Besides = append(report.Besides, lang.Related{Span: d.Span, Message: d.Message})
		report.Notes = append(slices.Clip(report.Notes),
			lang.Say("the first change also removes the error at %s: %s", f.Position(d.Span.Start).String(), d.Message))
	}
}

// faults are those of a definition, or of definitions that are explained together, in the order in which they were
// found: first the explained ones.
type faults struct {
	def  int32
	list []message.Fault
	rest explain.Remainder // what is left after the explained ones
}

// faults finds the contradictions of a definition, and where they are complete.
func (o *ordered[P, E]) faults(d int32) (f faults) {
	f.def = d
	most := min(mostFaults, maxExplainedFile-o.explained)
	if large := tooLarge(o.program, d); large || most == 0 {
		f.list, f.rest = o.program.Rest(d, nil), explain.SomethingLeft
		if large {
			f.rest = explain.TooMuchWork
		}
		return f
	}
	explained, rest := o.program.Explainer().Contradictions(d, most,
		func(c *explain.Contradiction) func(explain.Source) bool {
			at := o.program.Complete(c, o.p.Order)
			f.list = append(f.list, at)
			return o.p.LeaveOut(at)
		})
	o.explained += len(explained)
	if f.rest = rest; rest != explain.NothingLeft || len(f.list) == 0 { // each conflict is reported
		f.list = append(f.list, o.program.Rest(d, explained)...)
	}
	return f
}

// mostTwice is how many nodes a program has at most, with those that work counts for, to be derived twice: more would
// take too much memory.
const mostTwice = 1_500_000

func (o *ordered[P, E]) isTooLarge() bool { return o.program.Solver.Work() > mostTwice }

// without derives the program without the constraints at fault, if it is not too large.
func (o *ordered[P, E]) without(all []faults) (without P) {
	if o.isTooLarge() {
		return without
	}
	var list []message.Fault
	for i := range all {
		list = append(list, all[i].list...)
	}
	o.program.Explainer().Within(func() {
		if q, ok := o.p.Without(list); ok {
			without = q
		}
	})
	return without
}

// reports describes the faults of a definition. A place with a report gets no further one without an explanation.
func (o *ordered[P, E]) reports(f *faults, without P) (list []*Report[E]) {
	places := make(map[lang.Span]bool)
	for _, fault := range f.list {
		rest := fault.Proof == nil && fault.Core == nil
		if rest && places[o.program.Span(fault.At.Reason.Site)] {
			continue
		}
		r := o.report(f, fault, without)
		if rest && places[r.Span] {
			continue
		}
		places[r.Span] = true
		if rest {
			places[o.program.Span(fault.At.Reason.Site)] = true
		}
		list = append(list, r)
	}
	list = o.p.Join(f.def, list)
	if o.options.Brief {
		return list
	}
	for _, r := range list {
		if r.Proof == nil {
			continue
		}
		if o.program.Explainer().Within(func() {
			x := o.program.Explanation(r.Contradiction, r.Clash, o.options.Sketch, o.options.Certify)
			r.Explanation = x
			o.p.CompleteExplanation(r)
		}) {
			continue
		}
		r.Explanation = nil
		r.Notes = append(r.Notes, o.program.NotExplained(true))
	}
	return list
}

// report describes a fault.
func (o *ordered[P, E]) report(f *faults, fault message.Fault, without P) *Report[E] {
	r := &Report[E]{Fault: fault, Alone: f.rest == explain.NothingLeft && len(f.list) == 1}
	described := o.program.Explainer().Within(func() { r.Diagnostic, r.Evidence = o.p.DescribeFault(fault, without) })
	if !described {
		r.Diagnostic, r.Proof = o.p.Least(fault), nil
	}
	if r.Proof == nil {
		r.Notes = append(r.Notes, o.program.NotExplained(!described || fault.Proof != nil || f.rest == explain.TooMuchWork))
	}
	return r
}

// change adds the changes that fix an error, and the suspects for a fault.
func (o *ordered[P, E]) change(r *Report[E]) {
	var repairs []repair.Repair
	within := func(part func()) bool { return o.program.Explainer().Within(part) }
	tried := true
	if r.Explanation != nil {
		if tried = within(func() { repairs = o.repairs(r) }); !tried {
			o.trials, repairs = nil, nil // interrupted within a trial
		}
	}
	var g Guesses
	var accepted []repair.Guess
	if !within(func() {
		g = o.p.Guesses(r)
		accepted = o.guess(r, &g)
	}) {
		tried = false
	}
	if !tried {
		r.Notes = append(r.Notes, o.program.NotAllTried(true))
	}
	if r.Explanation == nil && !g.Ranked {
		return
	}
	if repairs == nil {
		for i := range accepted {
			repairs = append(repairs, accepted[i].Repair())
		}
	}
	within(func() { o.blame(r, repairs) })
	if p, ok := any(o.p).(Restating[E]); ok && len(r.Fixes) > 0 && r.Fixes[0].Clean {
		p.Restate(r)
	}
}

// repairs tries changes at the places of a fault, and returns those that fix it.
func (o *ordered[P, E]) repairs(r *Report[E]) []repair.Repair {
	at, ok := any(o.p).(Repairing[E])
	if !ok {
		return nil
	}
	if o.trials == nil {
		o.trials = repair.NewTrials(at.Repairable(), nil)
	}
	fixes, repairs := o.trials.Repairs(r.Contradiction, r.Diagnostic.Span, at.Places(r), nil, r.Alone, o.budget,
		func(p *repair.Repairer, s repair.Spot) { at.ProposeAt(r, p, s) })
	for _, f := range fixes {
		if f.Checked || f.Cost < farFetched { // a cheap change may leave other errors
			r.Fixes = append(r.Fixes, f.Fix)
		}
	}
	return repairs
}

// guess tries guesses for an error, and the fixes that it already has. It returns the guesses that fix it.
func (o *ordered[P, E]) guess(r *Report[E], g *Guesses) []repair.Guess {
	given := r.Fixes
	if g.Named {
		r.Fixes = nil // until they are tried
	}
	var accepted []repair.Guess
	if g.List != nil && !o.guesser.Spent() {
		accepted = o.guesser.Try(&r.Diagnostic, g.List(), g.Bounds)
	}
	if g.Instead && len(accepted) == 0 {
		accepted = o.guesser.Try(&r.Diagnostic, repair.Guesses(given), g.Bounds)
	}
	fixes := repair.Offered(accepted)
	switch {
	case !g.Instead:
		r.Fixes = append(fixes, given...)
	case len(fixes) > 0:
		r.Fixes = fixes
	}
	if g.Named && len(fixes) > 0 {
		r.Help = nil
	}
	for k := range r.Fixes {
		if f := &r.Fixes[k]; !f.Checked {
			o.guesser.Test(&r.Diagnostic, f)
		}
	}
	return accepted
}

// blame ranks the suspects for a fault, and marks the first one if it is likelier than all others and not shown yet. If
// the first change leaves no error and is elsewhere, or all are, there is no mark; one that adds what is missing there
// becomes the first one.
func (o *ordered[P, E]) blame(r *Report[E], repairs []repair.Repair) {
	list, weights := o.p.Suspects(r, repairs)
	blame.RankCandidates(weights, list)
	changedFirst(list, r.Fixes)
	r.Blame = blame.Listed(list, r.Span)
	if mark, ok := mostLikely(&r.Diagnostic); ok {
		there := func(f lang.Fix) bool { return len(f.Edits) > 0 && mark.Span.Contains(f.Edits[0].Span) }
		i := slices.IndexFunc(r.Fixes, there)
		added := i > 0 && r.Fixes[i].Clean && r.Fixes[i].Edits[0].Span.Empty()
		if len(r.Fixes) == 0 || i == 0 || i > 0 && (added || !r.Fixes[0].Clean) {
			r.Related = append(r.Related, mark)
		}
		if added {
			f := r.Fixes[i]
			r.Fixes = slices.Insert(slices.Delete(r.Fixes, i, i+1), 0, f)
		}
	}
	if o.options.Observe != nil {
		o.options.Observe(&r.Diagnostic, list)
	}
}

// likelier is the difference of scores up to which the place of the best change comes before a likelier one.
const likelier = 2 * lang.AboutAsLikely

// changedFirst moves the place that the best change replaces to the front, or the innermost one into which it inserts
// something, if it is not much less likely than the first.
func changedFirst(list []blame.Candidate, fixes []lang.Fix) {
	if len(fixes) == 0 || !fixes[0].Clean || len(fixes[0].Edits) != 1 {
		return
	}
	at, best := fixes[0].Edits[0].Span, -1
	for i, c := range list {
		if list[0].Score-c.Score >= likelier {
			break
		}
		value := !at.Empty() && c.Span.Contains(at) && c.Span.End == at.End // or an argument with its name
		into := at.Empty() && c.Span.Start < at.Start && at.Start < c.Span.End
		if (value || into) && (best < 0 || list[best].Span.Contains(c.Span)) {
			best = i
		}
	}
	if best > 0 {
		c := list[best]
		c.Score = list[0].Score
		copy(list[1:best+1], list[:best])
		list[0] = c
	}
}

// mostLikely returns a mark for the first suspect, if it clearly leads the ranking and no other mark is at, within or
// around its place.
func mostLikely(dg *lang.Diagnostic) (mark lang.Related, ok bool) {
	if _, undecided := lang.Rival(dg.Blame); undecided || len(dg.Blame) == 0 {
		return mark, false
	}
	at := dg.Blame[0].Span
	same := func(s lang.Span) bool { return s.Contains(at) || at.Contains(s) }
	if same(dg.Span) || slices.ContainsFunc(dg.Related, func(r lang.Related) bool { return same(r.Span) }) {
		return mark, false
	}
	return lang.Related{Span: at, Message: lang.Text("most likely the mistake is here")}, true
}
