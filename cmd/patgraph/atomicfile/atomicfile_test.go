package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/patgraph/patgraph/internal/await"
	"github.com/patgraph/patgraph/internal/filetest"
)

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// alone fails unless a folder contains exactly these names.
func alone(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	slices.Sort(names)
	if fmt.Sprint(got) != fmt.Sprint(names) {
		t.Errorf("the folder has %v, want %v", got, names)
	}
}

func TestCommit(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report")
	for _, text := range []string{"first", "second"} {
		f, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range text {
			if _, err := f.Write([]byte(string(c))); err != nil {
				t.Fatal(err)
			}
		}
		if text == "second" && read(t, path) != "first" {
			t.Error("it has changed before it was committed")
		}
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
		if err := Probe(path); err != nil {
			t.Error(err)
		}
		if got := read(t, path); got != text {
			t.Errorf("%q, want %q", got, text)
		}
		f.Abort() // too late
		if err := f.Commit(); !errors.Is(err, fs.ErrClosed) {
			t.Errorf("a second commit: %v", err)
		}
		if _, err := f.Write(nil); !errors.Is(err, fs.ErrClosed) {
			t.Errorf("a write after the commit: %v", err)
		}
	}
	alone(t, dir, "report")
}

// begun is a begun replacement of a report that contains "old".
func begun(t *testing.T) (dir, path string, f *File) {
	t.Helper()
	dir = t.TempDir()
	path = filepath.Join(dir, "report")
	if err := WriteFile(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	return dir, path, f
}

func TestAbort(t *testing.T) {
	dir, path, f := begun(t)
	f.Write([]byte("half of the ne"))
	f.Abort()
	if got := read(t, path); got != "old" {
		t.Errorf("it has %q", got)
	}
	alone(t, dir, "report")
}

// A failed write prevents the commit, even if a later write succeeds.
func TestFailedWrite(t *testing.T) {
	dir, path, f := begun(t)
	real := f.f
	f.f, _ = os.Open(os.DevNull) // open for reading only
	if _, err := f.Write([]byte("x")); err == nil {
		t.Fatal("a write to what is open for reading")
	}
	f.f.Close()
	f.f = real
	if _, err := f.Write([]byte("y")); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err == nil {
		t.Error("it was committed")
	}
	if got := read(t, path); got != "old" {
		t.Errorf("it has %q", got)
	}
	alone(t, dir, "report")
}

// A symbolic link is kept, whether its target exists or not.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	for name, to := range map[string]string{
		"new": "a.dot", "other": filepath.Join(dir, "b.dot"), "chain": "new", "self": "self", "lost": "nowhere/c.dot",
		"around": "elsewhere/../d.dot",
	} {
		filetest.Symlink(t, to, filepath.Join(dir, name))
	}
	// The parent of a folder is not the folder of a link to it.
	if err := os.MkdirAll(filepath.Join(dir, "deep", "folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("deep/folder", filepath.Join(dir, "elsewhere")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, file, fails string }{
		{"new", "a.dot", ""}, {"new", "a.dot", ""}, {"chain", "a.dot", ""}, {"other", "b.dot", ""}, {"around", "deep/d.dot", ""}, {"self", "", "too many symbolic links"}, {"lost", "", "no such file"},
	} {
		err := WriteFile(filepath.Join(dir, c.path), []byte(c.path))
		if c.fails != "" {
			if err == nil || !strings.Contains(err.Error(), c.fails) {
				t.Errorf("%s: %v", c.path, err)
			}
		} else if b, readErr := os.ReadFile(filepath.Join(dir, c.file)); err != nil || readErr != nil || string(b) != c.path {
			t.Errorf("%s: %q, %v, %v", c.path, b, err, readErr)
		}
		if info, err := os.Lstat(filepath.Join(dir, c.path)); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is not a link any more", c.path)
		}
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".*.tmp")); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

func TestPermissions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report")
	for _, mode := range []fs.FileMode{0o622, 0o600} {
		if err := WriteFile(path, []byte(mode.String())); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if err := WriteFile(path, []byte("again")); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%v %v, want %v", info.Mode(), err, mode)
		}
	}
}

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{filepath.Join(dir, "no", "such", "folder"), dir} {
		err := WriteFile(path, []byte("x"))
		var p *fs.PathError
		if !errors.As(err, &p) || p.Path != path {
			t.Errorf("%s: %v", path, err)
		}
		if probed := Probe(path); probed == nil || probed.Error() != err.Error() {
			t.Errorf("%s: %v, after %v", path, err, probed)
		}
	}
	// The longest possible name.
	long := filepath.Join(dir, strings.Repeat("x", 255))
	if err := WriteFile(long, []byte("x")); err != nil {
		t.Error(err)
	}
	// The target has become a folder meanwhile.
	path := filepath.Join(dir, "late")
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	os.MkdirAll(filepath.Join(path, "full"), 0o777)
	if err := f.Commit(); err == nil || strings.Contains(err.Error(), ".tmp") {
		t.Errorf("a folder was replaced, or the error names the temporary file: %v", err)
	}
	alone(t, dir, "late", strings.Repeat("x", 255))
}

// Temporary files that nobody has written to for a day are removed when another file is written in the folder; files
// being written, and files of others, are kept.
func TestStale(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a [folder] *")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{".patgraph-old.tmp", ".patgraph-older.tmp", ".other-old.tmp"} {
		path, at := filepath.Join(dir, name), time.Now().Add(-abandoned-time.Minute)
		if err := errors.Join(os.WriteFile(path, nil, 0o666), os.Chtimes(path, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	busy, err := Create(filepath.Join(dir, "other"))
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Abort()
	if err := WriteFile(filepath.Join(dir, "report"), nil); err != nil {
		t.Fatal(err)
	}
	alone(t, dir, ".other-old.tmp", filepath.Base(busy.f.Name()), "report")
	// The folder is listed only once.
	later, at := filepath.Join(dir, ".patgraph-later.tmp"), time.Now().AddDate(-1, 0, 0)
	if err := errors.Join(os.WriteFile(later, nil, 0o666), os.Chtimes(later, at, at)); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(filepath.Join(dir, "report"), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(later); err != nil {
		t.Error(err)
	}
}

// A process that is killed while writing leaves the complete old content.
func TestKilled(t *testing.T) {
	const variable = "ATOMICFILE_TEST_PATH"
	if path := os.Getenv(variable); path != "" {
		for i := 0; ; i++ {
			f, err := Create(path)
			if err != nil {
				t.Fatal(err)
			}
			for range 100 {
				fmt.Fprintf(f, "%08d\n", i)
			}
			if err := f.Commit(); err != nil {
				t.Fatal(err)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "report")
	for i := range 16 {
		c := exec.Command(os.Args[0], "-test.run=^TestKilled$")
		c.Env = append(os.Environ(), variable+"="+path)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		await.Holds(func() bool { _, err := os.Stat(path); return err == nil }) // the first content exists
		time.Sleep(time.Duration(i) * 700 * time.Microsecond)
		c.Process.Kill()
		c.Wait()
		text := read(t, path)
		if len(text) != 900 || text != strings.Repeat(text[:9], 100) {
			t.Fatalf("killed in run %d, the file has %d bytes", i, len(text))
		}
	}
}

// A read-only file is not changed, even by root.
func TestReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report")
	if err := os.WriteFile(path, []byte("old"), 0o444); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{WriteFile(path, []byte("new")), Probe(path)} {
		if !errors.Is(err, errReadOnly) || !strings.Contains(err.Error(), path) {
			t.Error(err)
		}
	}
	if got := read(t, path); got != "old" {
		t.Error(got)
	}
	alone(t, filepath.Dir(path), "report")
}

// Hard links to a file keep the old content.
func TestHardLink(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "report"), filepath.Join(dir, "other")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(path, other); err != nil {
		t.Skip(err)
	}
	if err := WriteFile(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if read(t, path) != "new" || read(t, other) != "old" {
		t.Error(read(t, path), read(t, other))
	}
}
