package blame

import (
	"cmp"
	"iter"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/tell"
)

// What speaks of a type definition: types and filters that name it, directly or through
// other type definitions.

// mostTypes is how many type definitions are looked at for one place.
const mostTypes = 6

// typesOf lists the type definitions that a type or filter speaks of, the nearest first.
func (b *Blamer) typesOf(site int32) []int32 {
	var list []int32
	for t := range b.spokenOf(site) {
		if list = append(list, t); len(list) == mostTypes {
			break
		}
	}
	return list
}

// spokenOf yields the type definitions that a site speaks of, directly or through others,
// the nearest first.
func (b *Blamer) spokenOf(site int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		seen := make(map[int32]bool)
		queue := []tell.Definition{{First: b.First(site), Root: site}}
		for len(queue) > 0 {
			r := queue[0]
			queue = queue[1:]
			for n := r.First; n <= r.Root; n++ {
				t := b.TypeNamed(n)
				if t < 0 || seen[t] || b.TypeDefinition(t).Root < 0 {
					continue
				}
				seen[t] = true
				if !yield(t) {
					return
				}
				queue = append(queue, b.TypeDefinition(t))
			}
		}
	}
}

// holesOfType are the edits that put holes in the place of all that speaks of a type
// definition.
func (b *Blamer) holesOfType(t int32) []lang.Edit {
	if edits, ok := b.typeHoles[t]; ok {
		return edits
	}
	var edits []lang.Edit
	for site := range int32(b.Size) {
		if b.spellsType(site) && b.hasHole(site) && contains(b.spokenOf(site), t) {
			edits = append(edits, b.hole(Place{Site: site}))
		}
	}
	slices.SortFunc(edits, func(x, y lang.Edit) int { return cmp.Compare(x.Span.Start, y.Span.Start) })
	if b.typeHoles == nil {
		b.typeHoles = make(map[int32][]lang.Edit)
	}
	b.typeHoles[t] = edits
	return edits
}

// spellsType reports whether a site declares something, and none of its parts does.
func (b *Blamer) spellsType(site int32) bool {
	return b.IsAnnotation(site) && !slices.ContainsFunc(b.Kids(site), b.IsAnnotation)
}

func contains(list iter.Seq[int32], x int32) bool {
	for y := range list {
		if x == y {
			return true
		}
	}
	return false
}
