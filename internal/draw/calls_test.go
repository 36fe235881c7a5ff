package draw

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/k"
)

func callsOf(r *patterns.Result) (p *graphviz.Picture, outline string) {
	var all []int32
	for d := range int32(len(r.Definitions)) {
		all = append(all, d)
	}
	p = graphviz.Calls(r, all)
	return p, string(p.AppendOutline(nil))
}

// contains checks that a text has some parts, and has none of those after an exclamation mark.
func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if not, ok := strings.CutPrefix(part, "!"); strings.Contains(text, strings.TrimPrefix(part, "!")) == ok {
			t.Errorf("%q, %v, in\n%s", not, ok, text)
		}
	}
}

// Many callers of a helper name it in their boxes, without arrows; a signature that most definitions have is written
// once.
func TestHelpers(t *testing.T) {
	source := "$pair = {int x, int y};\nhead = $pair .x;\n"
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		source += name + " = {head x, .y y} .x;\n"
	}
	r := k.Analyze(context.Background(), lang.NewFile("main.k", []byte(source+"f = {a x, b y};\n")), k.Options{})
	p, outline := callsOf(r)
	contains(t, outline, "boxes without a signature have ?$pair --> ?$int\n", "called by 5 definitions",
		"a (3:1)  calls head\n", "!--> [1]", "f (8:1)  ?$pair  --> ?$pair")
	for line := range strings.Lines(string(p.AppendDOT(nil, graphviz.DOT{}))) {
		if strings.Contains(line, `-> "head"`) && !strings.Contains(line, "invis") {
			t.Errorf("there is an arrow to the helper: %s", line)
		}
	}
	if !p.FocusName("head", 1) || len(p.Nodes) != 6 {
		t.Errorf("%d nodes are around the helper", len(p.Nodes))
	}
	source = strings.ReplaceAll(source, "e = {head x, .y y} .x;\n", "")
	_, outline = callsOf(k.Analyze(context.Background(), lang.NewFile("main.k", []byte(source)), k.Options{}))
	contains(t, outline, "--> [1] head", "!calls head")
}

// A long chain of definitions is read from top to bottom, so that what is called is beside what calls it.
func TestLongChain(t *testing.T) {
	source, names := "", "fghijklm"
	for i := range len(names) - 1 {
		source += fmt.Sprintf("%c = {.part%d part%d, .other%d other%d} %c;\n", names[i], i, i+1, i, i+1, names[i+1])
	}
	source += "m = {.part7 first, .other7 second};\n"
	r := k.Analyze(context.Background(), lang.NewFile("main.k", []byte(source)), k.Options{})
	p, _ := callsOf(r)
	dot := string(p.AppendDOT(nil, graphviz.DOT{}))
	contains(t, dot, `rankdir="TB"`, "!constraint", "!cluster.row:")
}

// Boxes of Relay have the names and shapes of parameters, and the result however long they are; arrows repeat nothing.
func TestBriefSignatures(t *testing.T) {
	r, _ := relayPictures([]byte(`#[version = "0.0.5"]
def @layer(%image: Tensor[(2, 3), float32], %w: Tensor[(4, 3), float32]) { nn.dense(%image, %w, units=4) }
def @any(%x, %y: Tensor[(2, 5), int8]) { (nn.relu(%x), %y) }
def @main(%image: Tensor[(2, 3), float32], %w: Tensor[(4, 3), float32]) {
  (@layer(%image, %w), @layer(%image, %w))
}
def @curried(%x: Tensor[(3, 4), float32]) { fn (%y: Tensor[(2, 2), float32]) { nn.relu(%y) } }
def @made() { 1f }
`))
	p, outline := callsOf(r)
	contains(t, string(p.AppendDOT(nil, graphviz.DOT{})), `\l%x: (3, 4)\l-> fn ((2, 2)) -> (2, 2)\l"`, `"@made (8:1)\l-> float32\l"`)
	contains(t, outline, "%image: (2, 3), %w: (4, 3)  -> (2, 4)\n", "-> ((2, 4), (2, 4))\n", "-- 2 calls --> [1] @layer",
		"%y: (2, 5) int8  -> ", "!Tensor[(2, 3)")
}

// In a folded call graph, a box of several definitions has only their names, and one arrow to each other box.
func TestFoldCalls(t *testing.T) {
	source, err := os.ReadFile("../../examples/programs/ieee/ieee.k")
	if err != nil {
		t.Fatal(err)
	}
	p, _ := callsOf(k.Analyze(context.Background(), lang.NewFile("ieee.k", source), k.Options{}))
	p.Fold(20)
	contains(t, string(p.AppendOutline(nil)), "left_2, left_1, left_4 and 1 more")
	seen := make(map[[2]int]bool)
	for _, e := range p.Edges {
		if at := [2]int{e.From, e.To}; !e.Absent && seen[at] {
			t.Errorf("two arrows from %v to %v", p.Nodes[e.From].Lines, p.Nodes[e.To].Lines)
		} else if !e.Absent {
			seen[at] = true
		}
	}
	for _, n := range p.Nodes {
		text := strings.Join(n.Lines, " ")
		if n.Role == graphviz.RoleFolded && strings.Contains(text, "-->") && !strings.Contains(text, " below") {
			t.Errorf("a box of several definitions has a signature: %s", text)
		}
	}
}
