package relay

import (
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/internal/lab/relaygen"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

func repeated(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// nested wraps a text n times.
func nested(n int, before, inner, after string) string {
	return strings.Repeat(before, n) + inner + strings.Repeat(after, n)
}

const takesLong = "a relation that takes long"

// Sizes of hostile programs. Recursion to this depth would exceed the stack of TestHostile.
var deep, apart = sample.Size(100_000, 20_000), sample.Size(1000, 200)

// ones are more sizes than a list of a relation may have.
var ones = strings.Repeat("1, ", 1<<18)

var hostile = []struct {
	name, source string
	want         string // the code of the first error; empty: none
}{
	{"type parameters", "def @f[" + strings.TrimSuffix(repeated("A%d, ", 10_000), ", ") + "](%x: A7) { %x }", ""},
	{"a function after a broken expression", "add -> ]\nfn (%x) { %x }", "P0101"},
	{"nested tuples", "def @f() { " + nested(deep, "(", "1", ",)") + " }", ""},
	{"nested type tuples", "def @f(%x: " + nested(deep, "(", "int32", ")") + ") { 1 }", ""},
	{"nested calls", "def @f(%x: int32) { " + nested(deep, "exp(", "1f", ")") + " }", ""},
	{"nested ifs", "def @f(%c: bool) { " + nested(deep, "if (%c) { 1 } else { ", "1", " }") + " }", ""},
	{"nested conditions", "def @f(%c: bool) { " + nested(deep, "if (", "%c", ") { True } else { False }") + " }", ""},
	{"nested matches", "def @f(%c: bool) { " + nested(deep, "match (%c) { _ => ", "1", " }") + " }", ""},
	{"nested lets", "def @f() { " + nested(deep, "let %x = { ", "1", " }; %x") + " }", ""},
	{"nested functions", "def @f() { " + nested(deep, "fn (%x: int32) { ", "1", " }") + " }", ""},
	{"nested patterns", "def @f(%x: " + nested(20_000, "(", "int32", ")") + ") { match (%x) { " + nested(20_000, "(", "%y", ")") + " => %y } }", ""},
	{"lets", "def @f() { let %x0 = 1; " + repeated("let %%x%d = %%x0; ", deep) + " %x0 }", ""},
	{"fields of fields", "def @f(%x) { " + nested(1, "%x", "", "") + strings.Repeat(".0", deep) + " }", "P0320"},
	{"cells of cells", "def @f() { " + nested(deep, "ref(", "1", ")") + " }", ""},
	{"a ring of definitions", "def @f0(%n: int32) { if (%n == 0) { 1 } else { @f9999(%n) } }\n" + ring(9999), ""},
	{"an operator chain", "def @f(%x: int32) { %x" + strings.Repeat(" + %x", 16_000) + " }", ""},
	{"relations that wait", "def @f(%h) { " + repeated("let %%x%d = %%h + 1f; ", 1000) + " %h }", "P0320"},
	{"relations that wait for holes of their own", "def @f(" + strings.TrimSuffix(repeated("%%h%d, ", apart), ", ") + ") { " + repeated("let %%x%[1]d = %%h%[1]d + 1f; ", apart) + " 1 }", "P0320"},
	{"many errors", "def @f() { " + repeated("let %%x%d: bool = 1; ", 50) + " 1 }", "P0312"},
	{"many errors of relations", "def @f(%x: Tensor[(2), float32]) { " + repeated("let %%x%d = %%x + 1; ", 50) + " 1 }", "P0318"},
	{"an error in each definition", repeated("def @f%d() -> bool { 1 }\n", sample.Size(500, 100)), "P0312"},
	{"an error of a relation in each definition", repeated("def @f%d(%%x: Tensor[(2), float32]) { %%x + 1 }\n", sample.Size(150, 30)), "P0318"},
	{"shapes that are too long", "def @f(%x: Tensor[(" + ones + "), float32], %y: Tensor[(1, " + ones + "), float32]) { %x + %y }", "P0402"},
	{"brackets nested too deep", "def @f() { " + nested(1_000_001, "(", "1", ")") + " }", "P0405"},
	{"a cycle", "def @f(%x) { %x(%x) }", "P0317"},
	{"cycles", "def @f() { " + repeated("let %%x%d = fn (%%x) { %%x(%%x) }; ", 1000) + " 1 }", "P0317"},
	{"a cycle of many", "def @f(%c: bool, %x0) { " + repeated("let %%y%d = (%%x0, 1); ", 1000) + "let %x = if (%c) { %x0 } else { " + nested(1000, "(", "%x0", ",)") + " }; 1 }", "P0317"},
	{"a wide tuple", "def @f() { (" + strings.Repeat("1, ", 50_000) + ") }", ""},
	{"a wide call", "def @g(" + strings.TrimSuffix(repeated("%%x%d: int32, ", 10_000), ", ") + ") { 1 }\ndef @f() { @g(" + strings.Repeat("1, ", 9_999) + "1) }", ""},
	{"a wide shape", "def @f(%x: Tensor[(" + strings.TrimSuffix(strings.Repeat("1, ", 10_000), ", ") + "), float32]) { %x + %x }", ""},
	{"a wide type", "type T {" + repeated(" C%d,", 10_000) + " }\ndef @f(%t: T) { match (%t) { C0 => 1, _ => 2 } }", ""},
	{"a wide match", "type T {" + repeated(" C%d,", 3_000) + " }\ndef @f(%t: T) { match (%t) {" + repeated(" C%d => 1,", 3_000) + " } }", ""},
	{"types of types", "type T0 { C }\n" + towers(10_000), ""},
	{"a large section", "def @f(%x: Tensor[(60000), float32]) { split(%x, indices_or_sections=60000) }", ""},
	{"a large rank", "def @f(%x: Tensor[(1), float32]) { expand_dims(%x, axis=0, num_newaxis=100000000) }", "P0402"},
	{"a large repetition", "def @f(%x: Tensor[(2), float32]) { tile(%x, reps=[9223372036854775807]) }", "P0318"},
	{"sizes near the largest", "def @f(%x: Tensor[(9223372036854775807, 2), float32]) { nn.batch_flatten(%x) }", ""},
	{"a product of sizes that is too large", "def @f(%x: Tensor[(1, 9223372036854775807, 2), float32]) { nn.batch_flatten(%x) }", "P0318"},
	{"a size that is too large for an integer", "def @f(%x: Tensor[(9223372036854775808), float32]) { %x }", "P0107"},
	{"a padding beyond the largest", "def @f(%x: Tensor[(9223372036854775807), float32]) { nn.pad(%x, 0f, pad_width=[[1, 9223372036854775807]]) }", "P0318"},
	{"a relation of itself", "relation R(X, O) :- R(X, O).\nop r : fn<a, b>(a) -> b where R\ndef @f(%x : int32) { r(%x) }", "P0101"},
	{takesLong, "relation R(Tensor(s, b), O) :- all(i in range(4000) : all(j in range(4000) : i + j >= 0)) | O = Tensor(s, b).\nop r : fn<a, b>(a) -> b where R\ndef @f(%x : int32) { r(%x) }", "P0402"},
	{"a list that gets too long", "relation R(Tensor(s, b), O) :- len(range(100000)) == 1 | O = Tensor(s, b).\nop r : fn<a, b>(a) -> b where R\ndef @f(%x : int32) { r(%x) }", "P0402"},
	{"a field of a large number", "def @f(%x) { %x.99999999 }", "P0320"},
	{"a large index", "def @f(%x) { %x.65535 }", "P0320"},
	{"uses of a polymorphic function", "def @id[A](%x: A) -> A { %x }\ndef @f() { " + nested(20_000, "@id(", "1", ")") + " }", ""},
	{"uses of a local polymorphic function", "def @f() { let %id = fn [A](%x: A) -> A { %x }; " + nested(20_000, "%id(", "1", ")") + " }", ""},
	{"functions within functions with type parameters", "def @f() { " + nested(2_000, "fn [A](%x: A) { ", "1", " }") + " }", ""},
	{"tuples of functions with type parameters", "def @f() { " + nested(1_000, "(fn [A](%x: A) { ", "1", " },)") + " }", "P0320"},
	{"pairs of pairs", relaygen.Pairs(2000), ""},
	{"pairs of sizes that are not known", strings.Replace(relaygen.Pairs(400), "(8)", "(?)", 1), "P0402"},
	{"a diagonal", relaygen.Diagonal(24), ""},
	{"a match that is too hard to check", threes(1, 60, 240), "P0402"},
	{"many matches that are too hard to check", threes(8, 60, 240), "P0402"},
	{"a grid of many axes", "def @f(%x: Tensor[(2), float32]) { meshgrid((" + strings.Repeat("%x, ", 2000) + ")) }", "P0318"},
	{"a size of many terms", "def @f[" + strings.TrimSuffix(repeated("n%d: ShapeVar, ", 300), ", ") + "](%x: Tensor[(0" + repeated(" + n%d", 300) + "), float32]) { %x }", "P0402"},
	{"not a program", strings.Repeat("def def def (((( }}}} %% @@ 5 \"", 1000), "P0101"},
	{"zeros", strings.Repeat("\x00", 100_000), "P0107"},
	{"bytes that are not text", strings.Repeat("\xff\xfe%x", 10_000), "P0802"},
	{"open brackets", strings.Repeat("([{", 100_000), "P0101"},
}

// threes returns matches on many columns; each clause tests three of them.
func threes(matches, columns, clauses int) string {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("type B { T, F }\n")
	for i := range matches {
		fmt.Fprintf(&b, "def @f%d(%%x: (%s)) { match (%%x) {\n", i, strings.TrimSuffix(strings.Repeat("B, ", columns), ", "))
		for range clauses {
			list := strings.Split(strings.Repeat("_", columns), "")
			for range 3 {
				list[r.IntN(columns)] = string("TF"[r.IntN(2)])
			}
			fmt.Fprintf(&b, "(%s) => 1,\n", strings.Join(list, ", "))
		}
		b.WriteString("} }\n")
	}
	return b.String()
}

// ring returns definitions that each call the previous one.
func ring(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "def @f%d(%%n: int32) { @f%d(%%n - 1) }\n", i+1, i)
	}
	return b.String()
}

// towers returns types that each contain the previous one.
func towers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "type T%d { C%d(T%d), D%d }\n", i+1, i+1, i, i+1)
	}
	return b.String()
}

// TestRelationsCount checks that the work of relations counts toward the limit of nodes, even for cached runs.
func TestRelationsCount(t *testing.T) {
	source := "relation R(Tensor(s, b), O) :- all(i in range(100), j in range(100) : i + j >= 0) | O = Tensor(s, b).\nop r : fn<a, b>(a) -> b where R\n" +
		"def @f(%x: Tensor[(2), float32]) { " + repeated("let %%y%d = r(%%x); ", 40) + " 1 }"
	var work [2]int
	for i, n := range []int{0, 10_000} {
		r := analyze(t.Context(), lang.NewFile("in.rly", []byte(source)), language.Options{Settings: language.Settings{Limits: patterns.Limits{Nodes: n}}})
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		breached := false
		for d := range r.Definitions {
			breached = breached || r.Solver.Derivation(int32(d)).Breach == patterns.NodeBreach
		}
		if breached != (n > 0) {
			t.Errorf("with a limit of %d nodes: reached %v", n, breached)
		}
		work[i] = r.Solver.Work()
	}
	if nodes := 40 * 10_000 / 16; work[0] < nodes || work[1] > 20_000 {
		t.Errorf("relations take %d nodes, and %d of 10,000", work[0], work[1])
	}
}

// TestHostile checks that extreme programs are analysed quickly, with the right error and without deep recursion.
func TestHostile(t *testing.T) {
	most := debug.SetMaxStack(1 << 20)
	t.Cleanup(func() { debug.SetMaxStack(most) })
	for i, h := range hostile {
		if i%sample.Size(1, 3) != 0 {
			continue
		}
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			r := check(h.source, "")
			if r.Err != nil {
				t.Fatal(r.Err)
			}
			got := ""
			for i := range r.Diagnostics {
				d := &r.Diagnostics[i]
				if d.Span.Start < 0 || d.Span.End < d.Span.Start || int(d.Span.End) > len(h.source) {
					t.Fatalf("%s is at %v", d.Code, d.Span)
				}
				if d.Severity == lang.Error && got == "" {
					got = string(d.Code)
				}
			}
			if got != h.want {
				t.Errorf("the first error is %q, wanted %q", got, h.want)
			}
			for d := range r.Definitions {
				if v := r.Solver.View(int32(d)); v.Scheme != nil && d < 10 {
					r.Front.Signature(v.Scheme, v.In, v.Out)
				}
			}
		})
	}
}

// Beyond the size at which a type is shortened, printing it costs little for each further axis.
func TestPrintWideType(t *testing.T) {
	const n = 400_000
	r := check("def @f(%x: Tensor[("+strings.Repeat("1, ", n)+"), float32]) { %x }", "")
	s := r.Solver.Scheme(0)
	var text string
	took := cost.Allocated(func() { _, text = r.Front.ShortSignature(s, s.Roots[0], s.Roots[1], 100) })
	if took > 100*n || len(text) > 200 {
		t.Errorf("it allocates %d bytes, and has %d", took, len(text))
	}
}

// Axes have one label each: their types and texts create no labels of fields or arguments.
func TestLabelsOfAxes(t *testing.T) {
	f := lang.NewFile("in.rly", []byte("def @f(%x: Tensor[("+strings.Repeat("1, ", 99)+"1), float32]) { %x }"))
	p := derived(f, language.Options{}, nil)
	s := p.Solver.Scheme(0)
	p.Signature(s, s.Roots[0], s.Roots[1])
	for label, want := range map[string]bool{"d99": true, "99": false, "a99": false} {
		if made := p.tree.Syms.Lookup(label) != lang.NoSym; made != want {
			t.Errorf("there is a label %s: %v", label, made)
		}
	}
}

// An explanation that needs too many searches is incomplete, and says so.
func TestWhyOfManyOperators(t *testing.T) {
	for n, incomplete := range map[int]bool{50: false, 8000: true} {
		r := check("def @f(%x: Tensor[(2), float32]) { %x"+strings.Repeat(" + %x", n)+" }", "")
		w, ok := r.Front.WhyDefinition(0, -1)
		if !ok || w.Incomplete != incomplete || len(w.Parts) == 0 {
			t.Errorf("%d: %d parts, incomplete: %v", n, len(w.Parts), w.Incomplete)
		}
		for _, p := range w.Parts {
			if !p.Checked {
				t.Errorf("%d: %s has no proof", n, p.What)
			}
		}
	}
}
