package relay

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
)

// body returns the tree of the body of the first definition, of the first expression or type on the top level, or of
// the constructors of a type.
func body(t *testing.T, src string) string {
	t.Helper()
	tree, ds := Parse(lang.NewFile("in.rly", []byte(src)))
	if len(ds) > 0 {
		t.Errorf("%s\n%v", src, ds)
		return ""
	}
	checkTree(t, tree)
	for _, d := range tree.Decls {
		if d.Kind == DeclDef {
			kids := tree.Kids(d.Root)
			return syntaxtest.Sexpr(&tree.Tree, kids[len(kids)-1], opNames)
		}
	}
	for _, d := range tree.Decls {
		if d.Root != NoNode {
			return syntaxtest.Sexpr(&tree.Tree, d.Root, opNames)
		}
	}
	return ""
}

// Texts that Relay's own scanner and parser misread, and texts that they read in the same way.
func TestTraps(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		// Blanks and comments.
		{"def @f() {\r\n\t1 }", "(Int 1)"},
		{"def @f() { 1 } // x", "(Int 1)"},
		{"def @f() { /* a /* b */ c */ 1 }", "(Int 1)"},
		{"def @f() { 1 # x\n}", "(Int 1)"},
		{"def @f() { %x// y\n}", "(Local %x)"},
		{"def @f(%w, # weights\n %b # offsets\n) { 1 }", "(Int 1)"},
		// Names.
		{"def @f() { %conv1/weights }", "(Local %conv1/weights)"},
		{"def @f() { /a }", "(Name /a)"},
		{"def @f() { %in }", "(Local %in)"},
		{"def @f() { %0 }", "(Graph %0)"},
		{"def @f() { nn.conv2d }", "(Name nn.conv2d)"},
		{"def @f() { nn . relu(1) }", "(Call (Name nn.relu) - (Int 1))"},
		{"def @f() { _x }", "(Name _x)"},
		{"def @f() { where(1) }", "(Call (Name where) - (Int 1))"},
		// Numbers.
		{"def @f() { (1i16, 2i64, 3i, 4) }", "(Tuple (Int 1i16) (Int 2i64) (Int 3i) (Int 4))"},
		{"def @f() { (3f, 1.5f, 2e3f, 1e-5f16, 4f64) }", "(Tuple (Float 3f) (Float 1.5f) (Float 2e3f) (Float 1e-5f16) (Float 4f64))"},
		{"def @f() { (inff, -inff) }", "(Tuple (Float inff) (Float -inff))"},
		{"def @f() { --10 }", "(Int --10)"},
		{"def @f() { (-1, ---2) }", "(Tuple (Int -1) (Int ---2))"},
		{"def @f() { f(-1, -2) }", "(Call (Name f) - (Int -1) (Int -2))"},
		{"def @f() { 2147483648 }", "(Int 2147483648)"},
		// The minus and the slash between operands.
		{"def @f() { %n-1 }", "(Binary - (Local %n) (Int 1))"},
		{"def @f() { %n -1 }", "(Binary - (Local %n) (Int 1))"},
		{"def @f() { %n - 1 }", "(Binary - (Local %n) (Int 1))"},
		{"def @f() { %n - -1 }", "(Binary - (Local %n) (Int -1))"},
		{"def @f() { f(1)-1 }", "(Binary - (Call (Name f) - (Int 1)) (Int 1))"},
		{"def @f() { %a/%b }", "(Binary / (Local %a) (Local %b))"},
		{"def @f() { %a / %b }", "(Binary / (Local %a) (Local %b))"},
		{"def @f() { (%a)/(%b) }", "(Binary / (Local %a) (Local %b))"},
		{"def @f() { 6/2 }", "(Binary / (Int 6) (Int 2))"},
		{"def @f() { %w*%x + %b }", "(Binary + (Binary * (Local %w) (Local %x)) (Local %b))"},
		// Signs of two characters.
		{"def @f() - > int32 { 1 }", "(Int 1)"},
		{"def @f() { 1 <= 2 }", "(Binary <= (Int 1) (Int 2))"},
		{"def @f() { %a<%b }", "(Binary < (Local %a) (Local %b))"},
		{"def @f() { (%a < %b, %c > (%d)) }", "(Tuple (Binary < (Local %a) (Local %b)) (Binary > (Local %c) (Local %d)))"},
		// Precedence.
		{"def @f() { %a + %b * 2 < 7 == True }", "(Binary == (Binary < (Binary + (Local %a) (Binary * (Local %b) (Int 2))) (Int 7)) (Bool True))"},
		{"def @f() { 1 - 2 - 3 }", "(Binary - (Binary - (Int 1) (Int 2)) (Int 3))"},
		{"def @f() { 1 - (2 - 3) }", "(Binary - (Int 1) (Binary - #8 (Int 2) (Int 3)))"},
		// Projections.
		{"def @f() { f(1).0 }", "(Project (Call (Name f) - (Int 1)) (Int 0))"},
		{"def @f() { %t.0.1 }", "(Project (Project (Local %t) (Int 0)) (Int 1))"},
		{"def @f() { (1, 2).0 }", "(Project (Tuple (Int 1) (Int 2)) (Int 0))"},
		{"def @f() { %c(%s, %i).0(1) }", "(Call (Project (Call (Local %c) - (Local %s) (Local %i)) (Int 0)) - (Int 1))"},
		{"@c(1)\n  .0", "(Project (Call (Global @c) - (Int 1)) (Int 0))"},
		// Tuples.
		{"def @f() { () }", "(Tuple)"},
		{"def @f() { (1) }", "(Int 1)"},
		{"def @f() { (1,) }", "(Tuple (Int 1))"},
		{"def @f() { ((1, 2),) }", "(Tuple (Tuple (Int 1) (Int 2)))"},
		// Blocks.
		{"def @f() { let %x = 1; %x }", "(Block (Let (Var %x -) (Int 1)) (Local %x))"},
		{"def @f() { let %x:int32=1;%x }", "(Block (Let (Var %x (TypeName int32)) (Int 1)) (Local %x))"},
		{"def @f() { %0 = 1; %1 = %0; %1 }", "(Block (Bind %0 (Int 1)) (Bind %1 (Graph %0)) (Graph %1))"},
		{"def @f() { g(1); 2 }", "(Block (Call (Name g) - (Int 1)) (Int 2))"},
		{"def @f() { free_var %x : int32; %x }", "(Block (FreeVar (Var %x (TypeName int32))) (Local %x))"},
		{"def @f() { { 1 } }", "(Block #4 (Int 1))"},
		{"def @f() { let %x = { 1 }; %x }", "(Block (Let (Var %x -) (Block #4 (Int 1))) (Local %x))"},
		{"def @f() { let %y = match (%x) { _ => 1 }; %y }", "(Block (Let (Var %y -) (Match (Local %x) (Clause (Any) (Int 1)))) (Local %y))"},
		{"def @f() { let %y = (match (%x) { _ => 1 }); %y }", "(Block (Let (Var %y -) (Match #8 (Local %x) (Clause (Any) (Int 1)))) (Local %y))"},
		{"def @f() { g(match (%x) { Nil() => 1 }) }", "(Call (Name g) - (Match (Local %x) (Clause (ConPat Nil #32) (Int 1))))"},
		{"def @f() { fn (%x) { %x } }", "(Fn - (Params (Var %x -)) - - (Local %x))"},
		{"def @f() { g(a=\"b\\\") }", "(Call (Name g) - (Attr a (String \"b\\\")))"},
		{"def @f() { g(let %x = 1; %x, 2) }", "(Call (Name g) - (Block (Let (Var %x -) (Int 1)) (Local %x)) (Int 2))"},
		{"def @f() { (let %x = 1; %x) + 2 }", "(Binary + (Block #8 (Let (Var %x -) (Int 1)) (Local %x)) (Int 2))"},
		{"def @f() { match %x { A => 1; 2, _ => 3, } }", "(Match (Local %x) (Clause (ConPat A) (Block (Int 1) (Int 2))) (Clause (Any) (Int 3)))"},
		{"def @f() { match? (%x) { } }", "(Match #1 (Local %x))"},
		{"def @f() { match((%a, %b)) { case (%c, _) { 1 } case A(B(), %d) { 2 } } }",
			"(Match (Tuple (Local %a) (Local %b)) (Clause #2 (TuplePat (Var %c -) (Any)) (Int 1)) (Clause #2 (ConPat A #32 (ConPat B #32) (Var %d -)) (Int 2)))"},
		{"def @f() { match (%x) { (%r) => 1, %q : bool => 2 } }", "(Match (Local %x) (Clause (TuplePat (Var %r -)) (Int 1)) (Clause (Var %q (TypeName bool)) (Int 2)))"},
		{"def @f() { if (%c) { 1 } else { 2 } }", "(If (Local %c) (Int 1) (Int 2))"},
		{"def @f() { fn[A](%x: A) { %x }(1) }", "(Call (Fn (TyParams (TyParam A -)) (Params (Var %x (TypeName A))) - - (Local %x)) - (Int 1))"},
		{"def @f() { ref_write(%r, ref_read(ref(1))) }", "(RefWrite (Local %r) (RefRead (Ref (Int 1))))"},
		// Calls.
		{"def @f() { @g(1)(2) }", "(Call (Call (Global @g) - (Int 1)) - (Int 2))"},
		{`def @f() { nn.pad(%x, pad_width=[[0, 0], [3, 2]], mode="edge", axes=None, a.b=(1, 2), type=meta[Any][3]) }`,
			`(Call (Name nn.pad) - (Local %x) (Attr pad_width (List (List (Int 0) (Int 0)) (List (Int 3) (Int 2)))) (Attr mode (String "edge")) (Attr axes (Name None)) (Attr a.b (Tuple (Int 1) (Int 2))) (Attr type (Meta Any (Int 3))))`},
		{"def @f() { plus<(10, 10)>(%a) }", "(Call (Name plus) (Types #16 (Shape (Int 10) (Int 10))) (Local %a))"},
		{"def @f() { @g<List[int32], (a, b), fn(int32) -> b>(1) }", "(Call (Global @g) (Types #16 (TypeCall List (TypeName int32)) (TupleType (TypeName a) (TypeName b)) (FnType - (Types (TypeName int32)) (TypeName b) -)) (Int 1))"},
		{"def @f() { Constant(1, (2, 3), float32) }", "(Constant (Int 1) (Shape (Int 2) (Int 3)) (TypeName float32))"},
		{"def @f() { Constant(1, s, b) }", "(Constant (Int 1) (TypeName s) (TypeName b))"},
		// Types.
		{"Tensor[(2, ?, n + 1,), float32]", "(Tensor (Shape (Int 2) (Dynamic) (Binary + (TypeName n) (Int 1))) (TypeName float32))"},
		{"@x : fn<a : Shape>(Tensor[a, b], _, (), (int32), (int32, c)) -> fn() -> nat[] where R, S(a, (b))",
			"(FnType (TyParams #16 (TyParam a (Kind Shape))) (Types (Tensor (TypeName a) (TypeName b)) (Hole) (TupleType) (TupleType (TypeName int32)) (TupleType (TypeName int32) (TypeName c))) (FnType - (Types) (TypeCall nat) -) (Where (Rel R) (Rel S #32 (TypeName a) (TupleType (TypeName b)))))"},
		// Declarations.
		{"type L[A] { Cons(A, L[A]), Nil, }", "(Data L (TyParams (TyParam A -)) (Con Cons (Types (TypeName A) (TypeCall L (TypeName A))) -) (Con Nil - -))"},
		{"type E", "(Data E -)"},
		{"data L<a> { Nil : () -> L Cons : (a, L[a]) -> L[a], }", "(Data L #2 (TyParams #16 (TyParam a -)) (Con Nil #2 (Types) (TypeName L)) (Con Cons #2 (Types (TypeName a) (TypeCall L (TypeName a))) (TypeCall L (TypeName a))))"},
		{"extern type H\ndef @f() { 1 }", "(Int 1)"},
		{"op add : fn(a) -> a where R", "(FnType - (Types (TypeName a)) (TypeName a) (Where (Rel R)))"},
		{"def @f(%x {virtual_device=1}: int32, a=1) { 2 }", "(Int 2)"},
	} {
		if got := body(t, c.src); got != c.want {
			t.Errorf("%s\nwant %s\ngot  %s", c.src, c.want, got)
		}
	}
}

// Relations are skipped, in either form, up to the end of each clause.
func TestRelations(t *testing.T) {
	const src = `Identity(I, I) :- true
Flatten(Tensor(sh, bt), O) :-
  O = Tensor(sh[0], prod(sh[1:]))
relation Split(Tensor(s, b), O) with n: int, axis: int = 0 :- s[@axis] mod @n == 0 else "not | divisible"
   | O = Tuple(rep(Tensor(set(s, @axis, s[@axis] div @n), b), @n)).
propagate Split(I, O) :- I = O. // as "weights"
relation Concat(Tuple(ts...), O) :- O = 1. relation Same(I, O) :- I = O.
Flatten(I) :- I = true. Flatten(O) :- true
op concat : fn(a) -> b where Concat
def @f() { 1 }
`
	file := lang.NewFile("in.rly", []byte(src))
	tree, ds := Parse(file)
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	checkTree(t, tree)
	var got []string
	for _, d := range tree.Decls {
		if d.Kind == DeclRelation {
			got = append(got, tree.NameOf(&d)+": "+strings.Join(strings.Fields(file.Text(d.Text)), " "))
		} else {
			got = append(got, tree.NameOf(&d))
		}
	}
	want := `Identity: Identity(I, I) :- true
Flatten: Flatten(Tensor(sh, bt), O) :- O = Tensor(sh[0], prod(sh[1:]))
Split: Split(Tensor(s, b), O) with n: int, axis: int = 0 :- s[@axis] mod @n == 0 else "not | divisible" | O = Tuple(rep(Tensor(set(s, @axis, s[@axis] div @n), b), @n))
Split: Split(I, O) :- I = O
Concat: Concat(Tuple(ts...), O) :- O = 1
Same: Same(I, O) :- I = O
Flatten: Flatten(I) :- I = true
Flatten: Flatten(O) :- true
concat
@f`
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("got\n%s", s)
	}
}

// Each mistake is reported once, at its place, and the offered change fixes it; mistakes without a certain change are
// reported, too.
func TestSlips(t *testing.T) {
	for _, c := range []struct{ src, want, fixed string }{
		{"def @f() { 1.5 }", "P0107 1.5", "def @f() { 1.5f }"},
		{"def @f() { 1e5 }", "P0107 1e5", "def @f() { 1e5f }"},
		{"def @f() { 1i8 }", "P0107 1i8", `def @f() { cast(1, dtype="int8") }`},
		{"def @f() { 300u8 }", "P0107 300u8", `def @f() { cast(300, dtype="uint8") }`},
		{"def @f() { 1.5f33 }", "P0107 1.5f33", ""},
		{"def @f() { 40000i16 }", "P0107 40000i16", ""},
		{"def @f() { 99999999999999999999 }", "P0107 99999999999999999999", ""},
		{"def @f() { 12ab }", "P0107 12ab", ""},
		{"def @f() { %12ab }", "P0107 %12ab", ""},
		{"def @f() { % }", "P0107 %", ""},
		{"def @f() { @ }", "P0107 @", ""},
		{"def @f() { é }", "P0107 é", ""},
		{"def @f() { %a && %b }", "P0107 &&", ""},
		{"def @f() { !%a }", "P0107 !", ""},
		{"def @f() { def @g() { 1 } @g() }", "P0101 def", ""},
		{"def @f() {\n  def @g() { 1 }\n  @g()\n}", "P0101 def", ""},
		{"def @f() {\ndef @g() { 2 }", "P0102", ""},
		{"def @f() { let %x = 1;\n", "P0102", ""},
		{"def @f() {\n  let %x = g(1;\n  let %y = 2;\n  %x\n}", "P0102 ;", "def @f() {\n  let %x = g(1);\n  let %y = 2;\n  %x\n}"},
		{"def @f() { (let %x = 1;\n%x) }", "", ""},
		{"def @f() { g(1 2 3) }", "P0101 2", ""},
		{"def @f() { g(1 2; 3 }", "P0101 2", ""},
		{"def @f() { match (%x) { A(1, %y) => 2, B => 3 } }", "P0101 1", ""},
		{"def @f() { let %x = g(a = } \"x\");\n  h(%x);\n  %x\n}\ndef @g() { 1 }", "P0108 }", ""},
		{"type , {\n  A(int32),\n  B\n}\ndef @f() { 1 }", "P0101 ,", ""},
		{", type T {\n  A(int32),\n  B\n}\ndef @f() { 1 }", "P0101 ,", ""},
		{"def @f() {\n  g(1) def;\n  2\n}", "P0101 def", ""},
		{"def @f() { cast(1, dtype='int8') }", "P0107 'int8'", `def @f() { cast(1, dtype="int8") }`},
		{"def @f() { cast(1, dtype='int8) }", "P0107 '", ""},
		{"type T[A]\n  Mk(A),\n  No\n}\ndef @f() { 1 }", "P0101 Mk", "type T[A] {\n  Mk(A),\n  No\n}\ndef @f() { 1 }"},
		{"type T\nMk(1)", "", ""},
		{"type T {\n  A } ,\n  B\n}\ndef @f() { 1 }", "P0101 ,", ""},
		{"type let { A }", "P0101 let", ""},
		{"def @f() { match (%x) { A -> 1, B => 2 } }", "P0101 ->", "def @f() { match (%x) { A => 1, B => 2 } }"},
		{`def @f() { f(a="x) }`, `P0106 "x) }`, ""},
		{"def @f() { 1 } /* /* */", "P0105 /*", ""},
		{"def @f(x: int32) { 1 }", "P0101 x", "def @f(%x: int32) { 1 }"},
		{"def @f() { let x = 1; %x }", "P0101 x", "def @f() { let %x = 1; %x }"},
		{"def f() { 1 }", "P0101 f", "def @f() { 1 }"},
		{"def %f() { 1 }", "P0101 %f", "def @f() { 1 }"},
		{"def @f() : int32 { 1 }", "P0101 :", "def @f() -> int32 { 1 }"},
		{"def @f(%x: int32 -> int32 { %x }", "P0102 ->", "def @f(%x: int32) -> int32 { %x }"},
		{"def @f(%x: int32 { %x }", "P0102 {", "def @f(%x: int32) { %x }"},
		{"def @f(%x %y) { 1 }", "P0101 %y", "def @f(%x, %y) { 1 }"},
		{"def @f[A(%x: A) { 1 }", "P0101 (", ""},
		{"def @f<a(%x: a) { 1 }", "P0102 (", "def @f<a>(%x: a) { 1 }"},
		{"def @f() { g(1 }", "P0102 }", "def @f() { g(1) }"},
		{"def @f() { g(1)) }", "P0103 )", "def @f() { g(1) }"},
		{"def @f() { let %x = g(1)); %x }", "P0103 )", "def @f() { let %x = g(1); %x }"},
		{"def @f() { let %x = 1 %x }", "P0110", "def @f() { let %x = 1; %x }"},
		{"def @f() {\n  g(1)\n  2\n}", "P0110", "def @f() {\n  g(1);\n  2\n}"},
		{"def @f() { 1; }", "P0101 ;", "def @f() { 1 }"},
		{"def @f() { let %x = 1; }", "P0108 }", ""},
		{"def @f() { }", "P0108 }", ""},
		{"def @f() {\n  1\ndef @g() { 2 }", "P0102", "def @f() {\n  1}\ndef @g() { 2 }"},
		{"def @f() { 1 };", "P0101 ;", "def @f() { 1 }"},
		{"def @f() { 1 }}", "P0103 }", "def @f() { 1 }"},
		{"def @f() { - %x }", "P0101 -", ""},
		{"def @f() { - 1 }", "P0101 -", "def @f() { -1 }"},
		{"def @f() { if (%c) { 1 } }", "P0108 }", ""},
		{"def @f() { if (%c) { 1 } else if (%d) { 2 } else { 3 } }", "P0101 if", ""},
		{"def @f() { if %c { 1 } else { 2 } }", "P0101 %c", ""},
		{"def @f() { match (%x) {\n A => 1\n B => 2 } }", "P0101", "def @f() { match (%x) {\n A => 1,\n B => 2 } }"},
		{"def @f() { match (%x) { A => 1; B => 2 } }", "P0101 =>", ""},
		{"def @f() { match (%x) { 1 => 2, A => g( } }", "P0101 1; P0108 }", ""},
		{"def @f() { match (%x) { A(%h => 2 } }", "P0102 =>", "def @f() { match (%x) { A(%h) => 2 } }"},
		{"def @f() { @g[int32, (A, B)](1) }", "P0101 [", "def @f() { @g<int32, (A, B)>(1) }"},
		{"def @f() { @g[1] }", "P0101 [", ""},
		{"def @f() { match (%x) { A = > 1 } }", "P0101 =", ""},
		{"def @f() { 1 < = 2 }", "P0101 =", ""},
		{`def @f() { "x" }`, `P0101 "x"`, ""},
		{"def @f() { [1] }", "P0101 [", ""},
		{"def @f() { + }", "P0101 +", ""},
		{"def @f() { g(+); let %x = 1; %y = 2; 3 }", "P0101 +; P0101 %y", ""},
		{"def @f(%a) { %y = g(%a); %z : int32 = %y; %z }", "P0101 %y", "def @f(%a) { let %y = g(%a); let %z : int32 = %y; %z }"},
		{"def @f(%a) { y = g(%a); %y }", "P0101 y", "def @f(%a) { let %y = g(%a); %y }"},
		{"%y = g(1); %y", "P0101 %y", "let %y = g(1); %y"},
		{"def @f(%a) { g(%a = 1) }", "P0101 =", ""},
		{"def @f(%a) { return g(%a); }", "P0101 return", "def @f(%a) { g(%a) }"},
		{"def @f(%a) { if (%a) { return (1); } else { return 2 } }", "P0101 return", "def @f(%a) { if (%a) { (1) } else { 2 } }"},
		{"def @f(%a) { return { return 1; }; }", "P0101 return", "def @f(%a) { { 1 } }"},
		{"def @f(%a) { return g(%a); %a }", "P0101 return", "def @f(%a) { g(%a); %a }"},
		{"def @f(%x: ) { 1 }", "P0108 )", ""},
		{"def @f(%x: Tensor[(2)]) { 1 }", "P0101 ]", ""},
		{"def @f() -> { 1 }", "P0108 {", ""},
		{"def @f() = 1", "P0101 =", ""},
		{"extern type H { A }", "P0101 extern", "type H { A }"},
		{"extern H", "P0101 extern", "extern type H"},
		{"type T { A; B }", "P0101 ;", "type T { A, B }"},
		{"type T { A B }", "P0101 B", "type T { A, B }"},
		{"type T { A, ", "P0102", "type T { A,}"},
		{"data T { A : -> T }", "P0101 ->", ""},
		{"ref_write(%x)", "P0101 ref_write", ""},
		{"#[version = 5]\ndef @f() { 1 }", "P0107 #[version = 5]", ""},
		{"def @f() { 1 }\n#[version = \"0.0.5\"]", `P0101 #[version = "0.0.5"]`, "def @f() { 1 }"},
		{"#[metadata]\n{", "P0101 #[metadata]", ""},
		{"else", "P0101 else", ""},
		{"def", "P0101", ""},
		{"def @f", "P0101", ""},
		{"def @f(", "P0102", ""},
		{"1 2", "P0101 2", ""},
		{"class Foo { }\n@f(", "P0101 Foo; P0102", ""},
		{"def @f(%x: Tensor[2, 3], float32]) { %x }", "P0101 2", ""},
		{"def @f(%x: Tensor[(2), float32) { %x }", "P0102 )", "def @f(%x: Tensor[(2), float32]) { %x }"},
		{"def @f() { g(1] }", "P0102 ]", ""},
		{"def @f(%x) {\n  match(%x) {\n    case A() { 1\n    case B() { 2 }\n  }\n}", "P0102", "def @f(%x) {\n  match(%x) {\n    case A() { 1}\n    case B() { 2 }\n  }\n}"},
		{"def @f() { match (%x) { A => 1\n, B => 2 } }", "", ""},
		{"def @f(){\nmatch (%x) {\nA => g(\ntype=1),\nB => case\n}}", "", ""},
	} {
		file := lang.NewFile("in.rly", []byte(c.src))
		tree, ds := Parse(file)
		checkTree(t, tree)
		syntaxtest.CheckDiagnostics(t, tree.File, ds)
		if s := syntaxtest.Found(file, ds); s != c.want {
			t.Errorf("%s\nwant %q, got %q", c.src, c.want, s)
		}
		if text := syntaxtest.Repaired(t, c.src, parsed); c.fixed != "" {
			if strings.TrimSpace(text) != c.fixed || len(parsed(lang.NewFile("in.rly", []byte(text)))) > 0 {
				t.Errorf("%s\nis repaired to %q", c.src, text)
			}
		}
	}
}

// The dialect is that of the header, otherwise the caller's choice, otherwise that of the first construct which only
// one dialect has; a mixture is reported once.
func TestDialects(t *testing.T) {
	for _, c := range []struct {
		src  string
		ask  Dialect
		is   Dialect
		want string
	}{
		{"def @f() { 1 }", Auto, V005, ""},
		{"def @f() { 1 }", Doc, Doc, ""},
		{"# x", Auto, Doc, ""},
		{"#[version = \"0.0.5\"]\ndef @f() { 1 }", Doc, V005, ""},
		{"#[version = \"0.0.4\"]\ndef @f() { 1 }", Auto, V005, `P0115 #[version = "0.0.4"]`},
		{"#[version = \"0.0.5\"]\n# x\n# y", Auto, V005, "P0112 #"},
		{"def @f<a>(%x : a) { match (%x) { A => 1 } }", Auto, Doc, "P0112 =>"},
		{"def @f[A](%x : A) { match (%x) { case A { 1 } } }", Auto, V005, "P0112 case"},
		{"type T { A }\ndata U { B : () -> U }", Auto, V005, "P0112 data"},
		{"data U { B : () -> U }\n// x", Auto, Doc, "P0112 //"},
		{"def @f() { match? (1) { } } # x", Auto, V005, "P0112 #"},
		{"def @f[A](%x: A) -> A where R(A) { %x }", Auto, V005, ""},
		{"extern type H", Auto, V005, ""},
		{"def @f(%g : fun(int32) -> int32) { @h<int32>(1) }", Auto, Doc, ""},
		{"def @f(%g : Tensor[(2), float32]) { %g // x\n }", Doc, Doc, "P0112 //"},
		{"\ufeff#[version = \"0.0.5\"]", Auto, V005, ""},
	} {
		file := lang.NewFile("in.rly", []byte(c.src))
		tree, ds := ParseAs(file, c.ask)
		if errors := lang.Errors(ds); errors != nil {
			t.Errorf("%s: %v", c.src, errors)
		}
		if s := syntaxtest.Found(file, ds); s != c.want || tree.Dialect != c.is {
			t.Errorf("%s\nis read as %v with %q", c.src, tree.Dialect, s)
		}
	}
}

// Nesting uses no stack and linear time, whether its brackets are closed or not.
func TestDepth(t *testing.T) {
	const n = 10_000
	for _, c := range []struct{ before, open, middle, closed, after string }{
		{"def @f() { ", "(", "1", ",)", " }"},
		{"def @f() { ", "(", "1", ")", " }"},
		{"def @f() { ", "g(", "1", ")", " }"},
		{"def @f() { ", "{", "1", "}", " }"},
		{"def @f() { ", "if (1) { 1 } else {", "1", "}", " }"},
		{"def @f() { ", "fn () {", "1", "}", " }"},
		{"def @f() { ", "match (1) { _ => ", "1", "}", " }"},
		{"def @f() { match (1) { ", "A(", "_", ")", " => 1 } }"},
		{"def @f() { match (1) { ", "(", "_", ")", " => 1 } }"},
		{"def @f() { g(a=", "[", "1", "]", ") }"},
		{"def @f(%x : ", "(", "int32", ",)", ") { 1 }"},
		{"def @f(%x : ", "L[", "int32", "]", ") { 1 }"},
		{"def @f(%x : ", "fn(", "int32", ") -> int32", ") { 1 }"},
		{"def @f(%x : ", "fn() -> ", "int32", "", ") { 1 }"},
		{"def @f() { ", "1 + ", "1", "", " }"},
		{"def @f() { ", "let %x = ", "1", "", "; 1 }"},
		{"def @f() { %x", ".0", "", "", " }"},
		{"def @f() { %x", "(1)", "", "", " }"},
		{"def @f() { ", "f<a<", "a", ">>(1)", " }"},
		{"def @f() { ", "/* ", "", "*/ ", "1 }"},
		{"", "a(", "1", ") ", ""},
		{"", "R(a) :- ", "", "\n", ""},
		{"", "def ", "", "", ""},
		{"", "f(1) with a: b\n", "", "", ""},
	} {
		for _, closed := range []int{n, n / 2, 0} {
			src := c.before + strings.Repeat(c.open, n) + c.middle + strings.Repeat(c.closed, closed) + c.after
			tree, ds := Parse(lang.NewFile("deep.rly", []byte(src)))
			checkTree(t, tree)
			if len(ds) > n+1 {
				t.Errorf("%s…: %d diagnostics", c.open, len(ds))
			}
			Resolve(tree, nil)
		}
	}
}
