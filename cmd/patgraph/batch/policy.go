package batch

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// A Policy determines how one source is analysed and judged. It has everything besides the text that may affect the
// result.
type Policy struct {
	Settings language.Settings
	Strict   bool                       // warnings count as errors
	Severity map[lang.Code]config.Level // of codes whose severity is not the default
	Select   []string                   // the beginnings of the codes to report; empty: all
	Ignore   []string                   // the beginnings of codes not to report

	// Library precedes the source; nil: none. IsLibrary means that only diagnostics of the source matter: without any, it
	// is left out.
	Library   *Library
	IsLibrary bool

	// Problems are the reasons why the source is not analysed, nil if it is. They are about Text, or about no text if
	// that is nil.
	Problems []lang.Diagnostic
	Text     *lang.File
}

// Reports reports whether a diagnostic is one of those to report.
func (p *Policy) Reports(d *lang.Diagnostic) bool {
	begins := func(with string) bool { return strings.HasPrefix(string(d.Code), with) }
	return !d.Code.Silenceable() ||
		!slices.ContainsFunc(p.Ignore, begins) && (len(p.Select) == 0 || slices.ContainsFunc(p.Select, begins))
}

// selected returns the diagnostics to report, and how many errors and warnings are left out.
func (p *Policy) selected(ds []lang.Diagnostic) (kept []lang.Diagnostic, hidden int) {
	if len(p.Select)+len(p.Ignore) == 0 {
		return ds, 0
	}
	kept = slices.DeleteFunc(slices.Clone(ds), func(d lang.Diagnostic) bool { return !p.Reports(&d) })
	return kept, counted(ds) - counted(kept)
}

// counted returns how many errors and warnings a summary counts.
func counted(ds []lang.Diagnostic) (n int) {
	for i := range ds {
		if d := &ds[i]; !d.Secondary && d.Severity != lang.Note {
			n++
		}
	}
	return n
}
