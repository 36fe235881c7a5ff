package lsp

import (
	"context"

	"go.lsp.dev/uri"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/lang"
)

// format formats a document, or the definitions that touch some of its lines; a document with a syntax error is not
// changed. The width is that of patgraph fmt: the editor's options are about tabs, which it does not use.
func (s *server) format(ctx context.Context, u uri.URI, ranges []protocol.Range) ([]protocol.TextEdit, error) {
	return ask(ctx, s, u, brief, func(v *view) ([]protocol.TextEdit, error) {
		if v.in.Language.Format == nil {
			return nil, nil
		}
		var layout lang.Layout
		file := lang.NewFile(v.in.File.Home().File.Name, v.lines.src)
		for _, r := range ranges {
			at := v.lines.span(r)
			layout.Lines = append(layout.Lines,
				lang.LineRange{First: file.Position(at.Start).Line, Last: file.Position(at.End).Line})
		}
		text, wrong := v.in.Language.Format(file, v.result().Dialect, layout)
		if len(wrong) > 0 {
			return nil, nil
		}
		return v.difference(text), nil
	})
}

// Formatting formats a document.
func (s *server) Formatting(ctx context.Context, p *protocol.TextDocumentParams) ([]protocol.TextEdit, error) {
	return s.format(ctx, p.TextDocument.URI, nil)
}

// RangeFormatting formats the definitions that touch a range.
func (s *server) RangeFormatting(ctx context.Context,
	p *protocol.TextDocumentRangeParams) ([]protocol.TextEdit, error) {
	return s.format(ctx, p.TextDocument.URI, []protocol.Range{p.Range})
}

// RangesFormatting formats the definitions that touch some ranges.
func (s *server) RangesFormatting(ctx context.Context,
	p *protocol.DocumentRangesFormattingParams) ([]protocol.TextEdit, error) {
	if len(p.Ranges) == 0 {
		return []protocol.TextEdit{}, nil
	}
	return s.format(ctx, p.TextDocument.URI, p.Ranges)
}

// OnTypeFormatting formats the definition that was just completed.
func (s *server) OnTypeFormatting(ctx context.Context,
	p *protocol.TextDocumentPositionParams) ([]protocol.TextEdit, error) {
	return s.format(ctx, p.TextDocument.URI, []protocol.Range{{Start: p.Position, End: p.Position}})
}
