package onnx

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// The first change that people expect for a mistake of theirs: an error, or a size that is declared dynamic and is not. With
// it the model has no error and no more warnings.
func TestPeoplesChanges(t *testing.T) {
	for _, test := range []struct{ name, inputs, weights, nodes, outputs, want string }{
		{
			"axes after the batch and the channels", "float[N, 24, 9, 9] x, float[N, 24] z", "",
			"a = Sigmoid(z); b = Exp(x); y = Mul(a, b)", "y", "insert `Unsqueeze(a, {2, 3})`",
		},
		{
			"such axes where the sides are free", "float[N, 24, L] x, float[N, 6] z", "float[6, 24] w = {...}",
			"a = MatMul(z, w); y = Sub(x, a)", "y", "insert `Unsqueeze(a, {2})`",
		},
		{
			"a mask for all heads", "float[B, 6, T, T] x, float[B, 1, T] m", "", "a = Neg(m); y = Add(x, a)", "y",
			"insert `Unsqueeze(a, {1})`",
		},
		{
			"an axis that a mean drops", "float[B, T, 48] x", "int64[1] i = {-1}",
			"a = ReduceMax<axes = [2], keepdims = 0>(x); y = Sub(x, a)", "y", "write `keepdims = 1`",
		},
		{
			"axes of another layout", "float[N, 12, 20, 20] x", "float[12, 5] w = {...}",
			"a = ReduceMax<axes = [1, 2], keepdims = 0>(x); y = MatMul(a, w)", "y", "write `axes = [2, 3]`",
		},
		{
			"two directions", "float[T, B, 7] x", "float[2, 24, 7] w = {...}, float[2, 24, 8] r = {...}",
			"y, h = GRU<hidden_size = 8>(x, w, r)", "y", "add `direction = \"bidirectional\"` to `GRU`",
		},
		{
			"one direction", "float[T, B, 7] x", "float[1, 8, 7] w = {...}, float[1, 8, 8] r = {...}",
			"y, h = RNN<hidden_size = 8, direction = \"bidirectional\">(x, w, r)", "y", "write `direction = \"forward\"`",
		},
		{
			"an absent input before another", "float[1, 4, 8, 8] x", "int64[4] s = {1, 4, 16, 16}", "y = Resize(x, \"\", s)", "y",
			"leave out `scales`: write `\"\"` before `s`",
		},
		{
			"a weight that nothing uses", "float[N, 6] x", "float[9, 6] w = {...}, float[9] b = {...}",
			"y = Gemm<transB = 1>(x, b)", "y", "give `w` as `B`, before `b`",
		},
		{
			"the axes of another Slice", "float[N, 40, T] x", "int64[1] a = {0}, int64[1] b = {20}, int64[1] c = {40}, int64[1] d = {1}",
			"p = Slice(x, a, b, d); q = Slice(x, b, c); y = Add(p, q)", "y", "give `d` as `axes`, after `c`",
		},
		{
			"two numbers of another element type", "double[N, 3] x", "float u = {0.5}, float v = {1.5}",
			"a = Exp(x); b = Clip(a, u, v); y = Mul(b, x)", "y", "declare `u` and `v` with the element type `double`",
		},
		{
			"one part of several", "float[N, 30] x", "int64[3] s = {10, 10, 11}", "a, b, y = Split<axis = 1>(x, s)", "y",
			"write `10` in place of `11` in `s`",
		},
		{
			"pads of the last axes", "float[N, 3, L] x", "int64[2] p = {2, 1}", "y = Pad(x, p)", "y",
			"write `0, 0, 2, 0, 0, 1` in `p`: first what is before each of the 3 axes, then what is after each",
		},
		{
			"a zero point", "float[N, 8] x", "float s = {0.1}, int8[8, 4] w = {...}, uint8 z = {0}, uint8 u = {3}",
			"q = QuantizeLinear(x, s, u); y = MatMulInteger(q, w, u, z); d = DequantizeLinear(w, s, z)", "y",
			"declare `z` with the element type `int8`",
		},
		{
			"heads that divide a size", "float[B, S, 48] q", "",
			"y = com.microsoft.MultiHeadAttention<num_heads = 5>(q, q, q)", "y", "write `num_heads = 4`",
		},
		{
			"the letters of a result", "float[B, T, 12] x", "float[12, 3, 4] w = {...}, float[3, 4, 12] v = {...}",
			"a = Einsum<equation = \"btd,dhk->bhtk\">(x, w); b = Exp(a); c = Einsum<equation = \"bhtk,hkd->btd\">(b, v); " +
				"e = Einsum<equation = \"bhtk->bthk\">(a); f = Einsum<equation = \"bhtk,hkd->btd\">(e, v); y = Add(c, f)", "y",
			"write `equation = \"bhtk->bhtk\"`",
		},
		{
			"an axis of a direction", "float[T, B, 7] x", "float[1, 24, 7] w = {...}, float[1, 24, 8] r = {...}",
			"h, g = GRU<hidden_size = 8>(x, w, r); y = Tanh(h)", "float[T, B, 8] y", "insert `Squeeze(y, {1})` before the output",
		},
		{
			"a missing Flatten", "float[N, 6, 9, 9] x", "", "y = GlobalMaxPool(x)", "float[N, 6] y",
			"insert `Flatten<axis = 1>(y)` before the output",
		},
		{
			"channels last, of a square", "float[N, 4, 30, 30] x", "", "y = LogSoftmax<axis = 1>(x)", "float[N, 30, 30, 4] y",
			"insert `Transpose<perm = [0, 2, 3, 1]>(y)` before the output",
		},
		{
			"operands of a product", "float[B, T, 16] p, float[B, S, 16] q, float[B, S, 8] v", "",
			"k = Transpose<perm = [0, 2, 1]>(q); s = MatMul(p, k); y = MatMul(v, s)", "float[B, T, 8] y", "swap `v` and `s`",
		},
		{
			"an input of the graph", "float[N, 4, 32, 32] x", "float[4, 4, 3, 3] w = {...}, float[4, 4, 2, 2] v = {...}, float[2, 8, 1, 1] u = {...}",
			"a = Conv<pads = [1, 1, 1, 1], strides = [2, 2]>(x, w); b = Relu(a); c = Sigmoid(b); d = ConvTranspose<strides = [2, 2]>(b, v); " +
				"e = Concat<axis = 1>(d, b); f = Conv(e, u); y = Mul(f, f)", "y", "use `x` in place of `b`",
		},
		{
			"sequences and features", "float[B, 48, 5, 5] x", "int64[3] s = {0, 48, -1}, float[1, 25, 48] p = {...}",
			"a = Reshape(x, s); y = Mul(a, p)", "y", "insert `Transpose<perm = [0, 2, 1]>(a)`",
		},
		{
			"the order of a shape", "float[B, T, 8] x, float[T, B, 8] z", "int64[1] i = {0}, int64[1] k = {1}, int64[1] h = {8}, int64[1] n = {-1}",
			"s = Shape(x); b = Gather(s, i); t = Gather(s, k); c = Concat<axis = 0>(t, b, h); d = Concat<axis = 0>(b, t, n); " +
				"e = Reshape(x, c); f = Reshape(x, d); g = Mul(e, f); y = Exp(g)", "y", "swap `t` and `b`",
		},
		{
			"a size that is computed", "float[B, T, 8] x", "float[64, 8] p = {...}, int64[1] z = {0}, int64[1] k = {1}",
			"s = Shape(x); t = Gather(s, k); c = Constant<value_ints = [16]>(); q = Slice(p, z, c, z); y = Add(x, q)", "y",
			"use `t` in place of `c`",
		},
		{
			"a public output", "float[N, 4] x", "", "a = Exp(x); logits_ = Neg(a)", "float[N, 4] logits",
			"rename `logits_` to `logits`",
		},
	} {
		weights := ""
		if test.weights != "" {
			weights = " <" + test.weights + ">"
		}
		text := "<ir_version: 8, opset_import: [\"\" : 17, \"com.microsoft\" : 1]>\ng (" + test.inputs + ") => (" + test.outputs +
			")" + weights + " {\n  " + strings.ReplaceAll(test.nodes, "; ", "\n  ") + "\n}\n"
		r := analyze(text)
		if len(r.Diagnostics) == 0 {
			t.Errorf("%s: nothing is wrong", test.name)
			continue
		}
		first := slices.IndexFunc(r.Diagnostics, func(dg lang.Diagnostic) bool { return !dg.Secondary })
		dg := &r.Diagnostics[max(first, 0)]
		got := ""
		if len(dg.Fixes) > 0 {
			got = dg.Fixes[0].Title.String()
			after := analyze(string(r.File.Edited(dg.Fixes[0].Edits).Src)).Diagnostics
			if !dg.Fixes[0].Clean || len(lang.Errors(after)) > 0 || len(after) > len(r.Diagnostics) ||
				len(after) == len(r.Diagnostics) && after[0].Message.String() == dg.Message.String() {
				t.Errorf("%s: with the change `%s`: %v", test.name, got, after)
			}
		}
		if got != test.want {
			t.Errorf("%s: %s: `%s`, want `%s`", test.name, dg.Message, got, test.want)
		}
	}
}

// Changes that leave a model which nobody means: a square picture on its side, a branch that nothing uses any more, and
// weights whose bytes mean other numbers.
func TestHarmfulChanges(t *testing.T) {
	for _, test := range []struct{ inputs, weights, nodes, outputs, without string }{
		{"float[N, 4, 30, 30] x", "", "a = Relu(x); y = Softmax<axis = 1>(a)", "float[N, 30, 30, 4] y", "[0, 3, 2, 1]"},
		{
			"float[N, 24, 9, 9] x, float[N, 24] z", "float[24, 24] w = {...}",
			"a = MatMul(z, w); b = Sigmoid(a); c = Exp(x); y = Mul(c, b)", "y", "use `",
		},
		{
			"float[N, 8] x", "float s = {0.1}, int8[8, 4] w = {...}, uint8 z = {0}, uint8 u = {3}",
			"q = QuantizeLinear(x, s, u); y = MatMulInteger(q, w, u, z)", "y", "declare `w`",
		},
		{"float[N, 64, H, W] x", "float[4] s = {...}", "y = GroupNormalization<num_groups = 4>(x, s, s)", "y", "Transpose"},
	} {
		r := analyze("<ir_version: 8, opset_import: [\"\" : 21]>\ng (" + test.inputs + ") => (" + test.outputs + ") <" +
			test.weights + "> {\n  " + strings.ReplaceAll(test.nodes, "; ", "\n  ") + "\n}\n")
		if len(lang.Errors(r.Diagnostics)) == 0 {
			t.Errorf("%s: nothing is wrong", test.nodes)
		}
		for _, dg := range r.Diagnostics {
			for _, f := range dg.Fixes {
				if strings.Contains(f.Title.String(), test.without) {
					t.Errorf("%s: %s: `%s`", test.nodes, dg.Message, f.Title)
				}
			}
		}
	}
}

// What follows from one mistake is said once.
func TestOneReportOfAMistake(t *testing.T) {
	for _, test := range []struct{ inputs, weights, nodes string }{
		{"float[N, 24, H, W] x, float[N, 24] z", "float u = {0.5}", "a = Exp(z); y = Mul(x, a)"},
		{
			"float[1, 3, 8, 8] x", "float[4, 3, 1, 1] w = {...}, float[6, 4, 1, 1] v = {...}, float[2, 6, 1, 1] u = {...}",
			"a = Conv(x, w); b = Relu(a); c = Conv(b, v); b = Relu(c); y = Conv(b, u)",
		},
	} {
		r := analyze("<ir_version: 8, opset_import: [\"\" : 17]>\ng (" + test.inputs + ") => (y) <" + test.weights + "> {\n  " +
			strings.ReplaceAll(test.nodes, "; ", "\n  ") + "\n}\n")
		var got []string
		for _, dg := range r.Diagnostics {
			if !dg.Secondary {
				got = append(got, dg.Message.String())
			}
		}
		if len(got) != 1 || len(r.Diagnostics) < 2 {
			t.Errorf("%s: %q", test.nodes, got)
		}
	}
}
