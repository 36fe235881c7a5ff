package k

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
)

// Reasons name parts of signatures by their path; no reason searches the whole signature for its path.
func TestReasonsOfLargeSignatures(t *testing.T) {
	r := analyze(doubling(12, "{.a p%[2]d a, .b p%[2]d b}", "{() a, () b}"))
	bytes := cost.Allocated(func() {
		for d := range r.Definitions {
			r.Front.Body(int32(d), -1, patterns.ReasonSteps)
		}
	})
	if bytes > 500e6 {
		t.Errorf("%d bytes are allocated", bytes)
	}
}

// A class that grows by a label in each of many steps is reported without sorting all its labels in each step.
func TestWideHistory(t *testing.T) {
	cost.Linear(t, 6000, func(n int) {
		r := analyze("f = " + gen.Wide(n) + ";")
		if h, ok := r.Front.History(0); !ok || int(h.Steps) < n-1 {
			t.Errorf("%d steps", h.Steps)
		}
		if _, ok := r.Front.Body(0, int32(n), patterns.ReasonSteps); !ok {
			t.Error("no body")
		}
	})
}

// The text of a type without names can have exponential length; pictures get a shortened text.
func TestShortTexts(t *testing.T) {
	long := strings.Repeat("l", 5000)
	r := analyze("f = $int " + strings.Repeat("{() x, () y}\n", 40) + ";\ng = {.a " + long + ", ." + long + " b};\n")
	s := r.Solver.Scheme(0)
	out := s.Graph.Flat(s.Roots[1]).Head()
	if got := r.Front.ShortTypeDefinition(out, 100); len(got) < 90 || len(got) > 120 || !strings.HasSuffix(got, "…") {
		t.Errorf("the definition is %q", got)
	}
	for d := range r.Definitions {
		s := r.Solver.Scheme(int32(d))
		whole := r.Front.Signature(s, s.Roots[0], s.Roots[1])
		takes, gives := r.Front.ShortSignature(s, s.Roots[0], s.Roots[1], 1<<20)
		if takes+" --> "+gives != whole {
			t.Errorf("with room for all, %q is %q", whole, takes+" --> "+gives)
		}
		if takes, gives = r.Front.ShortSignature(s, s.Roots[0], s.Roots[1], 50); len(takes) > 120 || len(gives) > 120 {
			t.Errorf("%q and %q", takes, gives)
		}
	}
	b, _ := r.Front.Body(1, -1, patterns.ReasonSteps)
	for _, n := range b.Nodes {
		if len(n.Shape) > 300 {
			t.Errorf("a shape of %d bytes", len(n.Shape))
		}
		for _, e := range n.Edges {
			if len(e.Label) > 100 {
				t.Errorf("a label of %d bytes", len(e.Label))
			}
		}
	}
}

func TestShortened(t *testing.T) {
	for in, want := range map[string]string{"": "", "abcd": "abcd", "abcde": "abc…", "ééé": "ééé", "éééé": "éééé",
		"ééééé": "ééé…", "abc\xff\xff": "abc…"} {
		if got := message.Shortened(in, 4); got != want {
			t.Errorf("%q is cut to %q, want %q", in, got, want)
		}
	}
}

// Ranks have the order of the texts.
func TestPrintRank(t *testing.T) {
	r := analyze(`f = {.b "10", .a 9, .c a, .d "😀", .e "｡", .f "09", .g 0, .h z, .i "1x"};`)
	s := r.Solver.Scheme(0)
	edges := s.Graph.Edges(s.Roots[1])
	rank := r.Labels.PrintRank()
	for _, x := range edges {
		for _, y := range edges {
			if got, want := rank[x.Label] < rank[y.Label],
				patterns.ComparePrint(r.Labels.Text(x.Label), r.Labels.Text(y.Label)) < 0; got != want {
				t.Errorf("%s before %s: %v", r.Labels.Text(x.Label), r.Labels.Text(y.Label), got)
			}
		}
	}
}

// BenchmarkPictures measures the data for pictures of large programs.
func BenchmarkPictures(b *testing.B) {
	for _, x := range []struct{ name, source string }{
		{"chain", "f = " + strings.Repeat(".a .b .c .d\n", 1250) + ";"},
		{"wide", "f = " + gen.Wide(2500) + ";"},
	} {
		r := Analyze(context.Background(), lang.NewFile("in.k", []byte(x.source)), Options{})
		for _, v := range []struct {
			name string
			draw func() bool
		}{
			{"body", func() bool { _, ok := r.Front.Body(0, -1, patterns.ReasonSteps); return ok }},
			{"moment", func() bool { _, ok := r.Front.Body(0, 2000, patterns.ReasonSteps); return ok }},
			{"history", func() bool { _, ok := r.Front.History(0); return ok }},
		} {
			b.Run(fmt.Sprintf("program=%s/view=%s", x.name, v.name), func(b *testing.B) {
				for b.Loop() {
					if !v.draw() {
						b.Fatal("not derived")
					}
				}
			})
		}
	}
}
