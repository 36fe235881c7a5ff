package blame

import (
	"cmp"
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// A Candidate is a place that may be at fault, in a language that has features of its own.
type Candidate struct {
	Span     lang.Span
	Features []float64
	Score    float64 // see Rank
}

// A Weight is how much a feature counts.
type Weight struct {
	Name   string // of the feature
	Weight float64
}

// Rank scores places and sorts them, the likeliest first: the score of a place is the weighted sum of its features. A difference of
// scores is the logarithm of how much likelier a place is. Those of the same score stay in their order.
func Rank(weights []Weight, list []Candidate) {
	for i := range list {
		c := &list[i]
		c.Score = 0
		for k, x := range c.Features {
			c.Score += weights[k].Weight * x
		}
	}
	slices.SortStableFunc(list, func(x, y Candidate) int { return cmp.Compare(y.Score, x.Score) })
}

// ToTell are the first places of a list as data.
func ToTell(list []Candidate) (listed []lang.Blame) {
	for _, c := range list[:min(len(list), maxListed)] {
		listed = append(listed, lang.Blame{Span: c.Span, Score: c.Score})
	}
	return listed
}
