package k

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/layout"
)

// commentsOf returns the texts of a tree's comments without their line endings.
func commentsOf(t *Tree) []string {
	var all []string
	for _, c := range t.Comments {
		lines := strings.Split(string(t.File.Src[c.Start:c.End]), "\n")
		for i, l := range lines {
			lines[i] = strings.TrimRight(l, "\r")
		}
		all = append(all, strings.TrimRight(strings.Join(lines, "\n"), " \t\v\f\r"))
	}
	return all
}

// spelled returns the texts of the literals and labels of a tree in their order, and the side of each field's label.
func spelled(t *Tree) []string {
	var all []string
	for id := range t.Nodes {
		n := &t.Nodes[id]
		switch {
		case n.Op == OpInt || n.Op == OpString:
			all = append(all, string(t.File.Text(n.Span())))
		case Labelled(n.Op):
			all = append(all, string(t.File.Text(t.DotLabelSpan(NodeID(id)))))
		case Fielded(n.Op):
			for _, f := range t.Fields(NodeID(id)) {
				all = append(all, string(t.File.Text(f.LabelSpan())), map[bool]string{true: ":", false: ""}[f.Prefix])
			}
		}
	}
	return all
}

// checkFormat checks the laws of Format for one text without syntax errors.
func checkFormat(t failer, src []byte, d Dialect, width int) []byte {
	t.Helper()
	out, ds := Format(lang.NewFile("in.k", src), d, lang.Layout{Width: width})
	if len(ds) > 0 {
		t.Fatalf("%s in\n%s", ds[0].Message, src)
	}
	before, _ := ParseAs(lang.NewFile("in.k", src), d)
	after, ds := ParseAs(lang.NewFile("out.k", out), d)
	if before.Dialect != after.Dialect {
		t.Fatalf("the layout is in %v and not in %v:\n%s\n--- of\n%s", after.Dialect, before.Dialect, out, src)
	}
	for _, d := range lang.Errors(ds) {
		t.Fatalf("the layout does not parse: %s\n%s\n--- of\n%s", d.Message, out, src)
	}
	if !Equal(before, after) {
		t.Fatalf("the layout is another program:\n%s\n--- of\n%s", out, src)
	}
	if d := cmp.Diff(commentsOf(before), commentsOf(after)); d != "" {
		t.Fatalf("comments differ:\n%s\n%s\n--- of\n%s", d, out, src)
	}
	if d := cmp.Diff(spelled(before), spelled(after)); d != "" {
		t.Fatalf("spellings differ:\n%s\n%s\n--- of\n%s", d, out, src)
	}
	again, _ := Format(lang.NewFile("out.k", out), d, lang.Layout{Width: width})
	if !bytes.Equal(again, out) {
		t.Fatalf("a second layout differs:\n%s\n--- source\n%s", cmp.Diff(string(out), string(again)), src)
	}
	checkWidth(t, after, d, width)
	return out
}

// checkWidth checks that every line that is too wide has no place to break. The width of comments does not count.
func checkWidth(t failer, tree *Tree, d Dialect, width int) {
	t.Helper()
	p := new(printer)
	l := &p.L
	missed := make(map[int]bool) // the lines that could have been broken, from 0
	counted, line := 0, 0
	l.Missed = func() {
		line += bytes.Count(l.Out[counted:], []byte("\n"))
		counted = len(l.Out)
		missed[line] = true
	}
	out := lay(p, tree, width, nil)
	laid, _ := ParseAs(lang.NewFile("out.k", bytes.Clone(out)), d)
	commented := make(map[int]bool)
	for _, c := range laid.Comments {
		for n := laid.File.Position(c.Start).Line; n <= laid.File.Position(c.End).Line; n++ {
			commented[n-1] = true
		}
	}
	for i, text := range bytes.Split(out, []byte("\n")) {
		if n := utf8.RuneCount(bytes.TrimRight(text, "\r")); n > width && missed[i] && !commented[i] {
			t.Fatalf("line %d has %d columns of %d and can be broken: %s\n--- in\n%s", i+1, n, width, text, out)
		}
	}
}

// Programs with comments and line ends between any two tokens.
func TestFormatRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src, d := program(t)
		checkFormat(t, src, d, rapid.SampledFrom([]int{1, 10, 20, 40, 80, 100, 1000}).Draw(t, "width"))
	})
}

// Ranges of lines change nothing outside of the definitions that they touch.
func TestFormatRanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src, d := program(t)
		first := rapid.IntRange(1, 20).Draw(t, "first")
		last := first + rapid.IntRange(0, 5).Draw(t, "more")
		checkRange(t, src, d, lang.LineRange{First: first, Last: last})
	})
}

func checkRange(t failer, src []byte, d Dialect, r lang.LineRange) {
	t.Helper()
	out, ds := Format(lang.NewFile("in.k", src), d, lang.Layout{Width: 40, Lines: []lang.LineRange{r}})
	if len(ds) > 0 {
		t.Fatalf("%s in\n%s", ds[0].Message, src)
	}
	before, _ := ParseAs(lang.NewFile("in.k", src), d)
	after, _ := ParseAs(lang.NewFile("out.k", out), d)
	var spans []lang.Span
	for _, d := range after.definitions {
		spans = append(spans, d.Span)
	}
	// Text between definitions stays. Comments within a formatted definition may move before it, after a removed
	// parenthesis, or after its semicolon.
	from, to, formatted := int32(0), int32(0), false
	between := func(a, b []byte, next bool) {
		t.Helper()
		ok := bytes.Equal(a, b)
		switch {
		case formatted && next:
			ok = bytes.Contains(b, a)
		case formatted:
			ok = bytes.HasSuffix(b, a)
		case next:
			ok = bytes.HasPrefix(b, a)
		}
		if !ok {
			t.Fatalf("lines %v: %q became %q in\n%s\n--- of\n%s", r, a, b, out, src)
		}
	}
	i := 0
	for _, d := range before.definitions {
		first, last := before.File.Position(d.Span.Start).Line, before.File.Position(d.Span.End).Line
		touched := first <= r.Last && last >= r.First
		between(src[from:d.Span.Start], out[to:spans[i].Start], touched)
		if !touched && !bytes.Equal(src[d.Span.Start:d.Span.End], out[spans[i].Start:spans[i].End]) {
			t.Fatalf("lines %v: %q changed in\n%s\n--- of\n%s", r, src[d.Span.Start:d.Span.End], out, src)
		}
		from, to, formatted = d.Span.End, spans[i].End, touched
		i++
	}
	between(src[from:], out[to:], false)
}

// Line endings and byte order marks stay as at the start of the file.
func TestFormatBytes(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{" \n\n", ""},
		{"f=1;", "f = 1;\n"},
		{"f=1;\ng=2;\r\nh=3;", "f = 1;\r\ng = 2;\r\nh = 3;\r\n"},
		{"f=1;\r\ng=2;\r\n\r\n\r\nh=3;\n", "f = 1;\ng = 2;\n\nh = 3;\n"},
		{"f = \"a\nb\";\r\n", "f = \"a\nb\";\r\n"},
		{"// a \r\nf = [1, // b\r\n2];\r\n/* c\n d\r\n e */", "// a\r\nf = [\r\n  1, // b\r\n  2\r\n];\r\n/* c\r\n d\r\n e */\r\n"},
		{"f = \"a\r\nb\";\r\n", "f = \"a\r\nb\";\r\n"}, // the contents of a string are not layout
		{"f=1;\n/* a\r\r\n */ \"a\r\nb\"\n", "f = 1;\n/* a\n */ \"a\r\nb\"\n"},
		{"\ufeff+++f=1;\ufeff", "\ufeff+++\nf = 1;\n"},
		{"\ufeff", "\ufeff"},
		{"/* a */", "/* a */\n"},
		{"nat = . // a\na\n; // b\nlist= 0;", "nat = .a // a\n; // b\nlist = 0;\n"}, // no consecutive lines
		{"-- dialect: k6 \n~ f=1|x/y;f  @g", "-- dialect: k6\n~\nf = 1 |x /y;\nf @g\n"},
		{"\n-- dialect: k6\nf=1;", "\n-- dialect: k6\nf = 1;\n"},    // the first line does not set a dialect
		{"( -- dialect: k6\n [f]  g)", "\n-- dialect: k6\n[f] g\n"}, // and must not do so afterwards
		{"f=.a\\\"b c\" /\"d\";$t=@u;", "f = .a \\\"b c\" /\"d\";\n$t = @u;\n"},
	} {
		if got := string(checkFormat(t, []byte(c.in), Auto, 80)); got != c.want {
			t.Errorf("%q became %q, want %q", c.in, got, c.want)
		}
	}
}

func TestFormatRange(t *testing.T) {
	const src = "a=1;  b  = 2 ;// x\n\n\n  c=[1,\n2] // in c\n;   d=3;\n\n( // m\n a  b) "
	for _, c := range []struct {
		lines lang.LineRange
		want  string
	}{
		{lang.LineRange{First: 1, Last: 1}, "a = 1;  b = 2;// x\n\n\n  c=[1,\n2] // in c\n;   d=3;\n\n( // m\n a  b) "},
		{lang.LineRange{First: 2, Last: 3}, src},
		{lang.LineRange{First: 5, Last: 5}, "a=1;  b  = 2 ;// x\n\n\n  c = [1, 2] // in c\n;   d=3;\n\n( // m\n a  b) "},
		{lang.LineRange{First: 8, Last: 8}, "a=1;  b  = 2 ;// x\n\n\n  c=[1,\n2] // in c\n;   d=3;\n\n// m\na b "},
		{lang.LineRange{First: 90, Last: 91}, src},
	} {
		out, ds := Format(lang.NewFile("in.k", []byte(src)), Auto, lang.Layout{Lines: []lang.LineRange{c.lines}})
		if len(ds) > 0 {
			t.Error(ds[0].Message)
		}
		if string(out) != c.want {
			t.Errorf("lines %v: %s", c.lines, cmp.Diff(c.want, string(out)))
		}
	}
}

func TestFormatErrors(t *testing.T) {
	out, ds := Format(lang.NewFile("in.k", []byte("f = {a};\ng = '\\x';")), Auto, lang.Layout{})
	if out != nil || len(ds) != 1 || ds[0].Code != lang.MissingLabel {
		t.Errorf("%q, %v", out, ds)
	}
	if out, ds = Format(lang.NewFile("in.k", []byte("g='\\x';")), Auto,
		lang.Layout{}); string(out) != "g = '\\x';\n" || ds != nil {
		t.Errorf("a warning: %q, %v", out, ds)
	}
}

// The check detects a text that is not a layout of the program.
func TestFormatCheck(t *testing.T) {
	const src = "+++ f = {1 x, 2 y}; // one\r\n// two\ng = .a;\n$t = {};\nf g"
	for _, c := range []struct{ from, to, want string }{
		{"", "", ""},
		{"// one\r", "// one  ", ""},
		{"g;", "g", "syntax error"},
		{"1 x", "x: 1", ""},
		{"{}", "[]", "syntax error"},
		{"{}", "<>", "another program"},
		{"f g", "g f", "another program"},
		{"2 y", "2 z", "another program"},
		{"+++", "", "another program"},
		{"// two", "", "1 were written"},
		{"// two", "// three", "another comment"},
		{"// one\r\n// two", "// two\n// one", "another comment"},
	} {
		out := strings.Replace(src, c.from, c.to, 1)
		if c.from == "g;" {
			out = src + ";"
		}
		faulty := layout.Formatter[printer, Tree]{Differs: differs,
			Lay: func(*printer, *Tree, int, []lang.LineRange) []byte { return []byte(out) }}
		_, ds := faulty.Format(lang.NewFile("in.k", []byte(src)), lang.Layout{},
			func(f *lang.File, _, _ *Tree) (*Tree, []lang.Diagnostic) { return Parse(f) })
		if c.want == "" && ds == nil {
			continue
		}
		if len(ds) != 1 || ds[0].Code != lang.Internal || c.want == "" ||
			!strings.Contains(ds[0].Message.String(), c.want) {
			t.Errorf("%q for %q: %v, want %q", c.to, c.from, ds, c.want)
		}
	}
}

// Deep brackets are not indented beyond a bound, so a layout is not much larger than its program, and formatting it
// again changes nothing. A definition with too many parts is not changed.
func TestFormatDeep(t *testing.T) {
	for _, open := range []string{"[", "{a: "} {
		closer := map[byte]string{'[': "]", '{': ", b: ()}"}[open[0]]
		size := func(n int) int {
			src := "f = " + strings.Repeat(open, n) + "1" + strings.Repeat(closer, n) + ";\n"
			out, ds := Format(lang.NewFile("in.k", []byte(src)), K4, lang.Layout{})
			if ds != nil {
				t.Fatal(ds)
			}
			if again, _ := Format(lang.NewFile("in.k", out), K4, lang.Layout{}); string(again) != string(out) {
				t.Errorf("%s: the layout of %d changes", open, n)
			}
			return len(out)
		}
		// Each bracket has two lines with at most two blanks.
		if s, l := size(20_000), size(80_000); l-s > 60_000*(len(open)+len(closer)+6) {
			t.Errorf("%s: %d bytes, and %d for four times as many brackets", open, s, l)
		}
	}
	defer func(n int) { layout.MostPieces = n }(layout.MostPieces)
	layout.MostPieces = 1000
	src := "f = " + strings.Repeat("[", 500) + "1" + strings.Repeat("]", 500) + ";\n"
	out, ds := Format(lang.NewFile("in.k", []byte(src)), K4, lang.Layout{})
	if out != nil || len(ds) != 1 || ds[0].Code != lang.TooLarge ||
		!strings.Contains(ds[0].Message.String(), "more than 1000 ") {
		t.Errorf("%d bytes, %v", len(out), ds)
	}
	if out, ds := Format(lang.NewFile("in.k", []byte("f=.a;")), K4,
		lang.Layout{}); string(out) != "f = .a;\n" || ds != nil {
		t.Errorf("afterwards: %q, %v", out, ds)
	}
}

// program draws a program and its dialect.
func program(t *rapid.T) ([]byte, Dialect) {
	if rapid.Bool().Draw(t, "later") {
		return []byte(gen.LaterProgram(t)), K6
	}
	return []byte(gen.Program(t)), K4
}

func FuzzFormat(f *testing.F) {
	for _, src := range sources(f) {
		f.Add([]byte(src), uint8(80), uint8(1), uint8(3))
	}
	f.Fuzz(func(t *testing.T, src []byte, width, first, last uint8) {
		for d := range Dialects {
			d := Dialect(d)
			_, ds := ParseAs(lang.NewFile("fuzz.k", src), d)
			if lang.Errors(ds) != nil {
				out, ds := Format(lang.NewFile("fuzz.k", src), d, lang.Layout{})
				if out != nil || len(ds) == 0 {
					t.Fatalf("%q has an error and is laid out", src)
				}
				continue
			}
			checkFormat(t, src, d, int(width)+1)
			checkRange(t, src, d, lang.LineRange{First: int(first), Last: int(last)})
		}
	})
}
