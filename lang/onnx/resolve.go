package onnx

import (
	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang/syntax"
)

// Names has the meanings of the names of values.
type Names struct {
	// Def has for each use of a value, by NodeID, the node that defines it, or NoNode: for an OpName among the inputs of
	// a node, for an OpValue among the outputs of a graph, and for an OpValue without data among its locals.
	//
	// A definition is an input, an initializer, or an OpName among the results of a node. If its name is already defined,
	// in its graph or in one around it, Def has that definition. An initializer may have the name of an input of its
	// graph, whose default it is: then Def has the input.
	Def []NodeID
}

// Resolve resolves the names of values. All definitions of a graph count in the whole graph and in the graphs within it,
// whatever their order, which nodes with a syntax error may have, too; the first one of a name and the innermost graph
// count. Functions have names of their own. It reports nothing. It takes linear time.
func Resolve(t *Tree) *Names { return ResolveWatched(t, nil) }

// ResolveWatched is Resolve with a watch that may end it.
func ResolveWatched(t *Tree, watch *cancel.Watch) *Names {
	r := &resolver{t: t, n: &Names{Def: make([]NodeID, len(t.Nodes))}}
	for i := range r.n.Def {
		r.n.Def[i] = NoNode
	}
	for i := range t.Decls {
		if root := t.Decls[i].Root; root != NoNode {
			r.Walk(&t.Tree, root, 0, func(v *visit, n *Node) bool {
				watch.Nth(int(v.ID))
				return r.enter(v, n)
			}, func(*visit, *Node, []NodeID, int) int { return 0 }, r.leave)
		}
	}
	return r.n
}

// A resolver visits all nodes once. The state of a visit is the mark of the bindings before it.
type resolver struct {
	t     *Tree
	n     *Names
	names syntax.Bindings
	syntax.Walker[int]
}

type visit = syntax.Visit[int]

func (r *resolver) enter(v *visit, n *Node) bool {
	switch n.Op {
	case OpGraph, OpFunction:
		v.State = r.names.Mark()
		r.define(v.ID)
	case OpArgs:
		for _, arg := range r.t.Kids(v.ID) {
			r.use(arg)
		}
		return false
	case OpBroken, OpHeader, OpInputs, OpOutputs, OpLocals, OpResults, OpTensor, OpData:
		return false
	}
	return true
}

func (r *resolver) leave(v *visit, n *Node, _ []NodeID) {
	if n.Op == OpGraph || n.Op == OpFunction {
		r.names.Close(v.State)
	}
}

func (r *resolver) use(id NodeID) { r.n.Def[id] = r.names.Of(r.t.Nodes[id].Sym) }

// define binds the names that a graph defines, and resolves those in its signature.
func (r *resolver) define(graph NodeID) {
	t := r.t
	first := t.FirstOf(graph)
	bind := func(id NodeID) {
		name := t.Nodes[id].Sym
		if r.use(id); r.n.Def[id] < first || r.n.Def[id] > graph { // none, or one of a graph around this one
			r.names.Bind(name, id)
		}
	}
	for _, id := range t.Inputs(graph) {
		bind(id)
	}
	for _, id := range t.Locals(graph) {
		if t.Data(id) != NoNode {
			bind(id)
		}
	}
	for _, node := range t.Body(graph) {
		for _, id := range t.Results(node) {
			if t.Nodes[id].Op == OpName {
				bind(id)
			}
		}
	}
	for _, id := range t.Locals(graph) {
		if t.Data(id) == NoNode {
			r.use(id)
		}
	}
	for _, id := range t.Outputs(graph) {
		r.use(id)
	}
}
