package blame

import (
	"cmp"
	"math"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/repair"
)

// A Candidate is a suspect in a language with features of its own.
type Candidate struct {
	Span     lang.Span
	Features []float64
	Score    float64 // see RankCandidates
}

// A Weight is the weight of a feature.
type Weight struct {
	Name   string // of the feature
	Weight float64
}

// RankCandidates scores places and sorts them, the likeliest first: the score of a place is the weighted sum of its features. A
// difference of scores is the logarithm of a ratio of likelihoods. Places with the same score keep their order.
func RankCandidates(weights []Weight, list []Candidate) {
	for i := range list {
		c := &list[i]
		c.Score = 0
		for k, x := range c.Features {
			c.Score += weights[k].Weight * x
		}
	}
	slices.SortStableFunc(list, func(x, y Candidate) int { return cmp.Compare(y.Score, x.Score) })
}

// Listed returns the first places of a list as data. The place of the error is the last one if it is not among them.
func Listed(list []Candidate, of lang.Span) (listed []lang.Blame) {
	at := slices.IndexFunc(list, func(c Candidate) bool { return c.Span == of })
	for i, c := range list[:min(len(list), maxListed)] {
		if i == maxListed-1 && at > i {
			c = list[at]
		}
		listed = append(listed, lang.Blame{Span: c.Span, Score: c.Score})
	}
	return listed
}

// Features about the effects of accepted changes: languages with features of their own include them as a block, in this
// order.
const (
	OfFixed   = iota // the best accepted change is at the place
	OfFixed2         // another accepted change is
	OfCost           // its additional cost over the best change, as a share of Changes.Widest
	OfSeveral        // the number of accepted changes at the place, as a logarithm
	OfOwn            // a feature that the language sets
	OfWrite          // the best change at the place writes what Changes.Writes says
	OfRef            // it writes another name
	OfSwap           // it exchanges two places
	OfInsert         // it inserts something beside the place
	OfDrop           // it removes something
	OfAlone          // no other place has an accepted change
	NumChanges
)

// Changes maps the changes of a language to features.
type Changes struct {
	First  int          // the index of the block's first feature
	Writes repair.Class // the class of OfWrite
	Widest int          // the maximum additional cost of a change over the best one that counts
}

// Candidates collects the suspects of one error. The zero value with the number of features is ready to use.
type Candidates struct {
	Features int
	List     []Candidate
	at       map[lang.Span]int
}

// At returns the index of a place. describe sets the first features of a new place.
func (c *Candidates) At(span lang.Span, describe func(f []float64)) int {
	return patterns.Remember(&c.at, span, func() int {
		f := make([]float64, c.Features)
		describe(f)
		c.List = append(c.List, Candidate{Span: span, Features: f})
		return len(c.List) - 1
	})
}

// Set raises a feature of a place to at least a value.
func (c *Candidates) Set(k, feature int, value float64) {
	f := c.List[k].Features
	f[feature] = max(f[feature], value)
}

// With appends an index to a list, unless it is negative or already there.
func With(places []int, k int) []int {
	if k < 0 || slices.Contains(places, k) {
		return places
	}
	return append(places, k)
}

// Fixed records the places that an accepted change replaces. Changes are numbered from 0, the best one; more is the
// additional cost over that. For each place whose first change it is, best is called, unless it is nil.
func (c *Candidates) Fixed(by Changes, i int, class repair.Class, more int, places []int, best func(f []float64)) {
	for _, k := range places {
		f := c.List[k].Features
		block := f[by.First:]
		if block[OfSeveral] == 0 {
			block[OfCost] = min(1, float64(more)/float64(by.Widest))
			switch class {
			case by.Writes:
				block[OfWrite] = 1
			case repair.ByRef:
				block[OfRef] = 1
			case repair.BySwap:
				block[OfSwap] = 1
			case repair.ByInsert:
				block[OfInsert] = 1
			case repair.ByDrop:
				block[OfDrop] = 1
			}
			if best != nil {
				best(f)
			}
		}
		block[OfSeveral]++
		if i == 0 {
			block[OfFixed] = 1
		} else if block[OfFixed] == 0 {
			block[OfFixed2] = 1
		}
	}
}

// Counted turns the numbers of changes at each place into logarithms, after all changes are recorded.
func (c *Candidates) Counted(by Changes) {
	n, only := 0, 0
	for i := range c.List {
		if f := c.List[i].Features[by.First:]; f[OfSeveral] > 0 {
			f[OfSeveral] = math.Log(f[OfSeveral])
			n, only = n+1, i
		}
	}
	if n == 1 {
		c.List[only].Features[by.First+OfAlone] = 1
	}
}
