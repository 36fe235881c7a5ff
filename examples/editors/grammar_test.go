// Package editors_test writes the highlighting of languages in the formats of editors, and compares them.
package editors_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/patterns/language"
)

// textMate returns the text of a language's .tmLanguage.json.
func textMate(l *language.Language) ([]byte, error) {
	g := l.Grammar()
	g.Schema = "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json"
	g.Comment = "Written by `PATGRAPH_UPDATE=1 go test ./examples/editors`; change grammar.go instead."
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	err := e.Encode(g)
	return out.Bytes(), err
}

// TestWritten compares the files with the grammars of the languages.
func TestWritten(t *testing.T) {
	for _, l := range languages.All {
		for ending, write := range map[string]func(*language.Language) ([]byte, error){
			".tmLanguage.json": textMate, ".sublime-syntax": sublime,
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
