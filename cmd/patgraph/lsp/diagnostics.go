package lsp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/uri"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
)

// publish sends the diagnostics of a snapshot, unless it has ended. Clients that pull diagnostics are asked to pull
// again if they were answered with a first result.
func (s *server) publish(n *snapshot, in *report.Input) {
	s.publishSettings(n)
	if s.able.pull {
		if n.isKnown(whole) && n.asked.Load() && s.able.refresh {
			s.ask(s.ctx, "workspace/diagnostic/refresh", nil)
		}
		return
	}
	if isProvisional(in) {
		return
	}
	list := n.diagnostics(in)
	n.publishing.Lock()
	defer n.publishing.Unlock()
	if n.ctx.Err() == nil {
		_ = s.conn.Notify("textDocument/publishDiagnostics",
			&protocol.PublishDiagnosticsParams{URI: n.uri, Version: &n.version, Diagnostics: list})
	}
}

// publishSettings sends the diagnostics of the configuration and the libraries of a program, each for its own file.
func (s *server) publishSettings(n *snapshot) {
	source := n.project.source(n.path, "", n.lines.src)
	wrong := make(map[string]bool)
	for _, o := range n.project.InsteadOf(&source) {
		var kept report.Input
		if _, err := s.batch(n.project, whole, &kept).Check(n.ctx, &o); err != nil {
			return
		}
		path, err := filepath.Abs(o.Path)
		if err != nil {
			continue
		}
		wrong[path] = true
		l := newLines(nil, s.able.bytes)
		if kept.File != nil {
			l = newLines(kept.File.Src, s.able.bytes)
		}
		var list []protocol.Diagnostic
		for d := range kept.Reported() {
			list = append(list, protocol.Diagnostic{
				Range: l.rangeOf(d.Span), Severity: severity(d.Severity), Code: string(d.Code),
				CodeDescription: page(d.Code),
				Source:          "patgraph", Message: message(d),
			})
		}
		s.publishFile(path, list)
	}
	s.mu.Lock()
	var fixed []string
	for path := range s.published {
		if !wrong[path] && (path == n.project.Of(&source).Path || n.project.isLibrary(path)) {
			fixed = append(fixed, path)
		}
	}
	s.mu.Unlock()
	for _, path := range fixed {
		s.publishFile(path, nil)
	}
}

// publishFile sends the diagnostics of a file that need not be a document; nil: none any more.
func (s *server) publishFile(path string, list []protocol.Diagnostic) {
	s.mu.Lock()
	if list == nil {
		delete(s.published, path)
		list = []protocol.Diagnostic{}
	} else {
		s.published[path] = true
	}
	s.mu.Unlock()
	_ = s.conn.Notify("textDocument/publishDiagnostics",
		&protocol.PublishDiagnosticsParams{URI: s.uriOf(path), Diagnostics: list})
}

// diagnostics converts the diagnostics of an analysis to the protocol.
func (n *snapshot) diagnostics(in *report.Input) []protocol.Diagnostic {
	list := []protocol.Diagnostic{}
	v := &view{n, in}
	for i := range in.Diagnostics {
		if d := &in.Diagnostics[i]; !d.Secondary || d.Code == lang.NotChecked {
			list = append(list, v.diagnostic(d))
		}
	}
	return list
}

func severity(s lang.Severity) int {
	switch s {
	case lang.Warning:
		return protocol.DiagnosticSeverityWarning
	case lang.Note:
		return protocol.DiagnosticSeverityInformation
	}
	return protocol.DiagnosticSeverityError
}

// unneeded are the codes for parts of a program that could be removed.
var unneeded = []lang.Code{lang.UnreachableBranch, lang.ShadowedBranch, lang.UndefinedBranch, lang.RedundantClause,
	lang.FunctionRedefined, lang.TypeRedefined, lang.IncrementalMark}

// page is the address of a code's page.
func page(code lang.Code) protocol.CodeDescription {
	return protocol.CodeDescription{Href: uri.URI(scheme + ":/codes/" + string(code) + ".txt")}
}

// message is a diagnostic as text.
func message(d *lang.Diagnostic) string {
	text := d.Message.String()
	for _, n := range d.Notes {
		text += "\nnote: " + n.String()
	}
	for _, h := range d.Help {
		text += "\nhelp: " + h.String()
	}
	for i := range d.Fixes {
		text += "\nhelp: " + d.Fixes[i].Title.String()
	}
	return text
}

// diagnostic converts a diagnostic to the protocol. If its place is in a library it is reported at the beginning of the
// program that causes it, with a link to the place.
func (v *view) diagnostic(d *lang.Diagnostic) protocol.Diagnostic {
	out := protocol.Diagnostic{
		Severity: severity(d.Severity), Code: string(d.Code), CodeDescription: page(d.Code),
		Source: "patgraph", Message: message(d),
	}
	if slices.Contains(unneeded, d.Code) {
		out.Tags = []int{protocol.DiagnosticTagUnnecessary}
	}
	if v.in.File == nil {
		return out
	}
	seen := map[lang.Span]bool{d.Span: true}
	related := func(s lang.Span, text string) {
		if text != "" && !seen[s] {
			seen[s] = true
			out.RelatedInformation = append(out.RelatedInformation,
				protocol.DiagnosticRelatedInformation{Location: v.location(s), Message: text})
		}
	}
	if v.in.File.InMain(d.Span) {
		out.Range = v.rangeOf(d.Span)
	} else {
		delete(seen, d.Span)
		related(d.Span, d.Message.String())
	}
	for _, r := range slices.Concat(d.Related, d.Besides) {
		related(r.Span, r.Message.String())
	}
	if c := d.Clash; c != nil {
		for _, w := range []*lang.Witness{c.A, c.B, c.C} {
			if w != nil {
				related(w.Span, "`"+lang.Cut(w.Expression, 80)+"` contradicts it")
			}
		}
	}
	return out
}

// Diagnostic answers a pull request. A client that supports refreshes gets the first result, if the full one is not
// known yet.
func (s *server) Diagnostic(ctx context.Context,
	p *protocol.DocumentDiagnosticParams) (any, error) {
	n := s.snapshotOf(p.TextDocument.URI)
	before := ""
	if p.PreviousResultID != nil {
		before = *p.PreviousResultID
	}
	protocol.ReleaseNext(ctx)
	var list []protocol.Diagnostic
	if n != nil {
		defer n.leave()
		d := whole
		if s.able.refresh && !n.visited {
			d = brief
		}
		var err error
		if list, err = n.read(ctx, d); err != nil {
			return nil, err
		}
	}
	id := resultID(list)
	if id == before {
		return &protocol.UnchangedDocumentDiagnosticReport{Kind: "unchanged", ResultID: id}, nil
	}
	return &protocol.FullDocumentDiagnosticReport{Kind: "full", ResultID: &id, Items: list}, nil
}

// read returns the diagnostics once the snapshot is known to a depth.
func (n *snapshot) read(ctx context.Context, d depth) ([]protocol.Diagnostic, error) {
	v, err := n.view(ctx, d)
	if err != nil {
		return nil, err
	}
	if v.depth == brief && isProvisional(v.in) {
		v.close()
		if v, err = n.view(ctx, whole); err != nil {
			return nil, err
		}
	}
	defer v.close()
	if v.depth == brief && !n.isKnown(whole) {
		n.asked.Store(true)
	}
	return n.diagnostics(v.in), nil
}

// isProvisional reports whether the places of errors in a brief result may change in the full one. Such errors are not
// published.
func isProvisional(in *report.Input) bool {
	return slices.ContainsFunc(in.Diagnostics, func(d lang.Diagnostic) bool { return d.Provisional })
}

// resultID is equal for equal lists of diagnostics.
func resultID(list []protocol.Diagnostic) string {
	h := sha256.New()
	for i := range list {
		if b, err := protocol.Marshal(&list[i]); err == nil {
			h.Write(b)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// usualPatience is the maximum time until a workspace request is answered with "unchanged".
const usualPatience = 30 * time.Second

// DiagnosticWorkspace is about all programs of the folders. Clients repeat the request; so once everything was
// reported, the answer waits until something changes.
func (s *server) DiagnosticWorkspace(ctx context.Context,
	p *protocol.WorkspaceDiagnosticParams) (*protocol.WorkspaceDiagnosticReport, error) {
	before := make(map[string]string)
	for _, r := range p.PreviousResultIds {
		before[string(r.URI)] = r.Value
	}
	protocol.ReleaseNext(ctx)
	for waited := len(before) == 0; ; waited = true {
		s.mu.Lock()
		changed := s.changed
		s.mu.Unlock()
		out, news, err := s.diagnosticsOfAll(ctx, before)
		if err != nil || news || waited {
			return out, err
		}
		select {
		case <-changed:
		case <-time.After(s.patience):
			return out, nil
		case <-ctx.Done():
			return nil, protocol.ErrRequestCancelled
		}
	}
}

// diagnosticsOfAll returns the diagnostics of all programs, and whether some differ from those reported before. A
// document that is being edited is left out.
func (s *server) diagnosticsOfAll(ctx context.Context,
	before map[string]string) (out *protocol.WorkspaceDiagnosticReport, news bool, err error) {
	out = &protocol.WorkspaceDiagnosticReport{Items: []any{}}
	seen := make(map[string]bool)
	report := func(u uri.URI, version *int32, list []protocol.Diagnostic, id string) {
		if before[string(u)] == id {
			out.Items = append(out.Items, &protocol.WorkspaceUnchangedDocumentDiagnosticReport{URI: u, Version: version,
				UnchangedDocumentDiagnosticReport: protocol.UnchangedDocumentDiagnosticReport{Kind: "unchanged", ResultID: id}})
			return
		}
		news = true
		out.Items = append(out.Items, &protocol.WorkspaceFullDocumentDiagnosticReport{URI: u, Version: version,
			FullDocumentDiagnosticReport: protocol.FullDocumentDiagnosticReport{Kind: "full", ResultID: &id, Items: list}})
	}
	err = s.each(ctx, func(n *snapshot) error {
		seen[string(n.uri)] = true
		x, err := s.verdictOf(ctx, n)
		switch {
		case errors.Is(err, protocol.ErrContentModified):
			return nil
		case err != nil:
			return err
		case n.visited:
			report(n.uri, nil, x.list, x.id)
		default:
			report(n.uri, &n.version, x.list, x.id)
		}
		return nil
	})
	for u := range before {
		if !seen[u] { // the file was removed
			report(uri.URI(u), nil, []protocol.Diagnostic{}, resultID(nil))
		}
	}
	return out, news, err
}

// A verdict caches the diagnostics of a file that is not a document, until one of the files that they depend on
// changes.
type verdict struct {
	project *project
	files   map[string]state
	list    []protocol.Diagnostic
	id      string
}

// verdictOf returns the diagnostics of a program after its full analysis.
func (s *server) verdictOf(ctx context.Context, n *snapshot) (*verdict, error) {
	if n.visited {
		if kept, ok := s.verdicts.Load(n.path); ok && kept.(*verdict).holds(n.project) {
			return kept.(*verdict), nil
		}
	} else if err := n.await(ctx, whole); err != nil {
		return nil, err
	}
	x := &verdict{project: n.project, files: map[string]state{n.path: n.at}}
	var err error
	if x.list, err = n.read(ctx, whole); err != nil {
		return nil, err
	}
	x.id = resultID(x.list)
	if n.visited {
		n.uses.Range(func(path, _ any) bool {
			if _, open := s.texts.Load(path); !open && path != n.path {
				x.files[path.(string)] = stateOf(path.(string))
			}
			return true
		})
		s.verdicts.Store(n.path, x)
	}
	return x, nil
}

func (x *verdict) holds(p *project) bool {
	if x.project != p {
		return false
	}
	for path, at := range x.files {
		if stateOf(path) != at {
			return false
		}
	}
	return true
}

// open are the current snapshots of documents that satisfy a condition, ordered by path.
func (s *server) open(which func(*snapshot) bool) []*snapshot {
	s.mu.Lock()
	var list []*snapshot
	for _, d := range s.docs {
		if s.isSupported(d) {
			list = append(list, d.snapshot)
		}
	}
	s.mu.Unlock()
	list = slices.DeleteFunc(list, func(n *snapshot) bool { return !which(n) })
	slices.SortFunc(list, func(a, b *snapshot) int { return strings.Compare(a.path, b.path) })
	return list
}

// each visits all programs: the documents, and the programs in the folders.
func (s *server) each(ctx context.Context, do func(*snapshot) error) error {
	s.mu.Lock()
	p := s.project
	s.mu.Unlock()
	list := s.open(func(*snapshot) bool { return true })
	for _, n := range list {
		if err := do(n); err != nil {
			return err
		}
	}
	for _, path := range s.programs(p) {
		if ctx.Err() != nil {
			return protocol.ErrRequestCancelled
		}
		n := s.visit(p, path)
		if n == nil {
			continue // the file was removed
		}
		err := do(n)
		n.leave()
		if err != nil {
			return err
		}
	}
	return nil
}
