package k

import (
	"cmp"
	"maps"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns/blame"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/mend"
	"github.com/patgraph/patgraph/unify"
)

// An error hides others: the rounds of a recursive group end at the first conflict, and
// a definition in error says nothing to those that use it. Once all clashes of a
// definition are explained, the program is derived again without what each of them is
// blamed for. What clashes then follows from constraints of the program of which none
// was left out, so it is an error in any case.

// A hole is constraints that are left out of a program: what an expression describes,
// with neither a rule nor another expression; what it equates with nodes of one other
// by a part of a rule; and of a reference all that the rule states.
type hole struct {
	rule, part  uint8
	site, other k.NodeID // NoNode is none
}

// holeAt is the hole of a reference.
func holeAt(e k.NodeID) hole { return hole{uint8(R1Ref), 0, e, k.NoNode} }

// holeOf is the hole of a constraint.
func (a *analysis) holeOf(s explain.Source) hole {
	if s.Use >= 0 {
		return holeAt(k.NodeID(a.Solver.UseOf(s.Use).Site))
	}
	y := unify.None
	if s.Event >= 0 {
		if e := a.Graph.Event(s.Event); !e.Cause.Describes() {
			y = e.Y
		}
	}
	return a.holeBetween(s.Reason, y)
}

// holeBetween is the hole of an equation for a reason, with its second node, or of a
// description.
func (a *analysis) holeBetween(r unify.Reason, y unify.Node) hole {
	site := k.NodeID(r.Site)
	if rule := Rule(r.Rule); rule == R1Ref || rule == R13Builtin {
		return holeAt(site)
	}
	if y == unify.None {
		return hole{site: site, other: k.NoNode}
	}
	other := k.NoNode
	if at, ok := a.Graph.Site(y); ok {
		other = k.NodeID(at)
	}
	return hole{r.Rule, r.Part, site, other}
}

func (a *analysis) leavesOut(r unify.Reason, y unify.Node) bool {
	return a.leftOut[a.holeBetween(r, y)]
}

// holesIn finds the holes of a program in the tree of a changed text, given where its
// offsets are there. What the change replaced is no hole any more.
func (a *analysis) holesIn(t *k.Tree, at func(int32) int32) map[hole]bool {
	type construct struct {
		op   k.Op
		span lang.Span
	}
	where := make(map[construct]k.NodeID)
	moved := func(e k.NodeID) construct {
		s := a.tree.Span(e)
		return construct{a.tree.Nodes[e].Op, lang.Span{Start: at(s.Start), End: at(s.End)}}
	}
	for h := range a.leftOut {
		for _, e := range [2]k.NodeID{h.site, h.other} {
			if e != k.NoNode {
				where[moved(e)] = k.NoNode
			}
		}
	}
	for e := range t.Nodes {
		c := construct{t.Nodes[e].Op, t.Span(k.NodeID(e))}
		if _, ok := where[c]; ok {
			where[c] = k.NodeID(e)
		}
	}
	holes := make(map[hole]bool, len(a.leftOut))
	for h := range a.leftOut {
		h.site = where[moved(h.site)]
		missing := h.site == k.NoNode
		if h.other != k.NoNode {
			h.other = where[moved(h.other)]
			missing = missing || h.other == k.NoNode
		}
		if !missing {
			holes[h] = true
		}
	}
	return holes
}

// takeOut notes constraints to be left out when the program is derived again.
func (a *analysis) takeOut(list ...hole) {
	if a.taken == nil {
		a.taken = make(map[hole]bool)
	}
	for _, h := range list {
		a.taken[h] = true
	}
}

// holesElsewhere are what a place of another definition states of a core, or else
// what it describes: that is where a signature has something from.
func (a *analysis) holesElsewhere(c *explain.Contradiction, p blame.Place) []hole {
	var list []hole
	for _, m := range c.Core {
		if a.blamer().PlaceOf(m.Source) == p {
			list = append(list, a.holeOf(m.Source))
		}
	}
	if list == nil {
		list = []hole{{site: k.NodeID(p.Site), other: k.NoNode}}
	}
	return list
}

// What is hidden is looked for so many times, in so many syntax nodes of a file, and
// trials for one error are bounded to a part of the usual.
const (
	maxHiddenRounds    = 8
	hiddenNodesPerFile = 1_000_000
	hiddenShare        = 4
)

// tellHidden reports what clashes hide that were all explained: in their definitions,
// which may be recursive, and in those that use them, for which a definition in error
// says nothing.
func (a *analysis) tellHidden(told map[int32]*toldClashes, unended map[string]bool) {
	first := len(a.diagnostics)
	last := a.tellRounds(a.hiding(told), unended)
	last = a.tellAgain(first, last, unended)
	if last != a {
		// Its memory is for programs that are tried. The tree is not its own.
		last.tree = nil
		a.work().Memory = last
	}
}

// tellRounds tells what shows when the errors told before are left out, and so on. It
// returns the last derivation.
func (a *analysis) tellRounds(hidden []int32, unended map[string]bool) *analysis {
	last := a
	left := cmp.Or(a.options.hiddenNodes, hiddenNodesPerFile)
	for round := 0; len(hidden) > 0 && round < maxHiddenRounds; round++ {
		if left -= last.mendProgram().Took(); left < 0 {
			break
		}
		next := last.without(last.allTaken())
		next.suspects = maps.Clone(last.suspects)
		if next.suspects == nil {
			next.suspects = make(map[blame.Place]bool)
		}
		for _, p := range last.suspected {
			next.suspects[p] = true
		}
		next.mistakes = last.mistakes
		before := len(a.diagnostics) // which of this round is told first depends on the order of definitions
		for _, dg := range next.tellSome(hidden, unended) {
			if dg.Explanation == nil {
				return last // there is no work left to explain it
			}
			dg.Secondary = dg.Secondary || slices.ContainsFunc(a.diagnostics[:before], func(o lang.Diagnostic) bool { return sameSides(&o, &dg) })
			if by := a.hides(&dg); by != nil {
				dg.Notes = append(dg.Notes, lang.Say("this shows only when what is wrong at %s is mended", a.tree.File.Position(by.Span.Start)))
			}
			a.diagnostics = append(a.diagnostics, dg)
		}
		if last = next; len(last.taken) == 0 {
			break
		}
	}
	return last
}

// tellAgain tells the errors that hide others anew, without what is wrong besides: a
// change that mends one of them lets the others show, so none was accepted. It returns
// the last derivation.
func (a *analysis) tellAgain(first int, last *analysis, unended map[string]bool) *analysis {
	var found []int32
	for i := range a.diagnostics[first:] {
		if dg := &a.diagnostics[first+i]; !dg.Secondary {
			found = append(found, a.defsCalled(dg.Definition)...)
		}
	}
	holes := last.allTaken()
	for h := range a.taken {
		delete(holes, h)
	}
	if len(found) == 0 || len(holes) == 0 {
		return last
	}
	next := last.without(holes)
	w := a.work()
	list := next.tellSome(w.Below(found...), unended)
	for i := range a.diagnostics[:first] {
		o := &a.diagnostics[i]
		at := slices.IndexFunc(list, func(dg lang.Diagnostic) bool {
			return dg.Explanation != nil && o.Explanation != nil && o.Definition == dg.Definition && len(dg.Fixes) > 0 && sameSides(o, &dg)
		})
		if at >= 0 {
			o.Fixes, o.Help = list[at].Fixes, list[at].Help
			list = slices.Delete(list, at, at+1)
		}
	}
	return next
}

// tellSome explains the conflicts of some definitions.
func (a *analysis) tellSome(of []int32, unended map[string]bool) []lang.Diagnostic {
	from := len(a.diagnostics)
	told := make(map[int32]*toldClashes)
	slices.Sort(of)
	for _, d := range of {
		if len(a.Solver.Conflicts(d)) > 0 {
			a.tellConflicts(d, told, unended)
		}
	}
	return a.diagnostics[from:]
}

// sameSides reports whether two clashes are between the same two places, about the
// same label if any.
func sameSides(x, y *lang.Diagnostic) bool {
	c, d := x.Clash, y.Clash
	return c != nil && x.Code == y.Code && c.Label == d.Label && (c.C == nil) == (d.C == nil) &&
		(c.A.Span == d.A.Span && c.B.Span == d.B.Span || c.A.Span == d.B.Span && c.B.Span == d.A.Span)
}

// hiding lists the definitions that may have errors that are hidden: those with errors
// and what uses them, unless a small change leaves no error in any of these.
func (a *analysis) hiding(told map[int32]*toldClashes) []int32 {
	var explained, mended []int32
	for d := range a.tree.Defs {
		id := int32(d)
		if len(a.Solver.Conflicts(id)) == 0 {
			continue
		}
		if t := told[a.Explainer().Together(id)[0]]; t != nil && t.complete {
			explained = append(explained, id)
		}
		if a.smallMends[id] {
			mended = append(mended, id)
		}
	}
	w := a.work()
	fine := make([]bool, len(a.tree.Defs))
	for _, d := range w.Above(mended...) {
		fine[d] = true
	}
	return slices.DeleteFunc(w.Above(explained...), func(d int32) bool {
		return fine[d] || a.options.Told != nil && a.options.Told(a.tree.Defs[d].Span)
	})
}

// hides returns the error told first of a definition, or else of what it refers to.
func (a *analysis) hides(dg *lang.Diagnostic) *lang.Diagnostic {
	w := a.work()
	below := make(map[string]bool)
	for _, d := range w.Below(a.defsCalled(dg.Definition)...) {
		below[a.defName(d)] = true
	}
	var other *lang.Diagnostic
	for i := range a.diagnostics {
		switch o := &a.diagnostics[i]; {
		case o.Explanation == nil:
		case o.Definition == dg.Definition:
			return o
		case other == nil && below[o.Definition]:
			other = o
		}
	}
	return other
}

// smallChange is what a small change of the text costs at most, so that it is likely to
// be what is meant; see mend.Kind.
const smallChange = 24

// noteMends notes whether a small change leaves no error in a definition, nor in those
// that use it.
func (a *analysis) noteMends(d int32, mends []mend.Mend) {
	for i := range mends {
		if mends[i].Cost <= smallChange {
			if a.smallMends == nil {
				a.smallMends = make(map[int32]bool)
			}
			a.smallMends[d] = true
		}
	}
}

// defsCalled lists the definitions of a name: one, unless it is defined again.
func (a *analysis) defsCalled(name string) (list []int32) {
	for d := range a.tree.Defs {
		if a.defName(int32(d)) == name {
			list = append(list, int32(d))
		}
	}
	return list
}

// allTaken is all that is left out of a derivation, and what will be.
func (a *analysis) allTaken() map[hole]bool {
	all := maps.Clone(a.leftOut)
	if all == nil {
		all = make(map[hole]bool)
	}
	maps.Copy(all, a.taken)
	return all
}

// without derives the program once more, without some constraints. It takes the memory
// of programs that were tried.
func (a *analysis) without(holes map[hole]bool) *analysis {
	options := a.options
	options.Reuse = memoryOf(a.work().Memory)
	a.work().Memory = nil
	options.leaveOut = func(*k.Tree) map[hole]bool { return holes }
	next := derived(a.tree, nil, options)
	next.explained, next.steps = a.explained, a.steps
	next.repairing = newRepairBudget()
	b := a.budget()
	next.repairing.Left, next.repairing.holes, next.repairing.Each = b.Left, b.holes, b.Each/hiddenShare
	return next
}

// suspect notes the places that a contradiction may be blamed for, the likeliest
// first, and reports whether one of them may be at fault for what hid it, too: then
// it is no mistake of its own.
func (a *analysis) suspect(places []blame.Suspect) bool {
	again := false
	for i := range places {
		if p := &places[i]; i == 0 || p.Score > places[0].Score-suspectMargin && a.blamer().IsPart(p.Place) {
			a.suspected = append(a.suspected, p.Place)
			again = again || a.suspects[p.Place]
		}
	}
	return again
}

// suspectMargin is how much less likely than the likeliest a place may be to be
// suspected.
const suspectMargin = 6
