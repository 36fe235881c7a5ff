package message

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/explain"
)

// Complete returns a contradiction with its constraint that comes last in an order, such as text order: a user who
// reads from the top finds the contradiction there.
func (p *Program) Complete(c *explain.Contradiction, order func(explain.Source) int64) Fault {
	var last explain.Source
	at := int64(-1)
	for i := range c.Core {
		m := &c.Core[i]
		if m.Def != c.Def && len(m.Calls) > 0 || m.Source.Use >= 0 && m.Source.Relation == 0 {
			continue
		}
		if now := order(m.Source); now > at {
			at, last = now, m.Source
		}
	}
	if last.Event < 0 && last.Relation == 0 {
		last.Reason.Site = p.SiteOf(last.Node)
		last.Reason.Rule, _ = p.DescribedBy(last.Reason.Site)
	}
	return Fault{c, last}
}

// ShowOnce removes related places that are shown already: as the primary place, which has no other label, or as an
// earlier related place.
func ShowOnce(dg *lang.Diagnostic) {
	seen := map[lang.Span]bool{dg.Span: true}
	dg.Related = slices.DeleteFunc(dg.Related, func(r lang.Related) bool {
		again := seen[r.Span]
		seen[r.Span] = true
		return again
	})
}

// LettersAtShown moves the witnesses of a clash to the related places that are shown, so that their letters are there; a
// witness without one is at the primary place. Two witnesses change their letters if one of them is shown at the place
// of the other letter.
func (p *Program) LettersAtShown(dg *lang.Diagnostic) {
	c, at := dg.Clash, [2]lang.Span{dg.Span, dg.Span}
	for i := range min(len(at), len(dg.Related)) {
		at[i] = dg.Related[i].Span
	}
	if c.C = nil; c.A.Span != at[0] && (c.A.Span == at[1] || c.B.Span == at[0]) {
		c.A, c.B = c.B, c.A
	}
	for i, w := range [...]*lang.Witness{c.A, c.B} {
		w.Span, w.Expression = at[i], p.shortAt(at[i])
	}
}
