package tensorscript

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/diagnose"
	"github.com/patgraph/patgraph/patterns/language"
)

// layersOf returns a network with so many layers in a row: dense, relu, batch norm.
func layersOf(n int) string {
	var b strings.Builder
	b.WriteString("use lin::Linear;\nuse reg::BatchNorm1d;\nuse nonlin::relu;\nnode Chain<[?, 8] -> [?, 8]> {}\nweights Chain<[?, 8] -> [?, 8]> {\n")
	for i := range n {
		switch i % 3 {
		case 0:
			fmt.Fprintf(&b, "  w%d = Linear::new(in=8, out=8);\n", i)
		case 2:
			fmt.Fprintf(&b, "  w%d = BatchNorm1d::new(num_features=8);\n", i)
		}
	}
	b.WriteString("}\ngraph Chain<[?, 8] -> [?, 8]> {\n  def forward { x")
	for i := range n {
		if i%3 == 1 {
			b.WriteString("\n    |> relu")
		} else {
			fmt.Fprintf(&b, "\n    |> w%d", i)
		}
	}
	b.WriteString(" }\n}\n")
	return b.String()
}

// residual returns a network with so many blocks of two convolutions each, which are nodes.
func residual(blocks int) string {
	var b strings.Builder
	b.WriteString("use conv::{Conv2d, maxpool2d};\nuse reg::BatchNorm2d;\nuse nonlin::relu;\nuse reduce::mean;\nuse lin::Linear;\n")
	const ends = "<[?, 16, 56, 56] -> [?, 16, 56, 56]>"
	fmt.Fprintf(&b, "node Same%s {}\nweights Same%s {\n", ends, ends)
	for i := 1; i <= 2; i++ {
		fmt.Fprintf(&b, "  c%d = Conv2d::new(in_ch=16, out_ch=16, kernel_size=3, padding=1);\n  n%d = BatchNorm2d::new(num_features=16);\n", i, i)
	}
	fmt.Fprintf(&b, "}\ngraph Same%s {\n  def forward { let y = x |> c1 |> n1 |> relu |> c2 |> n2; x + y |> relu }\n}\n", ends)
	const net = "<[?, 3, 224, 224] -> [?, 10]>"
	fmt.Fprintf(&b, "node Net%s {}\nweights Net%s {\n  stem = Conv2d::new(in_ch=3, out_ch=16, kernel_size=7, stride=2, padding=3);\n", net, net)
	for i := range blocks {
		fmt.Fprintf(&b, "  b%d = Same::new();\n", i)
	}
	fmt.Fprintf(&b, "  score = Linear::new(in=16, out=10);\n}\ngraph Net%s {\n  def forward {\n    x |> stem |> relu |> maxpool2d(kernel_size=3, stride=2, padding=1)", net)
	for i := range blocks {
		fmt.Fprintf(&b, "\n      |> b%d", i)
	}
	b.WriteString("\n      |> mean(dim=3) |> mean(dim=2) |> score\n  }\n}\n")
	return b.String()
}

func BenchmarkDerive(b *testing.B) {
	networks := []struct{ name, source string }{
		{"residual of 50 layers", residual(24)}, {"1,000 layers", layersOf(1000)}, {"10,000 layers", layersOf(10_000)}, {"100,000 layers", layersOf(100_000)},
	}
	for _, name := range []string{"lenet", "dcgan"} {
		source, err := os.ReadFile("../../examples/tensorscript/" + name + ".trs")
		if err != nil {
			b.Fatal(err)
		}
		networks = append(networks, struct{ name, source string }{name, string(source)})
	}
	for _, n := range networks {
		file := lang.NewFile("in.trs", []byte(n.source))
		b.Run(n.name+"/parse", func(b *testing.B) {
			for b.Loop() {
				tensorscript.Parse(file)
			}
		})
		for _, memory := range []string{"derive", "derive, memory=reused"} {
			b.Run(n.name+"/"+memory, func(b *testing.B) {
				var p *program
				for b.Loop() {
					var o language.Options
					if p != nil && memory != "derive" {
						o.Reuse = &patterns.Result{Front: p}
					}
					p = derived(file, o, nil, nil)
				}
				b.ReportMetric(float64(len(p.tree.Nodes)), "nodes")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(p.tree.Nodes)), "ns/node")
				b.ReportMetric(float64(p.Graph.Runs())/float64(max(1, p.Graph.Instances())), "runs/relation")
			})
		}
	}
}

// Large networks have no errors, and each of their relations runs at most twice.
func TestLargeNetworks(t *testing.T) {
	for _, c := range []struct {
		source    string
		relations int // at least
	}{{layersOf(3000), 3000}, {residual(40), 20}} { // a block is derived once
		p := derived(lang.NewFile("in.trs", []byte(c.source)), language.Options{}, nil, nil)
		if n := p.errors(); n > 0 {
			t.Errorf("%d errors: %v", n, diagnose.RunOrdered(p, diagnose.OrderedOptions{})[0])
		}
		if n := p.Graph.Instances(); n < c.relations || p.Graph.Runs() < n || p.Graph.Runs() > 2*n {
			t.Errorf("%d relations were run %d times", p.Graph.Instances(), p.Graph.Runs())
		}
	}
}

// A program in reused memory has the same results as one in fresh memory.
func TestReuse(t *testing.T) {
	var last *patterns.Result
	for i, source := range programs(t, sample.Size(300, 30)) {
		f := lang.NewFile("in.trs", []byte(source))
		o := language.Options{Brief: i%3 > 0}
		own := analyze(t.Context(), f, o)
		o.Reuse = last
		last = analyze(t.Context(), f, o)
		if !reflect.DeepEqual(own.Diagnostics, last.Diagnostics) || !reflect.DeepEqual(own.Definitions, last.Definitions) {
			t.Fatalf("program %d is another one in used memory\n%s", i, source)
		}
		if p, q := own.Front.(*program), last.Front.(*program); p.Graph.Stats() != q.Graph.Stats() {
			t.Fatalf("program %d: %+v, and in used memory %+v", i, p.Graph.Stats(), q.Graph.Stats())
		}
	}
}

// An additional layer needs at most one more allocation, for its attributes: the rest is allocated in chunks for many
// layers. This also holds in reused memory.
func TestAllocationsOfALayer(t *testing.T) {
	of := func(layers int, reused bool) (allocations float64) {
		f := lang.NewFile("in.trs", []byte(layersOf(layers)))
		var o language.Options
		return testing.AllocsPerRun(3, func() {
			p := derived(f, o, nil, nil)
			if o.Reuse = nil; reused {
				o.Reuse = &patterns.Result{Front: p}
			}
		})
	}
	for _, reused := range []bool{false, true} {
		if more := of(3000, reused) - of(1000, reused); more > 2000 {
			t.Errorf("2,000 layers more take %.0f allocations more (used memory: %v)", more, reused)
		}
	}
}
