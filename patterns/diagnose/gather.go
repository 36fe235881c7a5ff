package diagnose

import (
	"cmp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// gather makes one report of the errors that have one first suspect: that of which it is
// likeliest. The others are consequences of it.
func (d *diagnoser) gather() {
	ds := d.diagnostics
	type cause struct {
		place  lang.Span
		errors []int
	}
	var causes []cause
	number := make(map[lang.Span]int)
	for i := range ds {
		dg := &ds[i]
		if dg.Secondary || dg.Explanation == nil {
			continue
		}
		if len(dg.Explanation.Blame) == 0 {
			continue
		}
		place := dg.Explanation.Blame[0].Span
		n, ok := number[place]
		if !ok {
			n = len(causes)
			number[place] = n
			causes = append(causes, cause{place: place})
		}
		causes[n].errors = append(causes[n].errors, i)
	}
	var start map[string]int32 // of definitions, by name
	for _, c := range causes {
		if len(c.errors) < 2 {
			continue
		}
		if start == nil {
			start = make(map[string]int32)
			for def := range int32(d.Definitions()) {
				start[d.DefName(def)] = d.Definition(def).Span.Start
			}
		}
		within := func(i int) int32 { return ds[i].Clash.A.Span.Start - start[ds[i].Definition] }
		report := slices.MinFunc(c.errors, func(i, j int) int {
			at := 0
			if ds[i].Definition == ds[j].Definition {
				at = cmp.Compare(within(i), within(j))
			}
			return cmp.Or(plainer(&ds[i], &ds[j]), at, d.compareText(&ds[i], &ds[j]), cmp.Compare(within(i), within(j)), i-j)
		})
		for _, i := range c.errors {
			if i != report && !twoMistakes(&ds[i], &ds[report]) {
				ds[i].Secondary = true
				ds[report].Besides = append(ds[report].Besides, besides(&ds[i], c.place))
			}
		}
		if len(ds[report].Besides) == 0 {
			continue
		}
		sortPlaces(ds[report].Besides)
		ds[report].Notes = append(ds[report].Notes, disagree(d.File, ds[report].Besides))
	}
}

// twoMistakes reports whether two errors of one definition have changes to offer, but
// none that leaves no error: then more than one thing is wrong with it.
func twoMistakes(x, y *lang.Diagnostic) bool {
	left := func(d *lang.Diagnostic) bool {
		return len(d.Fixes) > 0 && !slices.ContainsFunc(d.Fixes, func(f lang.Fix) bool { return f.Checked })
	}
	return x.Definition == y.Definition && left(x) && left(y)
}

// compareText compares what stands at the suspects of two errors, so that the order of
// definitions does not decide.
func (d *diagnoser) compareText(x, y *lang.Diagnostic) int {
	for i, b := range x.Explanation.Blame[:min(len(x.Explanation.Blame), len(y.Explanation.Blame))] {
		if c := strings.Compare(d.File.Text(b.Span), d.File.Text(y.Explanation.Blame[i].Span)); c != 0 {
			return c
		}
	}
	return 0
}

// plainer orders errors that have one first suspect: the one of which it is likelier is
// before, then the one that is shown in fewer steps, then the one with the least likely
// others. How definitions are called and where
// they stand has no part in that.
func plainer(x, y *lang.Diagnostic) int {
	a, b := x.Explanation, y.Explanation
	c := cmp.Or(cmp.Compare(b.Blame[0].Score, a.Blame[0].Score), len(a.Core)-len(b.Core), len(a.Steps)-len(b.Steps), len(a.Blame)-len(b.Blame))
	for i := 1; c == 0 && i < len(a.Blame); i++ {
		c = cmp.Compare(a.Blame[i].Score, b.Blame[i].Score)
	}
	return c
}

func sortPlaces(list []lang.Related) {
	slices.SortStableFunc(list, func(x, y lang.Related) int { return cmp.Compare(x.Span.Start, y.Span.Start) })
}

// mostPlaces is how many further places of a mistake a note lists.
const mostPlaces = 3

// disagree says how many further places there are, and where the first ones are.
func disagree(file *lang.File, list []lang.Related) lang.Phrase {
	places := ""
	for i, r := range list[:min(len(list), mostPlaces)] {
		if i > 0 {
			places += ", "
		}
		places += file.Position(r.Span.Start).String()
	}
	if len(list) == 1 {
		return lang.Say("one more place disagrees with it: %s", places)
	}
	if len(list) > mostPlaces {
		places += ", …"
	}
	return lang.Say("%s more places disagree with it: %s", len(list), places)
}

// besides is where an error shows that a place causes, and what it says.
func besides(dg *lang.Diagnostic, cause lang.Span) lang.Related {
	at := dg.Clash.A.Span
	if at == cause {
		at = dg.Clash.B.Span
	}
	return lang.Related{Span: at, Message: dg.Message}
}
