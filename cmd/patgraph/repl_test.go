package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTranscripts replays sessions. PATGRAPH_UPDATE=1 rewrites what is answered in
// them; read what it wrote.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/repl/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			args := []string{"patgraph", "repl", "--replay", file, "--fuel", "100000", "--no-config"}
			if os.Getenv("PATGRAPH_UPDATE") != "" {
				args = append(args, "--update")
			}
			var out bytes.Buffer
			if status := newProgram(strings.NewReader(""), &out, &out).Run(args); status != 0 {
				t.Errorf("exit status %d\n%s", status, out.Bytes())
			}
		})
	}
}

// The session that the README shows is what comes out.
func TestReadmeSession(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, block := range strings.Split(string(text), "```") {
		session, ok := strings.CutPrefix(block, "text\n")
		if !ok || !strings.HasPrefix(session, "> ") {
			continue
		}
		found++
		file := filepath.Join(t.TempDir(), "session.txt")
		write(t, file, session)
		if status, stdout, stderr := patgraph(t, nil, "repl", "--no-config", "--replay", file); status != 0 {
			t.Errorf("%s%s", stdout, stderr)
		}
	}
	if found == 0 {
		t.Error("the README shows no session")
	}
}
