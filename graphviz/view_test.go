package graphviz

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/k"
)

// Of folded calls, the definitions that call most levels of others stay, also without a main expression.
func TestCallsFoldHelpersFirst(t *testing.T) {
	var b strings.Builder
	b.WriteString("early = .x;\n")
	for i := range 12 {
		fmt.Fprintf(&b, "h%d = .x%d;\n", i, i)
	}
	for i := range 6 {
		fmt.Fprintf(&b, "m%d = {h%d a, h%d b, h%d c};\n", i, 2*i, (2*i+1)%12, (2*i+3)%12)
	}
	b.WriteString("top = {m0 a, m1 b, m2 c, m4 d};\nother = {m1 a, m3 b, m4 c, m0 d, m5 e};\n")
	r := k.Analyze(context.Background(), lang.NewFile("f.k", []byte(b.String())), k.Options{})
	var all []int32
	for d := range r.Definitions {
		all = append(all, int32(d))
	}
	p := Calls(r, all)
	p.Fold(8)
	for _, name := range []string{"top", "other"} {
		if !slices.ContainsFunc(p.Nodes, func(n Node) bool {
			return len(n.Lines) > 0 && strings.HasPrefix(n.Lines[0], name+" (")
		}) {
			t.Errorf("`%s` is folded", name)
		}
	}
}

// What a definition makes has boxes of a type beside it if many arrows lead to the type, and the output is at the end.
func TestPatternsSpreadArrows(t *testing.T) {
	src := "$list = <{} nil, {int head, list tail} cons>;\n" +
		"f = ${list todo, list done} <{.todo.nil none, .done done} .done,\n" +
		"  {.todo.cons c, .done done} .c.tail, {.done a, .todo b} .a, {.todo d, .done e} .e>;\n"
	r := k.Analyze(context.Background(), lang.NewFile("f.k", []byte(src)), k.Options{})
	p := Patterns(r, []int32{0}, PatternsOptions{At: -1})
	into, rank := make(map[int]int), make(map[int]int)
	for _, e := range p.Edges {
		if p.Nodes[e.To].Name == "$list" && e.Role == RolePart && e.Back {
			into[e.To]++
		}
		if e.Role == RoleEnters && p.Nodes[e.To].Role == RoleEntry {
			rank[e.To] = e.far
		}
	}
	for i, n := range into {
		if n > mostInto {
			t.Errorf("%d arrows lead back to `%s`", n, p.Nodes[i].Name)
		}
	}
	if len(into) == 0 || len(rank) != 1 {
		t.Errorf("arrows to `$list`: %v, to the output: %v", into, rank)
	}
	for _, far := range rank {
		if far < 2 {
			t.Errorf("the output is beside its type")
		}
	}
}
