package relay

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// Contradictions with a common cause become one report: those of several patterns of one match, and those of a branch
// that contradicts both the expected type of all branches and another branch.

// reports are the reports of a definition, in the order in which they were found.
type reports struct {
	p       *program
	list    []report
	matched map[relay.NodeID]int // by match: the report about its patterns
}

// A report is a diagnostic about sides that meet in an expression.
type report struct {
	lang.Diagnostic
	at    lang.Span
	first relay.NodeID // for branches or clauses: the result of the first
	types [2]string
	facts []saidAt
}

type saidAt struct {
	site int32
	flat unify.Flat
}

// add adds the diagnostic of a contradiction that the constraint at completes, or merges it with an earlier report of
// the same cause.
func (x *reports) add(c *explain.Contradiction, at explain.Source, dg lang.Diagnostic, types [2]string) {
	r := x.p.reportOf(c, at, dg, types)
	i := slices.IndexFunc(x.list, func(s report) bool { first, _ := r.sharedBranch(&s); return first != relay.NoNode })
	if i >= 0 {
		first, ofAll := r.sharedBranch(&x.list[i])
		if ofAll { // the new report has the expected type
			x.list[i], r = r, x.list[i]
		}
		s := &x.list[i]
		s.besides(&r)
		s.first = first
		if at := x.p.tree.Span(first); s.Span.Contains(at) {
			s.Span = at
			message.ShowOnce(&s.Diagnostic)
		}
		return
	}
	if at.Event >= 0 && at.Reason.Rule == byPattern {
		match := x.p.parents[x.p.parents[at.Reason.Site]]
		if i, again := x.matched[match]; again {
			if r.Span.Start < x.list[i].Span.Start {
				x.list[i], r = r, x.list[i]
			}
			x.list[i].besides(&r)
			return
		}
		x.matched[match] = len(x.list)
	}
	x.list = append(x.list, r)
}

// besides records another place where the same mistake shows.
func (r *report) besides(other *report) {
	r.Besides = append(r.Besides, lang.Related{Span: other.Span, Message: other.Message})
}

func (p *program) reportOf(c *explain.Contradiction, at explain.Source, dg lang.Diagnostic, types [2]string) report {
	e := relay.NodeID(at.Reason.Site)
	r := report{Diagnostic: dg, at: p.tree.Span(e), first: relay.NoNode, types: types}
	slices.Sort(r.types[:])
	for i := range c.Facts[:min(2, len(c.Facts))] {
		r.facts = append(r.facts, saidAt{p.FactSite(&c.Facts[i]), c.Facts[i].Claim.Flat})
	}
	switch up := p.parents[e]; {
	case at.Relation > 0:
	case at.Reason.Rule == byBranches:
		r.at, r.first = p.tree.Span(up), p.end(p.tree.Kids(up)[1])
	case at.Reason.Rule == byClauses:
		up = p.parents[up]
		r.at, r.first = p.tree.Span(up), p.end(p.tree.Kids(p.tree.Kids(up)[1])[1])
	}
	return r
}

// sharedBranch returns the first branch if one of two reports is about the branches of an expression, and the other,
// about all of them, has the same conflict: then the first branch is wrong. ofAll reports whether r, the later report,
// is the one about all branches.
func (r *report) sharedBranch(earlier *report) (first relay.NodeID, ofAll bool) {
	in, out := r, earlier
	if ofAll = in.first == relay.NoNode || !out.at.Contains(in.at); ofAll {
		in, out = out, in
	}
	if in.first == relay.NoNode || !out.at.Contains(in.at) || len(in.facts) < 2 || len(out.facts) < 2 {
		return relay.NoNode, false
	}
	for i, f := range in.facts {
		for k, o := range out.facts {
			if f.site == o.site && (in.types[0] != "" && in.types == out.types || in.facts[1-i].flat == out.facts[1-k].flat) {
				return in.first, ofAll
			}
		}
	}
	return relay.NoNode, false
}
