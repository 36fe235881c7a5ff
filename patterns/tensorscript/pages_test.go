package tensorscript

import (
	"slices"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// limits are the limits under which the programs of pages have the errors of the page.
var limits = map[lang.Code]patterns.Limits{lang.NodeLimit: {Nodes: 100}, lang.DepthLimit: {Depth: 3}}

// The program of a page has exactly the error that the page is about, and the fixed program has none.
func TestPages(t *testing.T) {
	codes := func(source string, limits patterns.Limits) (list []lang.Code) {
		r := analyze(t.Context(), lang.NewFile("a.trs", []byte(source)), language.Options{Settings: language.Settings{Limits: limits}})
		for _, d := range r.Diagnostics {
			list = append(list, d.Code)
		}
		return list
	}
	for _, p := range Pages {
		if got := codes(p.Bad, limits[p.Code]); !slices.Equal(got, []lang.Code{p.Code}) {
			t.Errorf("%s: %q has %v", p.Code, p.Bad, got)
		}
		if got := codes(p.Bad, patterns.Limits{}); len(got) > 0 && limits[p.Code] != (patterns.Limits{}) {
			t.Errorf("%s: %q has %v without a limit", p.Code, p.Bad, got)
		}
		if got := codes(p.Good, limits[p.Code]); len(got) > 0 {
			t.Errorf("%s: %q has %v", p.Code, p.Good, got)
		}
	}
}
