package onnx

import (
	"runtime/debug"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
)

func diagnose(f *lang.File) []lang.Diagnostic {
	_, ds := Parse(f)
	return ds
}

// Each mistake is found at its place, and independent ones are all found. fixed is the text after the first fix of
// each mistake.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ src, want, fixed string }{
		// Brackets.
		{"y = F(x", "P0102", "y = F(x)"},
		{"y = F(x\n  z = F(y)", "P0102", "y = F(x)\n  z = F(y)"},
		{"y = F<a = 1(x)\n  z = F(y)", "P0102 (", "y = F<a = 1>(x)\n  z = F(y)"},
		{"y = F<a = 1, b = [1, 2(x)\n  z = F(y\n", "P0102 (; P0102", "y = F<a = 1, b = [1, 2]>(x)\n  z = F(y)\n"},
		{"y = F(x]", "P0114 ]", "y = F(x)"},
		{"y = F<a = float[1)>(x)", "P0114 )", "y = F<a = float[1]>(x)"},
		{"y = F(x))", "P0101 )", "y = F(x)"},
		{"y = F(x)}\nf () => () {}", "P0103 }", ""},
		// Commas.
		{"y = F<a = [1,, 2,],>(x,)", "P0101 ,; P0101 ,; P0101 ,", "y = F<a = [1, 2]>(x,)"},
		{"y = F<a = int64[2] {1 2}>(x z)", "P0101 2", "y = F<a = int64[2] {1, 2}>(x, z)"},
		// Names without quotes, and the signs of other languages.
		{"conv.1 = F(/a/b_0, c.weight, d/e)", "P0101 conv.1; P0107 /a/b_0; P0101 c.weight; P0107 d/e", `"conv.1" = F("/a/b_0", "c.weight", "d/e")`},
		{"y = F<mode = nearest>(x)", "P0101 nearest", `y = F<mode = "nearest">(x)`},
		{"y = F<a = true>(x)\n  z = F<a = False>(y)", "P0101 true; P0101 False", "y = F<a = 1>(x)\n  z = F<a = 0>(y)"},
		{"y = F<a = yes>(x)\n  z = F<a = Off>(y)\n  u = F<a = FLOAT16>(z)", "P0101 yes; P0101 Off; P0101 FLOAT16",
			"y = F<a = 1>(x)\n  z = F<a = 0>(y)\n  u = F<a = 10>(z)"},
		{"conv-1 = F(a-b)", "P0107 conv-1; P0107 a-b", `"conv-1" = F("a-b")`},
		{"y = F<mode = 'a b', c = '>(x);", "P0107 'a b'; P0107 '; P0107 ;", ""},
		{"y = F<a = g () -> () {}>()", "P0107 ->", "y = F<a = g () => () {}>()"},
		{"y = F(é)", "P0107 é", ""},
		{"y = F<a = 1x, b = 99999999999999999999, c = -99999999999999999999>()", "P0107 1x; P0107 99999999999999999999; P0107 -99999999999999999999", ""},
		{"y = F<a = \"b>()\n  z = F(3)", "P0106 \"b>()", ""},
		// Types and kinds.
		{"y = F<a: intss = [], b: type_proto = seq(flaot[N])>()", "P0101 intss; P0101 flaot", "y = F<a: ints = [], b: type_proto = seq(float[N])>()"},
		{"y = F<a = float[-1, N]>()", "P0101 -1", "y = F<a = float[?, N]>()"},
		{"y = F<a = seq(), b = map(int64)>()", "P0101 seq(); P0101 map(int64)", ""},
		{"y = F<a = fp32[2] {1, 2}>()", "P0101 fp32", ""},
		// Comments and weights of other languages.
		{"// f\n  y = F(x) // g (\n  z = F(y)", "P0107 //; P0107 //", "# f\n  y = F(x) # g (\n  z = F(y)"},
		{"float[2, N] w = {1}\n  y = F(w)", "P0101 float[2, N]", ""},
		// Nodes: each has its own mistakes, and is broken by itself.
		{"y = F(G(x))\n  z = 3\n  = F(x)\n  u = F x\n  v = F(a = 1)\n  w =\n  ok = F(z)", "P0101 (; P0101 3; P0101 x; P0101 a; P0101 =", ""},
		{"y = If(c)<a = g () => () {\n    z = 3\n    w = F(\n  }, b = h (float] x) => () { y = F( }>\n  z = 4", "P0101 3; P0102; P0101 ]; P0102 }; P0101 4", ""},
		{"y = F<a = 1>(x)<b = 2>\n  z = F(,", "P0101 <; P0102", ""},
	} {
		src := node(c.src)
		f := lang.NewFile("in.onnxtxt", []byte(src))
		tree, ds := Parse(f)
		checkTree(t, tree)
		if got := syntaxtest.Found(f, ds); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", src, got, c.want)
		}
		if tree.Decls[0].Bad {
			t.Errorf("%s: the declaration is bad", src)
		}
		if got := syntaxtest.Repaired(t, src, diagnose); c.fixed != "" && got != node(c.fixed) {
			t.Errorf("%s\nis repaired to\n%s", src, got)
		}
	}
	for _, c := range []struct{ src, want string }{
		{"g () => () {\n  y = F()", "P0102"},
		{"<ir_vers: 8, opset_imprt: [], domain: 3> g () => () { y = 3 }", "P0101 ir_vers; P0101 opset_imprt; P0101 3; P0101 3"},
		{"<ir_version: 8 g (x) => () {\n  y = 3\n}", "P0101 g; P0101 3"},
		{"g (flot x, float[N y) => () {\n  y = 3\n}\n<domain: \"d\">\nf (x) => (y) { y = 4 }", "P0101 flot; P0101 y; P0101 3; P0101 4"},
		{"g (float x = {1, a}, y = 3) => (z = {1}) {\n  y = 3\n}", "P0101 a; P0101 3"},
		{"g (x) (y) {\n  y = 3\n}", "P0101 (; P0101 3"},
		{"g (fp32[N] x, Half[2] y) => () <float[2] w = [1, 2.5], int64 n = 3, float m = [1 2]> {\n  y = 3\n}",
			"P0101 fp32; P0101 Half; P0101 [; P0101 3; P0101 [; P0101 2; P0101 3"},
		{"g (x) => (y)\n  y = F(x)\n}\n<domain: \"d\">\nf () => () { y = 4 }", "P0101 y; P0101 4"},
		{"g () => () {\n<domain: \"d\">\nf () => () { y = 4 }", "P0102; P0101 4"},
		{"g () => () {}\nmore\n<domain: \"d\">\nf () => () { y = 4 }", "P0101 <; P0101 4"},
		{"y = Relu(x)", "P0101 ="},
		{"3", "P0101 3"},
	} {
		f := lang.NewFile("in.onnxtxt", []byte(c.src))
		tree, ds := Parse(f)
		checkTree(t, tree)
		if got := syntaxtest.Found(f, ds); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

// A broken node keeps its results, and the nodes around it are parsed.
func TestBroken(t *testing.T) {
	tree, _ := Parse(lang.NewFile("in.onnxtxt", []byte("g () => () {\n  y, z = F<a = 1>(3)\n  u = F(y)\n")))
	want := "(Graph g (Inputs) (Outputs) - (Broken - (Results (Name y) (Name z)) (Operator F - -) (Attrs (Attr a - (Int 1)))) " +
		"(Node - (Results (Name u)) (Operator F - -) - (Args (Name y)) -))"
	graph := tree.Graph(&tree.Decls[0])
	if got := syntaxtest.Sexpr(&tree.Tree, graph, opNames); got != want {
		t.Errorf(" got %s\nwant %s", got, want)
	}
	names := Resolve(tree)
	if def := names.Def[tree.Args(tree.Body(graph)[1])[0]]; def != tree.Results(tree.Body(graph)[0])[0] {
		t.Errorf("`y` is defined by %d", def)
	}
	for src, want := range map[string]bool{"g () => () {": true, "g () => () { y = F<a = \"": true, "g () => () }": false, "g () => () {}": false} {
		if tree, _ := Parse(lang.NewFile("in.onnxtxt", []byte(src))); tree.Unfinished != want {
			t.Errorf("%s: unfinished %v", src, tree.Unfinished)
		}
	}
}

// Deep nesting uses no Go stack, and time is linear.
func TestDeep(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(1 << 20))
	const n = 50_000
	for _, src := range []string{
		node("y = F<a = " + strings.Repeat("seq(", n) + "float" + strings.Repeat(")", n) + ">()"),
		node("y = F<a = " + strings.Repeat("g () => () { y = F<a = ", n) + "1" + strings.Repeat(">() }", n) + ">()"),
		node("y = F<a = " + strings.Repeat("[", n) + ">()"),
		node(strings.Repeat("y = F<a = g () => () { ", n)),
		node(strings.Repeat("y = 3 ", n)),
		node("y = F(" + strings.Repeat("x, ", n) + "x)"),
	} {
		f := lang.NewFile("in.onnxtxt", []byte(src))
		tree, ds := Parse(f)
		Resolve(tree)
		if out, _ := Format(f, lang.Layout{}); len(ds) == 0 && out == nil {
			t.Errorf("%.40s… cannot be formatted", src)
		}
	}
}
