package k

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
)

var sizes = []int{1_000, 10_000, 100_000, 1_000_000}

// BenchmarkParse and BenchmarkDerive have the same names below, so that their
// figures can be put side by side: ns/node is per syntax node. With memory=fresh
// each program gets memory of its own, as in a single run of the command; with
// memory=reused it takes that of the program before, as in a batch.
func BenchmarkParse(b *testing.B) {
	families(b, func(b *testing.B, f *lang.File, reuse bool) {
		var tree *k.Tree
		for b.Loop() {
			old := tree
			if !reuse {
				old = nil
			}
			tree, _ = k.ParseReuse(f, old)
		}
		perNode(b, len(tree.Nodes))
	})
}

func BenchmarkDerive(b *testing.B) {
	families(b, func(b *testing.B, f *lang.File, reuse bool) {
		tree, ds := k.Parse(f)
		var r *patterns.Result
		for b.Loop() {
			old := r
			if !reuse {
				old = nil
			}
			r = AnalyzeTree(tree, ds, Options{Reuse: old})
		}
		perNode(b, len(tree.Nodes))
	})
}

// BenchmarkMemory reports the bytes that a whole result keeps per syntax node.
func BenchmarkMemory(b *testing.B) {
	families(b, func(b *testing.B, f *lang.File, _ bool) {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		tree, ds := k.Parse(f)
		r := AnalyzeTree(tree, ds, Options{})
		runtime.GC()
		runtime.ReadMemStats(&after)
		for b.Loop() {
		}
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(len(tree.Nodes)), "B/node")
		b.ReportMetric(0, "ns/op")
		runtime.KeepAlive(r)
	})
}

func families(b *testing.B, run func(b *testing.B, f *lang.File, reuse bool)) {
	for _, memory := range []string{"fresh", "reused"} {
		for _, family := range gen.Families {
			for _, n := range sizes {
				b.Run(fmt.Sprintf("memory=%s/shape=%s/n=%d", memory, family.Name, n), func(b *testing.B) {
					run(b, lang.NewFile("bench.k", []byte(family.Sized(n))), memory == "reused")
				})
			}
		}
	}
}

func perNode(b *testing.B, nodes int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(nodes), "ns/node")
	b.ReportMetric(float64(nodes), "nodes")
	b.ReportMetric(0, "ns/op")
}
