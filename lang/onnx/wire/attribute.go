package wire

import (
	"math"
	"strconv"

	"github.com/patgraph/patgraph/lang/onnx"
)

// The kinds of attributes, by their numbers.
const (
	kindFloat = 1 + iota
	kindInt
	kindString
	kindTensor
	kindGraph
	kindFloats
	kindInts
	kindStrings
	kindTensors
	kindGraphs
	kindSparse
	kindSparses
	kindType
	kindTypes
)

// kindOf has the kind of an attribute by the field of its value, for files that do not say it.
var kindOf = [...]uint8{2: kindFloat, kindInt, kindString, kindTensor, kindGraph, kindFloats, kindInts, kindStrings,
	kindTensors, kindGraphs, 14: kindType, 15: kindTypes, 22: kindSparse, 23: kindSparses}

// attribute reads an attribute and writes it for a line that is indented.
func (m *maker) attribute(indent int) text {
	m.countPart()
	var (
		name, ref []byte
		kind      int64
		has       uint8      // the kind of the value that is there
		parts     [15][]text // the values of each kind
		more      bool       // there are too many of them
		t         tensor     // the only one
		g         *graph     // the only one
		tp        typ        // the only one
		add       func(k int, v []byte) bool
	)
	add = func(k int, v []byte) bool {
		has = uint8(k)
		if k <= kindString {
			parts[k] = parts[k][:0] // the last one counts
		}
		if more = more || len(parts[k]) == mostValues; !more {
			parts[k] = append(parts[k], text{b: v})
		}
		return !more && m.bad == nil
	}
	for f := range m.fields() {
		if f < int32(len(kindOf)) && kindOf[f] > 0 {
			has = kindOf[f]
		}
		switch f {
		case 1:
			name = append(name[:0], m.name()...)
		case 20:
			kind = m.number()
		case 21:
			ref = append(ref[:0], m.name()...)
		case 2, 7:
			k := int(kindOf[f])
			m.numbers(four, func(v uint64) bool {
				return add(k, appendFloat(nil, float64(math.Float32frombits(uint32(v))), 32))
			})
		case 3, 8:
			k := int(kindOf[f])
			m.numbers(varint, func(v uint64) bool { return add(k, strconv.AppendInt(nil, int64(v), 10)) })
		case 4, 9:
			k := int(kindOf[f])
			if b := m.visible(m.text()); b != nil {
				add(k, onnx.AppendString(nil, b))
			} else {
				more = true
			}
		case 5:
			m.tensor(&t)
		case 6:
			if g == nil {
				g = &graph{}
			}
			m.graph(g, indent+2)
		case 10:
			var t tensor
			m.tensor(&t)
			add(kindTensors, m.literal(&t))
		case 11:
			g := &graph{}
			m.graph(g, indent+4)
			var part text
			m.write(&part, g, indent+2)
			parts[kindGraphs] = append(parts[kindGraphs], part)
		case 14:
			m.typ(&tp, 0)
		case 15:
			var tp typ
			m.typ(&tp, 0)
			v := tp.append(nil)
			if v == nil {
				v = []byte("...")
			}
			add(kindTypes, v)
		case 22, 23:
			v := m.sparse()
			add(int(kindOf[f]), append(append(v.typ, ' '), v.data...))
		}
	}
	if kind <= 0 || kind > kindTypes {
		kind = int64(has)
	}
	out := text{b: onnx.AppendName(nil, name)}
	switch list := parts[kind]; {
	case len(ref) > 0:
		if kind > 0 {
			out.write(": " + onnx.Kinds[kind])
		}
		out.b = onnx.AppendName(append(out.b, " = @"...), ref)
	case kind == 0:
		out.write(" = ...")
	case kind == kindTensor && has == kindTensor:
		out.b = append(append(out.b, " = "...), m.literal(&t)...)
	case kind == kindGraph && g != nil:
		out.write(" = ")
		m.write(&out, g, indent)
	case kind == kindType && tp.what != 0:
		out.b = tp.append(append(out.b, " = "...))
	case more:
		out.write(": " + onnx.Kinds[kind] + " = ...")
	case kind <= kindInt && len(list) == 0: // the default of the message
		out.write([...]string{kindFloat: " = 0.0", kindInt: " = 0"}[kind])
	case kind <= kindGraph || kind == kindSparse || kind == kindType:
		if len(list) == 0 {
			out.write(": " + onnx.Kinds[kind] + " = ...")
		} else {
			out.write(" = ")
			out.add(&list[0])
		}
	case len(list) == 0:
		out.write(": " + onnx.Kinds[kind] + " = []")
	default:
		out.write(" = ")
		out.list("[]", list, indent, false)
	}
	return out
}

// literal writes a tensor without its name.
func (m *maker) literal(t *tensor) []byte {
	b := t.appendType(nil)
	data := t.append(nil, m.folder)
	if data[0] == '[' {
		b = append(b, " ="...)
	}
	return append(append(b, ' '), data...)
}
