package tensorscript

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// The context of an error: the order of places for proposals, and the sizes around it.

// related returns the places that the error shows, and others that it depends on.
func (x *proposer) related() (list []tensorscript.NodeID) {
	for _, at := range x.shows {
		list = append(list, x.Around(at))
	}
	if len(list) > 0 {
		return list
	}
	for _, r := range x.dg.Related {
		list = append(list, x.Around(r.Span))
	}
	return list
}

// sides returns the places that state the sides of the contradiction.
func (x *proposer) sides() (list []tensorscript.NodeID) {
	for i := range x.c.Facts {
		list = append(list, x.p.nodeAt(x.p.FactSite(&x.c.Facts[i])))
	}
	return list
}

// core returns the places of the contradiction's core within its node of the network.
func (x *proposer) core() (list []tensorscript.NodeID) {
	for i := range x.c.Core {
		if m := &x.c.Core[i]; m.Def == x.c.Def {
			list = append(list, x.p.nodeAt(x.p.SourceSite(m.Source)))
		}
	}
	return list
}

// add appends places that are new.
func (x *proposer) add(places ...tensorscript.NodeID) {
	for _, id := range places {
		if id != tensorscript.NoNode && !slices.Contains(x.order, id) {
			x.order = append(x.order, id)
		}
	}
}

// places finds the places of the error: those that it shows, those of its core, the arguments of their layers, and
// earlier stages.
func (x *proposer) places() {
	x.add(x.e)
	x.add(x.related()...)
	if x.c != nil {
		x.add(x.core()...)
		x.add(x.sides()...)
	}
	for before, n := x.e, 0; before != tensorscript.NoNode && n < 3; n++ {
		before = x.p.before(before)
		x.add(before)
	}
	for _, id := range slices.Clone(x.order) {
		c := x.p.callee(id)
		if c.kind == nothing || c.decl < 0 {
			continue
		}
		switch root := x.p.tree.Decls[c.decl].Root; c.kind {
		case anOperation:
			call := x.Kids(root)[1]
			x.add(x.p.arguments(call)...)
			x.add(call)
		case aHelper:
			x.add(root)
		}
	}
}

// reach returns the nodes that may be related to the error: those of its node of the network, of the nodes that it
// uses, and of the declarations before all nodes.
func (x *proposer) reach() (list []tensorscript.NodeID) {
	var of []int32
	if x.d >= 0 {
		of = append(of, x.d)
		for site := x.p.Defs[x.d].First; site < x.p.Defs[x.d].Root; site++ {
			if c, ok := x.p.Callee(site); ok && !slices.Contains(of, c) {
				of = append(of, c)
			}
		}
	}
	for k := range x.p.tree.Decls {
		decl := &x.p.tree.Decls[k]
		alias := decl.Of < 0 && (decl.Kind == tensorscript.DeclDim || decl.Kind == tensorscript.DeclTensor)
		if alias || x.d < 0 && decl.Kind != tensorscript.DeclUse {
			list = slices.AppendSeq(list, decl.Nodes)
		}
	}
	for _, d := range of {
		list = append(list, x.p.nodes(d)...)
	}
	return list
}

// far is the additional cost of a change that is not where the error is shown.
func (x *proposer) far(id tensorscript.NodeID) int {
	for up, n := id, 0; up != tensorscript.NoNode && n < 3; up, n = x.p.parents[up], n+1 {
		if rank := slices.Index(x.order[:min(len(x.order), 2*costOfFar)], up); rank >= 0 {
			return min(n+rank/2, costOfFar)
		}
	}
	return costOfFar
}

// sizesAround finds the sizes that should be equal, and the sizes of the types around the error.
func (x *proposer) sizesAround() {
	if x.c == nil { // it is not known which sizes are meant
		for _, id := range x.reach() {
			if x.Is(id, tensorscript.OpInt) {
				x.sizes.Add(x.p.tree.Int(id))
			}
		}
		return
	}
	var of []int64
	for i := range x.c.Facts {
		if n, ok := x.p.Types.NumberOf(max(x.p.constructorOf(x.c.Facts[i].Claim.Flat), 0)); ok {
			of = append(of, n)
		}
	}
	if x.sizes.Add(of...); len(of) == 2 {
		x.sizes.Differ(of[0], of[1])
	}
	if x.e == tensorscript.NoNode || x.p.siteOf[x.e] < 0 {
		return
	}
	in, out := x.without.Ends(x.d, x.p.siteOf[x.e])
	takes, gives := x.numbers(in), x.numbers(out)
	x.sizes.Differ(product(takes), product(gives))
	for _, list := range [][]int64{takes, gives} {
		for _, n := range slices.Backward(list) {
			x.sizes.Add(n)
		}
	}
	if len(takes) > 2 {
		x.sizes.Add(product(takes[1:]))
	}
	x.sizes.Add(product(takes))
	want := x.demanded()
	for i, n := range want {
		x.sizes.Add(n)
		for _, list := range [][]int64{takes, gives} {
			if len(want) == len(list) {
				x.sizes.Differ(n, list[i])
			}
		}
	}
	for _, a := range x.order {
		if !x.Is(a, tensorscript.OpArg) || !strings.HasPrefix(x.Name(a), "in") && x.Name(a) != "num_features" {
			continue
		}
		if now, ok := x.numberAt(x.Kids(a)[0]); ok {
			for _, n := range takes {
				x.sizes.Differ(now, n)
			}
		}
	}
}

// demanded returns the sizes of the output in the node's header.
func (x *proposer) demanded() []int64 {
	if x.p.header(x.d) == tensorscript.NoNode {
		return nil
	}
	_, n := x.without.Ends(x.d, x.p.siteOf[x.Kids(x.p.header(x.d))[1]])
	return x.numbers(n)
}

// numbers returns the sizes of a tensor; 0 for a size that is not a number.
func (x *proposer) numbers(n unify.Node) (list []int64) {
	p := x.without
	v := p.binding.Over(p.Graph)
	items, _ := v.Items(n)
	for _, item := range items {
		number := int64(0)
		if size, known := v.Size(item); known == relation.Known {
			number, _ = size.Number()
		}
		list = append(list, max(number, 0))
	}
	return list
}

// product multiplies the positive numbers of a list; 0 if the product is too large.
func product(list []int64) int64 {
	all := int64(1)
	for _, n := range list {
		if n > 0 {
			if all > 1<<40/n {
				return 0
			}
			all *= n
		}
	}
	return all
}
