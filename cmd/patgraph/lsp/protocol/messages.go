package protocol

import (
	"go.lsp.dev/uri"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/jsonrpc2"
)

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
		Kind  MarkupKind `json:"kind"`
		Value string     `json:"value"`
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
		Severity           DiagnosticSeverity             `json:"severity,omitzero"`
		Code               Union                          `json:"code,omitzero"`
		CodeDescription    CodeDescription                `json:"codeDescription,omitzero"`
		Source             Optional[string]               `json:"source,omitzero"`
		Message            Union                          `json:"message"`
		Tags               DiagnosticTags                 `json:"tags,omitzero"`
		RelatedInformation []DiagnosticRelatedInformation `json:"relatedInformation,omitzero"`
		Data               LSPAny                         `json:"data,omitzero"`
	}
	PublishDiagnosticsParams struct {
		URI         uri.URI         `json:"uri"`
		Version     Optional[int32] `json:"version,omitzero"`
		Diagnostics []Diagnostic    `json:"diagnostics"`
	}
	CodeActionContext struct {
		Diagnostics []Diagnostic     `json:"diagnostics"`
		Only        []CodeActionKind `json:"only,omitzero"`
	}
	CodeActionParams struct {
		TextDocument TextDocumentIdentifier `json:"textDocument"`
		Range        Range                  `json:"range"`
		Context      CodeActionContext      `json:"context"`
	}
	CodeAction struct {
		Title       string          `json:"title"`
		Kind        *CodeActionKind `json:"kind,omitzero"`
		Diagnostics []Diagnostic    `json:"diagnostics,omitzero"`
		IsPreferred *bool           `json:"isPreferred,omitzero"`
		Edit        *WorkspaceEdit  `json:"edit,omitzero"`
		Command     Command         `json:"command,omitzero"`
		Data        LSPAny          `json:"data,omitzero"`
	}
	WorkspaceEdit struct {
		Changes         map[uri.URI][]TextEdit `json:"changes,omitzero"`
		DocumentChanges []Union                `json:"documentChanges,omitzero"`
	}
	OptionalVersionedTextDocumentIdentifier struct {
		TextDocumentIdentifier
		Version *int32 `json:"version"`
	}
	TextDocumentEdit struct {
		TextDocument OptionalVersionedTextDocumentIdentifier `json:"textDocument"`
		Edits        []Union                                 `json:"edits"`
	}
	CodeLens struct {
		Range   Range   `json:"range"`
		Command Command `json:"command,omitzero"`
	}
	CodeLensParams struct {
		TextDocument TextDocumentIdentifier `json:"textDocument"`
	}
	CompletionContext struct {
		TriggerKind      uint32           `json:"triggerKind"`
		TriggerCharacter Optional[string] `json:"triggerCharacter,omitzero"`
	}
	CompletionParams struct {
		TextDocumentPositionParams
		Context CompletionContext `json:"context,omitzero"`
	}
	CompletionItemLabelDetails struct {
		Detail      *string `json:"detail,omitzero"`
		Description *string `json:"description,omitzero"`
	}
	CompletionItem struct {
		Label               string                      `json:"label"`
		LabelDetails        *CompletionItemLabelDetails `json:"labelDetails,omitzero"`
		Kind                CompletionItemKind          `json:"kind,omitzero"`
		Detail              Optional[string]            `json:"detail,omitzero"`
		Documentation       Union                       `json:"documentation,omitzero"`
		Preselect           Optional[bool]              `json:"preselect,omitzero"`
		SortText            Optional[string]            `json:"sortText,omitzero"`
		FilterText          Optional[string]            `json:"filterText,omitzero"`
		InsertText          Optional[string]            `json:"insertText,omitzero"`
		InsertTextFormat    uint32                      `json:"insertTextFormat,omitzero"`
		TextEdit            Union                       `json:"textEdit,omitzero"`
		AdditionalTextEdits []TextEdit                  `json:"additionalTextEdits,omitzero"`
		CommitCharacters    []string                    `json:"commitCharacters,omitzero"`
	}
	CompletionList struct {
		IsIncomplete bool             `json:"isIncomplete"`
		Items        []CompletionItem `json:"items"`
	}
	DocumentHighlight struct {
		Range Range                 `json:"range"`
		Kind  DocumentHighlightKind `json:"kind,omitzero"`
	}
	CallHierarchyItem struct {
		Name           string     `json:"name"`
		Kind           SymbolKind `json:"kind"`
		Detail         *string    `json:"detail,omitzero"`
		URI            uri.URI    `json:"uri"`
		Range          Range      `json:"range"`
		SelectionRange Range      `json:"selectionRange"`
		Data           LSPAny     `json:"data,omitzero"`
	}
	CallHierarchyIncomingCall struct {
		From       CallHierarchyItem `json:"from"`
		FromRanges []Range           `json:"fromRanges"`
	}
	CallHierarchyOutgoingCall struct {
		To         CallHierarchyItem `json:"to"`
		FromRanges []Range           `json:"fromRanges"`
	}
	CallHierarchyIncomingCallsParams struct {
		Item CallHierarchyItem `json:"item"`
	}
	CallHierarchyOutgoingCallsParams struct {
		Item CallHierarchyItem `json:"item"`
	}
	CallHierarchyPrepareParams struct {
		TextDocumentPositionParams
	}
	CancelParams struct {
		ID jsonrpc2.ID `json:"id"`
	}
	DefinitionParams struct {
		TextDocumentPositionParams
	}
	TypeDefinitionParams struct {
		TextDocumentPositionParams
	}
	DocumentHighlightParams struct {
		TextDocumentPositionParams
	}
	HoverParams struct {
		TextDocumentPositionParams
	}
	PrepareRenameParams struct {
		TextDocumentPositionParams
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
	SignatureHelpParams struct {
		TextDocumentPositionParams
	}
	Hover struct {
		Contents Union  `json:"contents"`
		Range    *Range `json:"range,omitzero"`
	}
	DidChangeConfigurationParams struct {
		Settings LSPAny `json:"settings"`
	}
	VersionedTextDocumentIdentifier struct {
		TextDocumentIdentifier
		Version int32 `json:"version"`
	}
	DidChangeTextDocumentParams struct {
		TextDocument   VersionedTextDocumentIdentifier `json:"textDocument"`
		ContentChanges ContentChanges                  `json:"contentChanges"`
	}
	FileEvent struct {
		URI  uri.URI `json:"uri"`
		Type uint32  `json:"type"`
	}
	DidChangeWatchedFilesParams struct {
		Changes []FileEvent `json:"changes"`
	}
	WorkspaceFolder struct {
		URI  uri.URI `json:"uri"`
		Name string  `json:"name"`
	}
	WorkspaceFoldersChangeEvent struct {
		Added   []WorkspaceFolder `json:"added"`
		Removed []WorkspaceFolder `json:"removed"`
	}
	DidChangeWorkspaceFoldersParams struct {
		Event WorkspaceFoldersChangeEvent `json:"event"`
	}
	DidCloseTextDocumentParams struct {
		TextDocument TextDocumentIdentifier `json:"textDocument"`
	}
	TextDocumentItem struct {
		URI        uri.URI      `json:"uri"`
		LanguageID LanguageKind `json:"languageId"`
		Version    int32        `json:"version"`
		Text       string       `json:"text"`
	}
	DidOpenTextDocumentParams struct {
		TextDocument TextDocumentItem `json:"textDocument"`
	}
	DidSaveTextDocumentParams struct {
		TextDocument TextDocumentIdentifier `json:"textDocument"`
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
	RelatedFullDocumentDiagnosticReport struct {
		FullDocumentDiagnosticReport
		RelatedDocuments map[uri.URI]Union `json:"relatedDocuments,omitzero"`
	}
	RelatedUnchangedDocumentDiagnosticReport struct {
		UnchangedDocumentDiagnosticReport
		RelatedDocuments map[uri.URI]Union `json:"relatedDocuments,omitzero"`
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
		Items []WorkspaceDocumentDiagnosticReport `json:"items"`
	}
	FormattingOptions struct {
		TabSize      uint32 `json:"tabSize"`
		InsertSpaces bool   `json:"insertSpaces"`
	}
	DocumentFormattingParams struct {
		TextDocument TextDocumentIdentifier `json:"textDocument"`
		Options      FormattingOptions      `json:"options"`
	}
	DocumentRangeFormattingParams struct {
		TextDocument TextDocumentIdentifier `json:"textDocument"`
		Range        Range                  `json:"range"`
		Options      FormattingOptions      `json:"options"`
	}
	DocumentRangesFormattingParams struct {
		TextDocument TextDocumentIdentifier `json:"textDocument"`
		Ranges       []Range                `json:"ranges"`
		Options      FormattingOptions      `json:"options"`
	}
	DocumentOnTypeFormattingParams struct {
		TextDocument TextDocumentIdentifier `json:"textDocument"`
		Position     Position               `json:"position"`
		Ch           string                 `json:"ch"`
		Options      FormattingOptions      `json:"options"`
	}
	DocumentLink struct {
		Range   Range    `json:"range"`
		Target  *uri.URI `json:"target,omitzero"`
		Tooltip *string  `json:"tooltip,omitzero"`
	}
	DocumentLinkParams struct {
		TextDocument TextDocumentIdentifier `json:"textDocument"`
	}
	DocumentSymbol struct {
		Name           string           `json:"name"`
		Detail         *string          `json:"detail,omitzero"`
		Kind           SymbolKind       `json:"kind"`
		Range          Range            `json:"range"`
		SelectionRange Range            `json:"selectionRange"`
		Children       []DocumentSymbol `json:"children,omitzero"`
	}
	DocumentSymbolParams struct {
		TextDocument TextDocumentIdentifier `json:"textDocument"`
	}
	BaseSymbolInformation struct {
		Name          string     `json:"name"`
		Kind          SymbolKind `json:"kind"`
		ContainerName *string    `json:"containerName,omitzero"`
	}
	SymbolInformation struct {
		BaseSymbolInformation
		Location Location `json:"location"`
	}
	WorkspaceSymbol struct {
		BaseSymbolInformation
		Location Union `json:"location"`
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
		StartLine      uint32           `json:"startLine"`
		StartCharacter *uint32          `json:"startCharacter,omitzero"`
		EndLine        uint32           `json:"endLine"`
		EndCharacter   *uint32          `json:"endCharacter,omitzero"`
		Kind           FoldingRangeKind `json:"kind,omitzero"`
	}
	FoldingRangeParams struct {
		TextDocument TextDocumentIdentifier `json:"textDocument"`
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
		Position     Position      `json:"position"`
		Label        Union         `json:"label"`
		Kind         InlayHintKind `json:"kind,omitzero"`
		TextEdits    []TextEdit    `json:"textEdits,omitzero"`
		Tooltip      Union         `json:"tooltip,omitzero"`
		PaddingLeft  *bool         `json:"paddingLeft,omitzero"`
		PaddingRight *bool         `json:"paddingRight,omitzero"`
	}
	InlayHintParams struct {
		TextDocument TextDocumentIdentifier `json:"textDocument"`
		Range        Range                  `json:"range"`
	}
	ParameterInformation struct {
		Label Union `json:"label"`
	}
	SignatureInformation struct {
		Label           string                 `json:"label"`
		Documentation   Union                  `json:"documentation,omitzero"`
		Parameters      []ParameterInformation `json:"parameters,omitzero"`
		ActiveParameter Nullable[uint32]       `json:"activeParameter,omitzero"`
	}
	SignatureHelp struct {
		Signatures      []SignatureInformation `json:"signatures"`
		ActiveSignature *uint32                `json:"activeSignature,omitzero"`
		ActiveParameter Nullable[uint32]       `json:"activeParameter,omitzero"`
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
		ResultID *string  `json:"resultId,omitzero"`
		Data     []uint32 `json:"data"`
	}
	SemanticTokensParams struct {
		TextDocument TextDocumentIdentifier `json:"textDocument"`
	}
	SemanticTokensRangeParams struct {
		TextDocument TextDocumentIdentifier `json:"textDocument"`
		Range        Range                  `json:"range"`
	}
	LogMessageParams struct {
		Type    MessageType `json:"type"`
		Message string      `json:"message"`
	}
	SetTraceParams struct {
		Value string `json:"value"`
	}
	ShowDocumentParams struct {
		URI      uri.URI `json:"uri"`
		External *bool   `json:"external,omitzero"`
	}
	TextDocumentContentChangeWholeDocument struct {
		Text string `json:"text"`
	}
	TextDocumentContentChangePartial struct {
		Range Range  `json:"range"`
		Text  string `json:"text"`
	}
	TextDocumentContentParams struct {
		URI uri.URI `json:"uri"`
	}
	TextDocumentContentResult struct {
		Text string `json:"text"`
	}
	InitializedParams struct{}
	InitializeResult  struct {
		Capabilities ServerCapabilities `json:"capabilities"`
		ServerInfo   ServerInfo         `json:"serverInfo,omitzero"`
	}
	ServerInfo struct {
		Name    string           `json:"name"`
		Version Optional[string] `json:"version,omitzero"`
	}
	InitializeParams struct {
		RootURI          *uri.URI                    `json:"rootUri"`
		Capabilities     ClientCapabilities          `json:"capabilities"`
		WorkspaceFolders Nullable[[]WorkspaceFolder] `json:"workspaceFolders,omitzero"`
	}
	CodeActionOptions struct {
		CodeActionKinds []CodeActionKind `json:"codeActionKinds,omitzero"`
		ResolveProvider *bool            `json:"resolveProvider,omitzero"`
	}
	CodeLensOptions struct {
		ResolveProvider *bool `json:"resolveProvider,omitzero"`
	}
	CompletionOptions struct {
		TriggerCharacters []string `json:"triggerCharacters,omitzero"`
		ResolveProvider   *bool    `json:"resolveProvider,omitzero"`
	}
	DiagnosticOptions struct {
		InterFileDependencies bool `json:"interFileDependencies"`
		WorkspaceDiagnostics  bool `json:"workspaceDiagnostics"`
	}
	DocumentLinkOptions struct {
		ResolveProvider *bool `json:"resolveProvider,omitzero"`
	}
	DocumentOnTypeFormattingOptions struct {
		FirstTriggerCharacter string   `json:"firstTriggerCharacter"`
		MoreTriggerCharacter  []string `json:"moreTriggerCharacter,omitzero"`
	}
	DocumentRangeFormattingOptions struct {
		RangesSupport *bool `json:"rangesSupport,omitzero"`
	}
	ExecuteCommandOptions struct {
		Commands []string `json:"commands"`
	}
	FileOperationPattern struct {
		Glob string `json:"glob"`
	}
	FileOperationFilter struct {
		Pattern FileOperationPattern `json:"pattern"`
	}
	FileOperationRegistrationOptions struct {
		Filters []FileOperationFilter `json:"filters"`
	}
	FileOperationOptions struct {
		DidRename  FileOperationRegistrationOptions `json:"didRename"`
		WillRename FileOperationRegistrationOptions `json:"willRename"`
	}
	RenameOptions struct {
		PrepareProvider *bool `json:"prepareProvider,omitzero"`
	}
	SemanticTokensFullDelta struct {
		Delta *bool `json:"delta,omitzero"`
	}
	SemanticTokensLegend struct {
		TokenTypes     []string `json:"tokenTypes"`
		TokenModifiers []string `json:"tokenModifiers"`
	}
	SemanticTokensOptions struct {
		Legend SemanticTokensLegend `json:"legend"`
		Range  Union                `json:"range,omitzero"`
		Full   Union                `json:"full,omitzero"`
	}
	SignatureHelpOptions struct {
		TriggerCharacters []string `json:"triggerCharacters,omitzero"`
	}
	TextDocumentContentOptions struct {
		Schemes []string `json:"schemes"`
	}
	TextDocumentSyncOptions struct {
		OpenClose *bool                 `json:"openClose,omitzero"`
		Change    *TextDocumentSyncKind `json:"change,omitzero"`
		Save      Union                 `json:"save,omitzero"`
	}
	WorkspaceFoldersServerCapabilities struct {
		Supported           *bool `json:"supported,omitzero"`
		ChangeNotifications Union `json:"changeNotifications,omitzero"`
	}
	WorkspaceOptions struct {
		WorkspaceFolders    *WorkspaceFoldersServerCapabilities `json:"workspaceFolders,omitzero"`
		FileOperations      *FileOperationOptions               `json:"fileOperations,omitzero"`
		TextDocumentContent Union                               `json:"textDocumentContent,omitzero"`
	}
	ServerCapabilities struct {
		PositionEncoding                 PositionEncodingKind            `json:"positionEncoding,omitzero"`
		TextDocumentSync                 Union                           `json:"textDocumentSync,omitzero"`
		DiagnosticProvider               Union                           `json:"diagnosticProvider,omitzero"`
		HoverProvider                    Union                           `json:"hoverProvider,omitzero"`
		InlayHintProvider                Union                           `json:"inlayHintProvider,omitzero"`
		CodeLensProvider                 *CodeLensOptions                `json:"codeLensProvider,omitzero"`
		SignatureHelpProvider            *SignatureHelpOptions           `json:"signatureHelpProvider,omitzero"`
		SemanticTokensProvider           Union                           `json:"semanticTokensProvider,omitzero"`
		DocumentSymbolProvider           Union                           `json:"documentSymbolProvider,omitzero"`
		WorkspaceSymbolProvider          Union                           `json:"workspaceSymbolProvider,omitzero"`
		FoldingRangeProvider             Union                           `json:"foldingRangeProvider,omitzero"`
		SelectionRangeProvider           Union                           `json:"selectionRangeProvider,omitzero"`
		DocumentLinkProvider             *DocumentLinkOptions            `json:"documentLinkProvider,omitzero"`
		DefinitionProvider               Union                           `json:"definitionProvider,omitzero"`
		TypeDefinitionProvider           Union                           `json:"typeDefinitionProvider,omitzero"`
		ReferencesProvider               Union                           `json:"referencesProvider,omitzero"`
		DocumentHighlightProvider        Union                           `json:"documentHighlightProvider,omitzero"`
		RenameProvider                   Union                           `json:"renameProvider,omitzero"`
		CallHierarchyProvider            Union                           `json:"callHierarchyProvider,omitzero"`
		CompletionProvider               *CompletionOptions              `json:"completionProvider,omitzero"`
		CodeActionProvider               Union                           `json:"codeActionProvider,omitzero"`
		DocumentFormattingProvider       Union                           `json:"documentFormattingProvider,omitzero"`
		DocumentRangeFormattingProvider  Union                           `json:"documentRangeFormattingProvider,omitzero"`
		DocumentOnTypeFormattingProvider DocumentOnTypeFormattingOptions `json:"documentOnTypeFormattingProvider"`
		ExecuteCommandProvider           ExecuteCommandOptions           `json:"executeCommandProvider"`
		Workspace                        *WorkspaceOptions               `json:"workspace,omitzero"`
		Experimental                     LSPAny                          `json:"experimental,omitzero"`
	}
)
