package tutorial

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/manual"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// An answer is the result of the tutorial for a program.
type answer struct {
	solved     bool
	findings   []Finding
	signatures string
}

// ask checks a program against a lesson.
func ask(t *testing.T, l *Lesson, text string) (a answer) {
	t.Helper()
	b := batch.Batch{Languages: languages.All, Render: func(in *report.Input) (_, _ []byte) {
		a.findings = l.Find(in)
		a.solved = Solved(a.findings)
		style := report.Style{}
		a.signatures = string(style.AppendSignatures(nil, in, false))
		return nil, nil
	}}
	s := inputs.Text(inputs.Options{}, l.File, []byte(text))
	s.Extension = filepath.Ext(l.File)
	if _, err := b.Check(context.Background(), &s); err != nil {
		t.Fatal(err)
	}
	return a
}

// Every lesson is complete. Its solution passes each check, and neither the program that it gives nor an empty one
// does.
func TestLessons(t *testing.T) {
	for _, l := range Lessons() {
		t.Run(l.Name, func(t *testing.T) {
			parts := []string{l.Title, l.Text, l.Task, l.Hint, l.Program, l.Solution}
			if slices.Contains(parts, "") || len(l.Checks) == 0 || !strings.HasPrefix(l.File, l.Name+".") {
				t.Fatalf("a part is missing: %+v", l)
			}
			for _, c := range l.Checks {
				if c.Name == "" || c.Signature == "" && (c.Input == "" || c.Result == "") {
					t.Errorf("incomplete check: %+v", c)
				}
			}
			if a := ask(t, &l, l.Solution); !a.solved || len(a.findings) != len(l.Checks) {
				t.Errorf("not solved by its solution: %+v", a)
			}
			for _, text := range []string{l.Program, "", "-- dialect: k6\n"} {
				if a := ask(t, &l, text); a.solved {
					t.Errorf("solved by %q: %+v", text, a)
				}
			}
		})
	}
}

// quoted matches a signature in a sentence, or a part of one.
var quoted = regexp.MustCompile("(?s)`([^`]*(?:-->|X0|Tensor|fn )[^`]*)`")

// Every signature that a lesson mentions, or a part of one, is one of its program or of its solution.
func TestQuoted(t *testing.T) {
	for _, l := range Lessons() {
		known := ask(t, &l, l.Program).signatures + ask(t, &l, l.Solution).signatures
		for _, m := range quoted.FindAllStringSubmatch(program.ReplaceAllString(l.Text, "")+l.Task+l.Hint, -1) {
			text := strings.Join(strings.Fields(m[1]), " ")
			if text != "?IN --> ?OUT" && text != "X0" && !strings.Contains(known, text) {
				t.Errorf("%s: `%s` is not in\n%s", l.Name, text, known)
			}
		}
	}
}

// A lesson fits a terminal of 80 columns and nearly one of 24 lines, with three lines below it, and is ASCII.
func TestFits(t *testing.T) {
	lessons := Lessons()
	for i, l := range lessons {
		text := string(manual.Render(l.Page(i+1, len(lessons)), 80))
		if n := strings.Count(text, "\n"); n > 24 {
			t.Errorf("%s has %d lines", l.Name, n)
		}
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("%s: %d columns: %s", l.Name, n, line)
			}
		}
		for _, c := range text + l.Hint + l.Solution {
			if c >= utf8.RuneSelf {
				t.Errorf("%s has %q", l.Name, c)
			}
		}
	}
}

// For a program with another mistake than the given one, the findings describe that mistake.
func TestFind(t *testing.T) {
	for _, test := range []struct {
		lesson, program string
		want            []string // about each check that does not hold
	}{
		{"01-field", "-- dialect: k6\nname = .born;", []string{
			"on `{\"name\": \"Ada\", \"born\": \"1815\"}`, `name` gives `\"1815\"`, but should give `\"Ada\"`",
			"on `{\"name\": \"Alan\"}`, `name` is undefined, but should give `\"Alan\"`",
			"on `{\"born\": \"1815\"}`, `name` gives `\"1815\"`, but should be undefined",
		}},
		{"01-field", "-- dialect: k6\nnam = .name;", []string{"there is no definition `name`"}},
		{"02-composition", "-- dialect: k6\ncity = <.home .city, city>;", []string{
			"on `{\"city\": \"Turin\"}`, `city` does not end, but should be undefined",
		}},
		{"01-field", "-- dialect: k6\nname = $none;", nil},
		{"06-signature", "-- dialect: k6\npair = {.a left, .a right, .a too};", []string{
			"the signature of `pair` is\n```\n?{X0 a, ...} --> ?{X0 left, X0 right, X0 too}\n```\n" +
				"* it should be\n```\n?{X0 a, ...} --> ?{X0 left, X0 right}\n```",
		}},
		{"08-type", "-- dialect: k6\n$switch = <{} on, {} off>;\nflip = $switch;", []string{
			"on `{\"on\": {}}`, `flip` gives `{\"on\": {}}`, but should give `{\"off\": {}}`",
			"on `{\"off\": {}}`, `flip` gives `{\"off\": {}}`, but should give `{\"on\": {}}`",
		}},
	} {
		lessons := Lessons()
		l := lessons[slices.IndexFunc(lessons, func(l Lesson) bool { return l.Name == test.lesson })]
		a := ask(t, &l, test.program)
		var got []string
		for _, f := range a.findings {
			if !f.OK {
				got = append(got, strings.TrimSuffix(strings.TrimPrefix(f.Text(), "* wrong: "), "\n"))
			}
		}
		if a.solved || !slices.Equal(got, test.want) {
			t.Errorf("%q: %q", test.program, got)
		}
	}
}

// A folder keeps the user's programs; if it has no current lesson, it says so.
func TestFolder(t *testing.T) {
	lessons := Lessons()
	l, f := &lessons[0], Folder(filepath.Join(t.TempDir(), "new"))
	if n, damaged, err := f.Current(lessons); n != -1 || damaged || err != nil {
		t.Error(n, damaged, err)
	}
	for _, first := range []bool{true, false} {
		if written, err := f.Begin(l); written != first || err != nil {
			t.Error(written, err)
		}
		if text, err := os.ReadFile(f.Path(l)); string(text) != l.Program || err != nil {
			t.Error(string(text), err)
		}
	}
	if err := os.WriteFile(f.Path(l), []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	written, err := f.Begin(l)
	if text, _ := os.ReadFile(f.Path(l)); written || err != nil || string(text) != "mine" {
		t.Errorf("%v, %v: %s", written, err, text)
	}
	if err := f.SetCurrent(&lessons[3]); err != nil {
		t.Fatal(err)
	}
	if n, damaged, err := f.Current(lessons); n != 3 || damaged || err != nil {
		t.Error(n, damaged, err)
	}
	if err := os.WriteFile(f.Progress(), []byte("\x00"), 0o666); err != nil {
		t.Fatal(err)
	}
	if n, damaged, err := f.Current(lessons); n != -1 || !damaged || err != nil {
		t.Error(n, damaged, err)
	}
}
