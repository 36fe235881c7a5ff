package lang

import (
	"fmt"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"
)

// CompareUTF16 orders texts by their UTF-16 code units, the order of labels in canonical forms. It differs from the
// order of bytes only between code points above U+FFFF and those from U+D800 to U+FFFF. A lone surrogate has its
// three-byte generalised UTF-8 form.
func CompareUTF16(a, b string) int {
	i, n := 0, min(len(a), len(b))
	for i < n && a[i] == b[i] {
		i++
	}
	if i == n {
		return len(a) - len(b)
	}
	// Only the code point with the first difference can decide.
	for i > 0 && !utf8.RuneStart(a[i]) {
		i--
	}
	if a[i] < 0xED || b[i] < 0xED {
		return strings.Compare(a[i:], b[i:]) // below U+D000 the orders are the same
	}
	x, y := units{text: a[i:]}, units{text: b[i:]}
	for {
		u, v := x.next(), y.next()
		if u != v || u < 0 {
			return u - v
		}
	}
}

// UTF16 iterates over the UTF-16 code units of a text.
func UTF16(text string) iter.Seq[uint16] {
	return func(yield func(uint16) bool) {
		u := units{text: text}
		for x := u.next(); x >= 0 && yield(uint16(x)); {
			x = u.next()
		}
	}
}

// units decodes a text to UTF-16 code units.
type units struct {
	text string
	low  int // the second half of a surrogate pair, or 0
}

// next returns a code unit, or -1 at the end.
func (u *units) next() int {
	if low := u.low; low != 0 {
		u.low = 0
		return low
	}
	if u.text == "" {
		return -1
	}
	s := u.text
	if len(s) >= 3 && s[0] == 0xED { // a lone surrogate, or close to one
		u.text = s[3:]
		return 0xD000 | int(s[1]&0x3F)<<6 | int(s[2]&0x3F)
	}
	r, n := utf8.DecodeRuneInString(s)
	u.text = s[n:]
	if r < 0x10000 {
		return int(r)
	}
	r -= 0x10000
	u.low = 0xDC00 | int(r&0x3FF)
	return 0xD800 | int(r>>10)
}

// AppendJSONString appends a text as a JSON string in the form of canonical forms: short escapes where JSON has them,
// \u00xx for other control characters, \u escapes for lone surrogates, and nothing else escaped.
func AppendJSONString(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '"' || c == '\\':
			b = append(append(b, s[from:i]...), '\\', c)
		case c < ' ':
			b = append(b, s[from:i]...)
			if short := strings.IndexByte("\b\t\n\f\r", c); short >= 0 {
				b = append(b, '\\', "btnfr"[short])
			} else {
				b = fmt.Appendf(b, `\u%04x`, c)
			}
		case c == 0xED && i+2 < len(s) && s[i+1] >= 0xA0: // a lone surrogate
			b = fmt.Appendf(append(b, s[from:i]...), `\u%x`, 0xD000|int(s[i+1]&0x3F)<<6|int(s[i+2]&0x3F))
			i += 2
		default:
			continue
		}
		from = i + 1
	}
	return append(append(b, s[from:]...), '"')
}

// Count is a number with its noun.
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
