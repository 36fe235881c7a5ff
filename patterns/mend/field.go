package mend

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/tell"
	"github.com/patgraph/patgraph/unify"
)

// Fields proposes to add the fields that a product lacks, and to leave out a field that
// the other side does not have.
func (r *Repairer) Fields(s Spot) {
	if kind := r.Kind(s.Site); kind == tell.Product || kind == tell.Variant {
		slots := r.Slots(s.Site)
		r.addFields(s, slots)
		r.removeField(s, slots)
		r.swapFields(s, slots)
	}
}

// fewFields is up to how many fields of a product are swapped, each with each.
const fewFields = 6

// swapFields proposes to exchange the labels of two fields: one that the contradiction is
// in, or of few any two.
func (r *Repairer) swapFields(s Spot, slots []tell.Slot) {
	if r.Kind(s.Site) != tell.Product || len(slots) > MostElements {
		return
	}
	named := func(t tell.Slot) bool {
		if slices.Contains(r.Clash.Path, t.Label) {
			return true
		}
		return slices.ContainsFunc(r.Sides, func(side Side) bool { return slices.Contains(side.Fact.Part(), t.Label) })
	}
	for i, x := range slots {
		for _, y := range slots[i+1:] {
			gain := 0
			if !named(x) && !named(y) {
				if len(slots) > fewFields {
					continue
				}
				gain = -CostUnusual
			}
			r.Offer(s, Swap, gain, lang.Say("swap the fields %s and %s", r.LabelWord(x.Label), r.LabelWord(y.Label)),
				r.Edit(x.Span, r.File.Text(y.Span)), r.Edit(y.Span, r.File.Text(x.Span)))
		}
	}
}

// addFields proposes to add the fields that a product lacks. They are read from its input
// if that has them; else a hole stands there to be filled in.
func (r *Repairer) addFields(s Spot, slots []tell.Slot) {
	var missing []unify.Label
	for _, l := range r.asked() {
		if !slices.ContainsFunc(slots, func(t tell.Slot) bool { return t.Label == l }) {
			missing = append(missing, l)
		}
	}
	if len(missing) == 0 || len(missing) > tell.MaxListed {
		return
	}
	in, _ := r.views(s.Site)
	text, read := "", true
	for i, l := range missing {
		word := r.Label(r.Labels.Text(l))
		value := r.style.Hole
		if slices.Contains(in.Labels, l) && r.style.Field != "" {
			value = r.style.Field + word
		} else {
			read = false
		}
		if value == "" {
			return
		}
		if i > 0 || len(slots) > 0 {
			text += ", "
		}
		if r.style.Colon != "" {
			text += word + r.style.Colon + value
		} else {
			text += value + " " + word
		}
	}
	at := r.TrimBlanks(r.Span(s.Site).End - 1)
	list := r.LabelList(missing, r.Words().Field)
	edit := lang.Edit{Span: lang.Span{Start: at, End: at}, Text: text}
	if read {
		r.Offer(s, Field, 0, lang.Say("add %s", list), edit)
		return
	}
	where := "the `" + r.style.Hole + "`"
	if len(missing) > 1 {
		where = "each `" + r.style.Hole + "`"
	}
	r.Offer(s, Hole, 0, lang.Say("add %s, with its value in the place of %s", list, where), edit)
}

// removeField proposes to leave out a field that the other side does not have.
func (r *Repairer) removeField(s Spot, slots []tell.Slot) {
	if s.Side < 0 || r.Kind(s.Site) != tell.Product || len(slots) > MostElements || len(slots) <= r.style.LeastFields {
		return
	}
	for i, t := range slots {
		wanted := false
		for j := range r.Sides {
			wanted = wanted || j != s.Side && r.Sides[j].View.Has(t.Label)
		}
		if prefix := t.Span.Start < r.Span(t.Part).Start; wanted || prefix != (r.style.Colon != "") {
			continue
		}
		// From the end of the field before it, or up to the beginning of the next.
		_, end := r.extent(t)
		span := lang.Span{End: end}
		if i > 0 {
			_, span.Start = r.extent(slots[i-1])
		} else {
			span.Start, _ = r.extent(t)
		}
		if i == 0 && len(slots) > 1 {
			span.End, _ = r.extent(slots[1])
		}
		r.Offer(s, Remove, 0, lang.Say("leave out the field %s", r.LabelWord(t.Label)), lang.Edit{Span: span}).large = r.largeness(t.Part)
	}
}

// extent is where a field begins and ends.
func (r *Repairer) extent(t tell.Slot) (start, end int32) {
	value := r.Span(t.Part)
	return min(t.Span.Start, value.Start), max(t.Span.End, value.End)
}
