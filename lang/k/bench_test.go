package k

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// mix is ordinary text: a bit of everything, with comments and layout.
const mix = `-- Binary trees and what one does with them.
$tree = <int leaf, {tree left, tree right} node>;
$list = <{} nil, {int car, list cdr} cons>;

// The sum of all leaves.
sum = $tree <
  .leaf,
  .node {.left sum left, .right sum right} [.left, .right] PLUS
>;

depth = $tree <.leaf 0, .node {[.left depth, .right depth] max m} [.m, 1] PLUS>;
max = <GT .0, .1>;          # the larger of two
append = ?<{} nil, {X car, L cdr} cons>=L {() list, "end" mark};
swap = {.y x, .x y} ?{X x, Y y};
map_inc = { | inc value, 1 step } ^;
inc = [(), 1] PLUS;
`

func benchShapes() map[string]string {
	r := strings.Repeat
	wide := new(bytes.Buffer)
	wide.WriteString("f = {")
	for i := range 20000 {
		if i > 0 {
			wide.WriteString(", ")
		}
		fmt.Fprintf(wide, ".a%d b%d", i, i)
	}
	wide.WriteString("};")
	small := new(bytes.Buffer)
	for i := range 10000 {
		fmt.Fprintf(small, "def%d = {.x left, 5 right};\n", i)
	}
	return map[string]string{
		"chain":  "f = " + r(".a .b .c .d ", 5000) + ";",
		"wide":   wide.String(),
		"nested": "f = " + r("[{.a x, ", 5000) + "1" + r(" y}]", 5000) + ";",
		"small":  small.String(),
		"mix":    r(mix, 50),
	}
}

func BenchmarkParse(b *testing.B) {
	for name, text := range benchShapes() {
		b.Run("shape="+name, func(b *testing.B) {
			src := []byte(text)
			nodes := 0
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				t, ds := Parse(lang.NewFile("bench.k", src))
				if len(ds) > 0 {
					b.Fatal(ds[0].Message)
				}
				nodes = len(t.Nodes)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(nodes), "ns/node")
			b.ReportMetric(float64(nodes), "nodes")
		})
	}
}

// BenchmarkFormat formats programs and checks the result, like the command fmt without reading and writing.
func BenchmarkFormat(b *testing.B) {
	for name, text := range benchShapes() {
		b.Run("shape="+name, func(b *testing.B) {
			src := []byte(text)
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				if _, ds := Format(lang.NewFile("bench.k", src), Auto, lang.Layout{}); len(ds) > 0 {
					b.Fatal(ds[0].Message)
				}
			}
		})
	}
}
