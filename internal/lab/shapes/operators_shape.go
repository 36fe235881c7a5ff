package shapes

import (
	"slices"
	"strings"
)

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

// alongAxis returns the type of the argument, which has to have the axis.
func alongAxis(c *call) *Type {
	x := c.tensor(0)
	c.axis(c.int("axis"), len(x.Shape))
	return x
}

// layout finds the positions of the axes of one layout in another, which is that of a shape.
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

// reshaped computes a shape by codes. A number is a size, 0 copies an axis (or is a size), -1 is inferred, -2 copies
// the rest, -3 multiplies two axes, and -4 splits one into the two numbers that follow.
func (c *call) reshaped(s, codes []int64, zeros bool) []int64 {
	var out []int64
	worked := -1
	read, used := 0, make([]bool, len(s)) // the number of passed axes, and those that codes copied
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
	left := int64(1)
	for i, d := range s {
		if !used[i] {
			left = times(left, d)
		}
	}
	if worked >= 0 {
		out[worked] = c.exactly(left, times(plain...))
	} else if !fits(times(s...), times(out...)) {
		c.fail("%s for %s", shapeText(out), shapeText(s))
	}
	return out
}

// sliced returns the size of an axis after slicing.
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
