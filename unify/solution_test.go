package unify_test

import (
	"maps"
	"slices"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/unify"
)

// constraints draws at most most constraints on the nodes below count, where few contradict each other.
func constraints(w *gen.World, t *rapid.T, count, most int) []unify.Constraint {
	return w.Constraints(t, count, most, func(cs []unify.Constraint) bool { return solve(w, count, cs).sat })
}

// A solution is the meaning of constraints, computed from their definition alone: each round visits all facts of all
// classes again, until nothing changes.
type solution struct {
	world *gen.World
	sat   bool
	class []int // by node: a number of its class
	facts map[int][]fact
}

// fact is a description by constraint or by the structure of a named head.
type fact struct {
	at    int
	flat  unify.Flat
	edges []unify.Edge
}

// solve solves constraints on the nodes below count, slowly.
func solve(w *gen.World, count int, cs []unify.Constraint) *solution {
	s := &solution{world: w, sat: true, class: make([]int, count)}
	for i := range s.class {
		s.class[i] = i
	}
	var facts []fact
	for _, c := range cs {
		if c.Y != unify.None {
			s.join(int(c.X), int(c.Y))
		} else {
			facts = append(facts, fact{int(c.X), c.Flat, c.Edges})
		}
	}
	parts := make(map[[2]int]bool) // a class and the head of a fact about it
	for changed := true; changed; {
		changed = false
		s.facts = make(map[int][]fact)
		for _, f := range facts {
			s.facts[s.class[f.at]] = append(s.facts[s.class[f.at]], f)
		}
		for _, c := range slices.Sorted(maps.Keys(s.facts)) {
			v := s.view(s.facts[c])
			if v.shapes == 0 {
				s.sat = false
				return s
			}
			first := make(map[unify.Label]int)
			for _, f := range s.facts[c] {
				for _, e := range f.edges {
					l := e.Label
					if v.shapes == unify.Vector {
						l = unify.Member
					}
					to, seen := first[l]
					if !seen {
						to = int(e.To)
						first[l] = to
					}
					changed = s.join(to, int(e.To)) || changed
					if v.head == unify.NoHead {
						continue
					}
					part := headBelow(w, v.head, l)
					key := [2]int{s.class[to], int(part)}
					if !parts[key] {
						parts[key] = true
						facts = append(facts, fact{to, w.Heads.Flat(part), nil})
						changed = true
					}
				}
			}
		}
	}
	return s
}

func (s *solution) join(x, y int) bool {
	a, b := s.class[x], s.class[y]
	if a == b {
		return false
	}
	for i, c := range s.class {
		if c == b {
			s.class[i] = a
		}
	}
	return true
}

// same reports whether two nodes are one class.
func (s *solution) same(x, y unify.Node) bool { return s.class[x] == s.class[y] }

// look returns the known facts of a node's class: its flat pattern and labels, sorted. For a named head, only labels
// that constraints use are listed.
func (s *solution) look(n unify.Node) (unify.Flat, []unify.Label) {
	facts := s.facts[s.class[n]]
	if len(facts) == 0 {
		return unify.Open, nil
	}
	v := s.view(facts)
	mark := unify.Flat(0)
	for _, f := range facts {
		mark |= f.flat & unify.Dynamic
	}
	if v.head != unify.NoHead {
		f := s.world.Heads.Flat(v.head) | mark
		if v.shapes == unify.Vector && v.edges > 0 {
			return f, []unify.Label{unify.Member}
		}
		return f, v.labels
	}
	if v.shapes == unify.Vector {
		if v.edges == 0 {
			return unify.MakeFlat(unify.Vector, false) | mark, nil
		}
		return unify.MakeFlat(unify.Vector, false) | mark, []unify.Label{unify.Member}
	}
	if v.built != unify.NoConstructor {
		return s.world.Heads.Built(v.built) | mark, v.labels
	}
	return unify.MakeFlat(v.shapes, v.closed) | mark, v.labels
}

// view is the combination of the facts of one class.
type view struct {
	shapes unify.Shape
	closed bool
	head   unify.Head
	built  unify.Constructor
	labels []unify.Label // of all facts, save Member
	edges  int
}

// view applies the definition: a shape is possible when each fact allows it
// under its condition for all labels of the class.
func (s *solution) view(facts []fact) view {
	v := view{shapes: unify.AnyShape}
	all := make(map[unify.Label]bool)
	for _, f := range facts {
		for _, e := range f.edges {
			v.edges++
			if e.Label != unify.Member {
				all[e.Label] = true
			}
		}
		if c := f.flat.Constructor(); c != unify.NoConstructor {
			if v.built != unify.NoConstructor && v.built != c {
				v.shapes = 0
			}
			v.built = c
		} else if h := f.flat.Head(); h == unify.NoHead {
			v.closed = v.closed || f.flat.Closed()
		} else if v.head == unify.NoHead {
			v.head = h
		} else if v.head != h {
			v.shapes = 0
		}
	}
	v.labels = slices.Sorted(maps.Keys(all))
	for _, f := range facts {
		v.shapes &= f.flat.Shapes()
		if h := f.flat.Head(); h != unify.NoHead {
			if !admits(s.world, h, all, v.closed) {
				v.shapes = 0
			}
		} else if f.flat.Closed() && f.flat.Constructor() == unify.NoConstructor && len(f.edges) != len(all) {
			v.shapes &= unify.Vector
		}
	}
	if v.built != unify.NoConstructor {
		lacks := func(l unify.Label) bool { return !slices.Contains(s.world.Heads.Parts(v.built), l) }
		if v.closed || slices.ContainsFunc(v.labels, lacks) ||
			v.head != unify.NoHead && s.world.Heads.BuiltBy(v.head) != v.built {
			v.shapes = 0
		}
	}
	for l := range all {
		if !s.world.Index.Has(l) {
			v.shapes &^= unify.Vector
		}
	}
	return v
}

// admits reports whether a head can have labels, exactly these if closed.
func admits(w *gen.World, h unify.Head, labels map[unify.Label]bool, closed bool) bool {
	if w.Heads.Shape(h) == unify.Vector {
		return true // the labels are indices, or no shape is left anyway
	}
	if closed && (w.Heads.IsLiteral(h) || len(labels) != len(w.Heads.Fields(h)) ||
		w.Heads.BuiltBy(h) != unify.NoConstructor) {
		return false
	}
	for l := range labels {
		if headBelow(w, h, l) == unify.NoHead {
			return false
		}
	}
	return true
}

// headBelow returns the head below a label of a head, or NoHead.
func headBelow(w *gen.World, h unify.Head, l unify.Label) unify.Head {
	switch {
	case h == w.Named[1] && w.Index.Has(l) || h == w.Named[2]:
		return w.Named[0]
	}
	for _, f := range w.Heads.Fields(h) {
		if f.Label == l {
			return f.To
		}
	}
	return unify.NoHead
}
