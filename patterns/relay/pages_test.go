package relay

import (
	"slices"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// The program of a page has what the page is about and nothing else, and as it is fixed it has
// nothing.
func TestPages(t *testing.T) {
	codes := func(source string) (list []lang.Code) {
		for _, d := range check(source, "v005").Diagnostics {
			list = append(list, d.Code)
		}
		return list
	}
	for _, p := range Pages {
		if got := codes(p.Bad); !slices.Equal(got, []lang.Code{p.Code}) {
			t.Errorf("%s: %q has %v", p.Code, p.Bad, got)
		}
		if got := codes(p.Good); len(got) > 0 {
			t.Errorf("%s: %q has %v", p.Code, p.Good, got)
		}
	}
}
