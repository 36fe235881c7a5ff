package diagnose

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/blame"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
)

// Work is bounded for a definition and for a file, so that a program with very many errors is reported quickly; errors
// beyond the bounds are reported without explanation.
const (
	maxExplained     = 100       // errors of one definition
	explainedNodes   = 4_000_000 // graph nodes of a definition that are solved again to explain them
	minExplained     = 4
	maxExplainedFile = 1000
	maxSteps         = 500_000 // proof steps of these
)

// A mistake is a suspect in definitions that are explained together, and the kind of its error.
type mistake struct {
	in    int32
	at    blame.Place
	code  lang.Code
	label string
}

// tooLarge reports whether a definition is too large for explanations of its errors.
func tooLarge(p *message.Program, def int32) bool {
	first, end := p.Solver.Nodes(def)
	return int(end-first) > explainedNodes
}

// contradictions explains the errors of a definition and those that are explained together with it, as diagnostics, and
// returns what is left.
func (d *diagnoser) contradictions(def int32) ([]lang.Diagnostic, explain.Remainder) {
	x := d.Explainer()
	if d.steps > maxSteps || d.explained >= maxExplainedFile || x.Spent() {
		return nil, explain.SomethingLeft
	}
	if tooLarge(d.Program.Program, def) {
		return nil, explain.TooMuchWork
	}
	most := min(maxExplained, max(minExplained, explainedNodes/max(1, x.Size(def))), maxExplainedFile-d.explained)
	together := x.Together(def)
	var ds []lang.Diagnostic
	if d.mistakes == nil {
		d.mistakes = make(map[mistake]bool)
	}
	away := make(map[*explain.Contradiction]bool) // the constraints left out for it are in other definitions
	all, rest := x.Contradictions(def, most, func(c *explain.Contradiction) func(explain.Source) bool {
		dg, places := d.contradiction(c)
		// The errors at one place are reported once, and once for each missing label.
		if len(places) > 0 {
			wrong := mistake{together[0], places[0].Place, dg.Code, dg.Clash.Label}
			dg.Secondary = d.suspect(places) || d.mistakes[wrong]
			d.mistakes[wrong] = true
		}
		ds = append(ds, dg)
		if dg.Explanation != nil {
			d.steps += len(dg.Explanation.Steps)
		}
		here := func(s *blame.Suspect) bool {
			return !s.Origin() && (s.Def == def || len(together) > 1 && slices.Contains(together, s.Def))
		}
		if s := d.blame().ToLeaveOut(places, nil); s != nil && !here(s) {
			away[c] = true
			d.leaveOutNext(d.holesElsewhere(c, s.Place)...)
		}
		if s := d.blame().ToLeaveOut(places, here); s != nil {
			return d.blame().Stated(c, s.Place)
		}
		return func(explain.Source) bool { return false }
	})
	d.explained += len(all)
	for _, c := range all {
		for _, s := range c.Taken {
			if !away[c] {
				d.leaveOutNext(d.holeOf(s))
			}
		}
	}
	return ds, rest
}

// contradiction returns the diagnostic of a contradiction, with the suspects. A place whose change fixes the error is
// likelier at fault, so the suspects are ranked again when the repairs are known. Each part of the work has a budget;
// there are no suspects if the budget for ranking them was too small.
func (d *diagnoser) contradiction(c *explain.Contradiction) (dg lang.Diagnostic, places []blame.Suspect) {
	within := d.Explainer().Within
	if !within(func() {
		places = d.blame().Suspects(c)
		dg = d.clash(c, places, lang.Related{})
	}) {
		d.dropCaches()
		return d.unranked(c), nil
	}
	var fixes []repair.Fix
	var repairs []repair.Repair
	tried := true
	if c.Given >= 0 {
		if tried = within(func() {
			stays := d.blame().Stays(c, places)
			fixes, repairs = d.trials().Repairs(c, dg.Span, d.toChange(&dg, places), stays, false, d.budget, nil)
		}); !tried {
			d.dropCaches()
		}
	}
	var list []blame.Suspect
	if !within(func() { dg, list = d.ranked(c, places, fixes, repairs) }) {
		d.dropCaches()
		return d.unranked(c), places
	}
	switch {
	case !tried:
		dg.Notes = append(dg.Notes, d.NotAllTried(true))
	case len(fixes) == 0 && c.Given >= 0 && d.budget.Missed:
		dg.Notes = append(dg.Notes, d.NotAllTried(false))
	}
	if d.Remark != nil {
		d.Remark(&dg)
	}
	dg.Fingerprint = fingerprint(&dg)
	if d.options.Observe != nil {
		d.options.Observe(&dg, list)
	}
	return dg, places
}

// ranked returns the diagnostic of a contradiction with its suspects and repairs, and the listed suspects.
func (d *diagnoser) ranked(
	c *explain.Contradiction, places []blame.Suspect, fixes []repair.Fix, repairs []repair.Repair,
) (dg lang.Diagnostic, list []blame.Suspect) {
	if c.Given >= 0 {
		if d.blame().Repairable(places, repairs, fixes) {
			d.blame().Rank(c.Def, places)
		}
		mirrored := len(fixes) > 1 && len(places) > 0 && d.mirrored(&fixes[0].Fix, &fixes[1].Fix)
		if mirrored && places[0].Shown().Contains(fixes[1].Edits[0].Span) {
			fixes[0], fixes[1] = fixes[1], fixes[0]
		}
		d.noteRepairs(c.Def, repairs)
	}
	list = d.blame().Listed(c.Def, places)
	preferFixed(list, repairs, fixes)
	d.blame().SortFixes(list, fixes)
	var first *repair.Fix
	if len(fixes) > 0 {
		first = &fixes[0]
	}
	blamed := d.blame().Reported(c, list, first)
	dg = d.clash(c, list, likeliest(blamed))
	for i := range fixes {
		dg.Fixes = append(dg.Fixes, fixes[i].Fix)
	}
	d.because(&dg, c)
	dg.Help = slices.DeleteFunc(dg.Help, func(h lang.Phrase) bool { return saidByFix(h, dg.Fixes) })
	dg.Explanation = d.Explanation(c, dg.Clash, d.options.Sketch, d.options.Certify)
	dg.Blame = blamed
	return dg, list
}

// because notes how the sides of a contradiction meet, if there is no proof.
func (d *diagnoser) because(dg *lang.Diagnostic, c *explain.Contradiction) {
	if len(c.Core) == 0 {
		dg.Notes = append(dg.Notes, d.Because(c.Given))
	}
}

// unranked returns the diagnostic of a contradiction whose suspects could not be ranked within the budget. It has a
// proof if another budget is enough for that.
func (d *diagnoser) unranked(c *explain.Contradiction) (dg lang.Diagnostic) {
	if d.Explainer().Within(func() {
		dg = d.clash(c, nil, lang.Related{})
		d.because(&dg, c)
		dg.Explanation = d.Explanation(c, dg.Clash, d.options.Sketch, d.options.Certify)
	}) {
		dg.Notes = append(dg.Notes, d.NotAllTried(true))
		dg.Fingerprint = fingerprint(&dg)
		return dg
	}
	unproved := *c
	unproved.Proof = nil
	dg = d.clash(&unproved, nil, lang.Related{})
	dg.Notes = append(dg.Notes, d.NotExplained(true))
	return dg
}

// dropCaches drops the data that a budget may have left half changed.
func (d *diagnoser) dropCaches() { d.blamer, d.cachedTrials, d.Spare = nil, nil, nil }

// clash returns the diagnostic of a clash, with the side at the likeliest place first; primary is the primary place, or
// zero.
func (d *diagnoser) clash(c *explain.Contradiction, places []blame.Suspect, primary lang.Related) lang.Diagnostic {
	rank := make(map[blame.Place]int, len(places))
	for i, p := range places {
		if _, ok := rank[p.Place]; !ok {
			rank[p.Place] = i
		}
	}
	return d.Clash(d.DefName(c.Def), c, func(w *message.Witness) int {
		if i, ok := rank[blame.Place{Site: w.Site}]; ok {
			return i
		}
		return len(places)
	}, primary)
}

// toChange returns the places to change first.
func (d *diagnoser) toChange(dg *lang.Diagnostic, places []blame.Suspect) []repair.Place {
	var list []repair.Place
	for _, p := range places {
		r := repair.Place{Site: p.Site, Alone: d.blame().Alone(p)}
		if p.Span != dg.Span && p.Span.Contains(dg.Span) && !p.Seam {
			r.Label = dg.Span
		}
		list = append(list, r)
	}
	return list
}

// mirrored reports whether each of two changes renames a label to the label that the other one replaces: of two
// spellings that occur once each, only blame can decide which is right.
func (d *diagnoser) mirrored(x, y *lang.Fix) bool {
	if len(x.Edits) != 1 || len(y.Edits) != 1 || x.Grade != y.Grade {
		return false
	}
	label := func(text string) string { return strings.TrimLeft(text, d.Style().Signs) }
	e, f := x.Edits[0], y.Edits[0]
	return label(e.Text) == label(d.File.Text(f.Span)) && label(f.Text) == label(d.File.Text(e.Span))
}

// saidByFix reports whether a tried change makes a hint redundant: it is about the one label that the hint names.
func saidByFix(hint lang.Phrase, fixes []lang.Fix) bool {
	labels := hint.Labels()
	return len(labels) == 1 && slices.ContainsFunc(fixes, func(f lang.Fix) bool {
		return slices.Contains(f.Title.Labels(), labels[0])
	})
}

// likeliest returns the likeliest suspect, with its default label.
func likeliest(list []lang.Blame) lang.Related {
	if len(list) == 0 {
		return lang.Related{}
	}
	says := "most likely the mistake is here"
	if _, undecided := lang.Rival(list); undecided {
		says = "perhaps the mistake is here"
	}
	return lang.Related{Span: list[0].Span, Message: lang.Text(says)}
}

// preferFixed moves the place that the best change changes to the front, if it is about as likely as the first one. A
// change that inserts a name does not count, so that blame does not depend on names, unless it applies a function that
// fits: that is more likely than a mistake in another definition.
func preferFixed(list []blame.Suspect, repairs []repair.Repair, fixes []repair.Fix) {
	fits := len(fixes) > 0 && fixes[0].Fits
	var edits []lang.Edit
	switch {
	case fits:
		edits = fixes[0].Edits
	case len(repairs) > 0:
		edits = repairs[0].Edits
	}
	for i := range list {
		s := list[i]
		within, gain := lang.AboutAsLikely, 0.0
		if fits {
			gain = 2 * lang.AboutAsLikely
			if s.Def != list[0].Def {
				within = 4 * lang.AboutAsLikely
			}
		}
		at := s.Shown()
		if list[0].Score-s.Score < within &&
			slices.ContainsFunc(edits, func(e lang.Edit) bool { return at.Contains(e.Span) }) {
			s.Score = list[0].Score + gain
			copy(list[1:i+1], list[:i])
			list[0] = s
			return
		}
	}
}

// fingerprint identifies a mistake wherever it is in the text: it is computed from the definition, the labels and the
// text of the core, not from places.
func fingerprint(dg *lang.Diagnostic) string {
	var parts []string
	for _, c := range dg.Explanation.Core {
		parts = append(parts, c.Definition+"\x00"+c.Rule+"\x00"+c.Part+"\x00"+c.Text.String())
	}
	slices.Sort(parts)
	h := sha256.New()
	path, core := strings.Join(dg.Clash.Path, "\x00"), strings.Join(parts, "\x01")
	fmt.Fprintf(h, "%s\x01%s\x01%s\x01%s", dg.Code, dg.Definition, path, core)
	return hex.EncodeToString(h.Sum(nil)[:10])
}
