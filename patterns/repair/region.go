package repair

import (
	"slices"
	"sort"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/message"
)

// A Region is a part of the program that can be derived by itself: definitions, their dependencies, and the type
// definitions of both.
type Region struct {
	Defs, Types []int32 // in source order
	Size        int     // how many sites it has
	whole       bool
	parts       []regionPart // of the text, in order; see apply
}

// A regionPart is a piece of the source and its offset in the text of a region without changes.
type regionPart struct {
	span lang.Span
	at   int32
}

// Region returns the smallest region with the given definitions and types.
func (w *Trials) Region(defs, types []int32) *Region {
	g := &Region{Defs: w.reach(defs, &w.callees)}
	slices.Sort(g.Defs)
	n := int32(w.Definitions())
	add := func(types []int32) {
		for _, t := range types {
			if w.stamp[n+t] != w.round {
				w.stamp[n+t] = w.round
				g.Types = append(g.Types, t)
			}
		}
	}
	g.parts = make([]regionPart, 0, len(g.Defs))
	has := func(def message.Definition) {
		g.Size += int(def.Root - def.First + 1)
		g.parts = append(g.parts, regionPart{span: def.Span})
	}
	add(types)
	for _, d := range g.Defs {
		add(w.types.of(d))
		has(w.Definition(d))
	}
	for i := 0; i < len(g.Types); i++ {
		add(w.parts.of(g.Types[i]))
		has(w.TypeDefinition(g.Types[i]))
	}
	slices.Sort(g.Types)
	slices.SortFunc(g.parts, func(x, y regionPart) int { return int(x.span.Start - y.span.Start) })
	at := int32(0)
	for i := range g.parts {
		p := &g.parts[i]
		p.at = at
		at += p.span.End - p.span.Start + 1
	}
	return g
}

// Affected returns the region of some definitions and types and of everything that a change of a definition affects;
// -1: of any definition.
func (w *Trials) Affected(changed int32, defs, types []int32) *Region {
	if !w.sliceable || changed < 0 {
		return w.all
	}
	return w.Region(append(w.Above(changed), defs...), types)
}

// Same reports whether a program derived from the text of a region has as many definitions as the region.
func (g *Region) Same(t *Program) bool {
	return t.Definitions() == len(g.Defs) && t.TypeDefinitions() == len(g.Types)
}

// has reports whether a region contains all edits.
func (g *Region) has(edits []lang.Edit) bool {
	for _, e := range edits {
		if !g.whole && !slices.ContainsFunc(g.parts, func(p regionPart) bool { return p.span.Contains(e.Span) }) {
			return false
		}
	}
	return true
}

// apply returns the text of a region with those edits that are in it, and a function from offsets of the source to
// offsets of that text. The edits are in order.
func (g *Region) apply(src []byte, edits []lang.Edit) ([]byte, func(int32) int32) {
	parts := g.parts
	if g.whole {
		parts = []regionPart{{lang.Span{End: int32(len(src))}, 0}}
	}
	var text []byte
	for i, p := range parts {
		text = lang.AppendEdited(text, src, p.span, edits)
		if i+1 < len(parts) {
			text = append(text, '\n')
		}
	}
	return text, func(offset int32) int32 {
		i := sort.Search(len(parts), func(i int) bool { return parts[i].span.Start > offset }) - 1
		if i < 0 {
			return offset
		}
		to := parts[i].at + offset - parts[i].span.Start
		for _, e := range edits {
			if e.Span.Start < offset {
				to += int32(len(e.Text)) - (e.Span.End - e.Span.Start)
			}
		}
		return to
	}
}

// Changed returns the text of a region with edits, which are in order, and a function from offsets of the source to
// offsets of that text. If the region is a whole program of several files, the text has the same files.
func (w *Trials) Changed(g *Region, edits []lang.Edit) (*lang.File, func(int32) int32) {
	text, at := g.apply(w.File.Src, edits)
	parts := w.File.Parts()
	if !g.whole || len(parts) == 1 {
		return lang.NewFile(w.File.Name, text), at
	}
	var files []*lang.File
	for i, p := range parts {
		end := len(text)
		if i+1 < len(parts) {
			end = int(at(parts[i+1].Start)) - 1
		}
		files = append(files, lang.NewFile(p.File.Name, text[at(p.Start):end]))
	}
	last := len(files) - 1
	return lang.Join(files[:last], files[last]), at
}
