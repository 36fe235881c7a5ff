package syntaxtest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/patgraph/patgraph/lang"
)

// A Place is a text of a case and its offsets.
type Place struct {
	Text       string
	Start, End int32
}

// Span returns the place in a text that begins at an offset.
func (p Place) Span(base int32) lang.Span { return lang.Span{Start: base + p.Start, End: base + p.End} }

// Cases reads programs with their expected results, and checks that there are at least `least`.
func Cases[C any](t testing.TB, path string, least int) []C {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var cases []C
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < least {
		t.Fatalf("only %d cases", len(cases))
	}
	return cases
}

// Programs returns the programs in the test data of a package, by their names: its cases, the inputs and outputs of its
// layouts, and the files that match some patterns. It checks that there are at least `least`.
func Programs(t testing.TB, least int, patterns ...string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	for _, c := range Cases[struct{ ID, Source string }](t, "testdata/cases.json", 1) {
		all[c.ID] = c.Source
	}
	for name, ar := range layouts(t) {
		for _, f := range ar.Files {
			all[name+": "+f.Name] = string(f.Data)
		}
	}
	for _, pattern := range patterns {
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all[name] = string(text)
		}
	}
	if len(all) < least {
		t.Fatalf("only %d programs", len(all))
	}
	return all
}

// Layouts returns the inputs of the golden files of a package.
func Layouts(t testing.TB) (texts []string) {
	t.Helper()
	for _, ar := range layouts(t) {
		texts = append(texts, string(ar.Files[0].Data))
	}
	slices.Sort(texts)
	return texts
}

// layouts reads the golden files of a package: each has a text and its layout.
func layouts(t testing.TB) map[string]*txtar.Archive {
	t.Helper()
	names, err := filepath.Glob("testdata/layout/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	all := make(map[string]*txtar.Archive)
	for _, name := range names {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = ar
	}
	return all
}

// Found returns diagnostics in short form: their codes and the texts at their places.
func Found(f *lang.File, ds []lang.Diagnostic) string {
	var list []string
	for _, d := range ds {
		list = append(list, strings.TrimSpace(string(d.Code)+" "+f.Text(d.Span)))
	}
	return strings.Join(list, "; ")
}

// Repaired applies the first repair of an error until no error has one.
func Repaired(t T, src string, diagnose func(*lang.File) []lang.Diagnostic) string {
	t.Helper()
	for range 20 {
		ds := diagnose(lang.NewFile("in", []byte(src)))
		i := slices.IndexFunc(ds, func(d lang.Diagnostic) bool { return d.Severity == lang.Error && len(d.Fixes) > 0 })
		if i < 0 {
			return src
		}
		edits := ds[i].Fixes[0].Edits
		slices.SortFunc(edits, func(a, b lang.Edit) int { return int(a.Span.Start - b.Span.Start) })
		src = string(lang.AppendEdited(nil, []byte(src), lang.Span{End: int32(len(src))}, edits))
	}
	t.Fatalf("there is no end of mistakes:\n%s", src)
	return ""
}
