package k

import (
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// TypeOf returns the type of a code, or NoType when it cannot be known.
func (s Syntax) TypeOf(code k.NodeID) patterns.Type { return s.a.typeOf(code) }

// BuiltinTypes returns the types that have no structure.
func (s Syntax) BuiltinTypes() (integer, text, boolean patterns.Type) {
	return s.a.intType, s.a.stringType, s.a.boolType
}

// InAt returns the class of what a node of a definition takes, an expression or a part
// of a filter, and its flat pattern, as they are when all is derived. It reports false
// for a definition that was not derived.
func (s Syntax) InAt(d int32, e k.NodeID) (unify.Node, unify.Flat, bool) {
	s.a.Solver.Restore(d)
	if !s.a.Solver.Derivation(d).Derived {
		return unify.None, 0, false
	}
	b := s.a.body(d)
	class := s.a.Graph.Find(b.in(e))
	return class, s.a.Graph.Flat(class), true
}
