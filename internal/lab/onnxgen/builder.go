package onnxgen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang/onnx"
)

// A builder writes the text of a model. Values are strings: their names, as texts write them.
type builder struct {
	opset                           int
	inputs, outputs, weights, nodes []string
	scopes                          []string
	used                            map[string]int
	folded                          bool   // constants are initializers, as after a simplifier; else they are nodes
	silent                          bool   // values have short names and nodes no labels
	indent                          string // of nodes
}

// list writes numbers as in attributes and data.
func list[N int | int64](numbers ...N) string {
	texts := make([]string, len(numbers))
	for i, n := range numbers {
		texts[i] = fmt.Sprint(n)
	}
	return strings.Join(texts, ", ")
}

// sizes writes the type of a tensor; each size is a number or a name.
func sizes(elem string, dims ...any) string {
	if len(dims) == 0 {
		return elem
	}
	texts := make([]string, len(dims))
	for i, d := range dims {
		texts[i] = fmt.Sprint(d)
	}
	return elem + "[" + strings.Join(texts, ", ") + "]"
}

func name(text string) string { return string(onnx.AppendName(nil, text)) }

// in runs a part of a model whose nodes have a longer name.
func (b *builder) in(scope string, part func()) {
	b.scopes = append(b.scopes, scope)
	part()
	b.scopes = b.scopes[:len(b.scopes)-1]
}

// path returns a new name within the current scopes.
func (b *builder) path(last string) string {
	p := "/" + strings.Join(append(slices.Clone(b.scopes), last), "/")
	b.used[p]++
	if n := b.used[p]; n > 1 {
		p += "_" + strconv.Itoa(n-1)
	}
	return p
}

// several adds a node with some results.
func (b *builder) several(results int, op, attrs string, args ...string) (list []string) {
	label := b.path(op)
	for i := range results {
		if b.silent {
			list = append(list, name("v"+strconv.Itoa(len(b.nodes))+strings.Repeat("b", i)))
		} else {
			list = append(list, name(fmt.Sprintf("%s_output_%d", label, i)))
		}
	}
	b.node(label, list, op, attrs, args...)
	return list
}

func (b *builder) node(label string, results []string, op, attrs string, args ...string) {
	if attrs != "" {
		attrs = "<" + attrs + ">"
	}
	text := strings.Join(results, ", ") + " = " + op + attrs + "(" + strings.Join(args, ", ") + ")"
	if !b.silent {
		text = "[" + strconv.Quote(label) + "] " + text
	}
	b.nodes = append(b.nodes, b.indent+"  "+text)
}

// op adds a node with one result.
func (b *builder) op(op, attrs string, args ...string) string {
	return b.several(1, op, attrs, args...)[0]
}

// input declares an input of the model.
func (b *builder) input(as, elem string, dims ...any) string {
	b.inputs = append(b.inputs, sizes(elem, dims...)+" "+name(as))
	return name(as)
}

// output declares the type of a value, which becomes an output with a name of its own.
func (b *builder) output(value, as, elem string, dims ...any) {
	b.node(b.path("Identity"), []string{name(as)}, "Identity", "", value)
	b.outputs = append(b.outputs, sizes(elem, dims...)+" "+name(as))
}

// weight adds an initializer whose data are not kept.
func (b *builder) weight(as, elem string, dims ...any) string {
	full := strings.ReplaceAll(strings.Trim(b.path(as), "/"), "/", ".")
	b.weights = append(b.weights, sizes(elem, dims...)+" "+name(full)+" = {...}")
	return name(full)
}

// constant adds a tensor with data.
func (b *builder) constant(typ, data string) string {
	if !b.folded {
		return b.op("Constant", "value = "+typ+" {"+data+"}")
	}
	full := strings.ReplaceAll(strings.Trim(b.path("const"), "/"), "/", ".")
	b.weights = append(b.weights, typ+" "+name(full)+" = {"+data+"}")
	return name(full)
}

func (b *builder) vector(numbers ...int) string {
	return b.constant(sizes("int64", len(numbers)), list(numbers...))
}
func (b *builder) scalar(n int) string        { return b.constant("int64", strconv.Itoa(n)) }
func (b *builder) float(number string) string { return b.constant("float", number) }

// size returns the size of an axis as a scalar.
func (b *builder) size(x string, axis int) string {
	return b.op("Gather", "axis = 0", b.op("Shape", "", x), b.scalar(axis))
}

// unsqueeze adds axes to a tensor.
func (b *builder) unsqueeze(x string, axes ...int) string {
	if b.opset < 13 {
		return b.op("Unsqueeze", "axes = ["+list(axes...)+"]", x)
	}
	return b.op("Unsqueeze", "", x, b.vector(axes...))
}

func (b *builder) squeeze(x string, axes ...int) string {
	if b.opset < 13 {
		return b.op("Squeeze", "axes = ["+list(axes...)+"]", x)
	}
	return b.op("Squeeze", "", x, b.vector(axes...))
}

// shape joins sizes, each a number or a scalar value, to a shape.
func (b *builder) shape(parts ...any) string {
	var numbers []int
	for _, p := range parts {
		if n, ok := p.(int); ok {
			numbers = append(numbers, n)
		}
	}
	if len(numbers) == len(parts) {
		return b.vector(numbers...)
	}
	var texts []string
	for _, p := range parts {
		if n, ok := p.(int); ok {
			texts = append(texts, b.vector(n))
		} else {
			texts = append(texts, b.unsqueeze(p.(string), 0))
		}
	}
	return b.op("Concat", "axis = 0", texts...)
}

func (b *builder) reshape(x string, parts ...any) string {
	return b.op("Reshape", "", x, b.shape(parts...))
}

func (b *builder) transpose(x string, perm ...int) string {
	return b.op("Transpose", "perm = ["+list(perm...)+"]", x)
}

func (b *builder) concat(axis int, parts ...string) string {
	return b.op("Concat", "axis = "+strconv.Itoa(axis), parts...)
}

// slice cuts a range out of an axis.
func (b *builder) slice(x string, axis int, from, to string) string {
	return b.op("Slice", "", x, from, to, b.vector(axis))
}

// split cuts an axis into parts of these sizes.
func (b *builder) split(x string, axis int, parts ...int) []string {
	attr := "axis = " + strconv.Itoa(axis)
	if b.opset < 13 {
		return b.several(len(parts), "Split", attr+", split = ["+list(parts...)+"]", x)
	}
	return b.several(len(parts), "Split", attr, x, b.vector(parts...))
}

// mean is the mean over the last axis.
func (b *builder) mean(x string) string {
	if b.opset < 18 {
		return b.op("ReduceMean", "axes = [-1], keepdims = 1", x)
	}
	return b.op("ReduceMean", "keepdims = 1", x, b.vector(-1))
}

// conv is a convolution with as many spatial axes as the kernel has sizes.
func (b *builder) conv(x string, in, out, stride, pad, group int, kernel ...int) string {
	dims := []any{out, in / group}
	var strides, pads, dilations []int
	for _, k := range kernel {
		dims = append(dims, k)
		strides, dilations = append(strides, stride), append(dilations, 1)
		pads = append(pads, pad)
	}
	pads = append(pads, pads...)
	attrs := fmt.Sprintf("dilations = [%s], group = %d, kernel_shape = [%s], pads = [%s], strides = [%s]",
		list(dilations...), group, list(kernel...), list(pads...), list(strides...))
	return b.op("Conv", attrs, x, b.weight("weight", "float", dims...), b.weight("bias", "float", out))
}

func (b *builder) relu(x string) string { return b.op("Relu", "", x) }
func (b *builder) silu(x string) string { return b.op("Mul", "", x, b.op("Sigmoid", "", x)) }

// norm is a batch normalization.
func (b *builder) norm(x string, channels int) string {
	args := []string{x}
	for _, as := range []string{"weight", "bias", "running_mean", "running_var"} {
		args = append(args, b.weight(as, "float", channels))
	}
	return b.op("BatchNormalization", "epsilon = 1e-05, momentum = 0.9", args...)
}

// pool is a pooling of two axes.
func (b *builder) pool(op, x string, kernel, stride, pad int) string {
	attrs := fmt.Sprintf("ceil_mode = 0, kernel_shape = [%s], pads = [%s], strides = [%s]",
		list(kernel, kernel), list(pad, pad, pad, pad), list(stride, stride))
	return b.op(op, attrs, x)
}

// linear multiplies the last axis by a weight, as exporters do for tensors of rank 3 and more.
func (b *builder) linear(x string, in, out int) string {
	return b.op("Add", "", b.op("MatMul", "", x, b.weight("weight", "float", in, out)), b.weight("bias", "float", out))
}

// gemm is linear for matrices.
func (b *builder) gemm(x string, in, out int) string {
	return b.op("Gemm", "alpha = 1.0, beta = 1.0, transB = 1", x,
		b.weight("weight", "float", out, in), b.weight("bias", "float", out))
}

// layerNorm normalizes the last axis: by one node since opset 17, by its parts before.
func (b *builder) layerNorm(x string, width int) string {
	w, bias := b.weight("weight", "float", width), b.weight("bias", "float", width)
	if b.opset >= 17 {
		return b.op("LayerNormalization", "axis = -1, epsilon = 1e-05", x, w, bias)
	}
	d := b.op("Sub", "", x, b.mean(x))
	v := b.mean(b.op("Pow", "", d, b.float("2.0")))
	n := b.op("Div", "", d, b.op("Sqrt", "", b.op("Add", "", v, b.float("1e-05"))))
	return b.op("Add", "", b.op("Mul", "", n, w), bias)
}

// rmsNorm normalizes the last axis without its mean.
func (b *builder) rmsNorm(x string, width int) string {
	v := b.mean(b.op("Pow", "", x, b.float("2.0")))
	r := b.op("Reciprocal", "", b.op("Sqrt", "", b.op("Add", "", v, b.float("1e-06"))))
	return b.op("Mul", "", b.weight("weight", "float", width), b.op("Mul", "", x, r))
}

// gelu is the exact form.
func (b *builder) gelu(x string) string {
	e := b.op("Erf", "", b.op("Div", "", x, b.float("1.4142135")))
	return b.op("Mul", "", b.op("Mul", "", x, b.op("Add", "", e, b.float("1.0"))), b.float("0.5"))
}

// heads turns [batch, length, heads·width] into [batch, heads, length, width]; batch and length are sizes.
func (b *builder) heads(x string, batch, length any, heads, width int) string {
	return b.transpose(b.reshape(x, batch, length, heads, width), 0, 2, 1, 3)
}

// attend is the attention of heads; a mask may be empty.
func (b *builder) attend(q, k, v, mask string, width int) string {
	scores := b.op("MatMul", "", q, b.transpose(k, 0, 1, 3, 2))
	scores = b.op("Div", "", scores, b.float(fmt.Sprintf("%.4f", float64(width)/2)))
	if mask != "" {
		scores = b.op("Add", "", scores, mask)
	}
	return b.op("MatMul", "", b.op("Softmax", "axis = -1", scores), v)
}

// attention is self-attention or, over the values of another tensor, cross-attention.
func (b *builder) attention(x, over, mask string, heads, width int) string {
	all := heads * width
	batch, length := b.size(x, 0), b.size(x, 1)
	from := length
	if over != x {
		from = b.size(over, 1)
	}
	var q, k, v, o string
	b.in("q", func() { q = b.heads(b.linear(x, all, all), batch, length, heads, width) })
	b.in("k", func() { k = b.heads(b.linear(over, all, all), batch, from, heads, width) })
	b.in("v", func() { v = b.heads(b.linear(over, all, all), batch, from, heads, width) })
	back := b.reshape(b.transpose(b.attend(q, k, v, mask, width), 0, 2, 1, 3), batch, length, all)
	b.in("out", func() { o = b.linear(back, all, all) })
	return o
}

// feedForward is the second half of a layer of a transformer.
func (b *builder) feedForward(x string, width int) (y string) {
	b.in("fc1", func() { y = b.gelu(b.linear(x, width, 4*width)) })
	b.in("fc2", func() { y = b.linear(y, 4*width, width) })
	return y
}

// layer is a layer of an encoder, which normalizes first or last.
func (b *builder) layer(x, mask string, heads, width int, first bool) (y string) {
	all := heads * width
	norm := func(as, x string, now bool) (y string) {
		if y = x; now {
			b.in(as, func() { y = b.layerNorm(x, all) })
		}
		return y
	}
	b.in("attn", func() {
		z := norm("norm", x, first)
		y = b.op("Add", "", x, b.attention(z, z, mask, heads, width))
	})
	y = norm("norm1", y, !first)
	b.in("mlp", func() { y = b.op("Add", "", y, b.feedForward(norm("norm", y, first), all)) })
	return norm("norm2", y, !first)
}

// text returns the model.
func (b *builder) text(name string) string {
	weights := ""
	if len(b.weights) > 0 {
		weights = " <\n  " + strings.Join(b.weights, ",\n  ") + "\n>"
	}
	return fmt.Sprintf("<ir_version: 8, opset_import: [\"\" : %d]>\n%s (%s) => (%s)%s {\n%s\n}\n", b.opset, name,
		strings.Join(b.inputs, ", "), strings.Join(b.outputs, ", "), weights, strings.Join(b.nodes, "\n"))
}
