package onnx

import (
	"fmt"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/cost"
)

// The analysis of a model costs time and memory in proportion to its size, also if all its nodes have warnings.
func TestCost(t *testing.T) {
	repeated := func(n int, text, separator string) string {
		list := make([]string, n)
		for i := range list {
			list[i] = strings.ReplaceAll(text, "#", fmt.Sprint(i))
		}
		return strings.Join(list, separator)
	}
	for name, model := range map[string]func(n int) string{
		"sizes that are not free": func(n int) string {
			return "<ir_version: 8, opset_import: [\"\" : 17]>\ng (" +
				repeated(n, "float[3, P#] x#, float[Q#, 3] z#", ",\n") + ") => (y0)\n{\n" +
				repeated(n, "  y# = MatMul(x#, z#)\n", "") + "}\n"
		},
	} {
		t.Run(name, func(t *testing.T) {
			texts := map[int]string{2000: model(2000), 8000: model(8000)}
			cost.Linear(t, 8000, func(n int) {
				if r := analyze(texts[n]); r.Err != nil || len(r.Diagnostics) == 0 {
					t.Error(r.Err, r.Diagnostics)
				}
			})
		})
	}
}
