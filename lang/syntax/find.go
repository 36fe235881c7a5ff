package syntax

import "slices"

// Is reports whether a node is one of some constructs. NoNode is none.
func (t *Tree) Is(id NodeID, ops ...Op) bool {
	return id != NoNode && slices.Contains(ops, t.Nodes[id].Op)
}

// Source is the text of a node, as it is written.
func (t *Tree) Source(id NodeID) string { return t.File.Text(t.Span(id)) }
