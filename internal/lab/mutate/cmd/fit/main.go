//go:build fit

// Command fit fits the weights that rank the suspects of a core: it mutates the programs of the fitting split and
// maximises the likelihood that a mutated place is ranked first. It prints the table for patterns/blame/weights.go or,
// with -dialect relay, tensorscript or onnx, for weights.go of that language, and how often a
// mutated place is among the first on both splits. Build it with the tag fit: its optimization library is large, and
// nothing else needs it.
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

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/optimize"

	"github.com/patgraph/patgraph/internal/lab/mutate"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/blame"
	"github.com/patgraph/patgraph/patterns/diagnose"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/onnx"
	"github.com/patgraph/patgraph/patterns/relay"
	"github.com/patgraph/patgraph/patterns/tensorscript"
)

// example is one error: the terms of its suspects, and whether each is a true one.
type example struct {
	terms [][]float64
	truth []bool
}

// suspect is a place that may be at fault: its span in the report, and its terms.
type suspect struct {
	at    lang.Span
	terms []float64
}

// An analysis returns the errors of a mutant, and calls see with the suspects of each error that it explains.
type analysis func(m *mutate.Mutant, see func(at lang.Span, places []suspect)) []lang.Diagnostic

func suspectsOfK(m *mutate.Mutant, see func(lang.Span, []suspect)) []lang.Diagnostic {
	observe := func(d *lang.Diagnostic, places []blame.Suspect) {
		var list []suspect
		for i := range places {
			t := places[i].Features.Terms()
			list = append(list, suspect{places[i].Shown(), t[:]})
		}
		see(d.Span, list)
	}
	return k.Analyze(context.Background(), lang.NewFile(m.ID, m.Source), k.Options{Observe: observe}).Diagnostics
}

// candidates passes on suspects that have features of their language.
func candidates(see func(lang.Span, []suspect)) diagnose.OrderedOptions {
	return diagnose.OrderedOptions{Observe: func(d *lang.Diagnostic, places []blame.Candidate) {
		var list []suspect
		for i := range places {
			list = append(list, suspect{places[i].Span, places[i].Features})
		}
		see(d.Span, list)
	}}
}

func suspectsOfRelay(m *mutate.Mutant, see func(lang.Span, []suspect)) []lang.Diagnostic {
	return relay.AnalyzeWith(context.Background(), lang.NewFile("in.rly", m.Source), language.Options{},
		candidates(see)).Diagnostics
}

func suspectsOfTensorScript(m *mutate.Mutant, see func(lang.Span, []suspect)) []lang.Diagnostic {
	return tensorscript.AnalyzeWith(context.Background(), lang.NewFile("in.trs", m.Source), language.Options{},
		candidates(see)).Diagnostics
}

func suspectsOfONNX(m *mutate.Mutant, see func(lang.Span, []suspect)) []lang.Diagnostic {
	return onnx.AnalyzeWith(context.Background(), lang.NewFile("in.onnxtxt", m.Source), language.Options{},
		candidates(see)).Diagnostics
}

func main() {
	root := flag.String("root", ".", "the root of the module")
	seed := flag.Uint64("seed", 1, "the seed of all chance")
	seeds := flag.Uint64("seeds", 3, "how many sets of mutants to fit on, with this seed and the next ones")
	per := flag.Int("per", 12, "at most so many mutants of each program and operator")
	dialect := flag.String("dialect", "k", "the programs: those of k, relay, tensorscript or onnx")
	ridge := flag.Float64("ridge", 0.00005, "how much large weights cost")
	flag.Parse()
	if err := run(*root, *dialect, *seed, *seeds, *per, *ridge); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func run(root, dialect string, seed, seeds uint64, per int, ridge float64) error {
	l, of := mutate.K, suspectsOfK
	switch dialect {
	case mutate.K.Name:
	case mutate.Relay.Name:
		l, of = mutate.Relay, suspectsOfRelay
	case mutate.TensorScript.Name:
		l, of = mutate.TensorScript, suspectsOfTensorScript
	case mutate.ONNX.Name:
		l, of = mutate.ONNX, suspectsOfONNX
	default:
		return fmt.Errorf("-dialect is k, relay, tensorscript or onnx, not %q", dialect)
	}
	programs, err := mutate.Load(root, l)
	if err != nil {
		return err
	}
	var fit []example
	for i := range seeds {
		fit = append(fit, examples(programs, of,
			mutate.Options{Seed: seed + i, Per: per, Split: mutate.Fit, Jobs: runtime.GOMAXPROCS(0)})...)
	}
	test := examples(programs, of, mutate.Options{Seed: seed, Per: per, Split: mutate.Test, Jobs: runtime.GOMAXPROCS(0)})
	n := len(blame.Terms{})
	line := func(i int, w float64) string { return fmt.Sprintf("%.2f, // %s", w, blame.TermName(i)) }
	named := func(weights []blame.Weight) {
		n, line = len(weights), func(i int, w float64) string { return fmt.Sprintf("{Name: %q, Weight: %.2f},", weights[i].Name, w) }
	}
	switch l {
	case mutate.Relay:
		named(relay.Weights[:])
	case mutate.TensorScript:
		named(tensorscript.Weights[:])
	case mutate.ONNX:
		named(onnx.Weights[:])
	}
	p := optimize.Problem{
		Func: func(w []float64) float64 { return loss(w, fit, ridge, nil) },
		Grad: func(grad, w []float64) { loss(w, fit, ridge, grad) },
	}
	result, err := optimize.Minimize(p, make([]float64, n), nil, &optimize.LBFGS{})
	if result == nil {
		return err
	}
	fmt.Println("{")
	for i, w := range result.X {
		fmt.Printf("\t%s\n", line(i, w))
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

// examples returns, for each mutant, its first error of class clash that is explained.
func examples(programs []mutate.Program, of analysis, o mutate.Options) []example {
	type seen struct {
		span   lang.Span
		places []suspect
	}
	mutants := mutate.Generate(programs, o)
	list := make([]*example, len(mutants))
	var group errgroup.Group
	group.SetLimit(o.Jobs)
	for n := range mutants {
		group.Go(func() error {
			m := &mutants[n]
			var all []seen
			diagnostics := of(m, func(at lang.Span, places []suspect) { all = append(all, seen{at, places}) })
			oracle := mutate.NewOracle(m)
			for i := range diagnostics {
				d := &diagnostics[i]
				if d.Secondary || d.Severity != lang.Error || d.Code.Class() != lang.ClassClash {
					continue
				}
				at := slices.IndexFunc(all, func(s seen) bool { return s.span == d.Span })
				if at < 0 {
					break
				}
				e := &example{}
				seenSpans := make(map[lang.Span]bool) // suspects with the same span are reported once
				for _, p := range all[at].places {
					if seenSpans[p.at] {
						continue
					}
					seenSpans[p.at] = true
					e.terms = append(e.terms, p.terms)
					tight := false
					for t := range m.Truths {
						tight = tight || oracle.Tight(t, p.at)
					}
					e.truth = append(e.truth, tight)
				}
				list[n] = e
				break
			}
			return nil
		})
	}
	_ = group.Wait() // no job returns an error
	var examples []example
	for _, e := range list {
		if e != nil {
			examples = append(examples, *e)
		}
	}
	return examples
}

func score(w, f []float64) float64 {
	s := 0.0
	for i := range w {
		s += w[i] * f[i]
	}
	return s
}

// loss is the mean negative logarithm of the softmax probability of the true suspects, plus the ridge penalty. It
// stores its gradient in grad.
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
			scores[j] = score(w, e.terms[j])
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

// hits is the percentage of errors with a true suspect among the first n.
func hits(w []float64, es []example, n int) float64 {
	hit := 0
	for _, e := range es {
		order := make([]int, len(e.terms))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int {
			return cmp.Compare(score(w, e.terms[b]), score(w, e.terms[a]))
		})
		if slices.ContainsFunc(order[:min(n, len(order))], func(j int) bool { return e.truth[j] }) {
			hit++
		}
	}
	return 100 * float64(hit) / float64(len(es))
}
