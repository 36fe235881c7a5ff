package examples_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/tensorscript"
)

// networks hands over the programs of TensorScript in a folder with what is derived of them. All are laid out
// as fmt does it, unless they cannot be read, and the page of the folder names them.
func networks(t *testing.T, dir string, each func(t *testing.T, f *lang.File, r *patterns.Result)) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.trs"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s holds no examples: %v", dir, err)
	}
	page := readme(t, filepath.Join(dir, "README.md"))
	for _, path := range paths {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			file := lang.NewFile(name, text)
			each(t, file, tensorscript.Language.Analyze(context.Background(), file, language.Options{}))
			if !strings.Contains(page, "("+name+")") {
				t.Errorf("the README does not name %s", name)
			}
			if laid, wrong := tensorscript.Language.Format(file, "", lang.Layout{}); len(wrong) == 0 && string(laid) != string(text) {
				t.Error("fmt would change it")
			}
		})
	}
}

// The programs of TensorScript are without errors.
func TestTensorScript(t *testing.T) {
	for _, dir := range []string{"tensorscript", "tensorscript/seed"} {
		networks(t, dir, func(t *testing.T, f *lang.File, r *patterns.Result) {
			for _, d := range r.Diagnostics {
				t.Errorf("%v: %v", f.Position(d.Span.Start), d)
			}
		})
	}
}

var tensorError = regexp.MustCompile(`^// (P\d{4} at \d+:\d+): `)

// Each wrong program of TensorScript has the one diagnostic that its first line says, at the place that it says.
func TestTensorScriptErrors(t *testing.T) {
	networks(t, "tensorscript/errors", func(t *testing.T, f *lang.File, r *patterns.Result) {
		var got []string
		for _, d := range r.Diagnostics {
			got = append(got, string(d.Code)+" at "+f.Position(d.Span.Start).String())
		}
		want := tensorError.FindSubmatch(f.Src)
		if want == nil {
			t.Fatal("no comment says what is wrong")
		}
		if len(got) != 1 || got[0] != string(want[1]) {
			t.Errorf("%q, and the comment says %q", got, want[1])
		}
	})
}
