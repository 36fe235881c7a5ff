package eval

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// Equal reports whether two values are equal: the same kind, and equal parts under the same labels. The time is
// proportional to the smaller value, where shared parts count at each occurrence.
func Equal(a, b Value) bool {
	equal, _ := equalUpTo(a, b, nil)
	return equal
}

// equalUpTo is Equal while step, which is called for each pair of parts, returns true; nil always does.
func equalUpTo(a, b Value, step func() bool) (equal, known bool) {
	var buf [16]pair
	stack := append(buf[:0], pair{a, b})
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if step != nil && !step() {
			return false, false
		}
		m, ok := p.a.(*node)
		if !ok {
			if !sameLeaf(p.a, p.b) {
				return false, true
			}
			continue
		}
		n, ok := p.b.(*node)
		switch {
		case m == n:
			continue
		case !ok || m.shape.kind != n.shape.kind || len(m.parts) != len(n.parts):
			return false, true
		case m.shape != n.shape && !slices.Equal(m.shape.labels, n.shape.labels):
			return false, true
		}
		// Leaves first: they usually decide, and need no stack.
		for i := len(m.parts) - 1; i >= 0; i-- {
			x, y := m.parts[i], n.parts[i]
			if _, ok := x.(*node); ok {
				stack = append(stack, pair{x, y})
			} else if !sameLeaf(x, y) {
				return false, true
			}
		}
	}
	return true, true
}

type pair struct{ a, b Value }

// sameLeaf compares a value without parts to any other.
func sameLeaf(a, b Value) bool {
	switch a := a.(type) {
	case *large:
		b, ok := b.(*large)
		return ok && a.n.Cmp(b.n) == 0
	case *fraction:
		b, ok := b.(*fraction)
		return ok && a.exp == b.exp && a.coef.Cmp(b.coef) == 0
	case *text:
		b, ok := b.(*text)
		return ok && a.s == b.s
	}
	return a == b // of one dynamic type, and comparable
}

// order compares two values in the order of GT and reports whether they have one: numbers by size, texts by their
// UTF-16 code units, false before true.
func order(a, b Value) (sign int, comparable bool) {
	switch x := a.(type) {
	case *text:
		if y, ok := b.(*text); ok {
			return lang.CompareUTF16(x.s, y.s), true
		}
	case boolean:
		if y, ok := b.(boolean); ok {
			switch {
			case x == y:
				return 0, true
			case bool(x):
				return 1, true
			}
			return -1, true
		}
	case small, *large, *fraction:
		if isNumber(b) {
			return compareNumbers(a, b), true
		}
	}
	return 0, false
}
