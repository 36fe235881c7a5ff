package tensorscript

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/lab/tensorgen"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/internal/trial"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/unify"
)

// programs returns the cases, the additions, the examples, and random networks.
func programs(t testing.TB, random int) []string {
	list := slices.Clone(additions)
	for _, c := range testCases(t) {
		list = append(list, c.Source)
	}
	files, err := os.ReadDir("../../examples/tensorscript")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if strings.HasSuffix(f.Name(), ".trs") {
			list = append(list, example(t, f.Name()))
		}
	}
	for i := range uint64(random) {
		list = append(list, tensorgen.RandomNetwork(2, i).Source)
	}
	return list
}

func example(t testing.TB, name string) string {
	source, err := os.ReadFile("../../examples/tensorscript/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(source)
}

// brief analyses a program without explanations.
func brief(source string) *patterns.Result {
	return analyze(context.Background(), lang.NewFile("in.trs", []byte(source)), language.Options{Brief: true})
}

// The order in which the constraints of a node are stated and its relations run does not matter: neither for
// contradictions nor for the type.
func TestLawConstraints(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	sound, wrong := 0, 0
	for i, source := range programs(t, sample.Size(2000, 60)) {
		res := brief(source)
		if res.Solver == nil {
			continue
		}
		what := fmt.Sprintf("program %d\n%s", i, source)
		s, w := trial.Permuted(t, res, what, func(cs []unify.Constraint) []unify.Constraint {
			cs = slices.Clone(cs)
			r.Shuffle(len(cs), func(i, j int) { cs[i], cs[j] = cs[j], cs[i] })
			return cs
		}, func(s string) string { return s })
		sound, wrong = sound+s, wrong+w
	}
	if sound < sample.Size(200, 100) || wrong < 20 {
		t.Errorf("only %d nodes without a contradiction, %d with one", sound, wrong)
	}
}

// Each moment of a derivation refines the earlier ones: nodes in one class stay in one class.
func TestLawHistory(t *testing.T) {
	moments := 0
	for i, source := range programs(t, sample.Size(500, 20)) {
		g := derived(lang.NewFile("in.trs", []byte(source)), language.Options{}, nil, nil).Graph
		nodes := g.Stats().Nodes
		step := 1 + nodes/40
		for at := step; at < nodes; at += step {
			next := min(at+step, nodes)
			moments++
			for n := range unify.Node(at) {
				if was, is := g.FindAt(n, at), g.FindAt(n, next); int(was) >= at || g.FindAt(was, next) != is {
					t.Fatalf("program %d: the node %d is in the class %d when there are %d nodes, and in %d when there are %d\n%s", i, n, was, at, is, next, source)
				}
			}
		}
	}
	if moments < 2000 {
		t.Errorf("only %d moments", moments)
	}
}

// The proof of each contradiction is accepted by the checker and is minimal.
func TestLawProofs(t *testing.T) {
	proofs := 0
	for i, source := range programs(t, sample.Size(1000, 20)) {
		for _, d := range check(source).Diagnostics {
			if e := d.Explanation; e != nil {
				if proofs++; !e.Checked || !e.Minimal {
					t.Errorf("program %d: the proof of %s is not accepted, or not minimal\n%s", i, &d, source)
				}
			}
		}
	}
	if proofs < sample.Size(30, 15) {
		t.Errorf("only %d proofs", proofs)
	}
}

// The cost of a network is linear in its length: nodes, events, relation runs and memory for a chain of layers; and
// each relation runs at most twice on average.
func TestLawCosts(t *testing.T) {
	of := func(source string) (unify.Stats, float64) {
		file := lang.NewFile("in.trs", []byte(source))
		var p *program
		allocations := testing.AllocsPerRun(1, func() { p = derived(file, language.Options{}, nil, nil) })
		s := p.Graph.Stats()
		if p.errors() > 0 || s.Runs > 2*s.Relations {
			t.Errorf("%d errors, and %d relations ran %d times", p.errors(), s.Relations, s.Runs)
		}
		return s, allocations
	}
	few, allocated := of(layersOf(1000))
	many, allocatedMany := of(layersOf(sample.Size(100_000, 10_000)))
	ratio := float64(sample.Size(100_000, 10_000)) / 1000
	for _, c := range []struct {
		what      string
		few, many float64
	}{
		{"nodes", float64(few.Nodes), float64(many.Nodes)}, {"events", float64(few.Events), float64(many.Events)}, {"unions", float64(few.Unions), float64(many.Unions)},
		{"runs", float64(few.Runs), float64(many.Runs)}, {"allocations", allocated, allocatedMany},
	} {
		if c.many > 1.02*ratio*c.few {
			t.Errorf("%s: %.0f of 1,000 layers, and %.0f of %.0f times as many", c.what, c.few, c.many, ratio)
		}
	}
	for _, source := range []string{residual(24), example(t, "lenet.trs"), example(t, "dcgan.trs"), example(t, "residual.trs")} {
		of(source)
	}
}
