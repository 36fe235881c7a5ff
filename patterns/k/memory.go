package k

import (
	"github.com/patgraph/patgraph/internal/reuse"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// A Memory is what is left of an analysis that is not needed any more, where many programs
// are analysed in turn: the next one makes its own of the same pieces; BenchmarkDerive has
// both ways side by side. Who takes a memory leaves it empty.
type Memory struct {
	tree   *k.Tree
	names  *k.Names
	types  *patterns.Types
	graph  *unify.Graph
	solver *patterns.Solver

	codes    codes
	codeType []patterns.Type         // by node: of codes that are no names, and of canonical names
	typeDef  []patterns.Type         // by type definition
	alias    map[patterns.Type]int32 // the first definition of a type

	bodies []unify.Node // by definition: its block of nodes, in the present derivation
	edges  []unify.Edge

	size, start, callee []int32 // what the solver asks for; see derive
	definitions         []patterns.Definition
	typeDefs            []patterns.TypeDef

	tried *Memory // of a program of repairs
}

// Spend returns the memory of a result that is not needed any more, and leaves the result
// empty. Of one that has none, which may be nil, it returns nil.
func Spend(r *patterns.Result) *Memory {
	if r == nil {
		return nil
	}
	a, _ := r.Front.(*program)
	*r = patterns.Result{}
	return a.spend()
}

// spend returns the memory of an analysis that is not needed any more.
func (a *program) spend() *Memory {
	if a == nil {
		return nil
	}
	a.types, a.graph, a.solver = a.Types, a.Graph, a.Solver
	if a.borrowed {
		a.Memory.tree = nil
	}
	return &a.Memory
}

// memoryOf returns what mending kept of a program or of a memory, for the next one.
func memoryOf(kept repair.Memory) *Memory {
	switch m := kept.(type) {
	case *program:
		return m.spend()
	case *Memory:
		return m
	}
	return nil
}

// take empties a memory.
func (m *Memory) take() (taken Memory) {
	if m != nil {
		taken, *m = *m, Memory{}
	}
	return taken
}

// lastTree is the tree, for the parser to take.
func (m *Memory) lastTree() *k.Tree {
	if m == nil {
		return nil
	}
	return m.tree
}

// manyAliases is up to how many entries a map is emptied and used again: to empty
// it costs what it ever held.
const manyAliases = 200

// clear makes the memory that of a program.
func (m *Memory) clear(tree *k.Tree) {
	m.tree = tree
	m.bodies, m.codeType = reuse.Zeroed(m.bodies, len(tree.Defs)), reuse.Zeroed(m.codeType, len(tree.Nodes))
	m.callee, m.definitions, m.typeDefs = m.callee[:0], m.definitions[:0], m.typeDefs[:0]
	if m.alias == nil || len(m.alias) > manyAliases {
		m.alias = make(map[patterns.Type]int32)
	}
	clear(m.alias)
}
