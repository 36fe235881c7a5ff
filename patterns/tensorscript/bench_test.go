package tensorscript

import (
	"strconv"
	"testing"

	"github.com/patgraph/patgraph/internal/trial"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// chained returns an operation with arguments, in the form of a stage of a chain.
func chained(t testing.TB, line string) (*relation.Operator, []relation.Value) {
	e, err := trial.ParseExample(line + " -> x")
	if err != nil {
		t.Fatal(err)
	}
	o := Operations().Operator(e.Name)
	attrs, problems := o.Attributes(e.Attrs)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return o, attrs
}

var layers = []string{"lin.Linear {in=8, out=8}", "nonlin.relu", "reg.BatchNorm1d {num_features=8}"}

// chain states n layers in a row, with a known first input, or with a known last result if backward.
func chain(t testing.TB, n int, backward bool) *trial.Bench {
	e := set.Bench()
	x, err := e.Add("[n, 8]")
	if err != nil {
		t.Fatal(err)
	}
	nodes := []unify.Node{x}
	for range n {
		nodes = append(nodes, e.Leaf(0))
	}
	if backward {
		nodes[0], nodes[n] = nodes[n], nodes[0]
	}
	use := layers
	if backward {
		use = layers[:2]
	}
	var rules [][]*relation.Rule
	for _, line := range use {
		o, attrs := chained(t, line)
		rules = append(rules, e.Binding.Rules(o.Of(), attrs))
	}
	for i := range n {
		for _, r := range rules[i%len(rules)] {
			e.Relate(r, unify.Reason{}, nodes[i], nodes[i+1])
		}
	}
	return e
}

// Each relation of a chain of layers runs once or twice, whichever end is known.
func TestRunsOfAChain(t *testing.T) {
	for _, backward := range []bool{false, true} {
		for _, n := range []int{30, 3000} {
			e := chain(t, n, backward)
			e.Solve()
			for i := range e.Instances() {
				if s := e.InstanceOf(int32(i)).State; s != unify.Fires {
					t.Fatalf("of %d layers, relation %d is %v", n, i, s)
				}
			}
			if e.Instances() < n || e.Runs() > 2*e.Instances() {
				t.Errorf("%d relations of %d layers were run %d times", e.Instances(), n, e.Runs())
			}
		}
	}
}

func BenchmarkChain(b *testing.B) {
	for _, n := range []int{1000, 100_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				e := chain(b, n, false)
				b.StartTimer()
				e.Solve()
			}
		})
	}
}
