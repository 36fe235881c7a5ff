package acceptance

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The data of types conforms to the schema, and its size is bounded for any type.
func TestTypesSchema(t *testing.T) {
	schemaText, err := os.ReadFile("../report/schema.json")
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

// The data of search conforms to the schema.
func TestSearchSchema(t *testing.T) {
	schemaText, err := os.ReadFile("../report/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	write(t, "all.k", "$o = {int a, int b}; get = .a; f = $int; g = ?[(...)] ?[$int]; h = $o;")
	for query, exit := range map[string]int{"?{X a, ...} --> ?X": 0, "$o --> $int": 0, "[$o] --> [$string]": 1,
		`--takes={"a": 1, "b": 2}`: 0} {
		code, stdout, stderr := patgraph(t, nil, "search", "--format", "json", query, "all.k")
		if code != exit {
			t.Errorf("%s: exit %d, %s", query, code, stderr)
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(stdout))
		if err != nil {
			t.Fatal(err)
		}
		if err := typesSchema(t, string(schemaText), "#/$defs/search").Validate(doc); err != nil {
			t.Errorf("%s: %v", query, err)
		}
	}
}

// The data of migrate conforms to the schema.
func TestMigrationSchema(t *testing.T) {
	schemaText, err := os.ReadFile("../report/schema.json")
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
	if err := typesSchema(t, string(schemaText), "").Validate(doc); err != nil ||
		!strings.Contains(stdout, `"migrated":["f","__main__"],"narrowed":["f"],"left":[]`) {
		t.Errorf("%v\n%s", err, stdout)
	}
	if _, stdout, _ := patgraph(t, nil, "migrate", "--format", "ndjson", "a.k", "b.k"); strings.Count(stdout, "\n") != 3 {
		t.Errorf("%s", stdout)
	}
}
