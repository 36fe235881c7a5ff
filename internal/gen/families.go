package gen

import (
	"fmt"
	"strings"
)

// A Family is a kind of program that grows with n, for benchmarks and for tests of bounds. Each increment of n adds
// Nodes syntax nodes.
type Family struct {
	Name  string
	Make  func(n int) string
	Nodes int
}

// Sized returns the program of the family with about the given number of syntax nodes.
func (f Family) Sized(nodes int) string { return f.Make(max(1, nodes/f.Nodes)) }

// Families are all families of programs.
var Families = []Family{
	{"chain", Chain, 1},
	{"wide", Wide, 1},
	{"merge", Branches, 3},
	{"nested", Nested, 1},
	{"shared", Shared, 3},
	{"group", Group, 7},
	{"ring", Ring, 7},
	{"defs", Defs, 8},
	{"mixed", Mixed, 92},
}

// Chain is one composition of n projections.
func Chain(n int) string { return strings.Repeat(".a .b .c .d\n", (n+3)/4) }

// Wide is one product of n fields.
func Wide(n int) string {
	return "{" + each(0, n, ", ", func(i int) string { return fmt.Sprintf(".f%d f%[1]d", i) }) + "}"
}

// Branches is one merge of n branches that each read a field of their own.
func Branches(n int) string {
	return "<" + each(0, n, ", ", func(i int) string { return fmt.Sprintf(".t%d 1", i) }) + ">"
}

// each joins the texts of the numbers from `from` up to, but not including, `to`.
func each(from, to int, between string, one func(i int) string) string {
	var texts []string
	for i := from; i < to; i++ {
		texts = append(texts, one(i))
	}
	return strings.Join(texts, between)
}

// Nested is a value under n variants.
func Nested(n int) string {
	return strings.Repeat("{", n) + "1" + strings.Repeat(" s}", n)
}

// Shared is a composition of n duplications: 2^n paths over n nodes.
func Shared(n int) string { return strings.Repeat("{() x, () y}\n", n) }

// Group is one recursive component of n definitions whose signatures reach a fixed point, because the input is
// declared.
func Group(n int) string {
	return "$t = <int stop, t next>;\n" + each(0, n, "", func(i int) string {
		return fmt.Sprintf("f%d = $t <.stop, .next f%d>;\n", i, (i+1)%n)
	}) + "f0\n"
}

// Ring is one recursive component of n definitions that call each other in a ring. Its signatures grow in every round,
// until the component is derived with one pattern for all calls.
func Ring(n int) string {
	return each(0, n, "", func(i int) string {
		return fmt.Sprintf("f%d = <.stop%d 0, .next f%d>;\n", i, i%7, (i+1)%n)
	}) + "f0\n"
}

// Defs is n small definitions that each call the one before.
func Defs(n int) string {
	return "f0 = {.x y, .y x};\n" + each(1, n, "", func(i int) string {
		return fmt.Sprintf("f%d = f%d {.x a, .y b} {.a y, .b x};\n", i, i-1)
	}) + fmt.Sprintf("f%d\n", n-1)
}

// Mixed is n copies of seven definitions of ordinary code: types, recursion, filters, vectors, literals, and calls
// between definitions.
func Mixed(n int) string {
	return `$nat = <{} z, nat s>;
$list = <{} nil, {int car, list cdr} cons>;
$pt = {int x, int y};
inc = [(), 1] PLUS;
` + each(0, n, "", func(i int) string {
		return fmt.Sprintf(`plus%[1]d = ${nat a, nat b} <{.a.s a, {.b s} b} plus%[1]d, .b>;
sum%[1]d = $list <.cons [.car, .cdr sum%[1]d] PLUS, .nil 0>;
move%[1]d = $pt {.x inc x, .y inc y} $pt;
swap%[1]d = ?{X left, Y right} {.right left, .left right};
pick%[1]d = <.first%[1]d {.name name, "none" note}, .second {.title name, .text note}>;
rows%[1]d = | {.id key, [.a, .b] values, .meta.tags | .name ^ tags} ^;
use%[1]d = {{.p move%[1]d left, "label" right} swap%[1]d pair, .items rows%[1]d rows};
`, i)
	}) + "use0\n"
}
