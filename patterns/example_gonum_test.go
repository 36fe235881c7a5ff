package patterns_test

import (
	"fmt"

	"gonum.org/v1/gonum/graph/path"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// Why are two patterns one? The first union that is above both in the merge
// history says which constraint made them so.
func ExampleHistoryGraph() {
	g := unify.New(unify.NewHeads(), nil)
	a, b, c, d := g.Leaf(0), g.Leaf(0), g.Leaf(0), g.Leaf(0)
	g.Describe(c, unify.MakeFlat(unify.Product, true), nil, unify.Reason{})
	g.Unify(unify.Reason{Site: 10}, a, b)
	g.Unify(unify.Reason{Site: 20}, c, d)
	g.Unify(unify.Reason{Site: 30}, b, c)

	h := patterns.NewHistoryGraph(g)
	fromA, fromD := path.DijkstraFrom(h.Node(int64(a)), h), path.DijkstraFrom(h.Node(int64(d)), h)
	for nodes := h.Nodes(); nodes.Next(); {
		n := nodes.Node().(patterns.HistoryNode)
		up, _ := fromA.To(n.ID())
		also, _ := fromD.To(n.ID())
		if len(up) > 0 && len(also) > 0 {
			event, _ := g.Made(n.Node())
			reason, _ := g.Event(event).Cause.Given()
			fmt.Println("way up:", up)
			fmt.Println("made equal by the constraint of site", reason.Site)
			break
		}
	}
	// Output:
	// way up: [0 (...) 4 (...) 6 {}]
	// made equal by the constraint of site 30
}
