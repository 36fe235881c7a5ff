package tensorscript

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns/tell"
	"github.com/patgraph/patgraph/unify"
)

// What is around an error, where and of what changes are proposed first.

// places finds those of the error: what it shows, what it rests on, the arguments of the layers that are there, and
// what stands before.
func (x *proposer) places() {
	e := x.p.nodeAt(x.dg.Span)
	x.add(e)
	for _, r := range x.dg.Related {
		x.add(x.p.nodeAt(r.Span))
	}
	if x.c != nil {
		for i := range x.c.Core {
			if m := &x.c.Core[i]; m.Def == x.c.Def {
				if site := x.p.SourceSite(m.Source); site >= 0 {
					x.add(x.p.nodeOf[site])
				}
			}
		}
		for i := range x.c.Facts {
			if site := x.p.FactSite(&x.c.Facts[i]); site >= 0 {
				x.add(x.p.nodeOf[site])
			}
		}
	}
	for before, n := e, 0; before != tensorscript.NoNode && n < 3; n++ {
		if before = x.p.before(before); before != tensorscript.NoNode {
			x.add(before)
		}
	}
	for _, id := range slices.Clone(x.order) {
		c := x.p.callee(id)
		if c.kind == anOperation && c.decl >= 0 {
			call := x.p.tree.Kids(x.p.tree.Decls[c.decl].Root)[1]
			for _, a := range x.p.arguments(call) {
				x.add(a)
			}
			x.add(call)
		} else if c.kind == aHelper && c.decl >= 0 {
			if root := x.p.tree.Decls[c.decl].Root; root != tensorscript.NoNode {
				x.add(root)
			}
		}
	}
}

// reach are the nodes that may have to do with the error: those of its node of the network, of those that this uses, and what
// stands before all.
func (x *proposer) reach() (list []tensorscript.NodeID) {
	d := x.definition()
	add := func(k int32) {
		list = slices.AppendSeq(list, x.p.tree.Decls[k].Nodes)
	}
	of := []int32{d}
	if d >= 0 {
		for site := x.p.Defs[d].First; site < x.p.Defs[d].Root; site++ {
			if c, ok := x.p.Callee(site); ok && !slices.Contains(of, c) {
				of = append(of, c)
			}
		}
	}
	for k := range x.p.tree.Decls {
		switch decl := &x.p.tree.Decls[k]; {
		case decl.Of < 0 && (decl.Kind == tensorscript.DeclDim || decl.Kind == tensorscript.DeclTensor):
			add(int32(k))
		case d < 0 && decl.Kind != tensorscript.DeclUse:
			add(int32(k))
		}
	}
	for _, d := range of {
		if d >= 0 {
			for _, k := range x.p.decls[d] {
				add(k)
			}
		}
	}
	return list
}

// far is what it adds to the cost of a change that it is not where the error shows.
func (x *proposer) far(id tensorscript.NodeID) int {
	for up, n := id, 0; up != tensorscript.NoNode && n < 3; up, n = x.p.parents[up], n+1 {
		if rank, ok := x.ranks[up]; ok {
			return min(n+rank/2, costOfFar)
		}
	}
	return costOfFar
}

// sizesAround finds the sizes that were to be one, and those of the types around the error.
func (x *proposer) sizesAround() {
	add := func(n int64) {
		if n > 0 && !slices.Contains(x.near, n) && len(x.near) < mostNear {
			x.near = append(x.near, n)
		}
	}
	pair := func(a, b int64) {
		if a > 0 && b > 0 && a != b && !slices.Contains(x.pairs, [2]int64{a, b}) {
			x.pairs = append(x.pairs, [2]int64{a, b}, [2]int64{b, a})
		}
	}
	if x.c != nil {
		var of []int64
		for i := range x.c.Facts {
			if n, ok := x.p.Types.NumberOf(max(x.p.constructorOf(x.c.Facts[i].Claim.Flat), 0)); ok {
				of = append(of, n)
				add(n)
			}
		}
		if len(of) == 2 {
			pair(of[0], of[1])
		}
	}
	e := x.p.nodeAt(x.dg.Span)
	if x.c == nil { // nothing tells which
		for _, id := range x.reach() {
			if x.p.tree.Nodes[id].Op == tensorscript.OpInt {
				add(x.p.tree.Int(id))
			}
		}
	}
	if e == tensorscript.NoNode || x.p.siteOf[e] < 0 || x.c == nil {
		return
	}
	in, out := x.p.ends(x.c.Def, x.p.siteOf[e])
	takes, gives := x.numbers(in), x.numbers(out)
	all := [2]int64{product(takes), product(gives)}
	pair(all[0], all[1])
	for _, list := range [][]int64{takes, gives} {
		for i := len(list) - 1; i >= 0; i-- {
			add(list[i])
		}
	}
	if len(takes) > 2 {
		add(product(takes[1:]))
	}
	add(all[0])
	if want := x.demandAt(e); want != nil {
		for i, n := range want {
			add(n)
			if i < len(takes) && len(want) == len(takes) {
				pair(n, takes[i])
			}
			if i < len(gives) && len(want) == len(gives) {
				pair(n, gives[i])
			}
		}
	}
	for _, a := range x.order {
		if x.p.tree.Nodes[a].Op == tensorscript.OpArg {
			if v := x.p.tree.Kids(a)[0]; x.p.tree.Nodes[v].Op == tensorscript.OpInt {
				for _, n := range takes {
					if strings.HasPrefix(x.p.tree.Name(a), "in") || x.p.tree.Name(a) == "num_features" {
						pair(x.p.tree.Int(v), n)
					}
				}
			}
		}
	}
}

// mostNear is how many sizes around an error are tried, and mostPairs how many pairs.
const (
	mostNear  = 8
	mostPairs = 8
)

// demandAt are the sizes of the header at the end of the node.
func (x *proposer) demandAt(tensorscript.NodeID) []int64 {
	d := x.definition()
	if d < 0 || x.p.header(d) == tensorscript.NoNode {
		return nil
	}
	_, n := x.p.ends(d, x.p.siteOf[x.p.tree.Kids(x.p.header(d))[1]])
	return x.numbers(n)
}

// numbers are the sizes of a tensor that are numbers; others are 0.
func (x *proposer) numbers(n unify.Node) (list []int64) {
	p := x.p
	if p.mended != nil && p.mended.Solver.Derivation(x.definition()).Derived {
		p = p.mended
	}
	f, fields := p.WhatIs(tell.Place{Node: int32(n)})
	c := p.constructorOf(f)
	if !p.isTensor(c) {
		return nil
	}
	list = make([]int64, len(fields))
	for _, part := range fields {
		g, _ := p.WhatIs(p.Part(tell.Place{Node: int32(n)}, part))
		if k := slices.Index(p.Types.Heads().Parts(c), part.Label); k >= 0 && k < len(list) {
			list[k], _ = p.Types.NumberOf(max(p.constructorOf(g), 0))
		}
	}
	return list
}

// product is that of the numbers of a list, 0 where it is too large.
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
