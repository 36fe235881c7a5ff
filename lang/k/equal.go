package k

import "github.com/patgraph/patgraph/lang"

// Equal reports whether two trees say the same: their definitions have the same
// names, in the same order within functions and within types, and equal bodies.
// Places, comments and the two ways to write a field do not count.
func Equal(a, b *Tree) bool {
	if len(a.Defs) != len(b.Defs) || len(a.Types) != len(b.Types) || len(a.Nodes) != len(b.Nodes) {
		return false
	}
	for i := range a.Defs {
		x, y := &a.Defs[i], &b.Defs[i]
		if a.Syms.Text(x.Name) != b.Syms.Text(y.Name) || x.Main != y.Main || x.Bad != y.Bad ||
			!equalBodies(a, b, x.First, x.Root, y.First, y.Root) {
			return false
		}
	}
	for i := range a.Types {
		x, y := &a.Types[i], &b.Types[i]
		if a.Syms.Text(x.Name) != b.Syms.Text(y.Name) || x.Bad != y.Bad ||
			!equalBodies(a, b, x.First, x.Root, y.First, y.Root) {
			return false
		}
	}
	return true
}

// equalBodies compares two ranges of nodes. In post-order the children of a node
// are determined by the distances to it.
func equalBodies(a, b *Tree, aFirst, aRoot, bFirst, bRoot NodeID) bool {
	if aRoot == NoNode || bRoot == NoNode {
		return aRoot == bRoot
	}
	if aRoot-aFirst != bRoot-bFirst {
		return false
	}
	text := func(t *Tree, s lang.Sym) string {
		if s == lang.NoSym {
			return ""
		}
		return t.Syms.Text(s)
	}
	for i := range aRoot - aFirst + 1 {
		x, y := &a.Nodes[aFirst+i], &b.Nodes[bFirst+i]
		if x.Op != y.Op || x.Open != y.Open || (x.Sym == lang.NoSym) != (y.Sym == lang.NoSym) ||
			text(a, x.Sym) != text(b, y.Sym) {
			return false
		}
		if x.Op.Fielded() {
			f, g := a.Fields(aFirst+i), b.Fields(bFirst+i)
			if len(f) != len(g) {
				return false
			}
			for j := range f {
				if f[j].Node-aFirst != g[j].Node-bFirst || text(a, f[j].Label) != text(b, g[j].Label) {
					return false
				}
			}
			continue
		}
		f, g := a.Kids(aFirst+i), b.Kids(bFirst+i)
		if len(f) != len(g) {
			return false
		}
		for j := range f {
			if f[j]-aFirst != g[j]-bFirst {
				return false
			}
		}
	}
	return true
}
