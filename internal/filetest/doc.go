// Package filetest makes files for tests. Where they are such that not every system has, a test is skipped where the system
// cannot make them, and fails where it only did not.
package filetest

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Symlink makes a symbolic link. Windows may refuse that to whoever has no right to it.
func Symlink(t testing.TB, to, at string) {
	t.Helper()
	if err := os.Symlink(to, at); err != nil {
		if errors.Is(err, errors.ErrUnsupported) || runtime.GOOS == "windows" {
			t.Skip("no links: ", err)
		}
		t.Fatal(err)
	}
}

// Write writes a file, and makes the folders above it.
func Write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
