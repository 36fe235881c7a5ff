package relay

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/internal/trial"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/diagnose"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/language"
)

// analyzeWithin analyses a program with a budget for explanations.
func analyzeWithin(source string, steps explain.Steps) *patterns.Result {
	return AnalyzeWith(context.Background(), lang.NewFile("in.rly", []byte(source)), language.Options{},
		diagnose.OrderedOptions{Steps: steps})
}

// manyErrors are programs with more errors than are explained.
var manyErrors = []string{
	"def @f() { " + repeated("let %%x%d: bool = 1; ", 60) + " 1 }",
	"def @f(%x: Tensor[(2), float32]) { " + repeated("let %%x%d = %%x + 1; ", 60) + " 1 }",
	repeated("def @f%d() -> bool { 1 }\n", 60),
	"def @f(%n: int32) -> bool { @g(%n) }\ndef @g(%n: int32) -> int32 { @f(True) }",
}

func TestBudgets(t *testing.T) {
	sources := slices.Clone(manyErrors)
	for i, c := range testCases(t) {
		if i%sample.Size(1, 24) == 0 {
			sources = append(sources, c.Source)
		}
	}
	if n := trial.Budgets(t, sources, Language.Pages, analyzeWithin); n == 0 {
		t.Error("each error is explained within any budget")
	}
}

// chainOf returns a chain of n additions; the middle one has another element type.
func chainOf(n int) string {
	var b strings.Builder
	b.WriteString("def @f(%x: Tensor[(2, 3), float32], %y: Tensor[(2, 3), int32]) {\n")
	last := "%x"
	for i := range n {
		other := "%x"
		if i == n/2 {
			other = "%y"
		}
		fmt.Fprintf(&b, "let %%v%d = %s + %s;\n", i, last, other)
		last = fmt.Sprintf("%%v%d", i)
	}
	return b.String() + last + " }\n"
}

// TestTooMuchToExplain checks that an error keeps its code and place if its explanation exceeds the budget.
func TestTooMuchToExplain(t *testing.T) {
	for name, source := range map[string]string{
		"a chain": chainOf(60),
		"a sum":   "def @f(%x: Tensor[(2, 3), float32]) -> Tensor[(2, 4), float32] { %x" + strings.Repeat(" + %x", 60) + " }",
		"lets":    "def @f() -> bool { let %x0 = 1; " + repeated("let %%x%[1]d = 1; ", 50) + "%x0 }",
	} {
		all, short := analyzeWithin(source, explain.Steps{}), analyzeWithin(source, explain.Steps{Part: 1500})
		if len(all.Diagnostics) != 1 || len(short.Diagnostics) != 1 {
			t.Fatalf("%s: %d errors, and %d within the budget", name, len(all.Diagnostics), len(short.Diagnostics))
		}
		a, b := &all.Diagnostics[0], &short.Diagnostics[0]
		if a.Explanation == nil || b.Explanation != nil || a.Code != b.Code || a.Span != b.Span {
			t.Errorf("%s: explained %v and %v; %s and %s; %v and %v", name, a.Explanation != nil, b.Explanation != nil, a.Code, b.Code, a.Span, b.Span)
		}
	}
}
