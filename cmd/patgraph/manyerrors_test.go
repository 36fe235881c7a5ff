package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// If a file has very many errors, only the first are reported, with one more error that says so. A definition with an
// unreported error is still not ok, and the text for people, which shows fewer errors, ends with this error, too.
func TestTooManyErrors(t *testing.T) {
	t.Setenv("PATGRAPH_CACHE", "off")
	t.Chdir(t.TempDir())
	const n = lang.MaxErrors + 50
	many := func(format string) (text string) {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(format, "#", fmt.Sprint(i)))
		}
		return b.String()
	}
	for _, c := range []struct{ name, text string }{
		{"apart.k", many("f# = {1 x, 2 y} .z;\n")},
		{"together.k", "f = [" + strings.TrimSuffix(many("${int a#} .b#, "), ", ") + "];\n"},
		{"warnings.k", many("a# = \"\\q\";\n") + "b = [1;\n" + many("c# = \"\\q\";\n")}, // one error after many warnings
		{"unreadable.rly", many("def @f#() -> Tensor[(1), float32] { $ }\n")},
		{"together.rly", "def @f() {\n" + many("let %x#: bool = 1;\n") + "1 }\n"},
		{"brackets.rly", "def @f() { " + strings.Repeat(")", n) + " }\n"},
		{"apart.trs", many("node N#<[2] -> [3]> {}\nweights N#<[2] -> [3]> {}\ngraph N#<[2] -> [3]> { def forward { x } }\n")},
		{"names.onnxtxt", "<ir_version: 8, opset_import: [\"\" : 17]>\ng (float[4] x) => (y0) {\n" + many("  y# = Relu(x#)\n") + "}\n"},
	} {
		write(t, c.name, c.text)
		exit, out, stderr := patgraph(t, nil, "check", "--format", "json", c.name)
		if exit != 1 || strings.Count(out, `"code":"P0408"`) != 1 {
			t.Errorf("%s: exit %d %s", c.name, exit, stderr)
		}
		errors := lang.MaxErrors + 1
		if c.name == "warnings.k" {
			errors = 1
		}
		if got := strings.Count(out, `"severity":"error"`); got != errors {
			t.Errorf("%s: %d errors", c.name, got)
		}
		if errors > 1 && strings.Contains(definitions(out), `"ok":true`) {
			t.Errorf("%s: a definition is ok", c.name)
		}
	}
	_, out, _ := patgraph(t, nil, "check", "brackets.rly")
	if !strings.Contains(out, "9900 more; --format json has them\n\nerror[P0408]: more than 10000 errors or warnings; "+
		"the others are not reported\n") {
		t.Error(out[max(0, len(out)-400):])
	}
}

// definitions returns the part of a result in JSON about definitions.
func definitions(result string) string {
	_, list, _ := strings.Cut(result, `"definitions":[`)
	list, _, _ = strings.Cut(list, `"diagnostics":[`)
	return list
}
