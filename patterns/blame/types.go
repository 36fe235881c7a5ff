package blame

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// Type definitions: if a side of a contradiction is a type, its definition may be the mistake.

// A typeUse describes the uses of a type definition.
type typeUse struct {
	holes   []lang.Edit // holes in place of all its uses, in the order of the text
	good    int         // the number of definitions that use it and have no conflict
	cleared []int32     // the definitions that lose all their conflicts with the holes
	tried   bool
}

// typePlaces visits, for the sides of a contradiction, the part of a type definition that states the side.
func (b *Blamer) typePlaces(c *explain.Contradiction, add func(site int32, fact int)) {
	facts := c.Facts
	var diff []unify.Label // to the difference of two types
	if len(facts) == 2 {
		x, y := facts[0].Claim.Flat.Head(), facts[1].Claim.Flat.Head()
		if x != unify.NoHead && y != unify.NoHead {
			diff = b.Types.Difference(x, y).Path
		}
	}
	for i := range facts {
		f := facts[i]
		f.Within = slices.Concat(f.Within, diff)
		if o := f.Origin; o != nil {
			inner := *o
			inner.Within = slices.Concat(o.Within, diff)
			f.Origin = &inner
		}
		site := b.SpeltBy(&f)
		if site < 0 {
			continue
		}
		if b.Owner(site) < 0 {
			add(site, i)
		}
		if root := b.Structure(site); root != site && b.Owner(root) < 0 {
			add(root, i) // the definition that the name refers to
		}
	}
}

// typeAround returns the type definition that contains a site.
func (b *Blamer) typeAround(site int32) int32 {
	if b.typeOf == nil {
		b.typeOf = make(map[int32]int32)
		for t := range int32(b.TypeDefinitions()) {
			def := b.TypeDefinition(t)
			for s := def.First; s <= def.Root; s++ {
				b.typeOf[s] = t
			}
		}
	}
	if t, ok := b.typeOf[site]; ok {
		return t
	}
	return -1
}

// useOf finds the uses of a type definition: types and filters that name it, directly or through other type
// definitions.
func (b *Blamer) useOf(t int32) *typeUse {
	if u, ok := b.typeUses[t]; ok {
		return u
	}
	if b.typeUses == nil {
		b.typeUses = make(map[int32]*typeUse)
		b.indexTypes()
	}
	u := &typeUse{}
	b.typeUses[t] = u
	var sites []int32
	seen := map[int32]bool{t: true}
	for queue := []int32{t}; len(queue) > 0; queue = queue[1:] {
		sites = append(sites, b.namedBy[queue[0]]...)
		for _, other := range b.partOf[queue[0]] {
			if !seen[other] {
				seen[other] = true
				queue = append(queue, other)
			}
		}
	}
	slices.SortFunc(sites, func(x, y int32) int { return int(b.Span(x).Start - b.Span(y).Start) })
	last := int32(-1)
	for _, site := range slices.Compact(sites) {
		if b.hasHole(site) {
			u.holes = append(u.holes, b.hole(Place{Site: site}))
		}
		if d := b.Owner(site); d != last && d >= 0 {
			last = d
			if !b.Definition(d).Bad && len(b.Solver.Conflicts(d)) == 0 {
				u.good++
			}
		}
	}
	return u
}

// indexTypes finds the sites that name each type definition: declarations without declarations within, and other type
// definitions.
func (b *Blamer) indexTypes() {
	b.namedBy, b.partOf = make(map[int32][]int32), make(map[int32][]int32)
	// Parts come before the whole, so the first one around a name is the smallest.
	named := make(map[int32][]int32) // by site: the types that are named there and in no earlier part
	for site := range int32(b.Size) {
		if t := b.TypeNamed(site); t >= 0 {
			if in := b.typeAround(site); in >= 0 {
				b.partOf[t] = append(b.partOf[t], in)
			} else {
				named[site] = append(named[site], t)
			}
		}
		for _, kid := range b.Kids(site) {
			if list := named[kid]; list != nil && !b.IsAnnotation(kid) {
				named[site] = append(named[site], list...)
				delete(named, kid)
			}
		}
		if b.IsAnnotation(site) {
			for _, t := range named[site] {
				if list := b.namedBy[t]; len(list) == 0 || list[len(list)-1] != site {
					b.namedBy[t] = append(list, site)
				}
			}
		}
	}
}
