package onnx_test

import (
	"testing"

	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/lang/onnx/highlight"
	"github.com/patgraph/patgraph/lang/syntax"
)

var names = []string{"variable.", "string.", "entity.name.", "support.type"}

// classes are the prefixes of the scopes that nodes may have in editors, at the place of their name or of the whole
// node. Names in quotes are strings.
var classes = map[onnx.Op][]string{
	onnx.OpSetting: {"keyword.other"}, onnx.OpPair: {"string."}, onnx.OpValue: names, onnx.OpName: names,
	onnx.OpLabel: names, onnx.OpOperator: names, onnx.OpDomain: append([]string{"punctuation."}, names...),
	onnx.OpAttr: names, onnx.OpKind: {"storage.type"}, onnx.OpInt: {"constant.numeric"}, onnx.OpFloat: {"constant.numeric"},
	onnx.OpString: {"string.", "constant.character"}, onnx.OpRef: {"variable.parameter", "string."},
	onnx.OpUnknown: {"constant.language"}, onnx.OpTensorType: {"support.type"}, onnx.OpTypeCall: {"support.type"},
	onnx.OpAny: {"constant.language"},
}

// TestEditors compares the grammar for editors with the parser.
func TestEditors(t *testing.T) {
	h := syntaxtest.Highlighting{
		Grammar: highlight.Grammar(),
		Classes: classes,
		Read: func(f *lang.File) (*syntax.Tree, []lang.Span, bool) {
			tree, ds := onnx.Parse(f)
			return &tree.Tree, nil, ds == nil
		},
	}
	h.Check(t, syntaxtest.Programs(t, 45))
}
