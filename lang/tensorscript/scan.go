package tensorscript

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// scan makes tokens from the text from i on; the last one is syntax.EOF. It reports unreadable text and continues.
func (s *parser) scan(i int) {
	src := s.Src
	s.sizes = false
	for s.Begin(i); i < len(src); {
		s.Look(i)
		switch c := src[i]; {
		case c == '\n':
			i++
			s.NewLine(i)
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case s.sizes && inSizes[c]:
			i = s.size(i)
		case syntax.IsLetter(c):
			i = s.word(i, syntax.Words.End(src, i))
		case syntax.IsDigit(c):
			i = s.number(i)
		case c == '?':
			i = s.Named(syntax.Name, i, i+1)
		case c == '"' && s.isArgument() && textEnd(src, i) > 0:
			i = s.Named(syntax.String, i, textEnd(src, i))
		case strings.HasPrefix(src[i:], "//"):
			j := syntax.LineEnd(src, i)
			s.Comments = append(s.Comments, lang.Span{Start: int32(i), End: int32(j)})
			i = j
		default:
			i = s.sign(i)
		}
	}
	s.Add(syntax.EOF, len(src), len(src))
}

// isArgument reports whether the next token comes after `=`, which may be that of an argument: only these are texts.
func (s *parser) isArgument() bool {
	return len(s.Toks) > 0 && s.Toks[len(s.Toks)-1].Kind == syntax.Equals
}

// textEnd returns the end of a text in quotes, or 0 if it does not end on its line.
func textEnd(src string, start int) int {
	n := strings.IndexAny(src[start+1:], "\"\n")
	if n < 0 || src[start+1+n] == '\n' {
		return 0
	}
	return start + n + 2
}

var (
	inSizes   = syntax.ClassOf(func(c byte) bool { return syntax.Words[c] }, "?") // bytes of words within brackets
	inNumbers = syntax.ClassOf(syntax.IsDigit, "_")
)

func (s *parser) word(i, j int) int { return s.Named(keywords.Kind(s.Src[i:j]), i, j) }

// size scans a number or a name within brackets, where names may contain `?` and begin with a digit.
func (s *parser) size(i int) int {
	j := inSizes.End(s.Src, i)
	if syntax.IsDigit(s.Src[i]) && inNumbers.End(s.Src, i) == j {
		return s.integer(i, j)
	}
	return s.word(i, j)
}

func (s *parser) integer(i, j int) int {
	text := s.Src[i:j]
	s.Named(syntax.Int, i, j)
	if _, err := strconv.ParseInt(strings.ReplaceAll(text, "_", ""), 10, 64); err != nil {
		s.Report(lang.BadCharacter, i, j, "`"+lang.Clip(text)+"` does not fit in 64 bits", "too large")
	}
	return j
}

// number scans an integer, or a float: with a point after its digits, an exponent, or both.
func (s *parser) number(i int) int {
	src := s.Src
	j := inNumbers.End(src, i)
	float := j < len(src) && src[j] == '.'
	if float && syntax.Digits.At(src, j+1) {
		j = inNumbers.End(src, j+1)
	} else if float {
		j++
	}
	if to := syntax.Exponent(src, j); to > 0 {
		j, float = inNumbers.End(src, to), true
	}
	if end := syntax.Words.End(src, j); end > j {
		s.Unreadable(i, end, "`"+lang.Clip(src[i:end])+"` is not a number, and a name cannot begin with a digit",
			"not a number")
		return end
	}
	if !float {
		return s.integer(i, j)
	}
	s.Named(syntax.Float, i, j)
	if v, err := strconv.ParseFloat(strings.ReplaceAll(src[i:j], "_", ""), 64); err != nil {
		s.Report(lang.BadCharacter, i, j,
			fmt.Sprintf("`%s` is not a number of 64 bits (%v)", lang.Clip(src[i:j]), v), "too large")
	}
	return j
}

// sign scans punctuation, or reports an invalid character.
func (s *parser) sign(i int) int {
	src := s.Src
	if strings.HasPrefix(src[i:], "/*") {
		j := len(src)
		if end := strings.Index(src[i+2:], "*/"); end >= 0 {
			j = i + 2 + end + 2
		}
		s.Report(lang.BadCharacter, i, i+2, "there are no comments in `/* */`", "a comment begins with `//`")
		return s.Add(syntax.BadToken, i, j)
	}
	k, n := signs.At(src, i)
	switch k {
	case syntax.EOF:
		return s.stranger(i)
	case syntax.LBrack:
		s.sizes = true
	case syntax.RBrack, syntax.Semicolon, syntax.LBrace, syntax.RBrace, syntax.Arrow, syntax.Greater,
		syntax.Equals, syntax.Pipe:
		s.sizes = false
	}
	return s.Add(k, i, i+n)
}

// stranger reports a character that does not begin a token.
func (s *parser) stranger(i int) int {
	c := s.Src[i]
	if c == '#' { // a comment of other languages
		line, _, _ := strings.Cut(s.Src[i:], "\n")
		s.Report(lang.BadCharacter, i, i+1, "unexpected character `#`", "not part of the language").
			Help = lang.Texts("a comment begins with `//`")
		return s.Add(syntax.BadToken, i, i+len(strings.TrimRight(line, " \t\r")))
	}
	j, d := s.Stranger(i, "digits and `_`")
	switch c {
	case '|':
		d.Help = lang.Texts("a stage comes after `|>`")
	case '"', '\'':
		d.Help = lang.Texts("there are no strings")
	}
	return j
}
