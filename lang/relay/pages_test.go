package relay

import (
	"testing"

	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
)

// A page is right about its programs: the bad one has exactly its code, the good one has no diagnostics. A fix of the
// bad one removes all its diagnostics.
func TestPages(t *testing.T) {
	for _, p := range Pages {
		if ds := all(lang.NewFile("bad.rly", []byte(p.Bad))); len(ds) != 1 || ds[0].Code != p.Code ||
			ds[0].Severity != p.Severity {
			t.Errorf("%s\nwant %s %s alone, got %v", p.Bad, p.Severity, p.Code, ds)
		}
		if ds := all(lang.NewFile("good.rly", []byte(p.Good))); len(ds) > 0 {
			t.Errorf("%s\nwant nothing, got %v", p.Good, ds)
		}
		text := syntaxtest.Repaired(t, p.Bad, all)
		if ds := all(lang.NewFile("fixed.rly", []byte(text))); text != p.Bad && len(ds) > 0 {
			t.Errorf("%s\nis repaired to\n%s\n%v", p.Bad, text, ds)
		}
	}
}

// Each reported code has a page.
func TestEveryCodeHasPage(t *testing.T) {
	for _, c := range testCases(t) {
		for _, d := range all(lang.NewFile(c.ID, []byte(c.Source))) {
			if _, ok := Pages.Of(d.Code); !ok {
				t.Errorf("%s has no page", d.Code)
			}
		}
	}
}
