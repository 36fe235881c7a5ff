package editors_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/patgraph/patgraph/examples/editors"
)

// TestWritten compares k.tmLanguage.json with what the rules say.
func TestWritten(t *testing.T) {
	want, err := editors.Grammar()
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("PATGRAPH_UPDATE") == "1" {
		if err := os.WriteFile("k.tmLanguage.json", want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("k.tmLanguage.json")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("k.tmLanguage.json is not what grammar.go writes: PATGRAPH_UPDATE=1 go test ./examples/editors")
	}
}
