package k_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/encoding/dot"
	"gonum.org/v1/gonum/graph/flow"
	"gonum.org/v1/gonum/graph/path"
	"gonum.org/v1/gonum/graph/topo"

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
	r := k.Analyze(context.Background(), lang.NewFile("in.k", []byte(source)), k.Options{})
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

// In which order are the definitions of a program derived? In that of the
// strongly connected components of its references, callees first. A change of a
// group can change the patterns of what refers to it.
func ExampleCallGraph() {
	r := k.Analyze(context.Background(), lang.NewFile("in.k", []byte(`
		$tree   = <{} leaf, {tree first, forest others} node>;
		$forest = [tree];

		height  = $tree <.leaf 0, .node {.first height a, .others highest b} larger>;
		highest = $forest <SNOC {.car height a, .cdr highest b} larger, 0>;
		larger  = ${int a, int b} <[.a, .b] GT .true .a, .b>;
		height
	`)), k.Options{})
	g := r.CallGraph()
	for _, group := range topo.TarjanSCC(g) {
		slices.SortFunc(group, func(a, b graph.Node) int { return cmp.Compare(a.ID(), b.ID()) })
		users, within := []graph.Node{}, ""
		for _, n := range group {
			for _, user := range graph.NodesOf(g.To(n.ID())) {
				if slices.Contains(group, user) {
					within = ", and from within"
				} else if !slices.Contains(users, user) {
					users = append(users, user)
				}
			}
		}
		fmt.Printf("%v from %v%s\n", group, users, within)
	}
	// Output:
	// [larger] from [height highest]
	// [height highest] from [__main__], and from within
	// [__main__] from []
}
