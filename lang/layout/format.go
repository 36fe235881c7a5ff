package layout

import (
	"bytes"
	"fmt"

	"github.com/patgraph/patgraph/lang"
)

// Format returns the layout that lay makes of the tree of a text, in lines of width columns (0 for the default). If the
// text has syntax errors, it returns these and no layout.
//
// The layout is parsed again before it is returned. parse gets the tree of the text as first, or zero for the text
// itself. If differs reports that the layout is a different program, which is a defect of lay, the diagnostic is
// lang.Internal. The time is that of parsing twice and of lay.
//
// If an item has more than MostPieces pieces, the diagnostic is lang.TooLarge.
//
// trees are the memory of both trees, and are kept for the next call.
func Format[T any](f *lang.File, width int, trees *[2]T, parse func(f *lang.File, first, old T) (T, []lang.Diagnostic),
	lay func(t T, width int) []byte, differs func(before, after T) string,
) ([]byte, []lang.Diagnostic) {
	var none T
	t, ds := parse(f, none, trees[0])
	trees[0] = t
	if errors := lang.Errors(ds); errors != nil {
		return nil, errors
	}
	if width <= 0 {
		width = lang.DefaultLayoutWidth
	}
	out, ok := laid(func() []byte { return lay(t, width) })
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
	} else if what = differs(t, trees[1]); what == "" {
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

// Differs describes how a text differs from the one that it was made from, given whether their trees are equal; "" if
// it does not.
func Differs(equal bool, a, b []byte, before, after []lang.Span) string {
	if !equal {
		return "what was written is another program"
	}
	return OtherComments(a, b, before, after)
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
