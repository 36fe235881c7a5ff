package k

import (
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
)

// A damage is the extent of the uncertainty around unreadable text.
type damage uint8

const (
	noDamage damage = iota
	aHole           // some characters are missing
	aWreck          // the boundaries of tokens are uncertain up to the end of the definition
)

// A scanner turns bytes into tokens, one at a time. It works on a string so that interned names are parts of the source
// text and cost no allocation.
//
// It reports and skips everything that it cannot read; the parser sees that only in junk, and does not report errors
// that may be consequences.
type scanner struct {
	file *lang.File
	src  string
	syms *lang.Symbols

	lex  *lexicon
	read Dialect // the dialect in which the text is parsed: K4 or K6

	asked    Dialect   // the requested dialect
	settled  lang.Span // the line of the text that sets the dialect, if there is one
	earlier  lang.Span // the first token that only the earlier dialect has
	hint     lang.Span // the first text that shows the later dialect if nothing shows the earlier one
	evidence lang.Span // a construct of the later dialect, the reason why the text is parsed as that

	off        int   // where the next token begins
	tok        token // the current token
	start, end int   // its place
	sym        lang.Sym
	prevEnd    int    // the end of the previous token
	junk       damage // the damage of the text skipped before it

	escapes     int       // number of invalid escapes in the current string
	moreEscapes lang.Span // from the first to the last of those that are not reported one by one

	comments []lang.Span
	diags    []lang.Diagnostic
	context  string // the definition of diagnostics

	unfinished  bool      // the text ends within a token, or within an unfinished construct
	unclosed    [2]bool   // a string with this quote runs to the end of the file
	noComment   bool      // no further "*/" follows
	dialectSeen bool      // a construct of the other dialect is already reported
	longString  lang.Span // the last string that spans lines
	swallowed   lang.Span // the last of them that seems to contain a definition
	buf         []byte    // for decoding strings
}

// next reads the next token into tok, start, end and sym.
func (s *scanner) next() {
	s.prevEnd = s.end
	s.junk = noDamage
	src, lex := s.src, s.lex
	i := s.off
	for i < len(src) {
		c := src[i]
		switch lex.class[c] {
		case cBlank:
			i++
			continue

		case cName: // like word, which would not be inlined
			j := i + 1
			for j < len(src) && lex.inName[src[j]] {
				j++
			}
			s.sym = s.syms.InternString(src[i:j])
			s.set(tName, i, j)
			return

		case cSingle:
			s.set(singles[c], i, i+1)
			return

		case cBox:
			s.box(i)
			return

		case cPipe:
			if s.read == K4 && i+1 < len(src) &&
				(lex.begins(src[i+1]) || lex.class[src[i+1]] == cQuote || isDigit(src[i+1])) {
				s.mayBeLater(i, i+2) // if no vector is built anywhere, this is the tag of a variant
			}
			s.set(tPipe, i, i+1)
			return

		case cDot:
			if strings.HasPrefix(src[i:], "...") {
				s.set(tEllipsis, i, i+3)
			} else {
				s.set(tDot, i, i+1)
			}
			return

		case cDigit:
			s.number(i, i)
			return

		case cMinus:
			if i+1 < len(src) {
				if d := src[i+1]; d == '-' && !s.signedName(i) {
					i = s.lineComment(i)
					continue
				} else if d != '-' && s.read == K4 && d >= '1' && d <= '9' && !s.definesWord(i) {
					s.number(i, i+1)
					return
				}
			}
			if s.read == K6 {
				s.word(i)
				return
			}

		case cPlus:
			if strings.HasPrefix(src[i:], "+++") && !equalsAt(src, i+3) {
				s.noteEarlier(i, i+3)
				s.set(tMark, i, i+3)
				return
			}

		case cSlash:
			if i+1 < len(src) {
				if src[i+1] == '/' {
					i = s.lineComment(i)
					continue
				}
				if src[i+1] == '*' {
					i = s.blockComment(i)
					continue
				}
				if s.read == K4 && isDigit(src[i+1]) {
					s.mayBeLater(i, i+2) // the division by a tag, or of numbers
				}
			}
			if s.read == K6 {
				s.set(tSlash, i, i+1)
				return
			}

		case cBackslash:
			if s.read == K6 {
				if i+1 < len(src) && src[i+1] == '\\' {
					i = s.lineComment(i)
					continue
				}
				s.set(tPipe, i, i+1)
				return
			}

		case cAt:
			if s.read == K6 && i+1 < len(src) && lex.begins(src[i+1]) && !strings.HasPrefix(src[i+1:], "--") {
				s.word(i)
				s.tok = tAt
				return
			}

		case cTilde:
			if s.read == K6 {
				s.set(tMark, i, i+1)
				return
			}

		case cHash:
			i = s.lineComment(i)
			continue

		case cQuote:
			s.str(i)
			return

		case cHigh:
			if r, n := utf8.DecodeRuneInString(src[i:]); IsBlank(r) {
				i += n
				continue
			}
		}
		i = s.bad(i)
	}
	s.set(tEOF, len(src), len(src))
}

func (s *scanner) set(t token, start, end int) {
	s.tok, s.start, s.end, s.off = t, start, end, end
}

// word scans a name whose first byte is at i.
func (s *scanner) word(i int) {
	j := s.lex.nameEnd(s.src, i+1)
	s.sym = s.syms.InternString(s.src[i:j])
	s.set(tName, i, j)
}

// box scans a token that only the earlier dialect has.
func (s *scanner) box(i int) {
	s.set(singles[s.src[i]], i, i+1)
	if s.read == K4 {
		s.noteEarlier(i, i+1)
		return
	}
	what, instead := "a vector", "k6 has products and unions and no vectors"
	if s.tok == tCaret {
		what = "the boxing of a vector"
	}
	s.earlierDialect(i, i+1, what, instead)
	s.junk = aWreck // the contents of its brackets are not of this dialect either
}

// noteEarlier records a token that only the earlier dialect has.
func (s *scanner) noteEarlier(i, j int) {
	if s.earlier.Empty() {
		s.earlier = lang.Span{Start: int32(i), End: int32(j)}
	}
}

// number scans the digits from i on. "007" is three numbers: none begins with a superfluous zero. A defined name, as in
// `1st = …;`, is one name of the later dialect.
func (s *scanner) number(start, i int) {
	src := s.src
	j := i + 1
	if src[i] != '0' {
		for j < len(src) && isDigit(src[j]) {
			j++
		}
	}
	if j < len(src) && s.lex.inName[src[j]] && s.definesWord(start) {
		j = laterLexicon.nameEnd(src, j)
	}
	if start > 0 && src[start-1] == '$' {
		s.mayBeLater(start-1, j)
	}
	s.sym = s.syms.InternString(src[start:j])
	s.set(tInt, start, j)
}

// lineComment records the comment at i and returns the offset of its line end.
func (s *scanner) lineComment(i int) int {
	j := lineEnd(s.src, i)
	s.comments = append(s.comments, lang.Span{Start: int32(i), End: int32(j)})
	return j
}

// lineEnd returns the offset of the line feed or carriage return that ends the line of i.
func lineEnd(src string, i int) int {
	if n := strings.IndexByte(src[i:], '\n'); n >= 0 {
		src = src[:i+n]
	}
	if n := strings.IndexByte(src[i:], '\r'); n >= 0 {
		return i + n
	}
	return len(src)
}

// blockComment records the comment at i and returns the offset after it. An unterminated comment ends where the next
// definition seems to begin: if it extended to the end of the file, it would hide all other errors.
func (s *scanner) blockComment(i int) int {
	if !s.noComment {
		if n := strings.Index(s.src[i+2:], "*/"); n >= 0 {
			j := i + 2 + n + 2
			s.comments = append(s.comments, lang.Span{Start: int32(i), End: int32(j)})
			return j
		}
	}
	s.noComment, s.unfinished = true, true
	d := s.report(lang.UnterminatedComment, i, i+2, "this comment is never closed", "no `*/` follows")
	d.Help = lang.Texts("close the comment with `*/`")
	s.junk = aWreck
	j := i + 2
	for j < len(s.src) {
		n := strings.IndexByte(s.src[j:], '\n')
		if n < 0 {
			return len(s.src)
		}
		j += n + 1
		if s.definitionAt(j) {
			return j
		}
	}
	return j
}

// definitionAt reports whether a definition seems to begin at i, the start of a line: a name and an equals sign, or a
// dollar, a name, an equals sign and a bracket. (In a filter, `$t=X` is a type with a variable.)
func (s *scanner) definitionAt(i int) bool {
	src := s.src
	isType := i < len(src) && src[i] == '$'
	if isType {
		i++
	}
	if i >= len(src) || !s.lex.begins(src[i]) || strings.HasPrefix(src[i:], "--") {
		return false
	}
	i = s.lex.nameEnd(src, i)
	body, ok := strings.CutPrefix(strings.TrimLeft(src[i:], " \t"), "=")
	if ok && isType {
		body = strings.TrimLeft(body, " \t")
		return body != "" && strings.IndexByte("{<[@", body[0]) >= 0
	}
	return ok
}

// equalsFollows reports whether the token after the current one is an equals sign. It skips blanks and comments once,
// so callers that advance afterwards stay linear.
func (s *scanner) equalsFollows() bool { return equalsAt(s.src, s.end) }

func equalsAt(src string, i int) bool {
	for i < len(src) {
		rest := src[i:]
		switch c := lexicon4.class[src[i]]; {
		case c == cBlank:
			i++
		case c == cHash, strings.HasPrefix(rest, "--"), strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, `\\`):
			i = lineEnd(src, i)
		case strings.HasPrefix(rest, "/*"):
			n := strings.Index(rest[2:], "*/")
			if n < 0 {
				return false
			}
			i += 2 + n + 2
		default:
			return src[i] == '='
		}
	}
	return false
}

// report adds a diagnostic about unreadable text.
func (s *scanner) report(code lang.Code, start, end int, message, label string) *lang.Diagnostic {
	s.junk = max(s.junk, aHole)
	s.diags = append(s.diags, lang.Diagnostic{
		Code:       code,
		Message:    lang.Text(message),
		Span:       lang.Span{Start: int32(start), End: int32(end)},
		Label:      lang.Text(label),
		Definition: s.context,
	})
	return &s.diags[len(s.diags)-1]
}
