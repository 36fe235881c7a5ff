package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/k"
)

// someCode writes a code at random; in k6 there are no vectors and built-in types.
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

// What is told of types holds when programs run: the least value belongs to its type, a
// value that tells two types apart belongs to one of them, and types are equal exactly
// when their canonical forms are. A type that is read by its structure, its id or its
// short name is the same one.
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
				t.Fatalf("%s is no JSON", text)
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

// What is written as data is what the schema says, and no type makes it long.
func TestTypesSchema(t *testing.T) {
	schemaText, err := os.ReadFile("report/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	chain := "$b = <{} 0, {} 1>; $p0 = {b a, b b};"
	for i := 1; i < 60; i++ {
		chain += fmt.Sprintf("$p%d = {p%d a, p%d b};\n", i, i-1, i-1)
	}
	write(t, "chain.k", chain)
	write(t, "deep.k", "f = $"+strings.Repeat("[", 1000)+"int"+strings.Repeat("]", 1000)+";")
	write(t, "later.k", "-- dialect: k6\n$e = {e a}; $d = {d a}; $l = {{} \"\\ud800\"};")
	for _, c := range []struct {
		part string
		exit int
		args []string
	}{
		{"", 0, []string{"--codes", "--unfold", "40", "chain.k"}},
		{"", 0, []string{"--codes", "--unfold", "4000", "deep.k"}},
		{"", 0, []string{"--codes", "later.k"}},
		{"#/$defs/codeDocument", 0, []string{"--code", "p50", "--unfold", "60", "chain.k"}},
		{"#/$defs/codeDocument", 0, []string{"--code", "l", "later.k"}},
		{"#/$defs/comparison", 1, []string{"--equal", "p50", "p51", "chain.k"}},
		{"#/$defs/comparison", 0, []string{"--equal", "e", "d", "later.k"}},
		{"#/$defs/comparison", 1, []string{"--equal", "e", "<>", "later.k"}},
	} {
		code, stdout, stderr := patgraph(t, nil, append([]string{"types", "--format", "json"}, c.args...)...)
		if code != c.exit {
			t.Errorf("%v: exit %d, %s", c.args, code, stderr)
			continue
		}
		if len(stdout) > 1<<24 {
			t.Errorf("%v: %d bytes", c.args, len(stdout))
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(stdout))
		if err != nil {
			t.Fatal(err)
		}
		if err := typesSchema(t, string(schemaText), c.part).Validate(doc); err != nil {
			t.Errorf("%v: %v", c.args, err)
		}
	}
}

func typesSchema(t *testing.T, schemaText, part string) *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schemaText))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("schema.json" + part)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// What migrate writes as data is what the schema says.
func TestMigrationSchema(t *testing.T) {
	schemaText, err := os.ReadFile("report/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	write(t, "a.k", "f = {() a};")
	write(t, "b.k", "f = .a; g = {() a};")
	write(t, "c.k", "-- dialect: k6\nf = |a;")
	write(t, "d.k", "f = {;")
	code, stdout, _ := patgraph(t, nil, "migrate", "--partial", "--format", "json", ".")
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(stdout))
	if err != nil || code != 1 {
		t.Fatal(code, err)
	}
	if err := typesSchema(t, string(schemaText), "").Validate(doc); err != nil {
		t.Error(err)
	}
	for _, want := range []string{
		`"migration":{"dialect":"k6","complete":true,"migrated":["f"],"left":[],"text":"-- dialect: k6\nf = |a;"}`,
		`"complete":false,"migrated":["g"],"left":["f"],"text":"-- dialect: k6\n`,
		`"complete":true,"already":true,"migrated":[],"left":[],"text":`,
		`"complete":false,"migrated":[],"left":[]}`,
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("%s lacks %s", stdout, want)
		}
	}
	write(t, "e.k", "f = .a; ${{} a, {} b} f")
	_, stdout, _ = patgraph(t, nil, "migrate", "--whole-program", "--format", "json", "e.k")
	if doc, err = jsonschema.UnmarshalJSON(strings.NewReader(stdout)); err != nil {
		t.Fatal(err)
	}
	if err := typesSchema(t, string(schemaText), "").Validate(doc); err != nil || !strings.Contains(stdout, `"migrated":["f","__main__"],"narrowed":["f"],"left":[]`) {
		t.Errorf("%v\n%s", err, stdout)
	}
	if _, stdout, _ := patgraph(t, nil, "migrate", "--format", "ndjson", "a.k", "b.k"); strings.Count(stdout, "\n") != 3 {
		t.Errorf("%s", stdout)
	}
}
