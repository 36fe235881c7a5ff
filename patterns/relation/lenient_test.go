package relation_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/relation"
)

// lenient is a vocabulary whose types may be partly unknown.
var lenient = &relation.Vocabulary{
	Heads: []relation.Head{
		{Name: "Tensor", Said: "a tensor", Parts: []relation.Part{{Name: "shape", Sort: relation.ShapeSort},
			{Name: "elem", Sort: relation.AtomSort}, {Name: "value", Sort: relation.ValuesSort}}},
		{Name: "Tuple", Said: "a tuple", Types: true},
		{Name: "None", Said: "absent"},
	},
	Atom:    func(name string) bool { return slices.Contains([]string{"float", "double", "int64"}, name) },
	Lenient: true,
}

func readLenient(text string) (*relation.File, []string) {
	f, ds := relation.Parse(lang.NewFile("a.rel", []byte(text)))
	var list []string
	for _, d := range append(ds, relation.Check(f, lenient, nil)...) {
		list = append(list, string(d.Code)+" at `"+f.Source.Text(d.Span)+"`: "+d.Message.String())
	}
	return f, list
}

// The version of a program chooses the declaration of an operator.
func TestVersions(t *testing.T) {
	text := `let floats = {float, double}.
relation One(A, O) :- true. relation Two(A, B, Y, Z) :- true. relation Many(Tuple(ts...), O) :- true.
op a since 1 (x: T) -> (y) for T in floats: One.
op a since 13 (x: T, axes?: I) -> (y, z?) with k: int = 1 for T in floats, I in {int64}: Two.
op b since 5 (xs...: T) -> (ys...) for T in floats: Many.
op c(x): One.`
	f, wrong := readLenient(text)
	if len(wrong) > 0 {
		t.Fatal(wrong)
	}
	g, _ := relation.Parse(f.Source)
	sameAgain(t, g)
	for _, c := range []struct {
		name    string
		version int
		want    string
	}{
		{"a", 0, ""}, {"a", 1, "One"}, {"a", 12, "One"}, {"a", 13, "Two"}, {"a", 99, "Two"}, {"b", 4, ""}, {"b", 5, "Many"},
		{"c", 0, "One"}, {"d", 1, ""},
	} {
		got := ""
		if o := f.OperatorAt(c.name, c.version); o != nil {
			got = o.Relation
		}
		if got != c.want {
			t.Errorf("%s in version %d has the relation %q, want %q", c.name, c.version, got, c.want)
		}
	}
	if o := f.Operator("a"); o.Since != 13 || len(f.Versions("a")) != 2 || o.Elements() == nil || f.Operator("c").Elements() != nil {
		t.Errorf("the newest a is %+v", o)
	}
}

// Errors in the declarations of operators and sets, and their places.
func TestLenientMistakes(t *testing.T) {
	for _, c := range [][2]string{
		{"let floats = {float, x}.", "P0211 at `let floats = {float, x}.`: there is no element type `x`"},
		{"let floats = {float}. let floats = {double}.", "P0216 at `floats`: there is a function `floats` already"},
		{"let len = {float}.", "P0216 at `len`: there is a function `len` already"},
		{"let floats = float.", "P0101 at `float`: `{` is expected before element types, not `float`"},
		{"relation R(A, O) :- true. op a(x: T): R.", "P0211 at `x`: there is no variable `T` after `for`"},
		{"relation R(A, O) :- true. op a(x: T) for T in floats: R.", "P0211 at `floats`: there is no set `floats`"},
		{"relation R(A, O) :- true. op a since 2 (x): R. op a since 2 (x): R.", "P0216 at `a`: there is an operator `a` already"},
		{"relation R(A, O) :- true. op a(x) -> (y, z): R.", "P0314 at `R`: `R` is about 2 types, and the operator has 1 argument and 2 results"},
		{"relation R(Tensor(s, b, v), O) :- O = Tensor(v, b, s).", ""}, // entries may be sizes
		{"relation R(Tensor(s, b, v), O) :- O = Tensor(s, v, s).", "P0316 at `v`: `Tensor` takes a shape and an element type and a list of entries, and this is a list of entries"},
		{"relation R(Tensor(s, b, v), O) :- s[v[0]] == 1 | true.", "P0316 at `v[0]`: an index is a number, and this is an entry"},
		{"relation R(Tensor(s, b, v), O) :- O = Tensor(?, ?, ?).", ""},
	} {
		if _, wrong := readLenient(c[0]); strings.Join(wrong, "\n") != c[1] {
			t.Errorf("%s\ngot  %s\nwant %s", c[0], strings.Join(wrong, "\n"), c[1])
		}
	}
	_, wrong := read("relation R(A, O) :- true. op a since 2 (x): R.")
	if want := "P0101 at `a`: operators of this language have no versions, absent arguments, named results or variables of " +
		"element types"; strings.Join(wrong, "") != want {
		t.Errorf("got %s", wrong)
	}
}

// Numbers that may be negative or have fractions, in formulas.
func TestEntries(t *testing.T) {
	s := relation.NewSizes()
	n := s.Parameter("n")
	compute := func(op relation.Op, x, y relation.Size) relation.Size {
		z, err := s.Compute(op, x, y)
		if err != nil {
			t.Fatal(err)
		}
		return z
	}
	half := compute(relation.Multiply, s.Fraction(0.5), n)
	sums := compute(relation.Multiply, compute(relation.Add, n, 1), compute(relation.Add, s.Parameter("m"), 2))
	for _, c := range []struct {
		size relation.Size
		want string
	}{
		{s.Whole(-3), "-3"}, {s.Whole(3), "3"}, {s.Fraction(1.5), "1.5"}, {s.Fraction(2), "2.0"}, {half, "0.5*n"},
		{compute(relation.Multiply, half, 4), "2*n"}, {compute(relation.Add, s.Fraction(0.5), s.Fraction(0.5)), "1"},
		{compute(relation.Quotient, compute(relation.Add, n, 1), 2), "floor((n + 1)/2)"},
		{compute(relation.Quotient, s.Fraction(7.5), 2), "3"}, {compute(relation.Least, n, 8), "min(n, 8)"},
		{sums, "(m + 2)*(n + 1)"}, {compute(relation.Multiply, sums, 6), "6*(m + 2)*(n + 1)"},
		{compute(relation.Add, sums, 1), "m*n + m + 2*n + 3"},
	} {
		if got := s.Formula(c.size); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	if name, only, ok := s.Only(compute(relation.Multiply, 3, n), 12); name != "n" || only != 4 || !ok {
		t.Errorf("3*n = 12 for %s = %d, %v", name, only, ok)
	}
	if _, _, ok := s.Only(n, s.Parameter("m")); ok {
		t.Error("n = m has more than one solution")
	}
}
