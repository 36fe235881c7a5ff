package onnx

import (
	"fmt"
	"strings"
	"testing"
)

// A value of a function whose size has more computations than are shown.
func TestManyReasonsInCalls(t *testing.T) {
	var b strings.Builder
	b.WriteString("<ir_version: 8, opset_import: [\"\" : 17, \"my\" : 1]>\ng (float[2] x) => (y) {\n  y = my.F(x)\n}\n" +
		"<domain: \"my\", opset_import: [\"\" : 17]>\nF (a0) => (z) {\n")
	for i := range mostReasons + 1 {
		fmt.Fprintf(&b, "  a%d = Concat<axis = 0>(a%d, a%d)\n", i+1, i, i)
	}
	fmt.Fprintf(&b, "  z = Relu(a%d)\n}\n", mostReasons+1)
	w, ok := analyze(b.String()).Front.Why(int32(strings.Index(b.String(), "z = Relu")), -1)
	if !ok || len(w.Parts) != 1 {
		t.Fatalf("%+v", w)
	}
	if lines := w.Parts[0].Story; len(lines) != mostReasons || lines[mostReasons-1].Text.String() != "and so on" {
		t.Errorf("%v", lines)
	}
}
