package relay

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
)

// checkFormat checks the laws of Format for one text; it returns nil if the text has syntax errors.
func checkFormat(t syntaxtest.T, src []byte, o lang.Layout) []byte {
	t.Helper()
	return checkFormatAs(Auto)(t, src, o)
}

func checkFormatAs(d Dialect) func(t syntaxtest.T, src []byte, o lang.Layout) []byte {
	return func(t syntaxtest.T, src []byte, o lang.Layout) []byte {
		t.Helper()
		d := d
		return syntaxtest.Formatter{
			Format: func(f *lang.File, o lang.Layout) ([]byte, []lang.Diagnostic) { return Format(f, d, o) },
			Parse: func(f *lang.File) (any, int, []lang.Diagnostic) {
				tree, ds := ParseAs(f, d)
				d = tree.Dialect // a mixture may change its dialect when its parts move
				return tree, len(tree.Comments), ds
			},
			Same: func(a, b any) bool { return Equal(a.(*Tree), b.(*Tree)) },
		}.Check(t, src, o)
	}
}

// The laws hold for all example programs, in any width.
func TestFormatSources(t *testing.T) { syntaxtest.CheckSources(t, sources(t), checkFormat) }

// A maker makes random programs.
type maker struct{ syntaxtest.Maker }

func (m *maker) local() { m.Add(m.Pick("%x", "%yy", "%z/w", "%long_name")) }

func (m *maker) typ() {
	m.Left--
	what := m.N("type", 8)
	if m.Left < 0 {
		what = 0
	}
	switch what {
	case 1:
		m.Some("(", ")", 0, 3, true, m.typ)
	case 2:
		if m.N("fun", 2) == 0 {
			m.Add("fun")
		} else {
			m.Add("fn")
		}
		m.tyParams()
		m.Some("(", ")", 0, 3, true, m.typ)
		m.Add("->")
		m.typ()
	case 3:
		m.Add(m.Pick("List", "T"))
		m.Some("[", "]", 0, 2, true, m.typ)
	case 4:
		m.Add("Tensor", "[")
		if m.N("shape", 3) == 0 {
			m.Add("s")
		} else {
			m.Some("(", ")", 0, 3, true, func() {
				m.Add(m.Pick("1", "32", "?", "n"))
				if m.N("sum", 4) == 0 {
					m.Add(m.Pick("+", "*", "-"), "2")
				}
			})
		}
		m.Add(",", m.Pick("float32", "b"), "]")
	default:
		m.Add(m.Pick("int32", "_", "A", "nat"))
	}
}

func (m *maker) tyParams() {
	switch m.N("parameters", 5) {
	case 0:
		m.Some("[", "]", 1, 2, true, func() { m.Add(m.Pick("A", "B")) })
	case 1:
		m.Some("<", ">", 1, 2, true, func() {
			m.Add(m.Pick("a", "b"))
			if m.N("kind", 1) == 0 {
				m.Add(":", "Shape")
			}
		})
	}
}

func (m *maker) variable() {
	m.local()
	if m.N("typed", 1) == 0 {
		m.Add(":")
		m.typ()
	}
}

func (m *maker) function() {
	m.tyParams()
	m.Some("(", ")", 0, 3, true, m.variable)
	if m.N("result", 1) == 0 {
		m.Add("->")
		m.typ()
	}
	if m.N("where", 5) == 0 {
		m.Add("where", "R")
		if m.N("relations", 1) == 0 {
			m.Add(",", "S")
			m.Some("(", ")", 0, 2, true, m.typ)
		}
	}
	m.Add("{")
	m.block()
	m.Add("}")
}

func (m *maker) block() {
	for m.Left > 0 && m.N("statement", 3) == 0 {
		m.Left--
		switch m.N("which", 3) {
		case 0:
			m.Add("%0", "=")
			m.expr()
		case 1:
			m.Add("free_var")
			m.variable()
		case 2:
			m.expr()
		default:
			m.Add("let")
			m.variable()
			m.Add("=")
			m.expr()
		}
		m.Add(";")
	}
	m.expr()
}

func (m *maker) expr() {
	m.operand()
	for m.Left > 0 && m.N("operator", 4) == 0 {
		m.Add(m.Pick("+", "-", "*", "/", "<", "<=", ">", ">=", "==", "!="))
		m.operand()
	}
}

func (m *maker) pattern() {
	m.Left--
	switch m.N("pattern", 5) {
	case 0:
		if m.Left > 0 {
			m.Add(m.Pick("Cons", "Some"))
			m.Some("(", ")", 0, 2, true, m.pattern)
			return
		}
		fallthrough
	case 1:
		m.Add("Nil")
	case 2:
		if m.Left > 0 {
			m.Some("(", ")", 0, 2, true, m.pattern)
			return
		}
		fallthrough
	case 3:
		m.Add("_")
	default:
		m.local()
	}
}

func (m *maker) attribute() {
	if m.Left--; m.Left > 0 && m.N("list", 2) == 0 {
		m.Some("[", "]", 0, 3, true, m.attribute)
		return
	}
	m.Add(m.Pick("1", "-1", "None", `"NCHW"`, "True", "0.5f"))
}

func (m *maker) operand() {
	m.Left--
	what := m.N("operand", 12)
	if m.Left < 0 {
		what = 0
	}
	switch what {
	case 1:
		m.Some("(", ")", 0, 3, true, m.block)
	case 2:
		m.Add("(")
		m.block()
		m.Add(")")
	case 3:
		m.Add("fn")
		m.function()
	case 4:
		m.Add("if", "(")
		m.expr()
		m.Add(")", "{")
		m.block()
		m.Add("}", "else", "{")
		m.block()
		m.Add("}")
	case 5:
		m.Add(m.Pick("match", "match?"), "(")
		m.expr()
		m.Add(")", "{")
		n := m.N("clauses", 3)
		cased := m.N("case", 1) == 0
		for i := range n {
			if cased {
				m.Add("case")
			} else if i > 0 {
				m.Add(",")
			}
			m.pattern()
			if cased {
				m.Add("{")
				m.block()
				m.Add("}")
			} else {
				m.Add("=>")
				m.block()
			}
		}
		m.Add("}")
	case 6:
		m.Add("{")
		m.block()
		m.Add("}")
	case 7:
		m.Add("ref_write", "(")
		m.expr()
		m.Add(",")
		m.expr()
		m.Add(")")
		return
	case 8:
		m.Add("Constant", "(", "1", ",", "(", "2", ",", ")", ",", "float32", ")")
	case 9:
		m.Add("meta", "[", "relay.Constant", "]", "[", "0", "]")
	default:
		m.Add(m.Pick("%x", "@f", "%0", "1", "2.5f", "True", "nn.relu", "Nil", "%long_name", "@longer_name"))
	}
	for m.Left > 0 && m.N("postfix", 3) == 0 {
		m.Left--
		if m.N("projection", 2) == 0 {
			m.Add(".", "0")
			continue
		}
		m.Some("(", ")", 0, 3, true, func() {
			if m.N("attribute", 3) == 0 {
				m.Add(m.Pick("axis", "units"), "=")
				m.attribute()
			} else {
				m.block()
			}
		})
	}
}

func (m *maker) declaration() {
	m.Left = rapid.SampledFrom([]int{3, 10, 40}).Draw(m.T, "size")
	switch m.N("declaration", 7) {
	case 0:
		m.Add("type", "T")
		m.tyParams()
		m.Some("{", "}", 0, 3, true, func() {
			m.Add(m.Pick("C", "D"))
			if m.N("parts", 1) == 0 {
				m.Some("(", ")", 0, 2, true, m.typ)
			}
		})
	case 1:
		m.Add("data", "U")
		m.tyParams()
		m.Add("{")
		for range m.N("constructors", 3) {
			m.Add(m.Pick("E", "F"), ":")
			m.Some("(", ")", 0, 2, true, m.typ)
			m.Add("->", "U")
		}
		m.Add("}")
	case 2:
		m.Add("extern", "type", "H")
		m.tyParams()
	case 3:
		m.Add("@g", ":")
		m.typ()
	case 4:
		m.Add("relation", "R", "(", "a", ")", ":-", "a", "==", "1", ".")
	default:
		m.Add("def", "@f")
		m.function()
	}
}

// drawn draws a program.
func drawn(t *rapid.T, anywhere bool) ([]byte, Dialect) {
	m := &maker{syntaxtest.Maker{T: t}}
	for range 1 + m.N("declarations", 3) {
		m.declaration()
	}
	src := []byte(m.Text(anywhere, func(word string) string {
		switch word {
		case "def", "type", "data", "extern", "@g", "relation":
			return "\n"
		}
		return ""
	}, " // one\n", " /* two */ ", "\n# three\n", "\n/* four\n */\n"))
	d := Dialect(m.N("dialect", 2))
	if _, ds := ParseAs(lang.NewFile("in.rly", src), d); len(ds) > 0 && ds[0].Severity == lang.Error {
		t.Fatalf("%v at %v\n%s", ds[0], ds[0].Span, src)
	}
	return src, d
}

// The laws hold for any program, with any blanks between its tokens and comments between its parts.
func TestFormatRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src, d := drawn(t, false)
		syntaxtest.CheckRandom(t, src, checkFormatAs(d))
	})
}

// With comments between any two tokens, a layout is the same program with the same comments.
func TestFormatComments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src, d := drawn(t, true)
		if out, ds := Format(lang.NewFile("in.rly", src), d,
			lang.Layout{Width: rapid.SampledFrom([]int{1, 20, 80}).Draw(t, "width")}); ds != nil {
			t.Fatalf("%v\n%s\n%s", ds, out, src)
		}
	})
}

// Realistic programs, and their layouts.
func TestFormatGolden(t *testing.T) { syntaxtest.CheckGoldens(t, checkFormat) }

// Line endings, byte order marks, headers and metadata stay as they are.
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
		if got := checkFormat(t, []byte(c.in), lang.Layout{}); string(got) != c.want {
			t.Errorf("%q\nwant %q\ngot  %q", c.in, c.want, got)
		}
	}
}

// For messages, a node is written in one line.
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

// Deep nesting is formatted without using the Go stack.
func TestFormatDeep(t *testing.T) {
	const n = 10_000
	for _, c := range []struct{ open, close string }{
		{"(", ",)"}, {"g(", ")"}, {"fn () {", "}"}, {"if (1) { 1 } else {", "}"}, {"match (1) { _ => ", "}"}, {"{ 1; ", "}"}, {"1 + ", ""}, {"(let %x = 1; ", ")"},
	} {
		src := "def @f() { " + strings.Repeat(c.open, n) + "1" + strings.Repeat(c.close, n) + " }"
		checkFormat(t, []byte(src), lang.Layout{})
	}
}
