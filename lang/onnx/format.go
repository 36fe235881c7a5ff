package onnx

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/layout"
)

// Format formats the text of a model and returns it.
//
// Each node of a graph begins a line. A signature, a list of attributes or a node is in one line if it fits; a bracket
// whose first part is on a new line in the source stays broken. Numbers fill their lines. An input that is left out is
// written `""`. Numbers keep their spelling, empty lines stay, at most one at a time; needless quotes and escapes are
// removed. Comments stay in their places. All lines get the ending of the last one, and a byte order mark at the start
// stays.
//
// With ranges of lines, only graphs and functions that touch one are formatted, and all other bytes stay.
//
// The text is parsed again before it is returned: it has an equal tree and the same comments. If that fails, the
// diagnostic is an internal error. Formatting again changes nothing, except that a comment between two tokens where no
// line can break may move. For a model with syntax errors, these diagnostics are returned and no text. It takes linear
// time.
func Format(f *lang.File, o lang.Layout) ([]byte, []lang.Diagnostic) {
	return formatting.Format(f, o, func(f *lang.File, _, old *Tree) (*Tree, []lang.Diagnostic) {
		return ParseReuse(f, old, nil)
	})
}

var formatting = layout.Formatter[printer, Tree]{
	Lay: func(p *printer, t *Tree, width int, lines []lang.LineRange) []byte {
		p.t = t
		return p.LayTree(&t.Tree, width, lines, p.items, p.item, nil)
	},
	Differs: func(a, b *Tree) string { return a.Differs(&b.Tree, Equal(a, b)) },
}
