package draw

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/relay"
	"github.com/patgraph/patgraph/patterns/tensorscript"
)

const halves = `-- dialect: k6
$nat  = <{} 0, nat +1>;
$tree = <{} leaf, {tree left, nat value, tree right} node>;
$two  = {nat a, nat b};
plus  = $two < {.a/0 z, .b r} .r, {.a/+1 a, .b |+1 b} plus >;
size  = $tree </leaf |0, /node {.left size a, .right b} plus |+1>;
`

const reshaped = `#[version = "0.0.5"]
def @f(%x: Tensor[(10, 60), float32]) {
  let %a = reshape(transpose(%x, axes=[1, 0]), newshape=[4, 30, 5]);
  let %b = reshape(transpose(%x, axes=[1, 0]), newshape=[4, 30, 5]);
  nn.batch_matmul(%a, %b)
}
`

// The sentence about the likeliest place stands at its signs, and so does the first change if it is on that line.
func TestMarkAtSigns(t *testing.T) {
	r := k.Analyze(context.Background(), lang.NewFile("size.k", []byte(halves)), k.Options{Sketch: true})
	p, _ := graphviz.Error(r, &r.Diagnostics[0], false)
	want := []string{
		"6 | size  = $tree </leaf |0, /node {.left size a, .right b} plus |+1>;",
		strings.Repeat(" ", 28) + "most likely the mistake is here ^^^^",
		strings.Repeat(" ", 30) + "help: apply `size` (6:53) ^",
	}
	if got := p.Nodes[0].Lines[1:4]; !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// In a picture of a relation that fails, all arrows lead to the failure, and signs are below the number that an
// attribute gives.
func TestFailureLeadsDown(t *testing.T) {
	r := relay.Language.Analyze(context.Background(), lang.NewFile("f.rly", []byte(reshaped)),
		language.Options{Settings: language.Settings{Sketch: true}})
	p, _ := graphviz.Error(r, &r.Diagnostics[0], false)
	for _, e := range p.Edges {
		if e.Back || e.From == 0 {
			t.Errorf("%q leads to %q", p.Nodes[e.From].Name, p.Nodes[e.To].Name)
		}
	}
	signs := 0
	for _, n := range p.Nodes {
		for i, line := range n.Lines {
			at := strings.Index(line, "^")
			number, given := strings.CutPrefix(n.Name, "newshape = ")
			if number, _, _ = strings.Cut(number, ","); !given || at < 0 {
				continue
			}
			signs++
			if got := string([]rune(n.Lines[i-1])[at : at+strings.Count(line, "^")]); got != number {
				t.Errorf("signs below %q of %q", got, n.Name)
			}
		}
	}
	if signs == 0 {
		t.Errorf("no signs below a number:\n%s", p.AppendOutline(nil))
	}
}

// The first change names each of its places.
func TestChangeNamesPlaces(t *testing.T) {
	r := tensorscript.Language.Analyze(context.Background(), lang.NewFile("net.trs", []byte(`use lin::Linear;
use conv::{Conv2d, maxpool2d};
node Net<[?, 3, 16, 16] -> [?, 10]> {}
weights Net<[?, 3, 16, 16] -> [?, 10]> {
  c = Conv2d::new(in_ch=3, out_ch=8, kernel_size=3, padding=1);
  f = Linear::new(in=500, out=10);
}
graph Net<[?, 3, 16, 16] -> [?, 10]> {
  def forward { x |> c |> maxpool2d(kernel_size=2) |> view(_, 500) |> f }
}
`)), language.Options{Settings: language.Settings{Sketch: true}})
	p, _ := graphviz.Error(r, &r.Diagnostics[0], false)
	if want := "help: write `512` (9:63) and `in=512` (6:22) [checked]"; p.Notes[0] != want {
		t.Errorf("got %s, want %s", p.Notes[0], want)
	}
}

// A pattern that is part of neither the input nor the output says where it is made, also among other definitions.
func TestMadeBetween(t *testing.T) {
	r := k.Analyze(context.Background(), lang.NewFile("pair.k", []byte("f = {.a x, .b y} .x;\ng = {f p, .b q};\n")), k.Options{})
	p := graphviz.Patterns(r, []int32{0, 1}, graphviz.PatternsOptions{At: -1})
	var got []string
	for _, n := range p.Nodes {
		if len(n.Lines) > 1 {
			got = append(got, strings.Join(n.Lines, " "))
		}
	}
	if want := []string{"{x, y} made at 1:5"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
