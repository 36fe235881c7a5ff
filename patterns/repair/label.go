package repair

import (
	"cmp"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// Relabel proposes other labels in place of those of a site.
func (r *Repairer) Relabel(s Spot) {
	slots := r.Slots(s.Site)
	if len(slots) == 0 {
		return
	}
	own := make(map[unify.Label]bool, len(slots))
	for _, t := range slots {
		own[t.Label] = true
	}
	others, shared := r.otherLabels(own)
	var missing, extra []unify.Label
	for _, l := range others {
		if !own[l] {
			missing = append(missing, l)
		}
	}
	for _, t := range slots {
		if !shared[t.Label] {
			extra = append(extra, t.Label)
		}
	}
	here := With(slices.Clone(r.labelsHere(s.Site)), mostLabels, r.siblings(s.Site)...)
	done := 0
	for _, t := range slots {
		l := t.Label
		if s.Label != (lang.Span{}) && s.Label != t.Span || shared[l] && t.Span != s.Label && len(slots) > 1 {
			continue
		}
		if done++; done > MostElements {
			break
		}
		// The nearest label of the other side, if it is unique.
		nearest, nearestDist, ties := unify.Member, 0, 0
		r.Solver.Watch.Steps(2 * len(missing))
		for _, m := range missing {
			if d, near := r.distance(l, m); near {
				switch {
				case ties == 0 || d < nearestDist:
					nearest, nearestDist, ties = m, d, 1
				case d == nearestDist:
					ties++
				}
			}
		}
		for i, m := range missing {
			kind, gain := Label, 0
			if d, near := r.distance(l, m); near {
				kind, gain = Typo, -costOfDistance*d
			} else if i >= mostLabels || ties > 0 && r.InBracket(s.Site, m) {
				continue // the bracket has it already, and another label is similar
			} else if len(missing) == 1 && len(extra) == 1 && s.Side >= 0 {
				kind = Match
			}
			p := r.rename(s, t, m, kind, gain)
			p.near = p.near && kind == Typo && ties == 1 && m == nearest && nearestDist <= 2
		}
		in, _ := r.Views(s.Site)
		known := r.Kind(s.Site) == message.Reads && in.Flat.Closed() && in.Has(l)
		only := r.onlyReader(s.Site, l)
		for _, m := range here {
			if own[m] || slices.Contains(missing, m) || only {
				continue
			}
			if d, near := r.distance(l, m); near && !known {
				r.rename(s, t, m, Typo, -costOfDistance*d-1).near = false
			} else {
				r.rename(s, t, m, LabelHere, 0).near = false
			}
		}
		if r.Kind(s.Site) == message.Reads {
			r.readWithin(s, l)
		}
		for _, m := range r.nearLabels(l) {
			if !own[m] && !slices.Contains(missing, m) && !slices.Contains(here, m) {
				d, _ := r.distance(l, m)
				r.rename(s, t, m, TypoAny, -costOfDistance*d).near = false
			}
		}
	}
}

// sitesPerStep is how many sites are visited in the time of a step.
const sitesPerStep = 16

// onlyReader reports whether a site in a callee is the only one that reads a field of the callee's input: the callers give
// the field on purpose.
func (r *Repairer) onlyReader(site int32, l unify.Label) bool {
	d := r.Owner(site)
	if d < 0 || d == r.def || r.Kind(site) != message.Reads || !r.Solver.Derivation(d).Derived {
		return false
	}
	value := func(e int32) unify.Node {
		in, _ := r.Ends(d, e)
		return r.Graph.Find(in)
	}
	of := value(site)
	if of != r.Graph.Find(r.Solver.Derivation(d).In()) {
		return false
	}
	def := r.Definition(d)
	r.Solver.Watch.Steps(int(1+def.Root-def.First) / sitesPerStep)
	for e := def.First; e <= def.Root; e++ {
		if e == site || r.Kind(e) != message.Reads {
			continue
		}
		if slots := r.Slots(e); len(slots) > 0 && slots[0].Label == l && value(e) == of {
			return false
		}
	}
	return true
}

// readWithin proposes to read a label in the field of the value that has it.
func (r *Repairer) readWithin(s Spot, l unify.Label) {
	for i := range r.Sides {
		whole, sign := r.Sides[i].View, r.style.Field
		if sign == "" || !isProduct(whole) || whole.Has(l) || len(whole.Labels) > mostLabels {
			continue
		}
		for _, f := range whole.Labels {
			part, ok := r.typePart(whole.Flat.Head(), []unify.Label{f})
			if !ok || !isProduct(part) || !part.Has(l) {
				continue
			}
			text := sign + r.Label(r.Labels.Text(f))
			title := lang.Say("use `%s%s%s`", text, sign, r.Label(r.Labels.Text(l)))
			r.Offer(s, Match, 0, title, r.Insert(r.Span(s.Site).Start, text, true))
		}
	}
}

// isProduct reports whether a value can only be a product.
func isProduct(v View) bool { return v.Flat.Shapes() == unify.Product }

// Signed is a label after a sign, as in titles.
func (r *Repairer) Signed(sign string, l unify.Label) lang.Phrase {
	text := r.Labels.Text(l)
	return lang.Phrase{{Text: "`" + sign + r.Label(text) + "`", Label: text}}
}

// shortLabel is the greatest length of a label that is hardly misspelt where a similar one is.
const shortLabel = 3

// rename proposes one label in place of another. p.near is false if either of the two may be misspelled.
func (r *Repairer) rename(s Spot, t message.Slot, to unify.Label, kind *Kind, gain int) *Proposal {
	old, now := r.Count(t.Label), r.Count(to)
	guess := false // it is a guess which of the two is misspelled
	before := gain
	words := 0 // the gain from the rest of the text, including names and comments
	switch {
	case old == 1 && now > 1:
		gain += gainOfOddLabel
	case old > 1 && now == 1 && kind != LabelHere: // a type may state a label that nothing reads yet
		gain -= costOfOddLabel
	case old == 1 && now == 1:
		// A spelling that occurs elsewhere, such as in a comment, is right.
		x, y := r.Labels.Text(t.Label), r.Labels.Text(to)
		if d := cmp.Compare(r.word(y), r.word(x)); d != 0 {
			gain += d * gainOfOddLabel
		} else {
			gain += cmp.Compare(r.common(y), r.common(x)) * gainOfWord
			guess = true
		}
		words = gain - before
		if kind := r.Kind(s.Site); kind == message.Filters || kind == message.Other {
			gain -= costOfDeclared
		}
	}
	twice := r.InBracket(s.Site, to)
	again := twice && old == 1 && r.Kind(s.Site) == message.Reads
	if twice {
		gain -= CostOfTwice
		if again {
			gain -= gainOfOddLabel // that it occurs elsewhere says nothing
		}
		if r.Kind(s.Site) == message.Injects && (kind != Typo || len(r.Labels.Text(t.Label)) <= shortLabel) {
			kind, gain = Label, gain-costOfOddLabel // another branch makes it
		}
	}
	if l, ok := r.fieldAround(s.Site); ok && l == to {
		gain += gainOfWord
	}
	if s.Label == t.Span || r.primary == t.Span {
		gain += 2
	}
	word := r.Label(r.Labels.Text(to))
	var title lang.Phrase
	switch c := r.Construct(s.Site); {
	case c.Kind == message.Reads:
		title = lang.Say("use %s", r.Signed(r.signBefore(s.Site, t.Span), to))
	case c.Tag:
		title = lang.Say("rename the %s to %s", r.Words().Tag, r.LabelWord(to))
	default:
		title = lang.Say("rename the %s to %s", r.Words().Field, r.LabelWord(to))
	}
	p := r.Offer(s, kind, gain, title, r.Edit(t.Span, word))
	p.near, p.again = !guess, again
	p.plainCost += words
	p.worded = words != 0 || guess
	// A correct definition that others call reads each of its labels on purpose. No value is compared with itself.
	takes, compared := r.operand(s.Site)
	p.hidden = twice && (old > 1 && r.Owner(s.Site) != r.def || compared && takes.Flat == unify.Open)
	return p
}

// InBracket reports whether the bracket around a site with a label and no parts contains a sibling of the same
// construct with the label l.
func (r *Repairer) InBracket(e int32, l unify.Label) bool {
	if kind := r.Kind(e); kind != message.Reads && kind != message.Injects {
		return false
	}
	return r.hasAround(e, l, func(i int32) bool { return r.Construct(i) == r.Construct(e) })
}

// readsAround reports whether the bracket around a site reads a label.
func (r *Repairer) readsAround(e int32, l unify.Label) bool {
	return r.hasAround(e, l, func(i int32) bool { return r.Kind(i) == message.Reads })
}

// hasAround reports whether the bracket around a site contains a site with a label, for which a predicate holds.
func (r *Repairer) hasAround(e int32, l unify.Label, of func(int32) bool) bool {
	around := r.Parent(e)
	for around != none && !r.isBracket(around) {
		around = r.Parent(around)
	}
	if around == none {
		return false
	}
	from := r.Span(around).Start
	for i := around - 1; i >= 0 && r.Span(i).Start >= from && around-i < LongestBracket; i-- {
		if i == e || !of(i) {
			continue
		}
		if slots := r.Slots(i); len(slots) > 0 && slots[0].Label == l {
			return true
		}
	}
	return false
}

// isBracket reports whether a site is a bracket of expressions.
func (w *Trials) isBracket(e int32) bool {
	switch w.Kind(e) {
	case message.Product, message.Variant, message.Joins:
		return true
	case message.Collects:
		return !w.isSuffix(e)
	}
	return false
}

// isSuffix reports whether a site collects all that comes before it in a composition into a vector.
func (w *Trials) isSuffix(e int32) bool {
	if w.Kind(e) != message.Collects || w.Span(e).Empty() {
		return false
	}
	return !IsCloser(w.File.Src[w.Span(e).End-1])
}

// IsCloser reports whether a byte closes a bracket.
func IsCloser(c byte) bool { return c == ')' || c == '}' || c == '>' || c == ']' }

// fieldAround returns the label of the field whose value is, or begins with, a projection.
func (r *Repairer) fieldAround(e int32) (unify.Label, bool) {
	if !r.Reads(e) {
		return 0, false
	}
	child := e
	for p := r.Parent(e); p != none; child, p = p, r.Parent(p) {
		switch kind := r.Kind(p); {
		case kind == message.Composes || r.isSuffix(p):
			continue
		case kind == message.Product || kind == message.Variant:
			for _, s := range r.Slots(p) {
				if s.Part == child {
					return s.Label, true
				}
			}
		}
		break
	}
	return 0, false
}
