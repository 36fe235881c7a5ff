package blame

import (
	"math"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// Evidence from the labels of a place.

// labelFeatures sets the features about the labels of a side that the others lack.
func (b *Blamer) labelFeatures(c *explain.Contradiction, i int, s *Suspect) {
	f := &s.Features
	own := c.Facts[i].Claim.Labels
	if l, ok := b.labelOf(s.Site); ok {
		own = []unify.Label{l}
	}
	s.Label, s.alone = b.labelAtFault(c, i, s)
	here := b.labelsAround(s)
	var others []string
	for j := range c.Facts {
		if j != i {
			for _, l := range b.LabelsOf(c.Facts[j].Claim) {
				others = append(others, b.Labels.Text(l))
				if l != unify.Member && !slices.Contains(own, l) && here[l] > 0 {
					f[featLocalOther] = 1
				}
			}
		}
	}
	has := make(map[string]bool, len(others))
	for _, text := range others {
		has[text] = true
	}
	for _, l := range own {
		text := b.Labels.Text(l)
		if l == unify.Member || has[text] {
			continue
		}
		if b.Count(l) == 1 {
			f[featRare] = 1
		}
		if here[l] == 1 {
			f[featLocal] = 1
		}
		if f[featNear] == 0 {
			b.Solver.Watch.Steps(1 + len(others))
			if len(lang.Nearest(text, slices.Values(others), 1)) == 1 {
				f[featNear] = 1
			}
		}
	}
}

// labelOf returns the label of a site that is only a label: a projection.
func (b *Blamer) labelOf(site int32) (unify.Label, bool) {
	if slots := b.Slots(site); len(slots) == 1 && slots[0].Part < 0 {
		return slots[0].Label, true
	}
	return 0, false
}

// slotAt returns the label token of a place at a span.
func (b *Blamer) slotAt(p Place, s lang.Span) (slot message.Slot, ok bool) {
	if p.Seam {
		return slot, false
	}
	slots := b.Slots(p.Site)
	i := slices.IndexFunc(slots, func(l message.Slot) bool { return l.Span == s })
	if i < 0 {
		return slot, false
	}
	return slots[i], true
}

// maxAlone bounds how many labels are compared to find a misspelling.
const maxAlone = 16

// fewAlone is how many labels are listed at most if none is singled out.
const fewAlone = 3

// labelAtFault returns the one label of a bracket that is at fault, if it can be singled out: nothing else requires it,
// and it is the only such label or the one nearest to a missing label.
func (b *Blamer) labelAtFault(c *explain.Contradiction, i int, s *Suspect) (label lang.Span, several []lang.Span) {
	asked := make(map[unify.Label]bool)
	for _, l := range c.Facts[i].Others {
		asked[l] = true
	}
	var missing []string
	for j := range c.Facts {
		if j != i {
			for _, l := range b.LabelsOf(c.Facts[j].Claim) {
				asked[l] = true
				missing = append(missing, b.Labels.Text(l))
			}
		}
	}
	alone := slices.DeleteFunc(slices.Clone(b.Slots(s.Site)), func(l message.Slot) bool {
		return l.Part < 0 || asked[l.Label]
	})
	switch {
	case len(alone) == 1:
		return alone[0].Span, nil
	case len(alone) > maxAlone || len(alone) == 0:
		return label, nil
	}
	best := math.MaxInt
	b.Solver.Watch.Steps(len(alone) * len(missing))
	for _, l := range alone {
		for _, m := range missing {
			if d, near := lang.Distance(b.Labels.Text(l.Label), m); near && d < best {
				best, label = d, l.Span
			}
		}
	}
	if label.Empty() && len(alone) <= fewAlone {
		for _, l := range alone {
			several = append(several, l.Span)
		}
	}
	return label, several
}

// labelsAround returns how often each label occurs in the definition of a suspect.
func (b *Blamer) labelsAround(s *Suspect) map[unify.Label]int32 {
	def := message.Definition{}
	if s.Def >= 0 {
		def = b.Definition(s.Def)
	} else {
		def = b.TypeDefinition(b.typeAround(s.Site))
	}
	return patterns.Remember(&b.labelCount, def.First, func() map[unify.Label]int32 {
		count := make(map[unify.Label]int32)
		b.EachLabel(def.First, def.Root, func(l unify.Label) { count[l]++ })
		return count
	})
}
