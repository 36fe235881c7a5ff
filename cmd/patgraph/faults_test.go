package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/cache"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/sample"
)

// Faults of machines and unintended programs; others are tested with the features that they affect: cached_test.go,
// merge_test.go, batch_test.go, and the packages atomicfile, cache and inputs.

// Every error of a program with many errors is reported.
func TestManyErrors(t *testing.T) {
	t.Parallel()
	many := sample.Size(10_000, 1_200)
	numbered := func(format string) string {
		var b strings.Builder
		for i := range many {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	dir := t.TempDir()
	for name, source := range map[string]string{
		"clashes": numbered("f%d = {1 x, 2 y} .z;\n"),
		"syntax":  numbered("f%d = {1 x, 2 y .z;\n"),
		"doubles": strings.Repeat("f = .a;\n", many+1),
		"names":   "f = [nosuch" + strings.Repeat(", nosuch", many-1) + "];\n",
	} {
		path := filepath.Join(dir, name+".k")
		write(t, path, source)
		code, out, stderr := patgraph(t, nil, "check", "--format", "json", "--no-cache", path)
		var doc struct {
			Files   []struct{ Diagnostics []json.RawMessage }
			Summary struct{ Errors int }
		}
		if err := json.Unmarshal([]byte(out), &doc); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if code != report.Errors || doc.Summary.Errors != many || len(doc.Files) != 1 ||
			len(doc.Files[0].Diagnostics) < many || stderr != "" {
			t.Errorf("%s: exit %d, %d errors; %s", name, code, doc.Summary.Errors, stderr)
		}
	}
}

// TestFullDiskOutput writes a report to a full disk: the report of the run before is kept.
func TestFullDiskOutput(t *testing.T) {
	small := smallDisk(t, "32k")
	file := filepath.Join(small, "report.json")
	dir := programs(t, 200)
	if code, _, stderr := patgraph(t, nil, "check", "-o", file,
		filepath.Join(dir, "d0", "p000.k")); code != report.Clean {
		t.Fatal(stderr)
	}
	before, err := os.ReadFile(file)
	if err != nil || len(before) == 0 {
		t.Fatal(err)
	}
	code, stdout, stderr := patgraph(t, nil, "check", "-o", file, dir)
	if code != report.Unusable || stdout != "" ||
		!strings.Contains(stderr, "cannot write to `"+file+"`: no space left on device") {
		t.Errorf("exit %d, %s", code, stderr)
	}
	after, err := os.ReadFile(file)
	entries, _ := os.ReadDir(small)
	if err != nil || string(after) != string(before) || len(entries) != 1 {
		t.Errorf("the file before is gone: %d bytes, %v, %v", len(after), entries, err)
	}
}

// TestOutputKilled kills processes that write a report to a file: the file always has the complete report of some run.
func TestOutputKilled(t *testing.T) {
	t.Parallel()
	times := sample.Size(50, 8)
	if testing.Short() {
		times = 5
	}
	dir, to := programs(t, 60), t.TempDir()
	file := filepath.Join(to, "report.json")
	args := func(i int) []string {
		return []string{"check", "--no-cache", "--limit-nodes", fmt.Sprint(100_000 + i%2), dir}
	}
	var whole [2]string
	for i := range whole {
		_, whole[i], _ = patgraph(t, nil, append(args(i), "--format", "json")...)
	}
	if whole[0] == whole[1] {
		t.Fatal("two runs have one report")
	}
	began := time.Now()
	c, _ := process(t, append(args(0), "-o", file)...)
	c.Wait()
	took := time.Since(began)
	found := make(map[string]int)
	for i := range times {
		c, _ := process(t, append(args(i+1), "-o", file)...)
		time.Sleep(rand.N(took + took/4))
		c.Process.Kill()
		c.Wait()
		text, err := os.ReadFile(file)
		if s := string(text); err != nil || s != whole[0] && s != whole[1] {
			t.Fatalf("run %d: %v, %d bytes, want %d or %d", i, err, len(text), len(whole[0]), len(whole[1]))
		}
		found[string(text)]++
	}
	// Files of killed processes do not disturb the next run, which removes them eventually.
	if code, _, stderr := patgraph(t, nil, append(args(0), "-o", file)...); code != report.Errors ||
		stderr != "60 files, 40 errors\n" {
		t.Errorf("exit %d, %s", code, stderr)
	}
	t.Logf("of two reports, %d and %d times", found[whole[0]], found[whole[1]])
}

// Clocks do not affect which results are known: times of files may jump, and a changed text may have the time and the
// size of the old one.
func TestClockJumps(t *testing.T) {
	dir, kept := t.TempDir(), t.TempDir()
	path := filepath.Join(dir, "a.k")
	at := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	set := func(text string, at time.Time) {
		t.Helper()
		write(t, path, text)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	const sound, unsound = "f = {1 x, 2 y} .x;\n", "f = {1 x, 2 y} .z;\n"
	for i, run := range []struct {
		text string
		at   time.Time
		code int
		hits int64
	}{
		{sound, at, report.Clean, 0},
		{unsound, at, report.Errors, 0},
		{unsound, at.AddDate(200, 0, 0), report.Errors, 1},
		{sound, at.AddDate(-40, 0, 0), report.Clean, 1},
		{sound, time.Now().Add(time.Hour), report.Clean, 1},
	} {
		set(run.text, run.at)
		code, _, stderr := patgraph(t, nil, "check", "--cache-dir", kept, dir)
		info, err := cache.Stat(kept)
		if code != run.code || stderr != "" || err != nil || info.Last.Hits != run.hits {
			t.Errorf("run %d: exit %d, %q, %+v %v", i, code, stderr, info.Last, err)
		}
		// The times of the store's own files jump, too.
		filepath.WalkDir(kept, func(path string, e os.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				err = os.Chtimes(path, run.at.AddDate(i, 0, 0), run.at.AddDate(-i, 0, 0))
			}
			return err
		})
	}
}
