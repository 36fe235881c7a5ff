package k

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// clashes lists the diagnostics of clashes, without consequences.
func clashes(r *patterns.Result) []*lang.Diagnostic {
	var ds []*lang.Diagnostic
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; d.Clash != nil && !d.Secondary {
			ds = append(ds, d)
		}
	}
	return ds
}

// Every clash is explained: its proof passes the checker, its core is minimal, and the reported places are in the file.
func TestLawExplained(t *testing.T) { inDialects(t, explained) }

func explained(t *testing.T, draw func(*rapid.T) *draft) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		source := plain().program(d)
		r := analyze(source)
		for _, dg := range clashes(r) {
			checkExplained(t, dg, source)
		}
	})
}

func checkExplained(t interface{ Fatalf(string, ...any) }, dg *lang.Diagnostic, source string) {
	ex := dg.Explanation
	switch {
	case ex == nil:
		t.Fatalf("%s has no explanation\n%s", dg.Message, source)
	case len(ex.Steps) == 0 || !ex.Checked:
		t.Fatalf("%s has no proof\n%s", dg.Message, source)
	case !ex.Minimal:
		t.Fatalf("%s: the core is not minimal\n%s", dg.Message, source)
	case len(ex.Core) == 0 || len(dg.Blame) == 0:
		t.Fatalf("%s has no core\n%s", dg.Message, source)
	}
	last := &ex.Steps[len(ex.Steps)-1]
	if last.Rule != lang.StepClash {
		t.Fatalf("%s: the last step is %s\n%s", dg.Message, last.Rule, source)
	}
	used := make(map[int32]bool)
	for i := range ex.Steps {
		s := &ex.Steps[i]
		if s.Concludes.String() == "" {
			t.Fatalf("%s: step %d says nothing\n%s", dg.Message, i+1, source)
		}
		for _, p := range s.Premises {
			if int(p) >= i {
				t.Fatalf("%s: step %d depends on the later step %d\n%s", dg.Message, i+1, p+1, source)
			}
			used[p] = true
		}
		if s.Constraint >= 0 && int(s.Constraint) >= len(ex.Core) {
			t.Fatalf("%s: step %d has no constraint\n%s", dg.Message, i+1, source)
		}
	}
	for i := range ex.Steps[:len(ex.Steps)-1] {
		if !used[int32(i)] {
			t.Fatalf("%s: step %d is for nothing: %v\n%s", dg.Message, i+1, ex.Steps, source)
		}
	}
	if len(ex.Story) == 0 || ex.Shown.String() == "" {
		t.Fatalf("%s has no story\n%s", dg.Message, source)
	}
	for i, l := range ex.Story {
		if l.Text.String() == "" || l.Span.Start >= l.Span.End || l.Span.End > int32(len(source)) {
			t.Fatalf("%s: line %d of the story is %v\n%s", dg.Message, i+1, l, source)
		}
		if i > 0 && l.Same(&ex.Story[i-1]) {
			t.Fatalf("%s: the story repeats itself: %s\n%s", dg.Message, l.Text, source)
		}
	}
	for _, c := range ex.Core {
		if c.Span.End > int32(len(source)) || c.Span.Start >= c.Span.End || c.Text.String() == "" {
			t.Fatalf("%s: a constraint has no place: %v\n%s", dg.Message, c, source)
		}
	}
}

// Explanations do not depend on the order of definitions.
func TestLawExplainedOrder(t *testing.T) { inDialects(t, explainedOrder) }

func explainedOrder(t *testing.T, draw func(*rapid.T) *draft) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		order := rapid.Permutation(identityOrder(len(d.defs))).Draw(t, "order")
		moved := plain()
		types := true // the order of types decides their names, and the first name is used
		moved.order = func(n int) []int {
			if types {
				types = false
				return identityOrder(n)
			}
			return order
		}
		moved.merges = identityOrder
		a, b := clashReports(analyze(plain().program(d))), clashReports(analyze(moved.program(d)))
		if !slices.Equal(a, b) {
			t.Fatalf("%s\nmoved:\n%s\n%s", strings.Join(a, "\n"), strings.Join(b, "\n"), plain().program(d))
		}
	})
}

// clashReports lists the reports of clashes, without their places.
func clashReports(r *patterns.Result) []string {
	var list []string
	for _, d := range clashes(r) {
		s := fmt.Sprintf("%s %s in %s: %v\n", d.Code, d.Message, d.Definition, d.Clash.Path)
		for _, c := range d.Explanation.Core {
			s += fmt.Sprintf("   %s %s %s: %s\n", c.Definition, c.Rule, c.Part, c.Text)
		}
		for i, b := range d.Blame {
			s += fmt.Sprintf("   %d. %.3f %s --> %s\n", i+1, b.Score, b.In, b.Out)
		}
		list = append(list, s)
	}
	slices.Sort(list)
	return list
}
