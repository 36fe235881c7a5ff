package acceptance

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/toy"
	"github.com/patgraph/patgraph/patterns/language"
)

// besideToy adds a complete language to the table.
func besideToy(p *cli.Program) {
	p.Languages = language.Table{languages.All[0], toy.Language}
}

const misspelt = "box = {at: {width: 1, height: \"two\"}}\narea = let b = box.at in\n  {h: b.height, w: b.widht}\n"

// The commands support a language that has only a parser, rules and messages.
func TestToyCommands(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("NO_COLOR", "1")
	write(t, "bad.toy", misspelt)
	write(t, "good.toy", strings.Replace(misspelt, "widht", "width", 1))
	for _, test := range []struct {
		line string
		exit int
		want []string // in this order
	}{
		{"check bad.toy", report.Errors, []string{
			"error[P0302]: in the part `at`, the record of `box` has no field `widht`\n", "--> bad.toy:3:21\n", "`box` makes a record here", "A needs a field `widht`",
			"= A and the part `at` of B must be equal, because\n", "1  `.widht` (A) is read of `b`", "2  `b` is bound to ", "3  `.at` is read of `box` (B)", "1:12  record, in `box`",
			"= help: use `.width` [checked: the program types with it]\n", "1 file, 1 error\n"}},
		{"check good.toy", report.Clean, []string{"1 file ok"}},
		{"types good.toy", report.Clean, []string{"box  : {at: {height: string, width: number}}\narea : {h: string, w: number}\n"}},
		{"why good.toy:3:20", report.Clean, []string{"`b` : {height: string, width: number}\n", "= the value is a record of exactly the fields `height`, `width`, because", "`b` is bound to ", "2:19  variable",
			"= the part `height` of the value is a string, because", "2:16  reference"}},
		{"trace good.toy area", report.Clean, []string{"5   3:7  variable", "the value of `b` and the value of"}},
		{"explain bad.toy:3:21 --tree --verify", report.Errors, []string{"one value would have to be both a record with the field `widht` and a record of",
			"the record of `.widht` is the value of the record at 1:12 (in `box`)", "`.widht` reads the field `widht`"}},
		{"explain bad.toy --full --verify", report.Errors, []string{"= at fault, the likeliest first\n", "1  `.widht` would have to be `{height: string, width: number} --> ?`"}},
		{"check --verify bad.toy good.toy", report.Errors, []string{"2 files, 1 error\n"}},
		{"graph bad.toy --view patterns", report.Clean, []string{"digraph", "area: {h: string, w: ?}", "{widht, ...}", "the pattern of area (2:1)", "`.widht` reads the field `widht` (3:21)"}},
		{"graph bad.toy --view error", report.Clean, []string{"digraph", "widht"}},
		{"graph good.toy --view calls", report.Clean, []string{"digraph", "area", "box"}},
		{"graph good.toy area --view history --all", report.Clean, []string{"digraph", "`b` is bound to"}},
		{"fmt good.toy", report.Clean, []string{"{h: b.height, w: b.width}\n"}},
		{"run good.toy --def area", report.Unusable, []string{"`good.toy` is in toy, which cannot be run"}},
	} {
		code, stdout, stderr := patgraph(t, besideToy, strings.Fields(test.line)...)
		if code != test.exit {
			t.Errorf("%s: exit status %d, want %d", test.line, code, test.exit)
		}
		if strings.Contains(stdout, "area in") || strings.Contains(stdout, "the input") {
			t.Errorf("%s: values take nothing\n%s", test.line, stdout)
		}
		rest, found := stdout+stderr, true
		for _, want := range test.want {
			if _, rest, found = strings.Cut(rest, want); !found {
				t.Errorf("%s: there is no %q in its place in\n%s%s", test.line, want, stdout, stderr)
				break
			}
		}
	}
}

// toys writes programs of the toy language, with and without errors, and one of k.
func toys(t *testing.T) {
	t.Chdir(t.TempDir())
	for i, text := range []string{
		misspelt, "a = {x: 1, y: {wrong: 2}.z}\nb = a.x.w\n", "a = {b: c, d: 1, d: 2}\na = 3", "a = let in 3\n\"",
		"loop = {next: loop, last: loop.next.lst}",
		strings.Repeat("# a comment\n", 200) + "a = 1.b", "",
	} {
		for _, dir := range []string{"x", "y", "z"} {
			write(t, filepath.Join(dir, string(rune('a'+i))+".toy"), text)
		}
	}
	write(t, "k.k", "f = {1 x, 2 y} .z;")
}

// A batch has the same output for any number of workers, in every format.
func TestToyBatch(t *testing.T) {
	toys(t)
	for _, format := range []string{"text", "json", "ndjson", "sarif", "junit", "github"} {
		_, one, _ := patgraph(t, besideToy, "check", "--format", format, "-j", "1", ".")
		_, two, _ := patgraph(t, besideToy, "check", "--format", format, "-j", "2", ".")
		if one != two {
			t.Errorf("%s: two workers write\n%s\nand one\n%s", format, two, one)
		}
		if !strings.Contains(one, "widht") || !strings.Contains(one, "P0203") {
			t.Errorf("%s: not all is in\n%s", format, one)
		}
	}
}

// Data output conforms to the schemas.
func TestToySchemas(t *testing.T) {
	schemas := make(map[string]*jsonschema.Schema)
	for format, file := range map[string]string{"json": "../report/schema.json", "sarif": "../report/testdata/sarif-schema-2.1.0.json"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		c.AssertFormat()
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err == nil {
			err = c.AddResource(format, doc)
		}
		if err == nil {
			schemas[format], err = c.Compile(format)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	toys(t)
	for format, s := range schemas {
		code, out, _ := patgraph(t, besideToy, "check", "--format", format, ".")
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
		if err == nil {
			err = s.Validate(doc)
		}
		if err != nil || code != report.Errors || !strings.Contains(out, "widht") {
			t.Errorf("%s: exit status %d: %v\n%s", format, code, err, out)
		}
	}
}
