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

	"go.lsp.dev/uri"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/jsonrpc2"
	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/cli"
)

// A server is a session with an editor.
type server struct {
	program  *cli.Program
	flags    *cli.Flags
	folder   *Folder         // nil: the client is not confined to a folder
	ctx      context.Context // of the session
	conn     jsonrpc2.Conn
	client   protocol.Client
	dispatch func(context.Context, *jsonrpc2.Request) (any, error)
	able     abilities
	quiet    time.Duration // the pause without a change before a long analysis begins
	patience time.Duration // how long a workspace request waits for news

	stage  atomic.Int32  // one of the stages below
	exited chan struct{} // closed on the exit notification

	ending sync.Mutex     // guards the next two fields
	ended  bool           // no more background work may begin
	work   sync.WaitGroup // background work
	turns  chan struct{}  // has a slot for each analysis that may run concurrently
	spares [2]batch.Pool  // by depth

	mu        sync.Mutex
	folders   []string             // of the editor, absolute
	docs      map[string]*document // by path
	project   *project
	published map[string]bool // paths of files that are not documents, for which diagnostics were sent
	shown     string          // the folder of shown texts; "": not made yet
	changed   chan struct{}   // closed when a text changes, or something that programs depend on

	texts    sync.Map // of documents, by path
	requests sync.Map // cancel functions by request ID
	outlines sync.Map // of files that are not documents, by path
	verdicts sync.Map // likewise
}

// The stages of a session.
const (
	uninitialised int32 = iota
	running
	shut
	hasExited
)

// abilities are the capabilities of the editor.
type abilities struct {
	bytes         bool // columns are bytes
	pull          bool // it pulls diagnostics
	refresh       bool // it can be asked to pull again
	watch         bool // it reports files that change
	resolve       bool // it resolves the edits of a code action when it is chosen
	changes       bool // edits can name the version that they apply to
	show          bool // it shows documents
	snippets      bool
	hierarchical  bool // symbols may be nested
	refreshHints  bool // it can be asked to request these again
	refreshLenses bool
	refreshTokens bool
}

// usualQuiet is the pause after which a long analysis begins.
const usualQuiet = 150 * time.Millisecond

func newServer(ctx context.Context, p *cli.Program, c *Session) (*server, error) {
	f := c.Flags
	s := &server{
		program: p, flags: f, folder: c.Folder, ctx: ctx, quiet: usualQuiet, patience: usualPatience,
		exited: make(chan struct{}), turns: make(chan struct{}, max(2, runtime.GOMAXPROCS(0))),
		docs: make(map[string]*document), published: make(map[string]bool), changed: make(chan struct{}),
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

// run serves until the editor ends the session or the input ends.
func (s *server) run(stream *stream) {
	s.conn = jsonrpc2.NewConn(stream, jsonrpc2.WithCodec(codec{}))
	s.client = protocol.ClientDispatcher(s.conn)
	s.conn.Go(s.ctx, s.handle)
	select {
	case <-s.conn.Done():
	case <-stream.ended:
		waitBriefly(s.conn.Done()) // pending requests are answered
	case <-s.exited:
	case <-s.ctx.Done():
	}
}

// waitBriefly waits at most a second: the output need not be read.
func waitBriefly(done <-chan struct{}) {
	select {
	case <-done:
	case <-time.After(time.Second):
	}
}

// waitForWork waits for the cancelled analyses.
func (s *server) waitForWork() {
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
	waitBriefly(done)
	if s.shown != "" {
		_ = os.RemoveAll(s.shown)
	}
}

// orderly reports whether the editor has ended the session before it left.
func (s *server) orderly() bool { return s.stage.Load() == shut || s.stage.Load() == hasExited }

// codec converts parameters and results.
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

// handle answers a message. Messages are handled one after the other; a request releases the next one when it has taken
// its snapshot. Only the end of the stream ends the session.
func (s *server) handle(ctx context.Context, req *jsonrpc2.Request) (result any, err error) {
	method, call := req.Method(), req.IsCall()
	defer func() {
		if p := recover(); p != nil {
			result, err = nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "%s: a bug in patgraph, not of the program: %v (%s)",
				method, p, batch.VersionLine())
			s.log(protocol.MessageTypeError, err.Error())
		}
		if !call && err != nil {
			s.log(protocol.MessageTypeWarning, method+": "+err.Error())
			result, err = nil, nil // the sender of a notification gets no error, and an error would end the stream
		}
	}()
	switch stage := s.stage.Load(); {
	case method == protocol.MethodExit:
		if stage == shut {
			s.stage.Store(hasExited)
		}
		close(s.exited)
		return nil, nil
	case stage == uninitialised && method != protocol.MethodInitialize:
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
	case !call && strings.HasPrefix(method, "$/") && method != protocol.MethodSetTrace &&
		method != protocol.MethodCancelRequest:
		return nil, nil
	}
	if method == protocol.MethodCancelRequest {
		return nil, s.cancelRequest(req)
	}
	ctx, done := s.begin(ctx, req)
	defer done()
	return s.dispatch(ctx, req)
}

// begin makes the context of a request, which ends with the session or when the editor cancels the request.
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

// releaseNext allows the next message to be read while a request is answered.
func releaseNext(ctx context.Context) { jsonrpc2.Async(ctx) }

// cancelRequest cancels a request.
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

// scheme is the URI scheme of texts that are not files, such as the pages of codes.
const scheme = "patgraph"

// capabilities are the capabilities of the server.
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
			CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, protocol.CodeActionKindSourceFixAll},
			ResolveProvider: sure(),
		},
		DocumentFormattingProvider:      yes,
		DocumentRangeFormattingProvider: &protocol.DocumentRangeFormattingOptions{RangesSupport: sure()},
		DocumentOnTypeFormattingProvider: protocol.DocumentOnTypeFormattingOptions{FirstTriggerCharacter: ";",
			MoreTriggerCharacter: []string{"}"}},
		ExecuteCommandProvider: protocol.ExecuteCommandOptions{Commands: shownCommands},

		Workspace: &protocol.WorkspaceOptions{
			WorkspaceFolders:    &protocol.WorkspaceFoldersServerCapabilities{Supported: sure(), ChangeNotifications: yes},
			FileOperations:      &protocol.FileOperationOptions{WillRename: files, DidRename: files},
			TextDocumentContent: &protocol.TextDocumentContentOptions{Schemes: []string{scheme}},
		},
	}
}

// Initialized asks the editor to report changes of files.
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

// refresh asks the editor to request again what it shows in texts that it has not changed itself.
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

// background runs a function concurrently, until the session ends.
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
				s.log(protocol.MessageTypeError,
					fmt.Sprintf("a bug in patgraph, not of the program: %v (%s)", p, batch.VersionLine()))
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

// SetTrace does nothing.
func (s *server) SetTrace(context.Context, *protocol.SetTraceParams) error { return nil }

// DidChangeConfiguration reloads everything; settings are in patgraph.toml.
func (s *server) DidChangeConfiguration(context.Context, *protocol.DidChangeConfigurationParams) error {
	s.reloadAll()
	return nil
}
