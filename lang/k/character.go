package k

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// bad reports the character at i, which does not begin a token, and returns the offset at which to continue. A run of
// such characters is reported once.
func (s *parser) bad(i int) int {
	src := s.Src
	if s.read == K4 {
		if j := s.laterAt(i); j > i {
			return j
		}
	}
	s.junk |= hasReport | hasHole
	switch c := src[i]; c {
	case '-', '+':
		j := syntax.Digits.End(src, i+1)
		switch {
		case j == i+1:
			if i > 0 && s.lex.inName[src[i-1]] && j < len(src) && s.lex.begins(src[j]) {
				s.Report(lang.BadCharacter, i, j, fmt.Sprintf("`%c` is not allowed in a name", c),
					"not a letter of a name").
					Help = syntax.InNames(s.lex.letters)
			} else if c == '+' {
				s.operator(i, "numbers are added by `[a, b] PLUS`")
			} else {
				s.operator(i, "a negative number is added by `[a, -1] PLUS`")
			}
		case c == '-':
			s.Report(lang.BadCharacter, i, j, fmt.Sprintf("`%s` is not a number", lang.Clip(src[i:j])),
				"zero has no sign").
				Fixes = lang.Sure("write `0`", span(i, j), "0")
		default:
			d := s.Report(lang.BadCharacter, i, j, fmt.Sprintf("`%s` is not a number", lang.Clip(src[i:j])),
				"numbers have no plus sign")
			if IsInt(src[i+1 : j]) {
				d.Fixes = lang.Sure("write `"+lang.Clip(src[i+1:j])+"`", span(i, j), src[i+1:j])
			}
			if before := strings.TrimRight(src[:i], " \t\r\n"); before != "" {
				if last := before[len(before)-1]; laterLexicon.inName[last] || last == '}' || last == '>' {
					s.mayBeLater(span(i, j)) // a label such as +1, or a name
				}
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
	j, d := s.Strange(i, s.lex.letters)
	if r, _ := utf8.DecodeRuneInString(src[i:]); strings.ContainsRune("“”„‟«»‘’‚‛", r) {
		d.Label, d.Help = lang.Text("not a quote of the language"), lang.Texts("strings are written in `\"` or `'`")
	}
	return j
}

// operator reports a character that is an infix operator in other languages.
func (s *parser) operator(i int, help string) {
	s.Report(lang.BadCharacter, i, i+1, fmt.Sprintf("`%c` is not an operator", s.Src[i]),
		"there are no infix operators").
		Help = lang.Texts(help)
}
