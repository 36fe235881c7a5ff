package onnx

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/lab/onnxgen"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// TestRuntime makes random models and compares their analysis with runs in onnxruntime. A model that runs has no error,
// and the types of its values are those of the run, both with names for sizes and with the sizes of the run; a model
// that onnxruntime rejects has an error, unless the error depends on data of the run.
func TestRuntime(t *testing.T) {
	folder := os.Getenv("PATGRAPH_ONNXRUNTIME")
	if folder == "" {
		t.Skip("SKIPPED: PATGRAPH_ONNXRUNTIME does not name a folder in which onnxruntime-node is installed")
	}
	examples, _ := readExamples(t)
	run := startRuntime(t, folder)
	ran, nodes, refused, excepted := make(map[string]bool), 0, 0, 0
	graphs := sample.Size(5000, 500)
	for seed := range uint64(graphs) {
		g := newGrowing(rand.New(rand.NewPCG(seed, 1)), examples)
		for tries := 0; tries < 25 && len(g.nodes) < 14; tries++ {
			before := g.grown
			before.values = maps.Clone(g.values)
			if !g.grow() {
				g.grown = before
				continue
			}
			text := g.text()
			tree, ds := onnx.Parse(lang.NewFile("m", []byte(text)))
			if len(ds) > 0 {
				t.Fatalf("%v\n%s", ds, text)
			}
			a := run(onnxgen.Model(tree), g.values)
			what := ""
			if a.Refused == "" {
				what = g.differs(&a, text, "")
			}
			if what == "" {
				what = g.differs(&a, text, fmt.Sprint("M=", g.names["M"], ",N=", g.names["N"]))
			}
			switch {
			case what == "":
			case slices.ContainsFunc(exceptions, func(x [2]string) bool {
				return (x[0] == "" || slices.Contains(strings.Fields(x[0]), g.operator)) && strings.Contains(what, x[1])
			}):
				excepted++
			default:
				t.Errorf("seed %d: %s\n%s%v", seed, what, text, g.names)
			}
			if a.Refused != "" || what != "" {
				refused++
				g.grown = before
				continue
			}
			nodes++
			ran[g.operator] = true
			for _, name := range g.results {
				g.values[name] = cmp.Or(a.Outputs[name], &value{Elem: "sequence"})
			}
		}
	}
	t.Logf("%d models, %d nodes of %d operators ran, %d were refused or are exceptions (%d)", graphs, nodes, len(ran), refused,
		excepted)
}

// exceptions are the expected differences: an operator, and a part of the difference.
var exceptions = [][2]string{
	// onnxruntime does not check all that the specification says.
	{"CenterCropPad", "the length of `shape`"}, {"Compress", "`condition`"}, {"DFT", "onesided=1"}, {"GatherND", "differ"},
	{"DequantizeLinear QuantizeLinear HannWindow HammingWindow BlackmanWindow", "has to be a scalar"}, {"Split", "outputs"},
	{"GroupNormalization", "has the shape"}, {"LayerNormalization", "`Scale`"}, {"MeanVarianceNormalization", "there is no axis"},
	{"NegativeLogLikelihoodLoss SoftmaxCrossEntropyLoss", "the shape"}, {"PRelu", "does not broadcast"},
	{"SequenceAt", "`position`"}, {"ArgMax ArgMin", "a scalar"}, {"AveragePool LpPool MaxPool", "cannot be used together"},
	{"RoiAlign", "at least 1"}, {"NegativeLogLikelihoodLoss SoftmaxCrossEntropyLoss", "reduction"},
	{"NonMaxSuppression", "scalars"}, {"ReverseSequence", "time_axis"}, {"Conv", "none of them negative"},
	{"Expand", "not 1"}, {"GatherND", "batch_dims"}, {"GroupNormalization", "the rank is"},
	// It rounds a negative number of windows up to 0.
	{"AveragePool LpPool MaxPool", "a window of"},
	// It lacks an operator or some of its forms, or crashes.
	{"", "Could not find an implementation"}, {"", "it ends"}, {"", "Non tensor type"}, {"", "At least one output"},
	{"GridSample", "input_dims.NumDimensions"}, {"GRU LSTM RNN", "layout_ == 0"}, {"GRU LSTM RNN", "hidden_size"},
	{"ConvInteger", "conv_integer"}, {"ConvTranspose", "output_padding"}, {"", "conv_attributes"},
	{"LRN", "size_ % 2 == 1"}, {"DequantizeLinear", "Tensor type mismatch"}, {"Constant", "Unsupported attribute value type"},
	// It checks numbers that no type depends on.
	{"", "by zero"}, {"Dropout", "ratio must be"}, {"MaxRoiPool RoiAlign", "batch_i"}, {"MelWeightMatrix TfIdfVectorizer", ""},
	{"MaxUnpool", "minimum required"}, {"NegativeLogLikelihoodLoss SoftmaxCrossEntropyLoss", "ut of "},
	{"ReverseSequence", "sequence length"}, {"Resize Upsample", "Scale value"}, {"", "sequence index"},
	{"ConcatFromSequence", ""}, {"GatherND", "invalid index"},
	{"OneHot", "overflowed"},
	// Sizes with names are assumed to be large enough.
	{"Slice Compress AveragePool LpPool MaxPool", "with names"}, {"Reshape", "do not fit a shape"},
	// Attributes of examples may be types without data, or lists without items.
	{"", "actual: 'TYPE_PROTO'"}, {"", "actual: 'UNDEFINED'"},
	// Its inference of shapes does not support negative axes before opset 11.
	{"", "InferenceError]"}, {"AveragePool LpPool MaxPool", "Invalid dimension"},
	// Its functions for these operators need inputs of one type.
	{"MeanVarianceNormalization RMSNormalization", "bound to different types"},
}

// A value has the type, the shape and perhaps the data of a value in a run.
type value struct {
	Elem  string    `json:"elem"`
	Shape []int64   `json:"shape"`
	Data  []float64 `json:"data"`
}

type answer struct {
	Refused string
	Outputs map[string]*value
}

// startRuntime starts a process that runs models with data for their inputs, and starts it again when it ends.
func startRuntime(t *testing.T, folder string) func(model []byte, inputs map[string]*value) answer {
	var in io.WriteCloser
	var out *bufio.Reader
	var c *exec.Cmd
	end := func() { _, _ = in.Close(), c.Wait() }
	start := func() {
		c = exec.Command("node", "testdata/runtime.mjs", folder)
		in, _ = c.StdinPipe()
		from, _ := c.StdoutPipe()
		if out = bufio.NewReader(from); c.Start() != nil {
			t.Fatal("node does not start")
		}
	}
	start()
	t.Cleanup(func() { end() })
	return func(model []byte, inputs map[string]*value) (a answer) {
		line, _ := json.Marshal(map[string]any{"model": model, "inputs": inputs})
		_, _ = in.Write(append(line, '\n'))
		if text, err := out.ReadBytes('\n'); err != nil || json.Unmarshal(text, &a) != nil {
			end()
			start()
			a.Refused = "it ends"
		}
		a.Refused = strings.ReplaceAll(a.Refused, "\n", " ")
		return a
	}
}

// A growing model gets one node after the other. Each is like one of testdata/examples.txt, with other sizes, other
// attributes, and results of earlier nodes as inputs.
type growing struct {
	*rand.Rand
	grown
	opset     int
	examples  map[string][]example // by operator
	operators []string
	names     map[string]int64 // the sizes of the run
	operator  string           // of the last node
	results   []string
}

// A grown model has the parts of a text, and the values of a run.
type grown struct {
	inputs, outputs, weights, nodes []string
	values                          map[string]*value
	count                           int
}

func newGrowing(r *rand.Rand, examples []example) *growing {
	g := &growing{Rand: r, opset: oldest + r.IntN(18), examples: make(map[string][]example),
		names: map[string]int64{"N": r.Int64N(6) + 1, "M": r.Int64N(12) + 1}}
	g.values = map[string]*value{"x": {"float", []int64{g.names["M"], g.names["N"]}, []float64{0, 1}}}
	g.inputs = []string{"float[M, N] x"}
	for _, e := range examples {
		_, list := e.parts()
		types, o := strings.Join(list, " "), Operator("", e.name, g.opset)
		if o == nil || o.Relation != e.operator.Relation || strings.ContainsAny(types, "?_") ||
			strings.Contains(types+e.want, "optional(") {
			continue
		}
		if g.examples[e.name] == nil {
			g.operators = append(g.operators, e.name)
		}
		g.examples[e.name] = append(g.examples[e.name], e)
	}
	return g
}

func (g *growing) text() string {
	return fmt.Sprintf("<ir_version: 10, opset_import: [\"\" : %d]>\nm (%s) => (%s)\n<%s>\n{\n  %s\n}\n", g.opset,
		strings.Join(g.inputs, ", "), strings.Join(g.outputs, ", "), strings.Join(g.weights, ", "), strings.Join(g.nodes, "\n  "))
}

func (g *growing) name(prefix string) string {
	g.count++
	return prefix + strconv.Itoa(g.count)
}

// one draws true once in n times.
func (g *growing) one(n int) bool { return g.IntN(n) == 0 }

// op adds a node and returns its first result.
func (g *growing) op(results int, op, attrs string, args ...string) string {
	g.results = nil
	for range results {
		g.results = append(g.results, g.name("v"))
	}
	g.outputs = append(g.outputs, g.results...)
	g.nodes = append(g.nodes, strings.Join(g.results, ", ")+" = "+op+"<"+attrs+">("+strings.Join(args, ", ")+")")
	return g.results[0]
}

func inBrackets[T any](list []T, text func(T) string) string {
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = text(x)
	}
	return strings.TrimSuffix("["+strings.Join(texts, ", ")+"]", "[]")
}

// constant adds a value with data: an initializer or a node.
func (g *growing) constant(v *value) string {
	name := g.name("c")
	typ := v.Elem + inBrackets(v.Shape, func(d int64) string { return strconv.FormatInt(d, 10) })
	data := strings.Trim(inBrackets(v.Data, func(x float64) string {
		text := strconv.FormatFloat(x, 'f', -1, 64)
		switch {
		case v.Elem == "string":
			return strconv.Quote(text)
		case isFloat(v.Elem) && !strings.Contains(text, "."):
			return text + ".0"
		case !isFloat(v.Elem) && math.Abs(x) > 1<<53:
			return strconv.FormatInt(int64(math.Copysign(1, x))*math.MaxInt64, 10)
		}
		return text
	}), "[]")
	if g.one(2) {
		g.weights = append(g.weights, typ+" "+name+" = {"+data+"}")
	} else {
		g.nodes = append(g.nodes, name+" = Constant<value = "+typ+" {"+data+"}>()")
	}
	g.values[name] = v
	return name
}

// input adds an input of the model, or a weight.
func (g *growing) input(elem string, shape []int64) string {
	if g.one(3) || !isFloat(elem) && g.one(2) {
		return g.constant(&value{elem, shape, make([]float64, product(shape))})
	}
	name := g.name("x")
	g.inputs = append(g.inputs, elem+inBrackets(shape, func(d int64) string {
		for _, name := range [...]string{"M", "N"} {
			if g.names[name] == d && !g.one(4) {
				return name
			}
		}
		return strconv.FormatInt(d, 10)
	})+" "+name)
	g.values[name] = &value{elem, shape, []float64{0, 1}}
	return name
}

func product(shape []int64) int64 {
	n := int64(1)
	for _, d := range shape {
		n *= d
	}
	return n
}

// entry computes a list of one number, perhaps from sizes of values.
func (g *growing) entry(n int64, depth int) string {
	k := g.Int64N(5) + 1
	vector := func(n int64) string { return g.constant(&value{"int64", []int64{1}, []float64{float64(n)}}) }
	op := func(op, attrs string, entries ...int64) string {
		var args []string
		for _, n := range entries {
			args = append(args, g.entry(n, depth-1))
		}
		return g.op(1, op, attrs, args...)
	}
	switch kind := g.IntN(12); {
	case depth == 0:
	case kind < 4:
		if name := g.some(func(v *value) bool { return slices.Contains(v.Shape, n) }); name != "" {
			axis := slices.Index(g.values[name].Shape, n)
			return g.op(1, "Gather", "", g.op(1, "Shape", "", name), vector(int64(axis)))
		}
	case kind == 4:
		return op("Add", "", n-k, k)
	case kind == 5:
		return op("Sub", "", n+k, k)
	case kind == 6 && n%k == 0:
		return op("Mul", "", n/k, k)
	case kind == 7:
		return op("Div", "", n*k, k)
	case kind == 8:
		return g.op(1, "Cast", "to = 7", g.op(1, "Floor", "", op("Cast", "to = 1", n)))
	case kind == 9 && g.opset > 8:
		return g.op(1, "Where", "", op("Equal", "", k, k), g.entry(n, depth-1), g.entry(k, depth-1))
	case kind == 10:
		return op("Neg", "", -n)
	case kind == 11 && g.opset >= 13:
		return g.op(1, "ReduceSum", "", op("Concat", "axis = 0", n-k, k))
	}
	return vector(n)
}

// some returns a value for which a condition holds, or an empty text.
func (g *growing) some(holds func(*value) bool) string {
	names := slices.Sorted(maps.Keys(g.values))
	at := g.IntN(len(names) + 1)
	for _, name := range slices.Concat(names[at:], names[:at]) {
		if holds(g.values[name]) {
			return name
		}
	}
	return ""
}

// grow adds a node that is like an example of an operator, and reports whether it is small enough.
func (g *growing) grow() bool {
	g.operator = g.operators[g.IntN(len(g.operators))]
	e := g.examples[g.operator][g.IntN(len(g.examples[g.operator]))]
	b := newBench()
	n := e.node(b)
	sizes := make(map[Size]int64) // the sizes that replace those of the example
	number := func(s Size, entry bool) int64 {
		if n, ok := sizes[s]; ok && (!entry || g.one(3)) {
			return n
		}
		switch n, err := strconv.ParseInt(b.FormatSize(s), 10, 64); {
		case err == nil && (entry || !g.one(3)):
			sizes[s] = n
		case g.one(3):
			sizes[s] = g.names[string("NM"[g.IntN(2)])]
		default:
			sizes[s] = g.Int64N(9) + 1
		}
		return sizes[s]
	}
	var args, attrs []string
	for i, t := range n.inputs {
		arg := ""
		switch {
		case t.Head == None+1:
			arg = `""`
		case t.Head == Sequence+1:
			arg = g.some(func(v *value) bool { return v.Elem == "sequence" })
		default:
			if g.one(2+2*i) && (!t.Valued || g.one(2)) {
				arg = g.some(func(v *value) bool {
					return v.Elem == t.Elem && len(v.Shape) == len(t.Shape) && product(v.Shape) > 0 && g.one(2)
				})
			}
			if arg == "" {
				arg = g.argument(b, t, number)
				break
			}
			for k, s := range t.Shape {
				if _, ok := sizes[s]; !ok {
					sizes[s] = g.values[arg].Shape[k]
				}
			}
		}
		if arg == "" {
			return false
		}
		args = append(args, arg)
	}
	given, _ := e.parts()
	for _, a := range given {
		name, text, _ := strings.Cut(a, "=")
		if v, ok := relation.ParseValue(text); ok && g.one(8) && v.Form&(relation.IntForm|relation.IntsForm) != 0 {
			list := append(slices.Clone(v.List), v)
			k := g.IntN(max(len(v.List), 1))
			list[k] = relation.IntValue(list[k].Num + g.Int64N(3) - 1)
			if text = list[0].String(); v.Form == relation.IntsForm {
				text = relation.ListValue(list[:len(v.List)]...).String()
			}
		}
		if name != "outputs" && !g.one(20) {
			attrs = append(attrs, name+" = "+strings.Replace(text, "=", " ", 1))
		}
	}
	g.op(n.outputs, g.operator, strings.Join(attrs, ", "), args...)
	if strings.HasPrefix(e.want, "seq(") {
		g.outputs = g.outputs[:len(g.outputs)-1]
	}
	return true
}

// argument adds a value like an input of an example, and returns an empty text if it is too large.
func (g *growing) argument(b *bench, t Type, number func(s Size, entry bool) int64) string {
	v := &value{Elem: t.Elem, Shape: []int64{}}
	if !t.Valued {
		if g.one(30) {
			v.Elem = [...]string{"float", "int64", "bool", "int32", "double"}[g.IntN(5)]
		}
		for _, s := range t.Shape {
			d := number(s, false)
			if g.one(25) {
				d += g.Int64N(3) - 1
			}
			v.Shape = append(v.Shape, max(d, 1))
		}
		if product(v.Shape) > 3000 {
			return ""
		}
		return g.input(v.Elem, v.Shape)
	}
	small := t.Elem == "int64" && len(t.Shape) > 0 && len(t.Entries) > 0
	for _, s := range t.Entries {
		x, err := strconv.ParseFloat(b.FormatSize(s), 64)
		if whole := t.Elem != "bool" && !isFloat(t.Elem); err != nil || whole {
			x = float64(number(s, true))
		}
		if g.one(12) && t.Elem != "bool" {
			x += float64(g.IntN(3) - 1)
		}
		if t.Elem == "bool" {
			x = min(x, 1)
		}
		v.Data, small = append(v.Data, x), small && math.Abs(x) < 1e6
	}
	if len(t.Shape) > 0 {
		v.Shape = []int64{int64(len(v.Data))}
	}
	if !small || g.one(2) {
		return g.constant(v)
	}
	var parts []string
	for _, x := range v.Data {
		parts = append(parts, g.entry(int64(x), 2))
	}
	return g.op(1, "Concat", "axis = 0", parts...)
}

// differs describes the difference between the analysis of a model, with or without fixed sizes, and a run of it.
func (g *growing) differs(a *answer, text, fixed string) string {
	r := Language.Analyze(context.Background(), lang.NewFile("m.onnxtxt", []byte(text)),
		language.Options{Settings: language.Settings{Sizes: fixed}, Brief: true})
	errs := lang.Errors(r.Diagnostics)
	p := r.Front.(*program)
	s := p.system()
	switch {
	case a.Refused != "":
		if uses := p.uses[0]; len(errs) > 0 || len(uses) > 0 && !s.allKnown(uses[len(uses)-1].Inputs) {
			return ""
		}
		return "no error, but onnxruntime says " + a.Refused
	case len(errs) > 0:
		return "it runs, but " + errs[0].Message.String()
	case len(r.Diagnostics) > 0 && fixed == "":
		return "" // a promise that may not hold for the sizes of the run
	}
	with := make(map[string]Size)
	for name, n := range g.names {
		for _, id := range s.Binding.Sizes.Parameters(s.Name(name)) {
			with[id] = Size(n)
		}
	}
	equal := func(d Size, x float64) bool {
		if d == Unknown {
			return true
		}
		v, err := s.Binding.Sizes.Replace(d, with)
		y, unread := strconv.ParseFloat(s.FormatSize(v), 64)
		return err != nil || unread != nil || math.Abs(x-y) <= 1e-5*math.Abs(x)
	}
	for _, id := range p.tree.Outputs(p.graphs[0].id) {
		_, out := p.Ends(0, p.siteOf[p.names.Def[id]])
		v := a.Outputs[p.tree.Plain(id)]
		is, known := s.Read(out)
		if !known || is.Head > Tensor+1 || is.Elem != "" && is.Elem != v.Elem ||
			is.Ranked && !slices.EqualFunc(is.Shape, v.Shape, func(d Size, n int64) bool { return equal(d, float64(n)) }) ||
			is.Valued && v.Data != nil && !slices.EqualFunc(is.Entries, v.Data, equal) {
			return fmt.Sprintf("%s is %s%s with %s, but %v in the run", p.tree.Plain(id), s.Format(is), s.FormatEntries(is),
				cmp.Or(fixed, "names"), *v)
		}
	}
	return ""
}

// allKnown reports whether the shapes of inputs are known, and the entries of those that may decide sizes.
func (s *System) allKnown(inputs []unify.Node) bool {
	return !slices.ContainsFunc(inputs, func(n unify.Node) bool {
		if n == unify.None {
			return false
		}
		is, _ := s.Read(n)
		return is.Head == Tensor+1 && (!is.Ranked || slices.Contains(is.Shape, Unknown) || slices.Contains(is.Entries, Unknown) ||
			len(is.Shape) < 3 && !isFloat(is.Elem) && !is.Valued)
	})
}
