package tensorscript

import (
	"runtime/debug"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
)

// Each line is a fact about the syntax of the language.
func TestTraps(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		// Blanks and comments are allowed between any two tokens.
		{"dim\t a\r\n=\n3 ;", "(Int 3)"},
		{"dim a // one = 2;\n = 3; // no more", "(Int 3)"},
		{"\ufeffdim a = 3;", "(Int 3)"},
		{"dim a = 3; /", ""},
		// Names: letters, digits and _, which may be a name by itself; ? is only a name by itself.
		{"dim _a1 = 3;", "(Int 3)"},
		{"dim _ = 3;", "(Int 3)"},
		{"dim ? = 16;", "(Int 16)"},
		{"dim let = 3;", "(Int 3)"},
		{"dim new = as;", "(Name as)"},
		// Within brackets a size is any run of letters, digits, ? and _.
		{"tsr a = [3, n, ?, _, 1a, a?b, 1_000];", "(Tensor (Int 3) (Name n) (Name ?) (Hole) (Name 1a) (Name a?b) (Int 1_000))"},
		{"tsr a = b;", "(Name b)"},
		{"tsr a = [b];", "(Tensor (Name b))"},
		// Sizes may be computed.
		{"dim a = b * 2 - c / (d + 1);", "(Binary - (Binary * (Name b) (Int 2)) (Binary / (Name c) (Tuple (Binary + (Name d) (Int 1)))))"},
		{"tsr a = [?, C*4*4];", "(Tensor (Name ?) (Binary * (Binary * (Name C) (Int 4)) (Int 4)))"},
		{"tsr a = [2*?];", "(Tensor (Binary * (Int 2) (Name ?)))"},
		// Imports.
		{"use lin::Linear;", "(Use lin (Import Linear -))"},
		{"use nonlin::{relu, tanh,};", "(Use nonlin #4 (Import relu -) (Import tanh -))"},
		{"use nonlin::{relu};", "(Use nonlin #4 (Import relu -))"},
		{"use lin::Linear as L;", "(Use lin (Import Linear (Name L)))"},
		{"use lin::{Linear as L, as as as};", "(Use lin #4 (Import Linear (Name L)) (Import as (Name as)))"},
		// Headers.
		{"node A<b -> [?, 2]> {}", "(Header (Name b) (Tensor (Name ?) (Int 2)))"},
		{"node A<[?,2]->[?,2]>{}", "(Header (Tensor (Name ?) (Int 2)) (Tensor (Name ?) (Int 2)))"},
		{"graph A<[?] -> [_]> {}", "(Header (Tensor (Name ?)) (Tensor (Hole)))"},
		{"node A<b -> c> { dim d = 1; tsr e = [d]; }", "(Tensor (Name d))"},
		// Weights.
		{"weights A<b -> c> { w = Linear::new(in=2, out=3); }", "(Weight Linear - (Call new (Arg in (Int 2)) (Arg out (Int 3))))"},
		{"weights A<b -> c> { w = L::<[?, 2] -> d>::make(); }", "(Weight L (Header (Tensor (Name ?) (Int 2)) (Name d)) (Call make))"},
		{"weights A<b -> c> { w = L::new(p=0.5,); }", "(Weight L - (Call new (Arg p (Float 0.5))))"},
		{"weights A<b -> c> { w = L::new(a=(5, 5), b=true, c=!x, d=W * 2); }",
			"(Weight L - (Call new (Arg a (Tuple (Int 5) (Int 5))) (Arg b (Bool true)) (Arg c (Not (Name x))) (Arg d (Binary * (Name W) (Int 2)))))"},
		{"weights A<b -> c> { w = L::new(dim=1, def=2,\n node=3); }", "(Weight L - (Call new (Arg dim (Int 1)) (Arg def (Int 2)) (Arg node (Int 3))))"},
		// Functions.
		{"graph A<b -> c> { def forward { x } }", "(Block (Name x))"},
		{"graph A<b -> c> { def forward {} }", "(Block -)"},
		{"graph A<b -> c> { def forward(img) -> c { img } }", "(Block (Name img))"},
		{"graph A<b -> c> { def f() -> [?, 2] { x } }", "(Block (Name x))"},
		{"graph A<b -> c> { def f(x: [?, 2], y) -> c { x } }", "(Block (Name x))"},
		{"graph A<b -> c> { def f(x: <b>) -> <[?, 2]> { x } }", "(Block (Name x))"},
		{"graph A<b -> c> { def new() -> Self { self } }", "(Block (Name self))"},
		// Pipes are flat, and stages are names, calls, fields and views.
		{in("x |> f |> g(a=1) |> w.m(b=2) |> view(_, 3)"), "(Block (Pipe (Name x) (Name f) (Call g (Arg a (Int 1))) (Method m #2 (Name w) (Arg b (Int 2))) (View (Hole) (Int 3))))"},
		{in("x |> self"), "(Block (Pipe (Name x) (Name self)))"},
		{in("x |> l.weight"), "(Block (Pipe (Name x) (Method weight (Name l))))"},
		{in("3 |> relu"), "(Block (Pipe (Int 3) (Name relu)))"},
		{in("(x) |> relu"), "(Block (Pipe (Tuple (Name x)) (Name relu)))"},
		{in("relu(x=x) |> l"), "(Block (Pipe (Call relu (Arg x (Name x))) (Name l)))"},
		{in("x |> view(?, pixels,)"), "(Block (Pipe (Name x) (View (Name ?) (Name pixels))))"},
		{in("x |> view()"), "(Block (Pipe (Name x) (View)))"},
		{in("x |> view(_rows, 3.5)"), "(Block (Pipe (Name x) (View (Name _rows) (Float 3.5))))"},
		{in("x |> view(_, C * 4)"), "(Block (Pipe (Name x) (View (Hole) (Binary * (Name C) (Int 4)))))"},
		{in("f(a=x |> g)"), "(Block (Call f (Arg a (Pipe (Name x) (Name g)))))"},
		// Statements. The last expression is the result unless a semicolon ends it.
		{in("x;"), "(Block (Name x) -)"},
		{in("d.init(std=1.); self"), "(Block (Method init #2 (Name d) (Arg std (Float 1.))) (Name self))"},
		{in("y = x; y"), "(Block (Assign y (Name x)) (Name y))"},
		{in("let y = x |> f; y"), "(Block (Let y (Pipe (Name x) (Name f))) (Name y))"},
		{in("let |> f"), "(Block (Pipe (Name let) (Name f)))"},
		{in("let = 3; let"), "(Block (Assign let (Int 3)) (Name let))"},
		{in("while a { x; } x"), "(Block (While (Name a) (Block (Name x) -)) (Name x))"},
		{in("if a { x } x"), "(Block (If (Name a) (Block (Name x)) -) (Name x))"},
		{in("if a { x }"), "(Block (If (Name a) (Block (Name x)) -) -)"},
		{in("if a { x } else if b { y } else { z } x"), "(Block (If (Name a) (Block (Name x)) (If (Name b) (Block (Name y)) (Block (Name z)))) (Name x))"},
		{in("if a { x } else { y }"), "(Block (If (Name a) (Block (Name x)) (Block (Name y))))"},
		{in("if a { x } else { y };"), "(Block (If (Name a) (Block (Name x)) (Block (Name y))) -)"},
		{in("if a { x } else { y } |> relu"), "(Block (Pipe (If (Name a) (Block (Name x)) (Block (Name y))) (Name relu)))"},
		{in("x |> f(a=if b { 1 } else { 2 })"), "(Block (Pipe (Name x) (Call f (Arg a (If (Name b) (Block (Int 1)) (Block (Int 2)))))))"},
		// Literals and tuples. A float may end in a point but not begin with one.
		{in("(1., 1.5, 2e3, 1.e-5, 0.5E+2, 1_0.5)"), "(Block (Tuple (Float 1.) (Float 1.5) (Float 2e3) (Float 1.e-5) (Float 0.5E+2) (Float 1_0.5)))"},
		{in("()"), "(Block (Tuple))"},
		{in("(x,)"), "(Block (Tuple #1 (Name x)))"},
		{in("(x, y,)"), "(Block (Tuple (Name x) (Name y)))"},
		{in("(true, false, !x)"), "(Block (Tuple (Bool true) (Bool false) (Not (Name x))))"},
		{in("!!x"), "(Block (Not (Not (Name x))))"},
		// Operators, from tight to loose, all to the left; a pipe is looser.
		{in("a + b * c - d / e"), "(Block (Binary - (Binary + (Name a) (Binary * (Name b) (Name c))) (Binary / (Name d) (Name e))))"},
		{in("a + b < c == d"), "(Block (Binary == (Binary < (Binary + (Name a) (Name b)) (Name c)) (Name d)))"},
		{in("a + b |> relu"), "(Block (Pipe (Binary + (Name a) (Name b)) (Name relu)))"},
		{in("(x |> f) + x"), "(Block (Binary + (Tuple (Pipe (Name x) (Name f))) (Name x)))"},
		{in("!a != b"), "(Block (Binary != (Not (Name a)) (Name b)))"},
		{in("a >= b, "), ""},
	} {
		if c.want == "" {
			if _, ds := Parse(lang.NewFile("in.trs", []byte(c.src))); len(ds) == 0 {
				t.Errorf("%s has no error", c.src)
			}
		} else if got := body(t, c.src); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

// in returns a program with a body.
func in(body string) string { return "graph A<b -> c> { def forward { " + body + " } }" }

// Each mistake is reported once, at its place; one with a certain meaning has a fix that removes it. The declarations
// around it are parsed.
func TestMistakes(t *testing.T) {
	for _, c := range []struct{ src, want, fixed string }{
		// Keywords are reserved, and end at word boundaries.
		{"dim view = 3;", "P0101 view", ""},
		{"dimA = 3;", "P0101 dimA", ""},
		{"graph A<b -> c> { defforward { x } }", "P0101 defforward", ""},
		{"tsr a = [?, node];", "P0101 node", ""},
		{in("x |> node"), "P0108 node", ""},
		{in("x |> l.view"), "P0101 view", ""},
		{"weights A<b -> c> { self = L::new(); }", "P0101 self", ""},
		// Names of nodes and classes begin with a capital letter.
		{"node a<b -> c> {}", "P0101 a", "node A<b -> c> {}"},
		{"weights A<b -> c> { w = linear::new(); }", "P0101 linear", "weights A<b -> c> { w = Linear::new(); }"},
		{"node _A<b -> c> {}", "P0101 _A", ""},
		// Sizes are in brackets, and weights are made by constructors.
		{"node A<?, c -> b> {}", "P0101 ?, c", "node A<[?, c] -> b> {}"},
		{"node A<?, 2*c -> 3> {}", "P0101 ?, 2*c", "node A<[?, 2*c] -> [3]> {}"},
		{"weights A<b -> c> { w = nn.L::new(p=2); }", "P0101 nn.", "weights A<b -> c> { w = L::new(p=2); }"},
		{"weights A<b -> c> { w = nn.L(p=2); }", "P0101 nn.; P0101 (", "weights A<b -> c> { w = L::new(p=2); }"},
		{"weights A<b -> c> { w = Linear(in=2, out=3); }", "P0101 (", "weights A<b -> c> { w = Linear::new(in=2, out=3); }"},
		{"weights A<b -> c> { w = L::<b -> c>(p=2); v = L::new(); }", "P0101 (",
			"weights A<b -> c> { w = L::<b -> c>::new(p=2); v = L::new(); }"},
		// Numbers.
		{"dim a = 9223372036854775808;", "P0107 9223372036854775808", ""},
		{"dim a = 12ab;", "P0107 12ab", ""},
		{in("f(p=.5)"), "P0108 .", ""},
		{in("f(p=1e999)"), "P0107 1e999", ""},
		{in("x |> view(-1, 3)"), "P0101 -1", in("x |> view(_, 3)")},
		{in("f(a=-1)"), "P0101 -1", ""},
		{"dim a = 0x1F;", "P0107 0x1F", ""},
		// Characters.
		{"dim é = 3;", "P0107 é", ""},
		{"dim a = 3; # x", "P0107 #", ""},
		{in("x | relu"), "P0107 |", ""},
		{"dim a /* b */ = 3;", "P0107 /*", ""},
		{"dim a = \"3\";", "P0108 \"3\"", ""},
		// Commas.
		{"tsr a = [?, 2,];", "P0101 ,", "tsr a = [?, 2];"},
		{"tsr a = [];", "P0108 ]", ""},
		{"tsr a = [,2];", "P0101 ,", "tsr a = [2];"},
		{in("f(a=1,,)"), "P0101 ,", in("f(a=1,)")},
		{in("f(,)"), "P0101 ,", in("f()")},
		{in("x |> view(,_,3)"), "P0101 ,", in("x |> view(_,3)")},
		{in("x |> view(_,,3)"), "P0101 ,", in("x |> view(_,3)")},
		{in("(,)"), "P0101 ,", in("()")},
		{"use a::{};", "P0108 }", ""},
		{"use a::{b,,c};", "P0101 ,", "use a::{b,c};"},
		{"graph A<b -> c> { def f(x: b,) -> c { x } }", "P0101 )", ""},
		// Angle brackets pair up.
		{"graph A<b -> c> { def f(x: <b) -> c { x } }", "P0102 )", "graph A<b -> c> { def f(x: <b>) -> c { x } }"},
		{"graph A<b -> c> { def f(x: b>) -> c { x } }", "P0103 >", "graph A<b -> c> { def f(x: b) -> c { x } }"},
		{"graph A<b -> c> { def f(x: b) -> <c { x } }", "P0102 {", "graph A<b -> c> { def f(x: b) -> <c> { x } }"},
		{"node A<b> {}", "P0101 >", ""},
		// Arguments have names.
		{in("x |> f(2)"), "P0101 2", ""},
		{in("x |> f(y)"), "P0101 y", ""},
		{"weights A<b -> c> { w = L::new(2, 3); }", "P0101 2", ""},
		// Calls of layers as in Python, and a result.
		{in("f(g(x))"), "P0101 f(g(x))", in("x |> g |> f")},
		{in("let h = f(x + g(x), dim=1); h |> k"), "P0101 f(x + g(x), dim=1)", in("let h = x + (x |> g) |> f(dim=1); h |> k")},
		{in("x + self.f(x)"), "P0101 self.f(x)", in("x + (x |> f)")},
		{in("let h = f(x); g(h)"), "P0101 f(x)", in("let h = x |> f; h |> g")},
		{in("f(x |> g(a=1))"), "P0101 f(x |> g(a=1))", in("x |> g(a=1) |> f")},
		{in("f((x, x), axis=1)"), "P0101 f((x, x), axis=1)", in("(x, x) |> f(axis=1)")},
		{"graph A<b -> c> { def f(x: b) -> c { x } def forward { g(f(x)) } }", "P0101 g(f(x))",
			"graph A<b -> c> { def f(x: b) -> c { x } def forward { x |> self.f() |> g } }"},
		{in("return x"), "P0101 return", in("x")},
		{in("\n return x |> f;\n"), "P0101 return", in("\n x |> f\n")},
		{in("if x { return y } else { return f(z); }"), "P0101 return; P0101 f(z)", in("if x { y } else { z |> f }")},
		// Functions have types for input and output.
		{"graph A<b -> c> { def f { x } }", "P0101 f", ""},
		{"graph A<b -> c> { def f(x: b) { x } }", "P0101", ""},
		{"graph A<b -> c> { def forward(x) { x } }", "P0101", ""},
		{"graph A<b -> c> { def new() { self } }", "P0101", ""},
		// Semicolons.
		{"dim A = 2\ndim B = 3;", "P0110", "dim A = 2;\ndim B = 3;"},
		{"use a::b", "P0110", "use a::b;"},
		{"weights A<b -> c> { w = L::new()\n v = L::new(); }", "P0110", "weights A<b -> c> { w = L::new();\n v = L::new(); }"},
		{in("let y = x\n y"), "P0110", in("let y = x;\n y")},
		{in("let y = x"), "P0110", in("let y = x;")},
		{in("x\n x"), "P0110", in("x;\n x")},
		{"dim a = 1;; dim b = 2;", "P0101 ;", "dim a = 1; dim b = 2;"},
		{in("; x"), "P0101 ;", in(" x")},
		{"dim a = 1 2; dim b = ;", "P0101 2; P0108 ;", ""},
		// Brackets.
		{"tsr a = [?, 2;", "P0102 ;", "tsr a = [?, 2];"},
		{in("x |> f(a=1; x"), "P0102 ;", in("x |> f(a=1); x")},
		{in("x |> f(a=(1, 2); x"), "P0102 ;", in("x |> f(a=(1, 2)); x")},
		{"graph A<b -> c> { def forward { x }\nnode B<b -> c> {}", "P0102", "graph A<b -> c> { def forward { x }}\nnode B<b -> c> {}"},
		{"graph A<b -> c> { def forward { x\ndef new() -> Self { self } }", "P0102", "graph A<b -> c> { def forward { x}\ndef new() -> Self { self } }"},
		{"node A<b -> c> {", "P0102", "node A<b -> c> {}"},
		{in("x") + "}", "P0103 }", in("x")},
		{"tsr a = [?, 2)];", "P0103 )", "tsr a = [?, 2];"},
		{"tsr a = [?, 2);", "P0114 )", "tsr a = [?, 2];"},
		{"tsr a = [(?, 2];", "P0102 ]", "tsr a = [(?, 2)];"},
		// Several mistakes in one file, and the text between them.
		{"dim = 3;\ndim b = 2;\ntsr = [b];", "P0101 =; P0101 =", ""},
		{in("x |> ; x + ; x"), "P0108 ;; P0108 ;", ""},
		{"weights A<b -> c> { w = ; v = L::new(3); u = L::new(); }", "P0101 ;; P0101 3", ""},
		{"graph A<b -> c> { def f(x: ) -> c { x } def g(x: b) -> c { ) } }", "P0101 ); P0108 )", ""},
		{"hello\ndim a = 3;", "P0101 hello", ""},
		{"node A<b -> c> { def forward { x } }", "P0101 def", ""},
		{"weights A<b -> c> { dim a = 3; }", "P0101 dim", ""},
		{"node A<[?, 2 -> c> { dim a = 3; }", "P0102 ->", "node A<[?, 2] -> c> { dim a = 3; }"},
		{in("x |> f + x"), "P0101 +", ""},
		{in("if x"), "P0101 }", ""},
		{in("while"), "P0108 }", ""},
	} {
		f := lang.NewFile("in.trs", []byte(c.src))
		tree, ds := Parse(f)
		checkTree(t, tree)
		syntaxtest.CheckDiagnostics(t, tree.File, ds)
		if got := syntaxtest.Found(f, ds); got != c.want {
			t.Errorf("%s\n got %s\nwant %s\n%v", c.src, got, c.want, ds)
		}
		syntax := func(f *lang.File) []lang.Diagnostic { _, ds := Parse(f); return ds }
		if got := syntaxtest.Repaired(t, c.src, syntax); c.fixed != "" && got != c.fixed {
			t.Errorf("%s\nis repaired to\n%s\nnot\n%s", c.src, got, c.fixed)
		}
	}
}

// The text around a mistake is in the tree.
func TestRecovery(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"dim a = ; dim b = 2;", "b"},
		{"graph A<b -> c> { def forward { x |> ; x } def f(x: b) -> c { x } }", "A f"},
		{"graph A<b -> c> { def f { x } def forward { x } } dim d = 1;", "A forward d"},
		{"weights A<b -> c> { w = 3; v = L::new(); } tsr d = [1];", "A v d"},
		{"node A<b -> > { dim a = 3; }", "a"},
		{"node A<b -> c> { dim a = é; dim b = 2; }", "A b"},
		{"node A<b -> c> { § dim b = 2; }", "A b"},
		{"use a::; use b::c; dim d = 1;", " d"},
	} {
		tree, ds := Parse(lang.NewFile("in.trs", []byte(c.src)))
		if len(ds) == 0 {
			t.Errorf("%s has no error", c.src)
		}
		var sound []string
		for _, d := range tree.Decls {
			if !d.Bad {
				sound = append(sound, tree.Syms.Text(d.Name))
			}
		}
		if got := strings.Join(sound, " "); got != c.want {
			t.Errorf("%s has %q, not %q", c.src, got, c.want)
		}
	}
}

// A text that ends within a construct is unfinished.
func TestUnfinished(t *testing.T) {
	for src, want := range map[string]bool{
		"": false, "dim a = 3;": false, "dim a": true, "dim a = 3": true, "node A<b -> c> {": true, "node A<[": true, in("x |>")[:36]: true,
		"dim = 3;": false, "}": false,
	} {
		if tree, _ := Parse(lang.NewFile("in.trs", []byte(src))); tree.Unfinished != want {
			t.Errorf("%q is unfinished: %v", src, tree.Unfinished)
		}
	}
}

// Deep nesting is parsed, resolved and formatted without using the Go stack.
func TestDeep(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(1 << 20))
	const n = 30_000
	for _, src := range []string{
		in(strings.Repeat("(", n) + "x" + strings.Repeat(")", n)),
		in(strings.Repeat("f(a=", n) + "x" + strings.Repeat(")", n)),
		in(strings.Repeat("!", n) + "x"),
		in(strings.Repeat("if a {", n) + "x" + strings.Repeat("} else { x }", n)),
		in("x" + strings.Repeat(" |> f", n)),
		in("x" + strings.Repeat(" + x * x", n)),
		"dim a = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) + ";",
		in(strings.Repeat("(", n)), strings.Repeat("}", n), strings.Repeat("[", n), strings.Repeat("é ", n),
		"dim a = " + strings.Repeat("(é ", n),
		strings.Repeat("dim a = é;", n/10),
	} {
		f := lang.NewFile("deep.trs", []byte(src))
		tree, ds := Parse(f)
		Resolve(tree, modules)
		if out, more := Format(f, lang.Layout{}); len(ds) == 0 && (len(more) > 0 || len(out) == 0) {
			t.Errorf("%.40s…: %v", src, more)
		}
	}
}
