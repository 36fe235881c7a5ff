package tensorgen

import (
	"fmt"
	"slices"
	"strings"
)

// A Fault is the error of a call. Kind is one of dim, rank, type, attr, arg, window and view-size, or outside for a
// call that cannot be judged.
type Fault struct {
	Kind, Text string
}

func (f *Fault) Error() string { return f.Kind + ": " + f.Text }

// A call is a use of an operation.
type call struct {
	args  []*Type
	attrs map[string]any // int64, float64, bool and [2]int64
}

// An operation is its parameters, and the function that computes its result type.
//
// Its attributes are written `name:kind` or `name:kind=default`, with blanks between them. The kinds are i for an
// integer, f for a floating-point number, b for a boolean, and p for a pair; a kind that ends in ? is optional.
type operation struct {
	arity int
	attrs string
	run   func(c *call) *Type
}

// Apply returns the result type of a call of an operation, or a *Fault. Attributes are int64, float64, bool and
// [2]int64. The second argument of a view has the written sizes; nil is the size that is left out.
func Apply(name string, attrs map[string]any, args ...*Type) (t *Type, err error) {
	defer func() {
		switch f := recover().(type) {
		case nil:
		case *Fault:
			err = f
		default:
			panic(f)
		}
	}()
	o, ok := operations[name]
	if !ok {
		return nil, &Fault{"arg", "no operation " + name}
	}
	c := &call{args, map[string]any{}}
	for _, a := range strings.Fields(o.attrs) {
		text, fallback, has := strings.Cut(a, "=")
		name, kind, _ := strings.Cut(text, ":")
		v, given := attrs[name]
		switch {
		case given:
			c.attrs[name] = ofKind(name, v, kind)
		case has:
			c.attrs[name] = fallbacks[fallback]
		case !strings.HasSuffix(kind, "?"):
			c.fail("arg", "without %s", name)
		}
	}
	for name := range attrs {
		if _, ok := c.attrs[name]; !ok {
			c.fail("arg", "no argument %s", name)
		}
	}
	if len(args) != o.arity {
		c.fail("arg", "%d arguments", len(args))
	}
	return o.run(c), nil
}

var fallbacks = map[string]any{"0": [2]int64{}, "1": [2]int64{1, 1}, "n0": int64(0), "n1": int64(1), "false": false}

// ofKind converts an attribute to a kind.
func ofKind(name string, v any, kind string) any {
	ok := false
	switch v := v.(type) {
	case int64:
		if ok = kind[0] == 'i'; kind[0] == 'p' {
			return [2]int64{v, v}
		}
	case float64:
		ok = kind[0] == 'f'
	case bool:
		ok = kind[0] == 'b'
	case [2]int64:
		ok = kind[0] == 'p'
	}
	if !ok {
		panic(&Fault{"type", fmt.Sprintf("%s=%v", name, v)})
	}
	return v
}

func (c *call) fail(kind, format string, args ...any) {
	panic(&Fault{kind, fmt.Sprintf(format, args...)})
}

func (c *call) int(name string) int64     { return c.attrs[name].(int64) }
func (c *call) pair(name string) [2]int64 { return c.attrs[name].([2]int64) }
func (c *call) has(name string) bool      { _, ok := c.attrs[name]; return ok }

// least checks that attributes are at least n. First it checks that the input is a tensor.
func (c *call) least(n int64, names ...string) {
	c.tensor(0)
	for _, name := range names {
		v, ok := c.attrs[name].(int64)
		if p, pair := c.attrs[name].([2]int64); pair {
			v, ok = min(p[0], p[1]), true
		}
		if ok && v < n {
			c.fail("attr", "%s is %d", name, v)
		}
	}
}

// tensor returns the shape of an argument.
func (c *call) tensor(i int) []Size {
	if c.args[i].Kind != Tensor {
		c.fail("type", "%v is not a tensor", c.args[i])
	}
	return c.args[i].shape()
}

// ranked returns the shape of the input, and checks its rank.
func (c *call) ranked(ranks ...int) []Size {
	s := c.tensor(0)
	if !slices.Contains(ranks, len(s)) {
		c.fail("rank", "%d dimensions", len(s))
	}
	return s
}

// checkSize checks a size.
func (c *call) checkSize(s Size, n int64) {
	if k, ok := s.Number(); !ok || k != n {
		c.fail("dim", "%v is not %d", s, n)
	}
}

// side returns a size as a number, which windows need.
func (c *call) side(s Size) int64 {
	n, ok := s.Number()
	if !ok {
		c.fail("outside", "a side of %v", s)
	}
	return n
}

// dim returns an attribute that selects a dimension.
func (c *call) dim(name string, rank int) int {
	d := c.int(name)
	if d < 0 || d >= int64(rank) {
		c.fail("attr", "%s=%d of %d", name, d, rank)
	}
	return int(d)
}

// broadcast returns the shape of an elementwise combination of two shapes.
func (c *call) broadcast(s, t []Size) []Size {
	if len(s) < len(t) {
		s, t = t, s
	}
	out := slices.Clone(s)
	for i, d := range t {
		at := len(s) - len(t) + i
		switch one := Num(1); {
		case d.Equal(one) || d.Equal(s[at]):
		case s[at].Equal(one):
			out[at] = d
		default:
			c.fail("dim", "%v and %v", s[at], d)
		}
	}
	return out
}

// slide returns the number of positions of a window.
func (c *call) slide(d, pad, kernel, gap, step int64) Size {
	room := d + 2*pad
	reach := (kernel-1)*gap + 1
	if room < reach {
		c.fail("window", "%d over %d", reach, room)
	}
	n := int64(0)
	for at := int64(0); at+reach <= room; at += step {
		n++
	}
	return Num(n)
}

var operations = map[string]operation{}

// define registers operations with some names.
func define(names string, arity int, attrs string, run func(c *call) *Type) {
	for _, name := range strings.Fields(names) {
		operations[name] = operation{arity, attrs, run}
	}
}

func init() {
	same := func(c *call) *Type { return TensorOf(c.tensor(0)...) }
	define("nonlin.relu nonlin.tanh nonlin.sigmoid", 1, "", same)
	define("nonlin.leaky_relu", 1, "p:f?", same)
	define("nonlin.softmax nonlin.log_softmax", 1, "dim:i?", func(c *call) *Type {
		s := c.tensor(0)
		if c.has("dim") {
			c.dim("dim", len(s))
		}
		return TensorOf(s...)
	})
	define("reg.Dropout2d", 1, "p:f", func(c *call) *Type {
		s := c.tensor(0)
		if p := c.attrs["p"].(float64); p < 0 || p > 1 {
			c.fail("attr", "p=%v", p)
		}
		return TensorOf(s...)
	})
	// Two numbers give a number, or a boolean; a tensor with a number is a tensor.
	signs := func(kinds []Kind, gives func(k Kind) Kind) func(c *call) *Type {
		return func(c *call) *Type {
			x, y := c.args[0], c.args[1]
			number := func(t *Type) bool { return t.Kind == Int || t.Kind == Float }
			switch {
			case x.Kind == Tensor && y.Kind == Tensor:
				return TensorOf(c.broadcast(x.Shape, y.Shape)...)
			case x.Kind == Tensor && number(y):
				return TensorOf(x.shape()...)
			case number(x) && y.Kind == Tensor:
				return TensorOf(y.shape()...)
			case x.Kind == y.Kind && slices.Contains(kinds, x.Kind):
				return &Type{Kind: gives(x.Kind)}
			}
			c.fail("type", "%v and %v", x, y)
			return nil
		}
	}
	define("operator.add operator.subtract operator.multiply operator.divide", 2, "", signs([]Kind{Int, Float}, func(k Kind) Kind { return k }))
	define("operator.equal operator.not_equal operator.less operator.less_equal operator.greater operator.greater_equal", 2, "",
		signs([]Kind{Int, Float, Bool}, func(Kind) Kind { return Bool }))
	layers()
	windows()
	shapes()
}

func layers() {
	define("lin.Linear", 1, "in:i out:i", func(c *call) *Type {
		c.least(1, "in", "out")
		s := c.tensor(0)
		if len(s) == 0 {
			c.fail("rank", "no dimensions")
		}
		c.checkSize(s[len(s)-1], c.int("in"))
		s[len(s)-1] = Num(c.int("out"))
		return TensorOf(s...)
	})
	define("lin.Linear.init_normal", 0, "std:f", func(c *call) *Type { return tupleOf() })
	define("lin.Embedding lin.embedding", 1, "num_embeddings:i embedding_dim:i", func(c *call) *Type {
		c.least(1, "num_embeddings", "embedding_dim")
		return TensorOf(append(c.tensor(0), Num(c.int("embedding_dim")))...)
	})
	norm := func(ranks ...int) func(c *call) *Type {
		return func(c *call) *Type {
			c.least(1, "num_features")
			s := c.ranked(ranks...)
			c.checkSize(s[1], c.int("num_features"))
			return TensorOf(s...)
		}
	}
	define("reg.BatchNorm1d", 1, "num_features:i", norm(2, 3))
	define("reg.BatchNorm2d reg.batch_norm2d", 1, "num_features:i", norm(4))
	define("reg.LayerNorm", 1, "normalized_shape:i", func(c *call) *Type {
		c.least(1, "normalized_shape")
		s := c.tensor(0)
		if len(s) == 0 {
			c.fail("rank", "no dimensions")
		}
		c.checkSize(s[len(s)-1], c.int("normalized_shape"))
		return TensorOf(s...)
	})
	define("lin.matmul", 2, "", func(c *call) *Type {
		s, t := c.tensor(0), c.tensor(1)
		if len(s) < 2 || len(t) < 2 {
			c.fail("rank", "%d and %d dimensions", len(s), len(t))
		}
		rows, inner := s[len(s)-2], s[len(s)-1]
		if !inner.Equal(t[len(t)-2]) {
			c.fail("dim", "%v and %v", inner, t[len(t)-2])
		}
		return TensorOf(append(c.broadcast(s[:len(s)-2], t[:len(t)-2]), rows, t[len(t)-1])...)
	})
	const lstm = "input_size:i hidden_size:i num_layers:i=n1 bidirectional:b=false"
	recurrent := func(lasts int) func(c *call) *Type {
		return func(c *call) *Type {
			c.least(1, "input_size", "hidden_size", "num_layers")
			s := c.ranked(3)
			c.checkSize(s[2], c.int("input_size"))
			hidden, deep, wide := c.int("hidden_size"), c.int("num_layers"), c.int("hidden_size")
			if c.attrs["bidirectional"].(bool) {
				deep, wide = deep+deep, wide+wide
			}
			all := tupleOf(TensorOf(s[0], s[1], Num(wide)))
			for range lasts {
				all.Items = append(all.Items, TensorOf(Num(deep), s[0], Num(hidden)))
			}
			return all
		}
	}
	define("rec.Lstm rec.lstm", 1, lstm, recurrent(2))
	define("rec.Gru", 1, lstm, recurrent(1))
}

func windows() {
	const ways = "stride:p=1 padding:p=0 dilation:p=1"
	define("conv.Conv2d", 1, "in_ch:i out_ch:i kernel_size:p "+ways, func(c *call) *Type {
		c.least(1, "in_ch", "out_ch", "kernel_size", "stride", "dilation")
		c.least(0, "padding")
		s := c.ranked(4)
		out := []Size{s[0], Num(c.int("out_ch"))}
		for i, d := range s[2:] {
			out = append(out, c.slide(c.side(d), c.pair("padding")[i], c.pair("kernel_size")[i], c.pair("dilation")[i],
				c.pair("stride")[i]))
		}
		c.checkSize(s[1], c.int("in_ch"))
		return TensorOf(out...)
	})
	define("conv.Conv1d", 1, "in_ch:i out_ch:i kernel_size:i stride:i=n1 padding:i=n0 dilation:i=n1", func(c *call) *Type {
		c.least(1, "in_ch", "out_ch", "kernel_size", "stride", "dilation")
		c.least(0, "padding")
		s := c.ranked(3)
		n := c.slide(c.side(s[2]), c.int("padding"), c.int("kernel_size"), c.int("dilation"), c.int("stride"))
		c.checkSize(s[1], c.int("in_ch"))
		return TensorOf(s[0], Num(c.int("out_ch")), n)
	})
	define("conv.AdaptiveAvgPool2d", 1, "output_size:p", func(c *call) *Type {
		c.least(1, "output_size")
		s := c.ranked(4)
		return TensorOf(s[0], s[1], Num(c.pair("output_size")[0]), Num(c.pair("output_size")[1]))
	})
	define("conv.Upsample", 1, "scale_factor:p", func(c *call) *Type {
		c.least(1, "scale_factor")
		s := c.ranked(4)
		for i := range 2 {
			s[i+2] = s[i+2].times(Num(c.pair("scale_factor")[i]))
		}
		return TensorOf(s...)
	})
	// The inverse: a kernel spreads each number of the picture, step by step, and the padding is cut off.
	define("conv.ConvTranspose2d", 1, "in_ch:i out_ch:i kernel_size:p output_padding:p=0 "+ways, func(c *call) *Type {
		c.least(1, "in_ch", "out_ch", "kernel_size", "stride", "dilation")
		c.least(0, "padding", "output_padding")
		for i, more := range c.pair("output_padding") {
			if more >= c.pair("stride")[i] && more >= c.pair("dilation")[i] {
				c.fail("attr", "output_padding=%d", more)
			}
		}
		s := c.ranked(4)
		out := []Size{s[0], Num(c.int("out_ch"))}
		for i, d := range s[2:] {
			reach := (c.pair("kernel_size")[i]-1)*c.pair("dilation")[i] + 1
			n := reach + c.pair("output_padding")[i] - 2*c.pair("padding")[i]
			for range c.side(d) - 1 {
				n += c.pair("stride")[i]
			}
			if n < 1 {
				c.fail("window", "a side of %d", n)
			}
			out = append(out, Num(n))
		}
		c.checkSize(s[1], c.int("in_ch"))
		return TensorOf(out...)
	})
	pool := func(c *call) *Type {
		step, gap := c.attrs["stride"], [2]int64{1, 1}
		if step == nil {
			step = c.pair("kernel_size")
		}
		if c.has("dilation") {
			gap = c.pair("dilation")
		}
		c.least(1, "kernel_size", "stride", "dilation")
		c.least(0, "padding")
		for i, pad := range c.pair("padding") {
			if pad > c.pair("kernel_size")[i]-pad {
				c.fail("attr", "padding=%d", pad)
			}
		}
		s := c.ranked(4)
		for i := range 2 {
			s[i+2] = c.slide(c.side(s[i+2]), c.pair("padding")[i], c.pair("kernel_size")[i], gap[i], step.([2]int64)[i])
		}
		return TensorOf(s...)
	}
	define("conv.maxpool2d", 1, "kernel_size:p stride:p? padding:p=0 dilation:p=1", pool)
	define("conv.avgpool2d", 1, "kernel_size:p stride:p? padding:p=0", pool)
}

func shapes() {
	product := func(list []Size) Size {
		all := Num(1)
		for _, s := range list {
			all = all.times(s)
		}
		return all
	}
	define("prelude.view shape.reshape", 2, "", func(c *call) *Type {
		s, t := c.tensor(0), c.tensor(1)
		hole := slices.IndexFunc(t, func(s Size) bool { return s == nil })
		if hole < 0 {
			if !product(s).Equal(product(t)) {
				c.fail("view-size", "%v and %v", product(s), product(t))
			}
			return TensorOf(t...)
		}
		rest, ok := product(s).over(product(slices.Delete(slices.Clone(t), hole, hole+1)))
		if !ok {
			c.fail("view-size", "%v", product(s))
		}
		t[hole] = rest
		return TensorOf(t...)
	})
	define("shape.flatten", 1, "start_dim:i=n1 end_dim:i?", func(c *call) *Type {
		s := c.tensor(0)
		from := c.dim("start_dim", len(s))
		to := len(s) - 1
		if c.has("end_dim") {
			to = c.dim("end_dim", len(s))
		}
		if to < from {
			c.fail("attr", "from %d to %d", from, to)
		}
		return TensorOf(slices.Concat(s[:from], []Size{product(s[from : to+1])}, s[to+1:])...)
	})
	define("shape.transpose", 1, "a:i b:i", func(c *call) *Type {
		s := c.tensor(0)
		a, b := c.dim("a", len(s)), c.dim("b", len(s))
		s[a], s[b] = s[b], s[a]
		return TensorOf(s...)
	})
	define("shape.squeeze", 1, "dim:i", func(c *call) *Type {
		s := c.tensor(0)
		d := c.dim("dim", len(s))
		c.checkSize(s[d], 1)
		return TensorOf(slices.Delete(s, d, d+1)...)
	})
	define("shape.unsqueeze", 1, "dim:i", func(c *call) *Type {
		s := c.tensor(0)
		return TensorOf(slices.Insert(s, c.dim("dim", len(s)+1), Num(1))...)
	})
	define("shape.concat", 1, "axis:i", func(c *call) *Type {
		ts := c.args[0]
		if ts.Kind != Tuple || len(ts.Items) == 0 ||
			slices.ContainsFunc(ts.Items, func(t *Type) bool { return t.Kind != Tensor }) {
			c.fail("type", "%v is not a tuple of tensors", ts)
		}
		out := ts.Items[0].shape()
		for _, t := range ts.Items[1:] {
			if len(t.Shape) != len(out) {
				c.fail("rank", "%d and %d", len(t.Shape), len(out))
			}
		}
		axis := c.dim("axis", len(out))
		for _, t := range ts.Items[1:] {
			for i, d := range t.Shape {
				if i == axis {
					out[i] = out[i].plus(d, 1)
				} else if !d.Equal(out[i]) {
					c.fail("dim", "%v and %v", d, out[i])
				}
			}
		}
		return TensorOf(out...)
	})
	define("shape.item", 1, "index:i", func(c *call) *Type {
		t := c.args[0]
		if t.Kind != Tuple {
			c.fail("type", "%v is not a tuple", t)
		}
		return t.Items[c.dim("index", len(t.Items))]
	})
	define("reduce.mean reduce.sum", 1, "dim:i? keepdim:b=false", func(c *call) *Type {
		s, keep := c.tensor(0), c.attrs["keepdim"].(bool)
		var out []Size
		gone := -1
		if c.has("dim") {
			gone = c.dim("dim", len(s))
		}
		for i, d := range s {
			switch {
			case gone >= 0 && i != gone:
				out = append(out, d)
			case keep:
				out = append(out, Num(1))
			}
		}
		return TensorOf(out...)
	})
}
