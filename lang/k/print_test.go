package k

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
)

// printed formats a tree, which may have bad definitions.
func printed(t *Tree) string {
	return string(lay(new(printer), t, 80, nil))
}

type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkPrint checks the laws of the printer for one text without syntax errors.
func checkPrint(t failer, src string, d Dialect) {
	t.Helper()
	tree, _ := ParseAs(lang.NewFile("in.k", []byte(src)), d)
	out := printed(tree)
	again, ds := ParseAs(lang.NewFile("out.k", []byte(out)), d)
	if again.Dialect != tree.Dialect {
		t.Fatalf("printed text is %s and not %s\n%s\n--- printed from\n%s", again.Dialect, tree.Dialect, out, src)
	}
	for _, d := range lang.Errors(ds) {
		t.Fatalf("printed text does not parse: %s at %q\n%s\n--- printed from\n%s", d.Message,
			again.File.Text(d.Span), out, src)
	}
	if !Equal(tree, again) {
		t.Fatalf("printed text differs from\n%s\n--- printed\n%s", src, out)
	}
	if len(again.Comments) != len(tree.Comments) {
		t.Fatalf("%d comments became %d\n%s\n--- printed\n%s", len(tree.Comments), len(again.Comments), src, out)
	}
	if second := printed(again); second != out {
		t.Fatalf("printing is not idempotent (-first +second):\n%s\n--- source\n%s", cmp.Diff(out, second), src)
	}
}

func TestPrintRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src, dialect := gen.Program(t), K4
		if rapid.Bool().Draw(t, "later") {
			src, dialect = gen.LaterProgram(t), K6
		}
		_, ds := ParseAs(lang.NewFile("in.k", []byte(src)), dialect)
		for _, d := range lang.Errors(ds) {
			t.Fatalf("%s %s at %v in\n%s", d.Code, d.Message, d.Span, src)
		}
		checkPrint(t, src, dialect)
	})
}

// Each archive is a program and its canonical layout.
func TestLayout(t *testing.T) {
	golden(t, "testdata/layout", func(t *testing.T, in []byte, section string) string {
		tree, ds := Parse(lang.NewFile("in.k", in))
		for _, d := range lang.Errors(ds) {
			t.Fatal(d.Message)
		}
		checkPrint(t, string(in), tree.Dialect)
		return printed(tree)
	})
}

// printNode writes a node in one line, without comments.
func printNode(t *Tree, id NodeID) string {
	p := &printer{t: t}
	p.Src, p.Last = t.File.Src, t.Nodes[id].Start
	p.expression(id)
	p.L.AtStart = true
	p.L.Flat()
	return string(p.L.Out)
}

func TestPrintNode(t *testing.T) {
	const src = "f = ( a {1 // one\n x, (2 3) y}) ^ $[ int ] ?{X a,...}=Y ?$nat;"
	tree, _ := parse(src)
	want := map[Op]string{
		OpProduct:       `{1 x, 2 3 y}`,
		OpType:          `$[int]`,
		OpCodeVector:    `[int]`,
		OpCaret:         `a {1 x, 2 3 y} ^`,
		OpFilterProduct: `{X a, ...}=Y`,
		OpFilterCode:    `$nat`,
		OpFilterVar:     `X`,
	}
	for id := range tree.Nodes {
		op := tree.Nodes[id].Op
		if w, ok := want[op]; ok && printNode(tree, NodeID(id)) != w {
			t.Errorf("%s: %s, want %s", opNames[op], printNode(tree, NodeID(id)), w)
		}
	}
	if got, want := printNode(tree, tree.Defs[0].Root), `a {1 x, 2 3 y} ^ $[int] ?{X a, ...}=Y ?$nat`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A bad definition is copied.
func TestPrintBad(t *testing.T) {
	const src = "f   = {x /* no */};\n$t=int  ;\ng   =  1;"
	tree, _ := parse(src)
	const want = "f   = {x /* no */};\n$t=int  ;\ng = 1;\n"
	if got := printed(tree); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestPrintDeep(t *testing.T) {
	n := sample.Size(200_000, 50_000)
	r := strings.Repeat
	for _, src := range []string{
		"f = " + r("[", n) + r("]", n) + ";",
		"f = " + r("{(a ", n) + "a" + r(") x}", n) + ";",
		"f = " + r("(", n) + "a" + r(" b)", n) + ";",
		"f = a" + r(" ^", n) + ";",
		"f = a" + r(" b", n) + ";",
		"f = ?" + r("{", n) + "X" + r(" a}=Y", n) + ";",
		"f = $" + r("<a: ", n) + "t" + r(">", n) + ";",
		"f = [" + r("1,\n// c\n", n) + "2];",
	} {
		checkPrint(t, src, K4)
	}
}

// All short texts of bytes that may show a dialect, or hide it, keep their dialect and their tree in another layout.
func TestLayoutOfShortTexts(t *testing.T) {
	const alphabet = `|0a() -"./^`
	text := make([]byte, sample.Size(6, 4))
	var extend func(n int)
	extend = func(n int) {
		if n > 0 {
			src := string(text[:n])
			if _, ds := Parse(lang.NewFile("in.k", []byte(src))); len(lang.Errors(ds)) == 0 {
				checkPrint(t, src, Auto)
			}
		}
		for i := range len(alphabet) {
			if n < len(text) {
				text[n] = alphabet[i]
				extend(n + 1)
			}
		}
	}
	extend(0)
}
