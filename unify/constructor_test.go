package unify_test

import (
	"testing"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/unify"
)

// Meets of a constructor, by hand.
func TestConstructors(t *testing.T) {
	w := gen.NewWorld(12)
	h := w.Heads
	a, b := w.Labels[1], w.Labels[2] // no indices
	index := w.Labels[0]
	three, four := h.AddConstructor(), h.AddConstructor()
	pair, again := h.AddConstructor(b, a), h.AddConstructor(b, a)
	list := h.AddConstructor(index)
	wide := h.AddConstructor(w.Labels...)
	unit := w.Named[0]
	product := func(closed bool) unify.Flat { return unify.MakeFlat(unify.Product, closed) }
	ab := []unify.Label{a, b}
	pairHead := h.Flat(h.AddBuilt(pair, []unify.HeadField{{Label: a, To: unit}, {Label: b, To: unit}}))
	threeHead := h.Flat(h.AddBuilt(three, nil))
	plainHead := h.Flat(h.Add(unify.Product, []unify.HeadField{{Label: a, To: unit}, {Label: b, To: unit}}))
	built := func(c unify.Constructor) claim { return claim{h.Built(c), h.Parts(c)} }
	for _, c := range []struct {
		name string
		x, y claim
		want unify.Flat // 0: they clash
	}{
		{"itself", built(pair), built(pair), h.Built(pair)},
		{"an equal one", built(pair), built(again), 0},
		{"two constants", built(three), built(four), 0},
		{"anything", built(three), claim{unify.Open, nil}, h.Built(three)},
		{"what has one of its labels", built(pair), claim{unify.Open, ab[:1]}, h.Built(pair)},
		{"a product with its labels", built(pair), claim{product(false), ab}, h.Built(pair)},
		{"a label that it lacks", built(pair), claim{unify.Open, []unify.Label{index}}, 0},
		{"one of many labels", built(wide), claim{unify.Open, w.Labels[9:]}, h.Built(wide)},
		{"a label that many are not", built(wide), claim{unify.Open, []unify.Label{99}}, 0},
		{"a tuple with its labels", built(pair), claim{product(true), ab}, 0},
		{"a closed pattern with its labels", built(list), claim{unify.MakeFlat(unify.AnyShape, true), []unify.Label{index}}, 0},
		{"the empty tuple", built(three), claim{product(true), nil}, 0},
		{"a union", built(three), claim{unify.MakeFlat(unify.Union, false), nil}, 0},
		{"a vector", built(list), claim{unify.MakeFlat(unify.Vector, false), nil}, 0},
		{"a type that it builds", built(pair), claim{pairHead, nil}, pairHead},
		{"a constant as a type", built(three), claim{threeHead, nil}, threeHead},
		{"a type that another builds", built(again), claim{pairHead, nil}, 0},
		{"a type with its labels", built(pair), claim{plainHead, nil}, 0},
		{"a type that it builds, and a tuple", claim{product(true), ab}, claim{pairHead, nil}, 0},
		{"a type that it builds, and a part", claim{unify.Open, ab[:1]}, claim{pairHead, nil}, pairHead},
		{"the mark", built(three), claim{unify.Open | unify.Dynamic, nil}, h.Built(three) | unify.Dynamic},
		{"the mark on both", claim{unify.Open | unify.Dynamic, nil}, claim{product(false) | unify.Dynamic, nil}, product(false) | unify.Dynamic},
		{"the mark and another one", claim{h.Built(three) | unify.Dynamic, nil}, built(four), 0},
		{"the mark and a type", claim{unify.Open | unify.Dynamic, nil}, claim{pairHead, nil}, pairHead | unify.Dynamic},
	} {
		for _, m := range []*meeting{meet(w, c.x, c.y), meet(w, c.y, c.x)} {
			m.unify([2]int{0, 1})
			got := unify.Flat(0)
			if len(m.g.Conflicts()) == 0 {
				got = m.g.Flat(m.g.Find(0))
			}
			if got != c.want {
				t.Errorf("%s: %s (%x), want %s (%x)", c.name, got.Form(), got, c.want.Form(), c.want)
			}
			if got != 0 && got.Head() != unify.NoHead && got.Constructor() != unify.NoConstructor {
				t.Errorf("%s is a type and a constructor", c.name)
			}
			if err := m.g.Verify(); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
	for _, c := range []unify.Constructor{three, pair, wide} {
		if f := h.Built(c); f.Constructor() != c || f.Head() != unify.NoHead || !f.Closed() ||
			f.Shapes() != unify.Product || f.Dynamic() || f.Form() != "constructor" {
			t.Errorf("what constructor %d builds is %s", c, f.Form())
		}
	}
}

// Labels are followed as far as the graph has nodes for them.
func TestFollow(t *testing.T) {
	g := unify.New(unify.NewHeads(), nil)
	n, m, o, same := g.Leaf(0), g.Leaf(0), g.Leaf(0), g.Leaf(0)
	g.Field(n, 1, m, unify.Reason{})
	g.Field(m, 2, o, unify.Reason{})
	g.Unify(unify.Reason{}, n, same)
	g.Solve()
	for _, c := range []struct {
		path []unify.Label
		to   unify.Node
		all  bool
	}{{nil, n, true}, {[]unify.Label{1}, m, true}, {[]unify.Label{1, 2}, o, true}, {[]unify.Label{1, 3, 2}, m, false}} {
		if at, all := g.Follow(same, c.path...); at != g.Find(c.to) || all != c.all {
			t.Errorf("%v leads to %d, %v", c.path, at, all)
		}
	}
}
