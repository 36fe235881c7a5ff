package mutate

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
)

// A relayLocator finds the constructs around a place of a tree of Relay.
type relayLocator struct{ flatLocator }

// anchorsOfRelay returns the anchors of a mutant of Relay; see Oracle.
func anchorsOfRelay(m *Mutant) (truths [][]anchor, whole []lang.Span) {
	tree := parseRelay(m.Language.file(m.Program, m.Source))
	for i := range tree.Decls {
		d := &tree.Decls[i]
		if d.Kind == relay.DeclExpr {
			continue
		}
		whole = append(whole, d.Span)
		if d.Root != relay.NoNode && tree.Nodes[d.Root].Op == relay.OpFn {
			whole = append(whole, tree.Span(d.Root))
		}
	}
	l := &relayLocator{flatLocator{&tree.Tree, tree.Parents()}}
	return m.anchors(l.anchors), whole
}

// anchors lists the spans that are tight for a place.
func (l *relayLocator) anchors(p Place) []anchor {
	as := []anchor{{span: p.Span, within: p.New, exact: !p.Use}}
	e := l.find(p.Span)
	if e == relay.NoNode {
		return as
	}
	if s := l.Span(e); s != p.Span { // its name or its sign
		if l.Nodes[e].Op == relay.OpBinary {
			as = append(as, anchor{span: s})
		}
		return l.construct(as, e, anyRule, "")
	}
	if n := &l.Nodes[e]; n.Op == relay.OpCall && !p.New {
		as = append(as, anchor{span: l.Span(l.Kids(e)[0]), exact: !p.Use})
	}
	return l.around(as, e)
}

// around adds the construct that directly contains a construct: for a type the whole written type and its owner, for
// the value of an attribute the attribute and the call.
func (l *relayLocator) around(as []anchor, e relay.NodeID) []anchor {
	up := l.parent[e]
	for ; up != relay.NoNode; up = l.parent[up] {
		switch l.Nodes[up].Op {
		case relay.OpFn, relay.OpFnType, relay.OpData, relay.OpBlock, relay.OpClause, relay.OpParams:
			return as
		case relay.OpList, relay.OpAttr, relay.OpShape, relay.OpTensor, relay.OpTypeCall, relay.OpTypes,
			relay.OpTupleType:
			as = l.construct(as, up, anyRule, "")
		default:
			return l.construct(as, up, anyRule, "")
		}
	}
	return as
}
