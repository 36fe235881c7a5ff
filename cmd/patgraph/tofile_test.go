package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/await"
)

// names are the entries of a folder.
func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return strings.Join(list, " ")
}

// TestInterrupt ends a process by a signal while it waits for its input.
func TestInterrupt(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "report.txt"), "old")
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		c := exec.Command(self)
		c.Args = []string{"patgraph", "check", "--progress", "always", "-o", "report.txt", "-"}
		c.Dir = dir
		var progress transcript
		c.Stderr = &progress
		stdin, err := c.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		// The report is begun, and the signal handler installed, before any input is read.
		if !await.Holds(func() bool { return strings.Contains(progress.String(), "<stdin>") }) {
			c.Process.Kill()
			t.Fatalf("it reads nothing: %q", progress.String())
		}
		c.Process.Signal(s)
		err = c.Wait()
		stdin.Close()
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			t.Fatalf("%v: it ended with %v", s, err)
		}
		if status, ok := exit.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || status.Signal() != s {
			t.Errorf("%v: it ended with %v", s, err)
		}
		if got := names(t, dir); got != "report.txt" {
			t.Errorf("%v: the folder has %s", s, got)
		}
		if b, _ := os.ReadFile(filepath.Join(dir, "report.txt")); string(b) != "old" {
			t.Errorf("%v: the file has %q", s, b)
		}
	}
}

// A failed analysis still writes a report.
func TestOutputOfDefect(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "bad.k", "f = .a;")
	code, stdout, stderr := patgraph(t, broken, "check", "-o", "report.json", "bad.k")
	b, err := os.ReadFile("report.json")
	if code != report.Defect || stdout+stderr != "1 file, 1 error\n" || err != nil || !strings.Contains(string(b), `"code":"P0902"`) {
		t.Errorf("exit %d, %q, %q, %v, %s", code, stdout, stderr, err, b)
	}
	if _, err := os.Stat("report.txt"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
