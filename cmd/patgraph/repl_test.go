package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTranscripts replays sessions. PATGRAPH_UPDATE=1 rewrites their answers; review the changes.
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
