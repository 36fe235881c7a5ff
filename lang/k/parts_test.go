package k_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// shifted returns a diagnostic of a part in the offsets of the whole.
func shifted(d lang.Diagnostic, by int32) lang.Diagnostic {
	move := func(s lang.Span) lang.Span { return lang.Span{Start: s.Start + by, End: s.End + by} }
	d.Span = move(d.Span)
	if d.Related = append([]lang.Related(nil), d.Related...); d.Code == lang.OtherDialect {
		d.Related = nil // another part may have shown the dialect before
	}
	for i := range d.Related {
		d.Related[i].Span = move(d.Related[i].Span)
	}
	d.Fixes = append([]lang.Fix(nil), d.Fixes...)
	for i := range d.Fixes {
		d.Fixes[i].Edits = append([]lang.Edit(nil), d.Fixes[i].Edits...)
		for j := range d.Fixes[i].Edits {
			d.Fixes[i].Edits[j].Span = move(d.Fixes[i].Edits[j].Span)
		}
	}
	return d
}

// checkParts compares the tree of a file of parts with the trees of its parts: each part is parsed as if it were alone,
// whatever errors it or another part has.
func checkParts(texts ...string) error {
	var files []*lang.File
	for i, text := range texts {
		files = append(files, lang.NewFile(fmt.Sprintf("p%d.k", i), []byte(text)))
	}
	last := len(files) - 1
	whole := lang.Join(files[:last], files[last])
	tree, got := k.Parse(whole)
	var want []lang.Diagnostic
	type definition struct {
		name      string
		span      lang.Span
		bad       bool
		main      bool
		size      k.NodeID
		rootStart int32
	}
	definitions := func(t *k.Tree, by int32, main bool) (list []definition) {
		add := func(name string, span lang.Span, first, root k.NodeID, bad, isMain bool) {
			x := definition{name, lang.Span{Start: span.Start + by, End: span.End + by}, bad, isMain, -1, -1}
			if root != k.NoNode {
				x.size, x.rootStart = root-first, t.Nodes[root].Start+by
			}
			if main || !isMain {
				list = append(list, x)
			}
		}
		for i := range t.Defs {
			d := &t.Defs[i]
			add(t.Syms.Text(d.Name), d.Span, d.First, d.Root, d.Bad, d.Main)
		}
		return list
	}
	var defs []definition
	nodes := 0
	for i, p := range whole.Parts() {
		t, ds := k.Parse(files[i])
		if t.Dialect != tree.Dialect {
			return nil // another part decided
		}
		for _, d := range ds {
			want = append(want, shifted(d, p.Start))
		}
		defs = append(defs, definitions(t, p.Start, i == last)...)
		if nodes += len(t.Nodes); i != last {
			if m, ok := t.Main(); ok && m.Root != k.NoNode {
				nodes -= int(m.Root - m.First + 1)
			}
		}
	}
	for i := range got {
		got[i] = shifted(got[i], 0) // replaces nil lists by empty ones
	}
	if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
		return fmt.Errorf("%q:\n%+v, want\n%+v", texts, got, want)
	}
	if all := definitions(tree, 0, true); !reflect.DeepEqual(all, defs) {
		return fmt.Errorf("%q:\n%+v, want\n%+v", texts, all, defs)
	}
	if len(tree.Nodes) != nodes {
		return fmt.Errorf("%q: %d nodes, want %d", texts, len(tree.Nodes), nodes)
	}
	return nil
}

// checkReuse parses programs with the same files before them, each in the memory of the previous one: the result is
// that of parsing it alone.
func checkReuse(before []string, d k.Dialect, homes ...string) error {
	var files []*lang.File
	for i, text := range before {
		f := lang.NewFile(fmt.Sprintf("p%d.k", i), []byte(text))
		f.Position(0)
		files = append(files, f)
	}
	var last *k.Tree
	for _, home := range homes {
		whole := lang.Join(files, lang.NewFile("home.k", []byte(home)))
		want, wantSaid := k.ParseAs(whole, d)
		got, said := k.ParseReuse(whole, d, last, nil)
		if x, y := dump(got), dump(want); x != y {
			return fmt.Errorf("%q with %q before it is\n%s\nin reused memory, and\n%s", home, before, x, y)
		}
		if len(said)+len(wantSaid) > 0 && !reflect.DeepEqual(said, wantSaid) {
			return fmt.Errorf("%q with %q before it has the reports\n%v\nin reused memory, and\n%v", home,
				before, said, wantSaid)
		}
		last = got
	}
	return nil
}

// dump writes all of a tree as text.
func dump(t *k.Tree) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %t %v %v %v\n", t.Dialect, t.Unfinished, t.Defs, t.Types, t.Comments)
	for e := range t.Nodes {
		fmt.Fprintln(&b, t.Nodes[e], t.Kids(k.NodeID(e)), t.Fields(k.NodeID(e)))
	}
	for s := range t.Syms.Len() {
		fmt.Fprintf(&b, "%q ", t.Syms.Text(lang.Sym(s)))
	}
	return b.String()
}

func TestPartsReuse(t *testing.T) {
	homes := []string{"", "g = f;", "g = f [.b];", "g = f /b;", "g = |a;", "g = |;", "-- dialect: k6\ng = f /b;",
		"-- dialect: k4\ng = f .b;", "-- dialect: k7\n", "g = {.a x, ", "$t = {int x, int y}; .main", "\xff",
		"+++ g = f;", "/* a comment", "g = 'text"}
	homes = append(homes, homes...)
	homes = append(homes, homes[5], homes[3], homes[7], homes[0])
	for _, before := range [][]string{
		{"f = .a;"}, {"f = [.a];"}, {"f = /a;"}, {"f = |a;"}, {"f = .a .b; // a comment\n.main"}, {"f = .a"}, {"f = .a {"}, {"f = 'text"}, {"\xff"}, {""},
		{"-- dialect: k6\nf = /a;"}, {"-- dialect: k4\nf = .a;"}, {"$t = {string name};", "f = .name;"}, {"f = .a;", "-- dialect: k6\ng = f;"}, {"+++ f = .a;"},
	} {
		for _, d := range []k.Dialect{k.Auto, k.K4, k.K6} {
			if err := checkReuse(before, d, homes...); err != nil {
				t.Error(err)
			}
		}
	}
}

// A program reuses the files in a tree only if it has the same files before it.
func TestOtherPartsReuse(t *testing.T) {
	file := func(text string) *lang.File {
		f := lang.NewFile("lib.k", []byte(text))
		f.Position(0)
		return f
	}
	a, b, c := file("f = .a; g = .b;"), file("f = .b .a;"), file("$t = {int x};")
	var last *k.Tree
	for i, before := range [][]*lang.File{{a}, {b}, {a, c}, {a}, {c, a}, {a, c}, nil, {a, c}, {a, b, c}, {a, c}} {
		whole := lang.Join(before, file(".main"))
		got, said := k.ParseReuse(whole, k.Auto, last, nil)
		if want, wantSaid := k.Parse(whole); dump(got) != dump(want) || len(said) != len(wantSaid) {
			t.Errorf("%d: after another program it is\n%s%v\nand by itself\n%s%v", i, dump(got), said,
				dump(want), wantSaid)
		}
		last = got
	}
}

func TestLawPartsReuse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := func(label string) string {
			text := gen.Program(t)
			if rapid.IntRange(0, 3).Draw(t, label) == 0 {
				text = strings.ToValidUTF8(text[:rapid.IntRange(0, len(text)).Draw(t, "at")], "")
			}
			return text
		}
		before, homes := []string{text("cut before")}, []string{}
		for range rapid.IntRange(2, 4).Draw(t, "programs") {
			homes = append(homes, text("cut"))
		}
		if err := checkReuse(before, rapid.SampledFrom([]k.Dialect{k.Auto, k.K4, k.K6}).Draw(t, "dialect"),
			homes...); err != nil {
			t.Fatal(err)
		}
	})
}

func TestParts(t *testing.T) {
	for _, texts := range [][]string{
		{"f = .a;", "g = f .b;"},
		{"f = {.a x, ", "g = f;"}, // an open bracket ends with its part
		{"f = 'text", "g = 'text';"},
		{"f = .a /* no end", "g = f; */ h = g;"},
		{"f = .a", "g = f"},
		{".a .b", ".c"},       // only the last main expression counts
		{".a f = .b;", "g ="}, // a main expression that is not last
		{"+++ f = .a;", "+++ g = f;"},
		{"", "f = .a;", ""},
		{"\ufefff = .a;", "\ufeffg = f;"},
		{"$t = {int x};", "$t .x"},
		{"f = /x;", "g = /x;"}, // both parts are reported as k6
	} {
		if err := checkParts(texts...); err != nil {
			t.Error(err)
		}
	}
}

// The files of a program are in one dialect: that of the program's first line, otherwise that of the first evidence.
func TestPartsDialect(t *testing.T) {
	for _, test := range []struct {
		texts []string
		want  k.Dialect
		codes string
	}{
		{[]string{"f = |a;", "g = f /a;"}, k.K6, ""},
		{[]string{"f = .a;", "g = f /a;"}, k.K6, ""},
		{[]string{"f = .a;", "g = f [.b];"}, k.K4, ""},
		{[]string{"f = /a;", "g = f [.b];"}, k.K6, "P0112@p1.k:"},
		{[]string{"f = [.b];", "g = f /a;"}, k.K4, "P0112@p1.k:"},
		{[]string{"-- dialect: k6\nf = .a;", "g = f .b;"}, k.K6, ""},
		{[]string{"-- dialect: k6\nf = .a;", "-- dialect: k4\ng = f .b;"}, k.K4, "P0112@p0.k:"},
		{[]string{"-- dialect: k6\nf = .a;", "-- dialect: k4\ng = f;", "h = g;"}, k.K6, "P0112@p1.k:"},
		{[]string{"-- dialect: k7\nf = .a;", "g = f /b;"}, k.K6, "P0115@p0.k:"},
	} {
		var files []*lang.File
		for i, text := range test.texts {
			files = append(files, lang.NewFile(fmt.Sprintf("p%d.k", i), []byte(text)))
		}
		main := files[len(files)-1]
		whole := lang.Join(files[:len(files)-1], main)
		tree, ds := k.Parse(whole)
		var codes []string
		for _, d := range ds {
			codes = append(codes, fmt.Sprintf("%s@%s:", d.Code, whole.PartAt(d.Span.Start).File.Name))
		}
		if got := strings.Join(codes, " "); tree.Dialect != test.want || got != test.codes {
			t.Errorf("%q is %s with %q, want %s with %q", test.texts, tree.Dialect, got, test.want, test.codes)
		}
	}
}

func TestLawParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var texts []string
		for range rapid.IntRange(2, 3).Draw(t, "parts") {
			text := gen.Program(t)
			// Cut at a random place, most are broken.
			if rapid.Bool().Draw(t, "cut") {
				text = strings.ToValidUTF8(text[:rapid.IntRange(0, len(text)).Draw(t, "at")], "")
			}
			texts = append(texts, text)
		}
		if err := checkParts(texts...); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzParts(f *testing.F) {
	f.Add("f = .a;", "g = f .b;")
	f.Add("f = {.a x, ", "g = f;")
	f.Add(".a 'x", "$t = <int a")
	f.Add("/* ", " */ +++")
	f.Fuzz(func(t *testing.T, a, b string) {
		if err := checkParts(a, b); err != nil && validParts(a, b) {
			t.Fatal(err)
		}
		if err := checkReuse([]string{a}, k.Auto, b, "", a, b); err != nil {
			t.Fatal(err)
		}
	})
}

// validParts reports whether no file is invalid UTF-8: such a file has no tree, and neither has a whole with it.
func validParts(texts ...string) bool {
	for _, text := range texts {
		if _, ds := k.Parse(lang.NewFile("x.k", []byte(text))); len(ds) > 0 && ds[0].Code == lang.NotUTF8 {
			return false
		}
	}
	return true
}
