package report_test

import (
	"context"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
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
	in := analysed(source)
	running := in.Language.Running
	v, wrong := running.NewReader().Read([]byte(value))
	if wrong != nil {
		t.Fatal(wrong.Message)
	}
	x := &report.Run{Program: in, Definition: definition, In: v}
	for d, def := range in.Result.Definitions {
		if def.Name == definition {
			x.Evaluate(running.NewRunner(in.Result), int32(d), options)
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
