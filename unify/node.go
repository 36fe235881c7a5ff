package unify

import "math/bits"

// A Node is one pattern in a Graph. Nodes are numbered in order of creation.
type Node int32

// None is the absence of a node.
const None Node = -1

// A Label names an edge. The caller interns its texts; the engine only needs to know which labels are indices (see
// LabelSet).
type Label int32

// Member is the label of a vector's only edge, to the pattern of its members.
const Member Label = 0

// A LabelSet is a set of labels as a bit vector.
type LabelSet []uint64

// Add puts a label into the set.
func (s *LabelSet) Add(l Label) {
	for int(l)>>6 >= len(*s) {
		*s = append(*s, 0)
	}
	(*s)[l>>6] |= 1 << (l & 63)
}

// Has reports whether a label is in the set.
func (s LabelSet) Has(l Label) bool {
	return int(l)>>6 < len(s) && s[l>>6]&(1<<(l&63)) != 0
}

// A Shape is a set of the shapes a pattern can have.
type Shape uint8

const (
	Product Shape = 1 << iota
	Union
	Vector

	AnyShape = Product | Union | Vector
)

// Count returns the number of shapes in the set.
func (s Shape) Count() int { return bits.OnesCount8(uint8(s)) }

// A Flat is a pattern without its edges: its possible shapes, whether its labels are exactly those of its edges
// (closed), and its named head or constructor, if any. The set of shapes is kept consistent with the edges: a pattern
// with an edge that is not an index has no Vector.
//
//	(...)  product, union, vector       ()  the same, closed
//	{...}  product, vector              {}  product, closed
//	<...>  union                        <>  union, closed
//	[]     vector                       a named head: the head's own shape
//	                                    a constructor: product, closed
//
// Any of them may be marked as Dynamic.
type Flat uint32

const (
	shapeBits  = 3
	closedBit  = 1 << shapeBits
	originOff  = shapeBits + 1 // two bits for the origin of a node; see origin
	originBits = 3 << originOff
	markOff    = originOff + 2
	builtBit   = 1 << (markOff + 1) // the number is that of a constructor
	numberOff  = markOff + 2        // the number of a head or a constructor
	numbers    = 1 << (32 - numberOff)
)

// Dynamic is the mark of a pattern that is known only when a program runs. It meets everything, and a class has it if
// one of its nodes has it.
const Dynamic Flat = 1 << markOff

// Open is (...), the pattern of every type.
const Open = Flat(AnyShape)

// MakeFlat returns the flat pattern with the given shapes. A pattern that is only a vector has no labels, so it is not
// closed.
func MakeFlat(s Shape, closed bool) Flat {
	f := Flat(s)
	if closed && s != Vector {
		f |= closedBit
	}
	return f
}

// Shapes returns the set of possible shapes.
func (f Flat) Shapes() Shape { return Shape(f & (1<<shapeBits - 1)) }

// Closed reports whether the labels are exactly those of the edges.
func (f Flat) Closed() bool { return f&closedBit != 0 }

// Head returns the named head, or NoHead.
func (f Flat) Head() Head {
	if f&builtBit != 0 {
		return NoHead
	}
	return Head(f >> numberOff)
}

// IsType reports whether there is a named head.
func (f Flat) IsType() bool { return f >= 1<<numberOff && f&builtBit == 0 }

// Constructor returns the constructor, or NoConstructor.
func (f Flat) Constructor() Constructor {
	if f&builtBit == 0 {
		return NoConstructor
	}
	return Constructor(f >> numberOff)
}

// Dynamic reports whether the pattern is marked.
func (f Flat) Dynamic() bool { return f&Dynamic != 0 }

// Special reports whether a pattern is marked or has a constructor.
func (f Flat) Special() bool { return f&(Dynamic|builtBit) != 0 }

// number is the number of a head or a constructor, or 0.
func (f Flat) number() Flat { return f >> numberOff }

// IsVector reports whether vector is the only possible shape.
func (f Flat) IsVector() bool { return f.Shapes() == Vector }

// IsProduct reports whether product is possible and union is not.
func (f Flat) IsProduct() bool { return f.Shapes()&(Product|Union) == Product }

// IsUnion reports whether union is possible and product is not.
func (f Flat) IsUnion() bool { return f.Shapes()&(Product|Union) == Union }

// IsAnything reports whether nothing is known except perhaps labels and the mark: it is (...).
func (f Flat) IsAnything() bool {
	return f.Head() == NoHead && !f.Closed() && f.Shapes()&(Product|Union) == Product|Union
}

// Form returns the written form of the flat pattern: one of (...) {...} <...> () [] {} <> {}|[] or, with a named head,
// type, or constructor.
func (f Flat) Form() string {
	s := f.Shapes()
	switch {
	case f.Constructor() != NoConstructor:
		return "constructor"
	case f.Head() != NoHead:
		return "type"
	case s == Vector:
		return "[]"
	case s&Product != 0 && s&Union != 0:
		return pick(f.Closed(), "()", "(...)")
	case s&Union != 0:
		return pick(f.Closed(), "<>", "<...>")
	case f.Closed() && s&Vector != 0:
		return "{}|[]"
	}
	return pick(f.Closed(), "{}", "{...}")
}

func pick(c bool, yes, no string) string {
	if c {
		return yes
	}
	return no
}

// origin is how a node was created.
type origin uint32

const (
	originUnion    origin = iota // a union: why is its event
	originLeaf                   // a constraint's node: why is its site
	originInstance               // a copy of a template's node: why is the instance
	originUnfolded               // a part of a named head, or made by a relation: why is the event that required it
)

// node is one entry of the history and, for a representative, of the class table. All but rep is written when the node
// is made; parent is written once more.
type node struct {
	parent Node // the union that absorbed it, or None
	rep    Node // index for Find: some ancestor or itself
	flat   Flat // with the origin in originBits
	off    int32
	n      int32 // edges: edges[off : off+n]
	why    int32 // see origin
}

func (n *node) origin() origin { return origin(n.flat&originBits) >> originOff }

// blank reports whether nothing is known of a class: it is (...) without labels and mark, and the meet with it is the
// other side.
func (n *node) blank() bool { return n.n == 0 && n.flat&^originBits == Open }

func (n *node) pattern() Flat { return n.flat &^ originBits }

func withOrigin(f Flat, o origin) Flat { return f&^originBits | Flat(o)<<originOff }

// An Edge leads to the pattern of a part.
type Edge struct {
	Label Label
	To    Node
}
