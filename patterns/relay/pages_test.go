package relay

import (
	"slices"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// limits are the limits under which the programs of pages have their page's error.
var limits = map[lang.Code]patterns.Limits{lang.NodeLimit: {Nodes: 65}, lang.DepthLimit: {Depth: 3}}

// TestPages checks that the bad program of each page has exactly the page's error, and the good one none.
func TestPages(t *testing.T) {
	codes := func(source string, limits patterns.Limits) (list []lang.Code) {
		o := language.Options{Settings: language.Settings{Dialect: "v005", Limits: limits}}
		for _, d := range Language.Analyze(t.Context(), lang.NewFile("a.rly", []byte(source)), o).Diagnostics {
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

// Messages of TVM lead to a page of Relay.
func TestToolMessages(t *testing.T) {
	all := language.Table{Language}
	for text, want := range map[string]lang.Code{
		"note: The Relay type checker is unable to show the following types match: Tensor[(8), float32]": lang.SizesDiffer,
		"Incompatible broadcast type TensorType([2, 3], float32) and TensorType([4, 3], float32)":        lang.RelationFails,
	} {
		m, name, ok := all.ToolMessage(text)
		if _, page := slices.Concat(Language.Pages, lang.SharedPages).Of(m.Code); !ok || name != "relay" || m.Code != want || !page {
			t.Errorf("%q: %v", text, m)
		}
	}
}
