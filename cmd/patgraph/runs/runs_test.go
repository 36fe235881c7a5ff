package runs_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/runs"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// analysed is the result of analysing a source.
func analysed(source string) *report.Input {
	f := lang.NewFile("a.k", []byte(source))
	k := languages.All.For(f.Name, "")
	return &report.Input{Name: f.Name, File: f, Language: k, Result: k.Analyze(context.Background(), f, language.Options{})}
}

// run runs a definition on a value.
func run(t *testing.T, source, definition, value string, options language.RunOptions) *report.Run {
	t.Helper()
	p, ok := runs.Of(analysed(source))
	if !ok {
		t.Fatal("k cannot be run")
	}
	v, wrong := runs.Value(languages.All[0].Running.NewReader(), "JSON", lang.NewFile("<value>", []byte(value)))
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

// The outcome of a run, the definition in which it ends early, and the place.
func TestEvaluate(t *testing.T) {
	const source = "first = .a;\nuses = .b first;\nloops = loops;\ncollects = .a ^;\ncalls = {.x collects y};\nmain = uses;\nmain\n"
	for _, test := range []struct {
		definition, value string
		options           language.RunOptions
		verdict           lang.Verdict
		within, place     string
		code              lang.Code
	}{
		{definition: "uses", value: `{"b":{"a":1}}`},
		{definition: "main", value: `{"b":{"c":1}}`, verdict: lang.Undefined},
		{definition: "loops", value: `1`, options: language.RunOptions{Fuel: 1000}, verdict: lang.OutOfFuel, within: "loops", place: "loops"},
		{definition: "calls", value: `{"x":{"a":1}}`, verdict: lang.Failed, code: lang.NothingOpen, within: "collects", place: ".a ^"},
	} {
		x := run(t, source, test.definition, test.value, test.options)
		o := &x.Outcome
		place := string(x.Program.File.Src[o.At.Start:o.At.End])
		code := lang.Code("")
		if o.Verdict == lang.Failed {
			code = o.Failure.Code
		}
		if o.Verdict != test.verdict || x.Within != test.within || place != test.place || code != test.code {
			t.Errorf("%s on %s: %v %s within %q at %q, want %v %s within %q at %q",
				test.definition, test.value, o.Verdict, code, x.Within, place, test.verdict, test.code, test.within, test.place)
		}
	}
}

// A result that contains an open vector cannot be written: that is an error of the definition that was run, whatever it
// calls.
func TestOpenResult(t *testing.T) {
	const source = "$vv = [[int]];\nopens = $vv | |;\nmain = opens;\nmain\n"
	x := run(t, source, "main", `[[1,2],[3]]`, language.RunOptions{})
	o := &x.Outcome
	if o.Verdict != lang.Failed || o.Failure.Code != lang.OpenWithin || len(o.Failure.Help) == 0 {
		t.Fatalf("the outcome is %v, %v", o.Verdict, o.Failure.Message)
	}
	if at := x.Program.File.Position(o.At.Start); x.Within != "main" || at.Line != 3 {
		t.Errorf("it is within %s, in line %d", x.Within, at.Line)
	}
	// An outermost open vector is collected at the end of a run.
	x = run(t, "$v = [int];\n$v |\n", "__main__", `[1,2]`, language.RunOptions{})
	if x.Outcome.Verdict != lang.Defined {
		t.Errorf("the outcome is %v, %v", x.Outcome.Verdict, x.Outcome.Failure.Message)
	}
}

// A program in a language without values cannot be run.
func TestOfAnotherLanguage(t *testing.T) {
	in := analysed("()\n")
	in.Language = &language.Language{Name: "mute"}
	if _, ok := runs.Of(in); ok {
		t.Error("a program of no known language can be run")
	}
}

// An error in the text of a value is reported with its place.
func TestValue(t *testing.T) {
	text := lang.NewFile("<value>", []byte(`{"a": 1, "b" 2}`))
	v, d := runs.Value(languages.All[0].Running.NewReader(), "JSON", text)
	if v != nil || d == nil || d.Code != lang.BadValue || !strings.HasPrefix(d.Message.String(), "this is no JSON: ") {
		t.Fatalf("%v, %+v", v, d)
	}
	if at := string(text.Src[d.Span.Start:]); !strings.HasPrefix(at, "2}") {
		t.Errorf("it is wrong at %q", at)
	}
}

// An argument is JSON, else a file, else invalid JSON if it looks like JSON; - is standard input.
func TestArgument(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"value.json": `{"of": "a file"}`,
		"true": `"a file called true"`, "1x": "[1]"} {
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
		text, problem, ok := runs.Argument(languages.All[0].Running.NewReader(), test.arg,
			inputs.Options{Languages: languages.All}, strings.NewReader("17"))
		if ok != (test.name != "") {
			t.Errorf("%q is a value: %v", test.arg, ok)
			continue
		}
		if ok && (problem != nil || string(text.Src) != test.text || text.Name != test.name) {
			t.Errorf("%q is %q of %s, %v", test.arg, text.Src, text.Name, problem)
		}
	}
	if _, problem, ok := runs.Argument(languages.All[0].Running.NewReader(), "value.json",
		inputs.Options{Languages: languages.All, Limit: 3}, nil); !ok || problem == nil {
		t.Error("a file that is too large is read")
	}
}
