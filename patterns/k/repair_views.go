package k

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// What is known of the values around a clash.

// A view is a flat pattern with its labels.
type view struct {
	flat   unify.Flat
	labels []unify.Label
}

var openView = view{flat: unify.Open}

func (v *view) has(l unify.Label) bool { return slices.Contains(v.labels, l) }

func (a *analysis) typeView(t patterns.Type) view {
	c := unify.Claim{Flat: a.Types.Heads().Flat(t)}
	return view{c.Flat, a.labelsFor(c)}
}

// labelsFor is labelsOf, but of very many labels in no order for people: only
// those that are near to another one matter then.
func (a *analysis) labelsFor(f unify.Claim) []unify.Label {
	h := f.Flat.Head()
	n := len(f.Labels)
	if h != unify.NoHead {
		n = len(a.Types.Fields(h))
	}
	if n <= manyLabels {
		return a.labelsOf(f)
	}
	list := make([]unify.Label, 0, n)
	if h != unify.NoHead {
		for _, e := range a.Types.Fields(h) {
			list = append(list, e.Label)
		}
		return list
	}
	return append(list, f.Labels...)
}

// otherLabels returns the labels of the sides that a bracket with some labels is
// none of, and a set of them.
func (r *repairer) otherLabels(own map[unify.Label]bool) ([]unify.Label, map[unify.Label]bool) {
	var list []unify.Label
	set := make(map[unify.Label]bool)
	add := func(labels []unify.Label) {
		for _, l := range labels {
			if l != unify.Member && !set[l] {
				set[l] = true
				list = append(list, l)
			}
		}
	}
	for i := range r.sides {
		labels := r.sides[i].view.labels
		same := len(labels) == len(own)
		for _, l := range labels {
			same = same && own[l]
		}
		if !same {
			add(labels)
		}
	}
	return list, set
}

// asked returns the labels that a product of the program is asked for.
func (r *repairer) asked() []unify.Label {
	var list []unify.Label
	add := func(labels []unify.Label) {
		for _, l := range labels {
			if l != unify.Member && !slices.Contains(list, l) {
				list = append(list, l)
			}
		}
	}
	for i := range r.sides {
		if v := &r.sides[i].view; v.flat.Shapes()&unify.Product != 0 && len(v.labels) <= manyLabels {
			add(r.sides[i].order)
		}
	}
	for _, f := range r.clash.More[:min(len(r.clash.More), manyLabels)] {
		if f.Claim.Flat.Shapes()&unify.Product != 0 {
			add(r.labelsOf(f.Claim))
		}
	}
	return list
}

// nodes returns the input and the output of an expression, or the pattern of a
// filter's part twice, when its definition was derived.
func (r *repairer) nodes(e k.NodeID) (in, out unify.Node, ok bool) {
	d := r.defAt(e)
	if d < 0 || !r.Solver.Derivation(d).Derived {
		return 0, 0, false
	}
	b := r.body(d)
	return b.in(e), b.out(e), true
}

// viewOf is what is known of a node of the graph.
func (a *analysis) viewOf(n unify.Node) view {
	n = a.Graph.Find(n)
	c := claimOf(a.Graph.Flat(n), a.Graph.Edges(n))
	return view{c.Flat, a.labelsFor(c)}
}

// views returns what is known of an expression's input and output.
func (r *repairer) views(e k.NodeID) (in, out view) {
	x, y, ok := r.nodes(e)
	if !ok {
		return openView, openView
	}
	return r.viewOf(x), r.viewOf(y)
}

// labelsIn returns the labels of what goes into an expression.
func (r *repairer) labelsIn(e k.NodeID) []unify.Label {
	in, _ := r.views(e)
	return in.labels
}

// labelsHere returns the labels of the value that a node's own labels are those
// of.
func (r *repairer) labelsHere(e k.NodeID) []unify.Label {
	in, out := r.views(e)
	switch r.tree.Nodes[e].Op {
	case k.OpDot, k.OpDiv, k.OpFilterAny, k.OpFilterProduct, k.OpFilterUnion:
		return in.labels[:min(len(in.labels), mostLabels)]
	case k.OpProduct, k.OpVariant, k.OpVid:
		return out.labels[:min(len(out.labels), mostLabels)]
	}
	return nil
}

// fit reports whether two flat patterns may be one, as far as their own labels
// tell.
func (a *analysis) fit(x, y view) bool {
	hx, hy := x.flat.Head(), y.flat.Head()
	if hx != unify.NoHead && hy != unify.NoHead {
		return hx == hy
	}
	if hy != unify.NoHead && a.Types.Heads().IsLiteral(hy) {
		x, y, hx = y, x, hy
	}
	if hx != unify.NoHead && a.Types.Heads().IsLiteral(hx) {
		return y.flat.Shapes()&unify.Union != 0 && !y.flat.Closed() &&
			!slices.ContainsFunc(y.labels, func(l unify.Label) bool { return !a.literalHas(hx, l) })
	}
	common := x.flat.Shapes() & y.flat.Shapes()
	if common&unify.Vector != 0 && a.indices(x.labels) && a.indices(y.labels) {
		return true
	}
	if common&(unify.Product|unify.Union) == 0 {
		return false
	}
	return (!x.flat.Closed() || within(y.labels, &x)) && (!y.flat.Closed() || within(x.labels, &y))
}

func within(labels []unify.Label, v *view) bool {
	if len(labels) > manyLabels || len(v.labels) > manyLabels {
		return true // it is not worth the time
	}
	return !slices.ContainsFunc(labels, func(l unify.Label) bool { return l != unify.Member && !v.has(l) })
}

func (a *analysis) indices(labels []unify.Label) bool {
	return !slices.ContainsFunc(labels, func(l unify.Label) bool { return l != unify.Member && !a.Labels.Index().Has(l) })
}

// exact reports whether two flat patterns are the same named type.
func exact(x, y view) bool { return x.flat.Head() != unify.NoHead && x.flat.Head() == y.flat.Head() }

// distance is lang.Distance of two labels.
func (r *repairer) distance(l, m unify.Label) (int, bool) {
	if l == unify.Member || m == unify.Member {
		return 0, false
	}
	x, y := r.Labels.Text(l), r.Labels.Text(m)
	if !r.affordLetters(x, y) {
		return 0, false
	}
	return lang.Distance(x, y)
}
