package tensorscript

import (
	"context"
	"testing"

	"github.com/patgraph/patgraph/internal/lab/tensorgen"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// judge runs the analyzer and returns its verdict in the form of the interpreter.
func judge(source string) (v tensorgen.Verdict) {
	r := analyze(context.Background(), lang.NewFile("in.trs", []byte(source)), language.Options{Brief: true})
	v.Forward = make(map[string]string)
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; d.Severity == lang.Error {
			kind := string(d.Code)
			if kinds, ok := kindsOf[d.Code]; ok {
				kind = kinds[0]
			}
			v.Errors = append(v.Errors, tensorgen.Mistake{Kind: kind, Text: r.File.Text(d.Span)})
		}
	}
	for i := range r.Definitions {
		view := r.Solver.View(int32(i))
		v.Forward[r.Definitions[i].Name] = r.Front.Signature(view.Scheme, view.In, view.Out)
		for _, f := range r.Stages(int32(i)) {
			for _, s := range f.Stages {
				v.Stages = append(v.Stages, tensorgen.Stage{Function: f.Function, Text: s.Text, Type: s.Type})
			}
		}
	}
	return v
}

// Random networks have the types that a direct interpreter computes.
func TestNetworks(t *testing.T) {
	t.Parallel()
	n := sample.Size(50_000, 400)
	wrong := 0
	for i := range uint64(n) {
		network := tensorgen.RandomNetwork(1, i)
		if says := tensorgen.Compare(network, judge); says != "" {
			if wrong++; wrong <= 5 {
				t.Errorf("network %d:\n%s\n%s", i, says, network.Source)
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d", wrong, n)
	}
}
