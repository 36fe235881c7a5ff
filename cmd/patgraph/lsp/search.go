//go:build !js

package lsp

import (
	"slices"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/search"
)

func init() {
	requests["patgraph/search"] = about("search")
	shownCommands = append(shownCommands, "patgraph.search")
}

// searchFor is the command that finds what fits a pattern in all folders of the editor; for an empty pattern, what fits
// at a place.
func (s *server) searchFor(pattern, place string) run {
	s.mu.Lock()
	defer s.mu.Unlock()
	if pattern != "" {
		return run{"search", nil, append([]string{pattern}, s.folders...)}
	}
	return run{"search", [][2]string{{"at", place}}, slices.Clone(s.folders)}
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
