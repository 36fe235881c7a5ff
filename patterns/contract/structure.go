package contract

import (
	"slices"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// A pair is a term of the first side and one of the second.
type pair struct{ a, b int }

// A structure decides pairs of terms of two programs, each once, but not what flexible terms take: whether two terms
// may be equal, or the first within the second. For types that is all.
type structure struct {
	a, b  *Terms
	exact bool
	known map[pair]bool
	left  int // pairs that may still be visited
}

// mostPairs bounds the pairs of terms of two programs that are compared: programs that have much in common have about
// as many as terms.
const mostPairs = 1 << 22

func newStructure(a, b *Terms, exact bool) *structure {
	return &structure{a: a, b: b, exact: exact, known: make(map[pair]bool), left: mostPairs}
}

// holds decides a pair. It costs the number of pairs that it leads to and that were not decided before.
func (g *structure) holds(root pair) bool {
	if yes, ok := g.known[root]; ok {
		return yes
	}
	list := []pair{root}
	g.known[root] = true
	users := map[pair][]pair{} // by pair: those that need it
	var failed []pair
	fail := func(p pair) {
		if g.known[p] {
			g.known[p] = false
			failed = append(failed, p)
		}
	}
	for i := 0; i < len(list); i++ {
		p := list[i]
		if g.left--; g.left < 0 {
			for _, q := range list {
				delete(g.known, q)
			}
			return false
		}
		parts, problem := g.parts(p)
		if problem {
			fail(p)
			continue
		}
		for _, q := range parts {
			yes, ok := g.known[q]
			if !ok {
				g.known[q] = true
				list = append(list, q)
				yes = true
			}
			users[q] = append(users[q], p)
			if !yes {
				fail(p)
			}
		}
	}
	for len(failed) > 0 {
		p := failed[len(failed)-1]
		failed = failed[:len(failed)-1]
		for _, u := range users[p] {
			fail(u)
		}
	}
	return g.known[root]
}

// parts returns the pairs that a pair leads to; problem: the terms do not fit, whatever their parts are.
func (g *structure) parts(p pair) (parts []pair, problem bool) {
	if g.exact {
		return same(g.a, g.b, p)
	}
	s := step{a: g.a, b: g.b}
	s.rigid(p)
	for _, f := range s.fresh {
		problem = problem || !g.b.All[f.b].isBlank()
	}
	return s.parts, problem || len(s.problems) > 0
}

// same returns the pairs that must be the same for a pair to be.
func same(x, y *Terms, p pair) (parts []pair, problem bool) {
	a, b := &x.All[p.a], &y.All[p.b]
	if a.Name != b.Name || a.Means != b.Means || a.Atom != b.Atom || a.Shapes != b.Shapes || a.Closed != b.Closed ||
		a.Unknown != b.Unknown || a.isGround() != b.isGround() || len(a.Parts) != len(b.Parts) {
		return nil, true
	}
	for i := range a.Parts {
		if a.Parts[i].Label != b.Parts[i].Label {
			return nil, true
		}
		parts = append(parts, pair{a.Parts[i].To, b.Parts[i].To})
	}
	return parts, false
}

// hasLiteral reports whether a built-in type has a label as a literal.
func (t *Terms) hasLiteral(atom, label string) bool {
	l, ok := t.result.Labels.Lookup(label)
	if !ok {
		return false
	}
	for id := patterns.Type(1); int(id) <= t.result.Types.Len(); id++ {
		if name, is := t.result.Types.Atom(id); is && name == atom {
			return t.result.Types.Heads().Has(id, l, t.result.Labels.Index())
		}
	}
	return false
}

// isUnit reports whether a term has only the value {}, or none: what is below a literal.
func (t *Term) isUnit() bool {
	return !t.Unknown && t.Name == "" && len(t.Parts) == 0 && t.Closed && t.Shapes&unify.Product != 0
}

// common returns the pairs of parts with the same label.
func common(a, b *Term) (parts []pair) {
	for _, p := range a.Parts {
		if to, ok := b.part(p.Label); ok {
			parts = append(parts, pair{p.To, to})
		}
	}
	return parts
}

// lacking returns the labels of a that b does not have; of empty parts only if all is set.
func lacking(terms *Terms, a, b *Term, all bool) (labels []string) {
	for _, p := range a.Parts {
		if _, ok := b.part(p.Label); !ok && (all || !terms.All[p.To].Empty) {
			labels = append(labels, p.Label)
		}
	}
	return slices.Clip(labels)
}
