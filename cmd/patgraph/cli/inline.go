package cli

import (
	"bytes"
	"errors"
	"regexp"
	"strconv"
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

// drawDefinitions draws a view of some definitions to a file, or returns it as an outline if file is "".
func drawDefinitions(p *Program, in *report.Input, view string, definitions []int32, file string) ([]byte, error) {
	pic := picture{name: view}
	most := graphviz.MaxNodes
	switch view {
	case "calls":
		pic.Picture, most = graphviz.Calls(in.Result, withNeighbours(in.Result, definitions)), graphviz.MaxCalls
	case "history":
		if pic.Picture = graphviz.History(in.Result, definitions, -1, false); len(pic.Nodes) == 0 {
			return nil, errors.New("it was not derived, so there is no history of it")
		}
	default:
		pic.Picture = graphviz.Patterns(in.Result, definitions, graphviz.PatternsOptions{At: -1})
	}
	pic.Fold(most)
	if file == "" {
		return pic.AppendOutline(nil), nil
	}
	t := target{path: file, format: formatOf(file)}
	if t.format == "" || t.path == "-" {
		return nil, errors.New("what kind of picture is " + words.Quote(file) + "? Its name ends in " +
			words.Or(dotted(pictureFormats)))
	}
	w := pictureWriter{Program: p, theme: graphviz.Light, layout: "dot", engine: "auto", pixels: maxPixels}
	defer w.close()
	return nil, w.write(&pic, t)
}

// partsFormat is the format for programs that draw by themselves and show details: it has the picture as DOT, its
// outline, and for each element its place in the program and its reason.
const partsFormat = "parts"

type partsData struct {
	Format   string        `json:"format"` // of the text
	Text     string        `json:"text"`
	Outline  string        `json:"outline"`
	Elements []elementData `json:"elements"`
}

// An elementData describes a node, an edge or a frame.
type elementData struct {
	ID     string `json:"id"` // as in the text
	Span   any    `json:"span,omitempty"`
	Reason string `json:"reason,omitempty"`
	Step   int32  `json:"step,omitempty"`
}

func appendParts(b []byte, p *graphviz.Picture, look graphviz.DOT, file *lang.File) []byte {
	d := partsData{Format: "dot", Text: string(p.AppendDOT(nil, look)), Outline: string(p.AppendOutline(nil)),
		Elements: []elementData{}}
	element := func(id string, s lang.Span, reason string, step int32) {
		e := elementData{ID: id, Reason: reason, Step: step}
		if !s.Empty() {
			e.Span = report.SpanData(file, s)
		}
		d.Elements = append(d.Elements, e)
	}
	for i := range p.Clusters {
		element(p.Clusters[i].ID, p.Clusters[i].Span, "", 0)
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		element(n.ID, n.Span, n.Reason, n.Step)
	}
	for i := range p.Edges {
		e := &p.Edges[i]
		element(e.ID, e.Span, e.Reason, e.Step)
	}
	return append(report.AppendJSON(b, d), '\n')
}
