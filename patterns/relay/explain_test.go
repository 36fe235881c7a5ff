package relay

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/trial"
	"github.com/patgraph/patgraph/patterns/relation"
)

// explained runs an example and returns the outcome with its origins, and the paths of nodes.
func explained(t *testing.T, line string) (m *relation.Machine, o *relation.Outcome, paths map[relation.Node]string) {
	t.Helper()
	e, err := trial.ParseExample(line + " -> x")
	if err != nil {
		t.Fatal(err)
	}
	op := Operators().Operator(e.Name)
	attrs, _ := op.Attributes(e.Attrs)
	m = &relation.Machine{Sizes: relation.NewSizes()}
	in, err := set.Instance(m, op.Of(), attrs, e.Args)
	if err != nil {
		t.Fatal(err)
	}
	return m, m.Explain(in.Store, in.Relation, -1, in.Args, attrs), in.Paths()
}

// sources renders pieces of text with their origins.
func sources(pieces []relation.Piece, paths map[relation.Node]string) string {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(p.Text)
		switch p.Source.Kind {
		case relation.FromNode, relation.FromArgument:
			b.WriteString("<" + paths[p.Source.Node] + ">")
		case relation.FromAttribute:
			b.WriteString("<@" + p.Source.Name + ">")
		}
	}
	return b.String()
}

// TestFormulas checks that each size of a result has its formula, and that the sizes in the formula have their origins.
func TestFormulas(t *testing.T) {
	for _, c := range []struct{ line, text, from string }{
		{
			"nn.conv2d {channels=8, kernel_size=[3, 3]} Tensor[(1, 3, 16, 16), float32], _",
			"1; 8; 14 = 16 − 3 + 1; 14 = 16 − 3 + 1",
			"1<1.shape.0>; 8<@channels>; 14 = 16<1.shape.2> − 3<@kernel_size> + 1<@strides><@dilation><@padding>",
		},
		{
			"nn.conv2d {padding=[1, 2], strides=[2, 2]} Tensor[(1, 3, 16, 16), float32], Tensor[(8, 3, 3, 5), float32]",
			"1; 8; 8 = ⌊(16 + 2 − 3) ÷ 2⌋ + 1; 8 = ⌊(16 + 4 − 5) ÷ 2⌋ + 1",
			"1<1.shape.0>; 8<2.shape.0>; 8 = ⌊(16<1.shape.2> + 2<@padding> − 3<2.shape.2>) ÷ 2<@strides>⌋ + 1<@dilation>",
		},
		{
			"nn.max_pool2d {pool_size=[2, 2], strides=[4, 4], ceil_mode=true} Tensor[(1, 3, 32, 30), float32]",
			"1; 3; 9 = ⌊(32 − 2 + 4 − 1) ÷ 4⌋ + 1; 8 = ⌊(30 − 2 + 4 − 1) ÷ 4⌋ + 1", "",
		},
		{
			"nn.correlation {kernel_size=1, max_displacement=1, stride1=2, stride2=1, padding=[0, 0]} " +
				"Tensor[(1, 3, 9, 9), float32], Tensor[(1, 3, 9, 9), float32]",
			"1; 9 = (2 + 1)·(2 + 1); 4 = ⌈(9 − 2·(1 + ⌊1 ÷ 2⌋)) ÷ 2⌉; 4 = ⌈(9 − 2·(1 + ⌊1 ÷ 2⌋)) ÷ 2⌉", "",
		},
		{"nn.batch_flatten Tensor[(2, 16, 14, 14), float32]", "2; 3136 = 16·14·14", "2<1.shape.0>; 3136 = 16<1.shape.1>·14<1.shape.2>·14<1.shape.3>"},
		{"concatenate (Tensor[(2, 3), float32], Tensor[(5, 3), float32])", "7 = 2 + 5; 3", "7 = 2<1.0.shape.0> + 5<1.1.shape.0>; 3<1.0.shape.1>"},
		{"tile {reps=[2, 3]} Tensor[(n, 4), float32]", "2*n = n·2; 12 = 4·3", "2*n = n<1.shape.0>·2<@reps>; 12 = 4<1.shape.1>·3<@reps>"},
		{"nn.pad {pad_width=[[1, 2]]} Tensor[(8), float32], float32", "11 = 8 + 1 + 2", "11 = 8<1.shape.0> + 1<@pad_width> + 2<@pad_width>"},
		{"nn.pad {pad_width=[[-1, 2]]} Tensor[(8), float32], float32", "9 = 8 + (-1) + 2", ""},
		{"strided_slice {begin=[1], end=[7], strides=[2], axes=none} Tensor[(9), float32]", "3 = slicelen(9, 1, 7, 2)", "3 = slicelen(9<1.shape.0>, 1<@begin>, 7<@end>, 2<@strides>)"},
		{"reshape {newshape=[-1, 4]} Tensor[(2, 3, 4), float32]", "6 = 2·3·4 ÷ 4; 4", ""},
		{"add Tensor[(2, 1), float32], Tensor[(3), float32]", "2; 3", "2<1.shape.0>; 3<2.shape.0>"},
		{"nn.upsampling {scale_h=1.5, scale_w=2} Tensor[(1, 3, 4, 5), float32]", "1; 3; 6 = 4·1.5; 10 = 5·2", ""},
		{"expand_dims {axis=0} Tensor[(5), float32]", "1; 5", "1; 5<1.shape.0>"},
	} {
		m, o, paths := explained(t, c.line)
		if o.State != relation.Fires {
			t.Errorf("%s: %v", c.line, relation.Said(m.Failure(o).Message))
			continue
		}
		last := o.Effects[len(o.Effects)-1].Right
		var text, from []string
		for _, size := range o.Parts(o.Parts(last)[0]) {
			f := m.Formula(size)
			text, from = append(text, relation.Said(f)), append(from, sources(f, paths))
		}
		if got := strings.Join(text, "; "); got != c.text {
			t.Errorf("%s\nwant %s\ngot  %s", c.line, c.text, got)
		}
		if got := strings.Join(from, "; "); !strings.HasPrefix(got, c.from) {
			t.Errorf("%s\nwant %s\ngot  %s", c.line, c.from, got)
		}
	}
}

// TestFailures checks that messages of failures have the origins of the values in them.
func TestFailures(t *testing.T) {
	for _, c := range [][2]string{
		{"add Tensor[(2, 3), float32], Tensor[(4), float32]", "axis 1 of the result: 3<1.shape.1> and 4<2.shape.0> are neither equal nor 1"},
		{"add Tensor[(4), float32], Tensor[(4), float16]", "the element types float32<1.base> and float16<2.base> differ"},
		{"nn.softmax {axis=-3} Tensor[(4, 10), float32]", "there is no axis -3<@axis> at rank 2<1.shape>"},
		{"abs (float32,)", "argument 1<1> is not a tensor"},
		{"nn.cross_entropy Tensor[(4), float32], Tensor[(4, 10), float32]", "argument 1<1> has 1 axis<1.shape>, not 2"},
		{"reshape {newshape=[5, 5]} Tensor[(2, 3, 4), float32]", "24 elements do not fit a shape of 25"},
		{"nn.conv2d Tensor[(1, 3, 7, 7), float32], Tensor[(8, 3, 9, 9), float32]", "a window of 9 is larger than its input of 7"},
		{"nn.dense {units=none} Tensor[(2, 64), float32], Tensor[(10, 63), float32]", "the last axis of the data has 64<1.shape.1> elements, that of the weight 63<2.shape.1>"},
		{"concatenate (Tensor[(2), float32], A)", "this type<1.1> is not a tensor"},
		{"zeros {shape=[2, -3], dtype=\"int8\"}", "a size would be -3<@shape>"},
	} {
		m, o, paths := explained(t, c[0])
		if o.State != relation.Fails {
			t.Errorf("%s: %v", c[0], o.State)
			continue
		}
		if got := sources(m.Failure(o).Message, paths); got != c[1] {
			t.Errorf("%s\nwant %s\ngot  %s", c[0], c[1], got)
		}
	}
	// Pictures need the compared values of both sides.
	m, o, paths := explained(t, "nn.dense {units=none} Tensor[(2, 64), float32], Tensor[(10, 63), float32]")
	if got := sources(m.Failure(o).Values, paths); got != "64<1.shape.1>63<2.shape.1>" {
		t.Errorf("the values are %s", got)
	}
}
