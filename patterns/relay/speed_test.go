package relay

import (
	"context"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/internal/lab/relaygen"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// BenchmarkAnalyze measures the analysis of programs by form and size, the figures of BENCHMARKS.md. It also reports
// processor time, which other load on the machine affects less.
func BenchmarkAnalyze(b *testing.B) {
	for _, f := range relaygen.Families {
		sizes := slices.Clone(f.Sizes)
		if f.Large > 0 {
			sizes = append(sizes, f.Large/16, f.Large)
		}
		slices.Sort(sizes)
		for _, n := range slices.Compact(sizes) {
			source := f.Make(n)
			b.Run(f.Key()+"/"+strconv.Itoa(n), func(b *testing.B) {
				b.ReportAllocs()
				from := cost.Used()
				for b.Loop() {
					if r := check(source, ""); r.Errors() > 0 {
						b.Fatal(r.Diagnostics[0].Message)
					}
				}
				b.ReportMetric((cost.Used()-from).Seconds()*1e3/float64(b.N), "cpu-ms/op")
			})
		}
	}
}

// TestLinear checks that the cost of an analysis is almost linear in the program: from a sixteenth of the size on,
// counted work grows with an exponent of at most 1.1, and memory and time as package cost requires.
func TestLinear(t *testing.T) {
	for _, f := range relaygen.Families {
		if f.Large == 0 {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			sources := make(map[int]string)
			large := f.Large / sample.Size(1, 4)
			for _, n := range []int{large / 16, large / 4, large} {
				sources[n] = f.Make(n)
			}
			few := counts(t, sources[large/16])
			var many []count
			cost.Linear(t, large, func(n int) { many = counts(t, sources[n]) })
			for i, c := range many {
				if by := math.Log(c.n/max(few[i].n, 1)) / math.Log(16); by > 1.1 {
					t.Errorf("%s: %.0f and, at sixteen times the size, %.0f: an exponent of %.2f", c.what, few[i].n, c.n, by)
				}
			}
		})
	}
}

// A count is the amount of one kind of work.
type count struct {
	what string
	n    float64
}

// counts returns the amounts of counted work in the analysis of a program.
func counts(t testing.TB, source string) []count {
	ctx := &looks{Context: context.Background()}
	r := analyze(ctx, lang.NewFile("in.rly", []byte(source)), language.Options{})
	for _, d := range r.Diagnostics {
		if d.Severity == lang.Error {
			t.Fatal(d.Message)
		}
	}
	s := r.Solver.Graph.Stats()
	return []count{
		{"steps", float64(ctx.n)}, {"nodes", float64(s.Nodes)}, {"edges", float64(s.Edges)},
		{"events", float64(s.Events)}, {"runs of relations", float64(s.Runs)},
	}
}

// looks counts how often the analysis checks for cancellation, which it does after a fixed number of steps.
type looks struct {
	context.Context
	n int
}

func (l *looks) Err() error { l.n++; return nil }
