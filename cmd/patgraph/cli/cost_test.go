package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// The cost per definition of a picture does not grow with the number of definitions, even if the reasons for their
// parts are expensive.
func TestPatternsCost(t *testing.T) {
	allocated := func(n int) uint64 {
		var b strings.Builder
		b.WriteString("use nonlin::relu;\n")
		layer, weight := "relu", ""
		for i := range n {
			fmt.Fprintf(&b, "node N%d<[?, 4] -> [?, 4]> {}\nweights N%[1]d<[?, 4] -> [?, 4]> {%[2]s}\ngraph N%[1]d<[?, 4] -> [?, 4]> { def forward { x |> %[3]s } }\n", i, weight, layer)
			layer, weight = "c", fmt.Sprintf("c = N%d::new();", i)
		}
		r := languages.All.For(".trs", "").Analyze(context.Background(), lang.NewFile("a.trs", []byte(b.String())), language.Options{})
		if r.Errors() > 0 {
			t.Fatal(r.Diagnostics)
		}
		var all []int32
		for d := range r.Definitions {
			all = append(all, int32(d))
		}
		return cost.Allocated(func() { graphviz.Patterns(r, all, graphviz.PatternsOptions{At: -1}) })
	}
	if some, many := allocated(150), allocated(600); many > 5*some {
		t.Errorf("a picture of 150 definitions takes %d bytes, and one of four times as many %d", some, many)
	} else {
		t.Log(some, many)
	}
}

// The neighbours of all definitions of a program are found in linear time.
func TestNeighboursCost(t *testing.T) {
	const most = 40_000
	programs := make(map[int]*patterns.Result)
	for _, n := range []int{most / 4, most} {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "f%d = {.a f%d a, .b f%d b};\n", i, i/2, i/3)
		}
		programs[n] = languages.All.For(".k", "").Analyze(
			context.Background(), lang.NewFile("a.k", []byte(b.String())), language.Options{})
	}
	cost.Linear(t, most, func(n int) {
		r := programs[n]
		all := make([]int32, len(r.Definitions))
		for d := range all {
			all[d] = int32(d)
		}
		if list := withNeighbours(r, all); len(list) != len(all) {
			t.Errorf("%d of %d definitions", len(list), len(all))
		}
	})
}

// A picture of the stages of many definitions looks at each error once.
func TestStagesCost(t *testing.T) {
	const most = 12_000
	programs := make(map[int]*patterns.Result)
	for _, n := range []int{most / 4, most} {
		var b strings.Builder
		b.WriteString("use nonlin::relu;\n")
		for i := range n {
			fmt.Fprintf(&b, "node N%d<[?, 4] -> [?, 4]> {}\nweights N%[1]d<[?, 4] -> [?, 4]> {}\n"+
				"graph N%[1]d<[?, 4] -> [?, 4]> { def forward { x |> relu } }\n", i)
		}
		programs[n] = languages.All.For(".trs", "").Analyze(
			context.Background(), lang.NewFile("a.trs", []byte(b.String())), language.Options{})
		programs[n].Diagnostics = slices.Repeat([]lang.Diagnostic{{Severity: lang.Error, Definition: "none"}}, 5*n)
	}
	cost.Linear(t, most, func(n int) {
		r := programs[n]
		all := make([]int32, len(r.Definitions))
		for d := range all {
			all[d] = int32(d)
		}
		if p := graphviz.Stages(r, all); len(p.Nodes) < n {
			t.Errorf("%d definitions have %d nodes", n, len(p.Nodes))
		}
	})
}
