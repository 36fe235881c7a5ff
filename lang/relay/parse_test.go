package relay

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/patgraph/patgraph/lang"
)

// failer is what tests, fuzz tests and checks of rapid have in common.
type failer interface {
	Helper()
	Fatalf(string, ...any)
}

// seeds are the programs of the documents, by their numbers.
func seeds(t testing.TB) []txtar.File {
	t.Helper()
	const folder = "../../examples/relay/seed"
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var list []txtar.File
	for _, f := range files {
		if filepath.Ext(f.Name()) != ".rly" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, txtar.File{Name: f.Name(), Data: text})
	}
	if len(list) != 28 {
		t.Fatalf("%d programs", len(list))
	}
	return list
}

// found writes diagnostics with the texts that they are about.
func found(f *lang.File, ds []lang.Diagnostic) string {
	var list []string
	for _, d := range ds {
		list = append(list, fmt.Sprintf("%s %s", d.Code, f.Text(d.Span)))
	}
	return strings.Join(list, "; ")
}

// repaired is a text with the first fix of each diagnostic, as often as there are any.
func repaired(t failer, src string, diagnose func(*lang.File) []lang.Diagnostic) string {
	t.Helper()
	for range 20 {
		ds := diagnose(lang.NewFile("in.rly", []byte(src)))
		i := slices.IndexFunc(ds, func(d lang.Diagnostic) bool { return d.Severity == lang.Error && len(d.Fixes) > 0 })
		if i < 0 {
			return src
		}
		edits := ds[i].Fixes[0].Edits
		slices.SortFunc(edits, func(a, b lang.Edit) int { return int(a.Span.Start - b.Span.Start) })
		src = string(lang.AppendEdited(nil, []byte(src), lang.Span{End: int32(len(src))}, edits))
	}
	t.Fatalf("there is no end of mistakes:\n%s", src)
	return ""
}

func parsed(f *lang.File) []lang.Diagnostic {
	_, ds := Parse(f)
	return ds
}

// The programs of the documents are read. Each slip of their syntax is told at its place, and
// with the changes that are offered they are sound.
func TestSeeds(t *testing.T) {
	slips := map[string]string{
		"A10": "P0102 ->", "A12": "P0102 }", "A13": "P0102 ", "A17": "P0101 :", "A18": "P0103 )",
	}
	for _, f := range seeds(t) {
		name := strings.TrimSuffix(f.Name, ".rly")
		file := lang.NewFile(f.Name, f.Data)
		tree, ds := Parse(file)
		checkTree(t, tree)
		if got := found(file, ds); got != slips[name] {
			t.Errorf("%s: want %q, got %q", name, slips[name], got)
		}
		if tree.Dialect != Doc && strings.ContainsAny(string(f.Data), "#<") {
			t.Errorf("%s is read as %v", name, tree.Dialect)
		}
		text := repaired(t, string(f.Data), parsed)
		tree, ds = Parse(lang.NewFile(f.Name, []byte(text)))
		if len(ds) > 0 {
			t.Errorf("%s: %v\n%s", name, ds, text)
		}
		for _, d := range tree.Decls {
			if d.Bad {
				t.Errorf("%s: %s is bad", name, tree.NameOf(&d))
			}
		}
	}
}

// sexpr writes a node in prefix notation.
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

var opNames = strings.Fields(`Bad Local Global Graph Name Int Float Bool String List Meta Tuple Project Call Attr Binary Fn If Match Clause
	Ref RefRead RefWrite Constant Block Let Bind FreeVar Params Var TyParams TyParam Kind Any ConPat TuplePat
	Hole TypeName TypeCall TupleType FnType Types Tensor Shape Dynamic Where Rel Data Con`)

// checkTree checks the form of a tree.
func checkTree(t failer, tree *Tree) {
	t.Helper()
	next, end := NodeID(0), int32(0)
	for i := range tree.Decls {
		d := &tree.Decls[i]
		if d.Span.Start < end || d.Span.End < d.Span.Start || int(d.Span.End) > len(tree.File.Src) || !d.Span.Contains(d.NameSpan) {
			t.Fatalf("declaration %d is at %v, after %d, its name at %v", i, d.Span, end, d.NameSpan)
		}
		end = d.Span.End
		if d.Bad != (d.Root == NoNode) && d.Kind != DeclRelation {
			t.Fatalf("declaration %d: bad %v with root %d", i, d.Bad, d.Root)
		}
		if d.Kind == DeclRelation && !d.Span.Contains(d.Text) {
			t.Fatalf("declaration %d: the text at %v in %v", i, d.Text, d.Span)
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
			if n.Op == OpBad || n.Start >= n.End && n.Op != OpBlock || !d.Span.Contains(n.Span()) || n.At < n.Start || n.At > n.End {
				t.Fatalf("node %d (%s) at %v, %d in %v", id, opNames[n.Op], n.Span(), n.At, d.Span)
			}
			if n.Sym != lang.NoSym && n.Op != OpMeta && n.Op != OpString {
				if got, want := strings.Map(unblank, tree.File.Text(tree.NameSpan(id))), tree.Syms.Text(n.Sym); got != want {
					t.Fatalf("node %d (%s): %q stands at the place of %q", id, opNames[n.Op], got, want)
				}
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

// unblank leaves out blanks, which may be beside the dots of a name.
func unblank(r rune) rune {
	if r == ' ' || r == '\t' {
		return -1
	}
	return r
}

func TestOpNames(t *testing.T) {
	if len(opNames) != int(numOps) {
		t.Fatalf("%d names of %d operations", len(opNames), numOps)
	}
}

// Where the bracket of type arguments is not closed, what stands there is no bracket of arguments.
func TestUnclosedTypeArguments(t *testing.T) {
	_, ds := Parse(lang.NewFile("in.rly", []byte("def @f(%x: int32) -> int32 { @g<int32 -> int32>(%x) }\ndef @h() { 1 }")))
	if len(ds) != 1 || ds[0].Code != lang.UnclosedBracket || ds[0].Message.String() != "`<` is not closed before `->`" {
		t.Errorf("%v", ds)
	}
}
