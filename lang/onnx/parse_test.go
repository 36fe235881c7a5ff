package onnx

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
)

// A testCase is a model.
type testCase struct{ ID, Source string }

func testCases(t testing.TB) []testCase {
	return syntaxtest.Cases[testCase](t, "testdata/cases.json", 43)
}

// The models of all cases are without syntax errors, and each use of a value has a definition before it.
func TestCases(t *testing.T) {
	for _, c := range testCases(t) {
		file := lang.NewFile(c.ID, []byte(c.Source))
		tree, ds := Parse(file)
		checkTree(t, tree)
		if len(ds) > 0 || len(tree.Decls) != 1 {
			t.Errorf("%s: %v\n%s", c.ID, syntaxtest.Found(file, ds), c.Source)
		}
		names := Resolve(tree)
		checkNames(t, tree, names)
		for args := range tree.Of(OpArgs) {
			for _, id := range tree.Kids(args) {
				if def := names.Def[id]; tree.Is(id, OpName) && (def == NoNode || def >= id) {
					t.Errorf("%s: `%s` is defined by %d", c.ID, tree.Name(id), def)
				}
			}
		}
	}
}

var opNames = strings.Fields(`Bad Model Function Graph Header Setting Pairs Pair Params Inputs Outputs Locals Value
	Node Broken Label Results Operator Domain Args Name Absent Attrs Attr Kind
	Int Float String Ref Unknown List Tensor Data TensorType TypeCall Any`)

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
			!d.Span.Contains(d.NameSpan) || d.Bad != (d.Root == NoNode) || (d.Kind == DeclGraph) != (i == 0) {
			t.Fatalf("declaration %d of kind %d, bad %v, is at %v, after %d, its name at %v", i, d.Kind, d.Bad, d.Span, end, d.NameSpan)
		}
		if end = d.Span.End; d.Bad {
			continue
		}
		syntaxtest.CheckBody(t, &tree.Tree, d.Span, d.First, d.Root, next, opNames, func(id NodeID, n *Node) bool {
			name := tree.NameSpan(id)
			return (n.Start < n.End || n.Op == OpAbsent || n.Op == OpResults) && (n.Sym == lang.NoSym ||
				n.Span().Contains(name) && unquoted(string(AppendDomain(nil, unquoted(tree.Name(id))))) == tree.Plain(id))
		})
		next = d.Root + 1
	}
}

// checkNames checks that definitions define a name, and uses use the same one.
func checkNames(t syntaxtest.T, tree *Tree, names *Names) {
	t.Helper()
	for id, def := range names.Def {
		if def == NoNode {
			continue
		}
		if !tree.Is(def, OpName, OpValue) || tree.Nodes[def].Sym != tree.Nodes[id].Sym || names.Def[def] == NodeID(id) {
			t.Fatalf("%q (%d) is defined by %q (%d)", tree.Name(NodeID(id)), id, tree.Name(def), def)
		}
	}
}

// root returns the tree of the last declaration.
func root(t *testing.T, src string) string {
	t.Helper()
	tree, ds := Parse(lang.NewFile("in.onnxtxt", []byte(src)))
	if len(ds) > 0 {
		t.Errorf("%s\n%v", src, syntaxtest.Found(tree.File, ds))
		return ""
	}
	checkTree(t, tree)
	return syntaxtest.Sexpr(&tree.Tree, tree.Decls[len(tree.Decls)-1].Root, opNames)
}

// node returns a model with one node.
func node(text string) string { return "g () => () {\n  " + text + "\n}" }

// Each line is a fact about the syntax of the language.
func TestTraps(t *testing.T) {
	before, after := "(Model - (Graph g (Inputs) (Outputs) - ", "))"
	for _, c := range []struct{ src, want string }{
		// Nodes, with their labels, absent inputs and outputs, and names of any characters.
		{"y = Relu(x)", "(Node - (Results (Name y)) (Operator Relu - -) - (Args (Name x)) -)"},
		{`["a b"] y=Relu(x)`, `(Node (Label "a b") (Results (Name y)) (Operator Relu - -) - (Args (Name x)) -)`},
		{"[a] y = Relu(x)", "(Node (Label a) (Results (Name y)) (Operator Relu - -) - (Args (Name x)) -)"},
		{"= F()", "(Node - (Results) (Operator F - -) - (Args) -)"},
		{`"", h, "c" = F("", x, , "y",)`, "(Node - (Results (Absent) (Name h) (Name c)) (Operator F - -) - (Args (Absent) (Name x) (Absent) (Name y)) -)"},
		{`y = F(, "a\"b\c", "float", float, seq)`, `(Node - (Results (Name y)) (Operator F - -) - (Args (Absent) (Name "a\"bc") (Name "float") (Name "float") (Name "seq")) -)`},
		{"y\r\n= # one\n\tF # two\n (\n) # three\n", "(Node - (Results (Name y)) (Operator F - -) - (Args) -)"},
		// Operators with domains and overloads.
		{"y = ai.onnx . ml.F:o(x)", "(Node - (Results (Name y)) (Operator F (Domain ai.onnx.ml) (Name o)) - (Args (Name x)) -)"},
		{`y = "my-domain"."a.b"()`, `(Node - (Results (Name y)) (Operator "a.b" (Domain "my-domain") -) - (Args) -)`},
		{`y = "ai.onnx".F()`, "(Node - (Results (Name y)) (Operator F (Domain ai.onnx) -) - (Args) -)"},
		// Attributes before or after the inputs, with all kinds of values.
		{"y = F<a = 1, b: int = -2>()", "(Node - (Results (Name y)) (Operator F - -) (Attrs (Attr a - (Int 1)) (Attr b (Kind int) (Int -2))) (Args) -)"},
		{"y = F()<a = 1.>", "(Node - (Results (Name y)) (Operator F - -) - (Args) (Attrs (Attr a - (Float 1.))))"},
		{"y = F<>()", "(Node - (Results (Name y)) (Operator F - -) (Attrs) (Args) -)"},
		{`<a = "x", b = [], c = [1, 2.5, -inf, NaN], d = ["x"]>`,
			`(Attr a - (String "x")) (Attr b - (List)) (Attr c - (List (Int 1) (Float 2.5) (Float -inf) (Float NaN))) (Attr d - (List (String "x")))`},
		{"<a: ints = [], b = @c, d: string = ..., e: ints = ...>",
			"(Attr a (Kind ints) (List)) (Attr b - (Ref c)) (Attr d (Kind string) (Unknown)) (Attr e (Kind ints) (Unknown))"},
		{"<a = 1e5, b = 2.E-3, c = 0.5e+2, d = -Infinity>", "(Attr a - (Float 1e5)) (Attr b - (Float 2.E-3)) (Attr c - (Float 0.5e+2)) (Attr d - (Float -Infinity))"},
		{"<a = int64[2] {1, 2}, b = float t {3}, c = int64 = {}, d = float[2, 3] t = {...}>",
			"(Attr a - (Tensor (TensorType int64 #2 (Int 2)) (Data (Int 1) (Int 2)))) (Attr b - (Tensor t (TensorType float) (Data (Int 3))))" +
				" (Attr c - (Tensor (TensorType int64) (Data))) (Attr d - (Tensor t (TensorType float #2 (Int 2) (Int 3)) (Data #1)))"},
		{`<a = float ["location": "w", "length" : "4"], b = [int64 {1}, int64 {2}]>`,
			`(Attr a - (Tensor (TensorType float) (Pairs (Pair "location" (String "w")) (Pair "length" (String "4")))))` +
				" (Attr b - (List (Tensor (TensorType int64) (Data (Int 1))) (Tensor (TensorType int64) (Data (Int 2)))))"},
		{"<a = g (x) => (float y) {}, b = \"h i\" () => () { }>",
			"(Attr a - (Graph g (Inputs (Value x - -)) (Outputs (Value y (TensorType float) -)) -))" +
				" (Attr b - (Graph \"h i\" (Inputs) (Outputs) -))"},
		// Types.
		{"<a = float, b = float[], c = float[N, ?, 3, \"n + 1\"]>",
			"(Attr a - (TensorType float)) (Attr b - (TensorType float #2)) (Attr c - (TensorType float #2 (Name N) (Any) (Int 3) (Name \"n + 1\")))"},
		{"<a = seq(map(int64, optional(float[2]))), b = sparse_tensor(float[3]), c = opaque(a.b, c), d = opaque()>",
			"(Attr a - (TypeCall seq (TypeCall map (TensorType int64) (TypeCall optional (TensorType float #2 (Int 2))))))" +
				" (Attr b - (TypeCall sparse_tensor (TensorType float #2 (Int 3)))) (Attr c - (TypeCall opaque (Domain a.b) (Domain c))) (Attr d - (TypeCall opaque))"},
		{"<a = uint64 {18446744073709551615}>", "(Attr a - (Tensor (TensorType uint64) (Data (Int 18446744073709551615))))"},
	} {
		src, b, a := c.src, before, after
		if src[0] == '<' {
			src, b, a = "y = F"+src+"()", before+"(Node - (Results (Name y)) (Operator F - -) (Attrs ", ") (Args) -)"+after
		}
		if got := root(t, node(src)); got != b+c.want+a {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, b+c.want+a)
		}
	}
	for _, c := range []struct{ src, want string }{
		{`<ir_version: 8, opset_import: ["" : 17, "a" : 1], doc_string: "two
lines", metadata_props: []> "g h" () => () {}`, `(Model (Header (Setting ir_version (Int 8)) (Setting opset_import (Pairs (Pair "" (Int 17)) (Pair "a" (Int 1)))) (Setting doc_string (String "two
lines")) (Setting metadata_props (Pairs))) (Graph "g h" (Inputs) (Outputs) -))`},
		{"g (x, float[2] y = {1, 2}, seq(float) z) => (int64 v, w) <int64 a = {1}, float[] b> {}",
			"(Model - (Graph g (Inputs (Value x - -) (Value y (TensorType float #2 (Int 2)) (Data (Int 1) (Int 2))) (Value z (TypeCall seq (TensorType float)) -))" +
				" (Outputs (Value v (TensorType int64) -) (Value w - -)) (Locals (Value a (TensorType int64) (Data (Int 1))) (Value b (TensorType float #2) -))))"},
		{"\ufeffg () => () {}\n<domain: \"d\", overload: \"o\">\nf <a, b: float = 2.0> (x) => (y) <float x> { y = G(x) }",
			`(Function f (Header (Setting domain (String "d")) (Setting overload (String "o"))) (Params (Attr a - -) (Attr b (Kind float) (Float 2.0)))` +
				" (Inputs (Value x - -)) (Outputs (Value y - -)) (Locals (Value x (TensorType float) -)) (Node - (Results (Name y)) (Operator G - -) - (Args (Name x)) -))"},
	} {
		if got := root(t, c.src); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

// A definition is visible in its whole graph and in nested ones, but not in functions; the first one of a name wins.
func TestResolve(t *testing.T) {
	const src = `g (a, float[1] w) => (b, q)
<float[1] w = {1}, float[1] c = {2}, float b, float unknown>
{
  b = F(a, c, w, later, nothing)
  later = F() <then = h () => (r, b) { r = F(later, r, c)  a = F(a)  last = F() }>
  b, last = F(last)
}
f (a) => (b) { x = F(a, b, c) }`
	tree, ds := Parse(lang.NewFile("in.onnxtxt", []byte(src)))
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	names := Resolve(tree)
	checkNames(t, tree, names)
	var got []string
	for id := range tree.Nodes {
		n := &tree.Nodes[id]
		if n.Op != OpName && n.Op != OpValue {
			continue
		}
		text := tree.Name(NodeID(id)) + tree.File.Position(n.At).String() + ">"
		if def := names.Def[id]; def != NoNode {
			text += tree.File.Position(tree.Nodes[def].At).String()
		}
		got = append(got, text)
	}
	want := `a1:4> w1:16> b1:23>4:3 q1:26> w2:11>1:16 c2:29> b2:44>4:3 unknown2:53> ` +
		`b4:3> a4:9>1:4 c4:12>2:29 w4:15>1:16 later4:18>5:3 nothing4:25> ` +
		`later5:3> r5:32>5:40 b5:35>4:3 r5:40> later5:46>5:3 r5:53>5:40 c5:56>2:29 a5:60>1:4 a5:66>5:60 last5:70>6:6 ` +
		`b6:3>4:3 last6:6> last6:15>6:6 a8:4> b8:11> x8:16> a8:22>8:4 b8:25> c8:28>`
	if strings.Join(got, " ") != want {
		t.Errorf(" got %s\nwant %s", strings.Join(got, " "), want)
	}
}
