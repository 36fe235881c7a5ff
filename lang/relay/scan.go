package relay

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// An evidence is a construct that shows a dialect, with its place and its name.
type evidence struct {
	at   lang.Span
	what string
}

func (e *evidence) note(at lang.Span, what string) {
	if e.what == "" || at.Start < e.at.Start {
		*e = evidence{at, what}
	}
}

// scan makes tokens from the text from i on; the last one is syntax.EOF.
func (s *parser) scan(i int) {
	src := s.Src
	for s.Begin(i); i < len(src); {
		s.Look(i)
		c := src[i]
		switch {
		case c == '\n' || c == '\r':
			i++
			s.NewLine(i)
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			i++
		case len(s.Toks) == 0 && strings.HasPrefix(src[i:], "v0.0."):
			i = s.oldHeader(i)
		case syntax.IsLetter(c):
			i = s.word(i)
		case syntax.IsDigit(c):
			i = s.number(i, i)
		case c == '%':
			i = s.local(i)
		case c == '@':
			if j := i + 1; j < len(src) && syntax.IsLetter(src[j]) {
				j = nameEnd(src, j)
				s.Named(tGlobal, i, j)
				i = j
			} else {
				s.Unreadable(i, i+1, "`@` begins the name of a global, but there is no name after it",
					"a name is missing")
				i++
			}
		case c == '#':
			i = s.hash(i)
		case c == '"':
			i = s.str(i)
		case c == '\'':
			i = s.quoted(i)
		case c == '/':
			i = s.slash(i)
		case c == '-':
			i = s.minus(i)
		default:
			i = s.punctuation(i)
		}
	}
	s.Add(syntax.EOF, len(src), len(src))
}

func (s *parser) punctuation(i int) int {
	k, n := signs.At(s.Src, i)
	if k == syntax.EOF {
		return s.stranger(i)
	}
	return s.Add(k, i, i+n)
}

// word scans a bare name. A name with dots may have blanks beside them: nn . conv2d.
func (s *parser) word(i int) int {
	src := s.Src
	j := nameEnd(src, i+1)
	if src[i] != '/' {
		if k := keywords.Kind(src[i:j]); k != syntax.Name {
			if k == tMatch && j < len(src) && src[j] == '?' {
				k, j = tMatchPartial, j+1
				s.v005.note(span(i, j), "`match?`")
			}
			if s.Add(k, i, j); k != tWild {
				s.Toks[len(s.Toks)-1].Sym = s.Syms.InternString(src[i:j])
			}
			return j
		}
	}
	if s.Last() == syntax.Dot {
		s.Named(syntax.Name, i, j)
		return j
	}
	end, parts := j, ""
	for {
		dot := blanks.End(src, end)
		if dot >= len(src) || src[dot] != '.' {
			break
		}
		next := blanks.End(src, dot+1)
		if next >= len(src) || !syntax.IsLetter(src[next]) || dot == end && next > dot+1 { // a full stop
			break
		}
		to := nameEnd(src, next+1)
		if keywords.Kind(src[next:to]) == tWild {
			break
		}
		if parts == "" && end == dot && next == dot+1 {
			end = to
			continue
		}
		if parts == "" {
			parts = src[i:end]
		}
		parts += "." + src[next:to]
		end = to
	}
	if parts == "" {
		s.Named(syntax.Name, i, end)
	} else {
		s.Add(syntax.Name, i, end)
		s.Toks[len(s.Toks)-1].Sym = s.Syms.InternString(parts)
	}
	if text := src[i:end]; text == "inff" {
		s.Toks[len(s.Toks)-1].Kind = syntax.Float
	}
	return end
}

var blanks = syntax.ClassOf(func(byte) bool { return false }, " \t")

func span(start, end int) lang.Span { return lang.Span{Start: int32(start), End: int32(end)} }

// local scans %name or %12.
func (s *parser) local(i int) int {
	src := s.Src
	j := i + 1
	switch {
	case j < len(src) && syntax.IsDigit(src[j]):
		j = syntax.Digits.End(src, j)
		if j < len(src) && syntax.IsLetter(src[j]) {
			j = nameEnd(src, j)
			s.Unreadable(i, j,
				"`"+lang.Clip(src[i:j])+"` is not a name: what begins with a digit is the number of a graph variable",
				"not a name")
			return j
		}
		s.Named(tGraph, i, j)
	case j < len(src) && (syntax.IsLetter(src[j]) || src[j] == '/' && j+1 < len(src) && syntax.IsLetter(src[j+1])):
		j = localEnd(src, nameEnd(src, j+1))
		s.Named(tLocal, i, j)
	default:
		s.Unreadable(i, j, "`%` begins the name of a local variable, but there is no name after it",
			"a name is missing")
		return j
	}
	return j
}

// localEnd returns the end of a local's name whose first part ends at i. Printed models have names with dots and `::`,
// as in %layer1.0.weight and %onnx::Conv_12. Digits after a dot belong to the name only if a letter follows in a later
// part; otherwise %t.0 is a projection, unless the text binds that name: see parser.dotted.
func localEnd(src string, i int) int {
	for at := i; at < len(src); {
		j := at + 1
		switch {
		case strings.HasPrefix(src[at:], "::"):
			j++
		case src[at] != '.':
			return i
		}
		to := syntax.Digits.End(src, j)
		switch {
		case to < len(src) && syntax.IsLetter(src[to]) && (to == j || src[at] == '.'):
			i = nameEnd(src, to+1)
			at = i
		case to > j && src[at] == '.':
			at = to
		default:
			return i
		}
	}
	return i
}

// number scans a literal whose digits begin at i, after the minus signs from start on.
func (s *parser) number(start, i int) int {
	src := s.Src
	j := syntax.Digits.End(src, i)
	if s.Last() == syntax.Dot && start == i { // %t.0.1 is two projections
		s.Named(syntax.Int, start, j)
		return j
	}
	float := false
	if j < len(src) && src[j] == '.' {
		if to := syntax.Digits.End(src, j+1); to > j+1 {
			j, float = to, true
		} else if j+1 < len(src) && src[j+1] == 'f' {
			j, float = j+1, true
		}
	}
	if to := syntax.Exponent(src, j); to > 0 {
		j, float = syntax.Digits.End(src, to), true
	}
	at := j
	j = syntax.Words.End(src, j)
	suffix := src[at:j]
	k := syntax.Int
	if float || strings.HasPrefix(suffix, "f") {
		k = syntax.Float
	}
	s.Named(k, start, j)
	s.checkNumber(start, at, j, k, suffix)
	return j
}

// checkNumber reports an invalid literal, or one that does not fit its width.
func (s *parser) checkNumber(start, at, end int, k syntax.Kind, suffix string) {
	text := s.Src[start:end]
	name := "`" + lang.Clip(text) + "`"
	if k == syntax.Float {
		switch suffix {
		case "f", "f16", "f32", "f64":
		case "":
			d := s.Report(lang.BadCharacter, start, end,
				name+" has no width: a number with a point or an exponent ends with `f`, `f16`, `f32` or `f64`",
				"a suffix is missing")
			d.Fixes = lang.Sure("write `"+lang.Clip(text)+"f`", span(end, end), "f")
		default:
			s.Report(lang.BadCharacter, start, end, name+" is not a number: its suffix is `f`, `f16`, `f32` or `f64`",
				"no such suffix")
		}
		return
	}
	bits := 64
	switch suffix {
	case "", "i64":
	case "i", "i32":
		bits = 32
	case "i16":
		bits = 16
	case "i8", "u8":
		d := s.Report(lang.BadCharacter, start, end, name+" has no such width: integer literals have 16, 32 or 64 bits",
			"no such width")
		to := "int8"
		if suffix == "u8" {
			to = "uint8"
		}
		d.Fixes = lang.Sure("cast a number of 32 bits", span(start, end), "cast("+s.Src[start:at]+", dtype=\""+to+"\")")
		return
	default:
		d := s.Report(lang.BadCharacter, start, end,
			name+" is not a number: the suffix of an integer is `i16`, `i32`, `i64` or `i`", "not a number")
		if start == at {
			d.Label = lang.Text("not a name: it begins with a digit")
		}
		return
	}
	if _, err := strconv.ParseInt(number(s.Src[start:at]), 10, bits); err != nil {
		s.Report(lang.BadCharacter, start, end, fmt.Sprintf("%s does not fit in %d bits", name, bits), "too large")
	}
}

// number returns the text of an integer with at most one minus sign.
func number(text string) string {
	rest := strings.TrimLeft(text, "-")
	if (len(text)-len(rest))%2 == 1 {
		return "-" + rest
	}
	return rest
}

// minus scans an arrow, a literal with its signs, or an operator.
func (s *parser) minus(i int) int {
	src := s.Src
	if j := blanks.End(src, i+1); j < len(src) && src[j] == '>' && (j == i+1 || j+1 == len(src) || src[j+1] != '=') {
		s.Add(syntax.Arrow, i, j+1)
		return j + 1
	}
	if !endsOperand(s.Last()) {
		j := i
		for j < len(src) && src[j] == '-' {
			j++
		}
		if j < len(src) && syntax.IsDigit(src[j]) {
			return s.number(i, j)
		}
		if strings.HasPrefix(src[j:], "inff") && nameEnd(src, j) == j+len("inff") {
			s.Named(syntax.Float, i, j+len("inff"))
			return j + len("inff")
		}
	}
	s.Add(syntax.Minus, i, i+1)
	return i + 1
}

// slash scans a comment, a name that begins with a slash, or an operator.
func (s *parser) slash(i int) int {
	src := s.Src
	if i+1 < len(src) {
		switch c := src[i+1]; {
		case c == '/':
			j := syntax.LineEnd(src, i)
			s.Comments = append(s.Comments, span(i, j))
			s.v005.note(span(i, i+2), "a comment after `//`")
			return j
		case c == '*':
			s.v005.note(span(i, i+2), "a comment in `/* */`")
			return s.comment(i)
		case syntax.IsLetter(c) && !endsOperand(s.Last()):
			return s.word(i)
		}
	}
	s.Add(syntax.Slash, i, i+1)
	return i + 1
}

// comment scans a comment, which may contain nested ones.
func (s *parser) comment(i int) int {
	src := s.Src
	depth := 0
	for j := i; ; {
		n := strings.IndexAny(src[j:], "*/")
		if n < 0 || j+n+1 >= len(src) {
			break
		}
		j += n
		switch {
		case src[j:j+2] == "/*":
			depth++
			j += 2
		case src[j:j+2] == "*/":
			depth--
			j += 2
		default:
			j++
		}
		if depth == 0 {
			s.Comments = append(s.Comments, span(i, j))
			return j
		}
	}
	s.Wreck = i
	d := s.Report(lang.UnterminatedComment, i, i+2, "this comment is never closed", "no `*/` follows")
	if depth > 1 {
		d.Notes = lang.Texts("comments nest: each `/*` within it needs a `*/` of its own")
	}
	s.Comments = append(s.Comments, span(i, len(src)))
	return len(src)
}

// hash scans a comment, the header, or the section of metadata.
func (s *parser) hash(i int) int {
	src := s.Src
	if rest, ok := strings.CutPrefix(src[i:], "#["); ok {
		line := rest[:syntax.LineEnd(rest, 0)]
		word := strings.TrimSpace(line)
		if after, ok := strings.CutPrefix(word, "version"); ok {
			j := syntax.LineEnd(src, i)
			text := strings.TrimSpace(after)
			text, equals := strings.CutPrefix(text, "=")
			text = strings.TrimSpace(text)
			text, quoted := strings.CutPrefix(text, `"`)
			release, tail, closed := strings.Cut(text, `"`)
			if k := strings.Index(src[i:j], "]"); equals && quoted && closed && k >= 0 &&
				strings.HasPrefix(strings.TrimSpace(tail), "]") {
				j = i + k + 1
				s.header(span(i, j), release)
				return j
			}
			s.Unreadable(i, j, "the header is written `#[version = \"0.0.5\"]`", "not a header")
			return j
		}
		if strings.HasPrefix(word, "metadata") && strings.HasPrefix(strings.TrimSpace(word[len("metadata"):]), "]") {
			s.metadata = span(i, len(src))
			s.v005.note(span(i, i+2), "a metadata section")
			return len(src)
		}
	}
	j := syntax.LineEnd(src, i)
	s.Comments = append(s.Comments, span(i, j))
	s.doc.note(span(i, i+1), "a comment after `#`")
	return j
}

// oldHeader scans the header of texts that TVM wrote before 0.7: v0.0.4.
func (s *parser) oldHeader(i int) int {
	line := strings.TrimRight(s.Src[i:syntax.LineEnd(s.Src, i)], " \t\r")
	s.header(span(i, i+len(line)), strings.TrimPrefix(line, "v"))
	return i + len(line)
}

func (s *parser) header(at lang.Span, release string) {
	if !s.version.Empty() || len(s.Toks) > 0 {
		s.Report(lang.UnexpectedToken, int(at.Start), int(at.End),
			"the header is allowed only at the beginning of a file",
			"not the beginning").
			Fixes = lang.Sure("delete it", at, "")
		return
	}
	s.version = at
	if release != "0.0.5" {
		d := s.Report(lang.UnknownDialect, int(at.Start), int(at.End),
			"the text is read as version 0.0.5, and the header says "+strconv.Quote(lang.Clip(release)),
			"another version")
		d.Severity = lang.Warning
		d.Fixes = lang.Sure("write 0.0.5", at, `#[version = "0.0.5"]`)
	}
}

// str scans a string, which has no escapes.
func (s *parser) str(i int) int {
	j := strings.IndexByte(s.Src[i+1:], '"')
	if j < 0 {
		end := syntax.LineEnd(s.Src, i)
		s.Wreck = i
		s.Report(lang.UnterminatedString, i, end, "this string is never closed", "no closing `\"` follows")
		s.Named(syntax.String, i, end)
		return end
	}
	s.Named(syntax.String, i, i+j+2)
	return i + j + 2
}

// quoted scans a string in the single quotes of other languages.
func (s *parser) quoted(i int) int {
	line := s.Src[i:syntax.LineEnd(s.Src, i)]
	n := strings.IndexByte(line[1:], '\'')
	if n < 0 || strings.Contains(line[:n+1], `"`) {
		return s.stranger(i)
	}
	end := i + n + 2
	text := `"` + line[1:n+1] + `"`
	s.Report(lang.BadCharacter, i, end, "a string needs double quotes", "not a string").
		Fixes = lang.Sure("write `"+lang.Clip(text)+"`", span(i, end), text)
	s.Named(syntax.String, i, end)
	return end
}

// stranger reports a character that does not begin a token.
func (s *parser) stranger(i int) int {
	r, n := utf8.DecodeRuneInString(s.Src[i:])
	if r == 0xA0 || r == 0xFEFF || unicode.IsSpace(r) {
		return i + n
	}
	j, d := s.Stranger(i, "digits, `_` and `/`")
	if r == '&' || r == '|' || r == '!' {
		d.Help = lang.Texts("truth values are combined by `logical_and`, `logical_or` and `logical_not`")
	}
	return j
}

// pair finds pairs of `<` and `>` that enclose types before a `(`: explicit type arguments, not comparisons.
func pair(toks []syntax.Tok) {
	var open []int // open brackets and `<`, by token
	for i := range toks {
		switch k := toks[i].Kind; k {
		case syntax.Less, syntax.LParen, syntax.LBrack:
			open = append(open, i)
		case syntax.RParen, syntax.RBrack:
			for len(open) > 0 && toks[open[len(open)-1]].Kind == syntax.Less {
				open = open[:len(open)-1]
			}
			if n := len(open); n > 0 && toks[open[n-1]].Kind.Partner() == k {
				open = open[:n-1]
			} else {
				open = open[:0]
			}
		case syntax.Greater:
			if n := len(open); n > 0 && toks[open[n-1]].Kind == syntax.Less {
				at := open[n-1]
				open = open[:n-1]
				if at > 0 && toks[at-1].End == toks[at].Start && i+1 < len(toks) &&
					toks[i+1].Kind == syntax.LParen && i > at+1 {
					toks[at].Paired = true
				}
			}
		case syntax.Name, syntax.Int, syntax.Comma, syntax.Question, syntax.Arrow, tFn, tWild, syntax.Colon,
			syntax.Plus, syntax.Minus, syntax.Star, syntax.Slash:
		default:
			open = open[:0]
		}
	}
}
