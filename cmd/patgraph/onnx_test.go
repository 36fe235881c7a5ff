package main

import (
	"encoding/binary"
	"os"
	"strings"
	"testing"
)

// field writes a field of a protobuf message: a number, or bytes.
func field(number uint64, value any) []byte {
	b := binary.AppendUvarint(nil, number<<3)
	switch x := value.(type) {
	case int:
		return binary.AppendUvarint(b, uint64(x))
	case string:
		b[0] |= 2
		return append(binary.AppendUvarint(b, uint64(len(x))), x...)
	}
	return nil
}

func fields(parts ...[]byte) string {
	var b []byte
	for _, p := range parts {
		b = append(b, p...)
	}
	return string(b)
}

// binaryModel returns a model of two layers, whose second weight has some rows.
func binaryModel(rows int) []byte {
	node := func(op, x, w, y, name string) []byte {
		return field(1, fields(field(1, x), field(1, w), field(2, y), field(3, name), field(4, op)))
	}
	weight := func(name string, rows, columns int) []byte {
		return field(5, fields(field(1, rows), field(1, columns), field(2, 1), field(8, name),
			field(9, strings.Repeat("\x00", 4*rows*columns))))
	}
	shape := fields(field(1, field2(2, "N")), field(1, field2(1, 8)))
	x := field(11, fields(field(1, "x"), field(2, fields(field(1, fields(field(1, 1), field(2, shape)))))))
	graph := fields(node("MatMul", "x", "w1", "h", "/fc1/MatMul"), node("MatMul", "h", "w2", "y", "/fc2/MatMul"),
		field(2, "net"), weight("w1", 8, 16), weight("w2", rows, 4), x, field(12, field2(1, "y")))
	return []byte(fields(field(1, 8), field(7, graph), field(8, fields(field(1, ""), field(2, 17)))))
}

func field2(number uint64, value any) string { return string(field(number, value)) }

// A binary model is analysed as text, and reports name its nodes.
func TestBinaryModel(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, rows := range map[string]int{"good.onnx": 16, "bad.onnx": 15} {
		if err := os.WriteFile(name, binaryModel(rows), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("other.onnx", []byte(`{"irVersion": "8"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args string
		exit int
		want []string
	}{
		{"types good.onnx", 0, []string{"net : (float[N, 8]) -> (float[N, 4])"}},
		{"types --all --format json good.onnx", 0, []string{`"values":{"x":"float[N, 8]","w1":"float[8, 16]","w2":"float[16, 4]","h":"float[N, 16]","y":"float[N, 4]"}`}},
		{"check bad.onnx", 1, []string{`--> bad.onnx: node 1 "/fc2/MatMul"`, "the inner sizes 16 and 15 differ", "`15` is written here"}},
		{"check --format json bad.onnx", 1, []string{`"node":{"index":1,"name":"/fc2/MatMul","op":"MatMul","offset":`}},
		{"fmt bad.onnx", 0, []string{`  ["/fc1/MatMul"] h = MatMul(x, w1)`}},
		{"check other.onnx", 2, []string{"cannot read `other.onnx`: the file is JSON and not a binary model"}},
		{"fmt -w bad.onnx", 2, []string{"cannot write `bad.onnx`: it is binary"}},
	} {
		exit, out, stderr := patgraph(t, nil, strings.Fields(test.args)...)
		if exit != test.exit {
			t.Errorf("%s: exit status %d, want %d\n%s%s", test.args, exit, test.exit, out, stderr)
		}
		for _, want := range test.want {
			if !strings.Contains(out+stderr, want) {
				t.Errorf("%s: no %q in\n%s%s", test.args, want, out, stderr)
			}
		}
	}
}
