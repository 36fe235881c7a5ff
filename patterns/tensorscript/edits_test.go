package tensorscript

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/blame"
	"github.com/patgraph/patgraph/patterns/diagnose"
	"github.com/patgraph/patgraph/patterns/language"
)

const imports = "use conv::{Conv2d, maxpool2d};\nuse lin::Linear;\nuse nonlin::{relu, log_softmax};\nuse shape::{flatten, transpose};\n"

func netOf(header, weights, body string) string {
	return imports + "node A<" + header + "> {}\nweights A<" + header + "> { " + weights + " }\ngraph A<" + header + "> { def forward { " + body + " } }\n"
}

// A node with an error may come before a node that uses itself, or that a change makes use itself.
func TestNodeAfterError(t *testing.T) {
	source := "use lin::Linear;\n" +
		"node Half<[?, 8] -> [?, 4]> {}\nweights Half<[?, 8] -> [?, 4]> { a = Linear::new(in=8, out=5); }\ngraph Half<[?, 8] -> [?, 4]> { def forward { x |> a } }\n" +
		"node Net<[?, 8] -> [?, 4]> {}\nweights Net<[?, 8] -> [?, 4]> { h = CLASS; }\ngraph Net<[?, 8] -> [?, 4]> { def forward { x |> h } }\n"
	for class, want := range map[string][]lang.Code{
		"Net::new()": {lang.SizesDiffer, lang.EndlessType}, "Half::new()": {lang.SizesDiffer},
		"Hal::new()": {lang.SizesDiffer, lang.UnknownOperator}, "Nett::new()": {lang.SizesDiffer, lang.UnknownOperator},
		"Linera::new(in=8, out=4)": {lang.SizesDiffer, lang.UnknownOperator}, "Conv2d::new()": {lang.SizesDiffer, lang.UnknownOperator},
	} {
		r := analyze(context.Background(), lang.NewFile("a.trs", []byte(strings.ReplaceAll(source, "CLASS", class))), language.Options{})
		var got []lang.Code
		for _, dg := range lang.Errors(r.Diagnostics) {
			got = append(got, dg.Code)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s has %v", class, got)
		}
	}
}

// No size is dropped silently: a tensor with too many sizes is an error wherever it is written.
func TestTooManyDimensions(t *testing.T) {
	tensor := func(n int, last string) string { return "[" + strings.Repeat("1, ", n-1) + last + "]" }
	for _, test := range []struct {
		source string
		errors int
	}{
		{netOf(tensor(64, "2")+" -> "+tensor(64, "2"), "", "x"), 0},
		{netOf(tensor(66, "2")+" -> "+tensor(67, "3"), "", "x"), 6},
		{netOf("[2] -> [?]", "", "x |> view("+strings.Trim(tensor(70, "2"), "[]")+") |> view(_)"), 1},
	} {
		n := 0
		for _, dg := range analyze(t.Context(), lang.NewFile("in.trs", []byte(test.source)), language.Options{}).Diagnostics {
			if dg.Severity == lang.Error {
				if n++; dg.Code != lang.WrongCount {
					t.Errorf("%s: %s", dg.Code, dg.Message)
				}
			}
		}
		if n != test.errors {
			t.Errorf("%d errors, want %d: %.100s", n, test.errors, test.source)
		}
	}
}

// The fixes and the suspects of an error. Each fix was tried, and the program is correct after it.
func TestRepairs(t *testing.T) {
	for _, test := range []struct{ what, source, fix, among string }{
		{"a size of a layer", netOf("[?, 8] -> [?, 4]", "a = Linear::new(in=8, out=16); b = Linear::new(in=12, out=4);", "x |> a |> relu |> b"), "write `in=16`", "in=12"},
		{"a size of the layer before", netOf("[?, 8] -> [?, 4]", "a = Linear::new(in=8, out=12); b = Linear::new(in=16, out=16); c = Linear::new(in=16, out=4);", "x |> a |> b |> b |> c"), "write `out=16`", "out=12"},
		{"two arguments", netOf("[?, 8] -> [?, 4]", "a = Linear::new(in=4, out=8);", "x |> a"), "swap `in=4` and `out=8`", "out=8"},
		{"two stages", netOf("[?, 1, 8, 8] -> [?, 4]", "a = Linear::new(in=64, out=4);", "x |> a |> flatten"), "swap the stages `a` and `flatten`", "a"},
		{"a stage that is missing", netOf("[?, 8] -> [?, 4]", "a = Linear::new(in=8, out=16); b = Linear::new(in=16, out=32); c = Linear::new(in=32, out=4);", "x |> a |> c"), "add the stage `b` after `a`", "c"},
		{"a view that is missing", netOf("[?, 3, 4, 4] -> [?, 4]", "a = Linear::new(in=48, out=4);", "x |> a"), "add the stage `view(_, 48)` after `x`", "a"},
		{"a stage too many", netOf("[?, 8] -> [?, 8]", "", "x |> relu |> flatten |> maxpool2d(kernel_size=2)"), "leave out the stage `maxpool2d(kernel_size=2)`", "maxpool2d(kernel_size=2)"},
		{"an entry of a view", netOf("[?, 3, 4, 4] -> [?, 4]", "a = Linear::new(in=48, out=4);", "x |> view(?, 50) |> a"), "write `48` in place of `50`", "50"},
		{"a size that is left open", netOf("[?, 3, 4, 4] -> [?, 48]", "", "x |> view(_, _)"), "write `48` in place of `_`", ""},
		{"another layer", netOf("[?, 8] -> [?, 4]", "a = Linear::new(in=8, out=16); b = Linear::new(in=16, out=4); c = Linear::new(in=9, out=16);", "x |> c |> b"), "use `a` in place of `c`", "c"},
		{"a kernel", netOf("[?, 1, 8, 8] -> [?, 2, 6, 6]", "a = Conv2d::new(in_ch=1, out_ch=2, kernel_size=4);", "x |> a"), "write `kernel_size=3`", "kernel_size=4"},
		{"a window that is too large", netOf("[?, 1, 2, 2] -> [?, 2, 1, 1]", "a = Conv2d::new(in_ch=1, out_ch=2, kernel_size=3);", "x |> a"), "write `kernel_size=2`", ""},
		{"a dimension that is not there", netOf("[?, 10] -> [?, 10]", "", "x |> log_softmax(dim=2)"), "write `dim=1` in place of `dim=2`", ""},
		{"an argument that is missing", netOf("[?, 8] -> [?, 4]", "a = Linear::new(in=8);", "x |> a"), "add `out=4`", ""},
		{"an argument too many", netOf("[?, 8] -> [?, 8]", "", "x |> relu(width=3)"), "leave out `width=3`", ""},
		{"the header of the graph", strings.Replace(netOf("[?, 8] -> [?, 4]", "a = Linear::new(in=8, out=4);", "x |> a"), "graph A<[?, 8]", "graph A<[?, 9]", 1), "write `8` in place of `9`", "9"},
		{"all headers", netOf("[?, 8] -> [?, 5]", "a = Linear::new(in=8, out=4);", "x |> a |> relu |> a"), "", ""},
		{"the name of a weight", netOf("[?, 8] -> [?, 4]", "dense = Linear::new(in=8, out=4);", "x |> dens"), "write `dense`", ""},
		{"the name of an operation", strings.Replace(netOf("[?, 8] -> [?, 8]", "", "x |> relu"), "{relu,", "{relo,", 1), "write `relu`", ""},
		{"the name of a module", strings.Replace(netOf("[?, 8] -> [?, 8]", "", "x |> relu"), "nonlin", "nonlim", 1), "write `nonlin`", ""},
		{"the name of an argument", netOf("[?, 8] -> [?, 4]", "a = Linear::new(in=8, ut=4);", "x |> a"), "write `out`", ""},
		{"an import that is missing", strings.Replace(netOf("[?, 8] -> [?, 8]", "", "x |> relu"), "{relu, ", "{", 1), "import it: `use nonlin::relu;`", ""},
		{"the name of a node", strings.Replace(netOf("[?, 8] -> [?, 8]", "", "x |> relu"), "weights A<", "weights B<", 1), "write `A`", ""},
		{"the name of a size", "dim WIDTH = 8;\n" + imports + "node A<[?, 8] -> [?, 8]> {}\ngraph A<[?, 8] -> [?, 8]> { def forward { x |> view(_, WIDHT) } }", "write `WIDTH`", ""},
	} {
		r := analyze(context.Background(), lang.NewFile("in.trs", []byte(test.source)), language.Options{})
		i := slices.IndexFunc(r.Diagnostics, func(dg lang.Diagnostic) bool { return dg.Severity == lang.Error })
		if i < 0 {
			t.Errorf("%s: no error", test.what)
			continue
		}
		dg := &r.Diagnostics[i]
		offered := test.fix == ""
		var titles []string
		for _, f := range dg.Fixes {
			titles = append(titles, f.Title.String())
			offered = offered || f.Title.String() == test.fix && f.Checked && f.Clean
			text := lang.AppendEdited(nil, r.File.Src, lang.Span{End: int32(len(r.File.Src))}, f.Edits)
			if again := check(string(text)); f.Clean && slices.ContainsFunc(again.Diagnostics, func(dg lang.Diagnostic) bool { return dg.Severity == lang.Error }) {
				t.Errorf("%s: %s leaves %s", test.what, f.Title, again.Diagnostics[0].Message)
			}
		}
		if !offered {
			t.Errorf("%s: %s: %q", test.what, dg.Message, titles)
		}
		if test.among == "" {
			continue
		}
		suspected := slices.ContainsFunc(dg.Blame[:min(3, len(dg.Blame))], func(b lang.Blame) bool { return r.File.Text(b.Span) == test.among })
		if !suspected {
			t.Errorf("%s: %q is not among the first three of %v", test.what, test.among, dg.Blame)
		}
	}
}

// Each of two errors has a fix that removes it and adds no error, and the report says so.
func TestRepairsOfTwo(t *testing.T) {
	source := netOf("[?, 8] -> [?, 4]", "a = Linear::new(in=9, out=16); b = Linear::new(in=16, out=4);", "x |> a |> relu(slope=3) |> b")
	r := check(source)
	if len(r.Diagnostics) != 2 {
		t.Fatal(r.Diagnostics)
	}
	for _, dg := range r.Diagnostics {
		if len(dg.Fixes) == 0 || !dg.Fixes[0].Checked || dg.Fixes[0].Clean {
			t.Errorf("%s: %v", dg.Message, dg.Fixes)
		}
	}
}

// In brief mode, nothing is tried and the observer is not called.
func TestBrief(t *testing.T) {
	seen := 0
	observe := diagnose.OrderedOptions{Observe: func(*lang.Diagnostic, []blame.Candidate) { seen++ }}
	file := lang.NewFile("in.trs", []byte(netOf("[?, 8] -> [?, 4]", "a = Linear::new(in=9, out=4);", "x |> a")))
	r := AnalyzeWith(context.Background(), file, language.Options{Brief: true}, observe)
	if len(r.Diagnostics) != 1 || len(r.Diagnostics[0].Fixes) > 0 || seen > 0 {
		t.Error(r.Diagnostics)
	}
	if AnalyzeWith(context.Background(), file, language.Options{}, observe); seen != 1 {
		t.Errorf("seen %d times", seen)
	}
}

// Sizes that are computed from size parameters are reported with the names of the parameters.
func TestComputedSizesAreNamed(t *testing.T) {
	for _, dg := range check("node A<[?, 2] -> [2*?]> {}\ngraph A<[?, 2] -> [2*?]> { def forward { x |> view(7) } }").Diagnostics {
		if dg.Explanation == nil {
			continue
		}
		for _, s := range dg.Explanation.Steps {
			if strings.Contains(s.Concludes.String(), "#") {
				t.Error(s.Concludes)
			}
		}
		return
	}
	t.Error("there is no diagnostic")
}

// The result of a layer with an error is unknown and would fit anywhere: such layers are not proposed as stages.
func TestProposedLayersAreSound(t *testing.T) {
	const inner = "use lin::Linear;\nnode B<[?, 4] -> [?, 6]> {}\nweights B<[?, 4] -> [?, 6]> { w = Linear::new(in=4, out=%s); }\n" +
		"graph B<[?, 4] -> [?, 6]> { def forward { x |> w } }\n"
	for _, test := range []struct{ out, other, want string }{
		{"6", "Linear::new(in=4, out=6)", "use `b` in place of `a`"},
		{"6", "Linear::new(in=4)", ""},
		{"6", "Linear::new(in=4, size=6)", ""},
		{"6", "B::new()", "use `b` in place of `a`"},
		{"5", "B::new()", ""},
		{"5, size=6", "B::new()", ""},
	} {
		source := fmt.Sprintf(inner, test.out) + "node A<[?, 4] -> [?, 6]> {}\nweights A<[?, 4] -> [?, 6]> { a = Linear::new(in=4, out=5); b = " + test.other + "; }\n" +
			"graph A<[?, 4] -> [?, 6]> { def forward { x |> a } }\n"
		var got []string
		for _, d := range check(source).Diagnostics {
			for _, f := range d.Fixes {
				got = append(got, f.Title.String())
				if test.want == "" && strings.Contains(f.Title.String(), "`b`") {
					t.Errorf("%s\nhas %q", source, f.Title)
				}
			}
		}
		if test.want != "" && !slices.Contains(got, test.want) {
			t.Errorf("%s\nhas %q", source, got)
		}
	}
}
