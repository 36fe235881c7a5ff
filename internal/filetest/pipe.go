//go:build unix

package filetest

import (
	"errors"
	"syscall"
	"testing"
)

// Pipe makes a named pipe.
func Pipe(t testing.TB, path string) {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o666); err != nil {
		if errors.Is(err, errors.ErrUnsupported) {
			t.Skip("no pipes: ", err)
		}
		t.Fatal(err)
	}
}
