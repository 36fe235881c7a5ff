package patterns_test

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

func atomOf(name string) patterns.AtomValues {
	switch name {
	case "int":
		return patterns.AtomValues{Least: "0"}
	case "string":
		return patterns.AtomValues{Least: `""`}
	}
	return patterns.AtomValues{Least: "true", Count: big.NewInt(2)}
}

func TestValues(t *testing.T) {
	tb, types := define(t, `
		$unit = {}; $void = <>; $bit = <unit 0, unit 1>; $byte = {bit a, bit b, bit c}; $nat = <nat s, unit z>;
		$ever = <ever s>; $voids = [void]; $bits = [bit]; $maybe = <ever a, bit b, void c>; $pair = {ever a, bit b};
		$flag = {bool x, bit y}; $text = <string t, int n>; $tree = <int leaf, {tree l, tree r} node>;
		$late = <{unit long} a, unit z>; $same = <unit b, unit a>; $deep = {byte a, <byte x, flag y> b};
		$lists = {[int] a, maybe b}; $quote = <unit "q\"t">;
	`)
	v := tb.Values(atomOf)
	for name, want := range map[string][2]string{
		"unit":  {"1", `{}`},
		"void":  {"0", ""},
		"bit":   {"2", `{"0":{}}`},
		"byte":  {"8", `{"a":{"0":{}},"b":{"0":{}},"c":{"0":{}}}`},
		"nat":   {"infinite", `{"z":{}}`},
		"ever":  {"0", ""},
		"voids": {"1", `[]`},
		"bits":  {"infinite", `[]`},
		"maybe": {"2", `{"b":{"0":{}}}`},
		"pair":  {"0", ""},
		"flag":  {"4", `{"x":true,"y":{"0":{}}}`},
		"text":  {"infinite", `{"n":0}`},
		"tree":  {"infinite", `{"leaf":0}`},
		"late":  {"2", `{"z":{}}`},
		"same":  {"2", `{"a":{}}`},
		"deep":  {"96", `{"a":{"a":{"0":{}},"b":{"0":{}},"c":{"0":{}}},"b":{"y":{"x":true,"y":{"0":{}}}}}`},
		"lists": {"infinite", `{"a":[],"b":{"b":{"0":{}}}}`},
		"quote": {"1", `{"q\"t":{}}`},
	} {
		if got := v.Count(types[name]).String(); got != want[0] {
			t.Errorf("%s has %s values, not %s", name, got, want[0])
		}
		got, _ := v.Least(types[name], 1000)
		if got != want[1] || v.Inhabited(types[name]) != (want[1] != "") {
			t.Errorf("the least value of %s is %s, not %s", name, got, want[1])
		}
	}
	if _, ok := v.Least(types["byte"], 39); ok {
		t.Error("a text of 40 bytes has no more than 39")
	}
	if _, ok := v.Least(types["byte"], 40); !ok {
		t.Error("a text of 40 bytes has no more than 40")
	}
}

// Products of products have 2^(2^n) values, of 4·2^n bytes and more: neither is written out for the comparison.
func TestManyValues(t *testing.T) {
	tb := newTable("a", "b", "0", "1")
	unit := tb.Product()
	u := tb.Union(unify.HeadField{Label: tb.label["0"], To: unit}, unify.HeadField{Label: tb.label["1"], To: unit})
	first := u
	for range 100 {
		u = tb.Product(unify.HeadField{Label: tb.label["a"], To: u}, unify.HeadField{Label: tb.label["b"], To: u})
	}
	v := tb.Values(atomOf)
	if got := v.Count(u).String(); got != ">=2^1024" {
		t.Errorf("%s values", got)
	}
	if got := v.Count(first + 9).String(); got != new(big.Int).Lsh(big.NewInt(1), 512).String() {
		t.Errorf("%s values", got)
	}
	if _, ok := v.Least(u, 1<<30); ok || !v.Inhabited(u) {
		t.Error("it has a value that is too long")
	}
	if _, _, s := v.Separating(u, u-1, 1<<30); s != patterns.Unseparated {
		t.Error("the value that tells them apart is too long")
	}
}

func TestSeparating(t *testing.T) {
	tb, types := define(t, `
		$nat = <nat s, {} z>; $three = <<<{} z> s, {} z> s, {} z>; $ever = <ever s>; $never = {never a};
		$x = {int a, ever b}; $p = {int a, nat b}; $q = {int a, three b}; $one = {nat l}; $tag = <nat l>;
		$odd = <nat l, ever r>; $v = [nat]; $w = [three]; $u = [ever]; $m = <int a, string b>; $n = <int a, bool b>;
	`)
	v := tb.Values(atomOf)
	for _, c := range []struct {
		a, b, value string
		first       bool
		s           patterns.Separation
	}{
		{"nat", "three", `{"s":{"s":{"s":{"z":{}}}}}`, true, patterns.Separate},
		{"p", "q", `{"a":0,"b":{"s":{"s":{"s":{"z":{}}}}}}`, true, patterns.Separate},
		{"ever", "never", "", false, patterns.Inseparable},
		{"ever", "x", "", false, patterns.Inseparable},
		{"x", "p", `{"a":0,"b":{"z":{}}}`, false, patterns.Separate},
		{"one", "tag", "", false, patterns.Inseparable}, // a product of one field and a variant are one value
		{"tag", "odd", "", false, patterns.Inseparable},
		{"v", "w", `[{"s":{"s":{"s":{"z":{}}}}}]`, true, patterns.Separate},
		{"u", "v", `[{"z":{}}]`, false, patterns.Separate},
		{"u", "nat", `[]`, true, patterns.Separate},
		{"m", "n", `{"b":""}`, true, patterns.Separate},
	} {
		value, first, s := v.Separating(types[c.a], types[c.b], 1000)
		if value != c.value || first != c.first || s != c.s {
			t.Errorf("%s and %s: %s %v %v", c.a, c.b, value, first, s)
		}
	}
}

// someValues returns the JSON texts of values of a type up to a depth, with two values for each atom, up to a number of
// values.
func (tb *table) someValues(u patterns.Type, depth, most int) []string {
	return tb.valuesOf(u, depth, most, make(map[[2]int][]string))
}

func (tb *table) valuesOf(u patterns.Type, depth, most int, known map[[2]int][]string) []string {
	if list, ok := known[[2]int{int(u), depth}]; ok {
		return list
	}
	list := tb.allValuesOf(u, depth, most, known)
	known[[2]int{int(u), depth}] = list
	return list
}

func (tb *table) allValuesOf(u patterns.Type, depth, most int, known map[[2]int][]string) []string {
	if _, atom := tb.Atom(u); atom {
		return map[string][]string{"int": {"0", "1"}, "string": {`""`, `"x"`},
			"bool": {"true", "false"}}[atomName(tb, u)]
	}
	if depth == 0 {
		return nil
	}
	fields := tb.FieldsByText(u)
	var list []string
	switch tb.Shape(u) {
	case unify.Vector:
		list = []string{"[]"}
		for _, m := range tb.valuesOf(fields[0].To, depth-1, most, known) {
			list = append(list, "["+m+"]")
		}
	case unify.Union:
		for _, f := range fields {
			for _, p := range tb.valuesOf(f.To, depth-1, most, known) {
				list = append(list, `{"`+tb.text(f.Label)+`":`+p+"}")
			}
		}
	default:
		list = []string{""}
		for i, f := range fields {
			var longer []string
			for _, before := range list {
				for _, p := range tb.valuesOf(f.To, depth-1, most, known) {
					if i > 0 {
						p = before + `,"` + tb.text(f.Label) + `":` + p
					} else {
						p = `"` + tb.text(f.Label) + `":` + p
					}
					if longer = append(longer, p); len(longer) > most {
						break
					}
				}
			}
			list = longer
		}
		for i := range list {
			list[i] = "{" + list[i] + "}"
		}
	}
	return list[:min(len(list), most)]
}

func atomName(tb *table, u patterns.Type) string {
	name, _ := tb.Atom(u)
	return name
}

func (tb *table) text(l unify.Label) string {
	for text, label := range tb.label {
		if label == l {
			return text
		}
	}
	panic("no label")
}

// Counts and least values agree with the listed values, and a separating value belongs to one of the types.
func TestValuesLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb := someTypes(t)
		v := tb.Values(atomOf)
		inhabited := tb.Inhabited()
		const depth, most = 5, 300
		values := make([][]string, tb.Len()+1)
		for u := patterns.Type(1); int(u) <= tb.Len(); u++ {
			values[u] = tb.someValues(u, depth, most)
			if v.Inhabited(u) != inhabited[u] {
				t.Fatalf("%s: inhabited %v", tb.Form(u), v.Inhabited(u))
			}
			c := v.Count(u)
			deeper := tb.someValues(u, depth+tb.Len(), most)
			if len(deeper) < most && c.Exact != nil && c.Exact.Cmp(big.NewInt(int64(len(deeper)))) != 0 {
				t.Fatalf("%s has %v values, not %d", tb.Form(u), c, len(deeper))
			}
			least, _ := v.Least(u, 10000)
			for _, x := range values[u] {
				if len(x) < len(least) {
					t.Fatalf("%s: %s is less than %s", tb.Form(u), x, least)
				}
			}
			if len(deeper) < most && inhabited[u] && !slices.Contains(deeper, least) {
				t.Fatalf("%s has no value %s", tb.Form(u), least)
			}
		}
		a := patterns.Type(rapid.IntRange(1, tb.Len()).Draw(t, "a"))
		b := patterns.Type(rapid.IntRange(1, tb.Len()).Draw(t, "b"))
		if len(values[a]) == most || len(values[b]) == most {
			return
		}
		x, first, s := v.Separating(a, b, 10000)
		if a == b && s != patterns.Inseparable {
			t.Fatal("a type differs from itself")
		}
		for _, y := range values[a] {
			if !slices.Contains(values[b], y) && (s != patterns.Separate || len(y) < len(x)) {
				t.Fatalf("%s tells %s from %s, not %s", y, tb.Form(a), tb.Form(b), x)
			}
		}
		if s == patterns.Separate && first && slices.Contains(values[b], x) ||
			s == patterns.Separate && !first && slices.Contains(values[a], x) {
			t.Fatalf("%s and %s both have %s", tb.Form(a), tb.Form(b), x)
		}
	})
}
