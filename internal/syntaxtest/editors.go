package syntaxtest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/textmate"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// A Highlighting describes the highlighting of a language in editors.
type Highlighting struct {
	Grammar any // as JSON
	// Read parses a program, and returns the places of its declarations; ok is false if it has errors.
	Read func(*lang.File) (tree *syntax.Tree, declared []lang.Span, ok bool)
	// Classes are the prefixes of the scopes that a node may have, at the place of its name or, without a name, of the
	// whole node.
	Classes map[syntax.Op][]string
	Whole   syntax.Op // a node that has them everywhere, though it has a name; 0: none
}

// Check checks the grammar against the parser: both have the same comments, each name and literal has a scope of its
// class, and each declaration one of a name.
func (h *Highlighting) Check(t *testing.T, programs map[string]string) {
	t.Helper()
	text, err := json.Marshal(h.Grammar)
	if err != nil {
		t.Fatal(err)
	}
	g, err := textmate.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for name, src := range programs {
		tree, declared, ok := h.Read(lang.NewFile(name, []byte(src)))
		if !ok {
			continue
		}
		read++
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
		check := func(at lang.Span, classes []string) {
			for i := at.Start; i < at.End; i++ {
				if !strings.ContainsRune(" \r\n", rune(src[i])) && !has(i, classes...) {
					t.Errorf("%s: %q has the scopes %v, and is to be of %q\n%s", name, src[at.Start:at.End], scopes[i], classes, src)
					return
				}
			}
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
			if n.Sym != lang.NoSym && n.Op != h.Whole {
				at = tree.NameSpan(syntax.NodeID(id))
			}
			if classes := h.Classes[n.Op]; classes != nil {
				check(at, classes)
			}
		}
		for _, at := range declared {
			check(at, []string{"entity.name.", "variable.", "constant."})
		}
	}
	if 2*read < len(programs) {
		t.Errorf("only %d of %d programs can be read", read, len(programs))
	}
}
