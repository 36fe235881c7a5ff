package diagnose

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/blame"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
)

// Options say what is looked for.
type Options struct {
	// Known are the diagnostics of the text, the names and the types.
	Known []lang.Diagnostic
	// Brief leaves out explanations and changes, where only verdicts count.
	Brief bool
	// Sketch adds to explanations what a picture of them needs.
	Sketch bool
	// AllErrors reports errors one by one, also those that one place is likely to cause.
	AllErrors bool
	// Observe, when it is set, gets each explained clash with all places that may be at
	// fault.
	Observe func(*lang.Diagnostic, []blame.Suspect)
	// Told, when it is set, is asked for the place of each definition with conflicts, and
	// says that these are reported elsewhere: then they are neither explained nor reported.
	Told func(lang.Span) bool
	// HiddenSites is in how many sites hidden errors are looked for; 0 is the default.
	HiddenSites int
	// Steps is how much work explanations may take; the zero value has the defaults.
	Steps explain.Steps
}

// Derived is a derived program with what diagnosing asks beyond mending. All of that may be
// left out.
type Derived struct {
	*repair.Program
	Spare repair.Memory // for programs that are tried; nil is none

	// Hole is the text of a hole for a site; see blame.New.
	Hole func(site int32) string
	// Without derives the same program once more without some constraints. Without it no
	// hidden errors are looked for. It may take over a memory; nil is none.
	Without func(message.Holes, repair.Memory) Derived
	// Remark adds to a diagnostic what the notation of the language does not show.
	Remark func(*lang.Diagnostic)
}

// Run returns the diagnostics of conflicts and of recursion that does not settle, in the order in which they were
// found, and the memory of programs that were tried.
func Run(p Derived, o Options) ([]lang.Diagnostic, repair.Memory) {
	d := &diagnoser{Derived: p, options: &o, budget: repair.NewBudget(), holes: blame.SitesPerFile}
	for i := range o.Known {
		if o.Known[i].Code == lang.MissingSemicolon {
			if d.unended == nil {
				d.unended = make(map[string]bool)
			}
			d.unended[o.Known[i].Definition] = true
		}
	}
	d.Explainer().Allow(o.Steps)
	d.run()
	if !o.AllErrors {
		d.gather()
	}
	if d.shop == nil {
		return d.diagnostics, d.Spare
	}
	return d.diagnostics, d.shop.Memory
}

// A diagnoser diagnoses one derivation of a program.
type diagnoser struct {
	Derived
	options     *Options
	unended     map[string]bool // definitions that run on into the next one
	diagnostics []lang.Diagnostic

	shop   *repair.Trials
	blamer *blame.Blamer
	budget *repair.Budget
	holes  int // sites that may still be derived with a hole

	explained int // errors that were explained
	steps     int // of their proofs
	mistakes  map[mistake]bool

	taken        message.Holes        // what is left out next, to find what is hidden
	smallRepairs []int32              // definitions in which a small change leaves no error, so they hide none
	suspects     map[blame.Place]bool // at fault for what hid the errors of this derivation
	suspected    []blame.Place        // and for these

	start map[string]int32 // of definitions, by name; nil until it is asked for
}

// work is the workshop, made on first call.
func (d *diagnoser) work() *repair.Trials {
	if d.shop == nil {
		d.shop = repair.NewTrials(d.Program, d.Spare)
	}
	return d.shop
}

// blame ranks places, made on first call.
func (d *diagnoser) blame() *blame.Blamer {
	if d.blamer == nil {
		d.blamer = blame.New(d.Program, d.Hole, blame.FromTrials(d.work()))
		d.blamer.Budget = &d.holes
	}
	return d.blamer
}

// reported reports whether what a definition has wrong is reported elsewhere.
func (d *diagnoser) reported(def int32) bool {
	return d.options.Told != nil && d.options.Told(d.Definition(def).Span)
}

func (d *diagnoser) run() {
	reported := make(map[int32]*reportedClashes)
	for def := range int32(d.Definitions()) {
		d.Solver.Watch.Step()
		x := d.Solver.Derivation(def)
		if x.Warn != patterns.NoWarn {
			d.report(d.warning(def, x))
		}
		if x.Unsettled && x.Recursive {
			d.report(d.unsettled(def))
		}
		if len(d.Solver.Conflicts(def)) > 0 && !d.reported(def) {
			d.conflicts(def, reported)
		}
	}
	if len(d.taken) > 0 && d.Without != nil {
		d.hidden(reported)
	}
}

func (d *diagnoser) report(ds ...lang.Diagnostic) { d.diagnostics = append(d.diagnostics, ds...) }
