package relay_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/patgraph/patgraph/internal/textmate"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/lang/relay/highlight"
)

// classes are the beginnings of the scopes that nodes may have in editors, at the place of their
// name or of all of them.
var classes = map[relay.Op][]string{
	relay.OpLocal: {"variable.other.local", "punctuation.definition.variable"}, relay.OpVar: {"variable.other.local", "punctuation.definition.variable"},
	relay.OpGlobal: {"variable.other.global", "entity.name.function"}, relay.OpGraph: {"variable.other.graph"},
	relay.OpInt: {"constant.numeric", "storage.type.numeric"}, relay.OpFloat: {"constant.numeric", "storage.type.numeric"},
	relay.OpString: {"string.quoted."}, relay.OpBool: {"constant.language"}, relay.OpAny: {"constant.language"}, relay.OpHole: {"constant.language"},
	relay.OpName: {"support.", "entity.name.", "keyword.control"}, relay.OpAttr: {"variable.parameter"}, relay.OpBinary: {"keyword.operator.", "punctuation.section", "constant.numeric"},
	relay.OpTypeName: {"support.", "entity.name."}, relay.OpTypeCall: {"support.", "entity.name."}, relay.OpTyParam: {"support.", "entity.name."},
	relay.OpKind: {"entity.name.type"}, relay.OpConPat: {"entity.name.type", "support.function"}, relay.OpCon: {"entity.name.type", "support.function"},
	relay.OpDynamic: {"keyword.operator.dynamic"},
}

// TestEditors holds the grammar for editors to the parser: comments are where it has them, and
// each name and literal has a scope of its class.
func TestEditors(t *testing.T) {
	text, err := json.Marshal(highlight.Grammar())
	if err != nil {
		t.Fatal(err)
	}
	g, err := textmate.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	for name, src := range programs(t) {
		tree, ds := relay.Parse(lang.NewFile(name, []byte(src)))
		if lang.Errors(ds) != nil {
			continue
		}
		scopes := make([][]string, len(src))
		for _, token := range g.Tokens(src) {
			for i := token.Start; i < token.End; i++ {
				scopes[i] = token.Scopes
			}
		}
		comment := make([]bool, len(src))
		for _, c := range tree.Comments {
			for i := c.Start; i < c.End; i++ {
				comment[i] = true
			}
		}
		for i := range src {
			is := slices.ContainsFunc(scopes[i], func(s string) bool { return strings.HasPrefix(s, "comment.") })
			if src[i] != '\n' && src[i] != '\r' && is != comment[i] {
				t.Errorf("%s: %q is a comment: %v, and has the scopes %v", name, src[i:min(i+20, len(src))], comment[i], scopes[i])
				break
			}
		}
		for id := range tree.Nodes {
			n := &tree.Nodes[id]
			may := classes[n.Op]
			if may == nil {
				continue
			}
			at := n.Span()
			if n.Sym != lang.NoSym && n.Op != relay.OpName {
				at = tree.NameSpan(relay.NodeID(id))
			}
			for i := at.Start; i < at.End; i++ {
				if src[i] == ' ' || src[i] == '\n' || src[i] == '\r' {
					continue
				}
				if !slices.ContainsFunc(scopes[i], func(s string) bool {
					return slices.ContainsFunc(may, func(class string) bool { return strings.HasPrefix(s, class) })
				}) {
					t.Errorf("%s: %q has the scopes %v, and is to be of %q\n%s", name, src[at.Start:at.End], scopes[i], may, src)
					break
				}
			}
		}
	}
}

// programs are those of the test data.
func programs(t *testing.T) map[string]string {
	all := make(map[string]string)
	text, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct{ ID, Source string }
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		all[c.ID] = c.Source
	}
	layouts, _ := filepath.Glob("testdata/layout/*.txtar")
	for _, name := range layouts {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range ar.Files {
			all[name+": "+f.Name] = string(f.Data)
		}
	}
	for _, pattern := range []string{"../../examples/relay/*.rly", "../../examples/relay/*/*.rly"} {
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all[name] = string(text)
		}
	}
	if len(all) < 180 {
		t.Fatalf("only %d programs", len(all))
	}
	return all
}
