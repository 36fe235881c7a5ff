package tensorgen

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Network is a program with its known properties.
type Network struct {
	Source  string
	Forward map[string]string // the type of each node: [?, 8] -> [?, 4]
	Stages  []Stage           // in the order of the text, up to a mistake after which types are unknown
	Wrong   *Mistake          // nil: it is correct
}

// A Stage is a stage of a function, or the input of a pipe, with its type.
type Stage struct {
	Function, Text, Type string
}

// A Mistake is the error of a network: a kind of Fault, and the stage or, for an attr, the argument where it shows. If
// the last stage contradicts the header of a node, the text is empty.
type Mistake struct {
	Kind, Function, Text string
}

// A node is a node that was written.
type node struct {
	name    string
	in, out *Type
}

// A networker writes a network.
type networker struct {
	*maker
	net   Network
	uses  map[string]bool
	dims  map[int64]string // names of numbers
	nodes []node
	text  strings.Builder
	bend  bool // a mistake is still to be made
	sums  bool // sizes may be sums of products

	// Of the current node.
	name     string
	weights  []string
	helpers  []string
	function string
	helped   int
	dead     bool  // types are unknown after a mistake
	still    *Type // the declared result in that case
}

// RandomNetwork is network i of a seed: some nodes, in which later ones use earlier ones as weights. About one of three
// has a mistake.
func RandomNetwork(seed, i uint64) Network {
	w := &networker{maker: newMaker(seed, i), uses: make(map[string]bool), dims: make(map[int64]string)}
	w.net.Forward = make(map[string]string)
	w.bend, w.sums = w.chance(3), w.chance(3)
	for range w.r.IntN(4) {
		n := pick[int64](w.maker, 2, 3, 4, 6, 8, 12, 16, 28)
		w.dims[n] = "D" + strconv.FormatInt(n, 10)
	}
	for k := range 1 + w.r.IntN(3) {
		w.node("N" + strconv.Itoa(k))
	}
	var head strings.Builder
	for _, use := range slices.Sorted(maps.Keys(w.uses)) {
		module, name, _ := strings.Cut(use, ".")
		fmt.Fprintf(&head, "use %s::%s;\n", module, name)
	}
	for _, n := range slices.Sorted(maps.Keys(w.dims)) {
		fmt.Fprintf(&head, "dim %s = %d;\n", w.dims[n], n)
	}
	w.net.Source = head.String() + w.text.String()
	return w.net
}

// number writes a number, sometimes by its name.
func (w *networker) number(n int64) string {
	if name, ok := w.dims[n]; ok && w.chance(2) {
		return name
	}
	return strconv.FormatInt(n, 10)
}

// written writes a tensor.
func (w *networker) written(t *Type) string {
	list := make([]string, len(t.Shape))
	for i, s := range t.Shape {
		if list[i] = s.String(); s != nil {
			if n, ok := s.Number(); ok {
				list[i] = w.number(n)
			}
		}
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// canWrite reports whether the program can write all sizes of a tensor: numbers and names, and in some programs sums of
// products of them.
func (w *networker) canWrite(t *Type) bool {
	if t.Kind != Tensor || len(t.Shape) == 0 {
		return false
	}
	for _, s := range t.Shape {
		for of, n := range s {
			if n < 1 || !w.sums && of != "" && (n > 1 || len(s) > 1 || len(factors(of)) > 1) {
				return false
			}
		}
		if len(s) == 0 {
			return false
		}
	}
	return true
}

// input returns the input type of a node.
func (w *networker) input() *Type {
	side := func() Size { return Num(pick[int64](w.maker, 6, 7, 8, 12, 16, 28)) }
	width := func() Size { return Num(pick[int64](w.maker, 1, 2, 3, 4, 6, 8, 12)) }
	batch := Named("?")
	if w.chance(10) {
		batch = Num(4)
	}
	switch w.r.IntN(6) {
	case 0:
		return TensorOf(batch, Named("n"))
	case 1:
		return TensorOf(batch, width(), Named("m"), Named("n"))
	case 2:
		return TensorOf(batch, width(), width())
	case 3:
		return TensorOf(batch, width())
	}
	return TensorOf(batch, width(), side(), side())
}

// node writes a node with its weights and functions.
func (w *networker) node(name string) {
	w.name, w.weights, w.helpers, w.dead = name, nil, nil, false
	w.helped = 0
	in := w.input()
	w.function = name + ".forward"
	// Helper functions are written after forward, so their stages are reported after its own.
	at := len(w.net.Stages)
	body, out := w.body(in)
	own := slices.Clone(w.net.Stages[at:])
	slices.SortStableFunc(own, func(a, b Stage) int {
		first := func(s Stage) int {
			if s.Function == name+".forward" {
				return 0
			}
			return 1
		}
		return first(a) - first(b)
	})
	w.net.Stages = append(w.net.Stages[:at], own...)
	declared := out
	if out == nil {
		declared = w.still
	} else if w.bend && w.chance(6) && !slices.ContainsFunc(own, leavesOut) {
		i := w.r.IntN(len(out.Shape))
		if n, ok := out.Shape[i].Number(); ok {
			declared = TensorOf(out.shape()...)
			declared.Shape[i] = Num(n + 1)
			w.mistake("dim", "")
		}
	}
	header := fmt.Sprintf("%s<%s -> %s>", name, w.written(in), w.written(declared))
	fmt.Fprintf(&w.text, "node %s {}\n", header)
	if len(w.weights) > 0 {
		fmt.Fprintf(&w.text, "weights %s {\n%s}\n", header, strings.Join(w.weights, ""))
	}
	fmt.Fprintf(&w.text, "graph %s {\n  def forward {\n%s  }\n%s}\n", header, body, strings.Join(w.helpers, ""))
	w.net.Forward[name] = in.String() + " -> " + declared.String()
	if w.net.Wrong == nil { // later nodes do not use a node with a mistake
		w.nodes = append(w.nodes, node{name, in, declared})
	}
}

// leavesOut reports whether a stage is a view with a size left out. If a header contradicts it, the view may be the
// mistake.
func leavesOut(s Stage) bool {
	return strings.HasPrefix(s.Text, "view(") && strings.Contains(s.Text, "_")
}

func (w *networker) mistake(kind, text string) {
	w.bend = false
	w.net.Wrong = &Mistake{kind, w.function, text}
}

func (w *networker) stage(text string, t *Type) {
	w.net.Stages = append(w.net.Stages, Stage{w.function, text, t.String()})
}

// body writes the body of a function with the parameter x.
func (w *networker) body(in *Type) (text string, out *Type) {
	line := func(format string, args ...any) { text += "    " + fmt.Sprintf(format, args...) + "\n" }
	start, t := "x", in
	w.stage("x", in)
	switch w.r.IntN(5) {
	case 0: // a value that is added to its input
		pipe, y := w.pipe("x", in, 1+w.r.IntN(2), true)
		line("let y = %s;", pipe)
		if w.dead {
			line("y")
			return text, nil
		}
		sign := pick(w.maker, "+", "-", "*", "/")
		start, t = "x "+sign+" y", w.apply("operator.add", nil, in, y)
		w.stage(start, t)
	case 1: // two values concatenated
		pipe, y := w.pipe("x", in, 1+w.r.IntN(2), true)
		line("let y = %s;", pipe)
		if w.dead {
			line("y")
			return text, nil
		}
		axis := -1
		for i, s := range in.Shape {
			if _, ok := s.Number(); ok || w.sums && w.chance(2) {
				axis = i
			}
		}
		if axis < 0 {
			break
		}
		both := tupleOf(in, y)
		start, t = fmt.Sprintf("(x, y) |> concat(axis=%d)", axis),
			w.apply("shape.concat", map[string]any{"axis": int64(axis)}, both)
		w.stage("(x, y)", both)
		w.stage(fmt.Sprintf("concat(axis=%d)", axis), t)
	}
	pipe, out := w.pipe(start, t, 1+w.r.IntN(6), false)
	line("%s", pipe)
	return text, out
}

// apply returns the result type of an operation without a mistake.
func (w *networker) apply(name string, attrs map[string]any, args ...*Type) *Type {
	if module, _, _ := strings.Cut(name, "."); module != "operator" && module != "prelude" {
		w.uses[name] = true
	}
	t, err := Apply(name, attrs, args...)
	if err != nil {
		panic(name + ": " + err.Error())
	}
	return t
}

// pipe writes the given number of stages, which keep the type if same is set.
func (w *networker) pipe(start string, t *Type, stages int, same bool) (string, *Type) {
	text := start
	for range stages {
		s, next := w.step(t, same)
		text += " |> " + s
		if w.dead {
			return text, nil
		}
		t = next
	}
	return text, t
}

// A use is a stage that is being made: an operation with attributes. Layers are written as weights.
type use struct {
	name  string
	attrs map[string]any
}

// step writes a stage for a type.
func (w *networker) step(t *Type, same bool) (string, *Type) {
	u := use{attrs: map[string]any{}}
	number := func(i int) int64 {
		if i < len(t.Shape) {
			if n, ok := t.Shape[i].Number(); ok {
				return n
			}
		}
		return -1
	}
	last := number(len(t.Shape) - 1)
	width := pick[int64](w.maker, 1, 2, 3, 4, 6, 8, 12)
	var choices []func() (string, *Type)
	of := func(name string, attrs ...any) {
		choices = append(choices, func() (string, *Type) {
			u.name = name
			for i := 0; i < len(attrs); i += 2 {
				if attrs[i+1] != nil {
					u.attrs[attrs[i].(string)] = attrs[i+1]
				}
			}
			return w.write(u, t)
		})
	}
	maybe := func(v any) any {
		if w.chance(2) {
			return nil
		}
		return v
	}
	rank := len(t.Shape)
	of(pick(w.maker, "nonlin.relu", "nonlin.tanh", "nonlin.sigmoid"))
	of("nonlin.leaky_relu", "p", maybe(0.25))
	of("reg.Dropout2d", "p", 0.5)
	of("nonlin.log_softmax", "dim", maybe(int64(w.r.IntN(rank))))
	if n := number(1); n > 0 && (rank == 2 || rank == 3) {
		of("reg.BatchNorm1d", "num_features", n)
	}
	if n := number(1); n > 0 && rank == 4 {
		of(pick(w.maker, "reg.BatchNorm2d", "reg.batch_norm2d"), "num_features", n)
	}
	if last > 0 {
		out := width
		if same {
			out = last
		}
		of("lin.Linear", "in", last, "out", out)
		of("reg.LayerNorm", "normalized_shape", last)
	}
	if n := number(1); rank == 3 && n > 0 && last > 0 {
		out, kernel, pad := width, int64(3), any(int64(1))
		if same {
			out, kernel, pad = n, 1, nil
		}
		of("conv.Conv1d", "in_ch", n, "out_ch", out, "kernel_size", kernel, "padding", pad)
	}
	picture := rank == 4 && number(1) > 0 && number(2) > 0 && number(3) > 0
	if picture {
		out, kernel := width, pick[int64](w.maker, 1, 3, 5)
		var step any = maybe(pick[any](w.maker, int64(2), [2]int64{1, 2}))
		var pad any = maybe(pick[any](w.maker, int64(1), [2]int64{2, 1}))
		if same {
			out, step, pad = number(1), nil, kernel/2
		}
		of("conv.Conv2d", "in_ch", number(1), "out_ch", out, "kernel_size", kernel, "stride", step, "padding", pad)
	}
	if !same {
		choices = append(choices, func() (string, *Type) { return w.view(t) })
		if picture {
			of("conv.ConvTranspose2d", "in_ch", number(1), "out_ch", width, "kernel_size", int64(4), "stride",
				maybe(int64(2)), "padding", int64(1))
			of(pick(w.maker, "conv.maxpool2d", "conv.avgpool2d"), "kernel_size",
				pick[any](w.maker, int64(2), int64(3), [2]int64{3, 2}), "stride", maybe(int64(2)), "padding",
				maybe(int64(1)))
			of("conv.Upsample", "scale_factor", pick[any](w.maker, int64(2), [2]int64{1, 2}))
			of("conv.AdaptiveAvgPool2d", "output_size", pick[any](w.maker, int64(2), [2]int64{1, 3}))
		}
		if rank == 3 && last > 0 {
			choices = append(choices, func() (string, *Type) { return w.recurrent(t, last) })
		}
		if d := w.r.IntN(rank); number(d) == 1 && rank > 1 {
			of("shape.squeeze", "dim", int64(d))
		}
		if rank < 4 {
			of("shape.unsqueeze", "dim", int64(w.r.IntN(rank+1)))
			of(pick(w.maker, "lin.Embedding", "lin.embedding"), "num_embeddings", int64(100), "embedding_dim", width)
		}
		of("shape.transpose", "a", int64(w.r.IntN(rank)), "b", int64(w.r.IntN(rank)))
		if rank > 1 {
			of(pick(w.maker, "reduce.mean", "reduce.sum"), "dim", int64(w.r.IntN(rank)), "keepdim", maybe(w.chance(2)))
		}
		if rank > 2 && (w.sums || number(1) > 0 && number(2) > 0) {
			of("shape.flatten", "end_dim", int64(2))
		}
		if w.helped == 0 && w.canWrite(t) && w.chance(2) {
			choices = append(choices, func() (string, *Type) { return w.helper(t) })
		}
	}
	for _, n := range w.nodes {
		by, ok := bound(n.in, t)
		if out := n.out.replaced(by); ok && (!same || out.String() == t.String()) && w.canWrite(out) {
			choices = append(choices, func() (string, *Type) {
				v := w.weight(n.name + "::new()")
				w.stage(v, out)
				return v, out
			})
		}
	}
	if w.bend && w.chance(40) { // an operation of another rank
		u.name, u.attrs["kernel_size"] = pick(w.maker, "conv.maxpool2d", "conv.avgpool2d"), int64(2)
		if rank == 4 {
			u.name, u.attrs = "reg.BatchNorm1d", map[string]any{"num_features": int64(8)}
		}
		s, _ := w.called(u, "")
		w.mistake("rank", s)
		w.dead, w.still = true, t
		return s, nil
	}
	for {
		s, next := pick(w.maker, choices...)()
		if s != "" {
			return s, next
		}
		u.attrs = map[string]any{}
	}
}

// bound returns the sizes that the parameters of one tensor have in another one, if they are compatible.
func bound(of, t *Type) (map[string]Size, bool) {
	by := make(map[string]Size)
	if len(of.Shape) != len(t.Shape) {
		return by, false
	}
	for i, s := range of.Shape {
		if n, ok := s.Number(); ok {
			if m, ok := t.Shape[i].Number(); !ok || n != m {
				return by, false
			}
			continue
		}
		name := onlyKey(s)
		if is, ok := by[name]; ok && !is.Equal(t.Shape[i]) {
			return by, false
		}
		by[name] = t.Shape[i]
	}
	return by, true
}

// weight declares a weight and returns its name.
func (w *networker) weight(is string) string {
	v := "w" + strconv.Itoa(len(w.weights))
	w.weights = append(w.weights, "  "+v+" = "+is+";\n")
	return v
}

// write writes a stage, perhaps with a mistake, and returns its type; without a text if the operation does not accept
// t.
func (w *networker) write(u use, t *Type) (string, *Type) {
	next, err := Apply(u.name, u.attrs, t)
	if err != nil || !w.canWrite(next) {
		return "", nil
	}
	wrong, bent := "", ""
	if w.bend && w.chance(4) {
		attrs := maps.Clone(u.attrs)
		if names := slices.Sorted(maps.Keys(attrs)); len(names) > 0 {
			name := pick(w.maker, names...)
			if attrs["kernel_size"] != nil && w.chance(2) {
				name = "kernel_size"
			}
			if n, ok := attrs[name].(int64); ok {
				attrs[name] = n + pick[int64](w.maker, 1, 2, 30, -n)
			}
			if _, err := Apply(u.name, attrs, t); err != nil {
				u.attrs, wrong, bent = attrs, err.(*Fault).Kind, name
			}
		}
	}
	text, argument := w.called(u, bent)
	if wrong != "" {
		if w.mistake(wrong, text); wrong == "attr" {
			w.net.Wrong.Text = argument
		}
		if w.dead = wrong != "dim"; w.dead {
			w.still = next
			return text, nil
		}
	}
	w.stage(text, next)
	return text, next
}

// called returns the text of a stage, for a layer its weight, and the text of one of its arguments.
func (w *networker) called(u use, one string) (text, argument string) {
	w.uses[u.name] = true
	_, text, _ = strings.Cut(u.name, ".")
	var args []string
	for _, name := range slices.Sorted(maps.Keys(u.attrs)) {
		v := valueText(u.attrs[name], "(%d, %d)")
		if n, ok := u.attrs[name].(int64); ok {
			v = w.number(n)
		}
		args = append(args, name+"="+v)
		if name == one {
			argument = name + "=" + v
		}
	}
	w.r.Shuffle(len(args), func(i, j int) { args[i], args[j] = args[j], args[i] })
	list := "(" + strings.Join(args, ", ") + ")"
	if text[0] >= 'A' && text[0] <= 'Z' {
		return w.weight(text + "::new" + list), argument
	}
	if len(args) > 0 {
		text += list
	}
	return text, argument
}

// recurrent writes a recurrent layer and the selection of one item of its result.
func (w *networker) recurrent(t *Type, in int64) (string, *Type) {
	attrs := map[string]any{"input_size": in, "hidden_size": int64(1 + w.r.IntN(8))}
	name := pick(w.maker, "Lstm", "Gru")
	all := w.apply("rec."+name, attrs, t)
	index := int64(w.r.IntN(len(all.Items)))
	item := w.apply("shape.item", map[string]any{"index": index}, all)
	v := w.weight(fmt.Sprintf("%s::new(hidden_size=%d, input_size=%s)", name, attrs["hidden_size"], w.number(in)))
	w.stage(v, all)
	w.stage(fmt.Sprintf("item(index=%d)", index), item)
	return fmt.Sprintf("%s |> item(index=%d)", v, index), item
}

// view writes a view.
func (w *networker) view(t *Type) (string, *Type) {
	to := &Type{}
	for range 10 {
		to = w.laidOut(t)
		next, err := Apply("prelude.view", nil, t, to)
		if err == nil && len(to.Shape) > 0 && w.canWrite(next) &&
			!slices.ContainsFunc(to.Shape, func(s Size) bool { return len(s) > 1 }) {
			break
		}
		to = &Type{}
	}
	if len(to.Shape) == 0 {
		return "", nil
	}
	next := w.apply("prelude.view", nil, t, to)
	wrong := ""
	// A size parameter would take any size that makes the view correct.
	if w.bend && w.chance(3) && !strings.ContainsAny(t.String(), "mn") {
		bent := TensorOf(to.shape()...)
		i := w.r.IntN(len(to.Shape))
		if n, ok := to.Shape[i].Number(); ok && to.Shape[i] != nil {
			bent.Shape[i] = Num(n + 1)
		}
		if _, err := Apply("prelude.view", nil, t, bent); err != nil {
			to, wrong = bent, err.(*Fault).Kind
		}
	}
	text := w.written(to)
	text = "view(" + text[1:len(text)-1] + ")"
	if wrong != "" {
		w.mistake(wrong, text)
		hole := "k" // a parameter of the node, which its functions cannot declare
		if strings.HasSuffix(w.function, ".h") {
			hole = "?"
		}
		w.dead, w.still = true, TensorOf(to.shape()...)
		for i, s := range to.Shape {
			if s == nil {
				w.still.Shape[i] = Named(hole)
			}
		}
		return text, nil
	}
	w.stage(text, next)
	return text, next
}

// helper writes a function of the node and its use.
func (w *networker) helper(t *Type) (string, *Type) {
	w.helped++
	caller := w.function
	w.function = w.name + ".h"
	w.stage("x", t)
	pipe, out := w.pipe("x", t, 1+w.r.IntN(3), false)
	declared := out
	if w.dead {
		declared, w.dead = w.still, false
	}
	w.helpers = append(w.helpers,
		fmt.Sprintf("  def h(x: %s) -> %s {\n    %s\n  }\n", w.written(t), w.written(declared), pipe))
	w.function = caller
	w.stage("self.h()", declared)
	return "self.h()", declared
}
