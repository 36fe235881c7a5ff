package lsp

import (
	"context"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"go.lsp.dev/uri"

	"github.com/patgraph/patgraph/lang"
)

// format lays out a document, or what touches some of its lines; nothing happens to one that
// cannot be read. Its lines are as wide as patgraph fmt makes them: the editor's widths are
// about tabs, which there are none of.
func (s *server) format(ctx context.Context, u uri.URI, ranges []protocol.Range) ([]protocol.TextEdit, error) {
	return ask(ctx, s, u, brief, func(v *view) ([]protocol.TextEdit, error) {
		if v.in.Language.Format == nil {
			return nil, nil
		}
		var layout lang.Layout
		file := lang.NewFile(v.in.File.Home().File.Name, v.lines.src)
		for _, r := range ranges {
			at := v.lines.span(r)
			layout.Lines = append(layout.Lines, lang.LineRange{First: file.Position(at.Start).Line, Last: file.Position(at.End).Line})
		}
		text, wrong := v.in.Language.Format(file, v.result().Dialect, layout)
		if len(wrong) > 0 {
			return nil, nil
		}
		return v.difference(text), nil
	})
}

// Formatting lays out a document.
func (s *server) Formatting(ctx context.Context, p *protocol.DocumentFormattingParams) ([]protocol.TextEdit, error) {
	return s.format(ctx, p.TextDocument.URI, nil)
}

// RangeFormatting lays out the definitions that touch a place.
func (s *server) RangeFormatting(ctx context.Context, p *protocol.DocumentRangeFormattingParams) ([]protocol.TextEdit, error) {
	return s.format(ctx, p.TextDocument.URI, []protocol.Range{p.Range})
}

// RangesFormatting lays out the definitions that touch some places.
func (s *server) RangesFormatting(ctx context.Context, p *protocol.DocumentRangesFormattingParams) ([]protocol.TextEdit, error) {
	if len(p.Ranges) == 0 {
		return []protocol.TextEdit{}, nil
	}
	return s.format(ctx, p.TextDocument.URI, p.Ranges)
}

// OnTypeFormatting lays out the definition that has just been ended.
func (s *server) OnTypeFormatting(ctx context.Context, p *protocol.DocumentOnTypeFormattingParams) ([]protocol.TextEdit, error) {
	return s.format(ctx, p.TextDocument.URI, []protocol.Range{{Start: p.Position, End: p.Position}})
}
