package relay

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// A Dialect is one of the two forms in which programs are written. One parser reads both,
// and either has the constructs of the other: a dialect decides only how results are
// printed, and what is told of a text that mixes them.
type Dialect uint8

const (
	// Auto is the dialect that a text shows.
	Auto Dialect = iota

	// V005 is the text format: a header, comments behind //, type parameters in brackets,
	// `type` with constructors between commas, clauses with =>.
	V005

	// Doc is the notation of the documents: comments behind #, type parameters in angles
	// with kinds, `data` with signatures, clauses with `case`.
	Doc
)

// Dialects are the names of the dialects, by number.
var Dialects = [...]string{Auto: "auto", V005: "v005", Doc: "doc"}

func (d Dialect) String() string { return Dialects[d] }

// DialectOf returns the dialect of a name.
func DialectOf(name string) (Dialect, bool) {
	d := slices.Index(Dialects[:], name)
	return Dialect(max(d, 0)), d >= 0
}

// settle decides the dialect of a part that was read, and warns where it has a construct
// of the other one. A header settles it, then whoever asked, then the first construct that
// only one of them has.
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
