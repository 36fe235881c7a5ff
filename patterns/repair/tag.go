package repair

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// Tagged proposes to give a value a tag of the required union.
func (r *Repairer) Tagged(s Spot) {
	if r.style.Inject == "" || !r.IsExpression(s.Site) || r.isSuffix(s.Site) {
		return
	}
	_, value := r.Views(s.Site)
	_, union := r.Neighbours(s.Site)
	another := isUnion(value) // then only a tag for just this union makes sense
	if s.Side >= 0 && (another || !isUnion(union)) {
		union = r.opposite(s.Side)
	}
	if s.Side >= 0 && another {
		value = r.Sides[s.Side].View
	}
	if !isUnion(union) || another && exact(value, union) {
		return
	}
	head := union.Flat.Head()
	if head != unify.NoHead && r.Types.Heads().IsLiteral(head) {
		return
	}
	for _, tag := range union.Labels[:min(len(union.Labels), mostLabels)] {
		gain := 0
		holds, ok := r.typePart(head, []unify.Label{tag})
		switch {
		case ok && just(value, holds):
			gain = gainOfWhole
		case ok && !r.fit(value, holds) || another:
			continue
		}
		if value.Flat == unify.Open && len(value.Labels) == 0 {
			gain -= CostOfOther
		}
		word := r.Label(r.Labels.Text(tag))
		span := r.Span(s.Site)
		edits := []lang.Edit{r.Insert(span.End, r.style.Inject+word+r.style.Injected, false)}
		if kind := r.Kind(s.Site); r.style.Wrapped && (kind == message.Product || kind == message.Variant) {
			edits = []lang.Edit{
				{Span: lang.Span{Start: span.Start, End: span.Start}, Text: "{"},
				{Span: lang.Span{Start: span.End, End: span.End}, Text: " " + word + "}"},
			}
		}
		r.Offer(s, Tag, gain, lang.Say("give it the tag %s", r.LabelWord(tag)), edits...)
	}
}

// isUnion reports whether a value can be nothing but a union of some tags.
func isUnion(v View) bool { return v.Flat.Shapes() == unify.Union && len(v.Labels) > 0 }
