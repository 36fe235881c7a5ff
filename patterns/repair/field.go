package repair

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// Fields proposes to add the missing fields of a product, and to remove a field that the other side does not have.
func (r *Repairer) Fields(s Spot) {
	if kind := r.Kind(s.Site); kind == message.Product || kind == message.Variant {
		slots := r.Slots(s.Site)
		var missing []unify.Label
		for _, l := range r.requiredLabels() {
			if !slices.ContainsFunc(slots, func(t message.Slot) bool { return t.Label == l }) {
				missing = append(missing, l)
			}
		}
		if 0 < len(missing) && len(missing) <= message.MaxListed {
			r.addFields(s, missing, slots)
			r.relabelFields(s, missing, slots)
		}
		r.removeField(s, slots)
		r.swapFields(s, slots)
	}
}

// fewFields is the largest number of fields of a product for which all pairs are swapped.
const fewFields = 6

// swapFields proposes to exchange the labels of two fields: one that the contradiction is in and any other, or any two
// of few fields.
func (r *Repairer) swapFields(s Spot, slots []message.Slot) {
	if r.Kind(s.Site) != message.Product || len(slots) > MostElements {
		return
	}
	named := func(t message.Slot) bool {
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
			if r.reads(x.Part, y.Label) && r.reads(y.Part, x.Label) {
				gain += gainOfCrossed
			}
			r.Offer(s, Swap, gain, lang.Say("swap the fields %s and %s", r.LabelWord(x.Label), r.LabelWord(y.Label)),
				r.Edit(x.Span, r.File.Text(y.Span)), r.Edit(y.Span, r.File.Text(x.Span)))
		}
	}
}

// reads reports whether an expression ends with a projection of a label.
func (r *Repairer) reads(e int32, l unify.Label) bool {
	if e != none && r.Kind(e) == message.Composes {
		kids := r.Kids(e)
		e = kids[len(kids)-1]
	}
	if e == none || !r.Reads(e) {
		return false
	}
	slots := r.Slots(e)
	return len(slots) > 0 && slots[0].Label == l
}

// addFields proposes to add the missing fields of a product. They are read from its input if that has them; else a hole
// is inserted.
func (r *Repairer) addFields(s Spot, missing []unify.Label, slots []message.Slot) {
	in, _ := r.Views(s.Site)
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
		if i > 0 {
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
	if len(slots) > 0 {
		edit.Text = ", " + text
	}
	if read {
		r.Offer(s, Field, 0, lang.Say("add %s: %s", list, message.Quoted(text, widestAlone)), edit)
		return
	}
	where := "the `" + r.style.Hole + "`"
	if len(missing) > 1 {
		where = "each `" + r.style.Hole + "`"
	}
	r.Offer(s, Hole, 0, lang.Say("add %s, with its value in place of %s", list, where), edit)
}

// relabelFields proposes the missing labels, in their order, in place of as many that the other side does not have, or
// to put these into a field whose type has just them.
func (r *Repairer) relabelFields(s Spot, missing []unify.Label, slots []message.Slot) {
	if s.Side < 0 || len(slots) > MostElements {
		return
	}
	other, first := r.opposite(s.Side), 0
	var extra []message.Slot
	for i, t := range slots {
		if !other.Has(t.Label) {
			if len(extra) == 0 {
				first = i
			}
			extra = append(extra, t)
		}
	}
	if len(extra) < 2 {
		return
	}
	if len(missing) == len(extra) {
		var edits []lang.Edit
		var names []lang.Phrase
		for i, t := range extra {
			edits = append(edits, r.Edit(t.Span, r.Label(r.Labels.Text(missing[i]))))
			names = append(names, lang.Say("%s to %s", r.LabelWord(t.Label), r.LabelWord(missing[i])))
		}
		r.Offer(s, Match, -CostRare, lang.Say("rename %s", lang.JoinPhrases(names, ", ")), edits...).Several = true
	}
	together := len(extra) <= len(slots)-first && extra[len(extra)-1] == slots[first+len(extra)-1]
	for _, l := range missing {
		part, ok := r.typePart(other.Flat.Head(), []unify.Label{l})
		if !together || !ok || len(part.Labels) != len(extra) ||
			slices.ContainsFunc(extra, func(t message.Slot) bool { return !part.Has(t.Label) }) {
			continue
		}
		before, after, word := "{", "}", r.Label(r.Labels.Text(l))
		if r.style.Colon != "" {
			before = word + r.style.Colon + before
		} else {
			after += " " + word
		}
		start, _ := r.extent(extra[0])
		_, end := r.extent(extra[len(extra)-1])
		title := lang.Say("put %s into the field %s", r.LabelList(part.Labels, r.Words().Field), r.LabelWord(l))
		r.Offer(s, Match, 0, title, Insert(start, before), Insert(end, after))
	}
}

// AddToType proposes to add the fields or the tag that the other side of the contradiction has to the type of a product
// or union. Their types must be the unit or have names.
func (r *Repairer) AddToType(s Spot, shape unify.Shape) {
	slots := r.Slots(s.Site)
	has := make(map[unify.Label]bool, len(slots))
	for _, t := range slots {
		has[t.Label] = true
	}
	var missing []unify.Label
	var texts []string
	extends, gain := false, -CostOfType
	for i := range r.Sides {
		side := &r.Sides[i]
		if side.Code != none && (side.Code == s.Site || r.Structure(side.Code) == s.Site) ||
			len(side.View.Labels) > message.MaxListed || side.View.Flat.Shapes()&shape == 0 {
			continue
		}
		extends = !slices.ContainsFunc(slots, func(t message.Slot) bool { return !side.View.Has(t.Label) })
		if side.Site != none && shape == unify.Union && !slices.ContainsFunc(slots, func(t message.Slot) bool {
			return !r.InBracket(side.Site, t.Label)
		}) {
			extends, gain = true, gainOfBridge // other branches make all tags of the type
		}
		for _, e := range r.Graph.Edges(r.Graph.Find(side.Fact.Node)) {
			if has[e.Label] {
				continue
			}
			has[e.Label] = true
			misspelt := slices.ContainsFunc(slots, func(t message.Slot) bool {
				_, near := r.distance(t.Label, e.Label)
				return near && len(r.Labels.Text(e.Label)) > shortLabel
			})
			name, ok := r.nameOfType(e.To)
			if !ok && shape == unify.Union && r.isEnumeration(slots) {
				name, ok = r.style.Unit, r.Graph.Flat(r.Graph.Find(e.To)) == unify.Open
			}
			if misspelt || !ok {
				return
			}
			missing, texts = append(missing, e.Label), append(texts, name+" "+r.Label(r.Labels.Text(e.Label)))
		}
	}
	noun := r.Words().Field
	if shape == unify.Union {
		noun = r.Words().Tag
	}
	if len(missing) == 1 || len(missing) > 1 && shape == unify.Product {
		text := strings.Join(texts, ", ")
		title := lang.Say("add %s to the type: `%s`", r.LabelList(missing, noun), text)
		if len(slots) > 0 {
			text = ", " + text
		}
		p := r.Offer(s, Field, gain, title, Insert(r.TrimBlanks(r.Span(s.Site).End-1), text))
		p.vague, p.extends = r.InErrorWith(r.def) < 2, extends // it may only fit the type to one use
	}
}

// isEnumeration reports whether all parts are the unit.
func (r *Repairer) isEnumeration(slots []message.Slot) bool {
	return !slices.ContainsFunc(slots, func(t message.Slot) bool {
		return t.Part == none || r.Kind(t.Part) != message.Other || r.sourceOf(t.Part) != r.style.Unit
	})
}

// nameOfType returns how the type of a node is written, and false if it has none, or one without a name that is not the
// unit.
func (r *Repairer) nameOfType(n unify.Node) (string, bool) {
	n = r.Graph.Find(n)
	f := r.Graph.Flat(n)
	if f.Closed() && f.Shapes() == unify.Product && len(r.Graph.Edges(n)) == 0 {
		return r.style.Unit, true
	}
	i := slices.IndexFunc(r.typeNames, func(t TypeName) bool {
		return t.Type != unify.NoHead && t.Type == f.Head() && t.Def < mostDefs
	})
	if i < 0 {
		return "", false
	}
	return r.typeNames[i].Name, true
}

// removeField proposes to remove a field that the other side does not have.
func (r *Repairer) removeField(s Spot, slots []message.Slot) {
	if s.Side < 0 || r.Kind(s.Site) != message.Product || len(slots) > MostElements {
		return
	}
	for i, t := range slots {
		wanted := false
		for j := range r.Sides {
			wanted = wanted || j != s.Side && r.Sides[j].View.Has(t.Label)
		}
		if !wanted {
			r.withoutField(s, Remove, s.Site, slots, i, 0)
		}
	}
}

// removeAround proposes to remove the field whose value contains a site: the field may not be needed.
func (r *Repairer) removeAround(s Spot) {
	if !r.IsExpression(s.Site) {
		return
	}
	child := s.Site
	for p, up := r.Parent(child), 0; p != none && up < mostAround; child, p, up = p, r.Parent(p), up+1 {
		if r.Kind(p) != message.Product {
			continue
		}
		slots := r.Slots(p)
		i := slices.IndexFunc(slots, func(t message.Slot) bool { return t.Part == child })
		if i < 0 || len(slots) > MostElements {
			return
		}
		gain := 0
		if kids, at := r.chain(p); at >= 0 && at+1 < len(kids) {
			gain = gainOfUnread
			if r.isLeaf(child) {
				gain = 2 * gainOfUnread
			}
		}
		r.withoutField(s, Unneeded, p, slots, i, gain)
		return
	}
}

// mostAround is the maximum distance of a bracket around a site.
const mostAround = 4

// withoutField proposes a product without field i.
func (r *Repairer) withoutField(s Spot, kind *Kind, product int32, slots []message.Slot, i, gain int) {
	t := slots[i]
	vague := kind == Unneeded && !r.isLeaf(t.Part)
	if prefix := t.Span.Start < r.Span(t.Part).Start; prefix != (r.style.Colon != "") {
		return
	}
	switch least := r.style.LeastFields; {
	case len(slots) > least:
	case len(slots) == least && len(slots) == 2 && r.AsksForTag(s, product, slots[1-i].Label):
		kind, vague = Unneeded, true
		gain += 2 * gainOfFit // the rest is the variant that is required
	default:
		return
	}
	// From the end of the field before it, or up to the start of the next one.
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
	p := r.Offer(s, kind, gain, lang.Say("leave out the field %s", r.LabelWord(t.Label)), lang.Edit{Span: span})
	p.large = r.largeness(t.Part)
	p.vague = vague
	p.with = product
}

// extent returns the start and the end of a field.
func (r *Repairer) extent(t message.Slot) (start, end int32) {
	value := r.Span(t.Part)
	return min(t.Span.Start, value.Start), max(t.Span.End, value.End)
}
