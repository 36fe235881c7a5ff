package diagnose

import (
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/blame"
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

// TestChangedFirst checks that the place that the first change replaces, or the innermost one into which it inserts,
// comes first if it is likely enough.
func TestChangedFirst(t *testing.T) {
	for _, test := range []struct {
		what  string
		edit  lang.Span
		clean bool
		want  int32 // where the first place then begins
	}{
		{"a place", lang.Span{Start: 5, End: 9}, true, 5},
		{"an insertion", lang.Span{Start: 22, End: 22}, true, 21},
		{"an insertion at the end of a place, in another one", lang.Span{Start: 25, End: 25}, true, 20},
		{"an insertion elsewhere", lang.Span{Start: 60, End: 60}, true, 1},
		{"an unlikely place", lang.Span{Start: 42, End: 42}, true, 1},
		{"other errors are left", lang.Span{Start: 5, End: 9}, false, 1},
	} {
		list := []blame.Candidate{
			{Span: lang.Span{Start: 1, End: 4}, Score: 3}, {Span: lang.Span{Start: 5, End: 9}, Score: 2.9},
			{Span: lang.Span{Start: 20, End: 30}, Score: 2.8}, {Span: lang.Span{Start: 21, End: 25}, Score: 2.7},
			{Span: lang.Span{Start: 40, End: 50}, Score: -3},
		}
		changedFirst(list, []lang.Fix{{Clean: test.clean, Edits: []lang.Edit{{Span: test.edit}}}})
		if list[0].Span.Start != test.want || list[0].Score != 3 {
			t.Errorf("%s: the first place is %v", test.what, list[0].Span)
		}
	}
}
