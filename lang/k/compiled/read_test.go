package compiled

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

func read(data []byte) (string, *lang.Diagnostic) {
	text, bad := Read(bytes.NewReader(data), int64(len(data)))
	return string(text), bad
}

// files are what k 6.3.3 made of the sources beside them.
var files = []string{"library.klib", "program.ko"}

func file(t testing.TB, name string) []byte {
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestText(t *testing.T) {
	for _, name := range files {
		data := file(t, name)
		text, bad := read(data)
		if bad != nil || !Is(data[:64]) || IsText(data) || Is([]byte(text)) || !IsText([]byte(text)) {
			t.Fatalf("%s: %v", name, bad)
		}
		golden := "testdata/" + name + ".txt"
		if os.Getenv("PATGRAPH_UPDATE") != "" {
			if err := os.WriteFile(golden, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if want := string(file(t, name+".txt")); text != want {
			t.Errorf("%s is\n%s\nnot\n%s", name, text, want)
		}
	}
}

const (
	whole   = `{"format":"k-object","codes":{%},"rels":{%},"relAlias":{%},"meta":{%},"main":null}`
	pattern = `"typePatternGraph":{"patterns":{"nodes":[{"pattern":"(...)"}],"parent":[]},"edges":[{}]}`
)

// fileOf returns the text of a file with types, functions, aliases and metadata.
func fileOf(parts ...string) string {
	text := whole
	for _, p := range append(parts, "", "", "", "")[:4] {
		text = strings.Replace(text, "%", p, 1)
	}
	return text
}

// What is missing or of another kind is reported with its place.
func TestProblems(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "it is not JSON at byte 0"},
		{`{"format":"k-object",`, "at byte 21"},
		{`{"format":"other"}`, "its `format` is not"},
		{`[]`, "the array at byte 1 is of the wrong kind"},
		{`{"format":"k-object","rels":{"@f":{"def":{"op":1}}}}`, "the number at byte 48 is of the wrong kind"},
		{strings.Repeat(`{"format":`, 1<<14), "exceeded max depth"},
		{"KOBJ\n\x00\x00\x00\x09{}", "its length at byte 5"},
		{"KOBJ\n\x00", "its length at byte 5"},
		{`{"format":"k-object","main":"f"}`, "the function `f` in `rels` has no `def`"},
		{fileOf("", `"@f":null`), "the function `@f` in `rels` has no `def`"},
		{fileOf("", `"a b":{"def":{"op":"identity"}}`), "`a b` in `rels` is not a name"},
		{fileOf("", `"@f":{"def":{"op":"identity"}}`), "has no `def` with two `patterns`"},
		{fileOf("", `"@f":{"def":{"op":"identity","patterns":[0,1]},`+pattern+`}`), "has no pattern 1"},
		{fileOf("", `"@f":{"def":{"op":"odd","patterns":[0,0]},`+pattern+`}`), "the operation `odd`"},
		{fileOf("", `"@f":{"def":{"op":"ref","ref":"a\n","patterns":[0,0]},`+pattern+`}`), "which is not a name"},
		{fileOf("", `"@f":{"def":{"op":"comp","comp":[{"op":"code"}],"patterns":[0,0]},`+pattern+`}`),
			"the operation `code`"},
		{fileOf("", `"@f":{"def":{"op":"dot","patterns":[0,0]},`+strings.Replace(pattern, "(...)", "[]", 1)+`}`),
			"the pattern `[]`"},
		{fileOf("", `"@f":{"def":{"op":"dot","patterns":[0,0]},`+strings.Replace(pattern, `t":[]`, `t":[0]`, 1)+`}`),
			"has no pattern 0"},
		{fileOf("", `"@f":{"def":{"op":"dot","patterns":[0,0]},`+strings.Replace(pattern, `{}`, `{"a":[]}`, 1)+`}`),
			"has no pattern -1"},
		{fileOf("", `"@f":{"def":{"op":"dot","patterns":[0,0]},`+strings.Replace(pattern, `(...)`, `type`, 1)+`}`),
			"the type `` is missing"},
		{fileOf(`"@t":{"code":"vector"}`, "", "", `"@t":{"type":"code","origins":[{"name":"t"}]}`),
			"neither a product nor a union"},
		{fileOf(`"@t":{"code":"union","union":{"a":"@u"}}`, "", "", `"@t":{"type":"code","origins":[{"name":"t"}]}`),
			"the type `@u` is missing"},
	} {
		if text, bad := read([]byte(c.text)); bad == nil || !strings.Contains(bad.Message.String(), c.want) {
			t.Errorf("%.100s: %v %s, not %s", c.text, bad, text, c.want)
		}
	}
}

// circles is a file with a type and a pattern that contain themselves.
var circles = []byte(fileOf(
	`"@t":{"code":"union","union":{"a":"@t","b":"@u"}},"@u":{"code":"product","product":{}}`,
	`"@f":{"def":{"op":"identity","patterns":[0,1]},"typePatternGraph":{"patterns":{"nodes":[{"pattern":"{...}"},
	{"pattern":"type","type":"@t"}],"parent":[null]},"edges":[{"l":[0],"a b":[1]},{"a":[1]}]}}`))

// Cyclic types and patterns have names.
func TestCircles(t *testing.T) {
	text, bad := read(circles)
	want := "-- dialect: k6\nf = ?{$t \"a b\", X0 l, ...}=X0 () $t; -- @f\n$t = <t a, {} b>; -- @t\n"
	if bad != nil || text != want {
		t.Errorf("%v\n%s\nnot\n%s", bad, text, want)
	}
}

// Any bytes give a text without syntax errors, or a report.
func checkAny(t interface{ Fatalf(string, ...any) }, data []byte) {
	text, bad := read(data)
	if bad != nil {
		if bad.Message == nil || len(bad.Help) == 0 {
			t.Fatalf("%q has an empty report", data)
		}
		return
	}
	if tree, ds := k.Parse(lang.NewFile("a.k", []byte(text))); tree.Dialect != k.K6 || len(ds) > 0 {
		t.Fatalf("%q has the text\n%s\n%v", data, text, ds)
	}
}

func TestDamaged(t *testing.T) {
	library := string(file(t, "library.klib"))
	rapid.Check(t, func(t *rapid.T) {
		checkAny(t, []byte(gen.Damaged(t, library, 3,
			`"patterns":[0,1]`, "[", "{}", "null", "9", "@", "(...)", "comp")))
	})
}

func FuzzRead(f *testing.F) {
	f.Add(circles)
	f.Add(file(f, "program.ko"))
	f.Fuzz(func(t *testing.T, data []byte) { checkAny(t, data) })
}

// Reading takes linear time.
func TestGrowth(t *testing.T) {
	many := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.NewReplacer("#", strconv.Itoa(i), "+", strconv.Itoa(i+1)).Replace(format))
		}
		return b.String()
	}
	function := `"@f":{"def":{"op":"dot","patterns":[0,0]},"typePatternGraph":{"patterns":{"nodes":[`
	for _, shape := range []func(n int) string{
		func(n int) string { // patterns, each of which contains the next one
			return fileOf("", function+many(n, `{"pattern":"{...}"},`)+`{"pattern":"(...)"}],"parent":[]},"edges":[`+
				many(n, `{"a":[+]},`)+`{}]}}`)
		},
		func(n int) string { // types, each of which contains the next one
			return fileOf(many(n, `"@#":{"code":"union","union":{"a":"@+"}},`)+`"@`+strconv.Itoa(n)+
				`":{"code":"product"}`, "", "",
				many(n, `"@#":{"type":"x"},`)+`"@0":{"type":"code","origins":[{"name":"t"}]}`)
		},
		func(n int) string { // types, each of which contains the next one twice
			return fileOf(many(n, `"@#":{"code":"union","union":{"a":"@+","b":"@+"}},`)+`"@`+strconv.Itoa(n)+
				`":{"code":"product"}`, "", "", `"@0":{"type":"code","origins":[{"name":"t"}]}`)
		},
		func(n int) string { // references to a function with a long name
			return fileOf("", `"@f":{"def":{"op":"comp","comp":[`+many(n, `{"op":"ref","ref":"@f"},`)+
				`{"op":"identity"}],"patterns":[0,0]},`+pattern+`}`, `"`+strings.Repeat("x", n/8)+`":"@f"`)
		},
		func(n int) string { // names of one function
			return fileOf("", `"@f":{"def":{"op":"identity","patterns":[0,0]},`+pattern+`}`,
				many(n, `"f#":"@f",`)+`"g":"@f"`)
		},
		func(n int) string { // functions, each of which refers to the next one
			return fileOf("", many(n, `"@f#":{"def":{"op":"ref","ref":"@f+","patterns":[0,0]},`+pattern+`},`)+
				`"@g":{"def":{"op":"identity","patterns":[0,0]},`+pattern+`}`)
		},
		func(n int) string { // nesting
			n /= 8
			return fileOf("", `"@f":{"def":{"patterns":[0,0],`+many(n, `"op":"comp","comp":[{`)+`"op":"identity"`+
				many(n, `}]`)+`},`+pattern+`}`)
		},
	} {
		cost.Linear(t, 1<<14, func(n int) {
			_, _ = read([]byte(shape(n)))
		})
	}
}
