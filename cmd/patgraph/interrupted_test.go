package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// A run whose context ends in the middle of a long program ends soon and says nothing of
// that program. Nothing wrong is kept: the next run says what one without a cache does.
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
	began := time.Now()
	patgraph(t, nil, "check", "--no-cache", long)
	took := time.Since(began)

	var end time.Time
	interrupt := func(p *command.Program) {
		ctx, cancel := context.WithCancel(t.Context())
		p.Context = ctx
		begins := func(f *lang.File, after time.Duration) {
			if f.Name == long {
				time.AfterFunc(after, func() { end = time.Now(); cancel() })
			}
		}
		k, migration := *languages.All[0], *languages.All[0].Migration
		k.Analyze = func(ctx context.Context, f *lang.File, o language.Options) *patterns.Result {
			begins(f, took/20)
			return languages.All[0].Analyze(ctx, f, o)
		}
		migration.Program = func(ctx context.Context, f *lang.File, s language.Settings, whole bool) *language.Migrated {
			begins(f, 0) // which takes less
			if f.Name == long {
				<-ctx.Done()
			}
			return languages.All[0].Migration.Program(ctx, f, s, whole)
		}
		k.Migration = &migration
		p.Languages = language.Table{&k}
	}
	interrupted := func(args ...string) {
		t.Helper()
		code, stdout, stderr := patgraph(t, interrupt, args...)
		late := time.Since(end)
		if code != batch.Unusable || strings.Contains(stdout+stderr, "long.k") {
			t.Errorf("%q: exit %d, %s%s", args, code, stdout, stderr)
		}
		if late > took/2 {
			t.Errorf("%q: ended %v after its context, and takes %v", args, late, took)
		}
	}
	for _, line := range []string{"check", "types --format json"} {
		args := append(strings.Fields(line), "-j", "1", dir)
		code, stdout, _ := patgraph(t, nil, append(args, "--no-cache")...)
		kept := t.TempDir()
		args = append(args, "--cache-dir", kept)
		interrupted(args...)
		if c, out, _ := patgraph(t, nil, args...); c != code || out != stdout {
			t.Errorf("%q after it was interrupted: exit %d and not %d, %d and not %d bytes", args, c, code, len(out), len(stdout))
		}
	}
	report := filepath.Join(t.TempDir(), "report.json")
	interrupted("check", "-o", report, dir)
	if _, err := os.Stat(report); err == nil {
		t.Error("there is a report of a run that was interrupted")
	}
	interrupted("why", long+":2:6")
	interrupted("explain", long+":2:6")
	interrupted("trace", long, "f0")
	interrupted("graph", "--format", "dot", "-o", "-", long)
	interrupted("run", "--no-check", "--def", "f0", long)
	interrupted("migrate", "--diff", dir)
}

// A run of a program on a value ends with its context, too.
func TestInterruptedValue(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	end := func(p *command.Program) {
		p.Context = ctx
		time.AfterFunc(50*time.Millisecond, cancel)
	}
	if code, stdout, stderr := patgraph(t, end, "run", "--fuel", "0", "-e", "loop = loop; loop"); code != batch.Unusable || stdout+stderr != "" {
		t.Errorf("exit %d, %s%s", code, stdout, stderr)
	}
}
