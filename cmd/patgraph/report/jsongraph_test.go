package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/lab/corpus"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/patterns"
)

type readNode struct {
	Shape, Type, Name string
	Labels            map[string]int32
}

type readFile struct {
	Definitions []struct {
		Name, Signature string
		Pattern         struct {
			In, Out int32
			Nodes   []readNode
			Table   *int
		}
		Body struct {
			Nodes []readNode
			Table *int
		}
	}
	Expressions []struct{ In, Out int32 }
	Tables      []struct{ Nodes []readNode }
	Types       []struct{ Name, Canonical, ID string }
}

func read(t *testing.T, j report.JSON, in *report.Input) (f readFile, size int) {
	t.Helper()
	data := document(j, in)
	validate(t, schema(t, ""), data)
	var doc struct{ Files []readFile }
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Files[0], len(data)
}

// canonical renumbers the nodes reachable from two nodes in the order of a pattern's nodes.
func canonical(nodes []readNode, in, out int32, order func(readNode) []string) (list []readNode) {
	number := map[int32]int32{}
	var queue []int32
	visit := func(i int32) int32 {
		n, ok := number[i]
		if !ok {
			n = int32(len(queue))
			number[i] = n
			queue = append(queue, i)
		}
		return n
	}
	visit(in)
	visit(out)
	for i := 0; i < len(queue); i++ {
		n := nodes[queue[i]]
		c := readNode{n.Shape, n.Type, n.Name, nil}
		for _, l := range order(n) {
			if c.Labels == nil {
				c.Labels = map[string]int32{}
			}
			c.Labels[l] = visit(n.Labels[l])
		}
		list = append(list, c)
	}
	return list
}

// A definition's pattern can be read from its table, and the tables are not larger than the graph that the definitions
// share.
func TestJSONTables(t *testing.T) {
	one := strings.Repeat(".a ", 150)
	for _, c := range []struct {
		name, source string
		tables       int
	}{
		{"a group", string(corpus.FamilyOf("braid").Make(200)), 1},
		{"equal signatures", "f = " + one + ";\ng = " + one + ";\nh = .b " + one + ";\n", 1},
		{"a chain", chained(300, "f%[1]d = f%[2]d .a;\n"), 1},
		{"equal parts", "f = {.a " + one + "a, .b " + one + "b}; g = {.b " + one + "a, .c " + one + "b}; h = {.a {f a, f b} a, .b g b};\n", 1},
		{"recursion", "f = <.a f, .b " + one + ">; g = .b f; h = <.a h, .b " + one + ">; i = {.a h a, .b f b};\n", 1},
		{"small", "f = .a .b;", 0},
	} {
		in := analyze("a.k", c.source)
		f, size := read(t, report.JSON{}, in)
		if len(f.Tables) != c.tables {
			t.Errorf("%s: %d tables", c.name, len(f.Tables))
		}
		if size > 120*len(c.source)+2000 {
			t.Errorf("%s: %d bytes of JSON of %d", c.name, size, len(c.source))
		}
		for i, d := range f.Definitions {
			nodes := d.Pattern.Nodes
			if d.Pattern.Table != nil {
				nodes = f.Tables[*d.Pattern.Table].Nodes
			}
			got := canonical(nodes, d.Pattern.In, d.Pattern.Out, func(n readNode) []string {
				// The nodes of these programs have at most two labels, in byte order.
				var list []string
				for l := range n.Labels {
					if list = append(list, l); len(list) == 2 && list[0] > list[1] {
						list[0], list[1] = list[1], list[0]
					}
				}
				return list
			})
			if want := wantNodes(in.Result.Pattern(in.Result.Solver.Scheme(int32(i)))); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: the pattern of %s is %v, and in JSON %v", c.name, d.Name, want, got)
			}
		}
	}
}

func wantNodes(p patterns.Pattern) (list []readNode) {
	for _, n := range p.Nodes {
		w := readNode{Shape: n.Flat.Form()}
		for _, e := range n.Edges {
			if w.Labels == nil {
				w.Labels = map[string]int32{}
			}
			w.Labels[e.Label] = e.To
		}
		list = append(list, w)
	}
	return list
}

// With --all, the expressions of a group share a table, which contains their ends.
func TestJSONBodies(t *testing.T) {
	for _, n := range []int{4, 200} {
		source := string(corpus.FamilyOf("braid").Make(n))
		in := analyze("a.k", source)
		f, size := read(t, report.JSON{Expressions: true}, in)
		if size > 400*len(source) {
			t.Errorf("%d bytes of JSON of %d", size, len(source))
		}
		if len(f.Expressions) != 5*n {
			t.Fatalf("%d expressions", len(f.Expressions))
		}
		for i, d := range f.Definitions {
			nodes := d.Body.Nodes
			if d.Body.Table != nil {
				nodes = f.Tables[*d.Body.Table].Nodes
			}
			if (d.Body.Table != nil) != (n > 100) {
				t.Errorf("of %d, the table of %s: %v", n, d.Name, d.Body.Table)
			}
			e := f.Expressions[5*i] // the input of the merge has the two labels
			if l := nodes[e.In].Labels; len(l) != 2 {
				t.Errorf("of %d, the input of %s has %v", n, d.Name, l)
			}
		}
	}
}

// n types with n canonical forms of n states are not written out, nor are n signatures of n nodes; with --full the
// signatures are.
func TestJSONIsBounded(t *testing.T) {
	tower := analyze("a.k", string(corpus.FamilyOf("tower").Make(1600)))
	f, size := read(t, report.JSON{}, tower)
	missing := 0
	for _, d := range f.Types {
		if d.Canonical == "" {
			missing++
		}
	}
	if last := f.Types[len(f.Types)-1]; missing == 0 || last.Canonical == "" || size > 20e6 {
		t.Errorf("%d of %d forms are left out, the last one is %q; %d bytes", missing, len(f.Types), last.Canonical, size)
	}
	braid := analyze("a.k", string(corpus.FamilyOf("braid").Make(200)))
	short, _ := read(t, report.JSON{}, braid)
	whole, _ := read(t, report.JSON{Whole: true}, braid)
	if s, w := short.Definitions[0].Signature, whole.Definitions[0].Signature; len(s) > 2200 ||
		!strings.Contains(s, "…") || len(w) < 2500 || strings.Contains(w, "…") {
		t.Errorf("short: %d bytes, %.50s\nwhole: %d bytes, %.50s", len(s), s, len(w), w)
	}
}

// Output in parts equals output at once, and each part is small.
func TestJSONParts(t *testing.T) {
	in := analyze("a.k", string(corpus.FamilyOf("stairs").Make(700)))
	for _, j := range []report.JSON{{}, {Expressions: true}, {Lines: true}} {
		var parts []byte
		most := 0
		j.WriteFile(in, func(part []byte) {
			parts = append(parts, part...)
			most = max(most, len(part))
		})
		if want := j.AppendFile(nil, in); !bytes.Equal(parts, want) || most > len(want)/2 || most > 300_000 {
			t.Errorf("%d bytes in parts of up to %d, %d at once", len(parts), most, len(want))
		}
	}
}

// chained is n definitions that each use the one before. next formats a definition from its number and that of the one
// before. The first is `f0 = .a`.
func chained(n int, next string) string {
	var b strings.Builder
	b.WriteString("f0 = .a;\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, next, i, i-1)
	}
	return b.String()
}

// The output for a chain of definitions is linear in its length, though each pattern contains the one before, also if
// they share no nodes.
func TestJSONOfChains(t *testing.T) {
	chains := []struct {
		name, next string
		n          int
	}{
		{"projections", "f%[1]d = f%[2]d .a;\n", 400},
		{"before", "f%[1]d = .a f%[2]d;\n", 400},
		{"products", "f%[1]d = {f%[2]d x, .b y};\n", 400},
		{"twice", "f%[1]d = {.a f%[2]d x, f%[2]d y};\n", 300},
		{"vectors", "f%[1]d = [f%[2]d];\n", 400},
		{"labels", "f%[1]d = f%[2]d .a%[1]d;\n", 700}, // two patterns share no node
		{"codes", "$t%[1]d = {int a%[1]d}; f%[1]d = {f%[2]d x, $t%[1]d y};\n", 400},
	}
	forms := map[string]report.JSON{"json": {}, "expressions": {Expressions: true}, "lines": {Lines: true}}
	if sample.Size(1, 0) == 0 { // all of them take some gigabytes
		chains, forms = chains[:1], map[string]report.JSON{"json": {}}
	}
	for _, c := range chains {
		small, large := analyze("a.k", chained(c.n, c.next)), analyze("a.k", chained(4*c.n, c.next))
		for what, j := range forms {
			if s, l := len(document(j, small)), len(document(j, large)); float64(l) > 4.5*float64(s) {
				t.Errorf("%s, %s: %d bytes, and %d for four times as many definitions", c.name, what, s, l)
			}
		}
	}
}

// The same for signatures as text.
func TestSignaturesOfChains(t *testing.T) {
	for _, next := range []string{"f%[1]d = f%[2]d .a;\n", "f%[1]d = f%[2]d .a%[1]d;\n"} {
		size := func(n int) int {
			style := &report.Style{Width: 100}
			return len(style.AppendSignatures(nil, analyze("a.k", chained(n, next)), true))
		}
		if s, l := size(300), size(1200); float64(l) > 4.5*float64(s) {
			t.Errorf("%s: %d bytes, and %d for four times as many definitions", next, s, l)
		}
	}
}

// A pattern for which the tables are too full is absent, never cut; with --full it is present.
func TestJSONLeavesOutPatterns(t *testing.T) {
	in := analyze("a.k", chained(900, "f%[1]d = f%[2]d .a%[1]d;\n"))
	for _, whole := range []bool{false, true} {
		var doc struct {
			Files []struct {
				Definitions []struct{ Pattern, Body *struct{} }
				Expressions []struct{ In, Out *int32 }
			}
		}
		data := document(report.JSON{Expressions: true, Whole: whole}, in)
		if err := json.Unmarshal(data, &doc); err != nil {
			t.Fatal(err)
		}
		patterns, ends := 0, 0
		for _, d := range doc.Files[0].Definitions {
			if d.Pattern != nil {
				patterns++
			}
		}
		for _, e := range doc.Files[0].Expressions {
			if e.In != nil {
				ends++
			}
		}
		if all := patterns == 900; all != whole || patterns < 700 {
			t.Errorf("whole %v: %d patterns", whole, patterns)
		}
		if all := ends == len(doc.Files[0].Expressions); all != whole || ends < 700 {
			t.Errorf("whole %v: %d of %d expressions", whole, ends, len(doc.Files[0].Expressions))
		}
		if whole {
			continue
		}
		// The last patterns are absent, which conforms to the schema.
		var last map[string]any
		json.Unmarshal(data, &last)
		file := last["files"].([]any)[0].(map[string]any)
		delete(file, "tables")
		for _, key := range []string{"definitions", "expressions"} {
			file[key] = file[key].([]any)[850:]
		}
		data, _ = json.Marshal(last)
		validate(t, schema(t, ""), data)
	}
}
