package relay

import (
	"bytes"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns/match"
	"github.com/patgraph/patgraph/patterns/message"
)

// mostCases bounds the missing cases that are reported per match.
const mostCases = 5

// The time to check a match can be exponential in its clauses. All expensive matches of a program share a budget of
// steps, and each has a minimum independent of their number; see match.Match.Steps.
const (
	mostMatchSteps  = 4 * match.DefaultSteps
	leastMatchSteps = 1 << 14
)

// matches reports missing cases and unreachable clauses of the matches of a definition, and type parameters that escape
// their functions.
func (p *program) matches(d int32) (ds []lang.Diagnostic) {
	ds = p.escapes(d)
	for id := relay.NodeID(p.Defs[d].First); id <= p.rootOf(d); id++ {
		if p.tree.Nodes[id].Op == relay.OpMatch && p.roles[id] == expression {
			ds = append(ds, p.match(d, id)...)
		}
	}
	return ds
}

// match checks a match.
func (p *program) match(d int32, id relay.NodeID) []lang.Diagnostic {
	t := p.tree
	kids := t.Kids(id)
	v := p.voids()
	m := &match.Match{Arena: new(match.Arena), Signature: families{v}, Watch: p.watch}
	for _, clause := range kids[1:] {
		m.Clauses = append(m.Clauses, p.arranged(d, v, m.Arena, t.Kids(clause)[0]))
	}
	_, of := p.Ends(d, int32(kids[0]))
	m.Empty = v.at(message.Place{Node: int32(of)})
	partial := t.Nodes[id].Flags&relay.FlagPartial != 0
	if !partial {
		m.Cases = mostCases
	}
	m.Steps = min(match.DefaultSteps, max(leastMatchSteps, (mostMatchSteps-p.matched)/4))
	r := match.Check(m)
	if r.Steps > leastMatchSteps {
		p.matched += r.Steps
	}
	ds := p.unreachable(d, id, r.Clauses)
	tooMany := lang.Diagnostic{
		Code: lang.NodeLimit, Span: t.Head(id), Definition: p.DefName(d),
		Help: lang.Texts("several matches of fewer columns, one in the other, are easier to check"),
	}
	switch {
	case partial || r.Missing == match.No:
		if slices.ContainsFunc(r.Clauses, func(c match.Clause) bool { return c.Reached == match.Exceeded }) {
			tooMany.Severity = lang.Warning
			tooMany.Message = lang.Text("the cases of this match are too many to check whether each clause is reached")
			ds = append(ds, tooMany)
		}
		return ds
	case r.Missing == match.Exceeded && len(r.Cases) == 0:
		tooMany.Message = lang.Text("the cases of this match are too many to check whether all are handled")
		tooMany.Help = append(tooMany.Help, lang.Text("a last clause `_` handles what the others leave"))
		return append(ds, tooMany)
	}
	var cases []string
	for _, c := range r.Cases {
		cases = append(cases, "`"+p.caseText(v, &r.Arena, c)+"`")
	}
	return append(ds, p.missing(d, id, r, cases))
}

// unreachable reports the clauses of a match that are never reached.
func (p *program) unreachable(d int32, id relay.NodeID, clauses []match.Clause) (ds []lang.Diagnostic) {
	t, kids := p.tree, p.tree.Kids(id)
	for i, clause := range clauses {
		if clause.Reached != match.No {
			continue
		}
		why := "earlier ones together take all of its values"
		switch len(clause.By) {
		case 0:
			why = "there is no value for it"
		case 1:
			why = "an earlier one takes all of its values"
		}
		dg := lang.Diagnostic{
			Code: lang.RedundantClause, Severity: lang.Warning, Span: t.Span(kids[1+i]), Definition: p.DefName(d),
			Message: lang.Text("this clause is never reached: " + why),
		}
		for _, by := range clause.By[:min(len(clause.By), 8)] {
			at := t.Span(t.Kids(kids[1+by])[0])
			dg.Related = append(dg.Related, lang.Related{Span: at, Message: lang.Text("this takes its values")})
		}
		ds = append(ds, dg)
	}
	return ds
}

// missing reports cases that a match does not handle.
func (p *program) missing(d int32, id relay.NodeID, r *match.Result, cases []string) lang.Diagnostic {
	dg := lang.Diagnostic{Code: lang.MissingCases, Span: p.tree.Head(id), Definition: p.DefName(d)}
	list := strings.Join(cases, ", ")
	switch {
	case r.Missing == match.Exceeded, r.More == match.Uncounted:
		dg.Message = lang.Say("the match does not handle %s and more", list)
	case r.More > 0:
		dg.Message = lang.Say("the match does not handle %s and %s more", list, r.More)
	default:
		dg.Message = lang.Say("the match does not handle %s", list)
	}
	all := r.More == 0 && r.Missing == match.Yes
	clauses, them := "write a clause for each of them", "them"
	if len(cases) == 1 && all {
		clauses, them = "write a clause for it", "it"
	}
	if f, ok := p.clausesFor(id, cases); ok && all {
		dg.Fixes = append(dg.Fixes, f)
	} else {
		dg.Help = lang.Texts(clauses)
	}
	at := p.tree.Nodes[id].Start + int32(len("match"))
	dg.Fixes = append(dg.Fixes, lang.Fix{
		Title: lang.Text("write `match?`: the match then fails on " + them + " at run time"), Grade: "maybe",
		Edits: []lang.Edit{{Span: lang.Span{Start: at, End: at}, Text: "?"}},
	})
	return dg
}

// clausesFor returns the fix that adds a clause for each missing case, in the layout of the existing clauses and with a
// hole as result. There is none for a match without clauses, or if a case is too long to print.
func (p *program) clausesFor(id relay.NodeID, cases []string) (f lang.Fix, ok bool) {
	t := p.tree
	kids := t.Kids(id)
	if len(kids) == 1 || len(cases) == 0 {
		return f, false
	}
	last := t.Span(kids[len(kids)-1])
	before := " " // the text before a clause: a line break and its indentation if each clause has a line
	line := bytes.LastIndexByte(p.File.Src[:last.Start], '\n') + 1
	if len(kids) > 2 && len(bytes.TrimSpace(p.File.Src[line:last.Start])) == 0 {
		before = "\n" + string(p.File.Src[line:last.Start])
	}
	var text strings.Builder
	var clauses []string
	for _, of := range cases {
		if of = strings.Trim(of, "`"); strings.HasSuffix(of, "…") {
			return f, false
		}
		clause, separator := of+" => _", ","
		if t.Dialect == relay.Doc {
			clause, separator = "case "+of+" { _ }", ""
		}
		text.WriteString(separator + before + clause)
		clauses = append(clauses, "`"+clause+"`")
	}
	title := "add the clauses "
	if len(clauses) == 1 {
		title = "add the clause "
	}
	at := lang.Span{Start: last.End, End: last.End}
	return lang.Fix{
		Title: lang.Text(title + strings.Join(clauses, ", ")), Grade: "has-holes",
		Edits: []lang.Edit{{Span: at, Text: text.String()}},
	}, true
}

// arranged converts a pattern of the program to a pattern of an arena, parts before wholes.
func (p *program) arranged(d int32, v *voids, a *match.Arena, root relay.NodeID) match.Pattern {
	t := p.tree
	list := make(map[relay.NodeID]match.Pattern)
	for id := t.FirstOf(root); id <= root; id++ {
		if p.roles[id] != pattern {
			continue
		}
		var parts []match.Pattern
		for _, kid := range t.Kids(id) {
			if kid != relay.NoNode && p.roles[kid] == pattern {
				parts = append(parts, list[kid])
			}
		}
		switch t.Nodes[id].Op {
		case relay.OpTuplePat:
			list[id] = a.Con(int32(len(t.Nodes)+len(parts)), parts...)
		case relay.OpConPat:
			if p.names.Meaning[id] == relay.MeansConstructor {
				_, of := p.Ends(d, int32(id))
				list[id] = a.Con(v.number(made{p.names.At[id], v.arguments(message.Place{Node: int32(of)})}), parts...)
			}
		}
	}
	return list[root]
}

// families groups the constructors that patterns match. A constructor is identified by its node, or by a number of
// voids if its type has a void argument; a tuple of n fields by the number of nodes plus n.
type families struct{ *voids }

func (s families) Siblings(c int32) []int32 {
	if int(c) >= len(s.p.tree.Nodes) {
		return []int32{c}
	}
	var list []int32
	m := s.constructor(c)
	for _, con := range s.p.tree.Kids(s.p.parents[m.of])[1:] {
		if x := (made{int32(con), m.void}); s.p.tree.Nodes[con].Op == relay.OpCon && !(s.any && s.lacksValues(x)) {
			list = append(list, s.number(x))
		}
	}
	return list
}

func (s families) Arity(c int32) int {
	if n := int(c) - len(s.p.tree.Nodes); n >= 0 {
		return n
	}
	return len(s.p.fields(relay.NodeID(s.constructor(c).of)))
}

// caseText prints a missing case as a pattern of the program.
func (p *front) caseText(v *voids, a *match.Arena, root match.Pattern) string {
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
			b.WriteString(p.tree.Name(relay.NodeID(v.constructor(c).of)))
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
