package explore_test

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/lab/ieee"
)

// BenchmarkKey types in the middle of a program of nearly 15,000 lines, over the socket, and waits for the diagnostics
// after each key.
func BenchmarkKey(b *testing.B) {
	e := start(b, "--no-open", "--no-config", b.TempDir())
	c, _, _ := e.page()
	f, _ := ieee.FormatOf("binary128")
	text := f.Program()
	lines := strings.Count(text, "\n")
	if lines < 14_000 {
		b.Fatalf("%d lines", lines)
	}
	const uri = "file:///patgraph/ieee.k"
	if err := c.Open(uri, "k", 1, text); err != nil {
		b.Fatal(err)
	}
	ask := func() {
		var report struct{ Kind string }
		if err := c.Call("textDocument/diagnostic", M{"textDocument": M{"uri": uri}}, &report); err != nil || report.Kind != "full" {
			b.Fatal(report, err)
		}
	}
	ask()
	version, column := 1, 0
	key := func(from, to int, text string) {
		version++
		change := M{"range": M{"start": M{"line": lines / 2, "character": from},
			"end": M{"line": lines / 2, "character": to}}, "text": text}
		if err := c.Change(uri, version, change); err != nil {
			b.Fatal(err)
		}
	}
	key(0, 0, "-- \n")
	for b.Loop() {
		key(3+column, 3+column, "x")
		column++
		ask()
	}
}
