package examples_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/graphviz/engine"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/k"
)

// Examples of drawing pictures with the Go API.

// Example_patterns draws the patterns of a definition, as an outline: `.a` and the part `x` of the output share a node.
func Example_patterns() {
	r := k.Analyze(context.Background(), lang.NewFile("swap.k", []byte("swap = {.a x, .b y};\n")), k.Options{})
	p := graphviz.Patterns(r, []int32{0}, graphviz.PatternsOptions{At: -1})
	fmt.Printf("%s", p.AppendOutline(nil))
	// Output:
	// patterns of `swap` in swap.k
	// "..." stands for parts that there may be, too
	// legend: -- label --> part
	//
	// [1] swap in
	//       --> [2] (a, b, ...)
	// [2] (a, b, ...)
	//       -- a --> [4] X0
	//       -- b --> [5] X1
	// [3] {x, y}
	//       -- x --> [4] X0
	//       -- y --> [5] X1
	//       --> [6] swap out
	// [4] X0
	// [5] X1
	// [6] swap out
}

// Example_history draws the history of a derivation up to its second step.
func Example_history() {
	r := k.Analyze(context.Background(), lang.NewFile("f.k", []byte("f = .a .b;\n")), k.Options{})
	p := graphviz.History(r, []int32{0}, 2, false)
	fmt.Println(strings.Join(p.Nodes[0].Lines, "\n"))
	// Output:
	// 1 | f = .a .b;
	//
	// step  these became one type           type        because
	//    1  f in = input of `.a`            a (a, ...)  what goes into a composition goes into its first part, `.a`
	//    2  output of `.a` = input of `.b`  b (b, ...)  what `.a` gives goes into `.b`
}

// Example_error draws the proof of an error. The analysis must be run with sketches.
func Example_error() {
	r := k.Analyze(context.Background(), lang.NewFile("f.k", []byte("f = {() a, () b}\n  .c;\n")), k.Options{Sketch: true})
	p, ok := graphviz.Error(r, &r.Diagnostics[0], true)
	fmt.Println(ok, p.Title)
	for _, e := range p.Edges {
		if e.Role == graphviz.RoleEqual || e.Role == graphviz.RoleClash {
			fmt.Printf("%s | %s | %s\n", strings.Join(p.Nodes[e.From].Lines, " "), e.Label, strings.Join(p.Nodes[e.To].Lines, " "))
		}
	}
	// Output:
	// true P0302 in f.k: the product has no field `c`
	// the input of `.c` (2:3) | 2 comp: chaining (2:3) | the output of `{() a, () b}` (1:5)
	// A: `.c` needs a field `c` (2:3) 2 | .c;     ^^ most likely the mistake is here | cannot both hold | B: `{() a, () b}` has exactly the fields `a`, `b` (1:5) 1 | f = {() a, () b}         ^^^^^^^^^^^^
}

// Example_focus draws the neighbourhood of a definition in a large program, folded to a size.
func Example_focus() {
	var source bytes.Buffer
	for i := range 1000 {
		fmt.Fprintf(&source, "f%d = {.a a, .b b} f%d;\n", i, (i+1)%1000)
	}
	r := k.Analyze(context.Background(), lang.NewFile("ring.k", source.Bytes()), k.Options{})
	var all []int32
	for d := range r.Definitions {
		all = append(all, int32(d))
	}
	p := graphviz.Calls(r, all)
	fmt.Println(p.FocusName("f7", 2), len(p.Nodes), p.Notes)
	p = graphviz.Calls(r, all)
	fmt.Println(p.Fold(100) > 0, len(p.Nodes) <= 100)
	// Output:
	// true 5 [boxes without a signature have ?((...) a, (...) b, ...) --> ?(...) around `f7`; 995 nodes further away not shown]
	// true true
}

// Example_drawing draws a picture to a file. It has no expected output, since the drawing program depends on the
// machine.
func Example_drawing() {
	r := k.Analyze(context.Background(), lang.NewFile("swap.k", []byte("swap = {.a x, .b y};\n")), k.Options{})
	p := graphviz.Patterns(r, []int32{0}, graphviz.PatternsOptions{At: -1})
	text := p.AppendDOT(nil, graphviz.DOT{Theme: graphviz.Dark, File: "swap.k"})
	e, err := engine.Find(engine.Auto)
	if err != nil {
		fmt.Println(err) // the error says how to fix it
		return
	}
	defer e.Close()
	svg, err := e.Draw(context.Background(), text, "dot", "svg")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := os.WriteFile("swap.svg", graphviz.FinishSVG(svg.Data, text), 0o666); err != nil {
		fmt.Println(err)
	}
}
