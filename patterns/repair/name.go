package repair

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// A naming is a candidate name for a place: of a definition, a built-in function or a type.
type naming struct {
	name     string
	def      int32 // -1 for a built-in function or type
	kind     *Kind
	gain     int
	plain    int  // the gain without the contribution of the name itself
	never    bool // it is listed only because of its name
	unlikely bool // only the types suggest it, so it is never offered
	typ      patterns.Type
	scheme   *patterns.Scheme
}

// means reports whether two names have the same meaning.
func (n *naming) means(m *naming) bool {
	return n.typ == m.typ && (n.scheme == nil || n.scheme.Equal(m.scheme))
}

// mostPlain is how many names are tried at one place for blame.
const mostPlain = 10

// offerNames proposes the first names of a list, typos first, without the unlikely ones. For blame it also proposes the
// names that fit best, regardless of their spelling: all or none of those with the same gain, and one of those with the
// same meaning.
func (r *Repairer) offerNames(s Spot, kind *Kind, list []naming, complete bool, title func(name string) lang.Phrase) {
	slices.SortStableFunc(list, func(x, y naming) int {
		switch near := x.kind == RefTypo; {
		case near == (y.kind == RefTypo):
			return y.gain - x.gain
		case near:
			return -1
		}
		return 1
	})
	offer := func(n *naming) *Proposal {
		p := r.Offer(s, n.kind, n.gain, title(n.name), r.Edit(r.Span(s.Site), n.name))
		switch {
		case n.def < 0:
		case kind == Type:
			p.Types = append(p.Types, n.def)
		default:
			p.Refs = append(p.Refs, n.def)
		}
		return p
	}
	at := make([]int, len(list))
	order := make([]int, 0, len(list))
	for i := range list {
		at[i] = -1
		if i < mostNames && !list[i].unlikely {
			at[i] = len(r.list)
			offer(&list[i])
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
			if i := order[0]; !slices.ContainsFunc(chosen, func(j int) bool { return list[i].means(&list[j]) }) {
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
			p = offer(&list[i])
			p.hidden = true
		}
		p.free, p.plainKind = true, kind
		p.plainCost += list[i].gain - list[i].plain + kind.at(s) - p.kind.at(s)
	}
}

// isReadFrom reports whether a side of the contradiction is a part of the type at a site.
func (r *Repairer) isReadFrom(site int32) bool {
	if r.Owner(site) < 0 {
		return false // it may be that part
	}
	whole := r.Parent(site)
	is := func(e int32) bool { return e == site || e != none && e == whole }
	return slices.ContainsFunc(r.Sides, func(s Side) bool {
		return (is(s.Code) || is(s.Site)) && len(s.Fact.Part()) > 0
	})
}

// TypeName proposes the names of other types in place of a type name.
func (r *Repairer) TypeName(s Spot) {
	if r.Kind(s.Site) != message.Other || len(r.Kids(s.Site)) > 0 || len(r.Slots(s.Site)) > 0 {
		return
	}
	var list []naming
	text, current := r.sourceOf(s.Site), r.TypeAt(s.Site)
	alone := r.isOnlyRecursion(s.Site)
	for _, n := range r.typeNames {
		if n.Type == unify.NoHead || n.Type == current || n.Def >= mostDefs {
			continue
		}
		c := naming{name: n.Name, def: n.Def, kind: Type, typ: n.Type}
		v := r.typeView(n.Type)
		literals, _ := r.Types.Heads().Literal(n.Type)
		if literals != unify.NotLiteral && r.isReadFrom(s.Site) {
			continue // a constant has no parts
		}
		fits := false
		for i := range r.Sides {
			if i != s.Side && exact(v, r.Sides[i].View) {
				c.plain = gainOfFit
			}
			fits = fits || i != s.Side && r.fit(v, r.Sides[i].View)
		}
		if s.Side >= 0 && s.Site == r.Sides[s.Side].Code && !fits {
			continue
		}
		if literals == unify.AllLiterals && c.plain == 0 {
			continue // it has all tags
		}
		c.gain = c.plain
		if d, near := lang.Distance(text, n.Name); near {
			c.gain = max(c.gain, gainOfFit-d)
		}
		if alone {
			c.gain, c.never = c.gain-CostOfLoose, true
		}
		list = append(list, c)
	}
	if s.Side >= 0 && isUnit(r.opposite(s.Side)) && text != r.style.Unit && r.style.Unit != "" {
		r.Offer(s, Type, gainOfFit, lang.Say("use the unit: `%s`", r.style.Unit), r.Edit(r.Span(s.Site), r.style.Unit))
	}
	r.offerNames(s, Type, list, r.TypeDefinitions() <= mostDefs, func(name string) lang.Phrase {
		return lang.Say("use the type `%s%s`", r.style.Type, name)
	})
}

// isOnlyRecursion reports whether a site is the only one in a type definition that names the type itself.
func (r *Repairer) isOnlyRecursion(site int32) bool {
	t := r.TypeNamed(site)
	if t < 0 {
		return false
	}
	def := r.TypeDefinition(t)
	if site < def.First || site > def.Root || r.Types.Shape(r.TypeAt(def.Root)) != unify.Union {
		return false
	}
	for e := def.First; e <= def.Root; e++ {
		if e != site && r.TypeNamed(e) == t {
			return false
		}
	}
	return true
}
