package k

import (
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
	}, blame.Trials(a.work()))
	a.blames.Budget = &a.budget().holes
	return a.blames
}
