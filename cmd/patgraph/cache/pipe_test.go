//go:build unix

package cache

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/patgraph/patgraph/internal/await"
	"github.com/patgraph/patgraph/internal/filetest"
)

// Pipes with the names of a store's files are ignored: opening them does not block, and they are not removed.
func TestPipes(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, 1<<20)
	s.Put(key(1), value(1, 100))
	s.Get(key(1), nil)
	closed(t, s)
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) < 2 {
		t.Fatalf("%v, %v", entries, err)
	}
	names := []string{temporary + "0123456789abcdef", lastRun, segmentName(1<<40, 7)}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	for _, n := range names {
		path := filepath.Join(dir, n)
		os.Remove(path)
		filetest.Pipe(t, path)
		old := time.Now().Add(-24 * time.Hour)
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		for range 2 {
			s := open(t, dir, 1<<20)
			for i := range 3 {
				s.Get(key(i), nil)
				s.Put(key(i), value(i, 100))
			}
			closed(t, s)
			if info, err := Stat(dir); err != nil || info.Damaged > 0 {
				t.Errorf("%+v, %v", info, err)
			}
		}
		if _, _, err := Clean(dir); err != nil {
			t.Error(err)
		}
	}()
	select {
	case <-done:
	case <-time.After(await.Patience):
		t.Fatal("a pipe is waited for")
	}
	if _, _, err := openRegular(filepath.Join(dir, names[0])); err != errForeign {
		t.Errorf("a pipe that comes later: %v", err)
	}
}
