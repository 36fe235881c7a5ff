package tensorscript

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// Mistakes of beginners: what the first error says, and its first change.
func TestMistakesOfBeginners(t *testing.T) {
	const helped = "[?, 20] -> [?, 20]"
	of := func(body string) string {
		source := netOf(helped, "up = Linear::new(in=20, out=50); down = Linear::new(in=50, out=20);", body)
		return strings.TrimSuffix(source, "}\n") + "def block(h: [?, 20]) -> [?, 20] { h |> up |> relu |> down } " +
			"def join(a: [?, 20], b: [?, 20]) -> [?, 20] { a + b } }\n"
	}
	conv := func(header, class, more string) string {
		weights, body := "a = "+class+"::new(in_ch=3, out_ch=8, kernel_size=3); "+more, "x |> a"
		if more != "" {
			body += " |> b"
		}
		source := strings.ReplaceAll(netOf(header, weights, body), "use conv::{Conv2d,", "use conv::{"+class+",")
		return "use reg::{BatchNorm1d, BatchNorm2d};\n" + source
	}
	dropout := func(p string) string {
		return "use reg::Dropout2d;\n" + netOf("[?, 8] -> [?, 8]", "a = Dropout2d::new(p="+p+");", "x |> a")
	}
	for _, test := range []struct{ what, source, says, first string }{
		{"a function without `self.`", of("x |> block()"), "`block` is a function of the graph, which is called as `self.block(…)`", "write `self.block()`"},
		{"and without parentheses", of("x |> block"), "`block` is a function of the graph", "write `self.block()`"},
		{"with arguments", of("join(a=x, b=x)"), "`join` is a function of the graph", "write `self.join(a=x, b=x)`"},
		{"a misspelt one", of("x |> blok()"), "there is no operation `blok`", "write `self.block()`"},
		{"without its parentheses", of("x |> self.block"), "`block` is a function, which is called with parentheses", "write `self.block()`"},
		{"another word for `self`", of("x |> this.block()"), "there is no name `this`", "write `self.block()`"},
		{"the node for `self`", of("x |> A.block()"), "`A` has no methods", "write `self.block()`"},
		{"a weight after `self.`", of("x |> self.up |> down"), "`up` is a weight, which is used without `self.`", "write `up`"},
		{"a call of a weight after `self.`", of("x |> up |> self.down()"), "`down` is a weight", "write `down`"},
		{"a method of a tensor", of("let h = x.up(); h |> down"), "`x` has no methods", "write `x |> up`"},
		{"and of a variable", of("let h = x |> up; h.down() |> relu"), "`h` has no methods", "write `h |> down`"},
		{"calls of layers", of("down(relu(up(x)))"), "layers are applied with a pipe", "write `x |> up |> relu |> down`"},
		{"a call of a function of the graph", of("relu(self.block(x))"), "layers are applied with a pipe", "write `x |> self.block() |> relu`"},
		{"and of a module of Python", of("let h = F.relu(up(x)); down(h)"), "layers are applied with a pipe", "write each call with a pipe"},
		{"a result", of("return x |> up |> down;"), "the result of a function is its last expression", "leave out `return`"},
		{"an operation after `self.`", of("x |> self.relu()"), "`relu` is an operation, which is used without `self.`", "write `relu`"},
		{"a layer of images on a series", conv("[?, 3, 20] -> [?, 8, 18]", "Conv2d", ""), "`a` receives `[?, 3, 20]`, but it takes 4 dimensions", "use `Conv1d` in place of `Conv2d`"},
		{"two layers of series on images", conv("[?, 3, 20, 20] -> [?, 8, 16, 16]", "Conv1d", "b = Conv1d::new(in_ch=8, out_ch=8, kernel_size=3);"),
			"`a` receives `[?, 3, 20, 20]`, but it takes 3 dimensions", "use `Conv2d` in place of `Conv1d`"},
		{"and of different classes", conv("[?, 3, 20, 20] -> [?, 8, 18, 18]", "Conv1d", "b = BatchNorm1d::new(num_features=8);"),
			"`a` receives `[?, 3, 20, 20]`", "use `Conv2d` and `BatchNorm2d` in place of `Conv1d` and `BatchNorm1d`"},
		{"a node with layers of series that gets images", conv("[?, 3, 20] -> [?, 8, 18]", "Conv1d", "b = BatchNorm1d::new(num_features=8);") +
			"use conv::Conv2d;\nnode B<[?, 3, 20, 20] -> [?, 8, 18, 18]> {}\nweights B<[?, 3, 20, 20] -> [?, 8, 18, 18]> { c = Conv1d::new(in_ch=3, out_ch=8, kernel_size=3); d = A::new(); }\n" +
			"graph B<[?, 3, 20, 20] -> [?, 8, 18, 18]> { def forward { x |> c } }\n", "`c` receives `[?, 3, 20, 20]`", "use `Conv2d` in place of `Conv1d`"},
		{"two stages in the wrong order", netOf("[?, 9] -> [?, 2]", "a = Linear::new(in=9, out=6); b = Linear::new(in=6, out=2);", "x |> b |> relu |> a"), "`b` receives `[?, 9]`", "swap the stages `b` and `a`"},
		{"and in different statements", netOf("[?, 9] -> [?, 2]", "a = Linear::new(in=9, out=6); b = Linear::new(in=6, out=4); c = Linear::new(in=4, out=2);", "let h = x |> a |> relu; let g = h |> c |> relu; g |> b"),
			"`c` receives `[?, 6]`", "swap the stages `c` and `b`"},
		{"a percentage", dropout("20"), "`p` takes a number with a point, not 20", "write `p=0.2`"},
		{"a percentage with a point", dropout("20.0"), "p=20 is not a probability, a number from 0.0 to 1.0", "write `p=0.2`"},
		{"a whole number for one with a point", dropout("1"), "`p` takes a number with a point, not 1", "write `p=1.0`"},
		{"no names of arguments", conv("[?, 3, 20, 20] -> [?, 8, 18, 18]", "Conv2d", "b = BatchNorm2d::new(8);"), "expected an argument by its name", "write `num_features=8`"},
		{"some names of arguments", netOf("[?, 3, 9, 9] -> [?, 5, 9, 9]", "a = Conv2d::new(3, 5, (3, 3), padding=1);", "x |> a"), "expected an argument by its name", "write `in_ch=3, out_ch=5, kernel_size=(3, 3)`"},
		{"and of a stage", netOf("[?, 3, 8, 8] -> [?, 3, 4, 4]", "", "x |> maxpool2d(2) |> relu"), "expected an argument by its name", "write `kernel_size=2`"},
	} {
		dg := lang.Errors(check(test.source).Diagnostics)[0]
		if !strings.Contains(dg.Message.String(), test.says) {
			t.Errorf("%s: %s", test.what, dg.Message)
		}
		if len(dg.Fixes) == 0 || dg.Fixes[0].Title.String() != test.first || !dg.Fixes[0].Checked {
			t.Errorf("%s: %s has %v", test.what, dg.Message, dg.Fixes)
		}
	}
}

// What an error says besides: the types of both inputs, which dimension may differ, and one mark for the arguments of a
// stage. A place is marked as the likeliest only if no change elsewhere comes first.
func TestBesidesTheMessage(t *testing.T) {
	const square = "a = Conv2d::new(in_ch=4, out_ch=4, kernel_size=5);"
	both := netOf("[?, 6, 9] -> [?, 6, 9]", "a = Linear::new(in=9, out=9);", "let h = x |> a; x |> matmul(y=h)")
	join := netOf("[?, 6, 9] -> [?, 8, 9]", "", "let h = x |> view(?, 2, 27); (x, h) |> concat(axis=1)")
	for _, test := range []struct{ source, note string }{
		{netOf("[?, 4, 9, 9] -> [?, 4, 9, 9]", square, "let y = x |> a |> relu; x + y"), "`x` is `[?, 4, 9, 9]`, and `y` is `[?, 4, 5, 5]`"},
		{"use lin::matmul;\n" + both, "its input is `[?, 6, 9]`, and `h` is `[?, 6, 9]`"},
		{netOf("[?, 9] -> [?, 9]", "", "x |> log_softmax(dim=2)"), "dimensions are counted from 0: here 0, 1"},
		{"use shape::concat;\n" + join, "with `axis=1`, the sizes of no other dimension may differ"},
	} {
		dg := lang.Errors(check(test.source).Diagnostics)[0]
		if !strings.Contains(fmt.Sprint(dg.Notes), test.note) {
			t.Errorf("%s: %s", dg.Message, dg.Notes)
		}
	}
	dg := check(netOf("[?, 4, 9, 9] -> [?, 4, 9, 9]", "a = Conv2d::new(in_ch=4, out_ch=4, kernel_size=3, stride=2, padding=1);", "x |> a")).Diagnostics[0]
	marks := 0
	for _, r := range dg.Related {
		if r.Message.String() == "`a` computes with this" {
			marks++
		}
	}
	if marks != 1 {
		t.Errorf("%d marks: %v", marks, dg.Related)
	}
	dg = check(netOf("[?, 5, 30, 30] -> [?, 5, 30, 30]", "a = Conv2d::new(in_ch=5, out_ch=7, kernel_size=1); b = Conv2d::new(in_ch=7, out_ch=5, kernel_size=5);",
		"let y = x |> a |> b; x + y")).Diagnostics[0]
	for _, r := range dg.Related {
		if strings.HasSuffix(r.Message.String(), "gives this size") { // the heights differ
			t.Errorf("%v: %s", r.Span, r.Message)
		}
	}
	dg = check(netOf("[?, 3, 20, 20] -> [?, 7]", "c = Conv2d::new(in_ch=3, out_ch=6, kernel_size=7); a = Linear::new(in=486, out=7);",
		"x |> c |> relu |> maxpool2d(kernel_size=2) |> view(_, 486) |> a")).Diagnostics[0]
	for _, r := range dg.Related {
		if strings.HasPrefix(r.Message.String(), "most likely") && !r.Span.Contains(dg.Fixes[0].Edits[0].Span) {
			t.Errorf("%v is marked, but the first change is %s", r.Span, dg.Fixes[0].Title)
		}
	}
}

// A size parameter that a view makes a number is not said to be a written number, and the view is shown.
func TestPinnedByView(t *testing.T) {
	r := check(netOf("[?, 3, 4, 4] -> [?, 5]", "a = Linear::new(in=48, out=5);", "x |> relu |> view(48, _) |> a"))
	note := r.Diagnostics[0]
	if note.Code != lang.SizeNote || len(note.Fixes) != 1 || note.Fixes[0].Title.String() != "swap `48` and `_`" ||
		!slices.ContainsFunc(note.Related, func(m lang.Related) bool { return r.File.Text(m.Span) == "48" }) {
		t.Error(note.Message, note.Related, note.Fixes)
	}
	why, ok := r.Front.(*program).Why(int32(strings.Index(string(r.File.Src), "view(48")), -1)
	if text := fmt.Sprint(why); !ok || strings.Contains(text, "size 48 is written here") || !strings.Contains(text, "its size `?` is always 48") {
		t.Error(text)
	}
}

// The message is about the input of a stage if the first change gives it other dimensions.
func TestRestated(t *testing.T) {
	const pool = "[?, 3, 8, 8] -> [?, 2]"
	for _, test := range []struct{ source, says string }{
		{netOf("[?, 3, 4, 5] -> [?, 2]", "a = Linear::new(in=60, out=2);", "x |> relu |> a"), "`a` receives `[?, 3, 4, 5]`, whose last size is 5, but `in=60`"},
		{"use reduce::mean;\n" + netOf(pool, "a = Linear::new(in=3, out=2);", "x |> mean(dim=3) |> a"), "`a` receives `[?, 3, 8]`, whose last size is 8, but `in=3`"},
		{netOf("[?, 6, 8] -> [?, 6, 2]", "a = Linear::new(in=9, out=2);", "x |> relu |> a"), "`a` receives `[?, 6, 8]`, but `in=9` needs `[?, 6, 9]`"},
	} {
		if dg := lang.Errors(check(test.source).Diagnostics)[0]; dg.Message.String() != test.says {
			t.Errorf("%s: %v", dg.Message, dg.Fixes)
		}
	}
}

// Beside a likely change, none is offered that fits by chance.
func TestUnlikelyChanges(t *testing.T) {
	const weights = "c = Conv2d::new(in_ch=3, out_ch=6, kernel_size=3, padding=1); n = BatchNorm2d::new(num_features=3);"
	for _, test := range []struct{ source, never string }{
		{"use reg::BatchNorm2d;\n" + netOf("[?, 3, 8, 8] -> [?, 6, 8, 8]", weights, "x |> c |> n"), "swap the stages"},
		{"dim N = 7;\nuse lin::Linear;\nnode A<[?, N] -> [?, 2]> {}\nweights A<[?, N] -> [?, 2]> { a = Linear::new(in=N, out=9); b = Linear::new(in=9, out=2); }\n" +
			"graph A<[?, N] -> [?, 2]> { def forward { x |> a |> self.f() } def f(h: [?, N]) -> [?, 2] { h |> b } }\n", "in place of `7`"},
	} {
		dg := lang.Errors(check(test.source).Diagnostics)[0]
		if len(dg.Fixes) == 0 || strings.Contains(fmt.Sprint(dg.Fixes), test.never) {
			t.Errorf("%s: %v", dg.Message, dg.Fixes)
		}
	}
}
