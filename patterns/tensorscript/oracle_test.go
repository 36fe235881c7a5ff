package tensorscript

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/lab/tensorgen"
	"github.com/patgraph/patgraph/internal/trial"
	"github.com/patgraph/patgraph/patterns/relation"
)

// faultsOf returns the kinds of faults that an outcome may have.
func faultsOf(outcome string) []string {
	word, _, _ := strings.Cut(outcome, ": ")
	kinds := map[string][]string{
		"fails P0310": {"dim"}, "clash": {"dim"}, "fails P0311": {"rank"}, "fails P0313": {"type"}, "fails": {"type"}, "fails P0319": {"attr"},
		"fails P0322": {"window"}, "fails P0323": {"view-size"}, "attribute": {"arg", "type"}, "waits": {"waits"},
	}
	return kinds[word]
}

// Each operation agrees with a second implementation, which does not use relations: the same type, or the same kind of
// fault.
func TestOracle(t *testing.T) {
	t.Parallel()
	f := Operations()
	m := &relation.Machine{Sizes: relation.NewSizes()}
	if names := f.OperatorNames(); !slices.Equal(names, tensorgen.Names()) {
		t.Fatalf("the operations are\n%v\nand of the interpreter\n%v", names, tensorgen.Names())
	}
	counts := make(map[string]map[string]int)
	for i := range uint64(20000) {
		c := tensorgen.RandomCall(1, i)
		e, err := trial.ParseExample(c.String() + " -> x")
		if err != nil {
			t.Fatal(err)
		}
		got := set.Run(&e, m, f)
		typ, err := tensorgen.Apply(c.Name, c.Attrs, c.Args...)
		want := ""
		if wrong, ok := err.(*tensorgen.Fault); ok {
			want = wrong.Kind
		} else {
			got, _, _ = strings.Cut(got, "; ")
			want = typ.String()
		}
		if counts[c.Name] == nil {
			counts[c.Name] = make(map[string]int)
		}
		outcome := "accepted"
		if err != nil {
			outcome = want
		}
		counts[c.Name][outcome]++
		if err == nil && got != want || err != nil && !slices.Contains(faultsOf(got), want) {
			t.Errorf("call %d: %v\nwant %s (%v)\ngot  %s", i, c, want, err, got)
		}
	}
	for _, name := range tensorgen.Names() {
		n := counts[name]
		faults := 0
		for kind, k := range n {
			if kind != "accepted" {
				faults += k
			}
		}
		if n["accepted"] < 50 || faults < 5 && name != "lin.Linear.init_normal" {
			t.Errorf("%s: %v", name, n)
		}
	}
	t.Log(counts)
}
