package contract

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/patgraph/patgraph/unify"
)

// Has reports whether a JSON value belongs to a term.
func (t *Terms) Has(root int, text string) bool { return t.has(root, text) }

// IsGround reports whether a term is a type.
func (t *Terms) IsGround(i int) bool { return t.All[i].isGround() }

// Sides returns the terms and the contracts of a comparison.
func Sides(old, new Side) (x, y *Terms, a, b map[int32]Contract) {
	p, q := newSide(old), newSide(new)
	return p.terms, q.terms, p.contracts, q.contracts
}

// A Random makes random values of terms: a flexible term has one value at all its places.
type Random struct {
	*Terms
	*rand.Rand
	fixed map[int]string
	open  map[int]bool
	size  int
}

// Value returns a random value of a term, or "" if it has none that is small.
func (t *Terms) Value(rnd *rand.Rand, root int) string {
	r := &Random{t, rnd, make(map[int]string), make(map[int]bool), 60}
	if t.leastValues()[root] == "" {
		return ""
	}
	if v := r.value(root); t.Has(root, v) {
		return v
	}
	return ""
}

func (r *Random) value(i int) string {
	x := &r.All[i]
	if x.isFlexible() {
		if v, ok := r.fixed[i]; ok {
			return v
		}
		if r.open[i] {
			return "null" // it contains itself
		}
		r.open[i] = true
		v := r.anything(x)
		r.fixed[i] = v
		delete(r.open, i)
		return v
	}
	return r.anything(x)
}

func (r *Random) anything(x *Term) string {
	r.size--
	small := r.size < 0
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	switch {
	case x.Name == "int":
		return fmt.Sprint(r.IntN(5) - 1)
	case x.Name == "string":
		return pick(`""`, `"a"`, `"x"`)
	case x.Name == "bool":
		return pick("true", "false")
	case x.isBlank():
		return pick("0", `""`, "true", "{}", "[]", `{"a":1}`, `{"a":{},"b":"c"}`, `[0]`, `{"x":[]}`)
	}
	if r.size < -1000 {
		return "null"
	}
	var shapes []unify.Shape
	for s := unify.Product; s <= unify.Vector; s <<= 1 {
		if x.Shapes&s != 0 {
			shapes = append(shapes, s)
		}
	}
	var parts []string
	switch shapes[r.IntN(len(shapes))] {
	case unify.Vector:
		n := 0
		if len(x.Parts) > 0 && !small && r.leastValues()[x.Parts[0].To] != "" {
			n = r.IntN(3)
		}
		for range n {
			parts = append(parts, r.value(x.Parts[r.IntN(len(x.Parts))].To))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case unify.Union:
		if !x.Closed && r.IntN(4) == 0 || len(x.Parts) == 0 {
			return `{"new":1}`
		}
		p := x.Parts[r.IntN(len(x.Parts))]
		if small || r.leastValues()[p.To] == "" {
			for _, q := range x.Parts {
				if r.leastValues()[q.To] != "" && (r.least[p.To] == "" || len(r.least[q.To]) < len(r.least[p.To])) {
					p = q
				}
			}
		}
		return "{" + quote(p.Label) + ":" + r.value(p.To) + "}"
	}
	for _, p := range x.Parts {
		parts = append(parts, quote(p.Label)+":"+r.value(p.To))
	}
	if !x.Closed && r.IntN(2) == 0 {
		parts = append(parts, `"new":1`)
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// Visits returns the number of pairs that a comparison visits.
func Visits(old, new Side) int {
	r := Compare(old, new)
	n := r.visits
	for _, g := range []*structure{r.exact, r.forward.fits, r.back.fits} {
		n += mostPairs - g.left
	}
	return n
}
