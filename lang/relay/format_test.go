package relay

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/lang"
)

// checkFormat checks the laws of Format for one text; it returns none where that has syntax errors.
func checkFormat(t failer, src []byte, d Dialect, o lang.Layout) []byte {
	t.Helper()
	out, ds := Format(lang.NewFile("in.rly", src), d, o)
	for _, d := range ds {
		if d.Code == lang.Internal {
			t.Fatalf("%s in\n%s", d.Message, src)
		}
	}
	if len(ds) > 0 {
		return nil
	}
	before, _ := ParseAs(lang.NewFile("in.rly", src), d)
	d = before.Dialect // of a mixture it may depend on what stands first
	after, ds := ParseAs(lang.NewFile("out.rly", out), d)
	for _, d := range lang.Errors(ds) {
		t.Fatalf("the layout does not parse: %s\n%s\n--- of\n%s", d.Message, out, src)
	}
	if !Equal(before, after) || len(before.Comments) != len(after.Comments) {
		t.Fatalf("the layout is another program:\n%s\n--- of\n%s", out, src)
	}
	if again, _ := Format(lang.NewFile("out.rly", out), d, o); string(again) != string(out) && len(o.Lines) == 0 {
		t.Fatalf("a second layout differs:\n%s\n--- source\n%s", cmp.Diff(string(out), string(again)), src)
	}
	return out
}

// The laws hold of all programs there are, in any width.
func TestFormatSources(t *testing.T) {
	for _, src := range sources(t) {
		for _, width := range []int{1, 20, 40, 100, 10000} {
			checkFormat(t, []byte(src), Auto, lang.Layout{Width: width})
		}
	}
}

// A maker makes programs at random, as tokens.
type maker struct {
	t     *rapid.T
	words []string
	left  int // how much may still be made
}

func (m *maker) n(what string, most int) int { return rapid.IntRange(0, most).Draw(m.t, what) }

func (m *maker) add(words ...string) { m.words = append(m.words, words...) }

// some makes up to so many parts between brackets.
func (m *maker) some(open, close string, least, most int, part func()) {
	m.add(open)
	n := max(least, m.n("parts", most))
	for i := range n {
		if i > 0 {
			m.add(",")
		}
		part()
	}
	if n > 0 && m.n("comma", 5) == 0 {
		m.add(",")
	}
	m.add(close)
}

func (m *maker) pick(of ...string) string { return rapid.SampledFrom(of).Draw(m.t, "word") }

func (m *maker) local() { m.add(m.pick("%x", "%yy", "%z/w", "%long_name")) }

func (m *maker) typ() {
	m.left--
	what := m.n("type", 8)
	if m.left < 0 {
		what = 0
	}
	switch what {
	case 1:
		m.some("(", ")", 0, 3, m.typ)
	case 2:
		if m.n("fun", 2) == 0 {
			m.add("fun")
		} else {
			m.add("fn")
		}
		m.tyParams()
		m.some("(", ")", 0, 3, m.typ)
		m.add("->")
		m.typ()
	case 3:
		m.add(m.pick("List", "T"))
		m.some("[", "]", 0, 2, m.typ)
	case 4:
		m.add("Tensor", "[")
		if m.n("shape", 3) == 0 {
			m.add("s")
		} else {
			m.some("(", ")", 0, 3, func() {
				m.add(m.pick("1", "32", "?", "n"))
				if m.n("sum", 4) == 0 {
					m.add(m.pick("+", "*", "-"), "2")
				}
			})
		}
		m.add(",", m.pick("float32", "b"), "]")
	default:
		m.add(m.pick("int32", "_", "A", "nat"))
	}
}

func (m *maker) tyParams() {
	switch m.n("parameters", 5) {
	case 0:
		m.some("[", "]", 1, 2, func() { m.add(m.pick("A", "B")) })
	case 1:
		m.some("<", ">", 1, 2, func() {
			m.add(m.pick("a", "b"))
			if m.n("kind", 1) == 0 {
				m.add(":", "Shape")
			}
		})
	}
}

func (m *maker) variable() {
	m.local()
	if m.n("typed", 1) == 0 {
		m.add(":")
		m.typ()
	}
}

func (m *maker) function() {
	m.tyParams()
	m.some("(", ")", 0, 3, m.variable)
	if m.n("result", 1) == 0 {
		m.add("->")
		m.typ()
	}
	if m.n("where", 5) == 0 {
		m.add("where", "R")
		if m.n("relations", 1) == 0 {
			m.add(",", "S")
			m.some("(", ")", 0, 2, m.typ)
		}
	}
	m.add("{")
	m.block()
	m.add("}")
}

func (m *maker) block() {
	for m.left > 0 && m.n("statement", 3) == 0 {
		m.left--
		switch m.n("which", 3) {
		case 0:
			m.add("%0", "=")
			m.expr()
		case 1:
			m.add("free_var")
			m.variable()
		case 2:
			m.expr()
		default:
			m.add("let")
			m.variable()
			m.add("=")
			m.expr()
		}
		m.add(";")
	}
	m.expr()
}

func (m *maker) expr() {
	m.operand()
	for m.left > 0 && m.n("operator", 4) == 0 {
		m.add(m.pick("+", "-", "*", "/", "<", "<=", ">", ">=", "==", "!="))
		m.operand()
	}
}

func (m *maker) pattern() {
	m.left--
	switch m.n("pattern", 5) {
	case 0:
		if m.left > 0 {
			m.add(m.pick("Cons", "Some"))
			m.some("(", ")", 0, 2, m.pattern)
			return
		}
		fallthrough
	case 1:
		m.add("Nil")
	case 2:
		if m.left > 0 {
			m.some("(", ")", 0, 2, m.pattern)
			return
		}
		fallthrough
	case 3:
		m.add("_")
	default:
		m.local()
	}
}

func (m *maker) attribute() {
	if m.left--; m.left > 0 && m.n("list", 2) == 0 {
		m.some("[", "]", 0, 3, m.attribute)
		return
	}
	m.add(m.pick("1", "-1", "None", `"NCHW"`, "True", "0.5f"))
}

func (m *maker) operand() {
	m.left--
	what := m.n("operand", 12)
	if m.left < 0 {
		what = 0
	}
	switch what {
	case 1:
		m.some("(", ")", 0, 3, m.block)
	case 2:
		m.add("(")
		m.block()
		m.add(")")
	case 3:
		m.add("fn")
		m.function()
	case 4:
		m.add("if", "(")
		m.expr()
		m.add(")", "{")
		m.block()
		m.add("}", "else", "{")
		m.block()
		m.add("}")
	case 5:
		m.add(m.pick("match", "match?"), "(")
		m.expr()
		m.add(")", "{")
		n := m.n("clauses", 3)
		cased := m.n("case", 1) == 0
		for i := range n {
			if cased {
				m.add("case")
			} else if i > 0 {
				m.add(",")
			}
			m.pattern()
			if cased {
				m.add("{")
				m.block()
				m.add("}")
			} else {
				m.add("=>")
				m.block()
			}
		}
		m.add("}")
	case 6:
		m.add("{")
		m.block()
		m.add("}")
	case 7:
		m.add("ref_write", "(")
		m.expr()
		m.add(",")
		m.expr()
		m.add(")")
		return
	case 8:
		m.add("Constant", "(", "1", ",", "(", "2", ",", ")", ",", "float32", ")")
	case 9:
		m.add("meta", "[", "relay.Constant", "]", "[", "0", "]")
	default:
		m.add(m.pick("%x", "@f", "%0", "1", "2.5f", "True", "nn.relu", "Nil", "%long_name", "@longer_name"))
	}
	for m.left > 0 && m.n("behind", 3) == 0 {
		m.left--
		if m.n("projection", 2) == 0 {
			m.add(".", "0")
			continue
		}
		m.some("(", ")", 0, 3, func() {
			if m.n("attribute", 3) == 0 {
				m.add(m.pick("axis", "units"), "=")
				m.attribute()
			} else {
				m.block()
			}
		})
	}
}

func (m *maker) declaration() {
	m.left = rapid.SampledFrom([]int{3, 10, 40}).Draw(m.t, "size")
	switch m.n("declaration", 7) {
	case 0:
		m.add("type", "T")
		m.tyParams()
		m.some("{", "}", 0, 3, func() {
			m.add(m.pick("C", "D"))
			if m.n("parts", 1) == 0 {
				m.some("(", ")", 0, 2, m.typ)
			}
		})
	case 1:
		m.add("data", "U")
		m.tyParams()
		m.add("{")
		for range m.n("constructors", 3) {
			m.add(m.pick("E", "F"), ":")
			m.some("(", ")", 0, 2, m.typ)
			m.add("->", "U")
		}
		m.add("}")
	case 2:
		m.add("extern", "type", "H")
		m.tyParams()
	case 3:
		m.add("@g", ":")
		m.typ()
	case 4:
		m.add("relation", "R", "(", "a", ")", ":-", "a", "==", "1", ".")
	default:
		m.add("def", "@f")
		m.function()
	}
}

// text writes the tokens with any blanks between them, and comments: anywhere, or only where a
// part begins.
func (m *maker) text(anywhere bool) string {
	var b strings.Builder
	style := m.n("style", 3)
	for i, w := range m.words {
		if i > 0 {
			sep := " "
			switch {
			case style > 0 && m.n("blank", 9) < 9:
			case !anywhere && m.words[i-1] != "," && m.words[i-1] != ";" && m.words[i-1] != "{":
				sep = m.pick(" ", "  ", "\n", "\n\n", "\n  ", "\t")
			default:
				sep = m.pick(" ", "  ", "\n", "\n\n", "\n  ", " // one\n", " /* two */ ", "\n# three\n", "\n/* four\n */\n", "\t")
			}
			if sep == " " && (strings.ContainsAny(w, "),;]") && len(w) == 1 || strings.ContainsAny(m.words[i-1], "([") && len(m.words[i-1]) == 1) && m.n("tight", 1) == 0 {
				sep = ""
			}
			if w == "def" || w == "type" || w == "data" || w == "extern" || w == "@g" || w == "relation" {
				sep += "\n"
			}
			b.WriteString(sep)
		}
		b.WriteString(w)
	}
	b.WriteString(m.pick("", "\n", "\r\n", " // end"))
	return b.String()
}

// drawn draws a program.
func drawn(t *rapid.T, anywhere bool) ([]byte, Dialect) {
	m := &maker{t: t}
	for range 1 + m.n("declarations", 3) {
		m.declaration()
	}
	src := []byte(m.text(anywhere))
	d := Dialect(m.n("dialect", 2))
	if _, ds := ParseAs(lang.NewFile("in.rly", src), d); len(ds) > 0 && ds[0].Severity == lang.Error {
		t.Fatalf("%v at %v\n%s", ds[0], ds[0].Span, src)
	}
	return src, d
}

// The laws hold of any program, with any blanks between its tokens and comments between its parts.
func TestFormatRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src, d := drawn(t, false)
		checkFormat(t, src, d, lang.Layout{Width: rapid.SampledFrom([]int{1, 10, 20, 40, 80, 1000}).Draw(t, "width")})
		first := rapid.IntRange(1, 20).Draw(t, "first")
		checkFormat(t, src, d, lang.Layout{Width: 40, Lines: []lang.LineRange{{First: first, Last: first + 3}}})
	})
}

// With comments between any two tokens, a layout is the same program with the same comments.
func TestFormatComments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src, d := drawn(t, true)
		if out, ds := Format(lang.NewFile("in.rly", src), d, lang.Layout{Width: rapid.SampledFrom([]int{1, 20, 80}).Draw(t, "width")}); ds != nil {
			t.Fatalf("%v\n%s\n%s", ds, out, src)
		}
	})
}

// Programs as people write them, and as they are laid out.
func TestFormatGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/layout/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		in, want := ar.Files[0].Data, ar.Files[1].Data
		got := checkFormat(t, in, Auto, lang.Layout{Width: 80})
		if os.Getenv("PATGRAPH_UPDATE") == "1" {
			ar.Files[1].Data = got
			if err := os.WriteFile(name, txtar.Format(ar), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s:\n%s", name, cmp.Diff(string(want), string(got)))
		}
	}
}

// Line ends, marks of byte order, headers and metadata stay as they are.
func TestFormatBytes(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"\n\n", ""},
		{"def @f(){1}\r\n", "def @f() { 1 }\r\n"},
		{"def @f(){1}", "def @f() { 1 }\n"},
		{"\ufeffdef @f(){1}", "\ufeffdef @f() { 1 }\n"},
		{"#[version = \"0.0.5\"]\ndef @f(){1}", "#[version = \"0.0.5\"]\ndef @f() { 1 }\n"},
		{"// x\n#[version = \"0.0.5\"] // y\n\n\n\ndef @f(){1}", "// x\n#[version = \"0.0.5\"] // y\n\ndef @f() { 1 }\n"},
		{"def @f(){1}\n#[metadata]\n{ \"a\":\n  [1] }\n\n", "def @f() { 1 }\n#[metadata]\n{ \"a\":\n  [1] }\n"},
		{"def @f(){cast(%x, a=\"x\r\ny\")}\r\n", "def @f() {\r\n  cast(\r\n    %x,\r\n    a=\"x\r\ny\"\r\n  )\r\n}\r\n"},
		{"def @f(){((%a+1)*(2))}", "def @f() { ((%a + 1) * 2) }\n"},
	} {
		if got := checkFormat(t, []byte(c.in), Auto, lang.Layout{}); string(got) != c.want {
			t.Errorf("%q\nwant %q\ngot  %q", c.in, c.want, got)
		}
	}
}

// A node is written in one line for messages.
func TestText(t *testing.T) {
	const src = "def @f(%x : T) {\n fn (%y) { // one\n g(%y,\n 1+2) } }"
	tree, _ := Parse(lang.NewFile("in.rly", []byte(src)))
	kids := tree.Kids(tree.Decls[0].Root)
	for id, want := range map[NodeID]string{
		kids[4]: "fn (%y) { g(%y, 1 + 2) }",
		kids[1]: "(%x: T)",
	} {
		if got := tree.Text(id); got != want {
			t.Errorf("want %s, got %s", want, got)
		}
	}
}

// Deep nesting is laid out, too, without a stack of the goroutine.
func TestFormatDeep(t *testing.T) {
	const n = 10_000
	for _, c := range []struct{ open, close string }{
		{"(", ",)"}, {"g(", ")"}, {"fn () {", "}"}, {"if (1) { 1 } else {", "}"}, {"match (1) { _ => ", "}"}, {"{ 1; ", "}"}, {"1 + ", ""}, {"(let %x = 1; ", ")"},
	} {
		src := "def @f() { " + strings.Repeat(c.open, n) + "1" + strings.Repeat(c.close, n) + " }"
		checkFormat(t, []byte(src), Auto, lang.Layout{})
	}
}
