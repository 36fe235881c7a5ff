package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"go.lsp.dev/uri"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// An own request is specific to this server. Most are about a program: the document in the editor.
type own struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Position     *protocol.Position              `json:"position"`
	Name         string                          `json:"name"`    // of a definition, or of a lesson
	Code         string                          `json:"code"`    // to explain
	Pattern      string                          `json:"pattern"` // to search for

	// What is drawn, and the step of why; of the view history, "at" is the last step that is drawn.
	cli.Drawing
	Format string `json:"format"` // of graph: dot, svg, png, json, txt
	Dark   bool   `json:"dark"`   // the dark theme

	URI     uri.URI `json:"uri"`     // of a file
	Text    *string `json:"text"`    // the new text of the file
	Version string  `json:"version"` // the expected version of the file; empty: any
	File    int     `json:"file"`    // the number of a file that the client has
	Size    int64   `json:"size"`    // of that file, in bytes
}

// requests are the methods specific to this server:
//
//	patgraph/check    the diagnostics as patgraph check --format json has them
//	patgraph/types    the signatures as patgraph types --format json --all has them
//	patgraph/why      why an expression at a position, or a definition, has its pattern
//	patgraph/trace    the steps of derivations
//	patgraph/graph    a picture: {"format", "text"}; of DOT "outline" and "elements", too
//	patgraph/search   what fits the pattern, or in place of the expression at a position, in all folders (search.go)
//	patgraph/explain  a code, or the errors of a place: {"text"}
//	patgraph/html     the report as a page: {"text", "pictures": [{"id", "dot"}]}; <!--picture ID--> is where one belongs
//	patgraph/files    the programs of the folders: {"files": [{"uri", "path", "language"}], "cut"}
//	patgraph/read     a file of them: {"text", "version"}
//	patgraph/save     a program as a file of them: {"version"}
//	patgraph/text     a file that the client has, as text: {"text", "language"}. The server asks for its bytes by
//	                  patgraph/bytes with {"file", "offset", "size"}, whose answer is {"data"}, in base64
//	patgraph/examples the gallery
//	patgraph/lessons  the tutorial
//	patgraph/lesson   whether a program solves the task of the lesson "name": {"solved", "findings"}
var requests = map[string]func(*server, context.Context, *own) (any, error){
	"patgraph/check":    about(whole, reported(report.JSON{})),
	"patgraph/types":    about(whole, reported(report.JSON{Expressions: true})),
	"patgraph/why":      about(brief, (*view).whyData),
	"patgraph/trace":    about(brief, (*view).traceData),
	"patgraph/html":     about(whole, (*view).page),
	"patgraph/graph":    (*server).graph,
	"patgraph/explain":  (*server).explain,
	"patgraph/files":    (*server).listFiles,
	"patgraph/read":     (*server).readFile,
	"patgraph/save":     (*server).saveFile,
	"patgraph/text":     (*server).textOf,
	"patgraph/examples": (*server).gallery,
	"patgraph/lessons":  (*server).lessons,
	"patgraph/lesson":   (*server).lesson,
}

// about answers a request with data from the analysis of a document.
func about(d depth, answer func(*view, *own) ([]byte, error)) func(*server, context.Context, *own) (any, error) {
	return func(s *server, ctx context.Context, p *own) (any, error) {
		data, err := inquire(ctx, s, p.TextDocument.URI, d, func(v *view) ([]byte, error) { return answer(v, p) })
		return protocol.LSPAny(data), err
	}
}

// request answers requests specific to this server.
func (s *server) request(ctx context.Context, method string, params protocol.LSPAny) (any, error) {
	answer, ok := requests[method]
	if !ok {
		return nil, protocol.Errorf(protocol.MethodNotFound, "there is no method %q", method)
	}
	p := own{Drawing: cli.NewDrawing()}
	if err := protocol.Unmarshal(params, &p); err != nil {
		return nil, protocol.Errorf(protocol.InvalidParams, "%s: %v", method, err)
	}
	return answer(s, ctx, &p)
}

// inquire answers an own request about a document: without one, or if the answer fails, it is refused.
func inquire[T any](ctx context.Context, s *server, u uri.URI, d depth, answer func(*view) (T, error)) (T, error) {
	result, found, err := consult(ctx, s, u, d, func(v *view) (T, error) {
		result, err := answer(v)
		if err != nil {
			err = refused("%v", err)
		}
		return result, err
	})
	if !found {
		err = refused("there is no program %q", u)
	}
	return result, err
}

// place is a position in the document; nil: the whole document.
func (v *view) place(p *protocol.Position) *cli.Location {
	l := &cli.Location{Written: v.in.Name, Path: v.path}
	if p != nil && v.in.File != nil {
		at := v.in.File.Position(v.offset(*p))
		l.Line, l.Column = at.Line, at.Column
		l.Written = v.in.Name + ":" + at.String()
	}
	return l
}

// derived fails if the document was not analysed, and says why.
func (v *view) derived() error {
	if v.in.Result == nil {
		style := v.server.style()
		return errors.New(strings.TrimSpace(string(style.AppendDiagnostics(nil, v.in))))
	}
	return nil
}

// reported returns the report of the document alone.
func reported(j report.JSON) func(*view, *own) ([]byte, error) {
	return func(v *view, _ *own) ([]byte, error) {
		b := append(j.AppendStart(nil), j.Before(true)...)
		b = j.AppendFile(b, v.in)
		return bytes.TrimSpace(j.AppendEnd(b, v.in.Count())), nil
	}
}

// whyOf explains a definition, or the expression at a position.
func (v *view) whyOf(name string, p *protocol.Position, step int) (w patterns.Why, err error) {
	if err = v.derived(); err == nil {
		w, err = cli.WhyOf(v.in, v.place(p), name, step)
	}
	return w, err
}

func (v *view) whyData(p *own) ([]byte, error) {
	switch {
	case p.Position != nil:
		p.Name = ""
	case p.Name == "":
		return nil, errors.New("which expression? There is neither a position nor a name")
	}
	w, err := v.whyOf(p.Name, p.Position, p.At)
	if err != nil {
		return nil, err
	}
	return report.AppendWhyData(nil, v.in, &w), nil
}

func (v *view) traceData(p *own) ([]byte, error) {
	if err := v.derived(); err != nil {
		return nil, err
	}
	list, _, err := cli.TracesOf(v.in, p.Name, true)
	if err != nil {
		return nil, err
	}
	return report.AppendTraceData(nil, v.in, list), nil
}

// page is the report as a page, whose pictures the client draws.
func (v *view) page(*own) ([]byte, error) {
	type picture struct {
		ID  string `json:"id"`
		DOT string `json:"dot"`
	}
	pictures := []picture{}
	h := report.HTML{Pages: v.server.program.Languages.Pages(),
		Draw: func(in *report.Input, d *lang.Diagnostic) (place, outline []byte) {
			pic, ok := cli.ErrorPicture(in, d)
			if !ok {
				return nil, nil
			}
			id := "picture-" + strconv.Itoa(len(pictures)+1)
			pictures = append(pictures, picture{id, string(pic.AppendDOT(nil, graphviz.DOT{}))})
			return []byte("<!--picture " + id + "-->"), pic.AppendOutline(nil)
		}}
	var codes []lang.Code
	for d := range v.in.Reported() {
		if !slices.Contains(codes, d.Code) {
			codes = append(codes, d.Code)
		}
	}
	text := h.AppendEnd(h.AppendFile(h.AppendStart(nil), v.in), v.in.Count(), codes)
	return report.AppendJSON(nil, struct {
		Text     string    `json:"text"`
		Pictures []picture `json:"pictures"`
	}{string(text), pictures}), nil
}

// draws makes a picture of the document. It is drawn later, since that may take long.
func (v *view) draws(d cli.Drawing, p *protocol.Position) (*graphviz.Picture, error) {
	if err := v.derived(); err != nil {
		return nil, err
	}
	return d.Picture(v.in, v.place(p))
}

// graph answers with a picture: as DOT with details, which the client draws, or in another format.
func (s *server) graph(ctx context.Context, p *own) (any, error) {
	if p.View == "history" {
		p.Until, p.At = p.At, -1
	}
	d := brief
	if p.View == "error" || p.Error > 0 {
		d = whole
	}
	look := graphviz.DOT{Theme: graphviz.Light, Other: func(name string) string { return name }}
	if p.Dark {
		look.Theme = graphviz.Dark
	}
	var file *lang.File
	pic, err := inquire(ctx, s, p.TextDocument.URI, d, func(v *view) (*graphviz.Picture, error) {
		file, look.File = v.in.File, v.in.Name
		return v.draws(p.Drawing, p.Position)
	})
	switch {
	case err != nil:
		return nil, err
	case p.Format == "" || p.Format == "dot":
		return protocol.LSPAny(report.AppendJSON(nil, partsOf(pic, look, file))), nil
	}
	text, err := s.drawn(ctx, pic, look, p)
	return value(map[string]string{"format": p.Format, "text": string(text)}), err
}

// drawn is a picture in a format.
func (s *server) drawn(ctx context.Context, pic *graphviz.Picture, look graphviz.DOT, p *own) ([]byte, error) {
	text, err := s.silent(ctx).Draw(pic, look, p.Format, p.All || p.MaxNodes > 0)
	switch {
	case ctx.Err() != nil:
		return nil, protocol.ErrRequestCancelled
	case err != nil:
		return nil, refused("%v", err)
	}
	return text, nil
}

// parts are a picture as DOT, its outline, and for each element its place in the program and its reason.
type parts struct {
	Format   string    `json:"format"` // of the text
	Text     string    `json:"text"`
	Outline  string    `json:"outline"`
	Elements []element `json:"elements"`
}

// An element is a node, an edge or a frame of a picture.
type element struct {
	ID     string `json:"id"` // as in the text
	Span   any    `json:"span,omitempty"`
	Reason string `json:"reason,omitempty"`
	Step   int32  `json:"step,omitempty"`
}

func partsOf(p *graphviz.Picture, look graphviz.DOT, file *lang.File) *parts {
	x := &parts{Format: "dot", Text: string(p.AppendDOT(nil, look)), Outline: string(p.AppendOutline(nil)),
		Elements: []element{}}
	add := func(id string, s lang.Span, reason string, step int32) {
		e := element{ID: id, Reason: reason, Step: step}
		if !s.Empty() {
			e.Span = report.SpanData(file, s)
		}
		x.Elements = append(x.Elements, e)
	}
	for i := range p.Clusters {
		add(p.Clusters[i].ID, p.Clusters[i].Span, "", 0)
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		add(n.ID, n.Span, n.Reason, n.Step)
	}
	for i := range p.Edges {
		e := &p.Edges[i]
		add(e.ID, e.Span, e.Reason, e.Step)
	}
	return x
}

// explain answers with the page of a code, or with the errors of a place.
func (s *server) explain(ctx context.Context, p *own) (any, error) {
	explain := s.showErrors
	if p.Code != "" {
		explain = s.showPage
	}
	text, err := explain(ctx, p)
	return value(map[string]string{"text": string(text)}), err
}

func (s *server) showPage(ctx context.Context, p *own) ([]byte, error) {
	protocol.ReleaseNext(ctx)
	style := s.style()
	text, err := cli.PageOf(s.program.Languages, &style, p.Code)
	if err != nil {
		err = refused("%v", err)
	}
	return text, err
}

// style is the style of texts that the editor shows.
func (s *server) style() report.Style { return s.flags.Style(s.program, io.Discard) }

// silent is the program for one request, without streams.
func (s *server) silent(ctx context.Context) *cli.Program {
	p := cli.NewProgram(nil, strings.NewReader(""), io.Discard, io.Discard)
	p.Languages, p.Context, p.Unsaved = s.program.Languages, ctx, s.text
	return p
}

// shown are the commands that the editor may execute about a place: the arguments are the URI and the position. Each
// returns a text, which is shown in the editor, too.
var shown = map[string]func(*server, context.Context, *own) ([]byte, error){
	"patgraph.why":     (*server).showWhy,
	"patgraph.draw":    (*server).showPicture,
	"patgraph.explain": (*server).showErrors,
}

func (s *server) showWhy(ctx context.Context, p *own) ([]byte, error) {
	return inquire(ctx, s, p.TextDocument.URI, brief, func(v *view) ([]byte, error) {
		name, _ := v.definedAt(*p.Position)
		w, err := v.whyOf(name, p.Position, -1)
		if err != nil {
			return nil, err
		}
		style := s.style()
		return style.AppendWhy(nil, v.in, &w, report.Folded), nil
	})
}

func (s *server) showErrors(ctx context.Context, p *own) ([]byte, error) {
	return inquire(ctx, s, p.TextDocument.URI, whole, func(v *view) ([]byte, error) {
		style := s.style()
		return v.place(p.Position).Explain(*v.in, &style)
	})
}

func (s *server) showPicture(ctx context.Context, p *own) ([]byte, error) {
	look := graphviz.DOT{Theme: graphviz.Light}
	pic, err := inquire(ctx, s, p.TextDocument.URI, brief, func(v *view) (*graphviz.Picture, error) {
		look.File = v.in.Name
		name, within := v.definedAt(*p.Position)
		if name != "" {
			p.Names = []string{name}
		}
		if !within {
			p.Position = nil
		}
		return v.draws(p.Drawing, p.Position)
	})
	if err != nil {
		return nil, err
	}
	p.Format = "svg"
	return s.drawn(ctx, pic, look, p)
}

// shownCommands are the names of the commands that the editor may execute.
func shownCommands() []string {
	return append(slices.Sorted(maps.Keys(shown)), "patgraph.references")
}

// ExecuteCommand runs a command, shows its text in the editor, and returns it.
func (s *server) ExecuteCommand(ctx context.Context, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	at := own{Position: new(protocol.Position), Drawing: cli.NewDrawing()}
	if len(p.Arguments) < 2 || json.Unmarshal(p.Arguments[0], &at.TextDocument.URI) != nil ||
		json.Unmarshal(p.Arguments[1], at.Position) != nil {
		return nil, protocol.Errorf(protocol.InvalidParams, "%s takes a URI and a position", p.Command)
	}
	if p.Command == "patgraph.references" {
		place := protocol.TextDocumentPositionParams{TextDocument: at.TextDocument, Position: *at.Position}
		list, err := s.References(ctx, &protocol.ReferenceParams{TextDocumentPositionParams: place})
		if err != nil {
			return nil, err
		}
		return value(list), nil
	}
	text, ok := shown[p.Command]
	if !ok {
		return nil, protocol.Errorf(protocol.InvalidParams, "there is no command %q", p.Command)
	}
	out, err := text(s, ctx, &at)
	if err != nil {
		return nil, err
	}
	suffix := ".txt"
	if at.Format != "" {
		suffix = "." + at.Format
	}
	s.show(ctx, p.Command+suffix, out)
	return value(string(out)), nil
}

// definedAt is the name of the definition that is defined at a position, or "", and whether an expression is there.
func (v *view) definedAt(p protocol.Position) (name string, within bool) {
	if v.in.Result == nil {
		return "", false
	}
	at := v.offset(p)
	if t, use := v.symbolAt(at); t != nil && use.Binds && t.Definition >= 0 {
		return v.result().Definitions[t.Definition].Name, false
	}
	_, within = v.result().Front.Why(at, -1)
	return "", within
}

// show opens a text in the editor, in a temporary file that exists until the session ends.
func (s *server) show(ctx context.Context, name string, text []byte) {
	if !s.able.show {
		return
	}
	s.mu.Lock()
	if s.shown == "" {
		s.shown, _ = os.MkdirTemp("", "patgraph-")
	}
	dir := s.shown
	s.mu.Unlock()
	path := filepath.Join(dir, name)
	if dir == "" || os.WriteFile(path, text, 0o600) != nil {
		return
	}
	outside := strings.HasSuffix(name, ".svg")
	s.ask(ctx, "window/showDocument", &protocol.ShowDocumentParams{URI: uri.File(path), External: &outside})
}

// TextDocumentContent returns the texts of the scheme patgraph: the pages of codes, and preludes.
func (s *server) TextDocumentContent(ctx context.Context,
	p *protocol.TextDocumentContentParams) (*protocol.TextDocumentContentResult, error) {
	where, ok := strings.CutPrefix(string(p.URI), scheme+":")
	protocol.ReleaseNext(ctx)
	dir, name, _ := strings.Cut(strings.Trim(where, "/"), "/")
	switch {
	case ok && dir == "codes":
		if code := strings.TrimSuffix(name, ".txt"); len(s.program.Languages.Pages().All(lang.Code(code))) > 0 {
			out, err := s.showPage(ctx, &own{Code: code})
			return &protocol.TextDocumentContentResult{Text: string(out)}, err
		}
	case ok && dir == "prelude":
		for _, l := range s.program.Languages {
			if l.Prelude != nil && l.Prelude().Name == name {
				return &protocol.TextDocumentContentResult{Text: string(l.Prelude().Src)}, nil
			}
		}
	}
	return nil, refused("there is no text %q", p.URI)
}
