package relay

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns/relation"
)

//go:embed operators.rel
var operators []byte

// The heads of Vocabulary, by their numbers.
const (
	Tensor = iota
	Tuple
)

// Vocabulary has the types that relations are about: tensors and tuples.
var Vocabulary = &relation.Vocabulary{
	Heads: []relation.Head{
		Tensor: {Name: "Tensor", Said: "a tensor", Parts: []relation.Part{
			{Name: "shape", Sort: relation.ShapeSort}, {Name: "base", Sort: relation.AtomSort},
		}},
		Tuple: {Name: "Tuple", Said: "a tuple", Types: true},
	},
	Atom:  relay.IsDtype,
	Atoms: relay.Dtypes[:],
	Classes: map[string]func(string) bool{
		"integral": func(name string) bool { return strings.HasPrefix(name, "int") || strings.HasPrefix(name, "uint") },
	},
}

// Operators returns the operators of Relay and their relations. It reads them once.
var Operators = sync.OnceValue(func() *relation.File { return relation.Must("operators.rel", operators, Vocabulary, nil) })
