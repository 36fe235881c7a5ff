package k

import (
	"math"

	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// What the proof tells of the places whose constraints it cites: how far they are
// from its ends, and how deep below them.

// proofFeatures looks at where in the proof each place is cited.
func (a *analysis) proofFeatures(c *explain.Contradiction, places []blamed) {
	if c.Proof == nil {
		return
	}
	index := make(map[placeKey]*blamed, len(places))
	for i := range places {
		p := &places[i]
		index[p.key] = p
		p.features[featNested], p.features[featInside] = math.Inf(1), math.Inf(1)
	}
	steps := c.Proof.Steps
	depth, inside := make([]int32, len(steps)), make([]int32, len(steps))
	for i := range steps {
		depth[i], inside[i] = math.MaxInt32, math.MaxInt32
	}
	last := len(steps) - 1
	depth[last], inside[last] = 0, 0
	cited := func(con int32, i int) {
		m := c.Copy[con]
		if m < 0 {
			return
		}
		if p := index[a.placeOf(c.Core[m].Source)]; p != nil {
			f := &p.features
			f[featNested] = min(f[featNested], float64(depth[i]))
			f[featInside] = min(f[featInside], math.Log1p(float64(inside[i])))
		}
	}
	for i := last; i >= 0; i-- {
		st := &steps[i]
		if depth[i] == math.MaxInt32 {
			continue
		}
		down := int32(0)
		switch st.Rule {
		case unify.ByEquation, unify.ByDescription:
			cited(st.C, i)
		case unify.ByLabel:
			cited(st.C, i)
			cited(st.C2, i)
			down = 1
		case unify.ByUnfolding:
			cited(st.C, i)
		}
		for j, p := range st.Premises {
			at := inside[i]
			if st.Rule == unify.ByChain {
				at += int32(min(j, len(st.Premises)-1-j))
			}
			depth[p], inside[p] = min(depth[p], depth[i]+down), min(inside[p], at)
		}
	}
	copies := make(map[placeKey]map[int32]bool)
	for con, m := range c.Copy {
		if m >= 0 {
			key := a.placeOf(c.Core[m].Source)
			if copies[key] == nil {
				copies[key] = make(map[int32]bool)
			}
			copies[key][int32(con)] = true
		}
	}
	for i := range places {
		p := &places[i]
		f := &p.features
		if math.IsInf(f[featNested], 1) {
			f[featNested], f[featInside] = 0, 0
		}
		f[featCopies] = math.Log(float64(max(1, len(copies[p.key]))))
		if n := &a.tree.Nodes[p.key.site]; !p.key.wiring && n.Op.Labelled() {
			f[featLabelCount] = math.Log(float64(a.labelCounts()[n.Sym]))
			f[featLabelHere] = math.Log(float64(a.labelsWithin(p.def)[unify.Label(n.Sym)]))
		}
	}
}
