//go:build !js

package lsp

import (
	"github.com/aymanbagabas/go-udiff"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/lang"
)

// difference returns the edits that change the document into text.
func (v *view) difference(text []byte) []protocol.TextEdit {
	list := []protocol.TextEdit{}
	for _, e := range udiff.Bytes(v.lines.src, text) {
		list = append(list,
			protocol.TextEdit{Range: v.lines.rangeOf(lang.Span{Start: int32(e.Start), End: int32(e.End)}), NewText: e.New})
	}
	return list
}
