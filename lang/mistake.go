package lang

import (
	"cmp"
	"slices"
)

// Gather makes one report of the errors of each Mistake: of the one that is already the report, or else of the first.
// The others become its consequences; Besides and a note have their places. It is called again after errors are left
// out, so that none is lost with the report. It takes linear time, but for sorting the places.
func Gather(ds []Diagnostic, f *File) {
	reports := make(map[int32]*Diagnostic)
	for i := range ds {
		if d := &ds[i]; d.Mistake != 0 && (reports[d.Mistake] == nil || !d.Secondary) {
			reports[d.Mistake] = d
		}
	}
	besides := make(map[int32][]Related)
	for i := range ds {
		d := &ds[i]
		report := reports[d.Mistake]
		if report == nil {
			continue
		}
		if d.Secondary = d != report; d.Secondary {
			at := d.Clash.A.Span
			if at == report.Blame[0].Span {
				at = d.Clash.B.Span
			}
			besides[d.Mistake] = append(besides[d.Mistake], Related{Span: at, Message: d.Message})
		}
	}
	for mistake, d := range reports {
		if len(d.Besides) > 0 {
			old := disagree(f, d.Besides).String()
			d.Notes = slices.DeleteFunc(slices.Clone(d.Notes), func(n Phrase) bool { return n.String() == old })
		}
		d.Besides = besides[mistake]
		if len(d.Besides) > 0 {
			slices.SortStableFunc(d.Besides, func(x, y Related) int { return cmp.Compare(x.Span.Start, y.Span.Start) })
			d.Notes = append(slices.Clip(d.Notes), disagree(f, d.Besides))
		}
	}
}

// mostPlaces is how many further places of a mistake a note lists.
const mostPlaces = 3

// disagree is the note about further places: how many there are, and where the first ones are.
func disagree(file *File, list []Related) Phrase {
	places := ""
	for i, r := range list[:min(len(list), mostPlaces)] {
		if i > 0 {
			places += ", "
		}
		places += file.Position(r.Span.Start).String()
	}
	if len(list) == 1 {
		return Say("one more place disagrees with it: %s", places)
	}
	if len(list) > mostPlaces {
		places += ", …"
	}
	return Say("%s more places disagree with it: %s", len(list), places)
}
