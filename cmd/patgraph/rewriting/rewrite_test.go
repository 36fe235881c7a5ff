package rewriting

import (
	"os"
	"strings"
	"testing"
)

// A file that has changed since it was read is not overwritten.
func TestReplace(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.k", []byte("f=1;"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := replace("a.k", []byte("something else"), nil); err == nil || !strings.Contains(err.Error(), "changed meanwhile") {
		t.Errorf("%v", err)
	}
	if err := replace("a.k", []byte("f=1;"), []byte("f = 1;\n")); err != nil {
		t.Error(err)
	}
	if got, err := os.ReadFile("a.k"); string(got) != "f = 1;\n" {
		t.Errorf("%q, %v", got, err)
	}
}
