package k

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/patgraph/patgraph/lang"
)

// describe writes a diagnostic in full, with its place and text.
func describe(b *strings.Builder, f *lang.File, d *lang.Diagnostic) {
	at := func(s lang.Span) string {
		p := f.Position(s.Start)
		text, _, more := strings.Cut(f.Text(s), "\n")
		if more {
			text += "…"
		}
		return fmt.Sprintf("%d:%d `%s`", p.Line, p.Column, text)
	}
	fmt.Fprintf(b, "%s %s in %s: %s: %s\n", at(d.Span), d.Code, cmpOr(d.Definition, "-"), d.Severity, d.Message)
	fmt.Fprintf(b, "  ^ %s\n", d.Label)
	for _, r := range d.Related {
		fmt.Fprintf(b, "  see %s: %s\n", at(r.Span), r.Message)
	}
	for _, n := range d.Notes {
		fmt.Fprintf(b, "  note: %s\n", n)
	}
	for _, h := range d.Help {
		fmt.Fprintf(b, "  help: %s\n", h)
	}
	for _, x := range d.Fixes {
		fmt.Fprintf(b, "  fix: %s\n", x.Title)
	}
}

func cmpOr(s, t string) string {
	if s == "" {
		return t
	}
	return s
}

// definitions lists the definitions of a tree, with their errors.
func definitions(t *Tree, n *Names) string {
	var b strings.Builder
	list := func(name string, bad, erroneous bool) {
		b.WriteString(name)
		if bad {
			b.WriteString(" bad")
		}
		if erroneous {
			b.WriteString(" erroneous")
		}
		b.WriteString("\n")
	}
	for i, d := range t.Types {
		list("$"+t.Syms.Text(d.Name), d.Bad, n.TypeErroneous[i])
	}
	for i, d := range t.Defs {
		list(t.Syms.Text(d.Name), d.Bad, n.Erroneous[i])
	}
	return b.String()
}

// Each archive is a program with the reports of Parse and Resolve. PATGRAPH_UPDATE=1 rewrites the expected sections.
func TestDiagnostics(t *testing.T) {
	golden(t, "testdata/diagnostics", func(t *testing.T, in []byte, section string) string {
		dialect, section := K4, section
		if rest, ok := strings.CutPrefix(section, "auto/"); ok {
			dialect, section = Auto, rest
		}
		tree, ds := ParseAs(lang.NewFile("in.k", in), dialect)
		checkTree(t, tree)
		checkDiagnostics(t, tree, ds)
		names, more := Resolve(tree)
		checkDiagnostics(t, tree, more)
		var b strings.Builder
		switch section {
		case "want/definitions":
			return definitions(tree, names)
		case "want/dialect":
			return tree.Dialect.String() + "\n"
		case "want/diagnostics":
			for _, d := range append(ds, more...) {
				describe(&b, tree.File, &d)
			}
		case "want/types":
			for _, id := range names.UnknownTypes {
				d := names.UnknownTypeDiagnostic(tree, id)
				describe(&b, tree.File, &d)
			}
		default:
			t.Fatalf("unknown section %s", section)
		}
		return b.String()
	})
}

// A fix removes its diagnostic: the fixed text has fewer errors.
func TestFixes(t *testing.T) {
	fixes := 0
	for _, src := range sources(t) {
		_, ds := parse(src)
		for _, d := range ds {
			for _, fix := range d.Fixes {
				fixes++
				e := fix.Edits[0]
				_, after := parse(src[:e.Span.Start] + e.Text + src[e.Span.End:])
				if len(after) >= len(ds) {
					t.Errorf("%s %q: after %q there are still %d findings in\n%s", d.Code, d.Message, fix.Title,
						len(after), src)
				}
			}
		}
	}
	if fixes < 15 {
		t.Errorf("only %d fixes in the sources", fixes)
	}
}

// golden runs the archives of a directory: the file in.k of each determines the others.
func golden(t *testing.T, dir string, run func(t *testing.T, in []byte, section string) string) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives in %s (%v)", dir, err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if len(ar.Files) < 2 || ar.Files[0].Name != "in.k" || len(ar.Comment) == 0 {
				t.Fatalf("%s needs prose, in.k and sections", name)
			}
			for i := 1; i < len(ar.Files); i++ {
				f := &ar.Files[i]
				got := run(t, ar.Files[0].Data, f.Name)
				if os.Getenv("PATGRAPH_UPDATE") != "" {
					f.Data = []byte(got)
				} else if d := cmp.Diff(string(f.Data), got); d != "" {
					t.Errorf("%s (-want +got):\n%s", f.Name, d)
				}
			}
			if os.Getenv("PATGRAPH_UPDATE") != "" {
				if out := txtar.Format(ar); !bytes.Equal(out, mustRead(t, name)) {
					if err := os.WriteFile(name, out, 0o666); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}

func mustRead(t *testing.T, name string) []byte {
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// checkDiagnostics checks the invariants of every list of diagnostics.
func checkDiagnostics(t failer, tree *Tree, ds []lang.Diagnostic) {
	t.Helper()
	n := int32(len(tree.File.Src))
	ok := func(s lang.Span) bool { return 0 <= s.Start && s.Start <= s.End && s.End <= n }
	for i, d := range ds {
		if !ok(d.Span) {
			t.Fatalf("%s %q at %v of %d bytes", d.Code, d.Message, d.Span, n)
		}
		for _, r := range d.Related {
			if !ok(r.Span) || r.Message.String() == "" {
				t.Fatalf("%s %q: related %v of %d bytes: %q", d.Code, d.Message, r.Span, n, r.Message)
			}
		}
		if d.Message.String() == "" || d.Label.String() == "" || strings.HasSuffix(d.Message.String(), ".") ||
			strings.ContainsAny(d.Message.String(), "\n\r") {
			t.Fatalf("%s: message %q, label %q", d.Code, d.Message, d.Label)
		}
		if i > 0 && ds[i-1].Span.Start > d.Span.Start {
			t.Fatalf("%s %q is not in order", d.Code, d.Message)
		}
	}
}
