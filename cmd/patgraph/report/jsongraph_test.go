package report_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/corpus"
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

// canonical numbers what is reachable from two nodes as the nodes of a pattern are.
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

// What readers find in a table is the pattern of the definition, and the tables are no more
// than the graph that the definitions have in common.
func TestJSONTables(t *testing.T) {
	one := strings.Repeat(".a ", 150)
	for _, c := range []struct {
		name, source string
		tables       int
	}{
		{"a group", string(corpus.FamilyOf("braid").Make(200)), 1},
		{"equal signatures", "f = " + one + ";\ng = " + one + ";\nh = .b " + one + ";\n", 2},
		{"small", "f = .a .b;", 0},
	} {
		in := analyze("a.k", c.source)
		f, size := read(t, report.JSON{}, in)
		if len(f.Tables) != c.tables {
			t.Errorf("%s: %d tables", c.name, len(f.Tables))
		}
		if size > 100*len(c.source)+2000 {
			t.Errorf("%s: %d bytes of JSON of %d", c.name, size, len(c.source))
		}
		for i, d := range f.Definitions {
			nodes := d.Pattern.Nodes
			if d.Pattern.Table != nil {
				nodes = f.Tables[*d.Pattern.Table].Nodes
			}
			got := canonical(nodes, d.Pattern.In, d.Pattern.Out, func(n readNode) []string {
				// The nodes of these programs have at most two labels, in the order of bytes.
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

// With --all, the expressions of a group have a table, too, and each its ends in it.
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
			e := f.Expressions[5*i] // the merge: its input has the two labels
			if l := nodes[e.In].Labels; len(l) != 2 {
				t.Errorf("of %d, the input of %s has %v", n, d.Name, l)
			}
		}
	}
}

// n types with n canonical forms of n states are not written out, nor are n signatures of n
// nodes; with --full the signatures are.
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
	if s, w := short.Definitions[0].Signature, whole.Definitions[0].Signature; len(s) > 2200 || !strings.Contains(s, "…") || len(w) < 2500 || strings.Contains(w, "…") {
		t.Errorf("short: %d bytes, %.50s\nwhole: %d bytes, %.50s", len(s), s, len(w), w)
	}
}

// What is written in parts is what is written at once, and no part is large.
func TestJSONParts(t *testing.T) {
	in := analyze("a.k", string(corpus.FamilyOf("stairs").Make(250)))
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
