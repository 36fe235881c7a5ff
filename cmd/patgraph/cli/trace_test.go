package cli

import (
	"bytes"
	"strings"
	"testing"
)

// If there are very many steps, only the first are listed, with the number of others.
func TestTraceIsBounded(t *testing.T) {
	defer func(n int) { mostTraced = n }(mostTraced)
	mostTraced = 12
	for format, want := range map[string][]string{
		"text": {"`f`: 11 steps\n", "`g`: 11 steps\n", "10 further steps not shown\n"},
		"json": {`"name":"g","events":[{"step":1,`, `"more":10}]`},
	} {
		var out, stderr bytes.Buffer
		long := " = .a.a.a.a.a.a.a.a.a.a;"
		p := NewProgram(nil, strings.NewReader("f"+long+"g"+long+"h"+long), &out, &stderr)
		f := &Flags{}
		f.View, f.Format, f.NoConfig = "steps", format, true
		if err := f.trace(p, []string{"-"}); err != nil {
			t.Fatal(err, stderr.String())
		}
		for _, text := range want {
			if !strings.Contains(out.String(), text) {
				t.Errorf("%s: there is no %q in\n%s", format, text, &out)
			}
		}
		if text := stderr.String(); text != "patgraph: 1 definition is left out, since there are too many steps; "+
			"patgraph trace FILE NAME lists those of one\n" {
			t.Errorf("%s: %s", format, text)
		}
	}
}
