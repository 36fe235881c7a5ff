package protocol

import "go.lsp.dev/uri"

// The messages, with the fields that the server uses.
type (
	TextDocumentIdentifier struct {
		URI uri.URI `json:"uri"`
	}
	Position struct {
		Line      uint32 `json:"line"`
		Character uint32 `json:"character"`
	}
	Range struct {
		Start Position `json:"start"`
		End   Position `json:"end"`
	}
	Location struct {
		URI   uri.URI `json:"uri"`
		Range Range   `json:"range"`
	}
	TextEdit struct {
		Range   Range  `json:"range"`
		NewText string `json:"newText"`
	}
	Command struct {
		Title     string   `json:"title"`
		Command   string   `json:"command"`
		Arguments []LSPAny `json:"arguments,omitzero"`
	}
	MarkupContent struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	}
	TextDocumentParams struct {
		TextDocument TextDocumentIdentifier `json:"textDocument"`
	}
	TextDocumentRangeParams struct {
		TextDocument TextDocumentIdentifier `json:"textDocument"`
		Range        Range                  `json:"range"`
	}
	TextDocumentPositionParams struct {
		TextDocument TextDocumentIdentifier `json:"textDocument"`
		Position     Position               `json:"position"`
	}
	CodeDescription struct {
		Href uri.URI `json:"href"`
	}
	DiagnosticRelatedInformation struct {
		Location Location `json:"location"`
		Message  string   `json:"message"`
	}
	Diagnostic struct {
		Range              Range                          `json:"range"`
		Severity           int                            `json:"severity,omitzero"`
		Code               string                         `json:"code,omitzero"`
		CodeDescription    CodeDescription                `json:"codeDescription,omitzero"`
		Source             string                         `json:"source,omitzero"`
		Message            string                         `json:"message"`
		Tags               []int                          `json:"tags,omitzero"`
		RelatedInformation []DiagnosticRelatedInformation `json:"relatedInformation,omitzero"`
	}
	PublishDiagnosticsParams struct {
		URI         uri.URI      `json:"uri"`
		Version     *int32       `json:"version,omitzero"`
		Diagnostics []Diagnostic `json:"diagnostics"`
	}
	CodeActionContext struct {
		Only []string `json:"only,omitzero"`
	}
	CodeActionParams struct {
		TextDocument TextDocumentIdentifier `json:"textDocument"`
		Range        Range                  `json:"range"`
		Context      CodeActionContext      `json:"context"`
	}
	CodeAction struct {
		Title       string         `json:"title"`
		Kind        *string        `json:"kind,omitzero"`
		Diagnostics []Diagnostic   `json:"diagnostics,omitzero"`
		IsPreferred *bool          `json:"isPreferred,omitzero"`
		Edit        *WorkspaceEdit `json:"edit,omitzero"`
		Command     Command        `json:"command,omitzero"`
		Data        LSPAny         `json:"data,omitzero"`
	}
	WorkspaceEdit struct {
		Changes         map[uri.URI][]TextEdit `json:"changes,omitzero"`
		DocumentChanges []any                  `json:"documentChanges,omitzero"`
	}
	OptionalVersionedTextDocumentIdentifier struct {
		TextDocumentIdentifier
		Version *int32 `json:"version"`
	}
	TextDocumentEdit struct {
		TextDocument OptionalVersionedTextDocumentIdentifier `json:"textDocument"`
		Edits        []any                                   `json:"edits"`
	}
	CodeLens struct {
		Range   Range   `json:"range"`
		Command Command `json:"command,omitzero"`
		Data    LSPAny  `json:"data,omitzero"`
	}
	CompletionItem struct {
		Label               string             `json:"label"`
		Kind                CompletionItemKind `json:"kind,omitzero"`
		Detail              string             `json:"detail,omitzero"`
		SortText            string             `json:"sortText,omitzero"`
		FilterText          *string            `json:"filterText,omitzero"`
		TextEdit            any                `json:"textEdit,omitzero"`
		AdditionalTextEdits []TextEdit         `json:"additionalTextEdits,omitzero"`
	}
	CompletionList struct {
		IsIncomplete bool             `json:"isIncomplete"`
		Items        []CompletionItem `json:"items"`
	}
	DocumentHighlight struct {
		Range Range `json:"range"`
		Kind  int   `json:"kind,omitzero"`
	}
	CallHierarchyItem struct {
		Name           string     `json:"name"`
		Kind           SymbolKind `json:"kind"`
		Detail         *string    `json:"detail,omitzero"`
		URI            uri.URI    `json:"uri"`
		Range          Range      `json:"range"`
		SelectionRange Range      `json:"selectionRange"`
	}
	CallHierarchyIncomingCall struct {
		From       CallHierarchyItem `json:"from"`
		FromRanges []Range           `json:"fromRanges"`
	}
	CallHierarchyOutgoingCall struct {
		To         CallHierarchyItem `json:"to"`
		FromRanges []Range           `json:"fromRanges"`
	}
	CallHierarchyCallsParams struct {
		Item CallHierarchyItem `json:"item"`
	}
	CancelParams struct {
		ID ID `json:"id"`
	}
	RenameParams struct {
		TextDocumentPositionParams
		NewName string `json:"newName"`
	}
	ReferenceContext struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	}
	ReferenceParams struct {
		TextDocumentPositionParams
		Context ReferenceContext `json:"context"`
	}
	Hover struct {
		Contents MarkupContent `json:"contents"`
		Range    *Range        `json:"range,omitzero"`
	}
	VersionedTextDocumentIdentifier struct {
		TextDocumentIdentifier
		Version int32 `json:"version"`
	}
	DidChangeTextDocumentParams struct {
		TextDocument   VersionedTextDocumentIdentifier `json:"textDocument"`
		ContentChanges []ContentChange                 `json:"contentChanges"`
	}
	FileEvent struct {
		URI uri.URI `json:"uri"`
	}
	DidChangeWatchedFilesParams struct {
		Changes []FileEvent `json:"changes"`
	}
	WorkspaceFolder struct {
		URI uri.URI `json:"uri"`
	}
	WorkspaceFoldersChangeEvent struct {
		Added   []WorkspaceFolder `json:"added"`
		Removed []WorkspaceFolder `json:"removed"`
	}
	DidChangeWorkspaceFoldersParams struct {
		Event WorkspaceFoldersChangeEvent `json:"event"`
	}
	TextDocumentItem struct {
		URI        uri.URI `json:"uri"`
		LanguageID string  `json:"languageId"`
		Version    int32   `json:"version"`
		Text       string  `json:"text"`
	}
	DidOpenTextDocumentParams struct {
		TextDocument TextDocumentItem `json:"textDocument"`
	}
	DocumentDiagnosticParams struct {
		TextDocument     TextDocumentIdentifier `json:"textDocument"`
		PreviousResultID *string                `json:"previousResultId,omitzero"`
	}
	FullDocumentDiagnosticReport struct {
		Kind     string       `json:"kind"`
		ResultID *string      `json:"resultId,omitzero"`
		Items    []Diagnostic `json:"items"`
	}
	UnchangedDocumentDiagnosticReport struct {
		Kind     string `json:"kind"`
		ResultID string `json:"resultId"`
	}
	WorkspaceFullDocumentDiagnosticReport struct {
		FullDocumentDiagnosticReport
		URI     uri.URI `json:"uri"`
		Version *int32  `json:"version"`
	}
	WorkspaceUnchangedDocumentDiagnosticReport struct {
		UnchangedDocumentDiagnosticReport
		URI     uri.URI `json:"uri"`
		Version *int32  `json:"version"`
	}
	PreviousResultId struct {
		URI   uri.URI `json:"uri"`
		Value string  `json:"value"`
	}
	WorkspaceDiagnosticParams struct {
		PreviousResultIds []PreviousResultId `json:"previousResultIds"`
	}
	WorkspaceDiagnosticReport struct {
		Items []any `json:"items"`
	}
	DocumentRangesFormattingParams struct {
		TextDocument TextDocumentIdentifier `json:"textDocument"`
		Ranges       []Range                `json:"ranges"`
	}
	DocumentLink struct {
		Range  Range    `json:"range"`
		Target *uri.URI `json:"target,omitzero"`
	}
	DocumentSymbol struct {
		Name           string           `json:"name"`
		Detail         *string          `json:"detail,omitzero"`
		Kind           SymbolKind       `json:"kind"`
		Range          Range            `json:"range"`
		SelectionRange Range            `json:"selectionRange"`
		Children       []DocumentSymbol `json:"children,omitzero"`
	}
	BaseSymbolInformation struct {
		Name string     `json:"name"`
		Kind SymbolKind `json:"kind"`
	}
	SymbolInformation struct {
		BaseSymbolInformation
		Location Location `json:"location"`
	}
	WorkspaceSymbol struct {
		BaseSymbolInformation
		Location any `json:"location"`
	}
	WorkspaceSymbolParams struct {
		Query string `json:"query"`
	}
	ExecuteCommandParams struct {
		Command   string   `json:"command"`
		Arguments []LSPAny `json:"arguments,omitzero"`
	}
	FileRename struct {
		OldURI string `json:"oldUri"`
		NewURI string `json:"newUri"`
	}
	RenameFilesParams struct {
		Files []FileRename `json:"files"`
	}
	FoldingRange struct {
		StartLine uint32 `json:"startLine"`
		EndLine   uint32 `json:"endLine"`
		Kind      string `json:"kind,omitzero"`
	}
	SelectionRange struct {
		Range  Range           `json:"range"`
		Parent *SelectionRange `json:"parent,omitzero"`
	}
	SelectionRangeParams struct {
		TextDocument TextDocumentIdentifier `json:"textDocument"`
		Positions    []Position             `json:"positions"`
	}
	InlayHint struct {
		Position Position `json:"position"`
		Label    string   `json:"label"`
		Kind     int      `json:"kind,omitzero"`
		Tooltip  string   `json:"tooltip,omitzero"`
	}
	ParameterInformation struct {
		Label string `json:"label"`
	}
	SignatureInformation struct {
		Label      string                 `json:"label"`
		Parameters []ParameterInformation `json:"parameters,omitzero"`
	}
	SignatureHelp struct {
		Signatures      []SignatureInformation `json:"signatures"`
		ActiveParameter *uint32                `json:"activeParameter,omitzero"`
	}
	PrepareRenamePlaceholder struct {
		Range       Range  `json:"range"`
		Placeholder string `json:"placeholder"`
	}
	Registration struct {
		ID              string `json:"id"`
		Method          string `json:"method"`
		RegisterOptions LSPAny `json:"registerOptions,omitzero"`
	}
	RegistrationParams struct {
		Registrations []Registration `json:"registrations"`
	}
	SemanticTokens struct {
		Data []uint32 `json:"data"`
	}
	LogMessageParams struct {
		Type    int    `json:"type"`
		Message string `json:"message"`
	}
	ShowDocumentParams struct {
		URI      uri.URI `json:"uri"`
		External *bool   `json:"external,omitzero"`
	}
	// A ContentChange without a range replaces the whole text.
	ContentChange struct {
		Range *Range `json:"range"`
		Text  string `json:"text"`
	}
	TextDocumentContentParams struct {
		URI uri.URI `json:"uri"`
	}
	TextDocumentContentResult struct {
		Text string `json:"text"`
	}
	InitializeResult struct {
		Capabilities LSPAny     `json:"capabilities"`
		ServerInfo   ServerInfo `json:"serverInfo,omitzero"`
	}
	ServerInfo struct {
		Name    string `json:"name"`
		Version string `json:"version,omitzero"`
	}
	InitializeParams struct {
		RootURI          *uri.URI           `json:"rootUri"`
		Capabilities     ClientCapabilities `json:"capabilities"`
		WorkspaceFolders []WorkspaceFolder  `json:"workspaceFolders,omitzero"`
	}
)

// Kinds, by the names of the specification.
type (
	CompletionItemKind uint32
	SymbolKind         uint32
)

// Constants of the protocol.
const (
	CompletionItemKindFunction      CompletionItemKind = 3
	CompletionItemKindField         CompletionItemKind = 5
	CompletionItemKindVariable      CompletionItemKind = 6
	CompletionItemKindClass         CompletionItemKind = 7
	CompletionItemKindInterface     CompletionItemKind = 8
	CompletionItemKindKeyword       CompletionItemKind = 14
	CompletionItemKindSnippet       CompletionItemKind = 15
	CompletionItemKindEnumMember    CompletionItemKind = 20
	CompletionItemKindOperator      CompletionItemKind = 24
	CompletionItemKindTypeParameter CompletionItemKind = 25

	SymbolKindClass      SymbolKind = 5
	SymbolKindField      SymbolKind = 8
	SymbolKindInterface  SymbolKind = 11
	SymbolKindFunction   SymbolKind = 12
	SymbolKindEnumMember SymbolKind = 22
	SymbolKindEvent      SymbolKind = 24
	SymbolKindOperator   SymbolKind = 25

	DiagnosticSeverityError       = 1
	DiagnosticSeverityWarning     = 2
	DiagnosticSeverityInformation = 3
	DiagnosticTagUnnecessary      = 1
	DocumentHighlightKindRead     = 2
	DocumentHighlightKindWrite    = 3
	InlayHintKindType             = 1
	MessageTypeError              = 1
	MessageTypeWarning            = 2

	CodeActionKindQuickFix     = "quickfix"
	CodeActionKindSourceFixAll = "source.fixAll"
	CodeActionKindRefactor     = "refactor"
	FoldingRangeKindComment    = "comment"
	MarkupKindMarkdown         = "markdown"
)

// ClientCapabilities are the capabilities of a client that the server uses.
type ClientCapabilities struct {
	General struct {
		PositionEncodings []string
	}
	Window struct {
		ShowDocument struct{ Support bool }
	}
	Workspace struct {
		DidChangeWatchedFiles struct{ DynamicRegistration bool }
		WorkspaceEdit         struct{ DocumentChanges bool }

		Diagnostics, InlayHint, CodeLens, SemanticTokens struct{ RefreshSupport bool }
	}
	TextDocument struct {
		Diagnostic     *struct{}
		DocumentSymbol struct{ HierarchicalDocumentSymbolSupport bool }
		CodeAction     struct {
			ResolveSupport struct{ Properties []string }
		}
	}
}
