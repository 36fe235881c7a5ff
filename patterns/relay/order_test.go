package relay

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/trial"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
	"pgregory.net/rapid"
)

// A stated use is an operator of some nodes of a pool, the last one for its result.
type statedUse struct {
	op    *relation.Operator
	attrs []relation.Value
	nodes []int
}

var pool = []struct {
	name  string
	attrs string
}{
	{"nn.relu", ""}, {"add", ""}, {"equal", ""}, {"transpose", "axes=none"}, {"nn.batch_flatten", ""}, {"expand_dims", "axis=0"}, {"squeeze", "axis=[0]"}, {"sum", "axis=[0]"},
	{"nn.dense", "units=4"}, {"nn.dense", "units=none"}, {"nn.bias_add", "axis=-1"}, {"nn.softmax", ""}, {"tile", "reps=[2]"}, {"reshape", "newshape=[-1]"}, {"cast", "dtype=float16"},
	{"nn.layer_norm", ""}, {"repeat", "repeats=2, axis=0"}, {"broadcast_to", "shape=[2, 4]"}, {"broadcast_to_like", ""}, {"nn.matmul", "units=none"}, {"where", ""},
}

// In which order relations are stated, and so run, decides nothing: neither whether there is a contradiction nor,
// where there is none, what the types are.
func TestOrder(t *testing.T) {
	counts := make(map[bool]int)
	known := 0
	rapid.Check(t, func(t *rapid.T) {
		var types []string
		for range rapid.IntRange(2, 7).Draw(t, "nodes") {
			types = append(types, rapid.SampledFrom([]string{"_", "_", "_", "Tensor[(2, 4), float32]", "Tensor[(4), float32]", "Tensor[(_, 4), float32]", "Tensor[_, float32]", "float32", "Tensor[(4, 2), _]", "Tensor[(n, 4), float32]", "Tensor[(1, 2, 4), float32]"}).Draw(t, "type"))
		}
		var uses []statedUse
		for range rapid.IntRange(1, 8).Draw(t, "uses") {
			k := rapid.SampledFrom(pool).Draw(t, "op")
			u := statedUse{op: Operators().Operator(k.name)}
			e, _ := trial.ParseExample(k.name + " {" + k.attrs + "} -> x")
			u.attrs, _ = u.op.Attributes(e.Attrs)
			for range u.op.Of().Arity {
				u.nodes = append(u.nodes, rapid.IntRange(0, len(types)-1).Draw(t, "node"))
			}
			uses = append(uses, u)
		}
		once, bad := solve(types, uses)
		counts[bad]++
		if !strings.Contains(once, "_") {
			known++
		}
		for range 3 {
			twice, worse := solve(types, rapid.Permutation(uses).Draw(t, "order"))
			if bad != worse || !bad && once != twice {
				t.Fatalf("%v: %v %s, and in another order %v %s", types, bad, once, worse, twice)
			}
		}
	})
	if counts[true] == 0 || counts[false] == 0 || known == 0 {
		t.Errorf("contradictions: %v, %d without holes", counts, known)
	}
}

// solve gives the types after all relations have run, and whether there is a contradiction.
func solve(types []string, uses []statedUse) (string, bool) {
	b := set.Bench()
	var nodes []unify.Node
	for _, text := range types {
		n, err := b.Add(text)
		if err != nil {
			panic(err)
		}
		nodes = append(nodes, n)
	}
	for _, u := range uses {
		args := make([]unify.Node, len(u.nodes))
		for i, n := range u.nodes {
			args[i] = nodes[n]
		}
		for _, r := range b.Binding.Rules(u.op.Of(), u.attrs) {
			b.Relate(r, unify.Reason{}, args...)
		}
	}
	b.Solve()
	if err := b.Verify(); err != nil {
		return err.Error(), true
	}
	v := b.Binding.Over(b.Graph)
	var list []string
	for _, n := range nodes {
		list = append(list, b.Print(v, v.Number(n)))
	}
	return strings.Join(list, ", "), len(b.Conflicts()) > 0
}
