package wire

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/patgraph/patgraph/internal/lab/onnxgen"
	"github.com/patgraph/patgraph/lang"
)

// fields joins fields of a message.
func fields(all ...[]byte) []byte { return slices.Concat(all...) }

func number(field int, v int64) []byte { return onnxgen.Int(nil, field, v) }

func bytesOf[T string | []byte](field int, v T) []byte { return onnxgen.Bytes(nil, field, v) }

// modelOf returns a model with a graph.
func modelOf(graph ...[]byte) []byte { return fields(number(1, 8), bytesOf(7, fields(graph...))) }

func packed(numbers ...int64) (b []byte) {
	for _, n := range numbers {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return b
}

// Each line is a fact about the binary format: a tensor, and its text.
func TestTensors(t *testing.T) {
	dims := func(elem int64, n ...int64) []byte { return fields(bytesOf(1, packed(n...)), number(2, elem)) }
	bits := func(field int, v float64) []byte {
		return binary.LittleEndian.AppendUint64([]byte{byte(field<<3 | eight)}, math.Float64bits(v))
	}
	for _, c := range []struct {
		tensor []byte
		want   string
	}{
		// Numbers packed or single, in one field or in raw_data, in any order of the fields.
		{fields(dims(7, 2), bytesOf(7, packed(1, -2))), "int64[2] {1, -2}"},
		{fields(number(1, 2), number(2, 7), number(7, 1), number(7, -2)), "int64[2] {1, -2}"},
		{fields(bytesOf(9, "\x01\x00\x00\x00\xfe\xff\xff\xff"), dims(6, 2)), "int32[2] {1, -2}"},
		{fields(dims(6), number(5, -7)), "int32 {-7}"},
		{fields(dims(12, 2), bytesOf(11, packed(1, math.MaxUint32))), "uint32[2] {1, 4294967295}"},
		{fields(dims(13), number(11, -1)), "uint64 {18446744073709551615}"},
		{fields(dims(9, 3), bytesOf(9, "\x01\x00\x01")), "bool[3] {1, 0, 1}"},
		{fields(dims(3, 2), bytesOf(5, packed(-1, 127))), "int8[2] {-1, 127}"},
		{fields(dims(2, 1), bytesOf(9, "\xff")), "uint8[1] {255}"},
		{fields(dims(5, 1), bytesOf(9, "\xff\xff")), "int16[1] {-1}"},
		{fields(dims(4, 1), number(5, 65535)), "uint16[1] {65535}"},
		// Floats.
		{fields(dims(1, 2), onnxgen.Float(nil, 4, 1), onnxgen.Float(nil, 4, -0.1)), "float[2] {1.0, -0.1}"},
		{fields(dims(1), bytesOf(4, "\x00\x00\x80\x7f")), "float {inf}"},
		{fields(dims(11, 2), bits(10, 1e300), bits(10, math.NaN())), "double[2] {1e+300, nan}"},
		{fields(dims(10, 3), bytesOf(5, packed(0x3c00, 0xfc00, 0x8001))), "float16[3] {1.0, -inf, -5.9604645e-08}"},
		{fields(dims(10), number(5, 0x7e00)), "float16 {nan}"},
		{fields(dims(16, 2), bytesOf(9, "\x80\x3f\xc0\xbf")), "bfloat16[2] {1.0, -1.5}"},
		// Numbers of four and two bits, the lowest first.
		{fields(dims(22, 3), bytesOf(9, "\x7f\x08")), "int4[3] {-1, 7, -8}"},
		{fields(dims(21, 3), bytesOf(5, packed(0x7f, 0x08))), "uint4[3] {15, 7, 8}"},
		{fields(dims(26, 5), bytesOf(9, "\xe4\x03")), "int2[5] {0, 1, -2, -1, -1}"},
		{fields(dims(25, 1), bytesOf(9, "\x02")), "uint2[1] {2}"},
		// Without numbers, or with too many or too few.
		{dims(7, 3, 0), "int64[3, 0] {}"},
		{dims(7, 2), "int64[2] {...}"},
		{fields(dims(7, 2), number(7, 1)), "int64[2] {...}"},
		{fields(dims(7, 2), bytesOf(9, "\x01\x00\x00\x00\x00\x00\x00\x00")), "int64[2] {...}"},
		{fields(dims(7, 1, 1), number(7, 1)), "int64[1, 1] {...}"},
		{fields(dims(7, mostInts+1), bytesOf(7, make([]byte, mostInts+1))), "int64[1025] {...}"},
		{fields(bytesOf(7, make([]byte, mostInts+1)), dims(7, mostInts)), "int64[1024] {...}"},
		{fields(dims(1, mostFloats+1), bytesOf(4, make([]byte, 4*mostFloats+4))), "float[65] {...}"},
		{fields(dims(7, 1<<40, 1<<40, 1<<40), number(7, 1)), "int64[1099511627776, 1099511627776, 1099511627776] {...}"},
		{fields(dims(8), bytesOf(6, "x")), "string {...}"},
		{fields(dims(14), onnxgen.Float(nil, 4, 1)), "complex64 {...}"},
		{fields(dims(17), number(5, 1)), "float8e4m3fn {...}"},
		{fields(dims(99), number(5, 1)), "undefined {...}"},
		// Integers in another field than that of their type, and a number instead of the last one.
		{fields(dims(7), number(5, 1)), "int64 {...}"},
		{fields(number(2, 1), dims(7), number(7, 3)), "int64 {3}"},
	} {
		m := read(t, modelOf(bytesOf(1, fields(bytesOf(4, "F"), bytesOf(5, fields(bytesOf(1, "v"), bytesOf(5, c.tensor)))))))
		_, text, _ := strings.Cut(string(m.Text), "v = ")
		if text = strings.TrimSuffix(text, ">()\n}\n"); text != c.want {
			t.Errorf("%x\n got %s\nwant %s", c.tensor, text, c.want)
		}
	}
}

// The same for attributes.
func TestAttributes(t *testing.T) {
	typ := bytesOf(1, fields(number(1, 1), bytesOf(2, bytesOf(1, number(1, -1)))))
	for _, c := range []struct {
		attribute []byte
		want      string
	}{
		// Files of the first version of the format have no kinds.
		{number(3, -5), "a = -5"},
		{onnxgen.Float(nil, 2, 2), "a = 2.0"},
		{bytesOf(4, "x"), `a = "x"`},
		{bytesOf(8, packed(1, 2)), "a = [1, 2]"},
		{bytesOf(7, "\x00\x00\x80\x3f"), "a = [1.0]"},
		{fields(bytesOf(9, "x"), bytesOf(9, `"`)), `a = ["x", "\""]`},
		{bytesOf(14, typ), "a = float[?]"},
		{nil, "a = ..."},
		// A kind without a value: the default, or nothing.
		{number(20, 1), "a = 0.0"},
		{number(20, 2), "a = 0"},
		{number(20, 3), "a: string = ..."},
		{number(20, 4), "a: tensor = ..."},
		{number(20, 5), "a: graph = ..."},
		{number(20, 7), "a: ints = []"},
		{number(20, 13), "a: type_proto = ..."},
		{number(20, 99), "a = ..."},
		// The last value counts, and messages in parts are one.
		{fields(number(3, 1), number(3, 2)), "a = 2"},
		{fields(bytesOf(5, number(2, 7)), bytesOf(5, number(7, 3))), "a = int64 {3}"},
		{fields(bytesOf(6, bytesOf(2, "g")), bytesOf(6, bytesOf(11, bytesOf(1, "x")))), "a = g (x) => () {}"},
		{fields(bytesOf(14, bytesOf(1, number(1, 1))), bytesOf(14, bytesOf(1, bytesOf(2, "")))), "a = float"},
		{bytesOf(14, ""), "a: type_proto = ..."},
		{bytesOf(15, ""), "a = [...]"},
		// Texts that cannot be shown, and long lists.
		{bytesOf(4, "two\nlines"), "a: string = ..."},
		{bytesOf(4, "\xff"), "a: string = ..."},
		{bytesOf(4, ""), `a = ""`},
		{fields(bytesOf(9, "x"), bytesOf(9, "\x00")), "a: strings = ..."},
		{bytesOf(8, make([]byte, mostValues+1)), "a: ints = ..."},
		// Parameters of functions.
		{fields(bytesOf(21, "p"), number(20, 2)), "a: int = @p"},
		{bytesOf(21, "p"), "a = @p"},
	} {
		m := read(t, modelOf(bytesOf(1, fields(bytesOf(4, "F"), bytesOf(5, fields(bytesOf(1, "a"), c.attribute))))))
		_, text, _ := strings.Cut(string(m.Text), "F<")
		if text = strings.TrimSuffix(text, ">()\n}\n"); text != c.want {
			t.Errorf("%x\n got %s\nwant %s", c.attribute, text, c.want)
		}
	}
}

// Graphs: an initializer of an input is its default, the graph may be in parts, and unknown fields are skipped.
func TestGraphs(t *testing.T) {
	input := func(name string, elem int64) []byte {
		return bytesOf(11, fields(bytesOf(1, name), bytesOf(2, bytesOf(1, fields(number(1, elem), bytesOf(2, ""))))))
	}
	data := func(name string) []byte { return bytesOf(5, fields(bytesOf(8, name), number(2, 7), number(7, 3))) }
	for _, c := range []struct {
		model []byte
		want  string
	}{
		{modelOf(input("x", 7), data("x"), data("y")), `"" (int64 x = {3}) => () <int64 y = {3}> {}`},
		{modelOf(input("x", 1), data("x")), `"" (float x) => () <int64 x = {3}> {}`},
		{modelOf(data("x"), data("x"), input("x", 7)), `"" (int64 x = {3}) => () <int64 x = {3}> {}`},
		{modelOf(bytesOf(11, bytesOf(1, "x")), data("x")), `"" (int64 x = {3}) => () {}`},
		{fields(modelOf(bytesOf(2, "a b")), bytesOf(7, input("x", 7))), `"a b" (int64 x) => () {}`},
		{fields(modelOf(number(99, 1), bytesOf(98, "x"), onnxgen.Float(nil, 97, 1), []byte{96<<3&0x7f | 1 | 0x80, 96 >> 4}, make([]byte, 8)), number(50, 3)), `"" () => () {}`},
		{modelOf(bytesOf(1, fields(bytesOf(4, "F"), bytesOf(2, ""), bytesOf(2, "y"), bytesOf(1, ""), bytesOf(1, "a/b"), bytesOf(7, "ai.onnx"), bytesOf(3, "n 1")))),
			"\"\" () => () {\n  [\"n 1\"] \"\", y = ai.onnx.F(\"\", \"a/b\")\n}"},
	} {
		m := read(t, c.model)
		if got := string(m.Text); got != "<ir_version: 8>\n"+c.want+"\n" {
			t.Errorf("%x\n got %s\nwant %s", c.model, got, c.want)
		}
	}
}

// A node has its index, its name, its operator and its place in the file; At finds the innermost one.
func TestNodes(t *testing.T) {
	node := func(name string, more ...[]byte) []byte {
		return bytesOf(1, fields(bytesOf(3, name), bytesOf(4, "Op"+name), fields(more...)))
	}
	inner := bytesOf(5, fields(bytesOf(1, "g"), bytesOf(6, fields(node("C"), node("D")))))
	b := modelOf(node("A"), node("B", inner), node("E"))
	m := read(t, b)
	var got []string
	for i := range m.Nodes {
		n := &m.Nodes[i]
		message := b[n.Offset : n.Offset+n.Size]
		if !bytes.HasPrefix(message, bytesOf(3, n.Name)) || m.At(n.Span.Start) != n || n.Op != "Op"+n.Name {
			t.Errorf("%+v is at %x", n, message)
		}
		got = append(got, n.Name+string('0'+rune(n.Index))+string('1'+n.Graph))
	}
	if text := strings.Join(got, " "); text != "A00 B10 C02 D12 E20" {
		t.Error(text)
	}
	at := int32(bytes.Index(m.Text, []byte("  }")))
	if n := m.At(at); n == nil || n.Name != "B" {
		t.Errorf("%+v is at the end of the inner graph", n)
	}
	if n := m.At(0); n != nil {
		t.Errorf("%+v is at the header", n)
	}
}

// Small external data that decide types are read from the folder of the model, and nothing outside of it.
func TestExternal(t *testing.T) {
	folder := fstest.MapFS{"a/w.bin": {Data: []byte("\x00\x00\x05\x00\x00\x00\x06\x00\x00\x00")}}
	tensor := func(n int64, elem int64, pairs ...string) []byte {
		b := fields(number(1, n), number(2, elem), number(14, 1), bytesOf(8, "w"))
		for i := 0; i < len(pairs); i += 2 {
			b = onnxgen.Bytes(b, 13, fields(bytesOf(1, pairs[i]), bytesOf(2, pairs[i+1])))
		}
		return modelOf(bytesOf(5, b))
	}
	for _, c := range []struct {
		model []byte
		want  string
	}{
		{tensor(2, 6, "location", "a/w.bin", "offset", "2", "length", "8"), "{5, 6}"},
		{tensor(2, 6, "location", "./a/x/../w.bin", "offset", "2"), "{5, 6}"},
		{tensor(2, 6, "location", "a/w.bin", "offset", "3"), `["location" : "a/w.bin", "offset" : "3"]`},
		{tensor(2, 6, "location", "a/w.bin", "length", "9"), `["location" : "a/w.bin", "length" : "9"]`},
		{tensor(2, 6, "location", "a/w.bin", "offset", "-1"), `["location" : "a/w.bin", "offset" : "-1"]`},
		{tensor(2, 6, "location", "../w.bin"), `["location" : "../w.bin"]`},
		{tensor(2, 6, "location", "/a/w.bin"), `["location" : "/a/w.bin"]`},
		{tensor(2, 6, "location", `..\w.bin`), `["location" : "..\\w.bin"]`},
		{tensor(2, 6, "location", "b"), `["location" : "b"]`},
		{tensor(2, 6), "[]"},
		{tensor(65, 1, "location", "a/w.bin"), `["location" : "a/w.bin"]`},
	} {
		m, bad := Read(bytes.NewReader(c.model), int64(len(c.model)), folder)
		if bad != nil {
			t.Fatal(bad)
		}
		check(t, m)
		_, text, _ := strings.Cut(string(m.Text), "w = ")
		if text = strings.TrimSuffix(text, "> {}\n"); text != c.want {
			t.Errorf(" got %s\nwant %s", text, c.want)
		}
	}
}

// A file of another form gets an error that names it.
func TestForms(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "empty"},
		{"\x1c\x00\x00\x00ORTM\x00\x00\x00\x00", "ONNX Runtime"},
		{"{\n  \"irVersion\": \"8\"", "JSON"},
		{"ir_version: 8\ngraph {\n", "protobuf text"},
		{"\ufeffgraph {\n  node {", "protobuf text"},
		{"\n<!DOCTYPE html>", "a web page"},
		{"PK\x03\x04\x00\x00", "ZIP"},
		{"g () => () {}", "not a binary model, as is seen at byte 0: field 12 has the wire type 7"},
		{"\x08\x08", "it has no graph"},
		{"version https://git-lfs.github.com/spec/v1\noid", "Git LFS"},
	} {
		_, bad := Read(strings.NewReader(c.text), int64(len(c.text)), nil)
		if bad == nil || bad.Code != lang.UnreadableInput || !strings.Contains(bad.Message.String(), c.want) || bad.Help == nil || IsModel([]byte(c.text)) {
			t.Errorf("%q: %v", c.text, bad)
		}
	}
	for text, is := range map[string]bool{
		"g () => () {}": true, "<ir_version: 8>": true, "\ufeff # x\n# y\n\n<\n  opset_import:": true, "# a comment, é": true, "# \xff\xfe\xfd\xfc and so on": false,
		"": false, "ir_version: 8": false, "{\"ir_version\": 8}": false, "<html>": false, "hello world": false, "\x08\x08\x12": false, "PK\x03\x04": false,
	} {
		if IsText([]byte(text)) != is {
			t.Errorf("%q is a text: %t", text, !is)
		}
	}
	for _, text := range []string{"\x08\x08", "g () => () {}", "<ir_version: 8>", "\x08\x00\x12", "\x08\x80\x12"} {
		if IsModel([]byte(text)) {
			t.Errorf("%q is a model", text)
		}
	}
}
