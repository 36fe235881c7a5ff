package message_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// ListedLabels puts the first of many labels in order and loses none.
func TestListedLabels(t *testing.T) {
	syms := lang.NewSymbols(0)
	var all []unify.Label
	for i := range 300 {
		all = append(all, unify.Label(syms.InternString("l"+strconv.Itoa(i))))
	}
	p := &message.Program{Labels: patterns.NewLabels(syms)}
	r := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= len(all); n += 7 {
		labels := slices.Clone(all[:n])
		r.Shuffle(n, func(i, j int) { labels[i], labels[j] = labels[j], labels[i] })
		c := unify.Claim{Flat: unify.Open, Labels: labels}
		got, want := p.ListedLabels(c), p.LabelsOf(c)
		if first := min(n, message.MaxListed); !slices.Equal(got[:first], want[:first]) {
			t.Errorf("of %d: %v, want %v", n, got[:first], want[:first])
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("of %d some are lost", n)
		}
	}
}
