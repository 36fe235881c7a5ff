package k

import (
	"context"
	"testing"

	"github.com/patgraph/patgraph/internal/lab/ieee"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
)

// BenchmarkIEEE parses and derives programs of about 500, 5,000 and 15,000 lines, to show how the time grows and how
// derivation compares with parsing. Each run reuses the memory of the previous one, as in a batch.
func BenchmarkIEEE(b *testing.B) {
	for _, f := range ieee.Formats {
		src := []byte(f.Program())
		b.Run("parse/"+f.Name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			var tree *k.Tree
			for b.Loop() {
				tree, _ = k.ParseReuse(lang.NewFile("ieee.k", src), k.Auto, tree, nil)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(tree.Nodes)), "ns/node")
		})
		b.Run("all/"+f.Name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			var r *patterns.Result
			for b.Loop() {
				r = Analyze(context.Background(), lang.NewFile("ieee.k", src), Options{Reuse: Spend(r)})
			}
			if r.Errors() > 0 {
				b.Fatal(messages(r))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(r.SyntaxNodes), "ns/node")
		})
	}
}
