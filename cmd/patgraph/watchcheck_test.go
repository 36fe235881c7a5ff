package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/await"
	"github.com/patgraph/patgraph/internal/filetest"
)

// A transcript is output that is read while it is written.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (t *transcript) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.Write(b)
}

func (t *transcript) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}

// save replaces a file atomically: otherwise a slow machine might see it truncated.
func save(t *testing.T, path, text string) {
	t.Helper()
	write(t, path+".tmp", text)
	if err := os.Rename(path+".tmp", path); err != nil {
		t.Fatal(err)
	}
}

// A watcher is a running check --watch of the current folder.
type watcher struct {
	*testing.T
	out, err transcript
	seen     int
	exit     chan int
	stop     func()
}

func watchHere(t *testing.T, args ...string) *watcher {
	w := &watcher{T: t, exit: make(chan int, 1)}
	ctx, cancel := context.WithCancel(context.Background())
	w.stop = cancel
	p := newProgram(strings.NewReader(""), &w.out, &w.err)
	p.Context = ctx
	go func() { w.exit <- p.Run(append([]string{"patgraph", "check", "--watch"}, args...)) }()
	t.Cleanup(cancel)
	return w
}

// until waits for a text in the output since the last call, and returns that output.
func (w *watcher) until(text string) string {
	w.Helper()
	var all string
	if !await.Holds(func() bool {
		all = w.out.String()[w.seen:]
		return strings.Contains(all, text)
	}) {
		w.Fatalf("no %q in %q; before: %q; errors: %q", text, all, w.out.String()[:w.seen], w.err.String())
	}
	w.seen += len(all)
	return all
}

func (w *watcher) end(exit int) {
	w.Helper()
	w.stop()
	select {
	case got := <-w.exit:
		if got != exit {
			w.Errorf("exit %d, want %d: %s", got, exit, w.err.String())
		}
	case <-time.After(await.Patience):
		w.Fatal("it does not end")
	}
}

const wrong = "f = {1 x, 2 y} .z;\n"

func TestWatch(t *testing.T) {
	root := t.TempDir()
	t.Chdir(root)
	remove := func(path string) {
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
	}
	save(t, ".git/HEAD", "")
	save(t, "lib/a.k", wrong)
	save(t, "b.k", "g = .x;\n")
	w := watchHere(t, ".")
	if got := w.until("2 files, 1 error\n"); !strings.Contains(got, "--> lib/a.k:1:") {
		t.Errorf("the first state: %s", got)
	}
	// An error that only moved is neither new nor fixed.
	save(t, "lib/a.k", "\n\n"+wrong+"g = nosuch;\n")
	got := w.until("2 files, 2 errors\n")
	if !strings.Contains(got, " lib/a.k changed: 1 new error\n\nerror[P0201]") || strings.Contains(got, "P0302") ||
		strings.Contains(got, "gone") {
		t.Errorf("one more: %s", got)
	}
	// By renaming, as editors save.
	save(t, "lib/.a.k.swp", "g = nosuch;\n")
	if err := os.Rename("lib/.a.k.swp", "lib/a.k"); err != nil {
		t.Fatal(err)
	}
	got = w.until("2 files, 1 error\n")
	if !strings.Contains(got, " lib/a.k changed: 1 gone\n\ngone: lib/a.k:3:") ||
		!strings.Contains(got, ": error[P0302]: ") {
		t.Errorf("one less: %s", got)
	}
	// A new folder with subfolders, and its removal.
	save(t, "new/deep/c.k", wrong)
	got = w.until("3 files, 2 errors\n")
	if !strings.Contains(got, " new/deep/c.k added: 1 new error\n") {
		t.Errorf("a new folder: %s", got)
	}
	save(t, "new/deep/c.k", "f = .a;\n")
	w.until("3 files, 1 error\n")
	remove("new")
	if got = w.until("2 files, 1 error\n"); !strings.Contains(got, " new/deep/c.k removed: nothing new, nothing gone\n") {
		t.Errorf("a folder that is gone: %s", got)
	}
	// A configuration, a broken one, and none.
	save(t, "patgraph.toml", "severity.P0201 = 'warning'\n")
	got = w.until("2 files, 1 warning\n")
	if !strings.Contains(got, " patgraph.toml changed: 1 new warning, 1 gone\n\nwarning[P0201]") {
		t.Errorf("a configuration: %s", got)
	}
	save(t, "patgraph.toml", "severty.P0201 = 'warning'\n")
	got = w.until("3 files, 1 error\n")
	if !strings.Contains(got, " patgraph.toml changed: 1 new error, 1 gone\n\nerror[P0820]") {
		t.Errorf("a configuration that cannot be used: %s", got)
	}
	remove("patgraph.toml")
	w.until("2 files, 1 error\n")
	// Ignore files.
	save(t, ".gitignore", "lib\n")
	if got = w.until("1 file ok\n"); !strings.Contains(got, " lib/a.k removed: 1 gone\n") {
		t.Errorf("an ignore file: %s", got)
	}
	save(t, "lib/a.k", wrong) // ignored now
	save(t, "b.k", "g = .y;\n")
	if got = w.until("1 file ok\n"); !strings.Contains(got, " b.k changed: nothing new, nothing gone\n") {
		t.Errorf("an ignored file: %s", got)
	}
	remove(".gitignore")
	w.until("2 files, 1 error\n")
	// Two files at once. Moving a folder is one change; removing two files one after the other may be seen as two.
	save(t, "lib/c.k", "h = .a;\n")
	w.until("3 files, 1 error\n")
	if err := os.Rename("lib", filepath.Join(t.TempDir(), "lib")); err != nil {
		t.Fatal(err)
	}
	if got = w.until("1 file ok\n"); !strings.Contains(got, " 2 files removed: 1 gone\n") {
		t.Errorf("a folder that was moved: %s", got)
	}
	// For a while there is no program at all.
	remove("b.k")
	if got = w.until("no file in it ends in .k"); !strings.Contains(got, " b.k removed: 1 new error\n") {
		t.Errorf("no program: %s", got)
	}
	save(t, "b.k", wrong)
	w.until(" b.k added")
	w.end(report.Errors)
	if got := w.err.String(); !strings.HasPrefix(got, "patgraph: watching ") {
		t.Errorf("standard error: %q", got)
	}
}

// A named file may be replaced and be absent for a while, and other files in its folder do not matter.
func TestWatchFile(t *testing.T) {
	t.Chdir(t.TempDir())
	save(t, "lib/a.k", wrong)
	save(t, "text.md", "f = nosuch;")
	filetest.Symlink(t, "text.md", "link.k")
	w := watchHere(t, "lib/a.k", "link.k", "--quiet")
	w.until("P0201") // the end of the first report
	save(t, "lib/other.k", "f = nosuch;")
	if err := os.Remove("lib/a.k"); err != nil {
		t.Fatal(err)
	}
	got := w.until("gone: ")
	if strings.Contains(got, "other") ||
		!strings.Contains(got, " 1 new error, 1 gone\n\nerror[P0801]: cannot read `lib/a.k`") {
		t.Errorf("a file that is away: %s", got)
	}
	save(t, "lib/a.k", "f = .a;")
	w.until("gone: lib/a.k: error[P0801]")
	save(t, "text.md", "f = .a;")
	w.until("gone: link.k:1:5: error[P0201]")
	w.end(report.Clean)
	if w.err.String() != "" {
		t.Errorf("standard error: %q", w.err.String())
	}
}

func TestWatchUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, want := range map[string]string{
		"-":                        "standard input does not change",
		". --format json":          "only as text",
		". --config a --no-config": "exclude each other",
	} {
		code, _, stderr := patgraph(t, nil, append([]string{"check", "--watch"}, strings.Fields(line)...)...)
		if code != report.Unusable || !strings.Contains(stderr, want) {
			t.Errorf("%q: exit %d, %s", line, code, stderr)
		}
	}
}

// An interrupt ends the actual program, with the exit status of the last state.
func TestWatchInterrupt(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	save(t, filepath.Join(dir, "a.k"), wrong)
	c := exec.Command(self)
	c.Args = []string{"patgraph", "check", "--watch", "--progress", "always", dir}
	var out, errs transcript
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if !await.Holds(func() bool { return strings.Contains(errs.String(), "Ctrl-C") }) {
		c.Process.Kill()
		t.Fatalf("it does not begin: %s%s", out.String(), errs.String())
	}
	if err := c.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	c.Wait()
	if got := c.ProcessState.ExitCode(); got != report.Errors {
		t.Errorf("exit %d", got)
	}
}

// If a library changes, the programs that use it are checked again, and the library is reported as changed.
func TestWatchLibrary(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range []string{"app", "lib"} {
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	write(t, "lib/core.k", "f = .x;\n")
	write(t, "app/main.k", "g = {() x, () y} f;\n")
	write(t, "app/patgraph.toml", "library = [\"../lib/*.k\"]\n")
	w := watchHere(t, "app")
	w.until("2 files ok")
	save(t, "lib/core.k", "f = .z;\n")
	got := w.until("2 files, 1 error")
	for _, want := range []string{" lib/core.k changed: 1 new error", "--> lib/core.k:1:5", "==> app/main.k:1:18"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	// A new file that matches a glob belongs to the library.
	save(t, "lib/more.k", "h = .a;\n")
	w.until("3 files, 1 error")
	save(t, "app/main.k", "g = {() z} f h;\n")
	w.until("app/main.k changed: 1 gone")
	if err := os.Remove("lib/core.k"); err != nil {
		t.Fatal(err)
	}
	if got := w.until("2 files, 1 error"); !strings.Contains(got, "`f` is not defined") {
		t.Error(got)
	}
	w.end(report.Errors)
}
