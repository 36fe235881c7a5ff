package k

import (
	"slices"
	"testing"

	"github.com/patgraph/patgraph/internal/lab/corpus"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
)

// Explanations have a budget for each file: all errors are reported, the first are explained, and notes name the
// others. So a file of four times the size takes at most four times as many explanations and derived sites.
func TestExplainingIsBounded(t *testing.T) {
	const note = "not explained: "
	for i, c := range []struct {
		family   string
		n        int
		leftOut  bool // in a file of four times the size
		explains int  // at least
	}{
		{"clashes", 250, true, 10}, {"wrong", 150, false, 100}, {"mistakes", 500, false, 50}, {"errors", 400, true, 1000},
	} {
		if i%sample.Size(1, 4) != 0 {
			continue
		}
		for _, n := range []int{c.n, 4 * c.n} {
			r := analyze(string(corpus.FamilyOf(c.family).Make(n)))
			explained, unexplained := 0, 0
			for i := range r.Diagnostics {
				d := &r.Diagnostics[i]
				said := slices.ContainsFunc(d.Notes, func(p lang.Phrase) bool { return len(p.String()) > len(note) && p.String()[:len(note)] == note })
				if d.Code.Class() == lang.ClassClash && said == (d.Explanation != nil) {
					t.Errorf("%s of %d: %s: explained %v, and said not to be %v", c.family, n, d.Message,
						d.Explanation != nil, said)
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
