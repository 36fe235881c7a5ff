package syntax

import (
	"iter"
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// A NodeID is the index of a syntax node in its Tree. Nodes are in post-order: a subtree is contiguous, and its root is
// last.
type NodeID int32

// NoNode is the absence of a node. Among the parts of a node, it takes the place of a part that is not written.
const NoNode NodeID = -1

// An Op is the construct of a node. Each language has its own; 0 is unreadable text.
type Op uint8

// Flags of nodes; each language has its own.
type Flags uint8

// A Node is one construct of the text.
type Node struct {
	Op         Op
	Flags      Flags
	Start, End int32
	At         int32 // the place of Sym, or as the language defines it
	Sym        lang.Sym
	first, n   int32
}

// Span returns the node's place.
func (n *Node) Span() lang.Span { return lang.Span{Start: n.Start, End: n.End} }

// A Tree is a parsed file without its declarations.
type Tree struct {
	File     *lang.File
	Syms     *lang.Symbols
	Nodes    []Node
	Comments []lang.Span

	// Unfinished is true if the text ends within a bracket or another construct with an end, so that more text may
	// follow.
	Unfinished bool

	kids []NodeID
}

// Renew empties a tree for a file. It takes over the memory of an old one.
func (t *Tree) Renew(f *lang.File, old *Tree) {
	*t = Tree{File: f, Syms: old.Syms.Reuse(min(len(f.Src)/24, 1<<12)),
		Nodes: old.Nodes[:0], kids: old.kids[:0], Comments: old.Comments[:0]}
}

// add adds an empty node. Its fields are set in place, because a node that is copied right after its fields were written
// has to wait for them.
func (t *Tree) add() *Node {
	t.Nodes = append(t.Nodes, Node{})
	return &t.Nodes[len(t.Nodes)-1]
}

// A Size is the extent of a tree at some time.
type Size struct{ nodes, kids, comments, syms int }

// Size returns the present size.
func (t *Tree) Size() Size { return Size{len(t.Nodes), len(t.kids), len(t.Comments), t.Syms.Len()} }

// Keep makes a tree of the first part of another one, which it takes over.
func (t *Tree) Keep(f *lang.File, old *Tree, n Size) {
	*t = Tree{File: f, Syms: old.Syms, Nodes: old.Nodes[:n.nodes], kids: old.kids[:n.kids],
		Comments: old.Comments[:n.comments]}
	t.Syms.Truncate(n.syms)
}

// Kids returns the parts of a node in the order of the source, with NoNode for those that are not written. NoNode has
// no parts. The slice belongs to the tree.
func (t *Tree) Kids(id NodeID) []NodeID {
	if id == NoNode {
		return nil
	}
	n := &t.Nodes[id]
	return t.kids[n.first : n.first+n.n]
}

// Kid returns one of Kids, or NoNode if there are not so many.
func (t *Tree) Kid(id NodeID, i int) NodeID {
	if kids := t.Kids(id); i < len(kids) {
		return kids[i]
	}
	return NoNode
}

// Parts yields Kids except those that are NoNode.
func (t *Tree) Parts(id NodeID) iter.Seq[NodeID] {
	return func(yield func(NodeID) bool) {
		for _, kid := range t.Kids(id) {
			if kid != NoNode && !yield(kid) {
				return
			}
		}
	}
}

// Widest returns the maximum number of parts of nodes of some kinds, and at least a given number.
func (t *Tree) Widest(least int, ops ...Op) int {
	for i := range t.Nodes {
		if n := &t.Nodes[i]; int(n.n) > least && slices.Contains(ops, n.Op) {
			least = int(n.n)
		}
	}
	return least
}

// Span returns the place of a node.
func (t *Tree) Span(id NodeID) lang.Span { return t.Nodes[id].Span() }

// Name returns the name or the sign of a node; empty if it has none.
func (t *Tree) Name(id NodeID) string { return t.Syms.Text(t.Nodes[id].Sym) }

// NameSpan returns the place of the name.
func (t *Tree) NameSpan(id NodeID) lang.Span {
	n := &t.Nodes[id]
	return lang.Span{Start: n.At, End: n.At + int32(len(t.Syms.Text(n.Sym)))}
}

// Parents returns, by node, the node that it is a part of, or NoNode.
func (t *Tree) Parents() []NodeID {
	parents := make([]NodeID, len(t.Nodes))
	for i := range parents {
		parents[i] = NoNode
		for _, kid := range t.Kids(NodeID(i)) {
			if kid != NoNode {
				parents[kid] = NodeID(i)
			}
		}
	}
	return parents
}

// FirstOf returns the first node of the subtree of a node, which is First … id.
func (t *Tree) FirstOf(id NodeID) NodeID {
	for {
		first := NoNode
		for _, kid := range t.Kids(id) {
			if kid != NoNode {
				first = kid
				break
			}
		}
		if first == NoNode {
			return id
		}
		id = first
	}
}

// ItemSpan returns the place of an item of a list, with the sign that separates it from the next item, or from the
// previous one for the last item.
func (t *Tree) ItemSpan(list []NodeID, i int) lang.Span {
	s := t.Span(list[i])
	switch {
	case i+1 < len(list):
		s.End = t.Span(list[i+1]).Start
	case i > 0:
		s.Start = t.Span(list[i-1]).End
	}
	return s
}

// Together reports whether two places are in one part of the file.
func (t *Tree) Together(a, b lang.Span) bool {
	return len(t.File.Parts()) == 1 || t.File.PartAt(a.Start).File == t.File.PartAt(b.Start).File
}

// Same reports whether the nodes of two trees are equal except for places.
func (t *Tree) Same(u *Tree) bool {
	if len(t.Nodes) != len(u.Nodes) || len(t.kids) != len(u.kids) {
		return false
	}
	for i := range t.Nodes {
		m, n := &t.Nodes[i], &u.Nodes[i]
		if m.Op != n.Op || m.Flags != n.Flags || m.n != n.n || t.Syms.Text(m.Sym) != u.Syms.Text(n.Sym) {
			return false
		}
	}
	for i := range t.kids {
		if t.kids[i] != u.kids[i] {
			return false
		}
	}
	return true
}
