package examples_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/manual"
	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/lang"
	syntax "github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/unify"
)

// Examples of the Go API. `patgraph help go` shows the middle of each.

// All Go code of the manual occurs in this file, and so is compiled and run.
func TestManual(t *testing.T) {
	here, err := os.ReadFile("api_test.go")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```go\n(.*?)\n```")
	found := 0
	for _, topic := range manual.Topics() {
		for _, block := range blocks.FindAllStringSubmatch(topic.Text, -1) {
			found++
			if code := "\t" + strings.ReplaceAll(block[1], "\n", "\n\t") + "\n"; !strings.Contains(string(here), code) {
				t.Errorf("the topic %s shows what no example has:\n%s", topic.Name, block[1])
			}
		}
	}
	if found == 0 {
		t.Error("the manual shows no Go")
	}
}

// Example_check reports the errors of a program.
func Example_check() {
	file := lang.NewFile("a.k", []byte("f = {1 x, 2 y} .z;"))
	r := k.Analyze(context.Background(), file, k.Options{})
	for _, d := range r.Diagnostics {
		at := r.File.Position(d.Span.Start)
		fmt.Printf("%d:%d: %s: %s\n", at.Line, at.Column, d.Code, d.Message)
		for _, fix := range d.Fixes {
			fmt.Println(fix.Title)
		}
	}
	// Output:
	// 1:16: P0302: the product has no field `z`
	// use `.x`
	// use `.y`
	// rename the field to `z`
}

// Example_signatures prints the signature of each definition.
func Example_signatures() {
	r := k.Analyze(context.Background(), lang.NewFile("swap.k", []byte("swap = {.a b, .b a};")), k.Options{})
	for i, d := range r.Definitions {
		s := r.Solver.Scheme(int32(i))
		fmt.Println(d.Name, r.Front.Signature(s, s.Roots[0], s.Roots[1]))
	}
	// Output:
	// swap ?(X0 a, X1 b, ...) --> ?{X1 a, X0 b}
}

// Example_run runs a program with a bound on its steps.
func Example_run() {
	tree, _ := syntax.Parse(lang.NewFile("f.k", []byte("[.x, .y] PLUS")))
	names, _ := syntax.Resolve(tree)
	program := eval.Compile(tree, names, nil)
	value, _ := eval.ReadJSON([]byte(`{"x": 1, "y": 2}`))
	result := program.Run(0, value, eval.Options{Fuel: 1000})
	fmt.Println(result.Verdict, string(eval.AppendJSON(nil, result.Value)))
	// Output:
	// defined 3
}

// Example_proof states equations between patterns, without a language: nodes 0, 1 and 2 are equal, but 0 is a product
// and 2 a vector. A separate checker checks the proof.
func Example_proof() {
	s := &unify.System{Heads: unify.NewHeads(), Nodes: 3}
	s.Constraints = []unify.Constraint{
		{X: 0, Y: 1},
		{X: 1, Y: 2},
		{X: 0, Y: unify.None, Flat: unify.MakeFlat(unify.Product, false)},
		{X: 2, Y: unify.None, Flat: unify.MakeFlat(unify.Vector, false)},
	}
	proof := s.Close(nil).Contradiction()
	fmt.Println("constraints", proof.Cited(), "checked:", s.Check(proof) == nil)
	// Output:
	// constraints [0 1 2 3] checked: true
}

// Example_records explains why a record does not have a field, without a language.
func Example_records() {
	types := unify.NewHeads()
	number := types.Flat(types.Add(unify.Union, nil))
	record := unify.MakeFlat(unify.Product, true) // with exactly its fields
	open := unify.MakeFlat(unify.Product, false)
	x := []unify.Edge{{Label: 1, To: 1}} // 0 is the label of members
	y := []unify.Edge{{Label: 2, To: 2}}
	s := &unify.System{Heads: types, Nodes: 3}
	s.Constraints = []unify.Constraint{
		{X: 1, Y: unify.None, Flat: number},
		{X: 0, Y: unify.None, Flat: record, Edges: x},
		{X: 0, Y: unify.None, Flat: open, Edges: y},
	}
	says := []string{"`1` is a number", "a record of `x`", "`.y` reads a field"}
	for _, c := range s.Close(nil).Contradiction().Cited() {
		fmt.Println(says[c])
	}
	// Output:
	// a record of `x`
	// `.y` reads a field
}

// Example_explanation prints why a program is wrong, step by step, and whether the proof was checked.
func Example_explanation() {
	text := "total = | .prize ^ PLUS; f = $[{int price}] total;"
	file := lang.NewFile("a.k", []byte(text))
	r := k.Analyze(context.Background(), file, k.Options{})
	x := r.Diagnostics[0].Explanation
	for _, line := range x.Story {
		at := r.File.Position(line.Span.Start)
		fmt.Printf("%d:%d: %s\n", at.Line, at.Column, line.Text)
	}
	fmt.Println("minimal:", x.Minimal, "checked:", x.Checked)
	// Output:
	// 1:9: `.prize` takes what `|` gives
	// 1:30: `total` (A) takes what `$[{int price}]` (B) gives
	// minimal: true checked: true
}

// Example_picture draws the patterns of a definition for Graphviz.
func Example_picture() {
	file := lang.NewFile("a.k", []byte("swap = {.a b, .b a};"))
	r := k.Analyze(context.Background(), file, k.Options{})
	o := graphviz.PatternsOptions{At: -1} // after all steps
	picture := graphviz.Patterns(r, []int32{0}, o)
	dot := picture.AppendDOT(nil, graphviz.DOT{})
	title, _, _ := bytes.Cut(dot, []byte("{"))
	fmt.Println(string(title), len(picture.Nodes), "nodes")
	// Output:
	// digraph "patterns of `swap` in a.k"  6 nodes
}
