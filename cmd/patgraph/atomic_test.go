package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A link stays a link, whether something is behind it or not yet.
func TestWriteFileLinks(t *testing.T) {
	dir := t.TempDir()
	for name, to := range map[string]string{"new": "a.dot", "other": filepath.Join(dir, "b.dot"), "chain": "new", "self": "self", "lost": "nowhere/c.dot"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	for _, c := range []struct{ path, file, fails string }{
		{"new", "a.dot", ""}, {"new", "a.dot", ""}, {"chain", "a.dot", ""}, {"other", "b.dot", ""}, {"self", "", "too many symbolic links"}, {"lost", "", "no such file"},
	} {
		err := writeFile(filepath.Join(dir, c.path), []byte(c.path))
		if c.fails != "" {
			if err == nil || !strings.Contains(err.Error(), c.fails) {
				t.Errorf("%s: %v", c.path, err)
			}
		} else if b, readErr := os.ReadFile(filepath.Join(dir, c.file)); err != nil || readErr != nil || string(b) != c.path {
			t.Errorf("%s: %q, %v, %v", c.path, b, err, readErr)
		}
		if info, err := os.Lstat(filepath.Join(dir, c.path)); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is no link any more", c.path)
		}
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*.tmp*")); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}
