package tensorscript

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
)

// checkFormat checks the laws of Format for one text; it returns nil if the text has syntax errors.
func checkFormat(t syntaxtest.T, src []byte, o lang.Layout) []byte {
	t.Helper()
	return syntaxtest.Formatter{
		Format: Format,
		Parse: func(f *lang.File) (any, int, []lang.Diagnostic) {
			tree, ds := Parse(f)
			return tree, len(tree.Comments), ds
		},
		Same: func(a, b any) bool { return Equal(a.(*Tree), b.(*Tree)) },
	}.Check(t, src, o)
}

// sources returns seed programs.
func sources(t testing.TB) []string {
	all := []string{
		"\xff", "\x00", "/*", "?", "dim", "dim a =", "use a::{", "node A<", "node A<[", "weights A<b -> c> { w = L::<", "graph A<b -> c> { def", "\ufeff// x", "1.", "1e",
		in("if a { if b { while c { let d = "), in("x |> view(_, 3*(2+"), in("f(a=(1,"),
	}
	for _, c := range testCases(t) {
		all = append(all, c.Source)
	}
	all = append(all, syntaxtest.Layouts(t)...)
	for _, p := range Pages {
		all = append(all, p.Bad, p.Good)
	}
	return all
}

// The laws hold for all example programs, in any width.
func TestFormatSources(t *testing.T) { syntaxtest.CheckSources(t, sources(t), checkFormat) }

// A maker makes random programs.
type maker struct{ syntaxtest.Maker }

func (m *maker) size() {
	m.Left--
	switch what := m.N("size", 7); {
	case what == 0 && m.Left > 0:
		m.size()
		m.Add(m.Pick("+", "-", "*", "/"))
		m.size()
	case what == 1 && m.Left > 0:
		m.Add("(")
		m.size()
		m.Add(")")
	default:
		m.Add(m.Pick("?", "_", "n", "3", "1_0", "SIDE"))
	}
}

func (m *maker) tensor() {
	if m.N("alias", 3) == 0 {
		m.Add(m.Pick("row", "Self"))
		return
	}
	m.Some("[", "]", 1, 3, false, m.size)
}

func (m *maker) header() {
	m.Add("<")
	m.tensor()
	m.Add("->")
	m.tensor()
	m.Add(">")
}

func (m *maker) arguments() {
	m.Some("(", ")", 0, 3, true, func() {
		m.Add(m.Pick("in", "dim", "p", "x"), "=")
		if m.N("text", 7) == 0 {
			m.Add(`"same"`)
			return
		}
		m.expr()
	})
}

func (m *maker) stage() {
	switch m.N("stage", 4) {
	case 0:
		m.Add(m.Pick("view", "reshape"))
		m.Some("(", ")", 0, 3, true, m.size)
	case 1:
		m.Add(m.Pick("relu", "f"))
		m.arguments()
	case 2:
		m.Add(m.Pick("self", "w"), ".", "m")
		if m.N("called", 3) > 0 {
			m.arguments()
		}
	default:
		m.Add(m.Pick("relu", "w", "self"))
	}
}

func (m *maker) operand() {
	m.Left--
	what := m.N("operand", 9)
	if m.Left < 0 {
		what = 9
	}
	switch what {
	case 0:
		m.Some("(", ")", 0, 3, true, m.expr)
	case 1:
		m.Add("!")
		m.operand()
	case 2:
		m.conditional(true)
	case 3, 4:
		m.stage()
	default:
		m.Add(m.Pick("x", "y", "self", "3", "1_000", "1.5", "2e3", "true"))
	}
}

func (m *maker) expr() {
	m.operand()
	for m.Left > 0 && m.N("more", 3) == 0 {
		m.Add(m.Pick("+", "-", "*", "/", "<", ">", "<=", ">=", "==", "!="))
		m.operand()
	}
	for m.Left > 0 && m.N("stages", 2) > 0 {
		m.Add("|>")
		m.stage()
	}
}

func (m *maker) conditional(whole bool) {
	m.Add("if")
	m.expr()
	m.block()
	for m.N("else if", 3) == 0 && m.Left > 0 {
		m.Add("else", "if")
		m.expr()
		m.block()
	}
	if whole || m.N("else", 1) == 0 {
		m.Add("else")
		m.block()
	}
}

func (m *maker) block() {
	m.Left--
	m.Add("{")
	for m.Left > 0 && m.N("statement", 2) > 0 {
		switch m.N("what", 5) {
		case 0:
			m.Add("let", "y", "=")
			m.expr()
			m.Add(";")
		case 1:
			m.Add("y", "=")
			m.expr()
			m.Add(";")
		case 2:
			m.Add("while")
			m.expr()
			m.block()
		case 3:
			m.conditional(false)
			if m.N("semicolon", 1) == 0 {
				m.Add(";")
			}
		default:
			m.expr()
			m.Add(";")
		}
	}
	if m.N("result", 4) > 0 {
		m.expr()
	}
	m.Add("}")
}

func (m *maker) declaration() {
	m.Left = 30
	switch m.N("declaration", 6) {
	case 0:
		m.Add("use", "lin", "::")
		if m.N("one", 1) == 0 {
			m.Add("Linear")
		} else {
			m.Some("{", "}", 1, 3, true, func() { m.Add(m.Pick("relu", "as")) })
			break
		}
		if m.N("as", 1) == 0 {
			m.Add("as", m.Pick("L", "as"))
		}
	case 1:
		m.Add("dim", m.Pick("a", "?"), "=")
		m.size()
	case 2:
		m.Add("tsr", "a", "=")
		m.tensor()
	case 3:
		m.Add("node", "N")
		m.header()
		m.Add("{")
		for range m.N("within", 2) {
			m.Add("tsr", "a", "=")
			m.tensor()
			m.Add(";")
		}
		m.Add("}")
		return
	case 4:
		m.Add("weights", "N")
		m.header()
		m.Add("{")
		for range m.N("within", 2) {
			m.Add("w", "=", "L", "::")
			if m.N("signature", 1) == 0 {
				m.header()
				m.Add("::")
			}
			m.Add("new")
			m.arguments()
			m.Add(";")
		}
		m.Add("}")
		return
	default:
		m.Add("graph", "N")
		m.header()
		m.Add("{")
		for range m.N("within", 2) {
			m.Add("def")
			if m.N("forward", 1) == 0 {
				m.Add("forward")
			} else {
				m.Add("f")
				m.Some("(", ")", 0, 2, false, func() {
					m.Add("x")
					if m.N("typed", 1) == 0 {
						m.Add(":")
						m.tensor()
					}
				})
				m.Add("->")
				angle := m.N("angle", 3) == 0
				if angle {
					m.Add("<")
				}
				if m.tensor(); angle {
					m.Add(">")
				}
			}
			m.block()
		}
		m.Add("}")
		return
	}
	m.Add(";")
}

func drawn(t *rapid.T, anywhere bool) []byte {
	m := &maker{syntaxtest.Maker{T: t}}
	for range 1 + m.N("declarations", 3) {
		m.declaration()
	}
	src := []byte(m.Text(anywhere, func(string) string { return "" }, " // one\n", "\n// three\n", "\n\n// four\n\n"))
	f := lang.NewFile("in.trs", src)
	tree, ds := Parse(f)
	if len(ds) > 0 {
		t.Fatalf("%s\n%s", syntaxtest.Found(f, ds), src)
	}
	checkTree(t, tree)
	return src
}

// The laws hold for any program, with any blanks between its tokens and comments between its parts.
func TestFormatRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { syntaxtest.CheckRandom(t, drawn(t, false), checkFormat) })
}

// With comments between any two tokens, a layout is the same program with the same comments.
func TestFormatComments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := drawn(t, true)
		if out, ds := Format(lang.NewFile("in.trs", src),
			lang.Layout{Width: rapid.SampledFrom([]int{1, 20, 80}).Draw(t, "width")}); ds != nil {
			t.Fatalf("%v\n%s\n%s", ds, out, src)
		}
	})
}

// Realistic programs, and their layouts.
func TestFormatGolden(t *testing.T) { syntaxtest.CheckGoldens(t, checkFormat) }

// Line endings and byte order marks stay as they are; redundant text is removed.
func TestFormatBytes(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"\n\n", ""},
		{"dim a=3;\r\n", "dim a = 3;\r\n"},
		{"dim a=3;", "dim a = 3;\n"},
		{"\ufeffdim a=3;", "\ufeffdim a = 3;\n"},
		{"// x\n\n\n\ndim a=1_000; // y", "// x\n\ndim a = 1_000; // y\n"},
		{"tsr a=[?,2*(n+1)] ;", "tsr a = [?, 2 * (n + 1)];\n"},
		{"use a::{b,};", "use a::{b};\n"},
		{"graph A<b->c>{def f(x:<b>)-><c>{f(a=(1,2,),)}}", "graph A<b -> c> { def f(x: b) -> c { f(a=(1, 2)) } }\n"},
		{"graph A<b->c>{def forward{if x{x;};}}", "graph A<b -> c> { def forward { if x { x; } } }\n"},
		{"graph A<b->c>{def forward{if x{x}else{y};}}", "graph A<b -> c> { def forward { if x { x } else { y }; } }\n"},
		{"node A<b->c>{\n}\nnode B<b->c>{ // x\n}", "node A<b -> c> {}\nnode B<b -> c> { // x\n}\n"},
	} {
		if got := checkFormat(t, []byte(c.in), lang.Layout{}); string(got) != c.want {
			t.Errorf("%q\nwant %q\ngot  %q", c.in, c.want, got)
		}
	}
}

// For messages, a node is written in one line.
func TestText(t *testing.T) {
	tree, _ := Parse(lang.NewFile("in.trs",
		[]byte(in("x // one\n |>maxpool2d( kernel_size=2,\n stride = 0 )|> view(_,3) |> w.m()"))))
	var got []string
	for id := range tree.Nodes {
		if op := tree.Nodes[id].Op; op == OpCall || op == OpView || op == OpMethod || op == OpPipe {
			got = append(got, tree.Text(NodeID(id)))
		}
	}
	want := []string{"maxpool2d(kernel_size=2, stride=0)", "view(_, 3)", "w.m()",
		"x |> maxpool2d(kernel_size=2, stride=0) |> view(_, 3) |> w.m()"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// checkAll checks the invariants that hold for any bytes.
func checkAll(t syntaxtest.T, src []byte) {
	t.Helper()
	tree, ds := Parse(lang.NewFile("fuzz.trs", src))
	checkTree(t, tree)
	syntaxtest.CheckDiagnostics(t, tree.File, ds)
	for _, d := range tree.Decls {
		if d.Bad && len(ds) == 0 {
			t.Fatalf("`%s` is bad without an error", tree.NameOf(&d))
		}
	}
	syntaxtest.CheckComments(t, &tree.Tree)
	checkFormat(t, src, lang.Layout{Width: 40})
	for _, known := range []Known{nil, modules} {
		names, more := Resolve(tree, known)
		syntaxtest.CheckDiagnostics(t, tree.File, more)
		for id, m := range names.Meaning {
			size := len(tree.Decls)
			switch m {
			case MeansNothing, MeansImport:
				continue
			case MeansSize:
				size = len(names.Sizes)
			case MeansParam, MeansLet:
				size = len(tree.Nodes)
			}
			if at := names.At[id]; at < 0 || int(at) >= size {
				t.Fatalf("node %d means %d of kind %d", id, at, m)
			}
		}
	}
}

func TestSources(t *testing.T) {
	for _, src := range sources(t) {
		checkAll(t, []byte(src))
	}
}

// TestDamaged checks the same for programs with a few changed bytes.
func TestDamaged(t *testing.T) {
	all := sources(t)
	rapid.Check(t, func(t *rapid.T) {
		checkAll(t, gen.Damaged(t, rapid.SampledFrom(all).Draw(t, "program"), 1,
			"", "", "{", "}", "]", ")", "<", ">", "(", "[", ";", ",", ":", "::", "=", "//", "x", "|>", "->", "\n", "def ", "let ", "dim ", "node ", "é", "/", "-", "?", "_", ".", "0", "if ", "else ", "!"))
	})
}

func FuzzParse(f *testing.F) {
	for _, src := range sources(f) {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) { checkAll(t, src) })
}
