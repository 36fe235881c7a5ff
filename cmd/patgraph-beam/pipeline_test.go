package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

func TestMain(m *testing.M) {
	if os.Getenv("PATGRAPH_BEAM_MAIN") != "" {
		main()
	}
	flag.Parse()
	beam.Init()
	os.Exit(m.Run())
}

// parsed is the job that some flags describe.
func parsed(args ...string) (*job, error) {
	var j job
	f := flag.NewFlagSet("", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	j.register(f)
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	return &j, j.validate(f.Args())
}

// done runs a job on the runner in this process and returns its exit code and its
// output.
func done(t *testing.T, args ...string) (int, string) {
	t.Helper()
	j, err := parsed(args...)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	code, err := j.run(context.Background(), &out)
	if err != nil {
		t.Fatal(err)
	}
	return code, out.String()
}

// joined is the content of the files that match a glob, in the order of their names.
func joined(t *testing.T, glob string) string {
	t.Helper()
	ctx := context.Background()
	paths, err := list(ctx, glob)
	if err != nil || len(paths) == 0 {
		t.Fatalf("nothing is %s (%v)", glob, err)
	}
	fs, err := filesystem.New(ctx, glob)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, p := range paths {
		text, err := filesystem.Read(ctx, fs, p)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

func line(t *testing.T, id any, source string) string {
	t.Helper()
	text, err := json.Marshal(map[string]any{"id": id, "source": source, "other": []int{1}})
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n"
}

// lines are records; some of them are invalid.
func lines(t *testing.T, seed, n int) string {
	t.Helper()
	program := rapid.Custom(gen.Program)
	var all strings.Builder
	all.WriteString("\xef\xbb\xbf")
	for i := range n {
		seed := seed*10_000 + i
		switch i % 20 {
		case 3:
			all.WriteString("{\"id\": \"broken\n")
		case 7:
			all.WriteString(line(t, seed, "")[1:]) // a brace is missing
		case 9:
			all.WriteString("\n \r\n")
		case 11:
			all.WriteString(`{"id":"no text","source":17}` + "\r\n")
		case 13:
			all.WriteString(line(t, "ill-typed "+fmt.Sprint(seed), "f = .a .b | {1 x, 2 y} .z; f f"))
		case 15:
			all.WriteString(line(t, "twice", "f = .a;"))
		case 17:
			all.WriteString("{\"id\":\"bytes\",\"source\":\"f = \xff \\ud800;\"}\n")
		case 18:
			all.WriteString(line(t, "large", strings.Repeat(" ", 9000)))
		default:
			all.WriteString(line(t, fmt.Sprintf("p/%d.k", seed), program.Example(seed)))
		}
	}
	return strings.TrimSuffix(all.String(), "\n")
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func packed(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The results are those of the command, byte for byte, for any records and any
// distribution over files.
func TestSameAsCommand(t *testing.T) {
	dir := t.TempDir()
	command := filepath.Join(dir, "patgraph")
	builder := exec.Command("go", "build", "-o", command, "./cmd/patgraph")
	builder.Dir = "../.."
	if out, err := builder.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	put(t, filepath.Join(dir, "b-1.ndjson"), lines(t, 1, 150))
	put(t, filepath.Join(dir, "b-2.ndjson.gz"), packed(t, lines(t, 2, 150)))
	put(t, filepath.Join(dir, "b-3.ndjson"), "")
	put(t, filepath.Join(dir, "b-4.ndjson.gz"), packed(t, lines(t, 3, 20))[:400]) // cut off
	put(t, filepath.Join(dir, "a.ndjson"), line(t, "alone", "f = .x; f"))
	put(t, filepath.Join(dir, "w.ndjson"), line(t, "only a warning", "$ t = {t a}; f = .a;")+line(t, "sound", "f = .x;"))
	if err := os.Mkdir(filepath.Join(dir, "b-5.ndjson"), 0o755); err != nil {
		t.Fatal(err)
	}
	one := filepath.Join(dir, "b-1.ndjson")
	for _, test := range []struct {
		name  string
		globs []string
		files []string // what a shell makes of the globs
		flags []string
	}{
		{"plain", []string{"a.ndjson"}, nil, nil},
		{"many", []string{"b-*", "none*.ndjson", "a.ndjson", "b-1.ndjson"},
			[]string{"b-1.ndjson", "b-2.ndjson.gz", "b-3.ndjson", "b-4.ndjson.gz", "b-5.ndjson", "none*.ndjson", "a.ndjson"},
			[]string{"--limit-size", "8K"}},
		{"flags", []string{one}, nil, []string{"--strict", "--verify", "--dialect", "k4", "--recursion", "monomorphic",
			"--limit-nodes", "60", "--limit-rounds", "2", "--limit-depth", "4", "--limit-work", "100", "--limit-time", "1h"}},
		{"warnings", []string{"w.ndjson"}, nil, nil},
		{"strict", []string{"w.ndjson"}, nil, []string{"--strict"}},
		{"nothing", []string{"b-3.ndjson"}, nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(dir)
			if test.files == nil {
				test.files = test.globs
			}
			want := exec.Command(command, slices.Concat([]string{"check", "--input", "ndjson", "--format", "ndjson", "--no-config", "-j", "1"},
				test.flags, test.files)...)
			var stderr strings.Builder
			want.Stderr = &stderr
			wanted, err := want.Output()
			if len(wanted) == 0 {
				t.Fatalf("%v\n%s", err, &stderr)
			}
			out := filepath.Join(t.TempDir(), "sub", "r")
			flags := slices.Concat([]string{"--output", out, "--block-size", "5K"}, test.flags)
			for _, g := range test.globs {
				flags = append(flags, "--input", g)
			}
			code, says := done(t, flags...)
			got := joined(t, out+"-*.ndjson")
			if got != string(wanted) {
				t.Errorf("%d bytes, the command writes %d; they differ:\n%s", len(got), len(wanted), difference(got, string(wanted)))
			}
			if code != want.ProcessState.ExitCode() {
				t.Errorf("exit %d, that of the command is %d", code, want.ProcessState.ExitCode())
			}
			blocks, _ := filepath.Glob(out + "-*-*.ndjson")
			if !strings.Contains(says, fmt.Sprintf("in %s-*.ndjson: %d with results", out, len(blocks))) {
				t.Errorf("%d blocks, but it says: %s", len(blocks), says)
			}
			if strict := strings.Contains(got, `"strict":true`); strict != (test.name == "strict") {
				t.Errorf("that a warning decides about the exit status: %v", strict)
			}
			if test.name == "many" && len(blocks) < 10 {
				t.Errorf("only %d blocks", len(blocks))
			}
			if parts, _ := filepath.Glob(out + "*.part"); len(parts) > 0 {
				t.Errorf("these files are left: %s", parts)
			}
		})
	}
}

// difference is the first line that differs, in both texts.
func difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d\n%.300s\n%.300s", i+1, x[i], y[i])
		}
	}
	return "one is longer"
}

// A panic in one program is reported as its result, and the other programs are checked.
func TestPanic(t *testing.T) {
	old := table
	defer func() { table = old }()
	table = language.Table{{Extensions: []string{".k"}, Analyze: func(ctx context.Context, f *lang.File, o language.Options) *patterns.Result {
		if bytes.Contains(f.Src, []byte("panic")) {
			panic("a bad day")
		}
		return languages.All[0].Analyze(ctx, f, o)
	}}}
	in, out := filepath.Join(t.TempDir(), "in"), filepath.Join(t.TempDir(), "r")
	put(t, in, line(t, "a", "f = .a;")+line(t, "b", "panic")+line(t, "c", "f = .c;"))
	code, _ := done(t, "--input", in, "--output", out)
	got := strings.Split(joined(t, out+"-*.ndjson"), "\n")
	if code != report.Defect || len(got) != 5 || !strings.Contains(got[1], `"P0902"`) || !strings.Contains(got[1], "a bad day") {
		t.Fatalf("exit %d\n%s", code, strings.Join(got, "\n"))
	}
	for _, i := range []int{0, 2} {
		if !strings.Contains(got[i], `"ok":true`) {
			t.Error(got[i])
		}
	}
	if got[3] != `{"summary":{"files":3,"ok":2,"errors":1,"warnings":0,"definitions":2}}` {
		t.Error(got[3])
	}
	job := joined(t, jobName(out))
	if !strings.HasPrefix(job, `{"version":"patgraph `) || !strings.Contains(job, `"block-size":8388608,"options":{"recursion":"auto","dialect":"auto"}}`) {
		t.Error(job)
	}
	if status := joined(t, statusName(out)); status != `{"exit":3,"blocks":1}`+"\n" {
		t.Error(status)
	}
}

// Streams and results may be in a store. Their names are reported unchanged.
func TestStore(t *testing.T) {
	out := "memfs:/" + filepath.ToSlash(t.TempDir()) + "/r" // another each time
	memfs.Write("memfs://in//2", []byte(line(t, "c", "f = .c;")))
	memfs.Write("memfs://in//1", []byte(line(t, "a", "f = .a;")+"b\n"))
	code, _ := done(t, "--input", "memfs://in//?", "--input", "memfs://none", "--output", out)
	got := joined(t, out+"-*.ndjson")
	var files []string
	for l := range strings.Lines(got) {
		var r struct {
			File        string
			Diagnostics []struct{ Code, Message string }
		}
		if err := json.Unmarshal([]byte(l), &r); err != nil {
			t.Fatal(err)
		}
		for _, d := range r.Diagnostics {
			r.File += " " + d.Code + " " + d.Message
		}
		files = append(files, r.File)
	}
	want := []string{
		"a",
		"memfs://in//1:2 P0804 cannot read `memfs://in//1:2`: it is not JSON at byte 1: invalid character 'b' looking for beginning of value",
		"c",
		"memfs://none P0801 cannot read `memfs://none`: nothing has this name",
		"",
	}
	if code != report.Unusable || !slices.Equal(files, want) {
		t.Errorf("exit %d\n%s", code, got)
	}
}

// flaky is a store whose connections break.
type flaky struct{ filesystem.Interface }

func (flaky) List(context.Context, string) ([]string, error) { return []string{"flaky://a"}, nil }
func (flaky) OpenRead(context.Context, string) (io.ReadCloser, error) {
	text := strings.NewReader(`{"id":"a","source":"f = .a;"}` + "\n" + `{"id":"b","sou`)
	return io.NopCloser(io.MultiReader(text, iotest.ErrReader(errors.New("no route")))), nil
}
func (flaky) Close() error { return nil }

func init() {
	filesystem.Register("flaky", func(context.Context) filesystem.Interface { return flaky{} })
}

// If a store does not answer, the job fails: this is not a result, and the output does
// not say that the job is done.
func TestStoreFails(t *testing.T) {
	out := filepath.Join(t.TempDir(), "r")
	j, err := parsed("--input", "flaky://a", "--output", out)
	if err != nil {
		t.Fatal(err)
	}
	var says strings.Builder
	code, err := j.run(context.Background(), &says)
	if code != report.Unusable || err == nil || err.Error() != "the job failed: cannot read flaky://a: no route" {
		t.Errorf("exit %d, %v", code, err)
	}
	if _, err := os.Stat(statusName(out)); err == nil {
		t.Error("it says that it is done")
	}
}

// A job that cannot write its results fails before it checks any program.
func TestUnwritable(t *testing.T) {
	in, out := filepath.Join(t.TempDir(), "in"), filepath.Join(t.TempDir(), "file")
	put(t, in, line(t, "a", "f = .a;"))
	put(t, out, "")
	j, err := parsed("--input", in, "--output", filepath.Join(out, "r"))
	if err != nil {
		t.Fatal(err)
	}
	code, err := j.run(context.Background(), io.Discard)
	if code != report.Unusable || err == nil || !strings.Contains(err.Error(), "cannot write "+filepath.Join(out, "r-job.json")) {
		t.Errorf("exit %d, %v", code, err)
	}
}

// If a result is lost, there is no summary.
func TestLoss(t *testing.T) {
	whole := tally{Files: 5, Streams: 2, Read: 2, Places: 5}
	for _, test := range []struct {
		says   string
		totals []tally
	}{
		{"", []tally{whole}},
		{"incomplete: 0 of 0 files", nil},
		{"1 of 2 files were read", []tally{{Files: 5, Streams: 2, Read: 1, Places: 5}}},
		{"results for 4 of their 5 records", []tally{{Files: 4, Streams: 2, Read: 2, Places: 5}}},
	} {
		out := filepath.Join(t.TempDir(), "r")
		next := 0
		err := (&summaryFn{Output: out}).ProcessElement(context.Background(), nil, func(to *tally) bool {
			if next == len(test.totals) {
				return false
			}
			*to = test.totals[next]
			next++
			return true
		})
		_, missing := os.Stat(statusName(out))
		if test.says == "" {
			if err != nil || missing != nil {
				t.Errorf("%v, %v", err, missing)
			}
		} else if err == nil || !strings.Contains(err.Error(), test.says) || missing == nil {
			t.Errorf("%v, not: %s; %v", err, test.says, missing)
		}
	}
}

// Results of another job are not mixed in.
func TestOldResults(t *testing.T) {
	out := filepath.Join(t.TempDir(), "r")
	put(t, blockName(out, "000000-00000000"), "old\n")
	j, err := parsed("--input", "x", "--output", out)
	if err != nil {
		t.Fatal(err)
	}
	if code, err := j.run(context.Background(), io.Discard); code != report.Unusable || err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("exit %d, %v", code, err)
	}
}

// The program itself: its output on each stream, and its exit status. A job in this process
// writes no log.
func TestProgram(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a"), line(t, "a", "f = .a; f {1 x, 2 y} .z"))
	put(t, filepath.Join(dir, "file"), "")
	for _, test := range []struct {
		args        string
		exit        int
		out, stderr string // what these begin with; empty: they are
	}{
		{"--input a --output r", 1, "1 file, 1 error\nin r-*.ndjson: 1 with results, and the summary\n", ""},
		{"--input a --output r", 2, "", "patgraph-beam: there is r-000000-00000000.ndjson already: "},
		{"--input a --output file/r", 2, "", "patgraph-beam: the job failed: cannot write file/r-job.json: mkdir file: not a directory\n"},
		{"--help", 0, "patgraph-beam checks the programs in records", ""},
		{"--help-beam", 0, "  -async\n", ""},
		{"--inptu a", 2, "", "patgraph-beam: flag provided but not defined: -inptu\n  help: patgraph-beam --help\n"},
		{"--runner prizm --input a --output r", 2, "", "patgraph-beam: --runner is one of prism, flink, spark, dataflow or universal, not `prizm`\n"},
	} {
		var out, stderr strings.Builder
		c := exec.Command(os.Args[0], strings.Fields(test.args)...)
		c.Dir, c.Stdout, c.Stderr = dir, &out, &stderr
		c.Env = append(os.Environ(), "PATGRAPH_BEAM_MAIN=1")
		err := c.Run()
		for _, s := range []struct{ what, got, want string }{{"out", out.String(), test.out}, {"err", stderr.String(), test.stderr}} {
			if !strings.HasPrefix(s.got, s.want) || (s.got == "") != (s.want == "") {
				t.Errorf("%s\n%s: %s\nwant: %s", test.args, s.what, s.got, s.want)
			}
		}
		if c.ProcessState.ExitCode() != test.exit {
			t.Errorf("%s: %v", test.args, err)
		}
	}
}

func TestFlags(t *testing.T) {
	for _, test := range []struct{ args, says string }{
		{"", "what should be read?"},
		{"--input a", "where should results go?"},
		{"--output r --input a b", "what is `b` for?"},
		{"--output r --input -", "no standard input"},
		{"--output r --input hdfs://a", "cannot reach `hdfs://a`"},
		{"--output r* --input a", "without *"},
		{"--output r --input a --recursion polimorphic", "did you mean polymorphic?"},
		{"--output r --input a --limit-nodes 0", "a number from 1"},
		{"--output r --input a --limit-time 10", "a time such as"},
		{"--output r --input a --limit-size 10X", "a number of bytes"},
		{"--output r --input a --dialect k5", "it is one of auto, k4 or k6"},
		{"--output r --input a --colour", "not defined"},
	} {
		if _, err := parsed(strings.Fields(test.args)...); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v", test.args, err)
		}
	}
	j, err := parsed(strings.Fields("--output gs://b/r --input s3://b/a --input c/* --strict --limit-nodes 7 --limit-time 2s --limit-size 1K --block-size 2K")...)
	if err != nil {
		t.Fatal(err)
	}
	want := Options{Recursion: "auto", Dialect: "auto", Nodes: 7, Time: 2e9, Size: 1024, Strict: true}
	if j.options != want || j.block != 2048 || !slices.Equal(j.globs, []string{"s3://b/a", "c/*"}) {
		t.Errorf("%+v", j)
	}
	for i, r := range config.Recursions {
		if config.RecursionOf(r) != patterns.Recursion(i) {
			t.Errorf("nothing is %s", r)
		}
	}
}

// A program whose element fails for good has no result, and the runner gets the error.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	f := &checkFn{}
	f.Setup()
	r := record{Block: "b", Name: "a.k", Line: []byte(`{"id":"a","source":"f = .a;"}`)}
	emitted := 0
	emit := func(string, result) { emitted++ }
	if err := f.ProcessElement(ctx, r, emit); err != nil || emitted != 1 {
		t.Errorf("%d results, %v", emitted, err)
	}
	cancel()
	if err := f.ProcessElement(ctx, r, emit); !errors.Is(err, context.Canceled) || emitted != 1 {
		t.Errorf("%d results after the end, %v", emitted-1, err)
	}
}
