package relation

import "cmp"

// A Sort is the type of an expression in a relation.
type Sort struct {
	kind  sortKind
	part  *Sort // of a list; the first of a pair
	other *Sort // the second of a pair
}

type sortKind uint8

const (
	badKind   sortKind = iota // has an error already, or may be anything
	boolKind                  // a truth
	intKind                   // a number that is always known
	dimKind                   // the size of an axis
	numKind                   // an entry of a tensor: a number that may be negative or have a fraction
	floatKind                 // a number with a fraction
	textKind
	atomKind // an element type
	typeKind
	noneKind
	listKind
	pairKind
)

// The sorts of expressions; those of the parts of a vocabulary's heads are exported.
var (
	badSort   = Sort{}
	boolSort  = Sort{kind: boolKind}
	intSort   = Sort{kind: intKind}
	dimSort   = Sort{kind: dimKind}
	numSort   = Sort{kind: numKind}
	floatSort = Sort{kind: floatKind}
	textSort  = Sort{kind: textKind}
	AtomSort  = Sort{kind: atomKind}
	TypeSort  = Sort{kind: typeKind}
	noneSort  = Sort{kind: noneKind}
	ShapeSort = listOf(dimSort)
	// ValuesSort is the sort of a list of numbers that may be negative or have fractions: the entries of a tensor.
	ValuesSort = listOf(numSort)
)

func listOf(s Sort) Sort    { return Sort{kind: listKind, part: &s} }
func pairOf(s, t Sort) Sort { return Sort{kind: pairKind, part: &s, other: &t} }

// sortNames maps names to the sorts of parameters of functions.
var sortNames = map[string]Sort{
	"Type": TypeSort, "Types": listOf(TypeSort), "Shape": ShapeSort, "Shapes": listOf(ShapeSort), "Dim": dimSort,
	"Base": AtomSort, "Bool": boolSort,
	"Int": intSort, "Ints": listOf(intSort), "Float": floatSort, "String": textSort, "Values": ValuesSort,
}

const sortList = "Type, Types, Shape, Dim, Base, Bool, Int, Ints, Float, String or Values"

// The names of sorts in messages, and of lists by the sorts of their items.
var (
	sortWords = [...]string{
		badKind: "anything", boolKind: "a truth", intKind: "a number", dimKind: "a size", numKind: "an entry",
		floatKind: "a number with a fraction", textKind: "a text", atomKind: "an element type", typeKind: "a type",
		noneKind: "none", pairKind: "a pair",
	}
	listWords = map[sortKind]string{
		badKind: "a list", intKind: "a list of numbers", dimKind: "a shape", numKind: "a list of entries",
		typeKind: "a list of types",
	}
)

// String returns the name of a sort in messages: "a shape".
func (s Sort) String() string {
	if s.kind != listKind {
		return sortWords[s.kind]
	}
	return cmp.Or(listWords[s.part.kind], "a list of other things")
}

// item returns the sort of the items of a list; anything for other sorts.
func (s Sort) item() Sort {
	if s.kind == listKind {
		return *s.part
	}
	return badSort
}

// fits reports whether a value of sort s may be used where sort want is expected.
func (s Sort) fits(want Sort) bool {
	switch {
	case s.kind == badKind || want.kind == badKind || s.kind == noneKind: // none is accepted where any sort is expected
		return true
	case s.kind == intKind && (want.kind == dimKind || want.kind == floatKind || want.kind == numKind):
		return true
	case s.kind == numKind && (want.kind == dimKind || want.kind == floatKind):
		return true
	case want.kind == numKind && (s.kind == dimKind || s.kind == floatKind):
		return true
	case s.kind != want.kind:
		return false
	case s.kind == listKind:
		return s.part.fits(*want.part)
	case s.kind == pairKind:
		return s.part.fits(*want.part) && s.other.fits(*want.other)
	}
	return true
}

// join returns the sort of a value that has either of two sorts.
func (s Sort) join(t Sort) (Sort, bool) {
	switch {
	case s.kind == badKind || s.kind == noneKind:
		return t, true
	case t.kind == noneKind:
		return s, true
	case t.kind == numKind && s.fits(t) || s.kind == numKind && t.fits(s):
		return numSort, true
	case s.fits(t):
		return t, true
	case t.fits(s):
		return s, true
	}
	return badSort, false
}
