package report_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/k"
)

func analyze(name, src string) *report.Input {
	file := lang.NewFile(name, []byte(src))
	r := k.Analyze(context.Background(), file, k.Options{})
	return &report.Input{Name: name, File: file, Result: r, Diagnostics: r.Diagnostics}
}

// document writes inputs as one document.
func document(j report.JSON, inputs ...*report.Input) []byte {
	b := j.AppendStart(nil)
	var sum report.Summary
	for i, in := range inputs {
		sum.Add(in.Count())
		b = append(j.AppendFile(append(b, j.Before(i == 0)...), in), j.After()...)
	}
	return j.AppendEnd(b, sum)
}

func schema(t testing.TB, part string) *jsonschema.Schema {
	t.Helper()
	data, err := os.Open("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	defer data.Close()
	doc, err := jsonschema.UnmarshalJSON(data)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json" + part)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func validate(t *testing.T, s *jsonschema.Schema, data []byte) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%v: %s", err, data)
	}
	if err := s.Validate(doc); err != nil {
		t.Errorf("%v: %s", err, data)
	}
}

func TestJSONDocument(t *testing.T) {
	got := string(document(report.JSON{Expressions: true}, analyze("a.k", "f = .a;\n$n = <n s, {} z>;\n")))
	const want = `{"schema":"patgraph/1","files":[
{"file":"a.k","language":"k","dialect":"k4","sha256":"dbf092ee8e14f29bf05c2dd0b89704ade2e625939d3248c1c29f833dba843c49","ok":true,` +
		`"definitions":[{"name":"f","span":{"start":{"line":1,"column":1,"offset":0},"end":{"line":1,"column":8,"offset":7}},` +
		`"ok":true,"converged":true,"recursion":"none","rounds":1,"signature":"?(X0 a, ...) --> ?X0",` +
		`"pattern":{"in":0,"out":1,"nodes":[{"shape":"(...)","labels":{"a":1}},{"shape":"(...)"}]},` +
		`"body":{"nodes":[{"shape":"(...)","labels":{"a":1}},{"shape":"(...)"}]}}],` +
		`"expressions":[{"span":{"start":{"line":1,"column":5,"offset":4},"end":{"line":1,"column":7,"offset":6}},"op":"dot","definition":"f","in":0,"out":1}],` +
		`"types":[{"name":"n","canonical":"$C0=<C0\"s\",C1\"z\">;$C1={};","id":"@ID","span":{"start":{"line":2,"column":1,"offset":8},"end":{"line":2,"column":18,"offset":25}}}],` +
		`"diagnostics":[]}
],"summary":{"files":1,"ok":1,"errors":0,"warnings":0,"definitions":1}}
`
	if i := strings.Index(got, `"id":"@`); i >= 0 {
		got = got[:i+7] + "ID" + got[i+7+44:]
	}
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestJSONLabels checks the order of labels, that lone surrogates survive as escapes, and that unnecessary escapes do
// not occur.
func TestJSONLabels(t *testing.T) {
	in := analyze("a.k", `f = {1 "\ud800", 2 "\uffff", 3 "😀", 4 "<&>", 5 "__proto__", 6 "10", 7 "9"};`)
	got := string(document(report.JSON{}, in))
	labels := got[strings.Index(got, `"type":"$C0=`):]
	for i, l := range []string{`10`, `9`, `<&>`, `__proto__`, `\ud800`, "😀", "\uffff"} {
		at := strings.Index(labels, `\"`+strings.ReplaceAll(l, `\`, `\\`)+`\"`)
		if at < 0 {
			t.Fatalf("label %d, %s, is not in its place in %s", i, l, got)
		}
		labels = labels[at:]
	}
	in = analyze("a.k", `f = ?{X "\ud800", Y "\uffff", Z "😀", ...};`)
	got = string(document(report.JSON{}, in))
	if want := `"labels":{"\ud800":1,"😀":2,"` + "\uffff" + `":3}`; !strings.Contains(got, want) {
		t.Errorf("no %s in %s", want, got)
	}
	validate(t, schema(t, ""), []byte(got))
}

// TestJSONSchema validates the output for many programs, with and without errors.
func TestJSONSchema(t *testing.T) {
	document1, line := schema(t, ""), schema(t, "#/$defs/file")
	programs := []string{
		"", "(", "f = ", "\xff", "$n = <n a>; f = $n .b;", "f = f {f a};", "f = <.stop, .go f>; f", "int", "f = g; g = f;",
		`f = {1 a, "x" b} .c;`, `f = [1, "x"];`, "$t = int;", "f = .a; f = .b;",
		"f = ?{X 0, ...} ?(Y 2, Y 3);", "f = $unknown;",
		"f = {1 0, 2 1} ?{...} ?(X 0, Y 1);", "+++ f = 1;", `f = "\q";`, "$a = {a x}; $b = $c;",
	}
	for i, c := range cases(t) {
		if i%sample.Size(1, 4) == 0 {
			programs = append(programs, c.Source)
		}
	}
	for _, src := range programs {
		in := analyze("a.k", src)
		for _, all := range []bool{false, true} {
			validate(t, document1, document(report.JSON{Expressions: all}, in))
			lines := bytes.Split(document(report.JSON{Lines: true, Expressions: all}, in), []byte("\n"))
			if len(lines) != 3 {
				t.Errorf("%d lines for %q", len(lines), src)
			}
			validate(t, line, lines[0])
		}
	}
	validate(t, document1, document(report.JSON{}))
	validate(t, document1, document(report.JSON{}, &report.Input{
		Name:        "x.k",
		Diagnostics: []lang.Diagnostic{{Code: lang.UnreadableInput, Message: lang.Text("cannot read")}},
	}))
}

type programCase struct{ ID, Source string }

func cases(t testing.TB) []programCase {
	var all []programCase
	for _, dialect := range []string{"k4", "k6"} {
		data, err := os.ReadFile("../../../patterns/k/testdata/" + dialect + ".json")
		if err != nil {
			t.Fatal("the programs of the analysis are not there")
		}
		var list []programCase
		if err := json.Unmarshal(data, &list); err != nil {
			t.Fatal(err)
		}
		for i := range list {
			list[i].Source = "-- dialect: " + dialect + "\n" + list[i].Source
		}
		all = append(all, list...)
	}
	return all
}

// TestTextOnPrograms renders many programs in many styles and checks properties of all text: it moves no cursor of a
// terminal, and without colour it has the same text.
func TestTextOnPrograms(t *testing.T) {
	for _, c := range cases(t) {
		in := analyze("a.k", c.Source)
		for _, s := range []report.Style{{}, {Width: 100}, {Width: 40, ASCII: true}, {Width: 60, Palette: report.Color256}} {
			text := string(s.AppendSignatures(s.AppendDiagnostics(nil, in), in, true))
			for i, r := range text {
				if r < ' ' && r != '\n' && (r != '\x1b' || s.Palette == report.NoColor) {
					t.Errorf("%s: control character %q at %d", c.ID, r, i)
				}
			}
			for _, line := range strings.Split(text, "\n") {
				if strings.HasSuffix(line, " ") && s.Palette == report.NoColor {
					t.Errorf("%s: blanks at the end of %q", c.ID, line)
				}
			}
		}
	}
}

// TestPositions compares the fast index with the plain definition.
func TestPositions(t *testing.T) {
	src := strings.Repeat("añ日😀\n\r\n", 100) + strings.Repeat("x日", 500)
	var diagnostics []lang.Diagnostic
	file := lang.NewFile("a.k", []byte(src))
	for i := 0; i <= len(src); i++ {
		diagnostics = append(diagnostics,
			lang.Diagnostic{Code: lang.BadCharacter, Message: lang.Text("m"), Span: lang.Span{Start: int32(i), End: int32(i)}})
	}
	in := &report.Input{Name: "a.k", File: file, Diagnostics: diagnostics}
	var doc struct {
		Files []struct {
			Diagnostics []struct {
				Span struct {
					Start struct{ Line, Column, Offset int }
				}
			}
		}
	}
	if err := json.Unmarshal(document(report.JSON{}, in), &doc); err != nil {
		t.Fatal(err)
	}
	for i, d := range doc.Files[0].Diagnostics {
		if i < len(src) && !utf8.RuneStart(src[i]) {
			continue
		}
		want := file.Position(int32(i))
		if at := d.Span.Start; (lang.Position{Line: at.Line, Column: at.Column, Offset: at.Offset}) != want {
			t.Fatalf("offset %d is %v, want %v", i, d.Span.Start, want)
		}
	}
}

func BenchmarkJSON(b *testing.B) {
	var inputs []*report.Input
	for _, c := range cases(b) {
		inputs = append(inputs, analyze(c.ID, c.Source))
	}
	for _, all := range []bool{false, true} {
		name := "expressions=no"
		if all {
			name = "expressions=yes"
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				n = len(document(report.JSON{Expressions: all}, inputs...))
			}
			b.SetBytes(int64(n))
		})
	}
}

func BenchmarkSignatures(b *testing.B) {
	var inputs []*report.Input
	for _, c := range cases(b) {
		inputs = append(inputs, analyze(c.ID, c.Source))
	}
	b.ReportAllocs()
	var buf []byte
	for b.Loop() {
		buf = buf[:0]
		for _, in := range inputs {
			buf = (&report.Style{}).AppendSignatures(buf, in, false)
		}
	}
}

// TestJSONCounts checks reports without files.
func TestJSONCounts(t *testing.T) {
	s := report.Summary{Files: 3, OK: 1, Errors: 4, Warnings: 1, Definitions: 9}
	codes := map[lang.Code]int{"P0501": 1, "P0302": 3, "P0101": 1}
	const counts = `"summary":{"files":3,"ok":1,"errors":4,"warnings":1,"definitions":9,"codes":`
	for _, c := range []struct {
		j     report.JSON
		codes map[lang.Code]int
		want  string
	}{
		{report.JSON{}, codes, `{"schema":"patgraph/1","files":[` + "\n]," + counts + `{"P0101":1,"P0302":3,"P0501":1}}}` + "\n"},
		{report.JSON{}, map[lang.Code]int{}, `{"schema":"patgraph/1","files":[` + "\n]," + counts + `{}}}` + "\n"},
		{report.JSON{Lines: true}, codes, "{" + counts + `{"P0101":1,"P0302":3,"P0501":1}}}` + "\n"},
	} {
		got := c.j.AppendCounts(nil, s, c.codes)
		if string(got) != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
		if !c.j.Lines {
			validate(t, schema(t, ""), got)
		}
	}
}

// TestJSONKnown leaves out known diagnostics and counts them.
func TestJSONKnown(t *testing.T) {
	in := analyze("a.k", "f = nosuch;")
	in.Diagnostics, in.Known = nil, 1
	got := document(report.JSON{}, in)
	validate(t, schema(t, ""), got)
	for _, want := range []string{`"ok":false`, `"diagnostics":[],"known":1}`,
		`"summary":{"files":1,"ok":0,"errors":0,"warnings":0,"definitions":1,"known":1}`} {
		if !strings.Contains(string(got), want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
}
