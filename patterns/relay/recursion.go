package relay

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// Functions of a recursive group share one type within the group, except those with complete annotations. So their type
// parameters can meet, which is one mistake, however many contradictions it causes.

// parametersMeet reports whether a contradiction is between type parameters of two definitions of one recursive group.
func (p *program) parametersMeet(c *explain.Contradiction) (params [2]relay.NodeID, ok bool) {
	if len(c.Facts) != 2 {
		return params, false
	}
	for i := range params {
		param := c.Facts[i].Claim.Flat.Constructor()
		if params[i], ok = p.paramOf[param]; param == unify.NoConstructor || !ok {
			return params, false
		}
	}
	if params[0] > params[1] {
		params[0], params[1] = params[1], params[0]
	}
	d, e := p.Owner(int32(params[0])), p.Owner(int32(params[1]))
	return params, d >= 0 && e >= 0 && d != e && p.Solver.SameGroup(d, e)
}

// describeMeeting makes the diagnostic of one contradiction that of all between two definitions. Its place is the first
// use of one definition by the other.
func (p *program) describeMeeting(dg *lang.Diagnostic, params [2]relay.NodeID) {
	var owners [2]int32
	var text [2]string
	dg.Related = nil
	for i, param := range params {
		owners[i] = p.Owner(int32(param))
		text[i] = p.tree.Syms.Text(p.tree.Nodes[param].Sym)
		dg.Related = append(dg.Related, lang.Related{
			Span: p.tree.Span(param), Message: lang.Say("a type parameter of `%s`", p.DefName(owners[i])),
		})
	}
	for _, site := range p.usesInGroup(owners[0]) {
		callee, _ := p.Callee(site)
		if pair := [2]int32{p.Owner(site), callee}; pair == owners || pair == [2]int32{owners[1], owners[0]} {
			dg.Span, dg.Definition = p.Span(site), p.DefName(p.Owner(site))
			break
		}
	}
	dg.Message = lang.Say("`%s` and `%s` use each other, so their type parameters `%s` and `%s` would have to be one type",
		p.DefName(owners[0]), p.DefName(owners[1]), text[0], text[1])
	dg.Notes = lang.Texts(
		"if all types of a function are written, including its result, each use has its own type parameters")
}

// usesInGroup lists the uses of a recursive group's definitions within the group, in the order of the text.
func (p *program) usesInGroup(d int32) (sites []int32) {
	for _, e := range slices.Sorted(slices.Values(p.Solver.Group(d))) {
		for site, callee := range p.EachUse(e) {
			if p.Solver.SameGroup(d, callee) {
				sites = append(sites, site)
			}
		}
	}
	return sites
}

// groupOf returns the recursive group of the definition that a diagnostic names, in the order of the text.
func (p *program) groupOf(dg *lang.Diagnostic) []int32 {
	if d := p.DefOf(dg); d >= 0 {
		return slices.Sorted(slices.Values(p.Solver.Group(d)))
	}
	return nil
}

// results guesses the result types of functions of a recursive group: the type of one of their parameters, or one of
// their type parameters.
func (g *guesser) results() {
	group := g.p.groupOf(g.dg)
	if len(group) < 2 {
		return
	}
	for _, e := range group {
		fn := g.p.rootOf(e)
		if g.p.tree.Nodes[fn].Op != relay.OpFn || g.p.tree.Kids(fn)[2] != relay.NoNode {
			continue
		}
		end := g.p.tree.Span(g.p.tree.Kids(fn)[1]).End
		write := func(text string) {
			title := "write the result type of `" + g.p.DefName(e) + "`: `-> " + text + "`"
			g.add(title, lang.Edit{Span: lang.Span{Start: end, End: end}, Text: " -> " + text})
		}
		for _, v := range g.p.variables(fn) {
			if a := g.p.annotation(v); a != relay.NoNode {
				write(g.p.tree.Text(a))
			}
		}
		for _, param := range g.p.paramsOf(fn) {
			write(g.p.tree.Syms.Text(g.p.tree.Nodes[param].Sym))
		}
	}
}
