package relay

import (
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// errorsOf counts the errors of a result by what they say.
func errorsOf(r *patterns.Result) map[string]int {
	all := make(map[string]int)
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; d.Severity == lang.Error && !d.Secondary {
			all[string(d.Code)+" "+d.Message.String()]++
		}
	}
	return all
}

// What is said of changes and of proofs is true: a change that is called checked removes its
// error and brings no other one, one that is called clean leaves none, and every proof was
// accepted by the checker.
func TestClaims(t *testing.T) {
	fixes, clean, proofs := 0, 0, 0
	for _, c := range testCases(t) {
		if c.Prelude {
			continue
		}
		r := check(c.Source, c.Dialect)
		before := errorsOf(r)
		for i := range r.Diagnostics {
			d := &r.Diagnostics[i]
			if d.Explanation != nil {
				if proofs++; !d.Explanation.Checked || !d.Explanation.Minimal {
					t.Errorf("%s: the proof of %s is not accepted, or not minimal", c.ID, d)
				}
			}
			for _, f := range d.Fixes {
				text := string(lang.AppendEdited(nil, []byte(c.Source), lang.Span{End: int32(len(c.Source))}, f.Edits))
				after := errorsOf(check(text, c.Dialect))
				what := string(d.Code) + " " + d.Message.String()
				if f.Checked {
					fixes++
					if after[what] >= before[what] {
						t.Errorf("%s: %s is still there with: %s\n%s", c.ID, what, f.Title, text)
					}
					for other, n := range after {
						if n > before[other] {
							t.Errorf("%s: %s comes with: %s\n%s", c.ID, other, f.Title, text)
						}
					}
				}
				if f.Clean {
					if clean++; len(after) > 0 {
						t.Errorf("%s: %v with: %s\n%s", c.ID, after, f.Title, text)
					}
				}
			}
		}
	}
	if fixes < 60 || clean < 60 || proofs < 35 {
		t.Errorf("only %d checked changes, %d of them clean, and %d proofs", fixes, clean, proofs)
	}
}
