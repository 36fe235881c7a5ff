package tensorscript

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/patgraph/patgraph/internal/halt"
	"github.com/patgraph/patgraph/lang"
)

// A scanner makes tokens of one part of a file. What it cannot read it reports, and goes on.
type scanner struct {
	src      string // up to the end of the part
	syms     *lang.Symbols
	toks     []tok
	watch    *halt.Watch
	comments []lang.Span
	diags    []lang.Diagnostic
	fresh    bool // nothing was on the line so far
	sizes    bool // within brackets
}

func (s *scanner) report(code lang.Code, start, end int, message, label string) *lang.Diagnostic {
	s.diags = append(s.diags, lang.Diagnostic{
		Code: code, Message: lang.Text(message), Label: lang.Text(label), Span: lang.Span{Start: int32(start), End: int32(end)},
	})
	return &s.diags[len(s.diags)-1]
}

func (s *scanner) add(k kind, start, end int) int {
	s.toks = append(s.toks, tok{kind: k, line: s.fresh, start: int32(start), end: int32(end)})
	s.fresh = false
	return end
}

// named adds a token with its text.
func (s *scanner) named(k kind, start, end int) int {
	s.add(k, start, end)
	s.toks[len(s.toks)-1].sym = s.syms.InternString(s.src[start:end])
	return end
}

// bad reports characters that are no token.
func (s *scanner) bad(start, end int, message, label string) *lang.Diagnostic {
	s.add(tBad, start, end)
	return s.report(lang.BadCharacter, start, end, message, label)
}

// scan makes tokens of the text from i on; the last one is tEOF.
func (s *scanner) scan(i int) {
	src := s.src
	s.fresh, s.sizes = true, false
	counted := i
	s.toks = slices.Grow(s.toks[:0], (len(src)-i)/4)
	for i < len(src) {
		if i >= counted {
			s.watch.Steps(halt.Few)
			counted = i + 4*halt.Few
		}
		switch c := src[i]; {
		case c == '\n':
			i++
			s.fresh = true
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case s.sizes && (isLetter(c) || isDigit(c) || c == '?'):
			i = s.size(i)
		case isLetter(c):
			i = s.word(i, wordEnd(src, i))
		case isDigit(c):
			i = s.number(i)
		case c == '?':
			i = s.named(tName, i, i+1)
		case strings.HasPrefix(src[i:], "//"):
			j := i + len(src[i:])
			if n := strings.IndexAny(src[i:], "\r\n"); n >= 0 {
				j = i + n
			}
			s.comments = append(s.comments, lang.Span{Start: int32(i), End: int32(j)})
			i = j
		default:
			i = s.sign(i)
		}
	}
	s.add(tEOF, len(src), len(src))
}

func wordEnd(src string, i int) int {
	for i < len(src) && (isLetter(src[i]) || isDigit(src[i])) {
		i++
	}
	return i
}

func digitsEnd(src string, i int) int {
	for i < len(src) && (isDigit(src[i]) || src[i] == '_') {
		i++
	}
	return i
}

func (s *scanner) word(i, j int) int {
	if k, ok := keywords[s.src[i:j]]; ok {
		return s.named(k, i, j)
	}
	return s.named(tName, i, j)
}

// size reads a number or a name within brackets, where names may have `?` and begin with a digit.
func (s *scanner) size(i int) int {
	src := s.src
	j := i
	for j < len(src) && (isLetter(src[j]) || isDigit(src[j]) || src[j] == '?') {
		j++
	}
	if isDigit(src[i]) && digitsEnd(src, i) == j {
		return s.integer(i, j)
	}
	return s.word(i, j)
}

func (s *scanner) integer(i, j int) int {
	text := s.src[i:j]
	s.named(tInt, i, j)
	if _, err := strconv.ParseInt(strings.ReplaceAll(text, "_", ""), 10, 64); err != nil {
		s.report(lang.BadCharacter, i, j, "`"+lang.Clip(text)+"` does not fit in 64 bits", "too large")
	}
	return j
}

// number reads an integer, or a float: with a point behind its digits, an exponent, or both.
func (s *scanner) number(i int) int {
	src := s.src
	j := digitsEnd(src, i)
	float := false
	if j < len(src) && src[j] == '.' {
		if j++; j < len(src) && isDigit(src[j]) {
			j = digitsEnd(src, j)
		}
		float = true
	}
	if j < len(src) && (src[j] == 'e' || src[j] == 'E') {
		to := j + 1
		if to < len(src) && (src[to] == '+' || src[to] == '-') {
			to++
		}
		if to < len(src) && isDigit(src[to]) {
			j, float = digitsEnd(src, to), true
		}
	}
	if end := wordEnd(src, j); end > j {
		s.bad(i, end, "`"+lang.Clip(src[i:end])+"` is no number, and a name cannot begin with a digit", "not a number")
		return end
	}
	if !float {
		return s.integer(i, j)
	}
	s.named(tFloat, i, j)
	if v, err := strconv.ParseFloat(strings.ReplaceAll(src[i:j], "_", ""), 64); err != nil {
		s.report(lang.BadCharacter, i, j, fmt.Sprintf("`%s` is no number of 64 bits (%v)", lang.Clip(src[i:j]), v), "too large")
	}
	return j
}

// sign reads punctuation, or reports what is none.
func (s *scanner) sign(i int) int {
	src := s.src
	k, n := tEOF, 1
	if i+1 < len(src) {
		if k = signs[src[i:min(i+2, len(src))]]; k != tEOF {
			n = 2
		}
	}
	if strings.HasPrefix(src[i:], "/*") {
		j := len(src)
		if end := strings.Index(src[i+2:], "*/"); end >= 0 {
			j = i + 2 + end + 2
		}
		s.report(lang.BadCharacter, i, i+2, "there are no comments in `/* */`", "a comment begins with `//`")
		return s.add(tBad, i, j)
	}
	if k == tEOF {
		if k = signs[src[i:i+1]]; k == tEOF {
			return s.stranger(i)
		}
	}
	switch k {
	case tLBrack:
		s.sizes = true
	case tRBrack, tSemicolon, tLBrace, tRBrace, tArrow, tGreater, tEquals, tPipe:
		s.sizes = false
	}
	return s.add(k, i, i+n)
}

// stranger reports a character that begins nothing.
func (s *scanner) stranger(i int) int {
	r, n := utf8.DecodeRuneInString(s.src[i:])
	j := i + n
	if unicode.IsLetter(r) {
		for j < len(s.src) {
			if r, n = utf8.DecodeRuneInString(s.src[j:]); r < utf8.RuneSelf || !unicode.IsLetter(r) && !unicode.IsMark(r) {
				break
			}
			j += n
		}
		s.bad(i, j, "`"+lang.Clip(s.src[i:j])+"` cannot stand in a name", "not a letter of a name").
			Help = lang.Texts("names consist of the letters a to z and A to Z, digits and `_`")
		return j
	}
	for j < len(s.src) && s.src[j] == s.src[i] && n == 1 {
		j++
	}
	if r == '#' { // a comment of other languages
		for j < len(s.src) && s.src[j] != '\n' {
			j++
		}
		j = i + len(strings.TrimRight(s.src[i:j], " \t\r"))
		s.report(lang.BadCharacter, i, i+1, "the character `#` begins nothing", "not part of the language").
			Help = lang.Texts("a comment begins with `//`")
		return s.add(tBad, i, j)
	}
	name := fmt.Sprintf("`%c`", r)
	if !unicode.IsPrint(r) || r == '`' {
		name = fmt.Sprintf("U+%04X", r)
	}
	d := s.bad(i, j, "the character "+name+" begins nothing", "not part of the language")
	switch r {
	case '|':
		d.Help = lang.Texts("a stage stands behind `|>`")
	case '"', '\'':
		d.Help = lang.Texts("there are no strings")
	}
	return j
}
