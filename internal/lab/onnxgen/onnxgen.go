// Package onnxgen makes models of current architectures as exporters write them, and writes binary models from their
// text, for tests.
package onnxgen

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/patgraph/patgraph/lang/onnx"
)

// Int appends a field with a number.
func Int(b []byte, field int, v int64) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(b, uint64(field)<<3), uint64(v))
}

// Bytes appends a field with bytes: a text, packed numbers or a message.
func Bytes[T string | []byte](b []byte, field int, v T) []byte {
	return append(binary.AppendUvarint(binary.AppendUvarint(b, uint64(field)<<3|2), uint64(len(v))), v...)
}

// Float appends a field with a float of 32 bits.
func Float(b []byte, field int, v float64) []byte {
	return binary.LittleEndian.AppendUint32(binary.AppendUvarint(b, uint64(field)<<3|5), math.Float32bits(float32(v)))
}

// Model returns the binary form of a model. Data that are not kept are missing in it, and so is what a text does not
// have, such as the bits of a float beyond its digits.
func Model(t *onnx.Tree) (b []byte) {
	for i := range t.Decls {
		d := &t.Decls[i]
		if d.Kind == onnx.DeclFunction {
			b = Bytes(b, 25, function(t, d))
			continue
		}
		if v := t.Setting(t.Header(d), "ir_version"); v != onnx.NoNode {
			b = Int(b, 1, t.Int(v))
		}
		for field, key := range map[int]string{2: "producer_name", 3: "producer_version", 4: "domain"} {
			if v := t.Setting(t.Header(d), key); v != onnx.NoNode {
				b = Bytes(b, field, t.Plain(v))
			}
		}
		if v := t.Setting(t.Header(d), "model_version"); v != onnx.NoNode {
			b = Int(b, 5, t.Int(v))
		}
		b = Bytes(b, 7, Graph(t, t.Graph(d)))
		b = imports(b, 8, t, t.Header(d))
	}
	return b
}

func imports(b []byte, field int, t *onnx.Tree, header onnx.NodeID) []byte {
	for domain, version := range t.Imports(header) {
		b = Bytes(b, field, Int(Bytes(nil, 1, domain), 2, t.Int(version)))
	}
	return b
}

// Graph returns the message of a graph.
func Graph(t *onnx.Tree, g onnx.NodeID) (b []byte) {
	for _, n := range t.Body(g) {
		b = Bytes(b, 1, node(t, n))
	}
	b = Bytes(b, 2, t.Plain(g))
	for _, v := range slices.Concat(t.Inputs(g), t.Locals(g)) {
		if t.Data(v) == onnx.NoNode {
			continue
		}
		if typ := t.Type(v); t.Name(typ) == "sparse_tensor" {
			b = Bytes(b, 15, sparse(t, typ, t.Plain(v)))
		} else {
			b = Bytes(b, 5, tensor(t, typ, t.Data(v), t.Plain(v)))
		}
	}
	for _, v := range t.Inputs(g) {
		b = Bytes(b, 11, value(t, v))
	}
	for _, v := range t.Outputs(g) {
		b = Bytes(b, 12, value(t, v))
	}
	return declared(b, 13, t, g)
}

// declared appends the types that a graph declares of its values.
func declared(b []byte, field int, t *onnx.Tree, g onnx.NodeID) []byte {
	for _, v := range t.Locals(g) {
		if t.Data(v) == onnx.NoNode {
			b = Bytes(b, field, value(t, v))
		}
	}
	return b
}

func function(t *onnx.Tree, d *onnx.Decl) []byte {
	b := Bytes(nil, 1, t.Plain(d.Root))
	for _, v := range t.Inputs(d.Root) {
		b = Bytes(b, 4, t.Plain(v))
	}
	for _, v := range t.Outputs(d.Root) {
		b = Bytes(b, 5, t.Plain(v))
	}
	for _, a := range t.Params(d.Root) {
		if t.Value(a) == onnx.NoNode {
			b = Bytes(b, 6, t.Plain(a))
		} else {
			b = Bytes(b, 11, attribute(t, a))
		}
	}
	for _, n := range t.Body(d.Root) {
		b = Bytes(b, 7, node(t, n))
	}
	b = imports(b, 9, t, t.Header(d))
	for field, key := range map[int]string{10: "domain", 13: "overload"} {
		if v := t.Setting(t.Header(d), key); v != onnx.NoNode {
			b = Bytes(b, field, t.Plain(v))
		}
	}
	return declared(b, 12, t, d.Root)
}

func value(t *onnx.Tree, v onnx.NodeID) []byte {
	b := Bytes(nil, 1, t.Plain(v))
	if typ := t.Type(v); typ != onnx.NoNode {
		b = Bytes(b, 2, typeOf(t, typ))
	}
	return b
}

func node(t *onnx.Tree, n onnx.NodeID) (b []byte) {
	for _, id := range t.Args(n) {
		b = Bytes(b, 1, t.Plain(id))
	}
	for _, id := range t.Results(n) {
		b = Bytes(b, 2, t.Plain(id))
	}
	domain, op, overload := t.Operator(n)
	b = Bytes(Bytes(b, 3, t.Label(n)), 4, op)
	for _, a := range t.Attrs(n) {
		b = Bytes(b, 5, attribute(t, a))
	}
	return Bytes(Bytes(b, 7, domain), 8, overload)
}

func attribute(t *onnx.Tree, a onnx.NodeID) []byte {
	b := Bytes(nil, 1, t.Plain(a))
	kind := max(slices.Index(onnx.Kinds[:], t.Kind(a)), 0)
	b = Int(b, 20, int64(kind))
	v := t.Value(a)
	switch {
	case t.Is(v, onnx.OpRef):
		return Bytes(b, 21, t.Plain(v))
	case t.Is(v, onnx.OpUnknown):
		return b
	}
	field := [...]int{0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 22, 23, 14, 15}[kind]
	list := []onnx.NodeID{v}
	if t.Is(v, onnx.OpList) {
		list = t.Kids(v)
	}
	for _, v := range list {
		switch t.Nodes[v].Op {
		case onnx.OpString:
			b = Bytes(b, field, t.Plain(v))
		case onnx.OpGraph:
			b = Bytes(b, field, Graph(t, v))
		case onnx.OpTensorType, onnx.OpTypeCall:
			b = Bytes(b, field, typeOf(t, v))
		case onnx.OpTensor:
			if typ := t.Type(v); t.Name(typ) == "sparse_tensor" {
				b = Bytes(b, field, sparse(t, typ, ""))
			} else {
				b = Bytes(b, field, tensor(t, typ, t.Data(v), ""))
			}
		default:
			if k := onnx.Kinds[kind]; k == "float" || k == "floats" {
				b = Float(b, field, t.Float(v))
			} else {
				b = Int(b, field, t.Int(v))
			}
		}
	}
	return b
}

func element(name string) int64 { return int64(slices.Index(onnx.Elements[:], name)) }

// tensor returns the message of a tensor. Its numbers are in the field of its element type.
func tensor(t *onnx.Tree, typ, data onnx.NodeID, name string) []byte {
	elem := element(t.Name(typ))
	b := Int(Bytes(nil, 8, name), 2, elem)
	for _, dim := range t.Kids(typ) {
		b = Int(b, 1, t.Int(dim))
	}
	if t.Is(data, onnx.OpPairs) {
		b = Int(b, 14, 1)
		for _, pair := range t.Kids(data) {
			b = Bytes(b, 13, Bytes(Bytes(nil, 1, t.Plain(pair)), 2, t.Plain(t.Kid(pair, 0))))
		}
		return b
	}
	ints, _ := t.Ints(data)
	floats, _ := t.Floats(data)
	switch t.Name(typ) {
	case "float":
		for _, v := range floats {
			b = Float(b, 4, v)
		}
	case "double":
		for _, v := range floats {
			b = binary.LittleEndian.AppendUint64(append(b, 10<<3|1), math.Float64bits(v))
		}
	case "int64", "uint32", "uint64":
		field := 11
		if t.Name(typ) == "int64" {
			field = 7
		}
		for _, v := range ints {
			b = Int(b, field, v)
		}
	case "bfloat16":
		for _, v := range floats {
			b = Int(b, 5, int64(math.Float32bits(float32(v))>>16))
		}
	case "float16":
		var raw []byte
		for _, v := range floats {
			raw = binary.LittleEndian.AppendUint16(raw, half(v))
		}
		b = Bytes(b, 9, raw)
	case "int4", "uint4":
		var raw []byte
		for i, v := range ints {
			if i%2 == 0 {
				raw = append(raw, byte(v&15))
			} else {
				raw[i/2] |= byte(v << 4)
			}
		}
		b = Bytes(b, 9, raw)
	default:
		for _, v := range ints {
			b = Int(b, 5, v)
		}
	}
	return b
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

func sparse(t *onnx.Tree, typ onnx.NodeID, name string) []byte {
	inner := t.Kid(typ, 0)
	b := Bytes(nil, 1, Int(Bytes(nil, 8, name), 2, element(t.Name(inner))))
	for _, dim := range t.Kids(inner) {
		b = Int(b, 3, t.Int(dim))
	}
	return b
}

// typeOf returns the message of a type.
func typeOf(t *onnx.Tree, typ onnx.NodeID) []byte {
	name, kids := t.Name(typ), t.Kids(typ)
	switch name {
	case "seq":
		return Bytes(nil, 4, Bytes(nil, 1, typeOf(t, kids[0])))
	case "optional":
		return Bytes(nil, 9, Bytes(nil, 1, typeOf(t, kids[0])))
	case "map":
		return Bytes(nil, 5, Bytes(Int(nil, 1, element(t.Name(kids[0]))), 2, typeOf(t, kids[1])))
	case "sparse_tensor":
		return Bytes(nil, 8, shaped(t, kids[0]))
	case "opaque":
		var b []byte
		for i, part := range kids {
			b = Bytes(b, i+1, t.Plain(part))
		}
		return Bytes(nil, 7, b)
	}
	return Bytes(nil, 1, shaped(t, typ))
}

// shaped returns the message of the element type and the shape of a tensor type.
func shaped(t *onnx.Tree, typ onnx.NodeID) []byte {
	b := Int(nil, 1, element(t.Name(typ)))
	if !t.HasRank(typ) {
		return b
	}
	var shape []byte
	for _, dim := range t.Kids(typ) {
		switch t.Nodes[dim].Op {
		case onnx.OpInt:
			shape = Bytes(shape, 1, Int(nil, 1, t.Int(dim)))
		case onnx.OpName:
			shape = Bytes(shape, 1, Bytes(nil, 2, t.Plain(dim)))
		default:
			shape = Bytes(shape, 1, "")
		}
	}
	return Bytes(b, 2, shape)
}
