package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"go.lsp.dev/uri"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
)

// An own request is specific to this server. A request about a program returns the output of a command of patgraph for
// the document in the editor.
type own struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Position     *protocol.Position              `json:"position"`
	Name         string                          `json:"name"`    // of a definition, or of a lesson
	Names        []string                        `json:"names"`   // to draw; none: all
	At           *int                            `json:"at"`      // a step
	View         string                          `json:"view"`    // of graph
	Error        int                             `json:"error"`   // the error to draw, from 1
	Format       string                          `json:"format"`  // of graph: dot, svg, png, json, txt
	Code         string                          `json:"code"`    // to explain
	Pattern      string                          `json:"pattern"` // to search for

	// Options of graph, as the flags with the same names.
	Focus    string `json:"focus"`
	Radius   *int   `json:"radius"`
	MaxNodes int    `json:"maxNodes"`
	Types    string `json:"types"`
	All      bool   `json:"all"`
	Dark     bool   `json:"dark"` // the dark theme

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
	"patgraph/check":    about("check"),
	"patgraph/types":    about("types"),
	"patgraph/why":      about("why"),
	"patgraph/trace":    about("trace"),
	"patgraph/graph":    about("graph"),
	"patgraph/explain":  about("explain"),
	"patgraph/html":     about("html"),
	"patgraph/files":    (*server).listFiles,
	"patgraph/read":     (*server).readFile,
	"patgraph/save":     (*server).saveFile,
	"patgraph/text":     (*server).textOf,
	"patgraph/examples": (*server).gallery,
	"patgraph/lessons":  (*server).lessons,
	"patgraph/lesson":   (*server).lesson,
}

// about returns the output of a command about a document.
func about(command string) func(*server, context.Context, *own) (any, error) {
	return func(s *server, ctx context.Context, p *own) (any, error) {
		n := s.snapshotOf(p.TextDocument.URI)
		protocol.ReleaseNext(ctx)
		return s.own(ctx, n, command, p)
	}
}

// request answers requests specific to this server.
func (s *server) request(ctx context.Context, method string, params protocol.LSPAny) (any, error) {
	answer, ok := requests[method]
	if !ok {
		return nil, protocol.Errorf(protocol.MethodNotFound, "there is no method %q", method)
	}
	var p own
	if err := protocol.Unmarshal(params, &p); err != nil {
		return nil, protocol.Errorf(protocol.InvalidParams, "%s: %v", method, err)
	}
	return answer(s, ctx, &p)
}

// A run is a command with options, each a name and a value, and arguments.
type run struct {
	command string
	options [][2]string
	args    []string
}

// set sets an option, unless its value is empty.
func (r *run) set(option, value string) {
	if value != "" {
		r.options = append(r.options, [2]string{option, value})
	}
}

func (r *run) setNumber(option string, value *int) {
	if value != nil {
		r.set(option, strconv.Itoa(*value))
	}
}

// place is a position as commands take it.
func (n *snapshot) place(p protocol.Position) string {
	at := lang.NewFile("", n.lines.src).Position(n.lines.offset(p))
	return fmt.Sprintf("%s:%d:%d", n.path, at.Line, at.Column)
}

// own answers a request about a snapshot; nil: about none.
func (s *server) own(ctx context.Context, n *snapshot, kind string, p *own) (any, error) {
	r := run{command: kind}
	place := ""
	if n != nil {
		defer n.leave()
		if kind == "check" {
			return n.check(ctx)
		}
		if place = n.path; p.Position != nil {
			place = n.place(*p.Position)
		}
	}
	data := true
	switch {
	case kind == "explain" && p.Code != "":
		r.args, data = []string{strings.TrimLeft(p.Code, "-")}, false
	case n == nil:
		return nil, refused("there is no program %q", p.TextDocument.URI)
	case kind == "explain":
		r.args, data = []string{place}, false
	case kind == "why":
		r.args = []string{place}
		r.set("format", "json")
		r.setNumber("at", p.At)
		if p.Position == nil {
			r.args = append(r.args, p.Name)
		}
	case kind == "search":
		r = s.searchFor(p.Pattern, place)
		r.set("format", "json")
	case kind == "trace":
		r.args = []string{n.path}
		r.set("format", "json")
		if p.Name != "" {
			r.args = append(r.args, p.Name)
		}
	case kind == "html":
		r = run{"check", [][2]string{{"format", "html"}, {"pictures", "apart"}}, []string{n.path}}
	case kind == "types":
		r.args = []string{n.path}
		r.options = [][2]string{{"format", "json"}, {"all", "true"}}
	case kind == "graph":
		if p.Format == "" || p.Format == "dot" {
			p.Format = "parts"
		}
		data = p.Format == "parts"
		p.draw(&r)
		if p.View == "history" {
			r.setNumber("until", p.At)
		} else {
			r.setNumber("at", p.At)
		}
		r.args = append([]string{place}, p.Names...)
	}
	out, err := s.command(ctx, n, r)
	switch {
	case err != nil:
		return nil, err
	case data:
		return protocol.LSPAny(out), nil
	}
	return answered(struct {
		Format string `json:"format,omitempty"`
		Text   string `json:"text"`
	}{p.Format, string(out)})
}

// draw sets the options for a picture.
func (p *own) draw(r *run) {
	r.set("format", p.Format)
	r.set("view", p.View)
	if p.Error > 0 {
		r.set("error", strconv.Itoa(p.Error))
	}
	r.set("focus", p.Focus)
	r.setNumber("radius", p.Radius)
	if p.MaxNodes != 0 {
		r.set("max-nodes", strconv.Itoa(p.MaxNodes))
	}
	r.set("types", p.Types)
	if p.All {
		r.set("all", "true")
	}
	if p.Dark {
		r.set("theme", "dark")
	}
}

// check is the report of patgraph check for the program alone.
func (n *snapshot) check(ctx context.Context) (any, error) {
	v, err := n.view(ctx, whole)
	if err != nil {
		return nil, err
	}
	defer v.close()
	j := report.JSON{}
	b := append(j.AppendStart(nil), j.Before(true)...)
	b = j.AppendFile(b, v.in)
	return protocol.LSPAny(bytes.TrimSpace(j.AppendEnd(b, v.in.Count()))), nil
}

// command returns the output of a command for a snapshot, run with the flags of the session.
func (s *server) command(ctx context.Context, n *snapshot, r run) ([]byte, error) {
	var out, wrong bytes.Buffer
	p := cli.NewProgram(s.program.Commands, strings.NewReader(""), &out, &wrong)
	p.Languages, p.Context = s.program.Languages, ctx
	p.Unsaved = func(path string) ([]byte, bool) {
		if n != nil && path == n.path {
			return n.lines.src, true
		}
		return s.text(path)
	}
	code := p.Invoke(s.flags, r.command, r.options, r.args)
	switch {
	case ctx.Err() != nil:
		return nil, protocol.ErrRequestCancelled
	case n != nil && n.ctx.Err() != nil:
		return nil, protocol.ErrContentModified
	case out.Len() == 0:
		return nil, refused("%s (exit status %d)", strings.TrimSpace(wrong.String()), code)
	}
	return out.Bytes(), nil
}

// shownCommands are the commands that the editor may execute about a place: the arguments are the URI and the position.
var shownCommands = []string{"patgraph.why", "patgraph.draw", "patgraph.explain", "patgraph.references"}

// ExecuteCommand runs a command of patgraph, shows its output in the editor, and returns it.
func (s *server) ExecuteCommand(ctx context.Context, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	var at protocol.TextDocumentPositionParams
	if len(p.Arguments) < 2 || json.Unmarshal(p.Arguments[0], &at.TextDocument.URI) != nil ||
		json.Unmarshal(p.Arguments[1], &at.Position) != nil {
		return nil, protocol.Errorf(protocol.InvalidParams, "%s takes a URI and a position", p.Command)
	}
	if p.Command == "patgraph.references" {
		list, err := s.References(ctx, &protocol.ReferenceParams{TextDocumentPositionParams: at})
		if err != nil {
			return nil, err
		}
		return value(list), nil
	}
	n := s.snapshotOf(at.TextDocument.URI)
	protocol.ReleaseNext(ctx)
	if n == nil {
		return nil, refused("there is no program %q", at.TextDocument.URI)
	}
	defer n.leave()
	place, suffix := n.place(at.Position), ".txt"
	var r run
	switch p.Command {
	case "patgraph.why":
		r = run{"why", nil, []string{place}}
		if name, _, err := s.definedAt(ctx, n, at.Position); err != nil {
			return nil, err
		} else if name != "" {
			r.args = []string{n.path, name}
		}
	case "patgraph.explain":
		r = run{"explain", nil, []string{place}}
	case "patgraph.search":
		r = s.searchFor("", place)
	case "patgraph.draw":
		suffix = ".svg"
		name, within, err := s.definedAt(ctx, n, at.Position)
		switch {
		case err != nil:
			return nil, err
		case name != "":
			r.args = []string{n.path, name}
		case within:
			r.args = []string{place}
		default:
			r.args = []string{n.path}
		}
		r.command = "graph"
		r.set("format", "svg")
	default:
		return nil, protocol.Errorf(protocol.InvalidParams, "there is no command %q", p.Command)
	}
	out, err := s.command(ctx, n, r)
	if err != nil {
		return nil, err
	}
	s.show(ctx, p.Command+suffix, out)
	return value(string(out)), nil
}

// definedAt is the name of the definition that is defined at a position, or "", and whether an expression is there.
func (s *server) definedAt(ctx context.Context, n *snapshot,
	p protocol.Position) (name string, within bool, err error) {
	v, err := n.view(ctx, brief)
	if err != nil {
		return "", false, err
	}
	defer v.close()
	if v.in.Result == nil {
		return "", false, nil
	}
	at := v.offset(p)
	if t, use := v.symbolAt(at); t != nil && use.Binds && t.Definition >= 0 {
		return v.result().Definitions[t.Definition].Name, false, nil
	}
	_, within = v.result().Front.Why(at, -1)
	return "", within, nil
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
			out, err := s.command(ctx, nil, run{"explain", nil, []string{code}})
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
