package editors_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/patgraph/patgraph/examples/editors"
)

// TestWritten compares the files with what the rules say.
func TestWritten(t *testing.T) {
	for path, write := range map[string]func() ([]byte, error){
		"k.tmLanguage.json": editors.Grammar, "k.sublime-syntax": editors.Sublime,
	} {
		want, err := write()
		if err != nil {
			t.Fatal(err)
		}
		if os.Getenv("PATGRAPH_UPDATE") == "1" {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what grammar.go writes: PATGRAPH_UPDATE=1 go test ./examples/editors", path)
		}
	}
}
