package partial

import (
	"slices"

	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/unify"
)

// A tree is a decision tree over the values of an input pattern. Node 0 is its root.
type tree struct {
	nodes   []treeNode
	unknown bool // nothing is claimed about the definition
	partial bool // some leaf is unknown because of a bound
}

// A treeNode is a test on a part of the input, or a leaf.
type treeNode struct {
	path    int32 // of the part; noPath for a leaf
	test    unify.Label
	yes, no int32
	from    int32 // the parent, or -1
	ends    end   // of a leaf: how runs can end
	gives   *term // if one of the ends is defined
	vague   bool  // a bound was reached
}

// A place is a part of the input of a definition.
type place struct {
	from  int32
	step  unify.Label
	depth int32
}

type placeKey struct {
	from int32
	step unify.Label
}

// An explorer makes the trees of a definition.
type explorer struct {
	a       *analyzer
	def     int32
	in, out pat
	paths   []place // 0 is the input
	index   map[placeKey]int32
	steps   int64 // remaining steps
	leaves  int
	only    k.NodeID // a branch whose siblings are left out; else NoNode
	coarse  bool     // the results of leaves are described only by their pattern
}

// Bounds. The work for a definition in each round is at most a number of steps for each of its syntax nodes.
const (
	stepsForAll  = 20_000
	stepsForNode = 100
	fewLeaves    = 48
	mostLeaves   = 300
	mostRuns     = 64 // of a leaf
)

// stepsOfAll is the budget of steps for all definitions of a program: some seconds of work. Tests set a lower one.
var stepsOfAll int64 = 10_000_000

func (a *analyzer) newExplorer(d int32) *explorer {
	v := a.result.Solver.View(d)
	return &explorer{
		a: a, def: d, only: k.NoNode,
		in: rootOf(v.Scheme, v.In), out: rootOf(v.Scheme, v.Out),
		paths: []place{{from: noPath}},
		index: map[placeKey]int32{{noPath, 0}: 0},
	}
}

// step returns the place one step below another.
func (e *explorer) step(from int32, l unify.Label) int32 {
	key := placeKey{from, l}
	if p, ok := e.index[key]; ok {
		return p
	}
	p := int32(len(e.paths))
	e.paths = append(e.paths, place{from, l, e.paths[from].depth + 1})
	e.index[key] = p
	return p
}

// explore makes the tree of a definition from the current trees of its callees.
func (e *explorer) explore() tree {
	def := &e.a.tree.Defs[e.def]
	size := int(def.Root - def.First + 1)
	e.steps = min(stepsForAll+stepsForNode*int64(size), e.a.steps)
	given := e.steps
	defer func() { e.a.steps -= given - max(e.steps, 0) }()
	e.leaves = min(fewLeaves+size/2, mostLeaves)
	t := tree{nodes: []treeNode{{path: noPath, from: -1}}}
	leaves := 1
	stack := []int32{0}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		leaf, by := e.leaf(&t, at, leaves < e.leaves)
		if e.a.scratch.giveUp {
			return tree{unknown: true}
		}
		if by != noDecision {
			leaves++
			n := int32(len(t.nodes))
			t.nodes[at].path, t.nodes[at].test, t.nodes[at].yes, t.nodes[at].no = by.path, by.test, n, n+1
			t.nodes = append(t.nodes, treeNode{path: noPath, from: at}, treeNode{path: noPath, from: at})
			stack = append(stack, n+1, n)
			continue
		}
		leaf.from, leaf.path = t.nodes[at].from, noPath
		t.nodes[at] = leaf
		t.partial = t.partial || leaf.vague
	}
	return t
}

// decisions returns the decisions on the path from the root to a node.
func (t *tree) decisions(at int32) []decision {
	var list []decision
	for up := t.nodes[at].from; up >= 0; at, up = up, t.nodes[up].from {
		n := &t.nodes[up]
		list = append(list, decision{n.path, n.test, n.yes == at})
	}
	slices.Reverse(list)
	return list
}

// leaf runs the definition with all choices that are possible at a node. It returns the node as a leaf, and the
// decision that should split it, unless may is false.
func (e *explorer) leaf(t *tree, at int32, may bool) (n treeNode, by decision) {
	r := &e.a.scratch
	r.a, r.e, r.decisions, r.choices, r.giveUp = e.a, e, t.decisions(at), r.choices[:0], false
	asked, failed := noDecision, noDecision
	vague := treeNode{ends: undefined | defined | endless, gives: opaque(e.out), vague: true}
	for runs := 1; ; runs++ {
		r.steps = e.steps
		r.begin()
		out, v := r.evaluate()
		if e.steps = r.steps; e.steps < 0 || r.giveUp {
			if e.a.opens[e.def] {
				r.giveUp = true // even whether the result is open is unknown
			}
			return vague, noDecision
		}
		n.ends |= out
		if out == defined {
			x := opaque(e.out)
			if y := r.term(v, e.out, 0); !e.coarse || y.isOpen() {
				x = y
			}
			if n.gives == nil {
				n.gives = x
			} else {
				n.gives = e.a.join(n.gives, x, e.out, 0)
			}
		}
		if asked == noDecision {
			asked = r.asked
		}
		if out == undefined && failed == noDecision {
			failed = r.asked
		}
		more := r.advance()
		if more && runs >= mostRuns {
			if may && asked != noDecision {
				return n, asked
			}
			if e.a.opens[e.def] {
				r.giveUp = true
			}
			return vague, noDecision
		}
		if !more {
			break
		}
	}
	if failed != noDecision {
		asked = failed
	}
	mixed := n.ends&^own&(n.ends&^own-1) != 0 || n.gives != nil && n.gives.kind == termAlt
	if mixed && may {
		return n, asked
	}
	return n, noDecision
}

// same compares trees of one definition.
func (t *tree) same(u *tree) bool {
	return t.unknown == u.unknown && slices.EqualFunc(t.nodes, u.nodes, func(x, y treeNode) bool {
		return x.path == y.path && x.test == y.test && x.yes == y.yes && x.no == y.no && x.ends == y.ends &&
			x.gives.equal(y.gives)
	})
}
