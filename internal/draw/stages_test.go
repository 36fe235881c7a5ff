package draw

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/onnx"
	"github.com/patgraph/patgraph/patterns/tensorscript"
)

func stagesOf(l *language.Language, source string) *graphviz.Picture {
	r := l.Analyze(context.Background(), lang.NewFile("main", []byte(source)), language.Options{})
	return graphviz.Stages(r, []int32{0})
}

// Stages have their attributes, those with defaults not; constants are written in what reads them, by the ends of their
// names, with entries that decide sizes; the result has its name.
func TestStageDetails(t *testing.T) {
	p := stagesOf(onnx.Language, `<ir_version: 8, opset_import: ["" : 17]>
net (float[N, 3, 9, 9] x) => (float[N, 16] y)
<float[4, 3, 3, 3] "block.conv.weight" = {...}, int64[2] to = {-1, 16}> {
  c = Conv<dilations = [1, 1], pads = [0, 0, 0, 0], strides = [3, 3]>(x, "block.conv.weight")
  p = Abs(c)
  "/head/Relu_2_output_0" = Relu(c)
  y = Reshape("/head/Relu_2_output_0", to)
}
`)
	outline := string(p.AppendOutline(nil))
	contains(t, outline, "c = Conv (4:3) : float[N, 4, 3, 3]; strides = [3, 3]; weight: float[4, 3, 3, 3]\n",
		"to: int64[2] {-1, 16}", "] y\n", "!dilations")
	dot := string(p.AppendDOT(nil, graphviz.DOT{}))
	contains(t, dot, `label="Relu"`, `label="p = Abs"`, "!legend:stage")
	if n := strings.Count(dot, `label=" float[N, 4, 3, 3] "`); n != 2 { // of c and of Relu, each once
		t.Errorf("%d labels in\n%s", n, dot)
	}
	p = stagesOf(tensorscript.Language, `use conv::Conv2d;
node Net<[?, 3, 9, 9] -> [?, 4, 9, 9]> {}
weights Net<[?, 3, 9, 9] -> [?, 4, 9, 9]> { c = Conv2d::new(in_ch=3, out_ch=4, kernel_size=3, padding=1); }
graph Net<[?, 3, 9, 9] -> [?, 4, 9, 9]> { def forward { x |> c } }
`)
	contains(t, string(p.AppendOutline(nil)),
		"c (Conv2d) (4:62) : [?, 4, 9, 9]; in_ch=3, out_ch=4, kernel_size=3, padding=1\n")
}

// Each result of a model is drawn with its name, also one that a node takes, a constant and an input.
func TestResults(t *testing.T) {
	p := stagesOf(onnx.Language, `<ir_version: 8, opset_import: ["" : 17]>
net (float[N, 4] x) => (float[N, 4] first, float[N, 4] second, int64[2] fixed, float[N, 4] x)
<int64[2] fixed = {1, 2}> {
  first = Abs(x)
  second = Relu(first)
}
`)
	outline := string(p.AppendOutline(nil))
	for _, name := range []string{"first", "second", "fixed", "x"} {
		if !regexp.MustCompile(`(?m)^ *\[\d+\] ` + name + `$`).MatchString(outline) {
			t.Errorf("no result %s in\n%s", name, outline)
		}
	}
}

// Of a large model, what is computed from sizes only is folded first.
func TestFoldSizes(t *testing.T) {
	source := `<ir_version: 8, opset_import: ["" : 17]>
net (float[N, 8] x) => (y) {
  s = Shape(x)
`
	last := "s"
	for i := range 20 {
		source += fmt.Sprintf("  s%d = %s(%s)\n", i, []string{"Abs", "Neg", "Sign"}[i*i*i/5%3], last)
		last = fmt.Sprintf("s%d", i)
	}
	source += "  a0 = Reshape(x, " + last + ")\n"
	for i := range 20 {
		source += fmt.Sprintf("  a%d = %s(a%d)\n", i+1, []string{"Relu", "Tanh", "Sigmoid"}[i*i*i/5%3], i)
	}
	p := stagesOf(onnx.Language, source+"  y = Identity(a20)\n}\n")
	p.Fold(30)
	outline := string(p.AppendOutline(nil))
	contains(t, outline, "21 nodes, from sizes only", "a20 = ")
	if n := strings.Count(outline, " not shown"); len(p.Nodes) < 20 || n > 1 {
		t.Errorf("%d nodes in\n%s", len(p.Nodes), outline)
	}
}

// blockModel is a chain of residual blocks of three convolutions and a sum, with an activation after each.
func blockModel(blocks int) string {
	source := `<ir_version: 8, opset_import: ["" : 17]>
net (float[1, 8, 9, 9] x) => (y) <float[8, 8, 1, 1] w = {...}, float[8, 8, 1, 1] unused = {...}> {
  s0 = Conv(x, w)
`
	for i := range blocks {
		source += fmt.Sprintf("  a%d = Conv(s%d, w)\n  b%d = Relu(a%d)\n  c%d = Conv(b%d, w)\n  s%d = Add(s%d, c%d)\n",
			i, i, i, i, i, i, i+1, i, i)
	}
	return source + fmt.Sprintf("  y = Relu(s%d)\n}\n", blocks)
}

// A network is cut into equal blocks: where arrows that skip stages leave and enter, so that they stay visible while
// there is room.
func TestFoldBlocks(t *testing.T) {
	whole := stagesOf(onnx.Language, blockModel(4))
	for _, test := range []struct {
		most, blocks int
		text         string
	}{{16, 4, "Conv, Relu, Conv\n"}, {8, 4, "Conv, Relu, Conv, Add"}} {
		p := whole.Clone()
		p.Fold(test.most)
		n := 0
		for _, x := range p.Nodes {
			if x.Role == graphviz.RoleFolded && strings.HasPrefix(strings.Join(x.Lines, "\n")+"\n", test.text) {
				n++
			}
		}
		if n != test.blocks || len(p.Nodes) > test.most {
			t.Errorf("%d of %d nodes are %s: %s", n, len(p.Nodes), test.text, p.AppendOutline(nil))
		}
	}
}

// A network that is a little too high is drawn without its attributes first, with all of its stages.
func TestBrief(t *testing.T) {
	p := stagesOf(onnx.Language, blockModel(4))
	before := len(p.Nodes)
	contains(t, string(p.AppendDOT(nil, graphviz.DOT{})), "w: float[8, 8, 1, 1]")
	if p.Shrink(0.5, 1.3) == 0 || len(p.Nodes) != before {
		t.Errorf("%d of %d nodes are left", len(p.Nodes), before)
	}
	dot := string(p.AppendDOT(nil, graphviz.DOT{}))
	contains(t, dot, "are not shown", "a0 = Conv", "!label=\"a0 = Conv\\n")
	if n := strings.Count(dot, "float[1, 8, 9, 9] \""); n != 1 {
		t.Errorf("the same type is written %d times", n)
	}
	if p.Shrink(0.5, 1.3) == 0 || len(p.Nodes) == before {
		t.Error("it is not folded next")
	}
}

// A constant that no node takes is no input.
func TestUnusedConstant(t *testing.T) {
	contains(t, string(stagesOf(onnx.Language, blockModel(1)).AppendOutline(nil)), "x (2:", "!unused")
}

// Graphs in attributes are frames that say of which node they are; what they take comes from the graph around them, and
// what they give goes into the node. A call lists the operators of the function.
func TestInnerGraphs(t *testing.T) {
	r := onnx.Language.Analyze(context.Background(), lang.NewFile("main", []byte(
		`<ir_version: 8, opset_import: ["" : 17, "my" : 1]>
net (float[N] x, bool which) => (y, z) <float[1] w = {2}> {
  y = If(which)<
    then_branch = one () => (a) { a = Add(x, x) },
    else_branch = two () => (b) { b = Mul(x, w) }
  >
  z = my.Twice(y)
}
<domain: "my", opset_import: ["" : 17]>
Twice (p) => (q) {
  r = Add(p, p)
  q = Abs(r)
}
`)), language.Options{})
	p := graphviz.Stages(r, []int32{0, 1, 2})
	outline := string(p.AppendOutline(nil))
	contains(t, outline, "then-branch of `y`:", "else-branch of `y`:", "z = Twice (Add, Abs)", "w: float[1]")
	from := make(map[string]int)
	for _, e := range p.Edges {
		from[p.Nodes[e.From].Lines[0]+" to "+p.Nodes[e.To].Lines[0]]++
	}
	for _, arrow := range []string{"x to a = Add", "x to b = Mul", "a to y = If", "b to y = If"} {
		if from[arrow] != 1 {
			t.Errorf("%d arrows from %s: %v", from[arrow], arrow, from)
		}
	}
	for _, c := range p.Clusters[1:] {
		if c.Parent != 0 {
			t.Errorf("%s is not within the graph of its node", c.Label)
		}
	}
}

// A node that gives several values is one box that names them, and its arrows say which one they are; entries that are
// known are at the arrows. A graph within a graph in an attribute has its frame within that of the other.
func TestSeveralValues(t *testing.T) {
	r := onnx.Language.Analyze(context.Background(), lang.NewFile("main", []byte(
		`<ir_version: 8, opset_import: ["" : 17]>
net (float[N, 6] x, int64 times, bool go) => (y, rest, all) <int64[2] parts = {2, 4}> {
  s = Shape(x)
  z = Reshape(x, s)
  first, rest = Split<axis = 1>(z, parts)
  a = Abs(first)
  y, all = Loop(times, go, a)<
    body = step (int64 i, bool c, float[N, 2] v) => (d, w, u) {
      d = Identity(c)
      w = If(c)<
        then_branch = one () => (p) { p = Neg(v) },
        else_branch = two () => (q) { q = Abs(v) }
      >
      u = Identity(w)
    }
  >
}
`)), language.Options{})
	p := graphviz.Stages(r, []int32{0, 1, 2, 3})
	outline := string(p.AppendOutline(nil))
	contains(t, outline, "first, rest = Split", "-- first: float[N, 2] -->", "-- int64[2] {N, 6} -->", "y, all = Loop")
	boxes := make(map[string]int)
	for _, n := range p.Nodes {
		boxes[n.Lines[0]]++
	}
	if boxes["first, rest = Split"] != 1 || boxes["y, all = Loop"] != 1 || boxes["rest = Split"] != 0 {
		t.Errorf("these are the boxes: %v", boxes)
	}
	parent := make(map[string]string)
	for _, c := range p.Clusters {
		if c.Parent >= 0 {
			parent[c.Label] = p.Clusters[c.Parent].Label
		}
	}
	for _, frame := range []string{"then-branch of `w`", "else-branch of `w`"} {
		if parent[frame] != "body of `y`" {
			t.Errorf("%s is in %q", frame, parent[frame])
		}
	}
}

// A long chain has several columns, and circles say where an arrow goes on.
func TestColumns(t *testing.T) {
	dot := string(stagesOf(onnx.Language, blockModel(12)).AppendDOT(nil, graphviz.DOT{}))
	columns := strings.Count(dot, `subgraph "cluster.row:`) - strings.Count(dot, `shape="circle"`)
	if columns < 2 || columns > 5 || strings.Contains(dot, `constraint="false"`) {
		t.Errorf("%d columns in\n%s", columns, dot)
	}
	contains(t, string(stagesOf(onnx.Language, blockModel(2)).AppendDOT(nil, graphviz.DOT{})), "!cluster.row:", "!circle")
}

// An arrow from where a size is written or computed names the nodes that only pass it on.
func TestSizesPass(t *testing.T) {
	r := onnx.Language.Analyze(context.Background(), lang.NewFile("main", []byte(`<ir_version: 8, opset_import: ["" : 17]>
net (float[N, 1, 9, 9] x) => (y) <float[4, 1, 3, 3] w = {...}, int64[3] to = {0, 7, 28}, float[5, 6] m = {...}> {
  c = Conv(x, w)
  r = Relu(c)
  s = Reshape(r, to)
  q = Transpose<perm = [0, 2, 1]>(s)
  a = Abs(q)
  y = MatMul(a, m)
}
`)), language.Options{Settings: language.Settings{Sketch: true}})
	p, ok := graphviz.Error(r, &r.Diagnostics[0], false)
	if !ok {
		t.Fatal(r.Diagnostics[0].Message)
	}
	contains(t, string(p.AppendOutline(nil)), "- - through Reshape, Transpose, Abs - -> [2] `a` is")
}
