package render

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/patgraph/patgraph/graphviz/picture"
)

func draw(t testing.TB, format, dot string) string {
	t.Helper()
	p, err := Draw(context.Background(), picture.Request{Layout: "dot", Format: format, DOT: []byte(dot)})
	if err != nil {
		t.Fatalf("%s of %.200q: %v", format, dot, err)
	}
	if len(p.Notes) > 0 {
		t.Errorf("%s of %.200q: %q", format, dot, p.Notes)
	}
	return string(p.Data)
}

// A rich graph can be drawn in every format and layout, always with the same bytes.
func TestSame(t *testing.T) {
	dot := `digraph { a -> b [label="x\l"] { rank=same b c } subgraph cluster_0 { label=q; d } c -> d -> a { e }
		t [shape=plain label=<<table><tr><td port="p">p</td><td>&amp;</td></tr></table>>] d -> t:p }`
	for _, format := range []string{picture.SVG, picture.JSON, picture.DOT} {
		for _, layout := range picture.Layouts {
			var first []byte
			for range 3 {
				p, err := Draw(context.Background(), picture.Request{Layout: layout, Format: format, DOT: []byte(dot)})
				if err != nil {
					t.Fatalf("%s %s: %v", format, layout, err)
				}
				if first == nil {
					first = p.Data
				}
				if !bytes.Equal(first, p.Data) {
					t.Errorf("%s %s differs:\n%s\n%s", format, layout, first, p.Data)
				}
				draw(t, "svg", "graph { { x } }")
			}
		}
	}
}

func TestSVG(t *testing.T) {
	got := draw(t, "svg", `digraph { bgcolor="#101010"; n [label=<a &lt;b&gt; &amp; "q">, tooltip="t\"<>&\\", URL="https://example.org/?a=1&b=2", id="n1", class="c d"]
		m [label="new\nline \\ back é 漢"] n -> n -> m [label="loop", style=dashed] }`)
	for _, want := range []string{
		"a &lt;b&gt; &amp; &quot;q&quot;", `id="a_n1"`, `class="node c d"`, "https://example.org/?a=1&amp;b=2",
		`xlink:title="t&quot;&lt;&gt;&amp;\"`, ">new</text>", ">line \\ back é 漢</text>", `fill="#101010"`,
		"stroke-dasharray", ">loop</text>",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in\n%s", want, got)
		}
	}
	if strings.Contains(got, "12.1.2") {
		t.Error("the version of Graphviz is in the picture")
	}
	wellFormed(t, got)
}

func wellFormed(t testing.TB, svg string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	d.Strict = true
	for {
		_, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Errorf("%v in\n%s", err, svg)
			return
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		dot  string
		want string
	}{
		{"", "the DOT text is empty"},
		{"// nothing\n", "the DOT text has no graph"},
		{"digraph {\n a -> b [\n}", "DOT: syntax error in line 3"},
		{"digraph { a -> b", "DOT: syntax error in line 1"},
		{"graph { a -> b }", "DOT: syntax error in line 1"},
		{"hello", "DOT: syntax error in line 1"},
		{"5Q", "DOT: syntax "},
		{"\"0000", "the DOT text has no graph, or ends within a string"},
		{"graph { a [label=\"", "DOT: syntax error"},
		{"graph { a } graph { b }", "the DOT text goes on after its first graph"},
		{"graph { a } graph { b } c", "the DOT text goes on after its first graph"},
		{"graph { a } ]", "the DOT text goes on after its first graph"},
		{"graph { a } \"b", "the DOT text goes on after its first graph"},
		{"graph { a } /*", "the DOT text goes on after its first graph"},
		{"graph {" + strings.Repeat("{", 20000), "DOT: memory exhausted in line 1"},
		{"graph { a" + strings.Repeat(" -- a", 20000) + " }", "DOT: memory exhausted in line 1"},
		{"graph { /* a", "DOT: syntax error"},
		{"/* graph {}", "the DOT text has no graph"},
		{"graph { a [label=<<table><<<", "DOT: syntax error"},
		{"digraph { a [label=\"x }\n\n", "DOT: syntax error in line"},
	} {
		_, err := Draw(context.Background(), picture.Request{Layout: "dot", Format: "svg", DOT: []byte(c.dot)})
		var e *picture.Error
		if !errors.As(err, &e) || e.Kind != picture.BadInput || !strings.HasPrefix(e.Message, c.want) {
			t.Errorf("%.100q: %v, want %s", c.dot, err, c.want)
		}
		draw(t, "svg", "graph { a }")
	}
	for _, r := range []picture.Request{{Layout: "dot", Format: "png"}, {Layout: "dot", Format: "gif"}, {Layout: "osage", Format: "svg"}} {
		r.DOT = []byte("graph {}")
		_, err := Draw(context.Background(), r)
		var e *picture.Error
		if !errors.As(err, &e) || e.Kind != picture.Usage {
			t.Errorf("%s %s: %v", r.Layout, r.Format, err)
		}
	}
	draw(t, "svg", "graph { a }") // none of the errors harms the next picture
	draw(t, "svg", "# a directive\ngraph { a }")
}

// A warning of Graphviz is reported once.
func TestNotes(t *testing.T) {
	p, err := Draw(context.Background(),
		picture.Request{Layout: "dot", Format: "svg", DOT: []byte(`graph { a [label=<<table><tr>>] }`)})
	if err != nil || len(p.Notes) != 1 || !strings.Contains(p.Notes[0], "label of node a") {
		t.Errorf("%q, %v", p.Notes, err)
	}
	draw(t, "svg", "graph { a }")
}

// A picture cannot read files.
func TestNoFiles(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret.svg")
	if err := os.WriteFile(secret,
		[]byte(`<svg width="77pt" height="55pt" xmlns="http://www.w3.org/2000/svg"/>`), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := Draw(context.Background(), picture.Request{Layout: "dot", Format: "svg", DOT: fmt.Appendf(nil,
		`graph { imagepath=%q; a [shape=none label=" " image=%q]; b [shape=custom shapefile=%[2]q] c [label=<<table><tr><td><img src=%[2]q/></td></tr></table>>] }`, dir, secret)})
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(p.Data, []byte("<image")) || bytes.Contains(p.Data, []byte("77pt")) {
		t.Errorf("a file was read:\n%s", p.Data)
	}
}

func TestParallel(t *testing.T) {
	want := make([]string, 4)
	dot := func(i int) string { return fmt.Sprintf("digraph { n%d -> m%d -> { o p q } }", i, i) }
	for i := range want {
		want[i] = draw(t, "svg", dot(i))
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 5 {
				if got := draw(t, "svg", dot(i%4)); got != want[i%4] {
					t.Errorf("picture %d is wrong", i)
				}
			}
		})
	}
	wg.Wait()
}

func TestWaiting(t *testing.T) {
	<-turn
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	_, err := Draw(ctx, picture.Request{Layout: "dot", Format: "svg", DOT: []byte("graph {}")})
	turn <- struct{}{}
	var e *picture.Error
	if !errors.As(err, &e) || e.Kind != picture.Timeout {
		t.Errorf("%v", err)
	}
	draw(t, "svg", "graph {}")
}

func TestCleanJSON(t *testing.T) {
	data, notes := cleanJSON([]byte("{\"name\": \"%17\",\n\"x\": \"a\tb\\\"%5\", \"y\": [{\"name\": \"%9\"}, {\"name\": \"%17\"}, {\"name\": \"%3\"}]}"), []byte("%3"))
	want := "{\"name\": \"%1\",\n\"x\": \"a\\u0009b\\\"%5\", \"y\": [{\"name\": \"%2\"}, {\"name\": \"%1\"}, {\"name\": \"%3\"}]}"
	if got := string(data); got != want || notes != nil {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	p, err := Draw(context.Background(), picture.Request{Layout: "dot", Format: "json",
		DOT: []byte(`graph { a [label=<<table><tr><td style="dashed">x</td></tr></table>>] b [style="dashed"] c [style="dashed(x)"] }`)})
	if err != nil || len(p.Notes) != 1 || bytes.Count(p.Data, []byte("(")) != 1 {
		t.Errorf("%v %q\n%s", err, p.Notes, p.Data)
	}
	for label, want := range map[string]string{
		`a\\b`: `"a\\b"`, `\\`: `"\\"`, `\"\\\"`: `"\"\\\""`, `a\\.\\b\\`: `"a\\.\\b\\"`, `<x>`: `"<x>"`,
	} {
		got := draw(t, "json", `graph { a [text="\\\\" width="1" label="`+label+`"] }`)
		if !strings.Contains(got, `"text": `+want+"\n") || !strings.Contains(got, `"text": "\\\\\\\\",`) {
			t.Errorf("%s: no %s in\n%s", label, want, got)
		}
	}
	p, err = Draw(context.Background(),
		picture.Request{Layout: "dot", Format: "json", DOT: []byte(`graph { a [label="x\\\\y"] }`)})
	if err != nil || len(p.Notes) != 1 || p.Notes[0] != lostText {
		t.Errorf("%v %q\n%s", err, p.Notes, p.Data)
	}
	for _, text := range []string{"\x01\x1f\x7f\t", "\xff\xfe", "\u2028", `\\\"`, `\`, "é漢"} {
		dot := fmt.Appendf(nil, "graph { a [label=\"%s.\"] }", text)
		if _, err := Draw(context.Background(), picture.Request{Layout: "dot", Format: "json", DOT: dot}); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzDraw draws arbitrary bytes. It may find crashes of Graphviz itself; those must be returned as errors.
func FuzzDraw(f *testing.F) {
	for _, s := range []string{
		"graph {}", "digraph { a -> b }", "graph { a [label=<<table><tr><td port='p'>x</td></tr></table>>] }",
		`digraph { node [shape=record] a [label="{<x>|\{}"] a:x -> a }`, "strict digraph { a -> a -> a [style=invis] }",
		"digraph { compound=true; subgraph cluster { a } b -> a [lhead=cluster] }", "graph { a [label=\"\xff\xfe\x01\"] }",
		"graph { splines=ortho; a -- b -- c -- a }", "# 5 \"x\"\n graph { \"", "graph { a [pos=\"nan,inf!\" width=1e308] }",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, dot []byte) {
		if len(dot) > 2000 {
			return
		}
		for _, format := range []string{"svg", "json"} {
			p, err := Draw(context.Background(),
				picture.Request{Layout: "dot", Format: format, DOT: dot, Limit: 20 * time.Second})
			var e *picture.Error
			switch {
			case err == nil && len(p.Data) == 0, err != nil && !errors.As(err, &e):
				t.Errorf("%d bytes, %v", len(p.Data), err)
			case e != nil && (strings.Contains(e.Message, "stumbled") ||
				strings.Contains(e.Message, "syntax error")) && e.Kind.Fatal():
				t.Error(e) // the state of the scanner, which can be restored
			case e != nil && e.Kind.Fatal():
				t.Skip(e) // all later inputs would fail in this process too
			}
		}
	})
}
