package lsp

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/uri"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
)

// A server is a session with an editor.
type server struct {
	program  *cli.Program
	flags    *cli.Flags
	folder   *Folder         // nil: the client is not confined to a folder
	ctx      context.Context // of the session
	conn     *protocol.Conn
	methods  map[string]method
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
	s.methods = s.allMethods()
	var err error
	s.project, err = s.newProject()
	return s, err
}

// run serves until the editor ends the session or the input ends.
func (s *server) run(stream *stream) {
	s.conn = protocol.NewConn(stream)
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

// handle answers a message. Messages are handled one after the other; a request releases the next one when it has taken
// its snapshot. Only the end of the stream ends the session.
func (s *server) handle(ctx context.Context, req *protocol.Message) (result any, err error) {
	method, call := req.Method, req.IsCall()
	defer func() {
		if p := recover(); p != nil {
			result, err = nil, protocol.Errorf(protocol.InternalError, "%s: a bug in patgraph, not of the program: %v (%s)",
				method, p, batch.VersionLine())
			s.log(protocol.MessageTypeError, err.Error())
		}
		if !call && err != nil {
			s.log(protocol.MessageTypeWarning, method+": "+err.Error())
			result, err = nil, nil // the sender of a notification gets no error, and an error would end the stream
		}
	}()
	switch stage := s.stage.Load(); {
	case method == "exit":
		if stage == shut {
			s.stage.Store(hasExited)
		}
		close(s.exited)
		return nil, nil
	case stage == uninitialised && method != "initialize":
		if !call {
			return nil, nil
		}
		return nil, protocol.Errorf(protocol.ServerNotInitialized, "the session has not been initialized")
	case stage == running && method == "initialize":
		return nil, protocol.Errorf(protocol.InvalidRequest, "the session has been initialized already")
	case stage >= shut:
		if !call {
			return nil, nil
		}
		return nil, protocol.Errorf(protocol.InvalidRequest, "the session is shut down")
	case !call && strings.HasPrefix(method, "$/") && method != "$/setTrace" &&
		method != "$/cancelRequest":
		return nil, nil
	}
	if method == "$/cancelRequest" {
		return nil, s.cancelRequest(req)
	}
	ctx, done := s.begin(ctx, req)
	defer done()
	switch answer, ok := s.methods[method]; {
	case ctx.Err() != nil:
		return nil, protocol.ErrRequestCancelled
	case ok:
		return answer(ctx, req.Params)
	}
	return s.request(ctx, method, req.Params)
}

// begin makes the context of a request, which ends with the session or when the editor cancels the request.
func (s *server) begin(ctx context.Context, req *protocol.Message) (context.Context, context.CancelFunc) {
	own, cancel := context.WithCancel(ctx)
	id := req.ID
	if !req.IsCall() {
		return own, cancel
	}
	s.requests.Store(id, cancel)
	return own, func() {
		s.requests.Delete(id)
		cancel()
	}
}

// cancelRequest cancels a request.
func (s *server) cancelRequest(req *protocol.Message) error {
	var p protocol.CancelParams
	if err := protocol.Unmarshal(req.Params, &p); err != nil {
		return err
	}
	if cancel, ok := s.requests.Load(p.ID); ok {
		cancel.(context.CancelFunc)()
	}
	return nil
}

// ask sends a request whose result does not matter, and waits for its answer.
func (s *server) ask(ctx context.Context, method string, params any) {
	_, _ = s.conn.Call(ctx, method, params)
}

// log writes a line into the editor's log.
func (s *server) log(kind int, text string) {
	_ = s.conn.Notify("window/logMessage", &protocol.LogMessageParams{Type: kind, Message: text})
}

// Initialize begins the session.
func (s *server) Initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	s.able = abilitiesOf(&p.Capabilities)
	folders := p.WorkspaceFolders
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
		ServerInfo:   protocol.ServerInfo{Name: "patgraph", Version: batch.VersionText()},
	}, nil
}

func (s *server) addFolder(u uri.URI) {
	if path, ok := pathOf(u); ok {
		s.folders = append(s.folders, path)
	}
}

func abilitiesOf(c *protocol.ClientCapabilities) abilities {
	w, t := &c.Workspace, &c.TextDocument
	return abilities{
		bytes: slices.Contains(c.General.PositionEncodings, "utf-8"), show: c.Window.ShowDocument.Support,
		watch: w.DidChangeWatchedFiles.DynamicRegistration, changes: w.WorkspaceEdit.DocumentChanges,
		pull: t.Diagnostic != nil, refresh: w.Diagnostics.RefreshSupport, refreshHints: w.InlayHint.RefreshSupport,
		refreshLenses: w.CodeLens.RefreshSupport, refreshTokens: w.SemanticTokens.RefreshSupport,
		hierarchical: t.DocumentSymbol.HierarchicalDocumentSymbolSupport,
		resolve:      slices.Contains(t.CodeAction.ResolveSupport.Properties, "edit"),
	}
}

// scheme is the URI scheme of texts that are not files, such as the pages of codes.
const scheme = "patgraph"

// capabilities are the capabilities of the server.
func (s *server) capabilities() protocol.LSPAny {
	encoding := "utf-16"
	if s.able.bytes {
		encoding = "utf-8"
	}
	type glob struct {
		Pattern map[string]string `json:"pattern"`
	}
	var filters []glob
	for _, e := range s.program.Languages.Extensions() {
		filters = append(filters, glob{map[string]string{"glob": "**/*" + e}})
	}
	files := value(map[string]any{"filters": filters})
	return protocol.LSPAny(fmt.Sprintf(`{
		"positionEncoding": %q,
		"textDocumentSync": {"openClose": true, "change": 2, "save": true},
		"diagnosticProvider": {"interFileDependencies": true, "workspaceDiagnostics": true},
		"hoverProvider": true,
		"inlayHintProvider": true,
		"codeLensProvider": {"resolveProvider": true},
		"signatureHelpProvider": {"triggerCharacters": ["(", "{", ","]},
		"semanticTokensProvider": {"legend": {"tokenTypes": %s, "tokenModifiers": %s}, "range": true, "full": {}},
		"documentSymbolProvider": true,
		"workspaceSymbolProvider": true,
		"foldingRangeProvider": true,
		"selectionRangeProvider": true,
		"documentLinkProvider": {},
		"definitionProvider": true,
		"typeDefinitionProvider": true,
		"referencesProvider": true,
		"documentHighlightProvider": true,
		"renameProvider": {"prepareProvider": true},
		"callHierarchyProvider": true,
		"completionProvider": {"triggerCharacters": [".", "|", "/", "$", "%%", "@"]},
		"codeActionProvider": {"codeActionKinds": ["quickfix", "source.fixAll", "refactor"], "resolveProvider": true},
		"documentFormattingProvider": true,
		"documentRangeFormattingProvider": {"rangesSupport": true},
		"documentOnTypeFormattingProvider": {"firstTriggerCharacter": ";", "moreTriggerCharacter": ["}"]},
		"executeCommandProvider": {"commands": %s},
		"workspace": {
			"workspaceFolders": {"supported": true, "changeNotifications": true},
			"fileOperations": {"didRename": %s, "willRename": %[5]s},
			"textDocumentContent": {"schemes": [%q]}
		},
		"experimental": %s
	}`, encoding, value(tokenTypes), value(tokenModifiers), value(shownCommands()), files, scheme, s.experimental()))
}

// Initialized asks the editor to report changes of files.
func (s *server) Initialized(context.Context, *struct{}) error {
	if !s.able.watch {
		return nil
	}
	options := `{"watchers":[{"globPattern":"**/patgraph.toml"}`
	for _, e := range s.program.Languages.Extensions() {
		options += fmt.Sprintf(`,{"globPattern":"**/*%s"}`, e)
	}
	s.background(func(ctx context.Context) {
		s.ask(ctx, "client/registerCapability", &protocol.RegistrationParams{Registrations: []protocol.Registration{{
			ID: "files", Method: "workspace/didChangeWatchedFiles", RegisterOptions: protocol.LSPAny(options + "]}"),
		}}})
	})
	return nil
}

// refresh asks the editor to request again what it shows in texts that it has not changed itself.
func (s *server) refresh() {
	s.background(func(ctx context.Context) {
		if s.able.refreshHints {
			s.ask(ctx, "workspace/inlayHint/refresh", nil)
		}
		if s.able.refreshLenses {
			s.ask(ctx, "workspace/codeLens/refresh", nil)
		}
		if s.able.refreshTokens {
			s.ask(ctx, "workspace/semanticTokens/refresh", nil)
		}
		if s.able.pull && s.able.refresh {
			s.ask(ctx, "workspace/diagnostic/refresh", nil)
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
func (s *server) Shutdown(context.Context, *struct{}) error {
	s.stage.Store(shut)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.docs {
		d.snapshot.cancel()
	}
	return nil
}

// DidChangeConfiguration reloads everything; settings are in patgraph.toml.
func (s *server) DidChangeConfiguration(context.Context, *struct{}) error {
	s.reloadAll()
	return nil
}
