package onnx

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

func analyze(text string) *patterns.Result {
	return Language.Analyze(context.Background(), lang.NewFile("a.onnxtxt", []byte(text)), language.Options{})
}

// valuesOf returns the types of the values of the first graph of a model.
func valuesOf(r *patterns.Result) map[string]string {
	values := make(map[string]string)
	for _, f := range r.Stages(0) {
		for _, s := range f.Stages {
			values[s.Value] = s.Type
		}
	}
	return values
}

// textOf returns a model with the node of a fact. Its constants are initializers and Constant nodes by turns.
func textOf(f *fact) string {
	var inputs, weights, nodes, args, attrs, results []string
	for i, x := range f.Inputs {
		name := "i" + strconv.Itoa(i)
		if x == nil {
			args = append(args, `""`)
			continue
		}
		args = append(args, name)
		typ := x.Elem
		if x.Shape == nil {
			typ += "[]"
		} else if len(x.Shape) > 0 {
			var dims []string
			for _, d := range x.Shape {
				if dims = append(dims, "?"); d != nil {
					dims[len(dims)-1] = fmt.Sprint(d)
				}
			}
			typ += "[" + strings.Join(dims, ", ") + "]"
		}
		if x.Const == nil {
			inputs = append(inputs, typ+" "+name)
			continue
		}
		data := strings.NewReplacer("true", "1", "false", "0").Replace(strings.Trim(string(x.Const), "[]"))
		if i%2 == 0 {
			weights = append(weights, typ+" "+name+" = {"+data+"}")
		} else {
			nodes = append(nodes, "  "+name+" = Constant<value = "+typ+" {"+data+"}>()")
		}
	}
	for _, a := range attributesOf(f.Attributes) {
		attrs = append(attrs, a.Name+" = "+string(f.Attributes[a.Name]))
	}
	for i := range f.Outputs {
		results = append(results, "o"+strconv.Itoa(i))
	}
	with := ""
	if len(attrs) > 0 {
		with = "<" + strings.Join(attrs, ", ") + ">"
	}
	local := ""
	if len(weights) > 0 {
		local = " <" + strings.Join(weights, ", ") + ">"
	}
	nodes = append(nodes, "  "+strings.Join(results, ", ")+" = "+f.Op+with+"("+strings.Join(args, ", ")+")")
	return fmt.Sprintf("<ir_version: 8, opset_import: [\"\" : %d]>\ng (%s) => (%s)%s {\n%s\n}\n", f.Opset,
		strings.Join(inputs, ", "), strings.Join(results, ", "), local, strings.Join(nodes, "\n"))
}

// The one-node facts as models: verdicts, outputs, and shapes with arithmetic on names.
func TestModelsOfFacts(t *testing.T) {
	var verdicts, all, outputs, right, ideal, wanted int
	for _, f := range readFacts(t) {
		if f.Want.Verdict == "disputed" {
			continue
		}
		all++
		text := textOf(&f)
		r := analyze(text)
		if errs := lang.Errors(r.Diagnostics); (len(errs) > 0) != (f.Want.Verdict == "fail") {
			t.Errorf("%s: %v, want %s %s\n%s", f.ID, r.Diagnostics, f.Want.Verdict, f.Want.Why, text)
			continue
		}
		verdicts++
		if f.Want.Verdict != "ok" {
			continue
		}
		right++
		b, values, good := newBench(), valuesOf(r), true
		read := func(i int) Type { return b.parse(values["o"+strconv.Itoa(i)]) }
		for i := range f.Want.Outputs {
			if i < f.Outputs && !b.agrees(read(i), &f.Want.Outputs[i]) {
				t.Errorf("%s: output %d is %s, want %v\n%s", f.ID, i, values["o"+strconv.Itoa(i)], f.Want.Outputs[i], text)
				good = false
			}
		}
		if good {
			outputs++
		}
		if f.Want.IdealShape != nil {
			wanted++
			if slices.Equal(read(0).Shape, b.sizesOf(f.Want.IdealShape)) {
				ideal++
			} else {
				t.Errorf("%s: output is %s, want %v", f.ID, values["o0"], f.Want.IdealShape)
			}
		}
	}
	t.Logf("verdicts %d of %d, outputs %d of %d, ideal shapes %d of %d", verdicts, all, outputs, right, ideal, wanted)
}

// The graphs of the cases: verdicts, and the first node that is wrong.
func TestModelsOfGraphs(t *testing.T) {
	data, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Graphs []graphCase }
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	verdicts, places, failing := 0, 0, 0
	for _, g := range all.Graphs {
		r := analyze(g.Text)
		errs := lang.Errors(r.Diagnostics)
		warned := slices.ContainsFunc(r.Diagnostics, func(dg lang.Diagnostic) bool { return dg.Severity == lang.Warning })
		good := false
		switch g.Want.Verdict {
		case "fail":
			good = len(errs) > 0
		case "warning":
			good = len(errs) == 0 && warned
		case "undecided":
			good = len(errs) == 0
		default:
			good = len(errs) == 0 && !warned
		}
		if !good {
			t.Errorf("%s: %v, want %s at %s\n%s", g.ID, r.Diagnostics, g.Want.Verdict, g.Want.FailsAt, g.Text)
			continue
		}
		if verdicts++; g.Want.Verdict != "fail" {
			continue
		}
		failing++
		if at := failsAt(r, errs[0].Span); len(errs) == 1 && at == g.Want.FailsAt {
			places++
		} else if g.ID != "mlp-order" { // a promise comes first, which its error follows from
			t.Errorf("%s: fails at %s, want %s: %v\n%s", g.ID, at, g.Want.FailsAt, r.Diagnostics, g.Text)
		}
	}
	t.Logf("verdicts %d of %d, places %d of %d", verdicts, len(all.Graphs), places, failing)
}

// failsAt returns the first output of the innermost node at a place, or the declared output.
func failsAt(r *patterns.Result, at lang.Span) string {
	p := r.Front.(*program)
	best := onnx.NoNode
	for id := range p.tree.Nodes {
		n := onnx.NodeID(id)
		if p.tree.Is(n, onnx.OpNode, onnx.OpValue) && p.tree.Span(n).Contains(at) && (best == onnx.NoNode || n < best) {
			best = n
		}
	}
	switch {
	case best == onnx.NoNode:
		return ""
	case p.tree.Is(best, onnx.OpValue):
		return p.tree.Plain(best)
	}
	return p.tree.Plain(p.tree.Results(best)[0])
}

// A rank is not derived from written numbers, so no note shows a formula of it.
func TestRankIsNotExplained(t *testing.T) {
	const model = `<ir_version: 8, opset_import: ["" : 17]>
net (float%s x) => (y) {
  y = Flatten<axis = 7>(x)
}`
	for dims, want := range map[string]string{
		"":       "`Flatten`: axis 7 is not between 0 and the rank, 0",
		"[2, 3]": "`Flatten`: axis 7 is not between -2 and the rank, 2",
	} {
		list := analyze(fmt.Sprintf(model, dims)).Diagnostics
		if len(list) != 1 || list[0].Message.String() != want {
			t.Fatalf("%q: %v", dims, list)
		}
		for _, n := range list[0].Notes {
			t.Errorf("%q: note %s", dims, n)
		}
	}
}

// A formula that only repeats the size is not shown, and a demand names the other size that broadcasts.
func TestSizesThatBroadcast(t *testing.T) {
	r := analyze(`<ir_version: 8, opset_import: ["" : 17]>
m (float[T, 2] z, float[6] w, float[K] v) => (y, s, q)
<int64[1] flat = {-1}>
{
  f = Reshape(z, flat)
  y = Add(f, w)
  s = Add(v, w)
  a = Concat<axis = 0>(v, w)
  q = Add(a, w)
}`)
	want := []string{
		"`T` is declared dynamic, but the model works only for T = 3",
		"`K` is declared dynamic, but the model works only for K = 6 or 1",
		"`Add`: axis 0: K + 6 and 6 are neither equal nor 1",
	}
	var got []string
	for _, dg := range r.Diagnostics {
		got = append(got, dg.Message.String())
		for _, n := range dg.Notes {
			if is, of, _ := strings.Cut(n.String(), " = "); of == is || strings.HasPrefix(of, is+", by") {
				t.Errorf("note %s", n)
			}
		}
	}
	if len(got) != len(want) {
		t.Fatalf("got %q", got)
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("got %s\nwant %s", got[i], want[i])
		}
	}
}

// The declared sizes of outputs with names: for which values of the names they are the derived ones. A name that only
// outputs have is one for the derived size.
func TestNamesOfOutputs(t *testing.T) {
	for _, test := range []struct{ inputs, outputs, nodes, want string }{
		{"float[N, M] x", "float[M, N] y", "y = Transpose(x)", ""},
		{"float[N, M] x", "float[N, M] y", "y = Transpose(x)", "only for M = N; declare `y` as `float[M, N]`"},
		{"float[N, 4] x", "float[N, 4] y", "y = ReduceMean<axes = [0]>(x)", "only for N = 1; declare `y` as `float[1, 4]`"},
		{"float[N, 4] x", "float[3, 4] y", "y = Relu(x)", "only for N = 3; declare `y` as `float[N, 4]`"},
		{"float[N] x, float[2] z", "float[N, N] y", "y = Expand(z, s)", "they are never equal; declare `y` as `float[1, 2]`"},
		{"float[N, M] x", "float[\"N + 1\", M] y", "y = Relu(x)", "they are never equal; declare `y` as `float[N, M]`"},
		{"float[B, T, 64] x", "float[B, T, 4, 16] y", "y = Reshape(x, heads)",
			"only for B = 1; write `0` in place of `1` in `heads`"},
		{"float[N, 4] x, float[3, 4] z", "float[N, 4] y", "y = Mul(x, z)", "write `N` in place of `3` in the type of `z`; declare `N` as `3`"},
		{"float[N, 2, H, W] x", "float[N, 2, H, W] y",
			"b = MaxPool<kernel_shape = [2, 4], strides = [2, 4]>(x); y = Resize(b, \"\", scales)",
			"only where H is a multiple of 2 and where W is a multiple of 4"},
		{"float[N, M] x", "float[dim_0, unk__1] y, float[dim_0, \"unk__1 + 1\"] z", "y = Exp(x); z = Concat<axis = 1>(x, one)", ""},
		{"float[N, 4] x", "float[?, k] y, int64[2, k] z, float[n, ?] u", "y = Relu(x); z = NonZero(y); u = my.Op(x)", ""},
		{"float[N, M] x", "float[k, M] y, float[k, N] z", "y = Relu(x); z = Transpose(x)",
			"only for M = N, since `k` is also N; declare `z` as `float[M, N]`"},
		{"float[2, 3] x", "float[k] y, float[k] z", "y = ReduceSum<keepdims = 0>(x, i); z = ReduceSum<keepdims = 0>(x, j)",
			"they are never equal, since `k` is also 3; declare `z` as `float[2]`"},
	} {
		var got []string
		for _, dg := range analyze("<ir_version: 8, opset_import: [\"\" : 17, \"my\" : 1]>\ng (" + test.inputs + ") => (" +
			test.outputs + ") <int64[2] s = {1, 2}, int64[4] heads = {1, -1, 4, 16}, float[4] scales = {1, 1, 2, 4}, " +
			"float[N, 1] one = {...}, int64[1] i = {0}, int64[1] j = {1}> {\n" +
			strings.ReplaceAll(test.nodes, "; ", "\n") + "\n}\n").Diagnostics {
			if dg.Code == lang.NotAllChecked {
				continue
			}
			got = append(got, dg.Message.String())
			for _, f := range dg.Fixes {
				got = append(got, f.Title.String())
			}
			if dg.Code != lang.Promise || len(dg.Related) == 0 {
				t.Errorf("%s without another place: %s", dg.Code, dg.Message)
			}
		}
		if text := strings.Join(got, "; "); (text == "") != (test.want == "") || !strings.HasSuffix(text, test.want) {
			t.Errorf("%s => %s: %s\nwant %s", test.nodes, test.outputs, text, test.want)
		}
	}
}

// Of several equal numbers, the one that fixes a size, which is marked here, is shown, and a node that needs it twice is
// not another node.
func TestNumberThatFixesASize(t *testing.T) {
	for _, text := range []string{
		"g (float[T, N, 64] x) => (y) <float[1, 256, 64] w = {...}, float[1, 256, 64] r = {...}, " +
			"float[1, @1, 64] h = {...}, float[1, 1, 64] c = {...}> {\n  y = LSTM<hidden_size = 64>(x, w, r, \"\", \"\", h, c)\n}",
		"g (float[5, 5, N] x) => (y) <float[@5, 2] w = {...}> {\n  y = MatMul(x, w)\n}",
		"g (float[2, N] x) => (y) <int64[2] s = {2, @2}> {\n  y = Expand(x, s)\n}",
	} {
		const head = "<ir_version: 8, opset_import: [\"\" : 17]>\n"
		r := analyze(head + strings.Replace(text, "@", "", 1))
		if len(r.Diagnostics) != 1 || len(r.Diagnostics[0].Notes) > 0 {
			t.Errorf("%s: %v", text, r.Diagnostics)
			continue
		}
		want, found := int32(len(head)+strings.Index(text, "@")), false
		for _, x := range r.Diagnostics[0].Related {
			if strings.HasSuffix(x.Message.String(), "is written here") {
				found = true
				if x.Span.Start != want {
					t.Errorf("%s: %s at %d, not %d", text, x.Message, x.Span.Start, want)
				}
			}
		}
		if !found {
			t.Errorf("%s: %v", text, r.Diagnostics)
		}
	}
}

// An error of a node with very many inputs shows the types of different ones, wherever they are.
func TestManyInputs(t *testing.T) {
	inputs := strings.Repeat("x, ", 20_000)
	r := analyze("<ir_version: 8, opset_import: [\"\" : 17]>\ng (float[2, 64] x, float[3] w) => (y)\n" +
		"{\n  y = Concat<axis = 0>(" + inputs + "w, " + inputs + "x)\n}\n")
	if len(r.Diagnostics) != 1 {
		t.Fatal(r.Diagnostics)
	}
	shown := ""
	for _, x := range r.Diagnostics[0].Related {
		shown += x.Message.String() + "\n"
	}
	if shown != "this is `float[2, 64]`\nthis is `float[3]`\n" {
		t.Errorf("%d bytes: %.200s", len(shown), shown)
	}
}

// An error about nodes that need each other is at the first one in the circle, at the value that is not known there.
func TestCycles(t *testing.T) {
	const loop = "y = Loop(n, c, x) <body = b (int64 i, bool k, float[2] s) => (k, o) { o = Add(s, y) }>"
	const chain = "`Add` needs `v`, which is computed from its own result `a`, so it can never run"
	for nodes, want := range map[string]string{
		"y = Add(x, y)": "`Add` needs its own result `y`, so it can never run",
		"y = Neg(a); a = Add(x, v); u = Neg(a); v = Neg(u)": chain + "; `a` is used here; `v` is computed here",
		"y = Neg(a); a = Add(x, v); v = Neg(a)":             chain + "; `a` is used here",
		loop: "`y` is used inside the `Loop` that computes it, so it is not known there; " +
			"`y` is a result of this `Loop`, known when that ends",
		"y = If(c) <then_branch = t () => (y) {}, else_branch = e () => (x) {}>": "`y` is used inside the `If` " +
			"that computes it, so it is not known there; `y` is a result of this `If`, known when that ends",
		"y = If(c) <then_branch = t () => (z) {}, else_branch = e () => (x) {}>; z = Neg(y)": "`If` needs `z`, " +
			"which is computed from its own result `y`, so it can never run; `y` is used here",
	} {
		r := analyze("<ir_version: 8, opset_import: [\"\" : 17]>\ng (float[2] x, int64 n, bool c) => (y) {\n  " +
			strings.ReplaceAll(nodes, "; ", "\n  ") + "\n}\n")
		if len(r.Diagnostics) != 1 {
			t.Errorf("%s: %v", nodes, r.Diagnostics)
			continue
		}
		got := r.Diagnostics[0].Message.String()
		for _, related := range r.Diagnostics[0].Related {
			got += "; " + related.Message.String()
		}
		if got != want {
			t.Errorf("%s:\n%s, want\n%s", nodes, got, want)
		}
	}
}

// A chain passes over nodes that keep a size, such as convolutions with pads, and shows for a computed size that is
// declared dynamic where it is rounded.
func TestKeptSizes(t *testing.T) {
	conv := strings.Repeat("  a@ = Conv<pads = [1, 1, 1, 1]>(a#, w)\n", 12)
	for i := range 12 {
		conv = strings.Replace(strings.Replace(conv, "@", strconv.Itoa(i+1), 1), "#", strconv.Itoa(i), 1)
	}
	for _, test := range []struct{ size, want string }{
		{"37", "17 = ⌊(35 − 2) ÷ 2⌋ + 1; 35 = 37 − 3 + 1; 16 = floor(8·2.0); 8 = ⌊(17 − 2) ÷ 2⌋ + 1"},
		{"H", "2*floor((H + 2)/4) - 2 = (floor((H + 2)/4) - 1)·2.0; floor((H + 2)/4) - 1 = ⌊(floor(H/2) - 1 − 2) ÷ 2⌋ + 1; " +
			"floor(H/2) - 1 = ⌊(H - 2 − 2) ÷ 2⌋ + 1; H - 2 = H − 3 + 1"},
	} {
		r := analyze("<ir_version: 8, opset_import: [\"\" : 17]>\ng (float[1, 8, " + test.size + ", 40] x) => (y) <" +
			"float[8, 8, 3, 3] w = {...}, float[4] s = {1, 1, 2, 1}> {\n  a0 = Conv(x, w)\n" + conv +
			"  p = MaxPool<kernel_shape = [2, 1], strides = [2, 1]>(a12)\n  q = MaxPool<kernel_shape = [2, 1], strides = [2, 1]>(p)\n" +
			"  u = Resize(q, \"\", s)\n  y = Concat<axis = 1>(p, u)\n}\n")
		if len(r.Diagnostics) != 1 {
			t.Fatal(r.Diagnostics)
		}
		var notes []string
		for _, n := range r.Diagnostics[0].Notes {
			text, _, _ := strings.Cut(n.String(), ", by")
			notes = append(notes, text)
		}
		if got := strings.Join(notes, "; "); got != test.want {
			t.Errorf("%s: %s", test.size, got)
		}
		o := language.Options{Settings: language.Settings{Sketch: true}}
		for _, dg := range Language.Analyze(context.Background(), r.File, o).Diagnostics {
			if dg.Explanation == nil { // a warning
				continue
			}
			for _, place := range dg.Explanation.Sketch.Places {
				if strings.Contains(place.Text.String(), "35 = 35") {
					t.Errorf("the picture has %s", place.Text)
				}
			}
		}
	}
}
