package relaygen

import (
	"fmt"
	"math"
	"strconv"
)

// Examples are models that are short enough to read, with a note on what to look at.
var Examples = []struct {
	Name, About string
	Model       Model
}{
	{"inception", `The first block of Inception, in GoogLeNet. Four branches look at one image, each with windows of its own,
and their channels are side by side: 64 + 128 + 32 + 32 of them. No kernel and no bias has a type here.
`, Inception(192, Inception3a)},
	{"bert", `One layer of BERT, a small one: 16 tokens of 64 numbers, and 4 heads. Only the tables of words have types
here. Look at the reshapes: dense layers take matrices, and heads want an axis of their own.
`, BERT{Layers: 1, Width: 64, Heads: 4, Length: 16, Words: 1000}.Model()},
}

// ResNet50 and ResNet152 are residual networks that classify images into 1,000 classes.
func ResNet50() Model  { return ResNet(3, 4, 6, 3) }
func ResNet152() Model { return ResNet(3, 8, 36, 3) }

// ResNet is a residual network with stages of the given numbers of bottleneck blocks. A block reduces the channels,
// convolves 3 by 3 pixels, widens the channels fourfold, and adds its input.
func ResNet(stages ...int) Model {
	w := new(net)
	x := w.relu(w.norm(w.conv("%data", 64, 7, 2)))
	x = w.pool(x, 2)
	for s, blocks := range stages {
		for b := range blocks {
			w.note("stage %d, block %d", s+1, b+1)
			wide, stride, short := 64<<s, 1, x
			if b == 0 {
				if s > 0 {
					stride = 2
				}
				short = w.norm(w.conv(x, 4*wide, 1, stride))
			}
			y := w.relu(w.norm(w.conv(x, wide, 1, 1)))
			y = w.relu(w.norm(w.conv(y, wide, 3, stride)))
			y = w.norm(w.conv(y, 4*wide, 1, 1))
			x = w.relu(w.op("%s + %s", y, short))
		}
	}
	w.note("which kind it is")
	x = w.op("nn.batch_flatten(%s)", w.op("nn.global_avg_pool2d(%s)", x))
	return w.model("%data: Tensor[(1, 3, 224, 224), float32]", w.op("nn.softmax(%s)", w.dense(x, 1000)))
}

// A BERT is an encoder of texts, of so many layers. Heads share the width of a token.
type BERT struct{ Layers, Width, Heads, Length, Words int }

// The two published models, for texts of 128 tokens.
var (
	BERTBase  = BERT{Layers: 12, Width: 768, Heads: 12, Length: 128, Words: 30522}
	BERTLarge = BERT{Layers: 24, Width: 1024, Heads: 16, Length: 128, Words: 30522}
)

// Model is the encoder as a program: it returns the state of each token, and that of the text. It is written as
// converters of models write it, with a batch of one, dense layers on matrices, and the function gelu written out.
func (b BERT) Model() Model {
	const places = 512
	w := new(net)
	n, width, head := b.Length, b.Width, b.Width/b.Heads
	table := func(rows int) string {
		return w.weight("table", fmt.Sprintf("Tensor[(%d, %d), float32]", rows, width))
	}
	norm := func(x string) string {
		return w.op("nn.layer_norm(%s, %s, %s)", x, w.weight("scale"), w.weight("shift"))
	}
	dense := func(x string, from, to int) string {
		return w.reshape(w.dense(w.reshape(x, n, from), to), 1, n, to)
	}
	w.note("words, their places, and which of two texts they are of")
	words := w.op("take(%s, %%tokens, axis=0)", table(b.Words))
	place := w.op("strided_slice(%s, begin=[0, 0], end=[%d, %d], strides=[1, 1], axes=None)", table(places), n, width)
	kind := w.op("take(%s, %%kinds, axis=0)", table(2))
	x := norm(w.op("%s + %s", w.op("%s + %s", words, place), kind))
	for layer := range b.Layers {
		w.note("layer %d: what each token asks for, what it offers, and what it says", layer+1)
		split := func(x string) string {
			y := w.transpose(w.reshape(dense(x, width, width), 1, n, b.Heads, head), 0, 2, 1, 3)
			return w.reshape(y, b.Heads, n, head)
		}
		q, k, v := split(x), split(x), split(x)
		w.note("how much each token listens to each other one")
		a := w.op("nn.batch_matmul(%s, %s, transpose_b=True)", q, k)
		a = w.op("%s / %sf", w.reshape(a, 1, b.Heads, n, n), strconv.FormatFloat(math.Sqrt(float64(head)), 'g', 6, 64))
		a = w.op("nn.softmax(%s)", w.op("%s + %%mask", a))
		w.note("what it hears of all heads")
		a = w.op("nn.batch_matmul(%s, %s, transpose_b=False)", w.reshape(a, b.Heads, n, n), v)
		a = w.transpose(w.reshape(a, 1, b.Heads, n, head), 0, 2, 1, 3)
		x = norm(w.op("%s + %s", dense(w.reshape(a, 1, n, width), width, width), x))
		w.note("layer %d: each token by itself", layer+1)
		f := dense(x, width, 4*width)
		gate := w.op("1f + %s", w.op("erf(%s)", w.op("%s / 1.41421f", f)))
		f = w.op("%s * %s", w.op("0.5f * %s", f), gate)
		x = norm(w.op("%s + %s", dense(f, 4*width, width), x))
	}
	w.note("the text as a whole, by its first token")
	first := w.op("take(%s, 0, axis=1)", x)
	text := w.op("tanh(%s)", w.dense(first, width))
	ids := fmt.Sprintf("Tensor[(1, %d), int32]", n)
	return w.model(fmt.Sprintf("%%tokens: %s, %%kinds: %s, %%mask: Tensor[(1, 1, 1, %d), float32]", ids, ids, n), "("+x+", "+text+")")
}

// MLP is a sequence of dense layers with the given numbers of units, for 32 inputs at a time.
func MLP(inputs int, layers ...int) Model {
	w := new(net)
	x := "%data"
	for i, units := range layers {
		if i > 0 {
			x = w.relu(x)
		}
		x = w.dense(x, units)
	}
	return w.model(fmt.Sprintf("%%data: Tensor[(32, %d), float32]", inputs), w.op("nn.softmax(%s)", x))
}

// LSTM is a layer of long short-term memory, unrolled: all steps have the same weights. It returns the last state and
// the last cell of a batch of 8.
func LSTM(steps, inputs, hidden int) Model {
	const batch = 8
	w := new(net)
	wi, wh, bi, bh := w.weight("matrix"), w.weight("matrix"), w.weight("bias"), w.weight("bias")
	state := fmt.Sprintf("shape=[%d, %d], dtype=\"float32\"", batch, hidden)
	h, c := w.op("zeros(%s)", state), w.op("zeros(%s)", state)
	for i := range steps {
		w.note("step %d", i+1)
		x := w.op("take(%%data, %d, axis=0)", i)
		a := w.op("nn.bias_add(%s, %s)", w.op("nn.dense(%s, %s, units=%d)", x, wi, 4*hidden), bi)
		b := w.op("nn.bias_add(%s, %s)", w.op("nn.dense(%s, %s, units=%d)", h, wh, 4*hidden), bh)
		gates := w.op("split(%s, indices_or_sections=4, axis=1)", w.op("%s + %s", a, b))
		gate := func(f string, i int) string { return w.op("%s(%s)", f, w.field(gates, i)) }
		in, forget, cell, out := gate("sigmoid", 0), gate("sigmoid", 1), gate("tanh", 2), gate("sigmoid", 3)
		c = w.op("%s + %s", w.op("%s * %s", forget, c), w.op("%s * %s", in, cell))
		h = w.op("%s * %s", out, w.op("tanh(%s)", c))
	}
	return w.model(fmt.Sprintf("%%data: Tensor[(%d, %d, %d), float32]", steps, batch, inputs), "("+h+", "+c+")")
}

// A Branching is the numbers of channels of an Inception block: of the 1 by 1 branch, of the 3 by 3 branch after its
// reduction, of the 5 by 5 branch likewise, and of the branch after the pool.
type Branching struct{ One, Narrow3, Three, Narrow5, Five, Pool int }

// The first two blocks of GoogLeNet.
var Inception3a, Inception3b = Branching{64, 96, 128, 16, 32, 32}, Branching{128, 128, 192, 32, 96, 64}

// Inception is blocks of four branches each, on images of 28 by 28 with the given number of channels.
func Inception(channels int, blocks ...Branching) Model {
	w := new(net)
	conv := func(x string, channels, kernel int) string {
		return w.relu(w.op("nn.bias_add(%s, %s)", w.conv(x, channels, kernel, 1), w.weight("bias")))
	}
	x := "%data"
	for i, b := range blocks {
		w.note("block %d: single pixels", i+1)
		one := conv(x, b.One, 1)
		w.note("3 by 3 pixels, of fewer channels")
		three := conv(conv(x, b.Narrow3, 1), b.Three, 3)
		w.note("5 by 5 pixels, of still fewer channels")
		five := conv(conv(x, b.Narrow5, 1), b.Five, 5)
		w.note("the largest of 3 by 3 pixels")
		pool := conv(w.pool(x, 1), b.Pool, 1)
		w.note("the channels of all four branches")
		x = w.op("concatenate((%s, %s, %s, %s), axis=1)", one, three, five, pool)
	}
	return w.model(fmt.Sprintf("%%data: Tensor[(1, %d, 28, 28), float32]", channels), x)
}
