package relaygen

import (
	"fmt"
	"strings"
)

// A Family is programs of one form and any size.
type Family struct {
	Name  string
	Make  func(n int) string
	Sizes []int // of benchmarks
	// Large is a size up to which the measured cost should grow linearly, from a sixteenth of it on; 0 if the program
	// has only one size or grows faster than that.
	Large int
}

// Key is the name as people type it.
func (f *Family) Key() string { return strings.ReplaceAll(strings.ToLower(f.Name), " ", "-") }

// Families are the programs of the benchmarks.
var Families = []Family{
	{Name: "ResNet-50", Make: of(ResNet50), Sizes: []int{1}},
	{Name: "ResNet-152", Make: of(ResNet152), Sizes: []int{1}},
	{Name: "BERT-base", Make: of(BERTBase.Model), Sizes: []int{1}},
	{Name: "BERT-large", Make: of(BERTLarge.Model), Sizes: []int{1}},
	{Name: "lets", Make: func(n int) string {
		return chain("def @f(%v0: Tensor[(8, 16), float32]) {\n", n, "let %%v%[1]d = nn.relu(%%v%[2]d);\n", "%%v%d }\n")
	}, Sizes: []int{1000, 2000, 4000, 8000, 16000}, Large: 16000},
	{Name: "graph variables", Make: func(n int) string {
		return chain("def @f(%v0: Tensor[(8, 16), float32]) {\n%0 = nn.relu(%v0);\n", n, "%%%[1]d = nn.relu(%%%[2]d);\n", "%%%d }\n")
	}, Sizes: []int{1000, 2000, 4000, 8000}, Large: 16000},
	{Name: "typed backward", Make: func(n int) string {
		return chain("def @f(%v0) -> Tensor[(8, 16), float32] {\n", n, "let %%v%[1]d = nn.relu(%%v%[2]d);\n", "%%v%d }\n")
	}, Sizes: []int{500, 1000, 2000, 4000}, Large: 16000},
	{Name: "polymorphic calls", Make: func(n int) string {
		return chain("def @id[A](%x: A) -> A { %x }\ndef @f(%v0: Tensor[(8, 16), float32]) {\n", n,
			"let %%v%[1]d = @id(%%v%[2]d);\n", "%%v%d }\n")
	}, Sizes: []int{500, 1000, 2000, 4000}, Large: 16000},
	{Name: "waiting on one hole", Make: func(n int) string {
		return chain("def @f(%h) {\n", n, "let %%v%[1]d = %%h + 1f;\n", "let %%t: Tensor[(4), float32] = %%h; %%v%d }\n")
	}, Sizes: []int{250, 500, 1000, 2000}, Large: 16000},
	{Name: "pairs of pairs", Make: Pairs, Sizes: []int{12, 14, 16, 18}, Large: 16000},
	{Name: "diagonal match", Make: Diagonal, Sizes: []int{5, 6, 7, 8}},
	{Name: "annotated lets", Make: func(n int) string {
		return chain("def @f(%v0: Tensor[(8, 16), float32]) {\n", n,
			"let %%v%[1]d: Tensor[(8, 16), float32] = nn.relu(%%v%[2]d);\n", "%%v%d }\n")
	}, Sizes: []int{1000, 4000}, Large: 16000},
	{Name: "dynamic lets", Make: func(n int) string {
		return chain("def @f(%v0: Tensor[(?, 16), float32]) {\n", n, "let %%v%[1]d = nn.relu(%%v%[2]d);\n", "%%v%d }\n")
	}, Sizes: []int{1000, 4000, 16000}, Large: 16000},
	{Name: "waiting for each other", Make: func(n int) string {
		return chain("def @f(%v0) {\n", n, "let %%v%[1]d = %%v%[2]d + 1f;\n", "let %%t: Tensor[(4), float32] = %%v0; %%v%d }\n")
	}, Sizes: []int{250, 1000, 2000}, Large: 16000},
	{Name: "operators in one expression", Make: func(n int) string {
		return "def @f(%a: Tensor[(8, 1), float32], %b: Tensor[(16), float32]) { %a" + strings.Repeat(" + %b", n) + " }\n"
	}, Sizes: []int{1000, 4000, 16000}, Large: 16000},
	{Name: "definitions", Make: func(n int) string {
		var b strings.Builder
		b.WriteString("def @f0(%x: Tensor[(8, 16), float32]) { exp(%x) }\n")
		for i := range n {
			fmt.Fprintf(&b, "def @f%d(%%x: Tensor[(8, 16), float32]) { @f%d(%%x) + 1f }\n", i+1, i)
		}
		return b.String()
	}, Sizes: []int{1000, 4000}, Large: 16000},
	{Name: "layers", Make: func(n int) string {
		return BERT{Layers: n, Width: 64, Heads: 4, Length: 16, Words: 100}.Model().Source
	}, Sizes: []int{1, 10, 100}, Large: 200},
}

func of(model func() Model) func(int) string { return func(int) string { return model().Source } }

// chain returns a program of n lines that each have their number and the one before.
func chain(head string, n int, line, end string) string {
	var b strings.Builder
	b.WriteString(head)
	for i := range n {
		fmt.Fprintf(&b, line, i+1, i)
	}
	fmt.Fprintf(&b, end, n)
	return b.String()
}

// Pairs is a pair of a pair of a pair with itself, n deep.
func Pairs(n int) string {
	var b strings.Builder
	b.WriteString("def @f(%v0: Tensor[(8), float32]) {\n")
	for i := range n {
		fmt.Fprintf(&b, "let %%v%d = (%%v%d, %%v%d);\n", i+1, i, i)
	}
	fmt.Fprintf(&b, "let %%x = %%v%d; ()\n}\n", n)
	return b.String()
}

// Diagonal is a match of n columns, in which each clause tests two of them for one constructor.
func Diagonal(n int) string {
	var b strings.Builder
	b.WriteString("type T { A, B, C }\ndef @f(%x: (" + strings.TrimSuffix(strings.Repeat("T, ", n), ", ") + ")) {\n match (%x) {\n")
	for i := range n - 1 {
		for _, c := range "AB" {
			cols := strings.Split(strings.Repeat("_ ", n-1)+"_", " ")
			cols[i], cols[i+1] = string(c), string(c)
			b.WriteString("  (" + strings.Join(cols, ", ") + ") => 1,\n")
		}
	}
	b.WriteString("  _ => 0\n }\n}\n")
	return b.String()
}
