package k

import (
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// A nearest finds, among the names of a scope, those that an unknown name was
// probably meant to be: equal but for the case of letters, or at a small
// Damerau–Levenshtein distance.
//
// The work for a file is bounded, since a generated file may have ten thousand
// unknown names among ten thousand known ones: when the bound is reached, only
// the case of letters is still considered. The bound counts steps, not time, so
// the outcome is the same everywhere.
type nearest struct {
	syms     *lang.Symbols
	byLength map[int][]string
	folded   map[string][]string
	known    map[lang.Sym][]string // what was found for a name
	budget   int
	rows     [3][]int
}

const (
	nearestBudget = 4_000_000 // cells of distance tables, about 20 ms
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

// help is the hint for an unknown name; the prefix stands before names in it.
func (n *nearest) help(sym lang.Sym, prefix string) []string {
	names, ok := n.known[sym]
	if !ok {
		names = n.find(n.syms.Text(sym))
		n.known[sym] = names
	}
	if len(names) == 0 {
		return nil
	}
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = "`" + prefix + name + "`"
	}
	return []string{"did you mean " + strings.Join(quoted, " or ") + "?"}
}

// find returns the nearest names: those of equal letters, then by distance, then
// in the order in which they were added.
func (n *nearest) find(name string) []string {
	if len(name) > nearestLength {
		return nil
	}
	found := n.folded[strings.ToLower(name)]
	found = found[:min(len(found), nearestMost)]
	if len(found) > 0 {
		return found
	}
	limit := max(1, len(name)/3)
	best := make([][]string, limit+1)
	for length := max(1, len(name)-limit); length <= len(name)+limit; length++ {
		for _, c := range n.byLength[length] {
			// A name of one or two letters is near to everything of its length.
			if n.budget -= len(name) * len(c); n.budget < 0 {
				break
			}
			if d := n.distance(name, c, limit); d <= limit && d < max(len(name), len(c)) && len(best[d]) < nearestMost {
				best[d] = append(best[d], c)
			}
		}
	}
	// The nearest alone: what is farther only distracts.
	for _, b := range best {
		if len(b) > 0 {
			return b
		}
	}
	return nil
}

// distance is the number of letters to insert, delete, replace or swap with a
// neighbour to turn a into b, or limit+1 when it is more than the limit.
func (n *nearest) distance(a, b string, limit int) int {
	for i := range n.rows {
		if len(n.rows[i]) <= len(b) {
			n.rows[i] = make([]int, 2*len(b)+1)
		}
	}
	before, last, row := n.rows[0], n.rows[1], n.rows[2]
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			row[j] = d
			least = min(least, d)
		}
		if least > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
