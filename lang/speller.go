package lang

import (
	"slices"
	"strings"
)

// A Speller finds, among the names of a scope, those that an unknown name probably meant.
//
// The work for a file is bounded, since a generated file may have ten thousand unknown names among ten thousand known
// ones: beyond the bound, only names that differ in case are found. The bound counts steps, not time, so the result is
// the same on every machine.
type Speller struct {
	added    []string // not in the tables yet, since most scopes have no unknown name
	byLength map[int][]string
	folded   map[string][]string
	known    map[string][]string // cached results
	budget   int
}

const (
	nearestBudget = 4_000_000 // pairs of letters compared, some 20 ms
	nearestMost   = 3         // names in one hint
	nearestLength = 64        // longer names are not compared
)

// NewSpeller returns a Speller without names.
func NewSpeller() *Speller {
	return &Speller{
		byLength: make(map[int][]string),
		folded:   make(map[string][]string),
		known:    make(map[string][]string),
		budget:   nearestBudget,
	}
}

// Add adds a name of the scope.
func (n *Speller) Add(name string) { n.added = append(n.added, name) }

// enter moves the added names into the tables.
func (n *Speller) enter() {
	for _, name := range n.added {
		n.byLength[len(name)] = append(n.byLength[len(name)], name)
		f := strings.ToLower(name)
		n.folded[f] = append(n.folded[f], name)
	}
	n.added = n.added[:0]
}

// Help returns the hint for an unknown name: nil, or one sentence.
func (n *Speller) Help(name string) []Phrase { return DidYouMean(n.Near(name)) }

// DidYouMean returns the hint that one of some names may be meant; nil without names.
func DidYouMean(names []string) []Phrase {
	if len(names) == 0 {
		return nil
	}
	return Texts("did you mean `" + strings.Join(names, "` or `") + "`?")
}

// Near returns the names that an unknown one probably meant, the likeliest first.
func (n *Speller) Near(name string) []string {
	names, ok := n.known[name]
	if !ok {
		names = n.find(name)
		n.known[name] = names
	}
	return names
}

func (n *Speller) find(name string) []string {
	if len(name) > nearestLength {
		return nil
	}
	n.enter()
	if found := n.folded[strings.ToLower(name)]; len(found) > 0 {
		return found[:min(len(found), nearestMost)]
	}
	// Only names of about the same length can be near.
	limit := max(1, len(name)/3)
	var candidates []string
	for length := max(1, len(name)-limit); length <= len(name)+limit; length++ {
		affordable := n.budget / (len(name) * length)
		c := n.byLength[length]
		c = c[:min(len(c), affordable)]
		n.budget -= len(c) * len(name) * length
		candidates = append(candidates, c...)
	}
	return Nearest(name, slices.Values(candidates), nearestMost)
}
