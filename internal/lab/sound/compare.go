package sound

import (
	"fmt"
	"math/rand/v2"

	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// largestCompared is the maximal size in terms of a program that the oracle derives.
const largestCompared = 150

// compared compares the analyzer with the oracle, where both converge and every recursion is polymorphic: verdict and
// signatures have to be the same.
func compared(_ *rand.Rand, p *program, a *analyzed, counts *Counts) error {
	if p.size() > largestCompared {
		return nil
	}
	for d := range a.result.Definitions {
		if x := a.result.Solver.Derivation(int32(d)); !x.Converged || isNarrow(a.result, int32(d)) ||
			x.Warn != patterns.NoWarn {
			return nil
		}
	}
	names, _ := k.Resolve(a.tree)
	answer := askOracle(a.tree, names)
	if answer.Verdict == unsettled {
		return nil
	}
	counts.Compared++
	if wrong := a.result.Errors() > 0; wrong != (answer.Verdict == rejected) {
		said := "accepts it"
		if wrong {
			said = "says: " + a.result.Diagnostics[0].Message.String()
		}
		return fmt.Errorf("the oracle rejects it: %v; the analyzer %s", answer.Verdict == rejected, said)
	} else if wrong {
		return nil
	}
	for i, d := range a.defs {
		if x, y := a.graph(d).key(), answer.Signatures[d].key(); x != y {
			return fmt.Errorf("%s has\n%s, and for the oracle\n%s", p.name(i), x, y)
		}
	}
	return nil
}

// graph returns a signature in the form of the oracle, with its types written out.
func (a *analyzed) graph(d int32) *signatureGraph {
	r := a.result
	s := r.Solver.Scheme(d)
	g := &signatureGraph{Roots: []int{int(s.Roots[0]), int(s.Roots[1])}, Nodes: make([]signatureNode, s.Graph.Len())}
	label := func(l unify.Label, vector bool) string {
		if vector {
			return memberLabel
		}
		return r.Labels.Text(l)
	}
	number := make(map[patterns.Type]int)
	var fill func(n int, t patterns.Type)
	typ := func(t patterns.Type) int {
		n, ok := number[t]
		if !ok {
			n = len(g.Nodes)
			number[t] = n
			g.Nodes = append(g.Nodes, signatureNode{})
			fill(n, t)
		}
		return n
	}
	fill = func(n int, t patterns.Type) {
		if name, ok := r.Types.Atom(t); ok {
			g.Nodes[n] = signatureNode{Form: name}
			return
		}
		shape := r.Types.Shape(t)
		node := signatureNode{Form: unify.MakeFlat(shape, true).Form()}
		for _, f := range r.Types.Fields(t) {
			node.Parts = append(node.Parts, signaturePart{Label: label(f.Label, shape == unify.Vector), To: typ(f.To)})
		}
		g.Nodes[n] = node
	}
	for i := range int32(s.Graph.Len()) {
		f := s.Graph.Flat(i)
		if f.Head() != unify.NoHead {
			fill(int(i), f.Head())
			continue
		}
		node := signatureNode{Form: f.Form()}
		for _, e := range s.Graph.Edges(i) {
			node.Parts = append(node.Parts, signaturePart{Label: label(e.Label, f.IsVector()), To: int(e.To)})
		}
		g.Nodes[i] = node
	}
	return g
}
