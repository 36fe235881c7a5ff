package syntaxtest

import (
	"fmt"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// T is the common part of tests, fuzz tests and checks of rapid.
type T interface {
	Helper()
	Fatalf(string, ...any)
}

// Sexpr writes a node in parentheses, with its name, its flags and its parts. ops are the names of the operators.
func Sexpr(t *syntax.Tree, id syntax.NodeID, ops []string) string {
	if id == syntax.NoNode {
		return "-"
	}
	n := &t.Nodes[id]
	s := ops[n.Op]
	if n.Sym != lang.NoSym {
		s += " " + t.Syms.Text(n.Sym)
	}
	if n.Flags != 0 {
		s += fmt.Sprintf(" #%d", n.Flags)
	}
	for _, kid := range t.Kids(id) {
		s += " " + Sexpr(t, kid, ops)
	}
	return "(" + s + ")"
}

// CheckBody checks the nodes of a declaration, whose place is in and which begin at node next or later: each is within
// in and contains its parts, which follow each other in the text and are contiguous in the tree. sound checks the rules
// of the language for a node.
func CheckBody(t T, tree *syntax.Tree, in lang.Span, first, root, next syntax.NodeID, ops []string, sound func(syntax.NodeID, *syntax.Node) bool) {
	t.Helper()
	if first < next || root < first || int(root) >= len(tree.Nodes) {
		t.Fatalf("a body is %d … %d, after %d", first, root, next)
	}
	begin := make([]syntax.NodeID, root-first+1) // of the subtree
	for id := first; id <= root; id++ {
		n := &tree.Nodes[id]
		if n.Op == 0 || !in.Contains(n.Span()) || !sound(id, n) {
			t.Fatalf("node %d (%s) %q at %v, %d in %v", id, ops[n.Op], tree.Name(id), n.Span(), n.At, in)
		}
		at, last := id, n.End
		kids := tree.Kids(id)
		for j := len(kids) - 1; j >= 0; j-- {
			if kids[j] == syntax.NoNode {
				continue
			}
			s := tree.Span(kids[j])
			if kids[j] != at-1 || !n.Span().Contains(s) || s.End > last {
				t.Fatalf("node %d (%s) at %v: kid %d is node %d at %v, before %d", id, ops[n.Op], n.Span(), j, kids[j], s, last)
			}
			at, last = begin[kids[j]-first], s.Start
		}
		begin[id-first] = at
	}
}

// CheckComments checks that comments are not empty and do not overlap.
func CheckComments(t T, tree *syntax.Tree) {
	t.Helper()
	last := int32(0)
	for _, c := range tree.Comments {
		if c.Start < last || c.End <= c.Start || int(c.End) > len(tree.File.Src) {
			t.Fatalf("a comment at %v, after %d", c, last)
		}
		last = c.End
	}
}

// CheckDiagnostics checks that each diagnostic has a place in the text, a sentence, a label and applicable repairs, and
// that they are in the order of the text.
func CheckDiagnostics(t T, f *lang.File, ds []lang.Diagnostic) {
	t.Helper()
	size := int32(len(f.Src))
	inside := func(s lang.Span) bool { return 0 <= s.Start && s.Start <= s.End && s.End <= size }
	said := func(p lang.Phrase) bool { return p != nil && p.String() != "" }
	for i, d := range ds {
		if !inside(d.Span) || d.Code == "" || !said(d.Message) || !said(d.Label) ||
			strings.HasSuffix(d.Message.String(), ".") || strings.ContainsAny(d.Message.String(), "\n\r") {
			t.Fatalf("%s %q, %q at %v of %d bytes", d.Code, d.Message, d.Label, d.Span, size)
		}
		for _, r := range d.Related {
			if !inside(r.Span) || !said(r.Message) {
				t.Fatalf("%s %q: related %v of %d bytes: %q", d.Code, d.Message, r.Span, size, r.Message)
			}
		}
		for _, f := range d.Fixes {
			for _, e := range f.Edits {
				if !inside(e.Span) || !said(f.Title) {
					t.Fatalf("%s %q: a change at %v of %d bytes: %q", d.Code, d.Message, e.Span, size, f.Title)
				}
			}
		}
		if i > 0 && ds[i-1].Span.Start > d.Span.Start {
			t.Fatalf("%s %q is not in order", d.Code, d.Message)
		}
	}
}
