package repair

import (
	"slices"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// The known patterns around a contradiction.

// A View is a flat pattern with its labels.
type View struct {
	Flat   unify.Flat
	Labels []unify.Label
}

var openView = View{Flat: unify.Open}

// Has reports whether a view has a label.
func (v *View) Has(l unify.Label) bool { return slices.Contains(v.Labels, l) }

// isVector reports whether a view is a vector of any length.
func (v *View) isVector() bool {
	return v.Flat.Shapes() == unify.Vector && !slices.ContainsFunc(v.Labels, func(l unify.Label) bool { return l != unify.Member })
}

func (p *Program) typeView(t patterns.Type) View {
	return p.viewOf(unify.Claim{Flat: p.Types.Heads().Flat(t)})
}

// viewOf returns a claim with its labels in print order. Very many labels are not sorted, since then only those similar
// to a given label matter.
func (p *Program) viewOf(c unify.Claim) View {
	return View{c.Flat, p.SortedLabels(c, manyLabels)}
}

// nodeView returns the known pattern of a node of the graph.
func (p *Program) nodeView(n unify.Node) View {
	n = p.Graph.Find(n)
	return p.viewOf(message.ClaimOf(p.Graph.Flat(n), p.Graph.Edges(n)))
}

func (p *Program) schemeView(s *patterns.Scheme, n int32) View {
	c := message.ClaimOf(s.Graph.Flat(n), s.Graph.Edges(n))
	return View{c.Flat, p.LabelsOf(c)}
}

// schemePart returns the pattern of the part under some labels of a node of a scheme, and false without such a part.
func (p *Program) schemePart(s *patterns.Scheme, n int32, path []unify.Label) (View, bool) {
	for i, l := range path {
		if h := s.Graph.Flat(n).Head(); h != unify.NoHead {
			return p.typePart(h, path[i:])
		}
		at := slices.IndexFunc(s.Graph.Edges(n), func(e unify.Edge) bool { return e.Label == l })
		if at < 0 {
			return View{}, false
		}
		n = int32(s.Graph.Edges(n)[at].To)
	}
	return p.schemeView(s, n), true
}

func (p *Program) typePart(t patterns.Type, path []unify.Label) (View, bool) {
	for _, l := range path {
		fields := p.Types.Fields(t)
		at := slices.IndexFunc(fields, func(f unify.HeadField) bool { return f.Label == l })
		if at < 0 {
			return View{}, false
		}
		t = fields[at].To
	}
	return p.typeView(t), true
}

// otherLabels returns the labels of the sides, as a list and as a set. A side that has exactly a bracket's own labels
// does not count.
func (r *Repairer) otherLabels(own map[unify.Label]bool) ([]unify.Label, map[unify.Label]bool) {
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
	for i := range r.Sides {
		labels := r.Sides[i].View.Labels
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

// requiredLabels returns the labels that products of the program must have.
func (r *Repairer) requiredLabels() []unify.Label {
	var list []unify.Label
	add := func(labels []unify.Label) {
		for _, l := range labels {
			if l != unify.Member && !slices.Contains(list, l) {
				list = append(list, l)
			}
		}
	}
	for i := range r.Sides {
		if v := &r.Sides[i].View; v.Flat.Shapes()&unify.Product != 0 && len(v.Labels) <= manyLabels {
			add(r.Sides[i].Order)
		}
	}
	for _, f := range r.Clash.More[:min(len(r.Clash.More), manyLabels)] {
		if f.Claim.Flat.Shapes()&unify.Product != 0 {
			add(r.LabelsOf(f.Claim))
		}
	}
	return list
}

// Views returns the known patterns of an expression's input and output; for a part of a filter, its pattern twice. They
// are open if its definition was not derived.
func (r *Repairer) Views(e int32) (in, out View) {
	d := r.Owner(e)
	if d < 0 || !r.Solver.Derivation(d).Derived {
		return openView, openView
	}
	x, y := r.Ends(d, e)
	return r.nodeView(x), r.nodeView(y)
}

// labelsHere returns the labels of the value that a site's own labels belong to.
func (r *Repairer) labelsHere(e int32) []unify.Label {
	in, out := r.Views(e)
	switch r.Kind(e) {
	case message.Reads, message.Filters:
		return in.Labels[:min(len(in.Labels), mostLabels)]
	case message.Product, message.Variant, message.Injects:
		return out.Labels[:min(len(out.Labels), mostLabels)]
	}
	return nil
}

// siblings returns the labels beside that of a projection in the type that it reads, where a side of the contradiction
// is the part of that type under its label: another part may agree with the other side.
func (r *Repairer) siblings(e int32) (labels []unify.Label) {
	if r.Kind(e) != message.Reads {
		return nil
	}
	own := r.Slots(e)[0].Label
	for i := range r.Sides {
		fact := &r.Sides[i].Fact
		path := fact.Within
		if len(path) == 0 || path[len(path)-1] != own {
			continue
		}
		head, last := r.Graph.Flat(r.Graph.Find(fact.Node)).Head(), len(path)-1
		whole, ok := r.typePart(head, path[:last])
		if head == unify.NoHead || !ok || len(whole.Labels) > mostLabels {
			continue
		}
		for _, l := range whole.Labels {
			part, ok := r.typePart(whole.Flat.Head(), []unify.Label{l})
			if ok && l != own && !slices.ContainsFunc(r.Sides, func(s Side) bool {
				return s.Site != r.Sides[i].Site && !r.fit(part, s.View)
			}) {
				labels = append(labels, l)
			}
		}
	}
	return labels
}

// fit reports whether two flat patterns can be equal, judged by their own labels.
func (p *Program) fit(x, y View) bool {
	hx, hy := x.Flat.Head(), y.Flat.Head()
	if hx != unify.NoHead && hy != unify.NoHead {
		return hx == hy
	}
	heads := p.Types.Heads()
	if hy != unify.NoHead && heads.IsLiteral(hy) {
		x, y, hx = y, x, hy
	}
	if hx != unify.NoHead && heads.IsLiteral(hx) {
		return y.Flat.Shapes()&unify.Union != 0 && !y.Flat.Closed() &&
			!slices.ContainsFunc(y.Labels, func(l unify.Label) bool { return !heads.Has(hx, l, p.Labels.Index()) })
	}
	common := x.Flat.Shapes() & y.Flat.Shapes()
	if common&unify.Vector != 0 && p.Indices(x.Labels) && p.Indices(y.Labels) {
		return true
	}
	if common&(unify.Product|unify.Union) == 0 {
		return false
	}
	return (!x.Flat.Closed() || within(y.Labels, &x)) && (!y.Flat.Closed() || within(x.Labels, &y))
}

func within(labels []unify.Label, v *View) bool {
	if len(labels) > manyLabels || len(v.Labels) > manyLabels {
		return true // too expensive to check
	}
	return !slices.ContainsFunc(labels, func(l unify.Label) bool { return l != unify.Member && !v.Has(l) })
}

// exact reports whether two flat patterns are the same named type.
func exact(x, y View) bool { return x.Flat.Head() != unify.NoHead && x.Flat.Head() == y.Flat.Head() }

// just reports whether two flat patterns are the same named type, or have the same labels, or are vectors whose elements
// are read in order.
func just(x, y View) bool {
	return exact(x, y) || x.isVector() && y.isVector() || len(x.Labels) > 0 && len(x.Labels) == len(y.Labels) && len(x.Labels) <= manyLabels &&
		x.Flat.Shapes()&y.Flat.Shapes() != 0 && within(x.Labels, &y)
}

func same(x, y View) bool { return x.Flat == y.Flat && slices.Equal(x.Labels, y.Labels) }

// bridged reports whether a value has all required labels, if any are required.
func bridged(x, y View) bool {
	return exact(x, y) || len(y.Labels) > 0 && len(y.Labels) <= manyLabels && x.Flat.Shapes()&y.Flat.Shapes() != 0 &&
		!slices.ContainsFunc(y.Labels, func(l unify.Label) bool { return !x.Has(l) })
}
