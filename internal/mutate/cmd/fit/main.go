// Command fit finds the weights by which the places of a core are ranked: it
// spoils the programs of the fitting split and maximises the likelihood that a
// place that was spoilt comes first. It prints the table for patterns/blame/weights.go
// and how often that place is among the first on both splits.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"

	"gonum.org/v1/gonum/optimize"

	"github.com/patgraph/patgraph/internal/mutate"
	"github.com/patgraph/patgraph/lang"
	syntax "github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns/blame"
	"github.com/patgraph/patgraph/patterns/k"
)

// example is one error: the terms of its places, and which of them are true.
type example struct {
	terms []blame.Terms
	truth []bool
}

func main() {
	root := flag.String("root", ".", "the root of the module")
	seed := flag.Uint64("seed", 1, "the seed of all chance")
	seeds := flag.Uint64("seeds", 3, "how many sets of mutants to fit on, with this seed and the next ones")
	per := flag.Int("per", 12, "at most so many mutants of each program and operator")
	ridge := flag.Float64("ridge", 0.00005, "how much large weights cost")
	flag.Parse()
	if err := run(*root, *seed, *seeds, *per, *ridge); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func run(root string, seed, seeds uint64, per int, ridge float64) error {
	programs, err := mutate.Load(root)
	if err != nil {
		return err
	}
	var fit []example
	for i := range seeds {
		fit = append(fit, examples(programs, mutate.Options{Dialect: syntax.Auto, Seed: seed + i, Per: per, Split: mutate.Fit, Jobs: runtime.GOMAXPROCS(0)})...)
	}
	test := examples(programs, mutate.Options{Dialect: syntax.Auto, Seed: seed, Per: per, Split: mutate.Test, Jobs: runtime.GOMAXPROCS(0)})
	n := len(blame.Terms{})
	p := optimize.Problem{
		Func: func(w []float64) float64 { return loss(w, fit, ridge, nil) },
		Grad: func(grad, w []float64) { loss(w, fit, ridge, grad) },
	}
	result, err := optimize.Minimize(p, make([]float64, n), nil, &optimize.LBFGS{})
	if result == nil {
		return err
	}
	fmt.Println("var fitted = Terms{")
	for i, w := range result.X {
		fmt.Printf("\t%.2f, // %s\n", w, blame.TermName(i))
	}
	fmt.Println("}")
	for _, s := range []struct {
		name string
		of   []example
	}{{"fit", fit}, {"test", test}} {
		fmt.Printf("// %s: %d errors; first %.1f %%, first three %.1f %%, first five %.1f %%\n",
			s.name, len(s.of), hits(result.X, s.of, 1), hits(result.X, s.of, 3), hits(result.X, s.of, 5))
	}
	return nil
}

// examples are the first errors of mutants in which some place is true.
func examples(programs []mutate.Program, o mutate.Options) []example {
	var list []example
	for _, m := range mutate.Generate(programs, o) {
		type seen struct {
			span   lang.Span
			places []blame.Suspect
		}
		var all []seen
		r := k.Analyze(context.Background(), lang.NewFile(m.ID, m.Source), k.Options{Observe: func(d *lang.Diagnostic, places []blame.Suspect) {
			all = append(all, seen{d.Span, places})
		}})
		oracle := mutate.NewOracle(&m)
		for i := range r.Diagnostics {
			d := &r.Diagnostics[i]
			if d.Secondary || d.Severity != lang.Error || d.Code.Class() != lang.ClassClash {
				continue
			}
			at := slices.IndexFunc(all, func(s seen) bool { return s.span == d.Span })
			if at < 0 {
				break
			}
			e := example{}
			told := make(map[lang.Span]bool) // what is shown as one place is told once
			for _, p := range all[at].places {
				if told[p.Shown()] {
					continue
				}
				told[p.Shown()] = true
				e.terms = append(e.terms, p.Features.Terms())
				tight := false
				for t := range m.Truths {
					tight = tight || oracle.Tight(t, p.Shown())
				}
				e.truth = append(e.truth, tight)
			}
			list = append(list, e)
			break
		}
	}
	return list
}

func score(w []float64, f *blame.Terms) float64 {
	s := 0.0
	for i := range w {
		s += w[i] * f[i]
	}
	return s
}

// loss is the mean negative logarithm of the share that true places have of the
// exponentials of all scores, and the penalty.
func loss(w []float64, es []example, ridge float64, grad []float64) float64 {
	sum := 0.0
	for i := range grad {
		grad[i] = 2 * ridge * w[i]
	}
	count := 0
	for _, e := range es {
		if slices.Contains(e.truth, true) {
			count++
		}
	}
	for _, e := range es {
		if !slices.Contains(e.truth, true) {
			continue
		}
		high := math.Inf(-1)
		scores := make([]float64, len(e.terms))
		for j := range e.terms {
			scores[j] = score(w, &e.terms[j])
			high = max(high, scores[j])
		}
		all, right := 0.0, 0.0
		for j, s := range scores {
			x := math.Exp(s - high)
			all += x
			if e.truth[j] {
				right += x
			}
		}
		sum += math.Log(all/right) / float64(count)
		for j, s := range scores {
			x := math.Exp(s - high)
			d := x / all
			if e.truth[j] {
				d -= x / right
			}
			for i := range grad {
				grad[i] += d * e.terms[j][i] / float64(count)
			}
		}
	}
	for _, x := range w {
		sum += ridge * x * x
	}
	return sum
}

// hits is the percentage of errors with a true place among the first n.
func hits(w []float64, es []example, n int) float64 {
	hit := 0
	for _, e := range es {
		order := make([]int, len(e.terms))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int {
			return cmp.Compare(score(w, &e.terms[b]), score(w, &e.terms[a]))
		})
		if slices.ContainsFunc(order[:min(n, len(order))], func(j int) bool { return e.truth[j] }) {
			hit++
		}
	}
	return 100 * float64(hit) / float64(len(es))
}
