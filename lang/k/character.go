package k

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
)

// bad reports the character at i, which begins no token, and returns the offset
// from which to go on. What belongs together is reported once.
func (s *scanner) bad(i int) int {
	src := s.src
	if j := s.dialect(i); j > i {
		return j
	}
	switch c := src[i]; c {
	case '-', '+':
		j := i + 1
		for j < len(src) && classes[src[j]] == cDigit {
			j++
		}
		switch {
		case j == i+1:
			if i > 0 && inName[src[i-1]] && j < len(src) && classes[src[j]] == cName {
				s.report(lang.BadCharacter, i, j, fmt.Sprintf("`%c` cannot stand in a name", c), "not a letter of a name").
					Help = []string{nameLetters}
			} else if c == '+' {
				s.operator(i, "numbers are added by `[a, b] PLUS`")
			} else {
				s.operator(i, "a negative number is added by `[a, -1] PLUS`")
			}
		case c == '-':
			s.report(lang.BadCharacter, i, j, fmt.Sprintf("`%s` is not a number", clip(src[i:j])), "zero has no sign").
				Fixes = fix("write `0`", span(i, j), "0")
		default:
			d := s.report(lang.BadCharacter, i, j, fmt.Sprintf("`%s` is not a number", clip(src[i:j])), "numbers have no plus sign")
			if isInt(src[i+1 : j]) {
				d.Fixes = fix("write `"+clip(src[i+1:j])+"`", span(i, j), src[i+1:j])
			}
		}
		return j
	case '*':
		s.operator(i, "numbers are multiplied by `[a, b] TIMES`")
		return i + 1
	case '/':
		s.operator(i, "numbers are divided by `[a, b] DIV`")
		return i + 1
	}

	r, n := utf8.DecodeRuneInString(src[i:])
	j := i + n
	message, label, help := fmt.Sprintf("the character %s begins nothing", runeName(r)), "not part of the language", ""
	switch {
	case unicode.IsLetter(r) || unicode.IsMark(r):
		for j < len(src) {
			r, n := utf8.DecodeRuneInString(src[j:])
			if r < utf8.RuneSelf || !unicode.IsLetter(r) && !unicode.IsMark(r) {
				break
			}
			j += n
		}
		message, label = fmt.Sprintf("`%s` cannot stand in a name", clip(src[i:j])), "not a letter of a name"
		help = nameLetters
	case strings.ContainsRune("“”„‟«»‘’‚‛", r):
		label, help = "not a quote of the language", "strings stand in `\"` or `'`"
	case r == '!' || r == '`' || r == '&':
		for j < len(src) && src[j] == src[i] {
			j++
		}
	case r < ' ' || r == utf8.RuneError:
		for j < len(src) && src[j] == src[i] {
			j++
		}
		label = "unprintable"
	}
	d := s.report(lang.BadCharacter, i, j, message, label)
	if help != "" {
		d.Help = []string{help}
	}
	return j
}

const nameLetters = "names consist of the letters a to z and A to Z, digits, `_`, `?` and `!`; a label can be any text in quotes"

// operator reports a character that other languages use between two operands.
func (s *scanner) operator(i int, help string) {
	s.report(lang.BadCharacter, i, i+1, fmt.Sprintf("`%c` is not an operator", s.src[i]), "there are no infix operators").
		Help = []string{help}
}

func span(start, end int) lang.Span { return lang.Span{Start: int32(start), End: int32(end)} }

// runeName writes a character so that it can be seen.
func runeName(r rune) string {
	if r == '`' {
		return "\"`\""
	}
	if unicode.IsPrint(r) {
		return fmt.Sprintf("`%c`", r)
	}
	return fmt.Sprintf("U+%04X", r)
}

// inLaterName holds the bytes of names of the later dialect.
func inLaterName(c byte) bool { return inName[c] || c == '-' || c == '+' }

// dialect recognises at i what only the later dialect has: a tag after a slash
// or a backslash, a canonical name after an at sign, the incremental mark "~",
// and names with a sign that are defined. It reports the first of a file and
// returns the offset after it, or i when there is none.
func (s *scanner) dialect(i int) int {
	src := s.src
	j, what := i, ""
	word := func(from int) int {
		for from < len(src) && inLaterName(src[from]) {
			from++
		}
		return from
	}
	switch c := src[i]; c {
	case '/', '\\':
		switch {
		case i+1 >= len(src):
		case c == '\\' && src[i+1] == '\\':
			j, what = lineEnd(src, i), "a comment after two backslashes"
		case classes[src[i+1]] == cName, classes[src[i+1]] == cDigit && (c == '\\' || s.dialectSeen):
			j = word(i + 1)
		case classes[src[i+1]] == cQuote:
			j = i + 1
		}
		if what == "" {
			what = "the division by a tag"
			if c == '\\' {
				what = "the constructor of a tag"
			}
		}
	case '@':
		if j = word(i + 1); j == i+1 {
			j = i
		}
		what = "a canonical name"
	case '~':
		j, what = i+1, "the incremental mark"
	case '+', '-':
		if s.definesWord(i) {
			j, what = word(i+1), "a name with a sign"
		}
	}
	if j > i {
		s.laterDialect(i, j, what)
	}
	return j
}

// definesWord reports whether a sign at i belongs to a name of the later dialect
// that is being defined. It looks at 64 bytes at most: a longer run of signs and
// digits would be read again and again.
func (s *scanner) definesWord(i int) bool {
	src := s.src
	j, most := i+1, min(len(s.src), i+64)
	for j < most && inLaterName(src[j]) {
		j++
	}
	return j > i+1 && j < most && equalsAt(src, j)
}

// laterDialect reports a construct of the later dialect, once per file.
func (s *scanner) laterDialect(i, j int, what string) {
	s.junk = max(s.junk, aHole)
	if s.dialectSeen {
		return
	}
	s.dialectSeen = true
	s.report(lang.OtherDialect, i, j,
		fmt.Sprintf("`%s` belongs to the later dialect k6, and this file is read as k4", clip(s.src[i:j])),
		what+" in k6").
		Help = []string{"only programs of the dialect k4 can be read; in k4 a variant is `{e tag}` and a projection `.tag`"}
}

// clip shortens a text for a message and keeps it on one line.
func clip(s string) string {
	const most = 40
	n := 0
	for i, r := range s {
		if n == most {
			s = s[:i] + "…"
			break
		}
		if r < ' ' {
			s = s[:i] + "…"
			break
		}
		n++
	}
	return s
}
