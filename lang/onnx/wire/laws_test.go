package wire

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/internal/lab/onnxgen"
	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
)

// everything is a model with all constructs, as it is read from its binary form.
const everything = `<ir_version: 10, opset_import: ["" : 21, "com.my" : 1], producer_name: "by \"hand\"", producer_version: "2", domain: "d", model_version: 3>
"main graph" (
  float["batch size", 3, N] image,
  bool flag = {1},
  seq(map(int64, optional(float[]))) s,
  sparse_tensor(float[3, 4]) sp,
  opaque(a.b, c) o,
  untyped
) => (float[N, ?] "out.0", r) <
  int64[4] shape = {0, -1, 4, 9223372036854775807},
  float[64, 3] "conv.weight" = {...},
  uint64 big = {18446744073709551615},
  float[4] scales = {1.0, 0.1, inf, -1e-05},
  double d = {0.1},
  float16[3] half = {0.5, -2.0, 6.1035156e-05},
  bfloat16 bf = {1.5},
  int4[3] i4 = {-8, 7, 1},
  uint4 u4 = {15},
  int8[0] none = {},
  string[1] words = {...},
  undefined x = {...},
  float[2] ext = ["location" : "w.bin", "length" : "8"],
  sparse_tensor(int64[5]) sparse = {...},
  float[N, 64] "/conv/out"
> {
  ["/conv"] "/conv/out" = Conv<kernel_shape = [7, 7], auto_pad = "SAME\\", empty: ints = [], none: floats = []>(image, "conv.weight", "")
  "", r = com.my.Foo:bar<
    a = 1.5,
    b = [1.0, nan],
    c = ["x", ""],
    t = int64[2] {3, 4},
    ts = [float {1.0}, float[9, 9] {...}],
    ty = seq(float[2]),
    tys = [float, int64[]],
    sp = sparse_tensor(float[3]) {...},
    x: string = ...,
    g = "sub graph" () => (y) <int64 k = {1}> {
      y = Add(k, image)
    },
    gs = [
      a (z) => () {},
      b () => (q) {
        q = If<
          then_branch = c () => (w) {
            w = Neg(q)
          }
        >(flag)
      }
    ]
  >("float", "a\"b")
  = "odd-domain"."op.x"()
}
<domain: "com.my", opset_import: ["" : 17], overload: "bar">
Foo<p, k: float = @z, j = 2>(x, "y.1") => (z) <float[2] z> {
  z = Scale<k: float = @k>(x)
}
<domain: "com.my">
"no params" () => () {}
`

// texts returns the texts of all cases, and that of a model with everything.
func texts(t testing.TB) (all []string) {
	text, err := os.ReadFile("../testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct{ Source string }
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		all = append(all, c.Source)
	}
	return append(all, everything)
}

// models returns the binary models of all texts.
func models(t testing.TB) (all [][]byte) {
	for _, source := range texts(t) {
		tree, ds := onnx.Parse(lang.NewFile("in.onnxtxt", []byte(source)))
		if len(ds) > 0 {
			t.Fatal(syntaxtest.Found(tree.File, ds))
		}
		all = append(all, onnxgen.Model(tree))
		m := read(t, all[len(all)-1])
		after := false // attributes are written before the inputs
		for id := range tree.Of(onnx.OpNode) {
			after = after || tree.Kid(id, 5) != onnx.NoNode
		}
		if again, _ := onnx.Parse(lang.NewFile("out.onnxtxt", m.Text)); !onnx.Equal(tree, again) && !after {
			t.Fatalf("%s\nis read as\n%s", source, m.Text)
		}
	}
	return all
}

// Writing and reading a model gives the same model, with the expected text.
func TestModels(t *testing.T) {
	all := models(t)
	if m := read(t, all[len(all)-1]); string(m.Text) != everything {
		t.Errorf("%s", m.Text)
	}
}

// For any bytes, Read gives a model whose laws hold, or an error; it never panics.
func checkAny(t syntaxtest.T, b []byte) {
	t.Helper()
	m, bad := Read(bytes.NewReader(b), int64(len(b)), nil)
	switch {
	case bad == nil:
		check(t, m)
	case bad.Code == lang.BrokenStream && !strings.Contains(bad.Message.String(), "byte "),
		bad.Code == lang.UnreadableInput && bad.Help == nil, bad.Message == nil:
		t.Fatalf("%v", bad)
	}
}

// A model that ends early is damaged, except where a field of the whole model ends.
func TestTruncated(t *testing.T) {
	all := models(t)
	b := all[len(all)-1]
	whole := 0
	for n := range b {
		if m, bad := Read(bytes.NewReader(b[:n]), int64(n), nil); bad == nil {
			whole++
			check(t, m)
		}
	}
	if whole > 12 {
		t.Errorf("%d of %d prefixes are models", whole, len(b))
	}
}

func TestDamaged(t *testing.T) {
	all := models(t)
	rapid.Check(t, func(t *rapid.T) {
		checkAny(t, gen.Damaged(t, string(rapid.SampledFrom(all).Draw(t, "model")), 1,
			"", "\x00", "\x01", "\x08", "\x0a", "\x12", "\x2a", "\x3a", "\x7f", "\x80", "\xff", "\xff\xff\xff\xff\x0f", "\"", "\\", "\n", "é"))
	})
}

func FuzzRead(f *testing.F) {
	for _, b := range models(f) {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) { checkAny(t, b) })
}

// counted counts the bytes that are read.
type counted struct {
	*bytes.Reader
	bytes int
}

func (c *counted) ReadAt(b []byte, at int64) (int, error) {
	c.bytes += len(b)
	return c.Reader.ReadAt(b, at)
}

// Weights are not read, wherever they are: in initializers, in attributes, packed or not, and neither are large texts.
func TestSkip(t *testing.T) {
	const size = 4 << 20
	weight := onnxgen.Int(onnxgen.Int(nil, 1, size/4), 2, 1)
	raw := onnxgen.Bytes(weight, 9, make([]byte, size))
	floats := onnxgen.Bytes(weight, 4, make([]byte, size))
	ints := onnxgen.Bytes(onnxgen.Int(onnxgen.Int(nil, 1, size), 2, 7), 7, make([]byte, size))
	node := onnxgen.Bytes(nil, 4, "F")
	for _, a := range [][]byte{onnxgen.Bytes(onnxgen.Bytes(nil, 1, "value"), 5, raw), onnxgen.Bytes(onnxgen.Bytes(nil, 1, "s"), 4, make([]byte, size)),
		onnxgen.Bytes(onnxgen.Int(onnxgen.Bytes(nil, 1, "i"), 20, 7), 8, make([]byte, size))} {
		node = onnxgen.Bytes(node, 5, a)
	}
	graph := onnxgen.Bytes(onnxgen.Bytes(nil, 1, node), 10, make([]byte, size))
	for i, w := range [][]byte{raw, floats, ints} {
		graph = onnxgen.Bytes(graph, 5, onnxgen.Bytes(w, 8, string(rune('a'+i))))
	}
	b := onnxgen.Bytes(onnxgen.Int(nil, 1, 8), 7, graph)
	c := &counted{Reader: bytes.NewReader(b)}
	m, bad := Read(c, int64(len(b)), nil)
	if bad != nil || c.bytes > 200_000 {
		t.Fatalf("%d bytes are read, %v", c.bytes, bad)
	}
	want := `<ir_version: 8>
"" () => () <float[1048576] a = {...}, float[1048576] b = {...}, int64[4194304] c = {...}> {
  = F<value = float[1048576] {...}, s: string = ..., i: ints = ...>()
}
`
	if check(t, m); string(m.Text) != want {
		t.Errorf("%s", m.Text)
	}
}

// A small file cannot need much memory or time.
func TestBounds(t *testing.T) {
	attributes := onnxgen.Bytes(nil, 1, bytes.Repeat([]byte{5<<3 | 2, 0}, mostParts))
	values := bytes.Repeat([]byte{11<<3 | 2, 0}, mostParts+1)
	deep, types := []byte(nil), []byte(nil)
	for range 200 {
		deep = onnxgen.Bytes(nil, 1, onnxgen.Bytes(nil, 5, onnxgen.Bytes(nil, 6, deep)))
		types = onnxgen.Bytes(nil, 4, onnxgen.Bytes(nil, 1, types))
	}
	name := onnxgen.Bytes(nil, 2, strings.Repeat("x", longest+1))
	for _, c := range []struct {
		graph []byte
		want  string
	}{
		{attributes, "the model goes beyond a limit, a model has more than 1048576 nodes"}, {values, "the model goes beyond a limit, a model has more than 1048576 nodes"}, {deep, "the model goes beyond a limit, graphs are nested more than 64 deep"}, {name, "the model goes beyond a limit, a name has more than 4096 bytes"},
		{onnxgen.Bytes(nil, 11, onnxgen.Bytes(nil, 2, types)), "the model goes beyond a limit, types are nested more than 64 deep"},
		{onnxgen.Bytes(nil, 5, onnxgen.Bytes(nil, 1, make([]byte, mostDims+1))), "more than 1024 sizes"},
		{onnxgen.Bytes(nil, 2, "\xff"), "a name is not UTF-8"},
		{binary.AppendUvarint([]byte{1<<3 | 2}, 1<<40), "field 1 has 1099511627776 bytes"},
		{[]byte{1<<3 | 3}, "the wire type 3"}, {[]byte{0}, "the number 0"}, {[]byte{2 << 3, 1}, "the wire type 0 instead of 2"},
	} {
		b := onnxgen.Bytes(onnxgen.Int(nil, 1, 8), 7, c.graph)
		_, bad := Read(bytes.NewReader(b), int64(len(b)), nil)
		limit, rest, limited := strings.Cut(c.want, ", ")
		if !limited {
			limit, rest = "the model is damaged at byte", c.want
		}
		if bad == nil || !strings.HasPrefix(bad.Message.String(), limit) || !strings.Contains(bad.Message.String(), rest) ||
			limited != (bad.Code == lang.TooLarge) {
			t.Errorf("want %s, got %v", c.want, bad)
		}
	}
}
