package relay

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// Contradictions with a common cause become one report: those of several patterns of one match, and those of a branch
// that contradicts both the expected type of all branches and another branch.

// Join merges the reports of contradictions with a common cause, and drops those that an invalid clause may cause.
func (p *program) Join(d int32, all []*report) []*report {
	all = p.withoutExcused(d, all)
	var list []joined
	matched := make(map[relay.NodeID]int) // by match: the report about its patterns
	for _, r := range all {
		r.Secondary = p.hasDuplicateVariable(d)
		x := joined{report: r, first: relay.NoNode}
		if params, ok := p.parametersMeet(r.Contradiction); ok {
			p.describeMeeting(&r.Diagnostic, params)
		} else if len(r.Core) > 0 {
			x = p.joinable(r)
		}
		i := slices.IndexFunc(list, func(y joined) bool { first, _ := x.sharedBranch(&y); return first != relay.NoNode })
		if i >= 0 {
			first, ofAll := x.sharedBranch(&list[i])
			if ofAll { // the new report has the expected type
				list[i], x = x, list[i]
			}
			y := &list[i]
			y.besides(&x)
			y.first = first
			if at := p.tree.Span(first); y.Span.Contains(at) {
				y.Span = at
				message.ShowOnce(&y.Diagnostic)
			}
			continue
		}
		if x.facts != nil && x.At.Event >= 0 && x.At.Reason.Rule == byPattern {
			match := p.parents[p.parents[x.At.Reason.Site]]
			if i, again := matched[match]; again {
				if x.Span.Start < list[i].Span.Start {
					list[i], x = x, list[i]
				}
				list[i].besides(&x)
				continue
			}
			matched[match] = len(list)
		}
		list = append(list, x)
	}
	for i := range list {
		all[i] = list[i].report
	}
	return all[:len(list)]
}

// withoutExcused drops the reports of operators that an invalid clause may have declared to work for every type.
func (p *program) withoutExcused(d int32, all []*report) []*report {
	root := p.rootOf(d)
	if !slices.ContainsFunc(p.clauses(root), func(id relay.NodeID) bool {
		_, _, ok := p.clause(root, id)
		return !ok
	}) {
		return all
	}
	var excused []lang.Span
	for _, r := range all {
		if len(r.Core) > 0 && r.At.Relation > 0 && r.Code == lang.RigidParameter {
			excused = append(excused, r.Span)
		}
	}
	return slices.DeleteFunc(all, func(r *report) bool { return slices.Contains(excused, r.Span) })
}

// A joined is a report about sides that meet in an expression.
type joined struct {
	*report
	at    lang.Span
	first relay.NodeID // for branches or clauses: the result of the first
	types [2]string
	facts []saidAt // nil: it is joined with no other report
}

type saidAt struct {
	site int32
	flat unify.Flat
}

// besides records another place where the same mistake shows.
func (x *joined) besides(other *joined) {
	x.Besides = append(x.Besides, lang.Related{Span: other.Span, Message: other.Message})
}

func (p *program) joinable(r *report) joined {
	e := relay.NodeID(r.At.Reason.Site)
	x := joined{report: r, at: p.tree.Span(e), first: relay.NoNode}
	if r.Evidence != nil {
		x.types = r.Evidence.types
	}
	slices.Sort(x.types[:])
	for i := range r.Facts[:min(2, len(r.Facts))] {
		x.facts = append(x.facts, saidAt{p.FactSite(&r.Facts[i]), r.Facts[i].Claim.Flat})
	}
	switch up := p.parents[e]; {
	case r.At.Relation > 0:
	case r.At.Reason.Rule == byBranches:
		x.at, x.first = p.tree.Span(up), p.end(p.tree.Kids(up)[1])
	case r.At.Reason.Rule == byClauses:
		up = p.parents[up]
		x.at, x.first = p.tree.Span(up), p.end(p.tree.Kids(p.tree.Kids(up)[1])[1])
	}
	return x
}

// sharedBranch returns the first branch if one of two reports is about the branches of an expression, and the other,
// about all of them, has the same conflict: then the first branch is wrong. ofAll reports whether x, the later report,
// is the one about all branches.
func (x *joined) sharedBranch(earlier *joined) (first relay.NodeID, ofAll bool) {
	in, out := x, earlier
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
