package k

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// A nearest finds, among the names of a scope, those that an unknown name was
// probably meant to be.
//
// The work for a file is bounded, since a generated file may have ten thousand
// unknown names among ten thousand known ones: when the bound is reached, only
// names that differ in the case of letters are still found. The bound counts
// steps, not time, so the outcome is the same everywhere.
type nearest struct {
	syms     *lang.Symbols
	byLength map[int][]string
	folded   map[string][]string
	known    map[lang.Sym][]string // what was found for a name
	budget   int
}

const (
	nearestBudget = 4_000_000 // pairs of letters compared, some 20 ms
	nearestMost   = 3         // names in one hint
	nearestLength = 64        // longer names are not compared
)

func newNearest(syms *lang.Symbols) *nearest {
	return &nearest{
		syms:     syms,
		byLength: make(map[int][]string),
		folded:   make(map[string][]string),
		known:    make(map[lang.Sym][]string),
		budget:   nearestBudget,
	}
}

func (n *nearest) add(name string) {
	n.byLength[len(name)] = append(n.byLength[len(name)], name)
	f := strings.ToLower(name)
	n.folded[f] = append(n.folded[f], name)
}

// help is the hint for an unknown name.
func (n *nearest) help(sym lang.Sym) []string {
	names, ok := n.known[sym]
	if !ok {
		names = n.find(strings.TrimPrefix(n.syms.Text(sym), "@"))
		n.known[sym] = names
	}
	if len(names) == 0 {
		return nil
	}
	return []string{"did you mean `" + strings.Join(names, "` or `") + "`?"}
}

func (n *nearest) find(name string) []string {
	if len(name) > nearestLength {
		return nil
	}
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
	return lang.Nearest(name, slices.Values(candidates), nearestMost)
}
