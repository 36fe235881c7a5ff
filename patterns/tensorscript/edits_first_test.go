package tensorscript

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// The change that a person would make comes first.
func TestFirstChange(t *testing.T) {
	const attention = "use lin::{Linear, matmul};\nuse shape::transpose;\nnode A<[?, 5, 8] -> [?, 5, 5]> {}\n" +
		"weights A<[?, 5, 8] -> [?, 5, 5]> { q = Linear::new(in=8, out=6); k = Linear::new(in=8, out=6); }\n" +
		"graph A<[?, 5, 8] -> [?, 5, 5]> { def forward { let a = x |> q; let b = x |> k; a |> matmul(y=b) } }\n"
	for _, test := range []struct{ what, source, first string }{
		{
			"padding",
			netOf("[?, 4, 9, 9] -> [?, 4, 9, 9]", "a = Conv2d::new(in_ch=4, out_ch=4, kernel_size=5);", "let y = x |> a |> relu; x + y"),
			"add `padding=2`",
		},
		{"axes", attention, "add the stage `transpose(a=1, b=2)` after `x |> k`"},
		{
			"an unused variable",
			netOf("[?, 8] -> [?, 8]", "a = Linear::new(in=8, out=5); b = Linear::new(in=5, out=8);", "let h = x |> a; let y = h |> b; h + x"),
			"use `y` in place of `h`",
		},
		{
			"a layer that wants a vector",
			netOf("[?, 1, 8, 8] -> [?, 2]", "a = Linear::new(in=64, out=2);", "x |> relu |> a"),
			"add the stage `flatten` after `relu`",
		},
		{
			"a forgotten window",
			netOf("[?, 1, 8, 8] -> [?, 2]", "a = Linear::new(in=4, out=2);", "x |> maxpool2d(kernel_size=2) |> relu |> flatten |> a"),
			"add the stage `maxpool2d(kernel_size=2)` after `relu`",
		},
		{
			"a dimension with the size of a layer",
			"use reduce::mean;\n" + netOf("[?, 9, 4] -> [?, 2]", "a = Linear::new(in=4, out=2);", "x |> mean(dim=2) |> a"),
			"write `dim=1` in place of `dim=2`",
		},
		{
			"a size with a name",
			"dim H = 30;\n" + netOf("[?, 8] -> [?, 2]", "a = Linear::new(in=8, out=H); b = Linear::new(in=20, out=2);", "x |> a |> b"),
			"write `in=H`",
		},
		{"a computed argument", netOf("[?, 16, 5, 5] -> [?, 10]", "a = Linear::new(in=16*6*6, out=10);", "x |> flatten |> a"), "write `in=400`"},
		{"the same after a view", netOf("[?, 16, 5, 5] -> [?, 10]", "a = Linear::new(in=16*(6*6), out=10);", "x |> view(_, 400) |> a"), "write `in=400`"},
		{"a computed size", netOf("[?, 16, 5, 5] -> [?, 10]", "a = Linear::new(in=400, out=10);", "x |> view(_, 16*6*6) |> a"), "write `400` in place of `16*6*6`"},
		{
			"output_padding",
			"use conv::ConvTranspose2d;\n" + netOf("[?, 2, 16, 16] -> [?, 1, 32, 32]", "a = ConvTranspose2d::new(in_ch=2, out_ch=1, kernel_size=3, stride=2, padding=1);", "x |> a"),
			"add `output_padding=1`",
		},
		{
			"both directions",
			"use rec::Gru;\nuse shape::item;\n" + netOf("[?, 7, 3] -> [?, 7, 2]",
				"a = Gru::new(input_size=3, hidden_size=5); b = Linear::new(in=10, out=2);", "x |> a |> item(index=0) |> b"),
			"add `bidirectional=true`",
		},
		{
			"a view and the layer after it",
			netOf("[?, 3, 12, 12] -> [?, 7]", "c = Conv2d::new(in_ch=3, out_ch=8, kernel_size=5); a = Linear::new(in=126, out=7);",
				"x |> c |> relu |> maxpool2d(kernel_size=2) |> view(_, 126) |> a"),
			"write `128` here and `in=128`",
		},
		{"a dimension", netOf("[?, 10] -> [?, 10]", "", "x |> log_softmax(dim=2)"), "write `dim=1` in place of `dim=2`"},
	} {
		dg := lang.Errors(check(test.source).Diagnostics)[0]
		if len(dg.Fixes) == 0 || dg.Fixes[0].Title.String() != test.first || !dg.Fixes[0].Checked {
			t.Errorf("%s: %s", test.what, dg.Message)
			for _, f := range dg.Fixes {
				t.Logf("  %s", f.Title)
			}
		}
	}
}

// A change that no one would make is not offered, even if the program types with it.
func TestUnusualChanges(t *testing.T) {
	for _, test := range []struct{ source, never string }{
		{netOf("[?, 8] -> [?, 8]", "a = Linear::new(in=8, out=5);", "let h = x |> a; x + h"), "leave out `h`"},
		{netOf("[?, 4, 9, 9] -> [?, 4, 9, 9]", "a = Conv2d::new(in_ch=4, out_ch=4, kernel_size=2);", "let y = x |> a; x + y"), "kernel_size=9"},
		{netOf("[?, 1, 4, 4] -> [?, 16]", "", "x |> view(_, 12)"), "`?`"},
		{netOf("[?, 1, 4, 4] -> [?, 16]", "", "x |> view(_, 12)"), "swap"},
		{netOf("[?, 1, h, h] -> [?, 1, g, g]", "", "x |> maxpool2d(kernel_size=2)"), "leave out"},
		{"use rec::Lstm;\nuse shape::item;\n" + strings.TrimPrefix(netOf("[?, 7, 3] -> [?, 7, 5]", "a = Lstm::new(input_size=3, hidden_size=5, bidirectional=true);", "x |> a |> item(index=0)"), imports), "truth"},
	} {
		for _, f := range lang.Errors(check(test.source).Diagnostics)[0].Fixes {
			if strings.Contains(f.Title.String(), test.never) {
				t.Errorf("%s\nhas %s", test.source, f.Title)
			}
		}
	}
}

// A number on which no type depends is left to the user, unless another call has it.
func TestNumberToFillIn(t *testing.T) {
	source := func(weights string) string {
		return "use lin::Embedding;\nnode A<[?, 6] -> [?, 6, 3]> {}\nweights A<[?, 6] -> [?, 6, 3]> { " + weights + " }\n" +
			"graph A<[?, 6] -> [?, 6, 3]> { def forward { x |> a } }\n"
	}
	for weights, want := range map[string]string{
		"a = Embedding::new(embedding_dim=3);": "has-holes add `num_embeddings=_`",
		"a = Embedding::new(embedding_dim=3); b = Embedding::new(num_embeddings=500, embedding_dim=3);": "maybe add `num_embeddings=500`",
	} {
		ds := lang.Errors(check(source(weights)).Diagnostics)
		if f := ds[0].Fixes; len(f) == 0 || f[0].Grade+" "+f[0].Title.String() != want || (len(f) > 1) != strings.HasPrefix(want, "maybe") {
			t.Errorf("%s has %v", weights, f)
		}
	}
}

// The message and the reason name the same dimension, though another one has the same size.
func TestSameDimension(t *testing.T) {
	dg := check(netOf("[?, 3, 9, 9] -> [?, 3, 9, 2]", "a = Linear::new(in=8, out=2);", "x |> relu |> a")).Diagnostics[0]
	if !strings.Contains(dg.Message.String(), "needs `[?, 3, 9, 8]`") || dg.Explanation == nil ||
		!strings.HasPrefix(dg.Explanation.Shown.String(), "dimension 3 is 9,") {
		t.Error(dg.Message, dg.Explanation.Shown)
	}
}
