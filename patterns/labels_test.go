package patterns_test

import (
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// Labels print with the indices first, by number; order and text agree.
func TestLabels(t *testing.T) {
	want := []string{"0", "00", "7", "007", "10", "123456789012345678901234567890", "", "-1", "1a", "A", "a", "é",
		"😀", "\uff5e"}
	for i, a := range want {
		for j, b := range want {
			if c := patterns.ComparePrint(a, b); c < 0 != (i < j) || c == 0 != (i == j) {
				t.Errorf("%q and %q: %d", a, b, c)
			}
		}
		if patterns.IsIndex(a) != (i < 6) {
			t.Errorf("%q is an index: %v", a, i >= 6)
		}
	}
	tb := newTable(want...)
	for _, a := range want {
		l, ok := tb.labels.Lookup(a)
		if !ok || l != tb.label[a] || tb.labels.Text(l) != a || tb.labels.Index().Has(l) != patterns.IsIndex(a) {
			t.Errorf("%q is label %d, %v", a, l, ok)
		}
		for _, b := range want {
			if got := tb.labels.Compare(tb.label[a], tb.label[b]) < 0; got != (lang.CompareUTF16(a, b) < 0) {
				t.Errorf("%q before %q: %v", a, b, got)
			}
		}
	}
	if _, ok := tb.labels.Lookup("nowhere"); ok {
		t.Error("a label that no program has")
	}
	if tb.labels.Text(unify.Member) != patterns.MemberName || tb.labels.Index().Has(unify.Member) {
		t.Error("the member of a vector has a name of its own")
	}
}
