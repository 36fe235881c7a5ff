package k

import (
	"math"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// What labels tell of a place at fault.

// labelFeatures looks at the labels of a side that the others lack.
func (a *analysis) labelFeatures(c *explain.Contradiction, i int, p *blamed) {
	own := c.Facts[i].Claim.Labels
	if n := &a.tree.Nodes[p.key.site]; n.Op.Labelled() {
		own = []unify.Label{unify.Label(n.Sym)}
	}
	p.label, p.alone = a.labelAtFault(c, i, p.key.site)
	here := a.labelsWithin(p.def)
	var others []string
	for j := range c.Facts {
		if j != i {
			for _, l := range a.labelsOf(c.Facts[j].Claim) {
				others = append(others, a.Labels.Text(l))
				if l != unify.Member && !slices.Contains(own, l) && here[l] > 0 {
					p.features[featLocalOther] = 1
				}
			}
		}
	}
	for _, l := range own {
		text := a.Labels.Text(l)
		if l == unify.Member || slices.Contains(others, text) {
			continue
		}
		if a.labelCounts()[l] == 1 {
			p.features[featRare] = 1
		}
		if here[l] == 1 {
			p.features[featLocal] = 1
		}
		if len(lang.Nearest(text, slices.Values(others), 1)) == 1 {
			p.features[featNear] = 1
		}
	}
}

// labelAtFault is the label of a literal or filter that is to blame, if one is
// singled out: one that nothing else asks for, and of several the one that is
// nearest to a label that is missing.
func (a *analysis) labelAtFault(c *explain.Contradiction, i int, e k.NodeID) (label lang.Span, several []lang.Span) {
	if c.Facts[i].Use >= 0 || !a.tree.Nodes[e].Op.Fielded() {
		return lang.Span{}, nil
	}
	asked := make(map[unify.Label]bool)
	for _, l := range c.Facts[i].Others {
		asked[l] = true
	}
	var missing []string
	for j := range c.Facts {
		if j != i {
			for _, l := range a.labelsOf(c.Facts[j].Claim) {
				asked[l] = true
				missing = append(missing, a.Labels.Text(l))
			}
		}
	}
	var alone []*k.Field
	fields := a.tree.Fields(e)
	for f := range fields {
		if !asked[unify.Label(fields[f].Label)] {
			alone = append(alone, &fields[f])
		}
	}
	switch {
	case len(alone) == 1:
		return alone[0].LabelSpan(), nil
	case len(alone) > maxAlone || len(alone) == 0:
		return lang.Span{}, nil
	}
	best, at := math.MaxInt, lang.Span{}
	for _, f := range alone {
		for _, m := range missing {
			if d, near := lang.Distance(a.tree.Syms.Text(f.Label), m); near && d < best {
				best, at = d, f.LabelSpan()
			}
		}
	}
	if at.Empty() && len(alone) <= fewAlone {
		for _, f := range alone {
			several = append(several, f.LabelSpan())
		}
	}
	return at, several
}

// maxAlone bounds how many labels are compared for being misspelt.
const maxAlone = 16

// fewAlone is up to how many labels are listed where none is singled out.
const fewAlone = 3

// labelCounts tells how often each symbol is a label of the program.
func (a *analysis) labelCounts() []int32 {
	if a.labelCount == nil {
		a.labelCount = a.tree.LabelCounts()
	}
	return a.labelCount
}

// labelsWithin tells how often each label stands in a definition.
func (a *analysis) labelsWithin(d int32) map[unify.Label]int32 {
	if here, ok := a.labelWithin[d]; ok {
		return here
	}
	here := make(map[unify.Label]int32)
	def := &a.tree.Defs[d]
	for e := def.First; e <= def.Root; e++ {
		switch n := &a.tree.Nodes[e]; {
		case n.Op.Labelled():
			here[unify.Label(n.Sym)]++
		case n.Op.Fielded():
			for _, f := range a.tree.Fields(e) {
				here[unify.Label(f.Label)]++
			}
		}
	}
	if a.labelWithin == nil {
		a.labelWithin = make(map[int32]map[unify.Label]int32)
	}
	a.labelWithin[d] = here
	return here
}
