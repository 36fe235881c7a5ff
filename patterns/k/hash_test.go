package k

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
)

// The hashes are those that k 6.3.3 gives the functions of these programs.
func TestHashes(t *testing.T) {
	text, err := os.ReadFile("testdata/hashes.json")
	if err != nil {
		t.Fatal(err)
	}
	var programs []struct {
		Source string
		Hashes map[string]string
	}
	if err := json.Unmarshal(text, &programs); err != nil {
		t.Fatal(err)
	}
	for _, p := range programs {
		r := analyzeAs(p.Source, k.K6)
		for d, got := range Hashes(r) {
			if name := r.Definitions[d].Name; got != p.Hashes[name] {
				t.Errorf("%s: `%s` has %s, not %s", p.Source, name, got, p.Hashes[name])
			}
		}
	}
}

// A definition has no hash if k derives its type after dropping a part of it, nor has one that uses it.
func TestNoHash(t *testing.T) {
	r := analyzeAs("f = <> |x; g = f; h = <> (); i = .nosuch nosuch; i", k.K6)
	got := Hashes(r)
	for d, want := range []bool{false, false, true, false, false} {
		if (got[d] != "") != want {
			t.Errorf("`%s` has %q", r.Definitions[d].Name, got[d])
		}
	}
	if got := Hashes(analyze("f = 1;")); got[0] != "" {
		t.Errorf("a function of k4 has %s", got[0])
	}
}

// The layout of a program does not change its hashes.
func TestHashOfLayout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := "-- dialect: k6\n" + gen.LaterProgram(t)
		formatted, ds := k.Format(lang.NewFile("a.k", []byte(source)), k.K6, lang.Layout{})
		if len(ds) > 0 {
			t.Skip()
		}
		if a, b := Hashes(analyze(source)), Hashes(analyze(string(formatted))); !slices.Equal(a, b) {
			t.Fatalf("%v, and formatted %v", a, b)
		}
	})
}

// Hashing takes linear time, however a program nests.
func TestHashGrowth(t *testing.T) {
	for _, shape := range []func(n int) string{
		func(n int) string { return strings.Repeat("(", n) + ".a" + strings.Repeat(" .b)", n) + ";" },
		func(n int) string { return strings.Repeat(".a (", n) + ".b" + strings.Repeat(")", n) + ";" },
		func(n int) string { return strings.Repeat("<.a, ", n) + ".b" + strings.Repeat(">", n) + ";" },
		func(n int) string { return strings.Repeat("<", n) + ".b" + strings.Repeat(", .a>", n) + ";" },
		func(n int) string { return strings.Repeat("{", n) + "()" + strings.Repeat(" a}", n) + ";" },
		func(n int) string { return strings.Repeat("{} ", n) + ";" },
	} {
		programs := make(map[int]*patterns.Result)
		cost.Linear(t, 1<<13, func(n int) {
			if programs[n] == nil {
				programs[n] = analyzeAs("f = "+shape(n), k.K6)
			}
			Hashes(programs[n])
		})
	}
}
