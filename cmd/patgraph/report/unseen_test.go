package report_test

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
)

// harmless checks that a report has no characters that a terminal would interpret or that change how it is read, and,
// if it is a text, no line that a CI runner would interpret as a command.
func harmless(t *rapid.T, what string, data []byte, text bool) {
	t.Helper()
	for line := range strings.SplitSeq(string(data), "\n") {
		if text && lang.IsCommand(line) {
			t.Errorf("%s: a line is a command: %q", what, line)
		}
		if strings.ContainsFunc(line, lang.Unseen) {
			t.Errorf("%s: something is not seen: %q", what, line)
		}
	}
}

// TestHarmless checks all formats for arbitrary diagnostics and names.
func TestHarmless(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInput(t)
		for _, width := range []int{0, 20, 100} {
			for _, ascii := range []bool{false, true} {
				s := report.Style{Width: width, ASCII: ascii}
				harmless(t, "text", s.AppendDiagnostics(nil, in), true)
				for _, v := range []report.View{report.Folded, report.Tree, report.Narrated, report.Full} {
					harmless(t, "explain", s.AppendExplained(nil, in, v), true)
				}
				harmless(t, "header", s.AppendHeader(nil, in.Name), true)
				harmless(t, "line", s.AppendLine(nil, in.Name), true)
				harmless(t, "note", s.AppendNote(nil, in.Name, []string{in.Name}, in.Name), true)
				harmless(t, "config", s.AppendConfig(nil, in.Name, in.Name, []report.Setting{{Key: "library", Text: in.Name, Place: in.Name}}), true)
				if in.File != nil {
					for i := range in.Diagnostics {
						harmless(t, "nothing", s.AppendNothing(nil, in, ":1:1", &in.Diagnostics[i]), true)
					}
				}
			}
		}
		harmless(t, "json", document(report.JSON{}, in), true)
		harmless(t, "ndjson", document(report.JSON{Lines: true}, in), true)
		harmless(t, "sarif", sarif(in), true)
		j := report.JUnit{}
		harmless(t, "junit", bytes.ReplaceAll(j.AppendFile(nil, in), []byte("\t"), nil), true)
		harmless(t, "github", (&report.GitHub{}).AppendFile(nil, in), false)
	})
}

// TestHarmlessDiff has a context line that a CI runner would interpret. The effect of the diff does not change.
func TestHarmlessDiff(t *testing.T) {
	const diff = "diff a.k a.k\n--- a.k\n+++ a.k\n@@ -1,3 +1,3 @@\n /*\n   ::stop-commands::x\n-f=1;\n+f = 1;\n"
	const want = "diff a.k a.k\n--- a.k\n+++ a.k\n@@ -1,3 +1,3 @@\n /*\n-  ::stop-commands::x\n+  ::stop-commands::x\n-f=1;\n+f = 1;\n"
	if got := string((&report.Style{}).AppendDiff(nil, []byte(diff))); got != want {
		t.Errorf("%s", got)
	}
}
