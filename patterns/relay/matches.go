package relay

import (
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns/match"
	"github.com/patgraph/patgraph/patterns/tell"
	"github.com/patgraph/patgraph/unify"
)

// mostCases is how many missing cases of a match are reported.
const mostCases = 5

// matches reports the missing cases of the matches of a definition, and their clauses that are
// never reached; and type parameters that leave their functions.
func (p *program) matches(d int32) (ds []lang.Diagnostic) {
	ds = p.escapes(d)
	for id := relay.NodeID(p.Defs[d].First); id <= p.rootOf(d); id++ {
		if p.tree.Nodes[id].Op == relay.OpMatch && p.roles[id] == expression {
			ds = append(ds, p.match(d, id)...)
		}
	}
	return ds
}

func (p *program) match(d int32, id relay.NodeID) (ds []lang.Diagnostic) {
	t := p.tree
	kids := t.Kids(id)
	m := &match.Match{Arena: new(match.Arena), Signature: families{p}, Watch: p.watch}
	for _, clause := range kids[1:] {
		m.Clauses = append(m.Clauses, p.arranged(m.Arena, t.Kids(clause)[0]))
	}
	_, of := p.Ends(d, int32(kids[0]))
	m.Empty = p.isEmpty(of)
	partial := t.Nodes[id].Flags&relay.FlagPartial != 0
	if !partial {
		m.Cases = mostCases
	}
	r := match.Check(m)
	for i, clause := range r.Clauses {
		if clause.Reached != match.No {
			continue
		}
		dg := lang.Diagnostic{
			Code: lang.RedundantClause, Severity: lang.Warning, Span: t.Span(kids[1+i]), Definition: p.DefName(d),
			Message: lang.Text("this clause is never reached"),
		}
		switch len(clause.By) {
		case 0:
			dg.Message = lang.Text("this clause is never reached: there is no value for it")
		case 1:
			dg.Message = lang.Text("this clause is never reached: an earlier one takes all of its values")
		default:
			dg.Message = lang.Text("this clause is never reached: earlier ones together take all of its values")
		}
		for _, by := range clause.By[:min(len(clause.By), 8)] {
			dg.Related = append(dg.Related, lang.Related{Span: t.Span(t.Kids(kids[1+by])[0]), Message: lang.Text("this takes its values")})
		}
		ds = append(ds, dg)
	}
	if partial || r.Missing == match.No {
		return ds
	}
	dg := lang.Diagnostic{Code: lang.MissingCases, Span: t.Head(id), Definition: p.DefName(d)}
	var cases []string
	for _, c := range r.Cases {
		cases = append(cases, "`"+p.caseText(&r.Arena, c)+"`")
	}
	list := strings.Join(cases, ", ")
	switch {
	case r.Missing == match.Exceeded:
		dg.Severity = lang.Warning
		dg.Message = lang.Text("this match is too complex to check whether it handles all cases")
	case r.More == match.Uncounted:
		dg.Message = lang.Say("the match does not handle %s and more", list)
	case r.More > 0:
		dg.Message = lang.Say("the match does not handle %s and %s more", list, r.More)
	default:
		dg.Message = lang.Say("the match does not handle %s", list)
	}
	if dg.Severity == lang.Error {
		clauses, them := "write a clause for each of them", "them"
		if len(cases) == 1 && r.More == 0 {
			clauses, them = "write a clause for it", "it"
		}
		dg.Help = lang.Texts(clauses)
		at := t.Nodes[id].Start + int32(len("match"))
		dg.Fixes = []lang.Fix{{
			Title: lang.Text("write `match?`: the match then fails on " + them + " at run time"), Grade: "maybe",
			Edits: []lang.Edit{{Span: lang.Span{Start: at, End: at}, Text: "?"}},
		}}
	}
	return append(ds, dg)
}

// isEmpty reports whether a type is declared without constructors, and so has no values.
func (p *program) isEmpty(n unify.Node) bool {
	f, _ := p.WhatIs(tell.Place{Node: int32(n)})
	for decl, c := range p.data {
		if c == f.Constructor() {
			return p.isUninhabited(decl)
		}
	}
	return false
}

func (p *program) isUninhabited(decl int32) bool {
	d := &p.tree.Decls[decl]
	return d.Kind == relay.DeclType && d.Root != relay.NoNode && len(p.tree.Kids(d.Root)) == 1
}

// arranged is a pattern of the program as one of an arena. It visits the parts before the wholes.
func (p *program) arranged(a *match.Arena, root relay.NodeID) match.Pattern {
	t := p.tree
	made := make(map[relay.NodeID]match.Pattern)
	for id := t.FirstOf(root); id <= root; id++ {
		if p.roles[id] != pattern {
			continue
		}
		var parts []match.Pattern
		for _, kid := range t.Kids(id) {
			if kid != relay.NoNode && p.roles[kid] == pattern {
				parts = append(parts, made[kid])
			}
		}
		switch t.Nodes[id].Op {
		case relay.OpTuplePat:
			made[id] = a.Con(int32(len(t.Nodes)+len(parts)), parts...)
		case relay.OpConPat:
			if p.names.Meaning[id] == relay.MeansConstructor {
				made[id] = a.Con(p.names.At[id], parts...)
			}
		}
	}
	return made[root]
}

// families says which constructors belong together: those of a type by their nodes, and a tuple of
// n by the number of nodes and n.
type families struct{ p *program }

func (s families) Siblings(c int32) []int32 {
	if int(c) >= len(s.p.tree.Nodes) {
		return []int32{c}
	}
	var list []int32
	for _, con := range s.p.tree.Kids(s.p.parents[c])[1:] {
		if s.p.tree.Nodes[con].Op == relay.OpCon && !s.hasNoValue(con) {
			list = append(list, int32(con))
		}
	}
	return list
}

// hasNoValue reports whether a constructor takes a value of a type without any.
func (s families) hasNoValue(con relay.NodeID) bool {
	for _, f := range s.p.fields(con) {
		if s.p.names.Meaning[f] == relay.MeansType && s.p.isUninhabited(s.p.names.At[f]) {
			return true
		}
	}
	return false
}

func (s families) Arity(c int32) int {
	if n := int(c) - len(s.p.tree.Nodes); n >= 0 {
		return n
	}
	return len(s.p.fields(relay.NodeID(c)))
}

// caseText spells a missing case as the program would write it.
func (p *program) caseText(a *match.Arena, root match.Pattern) string {
	type piece struct {
		text string
		p    match.Pattern
	}
	var b strings.Builder
	for stack := []piece{{p: root}}; len(stack) > 0; {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b.Len() > longestCase {
			return b.String() + "…"
		}
		if x.text != "" {
			b.WriteString(x.text)
			continue
		}
		if x.p == match.Any {
			b.WriteString("_")
			continue
		}
		c, args := a.At(x.p)
		tuple := int(c) >= len(p.tree.Nodes)
		if !tuple {
			b.WriteString(p.tree.Syms.Text(p.tree.Nodes[c].Sym))
			if len(args) == 0 && p.tree.Dialect == relay.V005 {
				continue
			}
		}
		b.WriteString("(")
		stack = append(stack, piece{text: ")"})
		for i := len(args) - 1; i >= 0; i-- {
			stack = append(stack, piece{p: args[i]})
			if i > 0 {
				stack = append(stack, piece{text: ", "})
			}
		}
	}
	return b.String()
}

const longestCase = 200
