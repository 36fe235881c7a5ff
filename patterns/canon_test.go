package patterns_test

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"
	"testing"
	"text/scanner"
	"unicode/utf16"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// define interns k's type definitions and returns their types by name.
func define(t *testing.T, source string) (*table, map[string]patterns.Type) {
	t.Helper()
	var s scanner.Scanner
	s.Init(strings.NewReader(source))
	s.Mode = scanner.ScanIdents | scanner.ScanInts | scanner.ScanStrings
	var tokens []string
	for tok := s.Scan(); tok != scanner.EOF; tok = s.Scan() {
		tokens = append(tokens, s.TokenText())
	}
	labels := []string{"true", "false"}
	for _, w := range tokens {
		labels = append(labels, text(w))
	}
	tb := newTable(labels...)
	atoms := map[string]patterns.Type{"int": tb.known[1], "string": tb.known[2], "bool": tb.known[3]}
	var states []patterns.State
	number := make(map[string]int32) // by name
	stateOf := func(name string) int32 {
		if _, ok := number[name]; !ok {
			number[name] = int32(len(states))
			states = append(states, patterns.State{})
		}
		return number[name]
	}
	next := func() string { w := tokens[0]; tokens = tokens[1:]; return w }
	var code func(at int32) patterns.StateField
	code = func(at int32) patterns.StateField {
		shapes := map[string]unify.Shape{"{": unify.Product, "<": unify.Union, "[": unify.Vector}
		w := next()
		shape, ok := shapes[w]
		if !ok {
			return patterns.StateField{Type: atoms[w], State: stateOfUnlessAtom(atoms, w, stateOf)}
		}
		if at < 0 {
			at = int32(len(states))
			states = append(states, patterns.State{})
		}
		var fields []patterns.StateField
		for tokens[0] != "}" && tokens[0] != ">" && tokens[0] != "]" {
			f := code(-1)
			if shape != unify.Vector {
				f.Label = tb.label[text(next())]
			}
			fields = append(fields, f)
			if tokens[0] == "," {
				next()
			}
		}
		next()
		states[at] = patterns.State{Shape: shape, Fields: fields}
		return patterns.StateField{State: at}
	}
	for len(tokens) > 0 {
		next() // $
		at := stateOf(next())
		next() // =
		code(at)
		next() // ;
	}
	types := tb.Intern(states)
	result := make(map[string]patterns.Type)
	for name, i := range number {
		result[name] = types[i]
	}
	return tb, result
}

func stateOfUnlessAtom(atoms map[string]patterns.Type, name string, stateOf func(string) int32) int32 {
	if _, ok := atoms[name]; ok {
		return 0
	}
	return stateOf(name)
}

// text returns the label that a token denotes.
func text(token string) string {
	var s string
	if token[0] == '"' && json.Unmarshal([]byte(token), &s) == nil {
		return s
	}
	return token
}

// The results of k's implementations of 2024: definition, canonical form, short name.
func TestCanonicalForms(t *testing.T) {
	vectors := []struct{ define, form, name string }{
		{`$unit = {};`, `$C0={};`, "KL"},
		{`$void = <>;`, `$C0=<>;`, "FC"},
		{`$bit = <{} 0, {} 1>;`, `$C0=<C1"0",C1"1">;$C1={};`, "BADKzT"},
		{`$nat = <nat 1, {} 0>;`, `$C0=<C1"0",C0"1">;$C1={};`, "BADJOX"},
		{`$pair = {nat x, nat y};`, `$C0={C1"x",C1"y"};$C1=<C2"0",C1"1">;$C2={};`, "IxLVRLECv"},
		{`$pair2 = {nat y, <nat 1, {} 0> x};`, `$C0={C1"x",C1"y"};$C1=<C2"0",C1"1">;$C2={};`, "IxLVRLECv"},
		{`$bnat = <{} _, bnat 0, bnat 1>;`, `$C0=<C0"0",C0"1",C1"_">;$C1={};`, "BsAqRMv"},
		{`$list = <{} nil, {int car, list cdr} cons>;`, `$C0=<C1"cons",C2"nil">;$C1={int"car",C0"cdr"};$C2={};`, "EZwxHJwVTDL"},
		{`$ilist = [int];`, `$C0=[int];`, "CNB"},
		{`$matrix = [[int]];`, `$C0=[C1];$C1=[int];`, "rJHJ"},
		{`$tree = <string leaf, {tree left, tree right} tree>;`, `$C0=<string"leaf",C1"tree">;$C1={C0"left",C0"right"};`, "GYKyQxrzWqZ"},
		{`$rec = {int n, int d};`, `$C0={int"d",int"n"};`, "CGtDN"},
		{`$ev = <{} z, od s>;`, `$C0=<C0"s",C1"z">;$C1={};`, "BBMMZr"},
		{`$od = <{} z, ev s>;`, `$C0=<C0"s",C1"z">;$C1={};`, "BBMMZr"},
		{`$odd = <ev s, {} z>;`, `$C0=<C0"s",C1"z">;$C1={};`, "BBMMZr"},
		{`$rose = [rose];`, `$C0=[C0];`, "wx"},
		{`$stream = {int hd, stream tl};`, `$C0={int"hd",C0"tl"};`, "EODuJ"},
		{`$odd_labels = {int "a b", string "q\"t", bool 10, {} 9, {} Z, {} a};`, `$C0={bool"10",C1"9",C1"Z",C1"a",int"a b",string"q\"t"};$C1={};`, "DOBGCGLIOGXrz"},
		{`$opt = {int some};`, `$C0=<int"some">;`, "DVBq"},
		{`$uni = <int "é", string "日本", bool "😀">;`, `$C0=<int"é",string"日本",bool"😀">;`, "KKOIBPu"},
	}
	var all strings.Builder
	for _, v := range vectors {
		if strings.HasPrefix(v.define, "$opt") {
			v.define = "$opt = <int some>;" // k's parser makes a union of one field
		}
		all.WriteString(v.define)
	}
	tb, types := define(t, all.String())
	for _, v := range vectors {
		name := v.define[1:strings.Index(v.define, " ")]
		if got := tb.Form(types[name]); got != v.form {
			t.Errorf("%s has the form %s", v.define, got)
		}
		if got := patterns.ShortName(v.form); got != v.name {
			t.Errorf("%s has the short name %s, not %s", v.form, got, v.name)
		}
	}
	if types["pair"] != types["pair2"] || types["ev"] != types["od"] || types["ev"] != types["odd"] ||
		types["bit"] == types["nat"] {
		t.Error("equal types must be one, others not")
	}
	if tb.Form(tb.known[3]) != "bool" {
		t.Error("an atom is its name")
	}
}

// The ids of k's implementation of 2026.
func TestID(t *testing.T) {
	for form, want := range map[string]string{
		`$C0={};`:                   "@NiDZqYggx3VZ6b8quBZKTfkgJztWctkesuX4CrhTxM5c",
		`$C0=<C1"0",C0"1">;$C1={};`: "@CixdN4pKNFS4v8fbWZua6f9D3xSw9vpanfKRW4MSku96",
	} {
		if got := patterns.ID(form); got != want {
			t.Errorf("%s is %s, not %s", form, got, want)
		}
	}
}

// Types whose labels differ by a carry in base 2 share the short name, so it cannot identify them; their ids
// differ.
func TestShortNamesCollide(t *testing.T) {
	form := func(label string) string { return `$C0={int"` + label + `",int"x"};` }
	for _, c := range [][2]string{{"ac", "ba"}, {"a12", "a20"}, {"y2", "z0"}} {
		a, b := form(c[0]), form(c[1])
		if patterns.ShortName(a) != patterns.ShortName(b) {
			t.Errorf("%s and %s do not collide", a, b)
		}
		if patterns.ID(a) == patterns.ID(b) {
			t.Errorf("the ids of %s and %s collide", a, b)
		}
	}
	if patterns.ShortName(form("ab")) == patterns.ShortName(form("ba")) {
		t.Error("not all names collide")
	}
}

// Labels are written as JSON strings with as few escapes as JSON allows, in the order of their UTF-16 code units.
func TestFormOfOddLabels(t *testing.T) {
	for _, c := range []struct {
		labels []string
		form   string
	}{
		{[]string{"9", "10", "a", "Z", "-1", "__proto__", ""}, `"","-1","10","9","Z","__proto__","a"`},
		{[]string{"\b\t\n\f\r", "\x00\x1f\x7f", "\\", "/", "'"}, `"\u0000\u001f` + "\x7f" + `","\b\t\n\f\r","'","/","\\"`},
		{[]string{"<&>", "\u2028\u2029", "é"}, `"<&>","é","` + "\u2028\u2029" + `"`},
		// A surrogate pair comes before U+E000 and U+FF5E, also a lone surrogate.
		{[]string{"～", "😀", "\ue000", "\xed\xa0\x80", "\xed\xbf\xbf", "\U0001F600x"}, `"\ud800","😀","😀x","\udfff","` + "\ue000" + `","～"`},
		{[]string{"\xed\xa0\xbdx", "\xed\xa0\xbd", "\ud7ff"}, `"` + "\ud7ff" + `","\ud83d","\ud83dx"`},
	} {
		tb := newTable(c.labels...)
		var fields []unify.HeadField
		for _, l := range c.labels {
			fields = append(fields, unify.HeadField{Label: tb.label[l], To: tb.known[1]})
		}
		form := tb.Form(tb.Product(fields...))
		want := "$C0={int" + strings.ReplaceAll(c.form, `",`, `",int`) + "};"
		if form != want {
			t.Errorf("%q: %s, want %s", c.labels, form, want)
		}
	}
}

// Each label of a form parses to itself, and the short name follows its definition, on any texts.
func TestNamesOfAnyLabels(t *testing.T) {
	// Modulus and digits of the definition, with a remainder at each step.
	modulus, _ := new(big.Int).SetString("8494462356974657160929849007317", 10)
	reference := func(form string) string {
		if !strings.ContainsAny(form, "\u2028\u2029\n\r") {
			form = strings.TrimSuffix(strings.TrimPrefix(form, "$C0="), ";")
		}
		h := new(big.Int)
		for _, u := range utf16.Encode([]rune(form)) {
			h.Lsh(h, 1).Add(h, big.NewInt(int64(u))).Mod(h, modulus)
		}
		return strings.Map(func(r rune) rune {
			return rune("ABCDEFGHIJKLMNOPQRSTUVWXYZqrstuvwxyz"[strings.IndexRune("0123456789abcdefghijklmnopqrstuvwxyz", r)])
		}, h.Text(36))
	}
	long := `$C0=<int"` + strings.Repeat("x😀", 3000) + `">;`
	if patterns.ShortName(long) != reference(long) {
		t.Error("a long form has another name")
	}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.String(), rapid.StringOfN(rapid.Rune(), 200, 900, -1))
		names := rapid.SliceOfNDistinct(name, 1, 4, rapid.ID).Draw(t, "labels")
		tb := newTable(names...)
		var fields []unify.HeadField
		for _, n := range names {
			fields = append(fields, unify.HeadField{Label: tb.label[n], To: tb.known[0]})
		}
		form := tb.Form(tb.Union(fields...))
		if got, want := patterns.ShortName(form), reference(form); got != want {
			t.Fatalf("%s: %s, want %s", form, got, want)
		}
		rest := strings.TrimSuffix(strings.TrimPrefix(form, "$C0=<"), ">;$C1={};")
		var read []string
		for rest != "" {
			dec := json.NewDecoder(strings.NewReader(strings.TrimPrefix(rest, "C1")))
			var s string
			if err := dec.Decode(&s); err != nil {
				t.Fatalf("%s: %v", form, err)
			}
			rest = strings.TrimPrefix(rest[2+int(dec.InputOffset()):], ",")
			read = append(read, s)
		}
		slices.SortFunc(names, lang.CompareUTF16)
		if !slices.Equal(read, names) {
			t.Fatalf("%s reads back as %q", form, read)
		}
	})
}
