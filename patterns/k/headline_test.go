package k

import (
	"slices"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// A headline names the parts that differ, and the frame marks them.
func TestHeadlines(t *testing.T) {
	const person = "$option = <{} none, int some>; $person = {string name, option age}; "
	for _, c := range []struct {
		source, headline string
		marks            []string // the marked places, with their labels
	}{
		{"$p = {string name, int age, string city}; f = $p [.name, .age, .city];",
			"the elements of one vector differ: `.name` is a string, `.age` is an integer",
			[]string{".name: is a string, not an integer", ".age: is an integer, not a string; most likely the mistake is here"}},
		{person + "f = $person {.name name, [.age, 1] PLUS age};",
			"the elements of one vector differ: `.age` is `$option`, `1` is an integer", []string{".age: is `$option`, not an integer"}},
		{person + "f = $person .age toText; toText = ?$int;", "`toText` takes an integer, but `.age` is `$option`", []string{".age: is `$option`, not an integer"}},
		{person + "f = $person .age CONCAT;", "`CONCAT` takes `$[string]`, but `.age` is `$option`", nil},
		{"$p = {int age, string name}; $q = {int id, string town}; f = $p {.age town, .name id} $q;",
			"`.age` is an integer, but the part `town` of `$q` is a string", nil},
		{"-- dialect: k6\n$n = <{} zero, n succ>; $train = <{} end, {n wagon, train rest} more>; f = $train |end $train;",
			"the part `end` of `$train` must be the unit `{}`, but gets `$train`", nil},
		{"$p = {int age, string name}; $team = {[p] members}; older = .members | [.name, 1] PLUS ^; f = $team {older o, 1 n};",
			"in the part `members[].name`, `older` takes an integer, but gets a string", nil},
		{"f = [1, 2, \"c\"];", "the elements of one vector differ: `\"c\"` is a string, `1` is an integer", nil},
		{"f = <1, \"c\">;", "the branches of one merge differ: `1` is an integer, `\"c\"` is a string", nil},
		{"f = <{1 x, 2 y}, {{} none}>;", "the branches of one merge differ: `{{} none}` is a variant `none`, `{1 x, 2 y}` is a product", nil},
		{"f = {\"x\" a, 2 b} [.a, .b];", "the elements of one vector differ: `.b` is an integer, `.a` is a string", nil},
		{"h = [.a, .b]; f = {\"x\" a, 2 b} h;", "in `h`, the elements of one vector differ: `.b` is an integer, `.a` is a string", nil},
		{"$p = {string at, int to}; f = $p <{.at x}, {.to x}>;", "the branches of one merge differ: `.at` is a string, `.to` is an integer", nil},
		{"$t = {int a, int wrong}; f = {1 a, 2 b} $t; g = {3 a, 4 b} $t; h = {5 a, 6 b} $t;", "`{5 a, 6 b}` has the field `b`, but `$t` has the field `wrong`; one field is the same", nil},
		{"$timer = <{} running, {} stopped>; f = $timer <.running, .stopped, 5 .paused>;", "an integer has no field `paused`", nil},
		{"$a = {int x, int y}; $b = {int z, int w}; f = $a $b;", "this needs `$b`, but another place needs `$a`", nil},
	} {
		r := analyze(c.source)
		var said []string
		found := false
		for i := range r.Diagnostics {
			d := &r.Diagnostics[i]
			said = append(said, d.Message.String())
			if d.Message.String() != c.headline {
				continue
			}
			found = true
			var marks []string
			for _, m := range append([]lang.Related{{Span: d.Span, Message: d.Label}}, d.Related...) {
				marks = append(marks, r.File.Text(m.Span)+": "+m.Message.String())
			}
			for _, m := range c.marks {
				if !slices.Contains(marks, m) {
					t.Errorf("%s: of %q, %q is not marked", c.source, marks, m)
				}
			}
		}
		if !found {
			t.Errorf("%s: %q, not %q", c.source, said, c.headline)
		}
	}
}
