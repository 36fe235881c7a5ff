package shapes

import (
	"math"
	"slices"
	"strings"
)

func windows() {
	const spaces = "DHW"
	for n := 1; n <= 3; n++ {
		over := spaces[3-n:]
		ones, zeros := strings.Trim(strings.Repeat("1,", n), ","), strings.Trim(strings.Repeat("0,", n), ",")
		digit := string(rune('0' + n))
		define("nn.conv"+digit+"d", 2, "strides:l="+ones+" padding:l="+zeros+" dilation:l="+ones+
			" groups:i=1 channels:?i=none kernel_size:?l=none data_layout:s=NC"+over+" kernel_layout:s=OI"+over+" out_layout:s= out_dtype:?d=none",
			func(c *call) *Type { return c.convolution("NC"+over, "OI"+over) })
		pool := " strides:l=" + ones + " dilation:l=" + ones + " padding:l=" + zeros + " layout:s=NC" + over +
			" out_layout:s= ceil_mode:b=false"
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
	define("nn.global_avg_pool2d nn.global_max_pool2d", 1, "layout:s=NCHW out_layout:s=",
		images(func(*call, int64, int) int64 { return 1 }))
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

// padding returns the total padding of each of n axes: one number for all sides, one for both sides of each axis, or
// one for each side.
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

// positive checks attributes with a number of at least 1 for each of n axes.
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

// window returns the number of positions of a dilated window of size k.
func (c *call) window(d, pad, k, gap, step int64, ceil bool) int64 {
	if d == Any || k == Any {
		return Any
	}
	room := d + pad - ((k-1)*gap + 1)
	if ceil {
		room += step - 1
	}
	if room < 0 {
		c.fail("a window of %d in %d", (k-1)*gap+1, d+pad)
	}
	return room/step + 1
}

// reorder reorders a shape from one layout to another.
func (c *call) reorder(s []int64, of, want string) []int64 {
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
	s := c.reorder(x.Shape, c.text("data_layout"), axes)
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
		c.decideShape(1, x.Base, false, c.reorder(slices.Concat([]int64{channels, s[1]}, kernel), weights,
			c.text("kernel_layout"))...)
		c.checkShared(x, s[1], c.reorder(c.args[1].typ.Shape, c.text("kernel_layout"), weights)[1])
	} else {
		w := c.reorder(c.tensor(1).Shape, c.text("kernel_layout"), weights)
		kernel, channels = w[2:], w[0]
		each := c.exactly(s[1], groups)
		// If each channel is a group of its own, the weight has an output for each of them.
		both := !c.none("channels") && !c.none("kernel_size")
		if both && fits(s[1], groups) && w[0] == groups {
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
		if both {
			channels, kernel = c.int("channels"), c.ints("kernel_size")
		}
	}
	out := []int64{s[0], channels}
	for i := range n {
		out = append(out, c.window(s[2+i], pad[i], kernel[i], c.ints("dilation")[i], c.ints("strides")[i], false))
	}
	return TensorOf(c.dtype("out_dtype", x.Base), c.reorder(out, axes, c.outLayout())...)
}

func (c *call) transposed() *Type {
	x := c.tensor(0)
	groups := c.int("groups")
	s := c.reorder(x.Shape, c.text("data_layout"), "NCHW")
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
		c.decideShape(1, x.Base, false,
			c.reorder([]int64{s[1], c.exactly(channels, groups), kernel[0], kernel[1]}, "IOHW",
				c.text("kernel_layout"))...)
		c.checkShared(x, s[1], c.reorder(c.args[1].typ.Shape, c.text("kernel_layout"), "IOHW")[0])
	} else {
		w := c.reorder(c.tensor(1).Shape, c.text("kernel_layout"), "IOHW")
		kernel, channels = w[2:], times(w[1], groups)
		if !fits(w[0], s[1]) || !c.none("channels") && !fits(channels, c.int("channels")) {
			c.fail("a weight of %s for %s", shapeText(w), shapeText(s))
		}
		if size := c.ints("kernel_size"); !c.none("kernel_size") &&
			(len(size) != 2 || !fits(size[0], kernel[0]) || !fits(size[1], kernel[1])) {
			c.fail("kernel_size %v for %s", size, shapeText(w))
		}
	}
	out := []int64{s[0], channels}
	for i := range 2 {
		d := Any
		if s[2+i] != Any && kernel[i] != Any {
			long := c.ints("strides")[i]*(s[2+i]-1) + (kernel[i]-1)*c.ints("dilation")[i] + 1 - pad[i] +
				c.ints("output_padding")[i]
			if long < 0 {
				c.fail("a size of %d", long)
			}
			d = int(long)
		}
		out = append(out, int64(d))
	}
	return TensorOf(c.dtype("out_dtype", x.Base), c.reorder(out, "NCHW", c.outLayout())...)
}

func (c *call) pooled(over string) *Type {
	x := c.tensor(0)
	n, layout := len(over), c.text("layout")
	c.positive(n, "pool_size", "strides", "dilation")
	at := c.layout(x.Shape, layout, "NC"+over)[2:]
	pad := c.padding(n)
	s := slices.Clone(x.Shape)
	for i, a := range at {
		s[a] = c.window(s[a], pad[i], c.ints("pool_size")[i], c.ints("dilation")[i], c.ints("strides")[i],
			c.bool("ceil_mode"))
	}
	return TensorOf(x.Base, s...)
}
