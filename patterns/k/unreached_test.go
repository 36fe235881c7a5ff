package k

import (
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// A branch after one that is always defined is never reached; nothing is said where the form alone does not show it.
func TestUnreachedBranches(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{`f = <1, .a>;`, ".a"},
		{`f = <.a, (), .b, .c>;`, ".b"},
		{`f = <.a, {() x, [2, 3] y}, .b>;`, ".b"},
		{`f = <{() a}, .b>;`, ".b"},
		{`f = <.a, "x" {() y}, .b>;`, ".b"},
		{`f = <<.a, 1>, .b>;`, ".b"},
		{`f = | <0, .a> ^;`, ".a"},
		{"-- dialect: k6\nf = <|x, /y>;", "/y"},
		{`f = <.a, 1>;`, ""},
		{`f = <.a, .b, ()>;`, ""},
		{`f = <(), <>>;`, ""},
		{`f = <{.a x}, 1>;`, ""},
		{`f = <[1, .a], 1>;`, ""},
		{`f = <$int, 1>;`, ""},
		{`f = <?(...), 1>;`, ""},
		{`g = 1; f = <g, .a>;`, ""},
		{`f = <1 [(), 2] GT, 1>;`, ""},
		{`f = <<.a, .b>, 1>;`, ""},
	} {
		got := ""
		for _, d := range analyze(c.source).Diagnostics {
			if d.Code == lang.UnreachableBranch {
				got += c.source[d.Span.Start:d.Span.End]
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.source, got, c.want)
		}
	}
}
