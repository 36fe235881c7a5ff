package tensorscript

import (
	_ "embed"
	"sync"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/relation"
)

//go:embed operations.rel
var operations []byte

// The heads of Vocabulary, by their numbers.
const (
	Tensor = iota
	Tuple
	Int
	Float
	Bool
)

// Vocabulary are the types of relations: tensors, which are lists of sizes, tuples, and numbers and truth values that
// are not tensors.
var Vocabulary = &relation.Vocabulary{
	Heads: []relation.Head{
		Tensor: {Name: "Tensor", Said: "a tensor", Parts: []relation.Part{{Name: "shape", Sort: relation.ShapeSort}}},
		Tuple:  {Name: "Tuple", Said: "a tuple", Types: true},
		Int:    {Name: "Int", Said: "a whole number"},
		Float:  {Name: "Float", Said: "a number with a point"},
		Bool:   {Name: "Bool", Said: "a truth"},
	},
	Atom:      func(string) bool { return false },
	Attribute: "argument",
	Axis:      "dimension",
	Strict:    true,
	Fails:     lang.KindsDiffer, // an argument is of another kind
}

// Operations returns the operations of TensorScript and their relations. They are parsed once.
var Operations = sync.OnceValue(func() *relation.File {
	return relation.Must("operations.rel", operations, Vocabulary, nil)
})
