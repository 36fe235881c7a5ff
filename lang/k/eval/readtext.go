package eval

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang/k"
)

// text parses a string of JSON, with the quote at the current place.
func (r *Reader) text() (string, bool) {
	s, start := r.src, r.at
	quote := s[start]
	i := start + 1
	for i < len(s) && s[i] != quote && s[i] != '\\' && s[i] >= ' ' && s[i] < utf8.RuneSelf {
		i++
	}
	if i < len(s) && s[i] == quote {
		r.at = i + 1
		return strings.Clone(s[start+1 : i]), true
	}
	b := append(r.buf[:0], s[start+1:i]...)
	for i < len(s) {
		switch c := s[i]; {
		case c == quote:
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
				r.fail(i, i+1, "a text has to be UTF-8, but this byte is not")
				return "", false
			}
			b = append(b, s[i:i+n]...)
			i += n
		}
	}
	r.fail(start, len(s), "this text is never closed")
	return "", false
}

// escape parses the escape at i and returns its length, or 0.
func (r *Reader) escape(i int, b *[]byte) int {
	s := r.src
	if i+1 < len(s) {
		if e := strings.IndexByte(`"\/bfnrt`, s[i+1]); e >= 0 {
			*b = append(*b, "\"\\/\b\f\n\r\t"[e])
			return 2
		}
		if r.own && s[i+1] == '\'' {
			*b = append(*b, '\'')
			return 2
		}
		if c, ok := hex4(s[i:]); ok {
			*b = k.AppendWTF8(*b, c)
			return 6
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

// hex4 parses \uXXXX.
func hex4(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	c, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(c), err == nil
}

// concat joins texts; adjacent halves of a surrogate pair become one character.
func concat(b []byte, s string) []byte {
	if low, ok := k.SurrogateAt(s, 0); ok && low >= 0xDC00 {
		b, s = k.AppendWTF8(b, low), s[3:]
	}
	return append(b, s...)
}
