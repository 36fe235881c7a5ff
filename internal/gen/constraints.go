package gen

import (
	"maps"
	"slices"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/unify"
)

// A World is what random constraints are about: labels, some of them indices,
// and named heads. The first four heads are a product without fields and
// literal heads over it, of the indices, of all labels and of some.
type World struct {
	Labels []unify.Label
	Index  unify.LabelSet
	Heads  *unify.Heads
	Named  []unify.Head
}

// NewWorld returns a world with the labels 1 … labels, every third of them an
// index, and with three literal heads over a unit head.
func NewWorld(labels int) *World {
	w := &World{Heads: unify.NewHeads()}
	for i := 1; i <= labels; i++ {
		l := unify.Label(i)
		w.Labels = append(w.Labels, l)
		if i%3 == 1 {
			w.Index.Add(l)
		}
	}
	unit := w.Heads.Add(unify.Product, nil)
	w.Named = []unify.Head{
		unit,
		w.Heads.AddLiteral(unify.IndexLiterals, nil, unit),
		w.Heads.AddLiteral(unify.AllLiterals, nil, unit),
		w.Heads.AddLiteral(unify.ListedLiterals, w.Labels[1:min(3, labels)], unit),
	}
	return w
}

// AddHeads adds so many structural heads, which may be recursive.
func (w *World) AddHeads(t *rapid.T, count int) {
	base := unify.Head(w.Heads.Len())
	for range count {
		to := func() unify.Head {
			if rapid.IntRange(0, 3).Draw(t, "new part") > 0 {
				return base + unify.Head(rapid.IntRange(0, count-1).Draw(t, "part"))
			}
			return rapid.SampledFrom(w.Named[:4]).Draw(t, "old part")
		}
		var fields []unify.HeadField
		s := rapid.SampledFrom([]unify.Shape{unify.Product, unify.Union, unify.Vector}).Draw(t, "head shape")
		if s == unify.Vector {
			fields = append(fields, unify.HeadField{Label: unify.Member, To: to()})
		} else {
			for _, l := range w.labels(t, 12) {
				fields = append(fields, unify.HeadField{Label: l, To: to()})
			}
		}
		w.Named = append(w.Named, w.Heads.Add(s, fields))
	}
}

// labels draws distinct labels, few as a rule, in any order.
func (w *World) labels(t *rapid.T, most int) []unify.Label {
	n := rapid.IntRange(0, 3).Draw(t, "labels")
	if rapid.IntRange(0, 7).Draw(t, "wide") == 0 {
		n = rapid.IntRange(0, most).Draw(t, "labels")
	}
	pool := w.Labels
	if rapid.IntRange(0, 2).Draw(t, "indices only") == 0 {
		pool = nil
		for _, l := range w.Labels {
			if w.Index.Has(l) {
				pool = append(pool, l)
			}
		}
	}
	return rapid.SliceOfNDistinct(rapid.SampledFrom(pool), 0, min(n, len(pool)), rapid.ID[unify.Label]).Draw(t, "of")
}

// Forms are the flat patterns without a head that a constraint can state.
var Forms = []unify.Flat{
	unify.Open,
	unify.MakeFlat(unify.AnyShape, true),
	unify.MakeFlat(unify.Product|unify.Vector, false),
	unify.MakeFlat(unify.Product|unify.Vector, true),
	unify.MakeFlat(unify.Product, true),
	unify.MakeFlat(unify.Union, false),
	unify.MakeFlat(unify.Union, true),
	unify.MakeFlat(unify.Vector, false),
}

// Description draws what one of the nodes below count looks like, with labels
// to others of them.
func (w *World) Description(t *rapid.T, count int) (unify.Flat, []unify.Edge) {
	if len(w.Named) > 0 && rapid.IntRange(0, 5).Draw(t, "named") == 0 {
		return w.Heads.Flat(rapid.SampledFrom(w.Named).Draw(t, "head")), nil
	}
	// Open patterns meet most others, and so make the longer stories.
	f := unify.Open
	if rapid.IntRange(0, 2).Draw(t, "closed or shaped") == 0 {
		f = rapid.SampledFrom(Forms).Draw(t, "form")
	}
	to := func() unify.Node { return unify.Node(rapid.IntRange(0, count-1).Draw(t, "to")) }
	if f.IsVector() {
		return f, []unify.Edge{{Label: unify.Member, To: to()}}
	}
	var edges []unify.Edge
	for _, l := range w.labels(t, 24) {
		edges = append(edges, unify.Edge{Label: l, To: to()})
	}
	return f, edges
}

// Constraints draws at most so many constraints on the nodes below count:
// descriptions and equations. Those that contradict the ones before are left
// out, save a few, for random facts soon contradict each other, and then there
// is little to be seen.
func (w *World) Constraints(t *rapid.T, count, most int) []unify.Constraint {
	node := func() unify.Node { return unify.Node(rapid.IntRange(0, count-1).Draw(t, "node")) }
	var cs []unify.Constraint
	for range most {
		c := unify.Constraint{X: node(), Y: unify.None, Event: -1}
		if rapid.IntRange(0, 2).Draw(t, "equal") == 0 {
			c.Y = node()
		} else {
			c.Flat, c.Edges = w.Description(t, count)
		}
		with := append(cs[:len(cs):len(cs)], c)
		if w.Solve(count, with).Sat || rapid.IntRange(0, 49).Draw(t, "keep") == 0 {
			cs = with
		}
	}
	return cs
}

// A Solution is what constraints mean, found from their definition alone: each
// round looks at all facts of all classes again, until nothing is new.
type Solution struct {
	World *World
	Sat   bool
	class []int // by node: a number of its class
	facts map[int][]fact
}

// fact is a description by constraint or by the structure of a named head.
type fact struct {
	at    int
	flat  unify.Flat
	edges []unify.Edge
}

// Solve solves constraints on the nodes below count, slowly.
func (w *World) Solve(count int, cs []unify.Constraint) *Solution {
	s := &Solution{World: w, Sat: true, class: make([]int, count)}
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
	parts := make(map[[2]int]bool) // a class and the head of a fact that it got
	for changed := true; changed; {
		changed = false
		s.facts = make(map[int][]fact)
		for _, f := range facts {
			s.facts[s.class[f.at]] = append(s.facts[s.class[f.at]], f)
		}
		for _, c := range slices.Sorted(maps.Keys(s.facts)) {
			v := s.view(s.facts[c])
			if v.shapes == 0 {
				s.Sat = false
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
					part := w.part(v.head, l)
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

func (s *Solution) join(x, y int) bool {
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

// Same reports whether two nodes are one class.
func (s *Solution) Same(x, y unify.Node) bool { return s.class[x] == s.class[y] }

// Look returns what is known of a node's class: its flat pattern and labels, in
// order. Of a named head only the labels that constraints look into are listed.
func (s *Solution) Look(n unify.Node) (unify.Flat, []unify.Label) {
	facts := s.facts[s.class[n]]
	if len(facts) == 0 {
		return unify.Open, nil
	}
	v := s.view(facts)
	if v.head != unify.NoHead {
		f := s.World.Heads.Flat(v.head)
		if v.shapes == unify.Vector && v.edges > 0 {
			return f, []unify.Label{unify.Member}
		}
		return f, v.labels
	}
	if v.shapes == unify.Vector {
		if v.edges == 0 {
			return unify.MakeFlat(unify.Vector, false), nil
		}
		return unify.MakeFlat(unify.Vector, false), []unify.Label{unify.Member}
	}
	return unify.MakeFlat(v.shapes, v.closed), v.labels
}

// view is what the facts of one class say together.
type view struct {
	shapes unify.Shape
	closed bool
	head   unify.Head
	labels []unify.Label // of all facts, save Member
	edges  int
}

// view applies the definition: a shape is possible when each fact allows it
// under its condition for all labels of the class.
func (s *Solution) view(facts []fact) view {
	v := view{shapes: unify.AnyShape}
	all := make(map[unify.Label]bool)
	for _, f := range facts {
		for _, e := range f.edges {
			v.edges++
			if e.Label != unify.Member {
				all[e.Label] = true
			}
		}
		if h := f.flat.Head(); h == unify.NoHead {
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
			if !s.World.admits(h, all, v.closed) {
				v.shapes = 0
			}
		} else if f.flat.Closed() && len(f.edges) != len(all) {
			v.shapes &= unify.Vector
		}
	}
	for l := range all {
		if !s.World.Index.Has(l) {
			v.shapes &^= unify.Vector
		}
	}
	return v
}

// admits reports whether a head can have labels, exactly these if closed.
func (w *World) admits(h unify.Head, labels map[unify.Label]bool, closed bool) bool {
	if w.Heads.Shape(h) == unify.Vector {
		return true // the labels are indices, or there is no shape left anyway
	}
	if closed && (w.Heads.IsLiteral(h) || len(labels) != len(w.Heads.Fields(h))) {
		return false
	}
	for l := range labels {
		if w.part(h, l) == unify.NoHead {
			return false
		}
	}
	return true
}

// part returns the head below a label of a head, or NoHead.
func (w *World) part(h unify.Head, l unify.Label) unify.Head {
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
