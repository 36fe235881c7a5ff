package unify

import (
	"fmt"
	"slices"
)

// A Constructor is a closed product with its own number: it has exactly the labels that it was added with, and does not
// meet other closed products, whatever their labels are. An open product whose labels it has meets it, so a program that
// can write such a label can read the part. Unlike those of a named head, its parts are ordinary edges. Constructors
// without labels are constants.
type Constructor int32

// NoConstructor is the absence of a constructor.
const NoConstructor Constructor = 0

type constructorDef struct {
	labels []Label
	sorted []Label
}

// AddConstructor adds a constructor with an exact list of distinct labels.
func (h *Heads) AddConstructor(labels ...Label) Constructor {
	c := len(h.constructors)
	if c == numbers {
		panic(fmt.Sprintf("unify: more than %d constructors", numbers))
	}
	h.constructors = append(h.constructors, constructorDef{slices.Clone(labels), slices.Sorted(slices.Values(labels))})
	return Constructor(c)
}

// Parts returns the labels of a constructor in the order in which they were added. The slice belongs to the table.
func (h *Heads) Parts(c Constructor) []Label { return h.constructors[c].labels }

// HasPart reports whether a constructor has a label.
func (h *Heads) HasPart(c Constructor, l Label) bool {
	_, ok := slices.BinarySearch(h.constructors[c].sorted, l)
	return ok
}

// Built returns the flat pattern of a constructor.
func (h *Heads) Built(c Constructor) Flat {
	return Flat(Product) | closedBit | builtBit | Flat(c)<<numberOff
}
