package patterns

import (
	"cmp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/unify"
)

// MemberName is the text of the label of a vector's members in data. A program's label with this text is a different
// label.
const MemberName = "vector-member"

// Labels gives the engine's labels their texts and orders. The labels are the
// symbols of a program; unify.Member is lang.NoSym.
type Labels struct {
	syms  *lang.Symbols
	index unify.LabelSet
	rank  []int32 // by label: its place in the UTF-16 order; nil until needed
	print []int32 // by label: its place in the order of ComparePrint; nil until needed
}

// NewLabels returns the labels of a complete symbol table. It takes linear time in the number of symbols.
func NewLabels(syms *lang.Symbols) *Labels {
	l := &Labels{syms: syms, index: make(unify.LabelSet, (syms.Len()+63)/64)}
	for i := 1; i < syms.Len(); i++ {
		if IsIndex(syms.Text(lang.Sym(i))) {
			l.index.Add(unify.Label(i))
		}
	}
	return l
}

// IsIndex reports whether a label's text has only decimal digits, so that it can be an index of a vector.
func IsIndex(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

// Index returns the set of labels that are indices.
func (l *Labels) Index() unify.LabelSet { return l.index }

// Text returns a label's text.
func (l *Labels) Text(label unify.Label) string {
	if label == unify.Member {
		return MemberName
	}
	return l.syms.Text(lang.Sym(label))
}

// Lookup returns the label of a text, and false if the program does not have it.
func (l *Labels) Lookup(text string) (unify.Label, bool) {
	s := l.syms.Lookup(text)
	return unify.Label(s), s != lang.NoSym
}

// Compare orders labels by their UTF-16 code units, the order of canonical forms.
// The first call costs a sort of all symbols.
func (l *Labels) Compare(a, b unify.Label) int {
	if len(l.rank) < l.syms.Len() {
		l.rank = l.ranks(lang.CompareUTF16)
	}
	return int(l.rank[a] - l.rank[b])
}

// ranks sorts all symbols and returns their places.
func (l *Labels) ranks(compare func(a, b string) int) []int32 {
	order := make([]lang.Sym, l.syms.Len())
	for i := range order {
		order[i] = lang.Sym(i)
	}
	slices.SortFunc(order, func(a, b lang.Sym) int { return compare(l.syms.Text(a), l.syms.Text(b)) })
	rank := make([]int32, len(order))
	for i, s := range order {
		rank[s] = int32(i)
	}
	return rank
}

// PrintRank returns the places of all labels but Member in the order of ComparePrint, by label, for many comparisons
// without their texts. The first call costs a sort of all symbols.
func (l *Labels) PrintRank() []int32 {
	if len(l.print) < l.syms.Len() {
		l.print = l.ranks(ComparePrint)
	}
	return l.print
}

// ComparePrint orders labels for people: indices first, by their number, then the others by their code units.
func ComparePrint(a, b string) int {
	ia, ib := IsIndex(a), IsIndex(b)
	switch {
	case ia && !ib:
		return -1
	case ib && !ia:
		return 1
	case !ia:
		return lang.CompareUTF16(a, b)
	}
	na, nb := strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return cmp.Or(cmp.Compare(len(na), len(nb)), strings.Compare(na, nb), cmp.Compare(len(a), len(b)))
}

// sortEdges sorts edges by label number: an order within one program, sufficient to number a graph canonically there.
func sortEdges(edges []unify.Edge) {
	slices.SortFunc(edges, func(a, b unify.Edge) int { return int(a.Label) - int(b.Label) })
}

// sortByText sorts edges in the UTF-16 order of their labels.
func (l *Labels) sortByText(edges []unify.Edge) {
	slices.SortFunc(edges, func(a, b unify.Edge) int { return l.Compare(a.Label, b.Label) })
}
