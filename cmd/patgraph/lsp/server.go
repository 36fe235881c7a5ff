package lsp

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/jsonrpc2"
	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"go.lsp.dev/uri"

	"github.com/patgraph/patgraph/cmd/patgraph/analysis"
	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
)

// A server is a session with an editor.
type server struct {
	program  *command.Program
	flags    *analysis.Flags
	fresh    func() []*command.Command // that nobody has used
	folder   *Folder                   // nil: the client is not confined to one
	ctx      context.Context           // of the session
	conn     jsonrpc2.Conn
	client   protocol.Client
	dispatch func(context.Context, *jsonrpc2.Request) (any, error)
	able     abilities
	quiet    time.Duration // without a change, before what takes long is begun
	patience time.Duration // of an editor that waits for news

	stage  atomic.Int32  // of the session
	exited chan struct{} // closed when the editor says so

	ending sync.Mutex      // guards the next two
	ended  bool            // nothing more is begun
	work   sync.WaitGroup  // what goes on beside the messages
	turns  chan struct{}   // as many as may go on at a time
	spares [2]batch.Spares // by depth

	mu      sync.Mutex
	folders []string             // of the editor, absolute
	docs    map[string]*document // by path
	project *project
	told    map[string]bool // paths of files that are no documents, for which diagnostics were sent
	shown   string          // the folder of texts that are shown; "": none is
	changed chan struct{}   // closed when a text changes, or what programs follow from

	texts    sync.Map // of documents, by path
	requests sync.Map // what ends them, by their ids
	outlines sync.Map // of files that are no documents, by path
	verdicts sync.Map // likewise
}

// The stages of a session.
const (
	unborn int32 = iota
	running
	shut
	gone
)

// abilities are those of the editor.
type abilities struct {
	bytes         bool // columns are bytes
	pull          bool // it asks for diagnostics
	refresh       bool // it can be told to ask again
	watch         bool // it reports files that change
	resolve       bool // it asks for the edits of a code action when it is chosen
	changes       bool // edits can say of which version they are
	show          bool // it shows documents
	snippets      bool
	hierarchical  bool // symbols may have symbols
	refreshHints  bool // it can be told to ask for these again
	refreshLenses bool
	refreshTokens bool
}

// usualQuiet is the pause after which what takes long is begun.
const usualQuiet = 150 * time.Millisecond

func newServer(ctx context.Context, p *command.Program, c *Session) (*server, error) {
	f := c.Flags
	s := &server{
		program: p, flags: f, fresh: c.Fresh, folder: c.Folder, ctx: ctx, quiet: usualQuiet, patience: usualPatience,
		exited: make(chan struct{}), turns: make(chan struct{}, max(2, runtime.GOMAXPROCS(0))),
		docs: make(map[string]*document), told: make(map[string]bool), changed: make(chan struct{}),
	}
	if f.Workers > 0 {
		s.turns = make(chan struct{}, f.Workers)
	}
	p.Unsaved = s.text
	s.dispatch = protocol.ServerHandler(s, nil)
	var err error
	s.project, err = s.newProject()
	return s, err
}

// run serves until the editor says that it is enough or nothing comes any more.
func (s *server) run(stream *stream) {
	s.conn = jsonrpc2.NewConn(stream, jsonrpc2.WithCodec(codec{}))
	s.client = protocol.ClientDispatcher(s.conn)
	s.conn.Go(s.ctx, s.handle)
	select {
	case <-s.conn.Done():
	case <-stream.ended:
		patiently(s.conn.Done()) // what has been asked is answered
	case <-s.exited:
	case <-s.ctx.Done():
	}
}

// patiently waits for something that may never be: nobody need read what is written.
func patiently(done <-chan struct{}) {
	select {
	case <-done:
	case <-time.After(time.Second):
	}
}

// rest waits for the analyses that have been ended.
func (s *server) rest() {
	s.mu.Lock()
	for _, d := range s.docs {
		d.snapshot.cancel()
	}
	s.mu.Unlock()
	s.ending.Lock()
	s.ended = true
	s.ending.Unlock()
	done := make(chan struct{})
	go func() {
		s.work.Wait()
		close(done)
	}()
	patiently(done)
	if s.shown != "" {
		_ = os.RemoveAll(s.shown)
	}
}

// orderly reports whether the editor has ended the session before it left.
func (s *server) orderly() bool { return s.stage.Load() == shut || s.stage.Load() == gone }

// codec writes and reads what messages carry.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok && raw != nil {
		return raw, nil
	}
	return protocol.Marshal(v)
}

func (codec) Unmarshal(data []byte, v any) error {
	if raw, ok := v.(*jsonrpc2.RawMessage); ok {
		*raw = append(jsonrpc2.RawMessage{}, data...)
		return nil
	}
	return protocol.Unmarshal(data, v)
}

// handle answers a message. It is called for one after the other; requests free the way for the
// next one when they know what they are about. Nothing but the stream itself ends the session.
func (s *server) handle(ctx context.Context, req *jsonrpc2.Request) (result any, err error) {
	method, call := req.Method(), req.IsCall()
	defer func() {
		if p := recover(); p != nil {
			result, err = nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "%s: a bug in patgraph, not of the program: %v (%s)", method, p, batch.VersionLine())
			s.log(protocol.MessageTypeError, err.Error())
		}
		if !call && err != nil {
			s.log(protocol.MessageTypeWarning, method+": "+err.Error())
			result, err = nil, nil // whoever sent it hears of no errors, and an error would end the stream
		}
	}()
	switch stage := s.stage.Load(); {
	case method == protocol.MethodExit:
		if stage == shut {
			s.stage.Store(gone)
		}
		close(s.exited)
		return nil, nil
	case stage == unborn && method != protocol.MethodInitialize:
		if !call {
			return nil, nil
		}
		return nil, jsonrpc2.NewError(jsonrpc2.ServerNotInitialized, "the session has not been initialized")
	case stage == running && method == protocol.MethodInitialize:
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the session has been initialized already")
	case stage >= shut:
		if !call {
			return nil, nil
		}
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the session is shut down")
	case !call && strings.HasPrefix(method, "$/") && method != protocol.MethodSetTrace && method != protocol.MethodCancelRequest:
		return nil, nil
	}
	if method == protocol.MethodCancelRequest {
		return nil, s.cancelRequest(req)
	}
	ctx, done := s.begin(ctx, req)
	defer done()
	return s.dispatch(ctx, req)
}

// begin makes the context of a request, which ends with the session or when the editor does
// not want the answer any more.
func (s *server) begin(ctx context.Context, req *jsonrpc2.Request) (context.Context, context.CancelFunc) {
	own, cancel := context.WithCancel(ctx)
	id := req.ID()
	if !req.IsCall() {
		return own, cancel
	}
	s.requests.Store(id, cancel)
	return own, func() {
		s.requests.Delete(id)
		cancel()
	}
}

// free lets the next message be read while a request is answered.
func free(ctx context.Context) { jsonrpc2.Async(ctx) }

// cancelRequest ends the work for an answer.
func (s *server) cancelRequest(req *jsonrpc2.Request) error {
	var p protocol.CancelParams
	if err := protocol.Unmarshal(req.Params(), &p); err != nil {
		return err
	}
	if cancel, ok := s.requests.Load(p.ID); ok {
		cancel.(context.CancelFunc)()
	}
	return nil
}

// log writes a line into the editor's log.
func (s *server) log(kind protocol.MessageType, text string) {
	_ = s.client.LogMessage(s.ctx, &protocol.LogMessageParams{Type: kind, Message: text})
}

// Initialize begins the session.
func (s *server) Initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	s.able = abilitiesOf(&p.Capabilities)
	folders, _ := p.WorkspaceFolders.Get()
	s.mu.Lock()
	if s.folder != nil {
		s.folders, folders = []string{s.folder.path}, nil
	}
	for _, f := range folders {
		s.addFolder(f.URI)
	}
	if root := p.RootURI; len(s.folders) == 0 && root != nil {
		s.addFolder(*root)
	}
	s.mu.Unlock()
	s.stage.Store(running)
	return &protocol.InitializeResult{
		Capabilities: s.capabilities(),
		ServerInfo:   protocol.ServerInfo{Name: "patgraph", Version: protocol.NewOptional(batch.VersionText())},
	}, nil
}

func (s *server) addFolder(u uri.URI) {
	if path, ok := pathOf(u); ok {
		s.folders = append(s.folders, path)
	}
}

func is(b *bool) bool { return b != nil && *b }

func abilitiesOf(c *protocol.ClientCapabilities) (a abilities) {
	if g := c.General; g != nil {
		for _, e := range g.PositionEncodings {
			a.bytes = a.bytes || e == protocol.PositionEncodingKindUTF8
		}
	}
	if w := c.Window; w != nil && w.ShowDocument != nil {
		a.show = w.ShowDocument.Support
	}
	if w := c.Workspace; w != nil {
		if d := w.DidChangeWatchedFiles; d != nil {
			a.watch = is(d.DynamicRegistration)
		}
		if e := w.WorkspaceEdit; e != nil {
			a.changes = is(e.DocumentChanges)
		}
		if d := w.Diagnostics; d != nil {
			a.refresh = is(d.RefreshSupport)
		}
		if h := w.InlayHint; h != nil {
			a.refreshHints = is(h.RefreshSupport)
		}
		if h := w.CodeLens; h != nil {
			a.refreshLenses = is(h.RefreshSupport)
		}
		a.refreshTokens = w.SemanticTokens != nil && is(w.SemanticTokens.RefreshSupport)
	}
	if t := c.TextDocument; t != nil {
		a.pull = t.Diagnostic != nil
		if d := t.DocumentSymbol; d != nil {
			a.hierarchical = is(d.HierarchicalDocumentSymbolSupport)
		}
		if x := t.Completion; x != nil && x.CompletionItem != nil {
			a.snippets = is(x.CompletionItem.SnippetSupport)
		}
		if x := t.CodeAction; x != nil && x.ResolveSupport.Properties != nil {
			for _, property := range x.ResolveSupport.Properties {
				a.resolve = a.resolve || property == "edit"
			}
		}
	}
	return a
}

// Scheme is that of the places of texts that are no files, such as the pages of codes.
const scheme = "patgraph"

// capabilities is what the server does.
func (s *server) capabilities() protocol.ServerCapabilities {
	yes := protocol.Boolean(true)
	sure := func() *bool { b := true; return &b }
	incremental := protocol.TextDocumentSyncKindIncremental
	encoding := protocol.PositionEncodingKindUTF16
	if s.able.bytes {
		encoding = protocol.PositionEncodingKindUTF8
	}
	var filters []protocol.FileOperationFilter
	for _, e := range s.program.Languages.Extensions() {
		filters = append(filters, protocol.FileOperationFilter{Pattern: protocol.FileOperationPattern{Glob: "**/*" + e}})
	}
	files := protocol.FileOperationRegistrationOptions{Filters: filters}
	return protocol.ServerCapabilities{
		Experimental:     s.experimental(),
		PositionEncoding: encoding,
		TextDocumentSync: &protocol.TextDocumentSyncOptions{OpenClose: sure(), Change: &incremental, Save: yes},

		DiagnosticProvider: &protocol.DiagnosticOptions{InterFileDependencies: true, WorkspaceDiagnostics: true},
		HoverProvider:      yes,
		InlayHintProvider:  yes,
		CodeLensProvider:   &protocol.CodeLensOptions{},
		SignatureHelpProvider: &protocol.SignatureHelpOptions{
			TriggerCharacters: []string{"(", "{", ","},
		},
		SemanticTokensProvider: &protocol.SemanticTokensOptions{
			Legend: protocol.SemanticTokensLegend{TokenTypes: tokenTypes, TokenModifiers: tokenModifiers},
			Range:  yes, Full: &protocol.SemanticTokensFullDelta{},
		},
		DocumentSymbolProvider:  yes,
		WorkspaceSymbolProvider: yes,
		FoldingRangeProvider:    yes,
		SelectionRangeProvider:  yes,
		DocumentLinkProvider:    &protocol.DocumentLinkOptions{},

		DefinitionProvider:        yes,
		TypeDefinitionProvider:    yes,
		ReferencesProvider:        yes,
		DocumentHighlightProvider: yes,
		RenameProvider:            &protocol.RenameOptions{PrepareProvider: sure()},
		CallHierarchyProvider:     yes,
		CompletionProvider:        &protocol.CompletionOptions{TriggerCharacters: []string{".", "|", "/", "$", "%", "@"}},
		CodeActionProvider: &protocol.CodeActionOptions{
			CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, protocol.CodeActionKindSourceFixAll}, ResolveProvider: sure(),
		},
		DocumentFormattingProvider:       yes,
		DocumentRangeFormattingProvider:  &protocol.DocumentRangeFormattingOptions{RangesSupport: sure()},
		DocumentOnTypeFormattingProvider: protocol.DocumentOnTypeFormattingOptions{FirstTriggerCharacter: ";", MoreTriggerCharacter: []string{"}"}},
		ExecuteCommandProvider:           protocol.ExecuteCommandOptions{Commands: shownCommands},

		Workspace: &protocol.WorkspaceOptions{
			WorkspaceFolders:    &protocol.WorkspaceFoldersServerCapabilities{Supported: sure(), ChangeNotifications: yes},
			FileOperations:      &protocol.FileOperationOptions{WillRename: files, DidRename: files},
			TextDocumentContent: &protocol.TextDocumentContentOptions{Schemes: []string{scheme}},
		},
	}
}

// Initialized asks the editor to tell of files that change.
func (s *server) Initialized(ctx context.Context, _ *protocol.InitializedParams) error {
	if !s.able.watch {
		return nil
	}
	options := `{"watchers":[{"globPattern":"**/patgraph.toml"}`
	for _, e := range s.program.Languages.Extensions() {
		options += fmt.Sprintf(`,{"globPattern":"**/*%s"}`, e)
	}
	s.background(func(ctx context.Context) {
		_ = s.client.RegisterCapability(ctx, &protocol.RegistrationParams{Registrations: []protocol.Registration{{
			ID: "files", Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: protocol.LSPAny(options + "]}"),
		}}})
	})
	return nil
}

// refresh has the editor ask again for what it shows in texts that it has not changed itself.
func (s *server) refresh() {
	s.background(func(ctx context.Context) {
		if s.able.refreshHints {
			_ = s.client.InlayHintRefresh(ctx)
		}
		if s.able.refreshLenses {
			_ = s.client.CodeLensRefresh(ctx)
		}
		if s.able.refreshTokens {
			_ = s.client.SemanticTokensRefresh(ctx)
		}
		if s.able.pull && s.able.refresh {
			_ = s.client.DiagnosticRefresh(ctx)
		}
	})
}

// background does something beside the messages, until the session ends.
func (s *server) background(do func(ctx context.Context)) {
	s.ending.Lock()
	defer s.ending.Unlock()
	if s.ended {
		return
	}
	s.work.Add(1)
	go func() {
		defer s.work.Done()
		defer func() {
			if p := recover(); p != nil {
				s.log(protocol.MessageTypeError, fmt.Sprintf("a bug in patgraph, not of the program: %v (%s)", p, batch.VersionLine()))
			}
		}()
		do(s.ctx)
	}()
}

// Shutdown ends all work.
func (s *server) Shutdown(context.Context) error {
	s.stage.Store(shut)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.docs {
		d.snapshot.cancel()
	}
	return nil
}

// SetTrace is heard and changes nothing.
func (s *server) SetTrace(context.Context, *protocol.SetTraceParams) error { return nil }

// DidChangeConfiguration is heard: settings are in patgraph.toml.
func (s *server) DidChangeConfiguration(context.Context, *protocol.DidChangeConfigurationParams) error {
	s.anew()
	return nil
}
