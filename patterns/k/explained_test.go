package k

import (
	"slices"
	"testing"

	"github.com/patgraph/patgraph/internal/corpus"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
)

// Explaining has a budget for a file: of many errors all are reported, the first ones are
// explained, and what was left out is said. So four times the file takes no more than four
// times as much, in explanations and in derived sites.
func TestExplainingIsBounded(t *testing.T) {
	const note = "not explained: "
	for i, c := range []struct {
		family   string
		n        int
		leftOut  bool // of four times that
		explains int  // at least
	}{
		{"errors", 400, true, 1000}, {"clashes", 250, true, 10}, {"wrong", 150, false, 100}, {"mistakes", 500, false, 50},
	} {
		if i%sample.Size(1, 2) != 0 {
			continue
		}
		for _, n := range []int{c.n, 4 * c.n} {
			r := analyze(string(corpus.FamilyOf(c.family).Make(n)))
			explained, unexplained := 0, 0
			for i := range r.Diagnostics {
				d := &r.Diagnostics[i]
				said := slices.ContainsFunc(d.Notes, func(p lang.Phrase) bool { return len(p.String()) > len(note) && p.String()[:len(note)] == note })
				if d.Code.Class() == lang.ClassClash && said == (d.Explanation != nil) {
					t.Errorf("%s of %d: %s: explained %v, and said not to be %v", c.family, n, d.Message, d.Explanation != nil, said)
				}
				if d.Explanation != nil {
					explained++
				} else {
					unexplained++
				}
			}
			if explained > 1000 || n > c.n && (explained < c.explains || unexplained > 0 != c.leftOut) {
				t.Errorf("%s of %d: %d errors are explained, %d are not", c.family, n, explained, unexplained)
			}
		}
	}
}
