package relay

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
	src   string // up to the end of the part
	syms  *lang.Symbols
	toks  []tok
	watch *halt.Watch

	comments []lang.Span
	diags    []lang.Diagnostic
	version  lang.Span // the header, as in #[version = "0.0.5"]
	release  string    // what it says
	metadata lang.Span // from #[metadata] on

	doc, v005 evidence // the first that only one of the dialects has

	fresh     bool // nothing was on the line so far
	lineStart int
	indent    int // of the line
	wreck     int // where a string or a comment begins that is never closed, or -1
}

// An evidence is a place that shows a dialect, and in words what does.
type evidence struct {
	at   lang.Span
	what string
}

func (e *evidence) note(at lang.Span, what string) {
	if e.what == "" || at.Start < e.at.Start {
		*e = evidence{at, what}
	}
}

func (s *scanner) report(code lang.Code, start, end int, message, label string) *lang.Diagnostic {
	s.diags = append(s.diags, lang.Diagnostic{
		Code: code, Message: lang.Text(message), Label: lang.Text(label), Span: lang.Span{Start: int32(start), End: int32(end)},
	})
	return &s.diags[len(s.diags)-1]
}

func (s *scanner) add(k kind, start, end int) {
	if s.fresh {
		s.indent = start - s.lineStart
	}
	s.toks = append(s.toks, tok{kind: k, line: s.fresh, start: int32(start), end: int32(end), indent: int32(s.indent)})
	s.fresh = false
}

// named adds a token with its text.
func (s *scanner) named(k kind, start, end int) {
	s.add(k, start, end)
	s.toks[len(s.toks)-1].sym = s.syms.InternString(s.src[start:end])
}

// last is the kind of the token before.
func (s *scanner) last() kind {
	if n := len(s.toks); n > 0 {
		return s.toks[n-1].kind
	}
	return tEOF
}

// scan makes tokens of the text from i on; the last one is tEOF.
func (s *scanner) scan(i int) {
	src := s.src
	s.fresh, s.lineStart, s.wreck = true, i, -1
	counted := i
	s.toks = slices.Grow(s.toks, (len(src)-i)/4)
	for i < len(src) {
		if i >= counted {
			s.watch.Steps(halt.Few)
			counted = i + 4*halt.Few
		}
		c := src[i]
		switch {
		case c == '\n' || c == '\r':
			i++
			s.fresh, s.lineStart = true, i
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			i++
		case isLetter(c):
			i = s.word(i)
		case isDigit(c):
			i = s.number(i, i)
		case c == '%':
			i = s.local(i)
		case c == '@':
			if j := i + 1; j < len(src) && isLetter(src[j]) {
				j = nameEnd(src, j)
				s.named(tGlobal, i, j)
				i = j
			} else {
				i = s.bad(i, i+1, "`@` begins the name of a global, and no name follows", "a name is missing")
			}
		case c == '#':
			i = s.hash(i)
		case c == '"':
			i = s.str(i)
		case c == '/':
			i = s.slash(i)
		case c == '-':
			i = s.minus(i)
		default:
			i = s.punctuation(i)
		}
	}
	s.add(tEOF, len(src), len(src))
}

var pairs = map[string]kind{"=>": tFatArrow, "==": tEqual, "!=": tNotEqual, "<=": tLessEq, ">=": tGreaterEq, ":-": tTurnstile}

var singles = func() (table [128]kind) {
	for k, s := range spellings {
		if len(s) == 1 {
			table[s[0]] = kind(k)
		}
	}
	return
}()

func (s *scanner) punctuation(i int) int {
	if i+1 < len(s.src) && (s.src[i+1] == '=' || s.src[i+1] == '>' || s.src[i+1] == '-') {
		if k, ok := pairs[s.src[i:i+2]]; ok {
			s.add(k, i, i+2)
			return i + 2
		}
	}
	if c := s.src[i]; c < 128 && singles[c] != tEOF {
		s.add(singles[c], i, i+1)
		return i + 1
	}
	return s.stranger(i)
}

// word reads a bare name. One with dots may have blanks beside them: nn . conv2d.
func (s *scanner) word(i int) int {
	src := s.src
	j := nameEnd(src, i+1)
	if src[i] != '/' {
		if k, ok := keywords[src[i:j]]; ok {
			if k == tMatch && j < len(src) && src[j] == '?' {
				k, j = tMatchPartial, j+1
				s.v005.note(span(i, j), "`match?`")
			}
			if s.add(k, i, j); k != tWild {
				s.toks[len(s.toks)-1].sym = s.syms.InternString(src[i:j])
			}
			return j
		}
	}
	if s.last() == tDot {
		s.named(tName, i, j)
		return j
	}
	end, parts := j, ""
	for {
		dot := skipBlanks(src, end)
		if dot >= len(src) || src[dot] != '.' {
			break
		}
		next := skipBlanks(src, dot+1)
		if next >= len(src) || !isLetter(src[next]) || dot == end && next > dot+1 { // a full stop
			break
		}
		to := nameEnd(src, next+1)
		if keywords[src[next:to]] == tWild {
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
		s.named(tName, i, end)
	} else {
		s.add(tName, i, end)
		s.toks[len(s.toks)-1].sym = s.syms.InternString(parts)
	}
	if text := src[i:end]; text == "inff" {
		s.toks[len(s.toks)-1].kind = tFloat
	}
	return end
}

func skipBlanks(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	return i
}

func span(start, end int) lang.Span { return lang.Span{Start: int32(start), End: int32(end)} }

// local reads %name or %12.
func (s *scanner) local(i int) int {
	src := s.src
	j := i + 1
	switch {
	case j < len(src) && isDigit(src[j]):
		for j < len(src) && isDigit(src[j]) {
			j++
		}
		if j < len(src) && isLetter(src[j]) {
			j = nameEnd(src, j)
			return s.bad(i, j, "`"+lang.Clip(src[i:j])+"` is no name: what begins with a digit is the number of a graph variable", "not a name")
		}
		s.named(tGraph, i, j)
	case j < len(src) && (isLetter(src[j]) || src[j] == '/' && j+1 < len(src) && isLetter(src[j+1])):
		j = nameEnd(src, j+1)
		s.named(tLocal, i, j)
	default:
		return s.bad(i, j, "`%` begins the name of a local variable, and no name follows", "a name is missing")
	}
	return j
}

// bad reports characters that are no token.
func (s *scanner) bad(i, j int, message, label string) int {
	s.report(lang.BadCharacter, i, j, message, label)
	s.add(tBad, i, j)
	return j
}

// number reads a literal whose digits begin at i, after the minus signs from start on.
func (s *scanner) number(start, i int) int {
	src := s.src
	j := digits(src, i)
	if s.last() == tDot && start == i { // %t.0.1 is two projections
		s.named(tInt, start, j)
		return j
	}
	float := false
	if j < len(src) && src[j] == '.' {
		if to := digits(src, j+1); to > j+1 {
			j, float = to, true
		} else if j+1 < len(src) && src[j+1] == 'f' {
			j, float = j+1, true
		}
	}
	if j < len(src) && (src[j] == 'e' || src[j] == 'E') {
		to := j + 1
		if to < len(src) && (src[to] == '+' || src[to] == '-') {
			to++
		}
		if end := digits(src, to); end > to {
			j, float = end, true
		}
	}
	at := j
	for j < len(src) && (isLetter(src[j]) || isDigit(src[j])) {
		j++
	}
	suffix := src[at:j]
	k := tInt
	if float || strings.HasPrefix(suffix, "f") {
		k = tFloat
	}
	s.named(k, start, j)
	s.checkNumber(start, at, j, k, suffix)
	return j
}

func digits(s string, i int) int {
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i
}

// checkNumber reports a literal that is none, or does not fit its width.
func (s *scanner) checkNumber(start, at, end int, k kind, suffix string) {
	text := s.src[start:end]
	name := "`" + lang.Clip(text) + "`"
	if k == tFloat {
		switch suffix {
		case "f", "f16", "f32", "f64":
		case "":
			d := s.report(lang.BadCharacter, start, end, name+" has no width: a number with a point or an exponent ends with `f`, `f16`, `f32` or `f64`", "a suffix is missing")
			d.Fixes = lang.Sure("write `"+lang.Clip(text)+"f`", span(end, end), "f")
		default:
			s.report(lang.BadCharacter, start, end, name+" is no number: its suffix is `f`, `f16`, `f32` or `f64`", "no such suffix")
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
		d := s.report(lang.BadCharacter, start, end, name+" has no such width: integer literals have 16, 32 or 64 bits", "no such width")
		to := "int8"
		if suffix == "u8" {
			to = "uint8"
		}
		d.Fixes = lang.Sure("cast a number of 32 bits", span(start, end), "cast("+s.src[start:at]+", dtype=\""+to+"\")")
		return
	default:
		d := s.report(lang.BadCharacter, start, end, name+" is no number: the suffix of an integer is `i16`, `i32`, `i64` or `i`", "not a number")
		if start == at {
			d.Label = lang.Text("not a name: it begins with a digit")
		}
		return
	}
	if _, err := strconv.ParseInt(number(s.src[start:at]), 10, bits); err != nil {
		s.report(lang.BadCharacter, start, end, fmt.Sprintf("%s does not fit in %d bits", name, bits), "too large")
	}
}

// number is the text of an integer with at most one minus sign.
func number(text string) string {
	rest := strings.TrimLeft(text, "-")
	if (len(text)-len(rest))%2 == 1 {
		return "-" + rest
	}
	return rest
}

// minus reads an arrow, a literal with the signs before it, or an operator.
func (s *scanner) minus(i int) int {
	src := s.src
	if j := skipBlanks(src, i+1); j < len(src) && src[j] == '>' && (j == i+1 || j+1 == len(src) || src[j+1] != '=') {
		s.add(tArrow, i, j+1)
		return j + 1
	}
	if !s.last().endsOperand() {
		j := i
		for j < len(src) && src[j] == '-' {
			j++
		}
		if j < len(src) && isDigit(src[j]) {
			return s.number(i, j)
		}
		if strings.HasPrefix(src[j:], "inff") && nameEnd(src, j) == j+len("inff") {
			s.named(tFloat, i, j+len("inff"))
			return j + len("inff")
		}
	}
	s.add(tMinus, i, i+1)
	return i + 1
}

// slash reads a comment, a name that begins with a slash, or an operator.
func (s *scanner) slash(i int) int {
	src := s.src
	if i+1 < len(src) {
		switch c := src[i+1]; {
		case c == '/':
			j := lineEnd(src, i)
			s.comments = append(s.comments, span(i, j))
			s.v005.note(span(i, i+2), "a comment behind `//`")
			return j
		case c == '*':
			s.v005.note(span(i, i+2), "a comment in `/* */`")
			return s.block(i)
		case isLetter(c) && !s.last().endsOperand():
			return s.word(i)
		}
	}
	s.add(tSlash, i, i+1)
	return i + 1
}

// block reads a comment in which others may be nested.
func (s *scanner) block(i int) int {
	src := s.src
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
			s.comments = append(s.comments, span(i, j))
			return j
		}
	}
	s.wreck = i
	d := s.report(lang.UnterminatedComment, i, i+2, "this comment is never closed", "no `*/` follows")
	if depth > 1 {
		d.Notes = lang.Texts("comments nest: each `/*` within it needs a `*/` of its own")
	}
	s.comments = append(s.comments, span(i, len(src)))
	return len(src)
}

// lineEnd is where the line of i ends.
func lineEnd(src string, i int) int {
	if n := strings.IndexAny(src[i:], "\r\n"); n >= 0 {
		return i + n
	}
	return len(src)
}

// hash reads a comment, the header, or the section of metadata.
func (s *scanner) hash(i int) int {
	src := s.src
	if rest, ok := strings.CutPrefix(src[i:], "#["); ok {
		line := rest[:lineEnd(rest, 0)]
		word := strings.TrimSpace(line)
		if after, ok := strings.CutPrefix(word, "version"); ok {
			j := lineEnd(src, i)
			text := strings.TrimSpace(after)
			text, equals := strings.CutPrefix(text, "=")
			text = strings.TrimSpace(text)
			text, quoted := strings.CutPrefix(text, `"`)
			release, tail, closed := strings.Cut(text, `"`)
			if k := strings.Index(src[i:j], "]"); equals && quoted && closed && k >= 0 && strings.HasPrefix(strings.TrimSpace(tail), "]") {
				j = i + k + 1
				s.header(span(i, j), release)
				return j
			}
			return s.bad(i, j, "the header is written `#[version = \"0.0.5\"]`", "not a header")
		}
		if strings.HasPrefix(word, "metadata") && strings.HasPrefix(strings.TrimSpace(word[len("metadata"):]), "]") {
			s.metadata = span(i, len(src))
			s.v005.note(span(i, i+2), "a section of metadata")
			return len(src)
		}
	}
	j := lineEnd(src, i)
	s.comments = append(s.comments, span(i, j))
	s.doc.note(span(i, i+1), "a comment behind `#`")
	return j
}

func (s *scanner) header(at lang.Span, release string) {
	if !s.version.Empty() || len(s.toks) > 0 {
		s.report(lang.UnexpectedToken, int(at.Start), int(at.End), "the header stands only at the beginning of a file", "not the beginning").
			Fixes = lang.Sure("delete it", at, "")
		return
	}
	s.version, s.release = at, release
	if release != "0.0.5" {
		d := s.report(lang.UnknownDialect, int(at.Start), int(at.End), "the text is read as version 0.0.5, and the header says "+strconv.Quote(lang.Clip(release)), "another version")
		d.Severity = lang.Warning
		d.Fixes = lang.Sure("write 0.0.5", at, `#[version = "0.0.5"]`)
	}
}

// str reads a string, which has no escapes.
func (s *scanner) str(i int) int {
	j := strings.IndexByte(s.src[i+1:], '"')
	if j < 0 {
		end := lineEnd(s.src, i)
		s.wreck = i
		s.report(lang.UnterminatedString, i, end, "this string is never closed", "no closing `\"` follows")
		s.named(tString, i, end)
		return end
	}
	s.named(tString, i, i+j+2)
	return i + j + 2
}

// stranger reports a character that begins nothing.
func (s *scanner) stranger(i int) int {
	r, n := utf8.DecodeRuneInString(s.src[i:])
	j := i + n
	if unicode.IsLetter(r) {
		for j < len(s.src) {
			r, n := utf8.DecodeRuneInString(s.src[j:])
			if r < utf8.RuneSelf || !unicode.IsLetter(r) && !unicode.IsMark(r) {
				break
			}
			j += n
		}
		s.bad(i, j, "`"+lang.Clip(s.src[i:j])+"` cannot stand in a name", "not a letter of a name")
		s.diags[len(s.diags)-1].Help = lang.Texts("names consist of the letters a to z and A to Z, digits, `_` and `/`")
		return j
	}
	if r == 0xA0 || r == 0xFEFF || unicode.IsSpace(r) {
		return j
	}
	for j < len(s.src) && s.src[j] == s.src[i] && n == 1 {
		j++
	}
	name := fmt.Sprintf("`%c`", r)
	if !unicode.IsPrint(r) || r == '`' {
		name = fmt.Sprintf("U+%04X", r)
	}
	s.bad(i, j, "the character "+name+" begins nothing", "not part of the language")
	if r == '&' || r == '|' || r == '!' {
		s.diags[len(s.diags)-1].Help = lang.Texts("truth values are combined by `logical_and`, `logical_or` and `logical_not`")
	}
	return j
}

// pair finds the `<` that enclose types before a `(`: explicit type arguments, and no
// comparisons.
func pair(toks []tok) {
	var open []int // brackets and `<` that are open, by token
	for i := range toks {
		switch k := toks[i].kind; k {
		case tLess, tLParen, tLBrack:
			open = append(open, i)
		case tRParen, tRBrack:
			for len(open) > 0 && toks[open[len(open)-1]].kind == tLess {
				open = open[:len(open)-1]
			}
			if n := len(open); n > 0 && toks[open[n-1]].kind.partner() == k {
				open = open[:n-1]
			} else {
				open = open[:0]
			}
		case tGreater:
			if n := len(open); n > 0 && toks[open[n-1]].kind == tLess {
				at := open[n-1]
				open = open[:n-1]
				if at > 0 && toks[at-1].end == toks[at].start && i+1 < len(toks) && toks[i+1].kind == tLParen && i > at+1 {
					toks[at].pair = int32(i)
				}
			}
		case tName, tInt, tComma, tQuestion, tArrow, tFn, tWild, tColon, tPlus, tMinus, tStar, tSlash:
		default:
			open = open[:0]
		}
	}
}
