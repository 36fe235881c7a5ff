package examples_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/graphviz/engine"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/k/partial"
	"github.com/patgraph/patgraph/patterns/language"
)

// picture compares a picture with the one beside a program: its DOT text byte for byte, and the drawing only by whether
// it was made from this text and has the present style sheet. With PATGRAPH_UPDATE=1 it writes both.
func picture(t *testing.T, dir, name, program string, p *graphviz.Picture) {
	t.Helper()
	dot := p.AppendDOT(nil, graphviz.DOT{File: program})
	golden(t, filepath.Join(dir, name+".dot"), dot)
	path := filepath.Join(dir, name+".svg")
	svg, err := os.ReadFile(path)
	if err == nil && bytes.Contains(svg, bytes.TrimPrefix(graphviz.FinishSVG([]byte("<svg>"), dot), []byte("<svg>"))) {
		return
	}
	if os.Getenv("PATGRAPH_UPDATE") != "1" {
		t.Errorf("%s was not drawn from %s.dot. PATGRAPH_UPDATE=1 go test ./examples draws it anew.", path, name)
		return
	}
	e, err := engine.Find(engine.Bundled)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	drawn, err := e.Draw(context.Background(), dot, "dot", "svg")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, graphviz.FinishSVG(drawn.Data, dot), 0o644); err != nil {
		t.Fatal(err)
	}
}

func sketched(t *testing.T, path string) *report.Input {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file := lang.NewFile(filepath.Base(path), text)
	r := k.Analyze(context.Background(), file, k.Options{Sketch: true})
	partial.Analyze(context.Background(), r, language.Settings{})
	return &report.Input{Name: file.Name, File: file, Result: r, Diagnostics: r.Diagnostics}
}

func allDefinitions(in *report.Input) []int32 {
	var list []int32
	for d := range in.Result.Definitions {
		list = append(list, int32(d))
	}
	return list
}

// drawnPatterns matches the picture of a definition's patterns in the page of a program.
var drawnPatterns = regexp.MustCompile("!\\[the patterns of `([^`]+)`\\]\\(patterns\\.svg\\)")

// Each program has a picture of its calls, and one of the patterns of the definition that its page names.
func TestProgramPictures(t *testing.T) {
	for _, name := range folders(t, "programs") {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join("programs", name)
			in := sketched(t, filepath.Join(dir, name+".k"))
			page := readme(t, filepath.Join(dir, "README.md"))
			picture(t, dir, "calls", name+".k", graphviz.Calls(in.Result, allDefinitions(in)))
			if !strings.Contains(page, "](calls.svg)") {
				t.Error("the README does not show calls.svg")
			}
			m := drawnPatterns.FindStringSubmatch(page)
			if m == nil {
				t.Fatal("the README does not show patterns.svg")
			}
			for d := range in.Result.Definitions {
				if in.Result.Definitions[d].Name == m[1] {
					p := graphviz.Patterns(in.Result, []int32{int32(d)}, graphviz.PatternsOptions{At: -1})
					picture(t, dir, "patterns", name+".k", p)
					return
				}
			}
			t.Errorf("the README shows the patterns of %q, which %s.k does not define", m[1], name)
		})
	}
}

// Each wrong program has a page with the program, a picture of its first error, or of its calls if there is no
// derivation, and the report.
func TestErrorPictures(t *testing.T) {
	table := readme(t, filepath.Join("errors", "README.md"))
	for _, name := range folders(t, "errors") {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join("errors", name)
			in := sketched(t, filepath.Join(dir, "main.k"))
			var p *graphviz.Picture
			what := "why it is an error"
			for i := range in.Diagnostics {
				if e, ok := graphviz.Error(in.Result, &in.Diagnostics[i], false); ok {
					p = e
					break
				}
			}
			if p == nil {
				p, what = graphviz.Calls(in.Result, allDefinitions(in)), "where in the program it is"
			}
			picture(t, dir, "picture", "main.k", p)
			golden(t, filepath.Join(dir, "README.md"), errorPage(t, name, table, what, in))
		})
	}
}

func errorPage(t *testing.T, name, table, what string, in *report.Input) []byte {
	t.Helper()
	row := regexp.MustCompile("(?m)^\\| (?:`|\\[`)" + regexp.QuoteMeta(name) + "[^|]*\\| (.*) \\|$").FindStringSubmatch(table)
	if row == nil {
		t.Fatalf("errors/README.md has no row for %s", name)
	}
	code, _, _ := strings.Cut(name, "-")
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s: %s\n\n```\n%s```\n\n", code, row[1], in.File.Src)
	fmt.Fprintf(&b, "![%s](picture.svg)\n\n", what)
	flag := ""
	if slices.Contains(partial.Domains.Codes, lang.Code(code)) {
		flag = "--partiality "
	}
	fmt.Fprintf(&b, "`patgraph check "+flag+"main.k` reports:\n\n```\n%s```\n", style.AppendDiagnostics(nil, in))
	return b.Bytes()
}

// A list of a history has every step in the order of the numbers.
func TestHistoriesAreWhole(t *testing.T) {
	row := regexp.MustCompile(`^ *(\d+)  \S`)
	for _, name := range folders(t, "programs") {
		in := sketched(t, filepath.Join("programs", name, name+".k"))
		for _, d := range allDefinitions(in) {
			h, ok := in.Result.Front.History(d)
			p := graphviz.History(in.Result, []int32{d}, -1, true)
			if ok != (len(p.Nodes) > 0) {
				t.Fatalf("%s: a history %v, drawn %v", name, ok, !ok)
			}
			if !ok {
				continue
			}
			numbers, last := make(map[string]bool), 0
			for _, l := range p.Nodes[0].Lines {
				if m := row.FindStringSubmatch(l); m != nil {
					number, _ := strconv.Atoi(m[1])
					if number <= last {
						t.Errorf("%s: %s has step %d after step %d", name, in.Result.Definitions[d].Name, number, last)
					}
					numbers[m[1]], last = true, number
				}
			}
			for i := range h.Nodes {
				n := &h.Nodes[i]
				if n.Step > 0 && !numbers[strconv.Itoa(int(n.Step))] {
					t.Errorf("%s: the history of %s lacks step %d", name, in.Result.Definitions[d].Name, n.Step)
				}
			}
		}
	}
}
