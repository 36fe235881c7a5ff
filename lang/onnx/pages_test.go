package onnx

import (
	"testing"

	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
)

// A page is right about its programs: the bad one has exactly its code, the good one has no diagnostics. A fix of the
// bad one removes all its diagnostics.
func TestPages(t *testing.T) {
	for _, p := range Pages {
		bad := lang.NewFile("bad.onnxtxt", []byte(p.Bad))
		if ds := diagnose(bad); len(ds) != 1 || ds[0].Code != p.Code || ds[0].Severity != p.Severity {
			t.Errorf("%s\nwant %s %s alone, got %v", p.Bad, p.Severity, p.Code, syntaxtest.Found(bad, ds))
		}
		if ds := diagnose(lang.NewFile("good.onnxtxt", []byte(p.Good))); len(ds) > 0 {
			t.Errorf("%s\nwant nothing, got %v", p.Good, ds)
		}
		text := syntaxtest.Repaired(t, p.Bad, diagnose)
		if ds := diagnose(lang.NewFile("fixed.onnxtxt", []byte(text))); text != p.Bad && len(ds) > 0 {
			t.Errorf("%s\nis repaired to\n%s\n%v", p.Bad, text, ds)
		}
		for _, code := range p.Related {
			if _, ok := Pages.Of(code); !ok {
				t.Errorf("%s is related to %s, which has no page", p.Code, code)
			}
		}
	}
}

// Each reported code has a page.
func TestEveryCodeHasPage(t *testing.T) {
	for _, src := range sources(t)[1:] {
		for _, d := range diagnose(lang.NewFile("in.onnxtxt", []byte(src))) {
			if _, ok := Pages.Of(d.Code); !ok {
				t.Errorf("%s has no page", d.Code)
			}
		}
	}
}
