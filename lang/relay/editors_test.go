package relay_test

import (
	"testing"

	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/lang/relay/highlight"
	"github.com/patgraph/patgraph/lang/syntax"
)

// classes are the prefixes of the scopes that nodes may have in editors, at the place of their name or of the whole
// node.
var classes = map[relay.Op][]string{
	relay.OpLocal:  {"variable.other.local", "punctuation.definition.variable"},
	relay.OpVar:    {"variable.other.local", "punctuation.definition.variable"},
	relay.OpGlobal: {"variable.other.global", "entity.name.function"}, relay.OpGraph: {"variable.other.graph"},
	relay.OpInt:    {"constant.numeric", "storage.type.numeric"},
	relay.OpFloat:  {"constant.numeric", "storage.type.numeric"},
	relay.OpString: {"string.quoted."}, relay.OpBool: {"constant.language"}, relay.OpAny: {"constant.language"},
	relay.OpHole: {"constant.language"},
	relay.OpName: {"support.", "entity.name.", "keyword.control"}, relay.OpAttr: {"variable.parameter"},
	relay.OpBinary:   {"keyword.operator.", "punctuation.section", "constant.numeric"},
	relay.OpTypeName: {"support.", "entity.name."}, relay.OpTypeCall: {"support.", "entity.name."},
	relay.OpTyParam: {"support.", "entity.name."},
	relay.OpKind:    {"entity.name.type"}, relay.OpConPat: {"entity.name.type", "support.function"},
	relay.OpCon:     {"entity.name.type", "support.function"},
	relay.OpDynamic: {"keyword.operator.dynamic"},
}

// TestEditors compares the grammar for editors with the parser.
func TestEditors(t *testing.T) {
	h := syntaxtest.Highlighting{
		Grammar: highlight.Grammar(),
		Classes: classes,
		Whole:   relay.OpName,
		Read: func(f *lang.File) (*syntax.Tree, []lang.Span, bool) {
			tree, ds := relay.Parse(f)
			return &tree.Tree, nil, lang.Errors(ds) == nil
		},
	}
	h.Check(t, syntaxtest.Programs(t, 180, "../../examples/relay/*.rly", "../../examples/relay/*/*.rly"))
}
