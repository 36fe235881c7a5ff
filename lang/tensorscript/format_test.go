package tensorscript

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/lang"
)

// checkFormat checks the laws of Format for one text; it returns none where that has syntax errors.
func checkFormat(t failer, src []byte, o lang.Layout) []byte {
	t.Helper()
	out, ds := Format(lang.NewFile("in.trs", src), o)
	for _, d := range ds {
		if d.Code == lang.Internal {
			t.Fatalf("%s in\n%s", d.Message, src)
		}
	}
	if len(ds) > 0 {
		return nil
	}
	before, _ := Parse(lang.NewFile("in.trs", src))
	after, ds := Parse(lang.NewFile("out.trs", out))
	if len(ds) > 0 {
		t.Fatalf("the layout does not parse: %v\n%s\n--- of\n%s", ds, out, src)
	}
	if !Equal(before, after) || len(before.Comments) != len(after.Comments) {
		t.Fatalf("the layout is another program:\n%s\n--- of\n%s", out, src)
	}
	if again, _ := Format(lang.NewFile("out.trs", out), o); string(again) != string(out) && len(o.Lines) == 0 {
		t.Fatalf("a second layout differs:\n%s\n--- source\n%s", cmp.Diff(string(out), string(again)), src)
	}
	return out
}

// sources are programs to begin with.
func sources(t testing.TB) []string {
	all := []string{
		"\xff", "\x00", "/*", "?", "dim", "dim a =", "use a::{", "node A<", "node A<[", "weights A<b -> c> { w = L::<", "graph A<b -> c> { def", "\ufeff// x", "1.", "1e",
		in("if a { if b { while c { let d = "), in("x |> view(_, 3*(2+"), in("f(a=(1,"),
	}
	for _, c := range testCases(t) {
		all = append(all, c.Source)
	}
	files, _ := filepath.Glob("testdata/layout/*.txtar")
	for _, name := range files {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(ar.Files[0].Data))
	}
	for _, p := range Pages {
		all = append(all, p.Bad, p.Good)
	}
	return all
}

// The laws hold of all programs there are, in any width.
func TestFormatSources(t *testing.T) {
	for _, src := range sources(t) {
		for _, width := range []int{1, 20, 40, 100, 10000} {
			checkFormat(t, []byte(src), lang.Layout{Width: width})
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
func (m *maker) add(words ...string)         { m.words = append(m.words, words...) }
func (m *maker) pick(of ...string) string    { return rapid.SampledFrom(of).Draw(m.t, "word") }

// some makes up to so many parts between brackets, perhaps with a comma behind the last.
func (m *maker) some(open, close string, least, most int, comma bool, part func()) {
	m.add(open)
	n := max(least, m.n("parts", most))
	for i := range n {
		if i > 0 {
			m.add(",")
		}
		part()
	}
	if comma && n > 0 && m.n("comma", 5) == 0 {
		m.add(",")
	}
	m.add(close)
}

func (m *maker) size() {
	m.left--
	switch what := m.n("size", 7); {
	case what == 0 && m.left > 0:
		m.size()
		m.add(m.pick("+", "-", "*", "/"))
		m.size()
	case what == 1 && m.left > 0:
		m.add("(")
		m.size()
		m.add(")")
	default:
		m.add(m.pick("?", "_", "n", "3", "1_0", "SIDE"))
	}
}

func (m *maker) tensor() {
	if m.n("alias", 3) == 0 {
		m.add(m.pick("row", "Self"))
		return
	}
	m.some("[", "]", 1, 3, false, m.size)
}

func (m *maker) header() {
	m.add("<")
	m.tensor()
	m.add("->")
	m.tensor()
	m.add(">")
}

func (m *maker) arguments() {
	m.some("(", ")", 0, 3, true, func() {
		m.add(m.pick("in", "dim", "p", "x"), "=")
		m.expr()
	})
}

func (m *maker) stage() {
	switch m.n("stage", 4) {
	case 0:
		m.add(m.pick("view", "reshape"))
		m.some("(", ")", 0, 3, true, m.size)
	case 1:
		m.add(m.pick("relu", "f"))
		m.arguments()
	case 2:
		m.add(m.pick("self", "w"), ".", "m")
		if m.n("called", 3) > 0 {
			m.arguments()
		}
	default:
		m.add(m.pick("relu", "w", "self"))
	}
}

func (m *maker) operand() {
	m.left--
	what := m.n("operand", 9)
	if m.left < 0 {
		what = 9
	}
	switch what {
	case 0:
		m.some("(", ")", 0, 3, true, m.expr)
	case 1:
		m.add("!")
		m.operand()
	case 2:
		m.conditional(true)
	case 3, 4:
		m.stage()
	default:
		m.add(m.pick("x", "y", "self", "3", "1_000", "1.5", "2e3", "true"))
	}
}

func (m *maker) expr() {
	m.operand()
	for m.left > 0 && m.n("more", 3) == 0 {
		m.add(m.pick("+", "-", "*", "/", "<", ">", "<=", ">=", "==", "!="))
		m.operand()
	}
	for m.left > 0 && m.n("stages", 2) > 0 {
		m.add("|>")
		m.stage()
	}
}

func (m *maker) conditional(whole bool) {
	m.add("if")
	m.expr()
	m.block()
	for m.n("else if", 3) == 0 && m.left > 0 {
		m.add("else", "if")
		m.expr()
		m.block()
	}
	if whole || m.n("else", 1) == 0 {
		m.add("else")
		m.block()
	}
}

func (m *maker) block() {
	m.left--
	m.add("{")
	for m.left > 0 && m.n("statement", 2) > 0 {
		switch m.n("what", 5) {
		case 0:
			m.add("let", "y", "=")
			m.expr()
			m.add(";")
		case 1:
			m.add("y", "=")
			m.expr()
			m.add(";")
		case 2:
			m.add("while")
			m.expr()
			m.block()
		case 3:
			m.conditional(false)
			if m.n("semicolon", 1) == 0 {
				m.add(";")
			}
		default:
			m.expr()
			m.add(";")
		}
	}
	if m.n("result", 4) > 0 {
		m.expr()
	}
	m.add("}")
}

func (m *maker) declaration() {
	m.left = 30
	switch m.n("declaration", 6) {
	case 0:
		m.add("use", "lin", "::")
		if m.n("one", 1) == 0 {
			m.add("Linear")
		} else {
			m.some("{", "}", 1, 3, true, func() { m.add(m.pick("relu", "as")) })
			break
		}
		if m.n("as", 1) == 0 {
			m.add("as", m.pick("L", "as"))
		}
	case 1:
		m.add("dim", m.pick("a", "?"), "=")
		m.size()
	case 2:
		m.add("tsr", "a", "=")
		m.tensor()
	case 3:
		m.add("node", "N")
		m.header()
		m.add("{")
		for range m.n("within", 2) {
			m.add("tsr", "a", "=")
			m.tensor()
			m.add(";")
		}
		m.add("}")
		return
	case 4:
		m.add("weights", "N")
		m.header()
		m.add("{")
		for range m.n("within", 2) {
			m.add("w", "=", "L", "::")
			if m.n("signature", 1) == 0 {
				m.header()
				m.add("::")
			}
			m.add("new")
			m.arguments()
			m.add(";")
		}
		m.add("}")
		return
	default:
		m.add("graph", "N")
		m.header()
		m.add("{")
		for range m.n("within", 2) {
			m.add("def")
			if m.n("forward", 1) == 0 {
				m.add("forward")
			} else {
				m.add("f")
				m.some("(", ")", 0, 2, false, func() {
					m.add("x")
					if m.n("typed", 1) == 0 {
						m.add(":")
						m.tensor()
					}
				})
				m.add("->")
				angle := m.n("angle", 3) == 0
				if angle {
					m.add("<")
				}
				if m.tensor(); angle {
					m.add(">")
				}
			}
			m.block()
		}
		m.add("}")
		return
	}
	m.add(";")
}

// text writes the tokens with any blanks between them, and comments: anywhere, or only where a
// part begins.
func (m *maker) text(anywhere bool) string {
	var b strings.Builder
	style := m.n("style", 3)
	for i, w := range m.words {
		if i > 0 {
			sep := " "
			last := m.words[i-1]
			switch {
			case style > 0 && m.n("blank", 9) < 9:
			case !anywhere && last != "," && last != ";" && last != "{":
				sep = m.pick(" ", "  ", "\n", "\n\n", "\n  ", "\t")
			default:
				sep = m.pick(" ", "  ", "\n", "\n\n", "\n  ", " // one\n", "\n// three\n", "\n\n// four\n\n", "\t")
			}
			if sep == " " && (strings.ContainsAny(w, "),;]") && len(w) == 1 || strings.ContainsAny(last, "([") && len(last) == 1) && m.n("tight", 1) == 0 {
				sep = ""
			}
			b.WriteString(sep)
		}
		b.WriteString(w)
	}
	b.WriteString(m.pick("", "\n", "\r\n", " // end"))
	return b.String()
}

// drawn draws a program.
func drawn(t *rapid.T, anywhere bool) []byte {
	m := &maker{t: t}
	for range 1 + m.n("declarations", 3) {
		m.declaration()
	}
	src := []byte(m.text(anywhere))
	f := lang.NewFile("in.trs", src)
	tree, ds := Parse(f)
	if len(ds) > 0 {
		t.Fatalf("%s\n%s", found(f, ds), src)
	}
	checkTree(t, tree)
	return src
}

// The laws hold of any program, with any blanks between its tokens and comments between its parts.
func TestFormatRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := drawn(t, false)
		checkFormat(t, src, lang.Layout{Width: rapid.SampledFrom([]int{1, 10, 20, 40, 80, 1000}).Draw(t, "width")})
		first := rapid.IntRange(1, 20).Draw(t, "first")
		checkFormat(t, src, lang.Layout{Width: 40, Lines: []lang.LineRange{{First: first, Last: first + 3}}})
	})
}

// With comments between any two tokens, a layout is the same program with the same comments.
func TestFormatComments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := drawn(t, true)
		if out, ds := Format(lang.NewFile("in.trs", src), lang.Layout{Width: rapid.SampledFrom([]int{1, 20, 80}).Draw(t, "width")}); ds != nil {
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
		got := checkFormat(t, ar.Files[0].Data, lang.Layout{Width: 80})
		if os.Getenv("PATGRAPH_UPDATE") == "1" {
			ar.Files[1].Data = got
			if err := os.WriteFile(name, txtar.Format(ar), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if !bytes.Equal(got, ar.Files[1].Data) {
			t.Errorf("%s:\n%s", name, cmp.Diff(string(ar.Files[1].Data), string(got)))
		}
	}
}

// Line ends and marks of byte order stay as they are; what means nothing goes.
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

// A node is written in one line for messages.
func TestText(t *testing.T) {
	tree, _ := Parse(lang.NewFile("in.trs", []byte(in("x // one\n |>maxpool2d( kernel_size=2,\n stride = 0 )|> view(_,3) |> w.m()"))))
	var got []string
	for id := range tree.Nodes {
		if op := tree.Nodes[id].Op; op == OpCall || op == OpView || op == OpMethod || op == OpPipe {
			got = append(got, tree.Text(NodeID(id)))
		}
	}
	want := []string{"maxpool2d(kernel_size=2, stride=0)", "view(_, 3)", "w.m()", "x |> maxpool2d(kernel_size=2, stride=0) |> view(_, 3) |> w.m()"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// checkAll checks everything that holds for any bytes.
func checkAll(t failer, src []byte) {
	t.Helper()
	tree, ds := Parse(lang.NewFile("fuzz.trs", src))
	checkTree(t, tree)
	checkDiagnostics(t, tree, ds)
	for _, d := range tree.Decls {
		if d.Bad && len(ds) == 0 {
			t.Fatalf("`%s` is bad without an error", tree.NameOf(&d))
		}
	}
	last := int32(0)
	for _, c := range tree.Comments {
		if c.Start < last || c.End <= c.Start || int(c.End) > len(src) {
			t.Fatalf("a comment at %v, after %d", c, last)
		}
		last = c.End
	}
	checkFormat(t, src, lang.Layout{Width: 40})
	for _, known := range []Known{nil, modules} {
		names, more := Resolve(tree, known)
		checkDiagnostics(t, tree, more)
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

// TestDamaged checks all of it for programs with a few bytes changed.
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
