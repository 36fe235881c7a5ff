package k

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// scan makes tokens from the text from i on; the last one is syntax.EOF. It reports and skips everything that it cannot
// read: the parser sees that only in the next token, and does not report errors that may be consequences. It works on a
// string, so that interned names are parts of the source text and cost no allocation.
func (s *parser) scan(i int) {
	s.unclosed, s.noComment, s.mixed, s.longString = [2]bool{}, false, nil, lang.Span{}
	s.statement = lang.Span{}
	s.findings, s.junk = s.findings[:0], 0
	src, lex := s.Src, s.lex
	for s.Begin(i); i < len(src); {
		k, j, sym := syntax.EOF, i+1, lang.NoSym
		c := src[i]
		switch class := lex.class[c]; { // conditions, since a jump by class is often predicted wrongly
		case class == cBlank:
			i++
			continue
		case class == cName:
			for j < len(src) && lex.inName[src[j]] {
				j++
			}
			k, sym = syntax.Name, s.Syms.InternString(src[i:j])
		case class == cSingle:
			k = singles[c]
		case class == cDot:
			if k = syntax.Dot; strings.HasPrefix(src[i:], "...") {
				k, j = tEllipsis, i+3
			}
		case class == cLine:
			i++
			s.NewLine(i)
			continue
		default:
			if k, j, sym = s.token(class, i); k == syntax.EOF {
				i = j
				continue
			}
		}
		s.Look(i)
		if s.junk != 0 {
			s.record()
		}
		s.Add(k, i, j)
		s.Toks[len(s.Toks)-1].Sym = sym
		i = j
	}
	s.record()
	s.Add(syntax.EOF, len(src), len(src))
}

// record records what was found in the next token, or before it.
func (s *parser) record() {
	s.findings = append(s.findings, finding{len(s.Toks), s.junk})
	s.junk = 0
}

// token scans a token of a class at i, a comment, or text that it cannot read. It returns syntax.EOF for the last two,
// the end, and the symbol of a token with one.
func (s *parser) token(of class, i int) (k syntax.Kind, j int, sym lang.Sym) {
	src, lex := s.Src, s.lex
	j = i + 1
	switch of {
	case cBox:
		return s.box(i), j, lang.NoSym

	case cPipe:
		if s.read == K4 { // if no vector is built anywhere, this may be the tag of a variant
			for j < len(src) && (lex.class[src[j]] == cBlank || lex.class[src[j]] == cLine) {
				j++
			}
			switch isLabel := j < len(src) &&
				(lex.begins(src[j]) || lex.class[src[j]] == cQuote || syntax.IsDigit(src[j])); {
			case isLabel && j == i+1:
				s.mayBeLater(span(i, i+2))
			case isLabel && lex.begins(src[j]):
				s.apart.name = true
			case isLabel:
				s.apart.constant = true
			}
			j = i + 1
		}
		return tBar, j, lang.NoSym

	case cDigit:
		return s.number(i, i)

	case cMinus:
		switch {
		case strings.HasPrefix(src[j:], "-") && !s.signedName(i):
			return syntax.EOF, s.lineComment(i), lang.NoSym
		case s.read == K6:
			return s.name(syntax.Name, i)
		case syntax.Digits.At(src, j) && src[j] != '0' && !s.definesWord(i):
			return s.number(i, j)
		}

	case cPlus:
		if strings.HasPrefix(src[i:], "+++") && !equalsAt(src, i+3) {
			s.noteEarlier(i, i+3)
			return tMark, i + 3, lang.NoSym
		}

	case cSlash:
		switch {
		case strings.HasPrefix(src[j:], "/"):
			return syntax.EOF, s.lineComment(i), lang.NoSym
		case strings.HasPrefix(src[j:], "*"):
			return syntax.EOF, s.blockComment(i), lang.NoSym
		case s.read == K6:
			return syntax.Slash, j, lang.NoSym
		case syntax.Digits.At(src, j):
			s.mayBeLater(span(i, i+2)) // the division by a tag, or of numbers
		}

	case cBackslash:
		switch {
		case s.read == K4:
		case strings.HasPrefix(src[j:], `\`):
			return syntax.EOF, s.lineComment(i), lang.NoSym
		default:
			return tBar, j, lang.NoSym
		}

	case cAt:
		if s.read == K6 && j < len(src) && lex.begins(src[j]) && !strings.HasPrefix(src[j:], "--") {
			return s.name(tAt, i)
		}

	case cTilde:
		if s.read == K6 {
			return tMark, j, lang.NoSym
		}

	case cHash:
		return syntax.EOF, s.lineComment(i), lang.NoSym

	case cQuote:
		j, sym = s.str(i)
		return syntax.String, j, sym

	case cHigh:
		if r, n := utf8.DecodeRuneInString(src[i:]); IsBlank(r) {
			return syntax.EOF, i + n, lang.NoSym
		}
	}
	return syntax.EOF, s.bad(i), lang.NoSym
}

// name scans a name whose first byte is at i.
func (s *parser) name(k syntax.Kind, i int) (syntax.Kind, int, lang.Sym) {
	j := s.lex.inName.End(s.Src, i+1)
	return k, j, s.Syms.InternString(s.Src[i:j])
}

// box scans a token that only the earlier dialect has.
func (s *parser) box(i int) syntax.Kind {
	k := singles[s.Src[i]]
	if s.read == K4 {
		s.noteEarlier(i, i+1)
		return k
	}
	what, instead := "a vector", "k6 has products and unions, but not vectors"
	if k == tCaret {
		what = "the boxing of a vector"
	}
	s.earlierDialect(i, i+1, what, instead)
	s.junk |= hasWreck // the contents of its brackets are not of this dialect either
	return k
}

// noteEarlier records a token that only the earlier dialect has.
func (s *parser) noteEarlier(i, j int) {
	if s.earlier.Empty() {
		s.earlier = span(i, j)
	}
}

// number scans the digits from i on. "007" is three numbers: none begins with a superfluous zero. A defined name, as in
// `1st = …;`, is one name of the later dialect.
func (s *parser) number(start, i int) (syntax.Kind, int, lang.Sym) {
	src := s.Src
	j := i + 1
	if src[i] != '0' {
		j = syntax.Digits.End(src, j)
	}
	if s.lex.inName.At(src, j) && s.definesWord(start) {
		j = laterLexicon.inName.End(src, j)
	}
	if start > 0 && src[start-1] == '$' {
		s.mayBeLater(span(start-1, j))
	}
	if end := syntax.Digits.End(src, min(j+1, len(src))); s.read == K4 && end > j+1 && src[j] == '.' && s.Last() != syntax.Dot {
		s.Report(lang.BadCharacter, start, end, fmt.Sprintf("`%s` is not a whole number", lang.Clip(src[start:end])),
			"numbers have no fractions")
		s.junk |= hasReport
		return syntax.Int, end, s.Syms.InternString(src[start:j])
	}
	n, from, what := len(s.Toks), start, "a name"
	if s.Last() == tDollar {
		n, from, what = n-1, int(s.Toks[n-1].Start), "a type name"
	}
	if n == 0 || s.Toks[n-1].Kind == syntax.Semicolon || s.Toks[n-1].Kind == tMark {
		if equalsAt(src, j) && s.laterDialect(from, j, what) {
			j = len(src)
		}
	}
	return syntax.Int, j, s.Syms.InternString(src[start:j])
}

// lineComment records the comment at i and returns the offset of its line end.
func (s *parser) lineComment(i int) int { return s.comment(i, syntax.LineEnd(s.Src, i)) }

func (s *parser) comment(i, j int) int {
	s.Comments = append(s.Comments, span(i, j))
	return j
}

// blockComment records the comment at i and returns the offset after it. An unterminated comment ends where the next
// definition seems to begin: if it extended to the end of the file, it would hide all other errors.
func (s *parser) blockComment(i int) int {
	if !s.noComment {
		if n := strings.Index(s.Src[i+2:], "*/"); n >= 0 {
			j := i + 2 + n + 2
			if n := strings.LastIndexByte(s.Src[i:j], '\n'); n >= 0 {
				s.NewLine(i + n + 1)
			}
			return s.comment(i, j)
		}
	}
	s.noComment, s.Unfinished = true, true
	d := s.report(lang.UnterminatedComment, i, i+2, "this comment is never closed", "no `*/` follows")
	d.Help = lang.Texts("close the comment with `*/`")
	s.junk |= hasWreck
	for j := i + 2; ; {
		n := strings.IndexByte(s.Src[j:], '\n')
		if n < 0 {
			return len(s.Src)
		}
		if j += n + 1; s.definitionAt(j) {
			s.NewLine(j)
			return j
		}
	}
}

// definitionAt reports whether a definition seems to begin at i, the start of a line: a name and an equals sign, or a
// dollar, a name, an equals sign and a bracket. (In a filter, `$t=X` is a type with a variable.)
func (s *parser) definitionAt(i int) bool {
	src := s.Src
	isType := i < len(src) && src[i] == '$'
	if isType {
		i++
	}
	if i >= len(src) || !s.lex.begins(src[i]) || strings.HasPrefix(src[i:], "--") {
		return false
	}
	i = s.lex.inName.End(src, i)
	body, ok := strings.CutPrefix(strings.TrimLeft(src[i:], " \t"), "=")
	if ok && isType {
		body = strings.TrimLeft(body, " \t")
		return body != "" && strings.IndexByte("{<[@", body[0]) >= 0
	}
	return ok
}

// equalsAt reports whether an equals sign follows at i, after blanks and comments.
func equalsAt(src string, i int) bool {
	for i < len(src) {
		rest := src[i:]
		switch c := lexicon4.class[src[i]]; {
		case c == cBlank, c == cLine:
			i++
		case c == cHash, strings.HasPrefix(rest, "--"), strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, `\\`):
			i = syntax.LineEnd(src, i)
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

// report reports unreadable text.
func (s *parser) report(code lang.Code, start, end int, message, label string) *lang.Diagnostic {
	s.junk |= hasReport | hasHole
	return s.Report(code, start, end, message, label)
}

func span(start, end int) lang.Span { return lang.Span{Start: int32(start), End: int32(end)} }
