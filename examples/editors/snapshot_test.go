package editors_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/patgraph/patgraph/internal/textmate"
)

func readGrammar(t *testing.T) *textmate.Grammar {
	t.Helper()
	text, err := os.ReadFile("k.tmLanguage.json")
	if err != nil {
		t.Fatal(err)
	}
	g, err := textmate.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// snapshot writes each line of a program and its tokens with their scopes, except those
// of the whole file and of brackets. The suffix .k of all scopes is left out.
func snapshot(g *textmate.Grammar, src string) string {
	var out strings.Builder
	tokens := g.Tokens(src)
	start := 0
	for line := range strings.Lines(src) {
		fmt.Fprintf(&out, "| %s\n", strings.TrimRight(line, "\n"))
		for len(tokens) > 0 && tokens[0].Start < start+len(line) {
			k := tokens[0]
			tokens = tokens[1:]
			var scopes []string
			for _, s := range k.Scopes[1:] {
				if !strings.HasPrefix(s, "meta.") {
					scopes = append(scopes, strings.TrimSuffix(s, ".k"))
				}
			}
			if len(scopes) > 0 {
				fmt.Fprintf(&out, "  %-12s %s\n", src[k.Start:k.End], strings.Join(scopes, " "))
			}
		}
		start += len(line)
	}
	return out.String()
}

// TestSnapshots compares the scopes of programs with reviewed ones.
func TestSnapshots(t *testing.T) {
	g := readGrammar(t)
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == "want" })
		got := []byte(snapshot(g, string(a.Files[0].Data)))
		if os.Getenv("PATGRAPH_UPDATE") == "1" {
			a.Files = append(a.Files[:1], txtar.File{Name: "want", Data: got})
			if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if want < 0 {
			t.Errorf("%s: nothing is wanted", path)
		} else if !bytes.Equal(got, a.Files[want].Data) {
			t.Errorf("%s: the scopes are\n%s", path, got)
		}
	}
}
