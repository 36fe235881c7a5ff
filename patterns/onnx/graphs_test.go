package onnx

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// A model is a graph of testdata/cases.json, read by a small reader of one node a line without bodies.
type model struct {
	opset int
	nodes []modelNode
}

type modelNode struct {
	name            string // of an input or an initializer; its type is text
	text            string
	outputs, inputs []string
	op              string
	attrs           []Attribute
}

var (
	opsetForm = regexp.MustCompile(`"" : (\d+)`)
	nodeForm  = regexp.MustCompile(`^\s*(.*?)\s*= (\w+)\s*(?:<(.*)>)?\s*\((.*)\)$`)
	valueForm = regexp.MustCompile(`(\w+(?:\[[^\]]*\])?) (\w+)(?: = \{([^}]*)\})?`)
	attrForm  = regexp.MustCompile(`(\w+)\s*=\s*(\[[^\]]*\]|"[^"]*"|[^,\s]+)`)
)

func readModel(text string) (m model) {
	m.opset, _ = strconv.Atoi(opsetForm.FindStringSubmatch(text)[1])
	lines := strings.Split(text, "\n")
	declared := func(part string) {
		for _, v := range valueForm.FindAllStringSubmatch(part, -1) {
			m.nodes = append(m.nodes, modelNode{name: v[2], text: v[1] + "=" + v[3]})
		}
	}
	for _, line := range lines[1:] {
		if inputs, _, ok := strings.Cut(line, "=>"); ok {
			declared(inputs[strings.Index(inputs, "(")+1:])
		} else if strings.HasPrefix(line, "<") {
			declared(line)
		} else if f := nodeForm.FindStringSubmatch(line); f != nil {
			n := modelNode{op: f[2]}
			for name := range strings.SplitSeq(f[1], ",") {
				n.outputs = append(n.outputs, strings.Trim(name, ` "`))
			}
			for name := range strings.SplitSeq(f[4], ",") {
				n.inputs = append(n.inputs, strings.Trim(name, ` "`))
			}
			for _, a := range attrForm.FindAllStringSubmatch(f[3], -1) {
				v, _ := relation.ParseValue(a[2])
				n.attrs = append(n.attrs, Attribute{Given: relation.Given{Name: a[1], Value: v}, Type: unify.None})
			}
			m.nodes = append(m.nodes, n)
		}
	}
	return m
}

// parse reads the type of a value in the notation `float[N, 3]`, with entries after `=`.
func (b *bench) parse(text string) Type {
	text, entries, _ := strings.Cut(text, "=")
	elem, shape, tensor := strings.Cut(strings.TrimSuffix(strings.TrimSpace(text), "]"), "[")
	t := TensorOf(elem)
	switch {
	case elem == "?":
		return Type{}
	case elem == "none":
		return Type{Head: None + 1}
	case tensor && shape == "":
		return Unranked(elem)
	case tensor:
		for d := range strings.SplitSeq(shape, ",") {
			t.Shape = append(t.Shape, b.size(d))
		}
	}
	if entries = strings.Trim(entries, " {}"); entries != "" {
		t.Valued = true
		for x := range strings.SplitSeq(entries, ",") {
			t.Entries = append(t.Entries, b.size(x))
		}
	}
	return t
}

// derived states the nodes of a model in an order, and returns its values and the instance of each node.
// If solve is not nil, it decides after each node whether to solve the graph.
func (b *bench) derived(m model, order []int, solve func() bool) (map[string]unify.Node, []Stated) {
	values := make(map[string]unify.Node)
	stated := make([]Stated, len(m.nodes))
	at := func(name string) unify.Node {
		if name == "" {
			return unify.None
		}
		n, ok := values[name]
		if !ok {
			n = b.Graph.Leaf(0)
			values[name] = n
		}
		return n
	}
	for _, i := range order {
		if solve != nil && solve() {
			b.Graph.Solve()
		}
		n := &m.nodes[i]
		if n.op == "" {
			b.Graph.Equal(at(n.name), b.Add(0, unify.Reason{}, b.parse(n.text)), unify.Reason{})
			continue
		}
		u := &Use{Operator: Operator("", n.op, m.opset), Outputs: len(n.outputs), Attributes: n.attrs}
		for _, name := range n.inputs {
			u.Inputs = append(u.Inputs, at(name))
		}
		stated[i] = b.State(u)
		for k, name := range n.outputs {
			if name != "" {
				b.Graph.Equal(at(name), stated[i].Outputs[k], unify.Reason{})
			}
		}
	}
	b.Graph.Solve()
	return values, stated
}

func inOrder(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// A graphCase is a whole graph of testdata/cases.json.
type graphCase struct {
	ID, Text string
	Want     struct {
		Verdict string
		FailsAt string `json:"fails_at"`
	}
}

// readGraphs returns the graphs of the cases, except those whose mistake is a declared output, the order of nodes or
// within a body: these are left to the front end.
func readGraphs(t testing.TB) []graphCase {
	data, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Graphs []graphCase }
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all.Graphs, func(g graphCase) bool {
		return strings.Contains(g.Text, "If") || strings.HasSuffix(g.ID, "-output") || strings.HasSuffix(g.ID, "-order")
	})
}

// The graphs of the cases: the first node that is wrong.
func TestGraphs(t *testing.T) {
	tried, right := 0, 0
	for _, g := range readGraphs(t) {
		b, m := newBench(), readModel(g.Text)
		values, stated := b.derived(m, inOrder(len(m.nodes)), nil)
		fails, promises := "", ""
		for i, s := range stated {
			n := &m.nodes[i]
			if n.op == "" {
				continue
			}
			u := &Use{}
			if why := b.failure(u, s); why != "" && why != "conflict" && fails == "" {
				fails = n.outputs[0] + ": " + why
			}
			if p := b.promises(s); len(p) > 0 && promises == "" {
				promises = n.outputs[0] + ": " + strings.Join(p, ", ")
			}
		}
		var text strings.Builder
		for _, n := range m.nodes {
			for _, name := range n.outputs {
				is, _ := b.Read(values[name])
				fmt.Fprint(&text, name, " ", b.Format(is), b.FormatEntries(is), "; ")
			}
		}
		tried++
		good := false
		switch g.Want.Verdict {
		case "fail":
			good = strings.HasPrefix(fails, g.Want.FailsAt+":")
		case "warning":
			good = fails == "" && strings.HasPrefix(promises, g.Want.FailsAt+":")
		case "undecided":
			good = fails == ""
		default:
			good = fails == "" && promises == ""
		}
		if good {
			right++
		} else {
			t.Errorf("%s: fails %q, promises %q, want %s at %s\n%s\n%s", g.ID, fails, promises, g.Want.Verdict, g.Want.FailsAt, g.Text, &text)
		}
	}
	t.Logf("%d of %d graphs", right, tried)
}
