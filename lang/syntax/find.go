package syntax

import (
	"iter"
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// Is reports whether a node is one of some constructs. NoNode is none.
func (t *Tree) Is(id NodeID, ops ...Op) bool {
	return id != NoNode && slices.Contains(ops, t.Nodes[id].Op)
}

// Of are the nodes of some constructs, in their order. It costs a look at each node of the tree.
func (t *Tree) Of(ops ...Op) iter.Seq[NodeID] {
	return func(yield func(NodeID) bool) {
		for id := range NodeID(len(t.Nodes)) {
			if t.Is(id, ops...) && !yield(id) {
				return
			}
		}
	}
}

// Source is the text of a node, as it is written.
func (t *Tree) Source(id NodeID) string { return t.File.Text(t.Span(id)) }

// Around is the outermost node whose text is a span, or else the innermost one around it, or NoNode. It costs a look at each node
// up to that.
func (t *Tree) Around(s lang.Span) NodeID {
	found := NoNode
	for id := range NodeID(len(t.Nodes)) { // the parts before the whole
		switch span := t.Span(id); {
		case span == s:
			found = id
		case span.Contains(s) && found == NoNode:
			return id
		}
	}
	return found
}
