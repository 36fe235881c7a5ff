package onnx

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// models is the folder of Debian's package libonnx-testdata.
const models = "/usr/share/libonnx-testdata/data"

// TestData derives the models of onnx's own tests, and compares the types of their outputs with the declared ones.
func TestData(t *testing.T) {
	if _, err := os.Stat(models); err != nil {
		t.Skip("SKIPPED: the package libonnx-testdata is not installed (apt-get install libonnx-testdata)")
	}
	paths, _ := filepath.Glob(models + "/*/*/model.onnx")
	equal, excepted := 0, 0
	for _, path := range paths {
		name := filepath.Base(filepath.Dir(path))
		r := readModelFile(t, path)
		if errs := lang.Errors(r.Diagnostics); len(errs) > 0 && exception(name) == "" {
			t.Errorf("%s: %v", name, errs)
			continue
		}
		switch text := different(r); {
		case text == "":
			equal++
		case exception(name) != "":
			excepted++
		default:
			t.Errorf("%s: %s", name, text)
		}
	}
	t.Logf("%d models, %d with all outputs as declared, %d exceptions", len(paths), equal, excepted)
	if len(paths) > 0 && (equal+excepted != len(paths) || excepted > 36) {
		t.Errorf("%d models and %d exceptions are too few", equal, excepted)
	}
}

// exception returns why the outputs of a model differ from the declared ones; empty if they must not.
func exception(name string) string {
	for _, x := range [...]struct{ begin, why string }{
		{"test_compress_", "the size depends on data"},
		{"test_nonmaxsuppression_", "the size depends on data"},
		{"test_nonzero_", "the size depends on data"},
		{"test_strnorm", "the size depends on data"},
		{"test_unique_", "the size depends on data"},
		{"test_loop11", "the number of turns depends on data"},
		{"test_loop16_seq_none", "the type of an optional that is absent at first changes in the loop"},
		{"test_range_", "the number of turns of the expanded function depends on floats"},
		{"test_sequence_model", "an item of a sequence has what all items have in common"},
		{"test_AvgPool1d", "an operator before opset 7"},
		{"test_operator_basic", "an operator before opset 7"},
		{"test_operator_params", "an operator before opset 7"},
		{"test_castlike_FLOAT_to_BFLOAT16", "the data of the test have another element type than the model"},
	} {
		if strings.HasPrefix(name, x.begin) {
			return x.why
		}
	}
	return ""
}

func readModelFile(t *testing.T, path string) *patterns.Result {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data = withInputs(data, filepath.Dir(path)+"/test_data_set_0")
	f, bad := Language.Binary.Read(strings.NewReader(string(data)), int64(len(data)), path, nil)
	if bad != nil {
		t.Fatalf("%s: %v", path, bad)
	}
	return Language.Analyze(context.Background(), f, language.Options{})
}

// withInputs appends to a binary model the small inputs of its test as initializers that cannot be changed, so that sizes
// follow from them.
func withInputs(model []byte, folder string) []byte {
	f, bad := Language.Binary.Read(bytes.NewReader(model), int64(len(model)), "a.onnx", nil)
	if bad != nil {
		return model
	}
	tree, _ := onnx.Parse(f)
	graph := tree.Graph(&tree.Decls[0])
	k := 0
	message := func(field byte, body []byte) []byte {
		return append(binary.AppendUvarint([]byte{field<<3 | 2}, uint64(len(body))), body...)
	}
	for _, in := range tree.Inputs(graph) {
		if tree.Data(in) != onnx.NoNode {
			continue
		}
		data, err := os.ReadFile(folder + "/input_" + strconv.Itoa(k) + ".pb")
		if k++; err != nil || len(data) > 1<<12 || !tree.Is(tree.Type(in), onnx.OpTensorType) {
			continue
		}
		tensor := append(data, message(8, []byte(tree.Plain(in)))...)
		model = append(model, message(7, message(5, tensor))...)
	}
	return append(model, 1<<3, 3)
}

// different names the output of a model that differs from its declared type. A declared size with a name or without a
// number is equal to every size.
func different(r *patterns.Result) string {
	p := r.Front.(*program)
	s := p.system()
	for _, id := range p.tree.Outputs(p.graphs[0].id) {
		typ, def := p.tree.Type(id), p.names.Def[id]
		if typ == onnx.NoNode || def == onnx.NoNode {
			continue
		}
		want := (&deriver{System: s, p: p}).typeOf(typ)
		_, out := p.Ends(0, p.siteOf[def])
		if got, ok := s.Read(out); !ok || !covers(want, got) {
			return p.tree.Plain(id) + " is " + s.Format(got) + ", declared " + s.Format(want)
		}
	}
	return ""
}

func covers(want, got Type) bool {
	if want.Head != got.Head || want.Elem != got.Elem || len(want.Of) != len(got.Of) {
		return false
	}
	for i := range want.Of {
		if !covers(want.Of[i], got.Of[i]) {
			return false
		}
	}
	if !want.Ranked {
		return true
	}
	if !got.Ranked || len(want.Shape) != len(got.Shape) {
		return false
	}
	for i, d := range want.Shape {
		if _, number := d.Number(); number && d != Unknown && d != got.Shape[i] {
			return false
		}
	}
	return true
}

// The items of a sequence that is empty before a loop have the type of what each turn inserts. Scan of opset 8 keeps the
// size of its batch.
func TestCarried(t *testing.T) {
	for _, test := range []struct{ opset, result, nodes string }{
		{"17", "seq(float[4, 2])", "e = SequenceEmpty(); y = Loop(n, c, e) <body = b (int64 i, bool k, s) => (j, r) { j = Identity(k); " +
			"z = Transpose(x); r = SequenceInsert(s, z) }>"},
		{"17", "seq(float[2, ?])", "e = SequenceEmpty(); y = Loop(n, c, e) <body = b (int64 i, bool k, s) => (j, r) { j = Identity(k); " +
			"o = Constant<value = int64[1] {0}>(); d = Unsqueeze(i, o); z = Slice(x, v, d, v); r = SequenceInsert(s, z) }>"},
		{"8", "float[2, 3, 4]", "y, q = Scan(\"\", x3, x3) <num_scan_inputs = 1, body = b (s, i) => (r, o) { " +
			"r = Identity(s); o = Identity(i) }>"},
	} {
		r := analyze("<ir_version: 8, opset_import: [\"\" : " + test.opset + "]>\ng (float[2, 4] x, float[2, 3, 4] x3, int64 n, bool c) => (" +
			test.result + " y) <int64[1] v = {1}> {\n  " + strings.ReplaceAll(test.nodes, "; ", "\n  ") + "\n}\n")
		if text := different(r); text != "" {
			t.Errorf("%s: %s, %v", test.nodes, text, r.Diagnostics)
		}
	}
}

// Errors in the body of a Loop, whose inputs have the types that the node gives them.
func TestErrorsOfBodies(t *testing.T) {
	for nodes, want := range map[string]string{
		"r = MatMul(s, w)":                      "`MatMul`: the inner sizes 4 and 3 differ",
		"d = Unsqueeze(i, v); r = MatMul(s, w)": "`Unsqueeze`: there is no axis 1 at rank 1",
		"r = Add(s, i)":                         "`Add`: the element type of `B` is int64, but that of `A` is float",
	} {
		r := analyze("<ir_version: 8, opset_import: [\"\" : 17]>\ng (float[2, 4] x, int64 n, bool c) => (y) " +
			"<float[3, 3] w = {...}, int64[1] v = {1}> {\n  y = Loop(n, c, x) <body = b (i, k, s) => (j, r) {\n  j = Identity(k)\n  " +
			strings.ReplaceAll(nodes, "; ", "\n  ") + "\n  }>\n}\n")
		if errs := lang.Errors(r.Diagnostics); len(errs) == 0 || errs[0].Message.String() != want {
			t.Errorf("%s: %v", nodes, errs)
		}
	}
}

// Errors in functions are at the nodes of their bodies, all of them, whatever is before them; those of the same kind in
// several calls are one error.
func TestErrorsOfFunctions(t *testing.T) {
	many := "" // calls of which not all are explained
	for i := range 70 {
		many += fmt.Sprintf("z%d = f.F(x, w); ", i)
	}
	for _, test := range []struct{ calls, body, want string }{
		{"y = f.F(x, w)", "t = MatMul(a, b); r = Relu(t); c = MatMul(r, r)", "MatMul(r, r): `MatMul`: the inner sizes 4 and 2 differ"},
		{
			"z = f.F<k = 1>(x, w); y = f.F<k = 2>(x, w)", "t = MatMul(a, b); c = Softmax<axis: int = @k>(t)",
			"Softmax<axis: int = @k>(t): `Softmax`: there is no axis 2 at rank 2 (k = 2; its value is given here)",
		},
		{
			"z = f.F(x, w); u = f.F(x, w); y = f.F(x, w)",
			"s = Constant<value_ints = [7]>(); d = Reshape(a, s); e = Relu(d); g = Softmax<axis = 3>(b); c = Add(e, g)",
			"Reshape(a, s): `Reshape`: 6 elements do not fit a shape of 7; the same error is in 2 further calls\n" +
				"Softmax<axis = 3>(b): `Softmax`: there is no axis 3 at rank 2; the same error is in 2 further calls",
		},
		{
			many + "y = f.F(x, w)", "c = Softmax<axis = 3>(b)",
			"Softmax<axis = 3>(b): `Softmax`: there is no axis 3 at rank 2; the same error is in at least 49 further calls",
		},
		{
			"z = f.F(x, w); y = f.F(x, x)", "r = Relu(a); c = MatMul(r, b)", "MatMul(r, b): `MatMul`: the inner sizes 3 and 2 differ",
		},
	} {
		r := analyze("<ir_version: 8, opset_import: [\"\" : 17, \"f\" : 1]>\ng (float[2, 3] x, float[3, 4] w) => (y) {\n  " +
			strings.ReplaceAll(test.calls, "; ", "\n  ") + "\n}\n<domain: \"f\", opset_import: [\"\" : 17]>\nF <k: int = 0> (a, b) => (c) {\n  " +
			strings.ReplaceAll(test.body, "; ", "\n  ") + "\n}\n")
		var list []string
		for _, dg := range lang.Errors(r.Diagnostics) {
			text, inCall := string(r.File.Src[dg.Span.Start:dg.Span.End])+": "+dg.Message.String(), false
			for _, n := range dg.Notes {
				if strings.HasPrefix(n.String(), "the same error") {
					text += "; " + n.String()
				}
			}
			for _, x := range dg.Related {
				inCall = inCall || x.Message.String() == "in this call"
				if strings.HasPrefix(x.Message.String(), "its value") {
					text += " (" + string(r.File.Src[x.Span.Start:x.Span.End]) + "; " + x.Message.String() + ")"
				}
			}
			if !inCall {
				text += " without a call"
			}
			list = append(list, text)
		}
		if got := strings.Join(list, "\n"); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.body, got, test.want)
		}
	}
}
