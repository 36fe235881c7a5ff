package k

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"weak"

	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// The members of a group that share their nodes are explained together: each mistake once, in the definition that has
// it.
func TestExplainedTogether(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"f = <.a g, .b {1 x, 2 y} .z>; g = <.c f, .d {1 x, 2 y} .w>; h = f .q;", "f z g w"},
		{"f0 = f4 () (); f1 = {.a a, {() a, () b} b, () 0}; f2 = (); f3 = .a; f4 = () (f0 (.a ^));", "f4 a"},
	} {
		r := Analyze(context.Background(), lang.NewFile("in.k", []byte(c.source)),
			Options{Recursion: patterns.Monomorphic})
		var got []string
		for _, d := range clashes(r) {
			checkExplained(t, d, c.source)
			got = append(got, d.Definition, d.Clash.Label)
			for _, m := range d.Explanation.Core {
				if !strings.Contains(c.source, m.Definition+" = ") {
					t.Errorf("%s: a constraint of %q", c.source, m.Definition)
				}
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: got %s, want %s", c.source, s, c.want)
		}
	}
}

// The cost of a mistake in every member of a large group is proportional to the members, not to the group times its
// members.
func TestExplainedLargeGroup(t *testing.T) {
	cost.Linear(t, sample.Size(1000, 200), func(n int) {
		var b strings.Builder
		b.WriteString("$t = <int stop, t next>;\n")
		for i := range n {
			fmt.Fprintf(&b, "f%d = $t <.stop, .next f%d, .nxt%d 1>;\n", i, (i+1)%n, i)
		}
		r := Analyze(context.Background(), lang.NewFile("a.k", []byte(b.String())), Options{AllErrors: true})
		if got := len(clashes(r)); got != n {
			t.Errorf("%d clashes, want %d", got, n)
		}
	})
}

// Mistakes beyond the bounds on explanations are still reported, each once.
func TestReportedOnce(t *testing.T) {
	var fields []string
	for i := range 300 {
		fields = append(fields, fmt.Sprintf("{.x a, .y b} .c%d l%d", i, i))
	}
	r := analyze("f = {" + strings.Join(fields, ", ") + "};")
	seen := make(map[string]int)
	for i := range r.Diagnostics {
		seen[r.Diagnostics[i].Clash.Label]++
	}
	if len(seen) != 300 || len(r.Diagnostics) != 300 {
		t.Errorf("%d diagnostics of %d mistakes", len(r.Diagnostics), len(seen))
	}
}

// The signature of a member in a round follows from earlier rounds, for any order of the members.
func TestExplainedRounds(t *testing.T) {
	a, b := "f = {<(), g> a} ^;\n", "g = [(), f];\n"
	x, y := clashReports(analyze(a+b)), clashReports(analyze(b+a))
	if len(x) == 0 || strings.Join(x, "\n") != strings.Join(y, "\n") {
		t.Errorf("%s\nand in the other order\n%s", strings.Join(x, "\n"), strings.Join(y, "\n"))
	}
}

// An analysis that reuses the memory of another one does not keep it alive.
func TestReuseForgets(t *testing.T) {
	analyzeNext := func(old *patterns.Result) (*patterns.Result, weak.Pointer[patterns.Solver]) {
		r := Analyze(context.Background(), lang.NewFile("in.k", []byte("f = .a;")), Options{Reuse: Spend(old)})
		return r, weak.Make(r.Solver)
	}
	r, first := analyzeNext(nil)
	old := r
	r, _ = analyzeNext(old)
	if old.Solver != nil || old.Front != nil || old.Definitions != nil {
		t.Error("a result whose memory was taken is not empty")
	}
	runtime.GC()
	if first.Value() != nil {
		t.Error("the solver before is still there")
	}
	runtime.KeepAlive(r)
}

// brief shortens failure messages about large programs.
type brief struct{ t *testing.T }

func (b brief) Fatalf(format string, args ...any) {
	b.t.Helper()
	b.t.Fatalf("%.2000s", fmt.Sprintf(format, args...))
}

// One mistake in a very large group is explained like any other.
func TestExplainedLarge(t *testing.T) {
	repeat := func(n int, odd, format string) string {
		var parts []string
		for i := range n {
			if i == n/2 {
				parts = append(parts, odd)
				continue
			}
			parts = append(parts, strings.ReplaceAll(format, "#", fmt.Sprint(i)))
		}
		return strings.Join(parts, ", ")
	}
	chain := func(n int, last string) string {
		s := "f0 = {.x y, .y x};\n"
		for i := 1; i < n; i++ {
			s += fmt.Sprintf("f%d = f%d {.x y, .y x};\n", i, i-1)
		}
		return s + fmt.Sprintf(last, n-1)
	}
	for name, source := range map[string]string{
		"branches":         "f = <" + repeat(sample.Size(20_000, 5_000), `.t "s"`, ".t# 1") + ">;",
		"elements":         "f = [" + repeat(sample.Size(20_000, 5_000), `"s"`, "1") + "];",
		"readers":          "f = {1 x, 2 y} <" + repeat(sample.Size(20_000, 5_000), ".z", ".y") + ">;",
		"readers of types": "$t = {" + repeat(5_000, "int z", "int l#") + "}; f = $t {" + repeat(5_000, ".zz a", ".l# a#") + "};",
		"nested":           "f = " + strings.Repeat("{", 60) + "{1 x, 2 y}" + strings.Repeat(" a, () b}", 60) + strings.Repeat(" .a", 60) + " .z;",
		"calls":            chain(1000, "g = f%d .z;"),
		"calls of values":  chain(1000, "g = {{1 a, 2 b} x, {1 a, 2 b} y} f%d .x .z;"),
		"composition":      "f = {.x y, .x z}" + strings.Repeat(" ()", 500) + " .w;",
	} {
		t.Run(name, func(t *testing.T) {
			ds := clashes(analyze(source))
			if len(ds) != 1 {
				t.Fatalf("%d clashes", len(ds))
			}
			checkExplained(brief{t}, ds[0], source)
		})
	}
}

// All members of a group depend on a monomorphic signature if one does, however far they are from its call.
func TestTaintedGroup(t *testing.T) {
	r := analyze("f0 = f2;\nf1 = (f0) (f4);\nf2 = f1;\nf3 = {f4 0};\nf4 = {f3 0};\ng = {};\n")
	for name, want := range map[string]bool{"f0": true, "f1": true, "f2": true, "f3": true, "f4": true, "g": false} {
		if got := r.Solver.Tainted(definition(r, name)); got != want {
			t.Errorf("%s: tainted is %v", name, got)
		}
	}
}

// If one member of a group needs the polymorphic signature of a definition that does not converge, no member's
// signature is final.
func TestNarrowGroup(t *testing.T) {
	r := analyze("$s = <{} c, {s c, s 0} 0>;\n$t = <int b, s a, s 0>;\nf0 = (.0) (f0);\nf1 = (f0) (f2);\nf2 = {(f1) ({}) c, $t 0};\n")
	for name, want := range map[string]bool{"f0": true, "f1": false, "f2": false} {
		x := r.Solver.Derivation(definition(r, name))
		if x.Converged != want {
			t.Errorf("%s: converged is %v", name, x.Converged)
		}
	}
}
