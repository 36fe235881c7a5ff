package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/await"
	"github.com/patgraph/patgraph/internal/filetest"
	"github.com/patgraph/patgraph/internal/sample"
)

// mixed writes programs without errors, with errors and warnings, unreadable ones, and ones with a broken
// configuration, and changes to their folder.
func mixed(t *testing.T, n int) {
	t.Helper()
	t.Chdir(programs(t, n))
	for i := range 6 {
		write(t, fmt.Sprintf("warned %d.k", i), fmt.Sprintf("+++ f%d = 1;", i))
		write(t, fmt.Sprintf("ñ%d.k", i), fmt.Sprintf("\uFEFFf = nosuch%d;\r\n", i))
		write(t, fmt.Sprintf("binary%d.k", i), strings.Repeat("x\x00", 10+i))
		write(t, fmt.Sprintf("copy%d.k", i), "f = .same nosuch;")
		filetest.Symlink(t, "nowhere", fmt.Sprintf("lost%d.k", i))
	}
	write(t, "broken/patgraph.toml", "nonsense = 1")
	write(t, "broken/a.k", "f = nosuch;")
	write(t, "lax/patgraph.toml", "severity.P0201 = 'warning'")
	write(t, "lax/a.k", "f = nosuch;")
	write(t, "strict/patgraph.toml", "strict = true")
	write(t, "strict/a.k", "+++ f = 1;")
}

// TestMergeShards checks the law of merging: merging the reports of all shards, for any number of them, gives the
// report of the whole run, byte for byte, with its exit status.
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
			for n := 1; n <= sample.Size(5, 3); n++ {
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

// TestMergeWriteError checks that a write error is a failure.
func TestMergeWriteError(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.k", "f = .a;")
	for _, format := range []string{"json", "ndjson", "sarif"} {
		_, out, _ := patgraph(t, nil, "check", "--format", format, ".")
		write(t, "r", out)
		code, _, stderr := patgraph(t,
			func(p *cli.Program) { p.Out = cli.NewSink("standard output", failing{errors.New("no space")}) }, "merge", "r")
		if code != report.Unusable || !strings.Contains(stderr, "cannot write to standard output: no space") {
			t.Errorf("%s: exit %d, %s", format, code, stderr)
		}
	}
}

// TestResumeCut checks that resuming from a report that is cut off anywhere gives the complete report.
func TestResumeCut(t *testing.T) {
	mixed(t, 12)
	elsewhere := filepath.Join(t.TempDir(), "report")
	formats := []string{"json", "ndjson"}
	reports := make(map[string]string)
	var code int
	for _, format := range formats {
		code, reports[format], _ = patgraph(t, nil, "check", "--format", format, ".")
	}
	for _, format := range formats {
		whole := reports[format]
		for i := range 12 {
			n := len(whole) * i / 11
			if i > 0 && i < 11 {
				n = rand.IntN(len(whole))
			}
			write(t, elsewhere, whole[:n])
			for _, to := range slices.Compact([]string{format, "ndjson"}) {
				c, out, stderr := patgraph(t, nil, "check", "--format", to, ".", "--resume", elsewhere)
				if want := reports[to]; c != code || out != want {
					t.Errorf("%s cut at %d of %d, to %s: exit %d, want %d; %d bytes, want %d; %s", format, n, len(whole), to, c, code,
						len(out), len(want), stderr)
				}
			}
		}
	}
}

// TestResumeTakes checks that exactly the results of unchanged programs with the same settings are reused. The reused
// report has invented content.
func TestResumeTakes(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.k", "f = .a;")
	write(t, "b.k", "f = .b;")
	write(t, "sub/patgraph.toml", "limits.nodes = 10000\n")
	write(t, "sub/c.k", "+++ f = .c;")
	check := func(args ...string) (int, string) {
		code, out, stderr := patgraph(t, nil, append([]string{"check", "--format", "ndjson"}, args...)...)
		if strings.Contains(stderr, "help") {
			t.Fatal(stderr)
		}
		return code, out
	}
	_, whole := check(".")
	write(t, "report", strings.ReplaceAll(whole, `"rounds":1`, `"rounds":7`))
	taken := func(want int, args ...string) {
		t.Helper()
		_, out := check(append(args, "--resume", "report", ".")...)
		if n := strings.Count(out, `"rounds":7`); n != want {
			t.Errorf("%v: %d programs are taken over, want %d\n%s", args, n, want, out)
		}
	}
	taken(3)
	taken(3, "-j", "1", "--strict", "--limit-size", "1M")
	taken(2, "--no-config")
	taken(1, "--limit-nodes", "10000")
	taken(0, "--recursion", "monomorphic")
	taken(0, "--verify")
	taken(0, "--limit-time", "1m")
	if code, out := check("--strict", "--resume", "report", "sub"); code != report.Errors ||
		!strings.Contains(out, `"strict":true`) {
		t.Errorf("exit %d, %s", code, out)
	}
	write(t, "b.k", "f = .b ;")
	taken(2)
	if err := os.Rename("a.k", "z.k"); err != nil {
		t.Fatal(err)
	}
	taken(1)
	write(t, "sub/patgraph.toml", "severity.P0501 = 'off'\n")
	taken(0)
}

// TestResumeKilled kills processes that write a report, and resumes from the written part.
func TestResumeKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts processes")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	mixed(t, 60)
	line := []string{"check", "--format", "ndjson", "."}
	began := time.Now()
	code, whole, _ := patgraph(t, nil, line...)
	took := time.Since(began)
	dir := t.TempDir()
	file := filepath.Join(dir, "report")
	for i := range sample.Size(50, 8) {
		part, err := os.Create(filepath.Join(dir, "part"))
		if err != nil {
			t.Fatal(err)
		}
		c := exec.Command(self)
		c.Args = append([]string{"patgraph"}, line...)
		if i%2 == 1 {
			c.Args = append(c.Args, "--resume", file) // this run is killed, too
		}
		c.Stdout = part
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		// Wait until there is something to resume from.
		await.Holds(func() bool { info, err := part.Stat(); return err == nil && info.Size() > 0 })
		time.Sleep(rand.N(took))
		c.Process.Kill()
		c.Wait()
		part.Close()
		if err := os.Rename(part.Name(), file); err != nil {
			t.Fatal(err)
		}
		written, _ := os.ReadFile(file)
		if !bytes.HasPrefix([]byte(whole), written) {
			t.Fatalf("run %d wrote something else than the whole has", i)
		}
		c2, out, stderr := patgraph(t, nil, append(line, "--resume", file)...)
		if c2 != code || out != whole {
			t.Errorf("run %d, killed after %d of %d bytes: exit %d, want %d; %s", i, len(written), len(whole), c2, code, stderr)
		}
		t.Logf("killed after %d of %d bytes: %s", len(written), len(whole), strings.TrimSpace(stderr))
	}
}
