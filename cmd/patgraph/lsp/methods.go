package lsp

import (
	"context"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
)

// A method answers a request or a notification, given its parameters.
type method func(ctx context.Context, params []byte) (any, error)

// call is the method of a function with an answer; notification is that of one without.
func call[P, R any](do func(context.Context, *P) (R, error)) method {
	return func(ctx context.Context, text []byte) (any, error) {
		p := new(P)
		if err := protocol.Unmarshal(text, p); err != nil {
			return nil, protocol.Errorf(protocol.ParseError, "%v", err)
		}
		result, err := do(ctx, p)
		if err != nil {
			return nil, err
		}
		return result, nil
	}
}

func notification[P any](do func(context.Context, *P) error) method {
	return call(func(ctx context.Context, p *P) (any, error) { return nil, do(ctx, p) })
}

// allMethods are the methods of the protocol, by name.
func (s *server) allMethods() map[string]method {
	return map[string]method{
		"initialize":                          call(s.Initialize),
		"initialized":                         notification(s.Initialized),
		"shutdown":                            notification(s.Shutdown),
		"$/setTrace":                          notification(func(context.Context, *struct{}) error { return nil }),
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
		"workspace/didChangeWatchedFiles":     notification(s.DidChangeWatchedFiles),
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
}
