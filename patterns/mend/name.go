package mend

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/tell"
	"github.com/patgraph/patgraph/unify"
)

// A naming is one of several names that may stand in a place.
type naming struct {
	gain  int
	plain int  // the gain, without what the name itself adds
	never bool // it is there for its name only
	offer func() *Proposal
}

// mostPlain is how many names are tried in one place for the sake of blame.
const mostPlain = 10

// offerNames proposes the first names of a list. For the sake of blame it also proposes
// those that fit best, whatever they are called: all or none of those with the same gain,
// and one of those that mean the same.
func (r *Repairer) offerNames(s Spot, kind *Kind, list []naming, complete bool, same func(i, j int) bool) {
	at := make([]int, len(list))
	order := make([]int, 0, len(list))
	for i := range list {
		at[i] = -1
		if i < mostNames {
			at[i] = len(r.list)
			list[i].offer()
		}
		if complete && !list[i].never {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return list[j].plain - list[i].plain })
	var chosen []int
	for len(order) > 0 {
		n, gain := len(chosen), list[order[0]].plain
		for len(order) > 0 && list[order[0]].plain == gain {
			if i := order[0]; !slices.ContainsFunc(chosen, func(j int) bool { return same(i, j) }) {
				chosen = append(chosen, i)
			}
			order = order[1:]
		}
		if len(chosen) > mostPlain {
			chosen = chosen[:n]
			break
		}
	}
	for _, i := range chosen {
		p := (*Proposal)(nil)
		if at[i] >= 0 {
			p = &r.list[at[i]]
		} else {
			p = list[i].offer()
			p.hidden = true
		}
		p.free, p.plainKind = true, kind
		p.plainCost += list[i].gain - list[i].plain + kind.at(s) - p.kind.at(s)
	}
}

// TypeName proposes the names of other types in the place of the name of a type.
func (r *Repairer) TypeName(s Spot) {
	if r.Kind(s.Site) != tell.Other || len(r.Kids(s.Site)) > 0 || len(r.Slots(s.Site)) > 0 {
		return
	}
	type choice struct {
		TypeName
		gain int
		free int // the gain, without what its name adds
	}
	var list []choice
	text, current := r.sourceOf(s.Site), r.TypeAt(s.Site)
	for _, n := range r.typeNames {
		if n.Type == unify.NoHead || n.Type == current || n.Def >= mostDefs {
			continue
		}
		c := choice{TypeName: n}
		v := r.typeView(n.Type)
		fits := false
		for i := range r.Sides {
			if i != s.Side && exact(v, r.Sides[i].View) {
				c.gain = gainOfFit
			}
			fits = fits || i != s.Side && r.fit(v, r.Sides[i].View)
		}
		if s.Side >= 0 && s.Site == r.Sides[s.Side].Code && !fits {
			continue
		}
		c.free = c.gain
		if d, near := lang.Distance(text, n.Name); near {
			c.gain = max(c.gain, gainOfFit-d)
		}
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(x, y choice) int { return y.gain - x.gain })
	names := make([]naming, len(list))
	for i := range list {
		c := &list[i]
		names[i] = naming{gain: c.gain, plain: c.free, offer: func() *Proposal {
			p := r.Offer(s, Type, c.gain, lang.Say("use the type `%s%s`", r.style.Type, c.Name), r.Edit(r.Span(s.Site), c.Name))
			if c.Def >= 0 {
				p.Types = append(p.Types, c.Def)
			}
			return p
		}}
	}
	r.offerNames(s, Type, names, r.TypeDefinitions() <= mostDefs, func(i, j int) bool { return list[i].Type == list[j].Type })
}
