package lang

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxSpelling is the length in bytes above which a name is not compared.
const maxSpelling = 100

// Nearest returns at most a number of candidates that a misspelled name most likely meant, the nearest first: those
// that differ only in case, then those within an edit distance (Damerau–Levenshtein, transposed neighbours count once)
// of a third of the name's length, at least 1. The name itself is not a candidate. The time is proportional to the
// length of the name times the lengths of the candidates.
func Nearest(name string, candidates iter.Seq[string], most int) []string {
	type candidate struct {
		text string
		dist int
	}
	var found []candidate
	if len(name) > maxSpelling {
		return nil // such a name is hardly a misspelling, and the comparison would be quadratic
	}
	for c := range candidates {
		if d, near := Distance(name, c); near {
			found = append(found, candidate{c, d})
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(
			cmp.Compare(a.dist, b.dist),
			// Misspellings are rarely at the beginning of a name.
			cmp.Compare(commonPrefix(name, b.text), commonPrefix(name, a.text)),
			strings.Compare(a.text, b.text),
		)
	})
	var out []string
	for _, f := range found[:min(most, len(found))] {
		out = append(out, f.text)
	}
	return out
}

// Unlike is the rank of names that are too different.
const Unlike = math.MaxInt

// Nearness ranks names in the order of Nearest, from 0; all others have the rank Unlike.
func Nearness(name string, among []string) func(string) int {
	near := Nearest(name, slices.Values(among), len(among))
	return func(other string) int {
		if i := slices.Index(near, other); i >= 0 {
			return i
		}
		return Unlike
	}
}

// Distance returns the edit distance of two names as Nearest computes it, 0 if they differ only in case, and false if
// they are too different for one to be a misspelling of the other.
func Distance(name, other string) (int, bool) {
	if len(name) > maxSpelling || len(other) > 2*maxSpelling || name == other {
		return 0, false
	}
	length, otherLength := utf8.RuneCountInString(name), utf8.RuneCountInString(other)
	limit := min(max(1, length/3), 5)
	if d := length - otherLength; d > limit || -d > limit { // most names end here, so this comes first
		return limit + 1, false
	}
	if strings.EqualFold(name, other) {
		return 0, true
	}
	d := editDistance(name, other, limit)
	// Very short names must keep a character: `y` for `yx`, but not `fa` for `a`.
	return d, d <= limit && (d < min(length, otherLength) || commonPrefix(name, other) > 0)
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// editDistance returns the optimal string alignment distance of two texts, or limit+1 if it is more.
func editDistance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if d := len(x) - len(y); d > limit || -d > limit {
		return limit + 1
	}
	// A common prefix or suffix costs nothing.
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	if len(x) == 0 || len(y) == 0 {
		return max(len(x), len(y))
	}
	var few [3][2 * maxSpelling]int32 // avoids allocations: nearly all texts fit
	before, last, row := few[0][:], few[1][:], few[2][:]
	if len(y) >= len(few[0]) {
		before, last, row = make([]int32, len(y)+1), make([]int32, len(y)+1), make([]int32, len(y)+1)
	}
	for j := range len(y) + 1 {
		last[j] = int32(j)
	}
	for i := 1; i <= len(x); i++ {
		row[0] = int32(i)
		least := int32(i)
		for j := 1; j <= len(y); j++ {
			cost := int32(1)
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if int(least) > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return min(int(last[len(y)]), limit+1)
}
