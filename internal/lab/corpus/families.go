package corpus

import (
	"bytes"
	"fmt"
	"strings"
)

// A Family is programs of one form and any size that are hard for some command: a small text is large when it is
// derived or printed, or leads to work that grows faster than the text.
type Family struct {
	Name string
	Make func(n int) []byte // the program of size n; its bytes are about proportional to n
}

// FamilyOf returns a family by its name, or nil.
func FamilyOf(name string) *Family {
	for i := range Families {
		if Families[i].Name == name {
			return &Families[i]
		}
	}
	return nil
}

// Families are all families.
var Families = []Family{
	// A recursive group whose members each have a signature as large as the group.
	{"braid", lines(func(i, n int) string { return fmt.Sprintf("f%d = <.a%d f%d, .stop>;\n", i, i%7, (i+1)%n) })},
	// A chain of definitions: each signature is longer by one than the previous one.
	{"stairs", lines(func(i, n int) string {
		if i == 0 {
			return "f0 = .b;\n"
		}
		return fmt.Sprintf("f%d = f%d .b;\n", i, i-1)
	})},
	// Each signature is twice as large as the previous one.
	{"doubling", lines(func(i, n int) string {
		if i == 0 {
			return "f0 = {.a a, .b b};\n"
		}
		return fmt.Sprintf("f%d = {.x f%d a, .y f%d b};\n", i, i-1, i-1)
	})},
	// Types that refer to each other around a cycle, without a finite value.
	{"ring", lines(func(i, n int) string { return fmt.Sprintf("$t%d = {t%d a, int b%d};\n", i, (i+1)%n, i) })},
	// Types that are not recursive, each used in the previous one.
	{"tower", lines(func(i, n int) string {
		if i == n-1 {
			return fmt.Sprintf("$t%d = {int a};\n", i)
		}
		return fmt.Sprintf("$t%d = {t%d a, int b%d};\n", i, i+1, i)
	})},
	// Unrelated types.
	{"types", lines(func(i, n int) string { return fmt.Sprintf("$t%d = {int a%d};\n", i, i) })},
	// Types with only a tag, so that both dialects have them.
	{"tags", lines(func(i, n int) string {
		if i == n-1 {
			return fmt.Sprintf("$t%d = <{} a%d, {} b>;\nf = $t0 .b;\n", i, i)
		}
		return fmt.Sprintf("$t%d = <{} a%d, {} b>;\n", i, i)
	})},
	// A recursive group without labels.
	{"group", lines(func(i, n int) string { return fmt.Sprintf("f%d = <.a f%d, .b>;\n", i, (i+1)%n) })},
	// Definitions that each call the next one.
	{"calls", lines(func(i, n int) string {
		if i == n-1 {
			return fmt.Sprintf("f%d = 1;\n", i)
		}
		return fmt.Sprintf("f%d = {f%d a} 1;\n", i, i+1)
	})},
	{"projections", one("f = ", ";\n", func(i int) string { return ".a " })},
	{"product", one("f = {", "};\n", func(i int) string { return comma(i, fmt.Sprintf(".a%d b%d", i, i)) })},
	{"filter", one("f = ?{", "};\n", func(i int) string { return comma(i, fmt.Sprintf("X%d a%d", i, i)) })},
	{"fields", one("f = ", ";\n", func(i int) string { return fmt.Sprintf("{.a%d x} ", i) })},
	{"vector", one("f = [", "];\n", func(i int) string { return comma(i, fmt.Sprintf(".a%d", i)) })},
	{"boxes", one("f = ", ";\n", func(i int) string { return "| ^ " })},
	{"code", func(n int) []byte { return nested("f = $", "{", "int", " a}", n) }},
	{"brackets", func(n int) []byte { return nested("f = ", "[", "1", "]", n) }},
	{"label", func(n int) []byte { return []byte("f = $int ." + strings.Repeat("a", n) + ";\n") }},
	{"name", func(n int) []byte { s := strings.Repeat("a", n); return []byte(s + " = $int .b;\ng = " + s + ";\n") }},
	// A program like people write, with eight bytes for each unit of size, and a mistake in every second place where
	// one is possible.
	{"mistakes", func(n int) []byte {
		g := newGenerator(Corpus{Seed: 1}.random(0, streamText))
		g.program(8 * n)
		return g.withMistakes(2, Corpus{Seed: 1}.random(0, streamDamage))
	}},
	// Independent errors: each in a definition of its own, all in one definition, and each in one that the next one
	// calls.
	{"errors", lines(func(i, n int) string { return fmt.Sprintf("f%d = ${int a%d} .b%d;\n", i, i, i) })},
	{"clashes", one("f = [", "];\n", func(i int) string { return comma(i, fmt.Sprintf("${int a%d} .b%d", i, i)) })},
	{"wrong", lines(func(i, n int) string {
		if i == 0 {
			return "f0 = ${int a0} .a0;\n"
		}
		return fmt.Sprintf("f%d = {f%d x, ${int a%d} .b%d y} .x;\n", i, i-1, i, i)
	})},
	// One mistake in a type shows wherever the type is used.
	{"uses", lines(func(i, n int) string {
		if i == 0 {
			return "$t = {int number, string nmae};\n"
		}
		return fmt.Sprintf("f%d = $t {.name a%d, .number b%d};\n", i, i, i)
	})},
	// A mistake in a function that many call, with callees that have calls of their own.
	{"callers", lines(func(i, n int) string {
		if i == 0 {
			return "g = $[{int number, string nmae}] | .name ^;\n"
		}
		return fmt.Sprintf("f%d = ${[{int number, string name}] a%d} .a%d g;\n", i, i, i)
	})},
	// A recursive group in which each member has a mistake.
	{"knot", lines(func(i, n int) string { return fmt.Sprintf("f%d = <.a f%d, ${int a%d} .b%d>;\n", i, (i+1)%n, i, i) })},
	{"escapes", one(`f = "`, "\";\n", func(i int) string { return `\q` })},
}

func lines(line func(i, n int) string) func(int) []byte {
	return func(n int) []byte {
		var b bytes.Buffer
		for i := range n {
			b.WriteString(line(i, n))
		}
		return b.Bytes()
	}
}

func one(start, end string, part func(i int) string) func(int) []byte {
	return func(n int) []byte {
		var b bytes.Buffer
		b.WriteString(start)
		for i := range n {
			b.WriteString(part(i))
		}
		b.WriteString(end)
		return b.Bytes()
	}
}

func nested(start, open, inner, closing string, n int) []byte {
	return []byte(start + strings.Repeat(open, n) + inner + strings.Repeat(closing, n) + ";\n")
}

func comma(i int, s string) string {
	if i > 0 {
		return ", " + s
	}
	return s
}
