package relay

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

// A testCase is a program with its expected result.
type testCase struct {
	ID, Category, Dialect, Source string
	Prelude                       bool
	Expect                        struct {
		Verdict  string
		Types    map[string]string
		Warnings []wantedError
		Errors   []wantedError
	}
}

type wantedError struct {
	Kind      string
	Primary   syntaxtest.Place
	Related   []syntaxtest.Place
	Witnesses []string
}

func testCases(t testing.TB) []testCase {
	return syntaxtest.Cases[testCase](t, "../../lang/relay/testdata/cases.json", 147)
}

// kindOfCode maps codes to the kinds of errors that cases use instead.
var kindOfCode = map[lang.Code]string{
	lang.UnknownLocal: "unbound-local", lang.UnknownGlobal: "unbound-global", lang.UnknownOperator: "unknown-op",
	lang.UnknownConstructor: "unknown-constructor", lang.UnknownRelation: "unknown-relation", lang.UnknownType: "unknown-type",
	lang.DuplicateVariable: "duplicate", lang.DuplicateLabel: "duplicate", lang.FunctionRedefined: "duplicate", lang.TypeRedefined: "duplicate",
	lang.SizesDiffer: "mismatch", lang.RanksDiffer: "mismatch", lang.ElementsDiffer: "mismatch", lang.KindsDiffer: "mismatch",
	lang.WrongCount: "arity", lang.RigidParameter: "rigid", lang.WrongKind: "kind", lang.EndlessType: "occurs",
	lang.RelationFails: "relation-failed", lang.WindowTooLarge: "relation-failed", lang.ViewSizes: "relation-failed",
	lang.WrongAttribute: "attribute", lang.Underdetermined: "underconstrained", lang.MissingCases: "nonexhaustive",
	lang.RedundantClause: "redundant-clause", lang.AmbiguousArgument: "ambiguous-type-argument",
}

func kindOf(code lang.Code) string {
	if strings.HasPrefix(string(code), "P01") {
		return "syntax"
	}
	if kind, ok := kindOfCode[code]; ok {
		return kind
	}
	return string(code)
}

func check(source, dialect string) *patterns.Result {
	o := language.Options{Settings: language.Settings{Dialect: dialect}}
	return analyze(context.Background(), lang.NewFile("in.rly", []byte(source)), o)
}

func checkWithPrelude(source string) *patterns.Result {
	before := Language.Prelude()
	before.Position(0)
	f := lang.Join([]*lang.File{before}, lang.NewFile("in.rly", []byte(source)))
	return analyze(context.Background(), f, language.Options{})
}

// mentions reports whether a diagnostic shows a place.
func mentions(d *lang.Diagnostic, at lang.Span) bool {
	shows := func(s lang.Span) bool {
		return !s.Empty() && (at.Contains(s) || s.Contains(at) && s.End-s.Start < at.End-at.Start+24)
	}
	if shows(d.Span) {
		return true
	}
	for _, r := range d.Related {
		if shows(r.Span) {
			return true
		}
	}
	if d.Explanation != nil {
		for _, s := range d.Explanation.Steps {
			if shows(s.Span) {
				return true
			}
		}
	}
	return false
}

// TestCases compares the result of every case, in both dialects, with its specification: the verdict, the kinds and
// places of errors, and the places that explain them.
func TestCases(t *testing.T) {
	verdicts, kinds, places, related, places0, related0 := 0, 0, 0, 0, 0, 0
	all := 0
	for _, c := range testCases(t) {
		all++
		r := check(c.Source, c.Dialect)
		if c.Prelude {
			r = checkWithPrelude(c.Source)
		}
		base := r.File.Home().Start
		var errors, warnings []*lang.Diagnostic
		for i := range r.Diagnostics {
			if d := &r.Diagnostics[i]; d.Severity == lang.Error {
				errors = append(errors, d)
			} else {
				warnings = append(warnings, d)
			}
		}
		say := func(what string, args ...any) {
			t.Errorf("%s (%s): %s\n%s", c.ID, c.Expect.Verdict, fmt.Sprintf(what, args...), c.Source)
			for _, d := range r.Diagnostics {
				t.Logf("  %s at %q: %s", d.Code, r.File.Text(d.Span), d.Message)
			}
		}
		if accepted := len(errors) == 0; accepted != (c.Expect.Verdict == "accept") {
			say("the verdict is wrong")
			continue
		}
		verdicts++
		for _, set := range [2]struct {
			want []wantedError
			got  []*lang.Diagnostic
		}{{c.Expect.Errors, errors}, {c.Expect.Warnings, warnings}} {
			if len(set.want) != len(set.got) {
				say("%d wanted, %d there", len(set.want), len(set.got))
			}
			for _, want := range set.want {
				i := slices.IndexFunc(set.got, func(d *lang.Diagnostic) bool { return kindOf(d.Code) == want.Kind })
				if i < 0 {
					say("no %s", want.Kind)
					continue
				}
				kinds++
				d := set.got[i]
				places0++
				if want.Primary.Span(base).Contains(d.Span) {
					places++
				} else {
					say("%s is at %q, wanted at %q", want.Kind, r.File.Text(d.Span), want.Primary.Text)
				}
				for _, rel := range want.Related {
					related0++
					if mentions(d, rel.Span(base)) {
						related++
					} else {
						t.Logf("%s: %q is not mentioned", c.ID, rel.Text)
					}
				}
			}
		}
		for name, want := range c.Expect.Types {
			found := false
			for d, def := range r.Definitions {
				if def.Name == name {
					found = true
					v := r.Solver.View(int32(d))
					if got := r.Front.Signature(v.Scheme, v.In, v.Out); got != want {
						say("%s is %s, wanted %s", name, got, want)
					}
				}
			}
			if !found {
				say("there is no %s", name)
			}
		}
	}
	if 100*related < 95*related0 {
		t.Errorf("only %d of %d places are mentioned", related, related0)
	}
	t.Logf("%d cases: %d verdicts, %d kinds; %d of %d places, %d of %d related", all, verdicts, kinds, places, places0, related, related0)
}
