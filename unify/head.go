package unify

import (
	"cmp"
	"fmt"
	"slices"
)

// A Head is a named pattern: a type whose structure is unfolded, label by label, only where a program looks into it.
// Two heads meet only if they are equal, so the caller gives equal types one head.
type Head int32

// NoHead is the absence of a head.
const NoHead Head = 0

// Literals is the set of labels of a literal head.
type Literals uint8

const (
	// NotLiteral: a structural head, whose labels are its fields.
	NotLiteral Literals = iota
	// ListedLiterals: the labels are its fields.
	ListedLiterals
	// IndexLiterals: every label that is an index.
	IndexLiterals
	// AllLiterals: every label.
	AllLiterals
)

// A HeadField is a label of a head and the head of the part below it.
type HeadField struct {
	Label Label
	To    Head
}

type headDef struct {
	shape    Shape
	literals Literals
	off, n   int32
	payload  Head // of a literal head the payload; of another head its constructor, or 0
}

// built returns the constructor of a head.
func (d *headDef) built() Constructor {
	if d.literals != NotLiteral {
		return NoConstructor
	}
	return Constructor(d.payload)
}

// Heads is the table of the named heads of a Graph, and of constructors. Both are only ever added.
type Heads struct {
	defs         []headDef
	fields       []HeadField
	constructors []constructorDef
}

// NewHeads returns an empty table.
func NewHeads() *Heads {
	return &Heads{defs: make([]headDef, 1), constructors: make([]constructorDef, 1)}
}

// Reset makes the table empty and keeps its memory.
func (h *Heads) Reset() {
	h.defs, h.fields, h.constructors = h.defs[:1], h.fields[:0], h.constructors[:1]
}

// Len returns the number of heads, NoHead included.
func (h *Heads) Len() int { return len(h.defs) }

// Add appends a structural head: a closed product or union with the fields, or a vector whose only field is Member. The
// fields may refer to heads that are added later, before the head is first looked into. Fields are kept sorted by
// label.
func (h *Heads) Add(s Shape, fields []HeadField) Head {
	off := len(h.fields)
	h.fields = append(h.fields, fields...)
	slices.SortFunc(h.fields[off:], func(a, b HeadField) int { return cmp.Compare(a.Label, b.Label) })
	if len(h.defs) == numbers {
		panic(fmt.Sprintf("unify: more than %d heads", numbers))
	}
	h.defs = append(h.defs, headDef{shape: s, off: int32(off), n: int32(len(fields))})
	return Head(len(h.defs) - 1)
}

// AddBuilt appends a head that a constructor builds, with a field for each of its labels.
func (h *Heads) AddBuilt(c Constructor, fields []HeadField) Head {
	id := h.Add(Product, fields)
	h.defs[id].payload = Head(c)
	return id
}

// AddLiteral appends a literal head: it behaves as a union over literals, each label leading to the payload. It does
// not meet any closed pattern. The listed labels count only for ListedLiterals.
func (h *Heads) AddLiteral(l Literals, listed []Label, payload Head) Head {
	fields := make([]HeadField, len(listed))
	for i, label := range listed {
		fields[i] = HeadField{label, payload}
	}
	id := h.Add(Union, fields)
	h.defs[id].literals = l
	h.defs[id].payload = payload
	return id
}

// Shape returns the shape of a head.
func (h *Heads) Shape(id Head) Shape { return h.defs[id].shape }

// IsLiteral reports whether a head is a literal one.
func (h *Heads) IsLiteral(id Head) bool { return h.defs[id].literals != NotLiteral }

// Literal returns the labels of a literal head, and the payload below each.
func (h *Heads) Literal(id Head) (Literals, Head) { return h.defs[id].literals, h.defs[id].payload }

// Has reports whether a head has a label, given which labels are indices.
func (h *Heads) Has(id Head, l Label, index LabelSet) bool {
	_, ok := h.part(id, l, index)
	return ok
}

// Fields returns a structural head's fields, sorted by label. The slice belongs to the table.
func (h *Heads) Fields(id Head) []HeadField {
	d := &h.defs[id]
	return h.fields[d.off : d.off+d.n]
}

// BuiltBy returns the constructor of a head, or NoConstructor.
func (h *Heads) BuiltBy(id Head) Constructor { return h.defs[id].built() }

// ConstructorOf returns the constructor of a flat pattern, also if it has a head, or NoConstructor.
func (h *Heads) ConstructorOf(f Flat) Constructor {
	if head := f.Head(); head != NoHead {
		return h.BuiltBy(head)
	}
	return f.Constructor()
}

// Flat returns the flat pattern of a head.
func (h *Heads) Flat(id Head) Flat {
	d := &h.defs[id]
	f := Flat(d.shape) | Flat(id)<<numberOff
	if d.shape != Vector && d.literals == NotLiteral {
		f |= closedBit
	}
	return f
}

// Outer returns the flat pattern of a structural head without its name, for a node whose edges lead to its parts.
func (h *Heads) Outer(id Head) Flat {
	if c := h.BuiltBy(id); c != NoConstructor {
		return h.Built(c)
	}
	return MakeFlat(h.defs[id].shape, true)
}

// part returns the head below a label.
func (h *Heads) part(id Head, l Label, index LabelSet) (Head, bool) {
	d := &h.defs[id]
	switch d.literals {
	case IndexLiterals:
		return d.payload, index.Has(l)
	case AllLiterals:
		return d.payload, true
	}
	fields := h.Fields(id)
	if len(fields) <= 8 {
		for i := range fields {
			if fields[i].Label == l {
				return fields[i].To, true
			}
		}
		return NoHead, false
	}
	i, ok := slices.BinarySearchFunc(fields, l, func(f HeadField, l Label) int { return cmp.Compare(f.Label, l) })
	if !ok {
		return NoHead, false
	}
	return fields[i].To, true
}
