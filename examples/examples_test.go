package examples_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/k/partial"
	"github.com/patgraph/patgraph/patterns/language"
)

// style is the style of the texts beside the programs: no colour, 80 columns.
var style = report.Style{Width: 80}

func analyze(t *testing.T, path string) *report.Input {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file := lang.NewFile(filepath.Base(path), text)
	r := k.Analyze(context.Background(), file, k.Options{})
	partial.Analyze(context.Background(), r, language.Settings{})
	return &report.Input{Name: file.Name, File: file, Result: r, Diagnostics: r.Diagnostics}
}

func folders(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	if len(names) == 0 {
		t.Fatalf("%s holds no examples", dir)
	}
	return names
}

// golden compares a text with a file, or writes the file if PATGRAPH_UPDATE is 1.
func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if os.Getenv("PATGRAPH_UPDATE") == "1" {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n")); !bytes.Equal(got, want) {
		t.Errorf("%s is not what comes out any more. PATGRAPH_UPDATE=1 go test ./examples writes it anew.\ngot:\n%s\nwant:\n%s", path, got, want)
	}
}

func readme(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

// The programs have no errors or warnings, and the signatures in the files beside them.
func TestPrograms(t *testing.T) {
	overview := readme(t, "README.md")
	for _, name := range folders(t, "programs") {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join("programs", name)
			in := analyze(t, filepath.Join(dir, name+".k"))
			if len(in.Diagnostics) > 0 {
				t.Errorf("not clean:\n%s", style.AppendDiagnostics(nil, in))
			}
			golden(t, filepath.Join(dir, "types.txt"), style.AppendSignatures(nil, in, false))
			if text := readme(t, filepath.Join(dir, "README.md")); !strings.Contains(text, name+".k") {
				t.Errorf("the README does not name %s.k", name)
			}
			if !strings.Contains(overview, "programs/"+name+"/") {
				t.Errorf("examples/README.md does not name it")
			}
		})
	}
}

// The programs with shared definitions have no errors, and the README shows the actual report for a mistake that
// involves two files.
func TestLibraries(t *testing.T) {
	page := readme(t, "libraries/README.md")
	load := func(name string) *lang.File {
		text := readme(t, filepath.Join("libraries", name))
		if !strings.Contains(page, "`"+name+"`") {
			t.Errorf("the README does not name %s", name)
		}
		return lang.NewFile(name, []byte(text))
	}
	check := func(library []*lang.File, program *lang.File) *report.Input {
		file := lang.Join(library, program)
		r := k.Analyze(context.Background(), file, k.Options{})
		return &report.Input{Name: program.Name, File: file, Result: r, Diagnostics: r.Diagnostics}
	}
	library := []*lang.File{load("core.k"), load("tax.k")}
	var types []byte
	for i, program := range []*lang.File{load("bill.k"), load("receipt.k"), library[0], library[1]} {
		before := library[:max(0, min(i-2, 2))]
		if i < 2 {
			before = library
		}
		in := check(before, program)
		if len(in.Diagnostics) > 0 {
			t.Errorf("not clean:\n%s", style.AppendDiagnostics(nil, in))
		}
		if i < 2 {
			if i > 0 {
				types = append(types, '\n')
			}
			types = style.AppendSignatures(style.AppendHeader(types, program.Name), in, false)
		}
	}
	golden(t, "libraries/types.txt", types)

	bill := load("bill.k")
	in := check(library, lang.NewFile("bill.k", bytes.Replace(bill.Src, []byte("lines net"), []byte("lines sum"), 1)))
	_, want, _ := strings.Cut(page, "```\nerror")
	want, _, _ = strings.Cut(want, "```")
	if got := string((&report.Style{Width: 100}).AppendDiagnostics(nil, in)); !strings.HasPrefix(got, "error"+want) {
		t.Errorf("the README shows\nerror%s\nand it is\n%s", want, got)
	}
}

// Each wrong program has one diagnostic, with the code in the name of its folder, and the report in the file beside it.
func TestErrors(t *testing.T) {
	table := readme(t, filepath.Join("errors", "README.md"))
	for _, name := range folders(t, "errors") {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join("errors", name)
			in := analyze(t, filepath.Join(dir, "main.k"))
			code, _, _ := strings.Cut(name, "-")
			primary := slices.DeleteFunc(slices.Clone(in.Diagnostics), func(d lang.Diagnostic) bool { return d.Secondary })
			if len(primary) != 1 || string(primary[0].Code) != code {
				t.Errorf("%d diagnostics, want one of %s", len(primary), code)
			}
			golden(t, filepath.Join(dir, "report.txt"), style.AppendDiagnostics(nil, in))
			if !strings.Contains(table, name) {
				t.Errorf("errors/README.md does not name it")
			}
		})
	}
}

// The programs of the first command have one error each, with a change that was tried, and the README shows two of them.
func TestStart(t *testing.T) {
	files, err := filepath.Glob("start/*")
	if err != nil || len(files) != 3 {
		t.Fatal(files, err)
	}
	page := readme(t, "../README.md")
	shown := 0
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		l := languages.All.For(path, "")
		r := l.Analyze(context.Background(), lang.NewFile(path, text), language.Options{})
		if ds := r.Diagnostics; len(ds) != 1 || len(ds[0].Fixes) == 0 || !ds[0].Fixes[0].Checked {
			t.Errorf("%s has %d errors, not one with a change: %v", path, len(ds), ds)
		}
		if strings.Contains(page, "`"+filepath.Base(path)+"`:\n") {
			shown++
			if !strings.Contains(page, "\n"+string(text)+"```\n") {
				t.Errorf("the README shows another %s", path)
			}
		}
	}
	if shown != 2 {
		t.Errorf("the README shows %d of the programs", shown)
	}
}
