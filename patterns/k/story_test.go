package k

import (
	"slices"
	"testing"
)

// A story leads from the primary place to the other; each line begins where the one before ends, and long expressions
// are named by their kind.
func TestStory(t *testing.T) {
	for _, test := range []struct {
		name, source string
		shown        string
		want         []string
	}{
		{"towards a projection", "f = [1] <.yx>;", "these must be equal", []string{
			"what `[1]` (A) gives goes into `<.yx>`", "what `<.yx>` takes goes into `.yx` (B)"}},
		{"backwards from a projection", "$pair = {int x, int y}; f = $pair <.yx>;", "these must be equal", []string{
			"`.yx` (A) takes what `<.yx>` takes", "`<.yx>` takes what `$pair` (B) gives"}},
		{"a recursive call", "$nat = <nat 1, {} 0>; add = ${nat x, nat y} <{.x.1 x, {.y 1} y} add, .y>;" +
			" mult = <{{.x.1 x, .y y} mult x, .yx y} add, {} {() 0}>;", "these must be equal", []string{
			"`.yx` (A) takes what the product takes", "the product takes what `mult` takes",
			"`mult` takes what `{.x.1 x, .y y}` (B) gives"}},
		{"into a callee", "f = {.a b, .a.c d}; g = {{1 x, 2 y} a, 2 e} f;", "A and the part `a` of B must be equal", []string{
			"`{1 x, 2 y}` (A) gives the field `a` of the product", "what `{{1 x, 2 y} a, 2 e}` gives goes into `f` (B)",
			"what `f` takes goes into `.a`", "what `.a` gives goes into `.c`"}},
		{"out of a callee", "h = {1 x, 2 y}; f = h; g = f .z;", "these must be equal", []string{
			"`.z` (A) takes what `f` (B) gives", "`f` ends with `h`"}},
		{"two branches", "f = <1, [2]>;", "these have to agree", []string{
			"the merge gives what `[2]` (A) gives, or what `1` (B) gives"}},
		{"two fields of a product", "f = {[.x, 1] PLUS a, | b};", "these must be equal", []string{
			"`.x` (A) takes what `[.x, 1]` takes", "`[.x, 1]` and `|` (B) get the same input, that of the product"}},
		{"through the identity", "f = [1] () .z;", "these must be equal", []string{
			"what `[1]` (A) gives goes into `()`", "`()` passes it on to `.z` (B)"}},
		{"a filter variable", "f = {1 a, [2] b} ?{X a, X b};", "these have to agree", []string{
			"`[2]` (A) gives the field `b` of the product", "what `{1 a, [2] b}` gives goes into `{X a, X b}`",
			"the filter has `X` under `b`", "the filter variable `X` means the same wherever it occurs",
			"the filter has `X` under `a`",
			"`{X a, X b}` takes what `{1 a, [2] b}` gives", "the field `a` of the product is what `1` (B) gives"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			ds := clashes(analyze(test.source))
			if len(ds) == 0 {
				t.Fatal("no clash")
			}
			ex := ds[0].Explanation
			var got []string
			for _, l := range ex.Story {
				got = append(got, l.Text.String())
			}
			if ex.Shown.String() != test.shown || !slices.Equal(got, test.want) {
				t.Errorf("%s: %q\n%q", ds[0].Message, ex.Shown, got)
			}
		})
	}
}

// The lines of a story have the numbers 1, 2, 3 … also if two of them are about one constraint.
func TestStoryNumbers(t *testing.T) {
	for _, source := range []string{
		"$p = {string name, int age}; f = $p [.age, .name] PLUS;",
		"$p = {int x, {int z} y}; f = $p {{.x a, .y b} u, [.x, .y .z, .y] v};",
		"$p = {int x, {int z} y}; f = $p <<.y .w, .x>, [.y]>;",
	} {
		ds := clashes(analyze(source))
		if len(ds) == 0 {
			t.Fatal("no clash: " + source)
		}
		for _, dg := range ds {
			for i, l := range dg.Explanation.Story {
				if l.Step != int32(i+1) || dg.Explanation.Steps[i].Reason != l.Reason {
					t.Errorf("%s: line %d, `%s`, has the number %d", source, i+1, l.Text, l.Step)
				}
			}
		}
	}
}
