package diagnose

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/message"
)

// gather merges the errors that one mistake is likely to cause into one report: that of the error whose first suspect
// is likeliest. The others become its consequences.
func (d *diagnoser) gather() {
	ds := d.diagnostics
	// Errors that one change at the first suspect of one of them fixes have the same cause.
	for _, errors := range d.alike(func(dg *lang.Diagnostic) any {
		if len(dg.Fixes) == 0 || !dg.Fixes[0].Checked || d.trials().TakesMuch(&dg.Fixes[0]) {
			return nil
		}
		return fmt.Sprint(dg.Fixes[0].Edits)
	}) {
		at := slices.DeleteFunc(slices.Clone(errors), func(i int) bool { return !changesSuspect(&ds[i]) })
		if len(at) > 0 {
			d.join(errors, d.plainest(at), nil)
		}
	}
	// So have errors with the same first suspect.
	for _, errors := range d.alike(func(dg *lang.Diagnostic) any { return dg.Blame[0].Span }) {
		apart := d.twoMistakes
		if len(errors) > mostMistakes && d.single(ds[errors[0]].Blame[0].Span) {
			apart = nil
		}
		d.join(errors, d.plainest(errors), apart)
	}
	// So have errors with the same first two suspects, in any order.
	for _, errors := range d.alike(func(dg *lang.Diagnostic) any {
		if len(dg.Blame) < 2 {
			return nil
		}
		a, b := dg.Blame[0].Span, dg.Blame[1].Span
		if b.Start < a.Start {
			a, b = b, a
		}
		return [2]lang.Span{a, b}
	}) {
		d.join(errors, d.plainest(errors), d.twoMistakes)
	}
	// So have errors without a change, where the change of another one replaces the text and leaves no error.
	for i := range ds {
		dg := &ds[i]
		if dg.Secondary || len(dg.Fixes) == 0 || !dg.Fixes[0].Clean || d.trials().TakesMuch(&dg.Fixes[0]) {
			continue
		}
		errors := []int{i}
		for j := range ds {
			o := &ds[j]
			if o.Definition == dg.Definition && !o.Secondary && o.Explanation != nil && len(o.Fixes) == 0 &&
				slices.ContainsFunc(dg.Fixes[0].Edits, func(e lang.Edit) bool { return e.Span.Contains(o.Span) }) {
				errors = append(errors, j)
			}
		}
		d.join(errors, i, nil)
	}
	d.incomplete()
	for i := range ds { // a report may have been joined to another one
		for n := ds[i].Mistake; n != 0 && ds[n-1].Mistake != n; {
			n = ds[n-1].Mistake
			ds[i].Mistake = n
		}
	}
}

// A lack is a missing label of a type that has a definition.
type lack struct {
	in    int32
	label string
}

// incomplete merges the errors in which one type lacks one label: if more places require it than one user would
// mistake, the mistake is in the type.
func (d *diagnoser) incomplete() {
	var types map[string]int32 // definitions, as they are written; computed on demand
	lacks := func(dg *lang.Diagnostic) any {
		if dg.Clash.Reason != "missing-label" || len(dg.Fixes) > 0 && dg.Fixes[0].Grade == "machine" {
			return nil // or the place that requires it has misspelled it
		}
		if types == nil {
			types = make(map[string]int32)
			for _, t := range d.TypeNames() {
				if t.Def >= 0 {
					types[d.Style().Type+t.Name] = t.Def
				}
			}
		}
		for _, w := range []*lang.Witness{dg.Clash.A, dg.Clash.B} {
			if t, ok := types[w.Shape]; ok && !slices.Contains(w.Labels, dg.Clash.Label) {
				return lack{t, dg.Clash.Label}
			}
		}
		return nil
	}
	for _, errors := range d.alike(lacks) {
		if len(errors) <= mostMistakes {
			continue
		}
		// The place in the type is its first suspect that comes first in an error, or else the outermost of its
		// suspects.
		within := d.TypeDefinition(lacks(&d.diagnostics[errors[0]]).(lack).in).Span
		var place lang.Blame
		for _, i := range errors {
			list := d.diagnostics[i].Blame
			if within.Contains(list[0].Span) {
				place = list[0]
				break
			}
			for _, b := range list {
				outer := cmp.Or(b.Span.Start-place.Span.Start, place.Span.End-b.Span.End) < 0
				if within.Contains(b.Span) && (place.Span.Empty() || outer) {
					place = b
				}
			}
		}
		from := errors
		if !place.Span.Empty() {
			from = slices.DeleteFunc(slices.Clone(errors), func(i int) bool {
				suspects := d.diagnostics[i].Blame
				return !slices.ContainsFunc(suspects, func(b lang.Blame) bool { return b.Span == place.Span })
			})
		}
		report := d.plainest(from)
		if !place.Span.Empty() {
			blameFirst(&d.diagnostics[report], place)
		}
		d.join(errors, report, nil)
	}
}

// blameFirst makes a place the first suspect of an error, and shows it first. Changes that leave errors do not fix it.
func blameFirst(dg *lang.Diagnostic, place lang.Blame) {
	if dg.Blame[0].Span == place.Span {
		return
	}
	place.Score = dg.Blame[0].Score + 2*lang.AboutAsLikely
	others := slices.DeleteFunc(dg.Blame, func(b lang.Blame) bool { return b.Span == place.Span })
	dg.Blame = append([]lang.Blame{place}, others...)
	dg.Fixes = slices.DeleteFunc(dg.Fixes, func(f lang.Fix) bool { return !f.Clean })
	if first := likeliest(dg.Blame); first.Span != dg.Span {
		dg.Related = append([]lang.Related{{Span: dg.Span, Message: dg.Label}}, dg.Related...)
		dg.Span, dg.Label = first.Span, first.Message
		if at := slices.IndexFunc(dg.Related, func(r lang.Related) bool { return r.Span == first.Span }); at >= 0 {
			dg.Label = lang.Say("%s; %s", dg.Related[at].Message, dg.Label)
			dg.Related = slices.Delete(dg.Related, at, at+1)
		}
	}
}

// alike lists the groups of at least two errors with the same key. An error with the key nil is in no group.
func (d *diagnoser) alike(in func(*lang.Diagnostic) any) (all [][]int) {
	number := make(map[any]int)
	for i := range d.diagnostics {
		dg := &d.diagnostics[i]
		if dg.Secondary || dg.Explanation == nil || len(dg.Blame) == 0 {
			continue
		}
		key := in(dg)
		if key == nil {
			continue
		}
		n, ok := number[key]
		if !ok {
			n = len(all)
			number[key] = n
			all = append(all, nil)
		}
		all[n] = append(all[n], i)
	}
	return slices.DeleteFunc(all, func(errors []int) bool { return len(errors) < 2 })
}

// changesSuspect reports whether the best change of an error is at its first suspect.
func changesSuspect(dg *lang.Diagnostic) bool {
	at := dg.Blame[0].Span
	return slices.ContainsFunc(dg.Fixes[0].Edits, func(e lang.Edit) bool {
		return at.Contains(e.Span) || e.Span.Contains(at)
	})
}

// join makes one of some errors the report of them all, except those that are apart from it. A mistake has the number
// of its report.
func (d *diagnoser) join(errors []int, report int, apart func(i, report int) bool) {
	number := int32(report + 1)
	for _, i := range errors {
		if o := &d.diagnostics[i]; i != report && (apart == nil || !apart(i, report)) {
			o.Secondary, o.Mistake = true, number
			d.diagnostics[report].Mistake = number
		}
	}
}

// plainest returns the error that is reported for a group.
func (d *diagnoser) plainest(errors []int) int {
	ds := d.diagnostics
	if d.start == nil {
		d.start = make(map[string]int32)
		for def := range int32(d.Definitions()) {
			d.start[d.DefName(def)] = d.Definition(def).Span.Start
		}
	}
	within := func(i int) int32 { return ds[i].Clash.A.Span.Start - d.start[ds[i].Definition] }
	return slices.MinFunc(errors, func(i, j int) int {
		at := 0
		if ds[i].Definition == ds[j].Definition {
			at = cmp.Compare(within(i), within(j))
		}
		text := d.compareText(&ds[i], &ds[j])
		return cmp.Or(plainer(&ds[i], &ds[j]), at, text, cmp.Compare(within(i), within(j)), i-j)
	})
}

// mostMistakes is how many mistakes a user may make about one thing. If there are more errors, the thing itself is
// their cause.
const mostMistakes = 2

// single reports whether a place has no parts that could be mistaken one by one.
func (d *diagnoser) single(place lang.Span) bool {
	for site := range int32(d.Size) {
		if d.Span(site) == place && d.Construct(site).Kind != message.Declares && len(d.AppendKids(nil, site)) > 0 {
			return false
		}
	}
	return true
}

// twoMistakes reports whether two errors of one definition have repairs, but none that leaves no error: then the
// definition has more than one mistake.
func (d *diagnoser) twoMistakes(i, j int) bool {
	left := func(d *lang.Diagnostic) bool {
		return len(d.Fixes) > 0 && !slices.ContainsFunc(d.Fixes, func(f lang.Fix) bool { return f.Checked })
	}
	x, y := &d.diagnostics[i], &d.diagnostics[j]
	return x.Definition == y.Definition && left(x) && left(y)
}

// compareText compares the texts at the suspects of two errors, so that the order of definitions does not matter.
func (d *diagnoser) compareText(x, y *lang.Diagnostic) int {
	for i, b := range x.Blame[:min(len(x.Blame), len(y.Blame))] {
		if c := strings.Compare(d.File.Text(b.Span), d.File.Text(y.Blame[i].Span)); c != 0 {
			return c
		}
	}
	return 0
}

// plainer orders errors with the same first suspect: by a likelier first suspect, then by a smaller core and fewer
// steps, then by less likely other suspects. It does not depend on the names and positions of definitions.
func plainer(x, y *lang.Diagnostic) int {
	a, b := x.Explanation, y.Explanation
	c := cmp.Or(
		cmp.Compare(y.Blame[0].Score, x.Blame[0].Score),
		len(a.Core)-len(b.Core), len(a.Steps)-len(b.Steps), len(x.Blame)-len(y.Blame),
	)
	for i := 1; c == 0 && i < len(x.Blame); i++ {
		c = cmp.Compare(x.Blame[i].Score, y.Blame[i].Score)
	}
	return c
}
