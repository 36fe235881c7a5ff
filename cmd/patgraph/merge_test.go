package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
)

// mixed writes programs that are sound, that have errors and warnings, that cannot be
// read, and whose configuration is broken, and goes to their folder.
func mixed(t *testing.T, n int) {
	t.Helper()
	t.Chdir(programs(t, n))
	for i := range 6 {
		write(t, fmt.Sprintf("warned %d.k", i), fmt.Sprintf("+++ f%d = 1;", i))
		write(t, fmt.Sprintf("ñ%d.k", i), fmt.Sprintf("\uFEFFf = nosuch%d;\r\n", i))
		write(t, fmt.Sprintf("binary%d.k", i), strings.Repeat("x\x00", 10+i))
		write(t, fmt.Sprintf("copy%d.k", i), "f = .same nosuch;")
		if err := os.Symlink("nowhere", fmt.Sprintf("lost%d.k", i)); err != nil {
			t.Skip(err)
		}
	}
	write(t, "broken/patgraph.toml", "nonsense = 1")
	write(t, "broken/a.k", "f = nosuch;")
	write(t, "lax/patgraph.toml", "severity.P0201 = 'warning'")
	write(t, "lax/a.k", "f = nosuch;")
	write(t, "strict/patgraph.toml", "strict = true")
	write(t, "strict/a.k", "+++ f = 1;")
}

// TestMergeShards is the law of merging: the reports of all shards, whatever their
// number, are that of the whole, byte for byte, with its exit status.
func TestMergeShards(t *testing.T) {
	mixed(t, 30)
	for _, args := range []string{". gone.k ./gone.k a.md", "strict lax warned*", "lax", "--strict lax", "strict", "d0"} {
		paths := strings.Fields(args)
		if found, _ := filepath.Glob(paths[len(paths)-1]); len(found) > 1 {
			paths = append(paths[:len(paths)-1], found...)
		}
		for _, format := range []string{"json", "ndjson", "sarif"} {
			line := append([]string{"check", "--format", format}, paths...)
			code, whole, _ := patgraph(t, nil, line...)
			for n := 1; n <= 5; n++ {
				merge := []string{"merge"}
				for i := n; i >= 1; i-- {
					_, out, stderr := patgraph(t, nil, append(line, "--shard", fmt.Sprintf("%d/%d", i, n))...)
					if stderr != "" {
						t.Fatal(stderr)
					}
					part := filepath.Join(t.TempDir(), fmt.Sprint(i))
					write(t, part, out)
					merge = append(merge, part)
				}
				got, merged, stderr := patgraph(t, nil, merge...)
				if got != code || merged != whole || stderr != "" {
					t.Errorf("%s %s: %d shards: exit %d, want %d, %s\n%s\nwant\n%s", format, args, n, got, code, stderr, merged, whole)
				}
			}
		}
	}
}

// TestMergeWriteError checks that what cannot be written is no success.
func TestMergeWriteError(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.k", "f = .a;")
	for _, format := range []string{"json", "ndjson", "sarif"} {
		_, out, _ := patgraph(t, nil, "check", "--format", format, ".")
		write(t, "r", out)
		code, _, stderr := patgraph(t, func(p *program) { p.out = newSink("standard output", failing{errors.New("no space")}) }, "merge", "r")
		if code != batch.Unusable || !strings.Contains(stderr, "cannot write to standard output: no space") {
			t.Errorf("%s: exit %d, %s", format, code, stderr)
		}
	}
}
