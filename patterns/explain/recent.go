package explain

import (
	"cmp"
	"slices"

	"github.com/patgraph/patgraph/unify"
)

// Explaining an error by all that comes before it costs much more than deriving that, and most of it is far away. So the
// proof of an error in a long definition begins at what is derived shortly before: the earlier constraints are summed up.

// mostClosed is how many constraints an explanation closes at once. Of more, about half as many, the last ones, remain.
const mostClosed = 1000

// recent returns the base of an error that is complete at a place in the order of the text: with the constraints before that
// which are not off, the early ones summed up. ok is false if there are too few for that.
func (x *Explainer) recent(b *base, at []int64, off []bool, last int64) (recent *base, ok bool) {
	var order []int32
	for i := range off {
		if !off[i] && at[i] <= last {
			order = append(order, int32(i))
		}
	}
	if len(order) <= mostClosed {
		return nil, false
	}
	slices.SortStableFunc(order, func(i, j int32) int { return cmp.Compare(at[i], at[j]) })
	from := at[order[len(order)-mostClosed/2]]
	summed := make([]bool, len(off))
	for _, i := range order {
		summed[i] = at[i] < from
	}
	early := order[:0]
	for _, i := range order {
		if summed[i] {
			early = append(early, i)
		}
	}
	b.keepStated(summed, early)
	present := *b.sys // without what is off or comes later
	present.Constraints = slices.Clone(b.sys.Constraints)
	for i := range present.Constraints {
		if off[i] || at[i] > last {
			present.Constraints[i].X = unify.None
		}
	}
	m := present.Summarize(summed)
	x.spend(b)
	sys := present
	sys.Constraints, sys.Cost, sys.Nodes = nil, nil, m.Nodes
	recent = &base{def: b.def, nodes: b.nodes, sys: &sys, part: b.part, graphNode: b.graphNode, roots: b.roots, walks: b.walks}
	recent.summed, recent.derived = true, make([]unify.Node, m.Nodes-b.sys.Nodes)
	for j, c := range m.Facts {
		if c.X >= unify.Node(b.sys.Nodes) {
			recent.derived[int(c.X)-b.sys.Nodes] = m.About[j]
		}
		src := Source{Event: -1, Node: unify.None, Use: -1, Derived: true, Below: m.Below[j]}
		if c.Y != unify.None {
			x.state(recent, c, src)
			continue
		}
		if p := x.place(b, m.About[j]); p.Node != unify.None {
			src.Node = p.Node
		} else { // a part of an instance
			src.Node, src.Below = x.solver.UseOf(p.Use).Own[0], nil
		}
		src.Reason.Site, _, _ = x.siteOf(src.Node)
		x.state(recent, c, src)
	}
	for _, i := range m.Open {
		x.state(recent, b.sys.Constraints[i], b.source[i])
	}
	for i := range off {
		if !summed[i] && present.Constraints[i].X != unify.None {
			x.state(recent, present.Constraints[i], b.source[i])
		}
	}
	return recent, true
}

// Of each node that remains, the first equations and descriptions remain, too, and those of the nodes that they lead to: they
// say what is declared of it.
const (
	keptOfNode = 2
	keptSteps  = 4
)

// keepStated takes out of the constraints that are summed up those that state directly what the others are about. early
// lists them in the order of the text.
func (b *base) keepStated(summed []bool, early []int32) {
	near, kept := make([]bool, b.sys.Nodes), make([]uint8, b.sys.Nodes)
	reach := func(k *unify.Constraint) {
		near[k.X] = true
		if k.Y != unify.None {
			near[k.Y] = true
		}
		for _, e := range k.Edges {
			near[e.To] = true
		}
		if k.Of != nil {
			for _, n := range k.Of.Args {
				near[n] = true
			}
		}
	}
	for i := range summed {
		if k := &b.sys.Constraints[i]; !summed[i] && k.X != unify.None {
			reach(k)
		}
	}
	for range keptSteps {
		var more []int32
		for _, i := range early {
			k := &b.sys.Constraints[i]
			if !summed[i] || k.Of != nil || k.X == unify.None {
				continue
			}
			for _, n := range [2]unify.Node{k.X, k.Y} {
				if n != unify.None && near[n] && kept[n] < keptOfNode && summed[i] {
					kept[n]++
					summed[i] = false
					more = append(more, i)
				}
			}
		}
		for _, i := range more {
			reach(&b.sys.Constraints[i])
		}
	}
}
