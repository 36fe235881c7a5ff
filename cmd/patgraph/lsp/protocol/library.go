//go:build !js

package protocol

import "go.lsp.dev/protocol"

// What lsp uses of the library.
type (
	Boolean                                    = protocol.Boolean
	CallHierarchyIncomingCall                  = protocol.CallHierarchyIncomingCall
	CallHierarchyIncomingCallsParams           = protocol.CallHierarchyIncomingCallsParams
	CallHierarchyItem                          = protocol.CallHierarchyItem
	CallHierarchyOutgoingCall                  = protocol.CallHierarchyOutgoingCall
	CallHierarchyOutgoingCallsParams           = protocol.CallHierarchyOutgoingCallsParams
	CallHierarchyPrepareParams                 = protocol.CallHierarchyPrepareParams
	CancelParams                               = protocol.CancelParams
	Client                                     = protocol.Client
	ClientCapabilities                         = protocol.ClientCapabilities
	CodeAction                                 = protocol.CodeAction
	CodeActionKind                             = protocol.CodeActionKind
	CodeActionOptions                          = protocol.CodeActionOptions
	CodeActionParams                           = protocol.CodeActionParams
	CodeDescription                            = protocol.CodeDescription
	CodeLens                                   = protocol.CodeLens
	CodeLensOptions                            = protocol.CodeLensOptions
	CodeLensParams                             = protocol.CodeLensParams
	Command                                    = protocol.Command
	CommandOrCodeAction                        = protocol.CommandOrCodeAction
	CompletionItem                             = protocol.CompletionItem
	CompletionItemKind                         = protocol.CompletionItemKind
	CompletionList                             = protocol.CompletionList
	CompletionOptions                          = protocol.CompletionOptions
	CompletionParams                           = protocol.CompletionParams
	CompletionResult                           = protocol.CompletionResult
	DefinitionParams                           = protocol.DefinitionParams
	DefinitionResult                           = protocol.DefinitionResult
	Diagnostic                                 = protocol.Diagnostic
	DiagnosticOptions                          = protocol.DiagnosticOptions
	DiagnosticRelatedInformation               = protocol.DiagnosticRelatedInformation
	DiagnosticSeverity                         = protocol.DiagnosticSeverity
	DidChangeConfigurationParams               = protocol.DidChangeConfigurationParams
	DidChangeTextDocumentParams                = protocol.DidChangeTextDocumentParams
	DidChangeWatchedFilesParams                = protocol.DidChangeWatchedFilesParams
	DidChangeWorkspaceFoldersParams            = protocol.DidChangeWorkspaceFoldersParams
	DidCloseTextDocumentParams                 = protocol.DidCloseTextDocumentParams
	DidOpenTextDocumentParams                  = protocol.DidOpenTextDocumentParams
	DidSaveTextDocumentParams                  = protocol.DidSaveTextDocumentParams
	DocumentDiagnosticParams                   = protocol.DocumentDiagnosticParams
	DocumentDiagnosticReport                   = protocol.DocumentDiagnosticReport
	DocumentFormattingParams                   = protocol.DocumentFormattingParams
	DocumentHighlight                          = protocol.DocumentHighlight
	DocumentHighlightParams                    = protocol.DocumentHighlightParams
	DocumentLink                               = protocol.DocumentLink
	DocumentLinkOptions                        = protocol.DocumentLinkOptions
	DocumentLinkParams                         = protocol.DocumentLinkParams
	DocumentOnTypeFormattingOptions            = protocol.DocumentOnTypeFormattingOptions
	DocumentOnTypeFormattingParams             = protocol.DocumentOnTypeFormattingParams
	DocumentRangeFormattingOptions             = protocol.DocumentRangeFormattingOptions
	DocumentRangeFormattingParams              = protocol.DocumentRangeFormattingParams
	DocumentRangesFormattingParams             = protocol.DocumentRangesFormattingParams
	DocumentSymbol                             = protocol.DocumentSymbol
	DocumentSymbolParams                       = protocol.DocumentSymbolParams
	DocumentSymbolResult                       = protocol.DocumentSymbolResult
	DocumentSymbolSlice                        = protocol.DocumentSymbolSlice
	ExecuteCommandOptions                      = protocol.ExecuteCommandOptions
	ExecuteCommandParams                       = protocol.ExecuteCommandParams
	FileOperationFilter                        = protocol.FileOperationFilter
	FileOperationOptions                       = protocol.FileOperationOptions
	FileOperationPattern                       = protocol.FileOperationPattern
	FileOperationRegistrationOptions           = protocol.FileOperationRegistrationOptions
	FoldingRange                               = protocol.FoldingRange
	FoldingRangeKind                           = protocol.FoldingRangeKind
	FoldingRangeParams                         = protocol.FoldingRangeParams
	FullDocumentDiagnosticReport               = protocol.FullDocumentDiagnosticReport
	Hover                                      = protocol.Hover
	HoverParams                                = protocol.HoverParams
	InitializeParams                           = protocol.InitializeParams
	InitializeResult                           = protocol.InitializeResult
	InitializedParams                          = protocol.InitializedParams
	InlayHint                                  = protocol.InlayHint
	InlayHintParams                            = protocol.InlayHintParams
	Integer                                    = protocol.Integer
	LSPAny                                     = protocol.LSPAny
	Location                                   = protocol.Location
	LocationSlice                              = protocol.LocationSlice
	LogMessageParams                           = protocol.LogMessageParams
	MarkupContent                              = protocol.MarkupContent
	MessageType                                = protocol.MessageType
	OptionalVersionedTextDocumentIdentifier    = protocol.OptionalVersionedTextDocumentIdentifier
	ParameterInformation                       = protocol.ParameterInformation
	Position                                   = protocol.Position
	PrepareRenameParams                        = protocol.PrepareRenameParams
	PrepareRenamePlaceholder                   = protocol.PrepareRenamePlaceholder
	PrepareRenameResult                        = protocol.PrepareRenameResult
	PublishDiagnosticsParams                   = protocol.PublishDiagnosticsParams
	Range                                      = protocol.Range
	ReferenceParams                            = protocol.ReferenceParams
	Registration                               = protocol.Registration
	RegistrationParams                         = protocol.RegistrationParams
	RelatedFullDocumentDiagnosticReport        = protocol.RelatedFullDocumentDiagnosticReport
	RelatedUnchangedDocumentDiagnosticReport   = protocol.RelatedUnchangedDocumentDiagnosticReport
	RenameFilesParams                          = protocol.RenameFilesParams
	RenameOptions                              = protocol.RenameOptions
	RenameParams                               = protocol.RenameParams
	SelectionRange                             = protocol.SelectionRange
	SelectionRangeParams                       = protocol.SelectionRangeParams
	SemanticTokens                             = protocol.SemanticTokens
	SemanticTokensFullDelta                    = protocol.SemanticTokensFullDelta
	SemanticTokensLegend                       = protocol.SemanticTokensLegend
	SemanticTokensOptions                      = protocol.SemanticTokensOptions
	SemanticTokensParams                       = protocol.SemanticTokensParams
	SemanticTokensRangeParams                  = protocol.SemanticTokensRangeParams
	Server                                     = protocol.Server
	ServerCapabilities                         = protocol.ServerCapabilities
	ServerInfo                                 = protocol.ServerInfo
	SetTraceParams                             = protocol.SetTraceParams
	ShowDocumentParams                         = protocol.ShowDocumentParams
	SignatureHelp                              = protocol.SignatureHelp
	SignatureHelpOptions                       = protocol.SignatureHelpOptions
	SignatureHelpParams                        = protocol.SignatureHelpParams
	SignatureInformation                       = protocol.SignatureInformation
	String                                     = protocol.String
	SymbolInformation                          = protocol.SymbolInformation
	SymbolInformationSlice                     = protocol.SymbolInformationSlice
	SymbolKind                                 = protocol.SymbolKind
	TextDocumentContentChangePartial           = protocol.TextDocumentContentChangePartial
	TextDocumentContentChangeWholeDocument     = protocol.TextDocumentContentChangeWholeDocument
	TextDocumentContentOptions                 = protocol.TextDocumentContentOptions
	TextDocumentContentParams                  = protocol.TextDocumentContentParams
	TextDocumentContentResult                  = protocol.TextDocumentContentResult
	TextDocumentEdit                           = protocol.TextDocumentEdit
	TextDocumentIdentifier                     = protocol.TextDocumentIdentifier
	TextDocumentPositionParams                 = protocol.TextDocumentPositionParams
	TextDocumentSyncOptions                    = protocol.TextDocumentSyncOptions
	TextEdit                                   = protocol.TextEdit
	TypeDefinitionParams                       = protocol.TypeDefinitionParams
	UnchangedDocumentDiagnosticReport          = protocol.UnchangedDocumentDiagnosticReport
	UnimplementedServer                        = protocol.UnimplementedServer
	WorkspaceDiagnosticParams                  = protocol.WorkspaceDiagnosticParams
	WorkspaceDiagnosticReport                  = protocol.WorkspaceDiagnosticReport
	WorkspaceDocumentDiagnosticReport          = protocol.WorkspaceDocumentDiagnosticReport
	WorkspaceEdit                              = protocol.WorkspaceEdit
	WorkspaceFoldersServerCapabilities         = protocol.WorkspaceFoldersServerCapabilities
	WorkspaceFullDocumentDiagnosticReport      = protocol.WorkspaceFullDocumentDiagnosticReport
	WorkspaceOptions                           = protocol.WorkspaceOptions
	WorkspaceSymbol                            = protocol.WorkspaceSymbol
	WorkspaceSymbolParams                      = protocol.WorkspaceSymbolParams
	WorkspaceSymbolResult                      = protocol.WorkspaceSymbolResult
	WorkspaceSymbolSlice                       = protocol.WorkspaceSymbolSlice
	WorkspaceUnchangedDocumentDiagnosticReport = protocol.WorkspaceUnchangedDocumentDiagnosticReport
)

// Likewise.
const (
	CodeActionKindQuickFix               = protocol.CodeActionKindQuickFix
	CodeActionKindSourceFixAll           = protocol.CodeActionKindSourceFixAll
	CompletionItemKindClass              = protocol.CompletionItemKindClass
	CompletionItemKindEnumMember         = protocol.CompletionItemKindEnumMember
	CompletionItemKindField              = protocol.CompletionItemKindField
	CompletionItemKindFunction           = protocol.CompletionItemKindFunction
	CompletionItemKindInterface          = protocol.CompletionItemKindInterface
	CompletionItemKindKeyword            = protocol.CompletionItemKindKeyword
	CompletionItemKindOperator           = protocol.CompletionItemKindOperator
	CompletionItemKindSnippet            = protocol.CompletionItemKindSnippet
	CompletionItemKindTypeParameter      = protocol.CompletionItemKindTypeParameter
	CompletionItemKindVariable           = protocol.CompletionItemKindVariable
	DiagnosticSeverityError              = protocol.DiagnosticSeverityError
	DiagnosticSeverityInformation        = protocol.DiagnosticSeverityInformation
	DiagnosticSeverityWarning            = protocol.DiagnosticSeverityWarning
	DiagnosticTagUnnecessary             = protocol.DiagnosticTagUnnecessary
	DocumentHighlightKindRead            = protocol.DocumentHighlightKindRead
	DocumentHighlightKindWrite           = protocol.DocumentHighlightKindWrite
	FoldingRangeKindComment              = protocol.FoldingRangeKindComment
	InlayHintKindType                    = protocol.InlayHintKindType
	LSPErrorCodesRequestFailed           = protocol.LSPErrorCodesRequestFailed
	MarkupKindMarkdown                   = protocol.MarkupKindMarkdown
	MessageTypeError                     = protocol.MessageTypeError
	MessageTypeWarning                   = protocol.MessageTypeWarning
	MethodCancelRequest                  = protocol.MethodCancelRequest
	MethodExit                           = protocol.MethodExit
	MethodInitialize                     = protocol.MethodInitialize
	MethodSetTrace                       = protocol.MethodSetTrace
	MethodWorkspaceDidChangeWatchedFiles = protocol.MethodWorkspaceDidChangeWatchedFiles
	PositionEncodingKindUTF16            = protocol.PositionEncodingKindUTF16
	PositionEncodingKindUTF8             = protocol.PositionEncodingKindUTF8
	SymbolKindClass                      = protocol.SymbolKindClass
	SymbolKindEnumMember                 = protocol.SymbolKindEnumMember
	SymbolKindEvent                      = protocol.SymbolKindEvent
	SymbolKindField                      = protocol.SymbolKindField
	SymbolKindFunction                   = protocol.SymbolKindFunction
	SymbolKindInterface                  = protocol.SymbolKindInterface
	SymbolKindOperator                   = protocol.SymbolKindOperator
	TextDocumentSyncKindIncremental      = protocol.TextDocumentSyncKindIncremental
)

// What requests are answered with that are not wanted any more.
var (
	ErrContentModified  = protocol.ErrContentModified
	ErrRequestCancelled = protocol.ErrRequestCancelled
)

// Functions of the library.
var (
	ClientDispatcher  = protocol.ClientDispatcher
	Marshal           = protocol.Marshal
	NewDiagnosticTags = protocol.NewDiagnosticTags
	ServerHandler     = protocol.ServerHandler
	Unmarshal         = protocol.Unmarshal
)

// Clone copies a value with all that it refers to.
func Clone[T any](v T) (T, error) { return protocol.Clone(v) }

// NewNullable is a value in the place of null.
func NewNullable[T any](v T) protocol.Nullable[T] { return protocol.NewNullable(v) }

// NewOptional is a value that is there.
func NewOptional[T any](v T) protocol.Optional[T] { return protocol.NewOptional(v) }
