package tensorscript

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
)

// A testCase is a program with its expected results.
type testCase struct {
	ID, Source string
	Expect     struct {
		Errors []struct {
			Kind string
			At   struct{ Start, End int32 }
		}
		Related []struct{ Start, End int32 }
	}
}

func testCases(t testing.TB) []testCase {
	return syntaxtest.Cases[testCase](t, "testdata/cases.json", 62)
}

// modules are the operations that the cases assume to exist.
var modules = Known{
	"conv": {"Conv2d", "maxpool2d"}, "lin": {"Linear"}, "reg": {"Dropout2d", "BatchNorm1d"},
	"nonlin": {"relu", "tanh", "leaky_relu", "log_softmax", "sigmoid"},
}

// all returns all diagnostics of a text.
func all(f *lang.File) []lang.Diagnostic {
	tree, ds := Parse(f)
	_, more := Resolve(tree, modules)
	return append(ds, more...)
}

// Each case has exactly its errors in syntax and names, with their places and related places.
func TestCases(t *testing.T) {
	kinds := map[string]string{
		"parse": "P01", "unsupported": "P0116", "order": "P0117", "import": "P0213", "unknown-symbol": "P02", "duplicate": "P02",
	}
	mistakes := 0
	for _, c := range testCases(t) {
		file := lang.NewFile(c.ID, []byte(c.Source))
		tree, ds := Parse(file)
		checkTree(t, tree)
		_, more := Resolve(tree, modules)
		ds = append(ds, more...)
		syntaxtest.CheckDiagnostics(t, tree.File, ds)
		var related []string
		for _, d := range ds {
			for _, r := range d.Related {
				related = append(related, fmt.Sprint(r.Span))
			}
		}
		for _, e := range c.Expect.Errors {
			code, ok := kinds[e.Kind]
			if !ok {
				continue
			}
			mistakes++
			i := slices.IndexFunc(ds, func(d lang.Diagnostic) bool {
				return strings.HasPrefix(string(d.Code), code) && d.Span == lang.Span(e.At)
			})
			if i < 0 {
				t.Errorf("%s: want %v, got %v\n%s", c.ID, e, syntaxtest.Found(file, ds), c.Source)
				continue
			}
			ds = slices.Delete(ds, i, i+1)
			for _, r := range c.Expect.Related {
				if !slices.Contains(related, fmt.Sprint(lang.Span(r))) {
					t.Errorf("%s: %v is not among %v", c.ID, r, related)
				}
			}
		}
		if len(ds) > 0 {
			t.Errorf("%s: %v\n%s", c.ID, syntaxtest.Found(file, ds), c.Source)
		}
	}
	if mistakes != 12 {
		t.Errorf("there are %d mistakes", mistakes)
	}
}

var opNames = strings.Fields(`Bad Name Int Float Bool Hole Tuple Call Arg Method View Not Binary Pipe If Block Let Assign While Tensor Header
	Use Import Weight Def Params Param`)

func TestOpNames(t *testing.T) {
	if len(opNames) != int(numOps) {
		t.Fatalf("%d names of %d operations", len(opNames), numOps)
	}
}

// checkTree checks the invariants of a tree.
func checkTree(t syntaxtest.T, tree *Tree) {
	t.Helper()
	next, end := NodeID(0), int32(0)
	for i := range tree.Decls {
		d := &tree.Decls[i]
		if d.Span.Start < end || d.Span.End < d.Span.Start || int(d.Span.End) > len(tree.File.Src) ||
			!d.Span.Contains(d.NameSpan) {
			t.Fatalf("declaration %d is at %v, after %d, its name at %v", i, d.Span, end, d.NameSpan)
		}
		switch {
		case d.Of < 0 && i > 0 && d.Span.Start < tree.Decls[i-1].Span.End, d.Of >= int32(i),
			d.Of >= 0 && !tree.Decls[d.Of].Span.Contains(d.Span):
			t.Fatalf("declaration %d at %v is of %d", i, d.Span, d.Of)
		case !d.IsBlock():
			end = d.Span.End
		default:
			end = d.NameSpan.End
		}
		if (d.Kind == DeclWeight || d.Kind == DeclDef) != (d.Of >= 0 && tree.Decls[d.Of].Kind != DeclNode) &&
			d.Kind > DeclTensor {
			t.Fatalf("declaration %d of kind %d is of %d", i, d.Kind, d.Of)
		}
		if d.Bad != (d.Root == NoNode) {
			t.Fatalf("declaration %d: bad %v with root %d", i, d.Bad, d.Root)
		}
		if d.Root == NoNode {
			continue
		}
		syntaxtest.CheckBody(t, &tree.Tree, d.Span, d.First, d.Root, next, opNames, func(id NodeID, n *Node) bool {
			name := tree.NameSpan(id)
			return n.Start < n.End && (n.Sym == lang.NoSym ||
				(n.Span().Contains(name) || n.Op == OpWeight) && tree.File.Text(name) == tree.Name(id))
		})
		next = d.Root + 1
	}
}

// body returns the tree of the last declaration; of a function its body, of a weight without its class.
func body(t *testing.T, src string) string {
	t.Helper()
	tree, ds := Parse(lang.NewFile("in.trs", []byte(src)))
	if len(ds) > 0 {
		t.Errorf("%s\n%v", src, syntaxtest.Found(tree.File, ds))
		return ""
	}
	checkTree(t, tree)
	root := tree.Decls[len(tree.Decls)-1].Root
	if kids := tree.Kids(root); tree.Nodes[root].Op == OpDef {
		root = kids[2]
	}
	return syntaxtest.Sexpr(&tree.Tree, root, opNames)
}
