package shapes

import (
	"math"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang/relay"
)

var operators = make(map[string]*operator)

// define says what operators of some names take and give.
func define(names string, arity int, attrs string, run func(c *call) *Type) {
	for _, name := range strings.Fields(names) {
		operators[name] = &operator{arity, attrs, run}
	}
}

func init() {
	elementwise()
	creation()
	shapes()
	joins()
	reductions()
	layers()
	windows()
}

func same(c *call) *Type { return c.tensor(0) }

func elementwise() {
	define(`abs acos acosh asin asinh atan atanh bitwise_not ceil copy cos cosh erf exp floor log log2 log10 logical_not negative
		round rsqrt sigmoid sign sin sinh sqrt tan tanh trunc ones_like zeros_like nn.relu invert_permutation`, 1, "", same)
	define("on_device", 1, "constrain_result:b=false constrain_body:b=true", same)
	define("device_copy annotation.stop_fusion", 1, "", same)
	define("clip", 1, "a_min:f a_max:f", same)
	define("nn.leaky_relu", 1, "alpha:f=0.25", same)
	define("nn.lrn", 1, "size:i=5 axis:i=1 bias:f=2 alpha:f=0.0001 beta:f=0.75", same)
	define("nn.l2_normalize", 1, "eps:f axis:l", same)
	define("isnan isinf isfinite", 1, "", func(c *call) *Type { return TensorOf("bool", c.tensor(0).Shape...) })

	both := func(c *call) (shape []int64, base string) {
		x, y := c.tensor(0), c.tensor(1)
		if x.Base != y.Base {
			c.fail("%s and %s", x, y)
		}
		return c.broadcast(x.Shape, y.Shape), x.Base
	}
	define(`add subtract multiply divide floor_divide floor_mod mod trunc_divide trunc_mod power maximum minimum left_shift right_shift
		logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor`, 2, "", func(c *call) *Type {
		s, b := both(c)
		return TensorOf(b, s...)
	})
	define("equal not_equal less less_equal greater greater_equal", 2, "", func(c *call) *Type {
		s, _ := both(c)
		return TensorOf("bool", s...)
	})
	define("where", 3, "", func(c *call) *Type {
		cond, x, y := c.tensor(0), c.tensor(1), c.tensor(2)
		if x.Base != y.Base {
			c.fail("%s and %s", x, y)
		}
		return TensorOf(x.Base, c.broadcast(cond.Shape, c.broadcast(x.Shape, y.Shape))...)
	})
	define("cast reinterpret", 1, "dtype:d", func(c *call) *Type { return TensorOf(c.text("dtype"), c.tensor(0).Shape...) })
	define("cast_like", 2, "", func(c *call) *Type { return TensorOf(c.tensor(1).Base, c.tensor(0).Shape...) })
	define("full_like", 2, "", func(c *call) *Type {
		x := c.tensor(0)
		c.scalar(1)
		return x
	})
}

func (c *call) scalar(i int) *Type {
	t := c.tensor(i)
	if len(t.Shape) > 0 {
		c.fail("%s is no number", t)
	}
	return t
}

func creation() {
	define("zeros ones", 0, "shape:l dtype:d", func(c *call) *Type { return TensorOf(c.text("dtype"), c.given("shape")...) })
	define("full", 1, "shape:l dtype:?d=none", func(c *call) *Type {
		return TensorOf(c.dtype("dtype", c.scalar(0).Base), c.given("shape")...)
	})
	define("arange", 3, "start:?f=none stop:?f=none step:?f=none dtype:d", func(c *call) *Type {
		for i := range c.args {
			c.decides(i, c.text("dtype"), true)
		}
		var at [3]float64
		for i, name := range []string{"start", "stop", "step"} {
			n, ok := c.attrs[name].(float64)
			if op := c.in.t.Nodes[c.ids[i]].Op; !ok && (op == relay.OpInt || op == relay.OpFloat) {
				if n, ok = c.in.attribute(c.ids[i]).(float64); !ok {
					n, ok = float64(c.in.attribute(c.ids[i]).(int64)), true
				}
			}
			if at[i] = n; !ok {
				return TensorOf(c.text("dtype"), Any)
			}
		}
		n := math.Ceil((at[1] - at[0]) / at[2])
		if at[2] == 0 || n < 1 {
			c.fail("from %v to %v by %v", at[0], at[1], at[2])
		}
		return TensorOf(c.text("dtype"), int64(n))
	})
	define("one_hot", 3, "depth:i=1 axis:i=-1 dtype:d", func(c *call) *Type {
		s := c.tensor(0).Shape
		axis := c.int("axis")
		if axis == -1 {
			axis = int64(len(s))
		}
		if c.int("depth") < 1 || axis < 0 || axis > int64(len(s)) {
			c.fail("depth %d, axis %d", c.int("depth"), c.int("axis"))
		}
		return TensorOf(c.text("dtype"), slices.Insert(slices.Clone(s), int(axis), c.int("depth"))...)
	})
	define("shape_of", 1, "dtype:d", func(c *call) *Type {
		if n := len(c.tensor(0).Shape); n > 0 {
			return TensorOf(c.text("dtype"), int64(n))
		}
		return TensorOf(c.text("dtype"))
	})
	define("ndarray_size", 1, "dtype:d", func(c *call) *Type {
		c.tensor(0)
		return TensorOf(c.text("dtype"))
	})
	define("argwhere", 1, "", func(c *call) *Type { return TensorOf("int32", Any, int64(len(c.tensor(0).Shape))) })
}

// given is a list of sizes that are written.
func (c *call) given(name string) []int64 {
	for _, d := range c.ints(name) {
		if d < 0 {
			c.fail("a size of %d", d)
		}
	}
	return c.ints(name)
}

func shapes() {
	define("expand_dims", 1, "axis:i num_newaxis:i=1", func(c *call) *Type {
		x, n := c.tensor(0), c.int("num_newaxis")
		if n < 0 {
			c.fail("%d axes", n)
		}
		at := c.axis(c.int("axis"), len(x.Shape)+1)
		return TensorOf(x.Base, slices.Insert(slices.Clone(x.Shape), at, slices.Repeat([]int64{1}, int(n))...)...)
	})
	define("squeeze", 1, "axis:?l=none", func(c *call) *Type {
		x := c.tensor(0)
		axes := c.axes(c.ints("axis"), len(x.Shape))
		out := TensorOf(x.Base)
		for i, d := range x.Shape {
			switch {
			case c.none("axis") && d == Any:
				c.fail("axis %d may be 1", i)
			case !c.none("axis") && !slices.Contains(axes, i):
				out.Shape = append(out.Shape, d)
			case !c.none("axis") && d != 1 && d != Any:
				c.fail("axis %d is %d", i, d)
			case c.none("axis") && d != 1:
				out.Shape = append(out.Shape, d)
			}
		}
		return out
	})
	define("transpose", 1, "axes:?l", func(c *call) *Type {
		x := c.tensor(0)
		out := TensorOf(x.Base)
		if c.none("axes") {
			out.Shape = slices.Clone(x.Shape)
			slices.Reverse(out.Shape)
			return out
		}
		axes := c.axes(c.ints("axes"), len(x.Shape))
		for i, a := range axes {
			if slices.Contains(axes[:i], a) {
				c.fail("axis %d is repeated", a)
			}
			out.Shape = append(out.Shape, x.Shape[a])
		}
		if len(axes) != len(x.Shape) {
			c.fail("%d axes of rank %d", len(axes), len(x.Shape))
		}
		return out
	})
	define("reshape", 1, "newshape:l allowzero:b=false", func(c *call) *Type {
		x := c.tensor(0)
		return TensorOf(x.Base, c.reshaped(x.Shape, c.ints("newshape"), c.bool("allowzero"))...)
	})
	define("reshape_like", 2, "lhs_begin:i=0 lhs_end:?i=none rhs_begin:i=0 rhs_end:?i=none", func(c *call) *Type {
		x, y := c.tensor(0), c.tensor(1)
		cut := func(begin, end string, s []int64) (from, to int) {
			place := func(i int64) int {
				if i < 0 {
					i += int64(len(s))
				}
				if i < 0 || i > int64(len(s)) {
					c.fail("no axis %d", i)
				}
				return int(i)
			}
			if from, to = place(c.int(begin)), len(s); !c.none(end) {
				to = place(c.int(end))
			}
			return from, to
		}
		from, to := cut("lhs_begin", "lhs_end", x.Shape)
		begin, end := cut("rhs_begin", "rhs_end", y.Shape)
		if begin > end {
			c.fail("from %d to %d", begin, end)
		}
		s := slices.Concat(x.Shape[:from], y.Shape[begin:end], x.Shape[to:])
		if !fits(times(s...), times(x.Shape...)) {
			c.fail("%s for %s", shapeText(s), x)
		}
		return TensorOf(x.Base, s...)
	})
	define("nn.batch_flatten", 1, "", func(c *call) *Type {
		x := c.tensor(0)
		if len(x.Shape) == 0 {
			c.fail("no batch")
		}
		return TensorOf(x.Base, x.Shape[0], times(x.Shape[1:]...))
	})
	define("split", 1, "indices_or_sections:i|l axis:i=0", func(c *call) *Type {
		x := c.tensor(0)
		a := c.axis(c.int("axis"), len(x.Shape))
		d := x.Shape[a]
		out := tupleOf()
		piece := func(n int64) { out.Fields = append(out.Fields, TensorOf(x.Base, with(x.Shape, a, n)...)) }
		if k, ok := c.attrs["indices_or_sections"].(int64); ok {
			if k < 1 {
				c.fail("%d sections", k)
			}
			n := c.exactly(d, k)
			for range k {
				piece(n)
			}
			return out
		}
		from := int64(0)
		for _, i := range c.ints("indices_or_sections") {
			if i <= from || d != Any && i >= d {
				c.fail("places %v of %d", c.ints("indices_or_sections"), d)
			}
			piece(i - from)
			from = i
		}
		if d != Any {
			d -= from
		}
		piece(d)
		return out
	})
	define("strided_slice", 1, "begin:l end:l strides:l slice_mode:s=end axes:?l", func(c *call) *Type {
		x := c.tensor(0)
		begin, end, strides := c.ints("begin"), c.ints("end"), c.ints("strides")
		if mode := c.text("slice_mode"); mode != "end" && mode != "size" {
			c.fail("mode %s", mode)
		}
		axes := c.axes(c.ints("axes"), len(x.Shape))
		if c.none("axes") {
			for i := range x.Shape {
				axes = append(axes, i)
			}
		} else if len(begin) != len(axes) || len(end) != len(axes) {
			c.fail("%d axes, %d and %d places", len(axes), len(begin), len(end))
		}
		if max(len(begin), len(end), len(strides)) > len(axes) {
			c.fail("lists that are longer than %d", len(axes))
		}
		out := TensorOf(x.Base, slices.Clone(x.Shape)...)
		for k, a := range axes {
			if slices.Contains(axes[:k], a) {
				c.fail("axis %d is repeated", a)
			}
			at := func(list []int64) (int64, bool) {
				if k < len(list) {
					return list[k], true
				}
				return 0, false
			}
			out.Shape[a] = c.sliced(x.Shape[a], at, begin, end, strides)
		}
		return out
	})
	define("slice_like", 2, "axes:?l=none", func(c *call) *Type {
		x, y := c.tensor(0), c.tensor(1)
		out := TensorOf(x.Base, slices.Clone(x.Shape)...)
		axes := c.ints("axes")
		if len(axes) == 0 {
			for i := range min(len(x.Shape), len(y.Shape)) {
				axes = append(axes, int64(i))
			}
		}
		for _, a := range axes {
			i := c.axis(a, len(x.Shape))
			if i >= len(y.Shape) || x.Shape[i] != Any && y.Shape[i] > x.Shape[i] {
				c.fail("axis %d: %s of %s", a, y, x)
			}
			out.Shape[i] = y.Shape[i]
		}
		return out
	})
	indices := func(c *call) *Type {
		t := c.tensor(1)
		if !strings.HasPrefix(t.Base, "int") && !strings.HasPrefix(t.Base, "uint") {
			c.fail("indices of %s", t)
		}
		return t
	}
	define("take", 2, "axis:?i=none batch_dims:i=0 mode:s=clip", func(c *call) *Type {
		x, t := c.tensor(0), indices(c)
		if c.none("axis") {
			return TensorOf(x.Base, t.Shape...)
		}
		a, k := c.axis(c.int("axis"), len(x.Shape)), c.int("batch_dims")
		if k < 0 {
			k += int64(len(t.Shape))
		}
		if k < 0 || k > int64(len(t.Shape)) || k > int64(a) {
			c.fail("batch_dims %d", k)
		}
		return TensorOf(x.Base, slices.Concat(x.Shape[:a], t.Shape[k:], x.Shape[a+1:])...)
	})
	define("gather", 2, "axis:i", func(c *call) *Type {
		x, t := c.tensor(0), indices(c)
		if len(x.Shape) != len(t.Shape) {
			c.fail("%s by %s", x, t)
		}
		a := c.axis(c.int("axis"), len(x.Shape))
		for i, d := range x.Shape {
			if i != a && !fits(d, t.Shape[i]) {
				c.fail("%s by %s", x, t)
			}
		}
		return TensorOf(x.Base, t.Shape...)
	})
	define("gather_nd", 2, "batch_dims:i=0 index_rank:?i=none", func(c *call) *Type {
		x, t := c.tensor(0), indices(c)
		k := c.int("batch_dims")
		if len(t.Shape) == 0 || t.Shape[0] == Any || k < 0 || t.Shape[0]+k > int64(len(x.Shape)) {
			c.fail("%s by %s", x, t)
		}
		return TensorOf(x.Base, slices.Concat(t.Shape[1:], x.Shape[t.Shape[0]+k:])...)
	})
	define("tile", 1, "reps:l", func(c *call) *Type {
		x, reps := c.tensor(0), c.ints("reps")
		s := x.Shape
		for len(s) < len(reps) {
			s = append([]int64{1}, s...)
		}
		s = slices.Clone(s)
		for i, r := range reps {
			if r < 1 {
				c.fail("%d times", r)
			}
			k := len(s) - len(reps) + i
			s[k] = times(s[k], r)
		}
		return TensorOf(x.Base, s...)
	})
	define("repeat", 1, "repeats:i axis:?i=none", func(c *call) *Type {
		x, n := c.tensor(0), c.int("repeats")
		if n < 1 {
			c.fail("%d times", n)
		}
		if c.none("axis") {
			return TensorOf(x.Base, times(times(x.Shape...), n))
		}
		a := c.axis(c.int("axis"), len(x.Shape))
		return TensorOf(x.Base, with(x.Shape, a, times(x.Shape[a], n))...)
	})
	define("reverse", 1, "axis:i", alongAxis)
	// spread checks that one shape broadcasts to another.
	spread := func(c *call, s, to []int64) {
		for i, d := range s {
			k := len(to) - len(s) + i
			if k < 0 || d != 1 && !fits(d, to[k]) {
				c.fail("%s to %s", shapeText(s), shapeText(to))
			}
		}
	}
	define("broadcast_to", 1, "shape:l dtype:?d=none", func(c *call) *Type {
		x := c.tensor(0)
		spread(c, x.Shape, c.given("shape"))
		return TensorOf(x.Base, c.ints("shape")...)
	})
	define("broadcast_to_like", 2, "", func(c *call) *Type {
		spread(c, c.tensor(0).Shape, c.tensor(1).Shape)
		return c.tensor(1)
	})
	define("collapse_sum_like", 2, "", func(c *call) *Type {
		spread(c, c.tensor(1).Shape, c.tensor(0).Shape)
		return c.tensor(1)
	})
	padded := func(c *call) *Type {
		x := c.tensor(0)
		width := c.attrs["pad_width"].([][2]int64)
		if len(width) != len(x.Shape) {
			c.fail("%v for %s", width, x)
		}
		s := slices.Clone(x.Shape)
		for i, w := range width {
			if s[i] != Any {
				if s[i] += w[0] + w[1]; s[i] < 0 {
					c.fail("a size of %d", s[i])
				}
			}
		}
		return TensorOf(x.Base, s...)
	}
	define("nn.pad", 2, "pad_width:p pad_mode:s=constant", func(c *call) *Type {
		c.scalar(1)
		return padded(c)
	})
	define("nn.mirror_pad", 1, "mode:s=SYMMETRIC pad_width:p", padded)
	define("sequence_mask", 2, "mask_value:f=0 axis:i=0", func(c *call) *Type {
		x, n, a := c.tensor(0), c.tensor(1), c.int("axis")
		if len(x.Shape) < 2 || len(n.Shape) != 1 || a != 0 && a != 1 || !fits(n.Shape[0], x.Shape[1-a]) {
			c.fail("%s of %s", n, x)
		}
		return x
	})
	blocks := func(deep bool) func(c *call) *Type {
		return func(c *call) *Type {
			x, k := c.tensor(0), c.int("block_size")
			at := c.layout(x.Shape, c.text("layout"), "NCHW")
			if k < 1 {
				c.fail("blocks of %d", k)
			}
			s := slices.Clone(x.Shape)
			if deep {
				s[at[1]] = c.exactly(s[at[1]], k*k)
				s[at[2]], s[at[3]] = times(s[at[2]], k), times(s[at[3]], k)
			} else {
				s[at[1]] = times(s[at[1]], k*k)
				s[at[2]], s[at[3]] = c.exactly(s[at[2]], k), c.exactly(s[at[3]], k)
			}
			return TensorOf(x.Base, s...)
		}
	}
	define("nn.depth_to_space", 1, "block_size:i=1 layout:s=NCHW mode:s=DCR", blocks(true))
	define("nn.space_to_depth", 1, "block_size:i=1 layout:s=NCHW mode:s=DCR", blocks(false))
	define("layout_transform", 1, "src_layout:s dst_layout:s", func(c *call) *Type {
		x := c.tensor(0)
		at := c.layout(x.Shape, c.text("src_layout"), c.text("dst_layout"))
		out := TensorOf(x.Base)
		for _, i := range at {
			out.Shape = append(out.Shape, x.Shape[i])
		}
		return out
	})
}

// alongAxis gives what it is given, which has to have the axis.
func alongAxis(c *call) *Type {
	x := c.tensor(0)
	c.axis(c.int("axis"), len(x.Shape))
	return x
}

// layout finds where the axes of one layout stand in another, that of a shape.
func (c *call) layout(s []int64, of, want string) []int {
	if len(s) != len(of) || len(of) != len(want) {
		c.fail("%s is not laid out as %s", shapeText(s), of)
	}
	at := make([]int, len(want))
	for i := range want {
		if at[i] = strings.IndexByte(of, want[i]); at[i] < 0 {
			c.fail("%s is not laid out as %s", of, want)
		}
	}
	return at
}

// reshaped is a shape by codes. A number is a size, 0 copies an axis (or is a size), -1 is worked out,
// -2 copies the rest, -3 multiplies two axes, and -4 splits one into the two numbers that follow.
func (c *call) reshaped(s, codes []int64, zeros bool) []int64 {
	var out []int64
	worked := -1
	read, used := 0, make([]bool, len(s)) // how many axes were passed, and which count for what codes copy
	next := func() int64 {
		if read >= len(s) {
			c.fail("more codes than axes of %s", shapeText(s))
		}
		used[read] = true
		read++
		return s[read-1]
	}
	pass := func() {
		if read < len(s) {
			read++
		}
	}
	var plain []int64 // sizes that were not copied
	for i := 0; i < len(codes); i++ {
		switch k := codes[i]; {
		case k > 0 || k == 0 && zeros:
			out, plain = append(out, k), append(plain, k)
			pass()
		case k == 0:
			out = append(out, next())
		case k == -1:
			if worked >= 0 {
				c.fail("two sizes to work out")
			}
			worked = len(out)
			out = append(out, 0)
			pass()
		case k == -2:
			for read < len(s) {
				out = append(out, next())
			}
		case k == -3:
			d := next()
			out = append(out, times(d, next()))
		case k == -4:
			d := next()
			if i+2 >= len(codes) {
				c.fail("-4 without two sizes")
			}
			a, b := codes[i+1], codes[i+2]
			i += 2
			switch {
			case a < -1 || b < -1 || a == 0 || b == 0 || a == -1 && b == -1:
				c.fail("-4 with %d and %d", a, b)
			case a == -1:
				a = c.exactly(d, b)
			case b == -1:
				b = c.exactly(d, a)
			case !fits(d, a*b):
				c.fail("%d is not %d times %d", d, a, b)
			}
			out = append(out, a, b)
		default:
			c.fail("code %d", k)
		}
	}
	// What is copied is the same on both sides, so the rest has to be, unless there are no elements at all.
	empty := func(s, t []int64) bool {
		return slices.Contains(s, 0) && (slices.Contains(t, 0) || slices.Contains(t, Any))
	}
	left := int64(1)
	for i, d := range s {
		if !used[i] {
			left = times(left, d)
		}
	}
	if worked >= 0 {
		out[worked] = c.exactly(left, times(plain...))
	} else if !fits(left, times(plain...)) && !empty(s, out) && !empty(out, s) {
		c.fail("%s for %s", shapeText(out), shapeText(s))
	}
	return out
}

// sliced is how much of an axis is left.
func (c *call) sliced(d int64, at func([]int64) (int64, bool), begin, end, strides []int64) int64 {
	size := c.text("slice_mode") == "size"
	step, ok := at(strides)
	if !ok || size {
		step = 1
	}
	if step == 0 {
		c.fail("a stride of 0")
	}
	if d == Any {
		return Any
	}
	from, hasFrom := at(begin)
	to, hasTo := at(end)
	if size && !hasFrom {
		from, hasFrom = 0, true
	}
	if from < 0 {
		from += d
	}
	switch {
	case size && hasTo && to < 0:
		hasTo = false
	case size && hasTo:
		to += from
	case to < 0:
		to += d
	}
	if step > 0 {
		if !hasFrom {
			from = 0
		}
		if !hasTo {
			to = d
		}
		from, to = min(max(from, 0), d), min(max(to, 0), d)
	} else {
		if !hasFrom {
			from = d - 1
		}
		if !hasTo {
			to = 0
		}
		from, to = min(max(from, -1), d-1), min(max(to, -1), d-1)
		from, to, step = -from, -to, -step
	}
	if to < from {
		c.fail("nothing is left of %d", d)
	}
	return (to - from + step - 1) / step
}

func joins() {
	define("concatenate", 1, "axis:i=0", func(c *call) *Type {
		ts := c.tensors()
		n := len(ts[0].Shape)
		a := c.axis(c.int("axis"), n)
		out := TensorOf(ts[0].Base, make([]int64, n)...)
		for _, t := range ts {
			if len(t.Shape) != n {
				c.fail("ranks %d and %d", n, len(t.Shape))
			}
			out.Shape[a] = plus(out.Shape[a], t.Shape[a])
		}
		for i := range n {
			if i != a {
				d, open := c.common(ts, i)
				if out.Shape[i] = d; open && out.Shape[a] != Any {
					out.Shape[i] = Any
				}
			}
		}
		return out
	})
	define("stack", 1, "axis:i=0", func(c *call) *Type {
		ts := c.tensors()
		n := len(ts[0].Shape)
		a := c.axis(c.int("axis"), n+1)
		for _, t := range ts {
			if len(t.Shape) != n {
				c.fail("ranks %d and %d", n, len(t.Shape))
			}
		}
		for i := range n {
			c.common(ts, i)
		}
		return TensorOf(ts[0].Base, slices.Insert(slices.Clone(ts[0].Shape), a, int64(len(ts)))...)
	})
	define("meshgrid", 1, "indexing:s=ij", func(c *call) *Type {
		ts := c.tensors()
		var s []int64
		for _, t := range ts {
			if len(t.Shape) > 1 {
				c.fail("%s is no axis", t)
			}
			s = append(s, times(t.Shape...))
		}
		switch c.text("indexing") {
		case "xy":
			if len(s) > 1 {
				s[0], s[1] = s[1], s[0]
			}
		case "ij":
		default:
			c.fail("indexing %s", c.text("indexing"))
		}
		return tupleOf(slices.Repeat([]*Type{TensorOf(ts[0].Base, s...)}, len(ts))...)
	})
	define("einsum", 1, "equation:s", func(c *call) *Type {
		ts := c.tensors()
		in, out, arrow := strings.Cut(strings.ReplaceAll(c.text("equation"), " ", ""), "->")
		terms := strings.Split(in, ",")
		if len(terms) != len(ts) {
			c.fail("%d tensors for %s", len(ts), in)
		}
		sizes, counts := make(map[rune]int64), make(map[rune]int)
		for i, term := range terms {
			if len(term) != len(ts[i].Shape) {
				c.fail("%s for %s", ts[i], term)
			}
			for j, letter := range term {
				if counts[letter]++; counts[letter] == 1 {
					sizes[letter] = 1
				}
				sizes[letter] = c.broadcast([]int64{sizes[letter]}, ts[i].Shape[j:j+1])[0]
			}
		}
		if !arrow {
			var letters []rune
			for letter, n := range counts {
				if n == 1 {
					letters = append(letters, letter)
				}
			}
			slices.Sort(letters)
			out = string(letters)
		}
		result := TensorOf(ts[0].Base)
		for i, letter := range out {
			if counts[letter] == 0 || strings.ContainsRune(out[:i], letter) {
				c.fail("no equation %s", c.text("equation"))
			}
			result.Shape = append(result.Shape, sizes[letter])
		}
		return result
	})
}

// common is the size that tensors have on an axis, and whether it is not known of some.
func (c *call) common(ts []*Type, i int) (d int64, open bool) {
	d = Any
	for _, t := range ts {
		switch e := t.Shape[i]; {
		case e == Any:
			open = true
		case d != Any && d != e:
			c.fail("axis %d is %d and %d", i, d, e)
		default:
			d = e
		}
	}
	return d, open
}

func reductions() {
	reduced := func(c *call) []int64 {
		s := c.tensor(0).Shape
		axes := c.axes(c.ints("axis"), len(s))
		var out []int64
		for i, d := range s {
			gone := len(axes) == 0 || slices.Contains(axes, i) != c.bool("exclude")
			if !gone {
				out = append(out, d)
			} else if c.bool("keepdims") {
				out = append(out, 1)
			}
		}
		return out
	}
	const attrs = "axis:?l=none keepdims:b=false exclude:b=false"
	define("sum prod max min mean all any", 1, attrs, func(c *call) *Type {
		return TensorOf(c.tensor(0).Base, reduced(c)...)
	})
	define("argmax argmin", 1, attrs+" select_last_index:b=false", func(c *call) *Type {
		if len(c.tensor(0).Shape) == 0 {
			c.fail("no axis")
		}
		return TensorOf("int32", reduced(c)...)
	})
	define("variance", 2, attrs+" unbiased:b=false", func(c *call) *Type {
		x, mean := c.tensor(0), c.tensor(1)
		if len(x.Shape) != len(mean.Shape) || x.Base != mean.Base {
			c.fail("%s and %s", x, mean)
		}
		return TensorOf(x.Base, reduced(c)...)
	})
	define("argsort", 1, "axis:i=-1 is_ascend:b=true dtype:d", func(c *call) *Type {
		return TensorOf(c.text("dtype"), alongAxis(c).Shape...)
	})
	define("sort", 1, "axis:i=-1 is_ascend:b=true dtype:?d=none", alongAxis)
	define("topk", 1, "k:i axis:i=-1 ret_type:s=both is_ascend:b=false dtype:d", func(c *call) *Type {
		x := c.tensor(0)
		s := slices.Clone(x.Shape)
		if a := c.axis(c.int("axis"), len(s)); c.int("k") >= 1 {
			s[a] = c.int("k")
		}
		values, places := TensorOf(x.Base, s...), TensorOf(c.text("dtype"), s...)
		switch c.text("ret_type") {
		case "both":
			return tupleOf(values, places)
		case "values":
			return values
		case "indices":
			return places
		}
		c.fail("ret_type %s", c.text("ret_type"))
		return nil
	})
	define("cumsum cumprod", 1, "axis:?i=none dtype:?d=none exclusive:b=false", func(c *call) *Type {
		x := c.tensor(0)
		base := c.dtype("dtype", x.Base)
		if c.none("axis") {
			return TensorOf(base, times(x.Shape...))
		}
		return TensorOf(base, alongAxis(c).Shape...)
	})
}

func layers() {
	swap := func(s []int64, yes bool) []int64 {
		s = slices.Clone(s)
		if n := len(s); yes {
			s[n-1], s[n-2] = s[n-2], s[n-1]
		}
		return s
	}
	// product is the shape of a matrix, or several, by another one of k rows.
	product := func(c *call, s []int64, k, columns int64) *Type {
		n := len(s) - 1
		if !fits(s[n], k) {
			c.fail("%d and %d", s[n], k)
		}
		return TensorOf(c.dtype("out_dtype", c.tensor(0).Base), with(s, n, columns)...)
	}
	define("nn.dense", 2, "units:?i out_dtype:?d=none", func(c *call) *Type {
		x := c.tensor(0)
		if len(x.Shape) == 0 {
			c.fail("no axis")
		}
		k := x.Shape[len(x.Shape)-1]
		if !c.none("units") {
			c.decides(1, x.Base, false, c.int("units"), k)
			return product(c, x.Shape, k, c.int("units"))
		}
		w := c.tensor(1)
		if len(w.Shape) != 2 {
			c.fail("a weight of %s", w)
		}
		return product(c, x.Shape, w.Shape[1], w.Shape[0])
	})
	define("nn.matmul", 2, "units:?i out_dtype:?d=none transpose_a:b=false transpose_b:b=false", func(c *call) *Type {
		x := c.tensor(0)
		if len(x.Shape) < 2 {
			c.fail("%s is no matrix", x)
		}
		s := swap(x.Shape, c.bool("transpose_a"))
		k := s[len(s)-1]
		if !c.none("units") {
			c.decides(1, x.Base, false, swap([]int64{k, c.int("units")}, c.bool("transpose_b"))...)
			return product(c, s, k, c.int("units"))
		}
		w := c.tensor(1)
		if len(w.Shape) != 2 {
			c.fail("%s is no matrix", w)
		}
		t := swap(w.Shape, c.bool("transpose_b"))
		return product(c, s, t[0], t[1])
	})
	define("nn.batch_matmul", 2, "out_dtype:?d=none transpose_a:b=false transpose_b:b=false", func(c *call) *Type {
		x, y := c.tensor(0), c.tensor(1)
		if len(x.Shape) != 3 || len(y.Shape) != 3 {
			c.fail("%s and %s", x, y)
		}
		s, t := swap(x.Shape, c.bool("transpose_a")), swap(y.Shape, c.bool("transpose_b"))
		s[0] = c.broadcast(s[:1], t[:1])[0]
		return product(c, s, t[1], t[2])
	})
	// perAxis gives what it is given; the other arguments are vectors along an axis.
	perAxis := func(c *call) *Type {
		x := c.tensor(0)
		d := x.Shape[c.axis(c.int("axis"), len(x.Shape))]
		for i := 1; i < len(c.args); i++ {
			c.decides(i, x.Base, true, d)
			if d == Any { // they are all of one size
				d = joined(d, c.args[i].typ.Shape[0])
			}
		}
		return TensorOf(x.Base, with(x.Shape, c.axis(c.int("axis"), len(x.Shape)), d)...)
	}
	define("nn.bias_add", 2, "axis:i=1", perAxis)
	define("nn.prelu", 2, "axis:i=1", perAxis)
	const norm = " epsilon:f=0 center:b=true scale:b=true"
	define("nn.layer_norm", 3, "axis:i=-1"+norm, perAxis)
	define("nn.group_norm", 3, "num_groups:i=0 axis:i=1"+norm, perAxis)
	define("nn.instance_norm", 3, "axis:i=1"+norm, func(c *call) *Type {
		if x := c.tensor(0); len(x.Shape) < 3 {
			c.fail("%s has no instances", x)
		}
		return perAxis(c)
	})
	define("nn.batch_norm", 5, "axis:i=1"+norm, func(c *call) *Type {
		if c.int("axis") < -1 {
			c.fail("axis %d", c.int("axis"))
		}
		x := perAxis(c)
		v := TensorOf(x.Base, x.Shape[c.axis(c.int("axis"), len(x.Shape))])
		return tupleOf(x, v, v)
	})
	define("nn.softmax nn.log_softmax nn.fast_softmax", 1, "axis:i=-1", alongAxis)
	define("nn.dropout", 1, "rate:f=0.5", func(c *call) *Type { return tupleOf(c.tensor(0), c.tensor(0)) })
	define("nn.cross_entropy nn.cross_entropy_with_logits", 2, "", func(c *call) *Type {
		x, y := c.tensor(0), c.tensor(1)
		if len(x.Shape) != 2 || len(y.Shape) != 2 || !fits(x.Shape[0], y.Shape[0]) || !fits(x.Shape[1], y.Shape[1]) {
			c.fail("%s and %s", x, y)
		}
		return TensorOf(x.Base)
	})
}

func windows() {
	const spaces = "DHW"
	for n := 1; n <= 3; n++ {
		over := spaces[3-n:]
		ones, zeros := strings.Trim(strings.Repeat("1,", n), ","), strings.Trim(strings.Repeat("0,", n), ",")
		digit := string(rune('0' + n))
		define("nn.conv"+digit+"d", 2, "strides:l="+ones+" padding:l="+zeros+" dilation:l="+ones+
			" groups:i=1 channels:?i=none kernel_size:?l=none data_layout:s=NC"+over+" kernel_layout:s=OI"+over+" out_layout:s= out_dtype:?d=none",
			func(c *call) *Type { return c.convolution("NC"+over, "OI"+over) })
		pool := " strides:l=" + ones + " dilation:l=" + ones + " padding:l=" + zeros + " layout:s=NC" + over + " out_layout:s= ceil_mode:b=false"
		run := func(c *call) *Type { return c.pooled(over) }
		define("nn.max_pool"+digit+"d", 1, "pool_size:l"+pool, run)
		define("nn.avg_pool"+digit+"d", 1, "pool_size:l count_include_pad:b=false"+pool, run)
	}
	define("nn.conv2d_transpose", 2, "strides:l=1,1 padding:l=0,0 output_padding:l=0,0 dilation:l=1,1 groups:i=1 channels:?i=none kernel_size:?l=none "+
		"data_layout:s=NCHW kernel_layout:s=IOHW out_layout:s= out_dtype:?d=none", (*call).transposed)
	images := func(size func(c *call, d int64, i int) int64) func(c *call) *Type {
		return func(c *call) *Type {
			x := c.tensor(0)
			at := c.layout(x.Shape, c.text("layout"), "NCHW")
			s := slices.Clone(x.Shape)
			for i, a := range at[2:] {
				s[a] = size(c, s[a], i)
			}
			return TensorOf(x.Base, s...)
		}
	}
	define("nn.global_avg_pool2d nn.global_max_pool2d", 1, "layout:s=NCHW out_layout:s=", images(func(*call, int64, int) int64 { return 1 }))
	define("nn.adaptive_avg_pool2d nn.adaptive_max_pool2d", 1, "output_size:l= layout:s=NCHW out_layout:s=", images(func(c *call, d int64, i int) int64 {
		switch size := c.given("output_size"); len(size) {
		case 0:
			return d
		case 1:
			return size[0]
		case 2:
			return size[i]
		}
		c.fail("%v", c.ints("output_size"))
		return 0
	}))
	define("nn.upsampling", 1, "scale_h:f scale_w:f layout:s=NCHW method:s= align_corners:b=false", images(func(c *call, d int64, i int) int64 {
		if d == Any {
			return Any
		}
		return int64(math.RoundToEven(float64(d) * c.attrs[[]string{"scale_h", "scale_w"}[i]].(float64)))
	}))
	define("image.resize2d", 1, `size:l layout:s=NCHW out_dtype:?d=none method:s= coordinate_transformation_mode:s= rounding_method:s=
		cubic_alpha:f=0 cubic_exclude:i=0 extrapolation_value:f=0`, func(c *call) *Type {
		if len(c.given("size")) != 2 {
			c.fail("%v", c.ints("size"))
		}
		t := images(func(c *call, d int64, i int) int64 { return c.ints("size")[i] })(c)
		return TensorOf(c.dtype("out_dtype", t.Base), t.Shape...)
	})
}

// padding is how much there is around each of n axes: one number for all sides, one for both sides of
// each axis, or one for each side.
func (c *call) padding(n int) []int64 {
	p := c.ints("padding")
	out := make([]int64, n)
	for i := range out {
		switch len(p) {
		case 1:
			out[i] = 2 * p[0]
		case n:
			out[i] = 2 * p[i]
		case 2 * n:
			out[i] = p[i] + p[n+i]
		default:
			c.fail("padding %v", p)
		}
	}
	return out
}

// positive are numbers for n axes, each at least 1.
func (c *call) positive(n int, names ...string) {
	for _, name := range names {
		if len(c.ints(name)) != n {
			c.fail("%s %v", name, c.ints(name))
		}
		for _, k := range c.ints(name) {
			if k < 1 {
				c.fail("%s %v", name, c.ints(name))
			}
		}
	}
}

// window is how often a window of k, with a gap, fits into a size.
func (c *call) window(d, pad, k, gap, step int64, ceil bool) int64 {
	if d == Any || k == Any {
		return Any
	}
	room := d + pad - ((k-1)*gap + 1)
	if room < 0 {
		c.fail("a window of %d in %d", (k-1)*gap+1, d+pad)
	}
	if ceil {
		room += step - 1
	}
	return room/step + 1
}

// laid is a shape in the order of one layout, of one that it has in another.
func (c *call) laid(s []int64, of, want string) []int64 {
	out := make([]int64, len(want))
	for i, a := range c.layout(s, of, want) {
		out[i] = s[a]
	}
	return out
}

func (c *call) outLayout() string {
	if out := c.text("out_layout"); out != "" {
		return out
	}
	return c.text("data_layout")
}

func (c *call) convolution(axes, weights string) *Type {
	x := c.tensor(0)
	n := len(axes) - 2
	groups := c.int("groups")
	s := c.laid(x.Shape, c.text("data_layout"), axes)
	pad := c.padding(n)
	c.positive(n, "strides", "dilation")
	if groups < 1 {
		c.fail("%d groups", groups)
	}
	var kernel []int64
	channels := int64(0)
	if !c.none("channels") && !c.none("kernel_size") && groups == 1 {
		c.positive(n, "kernel_size")
		channels, kernel = c.int("channels"), c.ints("kernel_size")
		if channels < 0 {
			c.fail("%d channels", channels)
		}
		c.decides(1, x.Base, false, c.laid(slices.Concat([]int64{channels, s[1]}, kernel), weights, c.text("kernel_layout"))...)
		c.shared(x, s[1], c.laid(c.args[1].typ.Shape, c.text("kernel_layout"), weights)[1])
	} else {
		w := c.laid(c.tensor(1).Shape, c.text("kernel_layout"), weights)
		kernel, channels = w[2:], w[0]
		each := c.exactly(s[1], groups)
		// Where each channel is a group of its own, the weight has an output for each of them.
		if !c.none("channels") && !c.none("kernel_size") && fits(s[1], groups) && fits(w[0], groups) {
			channels = c.int("channels")
			each = channels / groups
		}
		if !c.none("channels") && !fits(channels, c.int("channels")) || !fits(w[1], each) {
			c.fail("a weight of %s for %s", shapeText(w), shapeText(s))
		}
		if !c.none("kernel_size") {
			if len(c.ints("kernel_size")) != n {
				c.fail("kernel_size %v", c.ints("kernel_size"))
			}
			for i, k := range c.ints("kernel_size") {
				if !fits(k, kernel[i]) {
					c.fail("kernel_size %v for %s", c.ints("kernel_size"), shapeText(w))
				}
			}
		}
	}
	out := []int64{s[0], channels}
	for i := range n {
		out = append(out, c.window(s[2+i], pad[i], kernel[i], c.ints("dilation")[i], c.ints("strides")[i], false))
	}
	return TensorOf(c.dtype("out_dtype", x.Base), c.laid(out, axes, c.outLayout())...)
}

func (c *call) transposed() *Type {
	x := c.tensor(0)
	groups := c.int("groups")
	s := c.laid(x.Shape, c.text("data_layout"), "NCHW")
	pad := c.padding(2)
	c.positive(2, "strides", "dilation")
	if groups < 1 || len(c.ints("output_padding")) != 2 {
		c.fail("%d groups, output_padding %v", groups, c.ints("output_padding"))
	}
	var kernel []int64
	channels := int64(0)
	if !c.none("channels") && !c.none("kernel_size") {
		c.positive(2, "kernel_size")
		channels, kernel = c.int("channels"), c.ints("kernel_size")
		if channels < 0 {
			c.fail("%d channels", channels)
		}
		c.decides(1, x.Base, false, c.laid([]int64{s[1], c.exactly(channels, groups), kernel[0], kernel[1]}, "IOHW", c.text("kernel_layout"))...)
		c.shared(x, s[1], c.laid(c.args[1].typ.Shape, c.text("kernel_layout"), "IOHW")[0])
	} else {
		w := c.laid(c.tensor(1).Shape, c.text("kernel_layout"), "IOHW")
		kernel, channels = w[2:], times(w[1], groups)
		if !fits(w[0], s[1]) || !c.none("channels") && !fits(channels, c.int("channels")) {
			c.fail("a weight of %s for %s", shapeText(w), shapeText(s))
		}
		if size := c.ints("kernel_size"); !c.none("kernel_size") && (len(size) != 2 || !fits(size[0], kernel[0]) || !fits(size[1], kernel[1])) {
			c.fail("kernel_size %v for %s", size, shapeText(w))
		}
	}
	out := []int64{s[0], channels}
	for i := range 2 {
		d := Any
		if s[2+i] != Any && kernel[i] != Any {
			long := c.ints("strides")[i]*(s[2+i]-1) + (kernel[i]-1)*c.ints("dilation")[i] + 1 - pad[i] + c.ints("output_padding")[i]
			if long < 0 {
				c.fail("a size of %d", long)
			}
			d = int(long)
		}
		out = append(out, int64(d))
	}
	return TensorOf(c.dtype("out_dtype", x.Base), c.laid(out, "NCHW", c.outLayout())...)
}

func (c *call) pooled(over string) *Type {
	x := c.tensor(0)
	n, layout := len(over), c.text("layout")
	c.positive(n, "pool_size", "strides", "dilation")
	at := c.layout(x.Shape, layout, "NC"+over)[2:]
	pad := c.padding(n)
	s := slices.Clone(x.Shape)
	for i, a := range at {
		s[a] = c.window(s[a], pad[i], c.ints("pool_size")[i], c.ints("dilation")[i], c.ints("strides")[i], c.bool("ceil_mode"))
	}
	return TensorOf(x.Base, s...)
}
