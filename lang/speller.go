package lang

import (
	"slices"
	"strings"
)

// A Speller finds, among the names of a scope, those that an unknown name was
// probably meant to be.
//
// The work for a file is bounded, since a generated file may have ten thousand
// unknown names among ten thousand known ones: when the bound is reached, only
// names that differ in the case of letters are still found. The bound counts
// steps, not time, so the outcome is the same everywhere.
type Speller struct {
	added    []string // that are not in the tables yet: most scopes have no unknown name
	byLength map[int][]string
	folded   map[string][]string
	known    map[string][]string // what was found for a name
	budget   int
}

const (
	nearestBudget = 4_000_000 // pairs of letters compared, some 20 ms
	nearestMost   = 3         // names in one hint
	nearestLength = 64        // longer names are not compared
)

// NewSpeller returns a Speller that knows no names.
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

// enter puts the names that were added into the tables.
func (n *Speller) enter() {
	for _, name := range n.added {
		n.byLength[len(name)] = append(n.byLength[len(name)], name)
		f := strings.ToLower(name)
		n.folded[f] = append(n.folded[f], name)
	}
	n.added = n.added[:0]
}

// Help is the hint for an unknown name: none, or one sentence.
func (n *Speller) Help(name string) []Phrase { return DidYouMean(n.Near(name)) }

// DidYouMean is the hint that one of some names may have been meant: of none, none.
func DidYouMean(names []string) []Phrase {
	if len(names) == 0 {
		return nil
	}
	return Texts("did you mean `" + strings.Join(names, "` or `") + "`?")
}

// Near returns the names that an unknown one was probably meant to be, the likeliest first.
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
