package relay

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// The two types that a constraint would unite. A contradiction by itself has only the parts that clash; the whole types
// are those of the program without the constraint.

// expected adds to a diagnostic the two types that had to be equal, as the program q without the constraint has them. q
// is nil if that program could not be derived. It returns the path of labels to the part that differs, and the
// constructor that was expected there.
func (p *program) expected(
	dg *lang.Diagnostic, m *meeting, c *explain.Contradiction, at explain.Source, from *origins, q *program,
) (path []unify.Label, wanted unify.Constructor) {
	wanted = unify.NoConstructor
	if q == nil || q.wrongOperand(dg, c.Def, at) {
		return nil, wanted
	}
	x, y, ok := q.sides(c.Def, at.Reason)
	if !ok {
		return nil, wanted
	}
	tx, ty := q.TypeOf(x), q.TypeOf(y)
	if tx == ty {
		return nil, wanted
	}
	if tx == "_" || ty == "_" { // a relation decides the type
		for i := range c.Core {
			if r := c.Core[i].Source.Relation; r > 0 {
				in := p.Graph.InstanceOf(r - 1)
				if rule := ruleOf(in); rule != nil && from.fails(m, dg, relay.NodeID(in.Reason.Site), rule, in.Args) {
					return nil, wanted
				}
			}
		}
	}
	m.types = [2]string{tx, ty}
	says := "expected `%s`, found `%s`"
	switch at.Reason.Rule {
	case byBranches:
		says = "the branches differ: `%s` and `%s`"
	case byClauses:
		says = "the clauses differ: `%s` and `%s`"
	case byPattern:
		says = "a value of type `%s` is matched with a pattern for `%s`"
	}
	text := dg.Message
	dg.Message = lang.Say(says, tx, ty)
	path, a, b, ok := q.Differ(message.Place{Node: int32(x)}, message.Place{Node: int32(y)})
	if ok {
		f, fs := q.WhatIs(a)
		wanted = f.Constructor()
		g, gs := q.WhatIs(b)
		if code, says := q.whatDiffers(p.factSites(c), at, f, g, len(fs), len(gs)); dg.Code != lang.RigidParameter {
			dg.Code, text = code, says
		}
		m.differing = p.partsThatDiffer(at, path)
		switch _, tf := q.sortOf(f); {
		case len(path) == 0:
		case dg.Code == lang.SizesDiffer, dg.Code == lang.ElementsDiffer:
			_, tg := q.sortOf(g)
			text = lang.Say("%s differs: `%s` and `%s`", q.PartText(path), tf, tg)
		default:
			text = lang.Say("in %s, %s", q.PartText(path), text)
		}
		m.compare(q, c.Def, f, g, a, b)
	}
	if !strings.HasPrefix(text.String(), "a ") {
		dg.Notes = append(dg.Notes, text)
	}
	switch r := at.Reason.Rule; {
	case utf8.RuneCountInString(ty) > widestFound:
	case r == byPattern:
		dg.Label = lang.Say("this is a pattern for `%s`", ty)
	case r == byCondition:
		dg.Label = lang.Say("`if` takes `%s`, but this is `%s`", tx, ty)
	default:
		dg.Label = lang.Say("this is `%s`", ty)
	}
	return path, wanted
}

// widestFound bounds the characters of a type in the mark at its place.
const widestFound = 40

// wrongOperand reports that an operand is of a kind that its construct cannot use: a callee that is not a function or
// has other arguments, a projection from something other than a tuple, a read or write of something other than a
// reference.
func (p *program) wrongOperand(dg *lang.Diagnostic, d int32, at explain.Source) bool {
	switch r := at.Reason.Rule; {
	case at.Event >= 0 || at.Relation > 0 || r != byCall && r != byField && r != byRead && r != byWrite:
		return false
	}
	e := relay.NodeID(at.Reason.Site)
	kids := p.tree.Kids(e)
	_, n := p.Ends(d, int32(kids[0]))
	noun, is := p.Noun(int32(kids[0])), p.TypeOf(n)
	kind, _ := p.sortOf(p.Graph.Flat(p.Graph.Find(n)))
	code := lang.KindsDiffer
	if kind == "parameter" {
		code = lang.RigidParameter
	}
	switch r := at.Reason.Rule; {
	case is == "_" || r == byField && kind == "tuple":
		return false
	case r == byField:
		dg.Message = lang.Say("%s has no field %s: its type is `%s`", noun, p.tree.Text(kids[1]), is)
	case r != byCall:
		dg.Message = lang.Say("%s is not a reference: its type is `%s`", noun, is)
	case kind == "function":
		return true // the message already has the numbers of arguments
	default:
		dg.Message = lang.Say("%s is called, but is not a function: its type is `%s`", noun, is)
	}
	dg.Code = code
	return true
}

// takenBy returns where the callee of an argument declares the type of its parameter, at a path of labels.
func (p *program) takenBy(arg relay.NodeID, path []unify.Label) relay.NodeID {
	call := p.parents[arg]
	i := slices.Index(p.arguments(call), arg)
	if i < 0 || p.tree.Nodes[call].Op != relay.OpCall {
		return relay.NoNode
	}
	of := p.target(p.tree.Kids(call)[0])
	if con, ok := p.constructorAt(of); ok {
		of = con
	} else if p.names.Meaning[of] == relay.MeansGlobal {
		of = p.tree.Decls[p.names.At[of]].Root
	}
	return p.saidOf(of, append([]unify.Label{p.built.arguments[i]}, path...))
}

// partsThatDiffer returns the expressions and annotations that determine the differing part, at a path of labels, of
// the types that a constraint unites. An expression that is the whole side is omitted.
func (p *program) partsThatDiffer(at explain.Source, path []unify.Label) (list []relay.NodeID) {
	e := relay.NodeID(at.Reason.Site)
	var written relay.NodeID = relay.NoNode
	switch at.Reason.Rule {
	case byResult:
		kids := p.tree.Kids(p.functionAround(e))
		e, written = kids[len(kids)-1], kids[2]
	case byLet:
		written = p.annotation(p.tree.Kids(p.parents[e])[0])
	case byArgument:
	default:
		return nil
	}
	if part := p.madeOf(e, path); part != e {
		list = append(list, part)
	}
	if written != relay.NoNode {
		list = append(list, p.partOf(written, path))
	}
	return list
}

// compare adds two sizes that had to be equal, and their origins, to the evidence for repairs.
func (m *meeting) compare(q *program, d int32, f, g unify.Flat, a, b message.Place) {
	x, isX := q.Types.NumberOf(f.Constructor())
	y, isY := q.Types.NumberOf(g.Constructor())
	if !isX || !isY || len(q.calls[d]) > mostCalls {
		return
	}
	m.sizes.Differ(x, y)
	o := q.originsOf(d)
	for _, at := range [2]message.Place{a, b} {
		if at.Head == unify.NoHead && at.Scheme == nil {
			m.comesFrom(o, q.Graph.Find(unify.Node(at.Node)))
		}
	}
}

// mostCalls bounds the calls of a definition whose sizes are traced for repairs.
const mostCalls = 2000

// sides returns the two patterns that a constraint unites.
func (p *program) sides(d int32, r unify.Reason) (x, y unify.Node, ok bool) {
	of := func(id relay.NodeID) unify.Node { _, out := p.Ends(d, int32(id)); return out }
	slot := func(id relay.NodeID) unify.Node { in, _ := p.Ends(d, int32(id)); return in }
	e := relay.NodeID(r.Site)
	parent := p.parents[e]
	switch r.Rule {
	case byArgument, byWritten:
		return slot(e), of(e), true
	case byLet:
		return of(p.tree.Kids(parent)[0]), of(e), true
	case byBranches:
		return of(p.tree.Kids(parent)[1]), of(e), true
	case byClauses:
		first := p.tree.Kids(p.parents[parent])[1]
		return of(p.tree.Kids(first)[1]), of(e), true
	case byPattern:
		return of(p.tree.Kids(p.parents[parent])[0]), of(e), true
	case byResult:
		kids := p.tree.Kids(p.functionAround(e))
		return of(kids[2]), of(kids[len(kids)-1]), true
	case byAnnotation:
		return of(p.annotation(e)), of(e), true
	case byCondition:
		return slot(e), of(e), true
	}
	return 0, 0, false
}
