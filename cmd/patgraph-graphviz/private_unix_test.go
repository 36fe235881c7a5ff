//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Compiled code is stored only in the private directory, where other users cannot
// write: package tmpdir is initialised before go-graphviz. Without a private
// directory no code is stored.
func TestPrivate(t *testing.T) {
	public, private := t.TempDir(), privateDir(t)
	draw := func() []byte {
		t.Helper()
		cmd := program(t, private)
		cmd.Env = append(cmd.Env, "TMPDIR="+public)
		cmd.Stdin = strings.NewReader("graph { a }")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		if left, err := os.ReadDir(public); err != nil || len(left) > 0 {
			t.Errorf("left in TMPDIR: %v, %v", left, err)
		}
		return out
	}
	want := draw()
	kept, err := filepath.Glob(filepath.Join(private, "go-graphviz", "*", "*"))
	if err != nil || len(kept) == 0 {
		t.Errorf("nothing was kept: %v", err)
	}
	if got := draw(); !bytes.Equal(got, want) {
		t.Error("with kept code the picture is another one")
	}
	if err := os.RemoveAll(filepath.Join(private, "go-graphviz")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(private, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := draw(); !bytes.Equal(got, want) {
		t.Error("without kept code the picture is another one")
	}
	if left, err := os.ReadDir(private); err != nil || len(left) > 0 {
		t.Errorf("left in a directory that is open to others: %v, %v", left, err)
	}
}
