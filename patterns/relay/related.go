package relay

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/relation"
)

// annotatedPart returns the variable within a pattern whose annotation contradicts the matched value, or NoNode.
func (p *program) annotatedPart(c *explain.Contradiction, at explain.Source) relay.NodeID {
	pattern := relay.NodeID(at.Reason.Site)
	switch at.Reason.Rule {
	case byPattern, byConstructor, byTuplePattern:
	default:
		return relay.NoNode
	}
	for i := range c.Facts {
		if f := &c.Facts[i]; f.Use < 0 && f.Relation == 0 {
			v := relay.NodeID(p.FactSite(f))
			for v != relay.NoNode && p.roles[v] >= typed {
				v = p.parents[v]
			}
			if v != relay.NoNode && p.tree.Is(v, relay.OpVar) && p.tree.FirstOf(pattern) <= v && v <= pattern {
				return v
			}
		}
	}
	return relay.NoNode
}

// pointAt moves the place of a diagnostic to an annotated variable of a pattern. q is the program without the
// constraint, or nil.
func (p *program) pointAt(dg *lang.Diagnostic, v relay.NodeID, d int32, q *program) {
	dg.Span, dg.Label = p.tree.NameSpan(v), lang.Phrase{}
	if q != nil {
		_, out := q.Ends(d, int32(v))
		dg.Label = lang.Say("this is a pattern for `%s`", q.TypeOf(out))
	}
}

// relateDeclarations adds the declarations that make the sides of a contradiction meet: of constructors, of local
// functions, which have one type for all of their uses, and of conditions after `where`.
func (p *program) relateDeclarations(dg *lang.Diagnostic, c *explain.Contradiction) {
	relate := func(at lang.Span, text lang.Phrase) {
		shown := func(r lang.Related) bool { return at.Contains(r.Span) }
		if !at.Contains(dg.Span) && !slices.ContainsFunc(dg.Related, shown) {
			dg.Related = append(dg.Related, lang.Related{Span: at, Message: text})
		}
	}
	for i := range c.Facts { // a condition that a tuple has a field is stated without an instance of a relation
		f := &c.Facts[i]
		if e := relay.NodeID(p.FactSite(f)); f.Use < 0 && f.Claim.Flat.IsProduct() && !f.Claim.Flat.Closed() {
			for _, clause := range p.requires(e, getsField) {
				relate(p.tree.Span(clause), lang.Say("`%s` requires this", p.operatorName(e)))
			}
		}
	}
	uses := make(map[relay.NodeID]int)
	for i := range c.Core {
		s := c.Core[i].Source
		e := relay.NodeID(s.Reason.Site)
		switch {
		case s.Use >= 0:
		case s.Relation > 0 && s.Reason.Rule == byWhere:
			rule := ruleOf(p.Graph.InstanceOf(s.Relation - 1))
			of := func(r *relation.Relation) bool { return rule != nil && rule.Relation() == r }
			for _, clause := range p.requires(e, of) {
				relate(p.tree.Span(clause), lang.Say("`%s` requires this", p.operatorName(e)))
			}
		case s.Event < 0:
		case s.Reason.Rule == byName, s.Reason.Rule == byConstructor:
			if con, ok := p.constructorAt(e); ok {
				relate(p.tree.Span(con), lang.Say("the constructor `%s` is declared here", p.tree.Name(con)))
			}
		case s.Reason.Rule == byUse && p.names.Meaning[e] == relay.MeansVariable:
			v := relay.NodeID(p.names.At[e])
			if uses[v]++; uses[v] == 2 && p.tree.Is(p.parents[v], relay.OpLet) {
				if fn := p.tree.Kids(p.parents[v])[1]; p.tree.Is(fn, relay.OpFn) {
					head := lang.Span{Start: p.tree.Span(fn).Start, End: p.tree.Span(p.tree.Kids(fn)[1]).End}
					relate(head, lang.Say("`%s` has one type for all of its uses", p.tree.Name(v)))
				}
			}
		}
	}
}

// requires returns the clauses after `where` of the callee at a use that have certain relations.
func (p *front) requires(use relay.NodeID, is func(*relation.Relation) bool) (list []relay.NodeID) {
	if p.tree.Is(use, relay.OpCall) {
		use = p.tree.Kids(use)[0]
	}
	fn := p.target(use)
	if decl, ok := p.declares(fn); ok {
		fn = decl.Root
	}
	for _, clause := range p.clauses(fn) {
		if of := p.relationOf(clause); of != nil && is(of) {
			list = append(list, clause)
		}
	}
	return list
}
