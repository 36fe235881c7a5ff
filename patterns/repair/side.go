package repair

import (
	"slices"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// A Side is one of the facts of a contradiction, with the sites that state it, each -1 if there is none.
type Side struct {
	Fact  explain.Fact
	Site  int32 // states it, perhaps in another definition
	Use   int32 // the reference that it came through
	Code  int32 // the part of a type that states it
	View  View
	Order []unify.Label // its labels in source order
}

// sideOf finds the sites of a fact.
func (r *Repairer) sideOf(f explain.Fact) Side {
	s := Side{Fact: f, Site: none, Use: none, Code: none, View: r.viewOf(f.Claim)}
	if f.Use >= 0 {
		s.Use = r.Solver.UseOf(f.Use).Site
		s.Site = s.Use
		if o := f.Origin; o != nil {
			s.Site = r.OriginSite(o)
		}
	} else if site, ok := r.Graph.Site(f.Node); ok {
		s.Site = site
	}
	if s.Code = r.SpeltBy(&f); s.Code == none {
		s.Code = r.codeOfPart(r.Graph.Flat(f.Node).Head(), f.Within)
	}
	s.Order = s.View.Labels
	if s.Code != none {
		if slots := r.Slots(r.Structure(s.Code)); len(slots) > 0 {
			s.Order = nil
			for _, l := range slots {
				s.Order = append(s.Order, l.Label)
			}
		}
	}
	return s
}

// SpeltBy returns the site where the part of a type that a side of a contradiction is about is written, or -1: a part
// of the type at the site that states the side.
func (p *Program) SpeltBy(f *explain.Fact) int32 {
	site, within := none, f.Within
	if o := f.Origin; f.Use >= 0 && o != nil {
		site, within = p.OriginSite(o), o.Within
	} else if s, ok := p.Graph.Site(f.Node); ok && f.Use < 0 {
		site = s
	}
	if site == none {
		return none
	}
	return p.codeAt(site, within)
}

// codeAt returns the part under some labels of the type that a site declares, or -1.
func (p *Program) codeAt(e int32, within []unify.Label) int32 {
	code := p.typeBody(e)
	if code == none || p.Kind(code) != message.Other {
		return none
	}
	return p.partOf(code, within)
}

// typeBody returns the site of the body of a type or filter, without its sign, or -1.
func (p *Program) typeBody(e int32) int32 {
	if !p.IsAnnotation(e) {
		return none
	}
	kids := p.Kids(e)
	if len(kids) != 1 || len(p.Slots(e)) > 0 || p.Span(kids[0]).End != p.Span(e).End {
		return none
	}
	return kids[0]
}

// codeOfPart returns the site in the program where the part of a type under some labels is written, or -1.
func (p *Program) codeOfPart(t patterns.Type, within []unify.Label) int32 {
	for i := 0; t != unify.NoHead; i++ {
		if e := p.TypeSite(t); e != none {
			return p.partOf(e, within[i:])
		}
		if i == len(within) {
			break
		}
		part, ok := p.typePart(t, within[i:i+1])
		if !ok {
			break
		}
		t = part.Flat.Head()
	}
	return none
}

// partOf returns the part under some labels of a type that is written at a site, or -1.
func (p *Program) partOf(e int32, within []unify.Label) int32 {
	for _, l := range within {
		e = p.Structure(e)
		slots, kids := p.Slots(e), p.Kids(e)
		i := slices.IndexFunc(slots, func(s message.Slot) bool { return s.Label == l })
		switch {
		case i >= 0:
			e = slots[i].Part
		case len(slots) == 0 && len(kids) == 1:
			e = kids[0] // of a vector
		default:
			return none
		}
	}
	return e
}

// Structure returns the root of the type definition whose name is at a site; any other site is returned unchanged.
func (p *Program) Structure(code int32) int32 {
	if t := p.TypeNamed(code); t >= 0 {
		if root := p.TypeDefinition(t).Root; root != none {
			return root
		}
	}
	return code
}

// findSides fills in the sides of the contradiction.
func (r *Repairer) findSides() {
	facts := r.Clash.Facts
	for _, f := range facts {
		r.Sides = append(r.Sides, r.sideOf(f))
	}
	if len(facts) != 2 {
		return
	}
	// For two structured types, use the parts that differ.
	x, y := facts[0].Claim.Flat.Head(), facts[1].Claim.Flat.Head()
	if x == unify.NoHead || y == unify.NoHead {
		return
	}
	diff := r.Types.Difference(x, y)
	if len(diff.Path) == 0 {
		return
	}
	for i, part := range [2]patterns.Type{diff.A, diff.B} {
		s := &r.Sides[i]
		s.View = r.typeView(part)
		s.Order = s.View.Labels
		if s.Site != none {
			s.Code = r.codeAt(s.Site, append(slices.Clone(s.Fact.Within), diff.Path...))
		}
	}
}

// Vectorial reports whether one side of the contradiction is a vector and the other is not.
func (r *Repairer) Vectorial() bool {
	vectors := 0
	for i := range r.Sides {
		if r.Sides[i].View.Flat.IsVector() {
			vectors++
		}
	}
	return vectors > 0 && vectors < len(r.Sides)
}

// OtherIsLiteral reports whether the other side of the contradiction is a literal type.
func (r *Repairer) OtherIsLiteral(side int) bool {
	for i := range r.Sides {
		if h := r.Sides[i].View.Flat.Head(); i != side && h != unify.NoHead && r.Types.Heads().IsLiteral(h) {
			return true
		}
	}
	return false
}

// opposite returns the view of the other side of a contradiction.
func (r *Repairer) opposite(side int) View {
	for i := range r.Sides {
		if i != side {
			return r.Sides[i].View
		}
	}
	return openView
}

// HasUnit reports whether a side of the contradiction is the unit.
func (r *Repairer) HasUnit() bool {
	return slices.ContainsFunc(r.Sides, func(s Side) bool { return isUnit(s.View) })
}

func isUnit(v View) bool {
	return v.Flat.Closed() && v.Flat.Shapes() == unify.Product && len(v.Labels) == 0
}

// GainOfElements returns the gain of doing something for each element: more if it fits the elements of the vector on the
// other side.
func (r *Repairer) GainOfElements(s Spot) int {
	if s.Side < 0 {
		return 0
	}
	element, ok := r.typePart(r.opposite(s.Side).Flat.Head(), []unify.Label{unify.Member})
	if side := &r.Sides[s.Side]; ok && len(side.View.Labels) > 0 && bridged(element, side.View) {
		return gainOfFit
	}
	return 0
}

// AsksForTag reports whether the element after an expression, or the side of the contradiction other than the spot's,
// may be a union with a tag.
func (r *Repairer) AsksForTag(s Spot, e int32, tag unify.Label) bool {
	_, after := r.Neighbours(e)
	asks := func(v View) bool { return v.Flat.Shapes()&unify.Union != 0 && v.Has(tag) }
	for i := range r.Sides {
		if i != s.Side && asks(r.Sides[i].View) {
			return true
		}
	}
	return asks(after)
}

// ComesWith reports whether the contradiction is about what comes into a spot that asks for a label, and that is a
// union with this tag: it can be read there.
func (r *Repairer) ComesWith(s Spot, tag unify.Label) bool {
	if s.Side < 0 || !r.Sides[s.Side].View.Has(tag) {
		return false
	}
	comes := r.opposite(s.Side)
	return isUnion(comes) && comes.Has(tag)
}
