package tensorscript

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// Mistakes of beginners: what the first error says, and its first change.
func TestMistakesOfBeginners(t *testing.T) {
	const helped = "[?, 20] -> [?, 20]"
	of := func(body string) string {
		source := netOf(helped, "up = Linear::new(in=20, out=50); down = Linear::new(in=50, out=20);", body)
		return strings.TrimSuffix(source, "}\n") + "def block(h: [?, 20]) -> [?, 20] { h |> up |> relu |> down } " +
			"def join(a: [?, 20], b: [?, 20]) -> [?, 20] { a + b } }\n"
	}
	for _, test := range []struct{ what, source, says, first string }{
		{"a function without `self.`", of("x |> block()"), "`block` is a function of the graph, which is called as `self.block(…)`", "write `self.block()`"},
		{"and without parentheses", of("x |> block"), "`block` is a function of the graph", "write `self.block()`"},
		{"with arguments", of("join(a=x, b=x)"), "`join` is a function of the graph", "write `self.join(a=x, b=x)`"},
		{"a misspelt one", of("x |> blok()"), "there is no operation `blok`", "write `self.block()`"},
		{"without its parentheses", of("x |> self.block"), "`block` is a function, which is called with parentheses", "write `self.block()`"},
		{"another word for `self`", of("x |> this.block()"), "there is no name `this`", "write `self.block()`"},
		{"the node for `self`", of("x |> A.block()"), "`A` has no methods", "write `self.block()`"},
		{"a weight after `self.`", of("x |> self.up |> down"), "`up` is a weight, which is used without `self.`", "write `up`"},
		{"a call of a weight after `self.`", of("x |> up |> self.down()"), "`down` is a weight", "write `down`"},
		{"an operation after `self.`", of("x |> self.relu()"), "`relu` is an operation, which is used without `self.`", "write `relu`"},
	} {
		dg := lang.Errors(check(test.source).Diagnostics)[0]
		if !strings.Contains(dg.Message.String(), test.says) {
			t.Errorf("%s: %s", test.what, dg.Message)
		}
		if len(dg.Fixes) == 0 || dg.Fixes[0].Title.String() != test.first || !dg.Fixes[0].Checked {
			t.Errorf("%s: %s has %v", test.what, dg.Message, dg.Fixes)
		}
	}
}
