package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What the README shows is what comes out: of each console block, `$ cat FILE` is
// a file, and what stands below another command is its output.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	migration, err := os.ReadFile("../../examples/programs/migration/migration.k")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	at := strings.LastIndex(string(migration), " ^")
	write(t, "store.k", string(migration[:at])+string(migration[at+2:]))
	commands := 0
	for i, block := range strings.Split(string(text), "```") {
		body, ok := strings.CutPrefix(block, "console\n")
		if i%2 == 0 || !ok {
			continue
		}
		for _, part := range strings.Split("\n"+body, "\n$ ")[1:] {
			line, want, _ := strings.Cut(part, "\n")
			words := wordsOf(line)
			want = strings.TrimSpace(want)
			switch words[0] {
			case "cat":
				write(t, filepath.Base(words[1]), want+"\n")
			case "patgraph":
				commands++
				if line == "patgraph types nat.k" {
					nat, _ := os.ReadFile("nat.k") // as the text says, with the field mended
					write(t, "nat.k", strings.Replace(string(nat), ".yx", ".y", 1))
				}
				_, stdout, stderr := patgraph(t, nil, words[1:]...)
				got := strings.TrimSpace(stdout + stderr)
				// The end may be left out.
				if !strings.HasPrefix(got, want) {
					t.Errorf("%s\nprints\n%s\nand not\n%s", line, got, want)
				}
			default:
				t.Errorf("the README runs %q", line)
			}
		}
	}
	if commands < 4 {
		t.Errorf("%d commands", commands)
	}
}

// wordsOf are the words of a command, of which those in single quotes are one.
func wordsOf(line string) []string {
	var words []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}
