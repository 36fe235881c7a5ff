package relation_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/terms"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/relation"
)

// read parses and checks a text, and returns its errors, one line each: code, place, message and fixes.
func read(text string) (*relation.File, []string) {
	src := lang.NewFile("a.rel", []byte(text))
	f, ds := relation.Parse(src)
	ds = append(ds, relation.Check(f, terms.Vocabulary, nil)...)
	lang.Sort(ds)
	var list []string
	for _, d := range ds {
		s := fmt.Sprintf("%s at `%s`: %v", d.Code, src.Text(d.Span), d.Message)
		for _, fix := range d.Fixes {
			s += fmt.Sprintf(" [%s: %s]", fix.Grade,
				lang.AppendEdited(nil, src.Src, lang.Span{End: int32(len(src.Src))}, fix.Edits))
		}
		list = append(list, s)
	}
	return f, list
}

// wrongAre compares the errors of texts with the expected ones.
func wrongAre(t *testing.T, cases [][2]string) {
	t.Helper()
	for _, c := range cases {
		if _, got := read(c[0]); strings.Join(got, "\n") != c[1] {
			t.Errorf("%s\nwant %s\ngot  %s", c[0], c[1], strings.Join(got, "\n     "))
		}
	}
}

// The forms in the first design notes parse, too, and the syntax error in one of them has a fix.
func TestFirstForms(t *testing.T) {
	wrongAre(t, [][2]string{
		{"Identity(I, I) :- true", ""},
		{"Identity(I, I) :- true\nOther(Tensor(s, b), O) :- O = Tensor(s, b)", ""},
		{
			"Flatten(Tensor(sh, bt), O) :- O = Tensor(sh[0], prod(sh[1:]))",
			"P0316 at `Tensor(sh[0], prod(sh[1:]))`: `Tensor` takes a shape and an element type, and here are 2 sizes " +
				"[machine: Flatten(Tensor(sh, bt), O) :- O = Tensor((sh[0], prod(sh[1:])), bt)]",
		},
		{"Flatten(Tensor(sh, bt), O) :- O = Tensor((sh[0], prod(sh[1:])), bt)", ""},
		{"R(A, B, C) :- true\nadd : fn<t1 : Type, t2 : Type, t3 : Type>(t1, t2) -> t3 where R", ""},
		{"R(A, B, C) :- true. op nn.add : fun[a, b, c](a, b) -> c where R(a, b, c)", ""},
		{"R(A, B, C) :- true. op add : fn<a, b, c>(a, b) -> c where R(b, a, c)", "P0101 at `b`: the relation of an operator is about its arguments and its result, in order, not `b`"},
		{"R(A, B, C) :- true. op add : fn<a, b, c>(a, b) -> c where S", "P0215 at `S`: there is no relation `S`"},
	})
}

// The relations of the design notes parse as they are written there.
func TestDesign(t *testing.T) {
	text, err := os.ReadFile("testdata/design.rel")
	if err != nil {
		t.Fatal(err)
	}
	f, wrong := read(string(text))
	if len(wrong) > 0 || len(f.Relations) != 25 {
		t.Errorf("%d relations, %s", len(f.Relations), strings.Join(wrong, "\n"))
	}
	g, _ := relation.Parse(f.Source)
	sameAgain(t, g)
}

// Errors in texts, and their places.
func TestMistakes(t *testing.T) {
	wrongAre(t, [][2]string{
		// Text.
		{"relation", "P0101 at `n`: the name of a relation is expected, not the end"},
		{"relation R(", "P0101 at `(`: an expression is expected, not the end"},
		{"relation R(A", "P0101 at `A`: `,` or `)` is expected, not the end"},
		{"relation R(A) true.", "P0101 at `true`: `:-` is expected after the head of a relation, not `true`"},
		{"relation R(A) :- A == A.", "P0101 at `A == A`: after `|` a relation has equations with `=`, or `true`; conditions come before `|`, not `A == A`"},
		{"relation R(A) :- A = A | true.", "P0101 at `A = A`: a condition compares with `==`, not `=`"},
		{"relation R(A, B) :- 1 < 2 < 3 | true.", "P0101 at `<`: two comparisons are joined with `and`, not `<`"},
		{"relation R(A) :- 1 == 1 else | true.", "P0101 at `|`: the message for a false condition is expected, in double quotes, not `|`"},
		{"relation R(A) :- 1 == 1 else \"a {b\" | true.", "P0101 at `{`: a brace has to be closed, or written `\\{`, not `{`"},
		{"relation R(A) :- 1 == 1 else \"a {1 2}\" | true.", "P0101 at `2`: `}` is expected, not `2`"},
		{"relation R(A) :- 1 == 1 else \"a {+}\" | true.", "P0101 at `+`: an expression is expected, not `+`"},
		{"relation R(A) :- 1 == 1 else P0999 \"a\" | true.", "P0101 at `1 == 1 else P0999 \"a\"`: the code of an error is one of P0310, P0311, P0312, P0313, P0318, P0319, P0322, P0323, not P0999"},
		{"relation R(A) :- true else", "P0101 at `e`: the message for a false condition is expected, in double quotes, not the end"},
		{"relation R(A) :- \"abc", "P0106 at `\"abc`: a text without an end"},
		{"relation R(A) :- A = \x00 A.", "P0107 at `\x00`: an unexpected character in a relation"},
		{"relation R(A) :- true true.", "P0101 at `true`: `.` is expected at the end of what is declared, not `true`"},
		{"relation R(A) with a: number :- true.", "P0101 at `:`: `:-` is expected after the head of a relation, not `:`"},
		{"relation R(A) with a: int or number :- true.", "P0101 at `number`: a sort of attributes is expected (int, size, float, bool, string, dtype, ints, floats, pair, pairs, type, any, none, `opt …` or `… or …`), not `number`"},
		{"let f(x) = x.", "P0101 at `)`: `:` is expected between a parameter and its sort, not `)`"},
		{"let f(x: Size) = x.", "P0101 at `Size`: a sort is expected (Type, Types, Shape, Dim, Base, Bool, Int, Ints, Float, String or Values), not `Size`"},
		{"op a, (x): R.", "P0101 at `(`: the name of an operator is expected, not `(`"},
		{"op a(x) R.", "P0101 at `R`: `:` is expected before the relation of an operator, not `R`"},
		{"hello.", "P0101 at `.`: `(` is expected after the names of operators, not `.`"},
		{"+ relation R(A) :- true.", "P0101 at `+`: a relation, `propagate`, `finally`, `let` or `op` is expected, not `+`"},
		{"relation R(A) :- 99999999999999999999 == 1 | true.", "P0101 at `99999999999999999999`: a number is below 9223372036854775808, not `99999999999999999999`"},
		{"relation R(A) :- \"{1}\" == \"a\" | true.", "P0101 at `\"{1}\"`: only the message after `else` has expressions in braces; elsewhere write `\\{`, not `\"{1}\"`"},
		// The parser continues with the next declaration after an error.
		{"relation R(A :- true.\nrelation S(A) :- B = A.", "P0101 at `:-`: `,` or `)` is expected, not `:-`\nP0211 at `B`: there is no `B` here"},
		{"relation R(A) :- .\nop x(a): R.\nop y(a): S.", "P0101 at `.`: an expression is expected, not `.`\nP0215 at `R`: there is no relation `R`\nP0215 at `S`: there is no relation `S`"},
		// Names.
		{"relation R(Tensor(s, b), O) :- O = Tensor(t, b).", "P0211 at `t`: there is no `t` here"},
		{"relation R(Tensor(shape1, b), O) :- O = Tensor(shap1, b).", "P0211 at `shap1`: there is no `shap1` here [maybe: relation R(Tensor(shape1, b), O) :- O = Tensor(shape1, b).]"},
		{"relation R(Tensr(s, b)) :- true.", "P0211 at `Tensr`: there is no kind of types `Tensr` [maybe: relation R(Tensor(s, b)) :- true.]"},
		{"relation R(Tensor(s, b), O) :- O = Tensor(revv(s), b).", "P0211 at `revv`: there is no function `revv` [maybe: relation R(Tensor(s, b), O) :- O = Tensor(rev(s), b).]"},
		{"relation R(A) with axis: int :- axis == 0 | true.", "P0211 at `axis`: there is no `axis` here [machine: relation R(A) with axis: int :- @axis == 0 | true.]"},
		{"relation R(A) with axis: int :- @axes == 0 | true.", "P0319 at `@axes`: there is no attribute `axes` after `with` [maybe: relation R(A) with axis: int :- @axis == 0 | true.]"},
		{"relation R(A) :- @a == 0 | true.", "P0319 at `@a`: there is no attribute `a` after `with`"},
		{"relation R(A) with a: int, a: int :- true.", "P0216 at `a`: there is an attribute `a` already"},
		{"relation R(A) :- all(A in [1] : true) | true.", "P0216 at `A`: `A` is the name of something else already"},
		{"relation R(A) :- true where A = 1.", "P0216 at `A`: `A` is the name of something else already"},
		{"let len(x: Int) = x.", "P0216 at `len`: `len` is a function of the language"},
		{"let f(x: Int) = x. let f(x: Int) = x.", "P0216 at `f`: there is a function `f` already"},
		{"let f(x: Int) = f(x).", "P0211 at `f`: there is no function `f`"},
		{"let f(x: Int) = g(x). let g(x: Int) = f(x).", "P0211 at `g`: there is no function `g`"},
		{"relation R(A) :- true. op a(x): R. op b, a(): R.", "P0314 at `R`: `R` is about 1 type, and the operator has 1 argument and a result"},
		{"relation R(A, B) :- true. op a(x): R. op b, a(y): R.", "P0216 at `a`: there is an operator `a` already"},
		{"relation R(A, B, C) :- true. op a(x, x): R.", "P0216 at `x`: there is an argument `x` already"},
		// Numbers of arguments and parts.
		{"relation R(A) :- true. relation R(A, B) :- true.", "P0314 at `R`: `R` has 1 argument above, not 2"},
		{"propagate R(A) :- true.", "P0314 at `R`: `R` needs a clause that begins with `relation`"},
		{"relation R(Tensor(s)) :- true.", "P0314 at `Tensor(s)`: `Tensor` takes a shape and an element type, not 1 part"},
		{"relation R(A) :- len() == 1 | true.", "P0314 at `len()`: `len` takes 1 argument, not 0"},
		{"let f(x: Int) = x. relation R(A) :- f(1, 2) == 1 | true.", "P0314 at `f(1, 2)`: `f` takes 1 argument, not 2"},
		// Sorts.
		{"relation R(Tensor(s, b), O) :- O = Tensor(b, s).", "P0316 at `b`: `Tensor` takes a shape and an element type, and this is an element type\nP0316 at `s`: `Tensor` takes a shape and an element type, and this is a shape"},
		{"relation R(Tensor(s, b), O) :- O = s.", "P0316 at `O = s`: the two sides are a type and a shape"},
		{"relation R(Tensor(s, b)) :- s == b | true.", "P0316 at `s == b`: the two sides are a shape and an element type"},
		{"relation R(A, B) :- A == B | true.", "P0316 at `A == B`: types can be equated with `=` after `|`, but not compared in a condition"},
		{"relation R(Tuple(X, X)) :- true.", "P0316 at `X`: types are compared only where they are arguments as a whole"},
		{"relation R(Tensor(s, s)) :- true.", "P0316 at `s`: `s` is a shape and an element type"},
		{"relation R(Tensor(s, b)) :- s | true.", "P0316 at `s`: a condition is a truth, but this is a shape"},
		{"relation R(Tensor(s, b)) :- s[0] + b == 1 | true.", "P0316 at `b`: what `+` takes is a size, and this is an element type"},
		{"relation R(Tensor(s, b)) :- s[s[0]] == 1 | true.", "P0316 at `s[0]`: an index is a number, and this is a size; `number(…)` waits until it is known"},
		{"relation R(Tensor(s, b)) :- b[0] == 1 | true.", "P0316 at `b`: this is an element type, not a list"},
		{"relation R(Tensor(s, b)) :- len(s ++ [b]) == 1 | true.", "P0316 at `s ++ [b]`: the two lists are a shape and a list of other things"},
		{"relation R(Tensor(s, b)) :- [1, b] == [1] | true.", "P0316 at `b`: the list has a number before this, which is an element type"},
		{"relation R(Tensor(s, b), O) :- O = (if s == s then b else 1).", "P0316 at `if s == s then b else 1`: the two outcomes are an element type and a number"},
		{"relation R(Tensor(s, b), O) :- O = Tuple(s).", "P0316 at `s`: a part of `Tuple` is a type, and this is a shape"},
		{"relation R(A) with a: int or ints :- @a == 1 | true.", "P0316 at `@a`: `@a` is a whole number or a list of whole numbers: a clause that begins `with a: …` says which"},
		{"relation R(A) with a :- true.", "P0316 at `a`: the sort of `a` is missing: write `a: int`, say"},
		{"relation R(A) with a: int = \"x\" :- true.", "P0316 at `\"x\"`: `a` takes a whole number, not \"x\""},
		{"relation R(A) with a: int = 1 :- true. relation R(A) with a = 2 :- true.", "P0216 at `2`: `a` has the default 1 above"},
		{"relation R(A) with a: dtype = float33 :- true.", "P0316 at `float33`: the default of an attribute is a number, a text, a list of numbers, an element type, true, false or none"},
		{"relation R(A) with a == 1 :- true.", "P0101 at `a`: only an operator fixes an attribute; a relation has a default with `=`"},
		{"relation R(A, B) :- true. op o(x) with a == 1: R.", "P0211 at `a`: `R` has no attribute `a` to be fixed"},
		{"relation R(A, B) with a: int :- true. op o(x) with a: string: R.", "P0316 at `a`: `a` of `R` is a whole number, not a text"},
		{"let f(x: Int) = all(y in [x] : y == 1 else \"no\"). relation R(A) :- f(1) | true.", "P0101 at `y == 1 else \"no\"`: a function has no message after `else`; write it where a relation uses the function"},
		{"relation R(Tensor(s + s, b)) :- true.", "P0101 at `s + s`: the head of a relation has variables, `_`, types, lists and numbers; their conditions come after `:-`"},
		{"relation R(Tensor([a..., b...], c)) :- true.", "P0101 at `b...`: a list has one `...`"},
		{"relation R(a...) :- true.", "P0101 at `a...`: `...` can only be in a list"},
		{"relation R(Tensor(7, c)) :- true.", "P0316 at `7`: this is a number, not a shape"},
	})
}

// A relation with an error is left out, together with its operators; the others remain.
func TestOthersRemain(t *testing.T) {
	f, wrong := read("relation R(A) :- B = A. relation S(A, B) :- true. op r(): R. op s(x): S.")
	if len(wrong) != 1 || f.Relation("R") != nil || f.Relation("S") == nil || f.Operator("r") != nil ||
		f.Operator("s") == nil {
		t.Errorf("%v, %v", wrong, f.OperatorNames())
	}
}

// A file may use the relations and functions of another file, and hide them by its own.
func TestBase(t *testing.T) {
	base, _ := read("let twice(x: Dim) = 2 * x. relation Base(A, B) :- true. op base(x): Base.")
	f, _ := relation.Parse(lang.NewFile("b.rel",
		[]byte("relation Own(Tensor([n], b), O) :- O = Tensor([twice(n)], b). op mine(x): Base. op base(x): Own.")))
	ds := relation.Check(f, terms.Vocabulary, base)
	var got []string
	for _, d := range ds {
		got = append(got, d.String())
	}
	if len(got) > 0 || f.Operator("mine").Of() != base.Relation("Base") ||
		f.Operator("base").Of() != f.Relation("Own") || f.Relation("Base") != nil {
		t.Errorf("got %s", strings.Join(got, "\n"))
	}
}

// Expressions nest up to a bound, in each way in which they can nest.
func TestDepth(t *testing.T) {
	n := 20_000
	for _, x := range []string{
		strings.Repeat("(", n) + "1" + strings.Repeat(")", n), strings.Repeat("-", n) + "1",
		strings.Repeat("not ", n) + "true",
		"1" + strings.Repeat(" + 1", n), "s" + strings.Repeat("[0]", n), strings.Repeat("[", n), strings.Repeat("f(", n),
		strings.Repeat("if ", n), strings.Repeat("all(", n), strings.Repeat("all(x in ", n),
		strings.Repeat("[x for y in ", n), strings.Repeat("s[", n),
		strings.Repeat("- ", n) + "1", strings.Repeat("if 1 then 1 else ", n) + "1",
	} {
		if _, got := read("relation R(A) :- " + x + " == 1 | true."); len(got) != 1 ||
			!strings.HasPrefix(got[0], "P010") {
			t.Errorf("%.20s: %.300v", x, got)
		}
	}
	// Nested calls of functions, too.
	var b strings.Builder
	b.WriteString("let f0(x: Int) = x.\n")
	for i := range 2000 {
		fmt.Fprintf(&b, "let f%d(x: Int) = f%d(x).\n", i+1, i)
	}
	if _, got := read(b.String()); len(got) != 1 || !strings.Contains(got[0], "no deeper than 100") {
		t.Errorf("%.300v", got)
	}
}

// A part of a file in another language has the places of that file.
func TestWithin(t *testing.T) {
	text := "def @f() { 1 } relation R(A) :- B = A. def"
	src := lang.NewFile("a", []byte(text))
	from := strings.Index(text, "relation")
	f, ds := relation.ParseWithin(src, lang.Span{Start: int32(from), End: int32(strings.LastIndex(text, " def"))})
	ds = append(ds, relation.Check(f, terms.Vocabulary, nil)...)
	if len(ds) != 1 || src.Text(ds[0].Span) != "B" || int(ds[0].Span.Start) != strings.Index(text, "B = A") {
		t.Errorf("%v", ds)
	}
}

// FuzzParse: the text of an expression gives the same expression, no text makes the parser panic, and places are within the text.
func FuzzParse(f *testing.F) {
	f.Add("relation R(Tensor([a, b..., 3], c), O) with x: opt ints = none, y = -1 :- @x == none, not (1 < 2 and true) else P0322 \"a {len(b)} \\\"{-1}\" | O = Tensor(b ++ [a * 2 div 3], c) where d = 1.")
	f.Add("propagate R(A, A) :- true\nfinally R(A, _) :- A = _. let f(x: Int, y: Shape) = if x == 1 then y[:-1] else y[x:2].\nop a.b, c.*(x) with z == \"NCHW\": R.")
	f.Add("R(A) :- all(a in [1, 2], (b, c) in zip([1], [2]) : any(d in [b] : d != c else \"x\")) | true.")
	f.Add("add : fn<a, b>(a) -> b where R(a, b)")
	f.Add("let s = {int8, float32}.\nop a since 3 (x: T, y?: T, z...) -> (p, q?) with k: type for T in s, U in {bool}: R.")
	f.Add("relation R(A) :- [x for x in s if x <= 2.5e3] == (1,) | A = ?, A = (1, 2).")
	f.Fuzz(func(t *testing.T, text string) {
		src := lang.NewFile("a.rel", []byte(text))
		file, ds := relation.Parse(src)
		if len(ds) == 0 {
			sameAgain(t, file)
		}
		ds = append(ds, relation.Check(file, terms.Vocabulary, nil)...)
		for _, d := range ds {
			if d.Span.Start < 0 || d.Span.End < d.Span.Start || int(d.Span.End) > len(text) {
				t.Fatalf("%v at %v", d, d.Span)
			}
		}
	})
}

// sameAgain parses the texts of the expressions of a parsed file again.
func sameAgain(t *testing.T, file *relation.File) {
	t.Helper()
	for _, it := range file.Items {
		var all []*relation.Expr
		switch it := it.(type) {
		case *relation.Clause:
			for _, e := range slices.Concat(it.Effects, it.Where) {
				all = append(all, e.Args...)
			}
			all = append(slices.Concat(all, it.Args), it.Guards...)
		case *relation.Function:
			all = append(all, it.Body)
		}
		for _, e := range all {
			text := relation.Written(file.Source, e)
			again, ds := relation.Parse(lang.NewFile("a.rel", []byte("R() :- "+text+" | true.")))
			if len(ds) > 0 {
				t.Fatalf("written %s\nwhich has %v", text, ds)
			}
			if got := again.Items[0].(*relation.Clause).Guards[0]; !relation.EqualExprs(e, got) {
				t.Fatalf("written %s\nwhich is %s", text, relation.Written(again.Source, got))
			}
		}
	}
}
