package k

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// Syntax is the syntax of a result, for other uses of a program, such as running it. It lives as long as the result
// does.
type Syntax struct {
	Tree  *k.Tree
	Names *k.Names
	a     *program
}

// SyntaxOf returns the syntax of a result that Analyze made, and false for any other result.
func SyntaxOf(r *patterns.Result) (Syntax, bool) {
	a, ok := r.Front.(*program)
	if !ok {
		return Syntax{}, false
	}
	return Syntax{a.tree, a.names, a}, true
}

// Canonical returns a code of the program that denotes the type of a canonical name, k.NoNode for the unit without a
// code, and false for any other name.
func (s Syntax) Canonical(name lang.Sym) (k.NodeID, bool) {
	t := s.a.canonical[name]
	for _, e := range s.a.codes.nodes {
		if t != unify.NoHead && s.a.codeType[e] == t {
			return e, true
		}
	}
	return k.NoNode, t != unify.NoHead && t == s.a.Types.Product()
}

// TypeOf returns the type of a code, or NoType if it is unknown.
func (s Syntax) TypeOf(code k.NodeID) patterns.Type { return s.a.typeOf(code) }

// BuiltinTypes returns the types that have no structure.
func (s Syntax) BuiltinTypes() (integer, text, boolean patterns.Type) {
	return s.a.intType, s.a.stringType, s.a.boolType
}

// InAt returns the class of the input of a node (an expression or a part of a filter) and its flat pattern, in the
// final state. It reports false for a definition that was not derived.
func (s Syntax) InAt(d int32, e k.NodeID) (unify.Node, unify.Flat, bool) {
	s.a.Solver.Restore(d)
	if !s.a.Solver.Derivation(d).Derived {
		return unify.None, 0, false
	}
	b := s.a.body(d)
	class := s.a.Graph.Find(b.in(e))
	return class, s.a.Graph.Flat(class), true
}

// OutAt returns the class of the output of an expression. The definition must be one for which InAt succeeded.
func (s Syntax) OutAt(d int32, e k.NodeID) unify.Node {
	b := s.a.body(d)
	return s.a.Graph.Find(b.out(e))
}
