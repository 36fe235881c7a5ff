package main

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestAnswer(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	in, out, _ := strings.Cut(string(readme), "END\n```\n\n```\n")
	_, in, _ = strings.Cut(in, "'END'\n")
	out, _, _ = strings.Cut(out, "```")
	for _, c := range []struct{ in, out, err string }{
		{in: in, out: out},
		{in: `p = record{x: 1, name: "a"}
			q = record{x: p.x + 2, of: p}`,
			out: `p : {x: number, name: text}
q : {x: number, of: {x: number, name: text}}
`},
		// A type may contain itself, and a name may be used before it is defined.
		{in: `list = record{head: 1, tail: list}
			a = b.x`,
			out: `a : anything
b : {x: anything, …}
list : {head: number, tail: {head: number, tail: {head: number, tail: {head: number, tail: {…}}}}}
`},
		{in: `p = record{x: 1, name: "a"}
q = p.y`,
			out: `this cannot be:
  1:5: a record has exactly the fields x, name
  1:1: this is ` + "`p`" + `
  2:7: ` + "`.y`" + ` reads a field
`},
		{in: "p = record{x 1}", err: "1:14: missing ',' in composite literal"},
		{in: "p = ", err: "2:1: expected operand"},
		{in: "p = q[1]", err: "1:5: this is not an expression of the language"},
		{in: "p = record{1}", err: "1:12: this is not a field"},
		{in: "p, q = 1, 2", err: "1:1: this is not a definition"},
	} {
		var out strings.Builder
		message := ""
		if err := answer(c.in, &out); err != nil {
			message = err.Error()
		}
		if out.String() != c.out || !strings.HasPrefix(message, c.err) || c.err == "" && message != "" {
			t.Errorf("%s\ngives\n%s%s\nnot\n%s%s", c.in, &out, message, c.out, c.err)
		}
		if program := read(c.in); program.err == nil {
			checkMinimal(t, program)
		}
	}
}

// checkMinimal checks that the constraints of a contradiction have none if any one of them is left out.
func checkMinimal(t *testing.T, p *program) {
	proof := p.system.Close(nil).Contradiction()
	if proof == nil {
		return
	}
	without := slices.Repeat([]bool{true}, len(p.system.Constraints))
	for _, c := range proof.Cited() {
		without[c] = false
	}
	for _, c := range proof.Cited() {
		without[c] = true
		if !p.system.Close(without).OK() {
			t.Errorf("%q is not needed", p.says[c])
		}
		without[c] = false
	}
}
