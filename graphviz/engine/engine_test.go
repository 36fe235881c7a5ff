package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/patgraph/patgraph/graphviz/picture"
)

// built is the directory with the real program.
var built string

func TestMain(m *testing.M) {
	if mode := os.Getenv(fakeMode); mode != "" {
		fake(mode)
		return
	}
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "engine-test-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		cmd := exec.Command("go", "build", "-o", dir, source)
		cmd.Stderr = os.Stderr
		if err := cmd.Run(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		built = dir
		return m.Run()
	}())
}

func absent(string) (string, error) { return "", exec.ErrNotFound }

// open returns an engine with the real program.
func open(t testing.TB) *Engine {
	t.Helper()
	e, err := place{executable: filepath.Join(built, "patgraph"), look: absent}.find(Auto)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func nested(nodes int, name string) []byte {
	b := []byte("digraph { node [shape=box fontname=Courier]\n")
	for i := 1; i < nodes; i++ {
		b = fmt.Appendf(b, "%s%d -> %[1]s%d [label=\".l%d\"]\n", name, i/3, i, i%7)
	}
	return append(b, '}')
}

// bytes draws and drops the notes.
func (e *Engine) bytes(ctx context.Context, dot []byte, layout, format string) ([]byte, error) {
	p, err := e.Draw(ctx, dot, layout, format)
	return p.Data, err
}

// names lists the programs that draw and how each was found.
func (e *Engine) names() string {
	var names []string
	for _, d := range []drawer{e.bundled, e.dot} {
		if d != nil {
			names = append(names, d.name())
		}
	}
	return strings.Join(names, ", for png ")
}

func TestFormats(t *testing.T) {
	e := open(t)
	if !strings.Contains(e.names(), "next to patgraph") {
		t.Error(e.names())
	}
	for format, begins := range map[string]string{"svg": "<?xml", "png": "\x89PNG", "json": "{", "dot": "digraph"} {
		for _, layout := range picture.Layouts {
			got, err := e.bytes(context.Background(), nested(8, "n"), layout, format)
			if err != nil || !bytes.HasPrefix(got, []byte(begins)) {
				t.Errorf("%s %s: %.20q, %v", layout, format, got, err)
			}
		}
	}
	p, err := e.Draw(context.Background(), []byte(`graph { a [label="漢"] }`), "dot", "png")
	if err != nil || len(p.Notes) != 1 {
		t.Errorf("%q, %v", p.Notes, err)
	}
}

func TestBadInput(t *testing.T) {
	e := open(t)
	for _, c := range []struct {
		dot, layout, format, want string
		kind                      picture.Kind
	}{
		{"", "dot", "svg", "the DOT text is empty", picture.BadInput},
		{"digraph {\n a -> \n", "dot", "svg", "syntax error in line 3", picture.BadInput},
		{"digraph {\n a -> \n", "dot", "png", "syntax error in line 3", picture.BadInput},
		{"graph {}", "dot", "gif", "unknown format", picture.Usage},
		{"graph {}", "osage", "svg", "unknown layout", picture.Usage},
		{strings.Repeat(" ", picture.MaxInput) + "graph {}", "dot", "svg", "more than 16777216", picture.TooLarge},
	} {
		p, err := e.bytes(context.Background(), []byte(c.dot), c.layout, c.format)
		var pe *picture.Error
		if !errors.As(err, &pe) || pe.Kind != c.kind || !strings.Contains(pe.Message, c.want) || p != nil {
			t.Errorf("%.20q %s %s: %v", c.dot, c.layout, c.format, err)
		}
	}
	large := append(bytes.Repeat([]byte("// nothing here\n"), 1<<18), "graph { a }"...)
	if _, err := e.bytes(context.Background(), large, "dot", "svg"); err != nil {
		t.Error(err)
	}
	if n := e.bundled.(*server).started; n != 1 {
		t.Errorf("%d processes", n)
	}
}

// A hundred pictures in a row are right, equal requests give equal pictures in any order, and the
// memory of the process stays bounded.
func TestMany(t *testing.T) {
	e := open(t)
	s := e.bundled.(*server)
	want := make(map[int][]byte)
	most := 0
	for i := range 100 {
		got, err := e.bytes(context.Background(), nested(60+i%5, "m"), "dot", "svg")
		if err != nil {
			t.Fatal(err)
		}
		if was := want[i%5]; was != nil && !bytes.Equal(was, got) {
			t.Errorf("picture %d differs from an equal one", i)
		}
		want[i%5] = got
		if s.child != nil {
			most = max(most, rss(s.child.cmd.Process.Pid))
		}
	}
	if s.started != 4 {
		t.Errorf("%d processes drew", s.started)
	}
	t.Logf("at most %d MB", most>>20)
	if most > 200<<20 {
		t.Errorf("a process took %d MB", most>>20)
	}
}

// rss returns the resident memory of a process in bytes, or 0 where it is unknown.
func rss(pid int) int {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	m := regexp.MustCompile(`VmRSS:\s*(\d+) kB`).FindSubmatch(b)
	if m == nil {
		return 0
	}
	n, err := strconv.Atoi(string(m[1]))
	if err != nil {
		return 0
	}
	return n << 10
}

func TestParallel(t *testing.T) {
	e := open(t)
	dots, want := make([][]byte, 8), make([][]byte, 8)
	for i := range dots {
		dots[i] = nested(20, string(rune('a'+i)))
		var err error
		if want[i], err = e.bytes(context.Background(), dots[i], "dot", "svg"); err != nil {
			t.Fatal(err)
		}
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 4 {
				got, err := e.bytes(context.Background(), dots[i], "dot", "svg")
				if err != nil || !bytes.Equal(got, want[i]) {
					t.Errorf("picture %d: %v", i, err)
				}
			}
		})
	}
	wg.Wait()
}

// If a process is killed, callers do not notice.
func TestKilled(t *testing.T) {
	e := open(t)
	s := e.bundled.(*server)
	for i := range 3 {
		if _, err := e.bytes(context.Background(), nested(5, "n"), "dot", "svg"); err != nil {
			t.Fatal(err)
		}
		if s.started != i+1 {
			t.Errorf("%d processes after %d kills", s.started, i)
		}
		if err := s.child.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
	}
}

// A picture that takes too long fails, and the next one is drawn.
func TestLimits(t *testing.T) {
	e := open(t)
	slow := []byte("digraph {\n")
	for i := range 6000 {
		slow = fmt.Appendf(slow, "n%d -> n%d\n", i*7919%1500, i*104729%1499)
	}
	slow = append(slow, '}')
	ok := func() {
		t.Helper()
		if _, err := e.bytes(context.Background(), nested(5, "n"), "dot", "svg"); err != nil {
			t.Error(err)
		}
	}
	ok()
	e.limit = 200 * time.Millisecond
	_, err := e.bytes(context.Background(), slow, "dot", "svg")
	var pe *picture.Error
	if !errors.As(err, &pe) || pe.Kind != picture.Timeout {
		t.Error(err)
	}
	e.limit = 0
	ok()
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	if _, err := e.bytes(ctx, slow, "dot", "svg"); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if _, err := e.bytes(ctx, nested(5, "n"), "dot", "svg"); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	ok()
}

// Closing an engine ends its process; closing an engine that started none works too.
func TestClose(t *testing.T) {
	e := open(t)
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	for range 2 {
		if _, err := e.bytes(context.Background(), nested(5, "n"), "dot", "svg"); err != nil {
			t.Fatal(err)
		}
		pid := e.bundled.(*server).child.cmd.Process.Pid
		if err := e.Close(); err != nil {
			t.Error(err)
		}
		p, err := os.FindProcess(pid)
		if err == nil && p.Signal(syscall.Signal(0)) == nil {
			t.Errorf("process %d still runs", pid)
		}
	}
}

// A process started early draws the first picture, and ends when the engine is closed, whether it has drawn or not; if
// it does not start, that is reported once.
func TestBegin(t *testing.T) {
	for _, draws := range []bool{false, true} {
		e := open(t)
		s := e.bundled.(*server)
		e.Begin("svg")
		e.Begin("svg")
		if draws {
			if _, err := e.bytes(context.Background(), nested(5, "n"), "dot", "svg"); err != nil {
				t.Error(err)
			}
			if s.started != 1 {
				t.Errorf("%d processes", s.started)
			}
		}
		if err := e.Close(); err != nil || s.child != nil {
			t.Errorf("%v, %v", err, s.child)
		}
	}
	e := faked(t, "silent", Bundled, program)
	e.Begin("svg")
	begin := time.Now()
	if err := e.Close(); err != nil || time.Since(begin) > startLimit/2 {
		t.Errorf("closing took %v, %v", time.Since(begin), err)
	}
	e = faked(t, "greeting", Bundled, program)
	e.Begin("svg")
	if _, err := e.bytes(context.Background(), []byte("graph {}"), "dot", "svg"); err == nil ||
		e.bundled.(*server).started != 1 {
		t.Errorf("%v, %d processes", err, e.bundled.(*server).started)
	}
}

// If there is no private directory, a new one is made and later removed.
func TestNoCache(t *testing.T) {
	open := t.TempDir()
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	t.Setenv("PATGRAPH_GRAPHVIZ_CACHE", open)
	t.Setenv("TMPDIR", temp)
	e, err := place{executable: filepath.Join(built, "patgraph"), look: absent}.find(Bundled)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.bytes(context.Background(), []byte("graph {}"), "dot", "svg"); err != nil {
		t.Error(err)
	}
	if made, err := filepath.Glob(filepath.Join(temp, "*", "go-graphviz")); err != nil || len(made) != 1 {
		t.Errorf("%v, %v", made, err)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	for _, dir := range []string{temp, open} {
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("left in %s: %v, %v", dir, left, err)
		}
	}
}

// BenchmarkDraw measures a picture in a process that already runs.
func BenchmarkDraw(b *testing.B) {
	e := open(b)
	for _, n := range []int{10, 400} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := e.bytes(context.Background(), nested(n, "n"), "dot", "svg"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
