package message

import (
	"encoding/binary"
	"math"

	"github.com/patgraph/patgraph/lang/onnx"
)

// The wire types of fields.
const (
	Varint = 0
	Eight  = 1 // a number of eight bytes
	Length = 2 // bytes after their number: a text, packed numbers or a message
	Four   = 5 // a number of four bytes
)

// A Kind is the kind of a message, for those whose data a text may not have.
type Kind uint8

// The kinds of messages.
const (
	Plain Kind = iota
	Tensor
	Sparse
)

// A Field is a field of a message.
type Field struct {
	Number int
	Wire   uint8
	Value  uint64         // of a number
	Bytes  string         // of a text, or packed numbers
	Fields func() []Field // of a message; nil: it is none
	Node   onnx.NodeID    // the part of the text that a message is made from
	Kind   Kind           // of a message
	Name   string         // of an initializer: a file may have them in another order than its text
}

// Append appends fields to a message.
func Append(b []byte, fields ...Field) []byte {
	for i := range fields {
		f := &fields[i]
		b = AppendKey(b, f.Number, f.Wire)
		switch {
		case f.Wire == Varint:
			b = binary.AppendUvarint(b, f.Value)
		case f.Wire == Eight:
			b = binary.LittleEndian.AppendUint64(b, f.Value)
		case f.Wire == Four:
			b = binary.LittleEndian.AppendUint32(b, uint32(f.Value))
		case f.Fields != nil:
			inner := Append(nil, f.Fields()...)
			b = append(binary.AppendUvarint(b, uint64(len(inner))), inner...)
		default:
			b = append(binary.AppendUvarint(b, uint64(len(f.Bytes))), f.Bytes...)
		}
	}
	return b
}

// AppendKey appends what a field begins with.
func AppendKey(b []byte, number int, wire uint8) []byte {
	return binary.AppendUvarint(b, uint64(number)<<3|uint64(wire))
}

// A list is a message whose fields are added.
type list []Field

func (l *list) number(field int, v int64) {
	*l = append(*l, Field{Number: field, Value: uint64(v)})
}

func (l *list) float(field int, v float64) {
	*l = append(*l, Field{Number: field, Wire: Four, Value: uint64(math.Float32bits(float32(v)))})
}

func (l *list) text(field int, text string) {
	*l = append(*l, Field{Number: field, Wire: Length, Bytes: text})
}

// name adds a name, unless it is empty.
func (l *list) name(field int, name string) {
	if name != "" {
		l.text(field, name)
	}
}

// message adds a message that is made from a part of the text, and returns the field. fill adds its fields on demand.
func (l *list) message(field int, of onnx.NodeID, fill func(*list)) *Field {
	*l = append(*l, Field{Number: field, Wire: Length, Node: of, Fields: func() []Field {
		var l list
		fill(&l)
		return l
	}})
	return &(*l)[len(*l)-1]
}
