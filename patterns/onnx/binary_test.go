package onnx_test

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/patgraph/patgraph/internal/lab/onnxgen"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	syntax "github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/onnx"
)

// Each change that is proposed for a text can be made in the binary model, unless it needs weights, and the model then
// has the same text and the same errors.
func TestBinaryChanges(t *testing.T) {
	models := onnxgen.Models()
	analyze := func(f *lang.File, brief bool) *patterns.Result {
		return onnx.Language.Analyze(context.Background(), f, language.Options{Brief: brief})
	}
	errorsOf := func(r *patterns.Result) (list []string) {
		for _, dg := range lang.Errors(r.Diagnostics) {
			list = append(list, dg.String())
		}
		return list
	}
	made, refused := 0, 0
	for seed := range uint64(sample.Size(400, 16)) {
		r := rand.New(rand.NewPCG(seed, 0))
		text := models[r.IntN(len(models))].Text
		tree, _ := syntax.Parse(lang.NewFile("in", []byte(text)))
		var edits []lang.Edit
		for id := range tree.Of(syntax.OpInt) {
			edits = append(edits, lang.Edit{Span: tree.Span(id), Text: strconv.FormatInt(tree.Int(id)+1, 10)})
		}
		for id := range tree.Of(syntax.OpNode) {
			if args := tree.Args(id); len(args) > 1 {
				edits = append(edits, lang.Edit{Span: tree.Span(args[0]).To(tree.Span(args[1])),
					Text: tree.Source(args[1]) + ", " + tree.Source(args[0])})
			}
		}
		edit := edits[r.IntN(len(edits))]
		tree, ds := syntax.Parse(tree.File.Edited([]lang.Edit{edit}))
		if len(ds) > 0 {
			continue
		}
		b := bytes.NewReader(onnxgen.Model(tree))
		f, bad := onnx.Language.Binary.Read(b, b.Size(), "model.onnx", nil)
		if bad != nil {
			t.Fatal(bad)
		}
		for _, dg := range analyze(f, false).Diagnostics {
			for _, fix := range dg.Fixes {
				out, now, err := onnx.Language.Binary.Change(b, f, nil, fix.Edits)
				if err != nil {
					refused++
					if !strings.HasPrefix(err.Error(), "the data of") {
						t.Fatalf("%s: %v", fix.Title, err)
					}
					continue
				}
				made++
				all, err := io.ReadAll(io.NewSectionReader(out, 0, out.Size()))
				again, bad := onnx.Language.Binary.Read(bytes.NewReader(all), int64(len(all)), "model.onnx", nil)
				want, _ := syntax.Format(f.Edited(fix.Edits), lang.Layout{Width: 1 << 30})
				line := func(b []byte) string { return strings.Join(strings.Fields(string(b)), "") }
				if err != nil || bad != nil || line(again.Src) != line(want) || !bytes.Equal(again.Src, now.Src) {
					t.Fatalf("%s: %v %v\n%s", fix.Title, err, bad, cmp.Diff(string(want), string(again.Src)))
				}
				if diff := cmp.Diff(errorsOf(analyze(f.Edited(fix.Edits), true)), errorsOf(analyze(again, true))); diff != "" {
					t.Fatalf("%s: %s", fix.Title, diff)
				}
			}
		}
	}
	if made < 10 || refused > made {
		t.Errorf("%d changes are made, %d are refused", made, refused)
	}
}
