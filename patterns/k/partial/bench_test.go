package partial

import (
	"context"
	"testing"

	"github.com/patgraph/patgraph/internal/lab/corpus"
	"github.com/patgraph/patgraph/lang"
	front "github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/language"
)

// BenchmarkAnalyze measures the analysis together with the derivation, on generated programs.
func BenchmarkAnalyze(b *testing.B) {
	var files []*lang.File
	bytes := int64(0)
	for i := range 60 {
		p := corpus.Corpus{Seed: 1}.Program(i)
		files = append(files, lang.NewFile("in.k", []byte(p.Source)))
		bytes += int64(len(p.Source))
	}
	for _, c := range []struct {
		name string
		with func(f *lang.File)
	}{
		{"step=derive", func(f *lang.File) { front.Analyze(context.Background(), f, front.Options{}) }},
		{"step=warn", func(f *lang.File) {
			Analyze(context.Background(), front.Analyze(context.Background(), f, front.Options{}), language.Settings{})
		}},
		{"step=totality", func(f *lang.File) {
			Analyze(context.Background(), front.Analyze(context.Background(), f, front.Options{}),
				language.Settings{Totality: true})
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(bytes)
			b.ReportAllocs()
			for b.Loop() {
				for _, f := range files {
					c.with(f)
				}
			}
		})
	}
}
