package relation

import "slices"

// Len returns how many sizes with parameters a table has.
func (t *Sizes) Len() int { return len(t.forms) }

// EqualExprs reports whether two expressions are the same, regardless of their places.
func EqualExprs(a, b *Expr) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Op == b.Op && a.Name == b.Name && a.Num == b.Num && slices.Equal(a.Texts, b.Texts) &&
		slices.EqualFunc(a.Args, b.Args, EqualExprs)
}
