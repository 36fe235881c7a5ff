package eval

import (
	"strings"
	"unicode/utf8"
)

// text reads a string of JSON.
func (r *Reader) text() (string, bool) {
	s, start := r.src, r.at
	i := start + 1
	for i < len(s) && s[i] != '"' && s[i] != '\\' && s[i] >= ' ' && s[i] < utf8.RuneSelf {
		i++
	}
	if i < len(s) && s[i] == '"' {
		r.at = i + 1
		return strings.Clone(s[start+1 : i]), true
	}
	b := append(r.buf[:0], s[start+1:i]...)
	for i < len(s) {
		switch c := s[i]; {
		case c == '"':
			r.at, r.buf = i+1, b
			return string(b), true
		case c == '\\':
			n := r.escape(i, &b)
			if n == 0 {
				return "", false
			}
			i += n
		case c < ' ':
			r.at = i
			what := r.found()
			if c == '\n' {
				what = "the end of the line"
			}
			r.fail(i, i+1, "a text has to be closed, or to have an escape, before "+what)
			return "", false
		case c < utf8.RuneSelf:
			b = append(b, c)
			i++
		default:
			_, n := utf8.DecodeRuneInString(s[i:])
			if n == 1 {
				r.fail(i, i+1, "a text has to be UTF-8, and this byte is not")
				return "", false
			}
			b = append(b, s[i:i+n]...)
			i += n
		}
	}
	r.fail(start, len(s), "this text is never closed")
	return "", false
}

// escape reads the escape at i and returns its length, or 0.
func (r *Reader) escape(i int, b *[]byte) int {
	s := r.src
	if i+1 < len(s) {
		if e := strings.IndexByte(`"\/bfnrt`, s[i+1]); e >= 0 {
			*b = append(*b, "\"\\/\b\f\n\r\t"[e])
			return 2
		}
		if c, ok := hex4(s[i:]); ok {
			n := 6
			if c >= 0xD800 && c < 0xDC00 {
				if low, ok := hex4(s[i+6:]); ok && low >= 0xDC00 && low < 0xE000 {
					c = 0x10000 + (c-0xD800)<<10 + (low - 0xDC00)
					n = 12
				}
			}
			*b = appendWTF8(*b, c)
			return n
		}
	}
	end := min(i+2, len(s))
	if end > i+1 && s[i+1] == 'u' {
		r.fail(i, end, "`\\u` needs four hexadecimal digits")
		return 0
	}
	r.fail(i, end, "JSON has no such escape")
	return 0
}

// hex4 reads \uXXXX.
func hex4(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	var c rune
	for _, d := range []byte(s[2:6]) {
		switch {
		case d >= '0' && d <= '9':
			c = c<<4 | rune(d-'0')
		case d|0x20 >= 'a' && d|0x20 <= 'f':
			c = c<<4 | rune(d|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return c, true
}

// appendWTF8 is utf8.AppendRune that keeps lone surrogates, in the three bytes
// that their number would have. Two halves that come to stand side by side are
// one character, so that a text has one form.
func appendWTF8(b []byte, c rune) []byte {
	if c >= 0xDC00 && c < 0xE000 {
		if high, ok := lastHigh(b); ok {
			return utf8.AppendRune(b[:len(b)-3], 0x10000+(high-0xD800)<<10+(c-0xDC00))
		}
	}
	if c >= 0xD800 && c < 0xE000 {
		return append(b, 0xE0|byte(c>>12), 0x80|byte(c>>6)&0xBF, 0x80|byte(c)&0xBF)
	}
	return utf8.AppendRune(b, c)
}

// lastHigh is the first half of a pair that a text ends in.
func lastHigh(b []byte) (rune, bool) {
	n := len(b)
	if n >= 3 && b[n-3] == 0xED && b[n-2] >= 0xA0 && b[n-2] < 0xB0 {
		return 0xD000 | rune(b[n-2]&0x3F)<<6 | rune(b[n-1]&0x3F), true
	}
	return 0, false
}

// concat joins texts; halves of a pair become one character.
func concat(b []byte, s string) []byte {
	if len(s) >= 3 && s[0] == 0xED && s[1] >= 0xB0 {
		if _, ok := lastHigh(b); ok {
			return append(appendWTF8(b, 0xD000|rune(s[1]&0x3F)<<6|rune(s[2]&0x3F)), s[3:]...)
		}
	}
	return append(b, s...)
}
