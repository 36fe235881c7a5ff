package relay

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// A Dialect is one of the two forms in which programs are written. One parser reads both, and either may use constructs
// of the other: a dialect decides only how results are printed, and what is reported about a text that mixes them.
type Dialect uint8

const (
	// Auto detects the dialect of a text.
	Auto Dialect = iota

	// V005 is the text format: a header, comments after //, type parameters in brackets, `type` with constructors
	// separated by commas, clauses with =>.
	V005

	// Doc is the notation of the documents: comments after #, type parameters in angle brackets with kinds, `data` with
	// signatures, clauses with `case`.
	Doc
)

// Dialects are the names of the dialects, by number.
var Dialects = [...]string{Auto: "auto", V005: "v005", Doc: "doc"}

func (d Dialect) String() string { return Dialects[d] }

// DialectOf returns the dialect with a name.
func DialectOf(name string) (Dialect, bool) {
	d := slices.Index(Dialects[:], name)
	return Dialect(max(d, 0)), d >= 0
}

// settle decides the dialect of a parsed part, and warns about a construct of the other one. A header has precedence,
// then the caller's choice, then the first construct that only one dialect has.
func (s *parser) settle(asked Dialect) Dialect {
	d, why := asked, lang.Related{}
	switch {
	case !s.version.Empty():
		d, why = V005, lang.Related{Span: s.version, Message: lang.Text("this line says so")}
	case d != Auto:
	case s.doc.what == "" || s.v005.what != "" && s.v005.at.Start < s.doc.at.Start:
		d = V005
	default:
		d = Doc
	}
	own, other, name := s.v005, s.doc, Doc
	if d == Doc {
		own, other, name = s.doc, s.v005, V005
	}
	if other.what == "" {
		return d
	}
	if why.Message == nil && own.what != "" {
		why = lang.Related{Span: own.at, Message: lang.Text(own.what + " is of " + d.String())}
	}
	w := s.Report(lang.OtherDialect, int(other.at.Start), int(other.at.End),
		other.what+" belongs to the dialect "+name.String()+", and this file is read as "+d.String(), "another dialect")
	w.Severity = lang.Warning
	if why.Message != nil {
		w.Related = []lang.Related{why}
	}
	return d
}
