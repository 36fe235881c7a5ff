//go:build !js

package lsp

import (
	"context"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/search"
)

func init() {
	requests["patgraph/search"] = func(s *server, ctx context.Context, p *own) (any, error) {
		_, list, more, err := s.search(ctx, p)
		return protocol.LSPAny(report.AppendFoundData(nil, list, more)), err
	}
	shown["patgraph.search"] = func(s *server, ctx context.Context, p *own) ([]byte, error) {
		found, list, more, err := s.search(ctx, p)
		if err == nil && len(list) == 0 {
			err = refused("%s", strings.TrimSpace(string(found.Notes(0, more))))
		}
		style := s.style()
		return style.AppendFound(nil, list), err
	}
}

// mostFound is the maximum number of definitions that a search returns.
const mostFound = 20

// search finds what fits a pattern in all folders of the editor; for an empty pattern, what fits at a place.
func (s *server) search(ctx context.Context, p *own) (by *cli.Searcher, list []report.Found, more bool, err error) {
	if p.Pattern != "" {
		protocol.ReleaseNext(ctx)
		if by, err = cli.NewSearch(s.program.Languages, p.Pattern); err != nil {
			err = refused("%v", err)
		}
	} else {
		by, err = inquire(ctx, s, p.TextDocument.URI, brief, func(v *view) (*cli.Searcher, error) {
			if err := v.derived(); err != nil {
				return nil, err
			}
			return cli.NewGap(ctx, v.in, v.place(p.Position))
		})
	}
	if err != nil {
		return by, nil, false, err
	}
	s.mu.Lock()
	folders := slices.Clone(s.folders)
	s.mu.Unlock()
	list, more, _, err = by.In(s.flags, s.silent(ctx), folders, mostFound)
	switch {
	case ctx.Err() != nil:
		err = protocol.ErrRequestCancelled
	case err != nil:
		err = refused("%v", err)
	}
	return by, list, more, err
}

// offerSearch offers a search for functions that fit in place of an expression, if exactly one is selected.
func (v *view) offerSearch(list []any, selected lang.Span, at protocol.Position) []any {
	f := search.Of(v.in.Language.Finding)
	if f == nil || f.Gap == nil || selected.Empty() || !slices.Contains(v.partsOf(), selected) {
		return list
	}
	const title = "find functions that fit here"
	kind := protocol.CodeActionKindRefactor
	return append(list, &protocol.CodeAction{Title: title, Kind: &kind, Command: protocol.Command{Title: title,
		Command: "patgraph.search", Arguments: []protocol.LSPAny{value(v.uri), value(at)}}})
}
