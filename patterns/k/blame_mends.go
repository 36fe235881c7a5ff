package k

import (
	"math"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/mend"
	"github.com/patgraph/patgraph/unify"
)

// What repairs tell blame: a place that a small change mends is likelier at fault
// than one that no change mends, and the more so the more that change mends.

// mendFeature is the feature of a place whose best repair is of a class.
var mendFeature = [mend.NumClasses]int{
	mend.ByLabel: featByLabel, mend.ByLiteral: featByLiteral, mend.ByForm: featByForm, mend.ByBracket: featByBracket,
	mend.ByType: featByType, mend.ByRef: featByRef, mend.BySwap: featBySwap, mend.ByDrop: featByDrop, mend.ByInsert: featByInsert,
	mend.ByBox: featByBox, mend.ByFilter: featByFilter, mend.ByField: featByField, mend.ByGap: featByGap,
}

// mendable notes which places the repairs change, and reports whether there is
// any.
func (a *analysis) mendable(places []blamed, mends []mend.Mend) bool {
	found := false
	for i := range mends {
		for _, e := range mends[i].Sites {
			for j := range places {
				if a.changes(places, j, k.NodeID(e)) {
					a.mendedBy(&places[j], mends, i)
					found = true
				}
			}
		}
	}
	return found
}

// mendedBy notes that the repair of a number changes a place. The best repair of a
// place is the first that does.
func (a *analysis) mendedBy(p *blamed, mends []mend.Mend, i int) {
	f, m := &p.features, &mends[i]
	f[featWide] = max(f[featWide], math.Log(float64(max(1, m.Cleared))))
	if f[featMended] == 1 || f[featMended2] == 1 {
		return
	}
	if i == 0 {
		f[featMended] = 1
		if m.Near {
			f[featSure] = 1
		}
	} else {
		f[featMended2] = 1
	}
	f[mendFeature[m.Kind.Class]] = 1
	switch m.Kind.Class {
	case mend.ByBracket, mend.BySwap:
		p.label = lang.Span{} // it is no label that is at fault
	case mend.ByDrop:
		p.label = lang.Span{}
		f[featDropSize] = f[featSize]
	}
	for _, e := range m.Edits {
		if a.isLabel(p.key, e.Span) {
			f[featRename] = 1
			if a.tree.Nodes[p.key.site].Op.Fielded() && (m.Near || a.onlyRename(p.key, e.Span, mends)) {
				p.label = e.Span
			}
		}
	}
}

// onlyRename reports whether no repair renames another label of a place.
func (a *analysis) onlyRename(p placeKey, label lang.Span, mends []mend.Mend) bool {
	for _, m := range mends {
		for _, e := range m.Edits {
			if e.Span != label && a.isLabel(p, e.Span) {
				return false
			}
		}
	}
	return true
}

// changes reports whether a repair at a node changes a place: that of the node, or
// the type or filter that it is a part of. A type definition is a part of what
// speaks of the type.
func (a *analysis) changes(places []blamed, j int, e k.NodeID) bool {
	p := places[j].key
	switch {
	case p.wiring:
		return false
	case p.site == e:
		return true
	case !a.declares(p.site):
		return false
	case a.defAt(e) < 0:
		return a.speaksOf(p.site, e)
	}
	inside := func(q placeKey) bool { return !q.wiring && a.tree.FirstOf(q.site) <= e && e <= q.site }
	return inside(p) && !slices.ContainsFunc(places, func(q blamed) bool { return inside(q.key) && q.key.site < p.site })
}

// speaksOf reports whether a type or filter has as a part the type definition that
// a node is in.
func (a *analysis) speaksOf(site, e k.NodeID) bool {
	seen := make(map[int32]bool)
	queue := [][2]k.NodeID{{a.tree.FirstOf(site), site}}
	for len(queue) > 0 {
		r := queue[0]
		queue = queue[1:]
		for n := r[0]; n <= r[1]; n++ {
			if a.tree.Nodes[n].Op != k.OpCodeName {
				continue
			}
			t := a.names.Type[a.tree.Nodes[n].Sym]
			if t < 0 || seen[t] || a.tree.Types[t].Root == k.NoNode {
				continue
			}
			seen[t] = true
			d := &a.tree.Types[t]
			if d.First <= e && e <= d.Root {
				return true
			}
			queue = append(queue, [2]k.NodeID{d.First, d.Root})
		}
	}
	return false
}

// stayWork is how many graph nodes may be solved to find out which changes of one
// contradiction are not worth a trial.
const stayWork = 200_000

// stays returns a function that reports whether a contradiction is there whatever
// stands in the place of two expressions: no constraint of its core is theirs.
// Where a single place is at fault, it also reports whether any other
// contradiction of the definition is there without both.
func (a *analysis) stays(c *explain.Contradiction, places []blamed) func(x, y int32) bool {
	// In a recursive definition an expression is also in what it calls.
	single := !a.Solver.Derivation(c.Def).Recursive &&
		slices.ContainsFunc(places, func(p blamed) bool { return p.features[featHole] == 1 })
	left := stayWork
	return func(s, t int32) bool {
		x, y := k.NodeID(s), k.NodeID(t)
		if a.defAt(x) < 0 {
			return false
		}
		firstX, firstY := a.tree.FirstOf(x), a.tree.FirstOf(y)
		in := func(e k.NodeID) bool { return firstX <= e && e <= x || firstY <= e && e <= y }
		end := func(n unify.Node) bool {
			site, ok := a.Graph.Site(n)
			return ok && (k.NodeID(site) == x || k.NodeID(site) == y)
		}
		states := func(s explain.Source) bool {
			if in(k.NodeID(s.Reason.Site)) {
				return true
			}
			if s.Event < 0 {
				return false
			}
			ev := a.Graph.Event(s.Event)
			return end(ev.X) || end(ev.Y)
		}
		if !slices.ContainsFunc(c.Core, func(m explain.Cited) bool { return states(m.Source) }) {
			return true
		}
		if !single || a.defAt(x) != c.Def {
			return false
		}
		if left -= a.Explainer().Size(c.Def); left < 0 {
			return false
		}
		return !a.Explainer().Without(c.Def, states)
	}
}
