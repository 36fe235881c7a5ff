package blame

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
)

const (
	maxListed     = 5  // listed places
	maxCopies     = 3  // after so many places, the whole of a listed label yields to other places
	maxNeeds      = 2  // places for which the needed pattern is computed,
	maxNeedsNodes = 40 // if it has at most so many nodes
)

// Listed returns the places to list, the likeliest first. If a label of a bracket is at fault, the label is listed and,
// as less likely, the whole bracket. If one of several labels may be at fault, the whole is listed and, as less likely,
// each label.
func (b *Blamer) Listed(def int32, places []Suspect) []Suspect {
	list := places[:len(places):len(places)]
	add := func(s Suspect, label lang.Span, feature int) {
		s.Label = label
		s.Features[feature] = 1
		list = append(list, s)
	}
	for _, s := range places {
		if !s.Label.Empty() {
			add(s, lang.Span{}, featWhole)
			continue
		}
		for _, l := range s.alone {
			add(s, l, featOneLabel)
		}
	}
	b.Rank(def, list)
	return list
}

// Reported returns the first places of a list as data, with the patterns that the likeliest would need. The place that
// a repair changes is one of them, so that every proposed repair is at a suspect.
func (b *Blamer) Reported(c *explain.Contradiction, list []Suspect, fix *repair.Fix) []lang.Blame {
	var listed []lang.Blame
	for _, i := range b.withRepaired(list, toList(list), fix) {
		s := &list[i]
		x := lang.Blame{Span: s.Shown(), Score: s.Score}
		if len(listed) < maxNeeds && s.Def == c.Def && !s.Seam && b.isSmall(c.Def) {
			x.In, x.Out = b.needs(c.Def, s.Place)
		}
		listed = append(listed, x)
	}
	return listed
}

// withRepaired adds the place that a repair changes to the listed ones, in place of the least likely one.
func (b *Blamer) withRepaired(list []Suspect, listed []int, fix *repair.Fix) []int {
	if fix == nil || len(listed) < maxListed {
		return listed
	}
	for j := range list {
		if !slices.ContainsFunc(fix.Sites, func(site int32) bool { return b.changes(list, j, site) }) {
			continue
		}
		if !slices.ContainsFunc(listed, func(i int) bool { return list[i].Place == list[j].Place }) {
			listed[len(listed)-1] = j
		}
		break
	}
	return listed
}

// toList returns the indices of the listed places.
func toList(list []Suspect) (listed []int) {
	var copies []int
	seen := make(map[lang.Span]bool)
	labelled := make(map[Place]bool)
	for i := range list {
		s := &list[i]
		if seen[s.Shown()] {
			continue // an expression and the seam before it are shown as one place
		}
		seen[s.Shown()] = true
		labelled[s.Place] = labelled[s.Place] || !s.Label.Empty()
		switch {
		case len(listed) >= maxCopies && s.Features[featWhole] == 1 && labelled[s.Place]:
			copies = append(copies, i)
		case len(listed) < maxListed:
			listed = append(listed, i)
		}
	}
	listed = append(listed, copies[:min(len(copies), maxListed-len(listed))]...)
	slices.Sort(listed)
	return listed
}

// needs returns the pattern that a place would need so that the rest of its definition is well typed.
func (b *Blamer) needs(d int32, p Place) (in, out string) {
	if b.inFilter(p.Site) || b.Explainer().Untouched(d, b.at(p)) {
		return "", ""
	}
	i, o := b.Ends(d, p.Site)
	g, at := b.Explainer().Hole(d, b.at(p), i, o)
	if len(g.Conflicts()) > 0 {
		return "", "" // there is another error, and the result depends on it
	}
	s := patterns.NewQuotienter(b.Types).Scheme(g, at...)
	if s.Graph.Len() > maxNeedsNodes {
		return "", ""
	}
	return b.ShortSignature(s, s.Roots[0], s.Roots[1], patterns.LongSide)
}

// ToLeaveOut returns the place to leave out to find other errors: the likeliest of the places for which of holds or, if
// of is nil, of all. A place with much information is kept if another can be left out: other clashes with a type or a
// product are mistakes of their own.
func (b *Blamer) ToLeaveOut(list []Suspect, of func(*Suspect) bool) *Suspect {
	says := func(s *Suspect) int {
		if of == nil && b.Kind(s.Site) == message.Calls {
			return max(1, b.Says(s.Place)) // then it is left out as a whole
		}
		return b.Says(s.Place)
	}
	for much := range mostSaid + 1 {
		for i := range list {
			if s := &list[i]; s.Def >= 0 && (of == nil || of(s)) && says(s) == much {
				return s
			}
		}
	}
	return nil
}
