package tensorscript_test

import (
	"testing"

	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/lang/tensorscript/highlight"
)

// classes are the prefixes of the scopes that nodes may have in editors, at the place of their name or of the whole
// node.
var classes = map[tensorscript.Op][]string{
	tensorscript.OpName: {"variable.", "constant.", "string."}, tensorscript.OpInt: {"constant.numeric"},
	tensorscript.OpFloat: {"constant.numeric"}, tensorscript.OpBool: {"constant.language"},
	tensorscript.OpHole: {"constant.language"}, tensorscript.OpCall: {"support.function"},
	tensorscript.OpMethod: {"support.function"}, tensorscript.OpArg: {"variable.parameter"},
	tensorscript.OpBinary: {"keyword.operator.", "punctuation.section"}, tensorscript.OpLet: {"variable.other"},
	tensorscript.OpAssign: {"variable.parameter"}, tensorscript.OpUse: {"entity.name.namespace"},
	tensorscript.OpWeight: {"support.type"},
}

// TestEditors compares the grammar for editors with the parser.
func TestEditors(t *testing.T) {
	h := syntaxtest.Highlighting{
		Grammar: highlight.Grammar(),
		Classes: classes,
		Read: func(f *lang.File) (*syntax.Tree, []lang.Span, bool) {
			tree, ds := tensorscript.Parse(f)
			var declared []lang.Span
			for _, d := range tree.Decls {
				if d.Kind != tensorscript.DeclUse {
					declared = append(declared, d.NameSpan)
				}
			}
			return &tree.Tree, declared, ds == nil
		},
	}
	h.Check(t, syntaxtest.Programs(t, 64))
}
