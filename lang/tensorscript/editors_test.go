package tensorscript_test

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
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/lang/tensorscript/highlight"
)

// classes are the beginnings of the scopes that nodes may have in editors, at the place of their
// name or of all of them.
var classes = map[tensorscript.Op][]string{
	tensorscript.OpName: {"variable.", "constant."}, tensorscript.OpInt: {"constant.numeric"}, tensorscript.OpFloat: {"constant.numeric"},
	tensorscript.OpBool: {"constant.language"}, tensorscript.OpHole: {"constant.language"}, tensorscript.OpCall: {"support.function"},
	tensorscript.OpMethod: {"support.function"}, tensorscript.OpArg: {"variable.parameter"}, tensorscript.OpBinary: {"keyword.operator.", "punctuation.section"},
	tensorscript.OpLet: {"variable.other"}, tensorscript.OpAssign: {"variable.parameter"}, tensorscript.OpUse: {"entity.name.namespace"},
	tensorscript.OpWeight: {"support.type"},
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
		tree, ds := tensorscript.Parse(lang.NewFile(name, []byte(src)))
		if ds != nil {
			continue
		}
		scopes := make([][]string, len(src))
		for _, token := range g.Tokens(src) {
			for i := token.Start; i < token.End; i++ {
				scopes[i] = token.Scopes
			}
		}
		has := func(i int32, classes ...string) bool {
			return slices.ContainsFunc(scopes[i], func(s string) bool {
				return slices.ContainsFunc(classes, func(class string) bool { return strings.HasPrefix(s, class) })
			})
		}
		comment := make([]bool, len(src))
		for _, c := range tree.Comments {
			for i := c.Start; i < c.End; i++ {
				comment[i] = true
			}
		}
		for i := range int32(len(src)) {
			if is := has(i, "comment."); src[i] != '\n' && src[i] != '\r' && is != comment[i] {
				t.Errorf("%s: %q is a comment: %v, and has the scopes %v", name, src[i:min(int(i)+20, len(src))], comment[i], scopes[i])
				break
			}
		}
		for id := range tree.Nodes {
			n := &tree.Nodes[id]
			at := n.Span()
			if n.Sym != lang.NoSym {
				at = tree.NameSpan(tensorscript.NodeID(id))
			}
			for i := at.Start; i < at.End && classes[n.Op] != nil; i++ {
				if !has(i, classes[n.Op]...) {
					t.Errorf("%s: %q has the scopes %v, and is to be of %q\n%s", name, src[at.Start:at.End], scopes[i], classes[n.Op], src)
					break
				}
			}
		}
		for _, d := range tree.Decls {
			if d.Kind != tensorscript.DeclUse && !has(d.NameSpan.Start, "entity.name.", "variable.", "constant.") {
				t.Errorf("%s: the name %q has the scopes %v", name, tree.NameOf(&d), scopes[d.NameSpan.Start])
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
	if len(all) < 64 {
		t.Fatalf("only %d programs", len(all))
	}
	return all
}
