package mutate

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
)

// A relayLocator finds the constructs around a place of a tree of Relay.
type relayLocator struct {
	tree   *relay.Tree
	parent []relay.NodeID
}

// anchorsOfRelay are the anchors of a mutant of Relay; see Oracle.
func anchorsOfRelay(m *Mutant) (truths [][]anchor, whole []lang.Span) {
	tree := parseRelay(m.Language.file(m.Program, m.Source))
	l := &relayLocator{tree, tree.Parents()}
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
	for _, t := range m.Truths {
		var as []anchor
		for _, p := range t.Places {
			as = append(as, l.anchors(p)...)
		}
		truths = append(truths, as)
	}
	return truths, whole
}

// anchors lists the spans that are tight for a place.
func (l *relayLocator) anchors(p Place) []anchor {
	as := []anchor{{span: p.Span, within: p.New, exact: !p.Use}}
	e := relay.NoNode
	for id := range l.tree.Nodes { // in post-order the first one is the smallest
		if s := l.tree.Span(relay.NodeID(id)); s.Contains(p.Span) {
			if e == relay.NoNode || s == p.Span {
				e = relay.NodeID(id)
			} else {
				break
			}
		}
	}
	if e == relay.NoNode {
		return as
	}
	if s := l.tree.Span(e); s != p.Span { // its name or its sign
		if l.tree.Nodes[e].Op == relay.OpBinary {
			as = append(as, anchor{span: s})
		}
		return l.construct(as, e)
	}
	if n := &l.tree.Nodes[e]; n.Op == relay.OpCall && !p.New {
		as = append(as, anchor{span: l.tree.Span(l.tree.Kids(e)[0]), exact: !p.Use})
	}
	return l.around(as, e)
}

// around adds what a construct directly stands in. Of types that is all that is written, and what it is
// written of; of the value of an attribute the attribute and the call.
func (l *relayLocator) around(as []anchor, e relay.NodeID) []anchor {
	up := l.parent[e]
	for ; up != relay.NoNode; up = l.parent[up] {
		switch l.tree.Nodes[up].Op {
		case relay.OpFn, relay.OpFnType, relay.OpData, relay.OpBlock, relay.OpClause, relay.OpParams:
			return as
		case relay.OpList, relay.OpAttr, relay.OpShape, relay.OpTensor, relay.OpTypeCall, relay.OpTypes, relay.OpTupleType:
			as = l.construct(as, up)
		default:
			return l.construct(as, up)
		}
	}
	return as
}

// construct adds a construct by what it states, and by its place if it is small.
func (l *relayLocator) construct(as []anchor, e relay.NodeID) []anchor {
	as = append(as, anchor{span: l.tree.Span(e), rule: anyRule})
	if int(e-l.tree.FirstOf(e))+1 <= small {
		as = append(as, anchor{span: l.tree.Span(e)})
	}
	return as
}
