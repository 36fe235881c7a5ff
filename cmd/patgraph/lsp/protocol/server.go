package protocol

import (
	"context"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/jsonrpc2"
)

// Server has the methods of a server.
type Server interface {
	Initialize(context.Context, *InitializeParams) (*InitializeResult, error)
	Initialized(context.Context, *InitializedParams) error
	Shutdown(context.Context) error
	SetTrace(context.Context, *SetTraceParams) error
	CodeAction(context.Context, *CodeActionParams) ([]CommandOrCodeAction, error)
	CodeActionResolve(context.Context, *CodeAction) (*CodeAction, error)
	Completion(context.Context, *CompletionParams) (CompletionResult, error)
	Definition(context.Context, *DefinitionParams) (DefinitionResult, error)
	TypeDefinition(context.Context, *TypeDefinitionParams) (DefinitionResult, error)
	DocumentHighlight(context.Context, *DocumentHighlightParams) ([]DocumentHighlight, error)
	References(context.Context, *ReferenceParams) ([]Location, error)
	PrepareCallHierarchy(context.Context, *CallHierarchyPrepareParams) ([]CallHierarchyItem, error)
	IncomingCalls(context.Context, *CallHierarchyIncomingCallsParams) ([]CallHierarchyIncomingCall, error)
	OutgoingCalls(context.Context, *CallHierarchyOutgoingCallsParams) ([]CallHierarchyOutgoingCall, error)
	Diagnostic(context.Context, *DocumentDiagnosticParams) (DocumentDiagnosticReport, error)
	DiagnosticWorkspace(context.Context, *WorkspaceDiagnosticParams) (*WorkspaceDiagnosticReport, error)
	DidOpen(context.Context, *DidOpenTextDocumentParams) error
	DidChange(context.Context, *DidChangeTextDocumentParams) error
	DidClose(context.Context, *DidCloseTextDocumentParams) error
	DidSave(context.Context, *DidSaveTextDocumentParams) error
	DidChangeConfiguration(context.Context, *DidChangeConfigurationParams) error
	DidChangeWatchedFiles(context.Context, *DidChangeWatchedFilesParams) error
	DidRenameFiles(context.Context, *RenameFilesParams) error
	DidChangeWorkspaceFolders(context.Context, *DidChangeWorkspaceFoldersParams) error
	WillRenameFiles(context.Context, *RenameFilesParams) (*WorkspaceEdit, error)
	Formatting(context.Context, *DocumentFormattingParams) ([]TextEdit, error)
	RangeFormatting(context.Context, *DocumentRangeFormattingParams) ([]TextEdit, error)
	RangesFormatting(context.Context, *DocumentRangesFormattingParams) ([]TextEdit, error)
	OnTypeFormatting(context.Context, *DocumentOnTypeFormattingParams) ([]TextEdit, error)
	InlayHint(context.Context, *InlayHintParams) ([]InlayHint, error)
	SignatureHelp(context.Context, *SignatureHelpParams) (*SignatureHelp, error)
	Hover(context.Context, *HoverParams) (*Hover, error)
	CodeLens(context.Context, *CodeLensParams) ([]CodeLens, error)
	ExecuteCommand(context.Context, *ExecuteCommandParams) (LSPAny, error)
	TextDocumentContent(context.Context, *TextDocumentContentParams) (*TextDocumentContentResult, error)
	PrepareRename(context.Context, *PrepareRenameParams) (PrepareRenameResult, error)
	Rename(context.Context, *RenameParams) (*WorkspaceEdit, error)
	FoldingRanges(context.Context, *FoldingRangeParams) ([]FoldingRange, error)
	SelectionRange(context.Context, *SelectionRangeParams) ([]SelectionRange, error)
	DocumentLink(context.Context, *DocumentLinkParams) ([]DocumentLink, error)
	DocumentSymbol(context.Context, *DocumentSymbolParams) (DocumentSymbolResult, error)
	Symbols(context.Context, *WorkspaceSymbolParams) (WorkspaceSymbolResult, error)
	SemanticTokensFull(context.Context, *SemanticTokensParams) (*SemanticTokens, error)
	SemanticTokensRange(context.Context, *SemanticTokensRangeParams) (*SemanticTokens, error)
	Request(ctx context.Context, method string, params any) (any, error)
}

// call adapts a method with an answer; notification adapts one without.
func call[P, R any](do func(context.Context, *P) (R, error)) func(context.Context, []byte) (any, error) {
	return func(ctx context.Context, text []byte) (any, error) {
		p := new(P)
		if err := Unmarshal(text, p); err != nil {
			return nil, jsonrpc2.Errorf(jsonrpc2.ErrParse.Code, "%v", err)
		}
		result, err := do(ctx, p)
		if err != nil || isNull(result) {
			return nil, err
		}
		return result, nil
	}
}

func notification[P any](do func(context.Context, *P) error) func(context.Context, []byte) (any, error) {
	return call(func(ctx context.Context, p *P) (any, error) { return nil, do(ctx, p) })
}

// ServerHandler dispatches requests to the methods of a server. The other handler is not used.
func ServerHandler(s Server,
	_ func(context.Context, *jsonrpc2.Request) (any, error)) func(context.Context, *jsonrpc2.Request) (any, error) {
	methods := map[string]func(context.Context, []byte) (any, error){
		MethodInitialize:                      call(s.Initialize),
		"initialized":                         notification(s.Initialized),
		"shutdown":                            func(ctx context.Context, _ []byte) (any, error) { return nil, s.Shutdown(ctx) },
		MethodSetTrace:                        notification(s.SetTrace),
		"textDocument/codeAction":             call(s.CodeAction),
		"codeAction/resolve":                  call(s.CodeActionResolve),
		"textDocument/completion":             call(s.Completion),
		"textDocument/definition":             call(s.Definition),
		"textDocument/typeDefinition":         call(s.TypeDefinition),
		"textDocument/documentHighlight":      call(s.DocumentHighlight),
		"textDocument/references":             call(s.References),
		"textDocument/prepareCallHierarchy":   call(s.PrepareCallHierarchy),
		"callHierarchy/incomingCalls":         call(s.IncomingCalls),
		"callHierarchy/outgoingCalls":         call(s.OutgoingCalls),
		"textDocument/diagnostic":             call(s.Diagnostic),
		"workspace/diagnostic":                call(s.DiagnosticWorkspace),
		"textDocument/didOpen":                notification(s.DidOpen),
		"textDocument/didChange":              notification(s.DidChange),
		"textDocument/didClose":               notification(s.DidClose),
		"textDocument/didSave":                notification(s.DidSave),
		"workspace/didChangeConfiguration":    notification(s.DidChangeConfiguration),
		MethodWorkspaceDidChangeWatchedFiles:  notification(s.DidChangeWatchedFiles),
		"workspace/didRenameFiles":            notification(s.DidRenameFiles),
		"workspace/didChangeWorkspaceFolders": notification(s.DidChangeWorkspaceFolders),
		"workspace/willRenameFiles":           call(s.WillRenameFiles),
		"textDocument/formatting":             call(s.Formatting),
		"textDocument/rangeFormatting":        call(s.RangeFormatting),
		"textDocument/rangesFormatting":       call(s.RangesFormatting),
		"textDocument/onTypeFormatting":       call(s.OnTypeFormatting),
		"textDocument/inlayHint":              call(s.InlayHint),
		"textDocument/signatureHelp":          call(s.SignatureHelp),
		"textDocument/hover":                  call(s.Hover),
		"textDocument/codeLens":               call(s.CodeLens),
		"workspace/executeCommand":            call(s.ExecuteCommand),
		"workspace/textDocumentContent":       call(s.TextDocumentContent),
		"textDocument/prepareRename":          call(s.PrepareRename),
		"textDocument/rename":                 call(s.Rename),
		"textDocument/foldingRange":           call(s.FoldingRanges),
		"textDocument/selectionRange":         call(s.SelectionRange),
		"textDocument/documentLink":           call(s.DocumentLink),
		"textDocument/documentSymbol":         call(s.DocumentSymbol),
		"workspace/symbol":                    call(s.Symbols),
		"textDocument/semanticTokens/full":    call(s.SemanticTokensFull),
		"textDocument/semanticTokens/range":   call(s.SemanticTokensRange),
	}
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		if ctx.Err() != nil {
			return nil, ErrRequestCancelled
		}
		if do, ok := methods[req.Method()]; ok {
			return do(ctx, req.Params())
		}
		return s.Request(ctx, req.Method(), LSPAny(req.Params()))
	}
}
