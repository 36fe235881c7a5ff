package inputs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// toys is a table with one language, which is never analysed.
var toys = language.Table{{Name: "k", Extensions: []string{".k"}, Dialects: []string{"k4", "k6"}}}

// The error for a file whose name determines no language suggests how to read it as each of them.
func TestForcing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	o := Options{Languages: append(slices.Clone(toys),
		&language.Language{Name: "toy", Extensions: []string{".toy", ".t"}, Dialects: []string{"toy"}})}
	want := []string{"--dialect k4 or k6 reads any file as a program of k",
		"--dialect toy reads any file as a program of toy"}
	if s := Gather(o, []string{path})[0]; s.Problem == nil ||
		lang.JoinPhrases(s.Problem.Help, "|").String() != strings.Join(want, "|") {
		t.Errorf("%+v", s.Problem)
	}
	o.StdinName = "b.txt"
	if s := Gather(o, []string{"-"})[0]; s.Problem == nil ||
		s.Problem.Message.String() != "cannot read `b.txt`: its name does not end in .k, .toy, .t" ||
		s.Problem.Help[1].String() != "--dialect toy reads any text as a program of toy" {
		t.Errorf("%+v", s.Problem)
	}
	o.Forced = true
	if s := Gather(o, []string{path})[0]; s.Problem != nil || s.Extension != "" {
		t.Errorf("%+v", s)
	}
}
