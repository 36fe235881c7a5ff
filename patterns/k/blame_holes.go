package k

import (
	"cmp"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/mend"
)

// What is at fault, wherever it stands, leaves no error when it is taken away: of
// the places of a core that is the best witness there is. What stands in the
// definition itself is left out of its constraints; for what stands in others, and
// for what several definitions suffer from, the part of the program that the place
// has an effect on is derived again with a hole there.

// The hole of an expression takes and gives anything, and that of a part of a
// filter admits anything.
const (
	holeText       = "<>"
	filterHoleText = "(...)"
)

// maxHoleSize is up to how many syntax nodes of a definition the outcome without
// a place is tried, and holeWork how many graph nodes may be solved for that.
const (
	maxHoleSize = 20_000
	holeWork    = 2_000_000
)

const (
	holeNodesPerFile = 1_000_000 // syntax nodes that are derived with holes for all diagnostics of a file,
	holeShare        = 16        // of what is left, one diagnostic takes at most this part,
	holeTrialsLeast  = 8         // but so many trials in any case
)

// holes finds out for which places the definition is fine without them, the sides
// first, and what else is fine then.
func (a *analysis) holes(x *explain.Explainer, c *explain.Contradiction, places []blamed) {
	a.ownHoles(x, c, places)
	w := a.work()
	bad := w.InError()
	// Without budget nothing is known of a place, so the order is that of plausibility
	// and has nothing to do with where things stand.
	order := make([]int, len(places))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		p, q := &places[i], &places[j]
		return cmp.Or(cmp.Compare(q.features[featWitness], p.features[featWitness]), cmp.Compare(a.order(c.Def, *p), a.order(c.Def, *q)))
	})
	budget, trials := a.budget(), 0
	each := budget.holes / holeShare
	afford := func(size int) bool {
		debt := w.Debt()
		budget.holes -= debt
		each -= debt
		if size > budget.holes || size > each && trials >= holeTrialsLeast {
			return false
		}
		budget.holes -= size
		each -= size
		trials++
		return true
	}
	note := func(p *blamed, cleared int) {
		f := &p.features
		f[featHole], f[featShare] = 1, float64(cleared)/float64(bad)
		if cleared == bad {
			f[featClear] = 1
		}
	}
	for _, i := range order {
		p := &places[i]
		switch own := p.def == c.Def; {
		case own && p.features[featHole] == 0: // it does not even mend this definition
		case own && bad == 1:
			note(p, 1)
		default:
			part := w.All()
			if w.Sliceable() {
				part = w.Region(append(w.Above(p.def), c.Def), nil)
			}
			if !afford(part.Size()) {
				return
			}
			if here, cleared := a.holed(part, c.Def, a.hole(p.key)); here {
				note(p, cleared)
			}
		}
	}
	for _, i := range order {
		p := &places[i]
		if p.key.wiring || p.features[featClear] == 1 || !a.declares(p.key.site) {
			continue
		}
		for _, t := range a.typesOf(p.key.site) {
			holes := a.typeHoles(t)
			if len(holes) < 2 {
				continue
			}
			if !afford(w.All().Size()) {
				return
			}
			if here, cleared := a.holed(w.All(), c.Def, holes...); here && cleared > int(p.features[featShare]*float64(bad)) {
				note(p, cleared)
				p.features[featTypeHole] = 1
			}
		}
	}
}

// ownHoles finds out for which places of the definition it is fine without them,
// as far as its constraints tell.
func (a *analysis) ownHoles(x *explain.Explainer, c *explain.Contradiction, places []blamed) {
	def := &a.tree.Defs[c.Def]
	if def.Root-def.First >= maxHoleSize {
		return
	}
	left := holeWork
	for _, witness := range [2]float64{1, 0} {
		for i := range places {
			p := &places[i]
			if p.def != c.Def || p.features[featWitness] != witness {
				continue
			}
			if left -= x.Size(c.Def); left < 0 {
				return
			}
			if x.Without(c.Def, a.at(p.key)) {
				p.features[featHole] = 1
			}
		}
	}
}

// hole is the edit that makes a hole of a place, or puts one into a seam.
func (a *analysis) hole(p placeKey) lang.Edit {
	s := a.tree.Span(p.site)
	switch op := a.tree.Nodes[p.site].Op; {
	case p.wiring:
		return lang.Edit{Span: lang.Span{Start: s.Start, End: s.Start}, Text: " " + holeText + " "}
	case op >= k.OpFilterVar:
		return lang.Edit{Span: s, Text: " " + filterHoleText + " "}
	}
	return lang.Edit{Span: s, Text: " " + holeText + " "}
}

// mostTypes is how many type definitions are looked at for one place that speaks of
// them.
const mostTypes = 6

// typesOf lists the type definitions that a type or filter speaks of, the nearest
// first.
func (a *analysis) typesOf(site k.NodeID) []int32 {
	var list []int32
	queue := [][2]k.NodeID{{a.tree.FirstOf(site), site}}
	for len(queue) > 0 && len(list) < mostTypes {
		r := queue[0]
		queue = queue[1:]
		for n := r[0]; n <= r[1]; n++ {
			if a.tree.Nodes[n].Op != k.OpCodeName {
				continue
			}
			if t := a.names.Type[a.tree.Nodes[n].Sym]; t >= 0 && !slices.Contains(list, t) && a.tree.Types[t].Root != k.NoNode {
				list = append(list, t)
				queue = append(queue, [2]k.NodeID{a.tree.Types[t].First, a.tree.Types[t].Root})
			}
		}
	}
	return list[:min(len(list), mostTypes)]
}

// typeHoles are the edits that make holes of all that speaks of a type definition.
func (a *analysis) typeHoles(t int32) []lang.Edit {
	if edits, ok := a.ofType[t]; ok {
		return edits
	}
	var edits []lang.Edit
	for e := range a.tree.Nodes {
		site := k.NodeID(e)
		if op := a.tree.Nodes[e].Op; (op == k.OpType || op == k.OpFilterCode) && a.speaksOf(site, a.tree.Types[t].Root) {
			edits = append(edits, a.hole(placeKey{site, false}))
		}
	}
	slices.SortFunc(edits, func(x, y lang.Edit) int { return cmp.Compare(x.Span.Start, y.Span.Start) })
	if a.ofType == nil {
		a.ofType = make(map[int32][]lang.Edit)
	}
	a.ofType[t] = edits
	return edits
}

// holed derives a part of the program with holes, in order. It tells whether a definition
// has no conflict then, and how many have none any more.
func (a *analysis) holed(part *mend.Region, def int32, holes ...lang.Edit) (here bool, cleared int) {
	w := a.work()
	t := w.Try(w.Changed(part, holes))
	if !part.Same(t) {
		return false, 0
	}
	for i, d := range part.Defs {
		fine := len(t.Solver.Conflicts(int32(i))) == 0 && !t.Definition(int32(i)).Bad
		if d == def {
			here = fine
		}
		if fine && len(a.Solver.Conflicts(d)) > 0 {
			cleared++
		}
	}
	return here, cleared
}
