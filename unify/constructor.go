package unify

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
)

// A Constructor is a closed product with its own number: it has exactly the labels that it was added with, and only
// equal constructors meet, whatever their labels are. Unlike those of a named head, its parts are ordinary edges.
// Constructors without labels are constants.
type Constructor int32

// NoConstructor is the absence of a constructor.
const NoConstructor Constructor = 0

// constructors is the table of constructors. Tables of heads that follow each other share it: it may grow while other
// goroutines read it.
type constructors struct {
	growing sync.Mutex
	defs    atomic.Pointer[[]constructorDef]
}

type constructorDef struct {
	labels []Label
	sorted []Label
}

// noConstructors is the empty table. It is at its capacity, so that growing it copies it.
var noConstructors = []constructorDef{NoConstructor: {}}

func newConstructors() *constructors {
	t := new(constructors)
	t.defs.Store(&noConstructors)
	return t
}

// AddConstructor adds a constructor with an exact list of distinct labels. Any goroutine may call it at any time.
func (t *constructors) AddConstructor(labels ...Label) Constructor {
	t.growing.Lock()
	defer t.growing.Unlock()
	defs := *t.defs.Load()
	c := len(defs)
	if c == numbers {
		panic(fmt.Sprintf("unify: more than %d constructors", numbers))
	}
	defs = append(defs, constructorDef{slices.Clone(labels), slices.Sorted(slices.Values(labels))})
	t.defs.Store(&defs)
	return Constructor(c)
}

// Parts returns the labels of a constructor in the order in which they were added. The slice belongs to the table.
func (t *constructors) Parts(c Constructor) []Label { return (*t.defs.Load())[c].labels }

// HasPart reports whether a constructor has a label.
func (t *constructors) HasPart(c Constructor, l Label) bool {
	d := &(*t.defs.Load())[c]
	if len(d.labels) <= 8 {
		return slices.Contains(d.labels, l)
	}
	_, ok := slices.BinarySearch(d.sorted, l)
	return ok
}

// Built returns the flat pattern of a constructor.
func (t *constructors) Built(c Constructor) Flat {
	return Flat(Product) | closedBit | builtBit | Flat(c)<<numberOff
}
