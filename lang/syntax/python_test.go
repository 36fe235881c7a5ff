package syntax_test

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// A text that begins with Python has one error; a text with a single line of Python keeps its other errors.
func TestPython(t *testing.T) {
	for _, c := range []struct {
		text  string // each line has two errors
		hint  bool
		lines int // errors that stay
	}{
		{"import torch\nx = torch.nn.Linear(3, 4)\nq", true, 1},
		{"def add(x, y):\n    return x + y\n\nadd(1, 2)", true, 1},
		{"class Net(nn.Module): # a network\nq", true, 3},
		{"q\nimport torch", false, 4},
		{"def add(%x: Tensor[(2), float32], %y: Tensor[(2), float32]) {", false, 2},
		{"use conv::{Conv2d};", false, 2},
	} {
		f := lang.NewFile("a", []byte(c.text))
		var ds []lang.Diagnostic
		at := int32(0)
		for line := range strings.SplitSeq(c.text, "\n") {
			for range 2 {
				ds = append(ds, lang.Diagnostic{Span: lang.Span{Start: at, End: at + 1}, Message: lang.Text("unexpected")})
			}
			at += int32(len(line)) + 1
		}
		ds = syntax.Python(f, ds, "X", "like this")
		if hint := ds[0].Message.String() == "this is Python, not X"; hint != c.hint || len(ds) != c.lines {
			t.Errorf("%q: %v", c.text, ds)
		}
	}
}
