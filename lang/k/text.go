package k

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// str scans the string that begins at i, and returns its end and its text.
func (s *parser) str(i int) (end int, text lang.Sym) {
	src, quote := s.Src, s.Src[i]
	which := 0
	if quote == '\'' {
		which = 1
	}
	limit := len(src)
	if s.unclosed[which] {
		// After one unterminated string with this quote, others must end on their line: otherwise each would be
		// searched to the end of the file.
		limit = syntax.LineEnd(src, i)
	}
	escaped, lines := false, false
	for j := i + 1; j < limit; j++ {
		switch src[j] {
		case quote:
			if lines {
				s.noteLongString(i, j+1)
			}
			if escaped {
				return j + 1, s.Syms.Intern(s.decode(i+1, j))
			}
			return j + 1, s.Syms.InternString(src[i+1 : j])
		case '\\':
			escaped = true
			j++
		case '\n':
			lines = true
		}
	}

	s.unclosed[which], s.Unfinished = true, true
	end = syntax.LineEnd(src, i)
	d := s.report(lang.UnterminatedString, i, end, "this string is never closed",
		fmt.Sprintf("no closing `%c` follows", quote))
	if s.longString.End > 0 {
		d.Related = []lang.Related{{Span: s.longString, Message: lang.Text(earlierEnd)}}
	}
	s.junk |= hasWreck
	if t := strings.TrimRight(src[i:end], " \t"); t[len(t)-1] == ';' {
		end = i + len(t) - 1 // probably the end of the definition, not part of the text
	}
	return end, s.Syms.InternString(src[i+1 : end])
}

const earlierEnd = "this string spans several lines: perhaps it is the one that should end earlier"

// noteLongString records a string that spans lines, a sign of a missing quote.
func (s *parser) noteLongString(start, end int) {
	s.longString = span(start, end)
	for i := start; ; i++ {
		n := strings.IndexByte(s.Src[i:end], '\n')
		if n < 0 {
			return
		}
		if i += n; s.definitionAt(i + 1) {
			s.junk |= isSuspicious
			return
		}
	}
}

// decode replaces the escapes of a string's text, from left to right, once each. The result is valid until the next
// call.
func (s *parser) decode(i, end int) []byte {
	b, src := s.buf[:0], s.Src
	s.escapes, s.moreEscapes = 0, lang.Span{}
	for i < end {
		c := src[i]
		if c != '\\' {
			b = append(b, c)
			i++
			continue
		}
		if e := strings.IndexByte(escapeLetters, src[i+1]); e >= 0 {
			b = append(b, escapeValues[e])
			i += 2
			continue
		}
		if src[i+1] == 'u' {
			digits := src[i+2 : min(i+6, end)]
			n := len(digits) - len(strings.TrimLeft(digits, "0123456789abcdefABCDEF"))
			if n == 4 {
				r, _ := strconv.ParseUint(digits, 16, 16)
				b = AppendWTF8(b, rune(r))
				i += 6
				continue
			}
			s.badEscape(i, i+2+n, "`\\u` needs four hexadecimal digits")
			b = append(b, src[i:i+2+n]...)
			i += 2 + n
			continue
		}
		_, n := utf8.DecodeRuneInString(src[i+1:])
		s.badEscape(i, i+1+n, "no such escape")
		b = append(b, src[i:i+1+n]...)
		i += 1 + n
	}
	s.endEscapes()
	s.buf = b
	return b
}

// The letters of the one-letter escapes, and their values.
const (
	escapeLetters = `\/bfnrt"'`
	escapeValues  = "\\/\b\f\n\r\t\"'"
)

// mostEscapes bounds the invalid escapes of a string that are reported one by one.
const mostEscapes = 20

// endEscapes reports the others.
func (s *parser) endEscapes() {
	if more := s.escapes - mostEscapes; more > 0 {
		text := strconv.Itoa(more) + " more escapes of this string are none and stay as they are written"
		if more == 1 {
			text = "one more backslash in this string does not make an escape and stays as it is"
		}
		s.noEscape(int(s.moreEscapes.Start), int(s.moreEscapes.End), text, "no such escapes")
	}
}

func (s *parser) badEscape(start, end int, label string) {
	if s.escapes++; s.escapes > mostEscapes {
		if s.moreEscapes.End = int32(end); s.escapes == mostEscapes+1 {
			s.moreEscapes.Start = int32(start)
		}
		return
	}
	escape := s.Src[start:end]
	name := "`" + lang.Clip(escape) + "`"
	if r, _ := utf8.DecodeRuneInString(escape[1:]); r < ' ' {
		name = "a backslash before " + syntax.CharName(r)
	}
	s.noEscape(start, end, name+" is not an escape and stays as it is written", label)
}

func (s *parser) noEscape(start, end int, text, label string) {
	s.junk |= hasReport
	d := s.Report(lang.BadEscape, start, end, text, label)
	d.Severity = lang.Warning
	d.Help = lang.Texts("write `\\\\` for a backslash")
}

// AppendWTF8 is utf8.AppendRune that keeps lone surrogates, in three bytes as if they were characters. Two adjacent
// halves become one character, so that a text has a unique form.
func AppendWTF8(b []byte, r rune) []byte {
	if r < 0xD800 || r >= 0xE000 {
		return utf8.AppendRune(b, r)
	}
	if n := len(b) - 3; r >= 0xDC00 && n >= 0 {
		if high, ok := SurrogateAt(b, n); ok && high < 0xDC00 {
			return utf8.AppendRune(b[:n], 0x10000+(high-0xD800)<<10+(r-0xDC00))
		}
	}
	return append(b, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0xBF, 0x80|byte(r)&0xBF)
}

// SurrogateAt returns the lone surrogate at i in a text.
func SurrogateAt[T string | []byte](s T, i int) (rune, bool) {
	if i+2 < len(s) && s[i] == 0xED && s[i+1] >= 0xA0 {
		return 0xD000 | rune(s[i+1]&0x3F)<<6 | rune(s[i+2]&0x3F), true
	}
	return 0, false
}

// appendQuoted appends a text as a string literal in canonical form: double quotes, and only necessary escapes.
func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '"' || c == '\\' {
			b = append(b, '\\', c)
			continue
		}
		if c < ' ' {
			if e := strings.IndexByte(escapeValues, c); e >= 0 {
				b = append(b, '\\', escapeLetters[e])
			} else {
				b = fmt.Appendf(b, `\u%04X`, c)
			}
			continue
		}
		if r, ok := SurrogateAt(s, i); ok {
			b = fmt.Appendf(b, `\u%04X`, r)
			i += 2
			continue
		}
		b = append(b, c)
	}
	return append(b, '"')
}

// Quote returns a text as a string literal of the language.
func Quote(s string) string { return string(appendQuoted(nil, s)) }
