package k

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/internal/lab/corpus"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
)

var sizes = []int{1_000, 10_000, 100_000, 1_000_000}

// BenchmarkParse and BenchmarkDerive have sub-benchmarks of the same names, so that their figures can be compared:
// ns/node is the time per syntax node. With memory=fresh each program gets its own memory, as in a single run of the
// command; with memory=reused it reuses the memory of the previous program, as in a batch.
func BenchmarkParse(b *testing.B) {
	families(b, func(b *testing.B, f *lang.File, reuse bool) {
		var tree *k.Tree
		for b.Loop() {
			old := tree
			if !reuse {
				old = nil
			}
			tree, _ = k.ParseReuse(f, k.K4, old, nil)
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
			r = AnalyzeTree(context.Background(), tree, ds, Options{Reuse: Spend(old)})
		}
		perNode(b, len(tree.Nodes))
	})
}

// BenchmarkExplain measures a program with one error: with the explanation (core, blame and checked repairs) and
// without.
func BenchmarkExplain(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		source := gen.Mixed(n/70+1) + "\nwrong = {.a x, .b y} {.x p, .yy q};\nuses = wrong .p;\n"
		f := lang.NewFile("bench.k", []byte(source))
		for _, brief := range []bool{true, false} {
			b.Run(fmt.Sprintf("n=%d/explain=%v", n, !brief), func(b *testing.B) {
				for b.Loop() {
					Analyze(context.Background(), f, Options{Brief: brief})
				}
			})
		}
	}
}

// BenchmarkMemory reports the bytes that a whole result retains per syntax node.
func BenchmarkMemory(b *testing.B) {
	families(b, func(b *testing.B, f *lang.File, _ bool) {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		tree, ds := k.Parse(f)
		r := AnalyzeTree(context.Background(), tree, ds, Options{})
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

// BenchmarkCorpus measures a batch of realistic programs, most of them small: parsing only, deriving sound programs,
// and the complete analysis.
func BenchmarkCorpus(b *testing.B) {
	var all, sound [][]byte
	c := corpus.Corpus{Seed: 1}
	for i := range 2000 {
		p := c.Program(i)
		all = append(all, p.Source)
		if p.Kind == corpus.Sound {
			sound = append(sound, p.Source)
		}
	}
	var tree *k.Tree
	var result *patterns.Result
	for _, what := range []struct {
		name string
		of   [][]byte
		do   func(*lang.File)
	}{
		{"parse", all, func(f *lang.File) { tree, _ = k.ParseReuse(f, k.K4, tree, nil) }},
		{"derive", sound, func(f *lang.File) { result = Analyze(context.Background(), f, Options{Reuse: Spend(result)}) }},
		{"check", all, func(f *lang.File) { result = Analyze(context.Background(), f, Options{Reuse: Spend(result)}) }},
	} {
		b.Run("what="+what.name, func(b *testing.B) {
			b.ReportAllocs()
			bytes := 0
			for b.Loop() {
				bytes = 0
				for _, src := range what.of {
					bytes += len(src)
					what.do(lang.NewFile("in.k", src))
				}
			}
			b.SetBytes(int64(bytes))
		})
	}
}
