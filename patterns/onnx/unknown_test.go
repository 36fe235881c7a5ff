package onnx

import (
	"slices"
	"strings"
	"testing"
)

// The table of values marks where a size, a rank or a type becomes unknown, and why leads back to these nodes and to the
// inputs that leave it open.
func TestBecomesUnknown(t *testing.T) {
	for _, test := range []struct{ nodes, marked, why string }{
		{"y = Relu(x)", "", "`x`, an input of `g`, leaves a size open"},
		{"y = Identity(f)", "", ""},
		{"i = NonZero(f); t = Transpose(i); s = Shape(t); y = ConstantOfShape(s)", "i a size", "`NonZero` decides a size when it runs"},
		{"r = Reshape(f, k); y = Neg(r)", "r a size", "`Reshape` decides a size when it runs"},
		{"r = Squeeze(x); y = Neg(r)", "r the rank", "`Squeeze` decides the rank when it runs"},
		{
			"i = NonZero(f); t = Transpose(i); d = Cast<to = 1>(t); e = Concat<axis = 1>(d, d); y = Concat<axis = 0>(x, e)", "i a size",
			"`x`, an input of `g`, leaves a size open; `NonZero` decides a size when it runs",
		},
		{
			"y = If(c)<then_branch = a () => (p) { p = Relu(f) }, else_branch = b () => (q) { q = Flatten(f) }>", "", "",
		},
		{
			"u = If(c)<then_branch = a () => (p) { p = Relu(f) }, else_branch = b () => (q) { q = Concat<axis = 0>(f, f) }>; y = Neg(u)",
			"u a size", "`If` decides a size when it runs",
		},
		{
			"u = If(c)<then_branch = a () => (p) { p = NonZero(f) }, else_branch = b () => (q) { q = Cast<to = 7>(f) }>; y = Neg(u)",
			"p a size", "`NonZero` decides a size when it runs",
		},
		{"y = my.Op(f)", "y the type", "`Op` decides the type when it runs"},
	} {
		r := analyze("<ir_version: 8, opset_import: [\"\" : 17, \"my\" : 1]>\ng (float[?, 4] x, float[2, 3] f, bool c, int64[1] k) => (y) {\n  " +
			strings.ReplaceAll(test.nodes, "; ", "\n  ") + "\n}\n")
		var marked []string
		for d := range int32(len(r.Definitions)) {
			for _, f := range r.Stages(d) {
				for _, s := range f.Stages {
					if s.Unknown != "" {
						marked = append(marked, s.Value+" "+s.Unknown)
					}
				}
			}
		}
		if slices.Sort(marked); strings.Join(marked, ", ") != test.marked {
			t.Errorf("%s: %q is marked", test.nodes, marked)
		}
		w, _ := r.Front.Why(int32(strings.LastIndex(string(r.File.Src), "y = ")), -1)
		var got []string
		for _, part := range w.Parts {
			if what := part.What.String(); strings.Contains(what, "known only when") {
				got = got[:0]
				for _, l := range part.Story {
					got = append(got, l.Text.String())
				}
			}
		}
		if text := strings.Join(got, "; "); text != test.why {
			t.Errorf("%s: %s", test.nodes, text)
		}
	}
}
