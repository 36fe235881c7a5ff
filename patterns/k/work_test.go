package k

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/repair"
)

// Very many definitions that are too large do not take long, and the other definitions are derived.
func TestWork(t *testing.T) {
	var b strings.Builder
	b.WriteString("first = .a;\n")
	for i := range 30 {
		text := doubling(24, "p%[2]d p%[2]d", "{() a, () b}")
		text = text[:strings.LastIndex(text, "\n")]
		b.WriteString(strings.ReplaceAll(text, "p", fmt.Sprintf("q%d_", i)) + "\n")
	}
	b.WriteString("last = first .b;\n")
	for range 2 {
		r := Analyze(context.Background(), lang.NewFile("main.k", []byte(b.String())),
			Options{Limits: patterns.Limits{Work: 100_000, Nodes: 50_000}})
		if took, most := r.Solver.Work(), r.Solver.Reserve()+256*r.SyntaxNodes+1000*len(r.Definitions); took > most {
			t.Errorf("it took %d of %d nodes", took, most)
		}
		reported, silent := 0, 0
		for _, d := range r.Diagnostics {
			switch {
			case d.Code != lang.NodeLimit:
				t.Errorf("%s: %s", d.Code, d.Message)
			case d.Secondary:
				silent++
			case strings.Contains(d.Message.String(), "for a whole program leaves too few for"):
				reported++
			}
		}
		left := 0
		for d := range r.Definitions {
			if r.Solver.Derivation(int32(d)).Breach == patterns.WorkBreach {
				left++
				if r.Definitions[d].OK {
					t.Errorf("%s is ok", r.Definitions[d].Name)
				}
			}
		}
		if reported != 1 || silent != left-1 || left < 25 {
			t.Errorf("%d reported and %d not, of %d", reported, silent, left)
		}
		for _, name := range []string{"first", "last", "q29_0", "q29_3"} {
			if !r.Definitions[definition(r, name)].OK {
				t.Errorf("%s is not ok", name)
			}
		}
		// The next program is not affected.
		if next := analyze("f = .a .b;"); len(next.Diagnostics) > 0 {
			t.Error(messages(next))
		}
	}
}

// However small the limit on work is, every definition is derived as without a limit, reported as left out, or uses a
// definition that is left out.
func TestEveryWork(t *testing.T) {
	step := "p0 = {() a, () b}; p1 = p0 p0; p2 = p1 p1; p3 = p2 p2; p4 = p3 p3; p5 = p4 p4; p6 = p5 p5; p7 = p6 p6; p8 = p7 p7; p9 = p8 p8; pA = p9 p9;"
	for _, source := range []string{
		step + `c = {pA x, pA y}; d = {1 x, 2 y} .z; e = pA .z;`,
		`f = <.stop, .go f>; g = {f a, f f b}; h = <.x g, .y h .z>; i = h .a;`,
		// Polymorphic, and derived again for it: see PolymorphicRecursion.
		`f = <.list.end 0, {.list.text list, "a" last} f, {.list.number list, 1 last} f>; g = f .x;`,
		// Narrow: its use is derived with looser signatures.
		step + `f = <.list.end 0, {.list.next list, .b a, .a b} f>; g = {() list, pA .a a, pA b, pA c} f;`,
		step + "f1 = {f2 x, f3 y}; f2 = {f3 x, pA y, f1 z}; f3 = {f1 x, pA f2 y}; g = f1 .x .y;",
	} {
		whole := analyze(source)
		most, were := whole.Solver.Work(), 0
		for n := 1; n <= most; n += 1 + sample.Size(n/2, 2*n) {
			r := Analyze(context.Background(), lang.NewFile("main.k", []byte(source)),
				Options{Limits: patterns.Limits{Work: n}})
			left := 0
			for d := range r.Definitions {
				if r.Solver.Derivation(int32(d)).Breach == patterns.WorkBreach {
					left++
				}
			}
			reported := 0
			for _, d := range r.Diagnostics {
				if d.Code == lang.NodeLimit {
					reported++
				}
			}
			if reported != left {
				t.Errorf("%s with %d: %d left out, %d reported", source, n, left, reported)
			}
			if left == 0 && messages(r) != messages(whole) {
				t.Errorf("%s with %d:%s\nwithout a limit:%s", source, n, messages(r), messages(whole))
			}
			if err := r.Solver.Graph.Verify(); err != nil {
				t.Errorf("%s with %d: %v", source, n, err)
			}
			were += left
		}
		if were == 0 {
			t.Errorf("%s is within the usual", source)
		}
	}
}

// The cost of a trial is that of its derivation, not of its text.
func TestRepairsOfLargePatterns(t *testing.T) {
	var b strings.Builder
	b.WriteString("b = {{() a, () b} x, {() a, () b} y} .z; $t = {int x, int y}; g = {1 x, 2 yy} $t;\n")
	for i := range 1 {
		text := doubling(14, "p%[2]d p%[2]d", "{b a, () b, g t}")
		text = text[:strings.LastIndex(text, "\n")]
		b.WriteString(strings.ReplaceAll(text, "p", fmt.Sprintf("p%d_", i)) + "\n")
	}
	r := analyze(b.String())
	w := repair.NewTrials(r.Front.(*program).repairProgram(), nil)
	w.Try(lang.NewFile("f.k", []byte(strings.Replace(b.String(), ".z", ".x", 1))), nil)
	if debt := w.Debt(); debt < 100*w.Size {
		t.Errorf("a trial counts as %d syntax nodes beyond the %d that there are", debt, w.Size)
	}
	w.Try(lang.NewFile("f.k", []byte("f = .a .b; g = <.stop, .go g>;")), nil)
	if debt := w.Debt(); debt > 500 { // rounds of recursion
		t.Errorf("a usual program has a debt of %d", debt)
	}
}

// A line may have a signature of a thousand nodes, and signatures are kept. They count toward the limit, so the
// memory of a program is bounded.
func TestCopiesCount(t *testing.T) {
	source := "f0 = " + strings.Repeat(".a ", 800) + ";\n"
	for i := range 600 {
		source += fmt.Sprintf("f%d = f%d;\n", i+1, i)
	}
	r := Analyze(t.Context(), lang.NewFile("a.k", []byte(source)), Options{Limits: patterns.Limits{Work: 200_000}})
	held := 0
	for d := range int32(len(r.Definitions)) {
		if !r.Solver.Derivation(d).Bad {
			held += r.Solver.Scheme(d).Graph.Len()
		}
	}
	if held < 200_000 || held > 300_000 || r.Errors() != 1 || r.Diagnostics[0].Code != lang.NodeLimit {
		t.Errorf("%d nodes of signatures, %v", held, r.Diagnostics)
	}
}

// Each definition of a long program may be within its own limit. The sum of all nodes is bounded, too.
func TestHeldIsBounded(t *testing.T) {
	var source strings.Builder
	source.WriteString("f0 = " + strings.Repeat(".a ", 150) + ";\n")
	for i := range 90_000 {
		fmt.Fprintf(&source, "f%d = f%d;\n", i+1, i)
	}
	r := Analyze(t.Context(), lang.NewFile("a.k", []byte(source.String())), Options{})
	held := r.Solver.Graph.Len()
	for d := range int32(len(r.Definitions)) {
		if x := r.Solver.Derivation(d); !x.Bad {
			held += r.Solver.Scheme(d).Graph.Len()
		}
	}
	if held < 16_000_000 || held > 25_000_000 || r.Errors() == 0 || r.Diagnostics[0].Code != lang.NodeLimit {
		t.Errorf("%d nodes, %d errors", held, r.Errors())
	}
}
