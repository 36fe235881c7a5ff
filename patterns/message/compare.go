package message

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// compare describes how two facts contradict each other: it sets the code, the message and the labels of the source
// frame. x is the primary fact. It returns the labels from the part in which the facts meet down to the part in which
// they differ.
func (p *Program) compare(d *draft, x, y *Witness) (below []unify.Label) {
	d.label = x.says
	fx, fy := x.Fact.Claim.Flat, y.Fact.Claim.Flat
	hx, hy := fx.Head(), fy.Head()
	switch {
	case p.isBuilt(fx) || p.isBuilt(fy):
		d.Code, d.Clash.Reason = lang.ShapeClash, "kind"
		d.message = p.disagree(d, x, y, p.Bare(x.Fact.Claim), p.Bare(y.Fact.Claim))
		return nil
	case hx != unify.NoHead && hy != unify.NoHead:
		return p.typesDiffer(d, x, y)
	case hx != unify.NoHead && p.Types.Heads().IsLiteral(hx):
		p.literalClash(d, x, y, x)
		return nil
	case hy != unify.NoHead && p.Types.Heads().IsLiteral(hy):
		p.literalClash(d, x, x, y)
		return nil
	}
	common := shapes(fx) & shapes(fy)
	switch {
	case (fx.IsVector() || fy.IsVector()) && mayBeIndexed(x, y):
		p.noIndex(d, x, y)
	case common&(unify.Product|unify.Union) == 0:
		d.Code, d.Clash.Reason = lang.ShapeClash, "kind"
		d.message = p.disagree(d, x, y, p.Bare(x.Fact.Claim), p.Bare(y.Fact.Claim))
	default:
		p.labelClash(d, x, y, common&unify.Product != 0)
	}
	return nil
}

// isBuilt reports whether a constructor builds a pattern.
func (p *Program) isBuilt(f unify.Flat) bool {
	return p.Types.Heads().ConstructorOf(f) != unify.NoConstructor
}

// disagree is the message about two places with different kinds of values: what the primary one is or requires, and
// what it gets or has to agree with.
func (p *Program) disagree(d *draft, x, y *Witness, xThing, yThing lang.Phrase) lang.Phrase {
	xAsks, yAsks := x.demands(y), y.demands(x)
	p.markReaders(d, x, y, xThing, yThing)
	if !xAsks && !yAsks {
		if differ := p.siblingsDiffer(d, x, y, xThing, yThing); differ != nil {
			return differ
		}
	}
	d.parted = d.parted || x.reader >= 0 || y.reader >= 0
	switch {
	case isWholeBefore(x, y):
		d.parted, d.part = true, nil
		return lang.Say("%s, but gets %s", p.partOfType(y, "must be", yThing), xThing)
	case isWholeBefore(y, x):
		d.parted, d.part = true, nil
		return lang.Say("%s, but gets %s", p.partOfType(x, "must be", xThing), yThing)
	}
	if d.inPart() && !xAsks && x.makes() && flowsInto(x, y) {
		d.parted, d.part = true, nil
		return lang.Say("%s, but is %s", p.partOfType(y, "has to be", yThing), xThing)
	}
	if xAsks && yAsks && x.kind == Declares && y.kind == Declares {
		if d.elsewhere {
			return lang.Say("one place needs %s, but another one %s", xThing, yThing)
		}
		return lang.Say("this needs %s, but another place needs %s", xThing, yThing)
	}
	switch first := p.states(d, x, y, xThing, xAsks, !d.elsewhere); {
	case xAsks && !yAsks && y.reader >= 0:
		return lang.Say("%s, but %s", first, p.states(d, y, x, yThing, false, false))
	case xAsks && !yAsks && y.callee != "":
		return lang.Say("%s, but gets %s from %s", first, yThing, p.callee(y))
	case xAsks && !yAsks:
		return lang.Say("%s, but gets %s", first, yThing)
	case yAsks || y.declares || y.callee != "":
		return lang.Say("%s, but %s", first, p.states(d, y, x, yThing, yAsks, false))
	default:
		return lang.Say("%s, but has to agree with %s", first, yThing)
	}
}

// states is a clause about a witness: "`f` takes a string", "this is a vector".
func (p *Program) states(d *draft, w, other *Witness, thing lang.Phrase, asks, first bool) lang.Phrase {
	filter := w.declares && w.kind != Declares
	switch {
	case w.callee != "":
		return lang.Say("%s %s %s", p.callee(w), p.verb(!w.asks), thing)
	case w.kind == Opens:
		return lang.Say("%s takes %s", p.Noun(w.Site), thing)
	case filter && first:
		return lang.Say("this filter asks for %s", thing)
	case filter && other.declares && other.kind != Declares:
		return lang.Say("the other filter asks for %s", thing)
	case filter:
		return lang.Say("the filter asks for %s", thing)
	case w.reader >= 0:
		return lang.Say("%s is %s", p.Noun(w.reader), thing)
	case w.kind == Declares && len(w.path) > 0 && !d.inPart():
		return p.partOfType(w, "is", thing)
	case w.kind == Declares && len(w.path) > 0 && first:
		return lang.Say("this type has %s", thing)
	case w.kind == Declares && len(w.path) > 0:
		return lang.Say("%s has %s", p.Noun(w.Site), thing)
	case asks && first:
		return lang.Say("this needs %s", thing)
	case asks && w.kind == Reads:
		return lang.Say("%s needs %s", p.Noun(w.Site), thing)
	case asks:
		return lang.Say("%s is needed", thing)
	case first:
		return lang.Say("this is %s", thing)
	}
	if noun := p.Noun(w.Site); !p.saysItself(noun, thing) {
		return lang.Say("%s is %s", noun, thing)
	}
	return lang.Say("%s is given", thing)
}

// isWholeBefore reports whether two declarations meet, of which the first one, x, gives its whole to a part of the other.
func isWholeBefore(x, y *Witness) bool { return x.kind == Declares && flowsInto(x, y) }

// flowsInto reports whether the whole of a value becomes a part of a type that is declared after it.
func flowsInto(x, y *Witness) bool {
	return y.kind == Declares && len(x.path) == 0 && len(y.path) > 0 && x.Span.End <= y.Span.Start
}

// makes reports whether a witness is a bracket or a constant, which is the value itself.
func (w *Witness) makes() bool {
	return w.callee == "" && w.reader < 0 && (w.kind == Product || w.kind == Variant || w.kind == Literal)
}

// partOfType is a clause about a part of a declared type: "the part `x` of `$p` is a string".
func (p *Program) partOfType(w *Witness, verb string, thing lang.Phrase) lang.Phrase {
	return lang.Say("%s of %s %s %s", p.PartText(w.path), p.Noun(w.Site), verb, thing)
}

// saysItself reports whether a noun already names its thing: "the product is a product", "`{}` is the unit `{}`".
func (p *Program) saysItself(noun, thing lang.Phrase) bool {
	n, t := noun.String(), thing.String()
	return n == t ||
		t == p.Words().Unit && strings.HasSuffix(t, " "+n) ||
		strings.TrimPrefix(n, "the ") == strings.TrimPrefix(t, "a ")
}

// shapes returns the shapes that the form of a pattern allows, including a vector that only its labels exclude.
func shapes(f unify.Flat) unify.Shape {
	if s := f.Shapes(); s&unify.Product == 0 || s&unify.Union == 0 {
		return s
	}
	return unify.AnyShape
}

// mayBeIndexed reports whether one of two patterns is a vector, and the other is not one only because of its labels.
func mayBeIndexed(x, y *Witness) bool {
	f := x.Fact.Claim.Flat
	if f.IsVector() {
		f = y.Fact.Claim.Flat
	}
	return shapes(f) == unify.AnyShape || f.IsProduct() && !f.Closed()
}

// noIndex reports a label of a vector that is not an index.
func (p *Program) noIndex(d *draft, x, y *Witness) {
	other, vector := x, y
	if x.Fact.Claim.Flat.IsVector() {
		other, vector = y, x
	}
	d.Code, d.Clash.Reason = lang.NotAnIndex, "no-index"
	for _, l := range p.LabelsOf(other.Fact.Claim) {
		if p.Labels.Index().Has(l) {
			continue
		}
		words := p.Words()
		d.Clash.Label = p.Labels.Text(l)
		d.message = lang.Say("%s has no %s %s: its elements are read by an index, %s",
			words.Vector.One, words.Field, p.LabelWord(l), words.Index)
		if vector.callee != "" && !vector.asks && len(vector.path) == 0 {
			d.message = lang.Say("%s gives %s, which has no %s %s: elements are read by an index, %s",
				p.callee(vector), words.Vector.One, words.Field, p.LabelWord(l), words.Index)
		}
		if other.callee != "" && !other.Fact.Claim.Flat.Closed() {
			other.says = p.callAsks(other, []unify.Label{l}, words.Field)
			if other == x {
				d.label = x.says
			}
		}
		return
	}
}

// literalClash reports a clash of a built-in type, the witness t, with a pattern.
func (p *Program) literalClash(d *draft, primary, x, t *Witness) {
	f := x.Fact.Claim.Flat
	if f.Shapes()&unify.Union != 0 && !f.Closed() {
		variant := f.IsUnion()
		for _, l := range p.LabelsOf(x.Fact.Claim) {
			if p.Types.Heads().Has(t.Fact.Claim.Flat.Head(), l, p.Labels.Index()) {
				continue
			}
			d.Code, d.Clash.Reason, d.Clash.Label = lang.NotALiteral, "no-literal", p.Labels.Text(l)
			field := p.Words().Field
			switch {
			case variant:
				d.message = lang.Say("a variant %s is not %s", p.LabelWord(l), t.thing)
				p.pointAt(d, x, l, x.says)
			case t.callee != "" && !t.asks && len(t.path) == 0:
				d.message = lang.Say("%s gives %s, which has no %s %s", p.callee(t), t.thing, field, p.LabelWord(l))
			default:
				d.message = lang.Say("%s has no %s %s", t.thing, field, p.LabelWord(l))
			}
			if x.callee != "" && !variant {
				x.says = p.callAsks(x, []unify.Label{l}, field)
				if x == primary {
					d.label = x.says
				}
			}
			return
		}
	}
	d.Code, d.Clash.Reason = lang.ShapeClash, "kind"
	if primary == t {
		x, t = t, x
	}
	d.message = p.disagree(d, x, t, p.Bare(x.Fact.Claim), p.Bare(t.Fact.Claim))
}

// typesDiffer reports a clash of two named or built-in types. It returns the labels from the types down to the part in
// which they differ.
func (p *Program) typesDiffer(d *draft, x, y *Witness) []unify.Label {
	hx, hy := x.Fact.Claim.Flat.Head(), y.Fact.Claim.Flat.Head()
	diff := p.Types.Difference(hx, hy)
	d.Code, d.Clash.Reason = lang.TypesDiffer, "type-differs"
	if x.Span == y.Span && len(x.Fact.Within) > 0 && len(y.Fact.Within) > 0 {
		if d.message = p.siblingsDiffer(d, x, y, x.thing, y.thing); d.message != nil {
			p.markReaders(d, x, y, x.thing, y.thing)
			return nil
		}
		d.message = lang.Say("%s and %s of one type would have to agree: %s and %s",
			p.PartText(x.Fact.Within), p.PartText(y.Fact.Within), x.thing, y.thing)
		return nil
	}
	for _, l := range diff.Path {
		d.Clash.Path = append(d.Clash.Path, p.Labels.Text(l))
	}
	dx, dy := p.typeThings(diff)
	d.message = p.disagree(d, x, y, dx, dy)
	if sameText(dx, dy) {
		d.message = lang.Text("two types differ")
	}
	if _, atom := p.Types.Atom(diff.A); !atom {
		if _, atom := p.Types.Atom(diff.B); !atom {
			d.Notes = append(d.Notes, p.howTypesDiffer(diff))
		}
	}
	return diff.Path
}

// sameText reports whether two phrases read the same. They may still name different things, since long texts are
// shortened.
func sameText(x, y lang.Phrase) bool { return x.String() == y.String() }

// typeThings names two types, by their shapes if their names read the same.
func (p *Program) typeThings(diff patterns.Difference) (x, y lang.Phrase) {
	x, y = p.TypeThing(diff.A), p.TypeThing(diff.B)
	if sameText(x, y) {
		x, y = lang.Text(p.ShapeThing(p.Types.Shape(diff.A))), lang.Text(p.ShapeThing(p.Types.Shape(diff.B)))
	}
	return x, y
}

// howTypesDiffer compares two structured types that differ at their roots.
func (p *Program) howTypesDiffer(diff patterns.Difference) lang.Phrase {
	x, y := p.TypeThing(diff.A), p.TypeThing(diff.B)
	if sameText(x, y) {
		x, y = lang.Text("the one"), lang.Text("the other")
	}
	if sa, sb := p.Types.Shape(diff.A), p.Types.Shape(diff.B); sa != sb {
		return lang.Say("%s is %s, %s is %s", x, p.ShapeThing(sa), y, p.ShapeThing(sb))
	}
	only, other := difference(p.labelsOfType(diff.A), p.labelsOfType(diff.B))
	switch {
	case len(other) == 0:
		return lang.Say("only %s has %s", x, p.LabelList(only, "label"))
	case len(only) == 0:
		return lang.Say("only %s has %s", y, p.LabelList(other, "label"))
	}
	return lang.Say("only %s has %s, only %s has %s", x, p.LabelList(only, "label"), y, p.LabelList(other, "label"))
}

func (p *Program) labelsOfType(t patterns.Type) []unify.Label {
	return p.LabelsOf(unify.Claim{Flat: p.Types.Heads().Flat(t)})
}

// difference returns the labels that only the first, and only the second, of two lists has.
func difference(x, y []unify.Label) (only, other []unify.Label) {
	in := make(map[unify.Label]bool, len(y))
	for _, l := range y {
		in[l] = true
	}
	for _, l := range x {
		if !in[l] {
			only = append(only, l)
		}
		delete(in, l)
	}
	for _, l := range y {
		if in[l] {
			other = append(other, l)
		}
	}
	return only, other
}

// onlyVector reports three patterns: two of them allow only a vector, and the third is not a vector.
func (p *Program) onlyVector(d *draft, ws []*Witness) {
	d.Code, d.Clash.Reason = lang.OnlyVector, "kind"
	d.label = ws[0].says
	d.message = lang.Say("%s, %s and %s cannot be one pattern, though any two of them can",
		ws[0].thing, ws[1].thing, ws[2].thing)
	d.Notes = append(d.Notes, lang.Text(
		"two patterns with different labels that are all indices can only be a vector, which the third is not"))
}

// pointAt moves the primary place from a whole literal to one of its labels.
func (p *Program) pointAt(d *draft, w *Witness, l unify.Label, says lang.Phrase) {
	if w.callee != "" || d.Span != w.Span {
		return
	}
	slots := p.Slots(w.Site)
	at := slices.IndexFunc(slots, func(s Slot) bool { return s.Label == l && s.Part >= 0 })
	if at >= 0 && (d.primary.Empty() || d.primary == slots[at].Span) {
		d.Span, d.label = slots[at].Span, says
	}
}
