package patterns_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// someTypes fills a table at random.
func someTypes(t *rapid.T) *table {
	tb := newTable("b", "a", "10", "9")
	for range rapid.IntRange(1, 4).Draw(t, "automata") {
		tb.Intern(tb.automaton(t))
	}
	return tb
}

// follow returns the part of a type under a path, and false if there is none.
func (tb *table) follow(u patterns.Type, path []unify.Label) (patterns.Type, bool) {
	for _, l := range path {
		if _, atom := tb.Atom(u); atom {
			return u, false
		}
		i := slices.IndexFunc(tb.Fields(u), func(f unify.HeadField) bool { return f.Label == l })
		if i < 0 {
			return u, false
		}
		u = tb.Fields(u)[i].To
	}
	return u, true
}

// differHere reports whether two types differ apart from their parts.
func (tb *table) differHere(a, b patterns.Type) bool {
	_, atomA := tb.Atom(a)
	_, atomB := tb.Atom(b)
	if atomA || atomB {
		return a != b
	}
	same := slices.EqualFunc(tb.Fields(a), tb.Fields(b), func(f, g unify.HeadField) bool { return f.Label == g.Label })
	return tb.Shape(a) != tb.Shape(b) || !same
}

// A difference is at its path. No shorter path, and no earlier one of the same length in the order of labels, leads to
// a difference, and unequal types have one.
func TestDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb := someTypes(t)
		a := patterns.Type(rapid.IntRange(1, tb.Len()).Draw(t, "a"))
		b := patterns.Type(rapid.IntRange(1, tb.Len()).Draw(t, "b"))
		d := tb.Difference(a, b)
		if a == b {
			if len(d.Path) > 0 || d.A != a || d.B != b {
				t.Fatalf("a type differs from itself in %v", d)
			}
			return
		}
		// Breadth-first without memory, in the order of labels.
		type pair struct {
			a, b patterns.Type
			path []unify.Label
		}
		level := []pair{{a, b, nil}}
		for depth := 0; depth <= len(d.Path); depth++ {
			var next []pair
			for _, p := range level {
				if !tb.differHere(p.a, p.b) {
					for _, f := range tb.FieldsByText(p.a) {
						to, _ := tb.follow(p.b, []unify.Label{f.Label})
						q := pair{f.To, to, append(slices.Clone(p.path), f.Label)}
						if q.a != q.b {
							next = append(next, q)
						}
						if len(next) > 5000 {
							t.Skip("too many paths for this simple way")
						}
					}
					continue
				}
				if !slices.Equal(p.path, d.Path) || p.a != d.A || p.b != d.B {
					t.Fatalf("%s and %s differ first at %v, not at %v", tb.Form(a), tb.Form(b), p.path, d.Path)
				}
				return
			}
			level = next
		}
		t.Fatalf("%s and %s do not differ at %v", tb.Form(a), tb.Form(b), d.Path)
	})
}

func TestDifferenceByHand(t *testing.T) {
	tb, types := define(t, `
		$a = <{} nil, {int car, a cdr} cons>;
		$b = <{} nil, {int car, c cdr} cons>;
		$c = <{} nil, {string car, b cdr} cons>;
		$d = <{} nil, {int car, a cdr, int more} cons>;
		$e = [[int]]; $f = [[string]]; $g = [int];
	`)
	for _, c := range []struct{ a, b, path, partA, partB string }{
		{"a", "b", "cons cdr cons car", "int", "string"},
		{"a", "d", "cons", `$C0={int"car",C1"cdr"};$C1=<C0"cons",C2"nil">;$C2={};`, ""},
		{"e", "f", "vector-member vector-member", "int", "string"},
		{"e", "g", "vector-member", "$C0=[int];", "int"},
		{"a", "e", "", "", "$C0=[C1];$C1=[int];"},
	} {
		d := tb.Difference(types[c.a], types[c.b])
		var path string
		for i, l := range d.Path {
			if i > 0 {
				path += " "
			}
			path += tb.labels.Text(l)
		}
		if path != c.path || c.partA != "" && tb.Form(d.A) != c.partA || c.partB != "" && tb.Form(d.B) != c.partB {
			t.Errorf("%s and %s differ at %q in %s and %s", c.a, c.b, path, tb.Form(d.A), tb.Form(d.B))
		}
	}
}

// Inhabited types are those of the definition, applied repeatedly.
func TestInhabited(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb := someTypes(t)
		want := make([]bool, tb.Len()+1)
		for changed := true; changed; {
			changed = false
			for u := patterns.Type(1); int(u) < len(want); u++ {
				_, ok := tb.Atom(u)
				if !ok {
					inhabited := func(f unify.HeadField) bool { return want[f.To] }
					switch tb.Shape(u) {
					case unify.Vector:
						ok = true
					case unify.Union:
						ok = slices.ContainsFunc(tb.Fields(u), inhabited)
					default:
						ok = !slices.ContainsFunc(tb.Fields(u), func(f unify.HeadField) bool { return !inhabited(f) })
					}
				}
				changed = changed || ok != want[u]
				want[u] = ok
			}
		}
		if got := tb.Inhabited(); !slices.Equal(got, want) {
			t.Fatalf("inhabited %v, want %v", got, want)
		}
	})
}

func TestInhabitedByHand(t *testing.T) {
	tb, types := define(t, `
		$void = <>; $unit = {}; $nat = <{} z, nat s>; $ever = <ever s>; $stream = {int hd, stream tl};
		$rose = [rose]; $pair = {nat l, ever r}; $maybe = <ever l, nat r>; $voids = [void];
	`)
	ok := tb.Inhabited()
	for name, want := range map[string]bool{
		"void": false, "unit": true, "nat": true, "ever": false, "stream": false,
		"rose": true, "pair": false, "maybe": true, "voids": true,
	} {
		if ok[types[name]] != want {
			t.Errorf("%s: inhabited %v", name, !want)
		}
	}
}
