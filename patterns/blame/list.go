package blame

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/tell"
)

const (
	maxListed     = 5  // places that are told
	maxNeeds      = 2  // places for which the pattern they would need is worked out,
	maxNeedsNodes = 40 // if it has no more nodes
)

// Listed are the places to be listed, the likeliest first. Of a bracket with a label at
// fault that is the label and, less likely, the whole; and where one of several labels may
// be at fault it is the whole and, less likely, each.
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

// Told tells the first places of a list, with the patterns that the likeliest would need.
func (b *Blamer) Told(c *explain.Contradiction, list []Suspect) []lang.Blame {
	var told []lang.Blame
	seen := make(map[lang.Span]bool)
	for i := range list {
		s := &list[i]
		if seen[s.Shown()] {
			continue // an expression and the seam before it are shown as one
		}
		seen[s.Shown()] = true
		x := lang.Blame{Span: s.Shown(), Score: s.Score}
		if len(told) < maxNeeds && s.Def == c.Def && !s.Seam && b.isSmall(c.Def) {
			x.In, x.Out = b.needs(c.Def, s.Place)
		}
		if told = append(told, x); len(told) == maxListed {
			break
		}
	}
	return told
}

// needs is the pattern that a site would need for the rest of its definition to be right.
func (b *Blamer) needs(d int32, p Place) (in, out string) {
	if b.inFilter(p.Site) || b.Explainer().Untouched(d, b.at(p)) {
		return "", ""
	}
	i, o := b.Ends(d, p.Site)
	g, i, o := b.Explainer().Hole(d, b.at(p), i, o)
	if len(g.Conflicts()) > 0 {
		return "", "" // something else is wrong, and what is left depends on it
	}
	s := patterns.NewQuotienter(b.Types).Scheme(g, i, o)
	if s.Graph.Len() > maxNeedsNodes {
		return "", ""
	}
	return b.SignatureText(s, s.Roots[0], s.Roots[1])
}

// ToLeaveOut returns the place that is left out of the program to find out what else is
// wrong: the likeliest one, of some or, when the program is derived again, of all. What
// says much is left in as long as something else can be left out: what else does not fit a
// type or a product is a mistake of its own.
func (b *Blamer) ToLeaveOut(list []Suspect, of func(*Suspect) bool) *Suspect {
	says := func(s *Suspect) int {
		if of == nil && b.Kind(s.Site) == tell.Calls {
			return max(1, b.Says(s.Place)) // then it is left out as a whole
		}
		return b.Says(s.Place)
	}
	for much := range mostSaid + 1 {
		for i := range list {
			if s := &list[i]; (of == nil || of(s)) && says(s) == much {
				return s
			}
		}
	}
	return nil
}
