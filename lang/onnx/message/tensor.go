package message

import (
	"encoding/binary"
	"math"

	"github.com/patgraph/patgraph/lang/onnx"
)

// data adds a value with data: a tensor, or a sparse one in its own field.
func (w writer) data(l *list, field, sparse int, v onnx.NodeID, name string) {
	if typ := w.Type(v); w.nameOf(typ) == "sparse_tensor" {
		f := l.message(sparse, v, func(l *list) { w.sparse(l, typ, name) })
		f.Kind, f.Name = Sparse, name
	} else {
		f := l.message(field, v, func(l *list) { w.tensor(l, typ, w.Data(v), name) })
		f.Kind, f.Name = Tensor, name
	}
}

// nameOf returns the name of a type, also of none.
func (w writer) nameOf(typ onnx.NodeID) string {
	if typ == onnx.NoNode {
		return onnx.Elements[0]
	}
	return w.Name(typ)
}

// tensor adds the fields of a tensor. Its numbers are in the field of its element type.
func (w writer) tensor(l *list, typ, data onnx.NodeID, name string) {
	l.name(8, name)
	l.number(2, element(w.nameOf(typ)))
	for _, dim := range w.Kids(typ) {
		l.number(1, w.Int(dim))
	}
	if w.Is(data, onnx.OpPairs) {
		l.number(14, 1)
		for _, pair := range w.Kids(data) {
			l.message(13, pair, func(l *list) {
				l.text(1, w.Plain(pair))
				l.text(2, w.Plain(w.Kid(pair, 0)))
			})
		}
		return
	}
	ints, _ := w.Ints(data)
	floats, _ := w.Floats(data)
	switch name := w.nameOf(typ); name {
	case "float":
		for _, v := range floats {
			l.float(4, v)
		}
	case "double":
		for _, v := range floats {
			*l = append(*l, Field{Number: 10, Wire: Eight, Value: math.Float64bits(v)})
		}
	case "float16":
		var raw []byte
		for _, v := range floats {
			raw = binary.LittleEndian.AppendUint16(raw, half(v))
		}
		l.name(9, string(raw))
	case "bfloat16":
		for _, v := range floats {
			l.number(5, int64(math.Float32bits(float32(v))>>16))
		}
	case "int4", "uint4":
		var raw []byte
		for i, v := range ints {
			if i%2 == 0 {
				raw = append(raw, byte(v&15))
			} else {
				raw[i/2] |= byte(v << 4)
			}
		}
		l.name(9, string(raw))
	default:
		field, ok := map[string]int{"int64": 7, "uint32": 11, "uint64": 11}[name]
		if !ok {
			field = 5
		}
		for _, v := range ints {
			l.number(field, v)
		}
	}
}

// half returns the bits of a float of 16 bits, which has the value exactly.
func half(v float64) uint16 {
	bits := math.Float32bits(float32(v))
	sign, exponent, fraction := uint16(bits>>16&0x8000), int(bits>>23&0xff)-127, bits&(1<<23-1)
	switch {
	case exponent == 128:
		return sign | 0x7c00 | uint16(fraction>>13)
	case exponent < -14:
		return sign | uint16(math.Abs(v)*(1<<24))
	}
	return sign | uint16((exponent+15)<<10) | uint16(fraction>>13)
}

func (w writer) sparse(l *list, typ onnx.NodeID, name string) {
	inner := w.Kid(typ, 0)
	l.message(1, typ, func(l *list) {
		l.name(8, name)
		l.number(2, element(w.Name(inner)))
	})
	for _, dim := range w.Kids(inner) {
		l.number(3, w.Int(dim))
	}
}
