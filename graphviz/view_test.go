package graphviz

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/tensorscript"
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

// A picture of an error in stages marks the places of all checked changes, each with its change, if the first one is not
// at the likeliest place. No place is called the likeliest then.
func TestErrorMarksChanges(t *testing.T) {
	const program = `use conv::{Conv2d, maxpool2d};
use lin::Linear;
use nonlin::relu;
use shape::flatten;
node Net<[?, 1, 20, 20] -> [?, 7]> {}
weights Net<[?, 1, 20, 20] -> [?, 7]> {
  first = Conv2d::new(in_ch=1, out_ch=6, kernel_size=3);
  second = Conv2d::new(in_ch=6, out_ch=3, kernel_size=3, padding=1);
  dense = Linear::new(in=75, out=7);
}
graph Net<[?, 1, 20, 20] -> [?, 7]> {
  def forward {
    x |> first |> relu |> maxpool2d(kernel_size=2) |> second |> relu |> maxpool2d(kernel_size=2) |> flatten |> dense
  }
}
`
	r := tensorscript.Language.Analyze(context.Background(), lang.NewFile("f.trs", []byte(program)), language.Options{})
	if len(r.Diagnostics) != 1 {
		t.Fatal(r.Diagnostics)
	}
	d := &r.Diagnostics[0]
	p, ok := Error(r, d, false)
	if !ok {
		t.Fatal("no picture")
	}
	var text, marked strings.Builder
	for i := range p.Nodes {
		lines := strings.Join(p.Nodes[i].Lines, " ") + "\n"
		text.WriteString(lines)
		if p.Nodes[i].Role == RoleSuspect || p.Nodes[i].Role == RoleWitnessA {
			marked.WriteString(lines)
		}
	}
	for i := range d.Fixes {
		v := errorView{Picture: p, error: d}
		if says := v.change(&d.Fixes[i]); d.Fixes[i].Checked && i < mostChanges {
			if !strings.Contains(marked.String(), "perhaps: "+says) || !strings.Contains(strings.Join(p.Notes, "\n"), says) {
				t.Errorf("%s is not shown at its place, or not in the notes: %q\n%s", says, p.Notes, &text)
			}
		}
	}
	if len(d.Fixes) < 2 || strings.Contains(text.String()+strings.Join(p.Notes, ""), "most likely") {
		t.Errorf("%d changes, %s", len(d.Fixes), &text)
	}
	if strings.Contains(text.String(), "kernel_size=3` is written here") {
		t.Errorf("a box repeats what its stage shows:\n%s", &text)
	}
	roles := p.roles()
	for i := range p.Nodes {
		if at := p.Nodes[i].Role; at == RoleWitnessB && !slices.Contains(roles, at) {
			t.Error("the legend does not have fact B")
		}
	}
}
