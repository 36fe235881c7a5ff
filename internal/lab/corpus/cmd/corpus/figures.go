package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/patgraph/patgraph/internal/lab/corpus"
)

// figures takes the figures of BENCHMARKS.md.
type figures struct {
	patgraph, self string // programs
	dir            string // of corpora and of output files
	n, times       int    // programs in the corpus of files, and runs of each command
	sizes          []int  // of the streams whose memory is measured
	out            io.Writer

	written corpus.Written // the corpus of files
	rows    []row
}

// A row is one figure.
type row struct{ what, value, target, holds string }

// takeFigures makes the missing corpora, takes all measurements and writes a table. self is the path of this program.
func takeFigures(patgraph, self, dir string, n, times int, sizes []int, out io.Writer) error {
	patgraph, err := filepath.Abs(patgraph)
	if err != nil {
		return err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	f := &figures{patgraph: patgraph, self: self, dir: dir, n: n, times: times, sizes: sizes, out: out}
	fmt.Fprintf(out, "%s\n", machine())
	for _, step := range []func() error{f.corpora, f.speed, f.warmth, f.memory, f.shards, f.starts, f.families} {
		if err := step(); err != nil {
			return err
		}
	}
	w := tabwriter.NewWriter(out, 0, 0, 1, ' ', 0)
	fmt.Fprintln(w, "| figure\t| measured\t| target\t| holds\t|")
	fmt.Fprintln(w, "|---\t|---\t|---\t|---\t|")
	for _, r := range f.rows {
		fmt.Fprintf(w, "| %s\t| %s\t| %s\t| %s\t|\n", r.what, r.value, r.target, r.holds)
	}
	return w.Flush()
}

// machine describes the machine and its load.
func machine() string {
	text := fmt.Sprintf("%s, %s/%s, %d processors", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if _, model, ok := strings.Cut(string(info), "model name\t: "); ok {
			model, _, _ = strings.Cut(model, "\n")
			text += " (" + model + ")"
		}
	}
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		text += ", load " + strings.Fields(string(load))[0] + " before"
	}
	return text
}

func (f *figures) add(what, value, target string, holds bool) {
	r := row{what, value, target, "yes"}
	switch {
	case target == "":
		r.target, r.holds = "-", "-"
	case !holds:
		r.holds = "NO"
	}
	f.rows = append(f.rows, r)
}

func (f *figures) tree() string { return filepath.Join(f.dir, "files-"+strconv.Itoa(f.n)) }
func (f *figures) stream(n int) string {
	return filepath.Join(f.dir, "records-"+strconv.Itoa(n)+".ndjson")
}
func (f *figures) file(name string) string { return filepath.Join(f.dir, name) }

// corpora makes the missing corpora. A file with its final name is always complete.
func (f *figures) corpora() error {
	if err := os.MkdirAll(f.dir, 0o777); err != nil {
		return err
	}
	c := corpus.Corpus{Seed: 1}
	err := whole(f.tree(), func(part string) error {
		_, err := c.Tree(part, f.n)
		return err
	})
	if err != nil {
		return err
	}
	for _, n := range f.sizes {
		err := whole(f.stream(n), func(part string) error {
			file, err := os.Create(part)
			if err != nil {
				return err
			}
			_, err = c.Records(file, n)
			return errors.Join(err, file.Close())
		})
		if err != nil {
			return err
		}
	}
	// The corpus is generated again from the same seed: a corpus of an earlier generator would give other figures.
	if f.written, err = c.Records(io.Discard, f.n); err != nil {
		return err
	}
	var size int64
	err = filepath.WalkDir(f.tree(), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	if err == nil && size != f.written.Bytes {
		err = fmt.Errorf("%s has %d bytes, not the %d that the generator makes: remove %s", f.tree(), size,
			f.written.Bytes, f.dir)
	}
	return err
}

// whole writes a missing file under a temporary name, and renames it when it is complete.
func whole(path string, write func(part string) error) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	part := path + ".part"
	if err := os.RemoveAll(part); err != nil {
		return err
	}
	if err := write(part); err != nil {
		return err
	}
	return os.Rename(part, path)
}

// check returns a command line that checks the corpus of files.
func (f *figures) check(flags string) string {
	return quoted(f.patgraph) + " check --no-config " + flags + " " + quoted(f.tree())
}

func quoted(path string) string { return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'" }

// speed compares checking with reading, with parsing, and with checking on two processors.
func (f *figures) speed() error {
	t, err := turns(f.times, nothing,
		f.check("--no-cache -j 1"), f.check("--no-cache -j 2"),
		quoted(f.self)+" hash "+quoted(f.tree()), quoted(f.self)+" parse "+quoted(f.tree()))
	if err != nil {
		return err
	}
	one, two, hash, parse := t[0], t[1], t[2], t[3]
	mb := float64(f.written.Bytes) / 1e6
	rate := func(t timing) string {
		return fmt.Sprintf("%.2f s (%.2f of processors), %.0f files/s, %.1f MB/s", t.wall, t.cpu,
			float64(f.n)/t.wall, mb/t.wall)
	}
	times := func(t timing) string {
		return fmt.Sprintf("%.1f times as long, %.1f times the processor time", 1/t.ratio, 1/t.cpuRatio)
	}
	f.add(fmt.Sprintf("read and hash %d files (%.1f MB), -j 1", f.n, mb), rate(hash), "", true)
	f.add("read and parse, -j 1", rate(parse), "", true)
	f.add("check, cold, -j 1", rate(one), "40 MB/s per core", mb/one.wall >= 40)
	f.add("check, cold, -j 2", rate(two), "", true)
	f.add("check against read and hash, -j 1", times(hash), "", true)
	f.add("check against parse, -j 1", times(parse), "at most 3.5", 1/parse.ratio <= 3.5)
	f.add("-j 2 against -j 1", fmt.Sprintf("%.2f times as fast", 1/two.ratio), "at least 1.7", 1/two.ratio >= 1.7)
	return nil
}

// warmth compares a run with an empty cache and one with a full cache.
func (f *figures) warmth() error {
	cache := f.file("cache")
	defer os.RemoveAll(cache)
	kept := f.check("--cache-dir " + quoted(cache))
	t, err := turns(f.times, func() error { return os.RemoveAll(cache) }, kept, kept, quoted(f.self)+" hash -j 2 "+quoted(f.tree()))
	if err != nil {
		return err
	}
	f.add("check with an empty cache", fmt.Sprintf("%.2f s", t[0].wall), "", true)
	f.add("check with a warm cache", fmt.Sprintf("%.2f s, %.1f times as fast", t[1].wall, 1/t[1].ratio), "at least 5",
		1/t[1].ratio >= 5)
	f.add("warm cache against read and hash, -j 2", fmt.Sprintf("%.1f times as long", t[1].ratio/t[2].ratio), "", true)
	return nil
}

// memory measures the peaks of streams.
func (f *figures) memory() error {
	for _, n := range f.sizes {
		s, err := measure(quoted(f.patgraph) + " check --no-config --no-cache -j 2 --input ndjson " +
			quoted(f.stream(n)))
		if err != nil {
			return err
		}
		f.add(fmt.Sprintf("peak memory, %d records, -j 2", n), fmt.Sprintf("%.0f MB", float64(s.peak)/1e6),
			"at most 300", s.peak <= 300e6)
	}
	return nil
}

// shards compares the report of a run with the merged reports of its two halves.
func (f *figures) shards() error {
	for _, format := range []string{"json", "ndjson", "sarif"} {
		name := func(part string) string { return f.file(part + "." + format) }
		for _, c := range []string{
			f.check("--no-cache -o " + quoted(name("whole"))),
			f.check("--no-cache --shard 1/2 -o " + quoted(name("1"))),
			f.check("--no-cache --shard 2/2 -o " + quoted(name("2"))),
			quoted(f.patgraph) + " merge -o " + quoted(name("merged")) + " " + quoted(name("1")) + " " +
				quoted(name("2")),
		} {
			if _, err := measure(c); err != nil {
				return fmt.Errorf("%s: %w", c, err)
			}
		}
		same, size, err := sameBytes(name("whole"), name("merged"))
		if err != nil {
			return err
		}
		for _, part := range []string{"whole", "1", "2", "merged"} {
			os.Remove(name(part))
		}
		value := fmt.Sprintf("identical, %d bytes", size)
		if !same {
			value = "they differ"
		}
		f.add("two shards, merged, against one run, "+format, value, "identical bytes", same)
	}
	return nil
}

func sameBytes(p, q string) (same bool, size int, err error) {
	a, err := os.ReadFile(p)
	if err != nil {
		return false, 0, err
	}
	b, err := os.ReadFile(q)
	return bytes.Equal(a, b), len(a), err
}

// starts measures the time of minimal commands.
func (f *figures) starts() error {
	small := f.file("small.k")
	if err := os.WriteFile(small, []byte("f = .a .b;\n"), 0o666); err != nil {
		return err
	}
	t, err := turns(5*f.times, nothing, quoted(f.patgraph)+" version",
		quoted(f.patgraph)+" check --no-config --no-cache "+quoted(small))
	if err != nil {
		return err
	}
	f.add("start: version", fmt.Sprintf("%.1f ms", t[0].wall*1e3), "", true)
	f.add("start: check of one line", fmt.Sprintf("%.1f ms", t[1].wall*1e3), "", true)
	return nil
}

// families measures commands on hard programs of a size and of four times that size, which should take about four times
// as long, and not exceed the default memory limit of a run.
func (f *figures) families() error {
	for _, l := range corpus.Loads {
		var at [2]sample
		for i := range at {
			n := l.Large << (2 * i)
			file := f.file(l.Family + "-" + strconv.Itoa(n) + ".k")
			if err := os.WriteFile(file, corpus.FamilyOf(l.Family).Make(n), 0o666); err != nil {
				return err
			}
			args := l.Arguments(quoted(file))
			s, err := measure(quoted(f.patgraph) + " " + args[0] + " " + l.Settings() + " " + strings.Join(args[1:], " "))
			os.Remove(file)
			if err != nil {
				return fmt.Errorf("%s of %d: %w", l.Family, n, err)
			}
			at[i] = s
		}
		ratio := at[1].cpu.Seconds() / max(at[0].cpu.Seconds(), 1e-3)
		f.add(fmt.Sprintf("%s %s: %d and %d", l.Family, strings.ReplaceAll(l.Args, " {}", ""), l.Large, 4*l.Large),
			fmt.Sprintf("%.2f s, %.0f MB; %.2f s, %.0f MB; %.1f times the processor time", at[0].cpu.Seconds(),
				float64(at[0].peak)/1e6, at[1].cpu.Seconds(), float64(at[1].peak)/1e6, ratio),
			"at most 6 times, 1.1 GB", (ratio <= 6 || at[1].cpu.Seconds() < 0.2) && at[1].peak <= 1.1e9)
	}
	return nil
}
