package onnx

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
		"\xff", "\x00", "#", `"`, "<", "<ir_version:", "g", "g (", "g () =>", "g () => () {", "g () => () <", "\ufeff# x", "1.", "...", "-", "@", "/a",
		node("y = F<a = g () => () { z = "), node("y = F<a = g ("), node("y = F<a = [[1"), node("[a"), node("y = F<a = seq(seq("), node("y = F<a = int64 {1, "),
	}
	for _, c := range testCases(t) {
		all = append(all, c.Source)
	}
	for _, p := range Pages {
		all = append(all, p.Bad, p.Good)
	}
	return append(all, syntaxtest.Layouts(t)...)
}

// The laws hold for all example programs, in any width.
func TestFormatSources(t *testing.T) { syntaxtest.CheckSources(t, sources(t), checkFormat) }

// A maker makes random programs.
type maker struct{ syntaxtest.Maker }

func (m *maker) name() {
	m.Add(m.Pick("x", "y", `"a/b"`, `"x"`, `"a, b"`, `"a\\"`, `"\"\q"`, `"="`, "float", `"seq"`, "nan"))
}

func (m *maker) reference() {
	if m.N("absent", 5) == 0 {
		m.Add(`""`)
		return
	}
	m.name()
}

func (m *maker) typ() {
	m.Left--
	switch what := m.N("type", 7); {
	case what == 0 && m.Left > 0:
		m.Add(m.Pick("seq", "optional", "sparse_tensor"))
		m.Some("(", ")", 1, 1, false, m.typ)
	case what == 1 && m.Left > 0:
		m.Add("map", "(", "int64", ",")
		m.typ()
		m.Add(")")
	case what == 2:
		m.Add("opaque")
		m.Some("(", ")", 0, 2, false, m.domain)
	case what == 3:
		m.Add(m.Pick("float", "int64", "float8e4m3fn"))
	default:
		m.Add(m.Pick("float", "string"))
		m.Some("[", "]", 0, 3, false, func() { m.Add(m.Pick("1", "?", "N", `"n + 1"`, "128")) })
	}
}

func (m *maker) literal() {
	m.Add(m.Pick("1", "-2", "1.5", "2e-3", "inf", "-nan", `"s"`, `"a, b"`, "\"two\nlines\""))
}

func (m *maker) domain() {
	for range m.N("dots", 2) {
		m.Add(m.Pick("ai", "onnx", `"a-b"`), ".")
	}
	m.Add(m.Pick("ml", `"x y"`))
}

func (m *maker) pairs() {
	m.Some("[", "]", 0, 2, false, func() { m.Add(m.Pick(`""`, `"a"`, `"b]"`), ":", m.Pick("17", `"c"`)) })
}

func (m *maker) data() {
	switch m.N("data", 6) {
	case 0:
		m.Add("{", "...", "}")
	case 1:
		m.pairs()
	default:
		m.Some("{", "}", 0, 9, false, m.literal)
	}
}

func (m *maker) one() {
	m.Left--
	what := m.N("value", 8)
	switch {
	case what == 0 && m.Left > 0:
		m.graph()
	case what == 1:
		m.Add("@")
		m.name()
	case what == 2:
		m.typ()
		if m.N("named", 1) == 0 {
			m.Add(m.Pick("t", `"u v"`))
		}
		m.Add("=")
		m.data()
	case what == 3:
		m.typ()
	case what == 4:
		m.Add("...")
	default:
		m.literal()
	}
}

func (m *maker) attribute(value bool) {
	m.Add(m.Pick("a", "axis", `"k-v"`))
	if m.N("kind", 3) == 0 {
		m.Add(":", m.Pick("ints", "float", "graph"))
	}
	if !value {
		return
	}
	m.Add("=")
	if m.N("list", 2) == 0 {
		m.Some("[", "]", 0, 4, false, m.one)
		return
	}
	m.one()
}

func (m *maker) values(open, end string, data bool) {
	m.Some(open, end, 0, 3, false, func() {
		if m.N("typed", 3) > 0 {
			m.typ()
		}
		m.Add(m.Pick("x", "y", `"a/b"`, `"float"`))
		if data && m.N("data", 2) == 0 {
			m.Add("=")
			m.data()
		}
	})
}

func (m *maker) node() {
	m.Left--
	if m.N("label", 4) == 0 {
		m.Add("[")
		m.name()
		m.Add("]")
	}
	for i := range m.N("results", 2) {
		if i > 0 {
			m.Add(",")
		}
		m.reference()
	}
	m.Add("=")
	if m.N("domain", 4) == 0 {
		m.domain()
		m.Add(".")
	}
	m.Add(m.Pick("Relu", "F", `"a.b"`))
	if m.N("overload", 6) == 0 {
		m.Add(":", m.Pick("o", `"p q"`))
	}
	attributes := m.N("attributes", 2)
	if attributes == 1 {
		m.Some("<", ">", 0, 3, false, func() { m.attribute(true) })
	}
	m.Some("(", ")", 0, 3, true, m.reference)
	if attributes == 2 {
		m.Some("<", ">", 0, 3, false, func() { m.attribute(true) })
	}
}

func (m *maker) signature() {
	m.values("(", ")", true)
	m.Add("=>")
	m.values("(", ")", false)
	if m.N("locals", 1) == 0 {
		m.values("<", ">", true)
	}
	m.Add("{")
	for m.Left > 0 && m.N("node", 3) > 0 {
		m.node()
	}
	m.Add("}")
}

func (m *maker) graph() {
	m.Add(m.Pick("g", `"g h"`, "nan"))
	m.signature()
}

func (m *maker) header() {
	m.Some("<", ">", 0, 3, false, func() {
		if m.N("setting", 1) == 0 {
			m.Add(m.Pick("domain", "doc_string"), ":", m.Pick(`"d"`, "\"two\nlines\""))
			return
		}
		m.Add("opset_import", ":")
		m.pairs()
	})
}

func (m *maker) model() {
	m.Left = 30
	if m.N("header", 1) == 0 {
		m.header()
	}
	m.graph()
	for range m.N("functions", 2) {
		m.Left = 15
		if m.N("header", 1) == 0 {
			m.header()
		}
		m.Add(m.Pick("f", `"f g"`))
		if m.N("parameters", 1) == 0 {
			m.Some("<", ">", 0, 3, false, func() { m.attribute(m.N("default", 1) == 0) })
		}
		m.signature()
	}
}

func drawn(t *rapid.T, anywhere bool) []byte {
	m := &maker{syntaxtest.Maker{T: t}}
	m.model()
	src := []byte(m.Text(anywhere, func(string) string { return "" }, " # one\n", "\n# three\n", "\n\n# four\n\n"))
	f := lang.NewFile("in.onnxtxt", src)
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
		if out, ds := Format(lang.NewFile("in.onnxtxt", src),
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
		{"g()=>(){}", "g () => () {}\n"},
		{"g()=>(){}\r\n", "g () => () {}\r\n"},
		{"\ufeff<ir_version:8>g()=>(){}", "\ufeff<ir_version: 8>\ng () => () {}\n"},
		{"# x\n\n\n\ng()=>(){ # y\n}", "# x\n\ng () => () { # y\n}\n"},
		{`g()=>(float[1,"N"]"x"){"x"="Re\lu"(,"a","b.c",)}`, "g () => (float[1, N] x) {\n  x = Relu(\"\", a, \"b.c\")\n}\n"},
		{"g()=>()<int64 a={1}>{[\"l\"]=F()<a=[1,2],b=@c> =\"a\".F<a={...}>()}", ""},
		{"g()=>()<int64 a={1}>{[\"l\"]=F()<a=[1,2],b=@c> =\"a\".\"F\"<a=int64{...}>()}\nf<a>()=>(){}",
			"g () => () <int64 a = {1}> {\n  [l] = F()<a = [1, 2], b = @c>\n  = a.F<a = int64 {...}>()\n}\nf<a>() => () {}\n"},
		{"g()=>(){y=If<then_branch=h()=>(p){p=F()},else_branch=i()=>(q){}>(x)}",
			"g () => () {\n  y = If<\n    then_branch = h () => (p) {\n      p = F()\n    },\n    else_branch = i () => (q) {}\n  >(x)\n}\n"},
	} {
		if got := checkFormat(t, []byte(c.in), lang.Layout{}); string(got) != c.want {
			t.Errorf("%q\nwant %q\ngot  %q", c.in, c.want, got)
		}
	}
}

// For messages, a node is written in one line.
func TestText(t *testing.T) {
	tree, _ := Parse(lang.NewFile("in.onnxtxt", []byte(node("y = F < # one\n a=float[N,?] {1,\n2}>(x,\"z\")"))))
	var got []string
	for id := range tree.Nodes {
		if op := tree.Nodes[id].Op; op == OpTensorType || op == OpTensor || op == OpAttr || op == OpNode {
			got = append(got, tree.Text(NodeID(id)))
		}
	}
	want := []string{"float[N, ?]", "float[N, ?] {1, 2}", "a = float[N, ?] {1, 2}", "y = F<a = float[N, ?] {1, 2}>(x, z)"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// checkAll checks the invariants that hold for any bytes.
func checkAll(t syntaxtest.T, src []byte) {
	t.Helper()
	tree, ds := Parse(lang.NewFile("fuzz.onnxtxt", src))
	checkTree(t, tree)
	syntaxtest.CheckDiagnostics(t, tree.File, ds)
	for id := range tree.Nodes {
		if tree.Nodes[id].Op == OpBroken && len(ds) == 0 {
			t.Fatalf("a node is broken without an error\n%s", src)
		}
	}
	for _, d := range tree.Decls {
		if d.Bad && len(ds) == 0 {
			t.Fatalf("`%s` is bad without an error", tree.NameOf(&d))
		}
	}
	syntaxtest.CheckComments(t, &tree.Tree)
	checkFormat(t, src, lang.Layout{Width: 40})
	checkNames(t, tree, Resolve(tree))
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
			"", "", "{", "}", "]", ")", "<", ">", "(", "[", ",", ":", "=", "#", "x", "=>", "\n", "\n<domain: ", "float", "seq(", "é", "/", "-", "?", "_", ".", "0", "...", "\"", "@", "y = F(", "g () => () {"))
	})
}

func FuzzParse(f *testing.F) {
	for _, src := range sources(f) {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) { checkAll(t, src) })
}
