package protocol

// Constants of the protocol.
const (
	CodeActionKindQuickFix               CodeActionKind        = "quickfix"
	CodeActionKindSourceFixAll           CodeActionKind        = "source.fixAll"
	CompletionItemKindClass              CompletionItemKind    = 7
	CompletionItemKindEnumMember         CompletionItemKind    = 20
	CompletionItemKindField              CompletionItemKind    = 5
	CompletionItemKindFunction           CompletionItemKind    = 3
	CompletionItemKindInterface          CompletionItemKind    = 8
	CompletionItemKindKeyword            CompletionItemKind    = 14
	CompletionItemKindOperator           CompletionItemKind    = 24
	CompletionItemKindSnippet            CompletionItemKind    = 15
	CompletionItemKindTypeParameter      CompletionItemKind    = 25
	CompletionItemKindVariable           CompletionItemKind    = 6
	DiagnosticSeverityError              DiagnosticSeverity    = 1
	DiagnosticSeverityInformation        DiagnosticSeverity    = 3
	DiagnosticSeverityWarning            DiagnosticSeverity    = 2
	DiagnosticTagUnnecessary             DiagnosticTag         = 1
	DocumentHighlightKindRead            DocumentHighlightKind = 2
	DocumentHighlightKindWrite           DocumentHighlightKind = 3
	FoldingRangeKindComment              FoldingRangeKind      = "comment"
	InlayHintKindType                    InlayHintKind         = 1
	LSPErrorCodesRequestFailed           LSPErrorCodes         = -32803
	MarkupKindMarkdown                   MarkupKind            = "markdown"
	MessageTypeError                     MessageType           = 1
	MessageTypeWarning                   MessageType           = 2
	MethodCancelRequest                                        = "$/cancelRequest"
	MethodExit                                                 = "exit"
	MethodInitialize                                           = "initialize"
	MethodSetTrace                                             = "$/setTrace"
	MethodWorkspaceDidChangeWatchedFiles                       = "workspace/didChangeWatchedFiles"
	PositionEncodingKindUTF16            PositionEncodingKind  = "utf-16"
	PositionEncodingKindUTF8             PositionEncodingKind  = "utf-8"
	SymbolKindClass                      SymbolKind            = 5
	SymbolKindEnumMember                 SymbolKind            = 22
	SymbolKindEvent                      SymbolKind            = 24
	SymbolKindField                      SymbolKind            = 8
	SymbolKindFunction                   SymbolKind            = 12
	SymbolKindInterface                  SymbolKind            = 11
	SymbolKindOperator                   SymbolKind            = 25
	TextDocumentSyncKindIncremental      TextDocumentSyncKind  = 2
)
