package tensorscript

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

type failer interface {
	Helper()
	Fatalf(string, ...any)
}

// A testCase is a program with what has to come out of it.
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
	t.Helper()
	text, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []testCase
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 62 {
		t.Fatalf("only %d cases", len(cases))
	}
	return cases
}

// Modules are the operations that the cases suppose to be there.
var modules = Known{
	"conv": {"Conv2d", "maxpool2d"}, "lin": {"Linear"}, "reg": {"Dropout2d", "BatchNorm1d"},
	"nonlin": {"relu", "tanh", "leaky_relu", "log_softmax", "sigmoid"},
}

// all is everything that is reported of a text.
func all(f *lang.File) []lang.Diagnostic {
	tree, ds := Parse(f)
	_, more := Resolve(tree, modules)
	return append(ds, more...)
}

// found are diagnostics in short: their codes and the text at their places.
func found(f *lang.File, ds []lang.Diagnostic) string {
	var list []string
	for _, d := range ds {
		list = append(list, strings.TrimSpace(string(d.Code)+" "+f.Text(d.Span)))
	}
	return strings.Join(list, "; ")
}

// repaired is a text with the first change of each error.
func repaired(t failer, src string, diagnose func(*lang.File) []lang.Diagnostic) string {
	t.Helper()
	for range 20 {
		ds := diagnose(lang.NewFile("in.trs", []byte(src)))
		i := slices.IndexFunc(ds, func(d lang.Diagnostic) bool { return len(d.Fixes) > 0 })
		if i < 0 {
			return src
		}
		src = string(lang.AppendEdited(nil, []byte(src), lang.Span{End: int32(len(src))}, ds[i].Fixes[0].Edits))
	}
	t.Fatalf("there is no end of mistakes:\n%s", src)
	return ""
}

// Each case has the errors of its syntax and its names, at their places and with what is related to them,
// and no others.
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
		checkDiagnostics(t, tree, ds)
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
				t.Errorf("%s: want %v, got %v\n%s", c.ID, e, found(file, ds), c.Source)
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
			t.Errorf("%s: %v\n%s", c.ID, found(file, ds), c.Source)
		}
	}
	if mistakes != 12 {
		t.Errorf("there are %d mistakes", mistakes)
	}
}

// sexpr is a node in parentheses, with its name, its flags and its parts.
func sexpr(t *Tree, id NodeID) string {
	if id == NoNode {
		return "-"
	}
	n := &t.Nodes[id]
	s := opNames[n.Op]
	if n.Sym != lang.NoSym {
		s += " " + t.Syms.Text(n.Sym)
	}
	if n.Flags != 0 {
		s += fmt.Sprintf(" #%d", n.Flags)
	}
	for _, kid := range t.Kids(id) {
		s += " " + sexpr(t, kid)
	}
	return "(" + s + ")"
}

var opNames = strings.Fields(`Bad Name Int Float Bool Hole Tuple Call Arg Method View Not Binary Pipe If Block Let Assign While Tensor Header
	Use Import Weight Def Params Param`)

func TestOpNames(t *testing.T) {
	if len(opNames) != int(numOps) {
		t.Fatalf("%d names of %d operations", len(opNames), numOps)
	}
}

// checkTree checks the form of a tree.
func checkTree(t failer, tree *Tree) {
	t.Helper()
	next, end := NodeID(0), int32(0)
	for i := range tree.Decls {
		d := &tree.Decls[i]
		if d.Span.Start < end || d.Span.End < d.Span.Start || int(d.Span.End) > len(tree.File.Src) || !d.Span.Contains(d.NameSpan) {
			t.Fatalf("declaration %d is at %v, after %d, its name at %v", i, d.Span, end, d.NameSpan)
		}
		switch {
		case d.Of < 0 && i > 0 && d.Span.Start < tree.Decls[i-1].Span.End, d.Of >= int32(i), d.Of >= 0 && !tree.Decls[d.Of].Span.Contains(d.Span):
			t.Fatalf("declaration %d at %v is of %d", i, d.Span, d.Of)
		case !d.IsBlock():
			end = d.Span.End
		default:
			end = d.NameSpan.End
		}
		if (d.Kind == DeclWeight || d.Kind == DeclDef) != (d.Of >= 0 && tree.Decls[d.Of].Kind != DeclNode) && d.Kind > DeclTensor {
			t.Fatalf("declaration %d of kind %d is of %d", i, d.Kind, d.Of)
		}
		if d.Bad != (d.Root == NoNode) {
			t.Fatalf("declaration %d: bad %v with root %d", i, d.Bad, d.Root)
		}
		if d.Root == NoNode {
			continue
		}
		if d.First < next || d.Root < d.First || int(d.Root) >= len(tree.Nodes) {
			t.Fatalf("a body is %d … %d, after %d", d.First, d.Root, next)
		}
		next = d.Root + 1
		begin := make([]NodeID, d.Root-d.First+1) // of the subtree
		for id := d.First; id <= d.Root; id++ {
			n := &tree.Nodes[id]
			if n.Op == OpBad || n.Start >= n.End || !d.Span.Contains(n.Span()) {
				t.Fatalf("node %d (%s) at %v, in %v", id, opNames[n.Op], n.Span(), d.Span)
			}
			if s := tree.NameSpan(id); n.Sym != lang.NoSym && (!n.Span().Contains(s) && n.Op != OpWeight || tree.File.Text(s) != tree.Name(id)) {
				t.Fatalf("node %d (%s): %q stands at the place of %q", id, opNames[n.Op], tree.File.Text(s), tree.Name(id))
			}
			at, last := id, n.End
			kids := tree.Kids(id)
			for j := len(kids) - 1; j >= 0; j-- {
				if kids[j] == NoNode {
					continue
				}
				s := tree.Span(kids[j])
				if kids[j] != at-1 || !n.Span().Contains(s) || s.End > last {
					t.Fatalf("node %d (%s) at %v: kid %d is node %d at %v, before %d", id, opNames[n.Op], n.Span(), j, kids[j], s, last)
				}
				at, last = begin[kids[j]-d.First], s.Start
			}
			begin[id-d.First] = at
		}
	}
}

// checkDiagnostics checks that each has a place in the text, a sentence, and changes that can be made.
func checkDiagnostics(t failer, tree *Tree, ds []lang.Diagnostic) {
	t.Helper()
	size := int32(len(tree.File.Src))
	inside := func(s lang.Span) bool { return 0 <= s.Start && s.Start <= s.End && s.End <= size }
	for _, d := range ds {
		if !inside(d.Span) || d.Message == nil || d.Code == "" || strings.HasSuffix(d.Message.String(), ".") {
			t.Fatalf("%v at %v of %d", d, d.Span, size)
		}
		for _, r := range d.Related {
			if !inside(r.Span) || r.Message == nil {
				t.Fatalf("%v is related to %v", d, r)
			}
		}
		for _, f := range d.Fixes {
			for _, e := range f.Edits {
				if !inside(e.Span) || f.Title == nil {
					t.Fatalf("%v is changed by %v", d, f)
				}
			}
		}
	}
}

// body is the tree of the last declaration; of a function its body, of a weight without its class.
func body(t *testing.T, src string) string {
	t.Helper()
	tree, ds := Parse(lang.NewFile("in.trs", []byte(src)))
	if len(ds) > 0 {
		t.Errorf("%s\n%v", src, found(tree.File, ds))
		return ""
	}
	checkTree(t, tree)
	root := tree.Decls[len(tree.Decls)-1].Root
	if kids := tree.Kids(root); tree.Nodes[root].Op == OpDef {
		root = kids[2]
	}
	return sexpr(tree, root)
}
