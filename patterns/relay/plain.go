package relay

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns/explain"
)

// unexplained reports the conflicts of a definition that no contradiction explains, except at places that already have
// a report.
func (p *explaining) unexplained(
	d int32, explained []*explain.Contradiction, reported []lang.Diagnostic,
) (ds []lang.Diagnostic) {
	known := make(map[lang.Span]bool, len(reported))
	for i := range reported {
		known[reported[i].Span] = true
	}
	for _, c := range p.p.Rest(d, explained) {
		dg, _ := p.unexplainedDiagnostic(c.Contradiction, c.At, p.overBudget)
		if !known[dg.Span] {
			known[dg.Span] = true
			ds = append(ds, dg)
		}
	}
	return ds
}

// unexplainedDiagnostic returns the diagnostic of a contradiction without explanation, because it alone needs too much
// work, or others used up the budget.
func (p *explaining) unexplainedDiagnostic(
	c *explain.Contradiction, at explain.Source, alone bool,
) (dg lang.Diagnostic, types [2]string) {
	var m *meeting
	if p.p.Explainer().Within(func() { dg, m = p.describe(c, at) }) {
		types = m.types
	} else {
		dg = p.p.leastDiagnostic(c, at)
	}
	dg.Notes = append(dg.Notes, p.p.NotExplained(alone))
	return dg, types
}

// leastDiagnostic returns the diagnostic that needs the least work.
func (p *program) leastDiagnostic(c *explain.Contradiction, at explain.Source) lang.Diagnostic {
	dg := lang.Diagnostic{Span: p.Span(at.Reason.Site), Definition: p.DefName(c.Def)}
	if dg.Code, dg.Message = p.whatClashes(c, at); at.Relation == 0 {
		return dg
	}
	site, in := relay.NodeID(at.Reason.Site), p.Graph.InstanceOf(at.Relation-1)
	if rule := ruleOf(in); rule != nil && in.Use < 0 {
		nodes := in.Args
		if a, ok := in.Relation.(*assumed); ok {
			nodes = nodes[:a.args]
		}
		if _, fails := p.fault(&dg, p.binding.Over(p.Graph), site, rule, nodes); fails {
			return dg
		}
	}
	dg.Code, dg.Message = lang.RelationFails, lang.Say("`%s` cannot be applied to these arguments", p.operatorName(site))
	return dg
}
