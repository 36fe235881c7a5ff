package k_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/k"
)

// someCode writes a random code; k6 has neither vectors nor built-in types.
func someCode(t *rapid.T, names []string, later bool, depth int) string {
	if depth > 0 && rapid.IntRange(0, 2).Draw(t, "name") > 0 {
		leaves := names
		if !later {
			leaves = append([]string{"int", "string", "bool"}, names...)
		}
		return rapid.SampledFrom(append([]string{"{}"}, leaves...)).Draw(t, "leaf")
	}
	if depth > 3 {
		return "{}"
	}
	if !later && rapid.IntRange(0, 5).Draw(t, "vector") == 0 {
		return "[" + someCode(t, names, later, depth+1) + "]"
	}
	var fields []string
	for _, l := range []string{"a", "b", `"10"`}[:rapid.IntRange(0, 3).Draw(t, "fields")] {
		fields = append(fields, someCode(t, names, later, depth+1)+" "+l)
	}
	open, end := "{", "}"
	if rapid.Bool().Draw(t, "union") {
		open, end = "<", ">"
	}
	return open + strings.Join(fields, ", ") + end
}

// The facts about types hold in runs: the least value belongs to its type, a value that separates two types belongs to
// exactly one of them, and types are equal exactly if their canonical forms are. Reading a type's structure, its id or
// its short name gives the same type.
func TestTypesRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		later := rapid.Bool().Draw(t, "later")
		names := []string{"t0", "t1", "t2", "t3"}
		var source strings.Builder
		if later {
			source.WriteString("-- dialect: k6\n")
		}
		for _, name := range names {
			fmt.Fprintf(&source, "$%s = %s;\n", name, someCode(t, names, later, 0))
		}
		for _, name := range names {
			fmt.Fprintf(&source, "is%s = $%s;\n", name, name)
		}
		r := k.Analyze(context.Background(), lang.NewFile("test.k", []byte(source.String())), k.Options{})
		syntax, _ := k.SyntaxOf(r)
		teller, _ := k.TypesOf(r)
		program := eval.Compile(syntax.Tree, syntax.Names, syntax.Canonical)
		belongs := func(text string, i int) bool {
			v, err := eval.ReadJSON([]byte(text))
			if err != nil {
				t.Fatalf("%s is not JSON", text)
			}
			if eval.JSON(v) != text {
				t.Fatalf("%s is written as %s", text, eval.JSON(v))
			}
			o := program.Run(int32(i), v, eval.Options{Fuel: 1_000_000})
			return o.Verdict == lang.Defined
		}
		for i, d := range r.TypeDefs {
			info := teller.One(d.Type, 3)
			if info.Least == "" != (info.Count.String() == "0") {
				t.Fatalf("%s\n%s has %s values and the least is %q", &source, d.Name, info.Count, info.Least)
			}
			if info.Least != "" && !belongs(info.Least, i) {
				t.Fatalf("%s\n%s does not belong to %s", &source, info.Least, d.Name)
			}
			for _, text := range []string{d.Name, "$" + d.Name, info.Code, info.ID} {
				if u, err := teller.Read(text); err != nil || u != d.Type {
					t.Fatalf("%s\n%s is read as another type, %v", &source, text, err)
				}
			}
			for j, e := range r.TypeDefs {
				if (d.Type == e.Type) != (r.Types.Form(d.Type) == r.Types.Form(e.Type)) {
					t.Fatalf("%s\n%s and %s", &source, d.Name, e.Name)
				}
				value, first, s := teller.Separating(d.Type, e.Type)
				if s == patterns.Separate && (belongs(value, i) != first || belongs(value, j) == first) {
					t.Fatalf("%s\n%s tells %s from %s, %v", &source, value, d.Name, e.Name, first)
				}
				if s == patterns.Inseparable && info.Least != "" && !belongs(info.Least, j) {
					t.Fatalf("%s\n%s tells %s from %s", &source, info.Least, d.Name, e.Name)
				}
			}
		}
	})
}
