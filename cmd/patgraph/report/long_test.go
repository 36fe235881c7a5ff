package report_test

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// A long name or label is shortened to some hundred characters in a report, however often it occurs.
func TestLongNames(t *testing.T) {
	label, name := strings.Repeat("l", 100_000), strings.Repeat("n", 100_000)
	in := analyze("a.k", name+" = {.b "+label+"1, .c "+label+"2};\nf = $int ."+label+";\n"+name+"2 = "+name+" .b;\n")
	if len(in.Diagnostics) == 0 {
		t.Fatal("nothing is wrong")
	}
	for i := range in.Diagnostics {
		in.Diagnostics[i].Fixes = nil // their texts must be complete
	}
	style := &report.Style{Width: 100}
	sarif := report.SARIF{}
	data := document(report.JSON{Expressions: true}, in)
	validate(t, schema(t, ""), data)
	for what, out := range map[string][]byte{
		"text":       style.AppendDiagnostics(nil, in),
		"signatures": style.AppendSignatures(nil, in, true),
		"github":     (&report.GitHub{}).AppendFile(nil, in),
		"sarif":      sarif.Render(in),
		"json":       data,
	} {
		if len(out) > 60_000 {
			t.Errorf("%s has %d bytes: %.300s", what, len(out), out)
		}
	}
	if !strings.Contains(string(data), ` #0":`) || !strings.Contains(string(data), ` #1":`) {
		t.Error("two labels that are the same where they are cut are one")
	}
}
