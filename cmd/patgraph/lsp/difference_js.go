package lsp

import (
	"unicode/utf8"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/lang"
)

// difference returns the edit that changes the document into text, from the first byte that differs to the last. A page
// in a browser needs no smaller edits, and is smaller without the package that finds them.
func (v *view) difference(text []byte) []protocol.TextEdit {
	old := v.lines.src
	start, end := 0, 0
	for start < min(len(old), len(text)) && old[start] == text[start] {
		start++
	}
	for end < min(len(old), len(text))-start && old[len(old)-1-end] == text[len(text)-1-end] {
		end++
	}
	if start == len(old) && start == len(text) {
		return []protocol.TextEdit{}
	}
	// Characters stay whole.
	for start > 0 && start < len(old) && !utf8.RuneStart(old[start]) {
		start--
	}
	for end > 0 && !utf8.RuneStart(old[len(old)-end]) {
		end--
	}
	at := lang.Span{Start: int32(start), End: int32(len(old) - end)}
	return []protocol.TextEdit{{Range: v.lines.rangeOf(at), NewText: string(text[start : len(text)-end])}}
}
