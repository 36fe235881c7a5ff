package eval

import (
	"math/big"
	"slices"
	"sync/atomic"

	"github.com/patgraph/patgraph/lang"
)

// A Kind is the kind of a Value.
type Kind uint8

const (
	Null Kind = iota + 1
	Bool
	Int
	Fraction // a number that is not an integer
	String
	Product // no field, or several
	Variant // one label and its value
	Vector
	Open // a vector that | opened; it has no JSON
)

func (k Kind) String() string {
	return [...]string{"nothing", "null", "boolean", "integer", "fraction", "text", "product", "variant", "vector",
		"open vector"}[k]
}

// A Value is immutable and may be shared, also by concurrent runs. A nil Value means undefined.
type Value interface {
	Kind() Kind
	value()
}

type (
	null    struct{}
	boolean bool
	small   int64 // an integer

	// A large is an integer that does not fit in a small one.
	large struct {
		n *big.Int
		visit
	}

	// A fraction is coef · 10^exp, where exp < 0 and 10 does not divide coef.
	fraction struct {
		coef *big.Int
		exp  int64
		visit
	}

	// A text is UTF-8, with lone surrogates in three bytes.
	text struct {
		s string
		visit
	}

	// A node is a value with parts: a product, a variant, a vector, or an open one.
	node struct {
		shape *shape
		parts []Value // in the order of the labels
		known atomic.Pointer[mark]
		visit
	}
)

// A shape is shared by nodes with the same labels.
type shape struct {
	kind   Kind
	labels []string // in the order of lang.CompareUTF16; nil for vectors
	record bool     // its only label is that of a product, which only types of k6 distinguish from a variant
	buffer *buffer  // of a long vector
}

// A buffer is the memory of a long vector, shared by several: the results of SNOC on it, and the results of CONS that
// use the free cells in front.
type buffer struct {
	shape shape
	visit
	cells []Value
	free  int    // number of free cells in front
	owner *owner // who may use them, unless nil
}

// An owner identifies a run.
type owner struct{ _ byte }

// A mark in a node records that it belongs to a type, according to a run. See member.
type mark struct{ state int32 }

func (null) Kind() Kind      { return Null }
func (boolean) Kind() Kind   { return Bool }
func (small) Kind() Kind     { return Int }
func (*large) Kind() Kind    { return Int }
func (*fraction) Kind() Kind { return Fraction }
func (*text) Kind() Kind     { return String }
func (n *node) Kind() Kind   { return n.shape.kind }

func (null) value()      {}
func (boolean) value()   {}
func (small) value()     {}
func (*large) value()    {}
func (*fraction) value() {}
func (*text) value()     {}
func (*node) value()     {}

var (
	unitShape   = &shape{kind: Product}
	vectorShape = &shape{kind: Vector}
	openShape   = &shape{kind: Open}

	theNull     Value = null{}
	theTrue     Value = boolean(true)
	theFalse    Value = boolean(false)
	unit        Value = &node{shape: unitShape}
	emptyVector Value = &node{shape: vectorShape}
	emptyOpen   Value = &node{shape: openShape}
)

// Frequent integers are allocated once.
const leastCached, mostCached = -128, 1023

var cached = func() (c [mostCached - leastCached + 1]Value) {
	for i := range c {
		c[i] = small(i + leastCached)
	}
	return c
}()

// NullValue returns null.
func NullValue() Value { return theNull }

// BoolValue returns true or false.
func BoolValue(b bool) Value {
	if b {
		return theTrue
	}
	return theFalse
}

// IntValue returns an integer.
func IntValue(n int64) Value {
	if leastCached <= n && n <= mostCached {
		return cached[n-leastCached]
	}
	return small(n)
}

// BigValue returns an integer. It keeps n, which must not be changed any more.
func BigValue(n *big.Int) Value {
	if n.IsInt64() {
		return IntValue(n.Int64())
	}
	return &large{n: n}
}

// StringValue returns a text. A lone surrogate has its three-byte generalised UTF-8 form.
func StringValue(s string) Value { return &text{s: s} }

// Unit returns the product without fields.
func Unit() Value { return unit }

// VectorValue returns a vector of values. It keeps the slice.
func VectorValue(members ...Value) Value {
	if len(members) == 0 {
		return emptyVector
	}
	return &node{shape: vectorOf(members), parts: members}
}

// longVector is the number of members from which a vector has a buffer. Below that, CONS copies.
const longVector = 16

// vectorOf returns the shape of a vector of all cells.
func vectorOf(cells []Value) *shape {
	if len(cells) < longVector {
		return vectorShape
	}
	r := &buffer{cells: cells}
	r.shape = shape{kind: Vector, buffer: r}
	return &r.shape
}

// A Field is a label with its value.
type Field struct {
	Label string
	Value Value
}

// ObjectValue returns the product of fields in any order, or the variant of a single field. The labels must differ.
func ObjectValue(fields ...Field) Value {
	if len(fields) == 0 {
		return unit
	}
	fields = slices.Clone(fields)
	slices.SortFunc(fields, func(a, b Field) int { return lang.CompareUTF16(a.Label, b.Label) })
	s := &shape{kind: objectKind(len(fields)), labels: make([]string, len(fields))}
	parts := make([]Value, len(fields))
	for i, f := range fields {
		s.labels[i], parts[i] = f.Label, f.Value
	}
	return &node{shape: s, parts: parts}
}

// objectKind returns the kind of an object with a number of labels.
func objectKind(labels int) Kind {
	if labels == 1 {
		return Variant
	}
	return Product
}

// VariantValue returns a variant.
func VariantValue(label string, payload Value) Value {
	return ObjectValue(Field{label, payload})
}

// manyLabels is the number of labels from which they are searched by bisection.
const manyLabels = 12

// labelIndex returns the index of a label among others in UTF-16 order, or -1.
func labelIndex(labels []string, label string) int {
	if len(labels) >= manyLabels {
		if i, ok := slices.BinarySearchFunc(labels, label, lang.CompareUTF16); ok {
			return i
		}
		return -1
	}
	return slices.Index(labels, label)
}

// Same reports whether two values are the same object in memory, or equal leaves without parts.
func Same(a, b Value) bool { return a == b }

// IsRecord reports whether a value was written as a product of one field, not as a variant.
func IsRecord(v Value) bool {
	n, ok := v.(*node)
	return ok && n.shape.record
}

func isOpen(v Value) bool {
	n, ok := v.(*node)
	return ok && n.shape.kind == Open
}

// BigInt returns an integer, which must not be changed, and false for any other value.
func BigInt(v Value) (*big.Int, bool) {
	switch v := v.(type) {
	case small:
		return big.NewInt(int64(v)), true
	case *large:
		return v.n, true
	}
	return nil, false
}

// Text returns the text of a String, and false for any other value.
func Text(v Value) (string, bool) {
	if t, ok := v.(*text); ok {
		return t.s, true
	}
	return "", false
}

// Labels returns the labels of a product or a variant, in UTF-16 order. The slice must not be changed.
func Labels(v Value) []string {
	if n, ok := v.(*node); ok {
		return n.shape.labels
	}
	return nil
}

// Parts returns the parts of a value: the members of a vector, open or not, or the values of the Labels. The slice must
// not be changed.
func Parts(v Value) []Value {
	if n, ok := v.(*node); ok {
		return n.parts
	}
	return nil
}
