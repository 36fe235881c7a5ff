package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// An ending is a context that ends at a given check.
type ending struct {
	context.Context
	looks atomic.Int64
	at    int64
	end   context.CancelFunc
}

func (e *ending) Err() error {
	if e.looks.Add(1) == e.at {
		e.end()
	}
	return e.Context.Err()
}

// A run whose context ends in the middle of a long program checks it only a few more times, starts no other program and
// reports nothing about that program. No wrong result is cached: the next run has the output of a run without a cache.
func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	long := filepath.Join(dir, "long.k")
	var text strings.Builder
	text.WriteString("$t = {int x, int y};\n")
	for i := range 120 {
		fmt.Fprintf(&text, "f%d = {1 x, 2 yy} $t .z%d;\n", i, i)
	}
	write(t, filepath.Join(dir, "a.k"), "f = .a .b;")
	write(t, long, text.String())
	write(t, filepath.Join(dir, "z.k"), "f = {1 x, 2 y} .z;")

	var watched *ending // the context of the last analysis of the long program
	at := int64(0)      // the check at which it is interrupted; 0: never
	interrupt := func(p *cli.Program) {
		ctx, cancel := context.WithCancel(t.Context())
		p.Context = ctx
		var over atomic.Bool
		end := func() { over.Store(true); cancel() }
		k, migration := *languages.All[0], *languages.All[0].Migration
		k.Analyze = func(within context.Context, f *lang.File, o language.Options) *patterns.Result {
			if over.Load() && within.Err() == nil {
				t.Errorf("the analysis of %s begins after the end", f.Name)
			}
			if f.Name == long {
				watched = &ending{Context: within, at: at, end: end}
				within = watched
			}
			return languages.All[0].Analyze(within, f, o)
		}
		migration.Program = func(within context.Context, f *lang.File, s language.Settings, whole bool) *language.Migrated {
			if f.Name == long && at > 0 {
				end()
				<-within.Done()
			}
			return languages.All[0].Migration.Program(within, f, s, whole)
		}
		k.Migration = &migration
		p.Languages = language.Table{&k}
	}
	patgraph(t, interrupt, "check", "--no-cache", long)
	at = watched.looks.Load() / 20
	if at < 100 {
		t.Fatalf("the whole has %d looks", watched.looks.Load())
	}
	interrupted := func(args ...string) {
		t.Helper()
		watched = nil
		code, stdout, stderr := patgraph(t, interrupt, args...)
		if code != report.Unusable || strings.Contains(stdout+stderr, "long.k") {
			t.Errorf("%q: exit %d, %s%s", args, code, stdout, stderr)
		}
		// Each goroutine of the analysis checks once more.
		if watched == nil {
			if args[0] != "migrate" {
				t.Errorf("%q: the program is not analysed", args)
			}
		} else if n := watched.looks.Load(); n > at+int64(runtime.GOMAXPROCS(0)) {
			t.Errorf("%q: %d looks, and the end was at look %d", args, n, at)
		}
	}
	for _, line := range []string{"check", "types --format json"} {
		args := append(strings.Fields(line), "-j", "1", dir)
		code, stdout, _ := patgraph(t, nil, append(args, "--no-cache")...)
		kept := t.TempDir()
		args = append(args, "--cache-dir", kept)
		interrupted(args...)
		if c, out, _ := patgraph(t, nil, args...); c != code || out != stdout {
			t.Errorf("%q after it was interrupted: exit %d and not %d, %d and not %d bytes", args, c,
				code, len(out), len(stdout))
		}
	}
	file := filepath.Join(t.TempDir(), "report.json")
	interrupted("check", "-o", file, dir)
	if _, err := os.Stat(file); err == nil {
		t.Error("there is a file of a run that was interrupted")
	}
	interrupted("why", long+":2:6")
	interrupted("explain", long+":2:6")
	interrupted("trace", long, "f0")
	interrupted("graph", "--format", "dot", "-o", "-", long)
	interrupted("run", "--no-check", "--def", "f0", long)
	interrupted("migrate", "--diff", dir)
}

// Running a program on a value also ends with its context.
func TestInterruptedValue(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	end := func(p *cli.Program) {
		p.Context = ctx
		time.AfterFunc(50*time.Millisecond, cancel)
	}
	if code, stdout, stderr := patgraph(t, end, "run", "--no-check", "--fuel", "0", "-e",
		"loop = [(), 1] PLUS loop; 0 loop"); code != report.Unusable || stdout+stderr != "" {
		t.Errorf("exit %d, %s%s", code, stdout, stderr)
	}
}
