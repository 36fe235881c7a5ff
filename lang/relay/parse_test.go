package relay

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
)

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

func parsed(f *lang.File) []lang.Diagnostic {
	_, ds := Parse(f)
	return ds
}

// The programs of the documents can be parsed. Each slip of their syntax is reported at its place, and the offered
// changes fix it.
func TestSeeds(t *testing.T) {
	slips := map[string]string{
		"A10": "P0102 ->", "A12": "P0102 }", "A13": "P0102", "A17": "P0101 :", "A18": "P0103 )",
	}
	for _, f := range seeds(t) {
		name := strings.TrimSuffix(f.Name, ".rly")
		file := lang.NewFile(f.Name, f.Data)
		tree, ds := Parse(file)
		checkTree(t, tree)
		if got := syntaxtest.Found(file, ds); got != slips[name] {
			t.Errorf("%s: want %q, got %q", name, slips[name], got)
		}
		if tree.Dialect != Doc && strings.ContainsAny(string(f.Data), "#<") {
			t.Errorf("%s is read as %v", name, tree.Dialect)
		}
		text := syntaxtest.Repaired(t, string(f.Data), parsed)
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

var opNames = strings.Fields(`Bad Local Global Graph Name Int Float Bool String List Meta Tuple Project Call Attr Binary Fn If Match Clause
	Ref RefRead RefWrite Constant Block Let Bind FreeVar Params Var TyParams TyParam Kind Any ConPat TuplePat
	Hole TypeName TypeCall TupleType FnType Types Tensor Shape Dynamic Where Rel Data Con`)

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
		syntaxtest.CheckBody(t, &tree.Tree, d.Span, d.First, d.Root, next, opNames, func(id NodeID, n *Node) bool {
			return (n.Start < n.End || n.Op == OpBlock) && n.Start <= n.At && n.At <= n.End &&
				(n.Sym == lang.NoSym || n.Op == OpMeta || n.Op == OpString ||
					strings.Map(unblank, tree.File.Text(tree.NameSpan(id))) == tree.Name(id))
		})
		next = d.Root + 1
	}
}

// unblank removes blanks, which may be beside the dots of a name.
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

// If the bracket of type arguments is not closed, the text is not parsed as arguments.
func TestUnclosedTypeArguments(t *testing.T) {
	_, ds := Parse(lang.NewFile("in.rly",
		[]byte("def @f(%x: int32) -> int32 { @g<int32 -> int32>(%x) }\ndef @h() { 1 }")))
	if len(ds) != 1 || ds[0].Code != lang.UnclosedBracket || ds[0].Message.String() != "`<` is not closed before `->`" {
		t.Errorf("%v", ds)
	}
}
