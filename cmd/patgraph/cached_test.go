package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/cache"
	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/sample"
)

// TestResultsAreKept checks that cached results do not change the output, for every format.
func TestResultsAreKept(t *testing.T) {
	dir, kept := programs(t, 30), t.TempDir()
	for _, line := range []string{
		"check", "check --quiet", "check --ascii --width 60", "check --color always", "check --strict", "check --verify",
		"check --format json", "check --format ndjson", "check --format sarif", "check --format junit",
		"check --format junit --strict", "check --format github",
		"types", "types --all", "types --format json", "types --format json --all",
	} {
		args := append(strings.Fields(line), dir)
		code, stdout, stderr := patgraph(t, nil, append(args, "--no-cache")...)
		for _, run := range []string{"first", "second"} {
			c, out, errs := patgraph(t, nil, append(args, "--cache-dir", kept)...)
			if c != code || out != stdout || errs != stderr {
				t.Errorf("%s: the %s run differs: exit %d and %d, %d and %d bytes", line, run, c, code, len(out), len(stdout))
			}
		}
		if info, err := cache.Stat(kept); err != nil || info.Last == nil || info.Last.Hits != 30 {
			t.Errorf("%s: %+v %v", line, info, err)
		}
	}
	// The same for output to a file, whose name may determine the format.
	for _, name := range []string{"report.txt", "report.json"} {
		file := filepath.Join(t.TempDir(), name)
		patgraph(t, nil, "check", "--no-cache", "-o", file, dir)
		want, _ := os.ReadFile(file)
		for range 2 {
			patgraph(t, nil, "check", "--cache-dir", kept, "-o", file, dir)
			if got, err := os.ReadFile(file); err != nil || string(got) != string(want) {
				t.Errorf("%s: %v, %d bytes, want %d", name, err, len(got), len(want))
			}
		}
		if info, err := cache.Stat(kept); err != nil || info.Last == nil || info.Last.Hits != 30 {
			t.Errorf("%s: %+v %v", name, info, err)
		}
	}
	// A single file has a different output than several.
	one := filepath.Join(dir, "d0", "p000.k")
	_, want, _ := patgraph(t, nil, "types", one)
	patgraph(t, nil, "types", "--cache-dir", kept, dir)
	if _, got, _ := patgraph(t, nil, "types", "--cache-dir", kept, one); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A defect is not cached.
func TestDefectIsNotKept(t *testing.T) {
	dir, kept := t.TempDir(), t.TempDir()
	bad := filepath.Join(dir, "bad.k")
	write(t, bad, "f = .a;")
	for range 2 {
		if code, _, _ := patgraph(t, broken, "check", "--cache-dir", kept, dir); code != report.Defect {
			t.Fatalf("exit %d", code)
		}
	}
	if code, _, _ := patgraph(t, nil, "check", "--cache-dir", kept, dir); code != report.Clean {
		t.Errorf("exit %d after the defect is fixed", code)
	}
}

// fullWriter is a file on a full disk.
type fullWriter struct{ io.WriteCloser }

func (fullWriter) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// A check on a full disk succeeds with a single note.
func TestFullCache(t *testing.T) {
	dir, kept := programs(t, 30), t.TempDir()
	code, stdout, _ := patgraph(t, nil, "check", dir)
	full := func(p *cli.Program) {
		p.CreateKept = func(path string) (io.WriteCloser, error) {
			f, err := cache.CreateFile(path)
			return fullWriter{f}, err
		}
	}
	for range 2 {
		c, out, stderr := patgraph(t, full, "check", "--cache-dir", kept, dir)
		if c != code || out != stdout {
			t.Errorf("exit %d, %d bytes", c, len(out))
		}
		if want := "patgraph: results are not kept in `" + kept +
			"`: no space left on device\n  help: --no-cache, or --cache-dir DIR\n"; stderr != want {
			t.Errorf("%q, want %q", stderr, want)
		}
	}
	if entries, _ := os.ReadDir(kept); len(entries) > 0 {
		t.Errorf("%v are left", entries)
	}
}

// smallDisk is a folder on a disk of a given size; if that cannot be made, the test is skipped.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+size, "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("no small disk: %s", out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("%s", out)
		}
	})
	return dir
}

// TestFullDisk does the same on an actual full disk, if one can be made.
func TestFullDisk(t *testing.T) {
	kept := smallDisk(t, "16k")
	dir := programs(t, 60)
	code, stdout, _ := patgraph(t, nil, "check", "--format", "json", dir)
	c, out, stderr := patgraph(t, nil, "check", "--format", "json", "--cache-dir", kept, dir)
	if c != code || out != stdout || strings.Count(stderr, "results are not kept") != 1 ||
		!strings.Contains(stderr, "no space left") {
		t.Errorf("exit %d, %d bytes, %q", c, len(out), stderr)
	}
	if entries, _ := os.ReadDir(kept); len(entries) > 0 {
		t.Errorf("%v are left", entries)
	}
	// The disk has enough space for the results as text.
	code, stdout, _ = patgraph(t, nil, "check", dir+"/d0/p000.k")
	if c, out, stderr := patgraph(t, nil, "check", "--cache-dir", kept, dir+"/d0/p000.k"); c != code ||
		out != stdout || stderr != "" {
		t.Errorf("exit %d, %d bytes, %q", c, len(out), stderr)
	}
}

// process prepares patgraph as a separate process.
func process(t testing.TB, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self)
	c.Args = append([]string{"patgraph"}, args...)
	var out bytes.Buffer
	c.Stdout = &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c, &out
}

// TestKilled kills patgraph at random moments; every later run has the output of a run without a cache.
func TestKilled(t *testing.T) {
	t.Parallel()
	times := sample.Size(50, 10)
	if testing.Short() {
		times = 5
	}
	dir, kept := programs(t, 150), t.TempDir()
	args := func(i int) []string {
		// Each run has new results, which are published in small parts.
		return []string{"check", "--format", "json", "--cache-dir", kept, "--cache-size", "1M", "--limit-nodes",
			fmt.Sprint(100_000 + i/5), dir}
	}
	_, whole, _ := patgraph(t, nil, append(args(0), "--no-cache")...)
	for i := range times {
		c, _ := process(t, args(i)...)
		time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond)
		if err := c.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		c.Wait()
		if i%5 != 4 {
			continue
		}
		want := strings.ReplaceAll(whole, "limits.nodes=100000", fmt.Sprintf("limits.nodes=%d", 100_000+i/5))
		if _, out, stderr := patgraph(t, nil, args(i)...); out != want || stderr != "" {
			t.Fatalf("run %d: %d bytes, want %d; %q", i, len(out), len(want), stderr)
		}
	}
	if info, err := cache.Stat(kept); err != nil || info.Damaged > 0 || info.Bytes > 1<<20+1<<18 {
		t.Errorf("%+v %v", info, err)
	}
}

// Two concurrent processes do not disturb each other.
func TestTwoAtOnce(t *testing.T) {
	t.Parallel()
	dir, kept := programs(t, 100), t.TempDir()
	_, want, _ := patgraph(t, nil, "check", dir)
	for range 3 {
		var group sync.WaitGroup
		for range 3 {
			c, out := process(t, "check", "--cache-dir", kept, dir)
			group.Go(func() {
				c.Wait()
				if out.String() != want {
					t.Errorf("%d bytes, want %d", out.Len(), len(want))
				}
			})
		}
		group.Wait()
	}
	info, err := cache.Stat(kept)
	if err != nil || info.Entries != 100 || info.Damaged > 0 || info.Last.Hits != 100 {
		t.Errorf("%+v %v", info, err)
	}
}

// Every flag is either in the cache key or known to have no effect on results.
func TestNotInKey(t *testing.T) {
	var aside []string
	for _, c := range []*cli.Command{cli.Check(), cli.Types()} {
		for _, o := range c.NewFlags(languages.All).Options() {
			if o.NotInKey && !slices.Contains(aside, o.Name) {
				aside = append(aside, o.Name)
			}
		}
	}
	slices.Sort(aside)
	want := []string{"baseline", "cache-dir", "cache-size", "certificate", "debug.stack", "exclude", "exit-zero", "files-from", "include", "input",
		"j", "library-anywhere", "limit-size", "max-errors", "max-memory", "no-cache", "null", "o",
		"prelude", "progress", "quiet", "relations", "resume", "shard", "stats", "stdin-name", "strict",
		"with", "write-baseline"}
	if !slices.Equal(aside, want) {
		t.Errorf("%q change no result, want %q: is that true of the new one?", aside, want)
	}
}
