package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// Of a file with very many errors the first are reported, and one more that says so. No definition with an error
// becomes ok by that, and the text for people, which shows fewer, ends with it, too.
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
		{"names.k", many("f# = x#;\n")},
		{"apart.rly", many("def @f#() -> bool { 1 }\n")},
		{"together.rly", "def @f() {\n" + many("let %x#: bool = 1;\n") + "1 }\n"},
		{"brackets.rly", "def @f() { " + strings.Repeat(")", n) + " }\n"},
		{"apart.trs", many("node N#<[2] -> [3]> {}\nweights N#<[2] -> [3]> {}\ngraph N#<[2] -> [3]> { def forward { x } }\n")},
		{"names.onnxtxt", "<ir_version: 8, opset_import: [\"\" : 17]>\ng (float[4] x) => (y0) {\n" + many("  y# = Relu(x#)\n") + "}\n"},
	} {
		write(t, c.name, c.text)
		exit, out, stderr := patgraph(t, nil, "check", c.name)
		if exit != 1 || !strings.Contains(out, "error[P0408]: more than 10000 errors; the others are not reported\n") ||
			!strings.HasSuffix(out, "P0408\n") {
			t.Errorf("%s: exit %d %s%s", c.name, exit, stderr, out[max(0, len(out)-400):])
		}
		if c.name != "together.k" && c.name != "names.onnxtxt" {
			continue
		}
		_, out, _ = patgraph(t, nil, "check", "--format", "json", c.name)
		if got := strings.Count(out, `"severity":"error"`); got != lang.MaxErrors+1 {
			t.Errorf("%s: %d errors", c.name, got)
		}
		if strings.Contains(definitions(out), `"ok":true`) {
			t.Errorf("%s: a definition is ok", c.name)
		}
	}
}

// definitions returns the part of a result in JSON about definitions.
func definitions(result string) string {
	_, list, _ := strings.Cut(result, `"definitions":[`)
	list, _, _ = strings.Cut(list, `"diagnostics":[`)
	return list
}
