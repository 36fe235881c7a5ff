package examples_test

import (
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/patterns/tensorscript"
)

// The programs of TensorScript have no errors.
func TestTensorScript(t *testing.T) {
	for _, dir := range []string{"tensorscript", "tensorscript/seed"} {
		guests(t, tensorscript.Language, dir, func(t *testing.T, _ string, in *report.Input) {
			for _, d := range in.Diagnostics {
				t.Errorf("%v: %v", in.File.Position(d.Span.Start), d)
			}
		})
	}
}

// Each wrong program of TensorScript has exactly the diagnostic that its first line describes, with its place.
func TestTensorScriptErrors(t *testing.T) {
	guests(t, tensorscript.Language, "tensorscript/errors", func(t *testing.T, _ string, in *report.Input) { oneDiagnostic(t, in) })
}
