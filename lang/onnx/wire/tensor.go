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
	mostPairs  = 64   // of external data
	mostDims   = 1024 // of a tensor or a type
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

// tensor reads a tensor that ends at an offset.
func (m *maker) tensor(t *tensor, end int64) {
	r := &m.reader
	for r.next(end) {
		switch r.field {
		case 1:
			r.numbers(varint, func(v uint64) bool {
				if int64(v) < 0 || len(t.dims) == mostDims {
					r.fail(r.start, "a tensor has a negative size or more than %s sizes", mostDims)
				}
				t.dims = append(t.dims, int64(v))
				return r.bad == nil
			})
		case 2:
			t.elem = r.number()
		case floatData:
			m.data(t, four)
		case int32Data, int64Data, uint64Data:
			m.data(t, varint)
		case doubleData:
			m.data(t, eight)
		case 8:
			t.name = append(t.name[:0], r.text(true)...)
		case rawData:
			if !r.is(length) {
				return
			}
			t.field, t.raw = rawData, t.raw[:0]
			if n := r.end - r.pos; n > 8*mostInts || !t.kept() {
				t.long = true
			} else {
				for r.pos < r.end && r.bad == nil {
					t.raw = append(t.raw, r.bytes(int(min(least, r.end-r.pos)))...)
				}
			}
			r.skip()
		case 13:
			if r.is(length) {
				m.pair(t, r.end)
			}
		case 14:
			t.out = r.number() == 1
		case stringData:
			t.field = stringData
			fallthrough
		default:
			r.skip()
		}
	}
}

// data reads typed numbers.
func (m *maker) data(t *tensor, wire uint8) {
	if t.field = m.field; !t.kept() {
		t.long = true
		m.skip()
		return
	}
	m.numbers(wire, func(v uint64) bool {
		if len(t.nums) == mostInts {
			t.long = true
		} else {
			t.nums = append(t.nums, v)
		}
		return !t.long
	})
}

// pair reads a pair of external data.
func (m *maker) pair(t *tensor, end int64) {
	var key, value []byte
	for m.next(end) {
		switch m.field {
		case 1:
			key = append(key, m.text(true)...)
		case 2:
			value = append(value, m.text(true)...)
		default:
			m.skip()
		}
	}
	if len(t.pairs) > mostPairs*longest {
		m.fail(m.start, "a tensor has too many pairs of external data")
		return
	}
	number := func() int64 {
		n, err := strconv.ParseInt(string(value), 10, 64)
		if err != nil || n < 0 {
			return -1
		}
		return n
	}
	switch string(key) {
	case "location":
		t.where.location = string(value)
	case "offset":
		t.where.offset = number()
	case "length":
		t.where.length = number()
	}
	if len(t.pairs) > 0 {
		t.pairs = append(t.pairs, ", "...)
	}
	t.pairs = onnx.AppendString(t.pairs, m.visible(key))
	t.pairs = onnx.AppendString(append(t.pairs, " : "...), m.visible(value))
}

// An element says how numbers of an element type are stored: the bits of one, the field for them besides raw_data, and
// whether they are floats.
type element struct {
	bits  int
	field int32
	float bool
	sign  bool
}

// elements are the element types whose numbers may be kept.
var elements = [...]element{1: {32, floatData, true, true}, 2: {8, int32Data, false, false}, 3: {8, int32Data, false, true},
	4: {16, int32Data, false, false}, 5: {16, int32Data, false, true}, 6: {32, int32Data, false, true},
	7: {64, int64Data, false, true}, 9: {8, int32Data, false, false}, 10: {16, int32Data, true, true},
	11: {64, doubleData, true, true}, 12: {32, uint64Data, false, false}, 13: {64, uint64Data, false, false},
	16: {16, int32Data, true, true}, 21: {4, int32Data, false, false}, 22: {4, int32Data, false, true},
	25: {2, int32Data, false, false}, 26: {2, int32Data, false, true}}

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
	if e.float {
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
	case !e.float && e.sign:
		return strconv.AppendInt(b, int64(bits<<unused)>>unused, 10)
	case !e.float:
		return strconv.AppendUint(b, bits<<unused>>unused, 10)
	case e.bits == 64:
		return appendFloat(b, math.Float64frombits(bits), 64)
	case e.bits == 32:
		return appendFloat(b, float64(math.Float32frombits(uint32(bits))), 32)
	case t.elem == bfloat16:
		return appendFloat(b, float64(math.Float32frombits(uint32(bits)<<16)), 32)
	}
	return appendFloat(b, half(uint16(bits)), 32)
}

// half returns the value of a float of 16 bits.
func half(bits uint16) float64 {
	exponent, fraction := int(bits>>10&0x1f), float64(bits&0x3ff)
	v := math.Ldexp(1+fraction/1024, exponent-15)
	switch {
	case exponent == 0:
		v = math.Ldexp(fraction, -24)
	case exponent == 31 && fraction == 0:
		v = math.Inf(1)
	case exponent == 31:
		return math.NaN()
	}
	if bits>>15 == 1 {
		return -v
	}
	return v
}

// appendFloat writes a float so that it is none but a float.
func appendFloat(b []byte, v float64, bits int) []byte {
	switch {
	case math.IsNaN(v):
		return append(b, "nan"...)
	case math.IsInf(v, 1):
		return append(b, "inf"...)
	case math.IsInf(v, -1):
		return append(b, "-inf"...)
	}
	from := len(b)
	b = strconv.AppendFloat(b, v, 'g', -1, bits)
	if !strings.ContainsAny(string(b[from:]), ".e") {
		b = append(b, ".0"...)
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
