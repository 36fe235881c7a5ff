package k

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// hopeless are programs whose signatures grow very large. A limit or the monomorphic derivation ends each of them.
var hopeless = []struct {
	name, source string
	codes        string // of its diagnostics, one after the other
	recursion    map[string]patterns.Recursion
}{
	{
		name:   "composed doubling",
		source: doubling(40, "p%[2]d p%[2]d", "{() a, () b}"),
		codes:  "P0402", // the callers of p19 see no signature of it
	},
	{
		name:   "two copies",
		source: doubling(40, "{.a p%[2]d a, .b p%[2]d b}", "{() a, () b}"),
		codes:  "P0402 P0402",
	},
	{
		name:      "growing output",
		source:    "f = {f a, () b};",
		recursion: map[string]patterns.Recursion{"f": patterns.Monomorphic},
	},
	{
		name: "six that call each other in products",
		source: `f1 = {f2 x, f3 y}; f2 = {f3 x, f4 y}; f3 = {f4 x, f5 y};
			f4 = {f5 x, f6 y}; f5 = {f6 x, f1 y}; f6 = {f1 x, f2 y};`,
		recursion: map[string]patterns.Recursion{"f1": patterns.Monomorphic, "f6": patterns.Monomorphic},
	},
	{
		name: "six in products with an observer",
		source: `f1 = {f2 x, f3 y, h z}; f2 = {f3 x, f4 y}; f3 = {f4 x, f5 y};
			f4 = {f5 x, f6 y}; f5 = {f6 x, f1 y}; f6 = {f1 x, f2 y, () z}; h = f1 .x .x .y;`,
		recursion: map[string]patterns.Recursion{},
	},
	{
		name:   "a thousand calls of itself",
		source: "f = {" + fields(1000, "f") + "};",
		recursion: map[string]patterns.Recursion{
			"f": patterns.Monomorphic,
		},
	},
}

func fields(n int, e string) string {
	var b strings.Builder
	for i := 0; i < n; i++ {
		fmt.Fprintf(&b, "%s l%d, ", e, i)
	}
	return b.String() + "() last"
}

func doubling(n int, step, base string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "p0 = %s;\n", base)
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "p%[1]d = "+step+";\n", i, i-1)
	}
	return b.String() + fmt.Sprintf("p%d", n)
}

func TestHopeless(t *testing.T) {
	for _, h := range hopeless {
		t.Run(h.name, func(t *testing.T) {
			r := analyze(h.source)
			var codes []string
			for _, d := range r.Diagnostics {
				if d.Code != lang.NeverDefined { // many have no base case
					codes = append(codes, string(d.Code))
				}
			}
			if got := strings.Join(codes, " "); got != h.codes {
				t.Errorf("diagnostics %s, want %s%s", got, h.codes, messages(r))
			}
			for name, want := range h.recursion {
				d := r.Solver.Derivation(definition(r, name))
				if d.Recursion != want || !d.Converged {
					t.Errorf("%s: recursion %d, converged %v", name, d.Recursion, d.Converged)
				}
			}
		})
	}
}

func TestLarge(t *testing.T) {
	for _, l := range []struct {
		name string
		make func(int) string
		n    int
	}{
		{"chain of a million", gen.Chain, 1_000_000},
		{"a hundred thousand brackets", gen.Nested, 100_000},
		{"a hundred thousand labels", gen.Wide, 100_000},
		{"a hundred thousand branches", gen.Branches, 100_000},
		{"ten thousand mutually recursive definitions", gen.Ring, 10_000},
	} {
		t.Run(l.name, func(t *testing.T) {
			r := analyze(l.make(l.n))
			if len(r.Diagnostics) > 0 {
				t.Error(messages(r))
			}
		})
	}
}

// The rounds of a large recursive group keep no memory, neither for signatures nor for nodes.
func TestRoundsFreeMemory(t *testing.T) {
	const n = 32_000
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "f%d = <.a f%d, .b>;\n", i, (i+1)%n)
	}
	inUse := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := inUse()
	r := analyze(b.String())
	if each := int64(inUse()-before) / n; each > 2500 {
		t.Errorf("%d bytes for each of %d definitions", each, n)
	}
	runtime.KeepAlive(r)
}

// Large derivations that are mostly copies are released, and can still be queried.
func TestManyCopies(t *testing.T) {
	var b strings.Builder
	b.WriteString(strings.TrimSuffix(doubling(16, "p%[2]d p%[2]d", "{() a, () b}"), "p16"))
	for i := range 100 {
		fmt.Fprintf(&b, "g%d = p16;\n", i)
	}
	b.WriteString("h = g7 .a .b; last = g99;\n")
	r := Analyze(context.Background(), lang.NewFile("main.k", []byte(b.String())),
		Options{Limits: patterns.Limits{Work: 1 << 30}})
	if len(r.Diagnostics) > 0 {
		t.Fatal(messages(r))
	}
	if n := r.Solver.Graph.Len(); n > 6<<20 {
		t.Errorf("%d nodes are kept", n)
	}
	first, dropped := definition(r, "g0"), definition(r, "g99")
	if r.Solver.Derivation(dropped).Derived {
		t.Error("nothing was dropped")
	}
	if !r.Solver.Scheme(first).Equal(r.Solver.Scheme(dropped)) {
		t.Error("the signature of what was dropped differs")
	}
	before := r.Solver.Graph.Len()
	if list := r.Front.Expressions(dropped); len(list) != 1 || r.Solver.Graph.Len() <= before {
		t.Error("what was dropped is not restored")
	} else if s := r.Solver.Quotient(list[0].In, list[0].Out); !s.Equal(r.Solver.Scheme(first)) {
		t.Error("an expression of what was dropped has another pattern")
	}
	if err := r.Solver.Graph.Verify(); err != nil {
		t.Error(err)
	}
}
