package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/tutorial"
)

// A student goes through all lessons: in each, the first answers are wrong, and the solution leads to the next lesson.
func TestTutorial(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "lessons")
	// run runs the command and compares its exit status.
	run := func(exit int, flags ...string) string {
		t.Helper()
		code, out, stderr := patgraph(t, nil, append([]string{"tutorial", "--width", "0", folder}, flags...)...)
		if code != exit || stderr != "" {
			t.Fatalf("%q: exit status %d, want %d: %s", flags, code, exit, stderr)
		}
		return out
	}
	shown := run(0)
	lessons := tutorial.Lessons()
	for i, l := range lessons {
		if title := strings.ToUpper(l.Title); !strings.Contains(shown, title) || !strings.Contains(shown, folder) {
			t.Errorf("%s is not shown:\n%s", l.Name, shown)
		}
		path := filepath.Join(folder, l.File)
		if text, err := os.ReadFile(path); err != nil || string(text) != l.Program {
			t.Errorf("%s: %v: %s", path, err, text)
		}
		for _, wrong := range []string{l.Program, "", "-- dialect: k6\n", l.Program + "%&"} {
			if err := os.WriteFile(path, []byte(wrong), 0o666); err != nil {
				t.Fatal(err)
			}
			run(1)
			if text, _ := os.ReadFile(path); string(text) != wrong {
				t.Errorf("%s was overwritten", path)
			}
		}
		if out := run(0, "--hint"); words(out) != words("Hint. "+l.Hint) {
			t.Errorf("the hint of %s is shown as %s", l.Name, out)
		}
		if out := run(0, "--solution", "--lesson", strconv.Itoa(i+1)); !strings.Contains(words(out), words(l.Solution)) {
			t.Errorf("the solution of %s is shown as %s", l.Name, out)
		}
		if err := os.WriteFile(path, []byte(l.Solution), 0o666); err != nil {
			t.Fatal(err)
		}
		shown = run(0)
		if !strings.Contains(shown, "Lesson "+strconv.Itoa(i+1)+" is solved.") || strings.Contains(shown, "wrong:") {
			t.Errorf("%s is not solved:\n%s", l.Name, shown)
		}
		if out := run(0, "--list"); strings.Count(out, "solved") != i+1 {
			t.Errorf("after %s:\n%s", l.Name, out)
		}
	}
	if !strings.Contains(shown, "All "+strconv.Itoa(len(lessons))+" lessons are solved.") {
		t.Errorf("the end is shown as %s", shown)
	}
}

// words is a text with one blank between its words, and without the signs of Markdown.
func words(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(text, "*", "")), " ")
}
