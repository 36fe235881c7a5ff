package layout

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/patgraph/patgraph/lang"
)

// A Formatter formats the texts of a language, whose printers and trees have the types P and T. It reuses their memory,
// and is safe for concurrent use.
type Formatter[P, T any] struct {
	// Lay returns the layout of a tree in lines of width columns, perhaps only of some lines of the text. The layout
	// may be in the memory of the printer.
	Lay func(p *P, t *T, width int, lines []lang.LineRange) []byte
	// Differs describes how a layout is a different program; "" if it is not.
	Differs func(before, after *T) string

	pool sync.Pool // of *memory[P, T]
}

type memory[P, T any] struct {
	printer P
	trees   [2]*T
}

// Format returns the layout of a text. If the text has syntax errors, it returns these and no layout.
//
// The layout is parsed again before it is returned. parse gets the tree of the text as first, or nil for the text
// itself, and the memory of an old tree, or nil. If the layout is a different program, which is a defect of Lay, the
// diagnostic is lang.Internal. The time is that of parsing twice and of Lay.
//
// If an item has more than MostPieces pieces, the diagnostic is lang.TooLarge.
func (m *Formatter[P, T]) Format(f *lang.File, o lang.Layout,
	parse func(f *lang.File, first, old *T) (*T, []lang.Diagnostic)) ([]byte, []lang.Diagnostic) {
	x, ok := m.pool.Get().(*memory[P, T])
	if !ok {
		x = new(memory[P, T])
	}
	defer m.pool.Put(x)
	trees, width := &x.trees, o.Width
	t, ds := parse(f, nil, trees[0])
	trees[0] = t
	if errors := lang.Errors(ds); errors != nil {
		return nil, errors
	}
	if width <= 0 {
		width = lang.DefaultLayoutWidth
	}
	out, ok := laid(func() []byte { return m.Lay(&x.printer, t, width, o.Lines) })
	if !ok {
		return nil, []lang.Diagnostic{{
			Code:    lang.TooLarge,
			Message: lang.Say("the program is too large to format: one definition has more than %s signs, names and places to break a line; it is left as it was", MostPieces),
		}}
	}
	if bytes.Equal(out, f.Src) {
		return bytes.Clone(out), nil // nothing changed, so there is nothing to check
	}
	trees[1], ds = parse(lang.NewFile(f.Name, out), t, trees[1])
	var what string
	if errors := lang.Errors(ds); errors != nil {
		what = "what was written has a syntax error (" + errors[0].Message.String() + ")"
	} else if what = m.Differs(t, trees[1]); what == "" {
		return bytes.Clone(out), nil
	}
	return nil, []lang.Diagnostic{{
		Code:    lang.Internal,
		Message: lang.Text("the layout was given up: " + what + "; this is a bug in patgraph, not of the program"),
	}}
}

// laid returns a layout, and false if an item is too large.
func laid(lay func() []byte) (out []byte, ok bool) {
	defer func() {
		if x := recover(); x != nil {
			if _, is := x.(tooLarge); !is {
				panic(x)
			}
			out, ok = nil, false
		}
	}()
	return lay(), true
}

// OtherComments describes how the comments of a text differ from those of the one that it was made from, except for
// line ends; "" if they do not.
func OtherComments(a, b []byte, before, after []lang.Span) string {
	if len(before) != len(after) {
		return fmt.Sprintf("of %d comments, %d were written", len(before), len(after))
	}
	for i, c := range before {
		if x, y := a[c.Start:c.End], b[after[i].Start:after[i].End]; !bytes.Equal(x, y) && !equalComments(x, y) {
			return "what was written has another comment"
		}
	}
	return ""
}

func equalComments(a, b []byte) bool {
	for {
		i, j := bytes.IndexByte(a, '\n'), bytes.IndexByte(b, '\n')
		if i < 0 || j < 0 {
			return i == j && bytes.Equal(bytes.TrimRight(a, commentEnd), bytes.TrimRight(b, commentEnd))
		}
		if !bytes.Equal(bytes.TrimRight(a[:i], "\r"), bytes.TrimRight(b[:j], "\r")) {
			return false
		}
		a, b = a[i+1:], b[j+1:]
	}
}
