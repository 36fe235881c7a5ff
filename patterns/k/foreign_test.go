package k

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// A notation of another language gets one hint in terms of k, once.
func TestForeign(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"f = .x == .y;", "[.x, .y] EQ"},
		{"f = .x != .y;", "[.x, .y] EQ"},
		{"f = {.x a, .y b} [.a, .b] > 1;", "[.x, .y] GT"},
		{"f = .a && .b;", "conditions follow each other"},
		{"f = x -> x;", "does not name its argument"},
		{"f = x => x;", "does not name its argument"},
		{"let f = .a;", "without a word before it"},
		{"def f(x);", "without names of arguments"},
		{"def f(x):\n  return x\n", "without names of arguments"},
		{"function f(x) { return x; }\nfunction g(x) { return x; }", "without names of arguments"},
		{"f = $int x => x; g = y => y;", "does not name its argument"},
		{"f = if (.a) { .b } else { .c };", "a decision is a merge"},
		{"f = if .a then .b else .c;", "a decision is a merge"},
		{"$color = <red, green>;", "`{} red`"},
		{"-- dialect: k6\nf = .a PLUS;", "built into k4"},
		{"$color = <red, green>; $b = <yes, no>;", "a tag without a value"},
		{"f = .x < .y;", "[.x, .y] GT"},
		{"f = .x <= .y;", "[.x, .y] GT"},
		{"f = .x > .y; g = .x >= .y;", "[.x, .y] GT"},
		{"f x = .a;", "does not name its argument"},
		{"f(x) = .a;", "does not name its argument"},
		{"point = {int x, int y};", "a type is defined by"},
		{"f = .x ? .a : .b;", "a decision is a merge"},
		{"f = .a or .b;", "alternatives are written as a merge"},
		{"f = .a || .b;", "alternatives are written as a merge"},
		{"f = \"if (x) {\" .a return; # def f(x) = if (x) {", "gives what the last part"},
		{"f = not .a;", "where `f` is defined, and else"},
		{"f = return .a;", "gives what the last part"},
		{"f = \"a\" ++ \"b\";", "joined by `[a, b] CONCAT`"},
		{"$t = {name string, age int};", "write the type before its label"},
		{"$o = {int x}; $t = {a o, b o};", "write the type before its label"},
		{"$o = <none {}, some int>;", "comes before its label"},
		{"-- dialect: k6\n$u = {}; $t = {a u, b u};", "write the type before its label"},
		{"-- dialect: k6\n$t = {int x, string y}; f = $int 5;", "k6 has no numbers"},
		{"-- dialect: k4\nf = {}|a; g = {}|b;", "in k4 a variant is"},
		{"-- dialect: k4\nf = 0b;", "begins with a letter"},
		{"-- dialect: k4\n$a = @b;", "a name that the program defines"},
		{"$r = {int u}; f = $r .v; g = $r {.u a, .x b}; h = $r .y 1 .z;", "a bracket of one field is a variant"},
		{"$person = {string name, int age}; f = {\"Ann\" name} $person; g = {\"Bob\" name} $person;", "a bracket of one field is a variant"},
		{"f = <.a {() x, () y}, .b {() x}>;", "a bracket of one field is a variant"},
		{"-- dialect: k6\nf = </a |x | /b |y>;", "the branches of a merge are separated by commas"},
		{"-- dialect: k6\nf = </a |x | /b |y>;", "write `,`"},
		{"f = <.a -> 1, .b -> 2>;", "leave it out"},
		{"-- dialect: k6\nf = </a => |x, /b => |y>;", "leave it out"},
		{"f = <.a -> 1, .b -> 2>; g = x -> x;", "does not name its argument"},
		{"f = <.old 1,\n  if .age > 17 then 2 else 3\n>;", "a decision is a merge"},
		{"f = <.age > 17 2, .age > 5 1, 0>;", "[.x, .y] GT"},
		{"f = PLUS(.x, .y);", "a function follows its argument: `[a, b] PLUS`"},
		{"f = PLUS(.x, [.y, 1] TIMES (.z, 2));", "write `[.x, [.y, 1] TIMES (.z, 2)] PLUS`"},
		{"g = .x; f = g(.x, .y);", "a function follows its argument: `{a x, b y} g`"},
		{"-- dialect: k6\nf = .x == .y;", "k6 compares no values"},
	} {
		said := 0
		for _, d := range analyze(c.source).Diagnostics {
			if d.Secondary {
				continue
			}
			says := slices.Concat(d.Help, d.Notes)
			for _, f := range d.Fixes {
				says = append(says, f.Title)
			}
			for _, h := range says {
				if strings.Contains(h.String(), c.want) {
					said++
				}
			}
		}
		if said != 1 {
			t.Errorf("%s: %q is said %d times", c.source, c.want, said)
		}
	}
	// What follows from a notation of another language is not reported.
	for _, source := range []string{"f = x => x .age;", "f = if (.a) .b else .c;", "point = {int x, int y};",
		"f = [1.5, 2] PLUS;", "f = <.a -> 1, .b -> 2, 3>;",
		"f = <.old 1,\n  if .age > 17 then 2 else 3\n>;", "f = <.age > 17 2, .age > 5 1, 0>;", "f(x) = .a;", "let f = .a;", "let f = x => x;", "f = $int x => [x, 1] PLUS;",
		"x => x;\nf = .a;", "f = (x, y) => [x, y];", "def f(x);", "def f(x) = .a;", "def f(x): return x + 1;",
		"def f(x):\n    y = x + 1\n\n    return y\ng = .a f;\n", "function f(x) { return x; }",
		"f = function(x) { return x; };", "fn f(x) { x }\ng = .a;", "f = if (.a) { .b } else { .c };",
		"f = if (.a) { .b } else if (.d) { .e } else { .c };\ng = .a;", "point = {int x, int y};\nf = $point .x;"} {
		if ds := lang.Errors(analyze(source).Diagnostics); len(ds) != 1 {
			t.Errorf("%s: %v", source, ds)
		}
	}
	// Mistakes in k's own notation keep their own help.
	for _, source := range []string{"f = .x - 1;", "f = {.a, .b b};", "f = [1, 2] plus;", "f = <.a x, .b y;",
		"f = g < .x, .y;", "$t = {nmae string};",
		"f = < .a, .b > nosuch;", "f = < .a, .b > .c nosuch;", "f = {.a if, .b then} nosuch;"} {
		for _, d := range analyze(source).Diagnostics {
			if d.Secondary {
				continue
			}
			for _, h := range slices.Concat(d.Help, d.Notes) {
				for _, say := range foreign {
					if say != "" && strings.Contains(h.String(), say) {
						t.Errorf("%s: %s", source, h)
					}
				}
			}
		}
	}
}
