package syntax

import (
	"fmt"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
)

// A Scanner makes tokens from one part of a file. It reports text that it cannot read, and continues.
type Scanner struct {
	Src      string // up to the end of the part
	Syms     *lang.Symbols
	Toks     []Tok
	Watch    *cancel.Watch
	Comments []lang.Span
	Diags    []lang.Diagnostic
	Wreck    int // where an unterminated construct begins, or -1

	fresh     bool // the line has no token yet
	lineStart int
	indent    uint8 // of the line
	counted   int
	notKept   lang.Diagnostic // the last one; see Report
}

// Begin starts scanning at an offset.
func (s *Scanner) Begin(i int) {
	s.fresh, s.lineStart, s.Wreck, s.counted = true, i, -1, i
	s.Toks = slices.Grow(s.Toks[:0], (len(s.Src)-i)/4)
}

// Look checks from time to time whether work must end.
func (s *Scanner) Look(i int) {
	if i >= s.counted {
		s.look(i)
	}
}

//go:noinline
func (s *Scanner) look(i int) { // a function of its own, so that Look is inlined
	s.Watch.Steps(cancel.Few)
	s.counted = i + 4*cancel.Few
}

// NewLine begins a line at an offset.
func (s *Scanner) NewLine(i int) { s.fresh, s.lineStart = true, i }

// Report reports unreadable text. Of very many reports, one says where those begin that are not kept.
func (s *Scanner) Report(code lang.Code, start, end int, message, label string) *lang.Diagnostic {
	d := lang.Diagnostic{
		Code: code, Message: lang.Text(message), Label: lang.Text(label),
		Span: lang.Span{Start: int32(start), End: int32(end)},
	}
	if len(s.Diags) >= lang.MaxErrors {
		if len(s.Diags) == lang.MaxErrors {
			s.Diags = append(s.Diags, lang.Unreported(d.Span))
		}
		s.notKept = d
		return &s.notKept
	}
	s.Diags = append(s.Diags, d)
	return &s.Diags[len(s.Diags)-1]
}

// Add adds a token, and returns its end.
func (s *Scanner) Add(k Kind, start, end int) int {
	if s.fresh {
		s.indent = uint8(min(start-s.lineStart, math.MaxUint8))
	}
	s.Toks = append(s.Toks, Tok{})
	t := &s.Toks[len(s.Toks)-1]
	t.Kind, t.Line, t.Start, t.End, t.Indent = k, s.fresh, int32(start), int32(end), s.indent
	s.fresh = false
	return end
}

// Named is Add for a token with its text as symbol.
func (s *Scanner) Named(k Kind, start, end int) int {
	s.Add(k, start, end)
	s.Toks[len(s.Toks)-1].Sym = s.Syms.InternString(s.Src[start:end])
	return end
}

// Last returns the kind of the previous token, or EOF.
func (s *Scanner) Last() Kind {
	if n := len(s.Toks); n > 0 {
		return s.Toks[n-1].Kind
	}
	return EOF
}

// Unreadable reports characters that are not a token.
func (s *Scanner) Unreadable(start, end int, message, label string) *lang.Diagnostic {
	s.Add(BadToken, start, end)
	return s.Report(lang.BadCharacter, start, end, message, label)
}

// Stranger reports a character that begins no token, or letters that are not allowed in names, and adds them as
// unreadable. It returns their end and the diagnostic. names lists what names contain besides letters, as in "digits
// and `_`".
func (s *Scanner) Stranger(i int, names string) (int, *lang.Diagnostic) {
	j, d := s.Strange(i, names)
	s.Add(BadToken, i, j)
	return j, d
}

// Strange is Stranger without a token.
func (s *Scanner) Strange(i int, names string) (int, *lang.Diagnostic) {
	r, n := utf8.DecodeRuneInString(s.Src[i:])
	j := i + n
	if unicode.IsLetter(r) || unicode.IsMark(r) {
		for j < len(s.Src) {
			if r, n = utf8.DecodeRuneInString(s.Src[j:]); r < utf8.RuneSelf ||
				!unicode.IsLetter(r) && !unicode.IsMark(r) {
				break
			}
			j += n
		}
		d := s.Report(lang.BadCharacter, i, j, "`"+lang.Clip(s.Src[i:j])+"` is not allowed in a name",
			"not a letter of a name")
		d.Help = InNames(names)
		return j, d
	}
	for j < len(s.Src) && s.Src[j] == s.Src[i] && n == 1 {
		j++
	}
	label := "not part of the language"
	if !unicode.IsPrint(r) {
		label = "unprintable"
	}
	return j, s.Report(lang.BadCharacter, i, j, "unexpected character "+CharName(r), label)
}

// InNames is help about names, which contain letters and some more.
func InNames(more string) []lang.Phrase {
	return lang.Texts("names consist of the letters a to z and A to Z, " + more)
}

// CharName writes a character visibly.
func CharName(r rune) string {
	switch {
	case r == '`':
		return "\"`\""
	case unicode.IsPrint(r):
		return fmt.Sprintf("`%c`", r)
	}
	return fmt.Sprintf("U+%04X", r)
}
