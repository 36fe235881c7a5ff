package relay

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
)

// plainly reports the conflicts of a definition that are not reported yet, without explaining them.
func (p *program) plainly(d int32, reported []lang.Diagnostic) (ds []lang.Diagnostic) {
	for _, c := range p.Solver.Conflicts(d) {
		given, _ := p.Graph.Given(c.Event)
		dg := p.Conflict(p.DefName(d), c)
		if _, fails := p.Graph.Event(given).Cause.Failed(); fails {
			site := p.Graph.Reason(given).Site
			dg = lang.Diagnostic{
				Code: lang.RelationFails, Span: p.Span(site), Definition: p.DefName(d),
				Message: lang.Say("`%s` cannot be applied to these arguments", p.operatorName(relay.NodeID(site))),
			}
		}
		if !slices.ContainsFunc(reported, func(t lang.Diagnostic) bool { return t.Span == dg.Span }) {
			ds = append(ds, dg)
		}
	}
	return ds
}
