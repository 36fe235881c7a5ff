package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/internal/lab/corpus"
)

// measure runs a command line in a process of its own, as often as the benchmark asks for, and reports the processor
// time and the highest resident memory.
func measure(b *testing.B, line string, before func()) {
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	cpu, peak := 0.0, int64(0)
	for b.Loop() {
		b.StopTimer()
		before()
		c := exec.Command(self)
		c.Args = append([]string{"patgraph"}, strings.Fields(line)...)
		b.StartTimer()
		err := c.Run()
		if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || exit.ExitCode() > 2) {
			b.Fatal(err)
		}
		cpu += (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
		peak = max(peak, cost.Peak(c.ProcessState))
	}
	b.ReportMetric(cpu*1e3/float64(b.N), "cpu-ms/op")
	b.ReportMetric(float64(peak)/1e6, "peak-MB")
}

func nothing() {}

// BenchmarkCorpus checks many programs: files, with and without a cache, and records. What it measures is in
// BENCHMARKS.md.
func BenchmarkCorpus(b *testing.B) {
	b.Chdir(b.TempDir())
	made := corpus.Corpus{Seed: 1}
	written, err := made.Tree("files", 10_000)
	if err != nil {
		b.Fatal(err)
	}
	clear := func() { os.RemoveAll("cache") }
	for _, c := range []struct {
		name, flags string
		before      func()
	}{
		{"j=1", "--no-cache -j 1", nothing},
		{"j=2", "--no-cache -j 2", nothing},
		{"cache=empty", "--cache-dir cache", clear},
		{"cache=warm", "--cache-dir cache", nothing}, // after the last run of the one before
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(written)
			measure(b, "check --no-config "+c.flags+" files", c.before)
		})
	}
	for _, n := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("records=%d", n), func(b *testing.B) {
			f, err := os.Create("records.ndjson")
			if err != nil {
				b.Fatal(err)
			}
			w, err := made.Records(f, n)
			if err = errors.Join(err, f.Close()); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(w)
			measure(b, "check --no-config --no-cache -j 2 --input ndjson records.ndjson", nothing)
		})
	}
}

// BenchmarkFamilies runs commands on hostile programs of a size and of four times that size, which should take about
// four times as long.
func BenchmarkFamilies(b *testing.B) {
	for _, l := range corpus.Loads {
		for _, n := range []int{l.Large, 4 * l.Large} {
			b.Run(fmt.Sprintf("%s %s/n=%d", l.Family, strings.ReplaceAll(l.Args, " {}", ""), n), func(b *testing.B) {
				file := filepath.Join(b.TempDir(), "a.k")
				write(b, file, string(corpus.FamilyOf(l.Family).Make(n)))
				args := l.Arguments(file)
				measure(b, args[0]+" "+l.Settings()+" "+strings.Join(args[1:], " "), nothing)
			})
		}
	}
}
