package tensorscript

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// A testCase is a program with the expected results.
type testCase struct {
	ID, Source string
	Expect     struct {
		OK      bool
		Forward map[string]string
		Stages  map[string][]string
		Errors  []struct {
			Kind string
			At   syntaxtest.Place
		}
		Related []syntaxtest.Place
		Notes   []string
	}
}

func testCases(t testing.TB) []testCase {
	return syntaxtest.Cases[testCase](t, "../../lang/tensorscript/testdata/cases.json", 62)
}

// kindsOf maps codes to the kinds that cases have in their place.
var kindsOf = map[lang.Code][]string{
	lang.NoMeaning: {"unsupported"}, lang.UsedBefore: {"order"},
	lang.UnknownLocal: {"unknown-symbol"}, lang.UnknownGlobal: {"unknown-symbol"},
	lang.UnknownType: {"unknown-symbol"}, lang.UnknownConstructor: {"unknown-symbol"},
	lang.UnknownOperator: {"import", "unknown-symbol"},
	lang.DuplicateLabel:  {"duplicate"}, lang.FunctionRedefined: {"duplicate"},
	lang.TypeRedefined: {"duplicate"}, lang.DuplicateVariable: {"duplicate"},
	lang.SizesDiffer: {"dim"}, lang.RanksDiffer: {"rank"}, lang.KindsDiffer: {"type"}, lang.WrongCount: {"arg"},
	lang.EndlessType: {"circular"}, lang.WrongAttribute: {"attr", "elide"}, lang.Underdetermined: {"underconstrained"},
	lang.WindowTooLarge: {"window"}, lang.ViewSizes: {"view-size"},
}

func isKind(code lang.Code, kind string) bool {
	if kinds, ok := kindsOf[code]; ok {
		return slices.Contains(kinds, kind)
	}
	return strings.HasPrefix(string(code), "P01") && kind == "parse"
}

func check(source string) *patterns.Result {
	return analyze(context.Background(), lang.NewFile("in.trs", []byte(source)), language.Options{})
}

func shows(d *lang.Diagnostic, at lang.Span) bool {
	within := func(s lang.Span) bool { return !s.Empty() && (at.Contains(s) || s.Contains(at)) }
	return slices.ContainsFunc(d.Related, func(r lang.Related) bool { return within(r.Span) }) ||
		d.Explanation != nil && slices.ContainsFunc(d.Explanation.Steps, func(s lang.Step) bool { return within(s.Span) })
}

// noteOf returns a note in the form of the cases.
func noteOf(message string) string {
	parts := strings.Split(message, "`")
	if len(parts) > 3 {
		return "merged " + parts[1] + " " + parts[3]
	}
	return "specialized " + parts[1] + strings.TrimPrefix(parts[2], " is always")
}

// stagesOf returns the stages of a result in the form of the cases.
func stagesOf(r *patterns.Result) map[string][]string {
	stages := make(map[string][]string)
	for d := range r.Definitions {
		for _, f := range r.Front.(patterns.Stager).Stages(int32(d)) {
			for _, s := range f.Stages {
				stages[f.Function] = append(stages[f.Function], s.Text+": "+s.Type)
			}
		}
	}
	return stages
}

// Every program has its expected results: the verdict, the signatures, the type after each stage, also after errors;
// the kinds of errors, their places, the places that explain them, and notes.
func TestCases(t *testing.T) {
	all, right := map[string]int{}, map[string]int{}
	for _, c := range testCases(t) {
		r := check(c.Source)
		failed := false
		say := func(what, format string, args ...any) {
			failed = true
			t.Errorf("%s: %s: %s", c.ID, what, fmt.Sprintf(format, args...))
		}
		expect := func(what string, ok bool, format string, args ...any) {
			all[what]++
			if ok {
				right[what]++
			} else {
				say(what, format, args...)
			}
		}
		var errors, notes []*lang.Diagnostic
		for i := range r.Diagnostics {
			if d := &r.Diagnostics[i]; d.Severity == lang.Error {
				errors = append(errors, d)
			} else {
				notes = append(notes, d)
			}
		}
		expect("verdict", c.Expect.OK == (len(errors) == 0), "%d errors", len(errors))
		for name, want := range c.Expect.Forward {
			d := slices.IndexFunc(r.Definitions, func(d patterns.Definition) bool { return d.Name == name })
			got := "none"
			if d >= 0 {
				v := r.Solver.View(int32(d))
				got = r.Front.Signature(v.Scheme, v.In, v.Out)
			}
			expect("signature", got == want, "%s is %s, not %s", name, got, want)
		}
		got := stagesOf(r)
		for name, want := range c.Expect.Stages {
			expect("stages", slices.Equal(got[name], want), "%s is\n  %s, not\n  %s", name, strings.Join(got[name], "; "), strings.Join(want, "; "))
		}
		var kinds []string
		for _, e := range errors {
			kinds = append(kinds, fmt.Sprintf("%s at %d-%d", e.Code, e.Span.Start, e.Span.End))
		}
		expect("errors", len(errors) == len(c.Expect.Errors), "%v", kinds)
		for i, want := range c.Expect.Errors {
			if i < len(errors) {
				expect("kind", isKind(errors[i].Code, want.Kind), "%s is not %s", errors[i].Code, want.Kind)
				at := want.At.Span(0)
				expect("place", errors[i].Span == at || at.Contains(errors[i].Span), "%q at %v, not %q", r.File.Text(errors[i].Span), errors[i].Span, want.At.Text)
			}
		}
		for _, want := range c.Expect.Related {
			ok := slices.ContainsFunc(errors, func(d *lang.Diagnostic) bool { return shows(d, want.Span(0)) })
			expect("related", ok, "%q is not shown", want.Text)
		}
		var reported []string
		for _, n := range notes {
			if n.Code == lang.SizeNote {
				reported = append(reported, noteOf(n.Message.String()))
			}
		}
		expect("notes", slices.Equal(reported, c.Expect.Notes), "%v, not %v", reported, c.Expect.Notes)
		if failed {
			t.Logf("%s", c.Source)
			for _, d := range r.Diagnostics {
				t.Logf("  %s at %q: %s", d.Code, r.File.Text(d.Span), d.Message)
			}
		}
	}
	for what, n := range all {
		t.Logf("%s: %d of %d", what, right[what], n)
	}
}
