package gen

import (
	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/unify"
)

// A World is the vocabulary of random constraints: labels, some of them indices, and named heads. The first four heads
// are a product without fields and three literal heads over it: of the indices, of all labels, and of a few listed
// labels.
type World struct {
	Labels []unify.Label
	Index  unify.LabelSet
	Heads  *unify.Heads
	Named  []unify.Head
	Built  []unify.Constructor // empty until AddConstructors; after that, some patterns are also marked as dynamic
}

// NewWorld returns a world with the labels 1 … labels, where every third is an index, and with three literal heads over
// a unit head.
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

// AddHeads adds count structural heads, which may be recursive.
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

// AddConstructors adds count constructors, the first two without labels, and heads that they build.
func (w *World) AddConstructors(t *rapid.T, count int) {
	for i := range count {
		var labels []unify.Label
		if i >= 2 {
			labels = w.labels(t, 12)
		}
		c := w.Heads.AddConstructor(labels...)
		w.Built = append(w.Built, c)
		for range rapid.IntRange(0, 2).Draw(t, "built heads") {
			var fields []unify.HeadField
			for _, l := range labels {
				fields = append(fields, unify.HeadField{Label: l, To: rapid.SampledFrom(w.Named).Draw(t, "built part")})
			}
			w.Named = append(w.Named, w.Heads.AddBuilt(c, fields))
		}
	}
}

// built draws the pattern of a constructor, mostly with all its parts.
func (w *World) built(t *rapid.T, count int) (unify.Flat, []unify.Edge) {
	c := rapid.SampledFrom(w.Built).Draw(t, "constructor")
	var edges []unify.Edge
	for _, l := range w.Heads.Parts(c) {
		if rapid.IntRange(0, 9).Draw(t, "lacks a part") > 0 {
			edges = append(edges, unify.Edge{Label: l, To: unify.Node(rapid.IntRange(0, count-1).Draw(t, "to"))})
		}
	}
	return w.Heads.Built(c), edges
}

// labels draws distinct labels in any order, mostly only a few.
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

// Description draws the description of a node: a flat pattern with edges to any of the nodes below count.
func (w *World) Description(t *rapid.T, count int) (f unify.Flat, edges []unify.Edge) {
	if len(w.Built) == 0 {
		return w.plain(t, count)
	}
	if f, edges = w.plain(t, count); rapid.IntRange(0, 3).Draw(t, "is built") == 0 {
		f, edges = w.built(t, count)
	}
	if rapid.IntRange(0, 5).Draw(t, "marked") == 0 {
		f |= unify.Dynamic
	}
	return f, edges
}

func (w *World) plain(t *rapid.T, count int) (unify.Flat, []unify.Edge) {
	if len(w.Named) > 0 && rapid.IntRange(0, 5).Draw(t, "named") == 0 {
		return w.Heads.Flat(rapid.SampledFrom(w.Named).Draw(t, "head")), nil
	}
	// Open patterns are compatible with most others, and so lead to longer derivations.
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

// Constraints draws at most `most` constraints on the nodes below count: descriptions and equations. It leaves out most
// constraints that are unsound together with the ones before, because random facts soon contradict each other, and then
// little is left to test.
func (w *World) Constraints(t *rapid.T, count, most int, sound func([]unify.Constraint) bool) []unify.Constraint {
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
		if sound(with) || rapid.IntRange(0, 49).Draw(t, "keep") == 0 {
			cs = with
		}
	}
	return cs
}
