package repair

import (
	"cmp"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// A Spot is a place to change.
type Spot struct {
	Site  int32
	Label lang.Span // the suspect label, or the zero span
	Side  int       // the side of the contradiction that it states; -1 for none
	rank  int
}

// Usual offers the proposals for a language without edits of its own.
func (r *Repairer) Usual(s Spot) {
	r.Relabel(s)
	r.Fields(s)
	r.Reference(s)
	r.TypeName(s)
	if r.composes {
		r.Elements(s)
	}
}

// Offer adds a proposal. A gain makes it likelier than others of its kind.
func (r *Repairer) Offer(s Spot, kind *Kind, gain int, title lang.Phrase, edits ...lang.Edit) *Proposal {
	bytes := 0
	for _, e := range edits {
		bytes += int(e.Span.End-e.Span.Start) + len(e.Text)
	}
	cost := kind.at(s) + costOfRank*s.rank - gain
	r.list = append(r.list, Proposal{
		cost: cost + min(bytes/costOfBytes, mostBytesCost), plainCost: cost,
		kind: kind, title: title, edits: edits, def: r.Owner(s.Site),
		sites: []int32{s.Site}, with: s.Site, plainKind: kind,
	})
	return &r.list[len(r.list)-1]
}

// spots lists the places to change, the likeliest first: the given ones, the places of the facts, the places where the
// two sides meet, and places near to them.
func (r *Repairer) spots(places []Place) []Spot {
	r.findSides()
	var list []Spot
	add := func(e int32, label lang.Span) {
		if e == none || slices.ContainsFunc(list, func(s Spot) bool { return s.Site == e }) {
			return
		}
		s := Spot{Site: e, Label: label, rank: len(list), Side: -1}
		for i, side := range r.Sides {
			if side.Site == e || side.Use == e || side.Code == e || side.Code != none && r.Structure(side.Code) == e {
				s.Side = i
			}
		}
		list = append(list, s)
		if part := r.typeBody(e); part != none {
			s.Site, s.rank = part, len(list)
			list = append(list, s)
		}
	}
	for _, p := range places[:min(len(places), cmp.Or(r.Style().Most, mostPlaces))] {
		add(p.Site, p.Label)
	}
	site := func(n unify.Node) {
		if e, ok := r.Graph.Site(n); ok {
			add(e, lang.Span{})
		}
	}
	for i := range r.Sides {
		add(r.Sides[i].Use, lang.Span{})
		add(r.Sides[i].Site, lang.Span{})
	}
	if r.Clash.Given >= 0 {
		given := r.Graph.Event(r.Clash.Given)
		site(given.X)
		site(given.Y)
	}
	for i := range r.Sides {
		if s := &r.Sides[i]; s.Code != none {
			add(s.Code, lang.Span{})
			add(r.Structure(s.Code), lang.Span{})
		}
	}
	for _, f := range r.Clash.More[:min(len(r.Clash.More), 2)] {
		site(f.Node)
	}
	if reason, ok := r.meetingReason(r.Clash); ok && r.Kind(reason.Site) != message.Composes {
		add(reason.Site, lang.Span{})
	}
	for _, s := range list {
		kids, i := r.chain(s.Site)
		if i > 0 {
			add(kids[i-1], lang.Span{})
		}
		if i >= 0 && i+1 < len(kids) {
			add(kids[i+1], lang.Span{})
		}
	}
	for _, l := range backwards(r.Clash.Path) {
		r.labelled(l, func(e int32) { add(e, lang.Span{}) })
	}
	for i := range r.Sides {
		for e, up := r.Sides[i].Site, 0; e != none && up < 4; e, up = r.Parent(e), up+1 {
			switch r.Kind(e) {
			case message.Joins, message.Collects, message.Product, message.Variant:
				add(e, lang.Span{})
			}
		}
	}
	return list[:min(len(list), mostSpots)]
}

// chain returns the elements of the composition that contains a site, and the site's index; -1 if there is none.
func (w *Trials) chain(e int32) (elements []int32, i int) {
	p := w.Parent(e)
	if p == none || w.Kind(p) != message.Composes {
		return nil, -1
	}
	elements = w.Kids(p)
	return elements, slices.Index(elements, e)
}

// backwards returns the last labels of a path in reverse order.
func backwards(path []unify.Label) []unify.Label {
	path = slices.Clone(path[max(0, len(path)-mostPath):])
	slices.Reverse(path)
	return path
}

// labelled visits a few sites of the definition that have a label. If a contradiction is in a part, such a site may be
// on its path.
func (r *Repairer) labelled(l unify.Label, visit func(int32)) {
	def := r.Definition(r.def)
	first := max(def.First, r.reason.Site-nearbySites)
	last := min(def.Root, r.reason.Site+nearbySites)
	for e, n := first, 0; e <= last && n < mostLabelled; e++ {
		switch r.Kind(e) {
		case message.Reads, message.Injects, message.Variant:
			if slots := r.Slots(e); len(slots) > 0 && slots[0].Label == l {
				visit(e)
				n++
			}
		}
	}
}
