package runs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/runs"
	"github.com/patgraph/patgraph/lang"
	syntax "github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/patterns/k"
)

// analysed is a program that was read and analysed.
func analysed(source string) *report.Input {
	f := lang.NewFile("a.k", []byte(source))
	return &report.Input{Name: f.Name, File: f, Result: k.Analyze(f, k.Options{})}
}

// run runs a definition on a value.
func run(t *testing.T, source, definition, value string, options eval.Options) *report.Run {
	t.Helper()
	p, ok := runs.Of(analysed(source))
	if !ok {
		t.Fatal("k cannot be run")
	}
	v, wrong := runs.Value(eval.NewReader(), lang.NewFile("<value>", []byte(value)))
	if wrong != nil {
		t.Fatal(wrong.Message)
	}
	x := &report.Run{Program: p.Input, Definition: definition, In: v}
	for d, def := range p.Input.Result.Definitions {
		if def.Name == definition {
			p.Evaluate(x, int32(d), options)
			return x
		}
	}
	t.Fatalf("no definition %s", definition)
	return nil
}

// What a run comes to, in which definition it ends early, and at which place.
func TestEvaluate(t *testing.T) {
	const source = "first = .a;\nuses = .b first;\nloops = loops;\ncollects = .a ^;\ncalls = {.x collects y};\nmain = uses;\nmain\n"
	for _, test := range []struct {
		definition, value string
		options           eval.Options
		verdict           eval.Verdict
		within, place     string
		code              lang.Code
	}{
		{definition: "uses", value: `{"b":{"a":1}}`},
		{definition: "main", value: `{"b":{"c":1}}`, verdict: eval.Undefined},
		{definition: "loops", value: `1`, options: eval.Options{Fuel: 1000}, verdict: eval.OutOfFuel, within: "loops", place: "loops"},
		{definition: "calls", value: `{"x":{"a":1}}`, verdict: eval.Failed, code: lang.NothingOpen, within: "collects", place: ".a ^"},
	} {
		x := run(t, source, test.definition, test.value, test.options)
		o := &x.Outcome
		place := string(x.Program.File.Src[x.At.Start:x.At.End])
		code := lang.Code("")
		if o.Error != nil {
			code = o.Error.Code
		}
		if o.Verdict != test.verdict || x.Within != test.within || place != test.place || code != test.code {
			t.Errorf("%s on %s: %v %s within %q at %q, want %v %s within %q at %q",
				test.definition, test.value, o.Verdict, code, x.Within, place, test.verdict, test.code, test.within, test.place)
		}
	}
}

// A result with an open vector within it cannot be written: that is an error of the
// definition that was run, whatever it calls.
func TestOpenResult(t *testing.T) {
	const source = "$vv = [[int]];\nopens = $vv | |;\nmain = opens;\nmain\n"
	x := run(t, source, "main", `[[1,2],[3]]`, eval.Options{})
	o := &x.Outcome
	if o.Verdict != eval.Failed || o.Error == nil || o.Error.Code != lang.OpenWithin || o.Error.Help == "" {
		t.Fatalf("the outcome is %v, %v", o.Verdict, o.Error)
	}
	if at := x.Program.File.Position(x.At.Start); x.Within != "main" || at.Line != 3 {
		t.Errorf("it is within %s, in line %d", x.Within, at.Line)
	}
	// One vector is collected by the end of a run.
	x = run(t, "$v = [int];\n$v |\n", "__main__", `[1,2]`, eval.Options{})
	if x.Outcome.Verdict != eval.Defined {
		t.Errorf("the outcome is %v, %v", x.Outcome.Verdict, x.Outcome.Error)
	}
}

// Every expression stands in one definition, and what is none in none.
func TestDefinitionOf(t *testing.T) {
	p, _ := runs.Of(analysed("f = .a .b;\ng = {f x, f y};\ng\n"))
	tree := p.Syntax.Tree
	for i := range tree.Nodes {
		e := syntax.NodeID(i)
		d := p.DefinitionOf(e)
		if d < 0 {
			t.Fatalf("expression %d stands in no definition", e)
		}
		whole, part := p.Input.Result.Definitions[d].Span, tree.Span(e)
		if name := p.Input.Result.Definitions[d].Name; name != "__main__" && (part.Start < whole.Start || part.End > whole.End) {
			t.Errorf("expression %d at %v is not within %s at %v", e, part, name, whole)
		}
	}
	if d := p.DefinitionOf(syntax.NodeID(len(tree.Nodes))); d != -1 {
		t.Errorf("what is no expression stands in %d", d)
	}
}

// What is not of a language with values cannot be run.
func TestOfAnotherLanguage(t *testing.T) {
	in := analysed("()\n")
	in.Result.Front = nil
	if _, ok := runs.Of(in); ok {
		t.Error("a program of no known language can be run")
	}
}

// What is wrong with the text of a value is told with its place.
func TestValue(t *testing.T) {
	text := lang.NewFile("<value>", []byte(`{"a": 1, "b" 2}`))
	v, d := runs.Value(eval.NewReader(), text)
	if v != nil || d == nil || d.Code != lang.BadValue || !strings.HasPrefix(d.Message, "this is no JSON: ") {
		t.Fatalf("%v, %+v", v, d)
	}
	if at := string(text.Src[d.Span.Start:]); !strings.HasPrefix(at, "2}") {
		t.Errorf("it is wrong at %q", at)
	}
}

// A word is JSON, else a file, else JSON that is wrong if it looks like it; - is
// standard input.
func TestArgument(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"value.json": `{"of": "a file"}`, "true": `"a file called true"`, "1x": "[1]"} {
		if err := os.WriteFile(filepath.Join(".", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ arg, text, name string }{
		{`{"a":1}`, `{"a":1}`, "<value>"},
		{"true", "true", "<value>"},
		{"value.json", `{"of": "a file"}`, "value.json"},
		{"1x", "[1]", "1x"},
		{"-1x", "-1x", "<value>"},
		{`[1,`, `[1,`, "<value>"},
		{`{"a"`, `{"a"`, "<value>"},
		{`"open`, `"open`, "<value>"},
		{"12,5", "12,5", "<value>"},
		{"-", "17", inputs.StdinName},
		{"nothing", "", ""},
		{"", "", ""},
	} {
		text, problem, ok := runs.Argument(test.arg, inputs.Options{Extensions: []string{".k"}}, strings.NewReader("17"))
		if ok != (test.name != "") {
			t.Errorf("%q is a value: %v", test.arg, ok)
			continue
		}
		if ok && (problem != nil || string(text.Src) != test.text || text.Name != test.name) {
			t.Errorf("%q is %q of %s, %v", test.arg, text.Src, text.Name, problem)
		}
	}
	if _, problem, ok := runs.Argument("value.json", inputs.Options{Extensions: []string{".k"}, Limit: 3}, nil); !ok || problem == nil {
		t.Error("a file that is too large is read")
	}
}
