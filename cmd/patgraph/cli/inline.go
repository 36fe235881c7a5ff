package cli

import (
	"bytes"
	"regexp"
	"strconv"
	"sync"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/lang"
)

// An inline draws pictures of errors to be embedded in HTML. Its methods may be called concurrently, for different
// programs.
type inline struct {
	w     pictureWriter
	once  sync.Once
	found bool

	// Apart replaces each picture by a comment and collects it in Pictures, not drawn.
	Apart    bool
	mu       sync.Mutex
	Pictures []apartPicture
}

// An apartPicture is a picture that the client draws.
type apartPicture struct {
	ID  string `json:"id"` // the comment is <!--picture ID-->
	DOT string `json:"dot"`
}

// newInline makes an inline; the caller must close it.
func newInline(p *Program) *inline {
	return &inline{w: pictureWriter{Program: p, theme: graphviz.Light, layout: "dot", engine: "auto", pixels: maxPixels}}
}

// Close ends the drawing program.
func (x *inline) Close() { x.w.close() }

// Error is the picture of an error, and the same as text. If no program can draw it, there is only the text; if the
// error has no picture, both are empty.
func (x *inline) Error(in *report.Input, d *lang.Diagnostic) (picture, outline []byte) {
	if in.Result == nil || d.Severity != lang.Error {
		return nil, nil
	}
	pic, ok := graphviz.Error(in.Result, d, false)
	if !ok {
		return nil, nil
	}
	pic.Fold(graphviz.MaxNodes)
	outline = pic.AppendOutline(nil)
	look := graphviz.DOT{Theme: x.w.theme}
	if x.Apart {
		x.mu.Lock()
		defer x.mu.Unlock()
		id := "picture-" + strconv.Itoa(len(x.Pictures)+1)
		x.Pictures = append(x.Pictures, apartPicture{id, string(pic.AppendDOT(nil, look))})
		return []byte("<!--picture " + id + "-->"), outline
	}
	x.once.Do(func() { x.found = x.w.find() == nil })
	if !x.found {
		return nil, outline
	}
	got, err := x.w.drawing.Draw(x.w.Context, pic.AppendDOT(nil, look), x.w.layout, "svg")
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
