package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/graphviz"
	drawn "github.com/patgraph/patgraph/graphviz/picture"
)

// A panic while drawing is a defect, reported like one in the analysis.
func TestDrawingDefects(t *testing.T) {
	var stderr bytes.Buffer
	p := NewProgram(nil, strings.NewReader(""), io.Discard, &stderr)
	f := &Flags{}
	err := f.guarded(p, "a.k", func() error { panic("oh") })
	if code := exit(&stderr, err); code != report.Defect || !strings.Contains(stderr.String(), "patgraph failed on `a.k`") || !strings.Contains(stderr.String(), "oh") {
		t.Errorf("exit status %d\n%s", code, stderr.String())
	}
	want := errors.New("as it is")
	if err := f.guarded(p, "a.k", func() error { return want }); err != want {
		t.Error(err)
	}
	for kind, want := range map[drawn.Kind]int{
		drawn.Internal: report.Defect, drawn.BadInput: report.Defect, drawn.Timeout: report.Unusable, drawn.TooLarge: report.Unusable, drawn.Crash: report.Unusable,
	} {
		if got := exit(io.Discard, fmt.Errorf("cannot draw: %w", drawn.Errorf(kind, "why"))); got != want {
			t.Errorf("%s: exit status %d, want %d", kind, got, want)
		}
	}
}

func TestFileNames(t *testing.T) {
	long := strings.Repeat("é", 300)
	for name, want := range map[string]string{"history.f": "history.f", "a/b:c%": "a%2Fb%3Ac%25", "\x01": "%01"} {
		if got := fileName(name); got != want {
			t.Errorf("%q: %q", name, got)
		}
	}
	if a, b := fileName(long+"a"), fileName(long+"b"); len(a) > 120 || a == b {
		t.Errorf("%q and %q", a, b)
	}
	w := pictureWriter{}
	for _, want := range []string{"d/f.svg", "d/f.2.svg", "d/f.3.svg"} {
		if got := w.distinct("d/f", ".svg"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// A ruler is a drawer whose pictures have only a size: so many points per node, unless the DOT text bounds the size.
type ruler struct {
	wide, high int
	drawn      []string // DOT texts
	slow       bool
}

func (r *ruler) Begin(string) {}
func (r *ruler) Close() error { return nil }

func (r *ruler) Draw(_ context.Context, dot []byte, _, format string) (drawn.Picture, error) {
	if r.slow {
		return drawn.Picture{}, drawn.Errorf(drawn.Timeout, "drawing took longer than 1m0s")
	}
	r.drawn = append(r.drawn, string(dot))
	n := bytes.Count(dot, []byte("shape=")) - bytes.Count(dot, []byte("legend:"))/4
	w, h := n*r.wide, n*r.high
	if bytes.Contains(dot, []byte(" size=")) {
		w, h = min(w, 2000), min(h, 2000)
	}
	if format == "json" {
		return drawn.Picture{Data: fmt.Appendf(nil, `{"name": "x", "bb": "0,0,%d,%d"}`, w, h)}, nil
	}
	return drawn.Picture{Data: fmt.Appendf(nil, "<?xml?>\n<svg width=\"%dpt\" height=\"%dpt\"\n>", w, h)}, nil
}

// manyDefinitions is a picture of so many definitions, each with seven patterns, and of a main expression.
func manyDefinitions(n int) *picture {
	p := &graphviz.Picture{Title: "patterns of a.k", Across: true}
	for c := range n + 1 {
		name := fmt.Sprintf("f%d", c)
		if c == n {
			name = "the main expression"
		}
		p.Clusters = append(p.Clusters, graphviz.Cluster{ID: name, Role: graphviz.RoleOfDefinition, Label: name, Parent: -1})
		for i := range 7 {
			k := len(p.Nodes)
			p.Nodes = append(p.Nodes, graphviz.Node{
				ID: fmt.Sprintf("n%d", k), Role: graphviz.RoleProduct, Lines: []string{"{a}"}, Cluster: c, Names: []string{name}, Count: 1,
			})
			if i > 0 {
				p.Edges = append(p.Edges, graphviz.Edge{ID: fmt.Sprintf("e%d", k), From: k - 1, To: k, Role: graphviz.RolePart})
			}
		}
	}
	return &picture{Picture: p, name: "patterns"}
}

// A picture is folded until it does not exceed the maximum size, with a note, unless the size is unbounded.
func TestPixels(t *testing.T) {
	for _, c := range []struct {
		wide, high, pixels, draws int
		note, want                string
	}{
		{1, 1, 4000, 1, "", ""},
		{1, 40, 4000, 2, "nodes are folded", "a.svg: it would have "},
		{40, 1, 4000, 2, "nodes are folded", "--focus NAME or --max-pixels N shows more"},
		{1, 40, 0, 1, "", ""},
		{1, 9000, 4000, 3, "it is drawn smaller than it is", "it would have"},
	} {
		for _, format := range []string{"svg", "json"} {
			var stderr bytes.Buffer
			r := &ruler{wide: c.wide, high: c.high}
			w := pictureWriter{Program: NewProgram(nil, strings.NewReader(""), io.Discard, &stderr), drawing: r, pixels: c.pixels, theme: graphviz.Light}
			b, err := w.bytes(manyDefinitions(20), "a.svg", format)
			if err != nil {
				t.Fatal(err)
			}
			if wide, high := pixels(b, format); c.pixels > 0 && max(wide, high) > c.pixels {
				t.Errorf("%+v: %s: %dx%d pixels", c, format, wide, high)
			}
			if len(r.drawn) < c.draws || len(r.drawn) > 12 || c.draws == 1 && len(r.drawn) > 1 {
				t.Errorf("%+v: drawn %d times", c, len(r.drawn))
			}
			last := r.drawn[len(r.drawn)-1]
			if !strings.Contains(last, c.note) || c.note == "" && strings.Contains(last, "folded") || strings.Count(last, "nodes are folded") > 1 {
				t.Errorf("%+v: the last text is %.300s", c, last)
			}
			if got := stderr.String(); !strings.Contains(got, c.want) || c.want == "" && got != "" || strings.Count(got, "\n") > 1 {
				t.Errorf("%+v: on standard error is %q", c, got)
			}
		}
	}
}

// The error for a picture that takes too long suggests only options that would help.
func TestTooLong(t *testing.T) {
	for _, c := range []struct {
		definitions int
		want, not   string
	}{
		{20, "took longer than 1m0s; --max-nodes 73 folds more of its 147 nodes, --focus NAME draws what is near one definition, --timeout 5m0s waits longer", "LINE"},
		{0, "took longer than 1m0s; --timeout 5m0s waits longer", "--"},
	} {
		p := manyDefinitions(max(c.definitions, 2))
		if c.definitions == 0 {
			p.Nodes, p.Edges = p.Nodes[:2], nil
		}
		w := pictureWriter{Program: NewProgram(nil, strings.NewReader(""), io.Discard, io.Discard), drawing: &ruler{slow: true}, theme: graphviz.Light}
		_, err := w.bytes(p, "a.svg", "svg")
		if e, ok := errors.AsType[*drawn.Error](err); !ok || e.Kind != drawn.Timeout || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d definitions: %v", c.definitions, err)
		} else if before, _, _ := strings.Cut(err.Error(), "--timeout"); strings.Contains(before, c.not) {
			t.Errorf("%d definitions: %v", c.definitions, err)
		}
	}
}
