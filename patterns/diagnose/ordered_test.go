package diagnose

import (
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// TestMostLikely checks that the first suspect is marked only if it clearly leads and has no mark yet.
func TestMostLikely(t *testing.T) {
	at := func(n int32) lang.Span { return lang.Span{Start: n, End: n + 1} }
	list := func(scores ...float64) (list []lang.Blame) {
		for i, s := range scores {
			list = append(list, lang.Blame{Span: at(int32(i)), Score: s})
		}
		return list
	}
	for _, test := range []struct {
		what  string
		dg    lang.Diagnostic
		marks bool
	}{
		{"the first", lang.Diagnostic{Span: at(7), Blame: list(3, 1)}, true},
		{"two that are about as likely", lang.Diagnostic{Span: at(7), Blame: list(3, 2.9)}, false},
		{"the place of the error", lang.Diagnostic{Span: at(0), Blame: list(3, 1)}, false},
		{"a place around the place of the error", lang.Diagnostic{Span: lang.Span{Start: 0, End: 4}, Blame: list(3, 1)}, false},
		{"a place that has a mark", lang.Diagnostic{Span: at(7), Related: []lang.Related{{Span: at(0)}}, Blame: list(3, 1)}, false},
		{"none", lang.Diagnostic{Span: at(7), Blame: list()}, false},
	} {
		if mark, ok := mostLikely(&test.dg); ok != test.marks || ok && mark.Span != at(0) {
			t.Errorf("%s: %t", test.what, ok)
		}
	}
}
