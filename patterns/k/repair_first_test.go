package k

import "testing"

// The first change that a report offers makes each program the other one.
var firstRepairs = []struct{ name, source, want, title string }{
	{name: "a function in the place of nothing", source: `$p = {int x, int y}; sum = $p [.x, .y] PLUS; f = {1 x, 2 y} () [(), 1] PLUS;`,
		want: `$p = {int x, int y}; sum = $p [.x, .y] PLUS; f = {1 x, 2 y} sum [(), 1] PLUS;`, title: "use `sum` in the place of `()`"},
	{name: "a field in the place of nothing", source: `f = ${int x, string y} () [(), "a"] CONCAT;`,
		want: `f = ${int x, string y} .y [(), "a"] CONCAT;`, title: "use `.y` in the place of `()`"},
	{name: "a field that its neighbours do not read", source: `$r = {int a, int b, int c}; inc = $int [(), 1] PLUS; f = $r {.a inc a, () inc q, .c inc c} [.a, .q, .c] PLUS;`,
		want: `$r = {int a, int b, int c}; inc = $int [(), 1] PLUS; f = $r {.a inc a, .b inc q, .c inc c} [.a, .q, .c] PLUS;`, title: "use `.b` in the place of `()`"},
	{name: "k6: the unit in the place of what comes in", source: "-- dialect: k6\n$bit = <{} 0, {} 1>; 0 = () |0 $bit; and = ${bit x, bit y} .x; f = ${bit a, bit b} {.a x, 0 y} and;",
		want: "-- dialect: k6\n$bit = <{} 0, {} 1>; 0 = {} |0 $bit; and = ${bit x, bit y} .x; f = ${bit a, bit b} {.a x, 0 y} and;", title: "use the unit: `{}`"},
	{name: "a constant in the place of a function", source: "-- dialect: k6\n$nat = <{} 0, nat s>; zero = {} |0 $nat; s = $nat |s $nat; first = ${nat x, nat y} .x; one = first s; f = $nat </0 one, /s>;",
		want: "-- dialect: k6\n$nat = <{} 0, nat s>; zero = {} |0 $nat; s = $nat |s $nat; first = ${nat x, nat y} .x; one = zero s; f = $nat </0 one, /s>;", title: "use `zero` in the place of `first`"},
	{name: "the one function that nothing uses", source: `$p = {int x, int y}; sum = $p [.x, .y] PLUS; product = $p [.x, .y] TIMES; none = $p "a"; f = {1 x, 2 y} sum; g = {1 x, 2 y} none [(), 1] PLUS;`,
		want: `$p = {int x, int y}; sum = $p [.x, .y] PLUS; product = $p [.x, .y] TIMES; none = $p "a"; f = {1 x, 2 y} sum; g = {1 x, 2 y} product [(), 1] PLUS;`, title: "use `product` in the place of `none`"},
	{name: "a step that reads what is not there", source: `f = ${{int a, int b} p, int c} .p .c {.a x, .b y};`,
		want: `f = ${{int a, int b} p, int c} .p {.a x, .b y};`, title: "leave out `.c`"},
	{name: "a step between two that fit", source: `f = {{1 a, 2 b} p, 3 c} .p .c {.a x, .b y};`,
		want: `f = {{1 a, 2 b} p, 3 c} .p {.a x, .b y};`, title: "leave out `.c`"},
	{name: "a field that nothing reads", source: `f = ${int x, int y} {.x a, .y b, PLUS c} [.a, .b] PLUS;`,
		want: `f = ${int x, int y} {.x a, .y b} [.a, .b] PLUS;`, title: "leave out the field `c`"},
	{name: "a variant with a field too many", source: `$u = <int a, int b>; f = {1 a, 2 c} $u;`,
		want: `$u = <int a, int b>; f = {1 a} $u;`, title: "leave out the field `c`"},
}

func TestFirstRepairs(t *testing.T) {
	for _, c := range firstRepairs {
		t.Run(c.name, func(t *testing.T) {
			ds := clashes(analyze(c.source))
			if len(ds) == 0 || len(ds[0].Fixes) == 0 {
				t.Fatalf("no clash with a repair in %s", c.source)
			}
			f := ds[0].Fixes[0]
			if got := edited(c.source, f.Edits); got != c.want || f.Title.String() != c.title || !f.Checked {
				t.Errorf("%s\nis not repaired to\n%s\nby %q but:%s", c.source, c.want, c.title, listFixes(c.source, ds[0].Fixes))
			}
		})
	}
}
