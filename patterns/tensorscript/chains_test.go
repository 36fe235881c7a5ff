package tensorscript

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// If two sizes differ, the story goes back to the place where one is written, and names the layer that requires the
// other.
func TestTwoChains(t *testing.T) {
	for _, test := range []struct {
		source, shown string
		story         []string
	}{
		{
			netOf("[?, 20] -> [?, 5]", "a = Linear::new(in=20, out=128); b = Linear::new(in=256, out=5);", "x |> a |> relu |> b"),
			"dimension 1 is 128, but has to be 256",
			[]string{"what `relu` gives goes into `b`", "`relu` keeps the size 128", "`a` gives 128", "`out=128` is written here", "`b` needs 256", "`in=256` is written here"},
		},
		{
			netOf("[?, 20] -> [?, 5]", "a = Linear::new(in=20, out=6);", "x |> a |> relu |> relu |> relu |> relu"),
			"dimension 1 is 6, but has to be 5",
			[]string{"`relu` and 3 stages before it keep the size 6", "`a` gives 6", "`out=6` is written here", "`forward` is declared to give `[?, 5]`, so it has to be 5"},
		},
		{
			netOf("[?, 1, 8, 8] -> [?, 2]", "a = Conv2d::new(in_ch=3, out_ch=2, kernel_size=3);", "x |> a |> flatten"),
			"dimension 1 is 1, but has to be 3",
			[]string{"what `x` gives goes into `a`", "`x` is `[?, 1, 8, 8]`; its size 1 is written here", "`a` needs 3", "`in_ch=3` is written here"},
		},
	} {
		r := check(test.source)
		x := r.Diagnostics[0].Explanation
		var story []string
		for _, l := range x.Story {
			story = append(story, l.Text.String())
		}
		if x.Shown.String() != test.shown || !slices.Equal(story, test.story) {
			t.Errorf("%s: %q", x.Shown, story)
		}
	}
}

// Of a product, the story follows the factors that can make it the number that is asked for: one alone, or all but one.
func TestChainsOfProducts(t *testing.T) {
	for _, test := range []struct {
		image, layers, stages string
		gives, keeps, others  []string // numbers
	}{
		{"28, 28", "c = Conv2d::new(in_ch=1, out_ch=4, kernel_size=3); d = Linear::new(in=3136, out=9);", "c", []string{"26"}, nil, []string{"4"}},
		{"28, 28", "c = Conv2d::new(in_ch=1, out_ch=4, kernel_size=3); d = Linear::new(in=5408, out=9);", "c", []string{"4"}, nil, []string{"26"}},
		{"28, 28", "c = Conv2d::new(in_ch=1, out_ch=4, kernel_size=3); d = Linear::new(in=2705, out=9);", "c", nil, nil, []string{"4", "26"}},
		{"12, 20", "c = Conv2d::new(in_ch=1, out_ch=4, kernel_size=3); d = Linear::new(in=704, out=9);", "c |> relu", []string{"10", "18"}, []string{"10", "18"}, []string{"4"}},
	} {
		r := check(netOf("[?, 1, "+test.image+"] -> [?, 9]", test.layers, "x |> "+test.stages+" |> flatten |> d"))
		var story strings.Builder
		for _, l := range r.Diagnostics[0].Explanation.Story {
			story.WriteString(l.Text.String() + "\n")
		}
		says := func(what string, numbers []string, want bool) {
			for _, n := range numbers {
				if found := strings.Contains(story.String()+" ", what+n+" ") || strings.Contains(story.String(), what+n+"\n"); found != want {
					t.Errorf("%s %s: %q is %v in\n%s", test.image, test.layers, what+n, found, story.String())
				}
			}
		}
		says("`c` gives ", test.gives, true)
		says("keeps the size ", test.keeps, true)
		says("`c` gives ", test.others, false)
		if !strings.Contains(story.String(), "`d` needs ") || !strings.Contains(story.String(), "`in=") {
			t.Errorf("the other size has no origin:\n%s", &story)
		}
	}
}

// The story goes on through the values that `let` names.
func TestChainsThroughNames(t *testing.T) {
	r := check(netOf("[?, 1, 9, 9] -> [?, 4]",
		"a = Conv2d::new(in_ch=1, out_ch=2, kernel_size=3); b = Conv2d::new(in_ch=2, out_ch=2, kernel_size=3); d = Linear::new(in=98, out=4);",
		"let h = x |> a |> relu; h |> b |> flatten |> d"))
	var story []string
	for _, l := range r.Diagnostics[0].Explanation.Story {
		story = append(story, l.Text.String())
	}
	for _, says := range []string{"`b` gives 5 = 7 − 3 + 1", "`relu` keeps the size 7", "`a` gives 7 = 9 − 3 + 1"} {
		if !slices.Contains(story, says) {
			t.Errorf("not %q in %q", says, story)
		}
	}
}

// The notes of a long story have the computations that reports leave out of it.
func TestNotesOfLongStories(t *testing.T) {
	r := check(netOf("[?, 1, 28, 28] -> [?, 9]",
		"c = Conv2d::new(in_ch=1, out_ch=4, kernel_size=3); e = Conv2d::new(in_ch=4, out_ch=4, kernel_size=5, padding=1); d = Linear::new(in=3136, out=9);",
		"x |> c |> relu |> e |> relu |> flatten |> d"))
	dg := &r.Diagnostics[0]
	var notes []string
	for _, note := range dg.Notes {
		notes = append(notes, note.String())
	}
	if len(dg.Explanation.Story) <= wholeStory || len(notes) == 0 || strings.Contains(strings.Join(notes, "\n"), "·") {
		t.Errorf("%d lines, notes: %q", len(dg.Explanation.Story), notes)
	}
}

// Stages list their inputs, and equal stages.
func TestFlow(t *testing.T) {
	r := check(netOf("[?, 8] -> [?, 8]", "a = Linear::new(in=8, out=8);", "let y = x |> a; let z = y |> relu; x + z |> a"))
	var got []string
	for _, f := range r.Stages(0) {
		for i, s := range f.Stages {
			from := []string{}
			for _, k := range s.From {
				from = append(from, f.Stages[k].Text)
			}
			if s.Same >= 0 {
				from = append(from, "is "+f.Stages[s.Same].Text)
			}
			got = append(got, s.Text+" < "+strings.Join(from, ", "))
			if slices.Contains(s.From, i) {
				t.Errorf("%s goes into itself", s.Text)
			}
		}
	}
	want := []string{"x < ", "a < x", "y < is a", "relu < y", "x + z < x, relu", "a < x + z"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// A note shows what made a size parameter a number, or the parameter that it is equal to.
func TestNotesHaveReasons(t *testing.T) {
	for _, test := range []struct{ source, shows string }{
		{netOf("[?, n] -> [?, 2]", "a = Linear::new(in=7, out=2);", "x |> a"), "in=7"},
		{netOf("[?, n] -> [?, m]", "", "x |> relu"), "n"},
	} {
		r := check(test.source)
		if len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != lang.SizeNote {
			t.Fatal(r.Diagnostics)
		}
		dg := &r.Diagnostics[0]
		if !slices.ContainsFunc(dg.Related, func(s lang.Related) bool { return r.File.Text(s.Span) == test.shows }) {
			t.Errorf("%s: %v", dg.Message, dg.Related)
		}
	}
}

// The story of `why` for a size begins with that size, even if two sizes of the stage differ.
func TestWhyOfSizes(t *testing.T) {
	source := netOf("[?, 1, 28, 28] -> [?, 10]", "c = Conv2d::new(in_ch=1, out_ch=20, kernel_size=3); d = Linear::new(in=320, out=10);", "x |> c |> relu |> flatten |> d")
	r := check(source)
	asked := 0
	for i := range source {
		w, ok := r.Front.Why(int32(i), -1)
		if !ok || w.Span.Start != int32(i) {
			continue
		}
		for _, part := range w.Parts {
			what := part.What.String()
			_, size, ok := strings.Cut(what, "the size ")
			if !ok || len(part.Story) == 0 || part.Story[0].Reason != "written" && !strings.HasPrefix(part.Story[0].Reason, "rule") {
				continue
			}
			if first := part.Story[0].Text.String(); !strings.Contains(first, size) {
				t.Errorf("%s, because %s", what, first)
			}
			if strings.Contains(part.Story[0].Text.String(), "`d` needs 320") {
				asked++
			}
		}
	}
	if asked == 0 {
		t.Error("no layer needs 320")
	}
}

// A header that is one constant type has no classes of its sizes, and its error is still reported.
func TestChainOfAWholeType(t *testing.T) {
	const source = `use conv::Conv2d;
node Half<[32, 16, 8, 8] -> [?, 32, 8, 8]> {}
weights Half<[?, 16, 8, 8] -> [?, 32, 8, 8]> {
  c = Conv2d::new(in_ch=16, out_ch=32, kernel_size=1);
}
graph Half<[?, 16, 8, 8] -> [?, 32, 8, 8]> {
  def forward { x |> c }
}
node Top<[?, 3, 8, 8] -> [?, 32, 8, 8]> {}
weights Top<[?, 3, 8, 8] -> [?, 32, 8, 8]> {
  stem = Conv2d::new(in_ch=3, out_ch=16, kernel_size=1);
  c = Half::new();
}
graph Top<[?, 3, 8, 8] -> [?, 32, 8, 8]> {
  def forward { x |> stem |> c |> c }
}
`
	var got []string
	for _, d := range check(source).Diagnostics {
		if d.Severity == lang.Error {
			got = append(got, string(d.Code)+": "+d.Message.String())
		}
	}
	if want := []string{"P0310: `c` receives `[32, 32, 8, 8]`, but takes `[32, 16, 8, 8]`"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// An error shows only the last computation of a size; its notes have the others, without terms that are zero.
func TestLastComputation(t *testing.T) {
	dg := check(netOf("[?, 1, 8, 8] -> [?, 19]", "a = Conv2d::new(in_ch=1, out_ch=2, kernel_size=3);",
		"x |> a |> maxpool2d(kernel_size=2) |> view(?, 19)")).Diagnostics[0]
	var labels, notes []string
	for _, r := range dg.Related {
		labels = append(labels, r.Message.String())
	}
	for _, n := range dg.Notes {
		notes = append(notes, n.String())
	}
	if slices.Contains(labels, "`a` computes with this") || !slices.Contains(labels, "`maxpool2d` computes with this") {
		t.Errorf("%q", labels)
	}
	if !slices.ContainsFunc(notes, func(n string) bool { return strings.HasPrefix(n, "3 = (6 − 2) ÷ 2 + 1, by `maxpool2d`") }) {
		t.Errorf("%q", notes)
	}
}
