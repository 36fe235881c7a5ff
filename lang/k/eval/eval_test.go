package eval_test

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
)

// compile compiles a source, which may have errors in its names.
func compile(t testing.TB, source string) *eval.Program {
	t.Helper()
	tree, ds := k.Parse(lang.NewFile("test.k", []byte(source)))
	for _, d := range lang.Errors(ds) {
		t.Fatalf("%s: %s", source, d.Message)
	}
	names, _ := k.Resolve(tree)
	return eval.Compile(tree, names, nil)
}

// mainOf returns the main expression.
func mainOf(t testing.TB, p *eval.Program) int32 {
	t.Helper()
	for i := range p.Tree.Defs {
		if p.Tree.Defs[i].Main {
			return int32(i)
		}
	}
	t.Fatal("no main expression")
	return 0
}

func value(t testing.TB, text string) eval.Value {
	t.Helper()
	v, err := eval.ReadJSON([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// mostText bounds the written text of a value: shared parts are written at each use, so a small value can have a text
// of any length.
const mostText = 1 << 17

func text(v eval.Value) string {
	b, all := eval.AppendUpTo(nil, v, mostText)
	if !all {
		return string(b[:mostText]) + "…"
	}
	return string(b)
}

// outcome returns an outcome in the notation of the cases.
func outcome(o eval.Outcome) string {
	switch o.Verdict {
	case lang.Defined:
		return text(o.Value)
	case lang.Failed:
		return "error: " + o.Error.Message
	}
	return o.Verdict.String()
}

// run runs the main expression of a source on a value.
func run(t testing.TB, source, in string, o eval.Options) string {
	t.Helper()
	p := compile(t, source)
	return outcome(p.Run(mainOf(t, p), value(t, in), o))
}

// The cases are pairs of files: a program NAME.k, and NAME with lines VALUE => OUTCOME, where an outcome is JSON,
// undefined, error with an optional part of its message, or one of the others. Files named "checked…" are run with
// CheckFilters.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/eval/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sources := make(map[string]string)
		for _, f := range archive.Files {
			if name, ok := strings.CutSuffix(f.Name, ".k"); ok {
				sources[name] = string(f.Data)
				continue
			}
			source, ok := sources[f.Name]
			if !ok {
				t.Fatalf("%s: %s has no program", file, f.Name)
			}
			t.Run(filepath.Base(file)+"/"+f.Name, func(t *testing.T) {
				p := compile(t, source)
				options := eval.Options{CheckFilters: strings.HasPrefix(f.Name, "checked")}
				for _, line := range strings.Split(strings.TrimSpace(string(f.Data)), "\n") {
					in, want, ok := strings.Cut(line, " => ")
					if !ok {
						t.Fatalf("no outcome: %s", line)
					}
					got := outcome(p.Run(mainOf(t, p), value(t, in), options))
					switch {
					case want == "undefined", strings.Contains(want, "[|"):
						want = strings.ReplaceAll(want, ", ", ",")
					case strings.HasPrefix(want, "error"):
						if strings.HasPrefix(got, want) {
							continue
						}
						if part, ok := strings.CutPrefix(want, "error: "); ok && strings.HasPrefix(got, "error: ") &&
							strings.Contains(got, part) {
							continue
						}
					default:
						want = eval.JSON(value(t, want))
					}
					if got != want {
						t.Errorf("%s gives\n  %s, want\n  %s", in, got, want)
					}
				}
			})
		}
	}
}
