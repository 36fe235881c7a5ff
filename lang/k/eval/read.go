package eval

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// A ReadError describes an error in a text of a value.
type ReadError struct {
	Message    string
	Start, End int  // bytes of the text
	Large      bool // the text is valid, but the value exceeds its memory bound
}

func (e *ReadError) Error() string { return e.Message + " (byte " + strconv.Itoa(e.Start) + ")" }

// A Reader parses values from JSON: RFC 8259, except that the labels of an object must differ and texts must be UTF-8,
// with escaped lone surrogates allowed. Numbers are exact, of any size up to an exponent of 100,000; an object with one
// label is a variant. Nesting is unbounded. It shares common data between values, so one Reader should parse related
// values. It is not safe for concurrent use; the values are.
type Reader struct {
	src    string
	at     int
	err    *ReadError
	shapes map[string]*shape
	labels map[string]string
	key    []byte
	buf    []byte
	own    bool // it parses the notation of k6
	bound  int64
	made   int64 // approximate size of the value so far, in bytes

	values []Value
	spots  []spot
	open   []opened
}

// A spot is a label of an object that is being parsed.
type spot struct {
	label string
	start int
	end   int
	part  int // the index of its value

	quoted bool // in the notation of k6, it is before the value, in double quotes
}

// An opened is a vector or an object that is being parsed.
type opened struct {
	values, spots int32 // start of its own entries
	start         int32
	object        bool
}

const openedSize = 16

// Bound sets the approximate maximum size of a value in bytes, including the parser's stack; less than 1 means no
// bound.
func (r *Reader) Bound(bytes int64) { r.bound = bytes }

// takes counts bytes of the value, and reports whether they are within the bound.
func (r *Reader) takes(bytes int) bool {
	if r.made += int64(bytes); r.bound < 1 || r.made <= r.bound {
		return true
	}
	if r.fail(r.at, r.at, fmt.Sprintf("the value takes more than %d bytes of memory, as many as it may",
		r.bound)); r.err != nil {
		r.err.Large = true
	}
	return false
}

// NewReader returns a reader.
func NewReader() *Reader {
	return &Reader{shapes: make(map[string]*shape), labels: make(map[string]string)}
}

// mostKept bounds the labels and their combinations that are kept from one value to the next.
const mostKept = 10_000

// Read parses a text that contains one value and only blanks around it. The time is linear, times a logarithm where
// labels must be sorted. The value does not keep src.
func (r *Reader) Read(src []byte) (Value, *ReadError) { return r.readAll(src, r.read) }

func (r *Reader) readAll(src []byte, read func() Value) (Value, *ReadError) {
	if len(r.shapes)+len(r.labels) > mostKept {
		clear(r.shapes)
		clear(r.labels)
	}
	r.src, r.at, r.err, r.made = "", 0, nil, 0
	if len(src) > math.MaxInt32 {
		r.fail(0, 0, "the text has more than 2 GB")
		r.err.Large = true
		return nil, r.err
	}
	r.src = string(src)
	defer func() { r.src = "" }()
	v := read()
	if r.err == nil {
		if r.blanks(); r.at < len(r.src) {
			r.fail(r.at, r.wordEnd(r.at), "nothing may follow the value, but here is "+r.found())
		}
	}
	if r.err != nil {
		return nil, r.err
	}
	return v, nil
}

// ReadJSON parses a text that contains one value.
func ReadJSON(src []byte) (Value, *ReadError) { return NewReader().Read(src) }

func (r *Reader) fail(start, end int, message string) Value {
	if r.err == nil {
		r.err = &ReadError{Message: message, Start: start, End: max(start, end)}
	}
	return nil
}

func (r *Reader) blanks() {
	for r.at < len(r.src) {
		switch r.src[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return
		}
	}
}

// read parses a value. Open brackets are on an explicit stack, so that depth does not matter.
func (r *Reader) read() Value {
	r.values, r.spots, r.open = r.values[:0], r.spots[:0], r.open[:0]
	for {
		r.blanks()
		if r.at == len(r.src) {
			return r.ended("a value")
		}
		var v Value
		switch c := r.src[r.at]; {
		case c == '[' || c == '{':
			if !r.takes(openedSize) {
				return nil
			}
			r.open = append(r.open, opened{int32(len(r.values)), int32(len(r.spots)), int32(r.at), c == '{'})
			r.at++
			r.blanks()
			if r.at < len(r.src) && r.src[r.at] == c+2 {
				break // it is empty
			}
			if c == '{' && !r.label() {
				return nil
			}
			continue
		case c == '"':
			s, ok := r.text()
			if !ok {
				return nil
			}
			v = StringValue(s)
		case c == '-' || c >= '0' && c <= '9':
			v = r.number()
		default:
			v = r.word()
		}
		if r.err != nil {
			return nil
		}
		// The value is complete; end all brackets that end here.
		for {
			if v != nil {
				if len(r.open) == 0 {
					return v
				}
				r.values = append(r.values, v)
				r.blanks()
			}
			top := r.open[len(r.open)-1]
			end, what := byte(']'), "`,` or `]`"
			if top.object {
				end, what = '}', "`,` or `}`"
			}
			if r.at == len(r.src) {
				return r.ended(what)
			}
			if c := r.src[r.at]; c == ',' {
				r.at++
				if top.object {
					if r.blanks(); !r.label() {
						return nil
					}
				}
				break
			} else if c != end {
				return r.fail(r.at, r.wordEnd(r.at), "expected "+what+", found "+r.found())
			}
			r.at++
			if v = r.close(top); v == nil {
				return nil
			}
			r.open = r.open[:len(r.open)-1]
		}
	}
}

// ended reports that the text ends too early.
func (r *Reader) ended(what string) Value {
	message := "the text ends where " + what + " should follow"
	if n := len(r.open); n > 0 {
		c := r.src[r.open[n-1].start]
		message += fmt.Sprintf("; the `%c` of byte %d is still open", c, r.open[n-1].start)
	} else if r.at == 0 {
		message = "there is no value: the text is empty"
	}
	return r.fail(r.at, r.at, message)
}

// close makes a value from everything parsed since a bracket was opened.
func (r *Reader) close(o opened) Value {
	own := r.values[o.values:]
	r.values = r.values[:o.values]
	if !r.takes(nodeSize + 16*len(own)) {
		return nil
	}
	if !o.object {
		if len(own) == 0 {
			return emptyVector
		}
		return VectorValue(slices.Clone(own)...)
	}
	spots := r.spots[o.spots:]
	r.spots = r.spots[:o.spots]
	if len(own) == 0 {
		return unit
	}
	byLabel := func(a, b spot) int { return lang.CompareUTF16(a.label, b.label) }
	if !slices.IsSortedFunc(spots, byLabel) {
		slices.SortStableFunc(spots, byLabel)
	}
	parts := make([]Value, len(own))
	for i, s := range spots {
		if i > 0 && s.label == spots[i-1].label {
			return r.fail(s.start, s.end,
				"the label "+string(lang.AppendJSONString(nil, s.label))+" occurs twice in one object")
		}
		parts[i] = own[s.part]
	}
	return &node{shape: r.shapeOf(spots, false), parts: parts}
}

// shapeOf returns the shape with the labels of some spots; record makes it the shape of a product.
func (r *Reader) shapeOf(spots []spot, record bool) *shape {
	r.key = r.key[:0]
	if record {
		r.key = append(r.key, '{')
	}
	for i := range spots {
		r.key = appendKey(r.key, spots[i].label)
	}
	sh := r.shapes[string(r.key)]
	if sh == nil {
		sh = &shape{kind: objectKind(len(spots)), labels: make([]string, len(spots)), record: record}
		for i, s := range spots {
			sh.labels[i] = s.label
		}
		r.shapes[string(r.key)] = sh
	}
	return sh
}

// label parses a label and the colon after it.
func (r *Reader) label() bool {
	top := &r.open[len(r.open)-1]
	if r.at == len(r.src) {
		r.ended("a label")
		return false
	}
	if r.src[r.at] != '"' {
		message := "expected a label in quotes, found " + r.found()
		if r.src[r.at] == '}' {
			message = "expected a label after the comma, found `}`"
		}
		r.fail(r.at, r.wordEnd(r.at), message)
		return false
	}
	start := r.at
	s, ok := r.text()
	if !ok {
		return false
	}
	known, ok := r.labels[s]
	if !ok {
		known = s
		r.labels[s] = s
	}
	r.spots = append(r.spots, spot{label: known, start: start, end: r.at, part: len(r.values) - int(top.values)})
	switch r.blanks(); {
	case r.at == len(r.src):
		r.ended("`:`")
		return false
	case r.src[r.at] != ':':
		r.fail(r.at, r.wordEnd(r.at), "expected `:` after the label, found "+r.found())
		return false
	}
	r.at++
	return true
}

// word parses true, false or null.
func (r *Reader) word() Value {
	end := r.wordEnd(r.at)
	word := r.src[r.at:end]
	v, ok := constants[word]
	switch {
	case ok:
		r.at = end
		return v
	case word == "'":
		return r.fail(r.at, end, "JSON strings are written in double quotes")
	case r.own && k.K6.LabelText(word) == word:
		return r.fail(r.at, end, "expected a value, as in `{}|"+word+"`, found "+r.found())
	}
	return r.fail(r.at, end, "expected a value, found "+r.found())
}

// wordEnd returns the end of the letters that begin at an offset, or of a single other character.
func (r *Reader) wordEnd(i int) int {
	start := i
	for i < len(r.src) && (r.src[i]|0x20 >= 'a' && r.src[i]|0x20 <= 'z' ||
		i > start && r.src[i] >= '0' && r.src[i] <= '9') {
		i++
	}
	if i == start && i < len(r.src) {
		_, n := utf8.DecodeRuneInString(r.src[i:])
		i += n
	}
	return i
}

// found describes the text at the current place, for a message.
func (r *Reader) found() string {
	end := r.wordEnd(r.at)
	if r.at == end {
		return "the end"
	}
	word := r.src[r.at:end]
	if c, _ := utf8.DecodeRuneInString(word); c < ' ' || c == utf8.RuneError || c == 0xFEFF {
		return fmt.Sprintf("the byte %#02x", word[0])
	}
	if len(word) > 40 {
		word = word[:40] + "…"
	}
	return "`" + word + "`"
}

// number parses a number by the grammar of JSON.
func (r *Reader) number() Value {
	start, i, s := r.at, r.at, r.src
	digits := func() bool {
		from := i
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		return i > from
	}
	if s[i] == '-' {
		i++
	}
	whole := i
	if !digits() {
		return r.fail(start, i, "a minus needs digits after it")
	}
	if s[whole] == '0' && i > whole+1 {
		return r.fail(start, i, "a number of JSON does not begin with 0")
	}
	if i < len(s) && s[i] == '.' {
		if i++; !digits() {
			return r.fail(start, i, "the point of a number needs digits after it")
		}
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		if i++; i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if !digits() {
			return r.fail(start, i, "the exponent of a number needs digits")
		}
	}
	v, ok := parseNumber(s[start:i])
	if !ok {
		return r.fail(start, i, fmt.Sprintf("the exponent of a number may not go beyond %d", mostExponent))
	}
	r.at = i
	return v
}
