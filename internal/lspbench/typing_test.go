package lspbench_test

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/lsp"
	"github.com/patgraph/patgraph/internal/await"
	"github.com/patgraph/patgraph/internal/lab/ieee"
	"github.com/patgraph/patgraph/internal/lspbench"
)

const uri = "file:///no/such/folder/ieee.k"

// A typist types in the middle of a program of 15,000 lines, one key at a time.
type typist struct {
	testing.TB
	*lspbench.Client
	text    string
	line    int // the line at whose beginning is typed
	column  int
	version int
}

func commands() []*cli.Command { return []*cli.Command{lsp.Command()} }

func begin(t testing.TB) *typist {
	f, _ := ieee.FormatOf("binary128")
	p := &typist{TB: t, text: f.Program()}
	p.Client = lspbench.Start(func(stdin io.Reader, stdout io.Writer) int {
		return cli.NewProgram(commands(), stdin, stdout, io.Discard).Run([]string{"patgraph", "lsp", "--no-config"})
	})
	if _, err := p.Begin(map[string]any{"general": map[string]any{"positionEncodings": []string{"utf-8"}}}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if code, err := p.End(); code != 0 || err != nil {
			t.Errorf("the session ends with %d, %v", code, err)
		}
	})
	if n := strings.Count(p.text, "\n"); n < 14_500 {
		t.Fatalf("%d lines", n)
	}
	half := len(p.text) / 2
	at := half + strings.Index(p.text[half:], "\n};\n") + len("\n};\n")
	if at < half+4 {
		at = half + strings.Index(p.text[half:], ";\n") + 2
	}
	p.line = strings.Count(p.text[:at], "\n")
	if err := p.Open(uri, "k", 0, p.text); err != nil {
		t.Fatal(err)
	}
	p.wait()
	return p
}

func (p *typist) wait() {
	p.Helper()
	if _, ok := p.Diagnostics(uri, p.version); !ok {
		p.Fatalf("there are no diagnostics of version %d", p.version)
	}
}

// typed is a definition as people type it: with undefined names and unclosed brackets on the way, and with a field that
// does not exist.
const typed = "sum_75 = ?{$word_75 x, $word_75 y} {.x .high a, .y .hihg b} .a;\n"

// key presses a key, and returns the time until diagnostics arrive. In place of the last character, it deletes the
// typed text.
func (p *typist) key() time.Duration {
	p.Helper()
	at := map[string]any{"line": p.line, "character": p.column}
	change := map[string]any{"range": map[string]any{"start": at, "end": at}, "text": typed[p.column : p.column+1]}
	if p.column++; p.column == len(typed) {
		start := map[string]any{"line": p.line, "character": 0}
		change = map[string]any{"range": map[string]any{"start": start, "end": at}, "text": ""}
		p.column = 0
	}
	p.version++
	begun := time.Now()
	if err := p.Change(uri, p.version, change); err != nil {
		p.Fatal(err)
	}
	p.wait()
	return time.Since(begun)
}

func (p *typist) hover() time.Duration {
	p.Helper()
	begun := time.Now()
	// A position that is not edited: in the definition below.
	var shown struct{ Contents struct{ Value string } }
	if err := p.Call("textDocument/hover",
		map[string]any{"textDocument": map[string]any{"uri": uri},
			"position": map[string]any{"line": p.line + 20, "character": 4}}, &shown); err != nil {
		p.Fatal(err)
	}
	took := time.Since(begun)
	if !strings.Contains(shown.Contents.Value, " : ") {
		p.Fatalf("a hover shows %q", shown.Contents.Value)
	}
	return took
}

func sorted(list []time.Duration) (median, p99 time.Duration) {
	slices.Sort(list)
	return list[len(list)/2], list[len(list)*99/100]
}

func (p *typist) round(keys int) (diagnostics, hovers []time.Duration) {
	for i := range keys {
		diagnostics = append(diagnostics, p.key())
		if i%5 == 0 {
			hovers = append(hovers, p.hover())
		}
	}
	return diagnostics, hovers
}

// BenchmarkTyping measures the latency of typing, on two processors. Targets are 30 ms for diagnostics (100 ms for the
// 99th percentile) and 5 ms for a hover.
func BenchmarkTyping(b *testing.B) {
	p := begin(b)
	p.round(2 * len(typed))
	b.ResetTimer()
	var diagnostics, hovers []time.Duration
	for b.Loop() {
		d, h := p.round(len(typed))
		diagnostics, hovers = append(diagnostics, d...), append(hovers, h...)
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	median, p99 := sorted(diagnostics)
	b.ReportMetric(ms(median), "ms/diagnostics")
	b.ReportMetric(ms(p99), "ms/diagnostics-p99")
	median, p99 = sorted(hovers)
	b.ReportMetric(ms(median), "ms/hover")
	b.ReportMetric(ms(p99), "ms/hover-p99")
}

// The cost of a key does not grow while typing: neither the work, measured as memory allocated per key, nor the memory
// in use. BenchmarkTyping measures the time. PATGRAPH_KEYS is the number of keys pressed.
func TestTyping(t *testing.T) {
	keys := 2 * len(typed)
	if n, err := strconv.Atoi(os.Getenv("PATGRAPH_KEYS")); err == nil {
		keys = n
	}
	p := begin(t)
	memory := func() (allocated, held float64) { // in MiB
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.TotalAlloc) / (1 << 20), float64(m.HeapAlloc) / (1 << 20)
	}
	// press returns the memory allocated per key. Afterwards the text is the original one again.
	press := func(keys int) float64 {
		before, _ := memory()
		p.round(keys)
		after, _ := memory()
		p.column = 0
		p.version++
		if err := p.Change(uri, p.version, map[string]any{"text": p.text}); err != nil {
			t.Fatal(err)
		}
		p.wait()
		return (after - before) / float64(keys)
	}
	collected := func() float64 {
		runtime.GC()
		runtime.GC()
		_, held := memory()
		return held
	}
	work := press(2 * len(typed))
	before := collected()
	laterWork, after := press(keys), 0.0
	// Earlier texts are released after a while.
	small := await.Holds(func() bool { after = collected(); return after <= 1.3*before+16 })
	usage := fmt.Sprintf("%d keys: %.1f MiB for each, later %.1f MiB; %.1f MiB in use, later %.1f MiB",
		keys, work, laterWork, before, after)
	t.Log(usage)
	if !small || work > 5 || laterWork > 5 {
		t.Error(usage)
	}
}
