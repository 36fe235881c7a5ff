package wire

import (
	"bytes"
	"strconv"

	"github.com/patgraph/patgraph/lang/onnx"
)

// A typ is a type as a TypeProto has it.
type typ struct {
	what   int32 // the field of the form; 0: none
	elem   int64 // the element type, or the type of the keys of a map
	shaped bool
	dims   [][]byte
	inner  *typ
	domain []byte
	name   []byte
}

// The forms of types, by their fields.
const (
	tensorType   = 1
	sequenceType = 4
	mapType      = 5
	opaqueType   = 7
	sparseType   = 8
	optionalType = 9
)

// deepest is the maximum depth of nested types, and of nested graphs.
const deepest = 64

// typ reads a type.
func (m *maker) typ(t *typ, depth int) {
	if depth > deepest {
		m.exceed(m.start, "types are nested more than %s deep", deepest)
	}
	for f := range m.fields() {
		switch f {
		case tensorType, sequenceType, mapType, opaqueType, sparseType, optionalType:
			if t.what != f {
				*t = typ{what: f}
			}
			m.form(t, depth)
		}
	}
}

// form reads the form of a type.
func (m *maker) form(t *typ, depth int) {
	for f := range m.fields() {
		switch {
		case t.what == opaqueType && f == 1:
			t.domain = append(t.domain[:0], m.name()...)
		case t.what == opaqueType && f == 2:
			t.name = append(t.name[:0], m.name()...)
		case f == 1 && (t.what == sequenceType || t.what == optionalType), f == 2 && t.what == mapType:
			if t.inner == nil {
				t.inner = &typ{}
			}
			m.typ(t.inner, depth+1)
		case f == 1:
			t.elem = m.number()
		case f == 2 && (t.what == tensorType || t.what == sparseType):
			t.shaped = true
			m.shape(t)
		}
	}
}

// shape reads the sizes of a type.
func (m *maker) shape(t *typ) {
	for f := range m.fields() {
		if f != 1 {
			continue
		}
		if len(t.dims) == mostDims {
			m.exceed(m.start, "a type has more than %s sizes", mostDims)
		}
		dim := []byte("?")
		for f := range m.fields() {
			if f == 1 && int64(m.num) >= 0 {
				dim = strconv.AppendInt(dim[:0], m.number(), 10)
			} else if f == 2 && m.end > m.pos {
				dim = onnx.AppendName(dim[:0], m.name())
			}
		}
		t.dims = append(t.dims, dim)
	}
}

// append writes a type, or nothing for none.
func (t *typ) append(b []byte) []byte {
	inner := func(before string) []byte {
		b = append(b, before...)
		if t.inner == nil || t.inner.what == 0 {
			return append(b, onnx.Elements[0]+")"...)
		}
		return append(t.inner.append(b), ')')
	}
	switch t.what {
	case tensorType:
		return t.appendTensor(b)
	case sparseType:
		return append(t.appendTensor(append(b, "sparse_tensor("...)), ')')
	case sequenceType:
		return inner("seq(")
	case optionalType:
		return inner("optional(")
	case mapType:
		b = appendElem(append(b, "map("...), t.elem)
		return inner(", ")
	case opaqueType:
		b = onnx.AppendDomain(append(b, "opaque("...), t.domain)
		if len(t.name) > 0 {
			b = onnx.AppendDomain(append(b, ", "...), t.name)
		}
		return append(b, ')')
	}
	return b
}

// appendTensor writes an element type with its sizes.
func (t *typ) appendTensor(b []byte) []byte {
	b = appendElem(b, t.elem)
	if t.shaped && len(t.dims) == 0 {
		return b
	}
	return append(append(append(b, '['), bytes.Join(t.dims, []byte(", "))...), ']')
}
