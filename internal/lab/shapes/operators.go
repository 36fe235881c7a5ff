package shapes

import (
	"math"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang/relay"
)

var operators = make(map[string]*operator)

// define registers operators with some names.
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
	define("cast reinterpret", 1, "dtype:d", func(c *call) *Type {
		return TensorOf(c.text("dtype"), c.tensor(0).Shape...)
	})
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
		c.fail("%s is not a number", t)
	}
	return t
}

func creation() {
	define("zeros ones", 0, "shape:l dtype:d", func(c *call) *Type {
		return TensorOf(c.text("dtype"), c.given("shape")...)
	})
	define("full", 1, "shape:l dtype:?d=none", func(c *call) *Type {
		return TensorOf(c.dtype("dtype", c.scalar(0).Base), c.given("shape")...)
	})
	define("arange", 3, "start:?f=none stop:?f=none step:?f=none dtype:d", func(c *call) *Type {
		for i := range c.args {
			c.decideShape(i, c.text("dtype"), true)
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

// given returns a list of written sizes.
func (c *call) given(name string) []int64 {
	for _, d := range c.ints(name) {
		if d < 0 {
			c.fail("a size of %d", d)
		}
	}
	return c.ints(name)
}
