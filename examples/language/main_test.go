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
		{in: `p = {x: 1, name: "a"}
			q = {x: p.x + 2, of: p}`,
			out: `p : {x: number, name: text}
q : {x: number, of: {x: number, name: text}}
`},
		// A type may contain itself, and a name may be used before it is defined.
		{in: `list = {head: 1, tail: list}
			a = b.x`,
			out: `list : {head: number, tail: {head: number, tail: {head: number, tail: {head: number, tail: {…}}}}}
a : anything
b : {x: anything, …}
`},
		{in: `p = {x: 1, name: "a"}
q = p.y`,
			out: `this cannot be:
  1:1: this is ` + "`p`" + `
  1:5: a record has exactly the fields x, name
  2:6: ` + "`.y`" + ` reads a field
`},
		{in: "p = {x 1}", err: `1:8: Int in place of ":"`},
		{in: "p = ", err: `1:5: EOF in place of "{"`},
	} {
		var out strings.Builder
		message := ""
		program, err := infer(strings.NewReader(c.in))
		if err == nil {
			err = program.answer(&out)
			checkMinimal(t, program)
		}
		if err != nil {
			message = err.Error()
		}
		if out.String() != c.out || message != c.err {
			t.Errorf("%s\ngives\n%s%s\nnot\n%s%s", c.in, &out, message, c.out, c.err)
		}
	}
}

// checkMinimal checks that the constraints of a contradiction have none if any one of them is left out.
func checkMinimal(t *testing.T, program *inference) {
	proof := program.system.Close(nil).Contradiction()
	if proof == nil {
		return
	}
	without := slices.Repeat([]bool{true}, len(program.system.Constraints))
	for _, c := range proof.Cited() {
		without[c] = false
	}
	for _, c := range proof.Cited() {
		without[c] = true
		if !program.system.Close(without).OK() {
			t.Errorf("%q is not needed", program.says[c])
		}
		without[c] = false
	}
}
