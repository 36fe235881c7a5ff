package blame

import (
	"cmp"
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// A Candidate is a suspect in a language with features of its own.
type Candidate struct {
	Span     lang.Span
	Features []float64
	Score    float64 // see Rank
}

// A Weight is the weight of a feature.
type Weight struct {
	Name   string // of the feature
	Weight float64
}

// Rank scores places and sorts them, the likeliest first: the score of a place is the weighted sum of its features. A
// difference of scores is the logarithm of a ratio of likelihoods. Places with the same score keep their order.
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

// Reported returns the first places of a list as data.
func Reported(list []Candidate) (listed []lang.Blame) {
	for _, c := range list[:min(len(list), maxListed)] {
		listed = append(listed, lang.Blame{Span: c.Span, Score: c.Score})
	}
	return listed
}
