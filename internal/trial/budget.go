package trial

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
)

// Budgets checks programs whose explanations have too small a budget: each definition with an error still has one, an
// unexplained error says so, each has a page of its language, nothing is reported twice, and the result is
// reproducible. It returns the number of errors that are explained only without a limit.
func Budgets(t *testing.T, sources []string, pages lang.Pages,
	analyze func(source string, steps explain.Steps) *patterns.Result) (unexplained int) {
	t.Helper()
	for _, source := range sources {
		all := analyze(source, explain.Steps{})
		Distinct(t, source, all)
		explained := slices.ContainsFunc(all.Diagnostics, func(dg lang.Diagnostic) bool { return dg.Explanation != nil })
		if !explained {
			continue
		}
		for _, steps := range []explain.Steps{
			{Part: 1}, {Part: 1, Rest: 1}, {Part: 4000}, {Part: 30_000}, {File: 12_000},
		} {
			r := analyze(source, steps)
			Distinct(t, source, r)
			if again := analyze(source, steps); reported(again) != reported(r) {
				t.Errorf("with %+v, two results of one program differ:\n%s\n%s\n%s", steps, reported(r),
					reported(again), source)
			}
			if is, was := faulty(r), faulty(all); !slices.Equal(is, was) {
				t.Errorf("with %+v, there are errors in %q, not in %q:\n%s", steps, is, was, source)
			}
			for i := range r.Diagnostics {
				dg := &r.Diagnostics[i]
				if _, ok := slices.Concat(pages, lang.SharedPages).Of(dg.Code); !ok {
					t.Errorf("with %+v, %s has no page in its language:\n%s", steps, dg.Code, source)
				}
				if dg.Explanation != nil || dg.Severity != lang.Error {
					continue
				}
				at := slices.IndexFunc(all.Diagnostics, func(o lang.Diagnostic) bool {
					return o.Explanation != nil && o.Span == dg.Span && o.Code == dg.Code
				})
				if at < 0 {
					continue
				}
				unexplained++
				if !slices.ContainsFunc(dg.Notes, func(n lang.Phrase) bool { return strings.HasPrefix(n.String(), "not explained: the limit of ") }) {
					t.Errorf("with %+v, nothing says that %s is not explained:\n%s", steps, dg.Message, source)
				}
			}
		}
	}
	return unexplained
}

// Distinct checks that no two diagnostics of a program have the same place, code and message.
func Distinct(t *testing.T, source string, r *patterns.Result) {
	t.Helper()
	type key struct {
		lang.Span
		lang.Code
		message, definition string
	}
	seen := make(map[key]bool)
	for i := range r.Diagnostics {
		dg := &r.Diagnostics[i]
		k := key{dg.Span, dg.Code, dg.Message.String(), dg.Definition}
		if seen[k] && !dg.Secondary {
			t.Errorf("%s at %v is reported twice: %s\n%.500s", dg.Code, dg.Span, dg.Message, source)
		}
		seen[k] = true
	}
}

// reported returns the report of a result, as a text.
func reported(r *patterns.Result) string {
	var b strings.Builder
	for i := range r.Diagnostics {
		dg := &r.Diagnostics[i]
		fmt.Fprintln(&b, dg.Code, dg.Span, dg.Message, dg.Label, dg.Notes, dg.Help, dg.Related, dg.Fixes,
			dg.Explanation != nil)
	}
	return b.String()
}

// faulty returns the definitions with errors, except errors that show only after others are fixed: those require an
// explanation of the others.
func faulty(r *patterns.Result) (names []string) {
	for i := range r.Diagnostics {
		if dg := &r.Diagnostics[i]; dg.Severity == lang.Error && dg.After.Empty() {
			names = append(names, dg.Definition)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
