package examples_test

import (
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/patterns/onnx"
)

// The ONNX models have no errors.
func TestONNX(t *testing.T) {
	guests(t, onnx.Language, "onnx", func(t *testing.T, _ string, in *report.Input) {
		for _, d := range in.Diagnostics {
			t.Errorf("%v: %v", in.File.Position(d.Span.Start), d)
		}
	})
}

// Each wrong model has exactly the diagnostic that its first line describes, with its place.
func TestONNXErrors(t *testing.T) {
	guests(t, onnx.Language, "onnx/errors", func(t *testing.T, _ string, in *report.Input) { oneDiagnostic(t, in) })
}
