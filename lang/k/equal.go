package k

import "slices"

// Equal reports whether two trees are equal except for places, comments and the two ways to write a field.
func Equal(a, b *Tree) bool {
	same := func(d, e Def) bool { return d.Main == e.Main && a.SameDecl(&b.Tree, &d.Decl, &e.Decl) }
	return slices.EqualFunc(a.Defs, b.Defs, same) && slices.EqualFunc(a.Types, b.Types, same) && a.Same(&b.Tree) &&
		slices.EqualFunc(a.fields, b.fields, func(f, g Field) bool {
			return a.Syms.Text(f.Label) == b.Syms.Text(g.Label)
		})
}
