package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func do(t *testing.T, args ...string) (out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	if err := run(args, &o, &e); err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	return o.String(), e.String()
}

// The baseline reads the files that were written, with any number of workers.
func TestBaselines(t *testing.T) {
	dir := t.TempDir()
	_, said := do(t, "files", "-n", "120", "-seed", "4", dir)
	var bytes int
	if _, err := fmt.Sscanf(said, `{"programs":120,"bytes":%d,`, &bytes); err != nil || bytes < 120*500 {
		t.Errorf("%s: %v", said, err)
	}
	for _, what := range []string{"hash", "parse"} {
		var sums []string
		for _, j := range []string{"1", "3"} {
			out, _ := do(t, what, "-j", j, "-n", "2", dir)
			for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
				if !strings.HasPrefix(line, fmt.Sprintf("120 files, %d bytes, ", bytes)) {
					t.Errorf("%s: %s", what, line)
				}
				sums = append(sums, strings.Split(line, ", ")[2])
			}
		}
		for _, s := range sums {
			if len(sums) != 4 || s != sums[0] {
				t.Errorf("%s: sums %v", what, sums)
			}
		}
	}
	// Reading reports a missing file.
	if _, err := readAll([]string{filepath.Join(dir, "none.k")}, true, 2); err == nil {
		t.Error("a file that is not there is no error")
	}
}

func TestRecords(t *testing.T) {
	out, said := do(t, "records", "-n", "7")
	file := filepath.Join(t.TempDir(), "out.ndjson")
	if nothing, same := do(t, "records", "-n", "7", "-o", file); nothing != "" || same != said {
		t.Errorf("said %q, then %q", said, same)
	}
	text, err := os.ReadFile(file)
	if err != nil || string(text) != out || strings.Count(out, "\n") != 7 {
		t.Errorf("%v: %d lines", err, strings.Count(out, "\n"))
	}
}

func TestCompare(t *testing.T) {
	out, _ := do(t, "time", "-n", "3", "true", "sleep 0.05", "sh -c 'exit 1'")
	lines := strings.Split(out, "\n")
	var wall, ratio float64
	if len(lines) != 5 || !strings.HasSuffix(lines[2], "sleep 0.05") {
		t.Fatal(out)
	}
	if _, err := fmt.Sscan(lines[2], &wall, &ratio); err != nil || wall < 0.05 || ratio <= 1 {
		t.Error(out)
	}
	if err := run([]string{"time", "exit 3"}, &bytes.Buffer{}, &bytes.Buffer{}); err == nil {
		t.Error("a command that fails is no error")
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{
		{}, {"draw"}, {"files"}, {"files", "-n", "-1", "x"}, {"records", "x"}, {"hash"}, {"parse", "-j", "0", "x"}, {"hash", "/nowhere at all"},
		{"time"}, {"time", "-n", "0", "true"}, {"files", "-what"}, {"records", "-o", "/nowhere/at/all"},
	} {
		if err := run(args, &bytes.Buffer{}, &bytes.Buffer{}); err == nil {
			t.Errorf("%q is no error", args)
		}
	}
	if out, _ := do(t, "--help"); out != usage {
		t.Error(out)
	}
	if m := median([]float64{3, 1, 2, 9}); m != 2.5 {
		t.Errorf("median %g", m)
	}
}
