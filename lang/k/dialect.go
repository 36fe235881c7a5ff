package k

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// A Dialect is one of the two forms in which the language is written. They share most of their syntax, with different
// meanings in some cases.
type Dialect uint8

const (
	// Auto selects the dialect by constructs that only one of them has, or else the one in which a text has fewer errors.
	Auto Dialect = iota

	// K4 has literals, vectors and built-in functions. A bracket with one field is a variant, and .l reads the field of
	// a product and the tag of a variant.
	K4

	// K6 has only products and unions. A variant is made by |l and read by /l, so that a product may have one field;
	// names may begin with digits and signs.
	K6
)

// Dialects are the names of the dialects, by number.
var Dialects = [...]string{Auto: "auto", K4: "k4", K6: "k6"}

func (d Dialect) String() string { return Dialects[d] }

// other returns the dialect that a text may be in if it is not in this one.
func (d Dialect) other() Dialect {
	if d == K6 {
		return K4
	}
	return K6
}

// DialectOf returns the dialect with a name.
func DialectOf(name string) (Dialect, bool) {
	d := slices.Index(Dialects[:], name)
	return Dialect(max(d, 0)), d >= 0
}

// SingletonUnion reports whether a code or a closed filter with one label is a union in any bracket.
func (d Dialect) SingletonUnion() bool { return d != K6 }

// LabelText returns the shortest way to write a label in the dialect.
func (d Dialect) LabelText(s string) string {
	if d.isLabel(s) {
		return s
	}
	return Quote(s)
}

// isLabel reports whether a text is a label without quotes.
func (d Dialect) isLabel(s string) bool { return d.lexicon().isName(s) || d != K6 && IsInt(s) }

// Header returns the dialect that the first line of a text sets, a line comment as in `-- dialect: k6`, and the place
// of the name. ok reports whether the line has that form.
func Header(src string) (d Dialect, known bool, place lang.Span, ok bool) {
	start := 0
	if strings.HasPrefix(src, "\uFEFF") {
		start = len("\uFEFF")
	}
	rest := strings.TrimSpace(src[start:syntax.LineEnd(src, start)])
	for _, mark := range []string{"--", "//", "#", "%"} {
		after, comment := strings.CutPrefix(rest, mark)
		if !comment {
			continue
		}
		name, ok := strings.CutPrefix(strings.TrimSpace(after), "dialect:")
		if !ok {
			break
		}
		i := start + strings.Index(src[start:], "dialect:") + len("dialect:")
		i += len(name) - len(strings.TrimLeftFunc(name, unicode.IsSpace))
		name = strings.TrimSpace(name)
		d, known = DialectOf(name)
		return d, known, lang.Span{Start: int32(i), End: int32(i + len(name))}, true
	}
	return Auto, false, lang.Span{}, false
}

// header is Header without a copy of the text.
func header(src []byte) (d Dialect, known bool, place lang.Span, ok bool) {
	if line, _, _ := bytes.Cut(src, []byte("\n")); bytes.Contains(line, []byte("dialect:")) {
		return Header(string(line))
	}
	return Auto, false, lang.Span{}, false
}

// badHeader reports a header with an unknown dialect.
func badHeader(name string, place lang.Span) lang.Diagnostic {
	d := lang.Diagnostic{
		Code: lang.UnknownDialect, Severity: lang.Warning, Span: place, Label: lang.Text("no dialect has this name"),
		Message: lang.Say("there is no dialect `%s`", lang.Clip(name)),
		Help:    lang.Texts("the dialects are `k4` and `k6`"),
	}
	if place.Empty() {
		d.Message, d.Label = lang.Text("this line names no dialect"), lang.Text("a name is missing")
	}
	return d
}

// laterAt recognises constructs at i that only the later dialect has: a tag after a slash or a backslash, a canonical
// name after an at sign, the incremental mark "~", and defined names with a sign. It reports the first one of a file
// and returns the offset after it, or i if there is none.
func (s *parser) laterAt(i int) int {
	src := s.Src
	j, what := i, ""
	word := func(from int) int { return laterLexicon.inName.End(src, from) }
	switch c := src[i]; c {
	case '/', '\\':
		switch {
		case i+1 >= len(src):
		case c == '\\' && src[i+1] == '\\':
			j, what = syntax.LineEnd(src, i), "a comment after two backslashes"
		case s.lex.class[src[i+1]] == cName, syntax.IsDigit(src[i+1]) && (c == '\\' || len(s.mixed) > 0):
			j = word(i + 1)
		case s.lex.class[src[i+1]] == cQuote:
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
	if j > i && s.laterDialect(i, j, what) {
		return len(src)
	}
	return j
}

// mayBeLater records text that is an error in the earlier dialect but not in the later one: without other evidence it
// selects the later one.
func (s *parser) mayBeLater(at lang.Span) {
	if s.hint.Empty() || at.Start < s.hint.Start {
		s.hint = at
	}
}

// definesWord reports whether a sign or digit at i begins a name of the later dialect that is being defined. It reads
// at most 64 bytes, since it would read a longer run of signs and digits again and again.
func (s *parser) definesWord(i int) bool {
	most := min(len(s.Src), i+64)
	j := laterLexicon.inName.End(s.Src[:most], i+1)
	return j > i+1 && j < most && equalsAt(s.Src, j)
}

// signedName reports whether two signs at i are within a name that is being defined, as in `a--b = …;`, in a text that
// may be of the later dialect.
func (s *parser) signedName(i int) bool {
	return s.read == K4 && s.asked == Auto && i > 0 && laterLexicon.inName[s.Src[i-1]] && s.definesWord(i)
}

// laterDialect records a construct of the later dialect. In a text without evidence of the earlier one it decides the
// dialect, and the text is scanned again from its beginning; otherwise the first such construct is an error.
func (s *parser) laterDialect(i, j int, what string) (decides bool) {
	if s.asked == Auto && s.earlier.Empty() {
		s.evidence = span(i, j)
		return true
	}
	instead := "in k4 a variant is `{e tag}` and a projection `.tag`"
	switch {
	case s.Src[i] == '@':
		instead = "in k4 a type needs a name that the program defines"
	case strings.Contains(what, "name"):
		instead = "in k4 a name begins with a letter or `_` and has no sign"
	}
	s.otherDialect(i, j, what+" in k6", s.earlier, instead)
	return false
}

// earlierDialect records a construct of the earlier dialect in a text that is parsed as the later one.
func (s *parser) earlierDialect(i, j int, what, instead string) {
	s.otherDialect(i, j, what+" in k4", s.evidence, instead)
}

// otherDialect reports a construct of the other dialect: the first one up to a semicolon. The first report of a file
// says more than the others.
func (s *parser) otherDialect(i, j int, label string, evidence lang.Span, instead string) {
	s.junk |= hasReport | hasHole
	if i < int(s.statement.Start) || i >= int(s.statement.End) {
		end := len(s.Src)
		if n := strings.IndexByte(s.Src[i:], ';'); n >= 0 {
			end = i + n + 1
		}
		s.statement = span(i, end)
	}
	n, reported := s.mixed[s.statement.End]
	if reported && int(s.Diags[n].Span.Start) <= i || !reported && len(s.mixed) == mostMixed {
		return
	}
	other := s.read.other()
	d := lang.Diagnostic{
		Code: lang.OtherDialect, Span: span(i, j), Label: lang.Text(label), Help: lang.Texts(instead),
		Definition: s.context,
		Message: lang.Say("`%s` belongs to the dialect %s, and this file is read as %s", lang.Clip(s.Src[i:j]),
			other.String(), s.read.String()),
	}
	switch {
	case !evidence.Empty():
		d.Related = []lang.Related{{Span: evidence,
			Message: lang.Text("this is " + s.read.String() + ": a file is in one dialect")}}
	case s.settled.Empty():
		d.Help = append(d.Help, lang.Say("if the file is %s, say so in its first line: `-- dialect: %s`",
			other.String(), other.String()))
	}
	if !s.settled.Empty() {
		d.Related = []lang.Related{{Span: s.settled, Message: lang.Text("this line says so")}}
	}
	if reported {
		s.Diags[n] = d
		return
	}
	if s.mixed == nil {
		s.mixed = make(map[int32]int)
	}
	s.mixed[s.statement.End] = len(s.Diags)
	s.Diags = append(s.Diags, d)
}

// mostMixed bounds the constructs of the other dialect that are reported.
const mostMixed = 1000

// shortenMixed leaves out of the reports about constructs of the other dialect what an earlier one says.
func (s *parser) shortenMixed() {
	said := make(map[string]bool)
	for i, end := range slices.Sorted(maps.Keys(s.mixed)) {
		d := &s.Diags[s.mixed[end]]
		if i > 0 {
			d.Related, d.Help = nil, d.Help[:1]
		}
		if help := d.Help[0].String(); i > 0 && said[help] {
			d.Help = nil
		} else {
			said[help] = true
		}
	}
}
