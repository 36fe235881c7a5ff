package report

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// at marks a text of the source: its first occurrence after the places of earlier marks with the same text. "^text" is
// the primary mark.
type at struct{ text, label string }

// marksIn finds the marks of a test in its source.
func marksIn(t *testing.T, src string, list []at) []mark {
	t.Helper()
	var out []mark
	from := make(map[string]int)
	for _, a := range list {
		text, isPrimary := strings.CutPrefix(a.text, "^")
		empty := strings.HasSuffix(text, "$") // an empty span after the text
		text = strings.TrimSuffix(text, "$")
		i := strings.Index(src[from[a.text]:], text)
		if i < 0 {
			t.Fatalf("%q is not in the source", text)
		}
		i += from[a.text]
		from[a.text] = i + len(text)
		s := lang.Span{Start: int32(i), End: int32(i + len(text))}
		if empty {
			s.Start = s.End
		}
		out = append(out, mark{s, a.label, isPrimary})
	}
	return out
}

func TestFrame(t *testing.T) {
	for _, test := range []struct {
		name  string
		style Style
		src   string
		marks []at
		want  string
	}{
		{
			name: "one place", src: "f = .a;\n", marks: []at{{"^.a", "here"}},
			want: `
   |
 1 | f = .a;
   |     ^^ here
`,
		}, {
			name: "no label", src: "f = .a;\n", marks: []at{{"^.a", ""}},
			want: `
   |
 1 | f = .a;
   |     ^^
`,
		}, {
			name: "two places on a line", src: "  {{.x pred x, .y y} mult x, .yx y} add,\n",
			marks: []at{{"^.yx", "needs a field `yx`"}, {"{.x pred x, .y y}", "has exactly the fields `x`, `y`"}},
			want: `
   |
 1 |   {{.x pred x, .y y} mult x, .yx y} add,
   |    -----------------         ^^^ needs a field ` + "`yx`" + `
   |    has exactly the fields ` + "`x`, `y`" + `
`,
		}, {
			name: "the other one first", src: "aaa bbb ccc\n", marks: []at{{"^aaa", "one"}, {"ccc", "two"}},
			want: `
   |
 1 | aaa bbb ccc
   | ^^^     --- two
   | one
`,
		}, {
			name: "four places", src: "a bb ccc d\n",
			marks: []at{{"^ccc", "third"}, {"a", "first"}, {"bb", "second"}, {"d", "fourth"}},
			want: `
   |
 1 | a bb ccc d
   | - -- ^^^ - fourth
   | | |  |
   | | |  third
   | | second
   | first
`,
		}, {
			name: "within another, at its end", src: "{aaa bbb}\n", marks: []at{{"^bbb}", "inner"}, {"{aaa bbb}", "outer"}},
			want: `
   |
 1 | {aaa bbb}
   | -----^^^^ inner
   | outer
`,
		}, {
			name: "within another, in the middle", src: "{aaa bbb ccc}\n", marks: []at{{"^bbb", "inner"}, {"{aaa bbb ccc}", "outer"}},
			want: `
   |
 1 | {aaa bbb ccc}
   | -----^^^----- outer
   |      inner
`,
		}, {
			name: "around another", src: "{aaa bbb ccc}\n", marks: []at{{"^{aaa bbb ccc}", "outer"}, {"bbb", "inner"}},
			want: `
   |
 1 | {aaa bbb ccc}
   | ^^^^^---^^^^^ outer
   |      inner
`,
		}, {
			name: "one place with two labels", src: "f g\n", marks: []at{{"^g", "one"}, {"g", "two"}},
			want: `
   |
 1 | f g
   |   ^ one
   |   two
`,
		}, {
			name: "labels in one column", src: "abc d\n", marks: []at{{"^abc", "all"}, {"a", "some"}, {"d", "rest"}},
			want: `
   |
 1 | abc d
   | -^^ - rest
   | |
   | all
   | some
`,
		}, {
			name: "neighbouring lines", src: "one\ntwo\nthree\n", marks: []at{{"^three", "here"}, {"one", "there"}},
			want: `
   |
 1 | one
   | --- there
 2 | two
 3 | three
   | ^^^^^ here
`,
		}, {
			name: "far lines", src: "one\n" + strings.Repeat("\n", 9) + "two\n", marks: []at{{"^two", "here"}, {"one", "there"}},
			want: `
    |
  1 | one
    | --- there
...
 11 | two
    | ^^^ here
`,
		}, {
			name: "several lines", src: "f = {\n  .a b\n};\n", marks: []at{{"^{\n  .a b\n}", "this"}},
			want: `
   |
 1 |   f = {
   |  _____^
 2 | |   .a b
 3 | | };
   | |_^ this
`,
		}, {
			name: "several lines from the first character", src: "{\n  .a b\n} x\n", marks: []at{{"^{\n  .a b\n}", "this"}},
			want: `
   |
 1 | / {
 2 | |   .a b
 3 | | } x
   | |_^ this
`,
		}, {
			name: "several lines beside one", src: "f = g {\n  .a b\n};\n", marks: []at{{"^{\n  .a b\n}", "this"}, {"g", "that"}, {"b", "other"}},
			want: `
   |
 1 |   f = g {
   |       - that
   |  _______^
 2 | |   .a b
   | |      - other
 3 | | };
   | |_^ this
`,
		}, {
			name: "nested long places", src: "a {\n{\n x\n}\n}\n", marks: []at{{"^{\n x\n}", "inner"}, {"{\n{\n x\n}\n}", "outer"}},
			want: `
   |
 1 |    a {
   |  ____-
 2 | |/ {
 3 | ||  x
 4 | || }
   | ||_^ inner
 5 | |  }
   | |__- outer
`,
		}, {
			name: "a very long place", src: "{\n" + strings.Repeat(" x\n", 20) + "}\n", marks: []at{{"^{\n" + strings.Repeat(" x\n", 20) + "}", "all"}},
			want: `
    |
  1 | / {
...   |
 22 | | }
    | |_^ all
`,
		}, {
			name: "one long place after another", src: "{\n} {\n]\n", marks: []at{{"^{\n}", "one"}, {"{\n]", "two"}},
			want: `
   |
 1 | /  {
 2 | |  } {
   | |__^ one
   |   ___-
 3 |  | ]
   |  |_- two
`,
		}, {
			name: "empty span", src: "f = ;\n", marks: []at{{"^f = $", "an expression is missing"}},
			want: `
   |
 1 | f = ;
   |     ^ an expression is missing
`,
		}, {
			name: "at the end of a line", src: "f = \ng\n", marks: []at{{"^f = $", "missing"}},
			want: `
   |
 1 | f =
   |     ^ missing
`,
		}, {
			name: "at the end of a file without a line end", src: "f = g", marks: []at{{"^f = g$", "missing"}},
			want: `
   |
 1 | f = g
   |      ^ missing
`,
		}, {
			name: "at the end of a file", src: "f = g\n\n", marks: []at{{"^f = g\n\n$", "missing"}},
			want: `
   |
 1 | f = g
 2 |
 3 |
   | ^ missing
`,
		}, {
			name: "empty file", src: "", marks: []at{{"^$", "nothing"}},
			want: `
   |
 1 |
   | ^ nothing
`,
		}, {
			name: "span with its line end", src: "f g\nh\n", marks: []at{{"^g\n", "to the end"}},
			want: `
   |
 1 | f g
   |   ^ to the end
`,
		}, {
			name: "only a line end", src: "f\nh\n", marks: []at{{"^\n", "the end"}},
			want: `
   |
 1 | f
   |  ^ the end
`,
		}, {
			name: "tabs", src: "\tf\t= g;\n", marks: []at{{"^f", "one"}, {"g", "two"}},
			want: `
   |
 1 |     f   = g;
   |     ^     - two
   |     one
`,
		}, {
			name: "wide characters", src: "\"日本\" f\n", marks: []at{{"^f", "here"}, {"本", "wide"}},
			want: `
   |
 1 | "日本" f
   |    --  ^ here
   |    wide
`,
		}, {
			name: "combining marks", src: "\"e\u0301x\" f\n", marks: []at{{"^f", "here"}, {"x", "one"}},
			want: "\n   |\n 1 | \"e\u0301x\" f\n" +
				"   |   -  ^ here\n   |   one\n",
		}, {
			name: "within a combined character", src: "e\u0301x\n", marks: []at{{"^\u0301", "here"}},
			want: "\n   |\n 1 | e\u0301x\n   | ^ here\n",
		}, {
			name: "emoji of several code points", src: "\"👩‍👩‍👧\" f\n", marks: []at{{"^f", "here"}},
			want: "\n   |\n 1 | \"👩‍👩‍👧\" f\n   |      ^ here\n",
		}, {
			name: "control characters", src: "a\x1b[31m\x00 b\n", marks: []at{{"^b", "here"}, {"\x1b", "escape"}},
			want: `
   |
 1 | a␛[31m␀ b
   |  -      ^ here
   |  escape
`,
		}, {
			name: "control characters in ASCII", style: Style{ASCII: true}, src: "a\x1b[31m\x7f b\n", marks: []at{{"^b", "here"}},
			want: `
   |
 1 | a^[[31m^? b
   |           ^ here
`,
		}, {
			name: "direction, invisible and invalid", src: "a\u202eb\u200bc\xffd\n", marks: []at{{"^d", "here"}},
			want: `
   |
 1 | a<U+202E>b<U+200B>c<FF>d
   |                        ^ here
`,
		}, {
			name: "carriage returns", src: "f\r\ng\rh\r\n", marks: []at{{"^h", "here"}, {"f", "there"}},
			want: `
   |
 1 | f
   | - there
 2 | g␍h
   |   ^ here
`,
		}, {
			name: "a long line", style: Style{Width: 40}, src: strings.Repeat("abcd ", 40) + "HERE " + strings.Repeat("efgh ", 40) + "\n",
			marks: []at{{"^HERE", "this"}},
			want: `
   |
 1 | … d abcd abcd HERE efgh efgh ef …
   |               ^^^^ this
`,
		}, {
			name: "a long line in ASCII", style: Style{Width: 40, ASCII: true}, src: strings.Repeat("abcd ", 40) + "HERE " + strings.Repeat("efgh ", 40) + "\n",
			marks: []at{{"^HERE", "this…"}},
			want: `
   |
 1 | ... abcd abcd HERE efgh efgh  ...
   |               ^^^^ this...
`,
		}, {
			name: "a long place", style: Style{Width: 40}, src: "f = " + strings.Repeat("abcd ", 40) + "g\n",
			marks: []at{{"^" + strings.Repeat("abcd ", 40), "all of it"}},
			want: `
   |
 1 | f = abcd abcd … bcd abcd g
   |     ^^^^^^^^^^^^^^^^^^^^^ all of it
`,
		}, {
			name: "a long label", style: Style{Width: 40}, src: "f = .a .b;\n",
			marks: []at{{"^.b", "a label that needs more than the rest of the line has"}},
			want: `
   |
 1 | f = .a .b;
   |        ^^
   |        a label that needs more than
   |        the rest of the line has
`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newFrame(&test.style, lang.NewFile("t.k", []byte(test.src)), marksIn(t, test.src, test.marks))
			f.draw()
			if got := "\n" + string(f.append(nil)); got != test.want {
				t.Errorf("got:%s\nwant:%s", got, test.want)
			}
		})
	}
}

// TestFrameColors checks that colours do not change the text.
func TestFrameColors(t *testing.T) {
	src := "aaa bbb\n"
	draw := func(p Palette) string {
		f := newFrame(&Style{Palette: p}, lang.NewFile("t.k", []byte(src)), marksIn(t, src, []at{{"^aaa", "one"}, {"bbb", "two"}}))
		f.draw()
		return string(f.append(nil))
	}
	plainText := draw(NoColor)
	if strings.Contains(plainText, "\x1b") {
		t.Errorf("colour without being asked: %q", plainText)
	}
	for palette, code := range map[Palette]string{Color256: "\x1b[38;5;166;1m^^^", TrueColor: "\x1b[38;2;213;94;0;1m^^^"} {
		text := draw(palette)
		if !strings.Contains(text, code) {
			t.Errorf("palette %d: no %q in %q", palette, code, text)
		}
		if got := stripColors(text); got != plainText {
			t.Errorf("palette %d: without colours %q, want %q", palette, got, plainText)
		}
	}
}

func stripColors(s string) string {
	for {
		before, after, ok := strings.Cut(s, "\x1b[")
		if !ok {
			return s
		}
		_, after, _ = strings.Cut(after, "m")
		s = before + after
	}
}

// TestFrameLongLine checks that a place in a line of megabytes costs as much as one in a short line, and that the edges
// of the examined part are right.
func TestFrameLongLine(t *testing.T) {
	src := []byte(strings.Repeat("日本語abc", 1_000_000))
	file := lang.NewFile("t.k", src)
	style := &Style{Width: 80}
	for _, start := range []int32{0, 1, 5, 5_000_003, int32(len(src)) - 1, int32(len(src))} {
		f := newFrame(style, file, []mark{{lang.Span{Start: start, End: start + 6}, "here", true}})
		f.draw()
		text := string(f.append(nil))
		for _, line := range strings.Split(text, "\n") {
			if w := width(line); w > 80 {
				t.Errorf("at %d: a line of %d columns: %s", start, w, line)
			}
		}
		if !strings.Contains(text, "^ here") {
			t.Errorf("at %d: the label is not there:\n%s", start, text)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		text    string
		columns int
		want    string
	}{
		{"one two three", 0, "one two three"},
		{"one two three", 7, "one two|three"},
		{"one two three", 3, "one|two|three"},
		{"overlong words", 3, "overlong|words"},
		{"日本 日本 x", 5, "日本|日本|x"},
		{"", 5, ""},
		{"look at `.a b` there", 12, "look at|`.a b` there"},
		{"see `.a b c d` there", 10, "see `.a b|c d` there"},
		{"an odd ` quote", 9, "an odd `|quote"},
		{"a\nb c", 2, "a|b|c"},
	} {
		if got := strings.Join(wrap(test.text, test.columns), "|"); got != test.want {
			t.Errorf("wrap(%q, %d) = %q, want %q", test.text, test.columns, got, test.want)
		}
	}
}

func BenchmarkDiagnostic(b *testing.B) {
	line := "  {{.x pred x, .y y} mult x, .yx y} add,\n"
	in := &Input{Name: "t.k", File: lang.NewFile("t.k", []byte(strings.Repeat(line, 100)))}
	for i := range 100 {
		o := int32(i * len(line))
		in.Diagnostics = append(in.Diagnostics, lang.Diagnostic{
			Code: lang.MissingField, Message: lang.Text("this product has no field `yx`"),
			Span: lang.Span{Start: o + 29, End: o + 32}, Label: lang.Text("needs a field `yx`"),
			Related: []lang.Related{{Span: lang.Span{Start: o + 3, End: o + 20}, Message: lang.Text("has exactly the fields `x`, `y`")}},
			Notes:   lang.Texts("what `{.x pred x, .y y}` gives goes into `mult`, which is a note that is long enough to be wrapped"),
		})
	}
	style := &Style{Width: 100}
	b.ReportAllocs()
	for b.Loop() {
		style.AppendDiagnostics(nil, in)
	}
}
