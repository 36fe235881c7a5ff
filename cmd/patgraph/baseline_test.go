package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// TestBaselineWorkers renames and copies files with known errors: which copy counts as the known one does not depend on
// timing.
func TestBaselineWorkers(t *testing.T) {
	dir := programs(t, 60)
	known := filepath.Join(dir, "known.json")
	if code, stdout, stderr := patgraph(t, nil, "check", "--write-baseline", known, dir); code != report.Clean ||
		!strings.Contains(stdout, "nothing new") {
		t.Fatalf("exit %d, %s%s", code, stdout, stderr)
	}
	for _, name := range []string{"d0", "d2"} {
		if err := os.CopyFS(filepath.Join(dir, "copy-of-"+name), os.DirFS(filepath.Join(dir, name))); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(dir, name), filepath.Join(dir, "renamed-"+name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{"check", "check --format json", "check --format junit", "check --summary-only"} {
		args := append(strings.Fields(line), "--baseline", known, dir)
		code, stdout, stderr := patgraph(t, nil, append(args, "-j", "1")...)
		if code != report.Errors || !strings.Contains(stderr, "the file is gone, and all that is known of it") {
			t.Fatalf("%s: exit %d, %s%s", line, code, stdout, stderr)
		}
		if line == "check" && (!strings.Contains(stdout, "renamed-d0") || strings.Contains(stdout, "copy-of-d0")) {
			t.Errorf("the copies come first by name: %s", stdout)
		}
		for _, j := range []string{"2", "5", "16"} {
			c, out, errs := patgraph(t, nil, append(args, "-j", j)...)
			if c != code || out != stdout || errs != stderr {
				t.Errorf("%s: -j %s and -j 1 differ: exit %d and %d\n%s\n%s", line, j, c, code, out, stdout)
			}
		}
	}
}

// A defect is never known, and with a defect no baseline is written.
func TestBaselineOfDefect(t *testing.T) {
	t.Setenv("PATGRAPH_DEBUG", "")
	t.Chdir(t.TempDir())
	write(t, "a.k", "f = nosuch;")
	write(t, "bad.k", "f = nosuch;")
	if code, _, stderr := patgraph(t, nil, "check", "--write-baseline", "known.json", "."); code != report.Clean {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	before, err := os.ReadFile("known.json")
	if err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := patgraph(t, broken, "check", "--write-baseline", "known.json", ".")
	if code != report.Defect || !strings.Contains(stdout, "P0902") || !strings.Contains(stderr, "is not written") {
		t.Errorf("exit %d, %s%s", code, stdout, stderr)
	}
	if after, err := os.ReadFile("known.json"); err != nil || string(after) != string(before) {
		t.Errorf("%v: %s", err, after)
	}
	// The entries of a file that could not be analysed are not stale.
	code, stdout, stderr = patgraph(t, broken, "check", "--baseline", "known.json", ".")
	if code != report.Defect || !strings.Contains(stdout, "2 files, 1 new error, 1 known") || stderr != "" {
		t.Errorf("exit %d, %s%s", code, stdout, stderr)
	}
}

// The same for check --watch: new errors are reported.
func TestBaselineWatch(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.k", "f = nosuch;")
	if code, _, stderr := patgraph(t, nil, "check", "--write-baseline", "known.json", "."); code != report.Clean {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	w := watchHere(t, "--baseline", "known.json", ".")
	if got := w.until("known\n"); got != "1 file, nothing new, 1 known\n" {
		t.Errorf("%q", got)
	}
	save(t, "a.k", "\nf = nosuch;\ng = fresh;")
	if got := w.until("1 known"); !strings.Contains(got, "`fresh` is not defined") || strings.Contains(got, "nosuch`") ||
		!strings.Contains(got, "1 file, 1 new error, 1 known") {
		t.Errorf("%s", got)
	}
	w.stop()
	if code := <-w.exit; code != report.Errors {
		t.Errorf("exit %d", code)
	}
	if code, _, stderr := patgraph(t, nil, "check", "--watch", "--baseline", "nosuch.json", "."); code != report.Unusable ||
		!strings.Contains(stderr, "there is none") {
		t.Errorf("exit %d, %s", code, stderr)
	}
}

// Cached results do not change which errors are known, nor does the baseline change cached results.
func TestBaselineAndResults(t *testing.T) {
	dir, kept := programs(t, 40), t.TempDir()
	known, again := filepath.Join(dir, "known.json"), filepath.Join(dir, "again.json")
	run := func(args ...string) string {
		t.Helper()
		args = append([]string{"check"}, append(args, dir)...)
		code, stdout, stderr := patgraph(t, nil, append(args, "--no-cache")...)
		want := fmt.Sprint(code, "\n", stdout, stderr)
		for _, state := range []string{"cold", "warm"} {
			code, stdout, stderr := patgraph(t, nil, append(args, "--cache-dir", kept)...)
			if got := fmt.Sprint(code, "\n", stdout, stderr); got != want {
				t.Errorf("%v, %s: got\n%s\nwant\n%s", args, state, got, want)
			}
		}
		return want
	}
	all := run()
	run("--write-baseline", known)
	run("--write-baseline", again)
	a, _ := os.ReadFile(known)
	b, _ := os.ReadFile(again)
	if string(a) != string(b) || len(a) < 100 {
		t.Errorf("two baselines: %s\n%s", a, b)
	}
	run("--baseline", known)
	write(t, filepath.Join(dir, "d1", "p001.k"), "f = .a;")                 // fixed
	write(t, filepath.Join(dir, "d2", "p002.k"), "h = nosuch; g = nosuch;") // another error
	if got := run("--baseline", known); !strings.Contains(got, "p001.k: P0302 in `g` is not there any more") ||
		!strings.Contains(got, "2 new errors") {
		t.Error(got)
	}
	if err := os.Rename(filepath.Join(dir, "d3"), filepath.Join(dir, "e3")); err != nil {
		t.Fatal(err)
	}
	if got := run("--baseline", known, "--format", "json"); !strings.Contains(got, "the file is gone") {
		t.Error(got)
	}
	if err := os.Rename(filepath.Join(dir, "e3"), filepath.Join(dir, "d3")); err != nil {
		t.Fatal(err)
	}
	// Known errors are still reported without a baseline.
	if got := run(); !strings.Contains(got, "nosuch") || strings.Count(got, "P0302") < strings.Count(all, "P0302")-2 {
		t.Error(got)
	}
}
