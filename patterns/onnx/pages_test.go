package onnx

import (
	"slices"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// The programs of the pages: the bad one has the error, the good one has none.
func TestPages(t *testing.T) {
	codes := func(text string) (list []lang.Code) {
		for _, d := range analyze(text).Diagnostics {
			list = append(list, d.Code)
		}
		return list
	}
	for _, p := range Pages {
		if got := codes(p.Bad); !slices.Equal(got, []lang.Code{p.Code}) {
			t.Errorf("%s: %q has %v", p.Code, p.Bad, analyze(p.Bad).Diagnostics)
		}
		if got := codes(p.Good); len(got) > 0 {
			t.Errorf("%s: %q has %v", p.Code, p.Good, analyze(p.Good).Diagnostics)
		}
	}
}
