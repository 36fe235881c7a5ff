package onnxgen_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/lab/onnxgen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/lang/onnx/wire"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
	analyzer "github.com/patgraph/patgraph/patterns/onnx"
)

func analyze(f *lang.File) *patterns.Result {
	return analyzer.Language.Analyze(context.Background(), f, language.Options{})
}

// typesOf lists the values of a model with their types.
func typesOf(r *patterns.Result) (list []string) {
	for d := range int32(len(r.Definitions)) {
		for _, f := range r.Stages(d) {
			for _, s := range f.Stages {
				list = append(list, s.Value+" "+s.Type)
			}
		}
	}
	slices.Sort(list)
	return list
}

// limited are the models whose tables of positions bound a size with a name, which is a warning.
const limited = "bert gpt whisper"

// Each made model is right, all its types and sizes are known, and its binary form says the same.
func TestModels(t *testing.T) {
	for _, m := range onnxgen.Models() {
		f := lang.NewFile(m.Name+".onnxtxt", []byte(m.Text))
		r := analyze(f)
		for _, dg := range r.Diagnostics {
			if dg.Code == lang.Promise && strings.Contains(limited, m.Name) {
				continue
			}
			t.Errorf("%s: %v %s at %v: %s", m.Name, dg.Severity, dg.Code, f.Position(dg.Span.Start), dg.Message)
		}
		for _, typed := range typesOf(r) {
			if strings.Contains(typed, "?") || strings.Contains(typed, "[]") {
				t.Errorf("%s: %s", m.Name, typed)
			}
		}
		tree, ds := onnx.Parse(f)
		if len(ds) > 0 {
			t.Fatal(ds)
		}
		binary := onnxgen.Model(tree)
		read, bad := wire.Read(bytes.NewReader(binary), int64(len(binary)), nil)
		if bad != nil {
			t.Fatalf("%s: %v", m.Name, bad)
		}
		again := analyze(lang.NewFile("b.onnxtxt", read.Text))
		if slices.Compare(typesOf(again), typesOf(r)) != 0 || len(again.Diagnostics) != len(r.Diagnostics) {
			t.Errorf("%s: its binary form has other types, or %v", m.Name, again.Diagnostics)
		}
	}
}
