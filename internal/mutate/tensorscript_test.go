package mutate

import (
	"testing"

	"github.com/patgraph/patgraph/internal/sample"
)

func loadNetworks(t *testing.T) []Program {
	t.Helper()
	programs, err := Load("../..", TensorScript)
	if err != nil {
		t.Fatal(err)
	}
	return programs
}

// Neither split is empty, and no two programs have one name.
func TestProgramsOfTensorScript(t *testing.T) {
	splits := make(map[string]int)
	names := make(map[string]bool)
	for _, p := range loadNetworks(t) {
		splits[p.Split]++
		if names[p.Name] {
			t.Errorf("two programs are named %s", p.Name)
		}
		names[p.Name] = true
	}
	if splits[Fit] < 12 || splits[Test] < 12 || len(splits) != 2 {
		t.Errorf("splits %v", splits)
	}
}

// There are mutants of each operator, and at least 600.
func TestMutantsOfTensorScript(t *testing.T) {
	mutants := Generate(loadNetworks(t), Options{Seed: 1, Per: 1, Jobs: 2})
	wellMade(t, mutants, TensorScript.Operators)
	if len(mutants) < 600 {
		t.Errorf("only %d mutants", len(mutants))
	}
	t.Logf("%d mutants", len(mutants))
}

// Some mutants, or all that make mutants makes: what has to be so of every error, and how often the mistake is
// shown, is blamed first, and is mended. In a sample chance weighs more.
func TestAllOfTensorScript(t *testing.T) {
	o := Options{Seed: 1, Per: sample.Size(defaultPer, 1), Jobs: 2}
	mutants := Generate(loadNetworks(t), o)
	if n := sample.Size(len(mutants), 160); n < len(mutants) {
		var some []Mutant
		for i := range n {
			some = append(some, mutants[i*len(mutants)/n])
		}
		mutants = some
	}
	r := NewReport(TensorScript, o, Measure(mutants, 2), nil)
	switch a := r.All; {
	case a.ErrorsExplained == 0 || a.Minimal < a.ErrorsExplained || a.Checked < a.ErrorsExplained:
		t.Errorf("of %d explained errors, %d cores are minimal and %d proofs hold", a.ErrorsExplained, a.Minimal, a.Checked)
	case a.Words != Words{}:
		t.Errorf("unfit words: %+v", a.Words)
	case a.FalseHelps > 0 || a.UnfitHelps > 0:
		t.Errorf("of %d changes, more is said of %d than is so, and no one could use %d", a.Helps, a.FalseHelps, a.UnfitHelps)
	}
	chance := sample.Size(0, 40)
	for _, s := range r.Splits {
		if s.Name != Test {
			continue
		}
		for _, x := range []struct {
			what  string
			share int
			least int // of 1000
		}{{"shown", s.Shown, 990}, {"blamed first", s.Top1, 800}, {"among the first three", s.Top3, 950}, {"among the first five", s.Top5, 975}} {
			if 1000*x.share < (x.least-chance)*s.Mutants {
				t.Errorf("of %d mutants, the mistake is %s in %d", s.Mutants, x.what, x.share)
			}
		}
	}
	fix, all := r.repaired()
	if 1000*fix < (900-chance)*all {
		t.Errorf("of %d mutants, %d have a change that helps", all, fix)
	}
}

// What is declared is also at fault where it is used: a layer in its stages, a size wherever its name stands. The argument that
// has a wrong number is tight, and the call; the node is not.
func TestAnchorsOfTensorScript(t *testing.T) {
	const source = "node A<[?, 3] -> [?, 4]> {}\nweights A<[?, 3] -> [?, 4]> { w = Linear::new(in=3, out=4); }\ngraph A<[?, 3] -> [?, 4]> { def forward { x |> w |> view(?, 2, 2) } }\n"
	for _, test := range []struct {
		truth, place string
		tight        bool
	}{
		{"in=3", "in=3", true},
		{"in=3", "new(in=3, out=4)", true},
		{"in=3", "out=4", false},
		{"in=3", "w = Linear::new(in=3, out=4);", false},
		{"2, 2", "view(?, 2, 2)", true},
		{"2, 2", "x |> w |> view(?, 2, 2)", false},
	} {
		m := &Mutant{Language: TensorScript, Program: "p", Source: []byte(source), Truths: []Truth{{Definition: "A", Places: []Place{{Span: at(t, source, test.truth, 0)}}}}}
		if got := NewOracle(m).Tight(0, at(t, source, test.place, 0)); got != test.tight {
			t.Errorf("%s for %s: %v", test.place, test.truth, got)
		}
	}
	p := &Program{Language: TensorScript, Name: "p", Source: []byte(source)}
	for _, c := range newNetworkSubject(p).candidates("argument-swap", nil) {
		stage := false
		for _, place := range c.truths[0].places {
			stage = stage || place.use && source[place.span.Start:place.span.End] == "w"
		}
		if !stage {
			t.Error("a stage is not at fault where its layer is")
		}
	}
}
