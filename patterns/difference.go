package patterns

import (
	"slices"

	"github.com/patgraph/patgraph/unify"
)

// A Difference is the first difference of two types: the labels of a shortest path to parts that differ in themselves
// (in shape, in labels, or as atoms), and those parts.
type Difference struct {
	Path []unify.Label
	A, B Type
}

// Difference returns where two unequal types differ. Of several shortest paths it takes the first in the order of
// labels. It costs at most the product of the sizes of the types, usually their sum.
func (t *Types) Difference(a, b Type) Difference {
	type pair struct{ a, b Type }
	type step struct {
		pair
		from  int // index of the step before
		label unify.Label
	}
	seen := map[pair]bool{{a, b}: true}
	queue := []step{{pair{a, b}, -1, 0}}
	for i := 0; i < len(queue); i++ {
		p := queue[i].pair
		if t.differAtOnce(p.a, p.b) {
			var path []unify.Label
			for j := i; queue[j].from >= 0; j = queue[j].from {
				path = append([]unify.Label{queue[j].label}, path...)
			}
			return Difference{path, p.a, p.b}
		}
		fb := t.FieldsByText(p.b)
		for j, f := range t.FieldsByText(p.a) {
			q := pair{f.To, fb[j].To}
			if q.a != q.b && !seen[q] {
				seen[q] = true
				queue = append(queue, step{q, i, f.Label})
			}
		}
	}
	return Difference{A: a, B: b}
}

// differAtOnce reports whether two unequal types differ apart from their parts.
func (t *Types) differAtOnce(a, b Type) bool {
	if a == b {
		return false
	}
	_, atomA := t.atoms[a]
	_, atomB := t.atoms[b]
	fa, fb := t.heads.Fields(a), t.heads.Fields(b)
	if atomA || atomB || t.heads.Outer(a) != t.heads.Outer(b) {
		return true
	}
	return !slices.EqualFunc(fa, fb, func(a, b unify.HeadField) bool { return a.Label == b.Label })
}

// Inhabited returns, by type, whether it has a finite value: the least fixed point in which an atom or a vector has
// one, a product if all its parts have one and a union if one part has. O(n) for types with n fields in all.
func (t *Types) Inhabited() []bool {
	n := t.heads.Len()
	ok, missing := make([]bool, n), make([]int32, n)
	var parts, wholes []int32 // the type of each field, and the type that has it
	var queue []Type
	settle := func(id Type) {
		if !ok[id] {
			ok[id] = true
			queue = append(queue, id)
		}
	}
	for id := Type(1); int(id) < n; id++ {
		fields := t.heads.Fields(id)
		missing[id] = int32(len(fields))
		for _, f := range fields {
			parts, wholes = append(parts, int32(f.To)), append(wholes, int32(id))
		}
		if _, atom := t.atoms[id]; atom || t.heads.Shape(id) == unify.Vector ||
			t.heads.Shape(id) == unify.Product && len(fields) == 0 {
			settle(id)
		}
	}
	for uses := newPartition(parts, n); len(queue) > 0; {
		id := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, at := range uses.of(int32(id)) {
			u := Type(wholes[at])
			missing[u]--
			if missing[u] == 0 || t.heads.Shape(u) == unify.Union {
				settle(u)
			}
		}
	}
	return ok
}
