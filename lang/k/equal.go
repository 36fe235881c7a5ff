package k

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// Equal reports whether two trees have the same contents: their definitions have the same names, in the same order
// within functions and within types, and equal bodies. It ignores places, comments and the two ways to write a field.
func Equal(a, b *Tree) bool {
	same := func(x, y Def) bool {
		return a.Syms.Text(x.Name) == b.Syms.Text(y.Name) && x.Main == y.Main && x.Bad == y.Bad &&
			equalBodies(a, b, &x, &y)
	}
	return len(a.Nodes) == len(b.Nodes) && slices.EqualFunc(a.Defs, b.Defs, same) &&
		slices.EqualFunc(a.Types, b.Types, same)
}

// equalBodies compares two ranges of nodes. In post-order the children of a node are determined by their distances from
// it.
func equalBodies(a, b *Tree, d, e *Def) bool {
	if d.Root == NoNode || e.Root == NoNode {
		return d.Root == e.Root
	}
	if d.Root-d.First != e.Root-e.First {
		return false
	}
	sameSym := func(x, y lang.Sym) bool {
		if x == lang.NoSym || y == lang.NoSym {
			return x == y
		}
		return a.Syms.Text(x) == b.Syms.Text(y)
	}
	sameNode := func(x, y NodeID) bool { return x-d.First == y-e.First }
	sameFields := func(x, y []Field) bool {
		for i := range min(len(x), len(y)) { // by index: a field is expensive to copy
			if !sameNode(x[i].Node, y[i].Node) || !sameSym(x[i].Label, y[i].Label) {
				return false
			}
		}
		return len(x) == len(y)
	}
	for i := range d.Root - d.First + 1 {
		x, y := &a.Nodes[d.First+i], &b.Nodes[e.First+i]
		switch {
		case x.Op != y.Op || x.Open != y.Open || !sameSym(x.Sym, y.Sym):
			return false
		case x.Op.Fielded():
			if !sameFields(a.Fields(d.First+i), b.Fields(e.First+i)) {
				return false
			}
		case !slices.EqualFunc(a.Kids(d.First+i), b.Kids(e.First+i), sameNode):
			return false
		}
	}
	return true
}
