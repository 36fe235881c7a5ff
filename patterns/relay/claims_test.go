package relay

import (
	"fmt"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// errorsOf counts the errors of a result by code and message.
func errorsOf(r *patterns.Result) map[string]int {
	all := make(map[string]int)
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; d.Severity == lang.Error && !d.Secondary {
			all[string(d.Code)+" "+d.Message.String()]++
		}
	}
	return all
}

// TestClaims verifies claims about fixes and proofs: a checked fix removes its error and adds none, a clean fix leaves
// no error, and the checker accepts every proof.
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

// TestErrorsAgain checks that counting the errors of a program twice gives the same result, including cyclic types.
func TestErrorsAgain(t *testing.T) {
	f := lang.NewFile("in.rly", []byte("def @f(%x) { %x(%x) }\ndef @g() -> bool { 1 }"))
	p := derived(f, language.Options{}, nil)
	if a, b := fmt.Sprint(p.errors()), fmt.Sprint(p.errors()); a != b || !strings.Contains(a, "P0317") {
		t.Errorf("%s\nand then\n%s", a, b)
	}
}
