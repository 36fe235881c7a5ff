package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/jsonrpc2"
)

// Types of strings and numbers.
type (
	CodeActionKind        string
	CompletionItemKind    uint32
	DiagnosticSeverity    uint32
	DiagnosticTag         uint32
	DocumentHighlightKind uint32
	FoldingRangeKind      string
	InlayHintKind         uint32
	LSPErrorCodes         int32
	LanguageKind          string
	MarkupKind            string
	MessageType           uint32
	PositionEncodingKind  string
	SymbolKind            uint32
	TextDocumentSyncKind  uint32

	Boolean bool
	Integer int32
	String  string
)

// A Union holds a value of one of several types.
type Union = any

// Unions that have names.
type (
	CommandOrCodeAction               = Union
	CompletionResult                  = Union
	DefinitionResult                  = Union
	DocumentDiagnosticReport          = Union
	DocumentSymbolResult              = Union
	PrepareRenameResult               = Union
	WorkspaceDocumentDiagnosticReport = Union
	WorkspaceSymbolResult             = Union
)

// Lists as results.
type (
	DiagnosticTags         []DiagnosticTag
	DocumentSymbolSlice    []DocumentSymbol
	LocationSlice          []Location
	SymbolInformationSlice []SymbolInformation
	WorkspaceSymbolSlice   []WorkspaceSymbol
)

// LSPAny is JSON text that is written unchanged.
type LSPAny []byte

// MarshalJSON returns the text.
func (a LSPAny) MarshalJSON() ([]byte, error) { return a, nil }

// UnmarshalJSON copies the text.
func (a *LSPAny) UnmarshalJSON(text []byte) error {
	*a = append(LSPAny{}, text...)
	return nil
}

// An Optional is a value that may be absent.
type Optional[T any] struct {
	value T
	set   bool
}

// NewOptional makes a present value.
func NewOptional[T any](v T) Optional[T] { return Optional[T]{v, true} }

// IsZero reports whether the value is absent.
func (o Optional[T]) IsZero() bool { return !o.set }

// Get returns the value, and whether it is present.
func (o Optional[T]) Get() (T, bool) { return o.value, o.set }

// MarshalJSON writes the value.
func (o Optional[T]) MarshalJSON() ([]byte, error) { return Marshal(o.value) }

// UnmarshalJSON reads the value; null means absent.
func (o *Optional[T]) UnmarshalJSON(text []byte) error {
	o.set = string(text) != "null"
	return json.Unmarshal(text, &o.value)
}

// A Nullable is a value, or null, which means absent.
type Nullable[T any] struct{ Optional[T] }

// NewNullable makes a present value.
func NewNullable[T any](v T) Nullable[T] { return Nullable[T]{NewOptional(v)} }

// NewDiagnosticTags makes a list of tags.
func NewDiagnosticTags(tags ...DiagnosticTag) DiagnosticTags { return tags }

// ContentChanges are *TextDocumentContentChangeWholeDocument or *TextDocumentContentChangePartial.
type ContentChanges []Union

// UnmarshalJSON chooses the type of each change.
func (c *ContentChanges) UnmarshalJSON(text []byte) error {
	var list []struct {
		Range *Range
		Text  string
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	*c = nil
	for _, x := range list {
		if x.Range != nil {
			*c = append(*c, &TextDocumentContentChangePartial{*x.Range, x.Text})
		} else {
			*c = append(*c, &TextDocumentContentChangeWholeDocument{x.Text})
		}
	}
	return nil
}

// ClientCapabilities are the capabilities of a client that the server uses.
type ClientCapabilities struct {
	General *struct {
		PositionEncodings []PositionEncodingKind `json:"positionEncodings"`
	} `json:"general"`
	Window *struct {
		ShowDocument *struct {
			Support bool `json:"support"`
		} `json:"showDocument"`
	} `json:"window"`
	Workspace *struct {
		DidChangeWatchedFiles *struct {
			DynamicRegistration *bool `json:"dynamicRegistration"`
		} `json:"didChangeWatchedFiles"`
		WorkspaceEdit *struct {
			DocumentChanges *bool `json:"documentChanges"`
		} `json:"workspaceEdit"`
		Diagnostics    *refreshing `json:"diagnostics"`
		InlayHint      *refreshing `json:"inlayHint"`
		CodeLens       *refreshing `json:"codeLens"`
		SemanticTokens *refreshing `json:"semanticTokens"`
	} `json:"workspace"`
	TextDocument *struct {
		Diagnostic     *struct{} `json:"diagnostic"`
		DocumentSymbol *struct {
			HierarchicalDocumentSymbolSupport *bool `json:"hierarchicalDocumentSymbolSupport"`
		} `json:"documentSymbol"`
		Completion *struct {
			CompletionItem *struct {
				SnippetSupport *bool `json:"snippetSupport"`
			} `json:"completionItem"`
		} `json:"completion"`
		CodeAction *struct {
			ResolveSupport struct {
				Properties []string `json:"properties"`
			} `json:"resolveSupport"`
		} `json:"codeAction"`
	} `json:"textDocument"`
}

type refreshing struct {
	RefreshSupport *bool `json:"refreshSupport"`
}

// The errors of requests whose result is no longer needed.
var (
	ErrContentModified  = jsonrpc2.NewError(-32801, "content modified")
	ErrRequestCancelled = jsonrpc2.NewError(-32800, "cancelled JSON-RPC")
)

// Marshal writes a value as JSON without HTML escapes.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// Unmarshal reads a value; an empty text leaves it unchanged.
func Unmarshal(text []byte, v any) error {
	if len(text) == 0 {
		return nil
	}
	return json.Unmarshal(text, v)
}

// Client has the requests and notifications that the server sends to a client.
type Client interface {
	CodeLensRefresh(ctx context.Context) error
	DiagnosticRefresh(ctx context.Context) error
	InlayHintRefresh(ctx context.Context) error
	LogMessage(ctx context.Context, p *LogMessageParams) error
	PublishDiagnostics(ctx context.Context, p *PublishDiagnosticsParams) error
	RegisterCapability(ctx context.Context, p *RegistrationParams) error
	SemanticTokensRefresh(ctx context.Context) error
	ShowDocument(ctx context.Context, p *ShowDocumentParams) (any, error)
}

type client struct{ jsonrpc2.Conn }

// ClientDispatcher is the client at the other end of a connection.
func ClientDispatcher(c jsonrpc2.Conn) Client { return client{c} }

func (c client) CodeLensRefresh(ctx context.Context) error {
	return c.Call(ctx, "workspace/codeLens/refresh", nil)
}

func (c client) DiagnosticRefresh(ctx context.Context) error {
	return c.Call(ctx, "workspace/diagnostic/refresh", nil)
}

func (c client) InlayHintRefresh(ctx context.Context) error {
	return c.Call(ctx, "workspace/inlayHint/refresh", nil)
}

func (c client) SemanticTokensRefresh(ctx context.Context) error {
	return c.Call(ctx, "workspace/semanticTokens/refresh", nil)
}

func (c client) LogMessage(ctx context.Context, p *LogMessageParams) error {
	return c.Notify(ctx, "window/logMessage", p)
}

func (c client) PublishDiagnostics(ctx context.Context, p *PublishDiagnosticsParams) error {
	return c.Notify(ctx, "textDocument/publishDiagnostics", p)
}

func (c client) RegisterCapability(ctx context.Context, p *RegistrationParams) error {
	return c.Call(ctx, "client/registerCapability", p)
}

func (c client) ShowDocument(ctx context.Context, p *ShowDocumentParams) (any, error) {
	return nil, c.Call(ctx, "window/showDocument", p)
}

// isNull reports whether an answer is empty, which is written as null.
func isNull(v any) bool {
	r := reflect.ValueOf(v)
	switch r.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		return r.IsNil()
	}
	return false
}
