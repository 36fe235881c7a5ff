package relay

import (
	"testing"

	"github.com/patgraph/patgraph/internal/trial"
)

// set has the operators of Relay with their examples.
var set = &trial.Set{Text: string(operators), Vocabulary: Vocabulary, Path: "testdata/operators.txt"}

func TestExamples(t *testing.T)   { set.TestExamples(t) }
func TestConcurrent(t *testing.T) { set.TestConcurrent(t) }
func TestOnEngine(t *testing.T)   { set.TestOnEngine(t) }
func TestMutants(t *testing.T)    { set.TestMutants(t, 500) }
func TestMonotone(t *testing.T)   { set.TestMonotone(t) }

// TestEveryOperatorHasExamples exempts operators that never wait: they have no arguments, or all arguments are known at
// once.
func TestEveryOperatorHasExamples(t *testing.T) {
	set.TestEvery(t, "zeros", "ones", "arange", "annotation.*", "on_device", "debug",
		"random.threefry_generate", "random.threefry_split", "random.uniform", "random.normal")
}

func TestOrder(t *testing.T) {
	set.TestOrder(t, []string{
		"nn.relu", "add", "equal", "transpose {axes=none}", "nn.batch_flatten", "expand_dims {axis=0}", "squeeze {axis=[0]}",
		"sum {axis=[0]}", "nn.dense {units=4}", "nn.dense {units=none}", "nn.bias_add {axis=-1}", "nn.softmax", "tile {reps=[2]}", "reshape {newshape=[-1]}",
		"cast {dtype=float16}", "nn.layer_norm", "repeat {repeats=2, axis=0}", "broadcast_to {shape=[2, 4]}", "broadcast_to_like", "nn.matmul {units=none}", "where",
	}, []string{
		"_", "_", "_", "Tensor[(2, 4), float32]", "Tensor[(4), float32]", "Tensor[(_, 4), float32]", "Tensor[_, float32]", "float32", "Tensor[(4, 2), _]",
		"Tensor[(n, 4), float32]", "Tensor[(1, 2, 4), float32]",
	})
}
