package explain

import (
	"cmp"
	"slices"

	"github.com/patgraph/patgraph/unify"
)

// An error late in a long definition needs few of the constraints before it. Closing all of them costs far more than
// deriving them did, so the proof starts at a summary of the early ones (see unify.Summary).

// maxClosed bounds the constraints that are closed at once. If there are more, the last half of so many is not
// summarized.
const maxClosed = 1000

// recent returns a base with the constraints up to a place in the order of the text that are not off, with a summary
// of the early ones. ok is false if there is no need for one, or if the summary would be about a part of an instance,
// which could not be shown.
func (x *Explainer) recent(b *base, at []int64, off []bool, last int64) (recent *base, ok bool) {
	present := *b.sys
	present.Constraints = slices.Clone(b.sys.Constraints)
	var order []int32
	for i := range present.Constraints {
		if off[i] || at[i] > last {
			present.Constraints[i].X = unify.None
		} else {
			order = append(order, int32(i))
		}
	}
	if len(order) <= maxClosed {
		return nil, false
	}
	slices.SortStableFunc(order, func(i, j int32) int { return cmp.Compare(at[i], at[j]) })
	from := at[order[len(order)-maxClosed/2]]
	early, _ := slices.BinarySearchFunc(order, from, func(i int32, from int64) int { return cmp.Compare(at[i], from) })
	summarized := make([]bool, len(off))
	for _, i := range order[:early] {
		summarized[i] = true
	}
	declared := declarations(&present, summarized, order[:early])
	x.spend(b)
	m := present.Summarize(summarized, declared)
	if slices.ContainsFunc(m.Facts, func(f unify.Summarized) bool { return b.nodes[f.About].node == unify.None }) {
		return nil, false
	}
	sys := present
	sys.Constraints, sys.Cost, sys.Nodes = nil, nil, m.Nodes
	recent = &base{
		def: b.def, graph: b.graph, nodes: append(slices.Clip(b.nodes), make([]systemNode, m.Nodes-len(b.nodes))...),
		inside: b.inside, uses: b.uses, sys: &sys,
	}
	for _, c := range m.Facts {
		if c.X >= unify.Node(b.sys.Nodes) {
			recent.nodes[c.X] = systemNode{b.nodes[c.About].node, -1}
		}
		src := Source{Event: -1, Node: unify.None, Use: -1, Derived: true, Below: c.Below}
		if c.Y == unify.None {
			src.Node = x.place(b, c.About).Node
			src.Reason.Site, _, _ = x.siteOf(src.Node)
		}
		x.state(recent, c.Constraint, src)
	}
	for _, i := range m.Open {
		summarized[i] = false
	}
	for i := range off {
		if (!summarized[i] || declared[i]) && present.Constraints[i].X != unify.None {
			x.state(recent, present.Constraints[i], b.source[i])
		}
	}
	return recent, true
}

// What is declared about the nodes of the remaining constraints also stays beside the summary, so that an explanation can
// cite it: of each such node the first keptOfNode equations and descriptions, and those of the nodes that they lead to,
// in keptSteps steps.
const (
	keptOfNode = 2
	keptSteps  = 4
)

// declarations marks them among the summarized constraints; early lists these in the order of the text.
func declarations(sys *unify.System, summarized []bool, early []int32) (declared []bool) {
	near, kept := make([]bool, sys.Nodes), make([]uint8, sys.Nodes)
	reach := func(k *unify.Constraint) {
		for n := range k.Nodes {
			near[n] = true
		}
	}
	for i := range summarized {
		if k := &sys.Constraints[i]; !summarized[i] && k.X != unify.None {
			reach(k)
		}
	}
	declared = make([]bool, len(summarized))
	for range keptSteps {
		var more []*unify.Constraint
		for _, i := range early {
			k := &sys.Constraints[i]
			if declared[i] || k.Of != nil {
				continue
			}
			for _, n := range [2]unify.Node{k.X, k.Y} {
				if n != unify.None && near[n] && kept[n] < keptOfNode {
					kept[n]++
					declared[i] = true
					more = append(more, k)
					break
				}
			}
		}
		for _, k := range more {
			reach(k)
		}
	}
	return declared
}
