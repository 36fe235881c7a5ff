package cli

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	drawn "github.com/patgraph/patgraph/graphviz/picture"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// A sketcher is a drawer that always returns the same picture.
type sketcher struct{ failed error }

func (*sketcher) Begin(string) {}
func (*sketcher) Close() error { return nil }
func (s *sketcher) Draw(context.Context, []byte, string, string) (drawn.Picture, error) {
	return drawn.Picture{Data: []byte(`<?xml version="1.0"?><!DOCTYPE svg><svg width="1pt"><g id="graph0" class="graph"><text id="x">a id="b"</text></g></svg>` + "\n")}, s.failed
}

// Embedded pictures have no ids, since a page has many pictures, and no XML header; a failure to draw is reported as
// text. Pictures of several programs may be drawn concurrently.
func TestInline(t *testing.T) {
	wrong := func() (*report.Input, *lang.Diagnostic) {
		file := lang.NewFile("a.k", []byte("f = {1 x, 2 y} .z;\n"))
		r := languages.All[0].Analyze(t.Context(), file, language.Options{Settings: language.Settings{Sketch: true}})
		if len(r.Diagnostics) != 1 {
			panic("the program has one error")
		}
		return &report.Input{Name: "a.k", File: file, Result: r, Diagnostics: r.Diagnostics}, &r.Diagnostics[0]
	}
	s := &sketcher{}
	x := newInline(NewProgram(nil, strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}))
	x.w.drawing = s
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			picture, outline := x.Error(wrong())
			if string(picture) != `<svg width="1pt"><g class="graph"><text>a id="b"</text></g></svg>` || !strings.Contains(string(outline), "[1] A: ") {
				t.Errorf("%s\n%s", picture, outline)
			}
		})
	}
	all.Wait()
	s.failed = context.DeadlineExceeded
	in, d := wrong()
	if picture, outline := x.Error(in, d); picture != nil || len(outline) == 0 {
		t.Errorf("%s\n%s", picture, outline)
	}
	if picture, outline := x.Error(in, &lang.Diagnostic{Severity: lang.Error}); picture != nil || outline != nil {
		t.Errorf("of what has no picture: %s\n%s", picture, outline)
	}
}
