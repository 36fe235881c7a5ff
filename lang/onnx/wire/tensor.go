package wire

import (
	"encoding/binary"
	"io"
	"io/fs"
	"math"
	"path"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang/onnx"
)

// Numbers of tensors are kept if they may decide types: those of scalars and vectors that are not long.
const (
	mostInts   = 1024
	mostFloats = 64
	mostPairs  = 4 * longest // bytes of the place of external data
	mostDims   = 1024        // of a tensor or a type
)

// A tensor is what is kept of a TensorProto.
type tensor struct {
	name  []byte
	dims  []int64
	elem  int64
	field int32 // the one with the data; 0: none
	long  bool  // there are more numbers than are ever kept
	nums  []uint64
	raw   []byte
	out   bool // the data are in another file
	pairs []byte
	where external
}

// An external is the place of external data.
type external struct {
	location       string
	offset, length int64
}

// The fields with data.
const (
	floatData  = 4
	int32Data  = 5
	stringData = 6
	int64Data  = 7
	rawData    = 9
	doubleData = 10
	uint64Data = 11
)

// wireOf has the wire types of the fields with numbers.
var wireOf = map[int32]uint8{floatData: four, int32Data: varint, int64Data: varint, doubleData: eight, uint64Data: varint}

// tensor reads a tensor.
func (m *maker) tensor(t *tensor) {
	for f := range m.fields() {
		switch f {
		case 1:
			m.numbers(varint, func(v uint64) bool {
				if int64(v) < 0 || len(t.dims) == mostDims {
					m.fail(m.start, "a tensor has a negative size or more than %s sizes", mostDims)
				}
				t.dims = append(t.dims, int64(v))
				return true
			})
		case 2:
			t.elem = m.number()
		case 8:
			t.name = append(t.name[:0], m.name()...)
		case 13:
			m.pair(t)
		case 14:
			t.out = m.number() == 1
		case floatData, int32Data, int64Data, doubleData, uint64Data, rawData, stringData:
			if t.field = f; f == stringData || !t.kept() || f == rawData && m.end-m.pos > 8*mostInts {
				t.long = true
			} else if f == rawData && m.is(length) {
				for t.raw = t.raw[:0]; m.pos < m.end && m.bad == nil; {
					t.raw = append(t.raw, m.bytes(int(min(least, m.end-m.pos)))...)
				}
			} else {
				m.numbers(wireOf[f], func(v uint64) bool {
					t.long = len(t.nums) == mostInts
					t.nums = append(t.nums, v)
					return !t.long
				})
			}
		}
	}
}

// pair reads a pair of external data.
func (m *maker) pair(t *tensor) {
	var pair [3][]byte
	for f := range m.fields() {
		if f == 1 || f == 2 {
			pair[f] = append(pair[f][:0], m.name()...)
		}
	}
	if len(t.pairs) > mostPairs {
		m.exceed(m.start, "a tensor has more than %s bytes of pairs", mostPairs)
	}
	number, err := strconv.ParseInt(string(pair[2]), 10, 64)
	if err != nil || number < 0 {
		number = -1
	}
	switch string(pair[1]) {
	case "location":
		t.where.location = string(pair[2])
	case "offset":
		t.where.offset = number
	case "length":
		t.where.length = number
	}
	if len(t.pairs) > 0 {
		t.pairs = append(t.pairs, ", "...)
	}
	t.pairs = onnx.AppendString(t.pairs, pair[1])
	t.pairs = onnx.AppendString(append(t.pairs, " : "...), pair[2])
}

// An element says how numbers of an element type are stored: the bits of one, the field for them besides raw_data, and
// what they are.
type element struct {
	bits  int
	field int32
	form  uint8
}

const (
	unsigned = iota
	signed
	float
)

// elements are the element types whose numbers may be kept.
var elements = [...]element{
	1: {32, floatData, float}, 2: {8, int32Data, unsigned}, 3: {8, int32Data, signed}, 4: {16, int32Data, unsigned},
	5: {16, int32Data, signed}, 6: {32, int32Data, signed}, 7: {64, int64Data, signed}, 9: {8, int32Data, unsigned},
	10: {16, int32Data, float}, 11: {64, doubleData, float}, 12: {32, uint64Data, unsigned}, 13: {64, uint64Data, unsigned},
	bfloat16: {16, int32Data, float}, 21: {4, int32Data, unsigned}, 22: {4, int32Data, signed},
	25: {2, int32Data, unsigned},
	26: {2, int32Data, signed},
}

const bfloat16 = 16

// element returns how the numbers of a tensor are stored.
func (t *tensor) element() (e element) {
	if t.elem >= 0 && t.elem < int64(len(elements)) {
		e = elements[t.elem]
	}
	return e
}

// count returns the number of elements, at most mostInts+1.
func (t *tensor) count() int {
	n, zero := int64(1), false
	for _, d := range t.dims {
		zero = zero || d == 0
		n = min(n*min(d, mostInts+1), mostInts+1)
	}
	if zero {
		return 0
	}
	return int(n)
}

// kept reports whether the numbers of a tensor are kept, as far as is known of it.
func (t *tensor) kept() bool {
	e := t.element()
	limit := mostInts
	if e.form == float {
		limit = mostFloats
	}
	return len(t.dims) <= 1 && t.count() <= limit && (e.bits > 0 || t.elem == 0)
}

// append writes the data of a tensor: its numbers, or `{...}`.
func (t *tensor) append(b []byte, folder fs.FS) []byte {
	n, e := t.count(), t.element()
	if n == 0 {
		return append(b, "{}"...)
	}
	if t.out {
		if !t.kept() || e.bits == 0 || !t.load(folder, (n*e.bits+7)/8) {
			return append(append(append(b, '['), t.pairs...), ']')
		}
		t.field, t.long = rawData, false
	}
	if nums := t.numbers(n); t.kept() && nums != nil {
		b = append(b, '{')
		for i, v := range nums {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = t.appendNumber(b, v, e)
		}
		return append(b, '}')
	}
	return append(b, "{...}"...)
}

// load reads external data, and returns false if there are none within the folder.
func (t *tensor) load(folder fs.FS, n int) bool {
	name := path.Clean(t.where.location)
	if folder == nil || !fs.ValidPath(name) || strings.ContainsAny(name, `\:`) || t.where.offset < 0 ||
		t.where.length != 0 && t.where.length != int64(n) {
		return false
	}
	f, err := folder.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	file, ok := f.(io.ReaderAt)
	if !ok {
		return false
	}
	t.raw = make([]byte, n)
	got, _ := file.ReadAt(t.raw, t.where.offset)
	return got == n
}

// numbers returns the n numbers of a tensor as bits, or nil if there are not as many or they are not known.
func (t *tensor) numbers(n int) []uint64 {
	e := t.element()
	if t.long || e.bits == 0 || t.field != rawData && t.field != e.field {
		return nil
	}
	if t.field == rawData {
		t.nums = t.nums[:0]
		if len(t.raw) != (n*e.bits+7)/8 {
			return nil
		}
		step := max(e.bits/8, 1)
		for i := 0; i < len(t.raw); i += step {
			var word [8]byte
			copy(word[:], t.raw[i:i+step])
			t.nums = append(t.nums, binary.LittleEndian.Uint64(word[:]))
		}
	}
	if per := 8 / e.bits; per > 1 && len(t.nums) == (n+per-1)/per { // several to a byte
		all := make([]uint64, n)
		for i := range all {
			all[i] = t.nums[i/per] >> (i % per * e.bits)
		}
		t.nums = all
	}
	if len(t.nums) != n {
		return nil
	}
	return t.nums
}

// appendNumber writes a number of an element type from its bits.
func (t *tensor) appendNumber(b []byte, bits uint64, e element) []byte {
	unused := 64 - e.bits
	switch {
	case e.form == signed:
		return strconv.AppendInt(b, int64(bits<<unused)>>unused, 10)
	case e.form == unsigned:
		return strconv.AppendUint(b, bits<<unused>>unused, 10)
	case e.bits == 64:
		return appendFloat(b, math.Float64frombits(bits), 64)
	case t.elem == bfloat16:
		bits <<= 16
	case e.bits == 16:
		return appendFloat(b, half(uint16(bits)), 32)
	}
	return appendFloat(b, float64(math.Float32frombits(uint32(bits))), 32)
}

// half returns the value of a float of 16 bits.
func half(bits uint16) float64 {
	sign, exponent, fraction := float64(1)-float64(bits>>15)*2, int(bits>>10&31), float64(bits&1023)
	switch {
	case exponent == 0:
		return sign * math.Ldexp(fraction, -24)
	case exponent < 31:
		return sign * math.Ldexp(1024+fraction, exponent-25)
	case fraction == 0:
		return math.Inf(int(sign))
	}
	return math.NaN()
}

// appendFloat writes a float so that it is read as one.
func appendFloat(b []byte, v float64, bits int) []byte {
	from := len(b)
	b = strconv.AppendFloat(b, v, 'g', -1, bits)
	switch text := strings.ToLower(strings.TrimPrefix(string(b[from:]), "+")); {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return append(b[:from], text...)
	case !strings.ContainsAny(text, ".e"):
		return append(b, ".0"...)
	}
	return b
}

// appendType writes the type of a tensor.
func (t *tensor) appendType(b []byte) []byte {
	b = appendElem(b, t.elem)
	for i, d := range t.dims {
		b = append(b, [...]string{"[", ", "}[min(i, 1)]...)
		b = strconv.AppendInt(b, d, 10)
	}
	if len(t.dims) > 0 {
		b = append(b, ']')
	}
	return b
}

// appendElem writes an element type.
func appendElem(b []byte, elem int64) []byte {
	if elem < 0 || elem >= int64(len(onnx.Elements)) {
		elem = 0
	}
	return append(b, onnx.Elements[elem]...)
}
