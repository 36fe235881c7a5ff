package onnx

import (
	_ "embed"
	"slices"
	"sync"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns/relation"
)

//go:embed operators.rel
var operators []byte

//go:embed signatures.rel
var signatures []byte

//go:embed microsoft.rel
var microsoft []byte

//go:embed ml.rel
var ml []byte

// The heads of Vocabulary, by their numbers.
const (
	Tensor = iota
	Tuple
	Sequence
	Optional
	Map
	Sparse
	None
)

// Vocabulary has the types of ONNX. A tensor has a shape, an element type and entries; each of them, and each type,
// may have the mark, which means that it is known only when the model runs. None is the type of an absent input, and
// a Tuple stands for inputs or outputs of any number.
var Vocabulary = &relation.Vocabulary{
	Heads: []relation.Head{
		Tensor: {Name: "Tensor", Said: "a tensor", Parts: []relation.Part{
			{Name: "shape", Sort: relation.ShapeSort}, {Name: "elem", Sort: relation.AtomSort},
			{Name: "value", Sort: relation.ValuesSort},
		}},
		Tuple:    {Name: "Tuple", Said: "a list of tensors", Types: true},
		Sequence: {Name: "Seq", Said: "a sequence", Parts: []relation.Part{{Name: "item", Sort: relation.TypeSort}}},
		Optional: {Name: "Opt", Said: "an optional", Parts: []relation.Part{{Name: "inside", Sort: relation.TypeSort}}},
		Map: {Name: "Map", Said: "a map", Parts: []relation.Part{
			{Name: "key", Sort: relation.AtomSort}, {Name: "entry", Sort: relation.TypeSort},
		}},
		Sparse: {Name: "Sparse", Said: "a sparse tensor", Parts: []relation.Part{{Name: "dense", Sort: relation.TypeSort}}},
		None:   {Name: "None", Said: "absent"},
	},
	Atom:    IsElement,
	Atoms:   elements[1:],
	Numbers: elementNumbers,
	Lenient: true,
	Strict:  true,
	Fails:   lang.RelationFails,
}

// elements are the element types by their numbers in a model; 0 is none.
var elements = onnx.Elements

var elementNumbers = func() map[string]int64 {
	m := make(map[string]int64)
	for i, name := range elements[1:] {
		m[name] = int64(i + 1)
	}
	return m
}()

// IsElement reports whether a name is that of an element type.
func IsElement(name string) bool { return elementNumbers[name] > 0 }

// ElementAt returns the element type with a number in a model.
func ElementAt(n int64) (name string, ok bool) {
	if n < 1 || n >= int64(len(elements)) {
		return "", false
	}
	return elements[n], true
}

// relations are the relations of operators.rel, and Operators the operators of signatures.rel. They are read once.
var relations = sync.OnceValue(func() *relation.File {
	return relation.Must("operators.rel", operators, Vocabulary, nil)
})

// Operators returns the operators of the default domain, with all versions from opset 7 on.
var Operators = sync.OnceValue(func() *relation.File {
	return relation.Must("signatures.rel", signatures, Vocabulary, relations())
})

// Domains returns the operators of the domains com.microsoft and ai.onnx.ml that are known, with the domain in their
// names.
var Domains = sync.OnceValue(func() *relation.File {
	return relation.Must("microsoft.rel", slices.Concat(microsoft, ml), Vocabulary, relations())
})

// library and domainLibrary read what Operators and Domains return as far as it is needed: reading all takes longer
// than the analysis of most models.
var library = sync.OnceValue(func() *relation.Library {
	return relation.NewLibrary(Vocabulary, nil, lang.NewFile("operators.rel", operators),
		lang.NewFile("signatures.rel", signatures))
})

var domainLibrary = sync.OnceValue(func() *relation.Library {
	return relation.NewLibrary(Vocabulary, library(), lang.NewFile("microsoft.rel", microsoft),
		lang.NewFile("ml.rel", ml))
})
