//go:build !js

package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/patgraph/patgraph/internal/await"
	"github.com/patgraph/patgraph/internal/filetest"
)

func write(t testing.TB, path, text string) {
	t.Helper()
	filetest.Write(t, path, text)
}

// round adds a folder and all folders below it.
func round(t testing.TB, w *watcher, root string) {
	t.Helper()
	w.Begin()
	var name func(dir string)
	name = func(dir string) {
		w.Folder(dir)
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.IsDir() {
				name(filepath.Join(dir, e.Name()))
			}
		}
	}
	name(root)
	if _, err := w.End(); err != nil {
		t.Fatal(err)
	}
}

// until waits for a change of a path, in as many rounds as necessary.
func until(t *testing.T, w *watcher, root, path string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), await.Patience)
	defer cancel()
	for {
		change, err := w.Next(ctx, func(string) bool { return true })
		if err != nil {
			t.Fatalf("no change of %s: %v", path, err)
		}
		round(t, w, root)
		if change[filepath.Join(root, path)] {
			return
		}
	}
}

func testWatcher(t *testing.T) *watcher {
	w := newWatcher()
	w.Quiet = 10 * time.Millisecond
	t.Cleanup(w.Close)
	return w
}

func TestWatch(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "a.k"), "1")
	w := testWatcher(t)
	round(t, w, root)
	at := func(p string) string { return filepath.Join(root, p) }
	move := func(from, to string) {
		t.Helper()
		if err := os.Rename(at(from), at(to)); err != nil {
			t.Fatal(err)
		}
	}
	write(t, at("a.k"), "2")
	until(t, w, root, "a.k")
	// As editors save.
	write(t, at("tmp"), "3")
	move("tmp", "a.k")
	until(t, w, root, "a.k")
	// A new folder is reported, and from then on its content.
	write(t, at("lib/deep/b.k"), "1")
	until(t, w, root, "lib")
	write(t, at("lib/deep/b.k"), "2")
	until(t, w, root, "lib/deep/b.k")
	// A moved folder is watched by its new name, with its subfolders.
	move("lib", "lib2")
	until(t, w, root, "lib")
	if w.Has(at("lib")) || !w.Has(at("lib2/deep")) {
		t.Error("the moved folder has its old name")
	}
	write(t, at("lib2/deep/b.k"), "3")
	until(t, w, root, "lib2/deep/b.k")
	// And moved back, which restores its first name.
	move("lib2", "lib")
	until(t, w, root, "lib2")
	write(t, at("lib/deep/b.k"), "4")
	until(t, w, root, "lib/deep/b.k")
	if err := os.RemoveAll(at("lib")); err != nil {
		t.Fatal(err)
	}
	until(t, w, root, "lib")
	write(t, at("lib/c.k"), "1")
	until(t, w, root, "lib")
	write(t, at("lib/c.k"), "2")
	until(t, w, root, "lib/c.k")
	if err := os.Remove(at("a.k")); err != nil {
		t.Fatal(err)
	}
	until(t, w, root, "a.k")
}

// A folder that is no longer named is not reported.
func TestForgotten(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "in/a.k"), "1")
	w := testWatcher(t)
	round(t, w, root)
	w.Begin()
	w.Folder(root)
	if n, err := w.End(); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	write(t, filepath.Join(root, "in/a.k"), "2")
	write(t, filepath.Join(root, "b.k"), "1")
	ctx, cancel := context.WithTimeout(context.Background(), await.Patience)
	defer cancel()
	change, err := w.Next(ctx, func(p string) bool { return filepath.Ext(p) == ".k" })
	if err != nil || len(change) != 1 || !change[filepath.Join(root, "b.k")] {
		t.Errorf("%v %v", change, err)
	}
}

// Continuous changes are still reported.
func TestMost(t *testing.T) {
	root := t.TempDir()
	w := testWatcher(t)
	w.Quiet, w.Most = time.Hour, 50*time.Millisecond
	round(t, w, root)
	for i := range 20 {
		write(t, filepath.Join(root, strconv.Itoa(i)), "1")
	}
	ctx, cancel := context.WithTimeout(context.Background(), await.Patience)
	defer cancel()
	if change, err := w.Next(ctx, func(string) bool { return true }); err != nil || len(change) == 0 {
		t.Errorf("%v %v", change, err)
	}
}

// After events were lost, the folders are watched anew, and the caller examines everything.
func TestLost(t *testing.T) {
	root := t.TempDir()
	w := testWatcher(t)
	round(t, w, root)
	first := w.fs
	ctx, cancel := context.WithTimeout(context.Background(), await.Patience)
	defer cancel()
	go func() { first.Errors <- errors.New("too many") }()
	change, err := w.Next(ctx, func(string) bool { return false })
	if err != nil || len(change) != 0 {
		t.Fatal(change, err)
	}
	round(t, w, root)
	if w.fs == first {
		t.Error("it goes on with what has lost events")
	}
	write(t, filepath.Join(root, "a.k"), "1")
	until(t, w, root, "a.k")
}

// Folders that cannot be watched are reported at intervals, and Next ends with its context.
func TestPoll(t *testing.T) {
	w := testWatcher(t)
	w.Poll = 20 * time.Millisecond
	w.Begin()
	w.Folder(filepath.Join(t.TempDir(), "nosuch"))
	if _, err := w.End(); err == nil {
		t.Fatal("a folder that is not there is watched")
	}
	ctx, cancel := context.WithTimeout(context.Background(), await.Patience)
	if _, err := w.Next(ctx, nil); err != nil {
		t.Fatal(err)
	}
	cancel()
	w.Poll = time.Hour
	if _, err := w.Next(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
