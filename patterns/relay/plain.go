package relay

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns/message"
)

// Least returns the diagnostic of a fault that needs the least work.
func (p *program) Least(f message.Fault) lang.Diagnostic {
	c, at := f.Contradiction, f.At
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
