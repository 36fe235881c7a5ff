package onnx

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// Editors ask about models while they are damaged: each answer is possible.
func TestEditingOfDamagedModels(t *testing.T) {
	files, err := filepath.Glob("../../examples/onnx/*.onnxtxt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	texts := [][]byte{[]byte("<ir_version: 8, opset_import: [\"\" : 17]>\nnet (float[2] x) => (y) {\n" +
		"  y = If(x)<then_branch = one (int ol go, float[2] before) => (a) { a = Identity(go) }>\n}\n")}
	r := rand.New(rand.NewPCG(1, 2))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < 60 && len(text) < 3000; i++ {
			at := r.IntN(len(text))
			texts = append(texts, slices.Concat(text[:at], []byte(" x"), text[min(len(text), at+r.IntN(25)):]))
		}
	}
	for _, text := range texts {
		func() {
			defer func() {
				if p := recover(); p != nil {
					t.Errorf("%v in\n%s", p, text)
				}
			}()
			found := Language.Analyze(context.Background(), lang.NewFile("a.onnxtxt", text), language.Options{Brief: true})
			editing.Names(found)
			editing.Parts(found)
			editing.Hints(found)
			for at := int32(0); int(at) < len(text); at += 7 {
				editing.Call(found, at)
			}
		}()
	}
}
