package tensorscript

import (
	"context"
	"fmt"
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

// analyzeWithin analyses a program with a limited budget for explanations.
func analyzeWithin(source string, steps explain.Steps) *patterns.Result {
	return AnalyzeWith(context.Background(), lang.NewFile("in.trs", []byte(source)), language.Options{},
		diagnose.OrderedOptions{Steps: steps})
}

// manyErrors is a network with so many layers; each dense one is wrong.
func manyErrors(layers int) string {
	return strings.ReplaceAll(layersOf(layers), "in=8", "in=9")
}

func TestBudgets(t *testing.T) {
	sources := []string{manyErrors(9), manyErrors(18)}
	for i, c := range testCases(t) {
		if i%sample.Size(1, 18) == 0 {
			sources = append(sources, c.Source)
		}
	}
	if n := trial.Budgets(t, sources, Language.Pages, analyzeWithin); n == 0 {
		t.Error("each error is explained within any budget")
	}
}

// maxExplained is the maximum number of contradictions of one node that are explained; see package diagnose.
const maxExplained = 50

// Errors beyond those that are explained are reported once each, like the others.
func TestManyErrors(t *testing.T) {
	const layers = 3 * (maxExplained + 4)
	source := manyErrors(layers)
	r := analyzeWithin(source, explain.Steps{})
	trial.Distinct(t, source, r)
	places, explained := make(map[lang.Span]bool), 0
	for i := range r.Diagnostics {
		dg := &r.Diagnostics[i]
		if dg.Code != lang.SizesDiffer || !strings.Contains(dg.Message.String(), "`in=9` needs `[?, 9]`") {
			t.Errorf("%s: %s", dg.Code, dg.Message)
		}
		if places[dg.Span] = true; dg.Explanation != nil {
			explained++
		}
	}
	if len(places) != layers/3 || len(r.Diagnostics) != len(places) || explained == 0 || explained > maxExplained {
		t.Errorf("%d errors at %d places are reported of %d, %d of them explained", len(r.Diagnostics), len(places), layers/3, explained)
	}
}

// An error whose explanation is too expensive has the same code, place and message as with an explanation.
func TestTooMuchToExplain(t *testing.T) {
	for name, source := range map[string]string{
		"a layer":  strings.Replace(layersOf(60), "w30 = Linear::new(in=8", "w30 = Linear::new(in=9", 1),
		"a result": strings.ReplaceAll(layersOf(60), "<[?, 8] -> [?, 8]>", "<[?, 8] -> [?, 9]>"),
	} {
		all, short := analyzeWithin(source, explain.Steps{}), analyzeWithin(source, explain.Steps{Part: 3000})
		if len(all.Diagnostics) != 1 || len(short.Diagnostics) != 1 {
			t.Fatalf("%s: %d errors, and %d within the budget", name, len(all.Diagnostics), len(short.Diagnostics))
		}
		a, b := &all.Diagnostics[0], &short.Diagnostics[0]
		if a.Explanation == nil || b.Explanation != nil || a.Code != b.Code || a.Span != b.Span {
			t.Errorf("%s: explained %v and %v; %s and %s; %v and %v", name, a.Explanation != nil, b.Explanation != nil, a.Code, b.Code, a.Span, b.Span)
		}
	}
}

// concats is a program of some nodes, each of which joins many tensors of two axes into one of the given type.
func concats(nodes, tensors int, axis, result string) string {
	var b strings.Builder
	b.WriteString("use shape::concat;\n")
	for i := range nodes {
		header := fmt.Sprintf("N%d<[2, 3] -> %s> {", i, result)
		fmt.Fprintf(&b, "node %s}\nweights %s}\ngraph %s def forward { (x%s) |> concat(axis=%s) } }\n", header, header, header,
			strings.Repeat(", x", tensors-1), axis)
	}
	return b.String()
}

// Errors beyond all budgets are reported without the reasons for which a run of their relation is needed.
func TestReasonsHaveABudget(t *testing.T) {
	const nodes = 8
	source := concats(nodes, 1000, "5", "[?, 3]")
	for _, rest := range []int{1, 8000, 1 << 30} {
		r, reasons := analyzeWithin(source, explain.Steps{File: 1, Rest: rest}), 0
		for i := range r.Diagnostics {
			dg := &r.Diagnostics[i]
			if strings.HasPrefix(dg.Message.String(), "`concat`: ") {
				reasons++
			}
			if dg.Explanation != nil || len(dg.Notes) == 0 {
				t.Errorf("%s: nothing says that it is not explained", dg.Message)
			}
		}
		if len(r.Diagnostics) != nodes || (reasons > 0) != (rest > 1) || (reasons == nodes) != (rest == 1<<30) {
			t.Errorf("with %d steps, %d errors have %d reasons", rest, len(r.Diagnostics), reasons)
		}
	}
}

// steps counts how often the context is checked, which happens every fixed number of steps.
type steps struct {
	context.Context
	n int
}

func (s *steps) Err() error { s.n++; return s.Context.Err() }

// A note about a parameter of a node costs no further runs of the relations of the node.
func TestNotesRunNothing(t *testing.T) {
	taken := func(result string) int {
		s := &steps{Context: t.Context()}
		r := analyze(s, lang.NewFile("in.trs", []byte(concats(1, 10_000, "0", result))), language.Options{})
		for i := range r.Diagnostics {
			if dg := &r.Diagnostics[i]; dg.Code != lang.SizeNote || len(dg.Related) > 0 {
				t.Errorf("%s: %s", dg.Code, dg.Message)
			}
		}
		return s.n
	}
	if with, without := taken("[?, 3]"), taken("[20000, 3]"); 8*with > 9*without {
		t.Errorf("the work is %d with a note, and %d without one", with, without)
	}
}
