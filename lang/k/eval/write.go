package eval

import (
	"math/big"
	"strconv"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
)

// AppendJSON appends a value as JSON in one line. It is the canonical text: labels in UTF-16 order, no blanks, integers
// with all their digits, only necessary escapes and those of lone surrogates; so values are equal exactly if their
// texts are. An open value, which has no JSON, is written with a bar after its bracket.
func AppendJSON(b []byte, v Value) []byte {
	b, _ = AppendUpTo(b, v, -1)
	return b
}

// AppendUpTo is AppendJSON for about most bytes. If there are more, it stops somewhere and reports false. A value with
// shared parts can have a text of any length.
func AppendUpTo(b []byte, v Value, most int) ([]byte, bool) {
	return appendValue(b, v, most, style{comma: ",", colon: ":"})
}

// JSON returns the canonical text of a value.
func JSON(v Value) string { return string(AppendJSON(nil, v)) }

// Short returns the text of a value for a message: at most about most bytes, with an ellipsis where it is cut off.
func Short(v Value, most int) string {
	if n, ok := v.(*large); ok && n.n.BitLen() > 4*most {
		return "an integer of " + strconv.Itoa(n.n.BitLen()) + " bits"
	}
	return cutOff(v, most, AppendUpTo)
}

// A pending is a node that is being written.
type pending struct {
	n    *node
	next int
}

// A style is the text between the parts of a value. With a width, a value that does not fit into a line of that many
// columns has a line for each part.
type style struct {
	comma, colon string
	width        int
	own          bool // the notation of k6, in which labels come after their parts
}

var spaced = style{comma: ", ", colon: ": "}

func appendValue(b []byte, v Value, most int, s style) ([]byte, bool) {
	start, column := len(b), 0
	var buf [16]pending
	stack := buf[:0]
	for {
		n, opens := v.(*node)
		switch {
		case s.width > 0:
			room := max(s.width-column-1, 1) // a comma may follow
			if !opens || len(n.parts) == 0 {
				room = -1
			}
			line, fits := appendValue(b, v, room, spaced)
			if opens = !fits; fits {
				b = line
			}
		case opens:
		default:
			var all bool
			if b, all = appendLeafUpTo(b, v, start, most); !all {
				return b, false
			}
		}
		if opens {
			if !s.own || !n.tagged() {
				b = append(b, opener(n.shape.kind)...)
			}
			stack = append(stack, pending{n: n})
		}
		for {
			if most >= 0 && len(b)-start > most {
				return b, false
			}
			if len(stack) == 0 {
				return b, true
			}
			top := &stack[len(stack)-1]
			if s.own && top.next > 0 {
				b = appendOwnLabel(b, top.n, top.next-1)
			}
			if top.next < len(top.n.parts) {
				break
			}
			stack = stack[:len(stack)-1]
			if !s.own || !top.n.tagged() {
				b = append(s.indent(b, len(stack)), closer(top.n.shape.kind))
			}
		}
		top := &stack[len(stack)-1]
		if top.next > 0 {
			b = append(b, s.comma...)
		}
		b = s.indent(b, len(stack))
		from := len(b)
		if labels := top.n.shape.labels; labels != nil && !s.own {
			b = append(lang.AppendJSONString(b, labels[top.next]), s.colon...)
		}
		if s.width > 0 {
			column = 2*min(len(stack), mostIndent) + utf8.RuneCount(b[from:])
		}
		v = top.n.parts[top.next]
		top.next++
	}
}

// mostIndent bounds the indentation: otherwise the text of a deep list would be quadratic.
const mostIndent = 20

// indent begins a line, if parts have lines.
func (s *style) indent(b []byte, depth int) []byte {
	if s.width == 0 {
		return b
	}
	b = append(b, '\n')
	for range min(depth, mostIndent) {
		b = append(b, ' ', ' ')
	}
	return b
}

func opener(k Kind) string {
	switch k {
	case Vector:
		return "["
	case Open:
		return "[|"
	}
	return "{"
}

func closer(k Kind) byte {
	if k == Vector || k == Open {
		return ']'
	}
	return '}'
}

func appendLeaf(b []byte, v Value) []byte {
	switch v := v.(type) {
	case null:
		return append(b, "null"...)
	case boolean:
		if v {
			return append(b, "true"...)
		}
		return append(b, "false"...)
	case *text:
		return lang.AppendJSONString(b, v.s)
	}
	return appendNumber(b, v)
}

// appendLeafUpTo is appendLeaf, except that it stops early and reports false if there are certainly more than about
// most bytes from start on (negative: no bound). A single leaf may be very long, and writing a number takes more than
// linear time.
func appendLeafUpTo(b []byte, v Value, start, most int) ([]byte, bool) {
	if most < 0 {
		return appendLeaf(b, v), true
	}
	most = max(most-(len(b)-start), 0)
	switch v := v.(type) {
	case *text:
		if len(v.s) > most {
			cut := most
			for cut > 0 && v.s[cut]&0xC0 == 0x80 {
				cut-- // do not split a character
			}
			b = lang.AppendJSONString(b, v.s[:cut])
			return b[:len(b)-1], false
		}
	case *large:
		if digitsOver(v.n, most) {
			return b, false
		}
	case *fraction:
		if digitsOver(v.coef, most) {
			return b, false
		}
	}
	return appendLeaf(b, v), true
}

// digitsOver reports whether a number that is slow to write has more than most digits: each of its bytes gives more
// than two.
func digitsOver(n *big.Int, most int) bool {
	return n.BitLen() > 10_000 && n.BitLen()/4 > most
}

// AppendIndented appends a value as JSON for people: a value that fits into a line of width columns is one line;
// otherwise each of its parts begins one. A width of 0 means no limit. Like AppendUpTo it reports false if it stopped
// early.
func AppendIndented(b []byte, v Value, width, most int) ([]byte, bool) {
	if width <= 0 {
		return appendValue(b, v, most, spaced)
	}
	return appendValue(b, v, most, style{comma: ",", colon: ": ", width: width})
}
