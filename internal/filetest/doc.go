// Package filetest makes files that not every system has, for tests. A test is skipped where the system cannot make
// them, and fails where it only did not.
package filetest

import (
	"errors"
	"os"
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
