//go:build unix

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/patgraph/patgraph/internal/filetest"
)

// A pipe or a device is written directly and not replaced.
func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	filetest.Pipe(t, path)
	got := make(chan string)
	go func() {
		b, _ := os.ReadFile(path)
		got <- string(b)
	}()
	if err := Probe(path); err != nil { // does not wait for a reader
		t.Error(err)
	}
	if err := WriteFile(path, []byte("through the pipe")); err != nil {
		t.Fatal(err)
	}
	if s := <-got; s != "through the pipe" {
		t.Errorf("%q", s)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("%v %v", info, err)
	}
	if runtime.GOOS != "linux" {
		return // there is no device that is always full
	}
	if err := WriteFile("/dev/full", []byte("x")); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a full disk: %v", err)
	}
}
