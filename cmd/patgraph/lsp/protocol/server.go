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

// asked adapts a method with an answer; told adapts one without.
func asked[P, R any](do func(context.Context, *P) (R, error)) func(context.Context, []byte) (any, error) {
	return func(ctx context.Context, text []byte) (any, error) {
		p := new(P)
		if err := Unmarshal(text, p); err != nil {
			return nil, jsonrpc2.Errorf(jsonrpc2.ErrParse.Code, "%v", err)
		}
		result, err := do(ctx, p)
		if err != nil || nothing(result) {
			return nil, err
		}
		return result, nil
	}
}

func told[P any](do func(context.Context, *P) error) func(context.Context, []byte) (any, error) {
	return asked(func(ctx context.Context, p *P) (any, error) { return nil, do(ctx, p) })
}

// ServerHandler dispatches requests to the methods of a server. The other handler is not used.
func ServerHandler(s Server, _ func(context.Context, *jsonrpc2.Request) (any, error)) func(context.Context, *jsonrpc2.Request) (any, error) {
	methods := map[string]func(context.Context, []byte) (any, error){
		MethodInitialize:                      asked(s.Initialize),
		"initialized":                         told(s.Initialized),
		"shutdown":                            func(ctx context.Context, _ []byte) (any, error) { return nil, s.Shutdown(ctx) },
		MethodSetTrace:                        told(s.SetTrace),
		"textDocument/codeAction":             asked(s.CodeAction),
		"codeAction/resolve":                  asked(s.CodeActionResolve),
		"textDocument/completion":             asked(s.Completion),
		"textDocument/definition":             asked(s.Definition),
		"textDocument/typeDefinition":         asked(s.TypeDefinition),
		"textDocument/documentHighlight":      asked(s.DocumentHighlight),
		"textDocument/references":             asked(s.References),
		"textDocument/prepareCallHierarchy":   asked(s.PrepareCallHierarchy),
		"callHierarchy/incomingCalls":         asked(s.IncomingCalls),
		"callHierarchy/outgoingCalls":         asked(s.OutgoingCalls),
		"textDocument/diagnostic":             asked(s.Diagnostic),
		"workspace/diagnostic":                asked(s.DiagnosticWorkspace),
		"textDocument/didOpen":                told(s.DidOpen),
		"textDocument/didChange":              told(s.DidChange),
		"textDocument/didClose":               told(s.DidClose),
		"textDocument/didSave":                told(s.DidSave),
		"workspace/didChangeConfiguration":    told(s.DidChangeConfiguration),
		MethodWorkspaceDidChangeWatchedFiles:  told(s.DidChangeWatchedFiles),
		"workspace/didRenameFiles":            told(s.DidRenameFiles),
		"workspace/didChangeWorkspaceFolders": told(s.DidChangeWorkspaceFolders),
		"workspace/willRenameFiles":           asked(s.WillRenameFiles),
		"textDocument/formatting":             asked(s.Formatting),
		"textDocument/rangeFormatting":        asked(s.RangeFormatting),
		"textDocument/rangesFormatting":       asked(s.RangesFormatting),
		"textDocument/onTypeFormatting":       asked(s.OnTypeFormatting),
		"textDocument/inlayHint":              asked(s.InlayHint),
		"textDocument/signatureHelp":          asked(s.SignatureHelp),
		"textDocument/hover":                  asked(s.Hover),
		"textDocument/codeLens":               asked(s.CodeLens),
		"workspace/executeCommand":            asked(s.ExecuteCommand),
		"workspace/textDocumentContent":       asked(s.TextDocumentContent),
		"textDocument/prepareRename":          asked(s.PrepareRename),
		"textDocument/rename":                 asked(s.Rename),
		"textDocument/foldingRange":           asked(s.FoldingRanges),
		"textDocument/selectionRange":         asked(s.SelectionRange),
		"textDocument/documentLink":           asked(s.DocumentLink),
		"textDocument/documentSymbol":         asked(s.DocumentSymbol),
		"workspace/symbol":                    asked(s.Symbols),
		"textDocument/semanticTokens/full":    asked(s.SemanticTokensFull),
		"textDocument/semanticTokens/range":   asked(s.SemanticTokensRange),
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
