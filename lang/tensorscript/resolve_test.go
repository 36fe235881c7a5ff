package tensorscript

import (
	"fmt"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
)

// head has a node N with a weight w, and names for its functions.
const head = "use lin::Linear; use nonlin::relu; node N<[?, n] -> [?, n]> { dim D = 2; tsr T = [?, D]; } weights N<[?, n] -> [?, n]> { w = Linear::new(in=D, out=n); } "

// graph returns a program with functions of N.
func graph(defs string) string { return head + "graph N<[?, n] -> [?, n]> { " + defs + " }" }

// Each error in names is reported once, at its place.
func TestNames(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{graph("def forward { x |> w |> relu |> self.f(y=D) |> view(?, n) } def f(x: T, y) -> [?, D] { let z = x; z + y }"), ""},
		// Scopes: blocks, functions, the node, global.
		{graph("def forward { if true { let y = x; y } else { x }; y }"), "P0211 y"},
		{graph("def forward { let y = y; y }"), "P0211 y"},
		{graph("def forward { let x = x; x }"), ""},
		{graph("def forward { y }"), "P0211 y"},
		{graph("def f(y) -> T { x }"), "P0211 x"},
		{graph("def forward(y) -> T { x }"), "P0211 x"},
		{graph("def forward() -> T { x }"), ""},
		{graph("def new() -> Self { self }"), ""},
		{graph("def f(x: Self) -> Self { x }"), ""},
		{graph("def f(x: D2) -> T { x }"), "P0202 D2"},
		{graph("def f(x: [?, D2]) -> [m] { x }"), "P0202 D2; P0202 m"},
		{graph("def forward { x |> view(m, _) }"), "P0202 m"},
		{graph("def forward { x |> rleu(x=x) |> tanh }"), "P0213 rleu; P0211 tanh"},
		// Names of a node are not visible in another one.
		{head + "node M<[m] -> [m]> {} graph M<[m] -> [D]> { def forward { x |> w } }", "P0202 D; P0211 w"},
		{"dim D = 3; node M<[D] -> [D]> { dim D = 4; } graph M<[D] -> [D]> { def forward { x } }", ""},
		// Only a node or a tensor may be the first to use a size.
		{"tsr a = [?, m]; tsr b = [m, a];", ""},
		{"node M<[m] -> [l, m]> { tsr a = [k]; } weights M<[m] -> [k]> {} graph M<[l] -> [o]> {}", "P0202 o"},
		{"node M<[m * 2] -> [m]> {}", ""},
		{"dim a = b;", "P0202 b"},
		{"dim a = ? * 2;", ""},
		{"node M<a -> [?]> {}", "P0202 a"},
		{"tsr a = b;", "P0202 b"},
		{"weights N<[?] -> [?]> { w = L::new(); }", "P0117 N"},
		// Every name must be declared before its use, except functions.
		{"graph M<a -> b> { def forward { hello } } node M<[m] -> [m]> {}", "P0117 M"},
		{"dim a = b; dim c = b; dim b = 1;", "P0117 b"},
		{"tsr a = b; tsr b = [?];", "P0117 b"},
		{"node M<[m] -> [m]> {} dim m = 3;", "P0117 m"},
		{"node M<a -> a> { tsr a = [c]; dim c = 2; }", "P0117 c"},
		{"node M<[m] -> [m]> {} graph M<[m] -> [m]> { def forward { x |> w |> w } } weights M<[m] -> [m]> { w = M::new(); }", "P0117 w"},
		{"node M<[m] -> [m]> {} weights M<[m] -> [m]> { w = Linear::new(); } use lin::Linear;", "P0117 Linear"},
		{graph("def forward { x |> self.f() } def f(x: T) -> T { x }"), ""},
		// Every name is declared at most once in a scope.
		{"dim a = 1; dim a = 2;", "P0205 a"},
		{"dim a = 1; tsr a = [a];", "P0205 a"},
		{"use lin::Linear; use nonlin::relu as Linear;", "P0216 Linear"},
		{"use lin::{Linear, Linear as L};", ""},
		{"node M<[m] -> [m]> {} node M<[m] -> [m]> {}", "P0204 M"},
		{head + "weights N<[?, n] -> [?, n]> { w = Linear::new(); }", "P0216 w"},
		{graph("def forward { x } def forward { x }"), "P0204 forward"},
		{graph("def f(x, x) -> T { x }"), "P0216 x"},
		// Imports, classes and constructors.
		{"use lin::{Linear, Lniear}; use nonlin::Linear; use lib::Linear as L;", "P0213 Lniear; P0213 Linear; P0216 Linear; P0213 lib"},
		{"use nonlin::gelu; node M<[m] -> [m]> {} graph M<[m] -> [m]> { def forward { x |> gelu } }", "P0213 gelu"},
		{head + "weights N<[?, n] -> [?, n]> { v = Linera::new(); }", "P0213 Linera"},
		{head + "weights N<[?, n] -> [?, n]> { v = Linear::create(); }", "P0214 create"},
		{graph("def make() -> Self { self }") + " weights N<[?, n] -> [?, n]> { v = N::make(); u = N::mkae(); t = N::new(); }", "P0214 mkae"},
		// Functions of a graph.
		{graph("def forward { x |> self.helo() } def hello(x: T) -> T { x }"), "P0212 helo"},
		{graph("def forward { w.any(); x }"), ""},
		// Unsupported syntax, and the names in it.
		{graph("def forward { y = z; while z { z } if z { z } x |> w.weight }"), "P0116 y = z; P0116 while z { z }; P0116 if z { z }; P0116 w.weight"},
		{graph("def forward { x |> f(a=if x { x }) }"), "P0213 f; P0116 if x { x }"},
		// One mistake is reported once.
		{"use lin::{Linear; node M<[m] -> [m]> {} weights M<[m] -> [m]> { w = Linear::new(); }", "P0102 ;"},
		{"node M<[m] -> [m> {} graph M<[m] -> [k]> { def forward { x |> view(k) } }", "P0102 >"},
	} {
		f := lang.NewFile("in.trs", []byte(c.src))
		tree, _ := Parse(f)
		ds := all(f)
		syntaxtest.CheckDiagnostics(t, tree.File, ds)
		if got := syntaxtest.Found(f, ds); got != c.want {
			t.Errorf("%s\n got %s\nwant %s\n%v", c.src, got, c.want, ds)
		}
	}
}

// A name has the meaning of the innermost scope, here with the line of its declaration.
func TestMeanings(t *testing.T) {
	const src = `use nonlin::relu as r;
dim a = 1;
tsr b = [?, a, k];
node N<[?, a, p] -> b> {
  dim a = 2;
}
weights N<[?, a, p] -> b> {
  w = N::new(a=a);
}
graph N<[?, a, p] -> b> {
  def forward(a) -> [?, a] { let w = a |> w |> r; w |> self.f() }
  def f(x: b) -> b { x |> view(?, a, p) }
}
`
	f := lang.NewFile("in.trs", []byte(src))
	tree, ds := Parse(f)
	names, more := Resolve(tree, modules)
	if ds = append(ds, more...); len(ds) > 0 {
		t.Fatal(ds)
	}
	var got []string
	for id := range tree.Nodes {
		m, at := names.Meaning[id], names.At[id]
		var to lang.Span
		switch m {
		case MeansNothing:
			continue
		case MeansImport, MeansParam, MeansLet:
			to = tree.Span(NodeID(at))
			if m == MeansImport && tree.Nodes[id].Op == OpImport {
				continue
			}
		case MeansSize:
			to = names.Sizes[at].Span
		default:
			to = tree.Decls[at].NameSpan
		}
		got = append(got, fmt.Sprintf("%s:%v=%d:%d", tree.Name(NodeID(id)), f.Position(tree.NameSpan(NodeID(id)).Start),
			m, f.Position(to.Start).Line))
	}
	want := `?:3:10=8:3 a:3:13=2:2 k:3:16=8:3 ?:4:9=8:4 a:4:12=2:5 p:4:15=8:4 b:4:21=3:3
		?:7:12=8:4 a:7:15=2:5 p:7:18=8:4 b:7:24=3:3 a:8:16=2:5 N:8:7=4:4
		?:10:10=8:4 a:10:13=2:5 p:10:16=8:4 b:10:22=3:3
		?:11:22=8:4 a:11:25=2:5 a:11:38=9:11 w:11:43=5:8 r:11:48=1:1 w:11:51=10:11 self:11:56=7:4 f:11:61=6:12
		b:12:12=3:3 b:12:18=3:3 x:12:22=9:12 ?:12:32=8:4 a:12:35=2:5 p:12:38=8:4`
	if strings.Join(got, " ") != strings.Join(strings.Fields(want), " ") {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
}

// A library precedes a program, whose own names have precedence.
func TestParts(t *testing.T) {
	library := lang.NewFile("lib.trs", []byte("dim a = 1; use lin::Linear; node L<[a] -> [a]> {}"))
	library.Position(0)
	rel := lang.NewFile("own.rel", []byte("relation R(_) :- true."))
	rel.Position(0)
	for src, want := range map[string]string{
		"tsr b = [a]; node M<b -> b> {} weights M<b -> b> { w = Linear::new(); v = L::new(); }": "",
		"dim a = 2; tsr b = [a];":  "",
		"dim a = 2; dim a = 3;":    "P0205 a",
		"node L<[a] -> [a, a]> {}": "",
		"dim b = c":                "P0110",
	} {
		f := lang.Join([]*lang.File{rel, library}, lang.NewFile("in.trs", []byte(src)))
		tree, _ := Parse(f)
		checkTree(t, tree)
		if got := syntaxtest.Found(f, all(f)); got != want {
			t.Errorf("%s: %s, want %s", src, got, want)
		}
	}
}

// Many mistakes take linear time.
func TestManyNames(t *testing.T) {
	cost.Linear(t, 20_000, func(n int) {
		var b strings.Builder
		b.WriteString("node N<[m] -> [m]> {}\ngraph N<[m] -> [m]> {\n")
		for i := range n {
			fmt.Fprintf(&b, "def f%d(x: [a%d]) -> [m] { y%d |> self.g%d() }\n", i, i, i, i)
		}
		b.WriteString("}")
		if ds := all(lang.NewFile("many.trs", []byte(b.String()))); len(ds) != min(3*n, lang.MaxErrors+1) {
			t.Errorf("%d errors", len(ds))
		}
	})
}

// An operation that exists is not unknown: it is not imported.
func TestNotImported(t *testing.T) {
	ds := all(lang.NewFile("in.trs", []byte("use nonlin::relu;\nnode M<[m] -> [m]> {}\n"+
		"graph M<[m] -> [m]> { def forward { x |> tanh |> relu } }")))
	if len(ds) != 1 || ds[0].Message.String() != "the name `tanh` is not imported" || ds[0].Label.String() != "not imported" {
		t.Error(ds)
	}
}
