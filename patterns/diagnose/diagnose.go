package diagnose

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/blame"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
)

// Options select the diagnostics.
type Options struct {
	// Known are the diagnostics of the text, the names and the types.
	Known []lang.Diagnostic
	// Brief omits explanations and repairs; only verdicts are needed.
	Brief bool
	// Sketch adds the data of a picture to explanations.
	Sketch bool
	// Certify adds the proofs as plain data to explanations.
	Certify bool
	// AllErrors also reports errors one by one that one place is likely to cause.
	AllErrors bool
	// Observe, if not nil, gets each explained clash with all its suspects.
	Observe func(*lang.Diagnostic, []blame.Suspect)
	// ReportedElsewhere, if not nil, gets the place of each definition with conflicts, and reports whether these are
	// reported elsewhere: then they are neither explained nor reported.
	ReportedElsewhere func(lang.Span) bool
	// HiddenSites is the budget for finding hidden errors, in sites; 0 is the default.
	HiddenSites int
	// Steps is the budget of explanations; the zero value has the defaults.
	Steps explain.Steps
}

// Derived is a derived program with additional, optional inputs of the diagnosis.
type Derived struct {
	*repair.Program
	Spare repair.Memory // for programs that are tried; may be nil

	// Hole is the text of a hole for a site; see blame.New.
	Hole func(site int32) string
	// Without derives the same program again without some constraints. If it is nil, hidden errors are not found. It
	// may reuse a memory, which may be nil.
	Without func(message.Holes, repair.Memory) Derived
	// Remark adds information to a diagnostic that the notation of the language does not show.
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
	if d.cachedTrials == nil {
		return d.diagnostics, d.Spare
	}
	return d.diagnostics, d.cachedTrials.Memory
}

// A diagnoser diagnoses one derivation of a program.
type diagnoser struct {
	Derived
	options     *Options
	unended     map[string]bool // definitions that run into the next one
	diagnostics []lang.Diagnostic

	cachedTrials *repair.Trials
	blamer       *blame.Blamer
	budget       *repair.Budget
	holes        int // sites that may still be derived with a hole

	found     int // the number of errors that are not explained
	explained int // the number of explained errors
	steps     int // the number of their proof steps
	mistakes  map[mistake]bool

	taken        message.Holes        // the constraints to leave out next, to find hidden errors
	smallRepairs []int32              // definitions in which a small change leaves no error, so they hide none
	suspects     map[blame.Place]bool // the suspects for the errors that hid the errors of this derivation
	suspected    []blame.Place        // the suspects for the errors of this derivation

	start map[string]int32 // the starts of definitions, by name; computed on demand
}

// trials returns the trials of the program, made on the first call.
func (d *diagnoser) trials() *repair.Trials {
	if d.cachedTrials == nil {
		d.cachedTrials = repair.NewTrials(d.Program, d.Spare)
	}
	return d.cachedTrials
}

// blame returns the blamer of the program, made on the first call.
func (d *diagnoser) blame() *blame.Blamer {
	if d.blamer == nil {
		d.blamer = blame.New(d.Program, d.Hole, blame.FromTrials(d.trials()))
		d.blamer.Budget = &d.holes
	}
	return d.blamer
}

// reported reports whether the errors of a definition are reported elsewhere.
func (d *diagnoser) reported(def int32) bool {
	return d.options.ReportedElsewhere != nil && d.options.ReportedElsewhere(d.Definition(def).Span)
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
	if d.found > lang.MaxErrors {
		d.report(lang.Unreported(d.File.End()))
	}
}

func (d *diagnoser) report(ds ...lang.Diagnostic) { d.diagnostics = append(d.diagnostics, ds...) }
