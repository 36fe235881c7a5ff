package relaygen

import (
	"fmt"
	"strconv"
	"strings"
)

// A Model is a network as a program of one definition, @main. Its weights have types only if the layers do not
// determine them.
type Model struct {
	Source    string // in dialect v005, without its header
	Operators int    // number of calls of operators
	Weights   int    // number of weights; they are the last parameters
}

// Program is the model as a file, with a comment on top of it.
func (m Model) Program(about string) string {
	var b strings.Builder
	b.WriteString("#[version = \"0.0.5\"]\n")
	for line := range strings.Lines(about) {
		b.WriteString("// " + line)
	}
	return b.String() + "\n" + m.Source
}

// A net writes a network, one operator per line.
type net struct {
	strings.Builder
	weights   []string
	kinds     map[string]int // number of weights of each kind
	lines     int
	operators int
}

// op writes a call of an operator and returns the variable that is bound to it.
func (w *net) op(format string, args ...any) string {
	w.operators++
	return w.bind(format, args...)
}

func (w *net) bind(format string, args ...any) string {
	v := "%" + strconv.Itoa(w.lines)
	w.lines++
	w.WriteString("  " + v + " = " + fmt.Sprintf(format, args...) + ";\n")
	return v
}

// field selects a field of a tuple.
func (w *net) field(x string, i int) string { return w.bind("%s.%d", x, i) }

// note writes a comment about the lines that follow.
func (w *net) note(format string, args ...any) {
	w.WriteString("  // " + fmt.Sprintf(format, args...) + "\n")
}

// weight adds a parameter of a kind; without a type it is inferred.
func (w *net) weight(kind string, typ ...string) string {
	if w.kinds == nil {
		w.kinds = make(map[string]int)
	}
	w.kinds[kind]++
	v := "%" + kind + strconv.Itoa(w.kinds[kind])
	w.weights = append(w.weights, strings.Join(append([]string{v}, typ...), ": "))
	return v
}

// conv writes a convolution that keeps the size, up to its stride.
func (w *net) conv(x string, channels, kernel, stride int) string {
	text := fmt.Sprintf("nn.conv2d(%s, %s, channels=%d, kernel_size=[%d, %d]", x, w.weight("kernel"), channels, kernel, kernel)
	if stride > 1 {
		text += fmt.Sprintf(", strides=[%d, %d]", stride, stride)
	}
	if pad := kernel / 2; pad > 0 {
		text += fmt.Sprintf(", padding=[%d, %d]", pad, pad)
	}
	return w.op("%s)", text)
}

// pool writes a max pool with windows of 3 by 3.
func (w *net) pool(x string, stride int) string {
	return w.op("nn.max_pool2d(%s, pool_size=[3, 3], strides=[%d, %d], padding=[1, 1])", x, stride, stride)
}

// norm writes a batch norm: scale and shift are trained, mean and variance are statistics.
func (w *net) norm(x string) string {
	return w.field(w.op("nn.batch_norm(%s, %s, %s, %s, %s)", x, w.weight("scale"), w.weight("shift"), w.weight("mean"),
		w.weight("variance")), 0)
}

func (w *net) relu(x string) string { return w.op("nn.relu(%s)", x) }

// dense writes a dense layer with a bias on the last axis.
func (w *net) dense(x string, units int) string {
	return w.op("nn.bias_add(%s, %s, axis=-1)", w.op("nn.dense(%s, %s, units=%d)", x, w.weight("matrix"), units), w.weight("bias"))
}

func (w *net) reshape(x string, shape ...int) string {
	return w.op("reshape(%s, newshape=%s)", x, list(shape))
}

func (w *net) transpose(x string, axes ...int) string {
	return w.op("transpose(%s, axes=%s)", x, list(axes))
}

func list(numbers []int) string {
	return strings.Join(strings.Fields(fmt.Sprint(numbers)), ", ")
}

// model returns the written network, as a function of the data and the weights.
func (w *net) model(data, result string) Model {
	return Model{"def @main(" + data + ", " + strings.Join(w.weights, ", ") + ") {\n" + w.String() + "  " + result +
		"\n}\n", w.operators, len(w.weights)}
}
