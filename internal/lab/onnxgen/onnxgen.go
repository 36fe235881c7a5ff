// Package onnxgen makes models of current architectures as exporters write them, and writes binary models from their
// text, for tests.
package onnxgen

import (
	"encoding/binary"
	"math"

	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/lang/onnx/message"
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
func Model(t *onnx.Tree) []byte { return message.Append(nil, message.Model(t)...) }
