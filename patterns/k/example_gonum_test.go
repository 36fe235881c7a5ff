package k_test

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/graph/encoding/dot"
	"gonum.org/v1/gonum/graph/flow"
	"gonum.org/v1/gonum/graph/path"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/k"
)

const orders = `
$line  = {string item, int price, int amount};
$order = {string name, [line] lines};

sum     = <SNOC {.car car, .cdr sum cdr} [.car, .cdr] PLUS, 0>;
total   = | [.price, .amount] TIMES ^ sum;
invoice = $order {.name to, .lines total due};
invoice
`

// signature analyses a program and returns the signature of one definition.
func signature(source, name string) (*patterns.Result, *patterns.Scheme) {
	r := k.Analyze(lang.NewFile("in.k", []byte(source)), k.Options{})
	for d := range r.Definitions {
		if r.Definitions[d].Name == name {
			return r, r.Solver.Scheme(int32(d))
		}
	}
	panic("no definition " + name)
}

// Which parts of an input does every way to some other part go through? Its
// dominators. Here each number is in a line, so that what happens to numbers can
// be seen by looking at lines alone. Strings are in a line too, but not always:
// no part of an order has all of them.
func ExampleSchemeGraph_dominators() {
	r, s := signature(orders, "invoice")
	g := r.UnfoldedGraph(s)
	tree := flow.Dominators(g.Root(0), g)
	for nodes := g.Nodes(); nodes.Next(); {
		part := nodes.Node()
		var through []string
		for n := tree.DominatorOf(part.ID()); n != nil; n = tree.DominatorOf(n.ID()) {
			through = append(through, fmt.Sprint(n))
		}
		if through != nil {
			fmt.Printf("%v: always in %s\n", part, strings.Join(through, ", in "))
		}
	}
	// Output:
	// string: always in order
	// []: always in order
	// int: always in line, in [], in order
	// line: always in [], in order
}

// The shortest way from an input to each of its parts, as the labels to follow:
// where the part can be seen first. Several labels lead from a line to an int.
func ExampleSchemeGraph_shortestPath() {
	r, s := signature(orders, "invoice")
	g := r.UnfoldedGraph(s)
	from := path.DijkstraFrom(g.Root(0), g)
	for nodes := g.Nodes(); nodes.Next(); {
		part := nodes.Node()
		way, _ := from.To(part.ID())
		if len(way) == 0 {
			fmt.Printf("%v: in no way\n", part) // only in the output
			continue
		}
		var steps []string
		for i, n := range way[1:] {
			edge := g.Edge(way[i].ID(), n.ID()).(*patterns.SchemeEdge)
			steps = append(steps, strings.Join(edge.Labels(), "|"))
		}
		fmt.Printf("%v: /%s\n", part, strings.Join(steps, "/"))
	}
	// Output:
	// order: /
	// {}: in no way
	// string: /name
	// []: /lines
	// int: /lines/vector-member/amount|price
	// line: /lines/vector-member
}

// A picture of a signature: ?{X0 left, X0 right, $nat depth, ...} --> ?X0. The
// dashed product can have further fields, the output can still be anything, and
// nat is a type. One arrow has both labels of the part that becomes the output;
// dot.MarshalMulti draws two.
func ExampleSchemeGraph_dot() {
	r, s := signature(`
		$nat = <{} zero, nat succ>;
		left = ?{X left, X right, $nat depth, ...} .left;
	`, "left")
	picture, err := dot.Marshal(r.SchemeGraph(s), "left", "", "\t")
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(string(picture))
	// Output:
	// strict digraph left {
	// 	// Node definitions.
	// 	n0 [
	// 		label="in: {...}"
	// 		shape=box
	// 		style=dashed
	// 	];
	// 	n1 [
	// 		label="out: (...)"
	// 		shape=ellipse
	// 		style=dashed
	// 	];
	// 	n2 [
	// 		label="nat"
	// 		shape=diamond
	// 		style=filled
	// 	];
	//
	// 	// Edge definitions.
	// 	n0 -> n1 [label="left, right"];
	// 	n0 -> n2 [label="depth"];
	// }
}
