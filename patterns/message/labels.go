package message

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/unify"
)

// Clashes of labels: the shapes of two sides fit, their labels do not.

// labelClash reports which labels clash. A closed side has exactly its labels.
func (p *Program) labelClash(d *draft, x, y *Witness, product bool) {
	lx, ly := p.LabelsOf(x.Fact.Claim), p.LabelsOf(y.Fact.Claim)
	only, other := difference(lx, ly)
	closedX, closedY := x.Fact.Claim.Flat.Closed(), y.Fact.Claim.Flat.Closed()
	words := p.Words()
	what := labelled{words.Field, words.Product.Noun, lang.MissingField}
	if !product {
		what = labelled{words.Tag, words.Union.Noun, lang.MissingTag}
	}
	if closedX && closedY {
		p.labelDifference(x, only, other, what.noun)
		p.labelDifference(y, other, only, what.noun)
		d.label = x.says
	}
	this := func() lang.Phrase { return p.this(d, x, y, what.whole) }
	owner := func() lang.Phrase { return p.owner(d, x, y, what.whole) }
	switch {
	case len(only) == 0 && (len(other) == 0 || closedY && !closedX), len(other) == 0 && closedX && !closedY:
		// The sides differ in a part that is not known here.
		d.Code, d.Clash.Reason = lang.TypesDiffer, "type-differs"
		d.message = lang.Say("%s does not fit %s, although the %ss are the same", this(), owner(), what.noun)
	case closedY && !closedX:
		// x requires labels that y does not have.
		p.missing(d, y, x, only, ly, what)
	case closedX && !closedY:
		p.missing(d, x, y, other, lx, what)
	case len(other) == 0:
		d.Code, d.Clash.Reason = lang.ExtraLabel, "extra-label"
		d.Clash.Label = p.Labels.Text(only[0])
		p.pointAt(d, x, only[0], lang.Say("%s has no such %s", owner(), what.noun))
		d.message = lang.Say("%s has %s, which %s does not have", this(), p.SomeLabels(only, what.noun), owner())
	case len(only) == 0:
		d.Code, d.Clash.Reason = what.code, "missing-label"
		d.Clash.Label = p.Labels.Text(other[0])
		d.message = lang.Say("%s lacks %s of %s", this(), p.SomeLabels(other, what.noun), owner())
	default:
		d.Code, d.Clash.Reason = lang.LabelsDiffer, "label-sets"
		d.message = lang.Say("%s has %s, but %s has %s",
			this(), p.SomeLabels(only, what.noun), owner(), p.SomeLabels(other, what.noun))
		switch same := len(lx) - len(only); same {
		case 0:
		case 1:
			d.message = lang.Say("%s; one %s is the same", d.message, what.noun)
		default:
			d.message = lang.Say("%s; %s %ss are the same", d.message, same, what.noun)
		}
	}
}

// labelled is the noun of a kind of labels, the noun of their whole without an article, and the code for a missing
// label.
type labelled struct {
	noun, whole string
	code        lang.Code
}

// labelDifference makes the label text of a closed witness name the labels that only one of the two sides has.
func (p *Program) labelDifference(w *Witness, own, lacks []unify.Label, noun string) {
	var says lang.Phrase
	switch {
	case len(lacks) == 0:
		says = lang.Say("has %s, too", p.SomeLabels(own, noun))
	case len(own) == 0:
		says = lang.Say("has no %s %s", noun, p.fewLabels(lacks, "or"))
	default:
		says = lang.Say("has %s, not %s", p.SomeLabels(own, noun), p.fewLabels(lacks, "and"))
	}
	w.says = says
	if subject := p.subject(w); subject != nil {
		w.says = lang.Say("%s %s", subject, says)
	}
}

// subject begins the label text of a place: it names the part, or the input or output of the call. It is nil if the
// place itself is meant.
func (p *Program) subject(w *Witness) lang.Phrase {
	word := p.Construct(w.Site).Word
	switch {
	case w.callee != "" && len(w.path) > 0:
		return lang.Say("in %s, %s", p.sideOf(p.callee(w), !w.asks), p.PartText(w.path))
	case w.callee != "":
		return p.sideOf(p.callee(w), !w.asks)
	case w.declares && len(w.path) > 0:
		return lang.Say("%s of this %s", p.PartText(w.path), word)
	case w.declares:
		return lang.Say("this %s", word)
	}
	return nil
}

// owner names the closed side w of a clash with the primary side x.
func (p *Program) owner(d *draft, x, w *Witness, whole string) lang.Phrase {
	if h := w.Fact.Claim.Flat.Head(); h != unify.NoHead {
		return p.TypeThing(h)
	}
	if w.callee != "" {
		return p.calleeOwner(w, whole)
	}
	if w.declares {
		return lang.Text("the filter")
	}
	if own := p.ownText(w); own != nil && (d.elsewhere || x.callee != "" || p.Kind(x.Site) == Declares) {
		return own
	}
	if x.callee != "" && len(x.path) == 0 && x.demands(w) && (d.meet == nil || d.meet.siblings == "") {
		return lang.Text("what it gets")
	}
	if p.unnamed(x) || x.callee != "" {
		return lang.Text("the other " + whole)
	}
	return lang.Text("the " + whole)
}

// unnamed reports whether a message can call a closed side only a product.
func (p *Program) unnamed(w *Witness) bool {
	return w.callee == "" && !w.declares
}

// ownText returns the text of a witness if it is short.
func (p *Program) ownText(w *Witness) lang.Phrase {
	if noun, own := p.noun(w.Site); own {
		return noun
	}
	return nil
}

// this names w, the primary one of two closed sides.
func (p *Program) this(d *draft, w, y *Witness, whole string) lang.Phrase {
	switch {
	case w.callee != "":
		return p.calleeOwner(w, whole)
	case d.elsewhere && w.Fact.Claim.Flat.Head() != unify.NoHead:
		return p.TypeThing(w.Fact.Claim.Flat.Head())
	case d.elsewhere && w.declares:
		return lang.Text("the " + p.Construct(w.Site).Word)
	case d.elsewhere && p.ownText(w) != nil:
		return p.ownText(w)
	case d.elsewhere && p.unnamed(y):
		return lang.Text("one " + whole)
	case d.elsewhere:
		return lang.Text("the " + whole)
	case w.declares:
		return lang.Text("this " + p.Construct(w.Site).Word)
	}
	return lang.Text("this " + whole)
}

// calleeOwner names the input or output of a call. For a part it names only the kind, since subject already names the
// part.
func (p *Program) calleeOwner(w *Witness, whole string) lang.Phrase {
	if len(w.path) > 0 {
		return lang.Say("the %s of %s", whole, p.callee(w))
	}
	return lang.Say("the %s that %s %s", whole, p.callee(w), p.verb(!w.asks))
}

// maxOwner is the maximum length, in characters, of an unnamed type in a sentence about its missing label.
const maxOwner = 40

// missing reports a label that asker requires and the closed side lacks.
func (p *Program) missing(d *draft, closed, asker *Witness, missing, has []unify.Label, what labelled) {
	d.Code, d.Clash.Reason = what.code, "missing-label"
	l := missing[0]
	d.Clash.Label = p.Labels.Text(l)
	primary := d.Span == asker.Span && d.Span != closed.Span
	owner := lang.Text("this " + what.whole)
	switch h := closed.Fact.Claim.Flat.Head(); {
	case h != unify.NoHead:
		owner = p.TypeThing(h)
		if len([]rune(owner.String())) > maxOwner && len(closed.path) == 0 {
			owner = p.subject(closed) // the frame shows it
		}
	case closed.callee != "":
		owner = p.calleeOwner(closed, what.whole)
	case primary || d.elsewhere:
		owner = lang.Text("the " + what.whole)
	}
	d.message = lang.Say("%s has no %s %s", owner, what.noun, p.LabelWord(l))
	switch {
	case asker.callee != "":
		asker.says = p.callAsks(asker, missing, what.noun)
	case asker.kind == Reads:
		asker.says = lang.Say("needs a %s %s", what.noun, p.LabelWord(l))
	}
	if primary {
		d.label = asker.says
		if f := asker.Fact.Claim.Flat; f.IsUnion() && !f.Closed() {
			p.pointAt(d, asker, l, asker.says)
		}
	}
	p.hint(d, closed, l, has, what.noun)
}

// hint suggests existing labels that may have been meant.
func (p *Program) hint(d *draft, closed *Witness, l unify.Label, has []unify.Label, noun string) {
	if p.Solver.Watch.Late() && len(has) > sortedOnce {
		return // finding a similar label compares with all of them
	}
	names := make([]string, len(has))
	for i, h := range has {
		names[i] = p.Labels.Text(h)
	}
	p.count(len(names))
	if near := lang.Nearest(p.Labels.Text(l), slices.Values(names), 1); len(near) == 1 {
		at := has[slices.Index(names, near[0])]
		d.Help = append(d.Help, lang.Say("there is a %s %s", noun, p.LabelWord(at)))
		if d.Span == closed.Span {
			p.pointAt(d, closed, at, lang.Say("this is not %s", p.LabelWord(l)))
		}
		return
	}
	switch {
	case len(has) == 0 || closed.Fact.Claim.Flat.Head() == unify.NoHead && len(has) <= MaxListed+1:
	case len(has) > 1:
		d.Help = append(d.Help, lang.Say("there are only %s", p.LabelList(has, noun)))
	default:
		d.Help = append(d.Help, lang.Say("there is only %s", p.LabelList(has, noun)))
	}
}

// callAsks is the label text of a call that requires a value with some labels, or returns one.
func (p *Program) callAsks(w *Witness, labels []unify.Label, noun string) lang.Phrase {
	if !w.asks {
		return lang.Say("%s has %s", p.subject(w), p.SomeLabels(labels, noun))
	}
	needs := p.SomeLabels(labels, noun)
	if len(labels) == 1 {
		needs = lang.Say("a %s %s", noun, p.LabelWord(labels[0]))
	}
	switch {
	case len(w.path) == 1 && w.path[0] == unify.Member:
		return lang.Say("%s takes a vector whose elements have %s", p.callee(w), needs)
	case len(w.path) > 0:
		return lang.Say("%s needs %s in %s of its input", p.callee(w), needs, p.PartText(w.path))
	}
	return lang.Say("%s needs %s", p.callee(w), needs)
}
