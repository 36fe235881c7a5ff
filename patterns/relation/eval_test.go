package relation_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/internal/terms"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// outcome runs the relation R of a text on types and attributes, and returns the outcome as text.
func outcome(t *testing.T, text string, attrs []relation.Value, types ...string) string {
	t.Helper()
	m, s, r, args := instance(t, text, types...)
	o := m.Run(s, r, -1, args, attrs)
	switch o.State {
	case relation.Waits:
		return fmt.Sprint("waits ", o.Waits)
	case relation.Fails:
		f := m.Failure(m.Explain(s, r, -1, args, attrs))
		return "fails: " + relation.Said(f.Message)
	}
	clause := o.Clause
	if wrong := s.UniteEffects(o); wrong != "" {
		return "clash: " + wrong
	}
	list := make([]string, len(args))
	for i, a := range args {
		list[i] = s.Print(a)
	}
	return fmt.Sprintf("%d: %s", clause, strings.Join(list, ", "))
}

// instance returns the relation R of a text and types as its arguments.
func instance(t *testing.T, text string, types ...string) (
	*relation.Machine, *terms.Store, *relation.Relation, []relation.Node) {
	t.Helper()
	f, wrong := read(text)
	if len(wrong) > 0 {
		t.Fatalf("%s: %v", text, wrong)
	}
	m := &relation.Machine{Sizes: relation.NewSizes()}
	s := terms.New(m.Sizes)
	var args []relation.Node
	for _, x := range types {
		n, err := s.Parse(x)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, n)
	}
	return m, s, f.Relation("R"), args
}

func TestSemantics(t *testing.T) {
	for _, c := range []struct {
		text  string
		attrs []relation.Value
		types []string
		want  string
	}{
		// The first form in the design notes, repaired.
		{"R(I, I) :- true", nil, []string{"_", "(float32,)"}, "0: (float32,), (float32,)"},
		{"R(Tensor(sh, bt), O) :- O = Tensor((sh[0], prod(sh[1:])), bt)", nil, []string{"Tensor[(2, 3, 4), int8]", "_"}, "0: Tensor[(2, 3, 4), int8], Tensor[(2, 12), int8]"},
		// Clauses are tried in order; an instance waits for a blocked clause even if a later one holds.
		{"R(Tensor(s, _)) :- len(s) == 1 | true. R(_) :- true.", nil, []string{"Tensor[(2), int8]"}, "0: Tensor[(2), int8]"},
		{"R(Tensor(s, _)) :- len(s) == 1 | true. R(_) :- true.", nil, []string{"Tensor[(2, 3), int8]"}, "1: Tensor[(2, 3), int8]"},
		{"R(Tensor(s, _)) :- len(s) == 1 | true. R(_) :- true.", nil, []string{"Tensor[_, int8]"}, "waits [0]"},
		// A refuted guard decides, even after a blocked one.
		{"R(Tensor(s, b), Tensor(t, _)) :- s[0] == 1, t[0] == 1 else \"no\" | true.", nil, []string{"Tensor[(_), int8]", "Tensor[(2), int8]"}, "fails: no"},
		// A variable that occurs twice in patterns is a guard.
		{"R(Tensor([n], b), Tensor([n], b)) :- true", nil, []string{"Tensor[(2), int8]", "Tensor[(2), int8]"}, "0: Tensor[(2), int8], Tensor[(2), int8]"},
		{"R(Tensor([n], b), Tensor([n], b)) :- true", nil, []string{"Tensor[(2), int8]", "Tensor[(3), int8]"}, "fails: argument 2 is not `Tensor([n], b)`"},
		{"R(Tensor([n], b), Tensor([n], b)) :- true", nil, []string{"Tensor[(2), int8]", "Tensor[(_), int8]"}, "waits [4]"},
		{"R(Tensor([n, rest..., m], _), O) :- O = Tensor([m, rest..., n], int8)", nil, []string{"Tensor[(2, 3, 4, 5), int8]", "_"}, "0: Tensor[(2, 3, 4, 5), int8], Tensor[(5, 3, 4, 2), int8]"},
		{"R(Tensor([n, rest..., m], _), O) :- O = Tensor([m, rest..., n], int8)", nil, []string{"Tensor[(2), int8]", "_"}, "fails: argument 1 is not `Tensor([n, rest..., m], _)`"},
		{"R(Tensor([2, x], int8)) :- true", nil, []string{"Tensor[(2, 3), int8]"}, "0: Tensor[(2, 3), int8]"},
		{"R(Tensor([2, x], int8)) :- true", nil, []string{"Tensor[(3, 3), int8]"}, "fails: argument 1 is not `Tensor([2, x], int8)`"},
		{"R(Tuple(Tensor(s, b), x)) :- x = Tensor(s, b).", nil, []string{"(Tensor[(3), int8], _)"}, "0: (Tensor[(3), int8], Tensor[(3), int8])"},
		// Three-valued logic.
		{"R(Tensor([n, m], b)) :- n == 1 and m == 1 | true. R(_) :- true.", nil, []string{"Tensor[(_, 2), int8]"}, "1: Tensor[(_, 2), int8]"},
		{"R(Tensor([n, m], b)) :- n == 1 or m == 1 | true. R(_) :- true.", nil, []string{"Tensor[(_, 1), int8]"}, "0: Tensor[(_, 1), int8]"},
		{"R(Tensor([n, m], b)) :- not (n == 1 or m == 1) | true. R(_) :- true.", nil, []string{"Tensor[(_, 1), int8]"}, "1: Tensor[(_, 1), int8]"},
		{"R(Tensor([n, m], b)) :- n == m | true.", nil, []string{"Tensor[(_1, _1), int8]"}, "0: Tensor[(_, _), int8]"},
		{"R(Tensor(s, b)) :- any(d in s : d == 1) | true. R(_) :- true.", nil, []string{"Tensor[(_, 1), int8]"}, "0: Tensor[(_, 1), int8]"},
		{"R(Tensor(s, b)) :- any(d in s : d == 1) | true. R(_) :- true.", nil, []string{"Tensor[(2, 3), int8]"}, "1: Tensor[(2, 3), int8]"},
		// The mark.
		{"R(Tensor([n], b), O) :- O = Tensor([n * 0, n + 1, if n == ? then 7 else 8], b).", nil, []string{"Tensor[(?), int8]", "_"}, "0: Tensor[(?), int8], Tensor[(?, ?, 7), int8]"},
		{"R(Tensor([n], b)) :- n == 3, n == 4, n != 5 | true. R(_) :- true.", nil, []string{"Tensor[(?), int8]"}, "1: Tensor[(?), int8]"},
		{"R(Tensor([n], b)) :- n != ? | true. R(_) :- true.", nil, []string{"Tensor[(_), int8]"}, "waits [0]"},
		// An error in an expression refutes a guard, and is a failure in an effect.
		{"R(Tensor(s, b)) :- s[3] == 1 | true. R(_) :- true.", nil, []string{"Tensor[(2), int8]"}, "1: Tensor[(2), int8]"},
		{"R(Tensor(s, b)) :- s[3] == 1 | true.", nil, []string{"Tensor[(2), int8]"}, "fails: there is no item 3 in a list of 1"},
		{"R(Tensor(s, b), O) :- O = Tensor([s[0] div s[1]], b).", nil, []string{"Tensor[(2, 0), int8]", "_"}, "fails: 2 is divided by zero"},
		{"R(Tensor(s, b), O) :- O = Tensor([s[0] - 3], b).", nil, []string{"Tensor[(2), int8]", "_"}, "fails: a size would be -1"},
		{"R(Tensor(s, b), O) :- O = Tensor([s[0] * s[0]], b).", nil, []string{"Tensor[(4294967296), int8]", "_"}, "fails: a number gets too large: 4294967296 and 4294967296"},
		{"R(Tensor(s, b), O) :- O = Tensor([s[0] * s[0] - s[0] * s[0] + 1], b).", nil, []string{"Tensor[(n), int8]", "_"}, "0: Tensor[(n), int8], Tensor[(1), int8]"},
		// An unused expression may be wrong.
		{"R(Tensor(s, b), O) :- O = Tensor([s[0]], b) where x = s[9].", nil, []string{"Tensor[(2), int8]", "_"}, "0: Tensor[(2), int8], Tensor[(2), int8]"},
		{"R(Tensor(s, b), O) :- O = Tensor([if true then 1 else s[9]], b).", nil, []string{"Tensor[(2), int8]", "_"}, "0: Tensor[(2), int8], Tensor[(1), int8]"},
		// One open size is solved.
		{"R(Tensor([n], b), Tensor([m], _)) :- m = 2 * n + 1.", nil, nil, ""},
		// Attributes choose clauses.
		{"R(A) with a: int :- true. R(A) with a: ints :- true. R(A) with a = none :- true.", []relation.Value{relation.IntValue(1)}, []string{"_"}, "0: _"},
		{"R(A) with a: int :- true. R(A) with a: ints :- true. R(A) with a = none :- true.", []relation.Value{relation.ListValue()}, []string{"_"}, "1: _"},
		{"R(A) with a: int :- true. R(A) with a: ints :- true. R(A) with a = none :- true.", []relation.Value{{}}, []string{"_"}, "2: _"},
		{"R(A) with a: int :- true. R(A) with a: ints :- true.", []relation.Value{relation.TextValue("x")}, []string{"_"}, "fails: a cannot be \"x\""},
		{"R(O) with a: float :- 1 <= @a, @a < 2.5 | O = float32.", nil, nil, ""},
		// Lists.
		{"R(O) :- O = Tensor([a * b for (a, b) in zip([1, 2, 3], [4, 5, 6]) if a != 2] ++ rev(range(3)) ++ rep(7, 2), int8).", nil, []string{"_"}, "0: Tensor[(4, 18, 2, 1, 0, 7, 7), int8]"},
		{"R(O) :- O = Tensor(insert(set([1, 2, 3], -1, 9), 1, 8) ++ drop([1, 2, 3], [0, -1]) ++ perm([4, 5], [1, 0]), int8).", nil, []string{"_"}, "0: Tensor[(1, 8, 2, 9, 2, 5, 4), int8]"},
		{"R(O) :- O = Tensor([ceil(7, 2), min(3, 4), max(3, 4), -7 div 2 + 9, -7 mod 3, len([1, 2][1:])], int8).", nil, []string{"_"}, "0: Tensor[(4, 3, 4, 5, 2, 1), int8]"},
		{"R(O) :- O = Tensor([x], int8) where x = len(zip([1], [1, 2])).", nil, []string{"_"}, "fails: lists of 1 and of 2 do not have the same length"},
		// Holes with the same name are the same hole.
		{"R(A, B) :- A = t, B = t where t = Tensor([_], int8).", nil, []string{"Tensor[(3), _]", "_"}, "0: Tensor[(3), int8], Tensor[(3), int8]"},
		// A pair is one form, and one number may be written for it.
		{"R(O) with k: pair :- O = Tensor(@k, int8). R(O) with k: none :- true.", []relation.Value{relation.ListValue(relation.IntValue(3), relation.IntValue(4))}, []string{"_"}, "0: Tensor[(3, 4), int8]"},
		{"R(A) with k: pair :- true. R(A) with k: int :- true.", []relation.Value{relation.IntValue(3)}, []string{"_"}, "1: _"},
		{"R(A) with k: pair :- true. R(A) with k: int :- true.", []relation.Value{relation.NoValue}, []string{"_"}, "fails: k cannot be none"},
		// Shapes with the same number of elements; one axis may be open.
		{"R(Tensor(s, _), Tensor(t, _)) :- fits(s, t) | true.", nil, []string{"Tensor[(_1, 6), int8]", "Tensor[(3, 2, _1), int8]"}, "0: Tensor[(_, 6), int8], Tensor[(3, 2, _), int8]"},
		{"R(Tensor(s, _), Tensor(t, _)) :- fits(s, t) | true.", nil, []string{"Tensor[(_1, 6), int8]", "Tensor[(_1, 5), int8]"}, "fails: 6 elements do not fit a shape of 5"},
		{"R(Tensor(s, _), Tensor(t, _)) :- fits(s, t) | true.", nil, []string{"Tensor[(1), int8]", "Tensor[(3), int8]"}, "fails: 1 element does not fit a shape of 3"},
		{"R(Tensor(s, _), Tensor(t, _)) :- fits(s, t) | true.", nil, []string{"Tensor[(6), int8]", "Tensor[(_, 4), int8]"}, "fails: 6 is not a multiple of 4"},
		{"R(Tensor(s, _), Tensor(t, _)) :- fits(s, t) | true.", nil, []string{"Tensor[(6), int8]", "Tensor[(_, 2), int8]"}, "waits [4]"},
		{"R(Tensor(s, _), Tensor(t, _)) :- fits(s, t) | true.", nil, []string{"Tensor[(?, 6), int8]", "Tensor[(_, 2), int8]"}, "0: Tensor[(?, 6), int8], Tensor[(_, 2), int8]"},
		{"R(Tensor(s, b), Tensor(t, _), O) :- O = Tensor(refit(s, t), b).", nil, []string{"Tensor[(n, 6), int8]", "Tensor[(_, 2), int8]", "_"}, "0: Tensor[(n, 6), int8], Tensor[(_, 2), int8], Tensor[(3*n, 2), int8]"},
		{"R(Tensor(s, b), Tensor(t, _), O) :- O = Tensor(refit(s, t), b).", nil, []string{"Tensor[(2, _1), int8]", "Tensor[(_2, 2), int8]", "Tensor[(7, _), int8]"}, "0: Tensor[(2, 7), int8], Tensor[(_, 2), int8], Tensor[(7, 2), int8]"},
		{"R(Tensor(s, b), Tensor(t, _), O) :- O = Tensor(refit(s, t), b).", nil, []string{"Tensor[(_, _), int8]", "Tensor[(2, _), int8]", "_"}, "waits [0 1 6]"},
		{"R(Tensor(s, b), Tensor(t, _), O) :- O = Tensor(refit(s, t), b).", nil, []string{"Tensor[(7), int8]", "Tensor[(2, _), int8]", "_"}, "0: Tensor[(7), int8], Tensor[(2, _), int8], Tensor[(2, _), int8]"},
		{"R(Tensor(s, b), Tensor(t, _), O) :- O = Tensor(refit(s, t), b).", nil, []string{"Tensor[(0), int8]", "Tensor[(2, _), int8]", "_"}, "waits [5]"},
		// An axis that does not broadcast refutes a guard about the shape.
		{"R(Tensor([n, k], _), Tensor([m, l], _)) :- k == l, all(_ in bcast([n], [m]) : true) | true.", nil, []string{"Tensor[(_, _), int8]", "Tensor[(_, _), int8]"}, "waits [0 1 5 6]"},
		{"R(Tensor(s, _), Tensor(t, _)) :- all(_ in bcast(s, t) : true) | true. R(_, _) :- true.", nil, []string{"Tensor[(_, 2), int8]", "Tensor[(5, 3), int8]"}, "1: Tensor[(_, 2), int8], Tensor[(5, 3), int8]"},
	} {
		if c.types == nil {
			continue
		}
		if got := outcome(t, c.text, c.attrs, c.types...); got != c.want {
			t.Errorf("%s of %v\nwant %s\ngot  %s", c.text, c.types, c.want, got)
		}
	}
}

// An effect is solved for its only open size, on either side.
func TestSolving(t *testing.T) {
	for _, c := range [][4]string{
		{"R(Tensor([n], b), Tensor([m], c)) :- Tensor([2 * n + 1], b) = Tensor([m], c).", "Tensor[(_), int8]", "Tensor[(7), int8]", "0: Tensor[(3), int8], Tensor[(7), int8]"},
		{"R(Tensor([n], b), Tensor([m], c)) :- Tensor([m], c) = Tensor([2 * n + 1], b).", "Tensor[(_), int8]", "Tensor[(7), int8]", "0: Tensor[(3), int8], Tensor[(7), int8]"},
		{"R(Tensor([n], b), O) :- O = Tensor([9 - 2 * n], b).", "Tensor[(_), int8]", "Tensor[(3), int8]", "0: Tensor[(3), int8], Tensor[(3), int8]"},
		{"R(Tensor([n], b), O) :- O = Tensor([9 - 2 * n], b).", "Tensor[(_), int8]", "Tensor[(2), int8]", "fails: no size times -2 plus 9 is 2"},
		{"R(Tensor([n], b), O) :- O = Tensor([n + 5], b).", "Tensor[(_), int8]", "Tensor[(2), int8]", "fails: no size plus 5 is 2"},
		{"R(Tensor([n], b), O) :- O = Tensor([n * n], b).", "Tensor[(_), int8]", "Tensor[(4), int8]", "waits [0]"},
		{"R(Tensor([n], b), O) :- O = Tensor([n div 2], b).", "Tensor[(_), int8]", "Tensor[(4), int8]", "waits [0]"},
		{"R(Tensor([n], b), O) :- O = Tensor([0 * n], b).", "Tensor[(_), int8]", "Tensor[(4), int8]", "waits [0]"},
		{"R(Tensor([n], b), O) :- O = Tensor([n + 1], b).", "Tensor[(_), int8]", "_", "waits [0 4]"},
		{"R(Tensor([n], b), O) :- O = Tuple(Tensor([n + 1], b), Tensor([n + 2], b)).", "Tensor[(_), int8]", "(_, Tensor[(4), int8])", "waits [0 4]"},
	} {
		if got := outcome(t, c[0], nil, c[1], c[2]); got != c[3] {
			t.Errorf("%s of %s, %s\nwant %s\ngot  %s", c[0], c[1], c[2], c[3], got)
		}
	}
}

// Every run ends within bounds of time and memory, whatever the relation.
func TestRunsEnd(t *testing.T) {
	var doubling strings.Builder
	doubling.WriteString("let f0(x: Int) = x + 1.\n")
	for i := range 90 {
		fmt.Fprintf(&doubling, "let f%d(x: Int) = f%d(f%d(x)).\n", i+1, i, i)
	}
	for text, want := range map[string]string{
		doubling.String() + "R(A) :- f90(0) == 1 | true.":                                                      "fails: this takes too many steps",
		"R(A) :- len(rep(rep(1, 1000), 9223372036854775807)) == 1 | true.":                                     "fails: a list of 9223372036854775807 gets too long",
		"R(A) :- fits(rep(3, 60000), rep(2, 60000)) | true.":                                                   "fails: this takes too many steps",
		"R(A) :- len(range(100000)) == 1 | true.":                                                              "fails: a list of 100000 gets too long",
		"R(A) :- all(a in l, b in l, c in l, d in l : a + b + c + d < 9999999) | true where l = range(60000).": "fails: this takes too many steps",
		"R(A) :- len([1 for a in l, b in l, c in l]) == 1 | true where l = range(60000).":                      "fails: this takes too many steps",
		"let d(l: Ints) = l ++ l. let e(l: Ints) = d(d(d(d(l)))). R(A) :- len(e(e(e(e(e([1]))))))== 1 | true.": "fails: the list gets too long",
		"R(A) :- 9223372036854775807 + 1 == 0 | true.":                                                         "fails: a number gets too large: 9223372036854775807 and 1",
		"R(A) :- -9223372036854775807 - 2 == 0 | true.":                                                        "fails: a number gets too large: -9223372036854775807 and 2",
		"R(A) :- slicelen(5, 9223372036854775807, -9223372036854775807, -9223372036854775807) == 1 | true.":    "0: _",
		"R(A) :- steps(0, 1, 0) == 0 | true.":                                                                  "fails: no number of steps leads from 0 to 1",
		"R(A) :- len(pads([9223372036854775807], 1)) == 1 | true.":                                             "fails: a number gets too large: 9223372036854775807 and 9223372036854775807",
	} {
		if got := outcome(t, text, nil, "_"); got != want {
			t.Errorf("%.200s\nwant %s\ngot  %s", text, want, got)
		}
	}
}

// A watch counts the work of a run, and can end it; the lengths of given lists raise the bound of a run.
func TestRunsAreWatched(t *testing.T) {
	m, s, r, args := instance(t, "R(A) :- all(a in l, b in l : a + b < 9999999) | true where l = range(400).", "_")
	ctx, stop := context.WithCancel(t.Context())
	m.Watch = cancel.New(ctx)
	run := func() (err error) {
		defer cancel.Catch(&err)
		m.Run(s, r, -1, args, nil)
		return nil
	}
	if err := run(); err != nil || m.Spent() < 10_000 {
		t.Errorf("%d steps, %v", m.Spent(), err)
	}
	if m.Watch.Within(1000, func() { _ = run() }) {
		t.Error("a budget does not end a run")
	}
	stop()
	if err := run(); !errors.Is(err, context.Canceled) {
		t.Errorf("a run goes on: %v", err)
	}
}

func TestValues(t *testing.T) {
	atoms := func(name string) bool { return name == "int8" }
	for _, c := range []struct {
		text  string
		forms string
		want  string
	}{
		{"1", "int", "1"}, {"1", "float", "1"}, {"1", "bool", "true"}, {"0", "bool", "false"}, {"2", "bool", ""}, {"1.5", "int", ""}, {"1.5", "float", "1.5"}, {"-2", "int", "-2"},
		{`"int8"`, "dtype", "int8"}, {`"int9"`, "dtype", ""}, {"int8", "dtype", "int8"}, {`""`, "dtype", ""}, {`""`, "opt dtype", "none"}, {`"a"`, "string", `"a"`}, {"int8", "string", `"int8"`},
		{"none", "int", ""}, {"none", "opt int", "none"}, {"[]", "ints", "[]"}, {"[]", "pairs", "[]"}, {"[1, 2]", "ints", "[1, 2]"}, {"[1, 2]", "floats", "[1, 2]"}, {"[1.5]", "ints", ""},
		{"[1, 2.5]", "floats", "[1, 2.5]"}, {"[[1, 2], [3, 4]]", "pairs", "[[1, 2], [3, 4]]"}, {"[[1], [3, 4]]", "pairs", ""}, {"[1, [2]]", "pairs", ""}, {"[[1, 2]]", "ints", ""}, {"3", "ints", ""},
		{"3", "pair", "[3, 3]"}, {"[3, 4]", "pair", "[3, 4]"}, {"[3]", "pair", ""}, {"[]", "pair", ""}, {"3.5", "pair", ""}, {"none", "pair", ""}, {"none", "opt pair", "none"},
		{"3", "int or ints", "3"}, {"[3]", "int or ints", "[3]"}, {"true", "bool", "true"}, {"true", "int", ""}, {`["a"]`, "any", `["a"]`}, {"(1, 2)", "ints", "[1, 2]"}, {`["a"]`, "ints", ""},
	} {
		v, ok := relation.ParseValue(c.text)
		if !ok {
			t.Errorf("%s is not a value", c.text)
			continue
		}
		f, wrong := read("R(A) with x: " + c.forms + " :- true.")
		if len(wrong) > 0 {
			t.Fatal(wrong)
		}
		got := ""
		if v, ok = v.As(f.Relation("R").Attrs[0].Forms, atoms); ok {
			got = v.String()
		}
		if got != c.want {
			t.Errorf("%s as %s: want %q, got %q", c.text, c.forms, c.want, got)
		}
	}
	for _, text := range []string{"", "1 2", "[1", "a b", "1 +", "len([1])", "-\"a\""} {
		if v, ok := relation.ParseValue(text); ok {
			t.Errorf("%q is %v", text, v)
		}
	}
}

// The vocabulary of another language, in the engine: tensors without element types, which are their own shapes.
func TestWholeHeads(t *testing.T) {
	v := &relation.Vocabulary{
		Heads: []relation.Head{{Name: "Tensor", Said: "a tensor",
			Parts: []relation.Part{{Name: "shape", Sort: relation.ShapeSort}}}},
		Atom: func(string) bool { return false },
	}
	f, ds := relation.Parse(lang.NewFile("a.rel", []byte(`
relation Linear(Tensor([lead..., k]), O) with in: int, out: int :-
   k == @in else "the layer takes {@in}, not {k}"
   | O = Tensor([lead..., @out]).
propagate Linear(I, Tensor([lead..., k])) with in, out :- I = Tensor([lead..., @in]).`)))
	if ds = append(ds, relation.Check(f, v, nil)...); len(ds) > 0 {
		t.Fatal(ds)
	}
	syms := lang.NewSymbols(8)
	label := func(i int) unify.Label { return unify.Label(syms.Intern([]byte("d" + strconv.Itoa(i)))) }
	for i := range 5 {
		label(i)
	}
	labels := patterns.NewLabels(syms)
	types := patterns.NewTypes(labels)
	b := &relation.Binding{Vocabulary: v, Types: types, Sizes: relation.NewSizes(),
		Heads: []relation.BoundHead{{Whole: true}}, List: "Tensor", Item: label}
	shape := func(o *relation.Over, n unify.Node) (list []string) {
		x := o.Number(n)
		for i := range o.Length(x) {
			switch s, k := o.Size(o.Item(x, i)); k {
			case relation.Known:
				list = append(list, b.Sizes.Spelling(s))
			default:
				list = append(list, "_")
			}
		}
		return list
	}
	for _, c := range []struct {
		in, out string // -: unknown
		state   unify.State
		want    string
	}{
		{"7 128", "-", unify.Fires, "[7 128] [7 10]"}, {"7 2 128", "-", unify.Fires, "[7 2 128] [7 2 10]"}, {"_ 128", "-", unify.Fires, "[_ 128] [_ 10]"},
		{"-", "7 10", unify.Fires, "[7 128] [7 10]"}, {"7 64", "-", unify.Fails, "the layer takes 128, not 64"}, {"-", "-", unify.Waits, ""},
	} {
		g := unify.New(types.Heads(), labels.Index())
		build := func(text string) unify.Node {
			n := g.Leaf(0)
			if text == "-" {
				return n
			}
			var edges []unify.Edge
			var ls []unify.Label
			for i, word := range strings.Fields(text) {
				d := g.Leaf(0)
				if k, err := strconv.ParseInt(word, 10, 64); err == nil {
					g.Describe(d, types.Heads().Built(types.Number(k)), nil, unify.Reason{})
				}
				edges, ls = append(edges, unify.Edge{Label: label(i), To: d}), append(ls, label(i))
			}
			g.Describe(n, types.Heads().Built(types.Constructor("Tensor", ls...)), edges, unify.Reason{})
			return n
		}
		args := []unify.Node{build(c.in), build(c.out)}
		attrs := []relation.Value{relation.IntValue(128), relation.IntValue(10)}
		for _, r := range b.Rules(f.Relation("Linear"), attrs) {
			g.Relate(r, unify.Reason{}, args...)
		}
		g.Solve()
		o := b.Over(g)
		got := ""
		switch g.InstanceOf(0).State {
		case unify.Fires:
			got = fmt.Sprint(shape(o, args[0]), shape(o, args[1]))
		case unify.Fails:
			m := relation.Machine{Sizes: b.Sizes}
			got = relation.Said(m.Failure(m.Explain(o, f.Relation("Linear"), -1, o.Numbers(args), attrs)).Message)
		}
		if g.InstanceOf(0).State != c.state || strings.ReplaceAll(got, "][", "] [") != c.want {
			t.Errorf("%s, %s: %v, %s", c.in, c.out, g.InstanceOf(0).State, got)
		}
		if err := g.Verify(); err != nil {
			t.Error(err)
		}
	}
}

// The sources of numbers take little memory: a run that records them allocates at most eight times as much as another.
func TestMemoryOfSources(t *testing.T) {
	m, s, r, args := instance(t,
		`R(Tensor(s, _)) :- all(x in s : 2 * x <= 20 else "{x} is too large"), sum([x for x in s]) == 1 | true.`,
		"Tensor[("+strings.Repeat("7, ", 1<<15)+"7), int8]")
	allocated := func(run func(*relation.Machine) *relation.Outcome) uint64 {
		fresh := &relation.Machine{Sizes: m.Sizes}
		return cost.Allocated(func() {
			if o := run(fresh); o.State != relation.Fails {
				t.Errorf("the relation is in state %v", o.State)
			}
		})
	}
	without := allocated(func(m *relation.Machine) *relation.Outcome { return m.Run(s, r, -1, args, nil) })
	with := allocated(func(m *relation.Machine) *relation.Outcome { return m.Explain(s, r, -1, args, nil) })
	if with > 8*without {
		t.Errorf("with sources %d bytes for each axis, without them %d", with>>15, without>>15)
	}
}

// A table of sizes keeps the sum and the product of a list, but not those of its first items.
func TestSumsKeepOneSize(t *testing.T) {
	const axes = 100
	m, s, r, args := instance(t, "R(Tensor(s, _)) :- sum(s) == prod(s) | true.",
		"Tensor[("+strings.Repeat("n, ", axes-1)+"n), int8]")
	for _, want := range []int{2, 0} { // the second run makes the same sizes
		before := m.Sizes.Len()
		m.Run(s, r, -1, args, nil)
		if got := m.Sizes.Len() - before; got != want {
			t.Errorf("a sum and a product of %d axes leave %d sizes, not %d", axes, got, want)
		}
	}
}

// Errors in the arguments of a call, in a strict language, in which a whole number is written only for itself.
func TestStrictAttributes(t *testing.T) {
	v := *terms.Vocabulary
	v.Strict, v.Attribute = true, "argument"
	f, ds := relation.Parse(lang.NewFile("a.rel",
		[]byte("relation R(A, O) with n: int, p: opt float = none, b: bool = false, k: pair = 1 :- O = A. op f(a): R.")))
	if ds = append(ds, relation.Check(f, &v, nil)...); len(ds) > 0 {
		t.Fatal(ds)
	}
	for _, c := range []struct {
		given, want string
		kind        relation.ProblemKind
		fix         string
	}{
		{"n=1 p=0.5 b=true k=3", "", 0, ""},
		{"n=1 k=[2,3]", "", 0, ""},
		{"n=1.0", "`n` takes a whole number, not 1.0", relation.WrongForm, "1"},
		{"n=1.5", "`n` takes a whole number, not 1.5", relation.WrongForm, ""},
		{`n="3"`, "`n` takes a whole number, not \"3\"", relation.WrongForm, "3"},
		{`n=1 b="True"`, "`b` takes true or false, not \"True\"", relation.WrongForm, "true"},
		{"n=1 p=2", "`p` takes a number with a point, not 2", relation.WrongForm, "2.0"},
		{"n=1 b=1", "`b` takes true or false, not 1", relation.WrongForm, ""},
		{"n=1 k=2.5", "`k` takes a whole number or two of them, not 2.5", relation.WrongForm, ""},
		{"n=1 k=[1,2,3]", "`k` takes a whole number or two of them, not [1, 2, 3]", relation.WrongForm, ""},
		{"n=1 n=2", "the argument `n` is given twice", relation.RepeatedAttribute, ""},
		{"b=true", "the argument `n` is missing; it takes a whole number", relation.MissingAttribute, ""},
		{"n=1 stride=2", "there is no argument `stride`; it takes `n`, `p`, `b`, `k`", relation.UnknownAttribute, ""},
	} {
		var given []relation.Given
		for _, a := range strings.Fields(c.given) {
			name, text, _ := strings.Cut(a, "=")
			x, _ := relation.ParseValue(text)
			given = append(given, relation.Given{Name: name, Value: x})
		}
		_, problems := f.Operator("f").Attributes(given)
		got, kind, fix := "", relation.ProblemKind(0), ""
		for _, p := range problems {
			got, kind, fix = p.Message.String(), p.Kind, p.Fix
		}
		if got != c.want || kind != c.kind || fix != c.fix || len(problems) > 1 {
			t.Errorf("%s\nwant %s, %d, %q\ngot  %s, %d, %q", c.given, c.want, c.kind, c.fix, got, kind, fix)
		}
	}
}

// A problem with the arguments of a call has the index of the argument, whether a value is required, and a fix.
func TestProblems(t *testing.T) {
	v := *terms.Vocabulary
	v.Strict = true
	f, ds := relation.Parse(lang.NewFile("a.rel",
		[]byte("relation R(A, O) with units: int, p: opt float = none :- O = A. op f(a): R.")))
	if ds = append(ds, relation.Check(f, &v, nil)...); len(ds) > 0 {
		t.Fatal(ds)
	}
	o := f.Operator("f")
	if !o.Takes("units") || o.Takes("a") {
		t.Error("f takes `units` as an attribute, and `a` as an argument")
	}
	name, value := lang.Span{Start: 1, End: 2}, lang.Span{Start: 3, End: 4}
	for _, c := range []struct {
		given    relation.Given
		kind     relation.ProblemKind
		required bool
		at       lang.Span // that a change replaces
	}{
		{relation.Given{Name: "units", Unwritten: true, Value: relation.SizeValue(0, "x")}, relation.UnwrittenValue, true, lang.Span{}},
		{relation.Given{Name: "units", Value: relation.SizeValue(0, "x")}, relation.UnwrittenValue, true, lang.Span{}},
		{relation.Given{Name: "unit", Value: relation.IntValue(1)}, relation.UnknownAttribute, true, name},
		{relation.Given{Name: "p", Value: relation.IntValue(1)}, relation.WrongForm, false, value},
	} {
		c.given.NameSpan, c.given.ValueSpan = name, value
		_, problems := o.Attributes([]relation.Given{c.given})
		if len(problems) == 0 || problems[0].Kind != c.kind || problems[0].Given != 0 ||
			problems[0].Required != c.required {
			t.Errorf("%v: %+v", c.given, problems)
			continue
		}
		if fixes := problems[0].Fixes(); (len(fixes) > 0) != (c.at != lang.Span{}) ||
			len(fixes) > 0 && fixes[0].Edits[0].Span != c.at {
			t.Errorf("%v: %+v", c.given, fixes)
		}
	}
}
