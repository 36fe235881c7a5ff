package wire

import (
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

// typ reads a type that ends at an offset.
func (m *maker) typ(t *typ, end int64, depth int) {
	r := &m.reader
	if depth > deepest {
		r.fail(r.start, "types are nested more than %s deep", deepest)
	}
	for r.next(end) {
		switch r.field {
		case tensorType, sequenceType, mapType, opaqueType, sparseType, optionalType:
			if !r.is(length) {
				return
			}
			if t.what != r.field {
				*t = typ{what: r.field}
			}
			m.form(t, r.end, depth)
		default:
			r.skip()
		}
	}
}

// form reads the form of a type.
func (m *maker) form(t *typ, end int64, depth int) {
	r := &m.reader
	for r.next(end) {
		switch f := r.field; {
		case t.what == opaqueType && f == 1:
			t.domain = append(t.domain[:0], r.name()...)
		case t.what == opaqueType && f == 2:
			t.name = append(t.name[:0], r.name()...)
		case f == 1 && (t.what == sequenceType || t.what == optionalType), f == 2 && t.what == mapType:
			if t.inner == nil {
				t.inner = &typ{}
			}
			m.typ(t.inner, r.message(), depth+1)
		case f == 1:
			t.elem = r.number()
		case f == 2 && (t.what == tensorType || t.what == sparseType):
			t.shaped = true
			m.shape(t, r.message())
		default:
			r.skip()
		}
	}
}

// shape reads the sizes of a type.
func (m *maker) shape(t *typ, end int64) {
	r := &m.reader
	for r.next(end) {
		if r.field != 1 {
			r.skip()
			continue
		}
		if !r.is(length) || len(t.dims) == mostDims {
			r.fail(r.start, "a type has more than %s sizes", mostDims)
			return
		}
		dim := []byte("?")
		for last := r.end; r.next(last); {
			switch r.field {
			case 1:
				if n := r.number(); n >= 0 {
					dim = strconv.AppendInt(dim[:0], n, 10)
				}
			case 2:
				if name := m.name(); len(name) > 0 {
					dim = onnx.AppendName(dim[:0], name)
				}
			default:
				r.skip()
			}
		}
		t.dims = append(t.dims, dim)
	}
}

// append writes a type, or nothing for none.
func (t *typ) append(b []byte) []byte {
	switch t.what {
	case tensorType, sparseType:
		if t.what == sparseType {
			b = append(b, "sparse_tensor("...)
		}
		b = appendElem(b, t.elem)
		if !t.shaped || len(t.dims) > 0 {
			b = append(b, '[')
			for i, dim := range t.dims {
				if i > 0 {
					b = append(b, ", "...)
				}
				b = append(b, dim...)
			}
			b = append(b, ']')
		}
	case sequenceType:
		b = append(b, "seq("...)
	case optionalType:
		b = append(b, "optional("...)
	case mapType:
		b = append(appendElem(append(b, "map("...), t.elem), ", "...)
	case opaqueType:
		b = append(b, "opaque("...)
		if len(t.domain)+len(t.name) > 0 {
			b = onnx.AppendDomain(b, t.domain)
		}
		if len(t.name) > 0 {
			b = onnx.AppendDomain(append(b, ", "...), t.name)
		}
	default:
		return b
	}
	if t.inner != nil {
		b = t.inner.append(b)
	}
	if t.what == sequenceType || t.what == optionalType || t.what == mapType {
		if t.inner == nil || t.inner.what == 0 {
			b = append(b, onnx.Elements[0]...)
		}
	}
	if t.what != tensorType {
		b = append(b, ')')
	}
	return b
}
