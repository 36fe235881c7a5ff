package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/filetest"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// patgraph runs a command line in this process.
func patgraph(t testing.TB, change func(*cli.Program), args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	p := newProgram(strings.NewReader(""), &out, &errs)
	if change != nil {
		change(p)
	}
	code = p.Run(append([]string{"patgraph"}, args...))
	return code, out.String(), errs.String()
}

// printed is a command with its exit status and texts that are in its outputs.
type printed struct {
	line string
	exit int
	want []string
}

// prints runs commands.
func prints(t *testing.T, change func(*cli.Program), list []printed) {
	t.Helper()
	for _, test := range list {
		code, stdout, stderr := patgraph(t, change, strings.Fields(test.line)...)
		if code != test.exit {
			t.Errorf("%s: exit status %d, want %d\n%s%s", test.line, code, test.exit, stdout, stderr)
		}
		for _, want := range test.want {
			if !strings.Contains(stdout+stderr, want) {
				t.Errorf("%s: no %q in\n%s%s", test.line, want, stdout, stderr)
			}
		}
	}
}

// programs writes some files, with and without errors.
func programs(t testing.TB, n int) string {
	dir := t.TempDir()
	for i := range n {
		text := strings.Repeat(fmt.Sprintf("f%d = {.x a, .y b} .a;\n", i), 1) +
			"g = {1 x, 2 y} .z; $n = <n s, {} z>; h = $n .s .z;"
		if i%3 == 0 {
			text = "f = .a .b; g = f f;"
		}
		write(t, filepath.Join(dir, fmt.Sprintf("d%d", i%4), fmt.Sprintf("p%03d.k", i)), text)
	}
	return dir
}

// TestWorkers checks that the output does not depend on the number of workers.
func TestWorkers(t *testing.T) {
	dir := programs(t, 40)
	write(t, filepath.Join(dir, "d1", "patgraph.toml"), "severity.P0302 = 'warning'")
	write(t, filepath.Join(dir, "d2", "patgraph.toml"), "severty.P0302 = 'warning'\nlimits = 1")
	for _, line := range []string{"check", "check --format json", "check --format ndjson", "check --format sarif",
		"check --format junit", "check --format github", "check --summary-only", "types --all", "types --format json --all",
		"check --debug.trace --quiet", "check --shard 2/3"} {
		args := append(strings.Fields(line), dir)
		code, stdout, stderr := patgraph(t, nil, append(args, "-j", "1")...)
		for _, j := range []string{"2", "16"} {
			c, out, errs := patgraph(t, nil, append(args, "-j", j)...)
			if c != code || out != stdout || errs != stderr {
				t.Errorf("%s: -j %s and -j 1 differ: exit %d and %d, %d and %d bytes", line, j, c, code, len(out), len(stdout))
			}
		}
	}
}

// TestMemory checks that the memory bound does not change the output, whatever must wait: results of others, a
// baseline, files that exceed the bound.
func TestMemory(t *testing.T) {
	dir := programs(t, 40)
	for i := range 3 { // each is estimated to need all memory
		write(t, filepath.Join(dir, fmt.Sprintf("large%d.k", i)), "f = .x;"+strings.Repeat(" ", 120_000)+"g = f .y;")
	}
	known := filepath.Join(t.TempDir(), "known.json")
	if code, _, stderr := patgraph(t, nil, "check", "--write-baseline", known, "--exclude", "d1", dir); code != 0 {
		t.Fatal(stderr)
	}
	for _, line := range []string{"check --format json", "check -q --baseline " + known, "types"} {
		args := append(strings.Fields(line), "--no-cache", dir)
		code, stdout, _ := patgraph(t, nil, append(args, "-j", "8")...)
		for _, memory := range []string{"32M", "64M", "1G"} {
			c, out, errs := patgraph(t, nil, append(args, "-j", "8", "--max-memory", memory)...)
			if c != code || out != stdout {
				t.Errorf("%s: --max-memory %s changes the results: exit %d and %d, %d and %d bytes", line, memory, c,
					code, len(out), len(stdout))
			}
			wants := memory == "32M" && !strings.Contains(line, "-q")
			if says := strings.Contains(errs,
				"patgraph: 3 programs probably take more than --max-memory, and each was analysed alone; that of `"+dir+
					"/large0.k`"); says != wants {
				t.Errorf("%s --max-memory %s says: %s", line, memory, errs)
			}
		}
	}
}

// broken panics on some files.
func broken(p *cli.Program) {
	p.Languages = language.Table{{Extensions: []string{".k"}, Analyze: func(ctx context.Context, f *lang.File, o language.Options) *patterns.Result {
		if strings.HasSuffix(f.Name, "bad.k") {
			var none []int
			_ = none[len(f.Src)]
		}
		return languages.All[0].Analyze(ctx, f, o)
	}}}
}

func TestDefect(t *testing.T) {
	t.Setenv("PATGRAPH_DEBUG", "")
	t.Chdir(t.TempDir())
	write(t, "a.k", "f = .a;")
	write(t, "bad.k", "f = .a;")
	write(t, "c.k", "f = {1 x, 2 y} .z;")
	code, stdout, stderr := patgraph(t, broken, "check", ".")
	if code != report.Defect {
		t.Errorf("exit %d", code)
	}
	for _, want := range []string{"error[P0902]: patgraph failed on `bad.k`", "patgraph " + batch.VersionText(),
		"please report it", "index out of range", "c.k:1:", "3 files, 2 errors"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in:\n%s", want, stdout)
		}
	}
	if strings.Contains(stdout+stderr, "goroutine") {
		t.Errorf("a stack trace without being asked:\n%s%s", stdout, stderr)
	}
	if _, _, stderr = patgraph(t, broken, "check", "--debug.stack", "."); !strings.Contains(stderr, "batch_test.go") {
		t.Errorf("no stack trace:\n%s", stderr)
	}
	t.Setenv("PATGRAPH_DEBUG", "1")
	if _, _, stderr = patgraph(t, broken, "check", "."); !strings.Contains(stderr, "batch_test.go") {
		t.Errorf("no stack trace by the environment:\n%s", stderr)
	}
	code, stdout, _ = patgraph(t, broken, "types", "--format", "json", ".")
	if code != report.Defect || !strings.Contains(stdout, `"file":"bad.k","ok":false`) ||
		!strings.Contains(stdout, `"P0902"`) {
		t.Errorf("exit %d, %s", code, stdout)
	}
	code, stdout, _ = patgraph(t, broken, "check", "--format", "sarif", ".")
	if code != report.Defect || !strings.Contains(stdout, `"executionSuccessful":false,"exitCode":3`) ||
		!strings.Contains(stdout, "\n"+`{"descriptor":{"id":"P0902","index":0}`) {
		t.Errorf("exit %d, %s", code, stdout)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestWriteErrors(t *testing.T) {
	dir := programs(t, 3)
	for _, line := range []string{"check", "types", "check --format json", "check --format sarif", "check --format junit",
		"check --format github", "check --summary-only", "explain", "explain P0302", "version", "help",
		"completion bash", "--help"} {
		args := strings.Fields(line)
		if args[0] == "check" || args[0] == "types" {
			args = append(args, dir)
		}
		full := func(err error) func(*cli.Program) {
			return func(p *cli.Program) { p.Out = cli.NewSink("standard output", failing{err}) }
		}
		code, _, stderr := patgraph(t, full(errors.New("no space")), args...)
		if code != report.Unusable || !strings.Contains(stderr, "cannot write to standard output: no space") {
			t.Errorf("%s: exit %d, %q", line, code, stderr)
		}
		if code, _, stderr = patgraph(t, full(io.ErrClosedPipe), args...); code != report.Unusable ||
			strings.Contains(stderr, "pipe") {
			t.Errorf("%s: a closed pipe: exit %d, %q", line, code, stderr)
		}
	}
}

// TestClosedPipe starts a process whose reader closes the pipe.
func TestClosedPipe(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := programs(t, 200)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self)
	c.Args = []string{"patgraph", "check", dir}
	c.Stdout = w
	var errs bytes.Buffer
	c.Stderr = &errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	io.ReadFull(r, make([]byte, 100))
	r.Close()
	if err := c.Wait(); err == nil {
		t.Error("it ended as if all had been read")
	}
	if errs.Len() > 0 {
		t.Errorf("it says %q", errs.String())
	}
}

func write(t testing.TB, path, text string) {
	t.Helper()
	filetest.Write(t, path, text)
}
