package search

import (
	"cmp"
	"slices"

	"github.com/patgraph/patgraph/patterns"
)

// A Pattern is what is searched for.
type Pattern struct{ scheme *patterns.Scheme }

// Pattern returns the pattern of a signature, for Find; see Add.
func (x *Index) Pattern(p *patterns.Pattern, r *patterns.Result) *Pattern {
	return &Pattern{x.scheme(p, r)}
}

// A Match is a signature that fits a pattern.
type Match struct {
	Entry      int // its number
	Rank       Rank
	Conversion *Conversion // of Converted
	distance   int32       // how much it differs from the pattern
}

// Compare orders matches, the best first: by their rank, then by how much they differ.
func (m Match) Compare(o Match) int {
	return cmp.Or(cmp.Compare(m.Rank, o.Rank), cmp.Compare(m.distance, o.distance))
}

func compareMatches(a, b Match) int { return cmp.Or(a.Compare(b), cmp.Compare(a.Entry, b.Entry)) }

// mostUnions bounds the signatures that are united with one pattern.
const mostUnions = 1 << 15

// Find returns the matches of some patterns, each signature once, the best first: by their rank, then by how much they
// differ, then by their numbers. It returns at most most of them, and whether there may be more.
func (x *Index) Find(most int, patterns ...*Pattern) (list []Match, more bool) {
	best := make(map[int]Match) // by entry
	for _, p := range patterns {
		found, cut := x.findOne(p, most)
		more = more || cut
		for _, m := range found {
			if old, ok := best[m.Entry]; !ok || compareMatches(m, old) < 0 {
				best[m.Entry] = m
			}
		}
	}
	for _, m := range best {
		list = append(list, m)
	}
	slices.SortFunc(list, compareMatches)
	if len(list) > most {
		list, more = list[:most], true
	}
	return list, more
}

// findOne returns at least the best most matches of a pattern, and whether there may be more.
func (x *Index) findOne(p *Pattern, most int) (list []Match, more bool) {
	f := x.newFitter(p.scheme)
	var direct, converted []int32 // those that may fit, in x.sorted
	for i := range x.outlines(f.weight) {
		c := &x.sorted[i]
		if c.in.meets(&f.in) && c.out.meets(&f.out) {
			direct = append(direct, i)
		}
		if f.mayConvert(c) {
			converted = append(converted, i)
		}
	}
	ranks := make(map[int32]Match) // by form, of those that were united
	try := func(form int32) Match {
		m, ok := ranks[form]
		if !ok {
			m.Rank, m.distance = f.rank(form)
			ranks[form] = m
		}
		return m
	}
	convert := func(form int32) Match {
		m, ok := ranks[form]
		if !ok || m.Rank > Converted {
			if c := f.convert(form); c != nil {
				m = Match{Rank: Converted, Conversion: c}
				ranks[form] = m
			}
		}
		return m
	}
	above := func(c *outline) bool { return f.inAbove(c) && f.outAbove(c) }
	below := func(c *outline) bool { return f.in.isAbove(&c.in) && f.out.isAbove(&c.out) }
	all := func(*outline) bool { return true }
	for _, pass := range []struct {
		want  Rank
		from  []int32
		may   func(*outline) bool
		match func(form int32) Match
	}{
		{Equal, direct, func(c *outline) bool { return above(c) && (f.anyIn || f.anyOut || below(c)) }, try},
		{General, direct, above, try},
		{Special, direct, func(c *outline) bool { return f.anyIn || f.anyOut || below(c) }, try},
		{Converted, converted, all, convert},
		{Overlap, direct, all, try},
		{Loose, direct, all, try},
	} {
		last := int32(-1) // the nearest first: of equally near forms, all are tried
		for _, i := range pass.from {
			c := &x.sorted[i]
			if !pass.may(c) {
				continue
			}
			away := max(c.weight-f.weight, f.weight-c.weight)
			if len(list) >= most && away != last || f.done > mostUnions {
				return list, true
			}
			last = away
			if m := pass.match(c.form); m.Rank == pass.want {
				enough := len(list) + most + 1 // they are alike, so the first ones are the best
				for m.Entry = range x.entries(c.form) {
					if list = append(list, m); len(list) == enough {
						break
					}
				}
			}
		}
	}
	return list, false
}
