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

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/jsonrpc2"
	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"go.lsp.dev/uri"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
)

// An own request is specific to this server. A request about a program returns the output of a command of patgraph for
// the document in the editor.
type own struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Position     *protocol.Position              `json:"position"`
	Name         string                          `json:"name"`   // of a definition
	Names        []string                        `json:"names"`  // to draw; none: all
	At           *int                            `json:"at"`     // a step
	View         string                          `json:"view"`   // of graph
	Error        int                             `json:"error"`  // the error to draw, from 1
	Format       string                          `json:"format"` // of graph: dot, svg, png, json, txt
	Code         string                          `json:"code"`   // to explain

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
//	patgraph/explain  a code, or the errors of a place: {"text"}
//	patgraph/html     the report as a page: {"text", "pictures": [{"id", "dot"}]}; <!--picture ID--> is where one belongs
//	patgraph/files    the programs of the folders: {"files": [{"uri", "path", "language"}], "cut"}
//	patgraph/read     a file of them: {"text", "version"}
//	patgraph/save     a program as a file of them: {"version"}
//	patgraph/text     a file that the client has, as text: {"text", "language"}. The server asks for its bytes by
//	                  patgraph/bytes with {"file", "offset", "size"}, whose answer is {"data"}, in base64
//	patgraph/examples the gallery
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
}

// about returns the output of a command about a document.
func about(command string) func(*server, context.Context, *own) (any, error) {
	return func(s *server, ctx context.Context, p *own) (any, error) {
		n := s.snapshotOf(p.TextDocument.URI)
		releaseNext(ctx)
		return s.own(ctx, n, command, p)
	}
}

// Request answers requests specific to this server.
func (s *server) Request(ctx context.Context, method string, params any) (any, error) {
	answer, ok := requests[method]
	if !ok {
		return nil, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "there is no method %q", method)
	}
	raw, _ := params.(protocol.LSPAny)
	var p own
	if err := json.Unmarshal(raw, &p); len(raw) > 0 && err != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: %v", method, err)
	}
	return answer(s, ctx, &p)
}

// own answers a request about a snapshot; nil: about none.
func (s *server) own(ctx context.Context, n *snapshot, kind string, p *own) (any, error) {
	args := []string{kind}
	place := ""
	if n != nil {
		defer n.leave()
		if kind == "check" {
			return n.check(ctx)
		}
		place = n.path
		if p.Position != nil {
			at := lang.NewFile("", n.lines.src).Position(n.lines.offset(*p.Position))
			place += ":" + strconv.Itoa(at.Line) + ":" + strconv.Itoa(at.Column)
		}
	}
	step := func(flag string) {
		if p.At != nil {
			args = append(args, flag, strconv.Itoa(*p.At))
		}
	}
	data := true
	switch {
	case kind == "explain" && p.Code != "":
		args, data = append(args, "--", strings.TrimLeft(p.Code, "-")), false
	case n == nil:
		return nil, refused("there is no program %q", p.TextDocument.URI)
	case kind == "explain":
		args, data = append(args, place), false
	case kind == "why":
		args = append(args, place, "--format", "json")
		step("--at")
		if p.Position == nil {
			args = append(args, "--", p.Name)
		}
	case kind == "trace":
		args = append(args, n.path, "--format", "json")
		if p.Name != "" {
			args = append(args, "--", p.Name)
		}
	case kind == "html":
		args = []string{"check", n.path, "--format", "html", "--pictures", "apart"}
	case kind == "types":
		args = append(args, n.path, "--format", "json", "--all")
	case kind == "graph":
		if p.Format == "" || p.Format == "dot" {
			p.Format = "parts"
		}
		data = p.Format == "parts"
		args = append(append(args, place), p.drawing()...)
		if p.View == "history" {
			step("--until")
		} else {
			step("--at")
		}
		args = append(append(args, "--"), p.Names...)
	}
	out, err := s.command(ctx, n, args)
	switch {
	case err != nil:
		return nil, err
	case data:
		return protocol.LSPAny(out), nil
	}
	answer := struct {
		Format string `json:"format,omitempty"`
		Text   string `json:"text"`
	}{p.Format, string(out)}
	b, err := json.Marshal(answer)
	return protocol.LSPAny(b), err
}

// drawing returns the command-line arguments for a picture.
func (p *own) drawing() []string {
	args := []string{"--format=" + p.Format}
	if p.View != "" {
		args = append(args, "--view="+p.View)
	}
	if p.Error > 0 {
		args = append(args, "--error="+strconv.Itoa(p.Error))
	}
	if p.Focus != "" {
		args = append(args, "--focus="+p.Focus)
	}
	if p.Radius != nil {
		args = append(args, "--radius="+strconv.Itoa(*p.Radius))
	}
	if p.MaxNodes != 0 {
		args = append(args, "--max-nodes="+strconv.Itoa(p.MaxNodes))
	}
	if p.Types != "" {
		args = append(args, "--types="+p.Types)
	}
	if p.All {
		args = append(args, "--all")
	}
	if p.Dark {
		args = append(args, "--theme=dark")
	}
	return args
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
	from := len(b)
	b = j.AppendFile(b, v.in)
	var digest report.Digest
	digest.Take(b[from:])
	return protocol.LSPAny(bytes.TrimSpace(j.AppendEnd(b, v.in.Count(), digest))), nil
}

// command returns the output of a command for a snapshot, run with the flags of the session.
func (s *server) command(ctx context.Context, n *snapshot, args []string) ([]byte, error) {
	var out, wrong bytes.Buffer
	p := cli.NewProgram(s.fresh(), strings.NewReader(""), &out, &wrong)
	p.Languages, p.Context = s.program.Languages, ctx
	p.Unsaved = func(path string) ([]byte, bool) {
		if n != nil && path == n.path {
			return n.lines.src, true
		}
		return s.text(path)
	}
	line := []string{"patgraph", args[0]}
	if n != nil {
		line = append(line, s.settings()...)
	}
	code := p.Run(append(line, args[1:]...))
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

// settings are the flags of the session that other commands share.
func (s *server) settings() []string {
	f := s.flags
	var list []string
	add := func(flag, value string, given bool) {
		if given {
			list = append(list, "--"+flag+"="+value)
		}
	}
	number := func(flag string, n int) { add(flag, strconv.Itoa(n), n != 0) }
	yes := func(flag string, on bool) {
		if on {
			list = append(list, "--"+flag)
		}
	}
	add("dialect", f.Dialect, f.DialectGiven)
	add("recursion", f.Recursion, f.RecursionGiven)
	add("config", f.Config, f.Config != "")
	for _, file := range f.With {
		add("with", file, true)
	}
	yes("prelude", f.Prelude)
	yes("no-config", f.NoConfig)
	yes(config.Anywhere, f.Anywhere)
	yes("all-errors", f.AllErrors)
	number("limit-nodes", f.Nodes)
	number("limit-rounds", f.Rounds)
	number("limit-depth", f.Depth)
	number("limit-work", f.Work)
	add("limit-time", f.Time.String(), f.Time != 0)
	add("limit-size", strconv.FormatInt(f.Size, 10), f.Size != 0)
	return list
}

// shownCommands are the commands that the editor may execute about a place: the arguments are the URI and the position.
var shownCommands = []string{"patgraph.why", "patgraph.draw", "patgraph.explain", "patgraph.references"}

// ExecuteCommand runs a command of patgraph, shows its output in the editor, and returns it.
func (s *server) ExecuteCommand(ctx context.Context, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	var at protocol.TextDocumentPositionParams
	if len(p.Arguments) < 2 || json.Unmarshal(p.Arguments[0], &at.TextDocument.URI) != nil ||
		json.Unmarshal(p.Arguments[1], &at.Position) != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s takes a URI and a position", p.Command)
	}
	if p.Command == "patgraph.references" {
		list, err := s.References(ctx, &protocol.ReferenceParams{TextDocumentPositionParams: at})
		if err != nil {
			return nil, err
		}
		return value(protocol.LocationSlice(list)), nil
	}
	kind := p.Command
	n := s.snapshotOf(at.TextDocument.URI)
	releaseNext(ctx)
	if n == nil {
		return nil, refused("there is no program %q", at.TextDocument.URI)
	}
	defer n.leave()
	file := lang.NewFile("", n.lines.src).Position(n.lines.offset(at.Position))
	place := fmt.Sprintf("%s:%d:%d", n.path, file.Line, file.Column)
	var args []string
	suffix := ".txt"
	switch kind {
	case "patgraph.why":
		args = []string{"why", place}
		if name, _, err := s.definedAt(ctx, n, at.Position); err != nil {
			return nil, err
		} else if name != "" {
			args = []string{"why", n.path, "--", name}
		}
	case "patgraph.explain":
		args = []string{"explain", place}
	case "patgraph.draw":
		suffix = ".svg"
		name, within, err := s.definedAt(ctx, n, at.Position)
		switch {
		case err != nil:
			return nil, err
		case name != "":
			args = []string{"graph", n.path, "--format", "svg", "--", name}
		case within:
			args = []string{"graph", place, "--format", "svg"}
		default:
			args = []string{"graph", n.path, "--format", "svg"}
		}
	default:
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no command %q", kind)
	}
	out, err := s.command(ctx, n, args)
	if err != nil {
		return nil, err
	}
	s.show(ctx, kind+suffix, out)
	return value(protocol.String(out)), nil
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
	_, _ = s.client.ShowDocument(ctx, &protocol.ShowDocumentParams{URI: uri.File(path), External: &outside})
}

// TextDocumentContent returns the texts of the scheme patgraph: the pages of codes, and preludes.
func (s *server) TextDocumentContent(ctx context.Context,
	p *protocol.TextDocumentContentParams) (*protocol.TextDocumentContentResult, error) {
	where, ok := strings.CutPrefix(string(p.URI), scheme+":")
	releaseNext(ctx)
	dir, name, _ := strings.Cut(strings.Trim(where, "/"), "/")
	switch {
	case ok && dir == "codes":
		if code := strings.TrimSuffix(name, ".txt"); len(s.program.Languages.Pages().All(lang.Code(code))) > 0 {
			out, err := s.command(ctx, nil, []string{"explain", code})
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
