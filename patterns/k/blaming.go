package k

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns/blame"
)

// What blame asks of k.

// The hole of an expression takes and gives anything, and that of a part of a
// filter admits anything.
const (
	holeText       = "<>"
	filterHoleText = "(...)"
)

// blamer ranks the places that may be at fault for the errors of the program.
func (a *analysis) blamer() *blame.Blamer {
	if a.blames != nil {
		return a.blames
	}
	types := make([]blame.Range, len(a.tree.Types))
	for i := range a.tree.Types {
		t := &a.tree.Types[i]
		types[i] = blame.Range{First: int32(t.First), Root: int32(t.Root)}
	}
	a.blames = blame.New(a.Program, blame.Language{
		Weights: &weights,
		Sites:   len(a.tree.Nodes),
		Hole: func(site int32) string {
			if a.tree.Nodes[site].Op >= k.OpFilterVar {
				return filterHoleText
			}
			return holeText
		},
		Named: func(site int32) int32 {
			if n := &a.tree.Nodes[site]; n.Op == k.OpCodeName {
				return a.names.Type[n.Sym]
			}
			return -1
		},
		Types: types,
	}, a.work())
	a.blames.Budget = &a.budget().holes
	return a.blames
}

// Trial derives what a change of a definition has an effect on; see blame.Workshop.
func (w *workshop) Trial(changed, def int32) blame.Trial {
	part := w.all
	if w.sliceable && changed >= 0 {
		part = w.region(append(w.above(changed), def), nil)
	}
	return blame.Trial{Size: part.size, Try: func(edits []lang.Edit) (mended bool, cleared int) {
		t := w.try(w.changed(part, edits))
		if len(t.tree.Defs) != len(part.defs) || len(t.tree.Types) != len(part.types) {
			return false, 0
		}
		for i, d := range part.defs {
			fine := len(t.Solver.Conflicts(int32(i))) == 0 && !t.tree.Defs[i].Bad
			if d == def {
				mended = fine
			}
			if fine && len(w.Solver.Conflicts(d)) > 0 {
				cleared++
			}
		}
		return mended, cleared
	}}
}

// Owed is what trials have cost beyond their sizes; see blame.Workshop.
func (w *workshop) Owed() int {
	owed := w.debt
	w.debt = 0
	return owed
}

// editClass is what blame tells of a kind of edit.
var editClass = [numEdits]blame.Class{
	editTypo: blame.ByLabel, editTypoAny: blame.ByLabel, editMatch: blame.ByLabel, editLabel: blame.ByLabel, editLabelHere: blame.ByLabel,
	editLiteral: blame.ByLiteral, editDot: blame.ByForm, editBracket: blame.ByBracket, editType: blame.ByType, editTypeBox: blame.ByType,
	editRefTypo: blame.ByRef, editRef: blame.ByRef, editSwap: blame.BySwap, editDrop: blame.ByDrop,
	editProject: blame.ByInsert, editCall: blame.ByInsert, editBox: blame.ByBox, editOpen: blame.ByFilter, editClose: blame.ByFilter,
	editField: blame.ByField, editRemove: blame.ByField, editHole: blame.ByGap,
}

// mended are accepted changes as blame goes by them.
func mended(mends []mend) []blame.Mended {
	list := make([]blame.Mended, len(mends))
	for i := range mends {
		m := &mends[i]
		sites := make([]int32, len(m.nodes))
		for j, e := range m.nodes {
			sites[j] = int32(e)
		}
		list[i] = blame.Mended{Class: editClass[m.kind], Sites: sites, Edits: m.edits, Near: m.near, Cleared: m.cleared}
	}
	return list
}
