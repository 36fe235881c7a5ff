package main

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/patterns"
)

// A definition that is too large is not explained or drawn, and the message says so; other definitions of the program
// are.
func TestTooLarge(t *testing.T) {
	defer func(e, d int) { patterns.MostExplained, graphviz.MostDrawn = e, d }(patterns.MostExplained, graphviz.MostDrawn)
	t.Chdir(t.TempDir())
	write(t, "a.k", "f = "+strings.Repeat(".a", 100)+";\ng = .b;\n")
	write(t, "f.k", "f = "+strings.Repeat(".a", 100)+";\n")
	for _, c := range []struct {
		line   string
		exit   int
		stdout string
		stderr string
	}{
		{"why a.k f", report.Unusable, "", "`f` is too large to explain: its derivation has 303 nodes, and at most 50 are explained"},
		{"why a.k f --at 3", report.Unusable, "", "`f` is too large to explain"},
		{"why a.k:2:5", 0, "the input has the field `b`", ""},
		{"graph a.k --format txt", 0, "f  too large to draw", "`f` is too large to draw"},
		{"graph a.k g --format txt", 0, "`g`", ""},
		{"graph f.k", report.Unusable, "", "`f` is too large to draw: its derivation has 303 nodes, and at most 50 are drawn"},
		{"graph f.k --view history", report.Unusable, "", "`f` is too large to draw"},
	} {
		patterns.MostExplained, graphviz.MostDrawn = 50, 50
		exit, out, stderr := patgraph(t, nil, strings.Fields(c.line)...)
		if exit != c.exit || !strings.Contains(out, c.stdout) || c.stdout == "" && out != "" ||
			!strings.Contains(stderr, c.stderr) {
			t.Errorf("%s: exit %d\n%s\n%s", c.line, exit, out, stderr)
		}
	}
}

// If there are very many stages, only the first are listed, with the number of others.
func TestMoreStages(t *testing.T) {
	defer func(n int) { patterns.MostStages = n }(patterns.MostStages)
	patterns.MostStages = 7
	t.Chdir(t.TempDir())
	write(t, "a.trs", "use nonlin::relu;\nnode N<[?, 4] -> [?, 4]> {}\nweights N<[?, 4] -> [?, 4]> {}\ngraph N<[?, 4] -> [?, 4]> { def forward { x"+strings.Repeat(" |> relu", 9)+" } }\n")
	for format, want := range map[string]string{"text": "… 3 further stages\n",
		"json": `"relu: [?, 4]","… 3 further stages"]`} {
		if _, out, stderr := patgraph(t, nil, "types", "--all", "--format", format, "a.trs"); !strings.Contains(out, want) ||
			strings.Count(out, "relu") != 6 {
			t.Errorf("%s: %s%s", format, out, stderr)
		}
	}
}
