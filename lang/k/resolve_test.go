package k

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/lang"
)

func TestResolve(t *testing.T) {
	tree, ds := parse(`f = g $t; g = PLUS; f = 2; PLUS = $nat; $t = {t a, u b}; $u = [int]; $int = {}; __main__ = 1; f`)
	if len(ds) > 0 {
		t.Fatal(ds[0].Message)
	}
	n, ds := Resolve(tree)
	index := func(table []int32, name string) int32 { return table[tree.Syms.Lookup(name)] }
	for name, want := range map[string]int32{"f": 0, "g": 1, "PLUS": 3, "t": -1, "int": -1, lang.MainName: 5} {
		if got := index(n.Func, name); got != want {
			t.Errorf("function %s is %d, want %d", name, got, want)
		}
	}
	for name, want := range map[string]int32{"t": 0, "u": 1, "int": -1, "nat": -1, "f": -1} {
		if got := index(n.Type, name); got != want {
			t.Errorf("type %s is %d, want %d", name, got, want)
		}
	}
	if want := []bool{false, false, true, false, true, false}; !slices.Equal(n.Erroneous, want) {
		t.Errorf("erroneous: %v, want %v", n.Erroneous, want)
	}
	if want := []bool{false, false, true}; !slices.Equal(n.TypeErroneous, want) {
		t.Errorf("erroneous types: %v, want %v", n.TypeErroneous, want)
	}
	if len(n.UnknownTypes) != 1 || tree.File.Text(tree.Span(n.UnknownTypes[0])) != "nat" {
		t.Errorf("unknown types: %v", n.UnknownTypes)
	}
	var codes []lang.Code
	for _, d := range ds {
		codes = append(codes, d.Code)
	}
	if want := []lang.Code{lang.FunctionRedefined, lang.ReservedType, lang.ReservedMain}; !slices.Equal(codes, want) {
		t.Errorf("%v, want %v", codes, want)
	}
}

func TestBuiltins(t *testing.T) {
	tree, _ := parse(strings.Join(Builtins, " ") + " $" + strings.Join(BuiltinTypes, " $"))
	n, ds := Resolve(tree)
	if len(ds) > 0 || len(n.UnknownTypes) > 0 {
		t.Errorf("%v, unknown types %v", ds, n.UnknownTypes)
	}
}

// With ten thousand unknown names among ten thousand known ones, the search for the nearest is bounded, and so are
// the reports.
func TestManyUnknownNames(t *testing.T) {
	cost.Linear(t, 10_000, func(n int) {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "a_long_name_%d = another_name_%d a_lng_name_%d ${int x, a_lng_type_%d y};\n", i, i, i, i)
			fmt.Fprintf(&b, "$a_long_type_%d = {};\n", i)
		}
		tree, _ := parse(b.String())
		names, ds := Resolve(tree)
		for _, id := range names.UnknownTypes {
			ds = append(ds, names.UnknownTypeDiagnostic(tree, id))
		}
		if len(ds) != min(2*n, lang.MaxErrors+1)+n {
			t.Errorf("%d diagnostics", len(ds))
		}
		if len(ds[1].Help) == 0 {
			t.Errorf("no hint for the first name: %+v", ds[1])
		}
	})
}

func BenchmarkResolve(b *testing.B) {
	tree, _ := parse(strings.Repeat(mix, 1) + benchShapes()["small"])
	b.ReportAllocs()
	for b.Loop() {
		Resolve(tree)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(tree.Nodes)), "ns/node")
}

func BenchmarkPrint(b *testing.B) {
	for name, text := range benchShapes() {
		b.Run("shape="+name, func(b *testing.B) {
			tree, _ := parse(text)
			b.ReportAllocs()
			for b.Loop() {
				printed(tree)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(tree.Nodes)), "ns/node")
		})
	}
}
