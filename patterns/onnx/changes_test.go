package onnx

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// The first change for a model with one mistake. Each change is checked: the model has no error after it.
func TestChanges(t *testing.T) {
	for _, test := range []struct {
		name, inputs, weights, nodes string
		outputs                      string
		want                         string // the title; empty: none
	}{
		{
			"strides", "float[1, 8, 32, 32] x", "float[8, 8, 3, 3] w = {...}",
			"a = Conv<kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides = [2, 2]>(x, w); y = Add(a, x)", "y",
			"write `strides = [1, 1]`",
		},
		{
			"one of the pads", "float[1, 8, 32, 32] x", "float[8, 8, 3, 3] w = {...}",
			"a = Conv<kernel_shape = [3, 3], pads = [1, 1, 1, 0]>(x, w); y = Add(a, x)", "y",
			"write `pads = [1, 1, 1, 1]`",
		},
		{
			"group", "float[1, 32, 16, 16] x", "float[32, 1, 3, 3] w = {...}", "y = Conv<group = 16>(x, w)", "y",
			"write `group = 32`",
		},
		{
			"kernel", "float[1, 3, 16, 16] x", "float[8, 3, 3, 3] w = {...}", "y = Conv<kernel_shape = [5, 5]>(x, w)", "y",
			"write `kernel_shape = [3, 3]`",
		},
		{
			"missing Transpose", "float[2, 4, 10, 16] x", "", "k = Relu(x); s = MatMul(k, k); y = Softmax(s)", "y",
			"insert `Transpose<perm = [0, 1, 3, 2]>(k)`",
		},
		{
			"perm", "float[2, 10, 4, 16] x", "",
			"k = Transpose<perm = [0, 1, 2, 3]>(x); q = Transpose<perm = [0, 2, 1, 3]>(x); y = Add(k, q)", "y",
			"write `perm = [0, 2, 1, 3]`",
		},
		{
			"transB", "float[2, 64] x", "float[10, 64] w = {...}", "y = Gemm<transB = 0>(x, w)", "y",
			"write `transB = 1`",
		},
		{
			"too few pads", "float[1, 3, 8, 8] x", "float[4, 3, 3, 3] w = {...}", "y = Conv<pads = [2, 2]>(x, w)", "y",
			"write `pads = [2, 2, 2, 2]`",
		},
		{
			"too few strides", "float[1, 3, 8, 8] x", "float[4, 3, 3, 3] w = {...}", "y = Conv<strides = [2]>(x, w)", "y",
			"write `strides = [2, 2]`",
		},
		{
			"transB at its default", "float[2, 64] x", "float[10, 64] w = {...}", "y = Gemm(x, w)", "y",
			"add `transB = 1` to `Gemm`",
		},
		{
			"strides as at another node", "float[1, 8, 32, 32] x", "float[512, 10] w = {...}",
			"a = MaxPool<kernel_shape = [2, 2], strides = [2, 2]>(x); b = MaxPool<kernel_shape = [2, 2]>(a); " +
				"f = Flatten(b); y = MatMul(f, w)", "y",
			"add `strides = [2, 2]` to `MaxPool`",
		},
		{
			"pads", "float[1, 8, 32, 32] x", "float[8, 8, 3, 3] w = {...}", "a = Conv(x, w); y = Add(a, x)", "y",
			"add `pads = [1, 1, 1, 1]` to `Conv`",
		},
		{
			"perm", "float[2, 4, 10, 16] x", "", "k = Transpose(x); y = MatMul(x, k)", "y",
			"add `perm = [0, 1, 3, 2]` to `Transpose`",
		},
		{
			"required axis", "float[2, 3, 8] x, float[2, 5, 8] z", "", "y = Concat(x, z)", "y",
			"add `axis = 1` to `Concat`",
		},
		{
			"axis", "float[2, 3, 8] x, float[2, 5, 8] z", "", "y = Concat<axis = 2>(x, z)", "y",
			"write `axis = 1`",
		},
		{
			"entry of a shape", "float[2, 12, 64] x", "int64[4] s = {2, 12, 4, 15}", "y = Reshape(x, s)", "y",
			"write `16` in place of `15` in `s`",
		},
		{
			"declared size", "float[2, 63] x, float[2, 64] z", "float[64, 10] w = {...}",
			"a = MatMul(x, w); b = MatMul(z, w); y = Add(a, b)", "y",
			"write `64` in place of `63` in the type of `x`",
		},
		{
			"swapped inputs", "float[2, 64] x", "float[64, 10] w = {...}", "y = MatMul(w, x)", "y",
			"swap `w` and `x`",
		},
		{
			"another value", "float[2, 64] x", "float[64, 10] w = {...}, float[10, 5] v = {...}",
			"a = MatMul(x, w); b = Relu(a); y = MatMul(x, v)", "y",
			"use `b` in place of `x`",
		},
		{
			"element type", "int64[2, 64] x", "float[64, 10] w = {...}", "y = MatMul(x, w)", "y",
			"insert `Cast<to = 1>(x)`",
		},
		{
			"element type of a weight", "float[2, 64] x", "double[64, 10] w = {...}, float[10, 10] v = {...}",
			"a = MatMul(x, w); y = MatMul(a, v)", "y", "declare `w` with the element type `float`",
		},
		{
			"missing node with weights", "float[1, 3, 16, 16] x", "float[8, 3, 3, 3] w = {...}, float[4, 8, 3, 3] v = {...}",
			"a = Relu(x); y = Conv(a, v)", "y",
			"insert `Conv<pads = [1, 1, 1, 1], strides = [1, 1]>(a, w)`",
		},
		{
			"missing Unsqueeze", "float[2, 8] x", "int64[1] n = {2}, int64 m = {4}, int64[1] k = {2}",
			"s = Concat<axis = 0>(n, m, k); y = Reshape(x, s)", "y",
			"insert `Unsqueeze(m, {0})`",
		},
		{
			"superfluous Transpose", "float[2, 3, 8] x, float[2, 3, 8] z", "",
			"a = Relu(x); b = Transpose<perm = [0, 2, 1]>(a); y = Add(b, z)", "float[2, 3, 8] y",
			"leave out the node `Transpose` and use `a`",
		},
		{
			"declared output", "float[2, 3] x", "", "y = Transpose<perm = [1, 0]>(x)", "float[2, 3] y",
			"declare `y` as `float[3, 2]`",
		},
		{
			"attribute that became an input", "float[2, 3] x", "", "y = Unsqueeze<axes = [0]>(x)", "y", "make `axes` an input",
		},
		{
			"operator of a later opset", "float[2, 4, 8] x, float[2] s, float[2] b", "",
			"y = GroupNormalization<num_groups = 2>(x, s, b)", "y", "import opset 18",
		},
		{
			"sizes that are halved and doubled", "float[1, 8, 30, 32] x", "float[4] s = {1, 1, 2, 2}",
			"a = MaxPool<kernel_shape = [2, 2], strides = [2, 2]>(x); b = Resize(a, \"\", s); " +
				"c = MaxPool<kernel_shape = [4, 4], strides = [4, 4]>(x); d = Resize(c, \"\", s); " +
				"e = Resize(d, \"\", s); y = Concat<axis = 1>(b, e)", "y",
			"multiples of 4 fit: write `32` in place of `30` in the type of `x`",
		},
		{
			"misspelt text", "float[1, 3, 8, 8] x", "float[4, 3, 3, 3] w = {...}", "y = Conv<auto_pad = \"SAME_UPER\">(x, w)", "y",
			"write `auto_pad = \"SAME_UPPER\"`",
		},
		{
			"a number for each axis", "float[1, 3, 8, 8] x", "float[4, 3, 3, 3] w = {...}", "y = Conv<strides = 2>(x, w)", "y",
			"write `[2, 2]`",
		},
		{
			"truth for a number", "float[2, 64] x", "float[10, 64] w = {...}", "y = Gemm<transB = \"true\">(x, w)", "y",
			"write `1`",
		},
		{
			"an element type by its name", "float[2, 3] x", "", "y = Cast<to = float>(x)", "y",
			"write `1`",
		},
		{
			"pads that differ before and after", "float[1, 3, 8, 8] x", "float[3, 3, 3, 3] w = {...}",
			"a = Conv<pads = [1, 1, 2, 2]>(x, w); y = Add(a, x)", "y",
			"write `pads = [1, 1, 1, 1]`",
		},
		{
			"channels last", "float[1, 3, 8, 8] x", "float[8, 5, 5, 3] w = {...}", "y = Conv(x, w)", "y",
			"insert `Transpose<perm = [0, 3, 1, 2]>(w)`",
		},
		{
			"channels last in an image that is not a square", "float[1, 20, 30, 3] x", "float[8, 3, 5, 5] w = {...}",
			"y = Conv(x, w)", "y", "insert `Transpose<perm = [0, 3, 1, 2]>(x)`",
		},
		{
			"channels first in a square", "float[1, 64, 32, 32] x", "float[48, 32, 3, 3] w = {...}",
			"y = Conv(x, w)", "y", "add `group = 2` to `Conv`",
		},
		{
			"a number for each channel", "float[1, 8, 32, 32] x", "float[8] b = {...}", "a = Relu(x); y = Add(a, b)", "y",
			"insert `Unsqueeze(b, {1, 2})`",
		},
		{
			"a slope for each channel", "float[N, 8, 32] x", "float[8] s = {...}", "a = Exp(x); y = PRelu(a, s)", "y",
			"insert `Unsqueeze(s, {1})`",
		},
		{
			"the batch of a state", "float[5, 8, 10] x", "float[1, 256, 10] w = {...}, float[1, 256, 64] r = {...}, int64[3] z = {1, 1, 64}",
			"h = ConstantOfShape(z); y = LSTM<hidden_size = 64>(x, w, r, \"\", \"\", h, h)", "y",
			"write `8` in place of `1` in `z`",
		},
		{
			"an input of a later opset", "float[2, 3] x", "int64[1] a = {1}", "y = ReduceMean(x, a)", "y", "import opset 18",
		},
		{
			"inputs before outputs in a weight", "float[1, 3, 8, 8] x", "float[3, 16, 3, 3] w = {...}", "y = Conv(x, w)", "y",
			"insert `Transpose<perm = [1, 0, 2, 3]>(w)`",
		},
		{
			"whole numbers among others", "float[2, 3] x", "int64[3] c = {1, 2, 3}", "y = Add(x, c)", "y",
			"declare `c` with the element type `float`",
		},
		{
			"a Constant with a whole number", "float[2, 3] x", "", "c = Constant<value_int = 2>(); y = Mul(x, c)", "y",
			"write `value_float = 2.0`",
		},
		{
			"a conversion that loses nothing", "float[2, 3] x", "", "i = Size(x); y = Div(x, i)", "y",
			"insert `Cast<to = 1>(i)`",
		},
		{
			"a size that Expand keeps", "float[N, 1] x", "int64[2] s = {-1, 3}", "y = Expand(x, s)", "y",
			"write `1` in place of `-1` in `s`",
		},
		{
			"patches that do not overlap", "float[1, 3, 32, 32] x",
			"float[8, 3, 16, 16] w = {...}, float[8, 2, 2] b = {...}",
			"a = Conv<kernel_shape = [16, 16], pads = [0, 0, 0, 0]>(x, w); y = Add(a, b)", "y",
			"add `strides = [16, 16]` to `Conv`",
		},
		{
			"the order of axes of another node", "float[2, 3, 4, 5, 6] x, float[2, 3, 4, 5] z", "",
			"a = Transpose<perm = [0, 2, 1, 3]>(z); b = Transpose<perm = [0, 2, 3, 1]>(z); " +
				"c = Transpose<perm = [0, 1, 3, 2]>(z); d = Transpose<perm = [2, 0, 3, 1, 4]>(x); e = Transpose(x); " +
				"y = Add(d, e)", "y", "add `perm = [2, 0, 3, 1, 4]` to `Transpose`",
		},
		{
			"a constant that is not used", "float[4, 3] x", "int64[2] s = {2, 3}",
			"a = Constant<value_ints = [0]>(); b = Constant<value_ints = [2]>(); c = Slice(x, b, b); y = Reshape(c, s)",
			"y", "use `a` in place of `b`",
		},
		{
			"a node before two others", "float[2, 8] x", "float[8, 16] w = {...}, float[16] b = {...}",
			"a = Relu(x); c = Add(a, b); y = Mul(c, a)", "y", "insert `MatMul(a, w)`",
		},
		{
			"the mean of each channel", "float[1, 8, 4, 4] x", "float[10, 8] w = {...}, int64[2] s = {1, 8}",
			"a = Reshape(x, s); y = Gemm<transB = 1>(a, w)", "float[1, 10] y", "insert `GlobalAveragePool(x)`",
		},
		{
			"a classifier of images of any size", "float[N, 3, 64, 64] x", "float[8, 3, 3, 3] w = {...}, float[10, 8] v = {...}",
			"a = Conv(x, w); f = Flatten(a); y = Gemm<transB = 1>(f, v)", "y", "insert `GlobalAveragePool(a)`",
		},
		{
			"data are not turned", "float[8, 20] x", "float[8, 10] w = {...}, float[10] b = {...}",
			"a = Exp(x); y = Gemm(a, w, b)", "y", "write `8` in place of `20` in the type of `x`",
		},
		{
			"data stay before their weight", "float[16, 128] x", "float[64, 16] w = {...}, float[64, 128] v = {...}",
			"a = Relu(x); b = MatMul(a, w); y = Add(b, v)", "y", "",
		},
		{
			"the batch stays the first axis", "float[2, 3, 5, 7] x, float[3, 2, 5, 7] z", "",
			"a = Transpose<perm = [0, 1, 2, 3]>(x); y = Add(a, z)", "y", "insert `Unsqueeze(a, {2})`",
		},
		{
			"missing Concat", "float[N, T, 64] x", "int64 i = {0}, int64 k = {1}, int64[1] z = {0}, int64[2] c = {4, 16}",
			"s = Shape(x); n = Gather(s, i); t = Gather(s, k); a = Unsqueeze(n, z); b = Unsqueeze(t, z); y = Reshape(x, a)", "y",
			"insert `Concat<axis = 0>(a, b, c)`",
		},
		{
			"missing Unsqueeze whose axes are not used", "float[N, 64] x", "int64 i = {0}, int64[1] z = {0}, int64[1] c = {8}",
			"s = Shape(x); n = Gather(s, i); d = Concat<axis = 0>(n, c, c); y = Reshape(x, d)", "y",
			"insert `Unsqueeze(n, z)`",
		},
		{
			"missing Gather", "float[N, 64] x", "int64 i = {0}, int64[1] z = {0}, int64[1] c = {64}",
			"s = Shape(x); n = Unsqueeze(s, z); d = Concat<axis = 0>(n, c); y = Reshape(x, d)", "y",
			"insert `Gather<axis = 0>(s, i)`",
		},
		{
			"missing DequantizeLinear", "float[N, 3, 8, 8] x", "int8[8, 3, 3, 3] q = {...}, float s = {0.5}",
			"y = Conv(x, q)", "y", "insert `DequantizeLinear(q, s)`",
		},
		{
			"pads of a pooling", "float[1, 2, 24, 24] x", "int64[2] s = {1, 288}, float[288, 5] w = {...}",
			"a = MaxPool<kernel_shape = [3, 3], strides = [2, 2]>(x); b = Reshape(a, s); y = MatMul(b, w)", "y", "add `pads = [1, 1, 1, 1]` to `MaxPool`",
		},
		{
			"a zero point of another type", "float[1, 3, 8, 8] x", "float s = {0.5}, uint8 z = {128}, int8 k = {0}",
			"a = QuantizeLinear(x, s, z); y = DequantizeLinear(a, s, k)", "y", "declare `k` with the element type `uint8`",
		},
		{
			"a number of another type", "float[1, 80] x", "int32[1] k = {3}", "y, z = TopK(x, k)", "y",
			"declare `k` with the element type `int64`",
		},
		{
			"equal parts of another size", "float[2, 12] x", "int64[3] p = {6, 6, 6}", "y, a, b = Split<axis = 1>(x, p)", "y",
			"write `4` in place of each `6` in `p`",
		},
		{
			"sizes of the last axes", "float[1, 64, 20, 20] x", "int64[2] s = {40, 40}", "y = Resize(x, \"\", \"\", s)", "y",
			"write `1, 64` before the numbers of `s`",
		},
		{
			"factors of the last axes", "float[N, 64, 20, 20] x", "float[2] s = {2.0, 2.0}", "y = Resize(x, \"\", s)", "y",
			"write `1.0, 1.0` before the numbers of `s`",
		},
		{
			"Gemm of a sequence", "float[B, T, 8] x", "float[16, 8] w = {...}, float[16] b = {...}", "y = Gemm<transB = 1>(x, w, b)", "y",
			"write `Transpose`, `MatMul`, `Add` in place of `Gemm`",
		},
		{
			"Gemm of a sequence with a factor", "float[B, T, 8] x", "float[8, 16] w = {...}", "y = Gemm<alpha = 0.5>(x, w)", "y",
			"insert `Flatten<axis = 1>(x)`",
		},
		{"nothing that a person would change", "float[7, 11] x, float[13, 17] z", "", "a = Exp(z); b = NonZero(x); y = Where(b, a, x)", "y", ""},
	} {
		weights := ""
		if test.weights != "" {
			weights = " <" + test.weights + ">"
		}
		text := "<ir_version: 8, opset_import: [\"\" : 17]>\ng (" + test.inputs + ") => (" + test.outputs + ")" + weights +
			" {\n  " + strings.ReplaceAll(test.nodes, "; ", "\n  ") + "\n}\n"
		r := analyze(text)
		errs := lang.Errors(r.Diagnostics)
		if len(errs) != 1 {
			t.Errorf("%s: %v", test.name, r.Diagnostics)
			continue
		}
		got := ""
		if fixes := errs[0].Fixes; len(fixes) > 0 {
			got = fixes[0].Title.String()
			after := analyze(string(r.File.Edited(fixes[0].Edits).Src))
			if !fixes[0].Checked || len(lang.Errors(after.Diagnostics)) > 0 {
				t.Errorf("%s: with the change `%s`, checked %t: %v", test.name, got, fixes[0].Checked, after.Diagnostics)
			}
		}
		if got != test.want {
			t.Errorf("%s: %s: `%s`, want `%s`", test.name, errs[0].Message, got, test.want)
		}
	}
}

// Changes that nobody would make, although the model has no error with them: another number than 1 or 0 for a switch, a
// value that a graph in an attribute uses as an index, and a constant whose batch is another axis.
func TestUnlikelyChanges(t *testing.T) {
	for _, test := range []struct{ inputs, nodes, without string }{
		{"float[1, 256] x", "w = Constant<value = float[120, 256] {...}>(); y = Gemm<transB = 0>(x, w)", "-"},
		{
			"float[2, 3] x, int64 m, bool c", "a = MatMul(x, x); z = Loop(m, c, x) <body = b (i, k, s) => (k, s) {}>; y = Add(a, z)",
			"Gather",
		},
		{
			"float[1, 8, 62, 40] x", "w = Constant<value = float[1, 8, 33, 20] {...}>(); " +
				"p = MaxPool<kernel_shape = [2, 2], strides = [2, 2]>(x); y = Add(p, w)", "Transpose",
		},
	} {
		r := analyze("<ir_version: 8, opset_import: [\"\" : 17]>\ng (" + test.inputs + ") => (y) {\n  " +
			strings.ReplaceAll(test.nodes, "; ", "\n  ") + "\n}\n")
		errs := lang.Errors(r.Diagnostics)
		if len(errs) != 1 || len(errs[0].Fixes) == 0 {
			t.Errorf("%s: %v", test.nodes, r.Diagnostics)
			continue
		}
		for _, f := range errs[0].Fixes {
			if strings.Contains(f.Title.String(), test.without) {
				t.Errorf("%s: %s", test.nodes, f.Title)
			}
		}
	}
}

// A change is checked that reveals an error further down, which the first one hid, but none that breaks a node that was
// decided, nor an output.
func TestHiddenErrors(t *testing.T) {
	for nodes, want := range map[string]string{
		"b = Add(a, x); c = GlobalAveragePool(b); d = Flatten(c); y = MatMul(d, m)": "write `pads = [1, 1, 1, 1]`",
		"b = Add(a, x); c = Relu(b); y = Reshape(c, s)":                             "write `pads = [1, 1, 1, 1]`",
		"b = Add(a, x); c = Relu(a); y = Reshape(c, s)":                             "",
		"b = Add(a, x); c = Relu(x); y = Reshape(c, s)":                             "write `pads = [1, 1, 1, 1]`",
	} {
		r := analyze("<ir_version: 8, opset_import: [\"\" : 17]>\ng (float[N, 8, 32, 32] x) => (y) " +
			"<float[8, 8, 3, 3] w = {...}, float[10, 16] m = {...}, int64[4] s = {0, 8, 32, 31}> {\n  " +
			"a = Conv<pads = [1, 1, 1, 0]>(x, w)\n  " +
			strings.ReplaceAll(nodes, "; ", "\n  ") + "\n}\n")
		got := ""
		dg := lang.Errors(r.Diagnostics)[0]
		if len(dg.Fixes) > 0 && dg.Fixes[0].Checked {
			got = dg.Fixes[0].Title.String()
		}
		if got != want {
			t.Errorf("%s: `%s`, want `%s`", nodes, got, want)
		}
	}
}

// An error about an output has suspects, and changes although there is another error.
func TestOutputSuspects(t *testing.T) {
	for _, nodes := range []string{
		"a = ArgMax<axis = 0, keepdims = 0>(x); y = Cast<to = 7>(a)",
		"a = ArgMax<axis = 0, keepdims = 0>(x); y = Cast<to = 7>(a); b = Concat<axis = 0>(x, x, w)",
	} {
		r := analyze("<ir_version: 8, opset_import: [\"\" : 17]>\ng (float[4, 10] x) => (int64[4] y) " +
			"<float[3] w = {...}> {\n  " + strings.ReplaceAll(nodes, "; ", "\n  ") + "\n}\n")
		errs := lang.Errors(r.Diagnostics)
		k := slices.IndexFunc(errs, func(dg lang.Diagnostic) bool {
			return strings.HasPrefix(dg.Message.String(), "the output")
		})
		if k < 0 {
			t.Errorf("%s: no error about the output", nodes)
			continue
		}
		var titles, places []string
		for _, f := range errs[k].Fixes {
			titles = append(titles, f.Title.String())
		}
		for _, b := range errs[k].Blame {
			places = append(places, r.File.Text(b.Span))
		}
		if !slices.Contains(titles, "write `axis = 1`") || !slices.Contains(places, "axis = 0") {
			t.Errorf("%s: %s: %q, %q", nodes, errs[k].Message, titles, places)
		}
	}
}

// The places are shown where different element types come from, also in a branch.
func TestElements(t *testing.T) {
	for nodes, places := range map[string][]string{
		"a = Abs(z); b = Neg(a); c = Cast<to = 11>(x); d = Relu(c); y = Add(b, d)": {
			"int32: the element type is written here", "Cast<to = 11>(x): `Cast` decides the element type",
		},
		"a = If(yes) <then_branch = t () => (p) { p = Cast<to = 7>(x) }, else_branch = e () => (q) { q = Cast<to = 7>(z) }" +
			">; b = Neg(a); y = Add(b, z)": {
			"int32: the element type is written here", "Cast<to = 7>(x): `Cast` decides the element type",
		},
		"n = Constant<value = bool {0}>(); a = If(n) <then_branch = t () => (p) { p = Cast<to = 7>(x) }, " +
			"else_branch = e () => (q) { q = Relu(x) }>; b = Neg(a); y = Add(b, z)": {
			"float: the element type is written here",
		},
	} {
		r := analyze("<ir_version: 8, opset_import: [\"\" : 17]>\ng (float[4] x, int32[4] z, bool yes) => (y) {\n  " +
			strings.ReplaceAll(nodes, "; ", "\n  ") + "\n}\n")
		var got []string
		for _, x := range lang.Errors(r.Diagnostics)[0].Related {
			got = append(got, r.File.Text(x.Span)+": "+x.Message.String())
		}
		for _, want := range places {
			if !slices.Contains(got, want) {
				t.Errorf("%s: %q", nodes, got)
			}
		}
	}
}

// Both changes of a size that is declared dynamic and is not, and the greatest size that works.
func TestPromiseChanges(t *testing.T) {
	for _, test := range []struct{ nodes, says, want string }{
		{"y = Reshape(x, s)", "for N = 2", "write `0` in place of `2`; declare `N` as `2`"},
		{"t = Constant<value_ints = [4, 2]>(); y = Reshape(x, t)", "for N = 2", "write `-1` in place of `2`; declare `N` as `2`"},
		{"y = Add(x, w)", "for N = 7 or 1", "declare `N` as `7`"},
		{"v = Add(x, w); y = Concat<axis = 1>(x, w, v)", "for N = 7", "declare `N` as `7`"},
		{"a = Slice(p, z, m, z); b = Shape(x); n = Gather(b, z); c = Slice(p, z, n, z); y = Mul(c, x)", "for N up to 40", ""},
	} {
		text := "<ir_version: 8, opset_import: [\"\" : 17]>\ng (float[N, 4] x) => (y) <int64[3] s = {2, 2, 2}, " +
			"float[7, 4] w = {...}, float[40, 4] p = {...}, int64[1] z = {0}, int64[1] m = {5}> {\n  " +
			strings.ReplaceAll(test.nodes, "; ", "\n  ") + "\n}\n"
		r := analyze(text)
		if len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != lang.Promise {
			t.Errorf("%s: %v", test.nodes, r.Diagnostics)
			continue
		}
		var titles []string
		for _, f := range r.Diagnostics[0].Fixes {
			titles = append(titles, f.Title.String())
			if after := analyze(string(r.File.Edited(f.Edits).Src)); !f.Checked || len(after.Diagnostics) > 0 {
				t.Errorf("%s: with `%s`: %v", test.nodes, f.Title, after.Diagnostics)
			}
		}
		if got := strings.Join(titles, "; "); got != test.want || !strings.HasSuffix(r.Diagnostics[0].Message.String(), test.says) {
			t.Errorf("%s: %s: %s", test.nodes, r.Diagnostics[0].Message, got)
		}
	}
}

// Changes of whole models in which sizes that are declared dynamic are not.
func TestPromisesOfModels(t *testing.T) {
	for _, test := range []struct{ inputs, weights, nodes, says, want string }{
		{
			"float[10, B, 20] x, float[1, 1, 20] h", "float[1, 60, 20] w = {...}",
			"y, z = GRU<hidden_size = 20>(x, w, w, \"\", \"\", h)", "`B`: only for B = 1",
			"write `B` in place of `1` in the type of `h`; declare `B` as `1`",
		},
		{
			"float[B, T, 8] x, float[B, S, 8] z", "int64[1] i = {0}, int64[1] k = {1}, int64[2] h = {4, 2}",
			"s = Shape(x); b = Gather(s, i); t = Gather(s, k); c = Concat<axis = 0>(b, t, h); y = Reshape(z, c)",
			"`S` and `T`: only for S = T", "declare `S` as `T`",
		},
		{
			"float[N, 8] x, float[M, 4] z", "", "y = Concat<axis = 1>(x, z)", "`M` and `N`: only for M = N", "declare `M` as `N`",
		},
		{
			"float[B, T, 96] x", "int64[4] s = {0, 0, 8, 12}",
			"r = Reshape(x, s); q = Transpose<perm = [0, 2, 1, 3]>(r); k = Transpose<perm = [0, 2, 1, 3]>(r); " +
				"e = Exp(k); y = MatMul(q, e)",
			"`T`: only for T = 12", "write `perm = [0, 2, 3, 1]`; declare `T` as `12`",
		},
		{
			"float[N, 16] x", "int64[3] s = {6, 4, 4}, int64[2] s2 = {6, 16}", "a = Reshape(x, s); b = Exp(a); y = Reshape(b, s2)",
			"`N`: only for N = 6", "write `0` in place of `6` in 2 shapes; declare `N` as `6`",
		},
		{
			"float[1, N] x", "int64[2] s = {1, 9}", "y = Expand(x, s)", "`N`: only for N = 9 or 1",
			"write `1` in place of `9`; declare `N` as `9`",
		},
		{
			"float[1, 9, h, w] x", "int64[6] s = {1, 1, 3, 3, 24, 20}", "y = Reshape(x, s)", "`h` and `w`: only for h*w = 480",
			"declare `h` as `24` and `w` as `20`",
		},
		{
			"float[N, 9, h, w] x", "int64[6] s = {-1, 1, 3, 3, 24, 20}", "y = Reshape(x, s)",
			"`N` and `h` and `w`: only where N*h*w is a multiple of 480", "declare `h` as `24` and `w` as `20`",
		},
		{
			"float[B, T, 96] x", "int64[4] s = {1, 16, 8, 12}", "y = Reshape(x, s)", "`B` and `T`: only for B*T = 16",
			"write `0` in place of `1` and `16`; declare `B` as `1` and `T` as `16`",
		},
		{
			"float[B, T, 96] x", "", "s = Constant<value_ints = [2, 5, 8, 12]>(); y = Reshape(x, s)", "`B` and `T`: only for B*T = 10",
			"write `0` in place of `2` and `5`; declare `B` as `2` and `T` as `5`",
		},
		{
			"float[B, 16, T, 6] x", "int64[1] b = {2}, int64[1] t = {5}, int64[1] f = {96}",
			"s = Concat<axis = 0>(b, t, f); k = Transpose<perm = [0, 2, 1, 3]>(x); y = Reshape(k, s)", "`B` and `T`: only for B*T = 10",
			"write `0` in place of `2` and `5`; declare `B` as `2` and `T` as `5`",
		},
		{
			"float[T, B, 512] x", "int64[3] s = {62, 8, 64}", "y = Reshape(x, s)", "`B` and `T`: only for B*T = 62",
			"write `-1` in place of `62` in `s`; declare `T` as `62` and `B` as `1`",
		},
		{
			"float[1, 2, H] x", "float[2, 10] w = {...}", "a = MaxPool<kernel_shape = [2], strides = [2]>(x); y = Add(a, w)",
			"`H`: only for H from 20 to 21 or from 2 to 3", "declare `H` as `20`",
		},
		{
			"float[H, W] x, float[7, 4] z", "", "y = Add(x, z)", "`H`: only for H = 7 or 1",
			"write `H` in place of `7` in the type of `z`; declare `H` as `7`",
		},
	} {
		r := analyze("<ir_version: 8, opset_import: [\"\" : 17]>\ng (" + test.inputs + ") => (y) <" + test.weights + "> {\n  " +
			strings.ReplaceAll(test.nodes, "; ", "\n  ") + "\n}\n")
		if len(r.Diagnostics) == 0 {
			t.Errorf("%s: no warning", test.nodes)
			continue
		}
		dg := r.Diagnostics[0]
		for _, is := range []string{" is", " are"} {
			dg.Message = lang.Text(strings.Replace(dg.Message.String(), is+" declared dynamic, but the model works", ":", 1))
		}
		var titles []string
		for _, f := range dg.Fixes {
			titles = append(titles, f.Title.String())
			if after := analyze(string(r.File.Edited(f.Edits).Src)); len(after.Diagnostics) >= len(r.Diagnostics) {
				t.Errorf("%s: with `%s`: %v", test.nodes, f.Title, after.Diagnostics)
			}
		}
		if got := strings.Join(titles, "; "); got != test.want || dg.Message.String() != test.says {
			t.Errorf("%s: %s: %s", test.nodes, dg.Message, got)
		}
	}
}

// Of an axis that two numbers name, one is offered: the one that is not negative.
func TestAxisChanges(t *testing.T) {
	for nodes, want := range map[string]string{
		"y = Concat(x, z)":               "add `axis = 1` to `Concat`",
		"y = Concat<axis = 0>(x, z)":     "write `axis = 1`",
		"y = Concat<axis = -2>(x, z)":    "write `axis = -1`",
		"y = Concat<axis = \"1\">(x, z)": "write `1`",
	} {
		r := analyze("<ir_version: 8, opset_import: [\"\" : 17]>\ng (float[4, 8] x, float[4, 2] z) => (y) {\n  " + nodes + "\n}\n")
		var titles []string
		for _, f := range lang.Errors(r.Diagnostics)[0].Fixes {
			titles = append(titles, f.Title.String())
		}
		if got := strings.Join(titles, "; "); got != want {
			t.Errorf("%s: %s", nodes, got)
		}
	}
}

// All declared types that are not the derived ones are changed at once, unless the model has an error.
func TestStaleChanges(t *testing.T) {
	for _, test := range []struct{ locals, nodes, want, after string }{
		{"float[N, 7] a", "a = Exp(x); y = Exp(a)", "declare the type `float[N, 8]`", "float[N, 8] a"},
		{
			"float[N, 7] a, float[2, 3] y, float[N, 8] b, int64[N, 7] c", "a = Exp(x); b = Exp(a); c = Exp(b); y = Concat<axis = 0>(b, b)",
			"declare the derived types of 3 values", "float[N, 8] a, float[?, 8] y, float[N, 8] b, float[N, 8] c",
		},
		{"float[N, 7] a", "a = Exp(x); y = Softmax<axis = 5>(a)", "", ""},
	} {
		r := analyze("<ir_version: 8, opset_import: [\"\" : 17]>\ng (float[N, 8] x) => (y) <" + test.locals + "> {\n  " +
			strings.ReplaceAll(test.nodes, "; ", "\n  ") + "\n}\n")
		found := false
		for _, dg := range r.Diagnostics {
			if dg.Code != lang.Stale {
				continue
			}
			found = true
			if len(dg.Fixes) != 1 {
				if test.want != "" {
					t.Errorf("%s: %v", test.nodes, dg.Fixes)
				}
				continue
			}
			f := dg.Fixes[0]
			if f.Title.String() != test.want || !f.Checked || !strings.Contains(string(r.File.Edited(f.Edits).Src), "<"+test.after+">") {
				t.Errorf("%s: %s, checked %t: %s", test.nodes, f.Title, f.Checked, r.File.Edited(f.Edits).Src)
			}
		}
		if !found {
			t.Errorf("%s: %v", test.nodes, r.Diagnostics)
		}
	}
}

// Changes of nodes of functions, with the types of the call that fails.
func TestChangesOfFunctions(t *testing.T) {
	for _, test := range []struct{ body, want string }{
		{"r = Relu(a); c = Softmax<axis = 5>(r)", "write `axis = 0`; write `axis = 1`"},
		{"s = Constant<value_ints = [7, 1]>(); d = Reshape(a, s); c = Relu(d)", "write `6` in place of `7` in `s`; write `-1` in place of `7` in `s`"},
		{"r = Neg(b); c = Gemm(a, r)", "add `transB = 1` to `Gemm`"},
		{"t = Transpose<perm = [0, 1]>(b); c = MatMul(a, t)", "write `perm = [1, 0]`"},
		{"c = Flatten<axis: int = @k>(a)", "write `k = 0` in 2 calls; write `k = 1` in 2 calls"},
		{"t = Transpose<perm = [1, 0]>(b); c = MatMul(a, b)", "use `t` in place of `b`; insert `Transpose<perm = [1, 0]>(b)`"},
	} {
		r := analyze("<ir_version: 8, opset_import: [\"\" : 17, \"f\" : 1]>\ng (float[2, 3] x, float[4, 3] w) => (y) {\n" +
			"  z = f.F<k = 7>(x, w)\n  y = f.F<k = 7>(x, w)\n}\n<domain: \"f\", opset_import: [\"\" : 17]>\nF <k: int = 0> (a, b) => (c) {\n  " +
			strings.ReplaceAll(test.body, "; ", "\n  ") + "\n}\n")
		errs := lang.Errors(r.Diagnostics)
		if len(errs) != 1 {
			t.Errorf("%s: %v", test.body, r.Diagnostics)
			continue
		}
		var titles []string
		for _, f := range errs[0].Fixes {
			titles = append(titles, f.Title.String())
			if after := analyze(string(r.File.Edited(f.Edits).Src)); !f.Checked || len(lang.Errors(after.Diagnostics)) > 0 {
				t.Errorf("%s: `%s`, checked %t: %v", test.body, f.Title, f.Checked, after.Diagnostics)
			}
		}
		if got := strings.Join(titles, "; "); got != test.want {
			t.Errorf("%s: %s", test.body, got)
		}
	}
}

// The cause of an error is in a function or at a call of it. The first change is in the function if the model is right
// with it for all calls, or else at the calls that fail.
func TestChangesAcrossFunctions(t *testing.T) {
	for name, test := range map[string]struct{ nodes, functions, want string }{
		"an attribute that a call gives": {
			"y = f.Linear<t = 0>(x, w)", "Linear <t> (a, b) => (c) {; c = Gemm<transB: int = @t>(a, b)", "write `t = 1`: y = f.Linear<t = 0>(x, w)",
		},
		"an attribute that a call does not give": {
			"y = f.Linear(x, w)", "Linear <t> (a, b) => (c) {; c = Gemm<transB: int = @t>(a, b)",
			"add `t = 1` to `Linear`: y = f.Linear(x, w)",
		},
		"an attribute whose default is right for another call": {
			"a = f.Linear(x, v); y = f.Linear(x, w)", "Linear <t: int = 0> (a, b) => (c) {; c = Gemm<transB: int = @t>(a, b)",
			"add `t = 1` to `Linear`: y = f.Linear(x, w)",
		},
		"an attribute through two functions": {
			"y = f.Layer<t = 0>(x, w)", "Linear <t> (a, b) => (c) {; c = Gemm<transB: int = @t>(a, b)}\n" +
				own + "Layer <t> (a, b) => (c) {; c = f.Linear<t: int = @t>(a, b)", "write `t = 1`: y = f.Layer<t = 0>(x, w)",
		},
		"arguments of a call": {
			"y = f.Linear(v, x)", "Linear (a, b) => (c) {; c = MatMul(a, b)", "swap `a` and `b`: c = MatMul(a, b)",
		},
		"arguments of one of two calls": {
			"a = f.Linear(x, v); y = f.Linear(v, x)", "Linear (a, b) => (c) {; c = MatMul(a, b)", "swap `v` and `x`: y = f.Linear(v, x)",
		},
		"a node before a call": {
			"u = Transpose<perm = [0, 1]>(w); a = f.Linear(x, v); b = f.Linear(x, u); y = Add(a, b)",
			"Linear (a, b) => (c) {; c = MatMul(a, b)", "write `perm = [1, 0]`: u = Transpose<perm = [0, 1]>(w)",
		},
		"a node of a function, used after its calls": {
			"a = f.Block(i, k); b = f.Block(a, l); y = Add(b, i)",
			"Block (a, b) => (c) {; r = Conv<pads = [0, 0, 0, 0]>(a, b); c = Relu(r)",
			"write `pads = [1, 1, 1, 1]`: r = Conv<pads = [0, 0, 0, 0]>(a, b)",
		},
		"an attribute of one call, used after it": {
			"a = f.Block<s = [1, 1]>(i, k); c = Add(a, i); b = f.Block<s = [2, 2]>(i, l); y = Add(c, b)",
			"Block <s> (a, b) => (c) {; r = Conv<pads = [1, 1, 1, 1], strides: ints = @s>(a, b); c = Relu(r)",
			"write `s = [1, 1]`: b = f.Block<s = [2, 2]>(i, l)",
		},
	} {
		lines := func(text string) string { return strings.ReplaceAll(text, "; ", "\n  ") }
		r := analyze("<ir_version: 8, opset_import: [\"\" : 17, \"f\" : 1]>\ng (float[2, 3] x, float[4, 3] w, float[3, 4] v, " +
			"float[1, 8, 16, 16] i, float[8, 8, 3, 3] k, float[8, 8, 3, 3] l) => (y) {\n  " +
			lines(test.nodes) + "\n}\n" + own + lines(test.functions) + "\n}\n")
		errs := lang.Errors(r.Diagnostics)
		if len(errs) != 1 || len(errs[0].Fixes) == 0 {
			t.Errorf("%s: %v", name, r.Diagnostics)
			continue
		}
		f := errs[0].Fixes[0]
		line := r.File.Line(r.File.Position(f.Edits[0].Span.Start).Line)
		got := f.Title.String() + ": " + strings.TrimSpace(string(line))
		if after := analyze(string(r.File.Edited(f.Edits).Src)); !f.Checked || len(lang.Errors(after.Diagnostics)) > 0 {
			t.Errorf("%s: `%s`, checked %t: %v", name, got, f.Checked, after.Diagnostics)
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

// own begins a function of the domain f.
const own = "<domain: \"f\", opset_import: [\"\" : 17, \"f\" : 1]>\n"

// A change that takes the freedom of a name is not offered beside one that keeps it.
func TestNamesStayFree(t *testing.T) {
	errs := lang.Errors(analyze(`<ir_version: 8, opset_import: ["" : 17]>
g (float[N, 3, 32, 32] x) => (y) <float[10, 512] w = {...}> {
  c = Flatten(x)
  y = Gemm<transB = 1>(c, w)
}
`).Diagnostics)
	if len(errs) != 1 || len(errs[0].Fixes) != 1 ||
		errs[0].Fixes[0].Title.String() != "write `3072` in place of `512` in the type of `w`" {
		t.Errorf("%v", errs)
	}
}
