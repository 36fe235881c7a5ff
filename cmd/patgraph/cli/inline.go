package cli

import (
	"bytes"
	"errors"
	"regexp"
	"sync"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/lang"
)

// An inline draws pictures of errors to be embedded in HTML. Its methods may be called concurrently, for different
// programs.
type inline struct {
	w     pictureWriter
	once  sync.Once
	found bool
}

// newInline makes an inline; the caller must close it.
func newInline(p *Program) *inline {
	return &inline{w: pictureWriter{Program: p, theme: graphviz.Light, layout: "dot", engine: "auto", pixels: maxPixels}}
}

// Close ends the drawing program.
func (x *inline) Close() { x.w.close() }

// ErrorPicture is the picture of an error; it returns false if there is none.
func ErrorPicture(in *report.Input, d *lang.Diagnostic) (*graphviz.Picture, bool) {
	if in.Result == nil || d.Severity != lang.Error {
		return nil, false
	}
	pic, ok := graphviz.Error(in.Result, d, false)
	if ok {
		pic.Fold(graphviz.MaxNodes)
	}
	return pic, ok
}

// Error is the picture of an error, and the same as text. If no program can draw it, there is only the text; if the
// error has no picture, both are empty.
func (x *inline) Error(in *report.Input, d *lang.Diagnostic) (picture, outline []byte) {
	pic, ok := ErrorPicture(in, d)
	if !ok {
		return nil, nil
	}
	outline = pic.AppendOutline(nil)
	x.once.Do(func() { x.found = x.w.find() == nil })
	if !x.found {
		return nil, outline
	}
	got, err := x.w.drawing.Draw(x.w.Context, pic.AppendDOT(nil, graphviz.DOT{Theme: x.w.theme}), x.w.layout, "svg")
	if err != nil {
		return nil, outline
	}
	return inlined(got.Data), outline
}

// named matches the ids of elements, which are unique within a picture but not within a page.
var named = regexp.MustCompile(`(<[a-z]+) id="[^"<>]*"`)

// inlined is an SVG drawing without its ids and everything before its root element.
func inlined(svg []byte) []byte {
	at := bytes.Index(svg, []byte("<svg"))
	if at < 0 {
		return nil
	}
	return named.ReplaceAll(bytes.TrimSpace(svg[at:]), []byte("$1"))
}

// drawDefinition draws a view of a definition to a file, or returns it as an outline if file is "".
func (p *Program) drawDefinition(in *report.Input, name, view, file string) ([]byte, error) {
	d := NewDrawing()
	d.View, d.Names = view, []string{name}
	pic, err := d.Picture(in, &Location{})
	switch {
	case err != nil:
		return nil, err
	case file == "":
		return pic.AppendOutline(nil), nil
	}
	t := target{path: file, format: formatOf(file)}
	if t.format == "" || t.path == "-" {
		return nil, errors.New("what kind of picture is " + words.Quote(file) + "? Its name ends in " +
			words.Or(dotted(pictureFormats)))
	}
	w := pictureWriter{Program: p, theme: graphviz.Light, layout: "dot", engine: "auto", pixels: maxPixels}
	defer w.close()
	return nil, w.write(&picture{Picture: pic}, t)
}
