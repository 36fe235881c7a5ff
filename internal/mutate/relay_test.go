package mutate

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/sample"
)

func loadRelay(t *testing.T) []Program {
	t.Helper()
	programs, err := Load("../..", Relay)
	if err != nil {
		t.Fatal(err)
	}
	return programs
}

// There are enough programs that are longer than a test of typing, neither split is empty, and what stands in
// one file is in one split.
func TestProgramsOfRelay(t *testing.T) {
	splits := make(map[string]int)
	files := make(map[string]string)
	names := make(map[string]bool)
	for _, p := range loadRelay(t) {
		file, _, small := strings.Cut(p.Name, ": ")
		if !small && p.Most == 0 {
			splits[p.Split]++
		}
		if split, known := files[file]; known && split != p.Split {
			t.Errorf("%s is in both splits", file)
		}
		files[file] = p.Split
		if names[p.Name] {
			t.Errorf("two programs are named %s", p.Name)
		}
		names[p.Name] = true
	}
	if splits[Fit] < 8 || splits[Test] < 8 || len(splits) != 2 {
		t.Errorf("splits %v", splits)
	}
}

// There are mutants of each operator, and at least 1,500.
func TestMutantsOfRelay(t *testing.T) {
	mutants := Generate(loadRelay(t), Options{Seed: 1, Per: 2, Jobs: 2})
	wellMade(t, mutants, Relay.Operators)
	if len(mutants) < 1500 {
		t.Errorf("only %d mutants", len(mutants))
	}
	t.Logf("%d mutants", len(mutants))
}

// Some mutants, or all that make mutants makes: what has to be so of every error, and how often the mistake is
// shown, is blamed first, and is mended. In a sample chance weighs more.
func TestAllOfRelay(t *testing.T) {
	o := Options{Seed: 1, Per: sample.Size(defaultPer, 1), Jobs: 2}
	mutants := Generate(loadRelay(t), o)
	if n := sample.Size(len(mutants), 120); n < len(mutants) {
		var some []Mutant
		for i := range n {
			some = append(some, mutants[i*len(mutants)/n])
		}
		mutants = some
	}
	r := NewReport(Relay, o, Measure(mutants, 2), nil)
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
		}{{"shown", s.Shown, 990}, {"blamed first", s.Top1, 750}, {"among the first three", s.Top3, 930}, {"among the first five", s.Top5, 980}} {
			if 1000*x.share < (x.least-chance)*s.Mutants {
				t.Errorf("of %d mutants, the mistake is %s in %d", s.Mutants, x.what, x.share)
			}
		}
	}
	fix, all := r.repaired()
	if 1000*fix < (900-2*chance)*all {
		t.Errorf("of %d mutants that change one token, %d have a change that helps", all, fix)
	}
}

// Where the mistake is shown by a construct around it, that construct is tight as long as it is the smallest
// that the analyzer knows of: a sign is the operation, a name that is called is the call.
func TestAnchorsOfRelay(t *testing.T) {
	const source = "def @f(%x: Tensor[(2), float32]) { nn.relu(%x * 3f) + @g(%x, axis=[0, 1], %x, %x, %x, %x) }\n"
	tests := []struct {
		truth, place string
		tight        bool
	}{
		{"*", "%x * 3f", true},
		{"*", "nn.relu(%x * 3f)", false},
		{"3f", "%x * 3f", true},
		{"axis=[0, 1]", "[0, 1]", false}, // the attribute, not what is within
		{"2", "(2)", true},
		{"2", "Tensor[(2), float32]", true},
		{"2", "%x: Tensor[(2), float32]", true},
		{"def @f", "def @f", true},
	}
	for _, test := range tests {
		m := &Mutant{Language: Relay, Program: "p", Source: []byte(source), Truths: []Truth{{Definition: "@f", Places: []Place{{Span: at(t, source, test.truth, 0)}}}}}
		if got := NewOracle(m).Tight(0, at(t, source, test.place, 0)); got != test.tight {
			t.Errorf("`%s` for `%s`: %t", test.place, test.truth, got)
		}
	}
}
