package editors_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/examples/editors"
	"github.com/patgraph/patgraph/patterns/language"
)

// TestWritten compares the files with what the languages say.
func TestWritten(t *testing.T) {
	for _, l := range languages.All {
		for ending, write := range map[string]func(*language.Language) ([]byte, error){
			".tmLanguage.json": editors.TextMate, ".sublime-syntax": editors.Sublime,
		} {
			path := l.Name + ending
			want, err := write(l)
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
}
