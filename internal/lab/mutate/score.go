package mutate

import (
	"bytes"
	"slices"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
)

// A Score evaluates the report of one mutant. If not noted otherwise, a figure is about the first error: the first
// clash, in the order of output, that is not a consequence of another one. An error without an explanation has no
// slice; it blames its own place, and then the others that it shows.
type Score struct {
	ID       string `json:"id"`
	Program  string `json:"program"`
	Operator string `json:"operator"`
	Split    string `json:"split"`

	Errors     int `json:"errors"`     // clashes that are not consequences
	Explained  int `json:"explained"`  // of these, with an explanation
	WithTruth  int `json:"with_truth"` // of these, with a truth in the slice
	MinimalAll int `json:"minimal_all"`
	CheckedAll int `json:"checked_all"`

	Proof       bool  `json:"proof"`       // the error has an explanation
	InSlice     bool  `json:"in_slice"`    // a constraint of the core is tight for a truth
	Shown       bool  `json:"shown"`       // InSlice or, for an error without an explanation, a shown place is tight
	Rank        int   `json:"rank"`        // of the first suspect that is tight for a truth, from 1; 0: none
	Exact       int   `json:"exact"`       // of the first suspect that is a place of a truth
	Slice       int   `json:"slice"`       // constraints in the definition, where a call counts as one fact
	Steps       int   `json:"steps"`       // of that derivation, without chains and the final clash
	Followed    int   `json:"followed"`    // constraints, with calls followed into the callees
	Through     int   `json:"through"`     // steps of that derivation
	StoryLines  int   `json:"story_lines"` // lines of the story, which is what people read
	Fix         bool  `json:"fix"`         // a checked repair is offered
	Restores    bool  `json:"restores"`    // the first repair restores the original
	RestoresBy  bool  `json:"restores_by"` // some repair does
	Both        bool  `json:"both"`        // for two edits: each has an error of its own
	Apart       bool  `json:"apart"`       // the two are in unrelated definitions
	Independent bool  `json:"independent"` // each of the two is an error whatever replaces the other
	Helps       int   `json:"helps"`       // repairs that are offered for its errors
	FalseHelps  int   `json:"false_helps"` // repairs with a false claim
	UnfitHelps  int   `json:"unfit_helps"` // repairs that are useless for people; see unfit
	Undefined   int   `json:"undefined"`   // repairs that leave no error, but something that is never defined
	Declared    bool  `json:"declared"`    // the first repair is within the definition of a type, and no truth is
	Lines       []int `json:"lines"`       // of the report of each error, as text
	Words       Words `json:"words"`
	time        time.Duration
}

// Judge scores the diagnostics of a mutant. It uses nothing else, so it can score those of any analyzer.
func Judge(m *Mutant, diagnostics []lang.Diagnostic) Score {
	s := Score{ID: m.ID, Program: m.Program, Operator: m.Operator, Split: m.Split, Apart: m.Apart,
		Independent: m.Independent}
	o := NewOracle(m)
	var errors []*lang.Diagnostic
	for i := range diagnostics {
		d := &diagnostics[i]
		s.Words.count(d, m.Language.word)
		if d.Severity == lang.Error && !d.Secondary && m.Language.expects(d) {
			errors = append(errors, d)
		}
	}
	s.Errors = len(errors)
	for _, d := range errors {
		x := d.Explanation
		if x == nil {
			continue
		}
		s.Explained++
		if slices.Contains(o.slice(d), true) {
			s.WithTruth++
		}
		if x.Minimal {
			s.MinimalAll++
		}
		if x.Checked {
			s.CheckedAll++
		}
	}
	s.Both = len(m.Truths) == 2 && o.both(errors)
	if len(errors) == 0 {
		return s
	}
	d := errors[0]
	for i, b := range blamed(d) {
		for t := range m.Truths {
			if s.Rank == 0 && o.Tight(t, b.Span) {
				s.Rank = i + 1
			}
			if s.Exact == 0 && o.Exact(t, b.Span) {
				s.Exact = i + 1
			}
		}
	}
	s.Shown = slices.Contains(o.slice(d), true)
	if x := d.Explanation; x != nil {
		s.Proof = true
		s.InSlice = s.Shown
		s.Slice, s.Steps = sizeHere(d)
		s.Followed = len(x.Core)
		s.StoryLines = len(x.Story)
		for i := range x.Steps {
			if x.Steps[i].Rule != lang.StepTrans {
				s.Through++
			}
		}
	}
	s.Fix = slices.ContainsFunc(d.Fixes, func(f lang.Fix) bool { return f.Checked })
	for i, f := range d.Fixes {
		if text, ok := Apply(m.Source, f.Edits); ok && m.isOriginal(text) {
			s.Restores, s.RestoresBy = i == 0, true
			break
		}
	}
	s.Declared = m.Language.types != nil && len(d.Fixes) > 0 && m.declares(d.Fixes[0].Edits)
	return s
}

// declares reports whether all edits are within definitions of types, and no truth is.
func (m *Mutant) declares(edits []lang.Edit) bool {
	types := m.Language.types(m.Language.file(m.Program, m.Source))
	within := func(s lang.Span) bool {
		return slices.ContainsFunc(types, func(t lang.Span) bool { return t.Contains(s) })
	}
	for _, t := range m.Truths {
		if slices.ContainsFunc(t.Places, func(p Place) bool { return within(p.Span) }) {
			return false
		}
	}
	return !slices.ContainsFunc(edits, func(e lang.Edit) bool { return !within(e.Span) })
}

// sizeHere counts what there is to read of an explanation in the definition of its error, where a call counts as one
// line: the constraints and the facts of calls, and the steps without chains of equalities and the final clash.
func sizeHere(d *lang.Diagnostic) (constraints, steps int) {
	for i := range d.Explanation.Core {
		if d.Explanation.Core[i].Definition == d.Definition {
			constraints++
		}
	}
	for i := range d.Explanation.Steps {
		switch s := &d.Explanation.Steps[i]; {
		case s.Definition != d.Definition || s.Rule == lang.StepTrans || s.Rule == lang.StepClash:
		case s.Rule == lang.StepInstance:
			constraints++
			steps++
		default:
			steps++
		}
	}
	return constraints, steps
}

// isOriginal reports whether a text is the mutant's original, up to the layout.
func (m *Mutant) isOriginal(text []byte) bool {
	return bytes.Equal(text, m.Original) ||
		m.Language.same(m.Language.file(m.Program, text), m.Language.file(m.Program, m.Original))
}

// blamed returns the places that an error blames, the likeliest first. An error without an explanation blames its own
// place, then the texts that its repairs replace, and then the other places that it shows.
func blamed(d *lang.Diagnostic) []lang.Blame {
	if len(d.Blame) > 0 {
		return d.Blame
	}
	list := []lang.Blame{{Span: d.Span}}
	for _, f := range d.Fixes {
		for _, e := range f.Edits {
			if !e.Span.Empty() {
				list = append(list, lang.Blame{Span: e.Span})
			}
		}
	}
	for _, r := range d.Related {
		list = append(list, lang.Blame{Span: r.Span})
	}
	return list
}

// slice reports for each truth whether an error's slice contains it. For an error without an explanation, the shown
// places are the slice.
func (o *Oracle) slice(d *lang.Diagnostic) []bool {
	has := make([]bool, len(o.truths))
	for t := range has {
		if d.Explanation == nil {
			has[t] = slices.ContainsFunc(blamed(d), func(b lang.Blame) bool { return o.Tight(t, b.Span) })
		} else {
			has[t] = slices.ContainsFunc(d.Explanation.Core, func(c lang.Constraint) bool { return o.States(t, &c) })
		}
	}
	return has
}

// both reports whether two errors contain the two truths, one each.
func (o *Oracle) both(errors []*lang.Diagnostic) bool {
	for i, d := range errors {
		a := o.slice(d)
		for _, e := range errors[i+1:] {
			b := o.slice(e)
			if a[0] && b[1] || a[1] && b[0] {
				return true
			}
		}
	}
	return false
}

// helps applies every repair that is offered for an error, and counts those whose claims do not hold when the changed
// program is checked from scratch: that it has no error, or that its definition has one error less and no other
// definition has more. An existing error that was hidden by the repaired one is not a new error; where errors hide
// those that depend on their results, one that follows the repaired one may take its place.
func (s *Score) helps(m *Mutant, diagnostics []lang.Diagnostic) {
	before, _ := errorsByDefinition(diagnostics)
	plain, _ := errorsByDefinition(m.check(m.Source, true))
	for i := range diagnostics {
		d := &diagnostics[i]
		s.UnfitHelps += unfit(m, d.Fixes)
		for _, f := range d.Fixes {
			s.Helps++
			if !f.Checked {
				continue
			}
			text, holds := Apply(m.Source, f.Edits)
			all := m.check(text, false)
			after, left := errorsByDefinition(all)
			holds = holds && (!f.Clean || left == 0)
			if most := before[d.Definition]; d.Secondary {
				holds = holds && after[d.Definition] <= most
			} else {
				reveals := m.Language.hides && after[d.Definition] == most && follow(all, diagnostics, d, f.Edits)
				holds = holds && (after[d.Definition] < most || reveals)
			}
			shown, _ := errorsByDefinition(m.check(text, true))
			for def, n := range shown {
				holds = holds && (def == d.Definition || n <= max(before[def], plain[def]))
			}
			if !holds {
				s.FalseHelps++
			}
			if left == 0 && slices.ContainsFunc(all, func(d lang.Diagnostic) bool { return d.Code == lang.NeverDefined }) {
				s.Undefined++
			}
		}
	}
}

// follow reports whether the errors after a change follow the repaired one, up to those that were there before.
func follow(after, before []lang.Diagnostic, repaired *lang.Diagnostic, edits []lang.Edit) bool {
	at := lang.Moved(repaired.Span.Start, edits)
	return !slices.ContainsFunc(lang.Errors(after), func(d lang.Diagnostic) bool {
		return d.Span.Start <= at && !slices.ContainsFunc(before, func(x lang.Diagnostic) bool {
			return x.Code == d.Code && x.Span != repaired.Span && lang.Moved(x.Span.Start, edits) == d.Span.Start
		})
	})
}

// unfit counts the repairs for one error that are useless for people: they give the same text as another repair, or
// delete a type or five words where another checked repair deletes less.
func unfit(m *Mutant, fixes []lang.Fix) (n int) {
	takes := func(f *lang.Fix) (words int, much bool) {
		for _, e := range f.Edits {
			if e.Text == "" {
				gone := m.Source[e.Span.Start:e.Span.End]
				words = max(words, len(bytes.Fields(gone)))
				much = much || words >= 5 || bytes.IndexByte(gone, '$') >= 0
			}
		}
		return words, much
	}
	seen := make(map[string]bool)
	for i := range fixes {
		words, much := takes(&fixes[i])
		less := slices.ContainsFunc(fixes, func(f lang.Fix) bool {
			fewer, also := takes(&f)
			return f.Checked && fewer < words && !also
		})
		text, _ := Apply(m.Source, fixes[i].Edits)
		same := string(bytes.Join(bytes.Fields(text), []byte(" ")))
		if seen[same] || much && less {
			n++
		}
		seen[same] = true
	}
	return n
}

// check analyses a text in place of the mutant's; brief omits explanations, and so the errors that others hide.
func (m *Mutant) check(text []byte, brief bool) []lang.Diagnostic {
	return m.Language.analyze(m.Program, text, brief, nil).Diagnostics
}

// errorsByDefinition counts errors that are not consequences.
func errorsByDefinition(ds []lang.Diagnostic) (of map[string]int, all int) {
	of = make(map[string]int)
	for i := range ds {
		if ds[i].Severity == lang.Error && !ds[i].Secondary {
			of[ds[i].Definition]++
			all++
		}
	}
	return of, all
}

// plainWidth is the width of check's output without a terminal.
const plainWidth = 100

// reportLines counts the lines that check prints for each error.
func reportLines(file *lang.File, diagnostics []lang.Diagnostic) (list []int) {
	style := report.Style{Width: plainWidth}
	for i := range diagnostics {
		if d := &diagnostics[i]; d.Severity == lang.Error && !d.Secondary {
			in := report.Input{Name: file.Name, File: file, Diagnostics: diagnostics[i : i+1]}
			list = append(list, bytes.Count(bytes.TrimRight(style.AppendDiagnostics(nil, &in), "\n"), []byte("\n"))+1)
		}
	}
	return list
}

// Measure analyses mutants and scores the reports, in their order.
func Measure(mutants []Mutant, jobs int) []Score {
	scores := make([]Score, len(mutants))
	parallel(jobs, len(mutants), func(i int) {
		m := &mutants[i]
		start := time.Now()
		r := m.Language.analyze(m.Program, m.Source, false, nil)
		took := time.Since(start)
		scores[i] = Judge(m, r.Diagnostics)
		scores[i].time = took
		scores[i].helps(m, r.Diagnostics)
		scores[i].Lines = reportLines(r.File, r.Diagnostics)
	})
	return scores
}
