package blame

import (
	"math"

	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// Evidence from the proof about the places whose constraints it cites: their distance from its ends, and their depth
// below them.

// proofFeatures sets the features about where the proof cites each place.
func (b *Blamer) proofFeatures(c *explain.Contradiction, list []Suspect) {
	if c.Proof == nil {
		return
	}
	index := make(map[Place]int, len(list))
	copies := make([]int, len(list))
	for i := range list {
		index[list[i].Place] = i
	}
	of := make([]int, len(c.Copy)) // by constraint: the suspect that states it, or -1
	for con, m := range c.Copy {
		of[con] = -1
		if m < 0 {
			continue
		}
		if i, ok := index[b.PlaceOf(c.Core[m].Source)]; ok {
			of[con] = i
			copies[i]++
		}
	}
	at := cited(c.Proof.Steps, of, len(list))
	for i := range list {
		s := &list[i]
		f := &s.Features
		if at[i].depth < unreached {
			f[featNested], f[featInside] = float64(at[i].depth), math.Log1p(float64(at[i].inside))
		}
		f[featCopies] = math.Log(float64(max(1, copies[i])))
		if s.Seam {
			continue
		}
		if l, ok := b.labelOf(s.Site); ok {
			f[featLabelCount] = math.Log(float64(b.Count(l)))
			f[featLabelHere] = math.Log(float64(b.labelsAround(s)[l]))
		}
	}
}

// A position is the position of a citation in a proof: the number of labels below the conclusion, and the distance from
// the ends of the chains that lead there.
type position struct{ depth, inside int32 }

const unreached = math.MaxInt32

// cited returns the position of each place, the least in both respects, given the number of places and, by constraint,
// the index of its place or -1.
func cited(steps []unify.ProofStep, of []int, places int) []position {
	at := make([]position, places+len(steps))
	for i := range at {
		at[i] = position{unreached, unreached}
	}
	proof := at[places:] // by step
	last := len(steps) - 1
	proof[last] = position{}
	for i := last; i >= 0; i-- {
		st, here := &steps[i], proof[i]
		if here.depth == unreached {
			continue
		}
		note := func(con int32) {
			if p := of[con]; p >= 0 {
				at[p] = at[p].least(here)
			}
		}
		below := here
		switch st.Rule {
		case unify.ByEquation, unify.ByDescription, unify.ByUnfolding:
			note(st.C)
		case unify.ByLabel:
			note(st.C)
			note(st.C2)
			below.depth++
		}
		for j, p := range st.Premises {
			next := below
			if st.Rule == unify.ByChain {
				next.inside += int32(min(j, len(st.Premises)-1-j))
			}
			proof[p] = proof[p].least(next)
		}
	}
	return at[:places]
}

func (p position) least(q position) position {
	return position{min(p.depth, q.depth), min(p.inside, q.inside)}
}
