package relay

import (
	"strconv"
	"testing"

	"github.com/patgraph/patgraph/internal/terms"
	"github.com/patgraph/patgraph/internal/trial"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// BenchmarkRun measures one run of each operator's relation on known types.
func BenchmarkRun(b *testing.B) {
	for _, line := range []string{
		"nn.relu Tensor[(1, 64, 56, 56), float32]",
		"add Tensor[(1, 64, 56, 56), float32], Tensor[(1, 64, 56, 56), float32]",
		"transpose {axes=[0, 2, 3, 1]} Tensor[(1, 64, 56, 56), float32]",
		"reshape {newshape=[0, -1]} Tensor[(1, 64, 56, 56), float32]",
		"concatenate {axis=1} (Tensor[(1, 64, 56, 56), float32], Tensor[(1, 32, 56, 56), float32])",
		"split {indices_or_sections=2, axis=1} Tensor[(1, 64, 56, 56), float32]",
		"sum {axis=[2, 3]} Tensor[(1, 64, 56, 56), float32]",
		"nn.dense {units=1000} Tensor[(1, 2048), float32], _",
		"nn.batch_matmul {transpose_b=true} Tensor[(12, 128, 64), float32], Tensor[(12, 128, 64), float32]",
		"nn.softmax {axis=-1} Tensor[(1, 1000), float32]",
		"nn.batch_norm Tensor[(1, 64, 56, 56), float32], _, _, _, _",
		"nn.conv2d {channels=64, kernel_size=[3, 3], padding=[1, 1]} Tensor[(1, 64, 56, 56), float32], _",
		"nn.conv2d {padding=[1, 1]} Tensor[(1, 64, 56, 56), float32], Tensor[(64, 64, 3, 3), float32]",
		"nn.conv2d {data_layout=\"NHWC\", kernel_layout=\"HWIO\", channels=64, kernel_size=[3, 3]} Tensor[(1, 56, 56, 64), float32], _",
		"nn.max_pool2d {pool_size=[3, 3], strides=[2, 2], padding=[1, 1]} Tensor[(1, 64, 112, 112), float32]",
		"add _, Tensor[(1, 64, 56, 56), float32]",
	} {
		e, err := trial.ParseExample(line + " -> x")
		if err != nil {
			b.Fatal(err)
		}
		o := Operators().Operator(e.Name)
		attrs, problems := o.Attributes(e.Attrs)
		if len(problems) > 0 {
			b.Fatal(problems)
		}
		m := &relation.Machine{Sizes: relation.NewSizes()}
		s := terms.New(m.Sizes)
		var args []relation.Node
		for _, a := range e.Args {
			n, _ := s.Parse(a)
			args = append(args, n)
		}
		b.Run(e.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m.Run(s, o.Of(), -1, args, attrs)
			}
		})
	}
}

// BenchmarkRead measures reading and checking all operators, which happens once per process.
func BenchmarkRead(b *testing.B) {
	b.SetBytes(int64(len(operators)))
	for b.Loop() {
		relation.Must("operators.rel", operators, Vocabulary, nil)
	}
}

// BenchmarkChain measures n dependent additions on the engine.
func BenchmarkChain(b *testing.B) {
	for _, n := range []int{1000, 10000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				e := set.Bench()
				last, _ := e.Add("Tensor[(8, 128, 768), float32]")
				other, _ := e.Add("Tensor[(8, 128, 768), float32]")
				rules := e.Binding.Rules(Operators().Operator("add").Of(), nil)
				for range n {
					next := e.Leaf(0)
					for _, r := range rules {
						e.Relate(r, unify.Reason{}, last, other, next)
					}
					last = next
				}
				e.Solve()
				if e.InstanceOf(int32(n-1)).State != unify.Fires || e.Runs() > 2*n {
					b.Fatal(e.Runs())
				}
			}
		})
	}
}
