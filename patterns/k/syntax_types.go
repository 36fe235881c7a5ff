package k

import (
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
)

// TypeOf returns the type of a code, or NoType when it cannot be known.
func (s Syntax) TypeOf(code k.NodeID) patterns.Type { return s.a.typeOf(code) }

// BuiltinTypes returns the types that have no structure.
func (s Syntax) BuiltinTypes() (integer, text, boolean patterns.Type) {
	return s.a.intType, s.a.stringType, s.a.boolType
}
