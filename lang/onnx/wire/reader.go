package wire

import (
	"encoding/binary"
	"io"
	"iter"
	"math"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
)

// A reader reads the fields of protobuf messages from a file, and skips those that are not needed without reading them.
type reader struct {
	src     io.ReaderAt
	size    int64
	buf     []byte // a part of the file
	base    int64  // its offset
	pos     int64  // of the next byte
	room    int    // how much the next read takes
	bad     *lang.Diagnostic
	cut     bool // the file ends within a field
	limited bool // bad is about a limit

	start int64 // of the current field
	field int32
	wire  uint8
	num   uint64 // its value, unless it is bytes
	end   int64  // of its bytes
}

const (
	varint = 0 // wire types
	eight  = 1
	length = 2
	four   = 5

	least, most = 4 << 10, 64 << 10 // bytes of one read: few after a skip, more and more in sequence
)

// fail records that the file is damaged at an offset.
func (r *reader) fail(at int64, says string, args ...any) {
	if r.bad == nil {
		r.bad = &lang.Diagnostic{Code: lang.BrokenStream,
			Message: lang.Say("at byte %s: %s", int(at), lang.Say(says, args...))}
	}
	r.pos = r.size
}

// exceed records that the file goes beyond a limit at an offset.
func (r *reader) exceed(at int64, says string, args ...any) {
	r.limited = r.limited || r.bad == nil
	r.fail(at, says, args...)
}

// fill reads the part of the file with the next n bytes, at most least, and reports whether there are as many.
func (r *reader) fill(n int) bool {
	if r.pos+int64(n) > r.size {
		r.fail(r.pos, "it ends too early")
		return false
	}
	if i := r.pos - r.base; i < 0 || i > int64(len(r.buf)) || r.room == 0 { // not in sequence
		r.room = least
	}
	to := min(int64(max(r.room, n)), r.size-r.pos)
	r.buf, r.base = r.buf[:to], r.pos
	r.room = min(2*r.room, most)
	if got, err := r.src.ReadAt(r.buf, r.pos); got < n {
		r.buf = r.buf[:got]
		r.fail(r.pos, "it cannot be read (%s)", lang.Text(err.Error()))
		return false
	}
	return true
}

// bytes returns the next n bytes, at most least, which stay valid until the next call, or nil.
func (r *reader) bytes(n int) []byte {
	if i := r.pos - r.base; i < 0 || i+int64(n) > int64(len(r.buf)) {
		if !r.fill(n) {
			return nil
		}
	}
	i := r.pos - r.base
	r.pos += int64(n)
	return r.buf[i : i+int64(n)]
}

// uvarint reads a number before an end.
func (r *reader) uvarint(end int64) (v uint64) {
	at := r.pos
	for shift := 0; shift < 70; shift += 7 {
		if r.pos >= end {
			break
		}
		b := r.bytes(1)
		if b == nil {
			return 0
		}
		v |= uint64(b[0]&0x7f) << shift
		if b[0] < 0x80 {
			if shift == 63 && b[0] > 1 {
				break
			}
			return v
		}
	}
	r.fail(at, "a number has no end")
	return 0
}

// scalar reads a number of a wire type before an end.
func (r *reader) scalar(wire uint8, end int64) uint64 {
	if wire == varint {
		return r.uvarint(end)
	}
	n := 8
	if wire == four {
		n = 4
	}
	if r.pos+int64(n) > end {
		r.fail(r.start, "field %s is longer than its message", int(r.field))
		return 0
	}
	var b [8]byte
	copy(b[:], r.bytes(n))
	return binary.LittleEndian.Uint64(b[:])
}

// next reads the key of the next field of a message, and its value unless that is bytes, and reports whether there is a
// field before the end of the message.
func (r *reader) next(end int64) bool {
	if r.pos >= end || r.bad != nil {
		return false
	}
	r.start = r.pos
	key := r.uvarint(end)
	r.field, r.wire = int32(min(key>>3, 1<<29)), uint8(key&7)
	switch {
	case r.bad != nil:
	case r.field == 0 || r.field == 1<<29:
		r.fail(r.start, "a field has the number %s", int(key>>3))
	case r.wire == varint || r.wire == eight || r.wire == four:
		r.num = r.scalar(r.wire, end)
	case r.wire == length:
		size := r.uvarint(end)
		if r.bad == nil && size > uint64(end-r.pos) {
			r.cut = end == r.size
			r.fail(r.start, "field %s has %s bytes, and %s are left", int(r.field), clamp(size), int(end-r.pos))
		}
		r.end = r.pos + int64(size)
	default:
		r.fail(r.start, "field %s has the wire type %s", int(r.field), int(r.wire))
	}
	return r.bad == nil
}

func clamp(n uint64) int { return int(min(n, math.MaxInt64)) }

// is reports whether the current field has a wire type, and otherwise fails.
func (r *reader) is(wire uint8) bool {
	if r.wire != wire {
		r.fail(r.start, "field %s has the wire type %s instead of %s", int(r.field), int(r.wire), int(wire))
	}
	return r.bad == nil
}

// fields yields the fields of the message that the current field is. What is not read of one is skipped.
func (r *reader) fields() iter.Seq[int32] {
	if !r.is(length) {
		return r.until(r.pos)
	}
	return r.until(r.end)
}

// until yields the fields of a message up to its end.
func (r *reader) until(end int64) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for r.next(end) {
			after := r.pos
			if r.wire == length {
				after = r.end
			}
			if !yield(r.field) {
				return
			}
			if r.bad == nil {
				r.pos = after
			}
		}
	}
}

// longest is the maximum length of a name.
const longest = least

// text reads a text, which stays valid until the next call, or skips it and returns nil if it is longer than a name.
func (r *reader) text() []byte {
	switch n := r.end - r.pos; {
	case !r.is(length) || n > longest:
		return nil
	case n > 0:
		return r.bytes(int(n))
	}
	return []byte{}
}

// name reads a name.
func (r *reader) name() []byte {
	at := r.start
	b := r.text()
	if b == nil {
		r.exceed(at, "a name has more than %s bytes", longest)
	} else if !utf8.Valid(b) {
		r.fail(at, "a name is not UTF-8")
	}
	return b
}

// number reads a whole number.
func (r *reader) number() int64 {
	if !r.is(varint) {
		return 0
	}
	return int64(r.num)
}

// numbers calls add for the numbers of the current field, which is one number or several, until it returns false.
func (r *reader) numbers(wire uint8, add func(uint64) bool) {
	if r.wire != length {
		if r.is(wire) {
			add(r.num)
		}
		return
	}
	for r.pos < r.end {
		if v := r.scalar(wire, r.end); r.bad != nil || !add(v) {
			break
		}
	}
}
