package shapes

import (
	"slices"
)

func layers() {
	swap := func(s []int64, yes bool) []int64 {
		s = slices.Clone(s)
		if n := len(s); yes {
			s[n-1], s[n-2] = s[n-2], s[n-1]
		}
		return s
	}
	// product returns the shape of the product of matrices and another matrix with k rows.
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
			c.decideShape(1, x.Base, false, c.int("units"), k)
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
			c.fail("%s is not a matrix", x)
		}
		s := swap(x.Shape, c.bool("transpose_a"))
		k := s[len(s)-1]
		if !c.none("units") {
			c.decideShape(1, x.Base, false, swap([]int64{k, c.int("units")}, c.bool("transpose_b"))...)
			return product(c, s, k, c.int("units"))
		}
		w := c.tensor(1)
		if len(w.Shape) != 2 {
			c.fail("%s is not a matrix", w)
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
		if batch := c.broadcast(s[:1], t[:1])[0]; s[0] != Any && t[0] != Any {
			s[0] = batch
		} else {
			s[0] = Any
		}
		return product(c, s, t[1], t[2])
	})
	// perAxis returns the type of the first argument; the other arguments are vectors along an axis.
	perAxis := func(c *call) *Type {
		x := c.tensor(0)
		d := x.Shape[c.axis(c.int("axis"), len(x.Shape))]
		for i := 1; i < len(c.args); i++ {
			c.decideShape(i, x.Base, true, d)
			if d == Any { // they all have the same size
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
