package syntaxtest

import (
	"bytes"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/patgraph/patgraph/lang"
)

// A Formatter parses and formats a language, in one dialect.
type Formatter struct {
	Format func(*lang.File, lang.Layout) ([]byte, []lang.Diagnostic)
	// Parse parses a text, and returns its content, which Same compares, and the number of its comments.
	Parse func(*lang.File) (says any, comments int, ds []lang.Diagnostic)
	Same  func(a, b any) bool
}

// Check checks the laws of a layout for one text; it returns nil if the text has syntax errors.
func (x Formatter) Check(t T, src []byte, o lang.Layout) []byte {
	t.Helper()
	out, ds := x.Format(lang.NewFile("in", src), o)
	for _, d := range ds {
		if d.Code == lang.Internal {
			t.Fatalf("%s in\n%s", d.Message, src)
		}
	}
	if len(ds) > 0 {
		return nil
	}
	before, said, ds := x.Parse(lang.NewFile("in", src))
	after, kept, more := x.Parse(lang.NewFile("out", out))
	if len(more) != len(ds) {
		t.Fatalf("the layout reports %v, not %v\n%s\n--- of\n%s", more, ds, out, src)
	}
	if !x.Same(before, after) || said != kept {
		t.Fatalf("the layout is another program:\n%s\n--- of\n%s", out, src)
	}
	if again, _ := x.Format(lang.NewFile("out", out), o); string(again) != string(out) && len(o.Lines) == 0 {
		t.Fatalf("a second layout differs:\n%s\n--- source\n%s", cmp.Diff(string(out), string(again)), src)
	}
	return out
}

// CheckSources checks the laws for some texts in narrow and wide layouts.
func CheckSources(t *testing.T, texts []string, check func(t T, src []byte, o lang.Layout) []byte) {
	t.Helper()
	for _, src := range texts {
		for _, width := range []int{1, 20, 40, 100, 10000} {
			check(t, []byte(src), lang.Layout{Width: width})
		}
	}
}

// CheckGoldens compares the layouts of programs with their golden files. PATGRAPH_UPDATE=1 writes the golden files
// again.
func CheckGoldens(t *testing.T, check func(t T, src []byte, o lang.Layout) []byte) {
	t.Helper()
	for name, ar := range layouts(t) {
		got := check(t, ar.Files[0].Data, lang.Layout{Width: 80})
		if os.Getenv("PATGRAPH_UPDATE") == "1" {
			ar.Files[1].Data = got
			if err := os.WriteFile(name, txtar.Format(ar), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if !bytes.Equal(got, ar.Files[1].Data) {
			t.Errorf("%s:\n%s", name, cmp.Diff(string(ar.Files[1].Data), string(got)))
		}
	}
}
