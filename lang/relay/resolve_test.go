package relay

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
)

// all returns the diagnostics of a text, of its syntax and of its names.
func all(f *lang.File) []lang.Diagnostic {
	tree, ds := Parse(f)
	_, more := Resolve(tree, standard)
	return append(ds, more...)
}

// Names have lexical scopes, and each error in them is reported once.
func TestNames(t *testing.T) {
	for _, c := range []struct{ src, want, fixed string }{
		// Locals.
		{"def @f(%v: int32) { let %v = 2f; %v }", "", ""},
		{"def @f() { let %v = 1; let %v = (%v, 2f); %v.1 }", "", ""},
		{"def @f() { let %x = (%x, 1); %x }", "P0211 %x", ""},
		{"def @f() { let %g = fn (%k) { %g(%k) }; %g }", "", ""},
		{"def @f() { let %g = (fn (%k) { %g(%k) }); %g }", "", ""},
		{"def @f() { { let %x = 1; %x }; %x }", "P0211 %x", ""},
		{"def @f() { (let %x = 1; %x) + %x }", "P0211 %x", ""},
		{"def @f() { fn (%x) { %x }; %x }", "P0211 %x", ""},
		{"def @f() { free_var %x; %x }", "", ""},
		{"def @f(%x) { 1 }\ndef @g() { %x }", "P0211 %x", ""},
		{"def @f(%value) { %valeu }", "P0211 %valeu", "def @f(%value) { %value }"},
		{"def @f(%a, %b) { %a/b }", "P0211 %a/b", "def @f(%a, %b) { %a / %b }"},
		{"def @f(%a) { %a/2 }", "P0211 %a/2", "def @f(%a) { %a / 2 }"},
		{"def @f(%a) { %f }", "P0211 %f", ""},
		{"def @f(%a, %a) { 1 }", "P0216 %a", ""},
		{"def @f(%a) { fn (%a) { %a } }", "", ""},
		// Names of printed models.
		{"def @f(%fc.weight, %m.0.1.bias, %a::B_1) { (%fc.weight, %m.0.1.bias, %m.0.1.bias.0, %a::B_1) }", "", ""},
		{"def @f(%in.1, %t) { (%in.1, %t.1, %in.1.0, %t.1.0) }", "", ""},
		{"def @f(%in.1) { 1 }\ndef @g(%in) { %in.1 }", "", ""},
		{"def @f(%in.1) { %in.0 }", "P0211 %in", ""},
		{"def @f(%t) { %t.wight }", "P0211 %t.wight", ""},
		// Graph variables.
		{"def @f() { %0 = 1; %0 }\ndef @g() { %0 = 2; %0 }", "", ""},
		{"def @f() { %0 = 1; %0 = 2; %0 }", "P0216 %0", ""},
		{"def @f() { %0 = %0; 1 }", "P0211 %0", ""},
		{"def @f() { %0 = 1; 1 }\ndef @g() { %0 }", "P0211 %0", ""},
		{"def @f() { if (True) { %0 = 1; %0 } else { 2 }; %0 }", "", ""},
		// Patterns.
		{"type T { A(T), B }\ndef @f(%t) { match (%t) { A(%x) => %x, B => %x } }", "P0211 %x", ""},
		{"type T { A(T), B }\ndef @f(%t) { match (%t) { A(A(%x)) => %x, %x => %x, _ => B } }", "", ""},
		{"type T { A(T, T) }\ndef @f(%x) { match (%x) { A(%x, A(%y, %x)) => %x } }", "P0216 %x", ""},
		{"def @f(%t) { match (%t) { (%a, (%a, _)) => %a } }", "P0216 %a", ""},
		{"type T { A(T), B }\ndef @f(%t) { match (%t) { A(x) => add(x, x), B => B } }", "P0214 x",
			"type T { A(T), B }\ndef @f(%t) { match (%t) { A(%x) => add(%x, %x), B => B } }"},
		{"type T { Apple(T), B }\ndef @f(%t) { match (%t) { Aple(%x) => 1, B => 2 } }", "P0214 Aple",
			"type T { Apple(T), B }\ndef @f(%t) { match (%t) { Apple(%x) => 1, B => 2 } }"},
		// Globals and bare names.
		{"def @f() { @g() }\ndef @g() { @f() }", "", ""},
		{"def @f() { @fold() }\ndef @foldl() { 1 }", "P0212 @fold", "def @f() { @foldl() }\ndef @foldl() { 1 }"},
		{"def @inc() { inc() }", "P0213 inc", "def @inc() { @inc() }"},
		{"def @f(%x) { x }", "P0213 x", "def @f(%x) { %x }"},
		{"def @f(%x) { memory.kill(%x); vm.shape_of(%x) }", "P0213 memory.kill", ""},
		{"def @f(%x) { relu(%x) }", "P0213 relu", "def @f(%x) { nn.relu(%x) }"},
		{"def @f(%x) { tahn(%x) }", "P0213 tahn", ""},
		{"def @f() { Foo }", "P0214 Foo", ""},
		{"op foo : fn(int32) -> int32\ndef @f() { foo(1) }", "", ""},
		{"def @f() { cast(1, dtype=float32, axes=None, x=[a, (b, c)], y=g(d)) }", "P0213 g; P0213 d", ""},
		{"def @f() { cast(1, dtype=1, dtype=2) }", "P0216 dtype", ""},
		{"def @f() { A }\ntype T { A }", "", ""},
		// Types.
		{"def @f(%x: Lst[int32]) { 1 }\ntype List[A] { Nil }", "P0202 Lst", "def @f(%x: List[int32]) { 1 }\ntype List[A] { Nil }"},
		{"def @f(%x: A) { 1 }", "P0202 A", ""},
		{"def @f[A](%x: A) -> A { let %y : A = %x; fn (%z : A) { %z } }", "", ""},
		{"def @f[A, A](%x: A) { 1 }", "P0216 A", ""},
		{"def @f[A](%x: fn[A](A) -> A) { fn [A](%x: A) { %x } }", "", ""},
		{"def @f(%x: Tensor[(2), flot32]) { 1 }", "P0202 flot32", "def @f(%x: Tensor[(2), float32]) { 1 }"},
		{"def @f(%x: Tensor[(2), int8x4]) { 1 }", "", ""},
		{"def @f(%x: float33) { 1 }", "P0202 float33", ""},
		{"def @f<n : ShapeVar>(%x : Tensor[(n, n + 1), float32]) { 1 }", "", ""},
		{"def @f(%x : Tensor[(n), float32]) { 1 }", "P0202 n", ""},
		{"def @f<n : Shpe>(%x : Tensor[n, float32]) { 1 }", "P0202 Shpe", ""},
		{"type T[A] { B(A, C) }", "P0202 C", ""},
		// Duplicates.
		{"def @f() { 1 }\ndef @f() { 2 }", "P0204 @f", ""},
		{"type T { A }\nextern type T", "P0205 T", ""},
		{"type T { A, A }", "P0203 A", ""},
		{"type T { A }\ntype U { A }", "P0203 A", ""},
		{"R(a) :- true\nR(b) :- true", "", ""},
		// Relations.
		{"def @f<a>(%x : a) -> a where Identiy(a, a) { %x }", "P0215 Identiy", "def @f<a>(%x : a) -> a where Identity(a, a) { %x }"},
		{"def @f<a>(%x : a) -> a where R { %x }\nR(a) :- true", "", ""},
		// Names in unreadable text are not unknown.
		{"type T { A B }\ndef @f() { match (A) { B => @g() } }\ndef @g() { + }", "P0101 B; P0101 +", ""},
	} {
		file := lang.NewFile("in.rly", []byte(c.src))
		tree, _ := Parse(file)
		ds := all(file)
		lang.Sort(ds)
		syntaxtest.CheckDiagnostics(t, tree.File, ds)
		if s := syntaxtest.Found(file, ds); s != c.want {
			t.Errorf("%s\nwant %q, got %q", c.src, c.want, s)
		}
		if c.fixed != "" {
			if text := syntaxtest.Repaired(t, c.src, all); text != c.fixed {
				t.Errorf("%s\nis repaired to %q", c.src, text)
			}
		}
	}
}

// A name refers to the nearest enclosing declaration.
func TestMeanings(t *testing.T) {
	const src = `type T[A] { C(A) }
def @f[A](%x: A) -> T[A] { let %x = C(%x); %0 = fn (%x: int32) { %x }; match (%x) { C(%x) => @f(%x) }; %0 }
`
	file := lang.NewFile("in.rly", []byte(src))
	tree, _ := Parse(file)
	names, ds := Resolve(tree, standard)
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	var got []string
	for id, m := range names.Meaning {
		if m == MeansNothing {
			continue
		}
		at := fmt.Sprint(names.At[id])
		switch m {
		case MeansVariable, MeansConstructor, MeansParam:
			at = fmt.Sprint(tree.Span(NodeID(names.At[id])).Start)
		}
		got = append(got, fmt.Sprintf("%s@%d: %d %s", file.Text(tree.NameSpan(NodeID(id))),
			tree.Span(NodeID(id)).Start, m, at))
	}
	want := "A@14: 6 7; A@33: 6 26; A@41: 6 26; T@39: 5 0; C@55: 3 12; %x@57: 1 29; int32@75: 7 0; %x@84: 1 71; %x@97: 1 50; " +
		"C@103: 3 12; @f@112: 2 1; %x@115: 1 105; %0@122: 1 62"
	if s := strings.Join(got, "; "); s != want {
		t.Errorf("got %s", s)
	}
}

// Declarations of the main file replace those of libraries, and each part is parsed in its own dialect.
func TestParts(t *testing.T) {
	library := lang.NewFile("lib.rly",
		[]byte("// library\ntype T { A, B }\ndef @f() { A }\ndef @g() { @f() }\n@ignored(1)"))
	library.Position(0)
	home := lang.NewFile("in.rly", []byte("# home\ndata T { A : () -> T }\ndef @f() { B }\n@g()"))
	tree, ds := Parse(lang.Join([]*lang.File{library}, home))
	names, more := Resolve(tree, standard)
	if len(ds)+len(more) > 0 || tree.Dialect != Doc {
		t.Fatal(ds, more, tree.Dialect)
	}
	checkTree(t, tree)
	if len(tree.Decls) != 6 {
		t.Errorf("%d declarations", len(tree.Decls))
	}
	for name, want := range map[string]int32{"@f": 4, "@g": 2} {
		if got := names.Globals[tree.Syms.Lookup(name)]; got != want {
			t.Errorf("%s is declaration %d", name, got)
		}
	}
	if got := tree.File.PartAt(tree.Span(names.Constructors[tree.Syms.Lookup("A")]).Start).File.Name; got != "in.rly" {
		t.Errorf("A is of %s", got)
	}
	// But the library refers to its own.
	denotes := make(map[string]int)
	for id := range tree.Nodes {
		var at lang.Span
		switch names.Meaning[id] {
		case MeansGlobal:
			at = tree.Decls[names.At[id]].Span
		case MeansConstructor:
			at = tree.Span(NodeID(names.At[id]))
		default:
			continue
		}
		from, to := tree.File.PartAt(tree.Span(NodeID(id)).Start).File, tree.File.PartAt(at.Start).File
		denotes[tree.Text(NodeID(id))+" in "+from.Name+" is of "+to.Name]++
	}
	want := map[string]int{"A in lib.rly is of lib.rly": 1, "@f in lib.rly is of lib.rly": 1,
		"B in in.rly is of lib.rly": 1, "@g in in.rly is of lib.rly": 1}
	if !maps.Equal(denotes, want) {
		t.Errorf("%v", denotes)
	}
}

// Each slip in the names of the documents has a fix.
func TestSeedNames(t *testing.T) {
	want := map[string]string{
		"A1": "P0214 x; P0214 x; P0214 y", "A4": "P0213 inc_scalar; P0213 inc_scalar", "A11": "P0211 %l",
		"A12": "P0211 %l2; P0211 %l1", "A13": "P0211 %ll", "A17": "P0212 @generate_input", "A19": "P0212 @map_accuml",
		"B3": "P0213 plus; P0211 %a; P0211 %b",
	}
	library := lang.NewFile("prelude.rly", []byte(strings.NewReplacer("@zip", "@other", "@map_accuml", "@another").Replace(prelude)+`
type Optional[A] { Same(A) }
type Numbers2 { Nothing }
@cell : fn[S, I, O](S, I) -> (S, O)
@concat : fn[A](List[A], List[A]) -> List[A]`))
	library.Position(0)
	for _, f := range seeds(t) {
		name := strings.TrimSuffix(f.Name, ".rly")
		text := syntaxtest.Repaired(t, string(f.Data), parsed)
		file := lang.Join([]*lang.File{library}, lang.NewFile(f.Name, []byte(text)))
		tree, _ := Parse(file)
		_, ds := Resolve(tree, standard)
		if s := syntaxtest.Found(file, ds); s != want[name] {
			t.Errorf("%s: want %q, got %q", name, want[name], s)
		}
		// After all offered changes, only unbound names remain.
		text = syntaxtest.Repaired(t, text, func(f *lang.File) []lang.Diagnostic {
			whole := lang.Join([]*lang.File{library}, f)
			ds := all(whole)
			for i := range ds {
				for j := range ds[i].Fixes {
					for k := range ds[i].Fixes[j].Edits {
						e := &ds[i].Fixes[j].Edits[k]
						e.Span = whole.Home().Local(e.Span)
					}
				}
			}
			return ds
		})
		for _, d := range all(lang.Join([]*lang.File{library}, lang.NewFile(f.Name, []byte(text)))) {
			if d.Code != lang.UnknownLocal && d.Code != lang.UnknownGlobal {
				t.Errorf("%s: %v is left\n%s", name, d, text)
			}
		}
		if name == "A1" && !strings.Contains(text, "case Pair(%x, %y) { %x + %y }") ||
			name == "A4" && strings.Count(text, " @inc_scalar(") != 3 {
			t.Errorf("%s is repaired to\n%s", name, text)
		}
	}
}

// Resolving takes linear time, even with many unknown names.
func TestManyNames(t *testing.T) {
	var b strings.Builder
	b.WriteString("def @f() {\n")
	for i := range 20_000 {
		fmt.Fprintf(&b, "let %%v%d = %%w%d;\n", i, i)
	}
	b.WriteString("g(")
	for i := range 20_000 {
		fmt.Fprintf(&b, "@h%d, op%d, ", i, i)
	}
	b.WriteString("1)}")
	if ds := all(lang.NewFile("in.rly", []byte(b.String()))); len(ds) != lang.MaxErrors+1 {
		t.Errorf("%d diagnostics", len(ds))
	}
}

// A name that is not bound is one error in each declaration, and no other short name is offered for a short one.
func TestUnboundOnce(t *testing.T) {
	ds := all(lang.NewFile("a.rly", []byte("def @f(%x: Tensor[(2), float32]) { add(%b, %b) }\n"+
		"def @g(%hidden: Tensor[(2), float32]) { add(%b, %hiden) }")))
	var got []string
	for _, d := range ds {
		line := d.Definition + " " + d.Message.String()
		for _, h := range d.Help {
			line += ": " + h.String()
		}
		for _, f := range d.Fixes {
			line += ": " + f.Title.String()
		}
		got = append(got, line)
	}
	const add = ": add `%b` to the parameters of the function, or bind it before this by `let %b = …;`"
	want := []string{"@f `%b` is not bound here" + add, "@g `%b` is not bound here" + add,
		"@g `%hiden` is not bound here: write `%hidden`"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
