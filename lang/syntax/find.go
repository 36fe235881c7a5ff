package syntax

import (
	"iter"
	"slices"
	"sort"

	"github.com/patgraph/patgraph/lang"
)

// Is reports whether a node is one of some constructs; NoNode is not.
func (t *Tree) Is(id NodeID, ops ...Op) bool {
	return id != NoNode && slices.Contains(ops, t.Nodes[id].Op)
}

// Of yields the nodes of some constructs, in their order. It visits each node of the tree.
func (t *Tree) Of(ops ...Op) iter.Seq[NodeID] {
	return func(yield func(NodeID) bool) {
		for id := range NodeID(len(t.Nodes)) {
			if t.Is(id, ops...) && !yield(id) {
				return
			}
		}
	}
}

// KidsOf returns the parts of a node with a construct.
func (t *Tree) KidsOf(id NodeID, op Op) (list []NodeID) {
	for _, kid := range t.Kids(id) {
		if t.Is(kid, op) {
			list = append(list, kid)
		}
	}
	return list
}

// KidNamed returns the first part of a node with a construct and a name, or NoNode. NoNode has no parts.
func (t *Tree) KidNamed(id NodeID, op Op, name string) NodeID {
	if id != NoNode {
		for _, kid := range t.Kids(id) {
			if t.Is(kid, op) && t.Name(kid) == name {
				return kid
			}
		}
	}
	return NoNode
}

// Source returns the text of a node, as written.
func (t *Tree) Source(id NodeID) string { return t.File.Text(t.Span(id)) }

// Around returns the outermost node with exactly a span, or else the innermost one around it, or NoNode. It visits each
// node that ends after the span up to that one.
func (t *Tree) Around(s lang.Span) NodeID {
	found := NoNode
	first := sort.Search(len(t.Nodes), func(i int) bool { return t.Nodes[i].End >= s.End }) // parts come before wholes
	for id := NodeID(first); int(id) < len(t.Nodes); id++ {
		switch span := t.Span(id); {
		case span == s:
			found = id
		case found != NoNode && span.End > s.End:
			return found
		case span.Contains(s) && found == NoNode:
			return id
		}
	}
	return found
}
