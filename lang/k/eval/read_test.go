package eval_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
)

func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "0-0 there is no value: the text is empty",
		"  \n":                   "3-3 the text ends where a value should follow",
		"[1,":                    "3-3 the text ends where a value should follow; the `[` of byte 0 is still open",
		"[1":                     "2-2 the text ends where `,` or `]` should follow; the `[` of byte 0 is still open",
		`{"a":[1}`:               "7-8 expected `,` or `]`, found `}`",
		`{"a"`:                   "4-4 the text ends where `:` should follow; the `{` of byte 0 is still open",
		`{"a" 1}`:                "5-6 expected `:` after the label, found `1`",
		`{"a":1,}`:               "7-8 expected a label after the comma, found `}`",
		`{a:1}`:                  "1-2 expected a label in quotes, found `a`",
		`{"a":1,"b":2,"a":3}`:    `13-16 the label "a" occurs twice in one object`,
		`{"\u0061":1, "a":3}`:    `13-16 the label "a" occurs twice in one object`,
		`[1,]`:                   "3-4 expected a value, found `]`",
		`'a'`:                    "0-1 JSON strings are written in double quotes",
		`nul`:                    "0-3 expected a value, found `nul`",
		`True`:                   "0-4 expected a value, found `True`",
		`NaN`:                    "0-3 expected a value, found `NaN`",
		`1 2`:                    "2-3 nothing may follow the value, but here is `2`",
		`{} x`:                   "3-4 nothing may follow the value, but here is `x`",
		`-`:                      "0-1 a minus needs digits after it",
		`01`:                     "0-2 a number of JSON does not begin with 0",
		`1.`:                     "0-2 the point of a number needs digits after it",
		`1e+`:                    "0-3 the exponent of a number needs digits",
		`1e100001`:               "0-8 the exponent of a number may not go beyond 100000",
		`1e99999999999999999999`: "0-22 the exponent of a number may not go beyond 100000",
		`.5`:                     "0-1 expected a value, found `.`",
		`+1`:                     "0-1 expected a value, found `+`",
		`"abc`:                   "0-4 this text is never closed",
		"\"a\nb\"":               "2-3 a text has to be closed, or to have an escape, before the end of the line",
		"\"a\tb\"":               "2-3 a text has to be closed, or to have an escape, before the byte 0x09",
		`"\x"`:                   "1-3 JSON has no such escape",
		`"\u12"`:                 "1-3 `\\u` needs four hexadecimal digits",
		"\"\xff\"":               "1-2 a text has to be UTF-8, but this byte is not",
		"\xff":                   "0-1 expected a value, found the byte 0xff",
		"\xef\xbb\xbf1":          "0-3 expected a value, found the byte 0xef",
	} {
		v, err := eval.ReadJSON([]byte(text))
		if err == nil {
			t.Errorf("%q is read as %s", text, eval.JSON(v))
			continue
		}
		if got := fmt.Sprintf("%d-%d %s", err.Start, err.End, err.Message); got != want {
			t.Errorf("%q:\n  %s, want\n  %s", text, got, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "-0": "0", "-0.0e5": "0", "0e99999999999": "0", "1.0": "1", "1.50": "1.5", "100e-2": "1", "15e-1": "1.5",
		"1e3": "1000", "1E+3": "1000", "-1.25e1": "-12.5", "0.000001": "0.000001", "0.0000001": "1e-7", "123e-9": "1.23e-7",
		"-0.10": "-0.1", "12345678901234567890.5": "12345678901234567890.5", "9223372036854775808": "9223372036854775808",
		"-9223372036854775809": "-9223372036854775809", "1e20": "100000000000000000000", "0.1e-99999": "1e-100000",
		"999999999999999999": "999999999999999999", "9999999999999999999": "9999999999999999999",
	} {
		if got := eval.JSON(value(t, text)); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
	digits := strings.Repeat("1234567890", 30_000)
	if got := eval.JSON(value(t, digits)); got != digits {
		t.Error("300,000 digits are not read well")
	}
}

// Nesting is unbounded, in reading, writing and comparing.
func TestDeepValues(t *testing.T) {
	const n = 100_000
	for _, text := range []string{
		strings.Repeat("[", n) + strings.Repeat("]", n),
		strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n),
		strings.Repeat(`[{"a":1,"b":`, n) + "1" + strings.Repeat("}]", n),
	} {
		v := value(t, text)
		if eval.JSON(v) != text {
			t.Error("written differently")
		}
		lines, _ := eval.AppendIndented(nil, v, 60, -1)
		if w := value(t, string(lines)); !eval.Equal(v, w) {
			t.Error("not equal")
		}
		if len(lines) > 300*n {
			t.Errorf("%d bytes with indentation", len(lines))
		}
	}
}

func TestIndented(t *testing.T) {
	v := value(t, `{"short":[1,2,3],"empty":{},"long":[{"name":"one","of":[1,2,3,4]},"two",[]]}`)
	b, _ := eval.AppendIndented(nil, v, 30, -1)
	want := `{
  "empty": {},
  "long": [
    {
      "name": "one",
      "of": [1, 2, 3, 4]
    },
    "two",
    []
  ],
  "short": [1, 2, 3]
}`
	if string(b) != want {
		t.Errorf("got\n%s", b)
	}
	if b, all := eval.AppendIndented(nil, v, 30, 20); all || len(b) > 60 {
		t.Errorf("%d bytes, %v", len(b), all)
	}
}

func TestShort(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":1}`:                       `{"a":1}`,
		`["0123456789é0123"]`:           `["0123456789…`,
		"1" + strings.Repeat("0", 4000): "an integer of 13288 bits",
	} {
		if got := eval.Short(value(t, text), 13); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// A parsed value is written as canonical text, which parses to the same value.
func FuzzRead(f *testing.F) {
	for _, s := range []string{`{"a":[1,-2.5e-3,"\u00e9\ud83d"],"b":null}`, "[[[", `{"a":1,"a":2}`, "1e5",
		"\"\\ud83d\\ude00\"", "true false"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		v, err := eval.ReadJSON(src)
		if err != nil {
			if err.Start < 0 || err.Start > err.End || err.End > len(src) || err.Message == "" {
				t.Fatalf("%+v", err)
			}
			return
		}
		line := eval.AppendJSON(nil, v)
		w, err := eval.ReadJSON(line)
		if err != nil || !eval.Equal(v, w) || eval.JSON(w) != string(line) {
			t.Fatalf("%q is written as %q: %v", src, line, err)
		}
	})
}

// For any program and value, the only failure of a run is its outcome.
func FuzzRun(f *testing.F) {
	for _, s := range [][2]string{
		{"$nat = <nat s, {} z>; num = $nat <.z 0, .s num [(), 1] PLUS>; num", `{"s":{"z":{}}}`},
		{"{| x, .0 y} ^ toJSON fromJSON", `[1,[2]]`},
		{"<SNOC {.cdr cdr, .car car} CONS, ?{X a, ...} .a>", `["b"]`},
		{"f = f; <toDateStr, .a f>", `{"a":1}`},
		{"-- dialect: k6\n$1 = <{} 0, 1 +1>; $2 = @1; +1 = $2 |+1; <.a +1, /b {() a}, ?{...} /\"x y\">", `{"a":{"0":{}}}`},
		{"f = ?<X a, ...> </a f, {|a b}>; f ?{<...> b}", `{"a":{"b":1}}`},
		{"[(), ()] TIMES [(), 3] DIV .div", "12345678901234567890"},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, source, in string) {
		v, bad := eval.ReadJSON([]byte(in))
		if bad != nil {
			return
		}
		tree, _ := k.Parse(lang.NewFile("fuzz.k", []byte(source)))
		names, _ := k.Resolve(tree)
		p := eval.Compile(tree, names, nil)
		for d := range tree.Defs {
			o := p.Run(int32(d), v, eval.Options{Fuel: 20_000, Memory: 1 << 20, CheckFilters: true})
			if o.Verdict == lang.Failed && (o.Error.Span.End > int32(len(source)) || o.Error.Message == "") {
				t.Fatalf("%+v", o.Error)
			}
			if (o.Value != nil) != (o.Verdict == lang.Defined) || o.Steps > 20_000 {
				t.Fatalf("%+v", o)
			}
			if o.Value != nil {
				eval.Short(o.Value, 1000)
			}
		}
	})
}

// A value takes no more memory than allowed, in any notation, however it is built, and the reader can be used
// afterwards.
func TestReadBound(t *testing.T) {
	const most, deep = 1 << 20, 1 << 18
	for name, src := range map[string]string{
		"open":    strings.Repeat("[", deep),
		"vectors": strings.Repeat("[", 12_000) + strings.Repeat("]", 12_000) + "x",
		"unions":  strings.Repeat(`{"a":`, deep) + "1" + strings.Repeat("}", deep),
		"flat":    "[" + strings.Repeat("[1],", deep) + "1]",
	} {
		r := eval.NewReader()
		r.Bound(most)
		if name == "vectors" { // within the bound, so the error is reported
			if _, err := r.Read([]byte(src)); err == nil || err.Large {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		for what, read := range map[string]func([]byte) (eval.Value, *eval.ReadError){"JSON": r.Read, "own": r.ReadNotation} {
			text := src
			if what == "own" && name == "unions" {
				text = strings.Repeat("{", deep) + "{}" + strings.Repeat(" a}", deep)
			}
			if _, err := read([]byte(text)); err == nil || !err.Large {
				t.Errorf("%s as %s: %v", name, what, err)
			}
			if v, err := r.Read([]byte("[1]")); err != nil || v.Kind() != eval.Vector {
				t.Errorf("after %s: %v", name, err)
			}
		}
	}
}
