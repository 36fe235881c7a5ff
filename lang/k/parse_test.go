package k

import (
	"fmt"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
)

func parse(src string) (*Tree, []lang.Diagnostic) {
	return Parse(lang.NewFile("test.k", []byte(src)))
}

var opNames = [numOps]string{
	OpBad: "bad", OpIdentity: "id", OpComp: "comp", OpCaret: "caret", OpPipe: "|", OpVid: "vid", OpDiv: "div",
	OpProduct: "prod", OpVariant: "variant", OpMerge: "merge", OpVector: "vec",
	OpType: "type", OpFilter: "filter",
	OpCodeProduct: "cprod", OpCodeUnion: "cunion", OpCodeVector: "cvec",
	OpFilterCode: "fcode", OpFilterAny: "fany", OpFilterProduct: "fprod", OpFilterUnion: "funion",
	OpFilterVector: "fvec",
}

// sexpr writes a node in full, each construct with its own name.
func sexpr(t *Tree, id NodeID) string {
	n := &t.Nodes[id]
	text := ""
	if n.Sym != lang.NoSym {
		text = t.Syms.Text(n.Sym)
	}
	switch n.Op {
	case OpRef, OpCodeName:
		return text
	case OpInt:
		return "#" + text
	case OpString:
		return fmt.Sprintf("%q", text)
	case OpDot:
		return "." + text
	case OpVid:
		return "|" + text
	case OpDiv:
		return "/" + text
	case OpFilterVar:
		return "?" + text
	case OpIdentity, OpPipe:
		return opNames[n.Op]
	}
	parts := []string{opNames[n.Op]}
	if text != "" {
		parts = append(parts, "="+text)
	}
	if Fielded(n.Op) {
		for _, f := range t.Fields(id) {
			parts = append(parts, t.Syms.Text(f.Label)+":"+sexpr(t, f.Node))
		}
	} else {
		for _, kid := range t.Kids(id) {
			parts = append(parts, sexpr(t, kid))
		}
	}
	if n.Flags == FlagOpen {
		parts = append(parts, "...")
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// Each line is an expression and its tree.
func TestExpressions(t *testing.T) {
	for _, c := range [][2]string{
		{`f`, `f`},
		{`()`, `id`},
		{`((f))`, `f`},
		{`|`, `|`},
		{`-5`, `#-5`},
		{`007`, `(comp #0 #0 #7)`},
		{`5-1`, `(comp #5 #-1)`},
		{`5a`, `(comp #5 a)`},
		{`a?X`, `a?X`},
		{`a ?X`, `(comp a (filter ?X))`},
		{`123456789012345678901234567890`, `#123456789012345678901234567890`},
		{`.a.b`, `(comp .a .b)`},
		{`. "a b" .5 .-1`, `(comp .a b .5 .-1)`},
		{`a b c`, `(comp a b c)`},
		{`(a b) c`, `(comp (comp a b) c)`},
		{`a (b c)`, `(comp a (comp b c))`},
		{`(a) () ((b))`, `(comp a id b)`},
		{`a ^`, `(caret a)`},
		{`a b ^ c ^`, `(caret (comp (caret (comp a b)) c))`},
		{`a (b ^)`, `(comp a (caret b))`},
		{`(a b) ^`, `(caret (comp a b))`},
		{`(a b) c ^ ^`, `(caret (caret (comp (comp a b) c)))`},
		{`{}`, `(prod)`},
		{`{e l}`, `(variant l:e)`},
		{`{a x, b y}`, `(prod x:a y:b)`},
		{`{a b c}`, `(variant c:(comp a b))`},
		{`{1 2 3}`, `(variant 3:(comp #1 #2))`},
		{`{x: 1 y}`, `(variant x:(comp #1 y))`},
		{`{x: 1, "y z": 2, 3: 4}`, `(prod x:#1 y z:#2 3:#4)`},
		{`{a ^ l}`, `(variant l:(caret a))`},
		{`{| x}`, `(variant x:|)`},
		{`{(a) b}`, `(variant b:a)`},
		{`{() "x"}`, `(variant x:id)`},
		{`{{{} z} s}`, `(variant s:(variant z:(prod)))`},
		{`<>`, `(merge)`},
		{`<a>`, `(merge a)`},
		{`<<a, b>, c d>`, `(merge (merge a b) (comp c d))`},
		{`[]`, `(vec)`},
		{`[1, [2], a b]`, `(vec #1 (vec #2) (comp a b))`},
		{`$nat`, `(type nat)`},
		{`$ nat .x`, `(comp (type nat) .x)`},
		{`${int a}`, `(type (cprod a:int))`},
		{`$<{} z, s: nat, [[t]] 1>`, `(type (cunion z:(cprod) s:nat 1:(cvec (cvec t))))`},
		{`$[int]`, `(type (cvec int))`},
		{`?X`, `(filter ?X)`},
		{`?()`, `(filter (fany))`},
		{`?(...)`, `(filter (fany ...))`},
		{`?{X a, ..., l: Y}=Z`, `(filter (fprod =Z a:?X l:?Y ...))`},
		{`?{..., ...}`, `(filter (fprod ...))`},
		{`?<{} nil, {X car, L cdr} cons>=L`, `(filter (funion =L nil:(fprod) cons:(fprod car:?X cdr:?L)))`},
		{`?[X] = V`, `(filter (fvec =V ?X))`},
		{`?[[$int]]`, `(filter (fvec (fvec (fcode int))))`},
		{`?$nat`, `(filter (fcode nat))`},
		{`?$nat=X a`, `(comp (filter (fcode =X nat)) a)`},
		{`?${int a}=X`, `(filter (fcode =X (cprod a:int)))`},
		{`?{$nat=X a, $[int] b}`, `(filter (fprod a:(fcode =X nat) b:(fcode (cvec int))))`},
		{`?{1: X, "2": Y}`, `(filter (fprod 1:?X 2:?Y))`},
		{`1 -- 2`, `#1`},
		{`1--2`, `#1`},
		{`1 /*/ */ 2`, `(comp #1 #2)`},
		{"a#b\n%c\n//d\nb", `(comp a b)`},
		{"\ufeffa\u00a0b\u2028c", `(comp a b c)`},
		{"a\r\nb\rc\vd", `(comp a b c d)`},
		{`"a'b" 'c"d'`, `(comp "a'b" "c\"d")`},
	} {
		tree, ds := parse(c[0])
		if len(ds) > 0 {
			t.Errorf("%s: %s", c[0], ds[0].Message)
			continue
		}
		main, ok := tree.Main()
		if !ok || len(tree.Defs) != 1 {
			t.Errorf("%s: no main expression", c[0])
			continue
		}
		if got := sexpr(tree, main.Root); got != c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
		checkTree(t, tree)
	}
}

// checkTree checks the invariants of a tree's arrays.
func checkTree(t failer, tree *Tree) {
	t.Helper()
	next := NodeID(0)
	uses := make([]int, len(tree.Nodes))
	check := func(first, root NodeID, span lang.Span) {
		if root == NoNode {
			return
		}
		if first < next || root < first || int(root) >= len(tree.Nodes) {
			t.Fatalf("a body is %d … %d, after %d", first, root, next)
		}
		next = root + 1
		// The first node of each subtree, found by post-order.
		begin := make([]NodeID, root-first+1)
		for id := first; id <= root; id++ {
			n := &tree.Nodes[id]
			if n.Op == OpBad || !span.Contains(n.Span()) || n.Start >= n.End {
				t.Fatalf("node %d (%s) at %v in %v", id, opNames[n.Op], n.Span(), span)
			}
			begin[id-first] = id
			var kids []NodeID
			if Fielded(n.Op) {
				for _, f := range tree.Fields(id) {
					kids = append(kids, f.Node)
					if l := f.LabelSpan(); !n.Span().Contains(l) || l.Start >= l.End {
						t.Fatalf("a label of node %d at %v in %v", id, l, n.Span())
					}
				}
			} else {
				kids = tree.Kids(id)
			}
			at := id
			for i := len(kids) - 1; i >= 0; i-- {
				if kids[i] != at-1 {
					t.Fatalf("node %d (%s): child %d is node %d, want %d", id, opNames[n.Op], i, kids[i], at-1)
				}
				uses[kids[i]]++
				at = begin[kids[i]-first]
				if !n.Span().Contains(tree.Span(kids[i])) {
					t.Fatalf("node %d at %v has a child at %v", id, n.Span(), tree.Span(kids[i]))
				}
			}
			begin[id-first] = at
		}
		if begin[root-first] != first {
			t.Fatalf("a body of nodes %d … %d begins with %d", first, root, begin[root-first])
		}
		uses[root]++
	}
	i, j := 0, 0
	for i < len(tree.Defs) || j < len(tree.Types) {
		if j == len(tree.Types) || i < len(tree.Defs) && tree.Defs[i].Span.Start < tree.Types[j].Span.Start {
			d := tree.Defs[i]
			if d.Bad != (d.Root == NoNode) {
				t.Fatalf("definition %d: bad %v with root %d", i, d.Bad, d.Root)
			}
			check(d.First, d.Root, d.Span)
			i++
		} else {
			d := tree.Types[j]
			if d.Bad != (d.Root == NoNode) {
				t.Fatalf("type %d: bad %v with root %d", j, d.Bad, d.Root)
			}
			check(d.First, d.Root, d.Span)
			j++
		}
	}
	for id, n := range uses {
		if n != 1 {
			t.Fatalf("node %d (%s) is in %d places", id, opNames[tree.Nodes[id].Op], n)
		}
	}
}

// Spans are as tight as possible; parentheses belong only to the spans around them.
func TestSpans(t *testing.T) {
	const src = `$nat = <{} z, nat "s">; f = (a b) .x ^ {c: ( d ) , ?{X l, ...} = Y m};`
	tree, ds := parse(src)
	if len(ds) > 0 {
		t.Fatal(ds[0].Message)
	}
	var got []string
	for id := range tree.Nodes {
		n := &tree.Nodes[id]
		got = append(got, tree.File.Text(n.Span()))
		if n.Op == OpDot {
			got = append(got, "label "+tree.File.Text(tree.DotLabelSpan(NodeID(id))))
		}
		if Fielded(n.Op) {
			for _, f := range tree.Fields(NodeID(id)) {
				got = append(got, "label "+tree.File.Text(f.LabelSpan()))
			}
		}
	}
	want := []string{
		`{}`, `nat`, `<{} z, nat "s">`, `label z`, `label "s"`,
		`a`, `b`, `a b`, `.x`, `label x`, `(a b) .x`, `(a b) .x ^`, `d`, `X`, `{X l, ...} = Y`, `label l`,
		`?{X l, ...} = Y`, `{c: ( d ) , ?{X l, ...} = Y m}`, `label c`, `label m`,
		`(a b) .x ^ {c: ( d ) , ?{X l, ...} = Y m}`,
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n%s\n\nwant\n%s", g, w)
	}
	d := tree.Defs[0]
	if tree.File.Text(d.NameSpan) != "f" || tree.File.Text(d.Span) != src[24:] || d.Depth != 2 {
		t.Errorf("definition: %q, %q, depth %d", tree.File.Text(d.NameSpan), tree.File.Text(d.Span), d.Depth)
	}
	ty := tree.Types[0]
	if tree.File.Text(ty.NameSpan) != "$nat" || tree.File.Text(ty.Span) != src[:23] {
		t.Errorf("type: %q, %q", tree.File.Text(ty.NameSpan), tree.File.Text(ty.Span))
	}
}

func TestComments(t *testing.T) {
	const src = "/* a\n*/ f = 1; // b \n--c\r\n#d\n%e\n/**/ /*/ */ \"// no\" ---\n"
	tree, _ := parse(src)
	var got []string
	for _, c := range tree.Comments {
		got = append(got, tree.File.Text(c))
	}
	want := "/* a\n*/|// b |--c|#d|%e|/**/|/*/ */|---"
	if g := strings.Join(got, "|"); g != want {
		t.Errorf("got  %q\nwant %q", g, want)
	}
}

func TestLibrary(t *testing.T) {
	for _, src := range []string{"", " \n", "// only a comment", "f = 1;", "$t = {};", "+++", "\ufeff"} {
		tree, ds := parse(src)
		if _, ok := tree.Main(); ok {
			t.Errorf("%q has a main expression", src)
		}
		for _, d := range lang.Errors(ds) {
			t.Errorf("%q: %s", src, d.Message)
		}
	}
	tree, _ := parse("f = 1; f")
	if m, ok := tree.Main(); !ok || tree.Syms.Text(m.Name) != lang.MainName || m.Span != m.NameSpan ||
		m.Span != (lang.Span{Start: 7, End: 8}) {
		t.Error("the main expression is not the definition of its name")
	}
}

func TestUnreadable(t *testing.T) {
	for src, at := range map[string]int32{"\xff": 0, "f = 1; é\xe9 g = ;": 9, "a\xed\xa0\x80": 1,
		"\xef\xbf\xbd\xc0": 3} {
		tree, ds := parse(src)
		if len(ds) != 1 || ds[0].Code != lang.NotUTF8 || ds[0].Span != (lang.Span{Start: at, End: at + 1}) {
			t.Errorf("%q: %+v", src, ds)
		}
		if len(tree.Nodes)+len(tree.Defs) > 0 {
			t.Errorf("%q was analysed", src)
		}
	}
}

// A million brackets of every kind use no stack and little time.
func TestDepth(t *testing.T) {
	n := sample.Size(1_000_000, 400_000)
	r := strings.Repeat
	for _, c := range []struct{ name, src string }{
		{"paren", "f = " + r("(", n) + "a" + r(")", n) + ";"},
		{"paren comp", "f = " + r("(a ", n) + "a" + r(")", n) + ";"},
		{"product", "f = " + r("{a: ", n) + "a" + r("}", n) + ";"},
		{"merge", "f = " + r("<a,", n) + "a" + r(">", n) + ";"},
		{"vector", "f = " + r("[", n) + r("]", n) + ";"},
		{"caret", "f = a" + r(" ^", n) + ";"},
		{"left", "f = " + r("(", n) + "a" + r(" b)", n) + ";"},
		{"type", "f = $" + r("{", n) + "int" + r(" a}", n) + ";"},
		{"vector type", "$f = " + r("[", n) + "int" + r("]", n) + ";"},
		{"union type", "$f = " + r("<a: ", n) + "int" + r(">", n) + ";"},
		{"filter", "f = ?" + r("{", n) + "X" + r(" a}", n) + ";"},
		{"vector filter", "f = ?" + r("[", n) + "X" + r("]", n) + ";"},
		{"any filter", "f = ?" + r("(a: ", n) + "X" + r(")", n) + ";"},
		{"unclosed", "f = " + r("(", n)},
		{"unclosed all", "f = " + r("([{<", n/4) + "; g = 1;"},
		{"stray", "f = " + r(")", n) + "; g = 1;"},
		{"mismatched", "f = " + r("(", n) + r("]", n) + "; g = 1;"},
		{"skipped", "f = $int" + "; $g = {int int int " + r("{", n) + r("}", n) + "};"},
	} {
		tree, ds := parse(c.src)
		broken := strings.HasPrefix(c.name, "unclosed") || c.name == "stray" || c.name == "mismatched" ||
			c.name == "skipped"
		if errors := len(ds); broken != (errors == 1) || errors > 1 {
			t.Errorf("%s: %d diagnostics", c.name, errors)
		}
		if !broken && c.name != "caret" && !strings.HasSuffix(c.name, "type") && int(tree.Defs[0].Depth) != n {
			t.Errorf("%s: depth %d", c.name, tree.Defs[0].Depth)
		}
	}
}

// Texts that take quadratic time in a careless scanner or parser.
func TestLinear(t *testing.T) {
	n := sample.Size(100_000, 25_000)
	r := strings.Repeat
	for name, source := range map[string]func(n int) string{
		"open comments":   func(n int) string { return r("/*\na=", n) },
		"open strings":    func(n int) string { return r("\\\"\n", n) },
		"both quotes":     func(n int) string { return r("'\\'\\\"\n\"", n) },
		"signs":           func(n int) string { return r("+1", n) },
		"minus":           func(n int) string { return r("-1", n) },
		"signs of names":  func(n int) string { return r("+a", n) },
		"bad characters":  func(n int) string { return r("& ", n) },
		"far equals":      func(n int) string { return "f = ?{" + r("X a,\n", n) + "Y b};" },
		"peeks":           func(n int) string { return "$t = {" + r("\na/**/", n) + "};" },
		"statements":      func(n int) string { return r("5;", n) },
		"colons":          func(n int) string { return r("a:", n) },
		"names equal":     func(n int) string { return r("a=", n) },
		"heads in filter": func(n int) string { return "f = ?{" + r("\nX = ", n) },
		"commas":          func(n int) string { return "f = [" + r(",", n) + "];" },
		"ats":             func(n int) string { return r("@a", n) },
		"line of items":   func(n int) string { return r("a=1;", n) + "// end" },
	} {
		t.Run(name, func(t *testing.T) {
			cost.Linear(t, n, func(n int) {
				tree, _ := parse(source(n))
				Resolve(tree)
				printed(tree)
			})
		})
	}
}

// Where no token decides, or tokens of both dialects do, a text is read in the dialect in which its syntax and names
// have no errors, or else fewer.
func TestDialectWithoutErrors(t *testing.T) {
	for _, c := range []struct {
		source string
		want   Dialect
	}{
		{"$b = <{} t, {} f>; f = {} | t $b;", K6},
		{"$nat = <{} 0, nat s>; z = {} | 0 $nat;", K6},
		{"$nat = <{} 0, nat s>; z = {} |\t\n0 $nat;", K6},
		{"$b = <{} t>; f = {} | 'a tag';", K6},
		{"f = .a-b;", K6},
		{"f = {.x a-b};", K6},
		{"$t = <{} -, {} +>; f = $t / +;", K6},
		{"f = .x | t;", K6},
		{"t = .y; f = .x | t;", K4},
		{"f = .x |t; g = 5;", K6}, // errors in both
		{"t = .y; f = .x |t; g = 5;", K4},
		{"t = .y; f = .x | t; g = 5;", K4},
		{"t = .y; f = .x | t PLUS;", K4},
		{"t = .y; f = $int {} | t;", K4},
		{"t = .y; f = .x | t ^;", K4},
		{"f = .x | t; g = u;", K4},
		{"t = u; f = .x | t;", K4}, // as many in both
		{"f = .x |t; g = u;", K6},
		{"f = .a-b; g = u;", K4},
		{"f = .a-b .c-d; g = .e-f; h = );", K6}, // fewer errors
		{"g = [.x, .y]; f = /a |b; h = /c |d;", K6},
		{"f = /a |b; g = [.x, .y]; h = [.c];", K4},
		{"f = /a |b; g = [.x, .y];", K6}, // as many: the first one decides
		{"-- dialect: k4\nf = {} | t;", K4},
		{"-- dialect: k6\nt = .y; f = .x |t; g = 5;", K6},
		{"f = .x;", K4},
	} {
		if tree, _ := parse(c.source); tree.Dialect != c.want {
			t.Errorf("%q is read in %s, want %s", c.source, tree.Dialect, c.want)
		}
		for _, d := range []Dialect{K4, K6} {
			if _, _, _, settled := Header(c.source); settled {
				continue
			}
			if tree, _ := ParseAs(lang.NewFile("in.k", []byte(c.source)), d); tree.Dialect != d {
				t.Errorf("%q is read in %s, but %s was asked for", c.source, tree.Dialect, d)
			}
		}
	}
}
