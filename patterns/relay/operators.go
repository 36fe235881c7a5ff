package relay

import (
	_ "embed"
	"strings"
	"sync"

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
			{Name: "shape", Sort: relation.ShapeSort}, {Name: "base", Said: "element type", Sort: relation.AtomSort},
		}},
		Tuple: {Name: "Tuple", Said: "a tuple", Types: true},
	},
	Atom: ElementType,
	Classes: map[string]func(string) bool{
		"integral": func(name string) bool { return strings.HasPrefix(name, "int") || strings.HasPrefix(name, "uint") },
	},
}

// widths are the element types without lanes.
var widths = map[string]bool{
	"bool": true, "bfloat16": true, "float16": true, "float32": true, "float64": true,
	"int8": true, "int16": true, "int32": true, "int64": true,
	"uint8": true, "uint16": true, "uint32": true, "uint64": true,
}

// ElementType reports whether a name is that of an element type, such as float32 or, with lanes, int8x4.
func ElementType(name string) bool {
	base, lanes, several := strings.Cut(name, "x")
	if several {
		if lanes == "" || lanes[0] == '0' || strings.Trim(lanes, "0123456789") != "" || len(lanes) > 4 {
			return false
		}
	}
	return widths[base]
}

// Operators returns the operators of Relay and their relations. It reads them once.
var Operators = sync.OnceValue(func() *relation.File { return relation.Must("operators.rel", operators, Vocabulary, nil) })
