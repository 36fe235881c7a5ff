package k

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
)

// bad reports the character at i, which does not begin a token, and returns the offset at which to continue. A run of
// such characters is reported once.
func (s *scanner) bad(i int) int {
	src := s.src
	if s.read == K4 {
		if j := s.laterAt(i); j > i {
			return j
		}
	}
	switch c := src[i]; c {
	case '-', '+':
		j := i + 1
		for j < len(src) && isDigit(src[j]) {
			j++
		}
		switch {
		case j == i+1:
			if i > 0 && s.lex.inName[src[i-1]] && j < len(src) && s.lex.begins(src[j]) {
				s.report(lang.BadCharacter, i, j, fmt.Sprintf("`%c` cannot stand in a name", c),
					"not a letter of a name").
					Help = lang.Texts(s.lex.letters)
			} else if c == '+' {
				s.operator(i, "numbers are added by `[a, b] PLUS`")
			} else {
				s.operator(i, "a negative number is added by `[a, -1] PLUS`")
			}
		case c == '-':
			s.report(lang.BadCharacter, i, j, fmt.Sprintf("`%s` is not a number", lang.Clip(src[i:j])),
				"zero has no sign").
				Fixes = lang.Sure("write `0`", span(i, j), "0")
		default:
			d := s.report(lang.BadCharacter, i, j, fmt.Sprintf("`%s` is not a number", lang.Clip(src[i:j])),
				"numbers have no plus sign")
			if IsInt(src[i+1 : j]) {
				d.Fixes = lang.Sure("write `"+lang.Clip(src[i+1:j])+"`", span(i, j), src[i+1:j])
			}
		}
		return j
	case '*':
		if s.read == K6 {
			s.operator(i, "a function of two numbers takes a product of them, as in `{.x x, .y y} times`")
			return i + 1
		}
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
		message, label = fmt.Sprintf("`%s` cannot stand in a name", lang.Clip(src[i:j])), "not a letter of a name"
		help = s.lex.letters
	case strings.ContainsRune("“”„‟«»‘’‚‛", r):
		label, help = "not a quote of the language", "strings are written in `\"` or `'`"
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
		d.Help = lang.Texts(help)
	}
	return j
}

// operator reports a character that is an infix operator in other languages.
func (s *scanner) operator(i int, help string) {
	s.report(lang.BadCharacter, i, i+1, fmt.Sprintf("`%c` is not an operator", s.src[i]),
		"there are no infix operators").
		Help = lang.Texts(help)
}

func span(start, end int) lang.Span { return lang.Span{Start: int32(start), End: int32(end)} }

// runeName writes a character visibly.
func runeName(r rune) string {
	if r == '`' {
		return "\"`\""
	}
	if unicode.IsPrint(r) {
		return fmt.Sprintf("`%c`", r)
	}
	return fmt.Sprintf("U+%04X", r)
}
