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

// asking is the method of a question about a document; at is that of one about a place in it.
func asking[R any](s *server, answer func(*view) (R, error)) method {
	return call(func(ctx context.Context, p *protocol.TextDocumentParams) (R, error) {
		return ask(ctx, s, p.TextDocument.URI, brief, answer)
	})
}

func at[R any](s *server, answer func(*view, int32) (R, error)) method {
	return call(func(ctx context.Context, p *protocol.TextDocumentPositionParams) (R, error) {
		return askAt(ctx, s, *p, brief, answer)
	})
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
		"textDocument/completion":             at(s, (*view).completion),
		"textDocument/definition":             at(s, (*view).definitionOf),
		"textDocument/typeDefinition":         at(s, (*view).typeDefinition),
		"textDocument/documentHighlight":      at(s, (*view).highlights),
		"textDocument/references":             call(s.References),
		"textDocument/prepareCallHierarchy":   at(s, (*view).callHierarchy),
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
		"textDocument/signatureHelp":          at(s, (*view).signatureHelp),
		"textDocument/hover":                  at(s, (*view).hoverAt),
		"textDocument/codeLens":               asking(s, (*view).codeLenses),
		"codeLens/resolve":                    call(s.CodeLensResolve),
		"workspace/executeCommand":            call(s.ExecuteCommand),
		"workspace/textDocumentContent":       call(s.TextDocumentContent),
		"textDocument/prepareRename":          at(s, (*view).prepareRename),
		"textDocument/rename":                 call(s.Rename),
		"textDocument/foldingRange":           asking(s, (*view).foldingRanges),
		"textDocument/selectionRange":         call(s.SelectionRange),
		"textDocument/documentLink":           asking(s, (*view).documentLinks),
		"textDocument/documentSymbol":         asking(s, (*view).documentSymbols),
		"workspace/symbol":                    call(s.Symbols),
		"textDocument/semanticTokens/full":    asking(s, (*view).semanticTokens),
		"textDocument/semanticTokens/range":   call(s.SemanticTokensRange),
	}
}
