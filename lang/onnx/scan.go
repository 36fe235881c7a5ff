package onnx

import (
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// scan makes tokens from the text from i on; the last one is syntax.EOF. It reports unreadable text and continues.
func (s *parser) scan(i int) {
	src := s.Src
	for s.Begin(i); i < len(src); {
		s.Look(i)
		switch c := src[i]; {
		case c == '\n':
			i++
			s.NewLine(i)
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case syntax.IsLetter(c):
			if j := syntax.Words.End(src, i); j < len(src) && (src[j] == '/' || src[j] == '-') {
				i = s.path(i)
			} else {
				i = s.Named(syntax.Name, i, j)
			}
		case strings.HasPrefix(src[i:], "//"):
			i = s.comment(i)
		case c == '/' && inPaths.At(src, i+1):
			i = s.path(i)
		case syntax.IsDigit(c), c == '-':
			i = s.number(i)
		case c == '"':
			i = s.str(i)
		case c == '#':
			j := syntax.LineEnd(src, i)
			s.Comments = append(s.Comments, lang.Span{Start: int32(i), End: int32(j)})
			i = j
		case c == '@':
			i = s.Add(tAt, i, i+1)
		case strings.HasPrefix(src[i:], "..."):
			i = s.Add(tEllipsis, i, i+len("..."))
		default:
			i = s.sign(i)
		}
	}
	s.Add(syntax.EOF, len(src), len(src))
}

// comment scans a comment that begins as in C.
func (s *parser) comment(i int) int {
	at := lang.Span{Start: int32(i), End: int32(i + 2)}
	s.Report(lang.BadCharacter, i, i+2, "a comment begins with `#`", "expected `#`").Fixes = lang.Sure("write `#`", at, "#")
	return syntax.LineEnd(s.Src, i)
}

// inPaths are the bytes of names such as /model.0/conv/Conv_output_0.
var inPaths = syntax.ClassOf(func(c byte) bool { return syntax.Words[c] }, "/.-")

// path scans a name with slashes, which lacks its quotes.
func (s *parser) path(i int) int {
	j := inPaths.End(s.Src, i)
	return s.instead(syntax.String, i, j, quotes, `"`+s.Src[i:j]+`"`)
}

// spelled adds a token with another text than the source has.
func (s *parser) spelled(k syntax.Kind, i, j int, text string) int {
	s.Add(k, i, j)
	s.Toks[len(s.Toks)-1].Sym = s.Syms.InternString(text)
	return j
}

// number scans an integer, or a float: with a point, an exponent, or both, or an infinity with its sign.
func (s *parser) number(i int) int {
	src := s.Src
	j := i
	if src[j] == '-' {
		if j++; j < len(src) && syntax.IsLetter(src[j]) && isNumber(src[j:syntax.Words.End(src, j)]) {
			return s.Named(syntax.Float, i, syntax.Words.End(src, j))
		}
		if !syntax.Digits.At(src, j) {
			return s.sign(i)
		}
	}
	j = syntax.Digits.End(src, j)
	float := j < len(src) && src[j] == '.' && !strings.HasPrefix(src[j:], "...")
	if float {
		j = syntax.Digits.End(src, j+1)
	}
	if to := syntax.Exponent(src, j); to > 0 {
		j, float = syntax.Digits.End(src, to), true
	}
	if end := syntax.Words.End(src, j); end > j {
		s.Unreadable(i, end, "`"+lang.Clip(src[i:end])+"` is not a number", "not a number").
			Help = lang.Texts("a name that begins with a digit is written in quotes")
		return end
	}
	if float {
		return s.Named(syntax.Float, i, j)
	}
	text := src[i:j]
	_, signed := strconv.ParseInt(text, 10, 64)
	if _, err := strconv.ParseUint(text, 10, 64); err != nil && signed != nil {
		s.Unreadable(i, j, "`"+lang.Clip(text)+"` does not fit in 64 bits", "too large")
		return j
	}
	return s.Named(syntax.Int, i, j)
}

// str scans a string, in which a backslash takes the next character as it is. Its symbol has only necessary ones.
func (s *parser) str(i int) int {
	src := s.Src
	escapes := 0
	for j := i + 1; j < len(src); j++ {
		switch src[j] {
		case '\\':
			if j++; j < len(src) && src[j] != '"' && src[j] != '\\' {
				escapes++
			}
		case '"':
			if escapes == 0 {
				return s.Named(syntax.String, i, j+1)
			}
			return s.spelled(syntax.String, i, j+1, string(AppendString(nil, unquoted(src[i:j+1]))))
		}
	}
	end := syntax.LineEnd(src, i)
	s.Wreck = i
	s.Report(lang.UnterminatedString, i, end, "this string is never closed", "no closing `\"` follows")
	return s.Add(syntax.BadToken, i, end)
}

// sign scans punctuation, or reports an invalid character.
func (s *parser) sign(i int) int {
	src := s.Src
	if k, n := signs.At(src, i); k != syntax.EOF {
		return s.Add(k, i, i+n)
	}
	if strings.HasPrefix(src[i:], "->") {
		return s.instead(syntax.FatArrow, i, i+2, "the sign between inputs and outputs is `=>`", "=>")
	}
	if src[i] == '\'' {
		text, _, ok := strings.Cut(src[i+1:syntax.LineEnd(src, i)], "'")
		if ok && !strings.ContainsAny(text, `"\`) {
			return s.instead(syntax.String, i, i+len(text)+2, "a string is written in double quotes", `"`+text+`"`)
		}
	}
	if src[i] == ';' {
		j, d := s.Strange(i, "")
		d.Fixes = lang.Sure("delete it", d.Span, "")
		d.Help = lang.Texts("nodes end without a sign")
		return j
	}
	j, d := s.Stranger(i, "digits and `_`")
	d.Help = lang.Texts(quotes)
	return j
}

const quotes = "a name with other characters than letters, digits and `_` is written in quotes"

// instead reports a token that is written in another way.
func (s *parser) instead(k syntax.Kind, i, j int, message, text string) int {
	s.Report(lang.BadCharacter, i, j, message, "expected `"+lang.Clip(text)+"`").
		Fixes = lang.Sure("write `"+lang.Clip(text)+"`", lang.Span{Start: int32(i), End: int32(j)}, text)
	return s.spelled(k, i, j, text)
}
