package relay

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// TestMissingClauses checks that the proposed clauses for missing cases, filled in, make a match exhaustive, and that
// they are the first proposal if all missing cases are listed.
func TestMissingClauses(t *testing.T) {
	tried := 0
	for _, c := range programs(t) {
		r := check(c.source, "")
		for _, dg := range r.Diagnostics {
			if dg.Code != lang.MissingCases || dg.Severity != lang.Error {
				continue
			}
			if strings.Contains(dg.Message.String(), "more") || strings.Contains(dg.Message.String(), "`_`") {
				continue
			}
			f := dg.Fixes[0]
			if f.Grade != "has-holes" || f.Checked {
				t.Errorf("%s: %s offers %q first", c.name, dg.Message, f.Title)
				continue
			}
			tried++
			for i := range f.Edits {
				fill := strings.NewReplacer("=> _", "=> free_var %filled; %filled", "{ _ }", "{ free_var %filled; %filled }")
				f.Edits[i].Text = fill.Replace(f.Edits[i].Text)
			}
			text := string(lang.AppendEdited(nil, []byte(c.source), lang.Span{End: int32(len(c.source))}, f.Edits))
			missing := func(ds []lang.Diagnostic) (n int) {
				for _, dg := range ds {
					if dg.Code == lang.MissingCases {
						n++
					}
					if strings.HasPrefix(string(dg.Code), "P01") {
						t.Errorf("%s\n%s", text, dg.Message)
					}
				}
				return n
			}
			if got, was := missing(check(text, "").Diagnostics), missing(r.Diagnostics); got != was-1 {
				t.Errorf("%s: of %d matches that lack cases %d are left in\n%s", c.name, was, got, text)
			}
		}
	}
	if tried < 5 {
		t.Errorf("%d proposals", tried)
	}
}
