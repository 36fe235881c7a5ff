package k

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// Definitions that call themselves on each way to a result get a warning, others none.
func TestBaseless(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"f = f;", "f"},
		{"f = {f x};", "f"},
		{"f = .x g; g = {.y f x};", "f g"},
		{"f = <.x f, .y f>;", "f"},
		{"f = <.x f, 1>;", ""},
		{"f = <.x f, <>>;", ""},
		{"f = <.x g, 1>; g = {f x};", ""},
		{"f = <.x g, 1>; g = h; h = g;", "g h"},
		{"f = <>;", ""},
		{"f = | f ^;", ""}, // it is defined for the empty vector
		{"g = |; f = g f ^;", ""},
		{"g = |; h = g; f = h f ^;", ""},
		{"f = {f x}; g = | ^;", "f"},
		{"f = () f; g = |;", "f"}, // it opens no vector
		{"f = () f; g = {f x, |};", "f"},
		{"$list = <{} nil, {int car, list cdr} cons>; len = $list <.nil 0, .cons [.cdr len, 1] PLUS>;", ""},
		{"-- dialect: k6\nf = |a f;", "f"},
		{"f = [f, 1] PLUS .x;", "f"},
		{"f = {1 x, .y f;", ""}, // it is not read whole
	} {
		var got []string
		for _, d := range analyze(c.source).Diagnostics {
			if d.Code == lang.NeverDefined {
				got = append(got, d.Definition)
			}
		}
		slices.Sort(got)
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.source, got, c.want)
		}
	}
}

// A definition without a branch for the tags that end the recursion is told so.
func TestNoBranchForTag(t *testing.T) {
	const list = "$list = <{} nil, int one, {int car, list cdr} cons>; "
	for _, c := range []struct{ source, want string }{
		{list + "sum = $list <.cons [.car, .cdr sum] PLUS>;", "there is no branch for the tags `nil`, `one` of `$list`"},
		{list + "sum = $list .cons [.car, .cdr sum] PLUS;", "there is no branch for the tags `nil`, `one` of `$list`"},
		{"$list = <{} nil, list one, {int car, list cdr} cons>; sum = $list <.one sum, .cons.cdr sum>;", "there is no branch for the tag `nil` of `$list`"},
		{list + "sum = $list <.nil sum, .one sum, .cons.cdr sum>;", ""},
		{"-- dialect: k6\n$nat = <{} 0, nat s>; f = $nat </s f>;", "there is no branch for the tag `0` of `$nat`"},
		{"f = <.a f>;", ""},
		{"f = ${int a, int b} .a f;", ""},
	} {
		got := ""
		for _, d := range analyze(c.source).Diagnostics {
			if d.Code == lang.NeverDefined && len(d.Notes) > 0 {
				got = d.Notes[0].String()
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.source, got, c.want)
		}
	}
}

// A program that is derived again, as for a trial of a change, has no such warnings: there may be very many.
func TestBaselessAgain(t *testing.T) {
	tree, ds := k.ParseReuse(lang.NewFile("in.k", []byte("f = g;\ng = f;\n")), k.K4, nil, nil)
	a := derived(tree, ds, Options{})
	if !a.Solver.Derivation(0).Baseless || len(a.diagnostics) > 0 {
		t.Errorf("%v", a.diagnostics)
	}
	if r := analyzeTree(tree, ds, Options{}); len(r.Diagnostics) != 2 {
		t.Errorf("%v", r.Diagnostics)
	}
}
