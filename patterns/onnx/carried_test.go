package onnx

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// What is carried from turn to turn keeps its type, and conditions and numbers of turns have theirs. Each mistake is one
// diagnostic, with a change where it is clear.
func TestTurns(t *testing.T) {
	const loop = "int64 n, bool c, float[3, K] z) => (y) {\n  y = Loop(n, c, z)<body = b (int64 i, bool k, float[3, K] s) => "
	for name, test := range map[string]struct{ model, want, fix string }{
		"nothing changes": {"(" + loop + "(k2, r) {\n k2 = Identity(k)\n r = Tanh(s) }>", "", ""},
		"another element type": {
			"(" + loop + "(k2, r) {\n k2 = Identity(k)\n r = Cast<to = 11>(s) }>",
			"the body of `Loop` takes `s` as `float[3, K]`, but gives `r` for the next turn as `double[3, K]`: the element types differ",
			"write `to = 1`",
		},
		"a condition that is a number": {
			"(" + loop + "(k2, r) {\n k2 = ReduceSum<keepdims = 0>(s)\n r = Tanh(s) }>",
			"the first output of the body of `Loop` is the condition for the next turn, and `k2` is `float`, not `bool`", "",
		},
		"outputs in another order": {
			"(" + loop + "(r, k2) {\n k2 = Identity(k)\n r = Tanh(s) }>",
			"the first output of the body of `Loop` is the condition for the next turn, and `r` is `float[3, K]`, not `bool`",
			"swap the outputs `r` and `k2` of the body",
		},
		"a declared shape that grows": {
			"(" + loop + "(k2, r) {\n k2 = Identity(k)\n r = Concat<axis = 0>(s, s) }>",
			"`s` is declared as `float[3, K]`, but the body of `Loop` gives it `float[6, K]` for the next turn: " +
				"axis 0 has the size 6, not 3", "",
		},
		"a shape that grows": {
			"(int64 n, bool c, float[3, K] z) => (y) {\n  y = Loop(n, c, z)<body = b (i, k, s) => (k2, r) {\n " +
				"k2 = Identity(k)\n r = Concat<axis = 0>(s, s) }>", "", "",
		},
		"another type in the first turn": {
			"(int64 n, bool c, int32[3, K] z) => (y) {\n  y = Loop(n, c, z)<body = b (int64 i, bool k, float[3, K] s) => " +
				"(k2, r) {\n k2 = Identity(k)\n r = Tanh(s) }>",
			"`s` is declared as `float[3, K]`, but `Loop` gives it `int32[3, K]` for the first turn: " +
				"the element types are `float` and `int32`", "",
		},
		"a number of turns that is a float": {
			"(float n, bool c, float[3] z) => (y) {\n  y = Loop(n, c, z)<body = b (i, k, s) => (k2, r) {\n " +
				"k2 = Identity(k)\n r = Tanh(s) }>", "the number of turns of `Loop` is `float`, not `int64`", "insert `Cast<to = 7>(n)`",
		},
		"a first condition that is a number": {
			"(int64 n, int32 c, float[3] z) => (y) {\n  y = Loop(n, c, z)<body = b (i, k, s) => (k2, r) {\n " +
				"k2 = Identity(k)\n r = Tanh(s) }>", "the condition of `Loop` is `int32`, not `bool`", "insert `Cast<to = 9>(c)`",
		},
		"the state of a Scan with another size": {
			"(float[5] z, float[T, 5] x) => (y, w) <float[5, 7] m = {...}> {\n  y, w = Scan<num_scan_inputs = 1, " +
				"body = b (s, e) => (r, o) {\n r = MatMul(e, m)\n o = Add(s, e) }>(z, x)",
			"the body of `Scan` takes `s` as `float[5]`, but gives `r` for the next turn as `float[7]`: the sizes of axis 0 differ",
			"",
		},
		"the state of a Scan with another element type": {
			"(float[5] z, float[T, 5] x) => (y, w) {\n  y, w = Scan<num_scan_inputs = 1, body = b (s, e) => (r, o) {\n " +
				"r = Cast<to = 10>(s)\n o = Add(s, e) }>(z, x)",
			"the body of `Scan` takes `s` as `float[5]`, but gives `r` for the next turn as `float16[5]`: the element types differ",
			"write `to = 1`",
		},
		"indices of named axes that no updates fit": {
			"(float[40, 6] z, int64[M] at, float[M, 6] x) => (y) <int64[1] last = {-1}> {\n  y = ScatterND(z, at, x)",
			"`ScatterND`: the indices are for M of the 2 axes, and then updates of the rank 2 do not fit",
			"insert `Unsqueeze(at, last)`",
		},
	} {
		r := analyze("<ir_version: 8, opset_import: [\"\" : 17]>\ng " + test.model + "\n}\n")
		var got []string
		for _, dg := range r.Diagnostics {
			if dg.Severity == lang.Note {
				continue
			}
			got = append(got, dg.Message.String())
			if test.fix != "" && (len(dg.Fixes) == 0 || dg.Fixes[0].Title.String() != test.fix || !dg.Fixes[0].Clean) {
				t.Errorf("%s: %v, want %s", name, dg.Fixes, test.fix)
			}
		}
		if text := strings.Join(got, "\n"); text != test.want {
			t.Errorf("%s:\n%s, want\n%s", name, text, test.want)
		}
	}
}

// Opsets that messages name are those in which an operator changed.
func TestOpsetsOfMessages(t *testing.T) {
	for model, want := range map[string]string{
		"y = Slice<starts = [1], ends = [2]>(x)": "`starts` of `Slice` is an input since opset 10, not an attribute",
		"y = Upsample<mode = \"nearest\">(x, s)": "`Upsample` was removed in opset 10; `Resize` replaces it: its third input is `scales`",
		"y = ReduceMax(x, i)":                    "`ReduceMax` takes 1 input, not 2; `axes` is an input of `ReduceMax` since opset 18",
		"y = Squeeze<axes = [0]>(x)":             "`axes` of `Squeeze` is an input since opset 13, not an attribute",
	} {
		r := analyze("<ir_version: 8, opset_import: [\"\" : 17]>\ng (float[1, 9] x) => (y) " +
			"<int64[1] i = {0}, float[2] s = {1, 2}> {\n  " + model + "\n}\n")
		errs := lang.Errors(r.Diagnostics)
		if len(errs) == 0 {
			t.Errorf("%s: no error", model)
			continue
		}
		got := errs[0].Message.String()
		for _, n := range errs[0].Notes {
			if !strings.HasPrefix(n.String(), "the first change also") {
				got += "; " + n.String()
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", model, got, want)
		}
	}
}
