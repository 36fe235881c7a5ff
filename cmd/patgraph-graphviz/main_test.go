package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/patgraph/patgraph/graphviz/cache"
	"github.com/patgraph/patgraph/graphviz/picture"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"patgraph-graphviz": main,
	})
}

func TestScript(t *testing.T) {
	// Compiled code is shared by all scripts, or each would take half a second.
	shared := warm(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("PATGRAPH_UPDATE") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv(cache.Env, shared)
			return nil
		},
	})
}

func privateDir(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

// warm returns a directory that may have compiled code from earlier runs.
func warm(t testing.TB) string {
	t.Helper()
	if dir, err := cache.Dir(); err == nil {
		return dir
	}
	return privateDir(t)
}

// program returns a command that runs the program in a process of its own.
func program(t testing.TB, cacheDir string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := exec.LookPath("patgraph-graphviz")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), cache.Env+"="+cacheDir)
	cmd.Stderr = os.Stderr
	return cmd
}

// A server answers in order, continues after invalid requests and ends after a time limit.
func TestServe(t *testing.T) {
	cmd := program(t, warm(t), "-serve")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out := bufio.NewReader(stdout)
	if err := picture.ReadGreeting(out); err != nil {
		t.Fatal(err)
	}
	ask := func(r picture.Request) (picture.Picture, error) {
		t.Helper()
		if err := picture.WriteRequest(stdin, &r); err != nil {
			t.Fatal(err)
		}
		return picture.ReadAnswer(out)
	}
	for i := range 3 {
		dot := fmt.Appendf(nil, "graph { node%d }", i)
		p, err := ask(picture.Request{Layout: "neato", Format: "svg", DOT: dot})
		if err != nil || !bytes.Contains(p.Data, fmt.Appendf(nil, ">node%d<", i)) {
			t.Errorf("%v\n%s", err, p.Data)
		}
		p, err = ask(picture.Request{Layout: "dot", Format: "png", DOT: []byte(`graph { a [label="漢"] }`)})
		if err != nil || !bytes.HasPrefix(p.Data, []byte("\x89PNG")) || len(p.Notes) != 1 {
			t.Errorf("%v %q", err, p.Notes)
		}
		var e *picture.Error
		if _, err := ask(picture.Request{Layout: "dot", Format: "svg", DOT: []byte("graph {")}); !errors.As(err, &e) || e.Kind != picture.BadInput {
			t.Errorf("%v", err)
		}
		if _, err := ask(picture.Request{Layout: "dot", Format: "gif", DOT: []byte("graph {}")}); !errors.As(err, &e) || e.Kind != picture.Usage {
			t.Errorf("%v", err)
		}
	}
	var e *picture.Error
	if _, err := ask(picture.Request{Layout: "dot", Format: "svg", DOT: large(1500, 6000), Limit: 50 * time.Millisecond}); !errors.As(err, &e) || e.Kind != picture.Timeout {
		t.Errorf("%v", err)
	}
	if _, err := out.ReadByte(); err != io.EOF {
		t.Errorf("after a time limit: %v", err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitInput {
		t.Errorf("it ended with %v", err)
	}
}

// large returns a graph with edges between random nodes, which takes long to draw.
func large(nodes, edges int) []byte {
	b := []byte("digraph {\n")
	x := uint32(1)
	next := func() uint32 { x = x*1664525 + 1013904223; return x >> 8 % uint32(nodes) }
	for range edges {
		b = fmt.Appendf(b, "n%d -> n%d\n", next()%uint32(nodes), next()%uint32(nodes))
	}
	return append(b, '}')
}

// Borders of boxes and tables, edges and text are drawn, pixel by pixel.
func TestPNG(t *testing.T) {
	cmd := program(t, warm(t), "-T", "png")
	cmd.Stdin = strings.NewReader(`digraph { bgcolor="#102030"; node [shape=box color="#ff0000" fontname="Courier" fontcolor="#00ff00"]; edge [color="#0000ff"]
		a -> b; t [shape=plain label=<<table border="0" cellborder="2" cellspacing="0" color="#ff00ff"><tr><td port="p">x</td><td>y</td></tr></table>>]; b -> t:p }`)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	count := make(map[color.Color]int)
	var edges image.Rectangle
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			c := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
			count[c]++
			if (c == color.RGBA{0, 0, 255, 255}) {
				edges = edges.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	// Two boxes of 108 by 72 pixels have borders of 2 pixels; edges cover the
	// borders where they meet them.
	if n := count[color.RGBA{255, 0, 0, 255}]; n < 2*690 || n > 2*720 {
		t.Errorf("%d pixels of boxes", n)
	}
	for name, want := range map[string]struct {
		c     color.RGBA
		least int
	}{"background": {color.RGBA{0x10, 0x20, 0x30, 255}, 10000}, "edges": {color.RGBA{0, 0, 255, 255}, 250}, "text": {color.RGBA{0, 255, 0, 255}, 40}, "table": {color.RGBA{255, 0, 255, 255}, 300}} {
		if n := count[want.c]; n < want.least {
			t.Errorf("%s: %d pixels, at least %d are expected", name, n, want.least)
		}
	}
	if edges.Dy() < 150 {
		t.Errorf("edges are within %v", edges)
	}
}

// nested returns a graph of the form of types: trees of parts, some of them shared
// or cyclic.
func nested(nodes int) []byte {
	b := []byte("digraph { node [shape=box fontname=Courier]\n")
	for i := 1; i < nodes; i++ {
		b = fmt.Appendf(b, "n%d -> n%d [label=\".l%d\"]\n", i/3, i, i%7)
		if i%8 == 0 {
			b = fmt.Appendf(b, "n%d -> n%d\n", i, i/9)
		}
	}
	return append(b, '}')
}

// BenchmarkProcess measures one picture, including the start of the process and of Graphviz.
func BenchmarkProcess(b *testing.B) {
	private := warm(b)
	for _, n := range []int{10, 400} {
		for _, format := range []string{"svg", "png"} {
			b.Run(fmt.Sprintf("format=%s/n=%d", format, n), func(b *testing.B) {
				dot := nested(n)
				draw := func() {
					cmd := program(b, private, "-T", format)
					cmd.Stdin = bytes.NewReader(dot)
					if err := cmd.Run(); err != nil {
						b.Fatal(err)
					}
				}
				draw() // keeps the compiled code
				for b.Loop() {
					draw()
				}
			})
		}
	}
}
