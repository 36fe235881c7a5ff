package toy

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

func analyze(source string) *patterns.Result {
	return Language.Analyze(context.Background(), lang.NewFile("in.toy", []byte(source)), language.Options{})
}

func codes(r *patterns.Result) (list []lang.Code) {
	for _, dg := range r.Diagnostics {
		list = append(list, dg.Code)
	}
	return list
}

func TestPages(t *testing.T) {
	for _, p := range Language.Pages {
		if got := codes(analyze(p.Bad)); !slices.Equal(got, []lang.Code{p.Code}) {
			t.Errorf("%q has %v, want %s", p.Bad, got, p.Code)
		}
		if got := codes(analyze(p.Good)); len(got) > 0 {
			t.Errorf("%q has %v", p.Good, got)
		}
	}
}

func TestSignatures(t *testing.T) {
	for source, want := range map[string]string{
		`a = {x: 1, y: {z: "two", w: _}}`:       `{x: number, y: {w: ?, z: string}}`,
		`a = let b = _ in {c: b.d.e, f: b}.f`:   `{d: {e: ?, ...}, ...}`,
		`a = let b = 1 in let b = "c" in b`:     `string`,
		`a = {b: let c = {d: 1} in c, e: _._}`:  `{b: {d: number}, e: ?}`,
		"a = {} # nothing\n # more\n":           `{}`,
		"a = b.c\nb = {c: {d: 1},\n  e: 2\n}\n": `{d: number}`,
	} {
		r := analyze(source)
		if len(r.Diagnostics) > 0 {
			t.Errorf("%s: %v", source, codes(r))
		}
		s := r.Solver.Scheme(0)
		if got := r.Front.Signature(s, s.Roots[0], s.Roots[1]); got != want {
			t.Errorf("%s: %s, want %s", source, got, want)
		}
	}
	r := analyze("a = {next: a}")
	s := r.Solver.Scheme(0)
	if got := r.Front.Signature(s, s.Roots[0], s.Roots[1]); !strings.HasPrefix(got, "{next: {next: {") ||
		!strings.HasSuffix(got, "…") {
		t.Errorf("what has no end is spelt %s", got)
	}
}

// mistakes have one error each, at the text between guillemets, and a repair that undoes it.
var mistakes = []struct{ name, source, title string }{
	{"a misspelt field", "a = {width: 1, height: 2}\nb = a«.widht»\nc = a.width", "use `.width`"},
	{"through a let", "a = {at: {width: 1, height: 2}}\nb = let c = a.at in {d: c.height, e: c«.widht»}", "use `.width`"},
	{"the other order", "a = {box: {wide: 1}}\nb = a«.wide».box", "swap `.wide` and `.box`"},
	{"a step too few", "a = {box: {wide: 1, high: 2}}\nb = a«.wide»", "read the field `.box` here"},
	{"another definition", "area = {wide: 1}\nareas = {first: 2, second: 3}\nb = areas«.wide»", "use `area` in place of `areas`"},
}

// The first suspect is the place at fault, the checker accepts the proofs, and each repair has its stated effect.
func TestMistakes(t *testing.T) {
	for _, c := range mistakes {
		before, rest, _ := strings.Cut(c.source, "«")
		fault, after, _ := strings.Cut(rest, "»")
		source := before + fault + after
		r := analyze(source)
		if len(r.Diagnostics) != 1 {
			t.Errorf("%s: %v", c.name, codes(r))
			continue
		}
		dg := &r.Diagnostics[0]
		if !dg.Explanation.Checked || len(dg.Explanation.Steps) == 0 {
			t.Errorf("%s: the proof is not accepted", c.name)
		}
		if at := dg.Blame[0].Span; at.Start != int32(len(before)) || r.File.Text(at) != fault {
			t.Errorf("%s: the first suspect is `%s`", c.name, r.File.Text(at))
		}
		found := false
		for _, f := range dg.Fixes {
			found = found || f.Title.String() == c.title
			text, at := "", int32(0)
			for _, e := range f.Edits {
				text += source[at:e.Span.Start] + e.Text
				at = e.Span.End
			}
			if text += source[at:]; !f.Checked || len(analyze(text).Diagnostics) > 0 {
				t.Errorf("%s: %s leaves an error in\n%s", c.name, f.Title, text)
			}
		}
		if !found {
			t.Errorf("%s: there is no %q among %v", c.name, c.title, dg.Fixes)
		}
	}
}

// An error that another one hides is reported, too.
func TestHidden(t *testing.T) {
	r := analyze("a = {x: 1, y: {wrong: 2}.z}\nb = a.x.w")
	if got := codes(r); !slices.Equal(got, []lang.Code{lang.MissingField, lang.ShapeClash}) {
		t.Fatalf("got %v", got)
	}
}

// An analysis ends with its context, and any text has a result.
func TestEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r := Language.Analyze(ctx, lang.NewFile("in.toy", []byte("a = 1")), language.Options{}); r.Err == nil {
		t.Error("it goes on without its context")
	}
	const deep = 30_000
	for _, source := range []string{
		"a = " + strings.Repeat("{b: ", deep) + "1" + strings.Repeat("}", deep),
		"a = " + strings.Repeat("let b = ", deep) + "1" + strings.Repeat(" in b", deep),
		"a = {}" + strings.Repeat("._", deep),
	} {
		if r := analyze(source); len(r.Diagnostics) > 0 {
			t.Errorf("%s…: %v", source[:20], codes(r))
		}
	}
}

func FuzzAnalyze(f *testing.F) {
	for _, c := range mistakes {
		f.Add(c.source)
	}
	f.Add("a = {b: 1, b: c\nd = let e = \"f in e.g\n}{")
	f.Fuzz(func(t *testing.T, source string) {
		r := analyze(source)
		for _, dg := range r.Diagnostics {
			if dg.Span.Start < 0 || dg.Span.End < dg.Span.Start || int(dg.Span.End) > len(source) {
				t.Errorf("%q: %s is at %v", source, dg.Code, dg.Span)
			}
			if dg.Explanation != nil && !dg.Explanation.Checked {
				t.Errorf("%q: the proof of %s is not accepted", source, dg.Message)
			}
		}
	})
}
