// Package filetest makes files for tests. A kind of file that not every system supports skips the test if the system
// cannot make it, and fails the test on any other error.
package filetest

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Symlink makes a symbolic link. Windows may refuse this to users without the permission.
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
