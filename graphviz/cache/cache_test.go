//go:build unix

package cache

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDir(t *testing.T) {
	base := filepath.Join(t.TempDir(), "base")
	t.Setenv("HOME", base)
	t.Setenv("XDG_CACHE_HOME", base)
	t.Setenv(Env, "")
	dir, err := Dir()
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%s: %v %v", dir, info.Mode(), err)
	}
	if again, err := Dir(); again != dir || err != nil {
		t.Errorf("the second time: %q, %v", again, err)
	}
	refused := func(why string) {
		t.Helper()
		if dir, err := Dir(); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q, %v; want %q", dir, err, why)
		}
	}
	chmod(t, filepath.Dir(dir), 0o755)
	refused("is open to other users (-rwxr-xr-x)")
	chmod(t, filepath.Dir(dir), 0o700)
	chmod(t, dir, 0o720)
	refused("is open to other users")
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(t.TempDir(), dir); err != nil {
		t.Fatal(err)
	}
	refused("is not a directory")
	if err := Check("/"); os.Geteuid() != 0 && err == nil {
		t.Error("/ is taken for ours")
	}
}

// A directory passed by the environment is checked too.
func TestEnv(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(Env, dir)
	chmod(t, dir, 0o755)
	if _, err := Dir(); err == nil {
		t.Error("an open directory is used")
	}
	chmod(t, dir, 0o700)
	if got, err := Dir(); got != dir || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

func chmod(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}
