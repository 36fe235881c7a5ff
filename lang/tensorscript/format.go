package tensorscript

import (
	"sync"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/layout"
)

// Format lays the text of a program out anew, and returns it.
//
// A declaration stands in one line if it fits; a block or a body with several parts has a line for each.
// Stages are broken before their `|>`, where they must be and where their author did. A bracket whose
// first part its author began on a new line stays broken. What stood below each other in columns stays so.
// Numbers keep their spelling, empty lines stay, at most one at a time. Commas behind the last part are left
// out, and so are angle brackets around the type of a parameter or a result. Comments stay where they are. Lines end as the
// last one does, and a byte order mark at the start stays.
//
// With ranges of lines, only items that touch one are laid out, and every byte outside of them stays.
//
// The text is parsed again before it is returned, and has an equal tree and the same comments. If
// that fails, the diagnostic is a defect of ours. To lay it out once more changes nothing; only a comment that
// stands between two tokens where no line can break may still move. A program with syntax errors has these
// diagnostics and no text. It takes linear time.
func Format(f *lang.File, o lang.Layout) ([]byte, []lang.Diagnostic) {
	m := formatters.Get().(*formatter)
	defer formatters.Put(m)
	return layout.Format(f, o.Width, &m.trees,
		func(f *lang.File, _, old *Tree) (*Tree, []lang.Diagnostic) { return ParseReuse(f, old, nil) },
		func(t *Tree, width int) []byte { return m.laid(t, width, o.Lines) },
		func(a, b *Tree) string {
			return layout.Differs(Equal(a, b), a.File.Src, b.File.Src, a.Comments, b.Comments)
		})
}

// A formatter is the memory of Format.
type formatter struct {
	p     printer
	trees [2]*Tree
}

var formatters = sync.Pool{New: func() any { return new(formatter) }}

// laid is the layout of a tree, or of some lines, which is valid until the next call.
func (m *formatter) laid(t *Tree, width int, lines []lang.LineRange) []byte {
	p := &m.p
	p.t, p.Tree, p.L.Braces = t, &t.Tree, true
	return p.Lay(t.File.Src, t.Comments, width, lines, p.items, p.item, nil)
}
