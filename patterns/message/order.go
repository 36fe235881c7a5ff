package message

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/explain"
)

// Completes is the constraint of a contradiction that comes last in an order, such as that of the text: the one by
// which it is one, as people meet it who read from the top.
func (p *Program) Completes(c *explain.Contradiction, order func(explain.Source) int64) explain.Source {
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
	return last
}

// ShowOnce leaves out related places that are shown already: the primary one, which has no other label, and
// earlier ones.
func ShowOnce(dg *lang.Diagnostic) {
	seen := map[lang.Span]bool{dg.Span: true}
	dg.Related = slices.DeleteFunc(dg.Related, func(r lang.Related) bool {
		again := seen[r.Span]
		seen[r.Span] = true
		return again
	})
}

// LettersAtShown puts the letters of a clash at the places that are shown; one that is not shown is what the primary one says.
func LettersAtShown(dg *lang.Diagnostic) {
	dg.Clash.A.Span, dg.Clash.B.Span, dg.Clash.C = dg.Span, dg.Span, nil
	if len(dg.Related) > 0 {
		dg.Clash.A.Span = dg.Related[0].Span
	}
	if len(dg.Related) > 1 {
		dg.Clash.B.Span = dg.Related[1].Span
	}
}
