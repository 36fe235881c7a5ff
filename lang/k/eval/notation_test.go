package eval

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestReadNotation(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{}`, `{}`},
		{`{}|_|0`, `{}|_|0`},
		{` { } | _ \0|"0"|'+' `, `{}|_|0|0|+`},
		{`{{} x}`, `{{} x}`},
		{`{x: {}}|x`, `{{} x}|x`},
		{`{"+1": {"0": {}}}`, `{}|0|+1`},
		{`{'x': {"y": {}, "z": {"x": []}}}`, `{{{} y, []|x z} x}`},
		{`{{}|1 b, a: ({}|0), 'c d': {{} e}}`, `{{}|0 a, {}|1 b, {{} e} "c d"}`},
		{`{{}|b c|d e}`, ``},
		{`{5 0, 0 x, -1 -1, "t": 'a"\'b', [1,[ ], "x"|y] v}`, `{-1 -1, 5 0, "a\"'b" t, [1, [], "x"|y] v, 0 x}`},
		{`{true a, null: null, 1.50 b}`, `{true a, 1.5 b, null null}`},
		{`((({}|a)|b))`, `{}|a|b`},
		{`{}|"a--b"|a--b|"--"|""`, `{}|a--b|a--b|"--"|""`},
		{`{}|"\ud800é"`, `{}|"\ud800é"`},
		{`"a"|b`, `"a"|b`},
		{`[{}|a, {}|b]|c`, `[{}|a, {}|b]|c`},
	} {
		v, wrong := NewReader().ReadNotation([]byte(c.text))
		got := ""
		if wrong == nil {
			b, _ := AppendNotation(nil, v, -1)
			got = string(b)
		}
		if got != c.want {
			t.Errorf("%s is %s, want %s (%v)", c.text, got, c.want, wrong)
		}
	}
}

func TestReadNotationErrors(t *testing.T) {
	for text, want := range map[string]string{
		``:               "there is no value: the text is empty (byte 0)",
		`{{} a`:          "the text ends where `,` or `}` should follow; the `{` of byte 0 is still open (byte 5)",
		`{{}}`:           "expected a label after the value, found `}` (byte 3)",
		`{{} a {} b}`:    "expected `,` or `}`, found `{` (byte 6)",
		`{}|`:            "the text ends where a tag after the `|` should follow (byte 3)",
		`{}|[`:           "expected a tag after the `|`, found `[` (byte 3)",
		`{} {}`:          "nothing may follow the value, but here is `{` (byte 3)",
		`{{} a, {} "a"}`: "the label \"a\" occurs twice in one object (byte 10)",
		`zero`:           "expected a value, as in `{}|zero`, found `zero` (byte 0)",
		`({} a)`:         "expected `)`, found `a` (byte 4)",
		`{a: {}, b}`:     "expected a value, as in `{}|b`, found `b` (byte 8)",
		`[{}, ]`:         "expected a value, found `]` (byte 5)",
		`{--1 x}`:        "a minus needs digits after it (byte 1)",
		`{}|"a`:          "this text is never closed (byte 3)",
		`{"x`:            "this text is never closed (byte 1)",
		`{1 x, }`:        "expected a value, found `}` (byte 6)",
	} {
		v, wrong := NewReader().ReadNotation([]byte(text))
		if wrong == nil {
			t.Errorf("%s is %s", text, JSON(v))
		} else if wrong.Error() != want {
			t.Errorf("%s: %s, want %s", text, wrong, want)
		}
	}
}

// notated draws a value, whose parts may include products of one field.
func notated(t *rapid.T, depth int) Value {
	label := func() string {
		return rapid.SampledFrom([]string{"a", "b", "0", "+", "-1", "_", "a b", "", "--", "true", "é", "\"",
			"\xed\xa0\x80"}).Draw(t, "label")
	}
	kind := rapid.IntRange(0, 9).Draw(t, "kind")
	if depth == 0 {
		kind %= 5
	}
	switch kind {
	case 0:
		return Unit()
	case 1:
		return IntValue(rapid.Int64().Draw(t, "n"))
	case 2:
		return StringValue(rapid.String().Draw(t, "text"))
	case 3:
		return rapid.SampledFrom([]Value{NullValue(), BoolValue(true), BoolValue(false),
			VectorValue()}).Draw(t, "constant")
	case 4:
		v, _ := ReadJSON([]byte(rapid.SampledFrom([]string{"1.5", "-0.25", "1e30",
			"123456789012345678901234567890"}).Draw(t, "number")))
		return v
	case 5:
		return &node{shape: &shape{kind: Variant, labels: []string{label()}, record: true},
			parts: []Value{notated(t, depth-1)}}
	case 6, 7:
		return VariantValue(label(), notated(t, depth-1))
	case 8:
		var parts []Value
		for range rapid.IntRange(1, 3).Draw(t, "members") {
			parts = append(parts, notated(t, depth-1))
		}
		return VectorValue(parts...)
	}
	fields := map[string]Value{}
	for range rapid.IntRange(2, 4).Draw(t, "fields") {
		fields[label()] = notated(t, depth-1)
	}
	if len(fields) == 1 {
		fields["more"] = Unit()
	}
	var list []Field
	for l, v := range fields {
		list = append(list, Field{l, v})
	}
	return ObjectValue(list...)
}

// Written values parse to the same value, and products of one field stay distinct from variants.
func TestNotation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := notated(t, rapid.IntRange(0, 4).Draw(t, "depth"))
		text, _ := AppendNotation(nil, v, -1)
		r := NewReader()
		read, wrong := r.ReadNotation(text)
		if wrong != nil {
			t.Fatalf("%s: %s", text, wrong)
		}
		again, _ := AppendNotation(nil, read, -1)
		if !Equal(v, read) || string(text) != string(again) {
			t.Fatalf("%s is read as %s", text, again)
		}
		// It is the same value in JSON, and a prefix of the text where it is cut off.
		if JSON(v) != JSON(read) {
			t.Fatalf("%s is %s and then %s", text, JSON(v), JSON(read))
		}
		most := rapid.IntRange(0, 40).Draw(t, "most")
		cut, all := AppendNotation([]byte("x"), v, most)
		if all != (len(text) <= most) && all || all && string(cut) != "x"+string(text) ||
			!all && len(cut) > most+1+20 && len(text) > 0 && len(cut) > len(text)+1 {
			t.Fatalf("%s cut off at %d is %s, %v", text, most, cut, all)
		}
		if short := ShortNotation(v, most); short != string(text) && !strings.HasSuffix(short, "…") {
			t.Fatalf("%s is short %s", text, short)
		}
	})
}

// Depth uses no stack.
func TestNotationDeep(t *testing.T) {
	const n = 200_000
	for _, text := range []string{
		"{}" + strings.Repeat("|a", n),
		strings.Repeat("{", n) + "{}" + strings.Repeat(" a}", n),
		strings.Repeat("[", n) + strings.Repeat("]", n),
		strings.Repeat("(", n) + "{}" + strings.Repeat("|a)", n),
	} {
		v, wrong := NewReader().ReadNotation([]byte(text))
		if wrong != nil {
			t.Fatal(wrong)
		}
		if b, _ := AppendNotation(nil, v, -1); len(b) < 2*n || text[0] != '(' && string(b) != text {
			t.Errorf("%.20s… is written as %.20s…", text, b)
		}
	}
}

func FuzzReadNotation(f *testing.F) {
	for _, s := range []string{`{}|_|0`, `{{} x, a: [1, "b"|c]}`, `({})|'a'`, `{"a":"b"|c}`, `{-1 -1, 1.5e3 x}`, `{`,
		`{}|`, `"\u00e9\ud800"`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		v, wrong := NewReader().ReadNotation(src)
		if wrong != nil {
			if wrong.Start < 0 || wrong.End > len(src) || wrong.Start > wrong.End || wrong.Message == "" {
				t.Fatalf("%q: %+v", src, wrong)
			}
			return
		}
		text, _ := AppendNotation(nil, v, -1)
		again, wrong := NewReader().ReadNotation(text)
		if wrong != nil || !Equal(v, again) {
			t.Fatalf("%q is %q, which is %v", src, text, wrong)
		}
	})
}
