package k

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/internal/lab/corpus"
	"github.com/patgraph/patgraph/internal/trial"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
)

// analyzeWithin analyses a program with a budget for explanations.
func analyzeWithin(source string, steps explain.Steps) *patterns.Result {
	return Analyze(context.Background(), lang.NewFile("in.k", []byte(source)), Options{steps: steps})
}

func TestBudgets(t *testing.T) {
	sources := []string{
		"$t = {int a, int z};\nf = $t " + strings.Repeat("() ", 60) + ".zz;\nf\n",
		"f = <SNOC {.car car, .cdr f cdr} [.car, .cdr] PLUS, 0>;\ng = {\"x\" a} .a f;\n{\"x\" car, {} cdr} f\n",
		"$t = {int a, {int b, string c} d};\nf = $t [.d .b, .d .c] PLUS;\ng = .e f;\n{1 e} g\n",
	}
	for _, family := range []string{"errors", "clashes", "wrong", "mistakes"} {
		sources = append(sources, string(corpus.FamilyOf(family).Make(8)))
	}
	if n := trial.Budgets(t, sources, slices.Concat(Pages, k.Pages), analyzeWithin); n == 0 {
		t.Error("each error is explained within any budget")
	}
}

// An error whose explanation exceeds the budget has the same code as with an explanation.
func TestTooMuchToExplain(t *testing.T) {
	source := "$t = {int a, int z};\nf = $t " + strings.Repeat("() ", 300) + ".zz;\nf\n"
	all, short := analyzeWithin(source, explain.Steps{}), analyzeWithin(source, explain.Steps{Part: 2000})
	if len(all.Diagnostics) != 1 || len(short.Diagnostics) != 1 {
		t.Fatalf("%d errors, and %d within the budget", len(all.Diagnostics), len(short.Diagnostics))
	}
	a, b := &all.Diagnostics[0], &short.Diagnostics[0]
	if a.Explanation == nil || b.Explanation != nil || a.Code != b.Code || a.Definition != b.Definition {
		t.Errorf("explained %v and %v; %s and %s", a.Explanation != nil, b.Explanation != nil, a.Code, b.Code)
	}
}

// The note about braces of one field writes a bounded number of types.
func TestManyBraces(t *testing.T) {
	const n = 10 * mostBraces
	source := "f = $" + strings.Repeat("{", n) + "int" + strings.Repeat(" a}", n) + " .b;\n"
	var r *patterns.Result
	if bytes := cost.Allocated(func() { r = analyzeWithin(source, explain.Steps{}) }); bytes > 15_000*n {
		t.Errorf("%d bytes are allocated for each type", bytes/n)
	}
	if len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != lang.MissingTag {
		t.Errorf("%v", r.Diagnostics)
	}
}
