package k

import (
	"github.com/patgraph/patgraph/internal/reuse"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// A Memory holds the data structures of an analysis whose result is not needed any more. Where many programs are
// analysed in turn, the next analysis reuses them; BenchmarkDerive compares both ways. An analysis that takes a Memory
// leaves it empty.
type Memory struct {
	tree   *k.Tree
	names  *k.Names
	types  *patterns.Types
	graph  *unify.Graph
	solver *patterns.Solver

	codes    codes
	codeType []patterns.Type         // by node: of canonical names and of codes that are not names
	typeDef  []patterns.Type         // by type definition
	alias    map[patterns.Type]int32 // the first definition of a type

	bodies []unify.Node // by definition: the base of its nodes in the current derivation
	edges  []unify.Edge

	size, start, callee []int32 // input of the solver; see derive
	definitions         []patterns.Definition
	typeDefs            []patterns.TypeDef

	tagger tagger

	tried *Memory // of a program that repairs derived
}

// Spend returns the memory of a result that is not needed any more, and empties the result. It returns nil for a result
// without memory, or nil.
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

// memoryOf returns the memory that repairs kept, as a program or as a Memory.
func memoryOf(kept repair.Memory) *Memory {
	switch m := kept.(type) {
	case *program:
		return m.spend()
	case *Memory:
		return m
	}
	return nil
}

// take empties a memory and returns its contents.
func (m *Memory) take() (taken Memory) {
	if m != nil {
		taken, *m = *m, Memory{}
	}
	return taken
}

// lastTree returns the tree that the parser may reuse.
func (m *Memory) lastTree() *k.Tree {
	if m == nil {
		return nil
	}
	return m.tree
}

// manyAliases bounds the entries of a map that is cleared and reused: clearing takes time proportional to the largest
// size that the map ever had.
const manyAliases = 200

// clear prepares the memory for a program.
func (m *Memory) clear(tree *k.Tree) {
	m.tree = tree
	m.bodies, m.codeType = reuse.Zeroed(m.bodies, len(tree.Defs)), reuse.Zeroed(m.codeType, len(tree.Nodes))
	m.callee, m.definitions, m.typeDefs = m.callee[:0], m.definitions[:0], m.typeDefs[:0]
	if m.alias == nil || len(m.alias) > manyAliases {
		m.alias = make(map[patterns.Type]int32)
	}
	clear(m.alias)
}
